/* At what size a step is timed for points, and on how many inputs. Declarations and problems name
 * sizes for a large card (an H200); this rule makes them smaller for another one. No CUDA here. */
#pragma once

#include "lab/check/harness.h"
#include "lab/lesson.h"
#include "peaks.h"

enum {
    LAB_TIMED_L2 = 24,         /* bytes that move, in sizes of L2: more show nothing new */
    LAB_TIMED_MS = 3,          /* arithmetic, at the GPU's peak: longer shows nothing new */
    LAB_TIMED_PART = 4,        /* of the free memory: copies of the inputs need the rest */
    LAB_TIMED_SMALLEST = 1024, /* the longest side, where only speed and not memory asks for less */
    LAB_TIMED_IN_PLACE = 2048  /* a side, where a whole host program copies */
};

/* Half as long; an odd length stays odd, so that rows stay unaligned. */
static inline int lab_half(int length)
{
    return length < 2 ? length : length / 2 | (length & 1);
}

static inline void lab_halve(struct lab_case *c)
{
    c->m = lab_half(c->m);
    c->n = lab_half(c->n);
    if (lab_has_depth(c->problem))
        c->k = lab_half(c->k);
}

/* Would a smaller case show as much on this card, in less time? */
static inline int lab_is_too_slow(const struct lab_case *c, const struct lab_gpu *card)
{
    const struct lab_shape s = lab_shape_of(c);
    const double peak = card->peak[lab_problem_of(c->problem)->peak];
    const int longest = c->m > c->n ? c->m : c->n;
    if (longest / 2 < LAB_TIMED_SMALLEST)
        return 0;
    if (!lab_is_arithmetic(&s))
        return card->l2_bytes > 0 && s.bytes > LAB_TIMED_L2 * card->l2_bytes;
    return (peak > 0 ? s.flops / peak / 1e6 : lab_arithmetic_floor_ms(c, card->peak)) >
           LAB_TIMED_MS;
}

/* The step's size, else its problem's; halved until the card can hold it and is done in time. */
static inline struct lab_case lab_timed_case(enum lab_problem problem,
                                             const struct lab_lesson *lesson,
                                             const struct lab_gpu *card, uint64_t seed)
{
    struct lab_case c = lab_headline(problem, 1, seed);
    char why[200];
    c.data = LAB_REAL; /* data that does not depend on the seed would be the same in every round */
    lab_take_size(lesson && lesson->timed.m ? lesson->timed : lab_problem_of(problem)->timed, &c);
    if (lab_shape_of(&c).in_place)
        c.m = c.n = LAB_TIMED_IN_PLACE;
    while (lab_is_too_slow(&c, card))
        lab_halve(&c);
    while ((c.m > 1 || c.n > 1) &&
           lab_check_size(&c, card->free_bytes / LAB_TIMED_PART, why, sizeof why))
        lab_halve(&c);
    return c;
}

/* Copies of the inputs needed so that no launch finds the last ones in L2: four times its size, or
 * as memory allows. */
static inline int lab_sets(const struct lab_case *c, double l2_bytes, double free_bytes)
{
    double bytes = lab_shape_of(c).bytes, sets = ceil(4 * l2_bytes / bytes),
           room = floor(free_bytes / LAB_TIMED_PART / bytes);
    sets = sets > room ? room : sets;
    return sets < 1 ? 1 : sets > 64 ? 64 : (int)sets;
}

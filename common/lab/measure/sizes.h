/* At what size a step is timed for points, and on how many inputs. Declarations and problems name
 * sizes for a large card (an H200); this rule makes them smaller for another one. And near what
 * size its counters are taken, with which limits. No CUDA here. */
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

/* ---- the launches whose counters are taken ---- */

/* A size near one of a lesson, drawn: what is fast at exactly that one only shows. Multiples of a
 * warp less of each side, with as much left over as before; of a product, one side twice as long
 * and half as deep, but where lines are padded; of several ways half. */
static inline struct lab_size lab_near_size(enum lab_problem problem, struct lab_size of,
                                            uint64_t seed)
{
    const enum lab_third third = lab_problem_of(problem)->third;
    const uint64_t draw = lab_mix(seed ^ 0x6e656172u);
    int *const side[2] = {&of.m, &of.n};
    for (int i = 0; i < 2; i++) {
        const int unit = *side[i] < 1024 ? 32 : *side[i] / 512 * 32;
        if (third != LAB_DEPTH && *side[i] > 4 * unit)
            *side[i] -= unit * (1 + (int)(draw >> i & 1));
        else if (third == LAB_DEPTH && of.k > 3 && (int)(draw & 1) == i) {
            *side[i] *= 2;
            of.k /= lab_is(problem, LAB_BINARY) ? 1 : 2;
        }
    }
    of.k /= third == LAB_WAYS && of.k > 1 ? 2 : 1;
    return of;
}

/* A rule's limits, for one size and problem, are those for a near size times the ratio of what they
 * may grow with: the stores of a product with its sides alone, all else of a product with its
 * operations; the loads of a matrix times a vector with both sides; with either side, or both,
 * elsewhere without depth; not at all where a matrix is packed, whose padding counts. What is asked
 * for at least grows alike in a product; elsewhere it shrinks with whatever has become smaller. */
static inline void lab_scale_rule(struct lab_rule *rule, enum lab_problem problem,
                                  struct lab_size from, struct lab_size to)
{
    const double m = (double)to.m / from.m, n = (double)to.n / from.n,
                 k = lab_has_depth(problem) ? (double)to.k / from.k : 1,
                 most = lab_is(problem, LAB_BITS_OUT) ? 1
                        : lab_has_depth(problem)
                            ? m * n * (strstr(rule->metric, "global_op_st") ? 1 : k)
                        : strstr(rule->metric, "global_op_ld") && lab_is(problem, LAB_ROUNDED)
                            ? m * n
                            : fmax(m * n, fmax(m, n)),
                 least = lab_has_depth(problem) ? most : fmin(m, 1) * fmin(n, 1);
    if (strstr(rule->metric, ".ratio")) /* an average */
        return;
    rule->at_most *= most;
    rule->none_at *= most;
    rule->wanted *= least;
    rule->at_least *= least;
}

/* The lesson of counted launch 0 or 1: its size, drawn, zeros if there is no such launch, and its
 * limits there; the rules stay in their places. */
static inline struct lab_lesson lab_lesson_at(const struct lab_lesson *lesson, int launch,
                                              uint64_t seed)
{
    struct lab_lesson at = *lesson;
    const struct lab_size published = launch ? lesson->also : lesson->size;
    at.size = lab_near_size(lesson->problem, published, seed);
    for (int i = 0; i < at.rules && published.m; i++) {
        struct lab_rule *rule = &at.rule[i];
        if (launch) {
            rule->at_most = rule->also;
            rule->none_at = rule->also > 0 ? rule->none_at : 0;
            rule->wanted = rule->at_least = 0;
        }
        lab_scale_rule(rule, lesson->problem, published, at.size);
    }
    return at;
}

/* The launch that is counted: at the size of a lesson from lab_lesson_at. */
static inline struct lab_case lab_lesson_case(const struct lab_lesson *at, uint64_t seed)
{
    struct lab_case c = {at->problem, LAB_REAL,   at->size.m,
                         at->size.n,  at->size.k, lab_mix(seed ^ 0x636f756e74u),
                         LAB_SNUG};
    return c;
}

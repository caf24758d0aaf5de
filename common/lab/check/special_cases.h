/* The cases of a problem: its own sizes, what integers and well-behaved reals cannot show, and what
 * follows from its shape and limits, by one rule for all problems: each operand begins an element
 * late, once; each direction is as long as it may be; each operand is once so large that its
 * indices exceed an int. And terms that are far from 1. Included by harness.h. */
#pragma once

#include "lab/problem.h"

enum {
    LAB_MANY_BLOCKS = 1 << 28, /* of which a GPU has each run */
    LAB_BEYOND_16_BITS = (1 << 16) + 3,
    LAB_BEYOND_24_BITS = (1 << 24) + 36,
    /* Terms of a product, of which 16 bits make 4. Only begun: lab_may_run_whole. */
    LAB_DEEP = LAB_BEYOND_16_BITS + 1,
    /* Blocks that a grid may have for any number of tiles: 1, 2, 8 or 16 for each of an H200's 132
     * multiprocessors, or a power of two up to 64. In so many lines and LAB_EDGE more, the first
     * block has the last tile, whatever power of two a tile has, up to the factor. */
    LAB_TURNS = 16 * 132,
    LAB_REMAINDERS = 32, /* of a warp */
    LAB_OPERANDS = LAB_INPUTS + 1
};

/* How long a direction is, once for each problem and layout that has such a direction; the others
 * are short. Of what lies across only some blocks run. */
enum { LAB_THE_MOST = 0 };
static const struct lab_length {
    const char *name;
    int size, ways, memory;
} lab_lengths[] = {
    /* Of 4 bytes each: more bytes than an int counts, but numbers of blocks and strides do not
     * exceed one. */
    {"as long as it may be, or beyond 2^31 bytes", (1 << 29) + 3, LAB_ACROSS | LAB_ONCE, LAB_HUGE},
    {"between 2^15 and 2^16", (1 << 15) + 1, LAB_ACROSS, LAB_HUGE},
    {"one less than 2^16", (1 << 16) - 1, LAB_ACROSS, LAB_HUGE},
    {"2^16", 1 << 16, LAB_ACROSS, LAB_HUGE},
    {"several tiles of a line for each block", LAB_TURNS + LAB_EDGE, LAB_ACROSS,
     LAB_HUGE | LAB_WATCHED},
    {"more than 2^16, several tiles of 32 lines", 32 * LAB_TURNS + LAB_EDGE, LAB_ACROSS,
     LAB_HUGE | LAB_WATCHED},
    {"several tiles of 128 lines", 128 * LAB_TURNS + LAB_EDGE, LAB_ACROSS, LAB_HUGE | LAB_WATCHED},
    {"several tiles of 1024 lines", 1024 * LAB_TURNS + LAB_EDGE, LAB_ACROSS,
     LAB_HUGE | LAB_WATCHED},
    /* An index that has been a float is a neighbor's; the last one is odd. */
    {"more than a float's 24 bits", LAB_BEYOND_24_BITS, LAB_ACROSS, LAB_HUGE},
    /* So many that a grid's width more exceeds an int; blocks of any size can be rounded up. */
    {"nearly 2^31", INT_MAX - (1 << 12) + 1, LAB_ACROSS, LAB_HUGE},
    /* a whole number of chunks, whatever power of two they have */
    {"2^16, walked", 1 << 16, LAB_ALONG | LAB_DEALT, LAB_SNUG},
    /* more than 16 bits count where four are walked at a time, or 16 */
    {"more than 2^18, odd, walked", 4 * LAB_BEYOND_16_BITS + 1, LAB_ALONG | LAB_DEALT, LAB_SNUG},
    {"more than 2^20, walked", 16 * LAB_BEYOND_16_BITS, LAB_ALONG, LAB_SNUG},
    {"more than 2^16, bits", LAB_BEYOND_16_BITS, LAB_IN_WORDS, LAB_SNUG},
    /* only begun: a loop's counter is looked at when it is compared */
    {"more than a float's 24 bits, walked", LAB_BEYOND_24_BITS,
     LAB_ALONG | LAB_DEALT | LAB_IN_WORDS, LAB_HUGE},
    {"more than 2^16 terms", LAB_DEEP, LAB_TERMS, LAB_HUGE},
    {"more than 2^18 bits, of all kinds", (1 << 18) + 70, LAB_TERMS, LAB_SNUG},
    /* blocks of 1024 threads, and as many threads as blocks of half or a quarter of them have; a
     * float rounds it down to them, and only the last element is behind; host code that moves each
     * element has to come to an end */
    {"more than 65535 blocks", 65535 * 1024 + 1, LAB_COPIED, LAB_HUGE},
    /* … of which 16 bits make 4, and a tile's number needs more than 15 */
    {"as many terms as there may be", LAB_THE_MOST, LAB_TERMS, LAB_HUGE},
};

static inline int *lab_direction(struct lab_case *c, int d)
{
    return d == 0 ? &c->m : d == 1 ? &c->n : &c->k;
}

static inline const struct lab_operand *lab_operand_of(const struct lab_shape *s, int operand)
{
    return operand == LAB_INPUTS ? &s->out : operand < s->inputs ? &s->in[operand] : NULL;
}

/* Does a step say how far apart the lines of this operand are? */
static inline int lab_has_ld(enum lab_problem p, int operand)
{
    return lab_trials_of(p)->special.pitched >> operand & 1;
}

/* Do steps walk along this direction, element by element? Then it cannot be long where each of them
 * takes time. */
static inline int lab_is_depth(enum lab_problem p, int direction)
{
    return (lab_trials_of(p)->special.way[direction] &
            (LAB_ALONG | LAB_DEALT | LAB_IN_WORDS | LAB_TERMS)) != 0;
}

/* In lab 09 packed lines always begin where their layout says. */
static inline int lab_may_shift(const struct lab_operand *o)
{
    return o->pack != LAB_LINES && o->pack != LAB_WORDS && o->pack != LAB_COUNTS;
}

/* What a step moves or multiplies 16 bytes at a time, in whole tiles of any lab; an operand begins
 * one element late, or all of them 8 bytes. */
static inline int lab_shifted_case(int operand, int gpu, struct lab_case *c)
{
    (void)gpu;
    struct lab_shape s;
    c->memory = LAB_SHIFTED + operand;
    if (!lab_take_size(lab_trials_of(c->problem)->special.tiles, c))
        return 0;
    s = lab_shape_of(c);
    const struct lab_operand *o = lab_operand_of(&s, operand);
    return c->memory == LAB_HALFWAY || (o && lab_may_shift(o));
}

/* What a step moves in pairs or in fours must be even in many ways. One alone is not: how far apart
 * the lines of one operand are; or how long they are. */
static inline int lab_odd_case(int number, int gpu, struct lab_case *c)
{
    const int direction = number - LAB_OPERANDS + 1;
    (void)gpu;
    if (!lab_take_size(lab_trials_of(c->problem)->special.tiles, c) ||
        !lab_trials_of(c->problem)->special.pitched)
        return 0;
    c->memory = LAB_APART | LAB_DENSE | (direction < 1 ? LAB_SHIFTED + number : LAB_HALFWAY);
    c->k = (c->k + 3) / 4;
    if (direction < 1)
        return lab_has_ld(c->problem, number);
    --*lab_direction(c, direction);
    return direction < 2 || lab_problem_of(c->problem)->third == LAB_DEPTH;
}

/* Sums that skip what is close to 0, or flush it. */
static inline int lab_scaled_case(int number, int gpu, struct lab_case *c)
{
    (void)gpu;
    c->data = LAB_SCALED;
    return lab_take_size(lab_trials_of(c->problem)->special.scaled[number], c);
}

/* More parts of the columns than blocks along y. */
static inline int lab_divided_case(int number, int gpu, struct lab_case *c)
{
    const struct lab_special *s = &lab_trials_of(c->problem)->special;
    (void)number;
    c->memory = LAB_HUGE | LAB_WATCHED | (gpu ? 0 : LAB_PARTLY);
    if (!s->divided || !lab_take_size(s->few, c))
        return 0;
    c->n = s->divided;
    return 1;
}

/* Of the terms of a product, a kernel's loop is only begun: one that ends soon has counted with 16
 * bits. Where 32 of them are a word, there is time for more, and sums reach k and -k. */
static inline int lab_terms_case(const struct lab_length *length, int gpu, struct lab_case *c)
{
    const struct problem *p = lab_problem_of(c->problem);
    const int bits = 1 << 16, all = length->size == LAB_THE_MOST,
              binary = (p->traits & LAB_BINARY) != 0;
    c->k = !all ? length->size : gpu || binary ? p->most[2] : (p->most[2] - 4) / bits * bits + 4;
    if (length->memory == LAB_SNUG)
        c->data = LAB_UNIFORM;
    return all || (!gpu && binary == (length->memory == LAB_SNUG));
}

/* More elements of an output than a float counts, where no side may be so long: as long a side as
 * may be. */
static inline int lab_float_index(int direction, struct lab_case *c)
{
    const int most = lab_problem_of(c->problem)->most[direction];
    int *size = lab_direction(c, direction);
    const struct lab_shape s = lab_shape_of(c);
    if (s.out.pack != LAB_PLAIN || lab_has_ld(c->problem, LAB_INPUTS))
        return 0;
    if (most < *size) {
        *lab_direction(c, !direction) = *size / most + 1;
        *size = most;
    }
    return 1;
}

/* One length in one direction: `number` counts both. A GPU runs all blocks of what is as long as it
 * may be; the other lengths are for the emulator alone. */
static inline int lab_length_case(int number, int gpu, struct lab_case *c)
{
    const int lengths = sizeof lab_lengths / sizeof *lab_lengths, direction = number / lengths;
    const struct lab_length *length = &lab_lengths[number % lengths], *longest = lab_lengths;
    const struct problem *p = lab_problem_of(c->problem);
    const struct lab_special *special = &lab_trials_of(c->problem)->special;
    const int most = p->most[direction], along = lab_is_depth(c->problem, direction);
    int *size = lab_direction(c, direction);
    if (!lab_take_size(special->few, c) || !(length->ways & special->way[direction]))
        return 0;
    c->memory = length->memory | (gpu || length->memory == LAB_SNUG ? 0 : LAB_PARTLY);
    if (direction == 2)
        return lab_terms_case(length, gpu, c);
    *size = length->size;
    if (along)
        c->m = p->type == LAB_U32 ? c->m : 1;
    else if (length->memory & LAB_WATCHED && lab_is_depth(c->problem, !direction))
        *lab_direction(c, !direction) = 2 * LAB_EDGE - 1; /* three warps have a part of it */
    if (along && c->problem == LAB_ONES)                  /* all of a line, and none */
        c->data = LAB_UNIFORM;
    if (length == longest && most < *size)
        *size = most;
    if (gpu && c->problem == LAB_GEMV_ROW)
        *size = LAB_MANY_BLOCKS;
    if (!along && length->size == LAB_BEYOND_24_BITS && !lab_float_index(direction, c))
        return 0;
    return *size <= most && (!gpu || length == longest);
}

static inline int lab_vast_case(int number, int gpu, struct lab_case *c)
{
    c->memory = LAB_HUGE | (gpu ? 0 : LAB_PARTLY);
    if (number == 2 && lab_is(c->problem, LAB_BITS_OUT)) /* C's signs are no more than an int */
        return 0;
    return lab_take_size(lab_trials_of(c->problem)->special.vast[number], c);
}

/* Lines that lie far apart: more of them than a tile or a chunk of any step has. All blocks run. */
static inline int lab_stretched_case(int operand, int gpu, struct lab_case *c)
{
    c->memory = (LAB_STRETCHED + operand) | (gpu ? 0 : LAB_APART);
    return lab_take_size(lab_trials_of(c->problem)->special.stretched, c) &&
           lab_has_ld(c->problem, operand);
}

/* What is left over of a warp, or of a tile: each remainder of 32 in each direction, behind one 32
 * or none: of two remainders in a row, one each. *c: the run's seed. Of eight neighbors a GPU,
 * which the emulator's answers go before, takes one. */
static inline int lab_remainder_case(int number, int gpu, struct lab_case *c)
{
    static const int apart[] = {1, 5, 13}; /* which remainders meet: odd, so that all come */
    const struct problem *p = lab_problem_of(c->problem);
    number = gpu ? 8 * number + (int)(c->seed >> 8 & 7) : number;
    if (number >= LAB_REMAINDERS)
        return 0;
    c->data = p->data[number % 2];
    c->m = c->n = c->k = 1;
    if (p->third == LAB_WAYS)
        c->k <<= number % 4;
    for (int d = 0; d < (p->traits & LAB_FLAT ? 1 : p->third == LAB_DEPTH ? 3 : 2); d++) {
        const int rest = number * apart[d] % LAB_REMAINDERS,
                  size = rest + 1 + LAB_REMAINDERS * ((rest ^ (int)(c->seed >> d)) & 1);
        *lab_direction(c, d) = size < p->most[d] ? size : p->most[d];
    }
    return 1;
}

/* The problem's own sizes, with both kinds of data or with one in turn. */
static inline int lab_plan_case(int number, int gpu, struct lab_case *c)
{
    const struct problem *p = lab_problem_of(c->problem);
    const struct lab_trials *t = lab_trials_of(c->problem);
    const int i = number / (t->alternating ? 1 : 2), few = p->sizes.count;
    if (i >= few + (gpu ? t->large.count : 0))
        return 0;
    c->data = p->data[number % 2];
    lab_take_size(i < few ? p->sizes.at[i] : t->large.at[i - few], c);
    c->n = c->n > p->most[1] ? p->most[1] : c->n;
    return 1;
}

static inline int lab_extra_case(int number, int gpu, struct lab_case *c)
{
    const struct lab_trials *t = lab_trials_of(c->problem);
    if (number >= t->extras)
        return 0;
    c->data = t->extra[number].data;
    return lab_take_size(gpu ? t->extra[number].gpu : t->extra[number].emulator, c);
}

/* What cases there are. */
static const struct lab_rule_of_cases {
    const char *name;
    int count; /* numbers of its cases; not every problem has all */
    int (*make)(int number, int gpu, struct lab_case *c);
} lab_rules_of_cases[] = {
    {"a size of the problem", 64, lab_plan_case},
    {"what such sizes do not show", 8, lab_extra_case},
    {"an operand begins late", LAB_OPERANDS + 1, lab_shifted_case},
    {"one number alone is odd", LAB_OPERANDS + 2, lab_odd_case},
    {"terms are far from 1", 2, lab_scaled_case},
    {"a direction is long", 3 * (sizeof lab_lengths / sizeof *lab_lengths), lab_length_case},
    {"more parts than blocks along y", 1, lab_divided_case},
    {"indices exceed 32 bits", LAB_VAST, lab_vast_case},
    {"lines lie far apart", LAB_OPERANDS, lab_stretched_case},
    {"a remainder", LAB_REMAINDERS, lab_remainder_case},
};

/* Case number `index` of a problem, drawn from `seed`, or 0 when there are no more. */
static inline int lab_case_at(enum lab_problem problem, int gpu, int index, uint64_t seed,
                              struct lab_case *c)
{
    const struct lab_case blank = {problem, lab_problem_of(problem)->data[0], 0, 0, 0, seed,
                                   LAB_SNUG};
    const uint64_t own = lab_mix(seed + (uint64_t)index);
    for (size_t rule = 0; rule < sizeof lab_rules_of_cases / sizeof *lab_rules_of_cases; rule++)
        for (int i = 0; i < lab_rules_of_cases[rule].count; i++) {
            *c = blank;
            if (lab_rules_of_cases[rule].make(i, gpu, c) && index-- == 0) {
                c->seed = own;
                return 1;
            }
        }
    return 0;
}

/* The cases that follow from a problem's shape and limits, by one rule for all problems: each
 * operand begins an element late, once; each direction is as long as it may be; each operand is
 * once so large that its indices exceed an int. And terms that are far from 1. Included by
 * cases.h. */
#ifndef LAB_SPECIAL_CASES_H
#define LAB_SPECIAL_CASES_H

#include "lab/problem.h"

enum {
    LAB_MANY_BLOCKS = 1 << 28, /* of which a GPU has each run */
    LAB_BEYOND_16_BITS = (1 << 16) + 3,
    /* Of 4 bytes each: more bytes than an int counts, but numbers of blocks and strides do not
     * exceed one. */
    LAB_LONGEST = (1 << 29) + 3,
    /* So many that a grid's width more exceeds an int; blocks of any size can be rounded up. */
    LAB_NEAR_INT = INT_MAX - (1 << 16) - 28,
    /* Terms of a product, of which 16 bits make 4. Only begun: lab_may_run_whole. */
    LAB_DEEP = LAB_BEYOND_16_BITS + 1,
    /* More than a float's 24 bits count one by one; the last index is odd. */
    LAB_BEYOND_24_BITS = (1 << 24) + 36,
    LAB_LONG_ROW = 4 * LAB_BEYOND_16_BITS, /* columns that may be walked 4 at a time */
    LAB_PACKED_LINE = BINARY_PITCH * BINARY_BITS,
    /* Times 262016 lines: beyond 32 bits; beyond 31. */
    LAB_LONG_SIGNS = 17 * LAB_PACKED_LINE,
    LAB_LONG_PACKED = 257 * LAB_PACKED_LINE,
    LAB_OPERANDS = LAB_INPUTS + 1
};
/* 2^32 + 32 elements: an index of 32 bits wraps onto the first ones, which are looked at, too. With
 * 32 lines more, so does that of the first of a few lines. */
enum { LAB_MORE_LINES = 32 };
static const struct {
    int lines, line;
} lab_beyond_unsigned[] = {{134217729, 32}, {348844, 12312}, {174422, 24624}},
  lab_beyond_ragged = {342638, 12535}; /* no multiple of 4 in it */
static const size_t lab_beyond_int = (size_t)1 << 31;

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
    return lab_problem_of(p)->special.pitched >> operand & 1;
}

/* Do steps walk along this direction, element by element? Then it cannot be long where each of them
 * takes time. */
static inline int lab_is_depth(enum lab_problem p, int direction)
{
    return direction == 2 || (lab_problem_of(p)->special.walked >> direction & 1);
}

/* Gives a case one of its problem's special sizes; 0 where it has none. */
static inline int lab_take_size(struct lab_size s, struct lab_case *c)
{
    c->m = s.m;
    c->n = s.n;
    c->k = s.k;
    return s.m > 0;
}

/* In lab 09 packed lines always begin where their layout says. */
static inline int lab_may_shift(const struct lab_operand *o)
{
    return o->pack != LAB_LINES && o->pack != LAB_WORDS && o->pack != LAB_COUNTS;
}

/* What a step moves or multiplies 16 bytes at a time, in whole tiles of any lab; an operand begins
 * one element late, or all of them 8 bytes. */
static inline int lab_shifted_case(int operand, struct lab_case *c)
{
    struct lab_shape s;
    c->memory = LAB_SHIFTED + operand;
    if (!lab_take_size(lab_problem_of(c->problem)->special.tiles, c))
        return 0;
    s = lab_shape_of(c);
    const struct lab_operand *o = lab_operand_of(&s, operand);
    return c->memory == LAB_HALFWAY || (o && lab_may_shift(o));
}

/* Sums that skip what is close to 0, or flush it. */
static inline int lab_scaled_case(int number, struct lab_case *c)
{
    c->data = LAB_SCALED;
    return lab_take_size(lab_problem_of(c->problem)->special.scaled[number], c);
}

/* As long in one direction as the problem allows, or as bytes exceed an int; then also just longer
 * than 16 bits count. Where blocks divide the columns: of more parts than blocks along y. */
static inline int lab_long_case(int direction, int sixteen, int gpu, struct lab_case *c)
{
    const struct problem *p = lab_problem_of(c->problem);
    int most = p->most[direction];
    if (sixteen && (gpu || most <= LAB_BEYOND_16_BITS || (p->traits & LAB_FLAT)))
        return 0; /* among the other cases */
    most = sixteen ? LAB_BEYOND_16_BITS : most < LAB_LONGEST ? most : LAB_LONGEST;
    c->memory = LAB_HUGE | (gpu ? 0 : LAB_PARTLY);
    if (!lab_take_size(p->special.few, c))
        return 0;
    if (gpu && c->problem == LAB_GEMV_ROW && most > LAB_MANY_BLOCKS)
        most = LAB_MANY_BLOCKS;
    if (direction == 1 && p->special.divided) {
        c->n = p->special.divided;
        return !sixteen;
    }
    *lab_direction(c, direction) = most;
    if (sixteen && p->type == LAB_U32 && lab_is_depth(c->problem, direction) && direction < 2) {
        c->memory = LAB_SNUG; /* packing: few enough words for all blocks */
        return 1;
    }
    if (direction == 2) /* the emulator has time for it only where 32 terms are one word */
        return p->third == LAB_DEPTH && ((p->traits & LAB_BINARY) || gpu);
    return !lab_is_depth(c->problem, direction);
}

/* Finds out in which direction of the problem the operand's lines are counted, and in which their
 * elements. 0 if it has only one. */
static inline int lab_directions(const struct lab_case *c, int operand, int *lines, int *line)
{
    struct lab_shape before = lab_shape_of(c);
    const struct lab_operand *o = lab_operand_of(&before, operand);
    *lines = *line = -1;
    for (int d = 0; d < 3; d++) {
        struct lab_case longer = *c;
        *lab_direction(&longer, d) += 10000;
        struct lab_shape s = lab_shape_of(&longer);
        const struct lab_operand *now = lab_operand_of(&s, operand);
        *lines = now->rows > o->rows ? d : *lines;
        *line = now->cols > o->cols ? d : *line;
    }
    if (o->pack == LAB_WORDS || o->pack == LAB_SIGN_COLS) { /* its lines stand side by side */
        int other = *lines;
        *lines = *line;
        *line = other;
    }
    return *lines >= 0 && *line >= 0;
}

/* For the emulator alone. Nearly as long as an int can say, so that one step of a grid further is
 * more. A direction that is walked: longer than 16 bits count. Of the terms of a product a kernel's
 * loop is only begun: one that ends soon has counted with 16 bits. */
static inline int lab_near_limit_case(int direction, int gpu, struct lab_case *c)
{
    const struct problem *p = lab_problem_of(c->problem);
    const int walked = lab_is_depth(c->problem, direction), most = !walked          ? LAB_NEAR_INT
                                                                   : direction == 2 ? LAB_DEEP
                                                                                    : LAB_LONG_ROW;
    if (gpu || p->most[direction] < most || (p->traits & LAB_BINARY) ||
        (walked && p->type == LAB_U32) || !lab_take_size(p->special.few, c))
        return 0;
    c->memory = walked && direction < 2 ? LAB_SNUG : LAB_HUGE | LAB_PARTLY;
    c->m = walked && direction < 2 ? 1 : c->m;
    *lab_direction(c, direction) = most;
    return direction == 2   ? p->third == LAB_DEPTH
           : direction == 1 ? walked && !lab_has_ld(c->problem, 0)
                            : !walked;
}

/* For the emulator alone. As many terms as the problem allows, of which 16 bits make 4 and a tile's
 * number needs more than 15: only begun, too. */
static inline int lab_deepest_case(int gpu, struct lab_case *c)
{
    const struct problem *p = lab_problem_of(c->problem);
    c->memory = LAB_HUGE | LAB_PARTLY;
    if (gpu || p->third != LAB_DEPTH || (p->traits & LAB_BINARY) ||
        !lab_take_size(p->special.few, c))
        return 0;
    c->k = (p->most[2] - 4) / (1 << 16) * (1 << 16) + 4;
    return c->k > LAB_DEEP;
}

/* For the emulator alone. An output of so many elements, long in this direction, that an index that
 * has been a float is a neighbor's. */
static inline int lab_float_index_case(int direction, int gpu, struct lab_case *c)
{
    const struct problem *p = lab_problem_of(c->problem);
    const int most = p->most[direction];
    c->memory = LAB_HUGE | LAB_PARTLY;
    if (gpu || lab_is_depth(c->problem, direction) || lab_has_ld(c->problem, LAB_INPUTS) ||
        !lab_take_size(p->special.few, c))
        return 0;
    *lab_direction(c, direction) = most < LAB_BEYOND_24_BITS ? most : LAB_BEYOND_24_BITS;
    const struct lab_shape s = lab_shape_of(c);
    if (s.out.pack != LAB_PLAIN || s.in_place || (direction && (p->traits & LAB_FLAT)))
        return 0;
    if (most < LAB_BEYOND_24_BITS)
        *lab_direction(c, !direction) = LAB_BEYOND_24_BITS / most + 1;
    return 1;
}

/* Many lines, each as short as will do for indices beyond 32 bits; of packed ones, as many and as
 * long as the problem allows. A transposed index is across the lines, and wraps onto the first
 * elements only without more of them: such an input comes twice, as operand 1 with more. */
static inline int lab_large_case(int operand, int gpu, struct lab_case *c)
{
    const int moved = c->problem == LAB_TRANSPOSE, more = !moved || operand == 1;
    int lines, line;
    operand = moved && operand == 1 ? 0 : operand;
    c->m = c->n = c->k = 1;
    struct lab_shape s = lab_shape_of(c);
    const struct lab_operand *o = lab_operand_of(&s, operand);
    if (!o || s.in_place || lab_is(c->problem, LAB_FLAT) || lab_has_ld(c->problem, operand) ||
        !lab_directions(c, operand, &lines, &line))
        return 0;
    const int *limit = lab_problem_of(c->problem)->most;
    int most = limit[lines], i = 0;
    while (lab_beyond_unsigned[i].lines > most - LAB_MORE_LINES)
        i++;
    /* an output as large as its one input: that one has a size of whole float4 already */
    const int ragged = c->problem == LAB_TRANSPOSE && operand == LAB_INPUTS;
    /* no packed line and no word is padding, so that the last block has work */
    int packed = o->pack != LAB_PLAIN, bits = o->type == LAB_F32 ? LAB_LONG_SIGNS : LAB_LONG_PACKED;
    if (packed && bits > limit[line])
        return 0;
    *lab_direction(c, lines) = packed   ? most / BINARY_PADDING * BINARY_PADDING
                               : ragged ? lab_beyond_ragged.lines
                                        : lab_beyond_unsigned[i].lines + more * LAB_MORE_LINES;
    *lab_direction(c, line) = packed   ? bits
                              : ragged ? lab_beyond_ragged.line
                                       : lab_beyond_unsigned[i].line;
    c->memory = LAB_HUGE | (gpu ? 0 : LAB_PARTLY);
    s = lab_shape_of(c);
    return lab_elements(lab_operand_of(&s, operand)) > lab_beyond_int;
}

/* Lines that lie far apart: more of them than a tile or a chunk of any step has. All blocks run. */
static inline int lab_stretched_case(int operand, struct lab_case *c)
{
    c->memory = LAB_STRETCHED + operand;
    return lab_take_size(lab_problem_of(c->problem)->special.stretched, c) &&
           lab_has_ld(c->problem, operand);
}

/* Special case number `index` of a problem, or 0 when there are no more. *c: problem and seed. */
static inline int lab_special_at(enum lab_problem problem, int gpu, int index, struct lab_case *c)
{
    const struct lab_case blank = {problem, LAB_EXACT, 0, 0, 0, c->seed, LAB_SNUG};
    for (int i = 0; i < 3 * LAB_OPERANDS + 15; i++) {
        int j = i - LAB_OPERANDS - 1, there;
        *c = blank;
        c->data = lab_problem_of(problem)->plan.data[0];
        if (j < 0)
            there = lab_shifted_case(i, c);
        else if (j < 2)
            there = lab_scaled_case(j, c);
        else if (j < 8)
            there = lab_long_case((j - 2) / 2, j % 2, gpu, c);
        else if (j < 8 + LAB_OPERANDS)
            there = lab_large_case(j - 8, gpu, c);
        else if (j < 8 + 2 * LAB_OPERANDS)
            there = lab_stretched_case(j - 8 - LAB_OPERANDS, c);
        else if (j < 11 + 2 * LAB_OPERANDS)
            there = lab_near_limit_case(j - 8 - 2 * LAB_OPERANDS, gpu, c);
        else if (j < 12 + 2 * LAB_OPERANDS)
            there = lab_deepest_case(gpu, c);
        else
            there = lab_float_index_case(j - 12 - 2 * LAB_OPERANDS, gpu, c);
        if (there && index-- == 0)
            return 1;
    }
    return 0;
}

#endif

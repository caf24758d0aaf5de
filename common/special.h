/* The cases that follow from a problem's shape and limits, by one rule for all problems: each operand begins an element late, once; each
 * direction is as long as it may be; each operand is once so large that its indices exceed an int. And terms that are far from 1.
 * Included by cases.h. */
#ifndef LAB_SPECIAL_H
#define LAB_SPECIAL_H

#include "problem.h"

enum {
    LAB_FEW = 3,
    LAB_MANY_LINES = (1 << 27) + 3, /* where an operand's lines are as many as memory allows */
    LAB_MANY_BLOCKS = 1 << 28,      /* of which a GPU has each run */
    LAB_OPERANDS = LAB_INPUTS + 1
};
static const size_t lab_beyond_unsigned = (size_t)1 << 32, lab_beyond_int = (size_t)1 << 31;

static inline int *lab_direction(struct lab_case *c, int d)
{
    return d == 0 ? &c->m : d == 1 ? &c->n : &c->k;
}

static inline const struct lab_operand *lab_operand_of(const struct lab_shape *s, int operand)
{
    return operand == LAB_INPUTS ? &s->out : operand < s->inputs ? &s->in[operand] : NULL;
}

/* Do the steps say how far apart the lines of these operands are? */
static inline int lab_has_ld(enum lab_problem p, int operand)
{
    return (p >= LAB_GEMM && p <= LAB_GEMM_TILE) ||
           ((p == LAB_GEMV_COL || p == LAB_GEMV_CONST) && operand == 0);
}

/* Is this direction summed over? Then it cannot be long where each step of the sum takes time. */
static inline int lab_is_depth(enum lab_problem p, int direction)
{
    return direction == 2 || (direction == 1 && p >= LAB_GEMV_ROW && p <= LAB_GEMV_CONST);
}

/* What a step moves or multiplies 16 bytes at a time, in whole tiles of any lab; an operand begins one element late. In lab 09 packed lines
 * always begin where their layout says. */
static inline int lab_shifted_case(int operand, struct lab_case *c)
{
    struct lab_shape s;
    c->memory = LAB_SHIFTED + operand;
    c->m = c->n = c->problem == LAB_GEMM_TILE ? 128 : 64;
    c->k = c->problem == LAB_BRANCHES ? 4 : !lab_has_depth(c->problem) ? 1 : 32;
    if (c->problem >= LAB_GEMM && c->problem < LAB_GEMM_TILE)
        c->m = c->n = 32;
    s = lab_shape_of(c);
    const struct lab_operand *o = lab_operand_of(&s, operand);
    return o && !s.in_place && o->pack != LAB_LINES && o->pack != LAB_WORDS &&
           o->pack != LAB_COUNTS;
}

/* Sums that skip what is close to 0, or flush it. */
static inline int lab_scaled_case(int number, struct lab_case *c)
{
    int tile = c->problem == LAB_GEMM_TILE;
    c->data = LAB_SCALED;
    c->m = number ? 36 : 21;
    c->n = number ? 40 : 27;
    c->k = !lab_has_depth(c->problem) ? 1 : number || tile ? 20 : 35;
    return (c->problem >= LAB_GEMV_ROW && c->problem <= LAB_GEMV_CONST) ||
           (c->problem >= LAB_GEMM && c->problem <= LAB_GEMM_TILE);
}

/* As long in one direction as the problem allows. */
static inline int lab_long_case(int direction, int gpu, struct lab_case *c)
{
    int most = lab_largest(c->problem, direction);
    c->memory = LAB_HUGE | (gpu ? 0 : LAB_PARTLY);
    c->m = c->n = LAB_FEW;
    c->k = c->problem == LAB_BRANCHES ? 8 : lab_has_depth(c->problem) ? LAB_FEW : 1;
    if (c->problem == LAB_BRANCHES)
        c->m = c->n = 1;
    if (gpu && c->problem == LAB_GEMV_ROW && most > LAB_MANY_BLOCKS)
        most = LAB_MANY_BLOCKS;
    *lab_direction(c, direction) = most;
    if (direction == 2 && !(gpu && c->problem >= LAB_GEMM && c->problem <= LAB_GEMM_TILE))
        return 0; /* lab 09's table has one, the emulator no time for it */
    return c->problem != LAB_ADD_ONE && (direction == 2 || !lab_is_depth(c->problem, direction));
}

/* Finds out in which direction of the problem the operand's lines are counted, and in which their elements. 0 if it has only one. */
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

static inline size_t lab_elements_at(const struct lab_case *c, int operand, int line, int length)
{
    struct lab_case longer = *c;
    *lab_direction(&longer, line) = length;
    struct lab_shape s = lab_shape_of(&longer);
    return lab_elements(lab_operand_of(&s, operand));
}

/* So many lines as the problem allows, each as short as will do. */
static inline int lab_large_case(int operand, int gpu, struct lab_case *c)
{
    struct lab_shape s;
    int lines, line, low = 1, high;
    c->m = c->n = LAB_FEW;
    c->k = lab_has_depth(c->problem) ? LAB_FEW : 1;
    s = lab_shape_of(c);
    if (!lab_operand_of(&s, operand) || s.in_place || c->problem == LAB_BRANCHES ||
        lab_has_ld(c->problem, operand) || !lab_directions(c, operand, &lines, &line))
        return 0;
    high = lab_largest(c->problem, lines);
    *lab_direction(c, lines) = high < LAB_MANY_LINES ? high : LAB_MANY_LINES;
    high = lab_largest(c->problem, line);
    high = high < LAB_GRID_ROWS ? high : LAB_GRID_ROWS;
    while (low < high) { /* the shortest, a multiple of 4 */
        int middle = (low + high) / 2;
        if (lab_elements_at(c, operand, line, 4 * middle) > lab_beyond_unsigned)
            high = middle;
        else
            low = middle + 1;
    }
    high = lab_largest(c->problem, line);
    *lab_direction(c, line) = low < high / 4 ? 4 * low : high;
    c->memory = LAB_HUGE | (gpu ? 0 : LAB_PARTLY);
    return lab_elements_at(c, operand, line, *lab_direction(c, line)) > lab_beyond_int;
}

/* Lines that lie far apart: more of them than a tile or a chunk of any step has. All blocks run. */
static inline int lab_stretched_case(int operand, struct lab_case *c)
{
    int gemv = c->problem <= LAB_GEMV_CONST;
    c->m = gemv ? LAB_FEW : 132;
    c->n = gemv ? LAB_CONSTANT_FLOATS + 4 * (c->problem == LAB_GEMV_COL) : 12;
    c->k = gemv ? 1 : 36;
    c->memory = LAB_STRETCHED + operand;
    return lab_has_ld(c->problem, operand) &&
           (operand == 0 || (!gemv && (operand == 1 || operand == LAB_INPUTS)));
}

/* Special case number `index` of a problem, or 0 when there are no more. *c: problem and seed. */
static inline int lab_special_at(enum lab_problem problem, int gpu, int index, struct lab_case *c)
{
    const struct lab_case blank = {problem, LAB_EXACT, 0, 0, 0, c->seed, LAB_SNUG};
    for (int i = 0; i < 3 * LAB_OPERANDS + 5; i++) {
        int j = i - LAB_OPERANDS, there;
        *c = blank;
        c->data = problem == LAB_TRANSPOSE  ? LAB_BITS
                  : problem == LAB_BRANCHES ? LAB_PATTERNS
                  : problem >= LAB_PACK_A   ? LAB_SIGNS
                                            : LAB_EXACT;
        if (j < 0)
            there = lab_shifted_case(i, c);
        else if (j < 2)
            there = lab_scaled_case(j, c);
        else if (j < 5)
            there = lab_long_case(j - 2, gpu, c);
        else if (j < 5 + LAB_OPERANDS)
            there = lab_large_case(j - 5, gpu, c);
        else
            there = lab_stretched_case(j - 5 - LAB_OPERANDS, c);
        if (there && index-- == 0)
            return 1;
    }
    return 0;
}

#endif

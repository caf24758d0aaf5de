/* Cases of which only the corners count (corners.h): each element that is looked at is computed
 * from the few that are not 0. All are exact. */
#ifndef LAB_PROBLEMS_CORNER_VERIFY_H
#define LAB_PROBLEMS_CORNER_VERIFY_H

#include "lab/verdict.h"

/* What belongs at (row, col) of the output. */
static inline double lab_huge_right(const struct lab_reference *r, int row, int col)
{
    return lab_problem_of(r->question.problem)->right(&r->question, row, col).value;
}

/* What stands there before the launch: poison, or the element that is changed in place. */
static inline double lab_huge_before(const struct lab_case *c, const struct lab_shape *s, int row,
                                     int col)
{
    const struct lab_recipe in = lab_recipe_of(c, 0);
    return s->in_place ? lab_stored(&in, row, col) : lab_poison_value(c, s->out.type);
}

static inline int lab_is_missing(const struct lab_reference *r, double value)
{
    union {
        unsigned char byte[8];
        double d;
    } missing;
    memset(missing.byte, lab_missing_byte, sizeof missing.byte);
    return (r->question.memory & LAB_PARTLY) &&
           value == lab_get(r->shape.out.type, missing.byte, 0);
}

/* What is large about a case: indices, or a side of more parts than a grid has blocks along y. */
static inline void lab_say_size(const struct lab_case *c, const struct lab_shape *whole,
                                int unwritten, struct lab_verdict *v)
{
    static const int blocks = 65535, widths[] = {64, 32, 16, 8, 1};
    const int side = c->m > c->n ? c->m : c->n, longest = side > c->k ? side : c->k;
    const int large = lab_bytes(&whole->in[0]) > INT_MAX || lab_bytes(&whole->out) > INT_MAX ||
                      lab_stretched(c) >= 0;
    if (unwritten)
        snprintf(v->guess, sizeof v->guess,
                 "Some elements are never written: is the number of blocks limited, or computed in "
                 "a float, or an index too short for so many?");
    else if (large)
        snprintf(v->guess, sizeof v->guess,
                 "Some indices here exceed an int: is each product in them a size_t?");
    v->beyond_int = large && !unwritten;
    for (size_t i = 0; i < sizeof widths / sizeof *widths && !v->guess[0]; i++)
        if (longest / widths[i] > blocks)
            snprintf(v->guess, sizeof v->guess,
                     widths[i] > 1
                         ? "%d is more than %d parts of %d, and a grid has no more blocks "
                           "along y: does a block take several parts, and each once?"
                         : "%d is more than %d, and a grid has no more blocks along y.",
                     longest, blocks, widths[i]);
}

/* `out`: the corners of the output (r->shape.out). */
static inline void lab_huge_verify(const struct lab_reference *r, const void *out,
                                   struct lab_verdict *v)
{
    const struct lab_shape whole = lab_shape_of(&r->question);
    struct lab_ends rows = lab_row_ends(&whole.out), cols = lab_col_ends(&whole.out);
    double is, should;
    size_t poisoned = 0, missing = 0;
    for (int i = 0; i < r->shape.out.rows; i++)
        for (int j = 0; j < r->shape.out.cols; j++) {
            int row = lab_from_corner(rows, i, whole.out.rows),
                col = lab_from_corner(cols, j, whole.out.cols);
            is = lab_out(r, out, i, j);
            missing += lab_is_missing(r, is) != 0;
            should = lab_huge_right(r, row, col);
            if (is == should || lab_is_missing(r, is))
                continue;
            poisoned += is == lab_huge_before(&r->question, &whole, row, col);
            if (v->wrong++ == 0)
                lab_accuse(r, row, col, is, should, v);
        }
    v->ok = v->wrong == 0;
    v->untouched = poisoned == r->count || missing == r->count;
    if (!v->ok)
        lab_say_size(&r->question, &whole, poisoned == v->wrong, v);
}

#endif

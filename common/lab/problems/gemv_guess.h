/* A hypothesis about what a wrong y = A x has summed, and the rows that it is tried on. */
#ifndef LAB_PROBLEMS_GEMV_GUESS_H
#define LAB_PROBLEMS_GEMV_GUESS_H

#include "lab/verdict.h"

/* What a kernel may have summed for each row: `factor` times the terms of columns [from, to), with
 * A's element at row * row_step + col * col_step in memory, and x[col]. */
struct lab_gemv_guess {
    long from, to, row_step, col_step;
    long a_tile, x_tile; /* column modulo this is used of A, of x; 0: the column */
    long a_shift, x_shift;
    int x_row;         /* x[row] */
    long period, mask; /* only columns whose number modulo `period` has no bit but those of mask */
    double factor;
};

enum { LAB_GEMV_ROWS = 24, LAB_GEMV_TERMS = 1 << 19, LAB_GEMV_KEPT = 1 << 22 };

/* The rows that a guess is tried on. */
struct lab_gemv_sample {
    const struct lab_reference *r;
    const float *out;
    int row[LAB_GEMV_ROWS], count;
    float **kept; /* of these rows A's elements, made once each; NULL: too many */
};

static inline int lab_close(const struct lab_reference *r, float value, double expected,
                            double scale)
{
    return fabs(value - expected) <=
           lab_tolerance(&r->question, r->shape.depth) * scale; /* false for NaN */
}

/* Rows that are wrong (`wrong`) or right, evenly, at most `most`. */
static inline void lab_gemv_take_rows(struct lab_gemv_sample *s, int wrong, int most)
{
    const struct lab_reference *r = s->r;
    size_t found = 0, each;
    for (size_t i = 0; i < r->count; i++)
        found += lab_close(r, s->out[i], r->value[i], r->scale[i]) != wrong;
    each = found / (size_t)(most > 0 ? most : 1) + 1;
    for (size_t i = 0, seen = 0; i < r->count && most > 0; i++)
        if (lab_close(r, s->out[i], r->value[i], r->scale[i]) != wrong && seen++ % each == 0)
            s->row[s->count++] = (int)i;
}

static inline double lab_gemv_a(const struct lab_reference *r, struct lab_recipe a, long at)
{
    const struct lab_operand *o = &r->shape.in[0];
    long line = at / o->ld, in_line = at % o->ld;
    if (at < 0 || (size_t)at >= lab_elements(o) || in_line >= (o->column_major ? o->rows : o->cols))
        return NAN;
    return (float)(o->column_major ? lab_element(a, (int)in_line, (int)line)
                                   : lab_element(a, (int)line, (int)in_line));
}

/* The elements of a row of the sample; NULL if not kept, or if the guess reads A otherwise. */
static inline const float *lab_gemv_kept(const struct lab_gemv_sample *s,
                                         const struct lab_gemv_guess *g, int i)
{
    const struct lab_operand *o = &s->r->shape.in[0];
    struct lab_recipe a = lab_recipe_of(&s->r->question, 0);
    if (!s->kept || g->row_step != (o->column_major ? 1 : o->ld) ||
        g->col_step != (o->column_major ? o->ld : 1))
        return NULL;
    if (!s->kept[i] && (s->kept[i] = (float *)malloc((size_t)o->cols * sizeof(float))))
        for (int col = 0; col < o->cols; col++)
            s->kept[i][col] = (float)lab_element(a, s->row[i], col);
    return s->kept[i];
}

/* What row i of the sample would be. Tiles and periods are powers of two. */
static inline double lab_gemv_guessed(const struct lab_gemv_sample *s,
                                      const struct lab_gemv_guess *g, int i, double *scale)
{
    const struct lab_reference *r = s->r;
    const struct lab_recipe a = lab_recipe_of(&r->question, 0);
    const float *kept = lab_gemv_kept(s, g, i);
    const long row = s->row[i], left_out = g->period ? (g->period - 1) & ~g->mask : 0,
               a_mask = g->a_tile ? g->a_tile - 1 : -1, x_mask = g->x_tile ? g->x_tile - 1 : -1;
    double sum = 0;
    *scale = 0;
    for (long col = g->from; col < g->to; col++) {
        if (col & left_out)
            continue;
        long of_a = (col & a_mask) + g->a_shift,
             of_x = (g->x_row ? row : col & x_mask) + g->x_shift;
        if (of_x < 0 || of_x >= r->question.n)
            return NAN;
        double product = r->input[of_x];
        product *= kept && of_a >= 0 && of_a < r->question.n
                       ? kept[of_a]
                       : lab_gemv_a(r, a, row * g->row_step + of_a * g->col_step);
        sum += product;
        *scale += fabs(product);
        if (isnan(sum))
            return NAN;
    }
    *scale *= fabs(g->factor);
    return sum * g->factor;
}

/* Whole numbers are exact as long as a float holds them. */
static inline int lab_is_as_guessed(const struct lab_reference *r, double is, double guess,
                                    double scale)
{
    double bound =
        r->question.data == LAB_EXACT && scale <= 0x1p24 ? 0 : 16 * ldexp(1, -24) * scale;
    return fabs(is - guess) <= bound;
}

static inline int lab_gemv_explains(const struct lab_gemv_sample *s, struct lab_gemv_guess g)
{
    for (int i = 0; i < s->count; i++) {
        double scale, guess = lab_gemv_guessed(s, &g, i, &scale);
        if (!lab_is_as_guessed(s->r, s->out[s->row[i]], guess, scale))
            return 0;
    }
    return s->count > 0;
}

/* The right sum. */
static inline struct lab_gemv_guess lab_gemv_right(const struct lab_reference *r)
{
    const struct lab_operand *a = &r->shape.in[0];
    struct lab_gemv_guess g = {0,
                               r->question.n,
                               a->column_major ? 1 : a->ld,
                               a->column_major ? a->ld : 1,
                               0,
                               0,
                               0,
                               0,
                               0,
                               0,
                               0,
                               1};
    return g;
}

#endif

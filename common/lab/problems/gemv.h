/* Add one, and the GEMVs: one value and one scale per element, computed once. */
#ifndef LAB_PROBLEMS_GEMV_H
#define LAB_PROBLEMS_GEMV_H

#include "lab/verdict.h"

/* One row of A x over columns [from, to). */
static inline double lab_gemv_row(const struct lab_reference *r, struct lab_recipe a, int row,
                                  int from, int to, double *scale)
{
    double sum = 0, magnitude = 0;
    for (int col = from; col < to; col++) {
        double product = (double)(float)lab_element(a, row, col) * r->input[col];
        sum += product;
        magnitude += fabs(product);
    }
    if (scale)
        *scale = magnitude;
    return sum;
}

/* 0, or -1 when memory is short. */
static inline int lab_dense_reference(struct lab_reference *r)
{
    const struct lab_case *c = &r->question;
    int last = r->shape.inputs - 1;
    r->value = (double *)malloc(r->count * sizeof(double));
    r->scale = (double *)malloc(r->count * sizeof(double));
    r->input = (float *)malloc(lab_bytes(&r->shape.in[last]));
    if (!r->value || !r->scale || !r->input)
        return -1;
    lab_fill_host(c, last, r->input);
    if (c->problem == LAB_ADD_ONE) {
        for (size_t i = 0; i < r->count; i++) {
            r->value[i] = r->input[i] + 1.0f;
            r->scale[i] = 0; /* one float addition: nothing to forgive */
        }
        return 0;
    }
    struct lab_recipe a = lab_recipe_of(c, 0);
    for (int row = 0; row < c->m; row++)
        r->value[row] = lab_gemv_row(r, a, row, 0, c->n, &r->scale[row]);
    return 0;
}

static inline int lab_close(const struct lab_reference *r, float value, double expected,
                            double scale)
{
    return fabs(value - expected) <=
           lab_tolerance(&r->question, r->shape.depth) * scale; /* false for NaN */
}

/* Does out[i] == f(i) for every i where a guess f is defined? Guesses must explain every element,
 * and be told from the truth. */
typedef int lab_guess(const struct lab_reference *r, const float *out, size_t i, int argument);

static inline int lab_guess_next_row(const struct lab_reference *r, const float *out, size_t i,
                                     int shift)
{
    long j = (long)i + shift;
    return j < 0 || j >= (long)r->count || lab_close(r, out[i], r->value[j], r->scale[j]);
}

static inline int lab_guess_columns(const struct lab_reference *r, const float *out, size_t i,
                                    int columns)
{
    double scale,
        value = lab_gemv_row(r, lab_recipe_of(&r->question, 0), (int)i, columns < 0 ? -columns : 0,
                             columns < 0 ? r->question.n : columns, &scale);
    return lab_close(r, out[i], value, scale);
}

static inline int lab_guess_transposed(const struct lab_reference *r, const float *out, size_t i,
                                       int unused)
{
    (void)unused;
    struct lab_recipe a = lab_recipe_of(&r->question, 0);
    double sum = 0, scale = 0;
    for (int j = 0; j < r->question.n; j++) {
        double product = (double)(float)lab_element(a, j, (int)i) * r->input[j];
        sum += product;
        scale += fabs(product);
    }
    return lab_close(r, out[i], sum, scale);
}

static inline int lab_guess_accumulated(const struct lab_reference *r, const float *out, size_t i,
                                        int unused)
{
    float poison;
    (void)unused;
    memcpy(&poison, &lab_poison, sizeof poison);
    return fabs((double)out[i] - poison - r->value[i]) <= fmax(8, 1e-6 * fabs(r->value[i]));
}

static inline int lab_explains(const struct lab_reference *r, const float *out, lab_guess *guess,
                               int argument)
{
    size_t step = r->count > 64
                      ? r->count / 64
                      : 1; /* sampled: a guess that fits 64 rows by chance does not exist */
    for (size_t i = 0; i < r->count; i += step)
        if (!guess(r, out, i, argument))
            return 0;
    return 1;
}

/* A sentence about what kind of mistake gives this output; empty if it resembles none that we
 * know. */
static inline void lab_diagnose_gemv(const struct lab_reference *r, const float *out, char *text,
                                     size_t size)
{
    const struct lab_case *c = &r->question;
    if (lab_explains(r, out, lab_guess_accumulated, 0))
        snprintf(text, size,
                 "y holds what it held before plus the product: store the sum, do not add it to y "
                 "(or set y to 0 first).");
    else if (r->count > 2 && lab_explains(r, out, lab_guess_next_row, 1))
        snprintf(text, size, "Every y[i] holds row i + 1: the row index is one too large.");
    else if (r->count > 2 && lab_explains(r, out, lab_guess_next_row, -1))
        snprintf(text, size, "Every y[i] holds row i - 1: the row index is one too small.");
    else if (c->n > 1 && lab_explains(r, out, lab_guess_columns, c->n - 1))
        snprintf(text, size, "The last column is missing from every sum: check the loop's bound.");
    else if (c->n > 1 && lab_explains(r, out, lab_guess_columns, -1))
        snprintf(text, size,
                 "The first column is missing from every sum: where does the loop start?");
    else if (c->m == c->n && c->m > 1 && lab_explains(r, out, lab_guess_transposed, 0))
        snprintf(text, size, "This is the product with A transposed: A(row, col) of a %s.",
                 c->problem == LAB_GEMV_ROW ? "row-major matrix is A[row * n + col]"
                                            : "column-major matrix is A[col * lda + row]");
    else { /* 1000 columns without their last 8: 62 groups of 16 or 31 of 32, nobody can tell */
        int fits = 0, least = 0, most = 0;
        for (int tile = 2; tile <= 1024; tile *= 2) {
            fits = c->n % tile && c->n > tile &&
                   (least ? c->n % tile == c->n % least
                          : lab_explains(r, out, lab_guess_columns, c->n / tile * tile));
            most = fits ? tile : most;
            least = fits && !least ? tile : least;
        }
        char group[40];
        snprintf(group, sizeof group, most > least ? "%d or %d" : "%d", least, most);
        if (least)
            snprintf(text, size,
                     "The last %d columns, which do not fill a group of %s, are missing from "
                     "every sum.",
                     c->n % least, group);
    }
}

static inline void lab_diagnose_dense(const struct lab_reference *r, const float *out, size_t first,
                                      char *text, size_t size)
{
    size_t poisoned = 0, last_good = 0, constant = 1;
    for (size_t i = 0; i < r->count; i++) {
        if (lab_is_poison(out[i]))
            poisoned++;
        else
            last_good = i;
        constant += i > 0 && out[i] == out[0];
    }
    text[0] = 0;
    if (poisoned && poisoned + last_good + 1 == r->count)
        snprintf(text, size,
                 "Everything from element %zu on was never written: are there enough blocks for "
                 "the last, partial one?",
                 last_good + 1);
    else if (poisoned)
        snprintf(text, size, "Elements never written: %zu.", poisoned);
    else if (isnan(out[first]) && r->question.problem != LAB_ADD_ONE &&
             r->question.problem != LAB_GEMV_ROW && r->shape.in[0].ld > r->question.m)
        snprintf(text, size,
                 "NaN lies between the columns of A, from row m to lda: is element (row, col) read "
                 "at A[col * lda + row]?");
    else if (isnan(out[first]))
        snprintf(text, size,
                 "NaN: does something read memory that nobody wrote, or start from an "
                 "uninitialised sum?");
    else if (isinf(out[first]) || fabs(out[first]) > 1e37)
        snprintf(text, size, "The sum overflows: does it start at 0?");
    else if (constant == r->count && out[0] == 0 && r->question.n > 1 &&
             r->question.problem != LAB_ADD_ONE)
        snprintf(text, size, "Every element is 0: does the loop run, and was all of x copied?");
    else if (r->count > 1 && constant == r->count)
        snprintf(text, size, "Every element is %g.", out[0]);
    else if (r->question.problem != LAB_ADD_ONE)
        lab_diagnose_gemv(r, out, text, size);
    if (!text[0] && first > 0 && r->question.problem != LAB_ADD_ONE)
        snprintf(text, size, first == 1 ? "Row 0 is right." : "Rows 0 to %zu are right.",
                 first - 1);
}

/* Compares `out` (as the kernel left it, dense) with the reference. */
static inline void lab_dense_verify(const struct lab_reference *r, const void *output,
                                    struct lab_verdict *v)
{
    const float *out = (const float *)output;
    const struct lab_case *c = &r->question;
    double tolerance = lab_tolerance(c, r->shape.depth);
    size_t first = 0, unchanged = 0, cols = (size_t)r->shape.out.cols;
    for (size_t i = 0; i < r->count; i++) {
        double error = fabs(out[i] - r->value[i]), bound = tolerance * r->scale[i];
        if (!(error <= bound)) {
            if (!v->wrong++)
                first = i;
        } else if (bound > 0) {
            v->worst = fmax(v->worst, error / bound);
        }
        unchanged += r->shape.in_place ? out[i] == r->input[i] : lab_is_poison(out[i]);
    }
    v->ok = v->wrong == 0;
    v->untouched = !v->ok && unchanged == r->count;
    if (v->ok)
        return;
    int used = lab_say_element(r, (int)(first / cols), (int)(first % cols), out[first],
                               r->value[first], v);
    lab_diagnose_dense(r, out, first, v->message + used, sizeof v->message - (size_t)used);
}

#endif

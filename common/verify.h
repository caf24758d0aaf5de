/* Correct or not, and if not, why. Three gates (docs/measuring.md derives them):
 *   integers  every partial sum is exact, so the output must equal the reference bit for bit, in whatever order it was summed;
 *   reals     |error| <= min(2 sqrt(depth), 16) u sum|a||b|, u = 2^-24, against a reference in double;
 *   document  document 000's badly conditioned data: |error| <= 1.1e-4 sum|a||x|.
 * A NaN never passes. Plain C: the judge and the learner's program use the same lines. */
#ifndef LAB_VERIFY_H
#define LAB_VERIFY_H

#include <math.h>
#include <stdlib.h>

#include "problem.h"

/* The right answer in double, and for each element the sum of magnitudes that scales its rounding error. */
struct lab_reference {
    struct lab_case question;
    struct lab_shape shape;
    size_t count;
    double *value, *scale;
    float *input; /* the case's x, or the array that is changed in place */
};

struct lab_verdict {
    int ok;
    int untouched;     /* not one element was written */
    double worst;      /* largest error over its bound (real data), 0 if exact */
    size_t wrong;      /* elements that are wrong */
    char message[400]; /* one sentence or two; empty if ok */
};

static inline double lab_tolerance(const struct lab_case *c, int depth)
{
    if (c->data == LAB_EXACT)
        return 0;
    if (c->data == LAB_DOCUMENT)
        return 1.1e-4;
    return fmin(2 * sqrt(depth), 16) * ldexp(1, -24);
}

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

/* Computes the reference; 0, or -1 when memory is short. Free with lab_reference_free either way. */
static inline int lab_reference_of(const struct lab_case *c, struct lab_reference *r)
{
    memset(r, 0, sizeof *r);
    r->question = *c;
    r->shape = lab_shape_of(c);
    r->count = (size_t)r->shape.out.rows * r->shape.out.cols;
    r->value = (double *)malloc(r->count * sizeof(double));
    r->scale = (double *)malloc(r->count * sizeof(double));
    int last = r->shape.inputs - 1;
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

static inline void lab_reference_free(struct lab_reference *r)
{
    free(r->value);
    free(r->scale);
    free(r->input);
}

static inline int lab_is_poison(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, 4);
    return bits == lab_poison;
}

static inline int lab_close(const struct lab_reference *r, float value, double expected,
                            double scale)
{
    return fabs(value - expected) <=
           lab_tolerance(&r->question, r->shape.depth) * scale; /* false for NaN */
}

/* Does out[i] == f(i) for every i where a guess f is defined? Guesses must explain every element, and be told from the truth. */
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

/* A sentence about what kind of mistake gives this output; empty if it resembles none that we know. */
static inline void lab_diagnose_gemv(const struct lab_reference *r, const float *out, char *text,
                                     size_t size)
{
    const struct lab_case *c = &r->question;
    if (lab_explains(r, out, lab_guess_accumulated, 0))
        snprintf(
            text, size,
            "y holds what it held before plus the product: store the sum, do not add it to y.");
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
    else
        for (int tile = 2; tile <= 1024; tile *= 2)
            if (c->n % tile && c->n > tile &&
                lab_explains(r, out, lab_guess_columns, c->n / tile * tile)) {
                snprintf(text, size,
                         "The last %d columns, which do not fill a group of %d, are missing from "
                         "every sum.",
                         c->n % tile, tile);
                break;
            }
}

static inline void lab_diagnose(const struct lab_reference *r, const float *out, size_t first,
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
        snprintf(text, size, "%zu elements were never written.", poisoned);
    else if (isnan(out[first]))
        snprintf(text, size,
                 "NaN: does something read memory that nobody wrote, or start from an "
                 "uninitialised sum?");
    else if (isinf(out[first]) || fabs(out[first]) > 1e37)
        snprintf(text, size, "The sum overflows: does it start at 0?");
    else if (r->count > 1 && constant == r->count)
        snprintf(text, size, "Every element is %g.", out[0]);
    else if (r->question.problem != LAB_ADD_ONE)
        lab_diagnose_gemv(r, out, text, size);
    if (!text[0] && first > 0 && r->question.problem != LAB_ADD_ONE)
        snprintf(text, size, "Rows 0 to %zu are right.", first - 1);
}

/* Compares `out` (as the kernel left it, row-major, dense) with the reference. */
static inline struct lab_verdict lab_verify(const struct lab_reference *r, const float *out)
{
    struct lab_verdict v;
    memset(&v, 0, sizeof v);
    const struct lab_case *c = &r->question;
    double tolerance = lab_tolerance(c, r->shape.depth);
    size_t first = 0, unchanged = 0;
    for (size_t i = 0; i < r->count; i++) {
        double error = fabs(out[i] - r->value[i]), bound = tolerance * r->scale[i];
        if (!(error <= bound)) {
            if (!v.wrong++)
                first = i;
        } else if (bound > 0) {
            v.worst = fmax(v.worst, error / bound);
        }
        unchanged += r->shape.in_place ? out[i] == r->input[i] : lab_is_poison(out[i]);
    }
    v.ok = v.wrong == 0;
    v.untouched = !v.ok && unchanged == r->count;
    if (v.ok)
        return v;
    int used = snprintf(v.message, sizeof v.message, "%s[%zu", r->shape.out.name,
                        r->shape.out.cols > 1 ? first / c->n : first);
    if (r->shape.out.cols > 1)
        used += snprintf(v.message + used, sizeof v.message - used, "][%zu", first % c->n);
    used += snprintf(v.message + used, sizeof v.message - used,
                     "] is %.9g, should be %.9g (%zu of %zu wrong; %dx%d, %s). ", out[first],
                     r->value[first], v.wrong, r->count, c->m, c->n, lab_data_name(c->data));
    lab_diagnose(r, out, first, v.message + used, sizeof v.message - used);
    return v;
}

#endif

/* Add one and the GEMVs: one value and one scale per element, computed once. */
#ifndef LAB_PROBLEMS_GEMV_VERIFY_H
#define LAB_PROBLEMS_GEMV_VERIFY_H

#include "lab/verdict.h"

/* Part of a row or a column of an operand, as floats. */
static inline void lab_gemv_part(const struct lab_recipe *r, int by_column, int i, int from,
                                 int end, float *to)
{
    if (lab_is_common(r))
        lab_fill_common(r, by_column, i, from, end, to);
    else
        for (int j = from; j < end; j++)
            *to++ = (float)lab_element(*r, by_column ? j : i, by_column ? i : j);
}

/* Part of x, as the device has it. */
static inline void lab_gemv_x(const struct lab_reference *r, int from, int end, float *to)
{
    const struct lab_recipe x = lab_recipe_of(&r->question, 1);
    if (r->input)
        memcpy(to, r->input + from, (size_t)(end - from) * sizeof *to);
    else if (r->question.data != LAB_DOCUMENT)
        lab_gemv_part(&x, 1, 0, from, end, to);
    else
        for (int col = from; col < end; col++)
            *to++ = (float)lab_document_x(col);
}

/* One row of A x over columns [from, to). */
static inline double lab_gemv_row(const struct lab_reference *r, struct lab_recipe a, int row,
                                  int from, int to, double *scale)
{
    enum { PART = 256 };
    float of_a[PART], of_x[PART];
    double sum = 0, magnitude = 0;
    for (int end = from; from < to; from = end) {
        end = to - from > PART ? from + PART : to;
        lab_gemv_part(&a, 0, row, from, end, of_a);
        lab_gemv_x(r, from, end, of_x);
        for (int i = 0; i < end - from; i++) {
            double product = (double)of_a[i] * of_x[i];
            sum += product;
            magnitude += fabs(product);
        }
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
    if (r->shape.in_place) {
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

/* Compares `out` (as the kernel left it, dense) with the reference. */
static inline void lab_dense_verify(const struct lab_reference *r, const void *output,
                                    struct lab_verdict *v)
{
    const float *out = (const float *)output;
    const struct lab_case *c = &r->question;
    double tolerance = lab_tolerance(c, r->shape.depth);
    const double poison = lab_poison_value(c, LAB_F32);
    size_t first = 0, unchanged = 0, cols = (size_t)r->shape.out.cols;
    for (size_t i = 0; i < r->count; i++) {
        double error = fabs(out[i] - r->value[i]), bound = tolerance * r->scale[i];
        if (!(error <= bound)) {
            if (!v->wrong++)
                first = i;
        } else if (bound > 0) {
            v->worst = fmax(v->worst, error / bound);
        }
        unchanged += r->shape.in_place ? out[i] == r->input[i] : lab_same(out[i], poison);
    }
    v->ok = v->wrong == 0;
    v->untouched = !v->ok && unchanged == r->count;
    if (v->ok)
        return;
    lab_accuse(r, (int)(first / cols), (int)(first % cols), out[first], r->value[first], v);
}

#endif

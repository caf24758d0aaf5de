/* Of all but products of matrices, what belongs in a row: x, or the array, is kept; what is only
 * moved is computed from one element of the input, so nothing is. */
#ifndef LAB_PROBLEMS_DENSE_VERIFY_H
#define LAB_PROBLEMS_DENSE_VERIFY_H

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

static inline int lab_dense_prepare(struct lab_reference *r)
{
    const int last = r->shape.inputs - 1;
    r->input = (float *)malloc(lab_bytes(&r->shape.in[last]));
    if (r->input)
        lab_fill_host(&r->question, last, r->input);
    return r->input ? 0 : -1;
}

static inline int lab_add_one_row(const struct lab_reference *r, int row, struct lab_right *to)
{
    const float *a = r->input + (size_t)row * (size_t)r->shape.out.cols;
    for (int col = 0; col < r->shape.out.cols; col++)
        to[col] = (struct lab_right){a[col] + 1.0f, 0, 0}; /* one addition: nothing to forgive */
    return 0;
}

static inline int lab_gemv_row(const struct lab_reference *r, int row, struct lab_right *to)
{
    enum { PART = 256 };
    const struct lab_recipe a = lab_recipe_of(&r->question, 0);
    const int n = r->question.n;
    float of_a[PART];
    double sum = 0, magnitude = 0;
    for (int from = 0, end; from < n; from = end) {
        end = n - from > PART ? from + PART : n;
        lab_gemv_part(&a, 0, row, from, end, of_a);
        for (int i = 0; i < end - from; i++) {
            const double product = (double)of_a[i] * r->input[from + i];
            sum += product;
            magnitude += fabs(product);
        }
    }
    *to = (struct lab_right){sum, 0, magnitude};
    return 0;
}

static inline int lab_moved_row(const struct lab_reference *r, int row, struct lab_right *to)
{
    enum { PART = 256 };
    const struct lab_recipe in = lab_recipe_of(&r->question, 0);
    const int cols = r->shape.out.cols, fast = lab_is_common(&in);
    uint32_t part[PART];
    for (int col = 0; col < cols; col++) {
        if (fast && col % PART == 0)
            lab_fill_common(&in, 1, row, col, cols - col > PART ? col + PART : cols, part);
        to[col] = (struct lab_right){
            fast ? part[col % PART] : lab_moved(&r->question, in, row, col), 0, 0};
    }
    return 0;
}

#endif

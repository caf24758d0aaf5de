/* Transposes, and the exercise on divergence: each element of the output is a function of one
 * element of the input, so nothing is stored; what should be there is computed while looking. */
#ifndef LAB_PROBLEMS_MOVED_VERIFY_H
#define LAB_PROBLEMS_MOVED_VERIFY_H

#include "lab/verdict.h"

/* Is this row of a transposition right? In a fraction of the time that lab_moved takes; 0 where
 * that is to be asked. */
static inline int lab_row_is_moved(const struct lab_reference *r, const struct lab_recipe *in,
                                   const void *out, int row)
{
    enum { PART = 256 };
    const uint32_t *is = (const uint32_t *)out + (size_t)row * (size_t)r->shape.out.ld;
    const int cols = r->shape.out.cols;
    uint32_t should[PART];
    int right = lab_is_common(in);
    for (int from = 0, end; right && from < cols; from = end) {
        end = cols - from > PART ? from + PART : cols;
        lab_fill_common(in, 1, row, from, end, should);
        right = memcmp(is + from, should, (size_t)(end - from) * sizeof *should) == 0;
    }
    return right;
}

static inline void lab_moved_verify(const struct lab_reference *r, const void *out,
                                    struct lab_verdict *v)
{
    struct lab_recipe in = lab_recipe_of(&r->question, 0);
    double poison = lab_poison_value(&r->question, r->shape.out.type);
    size_t poisoned = 0;
    for (int row = 0; row < r->shape.out.rows; row++)
        for (int col = lab_row_is_moved(r, &in, out, row) ? r->shape.out.cols : 0;
             col < r->shape.out.cols; col++) {
            double is = lab_out(r, out, row, col), should = lab_moved(&r->question, in, row, col);
            if (is == should) /* a NaN is no pattern of ours, and equal to none */
                continue;
            if (v->wrong++ == 0)
                lab_accuse(r, row, col, is, should, v);
            poisoned += is == poison;
        }
    v->ok = v->wrong == 0;
    v->untouched = poisoned == r->count;
}

#endif

/* Correct or not, and if not, why. Five gates (docs/measuring.md derives them):
 *   integers  every partial sum is exact, so the output must equal the reference bit for bit, in
 *             whatever order it was summed;
 *   reals     |error| <= min(2 sqrt(depth), 16) u sum|a||b|, u = 2^-24 (double: 2^-53), against a
 *             reference in double (exact);
 *   document  document 000's badly conditioned data: |error| <= 1.1e-4 sum|a||x|;
 *   patterns  what is only moved must arrive bit for bit;
 *   corners   of matrices too large to hold, only the corners are looked at, exactly
 *             (problems/corner_verify.h).
 * A NaN never passes. Plain C: the judge and the learner's program use the same lines. */
#ifndef LAB_VERIFY_H
#define LAB_VERIFY_H

#include "lab/problems/binary_products.h"
#include "lab/problems/gemm.h"
#include "lab/problems/gemv.h"
#include "lab/problems/corner_verify.h"
#include "lab/problems/transpose.h"
#include "verdict.h"

/* How a family of problems computes what is right, and compares an output (as it lies in memory,
 * padding included) with it. */
struct lab_judgement {
    int (*reference)(
        struct lab_reference *r); /* -1 when memory is short; NULL: nothing to compute ahead */
    void (*verify)(const struct lab_reference *r, const void *out, struct lab_verdict *v);
};

static inline const struct lab_judgement *lab_judgement_of(enum lab_problem problem)
{
    static const struct lab_judgement table[LAB_PROBLEMS] = {
        {lab_dense_reference, lab_dense_verify},
        {lab_dense_reference, lab_dense_verify},
        {lab_dense_reference, lab_dense_verify},
        {lab_dense_reference, lab_dense_verify},
        {NULL, lab_moved_verify},
        {NULL, lab_moved_verify},
        {lab_gemm_reference, lab_gemm_verify},
        {lab_gemm_reference, lab_gemm_verify},
        {lab_gemm_reference, lab_gemm_verify},
        {lab_gemm_reference, lab_gemm_verify},
        {NULL, lab_packed_verify},
        {NULL, lab_packed_verify},
        {NULL, lab_packed_verify},
        {NULL, lab_packed_verify},
        {lab_xnor_reference, lab_xnor_verify},
        {lab_xnor_reference, lab_xnor_verify},
        {lab_xnor_reference, lab_xnor_verify},
        {lab_xnor_reference, lab_xnor_verify}};
    return &table[problem];
}

/* Computes the reference; 0, or -1 when memory is short. Free with lab_reference_free either
 * way. */
static inline int lab_reference_of(const struct lab_case *c, struct lab_reference *r)
{
    const struct lab_judgement *how = lab_judgement_of(c->problem);
    memset(r, 0, sizeof *r);
    r->question = *c;
    r->shape = lab_shape_of(c);
    if (lab_is_huge(c))
        r->shape.out = lab_corners_of(&r->shape.out);
    r->count = (size_t)r->shape.out.rows * (size_t)r->shape.out.cols;
    return how->reference && !lab_is_huge(c) ? how->reference(r) : 0;
}

static inline void lab_reference_free(struct lab_reference *r)
{
    free(r->value);
    free(r->scale);
    free(r->low);
    free(r->input);
    free(r->matrix[0]);
    free(r->matrix[1]);
}

/* Compares `out`, lab_bytes(&r->shape.out) bytes as the kernel left them, with the reference. */
static inline struct lab_verdict lab_verify(const struct lab_reference *r, const void *out)
{
    struct lab_verdict v;
    memset(&v, 0, sizeof v);
    if (lab_is_huge(&r->question))
        lab_huge_verify(r, out, &v);
    else
        lab_judgement_of(r->question.problem)->verify(r, out, &v);
    size_t used = strlen(v.message);
    v.explained = used > 0 && v.message[used - 1] != ' ';
    if (used > 0 && !v.explained)
        v.message[used - 1] = 0;
    return v;
}

/* How much of the message says what is wrong; the rest guesses why, which is idle where somebody
 * knows. */
static inline int lab_facts_of(const struct lab_verdict *v)
{
    const char *end = strstr(v->message, "). ");
    return (int)(end ? end + 2 - v->message : (long)strlen(v->message));
}

/* A quick look at `count` elements, drawn with `key`, of an output that may be large: 1 if they are
 * right. Not for sums over a vector (the GEMVs) and not for what is changed in place. */
static inline int lab_spot_check(const struct lab_case *c, const void *out, uint64_t key, int count)
{
    struct lab_reference r;
    memset(&r, 0, sizeof r);
    r.question = *c;
    r.shape = lab_shape_of(c);
    if (c->problem >= LAB_PACK_A)
        return lab_binary_spot(&r, out, key, count);
    return lab_has_depth(c->problem) ? lab_gemm_spot(&r, out, key, count)
                                     : lab_moved_spot(&r, out, key, count);
}

#endif

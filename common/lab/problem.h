/* All problems, by family, and whether an output is right. Five gates (docs/measuring.md derives
 * them):
 *   integers  every partial sum is exact, so the output must equal the reference bit for bit, in
 *             whatever order it was summed;
 *   reals     |error| <= min(2 sqrt(depth), 16) u sum|a||b|, u = 2^-24 (double: 2^-53), against a
 *             reference in double (exact);
 *   document  document 000's badly conditioned data: |error| <= 1.1e-4 sum|a||x|;
 *   patterns  what is only moved must arrive bit for bit;
 *   corners   of matrices too large to hold, only the corners are looked at, exactly
 *             (problems/corner_verify.h).
 * A NaN never passes. Plain C: the judge and the learner's program use the same lines. */
#ifndef LAB_PROBLEM_H
#define LAB_PROBLEM_H

/* What a problem does not name is 0; g++ would remark on it with -Wextra. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#include "lab/problems/gemm.h"
#include "lab/problems/gemv.h"
#include "lab/problems/packing.h"
#include "lab/problems/transpose.h"
#include "lab/problems/xnor.h"
#pragma GCC diagnostic pop

static inline const struct problem *lab_problem_of(enum lab_problem problem)
{
#define LAB_PROBLEM_AT(name) &lab_problem_##name,
    static const struct problem *const all[] = {LAB_PROBLEM_LIST(LAB_PROBLEM_AT)};
#undef LAB_PROBLEM_AT
    return all[problem];
}

/* Computes the reference; 0, or -1 when memory is short. Free with lab_reference_free either
 * way. */
static inline int lab_reference_of(const struct lab_case *c, struct lab_reference *r)
{
    const struct problem *p = lab_problem_of(c->problem);
    memset(r, 0, sizeof *r);
    r->question = *c;
    r->shape = lab_shape_of(c);
    if (lab_is_huge(c))
        r->shape.out = lab_corners_of(&r->shape.out);
    r->count = (size_t)r->shape.out.rows * (size_t)r->shape.out.cols;
    return p->reference && !lab_is_huge(c) ? p->reference(r) : 0;
}

static inline void lab_reference_free(struct lab_reference *r)
{
    free(r->value);
    free(r->scale);
    free(r->low);
    free(r->input);
    free(r->matrix[0]);
    free(r->matrix[1]);
    free(r->probe);
}

/* Compares `out`, lab_bytes(&r->shape.out) bytes as the kernel left them, with the reference. */
static inline struct lab_verdict lab_verify(const struct lab_reference *r, const void *out)
{
    struct lab_verdict v;
    memset(&v, 0, sizeof v);
    v.question = r->question;
    if (lab_is_huge(&r->question))
        lab_huge_verify(r, out, &v);
    else
        lab_problem_of(r->question.problem)->verify(r, out, &v);
    return v;
}

/* A quick look at `count` elements, drawn with `key`, of an output that may be large: 1 if they are
 * right. */
static inline int lab_spot_check(const struct lab_case *c, const void *out, uint64_t key, int count)
{
    struct lab_reference r;
    memset(&r, 0, sizeof r);
    r.question = *c;
    r.shape = lab_shape_of(c);
    return lab_problem_of(c->problem)->spot(&r, out, key, count);
}

#endif

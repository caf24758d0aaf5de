/* Is an output of a problem right? Beyond what problems/problems.h says of integers, reals and
 * patterns: document 000's badly conditioned data may err by 1.1e-4 sum|a||x|; of matrices too
 * large to hold, only the corners are looked at, exactly (problems/corner_verify.h). Plain C: the
 * judge and the learner's program use the same lines. */
#ifndef LAB_PROBLEM_H
#define LAB_PROBLEM_H

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#include "lab/problems/corner_verify.h"
#include "lab/problems/trials.h"
#pragma GCC diagnostic pop

/* Computes the reference; 0, or -1 when memory is short. Free with lab_reference_free either
 * way. */
static inline int lab_reference_of(const struct lab_case *c, struct lab_reference *r)
{
    const struct lab_trials *p = lab_trials_of(c->problem);
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
        lab_trials_of(r->question.problem)->verify(r, out, &v);
    return v;
}

/* A quick look at `count` elements of an output that may be large, the first, the last, and others
 * drawn with `key`: 1 if they are right. */
static inline int lab_spot_check(const struct lab_case *c, const void *out, uint64_t key, int count)
{
    const struct lab_shape s = lab_shape_of(c);
    const double tolerance = lab_tolerance(c, s.depth);
    int right = 1;
    for (int i = 0; i < count && right; i++) {
        const int last = i == 1,
                  row = i == 0 ? 0
                        : last ? s.out.rows - 1
                               : (int)(lab_random(key, i, 0) % (uint64_t)s.out.rows),
                  col = i == 0 ? 0
                        : last ? s.out.cols - 1
                               : (int)(lab_random(key, i, 1) % (uint64_t)s.out.cols);
        const size_t at = (size_t)row * (size_t)s.out.ld + (size_t)col;
        const struct lab_right should = lab_problem_of(c->problem)->right(c, row, col);
        right = fabs((lab_get(s.out.type, out, at) - should.value) - should.low) <=
                tolerance * should.scale; /* false for NaN */
    }
    return right;
}

#endif

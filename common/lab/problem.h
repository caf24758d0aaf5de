/* Is an output of a problem right? Beyond what problems/problems.h says of integers, reals and
 * patterns: document 000's badly conditioned data may err by 1.1e-4 sum|a||x|; of matrices too
 * large to hold, only the corners are looked at, exactly (verdict.h). Plain C: the
 * judge and the learner's program use the same lines. */
#pragma once

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#include "lab/problems/trials.h"
#pragma GCC diagnostic pop

/* Are all elements of its output compared? */
static inline int lab_is_full(const struct lab_reference *r)
{
    const struct lab_trials *p = lab_trials_of(r->question.problem);
    return !p->suspects || r->shape.flops / 2 <= p->full;
}

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
    const size_t cols = (size_t)r->shape.out.cols;
    r->count = (size_t)r->shape.out.rows * cols;
    if (lab_is_huge(c) || !p->prepare)
        return 0;
    if (p->prepare(r))
        return -1;
    if (!lab_is(c->problem, LAB_ROUNDED) || !lab_is_full(r))
        return 0; /* rows are computed when an output is seen */
    r->right = (struct lab_right *)malloc(r->count * sizeof *r->right);
    for (int row = 0; row < r->shape.out.rows; row++)
        if (!r->right || p->row(r, row, r->right + (size_t)row * cols))
            return -1;
    return 0;
}

static inline void lab_reference_free(struct lab_reference *r)
{
    free(r->right);
    free(r->matrix[0]);
    free(r->matrix[1]);
}

static inline void lab_compare_row(const struct lab_reference *r, const void *out, int row,
                                   const struct lab_right *should, struct lab_verdict *v)
{
    const double tolerance = lab_tolerance(&r->question, r->shape.depth);
    for (int col = 0; col < r->shape.out.cols; col++) {
        const double is = lab_out(r, out, row, col);
        if (lab_is_right(is, &should[col], tolerance))
            continue;
        if (v->wrong++ == 0)
            lab_accuse(r, row, col, is, should[col].value, v);
    }
}

/* Compares the rows that are to be looked at: all, or of a large output those that its family
 * suspects, the first of them, and those that it has drawn. -1 when memory is short. */
static inline int lab_compare_rows(const struct lab_reference *r, const void *out,
                                   struct lab_verdict *v)
{
    const struct lab_trials *p = lab_trials_of(r->question.problem);
    const size_t rows = (size_t)r->shape.out.rows, cols = (size_t)r->shape.out.cols;
    struct lab_right *row_of = (struct lab_right *)malloc(cols * sizeof *row_of);
    char *look = (char *)calloc(rows, 1);
    int status = row_of && look ? 0 : -1, said = 0;
    const int all = lab_is_full(r);
    if (!status && !all)
        status = p->suspects(r, out, look);
    for (size_t row = 0; row < rows && !status; row++) {
        const struct lab_right *should = r->right ? r->right + row * cols : row_of;
        if (!all && (!look[row] || (look[row] == LAB_SUSPECTED && said++ >= LAB_ROWS_SAID)))
            continue;
        if (!r->right)
            status = p->row(r, (int)row, row_of);
        if (!status)
            lab_compare_row(r, out, (int)row, should, v);
    }
    free(look);
    free(row_of);
    return status;
}

/* Was nothing written, or nothing changed? */
static inline int lab_is_untouched(const struct lab_reference *r, const void *out)
{
    const struct lab_operand *o = &r->shape.out;
    const double poison = lab_poison_value(&r->question, o->type);
    for (size_t i = 0, cols = (size_t)o->cols; i < r->count; i++)
        if (!lab_same(lab_out(r, out, (int)(i / cols), (int)(i % cols)),
                      r->shape.in_place ? ((const float *)r->matrix[0])[i] : poison))
            return 0;
    return 1;
}

/* The first row behind whose end something was written; -1: none. */
static inline int lab_padding_written(const struct lab_reference *r, const void *out)
{
    const struct lab_operand *o = &r->shape.out;
    const double poison = lab_poison_value(&r->question, o->type);
    for (int row = 0; row + 1 < o->rows; row++)
        for (int col = o->cols; col < o->ld; col++)
            if (!lab_same(lab_out(r, out, row, col), poison))
                return row;
    return -1;
}

/* Compares `out`, lab_bytes(&r->shape.out) bytes as the kernel left them, with the reference. */
static inline struct lab_verdict lab_verify(const struct lab_reference *r, const void *out)
{
    struct lab_verdict v;
    memset(&v, 0, sizeof v);
    v.question = r->question;
    if (lab_is_huge(&r->question)) {
        lab_huge_verify(r, out, &v);
        return v;
    }
    const int status = lab_compare_rows(r, out, &v), padding = lab_padding_written(r, out);
    v.ok = status == 0 && v.wrong == 0 && padding < 0;
    v.untouched = !v.ok && padding < 0 && lab_is_untouched(r, out);
    if (status) {
        v.fault = LAB_NOT_VERIFIED;
        v.operand = NULL; /* whatever was seen before memory was short */
    } else if (!v.ok && !v.wrong) {
        snprintf(v.guess, sizeof v.guess,
                 "Row %d of C is written beyond its end (%d columns, %d apart): is every index "
                 "checked against n?",
                 padding, r->shape.out.cols, r->shape.out.ld);
    }
    return v;
}

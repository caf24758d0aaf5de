/* Transposes, and the exercise on divergence: each element of the output is a function of one
 * element of the input, so nothing is stored; what should be there is computed while looking. */
#ifndef LAB_PROBLEMS_TRANSPOSE_H
#define LAB_PROBLEMS_TRANSPOSE_H

#include "lab/branches.h"
#include "lab/verdict.h"

static const struct lab_size lab_sizes_transpose[] = {
    {32, 32, 1},   {1, 1, 1},     {1, 1000, 1}, {1000, 1, 1}, {7, 9, 1},
    {15, 17, 1},   {33, 31, 1},   {63, 65, 1},  {64, 64, 1},  {109, 61, 1},
    {127, 129, 1}, {128, 132, 1}, {260, 68, 1}, {61, 257, 1}, {2, 8, 1},
    {2051, 3, 1},  {3, 2051, 1},  {66, 66, 1},  {64, 66, 1}};
static const struct lab_size lab_sizes_transpose_gpu[] = {
    {1021, 509, 1}, {2052, 1028, 1}, {1023, 2049, 1}, {524280, 3, 1}, {3, 524280, 1}};
static const struct lab_size lab_sizes_branches[] = {
    {1, 256, 8}, {1, 1, 8},   {1, 1000, 1}, {1000, 1, 2}, {1, 31, 8},   {1, 257, 4},
    {33, 31, 8}, {64, 64, 2}, {100, 41, 4}, {1, 2049, 8}, {1, 70001, 4}};
static const struct lab_size lab_sizes_branches_gpu[] = {{1000, 1001, 8}, {1, 65537, 4}};

static inline void lab_shape_transpose(const struct lab_case *c, struct lab_shape *s)
{
    s->inputs = 1;
    s->in[0] = lab_matrix("in", c->m, c->n);
    s->out = lab_matrix("out", c->n, c->m);
    s->in[0].type = s->out.type = LAB_B32;
    s->depth = 1;
    s->bytes = 8.0 * c->m * c->n;
}

static inline void lab_shape_branches(const struct lab_case *c, struct lab_shape *s)
{
    s->inputs = 1;
    s->in[0] = lab_matrix("in", c->m, c->n);
    s->out = lab_matrix("out", c->m, c->n);
    s->in[0].type = s->out.type = LAB_U32;
    s->depth = 1;
    s->bytes = 8.0 * c->m * c->n;
}

/* What stands at (row, col) of the right output. */
static inline double lab_moved(const struct lab_reference *r, struct lab_recipe in, int row,
                               int col)
{
    if (lab_problem_of(r->question.problem)->third != LAB_WAYS)
        return lab_element(in, col, row);
    size_t i = (size_t)row * (size_t)r->question.n + (size_t)col;
    int kind = (int)(i % (size_t)r->question.k);
    uint32_t result;
    lab_branch(kind, (uint32_t)lab_element(in, row, col), &result);
    return result;
}

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
    int first_row = 0, first_col = 0;
    size_t poisoned = 0;
    for (int row = 0; row < r->shape.out.rows; row++)
        for (int col = lab_row_is_moved(r, &in, out, row) ? r->shape.out.cols : 0;
             col < r->shape.out.cols; col++) {
            double is = lab_out(r, out, row, col), should = lab_moved(r, in, row, col);
            if (is == should) /* a NaN is no pattern of ours, and equal to none */
                continue;
            if (v->wrong++ == 0) {
                first_row = row;
                first_col = col;
            }
            poisoned += is == poison;
        }
    v->ok = v->wrong == 0;
    v->untouched = poisoned == r->count;
    if (v->ok)
        return;
    lab_accuse(r, first_row, first_col, lab_out(r, out, first_row, first_col),
               lab_moved(r, in, first_row, first_col), v);
}

/* Some elements: 1 if all are right. */
static inline int lab_moved_spot(const struct lab_reference *r, const void *out, uint64_t key,
                                 int count)
{
    struct lab_recipe in = lab_recipe_of(&r->question, 0);
    int right = 1;
    for (int i = 0; i < count && right; i++) {
        int row = (int)(lab_random(key, i, 0) % (uint64_t)r->shape.out.rows),
            col = (int)(lab_random(key, i, 1) % (uint64_t)r->shape.out.cols);
        right = lab_out(r, out, row, col) == lab_moved(r, in, row, col);
    }
    return right;
}

/* What stands in a corner. */
static inline double lab_moved_corner(const struct lab_reference *r, int row, int col)
{
    return lab_moved(r, lab_recipe_of(&r->question, 0), row, col);
}

LAB_CPU_LOOPS static inline void lab_cpu_transpose(const struct lab_case *c,
                                                   void *const in[LAB_INPUTS], void *out)
{
    for (int row = 0; row < c->m; row++)
        for (int col = 0; col < c->n; col++)
            ((float *)out)[(size_t)col * (size_t)c->m + (size_t)row] =
                ((const float *)in[0])[(size_t)row * (size_t)c->n + (size_t)col];
}

LAB_CPU_LOOPS static inline void lab_cpu_branches(const struct lab_case *c,
                                                  void *const in[LAB_INPUTS], void *out)
{
    for (size_t i = 0; i < (size_t)c->m * (size_t)c->n; i++)
        lab_branch((int)(i % (size_t)c->k), ((const uint32_t *)in[0])[i], (uint32_t *)out + i);
}

static const struct problem lab_problem_TRANSPOSE = {
    .name = "transpose",
    .family = LAB_TRANSPOSE,
    .layout = LAB_TRANSPOSE,
    .type = LAB_B32,
    .most = {LAB_GRID_ROWS, LAB_GRID_ROWS, LAB_GRID_ROWS},
    .library = LAB_SGEAM,
    .library_name = "cublasSgeam, transposed",
    .special = {.tiles = {64, 64, 1}, .few = {3, 3, 1}},
    .plan = {.small = LAB_SIZES(lab_sizes_transpose),
             .large = LAB_SIZES(lab_sizes_transpose_gpu),
             .alternating = 1,
             .data = {LAB_BITS, LAB_BITS}},
    .headline_data = LAB_PATTERNS,
    .headline = {{1024, 1024, 1}},
    .headline_gpu = {{1024, 1024, 1}, {16384, 16384, 1}, {16383, 16381, 1}},
    .timed = {4095, 4093, 1},
    .shape = lab_shape_transpose,
    .verify = lab_moved_verify,
    .spot = lab_moved_spot,
    .corner = lab_moved_corner,
    .cpu = lab_cpu_transpose,
};

static const struct problem lab_problem_BRANCHES = {
    .name = "branches",
    .family = LAB_BRANCHES,
    .layout = LAB_BRANCHES,
    .traits = LAB_FLAT,
    .third = LAB_WAYS,
    .type = LAB_U32,
    .most = {INT_MAX, INT_MAX, INT_MAX},
    .special = {.tiles = {64, 64, 4}, .few = {1, 1, 8}},
    .plan = {.small = LAB_SIZES(lab_sizes_branches),
             .large = LAB_SIZES(lab_sizes_branches_gpu),
             .alternating = 1,
             .data = {LAB_PATTERNS, LAB_PATTERNS}},
    .headline_data = LAB_PATTERNS,
    .headline = {{1024, 1024, 1}, {1024, 1024, 2}, {1024, 1024, 4}, {1024, 1024, 8}},
    .headline_gpu = {{2048, 2048, 1}, {2048, 2048, 2}, {2048, 2048, 4}, {2048, 2048, 8}},
    .timed = {2048, 2048, 8},
    .shape = lab_shape_branches,
    .verify = lab_moved_verify,
    .spot = lab_moved_spot,
    .corner = lab_moved_corner,
    .cpu = lab_cpu_branches,
};

#endif

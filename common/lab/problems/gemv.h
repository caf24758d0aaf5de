/* Add one, and the GEMVs: y = A x, A row-major or column-major, x perhaps in constant memory. One
 * value and one scale per element, computed once. */
#ifndef LAB_PROBLEMS_GEMV_H
#define LAB_PROBLEMS_GEMV_H

#include "corner_verify.h"

/* The sizes on which a step must be right: 1, primes, one less and one more than a tile or a warp,
 * tall, wide, one with several 16-byte vectors of a row for each thread, more rows or columns than
 * one block has threads, and an x too long for constant or shared memory. A GPU gets larger ones
 * besides. */
static const struct lab_size lab_sizes_gemv[] = {
    {1, 1, 1},     {1, 1000, 1},  {1000, 1, 1},  {31, 33, 1},    {33, 31, 1},
    {127, 129, 1}, {257, 255, 1}, {512, 512, 1}, {1021, 509, 1}, {64, 2051, 1},
    {3, 8196, 1},  {7, 16385, 1}, {2051, 3, 1},  {6, 66, 1}};
static const struct lab_size lab_sizes_gemv_gpu[] = {
    {4099, 4093, 1}, {70001, 67, 1}, {67, 70001, 1}, {16383, 1021, 1}};
static const struct lab_size lab_sizes_add_one[] = {
    {5, 5, 1},     {1, 1, 1},     {1, 1000, 1}, {777, 1, 1}, {31, 33, 1},
    {257, 129, 1}, {523, 521, 1}, {3, 2000, 1}, {1500, 5, 1}}; /* a side longer than a block */

static const struct lab_extra lab_extra_add_one[] = {{LAB_STARVED,
                                                      {2048, 2048, 1},
                                                      {2048, 2048, 1}}},
                              lab_extra_gemv[] = {{LAB_DOCUMENT, {300, 400, 1}, {16384, 16384, 1}}};

static inline void lab_shape_add_one(const struct lab_case *c, struct lab_shape *s)
{
    s->inputs = 1;
    s->in[0] = s->out = lab_matrix("a", c->m, c->n);
    s->in_place = 1;
    s->depth = 2;
    s->flops = (double)c->m * c->n;
    s->bytes = 8 * s->flops;
}

static inline void lab_shape_gemv(const struct lab_case *c, struct lab_shape *s)
{
    double m = c->m, n = c->n;
    s->inputs = 2;
    s->in[0] = lab_matrix("A", c->m, c->n);
    if (c->problem != LAB_GEMV_ROW) {
        s->in[0].column_major = 1;
        s->in[0].ld = c->m % 32 == 0 || c->m > INT_MAX - 3
                          ? c->m /* columns begin on sectors: counts are round */
                      : c->m <= 2048 ? c->m + c->m % 7
                                     : (c->m + 3) / 4 * 4;
    }
    s->in[1] = lab_matrix("x", c->n, 1);
    s->out = lab_matrix("y", c->m, 1);
    s->depth = c->n;
    s->flops = 2 * m * n;
    s->bytes = 4 * (m * n + m + n);
}

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

static inline int lab_close(const struct lab_reference *r, float value, double expected,
                            double scale)
{
    return fabs(value - expected) <=
           lab_tolerance(&r->question, r->shape.depth) * scale; /* false for NaN */
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

/* Some elements, the first and the last always among them. */
static inline int lab_dense_spot(const struct lab_reference *r, const void *output, uint64_t key,
                                 int count)
{
    const float *out = (const float *)output;
    struct lab_recipe a = lab_recipe_of(&r->question, 0);
    int rows = r->shape.out.rows, cols = r->shape.out.cols, right = 1;
    for (int i = 0; i < count && right; i++) {
        int row = i == 0   ? 0
                  : i == 1 ? rows - 1
                           : (int)(lab_random(key, i, 0) % (uint64_t)rows),
            col = i == 1 ? cols - 1 : (int)(lab_random(key, i, 1) % (uint64_t)cols);
        double scale, value;
        if (r->shape.in_place) {
            right = out[(size_t)row * (size_t)cols + (size_t)col] ==
                    (float)lab_element(a, row, col) + 1.0f;
            continue;
        }
        value = lab_gemv_row(r, a, row, 0, r->question.n, &scale);
        right = lab_close(r, out[row], value, scale);
    }
    return right;
}

static inline void lab_cpu_add_one(const struct lab_case *c, void *const in[LAB_INPUTS], void *out)
{
    for (size_t i = 0; i < (size_t)c->m * (size_t)c->n; i++)
        ((float *)out)[i] = ((const float *)in[0])[i] + 1;
}

LAB_CPU_LOOPS static inline void lab_cpu_gemv(const struct lab_case *c, void *const in[LAB_INPUTS],
                                              void *out)
{
    const float *A = (const float *)in[0], *x = (const float *)in[1];
    for (int row = 0; row < c->m; row++) {
        float sum = 0;
        for (int col = 0; col < c->n; col++)
            sum += A[(size_t)row * (size_t)c->n + (size_t)col] * x[col];
        ((float *)out)[row] = sum;
    }
}

/* Lab 01's array in host memory, whoever copies it. */
#define LAB_ADD_ONE_KIN(called, starved)                                                           \
    .name = called, .family = LAB_ADD_ONE, .layout = LAB_ADD_ONE,                                  \
    .traits = LAB_WHOLE_PROGRAM | LAB_FLAT | LAB_ROUNDED, .most = {INT_MAX, INT_MAX, INT_MAX},     \
    .plan = {.small = LAB_SIZES(lab_sizes_add_one),                                                \
             .data = {LAB_EXACT, LAB_REAL},                                                        \
             .extra = lab_extra_add_one,                                                           \
             .extras = starved},                                                                   \
    .headline_data = LAB_REAL, .headline = {{1024, 1024, 1}}, .headline_gpu = {{16384, 16384, 1}}, \
    .shape = lab_shape_add_one, .reference = lab_dense_reference, .verify = lab_dense_verify,      \
    .spot = lab_dense_spot, .cpu = lab_cpu_add_one

static const struct problem lab_problem_ADD_ONE = {LAB_ADD_ONE_KIN("add_one", 0)};
static const struct problem lab_problem_HOST_PROGRAM = {LAB_ADD_ONE_KIN("host_program", 0)};
static const struct problem lab_problem_CHECKED_PROGRAM = {LAB_ADD_ONE_KIN("checked_program", 1)};

#define LAB_GEMV_KIN                                                                               \
    .plan = {.small = LAB_SIZES(lab_sizes_gemv),                                                   \
             .large = LAB_SIZES(lab_sizes_gemv_gpu),                                               \
             .data = {LAB_EXACT, LAB_REAL},                                                        \
             .extra = lab_extra_gemv,                                                              \
             .extras = 1},                                                                         \
    .headline_data = LAB_DOCUMENT, .headline = {{1024, 1024, 1}},                                  \
    .headline_gpu = {{16384, 16384, 1}}, .shape = lab_shape_gemv,                                  \
    .reference = lab_dense_reference, .verify = lab_dense_verify, .spot = lab_dense_spot,          \
    .corner = lab_corner_product, .cpu = lab_cpu_gemv

static const struct problem lab_problem_GEMV_ROW = {
    .name = "gemv_row",
    .family = LAB_GEMV_ROW,
    .layout = LAB_GEMV_ROW,
    .traits = LAB_ROUNDED | LAB_STREAMS,
    .most = {INT_MAX, INT_MAX, INT_MAX},
    .library = LAB_SGEMV_ROWS,
    .library_name = "cublasSgemv, transposed (row-major)",
    .special = {.tiles = {64, 64, 1},
                .scaled = {{21, 27, 1}, {36, 40, 1}},
                .few = {3, 3, 1},
                .walked = 2},
    LAB_GEMV_KIN,
};

/* A by columns. `longest`: x at most; `long_x`: of the case with few rows; `parts`: of the case
 * that a second dimension of the grid may not hold, or 0. */
#define LAB_GEMV_BY_COLUMNS(called, more, longest, long_x, parts)                                  \
    .name = called, .family = LAB_GEMV_ROW, .layout = LAB_GEMV_COL,                                \
    .traits = LAB_ROUNDED | LAB_STREAMS | (more), .most = {INT_MAX, longest, INT_MAX},             \
    .library = LAB_SGEMV_COLUMNS, .library_name = "cublasSgemv (column-major)",                    \
    .special = {.tiles = {64, 64, 1},                                                              \
                .scaled = {{21, 27, 1}, {36, 40, 1}},                                              \
                .few = {3, 3, 1},                                                                  \
                .stretched = {3, long_x, 1},                                                       \
                .walked = 2,                                                                       \
                .pitched = 1,                                                                      \
                .divided = parts},                                                                 \
    LAB_GEMV_KIN

static const struct problem lab_problem_GEMV_COL = {
    LAB_GEMV_BY_COLUMNS("gemv_col", 0, INT_MAX, LAB_CONSTANT_FLOATS + 4, 0)};
static const struct problem lab_problem_GEMV_SPLIT = {
    LAB_GEMV_BY_COLUMNS("gemv_split", 0, INT_MAX, LAB_CONSTANT_FLOATS + 4, LAB_MANY_PARTS)};
static const struct problem lab_problem_GEMV_CONST = {
    LAB_GEMV_BY_COLUMNS("gemv_const", LAB_CONSTANT_X, LAB_CONSTANT_FLOATS, LAB_CONSTANT_FLOATS, 0)};

#undef LAB_GEMV_BY_COLUMNS
#undef LAB_GEMV_KIN
#endif

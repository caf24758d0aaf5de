/* Problems on whole numbers of floats or doubles: add one, the GEMVs y = A x, the GEMMs C = A B;
 * transposes, and the exercise on divergence. */
#pragma once

#include "lab/branches.h"
#include "lab/inputs.h"

/* The sizes on which a step must be right: 1, primes, one less and one more than a tile or a warp,
 * tall, wide, one with several 16-byte vectors of a row for each thread, more rows or columns than
 * one block has threads, an x too long for constant or shared memory, and whole chunks of any
 * step. */
static const struct lab_size lab_sizes_add_one[] = {
    {5, 5, 1},     {1, 1, 1},     {1, 1000, 1}, {777, 1, 1}, {31, 33, 1},
    {257, 129, 1}, {523, 521, 1}, {3, 2000, 1}, {1500, 5, 1}}; /* a side longer than a block */
static const struct lab_size lab_sizes_gemv[] = {
    {1, 1, 1},     {1, 1000, 1},  {1000, 1, 1},  {31, 33, 1},    {33, 31, 1},
    {127, 129, 1}, {257, 255, 1}, {512, 512, 1}, {1021, 509, 1}, {64, 2051, 1},
    {3, 8196, 1},  {7, 16385, 1}, {2051, 3, 1},  {6, 66, 1},     {2, 16384, 1}};
static const struct lab_size lab_sizes_gemm[] = {
    {16, 16, 16},   {1, 1, 1},    {1, 257, 65}, {257, 1, 66}, {5, 7, 1031}, {31, 33, 29},
    {33, 31, 35},   {15, 17, 9},  {64, 64, 64}, {63, 65, 1},  {65, 63, 66}, {127, 129, 33},
    {97, 101, 103}, {2, 1100, 3}, {1100, 2, 3}, {3, 2, 4099}, {2, 3, 2048}};
/* Lab 08: its tiles have 64 or 128 rows and columns, 8 or 16 deep, and are fetched 16 bytes at a
 * time where rows allow it. Rows of 1146 are no whole float4 each, but begin 1148 apart. */
static const struct lab_size lab_sizes_gemm_tile[] = {
    {64, 64, 16},  {1, 1, 1},     {1, 257, 65},   {257, 1, 66},   {5, 7, 13},     {15, 17, 9},
    {63, 65, 1},   {65, 63, 66},  {31, 66, 15},   {128, 128, 32}, {127, 129, 33}, {129, 127, 7},
    {132, 136, 4}, {68, 260, 20}, {97, 101, 103}, {1100, 2, 5},   {2, 1146, 8},   {132, 128, 16}};
static const struct lab_size lab_sizes_transpose[] = {
    {32, 32, 1},   {1, 1, 1},     {1, 1000, 1}, {1000, 1, 1}, {7, 9, 1},
    {15, 17, 1},   {33, 31, 1},   {63, 65, 1},  {64, 64, 1},  {109, 61, 1},
    {127, 129, 1}, {128, 132, 1}, {260, 68, 1}, {61, 257, 1}, {2, 8, 1},
    {2051, 3, 1},  {3, 2051, 1},  {66, 66, 1},  {64, 66, 1}};
static const struct lab_size lab_sizes_branches[] = {
    {1, 256, 8}, {1, 1, 8},   {1, 1000, 1}, {1000, 1, 2}, {1, 31, 8},   {1, 257, 4},
    {33, 31, 8}, {64, 64, 2}, {100, 41, 4}, {1, 2049, 8}, {1, 70001, 4}};

/* ---- operands ---- */

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

/* Transposes, and the exercise on divergence. */
static inline void lab_shape_moved(const struct lab_case *c, struct lab_shape *s)
{
    const int turned = c->problem == LAB_TRANSPOSE;
    s->inputs = 1;
    s->in[0] = lab_matrix("in", c->m, c->n);
    s->out = lab_matrix("out", turned ? c->n : c->m, turned ? c->m : c->n);
    s->in[0].type = s->out.type = lab_problem_of(c->problem)->type;
    s->depth = 1;
    s->bytes = 8.0 * c->m * c->n;
}

/* How much further apart rows are than they are long. Long rows of whole 32 bytes stay aligned to
 * 16, so that code which asks for that finds gaps, too. */
static inline int lab_gap(int cols, int otherwise)
{
    return cols % 8 == 0 ? 4 : otherwise;
}

/* The integers come in rows that are further apart than they are long, the reals (what is timed)
 * without gaps. */
static inline void lab_shape_gemm(const struct lab_case *c, struct lab_shape *s)
{
    double m = c->m, n = c->n, k = c->k;
    const int gap = (c->data == LAB_EXACT || c->data == LAB_PROBE) && !(c->memory & LAB_DENSE);
    s->inputs = 2;
    s->in[0] = lab_matrix("A", c->m, c->k);
    s->in[1] = lab_matrix("B", c->k, c->n);
    s->out = lab_matrix("C", c->m, c->n);
    s->in[0].ld += gap * lab_gap(c->k, 1 + c->k % 3);
    s->in[1].ld += gap * lab_gap(c->n, 1 + c->n % 5);
    s->out.ld += gap * lab_gap(c->n, 2 + c->n % 3);
    s->in[0].type = s->in[1].type = s->out.type = lab_problem_of(c->problem)->type;
    s->depth = c->k;
    s->flops = 2 * m * n * k;
    s->bytes = (double)lab_type_size(s->out.type) * (m * k + k * n + m * n);
}

/* ---- what belongs at one place of the output ---- */

static inline struct lab_right lab_right_one_more(const struct lab_case *c, int row, int col)
{
    const struct lab_recipe a = lab_recipe_of(c, 0);
    const struct lab_right right = {(float)lab_stored(&a, row, col) + 1.0f, 0, 0};
    return right; /* one float addition: nothing to forgive */
}

/* What stands at (row, col) of a transposition, or of the exercise on divergence. */
static inline double lab_moved(const struct lab_case *c, struct lab_recipe in, int row, int col)
{
    const size_t i = (size_t)row * (size_t)c->n + (size_t)col;
    uint32_t result;
    if (c->problem == LAB_TRANSPOSE)
        return lab_element(in, col, row);
    lab_branch((int)(i % (size_t)c->k), (uint32_t)lab_element(in, row, col), &result);
    return result;
}

static inline struct lab_right lab_right_moved(const struct lab_case *c, int row, int col)
{
    const struct lab_right right = {lab_moved(c, lab_recipe_of(c, 0), row, col), 0, 0};
    return right;
}

__extension__ typedef __int128 lab_wide; /* sums of products of 53-bit integers, exactly */

/* Row `row` of A times column `col` of B, or times x: exact in integers; in double also for reals,
 * which are integers times 2^-52; for float reals in double, 2^29 times finer than the bound. */
static inline struct lab_right lab_right_product(const struct lab_case *c, int row, int col)
{
    const struct lab_recipe a = lab_recipe_of(c, 0), b = lab_recipe_of(c, 1);
    const int depth = lab_shape_of(c).depth, wide = a.type == LAB_F64 && c->data == LAB_REAL;
    struct lab_right right = {0, 0, 0};
    lab_wide exact = 0;
    for (int l = 0; l < depth; l = lab_next(&a, l, depth)) {
        const double x = lab_stored(&a, row, l), y = lab_stored(&b, l, col);
        if (wide)
            exact += (lab_wide)(int64_t)(x * 0x1p52) * (int64_t)(y * 0x1p52);
        else
            right.value += x * y;
        right.scale += fabs(x * y);
    }
    if (wide) {
        right.value = ldexp((double)exact, -104);
        right.low = ldexp((double)(exact - (lab_wide)(double)exact), -104);
    }
    return right;
}

/* ---- the problems ---- */

/* Lab 01's array in host memory, whoever copies it. Each is called in its own way. */
#define LAB_ADD(own_layout)                                                                        \
    .family = LAB_ADD_ONE, .layout = own_layout, .traits = LAB_FLAT | LAB_ROUNDED,                 \
    .most = {INT_MAX, INT_MAX, INT_MAX}, .sizes = {LAB_SIZES(lab_sizes_add_one)},                  \
    .data = {LAB_EXACT, LAB_REAL}, .timed = {16384, 16384, 1}, .shape = lab_shape_add_one,         \
    .right = lab_right_one_more
static const struct problem lab_problem_ADD_ONE = {LAB_ADD(LAB_ADD_ONE)};
static const struct problem lab_problem_HOST_PROGRAM = {LAB_ADD(LAB_HOST_PROGRAM)};
static const struct problem lab_problem_CHECKED_PROGRAM = {LAB_ADD(LAB_CHECKED_PROGRAM)};

/* `longest`: x at most. */
#define LAB_GEMV(of_layout, more, longest, call, call_name)                                        \
    .family = LAB_GEMV_ROW, .layout = of_layout, .traits = LAB_ROUNDED | LAB_STREAMS | (more),     \
    .most = {INT_MAX, longest, INT_MAX}, .library = call, .library_name = call_name,               \
    .sizes = {LAB_SIZES(lab_sizes_gemv)}, .data = {LAB_EXACT, LAB_REAL},                           \
    .timed = {16384, 16384, 1}, .shape = lab_shape_gemv, .right = lab_right_product
#define LAB_GEMV_BY_COLUMNS(more, longest)                                                         \
    LAB_GEMV(LAB_GEMV_COL, more, longest, LAB_SGEMV_COLUMNS, "cublasSgemv (column-major)")
static const struct problem lab_problem_GEMV_ROW = {
    LAB_GEMV(LAB_GEMV_ROW, 0, INT_MAX, LAB_SGEMV_ROWS, "cublasSgemv, transposed (row-major)")};
static const struct problem lab_problem_GEMV_COL = {LAB_GEMV_BY_COLUMNS(0, INT_MAX)};
static const struct problem lab_problem_GEMV_SPLIT = {LAB_GEMV_BY_COLUMNS(0, INT_MAX)};
static const struct problem lab_problem_GEMV_CONST = {
    LAB_GEMV_BY_COLUMNS(LAB_CONSTANT_X, LAB_CONSTANT_FLOATS)};

static const struct problem lab_problem_TRANSPOSE = {
    .family = LAB_TRANSPOSE,
    .layout = LAB_TRANSPOSE,
    .type = LAB_B32,
    .most = {LAB_GRID_ROWS, LAB_GRID_ROWS, LAB_GRID_ROWS},
    .library = LAB_SGEAM,
    .library_name = "cublasSgeam, transposed",
    .sizes = {LAB_SIZES(lab_sizes_transpose)},
    .data = {LAB_BITS, LAB_BITS},
    .timed = {4095, 4093, 1},
    .shape = lab_shape_moved,
    .right = lab_right_moved,
};

static const struct problem lab_problem_BRANCHES = {
    .family = LAB_BRANCHES,
    .layout = LAB_BRANCHES,
    .traits = LAB_FLAT,
    .third = LAB_WAYS,
    .type = LAB_U32,
    .most = {INT_MAX, INT_MAX, INT_MAX},
    .sizes = {LAB_SIZES(lab_sizes_branches)},
    .data = {LAB_PATTERNS, LAB_PATTERNS},
    .timed = {2048, 2048, 8},
    .shape = lab_shape_moved,
    .right = lab_right_moved,
};

#define LAB_FLOATS(whose, who, table)                                                              \
    .family = whose, .layout = whose, .traits = LAB_ROUNDED | LAB_FP32_PRODUCT,                    \
    .third = LAB_DEPTH, .type = LAB_F32, .most = {LAB_GRID_ROWS, LAB_GRID_ROWS, LAB_GRID_ROWS},    \
    .peak = LAB_PEAK_FLOAT, .library = LAB_SGEMM, .library_name = "cublasSgemm, FP32 pedantic",    \
    .needs = who, .sizes = {LAB_SIZES(table)}, .data = {LAB_EXACT, LAB_REAL},                      \
    .timed = {2048, 2048, 2048}, .shape = lab_shape_gemm, .right = lab_right_product
static const struct problem lab_problem_GEMM = {LAB_FLOATS(LAB_GEMM, LAB_ANY_GPU, lab_sizes_gemm)};
static const struct problem lab_problem_GEMM_TILE = {
    LAB_FLOATS(LAB_GEMM_TILE, LAB_ANY_GPU, lab_sizes_gemm_tile)};
static const struct problem lab_problem_GEMM_HOPPER = {
    LAB_FLOATS(LAB_GEMM_TILE, LAB_COPY_ENGINE, lab_sizes_gemm_tile)};

#define LAB_DOUBLES(call, call_name, who)                                                          \
    .family = LAB_DGEMM, .layout = LAB_DGEMM, .traits = LAB_ROUNDED, .third = LAB_DEPTH,           \
    .type = LAB_F64, .most = {BINARY_LARGEST, BINARY_LARGEST, BINARY_LARGEST},                     \
    .peak = LAB_PEAK_DOUBLE, .library = call, .library_name = call_name, .needs = who,             \
    .sizes = {LAB_SIZES(lab_sizes_gemm)}, .data = {LAB_EXACT, LAB_REAL},                           \
    .timed = {1024, 1024, 1024}, .shape = lab_shape_gemm, .right = lab_right_product
static const struct problem lab_problem_DGEMM = {
    LAB_DOUBLES(LAB_DGEMM_CALL, "cublasDgemm", LAB_ANY_GPU)};
static const struct problem lab_problem_DGEMM_TENSOR = {
    LAB_DOUBLES(LAB_NO_LIBRARY, NULL, LAB_DOUBLE_TENSOR)};
static const struct problem lab_problem_DGEMM_HOPPER = {
    LAB_DOUBLES(LAB_NO_LIBRARY, NULL, LAB_COPY_ENGINE)};

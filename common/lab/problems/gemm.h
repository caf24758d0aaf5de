/* C = A B in float and in double, and the same problem in the sizes of lab 08. */
#ifndef LAB_PROBLEMS_GEMM_H
#define LAB_PROBLEMS_GEMM_H

#include "corner_verify.h"
#include "gemm_verify.h"

static const struct lab_size lab_sizes_gemm[] = {
    {16, 16, 16},   {1, 1, 1},    {1, 257, 65}, {257, 1, 66}, {5, 7, 1031}, {31, 33, 29},
    {33, 31, 35},   {15, 17, 9},  {64, 64, 64}, {63, 65, 1},  {65, 63, 66}, {127, 129, 33},
    {97, 101, 103}, {2, 1100, 3}, {1100, 2, 3}, {3, 2, 4099}};
/* With one kind of data, since they take long: columns for several rounds of a block and a row in
 * several pieces; a row longer than any shared memory and than a short counts; and several tiles
 * each way, aligned. */
static const struct lab_extra lab_extra_gemm[] = {
    {LAB_EXACT, {2, 300, 1100}, {2, 300, 1100}},
    {LAB_REAL, {2, 3, 32771}, {2, 3, 65539}},
    {LAB_REAL, {132, 132, 36}, {132, 132, 36}},
};
/* … and on tensor cores, so many blocks of 128 rows that each SM of an H200 has one or two: there
 * wider tiles pay. */
static const struct lab_extra lab_extra_dgemm_tensor[] = {
    {LAB_EXACT, {2, 300, 1100}, {2, 300, 1100}},
    {LAB_REAL, {2, 3, 32771}, {2, 3, 65539}},
    {LAB_REAL, {132, 132, 36}, {132, 132, 36}},
    {LAB_EXACT, {4230, 250, 40}, {4230, 250, 40}},
};
/* Lab 08: its tiles have 64 or 128 rows and columns, 8 or 16 deep, and are fetched 16 bytes at a
 * time where rows allow it. Rows of 1146 are no whole float4 each, but begin 1148 apart. */
static const struct lab_size lab_sizes_gemm_tile[] = {
    {64, 64, 16},  {1, 1, 1},     {1, 257, 65},   {257, 1, 66},   {5, 7, 13},     {15, 17, 9},
    {63, 65, 1},   {65, 63, 66},  {31, 66, 15},   {128, 128, 32}, {127, 129, 33}, {129, 127, 7},
    {132, 136, 4}, {68, 260, 20}, {97, 101, 103}, {1100, 2, 5},   {2, 1146, 8},   {132, 128, 16}};
/* One tile of it, and more terms than a byte counts or a learner has seen in any table of sizes, up
 * to 8192: whole warps, where lanes stay together, take a tenth of the time of ragged ones. */
static const struct lab_extra lab_extra_gemm_tile[] = {{LAB_EXACT, {64, 64, 8195}, {64, 64, 8195}}};
static const struct lab_size lab_sizes_gemm_gpu[] = {
    {512, 512, 512},  {255, 257, 256}, {1021, 519, 131},  {2049, 63, 517},
    {63, 2051, 1029}, {70001, 3, 5},   {1500, 1501, 1499}};

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
    int gap = c->data == LAB_EXACT || (c->data == LAB_PROBE && !(c->seed & LAB_ASK_DENSE));
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

#define LAB_CPU_GEMM(name, type)                                                                   \
    LAB_CPU_LOOPS static inline void name(const struct lab_case *c, void *const in[LAB_INPUTS],    \
                                          void *out)                                               \
    {                                                                                              \
        const type *A = (const type *)in[0], *B = (const type *)in[1];                             \
        size_t n = (size_t)c->n, k = (size_t)c->k;                                                 \
        for (size_t row = 0; row < (size_t)c->m; row++)                                            \
            for (size_t l = 0; l < k; l++) { /* B and C in the order in which they lie */          \
                type *__restrict__ sum = (type *)out + row * n, a = A[row * k + l];                \
                for (size_t col = 0; col < n; col++)                                               \
                    sum[col] += a * B[l * n + col];                                                \
            }                                                                                      \
    }
LAB_CPU_GEMM(lab_cpu_gemm, float)
LAB_CPU_GEMM(lab_cpu_dgemm, double)

static inline void lab_needs_double_tensor(int major, int minor, int emulator, char *why,
                                           size_t size)
{
    if (!emulator && !((major == 8 || major == 9) && !minor))
        snprintf(why, size,
                 "Of tensor cores worth the name in double only compute capabilities 8.0 and 9.0 "
                 "have any; this GPU has %d.%d.",
                 major, minor);
}

static inline void lab_needs_copy_engine(int major, int minor, int emulator, char *why, size_t size)
{
    if (emulator)
        snprintf(why, size,
                 "The emulator has no clusters and no copy engine: this step needs a Hopper GPU.");
    else if (major < 9)
        snprintf(why, size,
                 "Clusters and the copy engine came with compute capability 9.0; this GPU has "
                 "%d.%d.",
                 major, minor);
}

#define LAB_GEMM_SPECIAL(tile, first_depth)                                                        \
    {                                                                                              \
        .tiles = {tile, tile, 32}, .scaled = {{21, 27, first_depth}, {36, 40, 20}},                \
        .few = {3, 3, 3}, .stretched = {132, 12, 36}, .pitched = 1 | 2 | 1 << LAB_INPUTS           \
    }
#define LAB_GEMM_PLAN(sizes)                                                                       \
    .small = LAB_SIZES(sizes), .large = LAB_SIZES(lab_sizes_gemm_gpu), .data = {LAB_EXACT, LAB_REAL}
#define LAB_GEMM_KIN                                                                               \
    .shape = lab_shape_gemm, .reference = lab_gemm_reference, .verify = lab_gemm_verify,           \
    .spot = lab_gemm_spot, .corner = lab_corner_product

static const struct problem lab_problem_GEMM = {
    .name = "gemm",
    .family = LAB_GEMM,
    .layout = LAB_GEMM,
    .traits = LAB_ROUNDED | LAB_FP32_PRODUCT,
    .third = LAB_DEPTH,
    .type = LAB_F32,
    .most = {LAB_GRID_ROWS, LAB_GRID_ROWS, LAB_GRID_ROWS},
    .peak = LAB_PEAK_FLOAT,
    .library = LAB_SGEMM,
    .library_name = "cublasSgemm, FP32 pedantic",
    .special = LAB_GEMM_SPECIAL(32, 35),
    .plan = {LAB_GEMM_PLAN(lab_sizes_gemm), .extra = lab_extra_gemm, .extras = 3},
    .headline_data = LAB_REAL,
    .headline = {{500, 500, 125}},
    .headline_gpu = {{1001, 1001, 1001}, {1024, 1024, 1024}, {2048, 2048, 2048}},
    .timed = {2048, 2048, 2048},
    LAB_GEMM_KIN,
    .cpu = lab_cpu_gemm,
};

#define LAB_DGEMM_KIN(more, count, ...)                                                            \
    .family = LAB_DGEMM, .layout = LAB_DGEMM, .traits = LAB_ROUNDED, .third = LAB_DEPTH,           \
    .type = LAB_F64, .most = {BINARY_LARGEST, BINARY_LARGEST, BINARY_LARGEST},                     \
    .peak = LAB_PEAK_DOUBLE, __VA_ARGS__, .special = LAB_GEMM_SPECIAL(32, 35),                     \
    .plan = {LAB_GEMM_PLAN(lab_sizes_gemm), .extra = more, .extras = count},                       \
    .headline_data = LAB_REAL, .headline = {{512, 512, 128}}

static const struct problem lab_problem_DGEMM = {
    .name = "dgemm",
    LAB_DGEMM_KIN(lab_extra_gemm, 3, .library = LAB_DGEMM_CALL, .library_name = "cublasDgemm"),
    .headline_gpu = {{1024, 1024, 1024}, {2048, 2048, 2048}},
    LAB_GEMM_KIN,
    .cpu = lab_cpu_dgemm,
};

static const struct problem lab_problem_DGEMM_TENSOR = {
    .name = "dgemm_tensor",
    LAB_DGEMM_KIN(lab_extra_dgemm_tensor, 4, .needs = lab_needs_double_tensor),
    .headline_gpu = {{1024, 1024, 1024}, {2048, 2048, 2048}, {4096, 4096, 4096}},
    LAB_GEMM_KIN,
    .cpu = lab_cpu_dgemm,
};

static const struct problem lab_problem_DGEMM_HOPPER = {
    .name = "dgemm_hopper",
    LAB_DGEMM_KIN(lab_extra_dgemm_tensor, 4, .needs = lab_needs_copy_engine),
    .headline_gpu = {{1024, 1024, 1024}, {2048, 2048, 2048}, {4096, 4096, 4096}},
    LAB_GEMM_KIN,
    .cpu = lab_cpu_dgemm,
};

/* What lab 08 asks for, on any GPU and on a Hopper GPU. */
#define LAB_GEMM_TILE_KIN(who)                                                                     \
    .family = LAB_GEMM_TILE, .layout = LAB_GEMM_TILE, .traits = LAB_ROUNDED | LAB_FP32_PRODUCT,    \
    .third = LAB_DEPTH, .type = LAB_F32, .most = {LAB_GRID_ROWS, LAB_GRID_ROWS, LAB_GRID_ROWS},    \
    .peak = LAB_PEAK_FLOAT, .library = LAB_SGEMM, .library_name = "cublasSgemm, FP32 pedantic",    \
    .needs = who, .special = LAB_GEMM_SPECIAL(128, 20),                                            \
    .plan = {.small = LAB_SIZES(lab_sizes_gemm_tile),                                              \
             .large = LAB_SIZES(lab_sizes_gemm_gpu),                                               \
             .alternating = 1,                                                                     \
             .data = {LAB_EXACT, LAB_REAL},                                                        \
             .extra = lab_extra_gemm_tile,                                                         \
             .extras = 1},                                                                         \
    .headline_data = LAB_REAL,                                                                     \
    .headline = {{512, 512, 256}}, .headline_gpu = {{4096, 4096, 4096}, {4095, 4097, 4093},        \
                                                    {8192, 8192, 8192}, {2048, 2048, 2048},        \
                                                    {1024, 1024, 1024}, {512, 512, 512},           \
                                                    {256, 256, 256}},                              \
    .timed = {2048, 2048, 2048}, LAB_GEMM_KIN, .cpu = lab_cpu_gemm

static const struct problem lab_problem_GEMM_TILE = {
    .name = "gemm_tile",
    LAB_GEMM_TILE_KIN(NULL),
};

static const struct problem lab_problem_GEMM_HOPPER = {
    .name = "gemm_hopper",
    LAB_GEMM_TILE_KIN(lab_needs_copy_engine),
};

#undef LAB_GEMM_SPECIAL
#undef LAB_GEMM_PLAN
#undef LAB_GEMM_KIN
#undef LAB_DGEMM_KIN
#undef LAB_GEMM_TILE_KIN
#endif

/* What the engine tries each problem with, beyond the sizes that it names itself, and how an output
 * is computed and verified. */
#pragma once

#include "binary_verify.h"
#include "dense_verify.h"
#include "one_core.h"

/* One more case, beside the sizes of a plan. */
struct lab_extra {
    enum lab_data data;
    struct lab_size emulator, gpu;
};

/* Many lines, each as short as will do for indices beyond 32 bits: 2^32 + 32 elements wrap onto
 * the first ones, which are looked at, too; with 32 lines more, so do those of the first of a few
 * lines. Of packed lines, as many as there may be, without padding, so that the last block has
 * work; a line of whole words, of which bits exceed 32 bits, words 31. */
enum {
    LAB_VAST = 3,
    LAB_PACKED_LINES = 262016,
    LAB_LONG_SIGNS = 17 << 10,
    LAB_LONG_BITS = 257 << 10
};

/* How a direction of a problem is gone through. */
enum lab_way {
    LAB_ACROSS = 1,   /* by threads, blocks and tiles that lie side by side */
    LAB_ALONG = 2,    /* by each of them, element by element */
    LAB_DEALT = 4,    /* the same, by columns: by threads without a row, too, or by many blocks */
    LAB_IN_WORDS = 8, /* the same, where 32 make a word */
    LAB_TERMS = 16,   /* the same, of a product */
    LAB_COPIED = 32,  /* across, of an array that a whole program copies to the device and back */
    LAB_ONCE = 64     /* across, where only the longest shows what the others do not */
};

/* The sizes of special_cases.h. Zeros: there is no such case. */
struct lab_special {
    struct lab_size tiles;          /* whole tiles of any lab: an operand begins late */
    struct lab_size scaled[2];      /* terms that are far from 1 */
    struct lab_size few;            /* beside a direction that is as long as it may be */
    int way[3];                     /* enum lab_way of each direction; 0: it is never long */
    struct lab_size vast[LAB_VAST]; /* each operand whose lines have no distance, once */
    struct lab_size stretched;      /* lines that lie far apart: more of them than a tile has */
    int pitched;                    /* operands, by bits, whose lines' distance a step is told */
    int divided;                    /* columns, of more parts than a grid has blocks along y */
};

enum {
    LAB_HEADLINES = 7,
    LAB_MANY_PARTS = 65535 * 64 + 65 /* columns, 64 of them to a block: 65537 parts */
};

/* A problem is checked at each of its sizes with both kinds of data, or with one of them in turn
 * (alternating); then with the extra cases; then with those that follow from its shape. */
struct lab_trials {
    int alternating;
    struct lab_sizes large; /* on a GPU besides */
    const struct lab_extra *extra;
    int extras;
    struct lab_special special;
    enum lab_data headline_data;
    struct lab_size headline[4], headline_gpu[LAB_HEADLINES]; /* as far as m is not 0 */
    lab_prepare_rows *prepare; /* NULL: rows are computed when an output is seen */
    lab_rights_of *row;
    lab_suspects *suspects; /* NULL: all rows are compared, however large */
    double full;            /* multiply-adds up to which they are all the same */
    /* The same on one core (one_core.h). */
    void (*cpu)(const struct lab_case *c, void *const in[LAB_INPUTS], void *out);
};

static const struct lab_size lab_sizes_gemv_gpu[] = {
    {4099, 4093, 1}, {70001, 67, 1}, {67, 70001, 1}, {16383, 1021, 1}};
static const struct lab_size lab_sizes_transpose_gpu[] = {
    {1021, 509, 1}, {2052, 1028, 1}, {1023, 2049, 1}, {524280, 3, 1}, {3, 524280, 1}};
static const struct lab_size lab_sizes_branches_gpu[] = {{1000, 1001, 8}, {1, 65537, 4}};
static const struct lab_size lab_sizes_gemm_gpu[] = {
    {512, 512, 512},  {255, 257, 256}, {1021, 519, 131},  {2049, 63, 517},
    {63, 2051, 1029}, {70001, 3, 5},   {1500, 1501, 1499}};
static const struct lab_size lab_sizes_pack_gpu[] = {
    {2049, 1023, 1}, {130, 16383, 1}, {16383, 130, 1}, {4096, 4096, 1}};
static const struct lab_size lab_sizes_xnor_gpu[] = {
    {1000, 1000, 1000}, {515, 772, 2049},   {300, 1000, 16383}, {2100, 1900, 5000},
    {16383, 127, 31},   {127, 16383, 33},   {1000, 999, 1},     {1031, 1033, 32},
    {256, 384, 16384},  {4096, 4096, 4096}, {262140, 3, 40},    {3, 262140, 40}};

static const struct lab_extra lab_extra_add_one[] = {{LAB_STARVED,
                                                      {2048, 2048, 1},
                                                      {2048, 2048, 1}}},
                              lab_extra_host[] = {{LAB_STARVED, {3, 5, 1}, {3, 5, 1}}},
                              lab_extra_gemv[] = {{LAB_DOCUMENT, {300, 400, 1}, {16384, 16384, 1}}};

/* With one kind of data, since they take long: columns for several rounds of a block and a row in
 * several pieces; a row longer than any shared memory and than a short counts; and several tiles
 * each way, aligned. */
static const struct lab_extra lab_extra_gemm[] = {
    {LAB_EXACT, {2, 300, 1100}, {2, 300, 1100}},
    {LAB_REAL, {1, 3, 65539}, {2, 3, 65539}},
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
/* One tile of it, and more terms than a byte counts or a learner has seen in any table of sizes, up
 * to 8192: whole warps, where lanes stay together, take a tenth of the time of ragged ones. */
static const struct lab_extra lab_extra_gemm_tile[] = {{LAB_EXACT, {64, 64, 8195}, {64, 64, 8195}}};

/* Its rows stay few: some launch a kernel for each. */
#define LAB_ADDS(more, count)                                                                      \
    .extra = more, .extras = count, .special = {.few = {1, 1, 1}, .way = {0, LAB_COPIED}},         \
    .headline_data = LAB_REAL, .headline = {{1024, 1024, 1}}, .headline_gpu = {{16384, 16384, 1}}, \
    .prepare = lab_dense_prepare, .row = lab_add_one_row, .cpu = lab_cpu_add_one
static const struct lab_trials lab_trials_ADD_ONE = {LAB_ADDS(NULL, 0)},
                               lab_trials_HOST_PROGRAM = {LAB_ADDS(lab_extra_host, 1)},
                               lab_trials_CHECKED_PROGRAM = {LAB_ADDS(lab_extra_add_one, 1)};

/* `far`: columns of the case whose columns lie far apart, 0 where lda is not told. `parts`: of the
 * case that a second dimension of the grid may not hold, or 0. `rows`: of the large case, or 0. */
#define LAB_GEMVS(far, parts, rows)                                                                \
    .large = {LAB_SIZES(lab_sizes_gemv_gpu)}, .extra = lab_extra_gemv, .extras = 1,                \
    .special = {.tiles = {64, 64, 1},                                                              \
                .scaled = {{21, 27, 1}, {36, 40, 1}},                                              \
                .few = {3, 3, 1},                                                                  \
                .way = {LAB_ACROSS, (far) ? LAB_DEALT : LAB_ALONG},                                \
                .vast = {{rows, 32, 1}},                                                           \
                .stretched = {(far) ? 3 : 0, far, (far) ? 1 : 0},                                  \
                .pitched = (far) != 0,                                                             \
                .divided = parts},                                                                 \
    .headline_data = LAB_DOCUMENT, .headline = {{1024, 1024, 1}},                                  \
    .headline_gpu = {{16384, 16384, 1}}, .prepare = lab_dense_prepare, .row = lab_gemv_row,        \
    .cpu = lab_cpu_gemv
static const struct lab_trials lab_trials_GEMV_ROW = {LAB_GEMVS(0, 0, 134217761)},
                               lab_trials_GEMV_COL = {LAB_GEMVS(LAB_CONSTANT_FLOATS + 4, 0, 0)},
                               lab_trials_GEMV_SPLIT = {LAB_GEMVS(LAB_CONSTANT_FLOATS + 4,
                                                                  LAB_MANY_PARTS, 0)},
                               lab_trials_GEMV_CONST = {LAB_GEMVS(LAB_CONSTANT_FLOATS, 0, 0)};

static const struct lab_trials lab_trials_TRANSPOSE = {
    .alternating = 1,
    .large = {LAB_SIZES(lab_sizes_transpose_gpu)},
    .special = {.tiles = {64, 64, 1},
                .few = {3, 3, 1},
                .way = {LAB_ACROSS, LAB_ACROSS},
                /* the input comes twice: only with more lines does the index of its transpose
                 * wrap onto the first elements; no multiple of 4 in the last */
                .vast = {{348844, 12312, 1}, {348876, 12312, 1}, {12535, 342638, 1}}},
    .headline_data = LAB_PATTERNS,
    .headline = {{1024, 1024, 1}},
    .headline_gpu = {{1024, 1024, 1}, {16384, 16384, 1}, {16383, 16381, 1}},
    .row = lab_moved_row,
    .cpu = lab_cpu_transpose,
};
static const struct lab_trials lab_trials_BRANCHES = {
    .alternating = 1,
    .large = {LAB_SIZES(lab_sizes_branches_gpu)},
    .special = {.tiles = {64, 64, 4}, .few = {1, 1, 8}, .way = {LAB_ACROSS, LAB_ONCE}},
    .headline_data = LAB_PATTERNS,
    .headline = {{512, 512, 1}, {512, 512, 2}, {512, 512, 4}, {512, 512, 8}},
    .headline_gpu = {{2048, 2048, 1}, {2048, 2048, 2}, {2048, 2048, 4}, {2048, 2048, 8}},
    .row = lab_moved_row,
    .cpu = lab_cpu_branches,
};

#define LAB_GEMMS(in_turn, more, count, tile, first_depth, small, on_cpu, ...)                     \
    .alternating = in_turn, .large = {LAB_SIZES(lab_sizes_gemm_gpu)}, .extra = more,               \
    .extras = count,                                                                               \
    .special = {.tiles = {tile, tile, 32},                                                         \
                .scaled = {{21, 27, first_depth}, {36, 40, 20}},                                   \
                .few = {3, 3, 3},                                                                  \
                .way = {LAB_ACROSS, LAB_ACROSS, LAB_TERMS},                                        \
                .stretched = {132, 12, 36},                                                        \
                .pitched = 1 | 2 | 1 << LAB_INPUTS},                                               \
    .headline_data = LAB_REAL, .headline = {small}, .headline_gpu = {__VA_ARGS__},                 \
    .prepare = lab_dense_prepare, .row = lab_gemm_row, .suspects = lab_gemm_suspects,              \
    .full = LAB_GEMM_FULL, .cpu = on_cpu
#define LAB_CUBE(side)       side, side, side
#define LAB_SIZE_OF(m, n, k) m, n, k
static const struct lab_trials
    lab_trials_GEMM = {LAB_GEMMS(0, lab_extra_gemm, 3, 32, 35, {LAB_SIZE_OF(500, 500, 61)},
                                 lab_cpu_gemm, {1001, 1001, 1001}, {LAB_CUBE(1024)},
                                 {LAB_CUBE(2048)})},
    lab_trials_GEMM_TILE = {LAB_GEMMS(1, lab_extra_gemm_tile, 1, 128, 20,
                                      {LAB_SIZE_OF(512, 512, 256)}, lab_cpu_gemm, {LAB_CUBE(4096)},
                                      {4095, 4097, 4093}, {LAB_CUBE(8192)}, {LAB_CUBE(2048)},
                                      {LAB_CUBE(1024)}, {LAB_CUBE(512)}, {LAB_CUBE(256)})},
    lab_trials_DGEMM = {LAB_GEMMS(0, lab_extra_gemm, 3, 32, 35, {LAB_SIZE_OF(512, 512, 64)},
                                  lab_cpu_dgemm, {LAB_CUBE(1024)}, {LAB_CUBE(2048)})},
    lab_trials_DGEMM_TENSOR = {LAB_GEMMS(0, lab_extra_dgemm_tensor, 4, 32, 35,
                                         {LAB_SIZE_OF(512, 512, 128)}, lab_cpu_dgemm,
                                         {LAB_CUBE(1024)}, {LAB_CUBE(2048)}, {LAB_CUBE(4096)})};

#define LAB_PACKS(rows, cols, ...)                                                                 \
    .alternating = 1, .large = {LAB_SIZES(lab_sizes_pack_gpu)},                                    \
    .special = {.tiles = {64, 64, 1},                                                              \
                .few = {3, 3, 1},                                                                  \
                .way = {__VA_ARGS__},                                                              \
                .vast = {{rows, cols, 1}}},                                                        \
    .headline_data = LAB_SIGNS, .headline = {{1024, 1024, 1}},                                     \
    .headline_gpu = {{1000, 1000, 1}, {4096, 4096, 1}, {8192, 8192, 1}}, .row = lab_packed_row,    \
    .cpu = lab_cpu_pack
static const struct lab_trials lab_trials_PACK_A = {LAB_PACKS(LAB_PACKED_LINES, LAB_LONG_SIGNS,
                                                              LAB_ACROSS, LAB_IN_WORDS)},
                               lab_trials_PACK_B = {LAB_PACKS(LAB_LONG_SIGNS, LAB_PACKED_LINES,
                                                              LAB_IN_WORDS, LAB_ACROSS)},
                               lab_trials_ONES = {LAB_PACKS(LAB_PACKED_LINES, LAB_LONG_BITS,
                                                            LAB_ACROSS, LAB_IN_WORDS)};

static const struct lab_trials lab_trials_XNOR = {
    .alternating = 1,
    .large = {LAB_SIZES(lab_sizes_xnor_gpu)},
    .special = {.tiles = {64, 64, 32},
                .few = {3, 3, 3},
                .way = {LAB_ACROSS, LAB_ACROSS, LAB_TERMS},
                .vast = {{LAB_PACKED_LINES, 1, LAB_LONG_BITS},
                         {1, LAB_PACKED_LINES, LAB_LONG_BITS},
                         {174454, 24624, 1}}},
    .headline_data = LAB_SIGNS,
    .headline = {{512, 512, 1000}},
    .headline_gpu =
        {{LAB_CUBE(1000)}, {LAB_CUBE(2048)}, {LAB_CUBE(4096)}, {LAB_CUBE(8192)}, {LAB_CUBE(16384)}},
    .prepare = lab_xnor_prepare,
    .row = lab_xnor_row,
    .suspects = lab_xnor_suspects,
    .full = 0x1p31,
    .cpu = lab_cpu_xnor,
};
#undef LAB_PACKS /* another one's name */

static inline const struct lab_trials *lab_trials_of(enum lab_problem problem)
{
#define LAB_TRIALS_AT(name, called, tried) &lab_trials_##tried,
    static const struct lab_trials *const all[] = {LAB_PROBLEM_LIST(LAB_TRIALS_AT)};
    return all[problem];
}

/* Gives a case a size; 0 where there is none. */
static inline int lab_take_size(struct lab_size s, struct lab_case *c)
{
    c->m = s.m;
    c->n = s.n;
    c->k = s.k;
    return s.m > 0;
}

/* The sizes that a lab is about: the documents' on a GPU, one that an emulator does in a blink
 * without. Number `index`, or 0 when there are no more. */
static inline int lab_headline_at(enum lab_problem problem, int gpu, int index, uint64_t seed,
                                  struct lab_case *c)
{
    const struct lab_trials *p = lab_trials_of(problem);
    if (index < 0 || index >= (gpu ? LAB_HEADLINES : 4))
        return 0;
    const struct lab_case at = {problem, p->headline_data, 0, 0, 0, seed, LAB_SNUG};
    *c = at;
    return lab_take_size(gpu ? p->headline_gpu[index] : p->headline[index], c);
}

/* The first of them. */
static inline struct lab_case lab_headline(enum lab_problem problem, int gpu, uint64_t seed)
{
    struct lab_case c;
    lab_headline_at(problem, gpu, 0, seed, &c);
    return c;
}

/* The sizes on which a step must be right: 1, primes, one less and one more than a tile or a warp,
 * tall, wide, one with several 16-byte vectors of a row for each thread, more rows or columns than
 * one block has threads, and an x too long for constant or shared memory. A GPU gets larger ones
 * besides. The learner's program and the judge take them from here. */
#ifndef LAB_CASES_H
#define LAB_CASES_H

#include "special_cases.h"

struct lab_size {
    int m, n, k;
};

static const struct lab_size lab_sizes_add_one[] = {
    {5, 5, 1}, {1, 1, 1}, {1, 1000, 1}, {777, 1, 1}, {31, 33, 1}, {257, 129, 1}, {523, 521, 1}};
static const struct lab_size lab_sizes_gemv[] = {
    {1, 1, 1},     {1, 1000, 1},  {1000, 1, 1},  {31, 33, 1},    {33, 31, 1},
    {127, 129, 1}, {257, 255, 1}, {512, 512, 1}, {1021, 509, 1}, {64, 2051, 1},
    {3, 8196, 1},  {7, 16385, 1}, {2051, 3, 1},  {1, 65539, 1},  {6, 66, 1}};
static const struct lab_size lab_sizes_gemv_gpu[] = {
    {4099, 4093, 1}, {70001, 67, 1}, {67, 70001, 1}, {16383, 1021, 1}};
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
static const struct lab_size lab_sizes_gemm[] = {
    {16, 16, 16},   {1, 1, 1},    {1, 257, 65}, {257, 1, 66}, {5, 7, 1031}, {31, 33, 29},
    {33, 31, 35},   {15, 17, 9},  {64, 64, 64}, {63, 65, 1},  {65, 63, 66}, {127, 129, 33},
    {97, 101, 103}, {2, 1100, 3}, {1100, 2, 3}, {3, 2, 4099}};
/* With one kind of data, since they take long: columns for several rounds of a block and a row in
 * several pieces; a row longer than any shared memory; and several tiles each way, aligned. */
static const struct lab_case lab_cases_gemm[] = {{LAB_GEMM, LAB_EXACT, 2, 300, 1100, 0, LAB_SNUG},
                                                 {LAB_GEMM, LAB_REAL, 2, 3, 12400, 0, LAB_SNUG},
                                                 {LAB_GEMM, LAB_REAL, 132, 132, 36, 0, LAB_SNUG}};
/* Lab 08: its tiles have 64 or 128 rows and columns, 8 or 16 deep, and are fetched 16 bytes at a
 * time where rows allow it. */
static const struct lab_size lab_sizes_gemm_tile[] = {
    {64, 64, 16},  {1, 1, 1},     {1, 257, 65},   {257, 1, 66},   {5, 7, 263},    {15, 17, 9},
    {63, 65, 1},   {65, 63, 66},  {31, 66, 15},   {128, 128, 32}, {127, 129, 33}, {129, 127, 7},
    {132, 136, 4}, {68, 260, 20}, {97, 101, 103}, {2, 1100, 3},   {1100, 2, 5},   {132, 128, 16}};
static const struct lab_size lab_sizes_gemm_gpu[] = {
    {512, 512, 512},  {255, 257, 256}, {1021, 519, 131},  {2049, 63, 517},
    {63, 2051, 1029}, {70001, 3, 5},   {1500, 1501, 1499}};

/* rows and columns of A or of B; lines and elements */
static const struct lab_size lab_sizes_pack[] = {
    {32, 32, 1},   {1, 1, 1},     {31, 33, 1},   {33, 31, 1},  {1, 1000, 1}, {1000, 1, 1},
    {127, 129, 1}, {65, 1025, 1}, {1025, 65, 1}, {3, 2051, 1}, {2051, 3, 1}};
static const struct lab_size lab_sizes_pack_gpu[] = {
    {2049, 1023, 1}, {130, 16383, 1}, {16383, 130, 1}, {4096, 4096, 1}};
static const struct lab_size lab_sizes_xnor[] = {
    {32, 32, 64},    {1, 1, 1},       {5, 7, 31},     {17, 33, 32},   {31, 65, 33},
    {64, 63, 1000},  {130, 129, 95},  {127, 1, 1023}, {1, 257, 1025}, {33, 34, 2050},
    {20, 24, 16383}, {4, 9, 33000},   {2, 1100, 33},  {3, 4, 70001},  {1100, 2, 40},
    {99, 101, 4129}, {132, 40, 2048}, {3, 270, 40000}};
static const struct lab_size lab_sizes_xnor_gpu[] = {
    {1000, 1000, 1000}, {515, 772, 2049},   {300, 1000, 16383}, {2100, 1900, 5000},
    {16383, 127, 31},   {127, 16383, 33},   {1000, 999, 1},     {1031, 1033, 32},
    {256, 384, 16384},  {4096, 4096, 4096}, {262140, 3, 40},    {3, 262140, 40}};

/* What a problem is checked with: each size with both kinds of data (kinds: 2) or with one of them
 * in turn (1), at last perhaps others. */
struct lab_plan {
    const struct lab_size *small;
    int smalls;
    const struct lab_size *large; /* on a GPU only */
    int larges, kinds;
    enum lab_data data[2];
};

#define LAB_SIZES(table) table, (int)(sizeof(table) / sizeof *(table))

static inline const struct lab_plan *lab_plan_of(enum lab_problem problem)
{
    static const struct lab_plan plans[LAB_PROBLEMS] = {
        {LAB_SIZES(lab_sizes_add_one), NULL, 0, 2, {LAB_EXACT, LAB_REAL}},
        {LAB_SIZES(lab_sizes_gemv), LAB_SIZES(lab_sizes_gemv_gpu), 2, {LAB_EXACT, LAB_REAL}},
        {LAB_SIZES(lab_sizes_gemv), LAB_SIZES(lab_sizes_gemv_gpu), 2, {LAB_EXACT, LAB_REAL}},
        {LAB_SIZES(lab_sizes_gemv), LAB_SIZES(lab_sizes_gemv_gpu), 2, {LAB_EXACT, LAB_REAL}},
        {LAB_SIZES(lab_sizes_transpose),
         LAB_SIZES(lab_sizes_transpose_gpu),
         1,
         {LAB_BITS, LAB_BITS}},
        {LAB_SIZES(lab_sizes_branches),
         LAB_SIZES(lab_sizes_branches_gpu),
         1,
         {LAB_PATTERNS, LAB_PATTERNS}},
        {LAB_SIZES(lab_sizes_gemm), LAB_SIZES(lab_sizes_gemm_gpu), 2, {LAB_EXACT, LAB_REAL}},
        {LAB_SIZES(lab_sizes_gemm), LAB_SIZES(lab_sizes_gemm_gpu), 2, {LAB_EXACT, LAB_REAL}},
        {LAB_SIZES(lab_sizes_gemm), LAB_SIZES(lab_sizes_gemm_gpu), 2, {LAB_EXACT, LAB_REAL}},
        {LAB_SIZES(lab_sizes_gemm_tile), LAB_SIZES(lab_sizes_gemm_gpu), 2, {LAB_EXACT, LAB_REAL}},
        {LAB_SIZES(lab_sizes_pack), LAB_SIZES(lab_sizes_pack_gpu), 1, {LAB_SIGNS, LAB_UNIFORM}},
        {LAB_SIZES(lab_sizes_pack), LAB_SIZES(lab_sizes_pack_gpu), 1, {LAB_SIGNS, LAB_UNIFORM}},
        {LAB_SIZES(lab_sizes_pack), LAB_SIZES(lab_sizes_pack_gpu), 1, {LAB_SIGNS, LAB_UNIFORM}},
        {LAB_SIZES(lab_sizes_pack), LAB_SIZES(lab_sizes_pack_gpu), 1, {LAB_SIGNS, LAB_UNIFORM}},
        {LAB_SIZES(lab_sizes_xnor), LAB_SIZES(lab_sizes_xnor_gpu), 1, {LAB_SIGNS, LAB_UNIFORM}},
        {LAB_SIZES(lab_sizes_xnor), LAB_SIZES(lab_sizes_xnor_gpu), 1, {LAB_SIGNS, LAB_UNIFORM}},
        {LAB_SIZES(lab_sizes_xnor), LAB_SIZES(lab_sizes_xnor_gpu), 1, {LAB_SIGNS, LAB_UNIFORM}},
        {LAB_SIZES(lab_sizes_xnor), LAB_SIZES(lab_sizes_xnor_gpu), 1, {LAB_SIGNS, LAB_UNIFORM}},
    };
    return &plans[problem];
}

/* Case number `index` of those that a problem has besides: what integers and well-behaved reals
 * cannot show, what takes too long for both, and what follows from its shape. 0 when there are no
 * more. */
static inline int lab_last_case(enum lab_problem problem, int gpu, int index, struct lab_case *c)
{
    enum { GEMMS = sizeof lab_cases_gemm / sizeof *lab_cases_gemm };
    if (problem >= LAB_GEMM && problem < LAB_GEMM_TILE && index < GEMMS) {
        c->m = lab_cases_gemm[index].m;
        c->n = lab_cases_gemm[index].n;
        c->k = lab_cases_gemm[index].k;
        c->data = lab_cases_gemm[index].data;
        return 1;
    }
    if (problem > LAB_GEMV_CONST)
        return lab_special_at(
            problem, gpu, problem >= LAB_GEMM && problem < LAB_GEMM_TILE ? index - GEMMS : index,
            c);
    if (index > 0)
        return lab_special_at(problem, gpu, index - 1, c);
    c->data = problem == LAB_ADD_ONE ? LAB_STARVED : LAB_DOCUMENT;
    c->m = problem == LAB_ADD_ONE ? 2048 : gpu ? 16384 : 300;
    c->n = problem == LAB_ADD_ONE ? 2048 : gpu ? 16384 : 400;
    c->k = 1;
    return 1;
}

/* Case number `index` of a problem, or 0 when there are no more. Drawn from `seed`: another seed,
 * other numbers. */
static inline int lab_case_at(enum lab_problem problem, int gpu, int index, uint64_t seed,
                              struct lab_case *c)
{
    const struct lab_plan *p = lab_plan_of(problem);
    int each = p->kinds * (p->smalls + (gpu ? p->larges : 0)), i = index / p->kinds;
    if (index < 0)
        return 0;
    memset(c, 0, sizeof *c);
    c->problem = problem;
    c->seed = lab_mix(seed + (uint64_t)index);
    if (index >= each)
        return lab_last_case(problem, gpu, index - each, c);
    struct lab_size s = i < p->smalls ? p->small[i] : p->large[i - p->smalls];
    c->data = p->data[index % 2];
    c->m = s.m;
    c->n = problem == LAB_GEMV_CONST && s.n > LAB_CONSTANT_FLOATS ? LAB_CONSTANT_FLOATS : s.n;
    c->k = s.k;
    return 1;
}

enum { LAB_HEADLINES = 7 };

/* The sizes that a lab is about: the documents' on a GPU, one that an emulator does in a blink
 * without. Number `index`, or 0 when there are no more. */
static inline int lab_headline_at(enum lab_problem problem, int gpu, int index, uint64_t seed,
                                  struct lab_case *c)
{
#define LAB_CUBE(n)                                                                                \
    {                                                                                              \
        n, n, n                                                                                    \
    }
    static const struct {
        enum lab_data data;
        struct lab_size emulator[4], gpu[LAB_HEADLINES]; /* as far as m is not 0 */
    } table[LAB_PROBLEMS] = {
        {LAB_REAL, {{1024, 1024, 1}}, {{16384, 16384, 1}}},
        {LAB_DOCUMENT, {{1024, 1024, 1}}, {{16384, 16384, 1}}},
        {LAB_DOCUMENT, {{1024, 1024, 1}}, {{16384, 16384, 1}}},
        {LAB_DOCUMENT, {{1024, 1024, 1}}, {{16384, 16384, 1}}},
        {LAB_PATTERNS, {{1024, 1024, 1}}, {{1024, 1024, 1}, {16384, 16384, 1}, {16383, 16381, 1}}},
        {LAB_PATTERNS,
         {{256, 256, 1}, {256, 256, 2}, {256, 256, 4}, {256, 256, 8}},
         {{2048, 2048, 1}, {2048, 2048, 2}, {2048, 2048, 4}, {2048, 2048, 8}}},
        {LAB_REAL, {{256, 256, 256}}, {{1001, 1001, 1001}, {1024, 1024, 1024}, {2048, 2048, 2048}}},
        {LAB_REAL, {{256, 256, 256}}, {{1024, 1024, 1024}, {2048, 2048, 2048}}},
        {LAB_REAL, {{256, 256, 256}}, {{1024, 1024, 1024}, {2048, 2048, 2048}}},
        {LAB_REAL,
         {{256, 256, 256}},
         {{4096, 4096, 4096},
          {4095, 4097, 4093},
          {8192, 8192, 8192},
          {2048, 2048, 2048},
          {1024, 1024, 1024},
          {512, 512, 512},
          {256, 256, 256}}},
        {LAB_SIGNS, {{256, 256, 1}}, {{1000, 1000, 1}, {4096, 4096, 1}, {8192, 8192, 1}}},
        {LAB_SIGNS, {{256, 256, 1}}, {{1000, 1000, 1}, {4096, 4096, 1}, {8192, 8192, 1}}},
        {LAB_SIGNS, {{256, 256, 1}}, {{1000, 1000, 1}, {4096, 4096, 1}, {8192, 8192, 1}}},
        {LAB_SIGNS, {{256, 256, 1}}, {{1000, 1000, 1}, {4096, 4096, 1}, {8192, 8192, 1}}},
        {LAB_SIGNS,
         {{128, 128, 1000}},
         {LAB_CUBE(1000), LAB_CUBE(2048), LAB_CUBE(4096), LAB_CUBE(8192), LAB_CUBE(16384)}},
        {LAB_SIGNS,
         {{128, 128, 1000}},
         {LAB_CUBE(1000), LAB_CUBE(2048), LAB_CUBE(4096), LAB_CUBE(8192), LAB_CUBE(16384)}},
        {LAB_SIGNS,
         {{128, 128, 1000}},
         {LAB_CUBE(1000), LAB_CUBE(2048), LAB_CUBE(4096), LAB_CUBE(8192), LAB_CUBE(16384)}},
        {LAB_SIGNS,
         {{128, 128, 1000}},
         {LAB_CUBE(1000), LAB_CUBE(2048), LAB_CUBE(4096), LAB_CUBE(8192), LAB_CUBE(16384)}},
    };
#undef LAB_CUBE
    if (index < 0 || index >= (gpu ? LAB_HEADLINES : 4))
        return 0;
    struct lab_size s = gpu ? table[problem].gpu[index] : table[problem].emulator[index];
    memset(c, 0, sizeof *c);
    c->problem = problem;
    c->data = table[problem].data;
    c->m = s.m;
    c->n = s.n;
    c->k = s.k;
    c->seed = seed;
    return s.m > 0;
}

/* The first of them. */
static inline struct lab_case lab_headline(enum lab_problem problem, int gpu, uint64_t seed)
{
    struct lab_case c;
    lab_headline_at(problem, gpu, 0, seed, &c);
    return c;
}

#endif

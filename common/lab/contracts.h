/* The problems that labs pose, what each hands to launch_NAME and prepare_NAME, and the table of
 * these functions that a lab's file ends with. */
#pragma once

#include <stdint.h>

/* PROBLEM(NAME, CALLED, TRIED): every one. CALLED: whose operands are handed over alike (calls.h).
 * TRIED: whose cases it has (problems/trials.h). The order says nothing. */
#define LAB_PROBLEM_LIST(PROBLEM)                                                                  \
    PROBLEM(ADD_ONE, ADD_ONE, ADD_ONE)                                                             \
    PROBLEM(HOST_PROGRAM, HOST_PROGRAM, HOST_PROGRAM)                                              \
    PROBLEM(CHECKED_PROGRAM, CHECKED_PROGRAM, CHECKED_PROGRAM)                                     \
    PROBLEM(GEMV_ROW, GEMV_ROW, GEMV_ROW)                                                          \
    PROBLEM(GEMV_COL, GEMV_COL, GEMV_COL)                                                          \
    PROBLEM(GEMV_SPLIT, GEMV_COL, GEMV_SPLIT)                                                      \
    PROBLEM(GEMV_CONST, GEMV_COL, GEMV_CONST)                                                      \
    PROBLEM(TRANSPOSE, TRANSPOSE, TRANSPOSE)                                                       \
    PROBLEM(BRANCHES, BRANCHES, BRANCHES)                                                          \
    PROBLEM(GEMM, GEMM, GEMM)                                                                      \
    PROBLEM(DGEMM, DGEMM, DGEMM)                                                                   \
    PROBLEM(DGEMM_TENSOR, DGEMM, DGEMM_TENSOR)                                                     \
    PROBLEM(DGEMM_HOPPER, DGEMM, DGEMM_TENSOR)                                                     \
    PROBLEM(GEMM_TILE, GEMM, GEMM_TILE)                                                            \
    PROBLEM(GEMM_HOPPER, GEMM, GEMM_TILE)                                                          \
    PROBLEM(PACK_A, PACK_A, PACK_A)                                                                \
    PROBLEM(PACK_B, PACK_A, PACK_B)                                                                \
    PROBLEM(PACK_BT, PACK_A, PACK_B)                                                               \
    PROBLEM(ONES, ONES, ONES)                                                                      \
    PROBLEM(XNOR, XNOR, XNOR)                                                                      \
    PROBLEM(XNOR_MMA, XNOR_MMA, XNOR)                                                              \
    PROBLEM(XNOR_HOPPER, XNOR_MMA, XNOR)                                                           \
    PROBLEM(SIGN, SIGN, XNOR)

#define LAB_PROBLEM_ID(name, called, tried) LAB_##name,
enum lab_problem { LAB_PROBLEM_LIST(LAB_PROBLEM_ID) LAB_PROBLEMS };

/* How each problem declares launch_NAME. Pointers are device pointers unless they say otherwise;
 * launches are asynchronous, on the default stream; m, n, k are rows, columns, depth, all at least
 * 1. A pointer is a multiple of its elements' size, and of no more unless something here says so:
 * it may be one into the midst of a larger array. Products of sizes may exceed an int. */

/* a: `count` floats (at most 2^31 - 1), each to be increased by one. */
#define LAB_LAUNCH_ADD_ONE(f) void f(float *a, int count)
/* a: m x n floats in *host* memory, row-major, each to be increased by one on the device. Leaves no
 * device memory. */
#define LAB_LAUNCH_HOST_PROGRAM(f) void f(float *a, int m, int n)
/* The same. *ms: the kernel's time in milliseconds, by events. Returns cudaSuccess or the first
 * error; leaves no device memory and no event either way. */
#define LAB_LAUNCH_CHECKED_PROGRAM(f) cudaError_t f(float *a, int m, int n, float *ms)
/* y = A x. A: m x n, row-major, rows n floats apart; x: n; y: m, written. */
#define LAB_LAUNCH_GEMV_ROW(f) void f(const float *A, const float *x, float *y, int m, int n)
/* y = A x. A: m x n, column-major, columns lda >= m floats apart (what lies between m and lda is
 * not part of A); x: n; y: m, written. */
#define LAB_LAUNCH_GEMV_COL(f)                                                                     \
    void f(const float *A, int lda, const float *x, float *y, int m, int n)
/* The same, where blocks along the grid's y divide the columns. */
#define LAB_LAUNCH_GEMV_SPLIT LAB_LAUNCH_GEMV_COL
/* The same with n <= 16384, after prepare_NAME has seen x (and before it, A holds something else):
 * 64 KiB of constant memory. */
#define LAB_LAUNCH_GEMV_CONST LAB_LAUNCH_GEMV_COL

/* out = in transposed. in: m x n, out: n x m, both row-major without gaps; m, n <= 524280. Every
 * bit as it was. */
#define LAB_LAUNCH_TRANSPOSE(f) void f(const float *in, float *out, int m, int n)
/* out[i] = what lab_branch(i % ways, in[i], ...) stores, for i < count (branches.h; any int from 1
 * on); ways is 1, 2, 4 or 8. */
#define LAB_LAUNCH_BRANCHES(f) void f(const unsigned *in, unsigned *out, int count, int ways)
/* C = A B. A: m x k, B: k x n, C: m x n, written; all row-major, rows lda >= k, ldb >= n and ldc >=
 * n elements apart. What lies between the end of a row and its leading dimension is no part of the
 * matrix: neither read nor write it. m, n, k <= 524280. */
#define LAB_LAUNCH_GEMM(f)                                                                         \
    void f(const float *A, int lda, const float *B, int ldb, float *C, int ldc, int m, int n, int k)
/* The same problem at lab 08's sizes. */
#define LAB_LAUNCH_GEMM_TILE LAB_LAUNCH_GEMM
/* The same again, on a Hopper GPU. */
#define LAB_LAUNCH_GEMM_HOPPER LAB_LAUNCH_GEMM
/* The same in double; m, n, k <= 262140. */
#define LAB_LAUNCH_DGEMM(f)                                                                        \
    void f(const double *A, int lda, const double *B, int ldb, double *C, int ldc, int m, int n,   \
           int k)
/* The same, where the GPU has tensor cores in double. */
#define LAB_LAUNCH_DGEMM_TENSOR LAB_LAUNCH_DGEMM
/* The same, on a Hopper GPU. */
#define LAB_LAUNCH_DGEMM_HOPPER LAB_LAUNCH_DGEMM

/* Lab 09's matrices hold only +1 and -1. Packed: one bit an element in the layouts that binary.h
 * describes, padding included; packed matrices and counts of ones begin at multiples of 256 bytes;
 * m, n <= 262140, k <= 524280 (262140 where it is packed). A, row-major m x k, to layout A; B,
 * row-major k x n, to layout B, or to layout B by columns. */
#define LAB_LAUNCH_PACK_A(f) void f(const float *A, uint32_t *packed, int m, int k)
#define LAB_LAUNCH_PACK_B(f) void f(const float *B, uint32_t *packed, int k, int n)
#define LAB_LAUNCH_PACK_BT   LAB_LAUNCH_PACK_B
/* ones[i] = how many bits of packed line i (layout A; i < lines) are 1. */
#define LAB_LAUNCH_ONES(f) void f(const uint32_t *packed, int *ones, int lines, int k)
/* C = A B. A: layout A; B: layout B; C: m x n integers, row-major, no gaps. */
#define LAB_LAUNCH_XNOR(f) void f(const uint32_t *A, const uint32_t *B, int *C, int m, int n, int k)
/* The same for tensor cores. B: layout B by columns; a_ones, b_ones: the ones of each row of A and
 * column of B (padding: 0). */
#define LAB_LAUNCH_XNOR_MMA(f)                                                                     \
    void f(const uint32_t *A, const uint32_t *B, const int *a_ones, const int *b_ones, int *C,     \
           int m, int n, int k)
/* The same on Hopper GPUs only. */
#define LAB_LAUNCH_XNOR_HOPPER LAB_LAUNCH_XNOR_MMA
/* The same, and of C only the signs: bit j % 32 of C[i * binary_words(n) + j / 32] is 1 where C(i,
 * j) >= 0; 0 beyond column n. */
#define LAB_LAUNCH_SIGN(f)                                                                         \
    void f(const uint32_t *A, const uint32_t *B, const int *a_ones, const int *b_ones,             \
           uint32_t *C, int m, int n, int k)

/* Untimed preparation, reported on a line of its own. NONE: there is none. X: x, n floats on the
 * device. B: a GEMM's B, k x n, rows ldb floats apart, on the device. A later call replaces what an
 * earlier one kept. ENTRY: `prepare` and `aligned` of the row. */
#define LAB_PREPARE_NONE(keyword, name)
#define LAB_PREPARE_ENTRY_NONE(name) 0, 0
#define LAB_PREPARE_ALIGNED(keyword, name)
#define LAB_PREPARE_ENTRY_ALIGNED(name) 0, 1
#define LAB_PREPARE_PARAMETERS_X        (const float *x, int n)
#define LAB_PREPARE_X(keyword, name)    keyword void prepare_##name LAB_PREPARE_PARAMETERS_X;
#define LAB_PREPARE_ENTRY_X(name)       (lab_function *)prepare_##name, 0
#define LAB_PREPARE_PARAMETERS_B        (const float *B, int ldb, int k, int n)
#define LAB_PREPARE_B(keyword, name)    keyword void prepare_##name LAB_PREPARE_PARAMETERS_B;
#define LAB_PREPARE_ENTRY_B(name)       (lab_function *)prepare_##name, 0

typedef void lab_function(void); /* cast back to the problem's own type before a call */

struct lab_entry {
    int step;                       /* -1 ends a table */
    lab_function *launch, *prepare; /* 0 where the file does not define it */
    int aligned; /* the step may rely on operands that begin at multiples of 256 bytes */
    const char *name;
    enum lab_problem problem;
};

/* A step's row in that table, and the declaration of its functions, so that a wrong signature is an
 * error. LAB_LINKAGE is extern "C" or nothing. */
#define LAB_ENTRY(number, name, problem, prepare)                                                  \
    {number, (lab_function *)launch_##name, LAB_PREPARE_ENTRY_##prepare(name), #name,              \
     LAB_##problem},
#define LAB_NO_ENTRY {-1, 0, 0, 0, 0, LAB_PROBLEMS},
#define LAB_DECLARE(number, name, problem, prepare)                                                \
    LAB_LINKAGE __attribute__((weak)) LAB_LAUNCH_##problem(launch_##name);                         \
    LAB_PREPARE_##prepare(LAB_LINKAGE __attribute__((weak)), name)

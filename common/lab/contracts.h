/* The problems that labs pose, what each hands to launch_NAME and prepare_NAME, and the table of
 * these functions that a lab's file ends with. */
#ifndef LAB_CONTRACTS_H
#define LAB_CONTRACTS_H

#include <stdint.h>

/* PROBLEM(NAME): every one. The order says nothing. */
#define LAB_PROBLEM_LIST(PROBLEM)                                                                  \
    PROBLEM(ADD_ONE)                                                                               \
    PROBLEM(HOST_PROGRAM)                                                                          \
    PROBLEM(CHECKED_PROGRAM)                                                                       \
    PROBLEM(GEMV_ROW)                                                                              \
    PROBLEM(GEMV_COL)                                                                              \
    PROBLEM(GEMV_SPLIT)                                                                            \
    PROBLEM(GEMV_CONST)                                                                            \
    PROBLEM(TRANSPOSE)                                                                             \
    PROBLEM(BRANCHES)                                                                              \
    PROBLEM(GEMM)                                                                                  \
    PROBLEM(DGEMM)                                                                                 \
    PROBLEM(DGEMM_TENSOR)                                                                          \
    PROBLEM(DGEMM_HOPPER)                                                                          \
    PROBLEM(GEMM_TILE)                                                                             \
    PROBLEM(GEMM_HOPPER)                                                                           \
    PROBLEM(PACK_A)                                                                                \
    PROBLEM(PACK_B)                                                                                \
    PROBLEM(PACK_BT)                                                                               \
    PROBLEM(ONES)                                                                                  \
    PROBLEM(XNOR)                                                                                  \
    PROBLEM(XNOR_MMA)                                                                              \
    PROBLEM(XNOR_HOPPER)                                                                           \
    PROBLEM(SIGN)

#define LAB_PROBLEM_ID(name) LAB_##name,
enum lab_problem { LAB_PROBLEM_LIST(LAB_PROBLEM_ID) LAB_PROBLEMS };

/* What each problem hands to launch_NAME. Pointers are device pointers unless they say otherwise;
 * launches are asynchronous, on the default stream; m, n, k are rows, columns, depth, all at least
 * 1. A pointer is a multiple of its elements' size, and of no more unless something here says so:
 * it may be one into the midst of a larger array. Products of sizes may exceed an int. */

/* a: `count` floats (at most 2^31 - 1), each to be increased by one. */
#define LAB_PARAMETERS_ADD_ONE (float *a, int count)
#define LAB_RETURNS_ADD_ONE    void
/* a: m x n floats in *host* memory, row-major, each to be increased by one on the device. Leaves no
 * device memory. */
#define LAB_PARAMETERS_HOST_PROGRAM (float *a, int m, int n)
#define LAB_RETURNS_HOST_PROGRAM    void
/* The same. *ms: the kernel's time in milliseconds, by events. Returns cudaSuccess or the first
 * error; leaves no device memory and no event either way. */
#define LAB_PARAMETERS_CHECKED_PROGRAM (float *a, int m, int n, float *ms)
#define LAB_RETURNS_CHECKED_PROGRAM    cudaError_t
/* y = A x. A: m x n, row-major, rows n floats apart; x: n; y: m, written. */
#define LAB_PARAMETERS_GEMV_ROW (const float *A, const float *x, float *y, int m, int n)
#define LAB_RETURNS_GEMV_ROW    void
/* y = A x. A: m x n, column-major, columns lda >= m floats apart (what lies between m and lda is
 * not part of A); x: n; y: m, written. */
#define LAB_PARAMETERS_GEMV_COL (const float *A, int lda, const float *x, float *y, int m, int n)
#define LAB_RETURNS_GEMV_COL    void
/* The same, where blocks along the grid's y divide the columns. */
#define LAB_PARAMETERS_GEMV_SPLIT LAB_PARAMETERS_GEMV_COL
#define LAB_RETURNS_GEMV_SPLIT    void
/* The same with n <= 16384, after prepare_NAME has seen x (and before it, A holds something else):
 * 64 KiB of constant memory. */
#define LAB_PARAMETERS_GEMV_CONST LAB_PARAMETERS_GEMV_COL
#define LAB_RETURNS_GEMV_CONST    void

/* out = in transposed. in: m x n, out: n x m, both row-major without gaps; m, n <= 524280. Every
 * bit as it was. */
#define LAB_PARAMETERS_TRANSPOSE (const float *in, float *out, int m, int n)
#define LAB_RETURNS_TRANSPOSE    void
/* out[i] = what lab_branch(i % ways, in[i], ...) stores, for i < count (branches.h; any int from 1
 * on); ways is 1, 2, 4 or 8. */
#define LAB_PARAMETERS_BRANCHES (const unsigned *in, unsigned *out, int count, int ways)
#define LAB_RETURNS_BRANCHES    void
/* C = A B. A: m x k, B: k x n, C: m x n, written; all row-major, rows lda >= k, ldb >= n and ldc >=
 * n elements apart. What lies between the end of a row and its leading dimension is no part of the
 * matrix: neither read nor write it. m, n, k <= 524280. */
#define LAB_PARAMETERS_GEMM                                                                        \
    (const float *A, int lda, const float *B, int ldb, float *C, int ldc, int m, int n, int k)
#define LAB_RETURNS_GEMM void
/* The same problem at lab 08's sizes. */
#define LAB_PARAMETERS_GEMM_TILE LAB_PARAMETERS_GEMM
#define LAB_RETURNS_GEMM_TILE    void
/* The same again, on a Hopper GPU. */
#define LAB_PARAMETERS_GEMM_HOPPER LAB_PARAMETERS_GEMM
#define LAB_RETURNS_GEMM_HOPPER    void
/* The same in double; m, n, k <= 262140. */
#define LAB_PARAMETERS_DGEMM                                                                       \
    (const double *A, int lda, const double *B, int ldb, double *C, int ldc, int m, int n, int k)
#define LAB_RETURNS_DGEMM void
/* The same, where the GPU has tensor cores in double. */
#define LAB_PARAMETERS_DGEMM_TENSOR LAB_PARAMETERS_DGEMM
#define LAB_RETURNS_DGEMM_TENSOR    void
/* The same, on a Hopper GPU. */
#define LAB_PARAMETERS_DGEMM_HOPPER LAB_PARAMETERS_DGEMM
#define LAB_RETURNS_DGEMM_HOPPER    void

/* Lab 09's matrices hold only +1 and -1. Packed: one bit an element in the layouts that binary.h
 * describes, padding included; packed matrices and counts of ones begin at multiples of 256 bytes;
 * m, n <= 262140, k <= 524280 (262140 where it is packed). A, row-major m x k, to layout A; B,
 * row-major k x n, to layout B, or to layout B by columns. */
#define LAB_PARAMETERS_PACK_A  (const float *A, uint32_t *packed, int m, int k)
#define LAB_RETURNS_PACK_A     void
#define LAB_PARAMETERS_PACK_B  (const float *B, uint32_t *packed, int k, int n)
#define LAB_RETURNS_PACK_B     void
#define LAB_PARAMETERS_PACK_BT LAB_PARAMETERS_PACK_B
#define LAB_RETURNS_PACK_BT    void
/* ones[i] = how many bits of packed line i (layout A; i < lines) are 1. */
#define LAB_PARAMETERS_ONES (const uint32_t *packed, int *ones, int lines, int k)
#define LAB_RETURNS_ONES    void
/* C = A B. A: layout A; B: layout B; C: m x n integers, row-major, no gaps. */
#define LAB_PARAMETERS_XNOR (const uint32_t *A, const uint32_t *B, int *C, int m, int n, int k)
#define LAB_RETURNS_XNOR    void
/* The same for tensor cores. B: layout B by columns; a_ones, b_ones: the ones of each row of A and
 * column of B (padding: 0). */
#define LAB_PARAMETERS_XNOR_MMA                                                                    \
    (const uint32_t *A, const uint32_t *B, const int *a_ones, const int *b_ones, int *C, int m,    \
     int n, int k)
#define LAB_RETURNS_XNOR_MMA void
/* The same on Hopper GPUs only. */
#define LAB_PARAMETERS_XNOR_HOPPER LAB_PARAMETERS_XNOR_MMA
#define LAB_RETURNS_XNOR_HOPPER    void
/* The same, and of C only the signs: bit j % 32 of C[i * binary_words(n) + j / 32] is 1 where C(i,
 * j) >= 0; 0 beyond column n. */
#define LAB_PARAMETERS_SIGN                                                                        \
    (const uint32_t *A, const uint32_t *B, const int *a_ones, const int *b_ones, uint32_t *C,      \
     int m, int n, int k)
#define LAB_RETURNS_SIGN void

/* Untimed preparation, reported on a line of its own. NONE: there is none. X: x, n floats on the
 * device. B: a GEMM's B, k x n, rows ldb floats apart, on the device. A later call replaces what an
 * earlier one kept. */
#define LAB_PREPARE_NONE(keyword, name)
#define LAB_PREPARE_ENTRY_NONE(name) 0
#define LAB_PREPARE_ALIGNED(keyword, name)
#define LAB_PREPARE_ENTRY_ALIGNED(name) 0
#define LAB_PREPARE_PARAMETERS_X        (const float *x, int n)
#define LAB_PREPARE_X(keyword, name)    keyword void prepare_##name LAB_PREPARE_PARAMETERS_X;
#define LAB_PREPARE_ENTRY_X(name)       (lab_function *)prepare_##name
#define LAB_PREPARE_PARAMETERS_B        (const float *B, int ldb, int k, int n)
#define LAB_PREPARE_B(keyword, name)    keyword void prepare_##name LAB_PREPARE_PARAMETERS_B;
#define LAB_PREPARE_ENTRY_B(name)       (lab_function *)prepare_##name

#define LAB_ALIGNED_NONE    0
#define LAB_ALIGNED_X       0
#define LAB_ALIGNED_B       0
#define LAB_ALIGNED_ALIGNED 1

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
    {number,                                                                                       \
     (lab_function *)launch_##name,                                                                \
     LAB_PREPARE_ENTRY_##prepare(name),                                                            \
     LAB_ALIGNED_##prepare,                                                                        \
     #name,                                                                                        \
     LAB_##problem},
#define LAB_NO_ENTRY                                                                               \
    {                                                                                              \
        -1, 0, 0, 0, 0, LAB_PROBLEMS                                                               \
    }
#define LAB_DECLARE(number, name, problem, prepare)                                                \
    LAB_LINKAGE __attribute__((weak))                                                              \
    LAB_RETURNS_##problem launch_##name LAB_PARAMETERS_##problem;                                  \
    LAB_PREPARE_##prepare(LAB_LINKAGE __attribute__((weak)), name)

#endif

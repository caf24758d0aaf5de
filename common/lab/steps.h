/* The ladder: every lab, its steps in order, and the function that each step asks for. The one
 * place where a lab is listed. */
#ifndef LAB_STEPS_H
#define LAB_STEPS_H

#include <stdint.h>

/* STEP(number, name, problem, prepare): `problem` is an enum lab_problem less its prefix; the
 * learner writes launch_NAME with that problem's parameters (below). `prepare` is NONE, or the kind
 * of untimed preparation (prepare_NAME); or ALIGNED: none, and all operands begin at multiples of
 * 256 bytes. */
#define LAB_STEPS_01_naive_gemv(STEP)                                                              \
    STEP(0, add_one, ADD_ONE, NONE)                                                                \
    STEP(1, gemv_naive, GEMV_ROW, NONE)
#define LAB_STEPS_02_coalesced_gemv(STEP)                                                          \
    STEP(1, gemv_coalesced, GEMV_COL, NONE)                                                        \
    STEP(2, gemv_unrolled, GEMV_COL, NONE)
#define LAB_STEPS_03_constant_gemv(STEP)                                                           \
    STEP(1, gemv_constant, GEMV_CONST, X)                                                          \
    STEP(2, gemv_constant_chunks, GEMV_COL, NONE)
#define LAB_STEPS_04_shared_gemv(STEP)                                                             \
    STEP(1, gemv_shared, GEMV_COL, NONE)                                                           \
    STEP(2, gemv_split, GEMV_COL, NONE)                                                            \
    STEP(3, gemv_block_split, GEMV_COL, NONE)
#define LAB_STEPS_05_shuffle_gemv(STEP)                                                            \
    STEP(1, gemv_broadcast, GEMV_COL, NONE)                                                        \
    STEP(2, gemv_warp, GEMV_ROW, NONE)                                                             \
    STEP(3, gemv_block, GEMV_ROW, NONE)                                                            \
    STEP(4, gemv_vector, GEMV_ROW, ALIGNED)

#define LAB_STEPS_06_tiled_transpose(STEP)                                                         \
    STEP(1, transpose_serial, TRANSPOSE, NONE)                                                     \
    STEP(2, transpose_row, TRANSPOSE, NONE)                                                        \
    STEP(3, transpose_element, TRANSPOSE, NONE)                                                    \
    STEP(4, transpose_tile, TRANSPOSE, NONE)                                                       \
    STEP(5, transpose_padded, TRANSPOSE, NONE)                                                     \
    STEP(6, transpose_tile16, TRANSPOSE, NONE)                                                     \
    STEP(7, transpose_tile8, TRANSPOSE, NONE)                                                      \
    STEP(8, transpose_several, TRANSPOSE, NONE)                                                    \
    STEP(9, transpose_vector, TRANSPOSE, ALIGNED)                                                  \
    STEP(10, branches_apart, BRANCHES, NONE)                                                       \
    STEP(11, branches_together, BRANCHES, NONE)
#define LAB_STEPS_07_tiled_gemm(STEP)                                                              \
    STEP(1, gemm_uncoalesced, GEMM, NONE)                                                          \
    STEP(2, gemm_row_block, GEMM, NONE)                                                            \
    STEP(3, gemm_row_warp, GEMM, NONE)                                                             \
    STEP(4, gemm_row_shared, GEMM, NONE)                                                           \
    STEP(5, gemm_coalesced, GEMM, NONE)                                                            \
    STEP(6, gemm_pitched, GEMM, B)                                                                 \
    STEP(7, gemm_tile8, GEMM, NONE)                                                                \
    STEP(8, gemm_tile16, GEMM, NONE)                                                               \
    STEP(9, gemm_tile32, GEMM, NONE)                                                               \
    STEP(10, dgemm_guarded, DGEMM, NONE)                                                           \
    STEP(11, dgemm_unshared, DGEMM, NONE)                                                          \
    STEP(12, dgemm_tiled, DGEMM, NONE)                                                             \
    STEP(13, dgemm_tensor, DGEMM_TENSOR, NONE)
#define LAB_STEPS_08_thread_tiled_gemm(STEP)                                                       \
    STEP(1, gemm_column, GEMM_TILE, NONE)                                                          \
    STEP(2, gemm_square, GEMM_TILE, NONE)                                                          \
    STEP(3, gemm_vector, GEMM_TILE, NONE)                                                          \
    STEP(4, gemm_warp, GEMM_TILE, NONE)                                                            \
    STEP(5, gemm_double_buffer, GEMM_TILE, NONE)                                                   \
    STEP(6, gemm_async, GEMM_TILE, NONE)                                                           \
    STEP(7, gemm_tuned, GEMM_TILE, NONE)
#define LAB_STEPS_09_binary_xnor_gemm(STEP)                                                        \
    STEP(1, pack_rows, PACK_A, NONE)                                                               \
    STEP(2, pack_columns, PACK_B, NONE)                                                            \
    STEP(3, xnor_table_constant, XNOR, NONE)                                                       \
    STEP(4, xnor_table_device, XNOR, NONE)                                                         \
    STEP(5, xnor_table_shared, XNOR, NONE)                                                         \
    STEP(6, xnor_row_shared, XNOR, NONE)                                                           \
    STEP(7, xnor_popc, XNOR, NONE)                                                                 \
    STEP(8, xnor_tile_conflict, XNOR, NONE)                                                        \
    STEP(9, xnor_tile, XNOR, NONE)                                                                 \
    STEP(10, xnor_register, XNOR, NONE)                                                            \
    STEP(11, xnor_carry_save, XNOR, NONE)                                                          \
    STEP(12, pack_transposed, PACK_BT, NONE)                                                       \
    STEP(13, count_ones, ONES, NONE)                                                               \
    STEP(14, xnor_mma_warp, XNOR_MMA, NONE)                                                        \
    STEP(15, xnor_mma_shared, XNOR_MMA, NONE)                                                      \
    STEP(16, xnor_mma_async, XNOR_MMA, NONE)                                                       \
    STEP(17, xnor_wgmma, XNOR_HOPPER, NONE)                                                        \
    STEP(18, xnor_turns, XNOR_HOPPER, NONE)                                                        \
    STEP(19, xnor_sign, SIGN, NONE)

/* LAB(id): every lab that there is, in order. */
#define LAB_LIST(LAB)                                                                              \
    LAB(01_naive_gemv)                                                                             \
    LAB(02_coalesced_gemv)                                                                         \
    LAB(03_constant_gemv)                                                                          \
    LAB(04_shared_gemv)                                                                            \
    LAB(05_shuffle_gemv)                                                                           \
    LAB(06_tiled_transpose)                                                                        \
    LAB(07_tiled_gemm)                                                                             \
    LAB(08_thread_tiled_gemm)                                                                      \
    LAB(09_binary_xnor_gemm)

#define LAB_ALL(STEP)                                                                              \
    LAB_STEPS_01_naive_gemv(STEP) LAB_STEPS_02_coalesced_gemv(STEP)                                \
        LAB_STEPS_03_constant_gemv(STEP) LAB_STEPS_04_shared_gemv(STEP)                            \
            LAB_STEPS_05_shuffle_gemv(STEP) LAB_STEPS_06_tiled_transpose(STEP)                     \
                LAB_STEPS_07_tiled_gemm(STEP) LAB_STEPS_08_thread_tiled_gemm(STEP)                 \
                    LAB_STEPS_09_binary_xnor_gemm(STEP)

/* What each problem hands to launch_NAME. Pointers are device pointers unless they say otherwise;
 * launches are asynchronous, on the default stream; m, n, k are rows, columns, depth, all at least
 * 1. A pointer is a multiple of its elements' size, and of no more unless something here says so:
 * it may be one into the midst of a larger array. Products of sizes may exceed an int. */

/* a: m x n floats (at most 2^31 - 1 of them) in *host* memory, row-major, each to be increased by
 * one on the device. *ms: the kernel's time in milliseconds, by events. Returns cudaSuccess or the
 * first error; leaves no device memory and no event either way. */
#define LAB_PARAMETERS_ADD_ONE (float *a, int m, int n, float *ms)
#define LAB_RETURNS_ADD_ONE    cudaError_t
/* y = A x. A: m x n, row-major, rows n floats apart; x: n; y: m, written. */
#define LAB_PARAMETERS_GEMV_ROW (const float *A, const float *x, float *y, int m, int n)
#define LAB_RETURNS_GEMV_ROW    void
/* y = A x. A: m x n, column-major, columns lda >= m floats apart (what lies between m and lda is
 * not part of A); x: n; y: m, written. */
#define LAB_PARAMETERS_GEMV_COL (const float *A, int lda, const float *x, float *y, int m, int n)
#define LAB_RETURNS_GEMV_COL    void
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
/* The same in double; m, n, k <= 262140. */
#define LAB_PARAMETERS_DGEMM                                                                       \
    (const double *A, int lda, const double *B, int ldb, double *C, int ldc, int m, int n, int k)
#define LAB_RETURNS_DGEMM void
/* The same, where the GPU has tensor cores in double. */
#define LAB_PARAMETERS_DGEMM_TENSOR LAB_PARAMETERS_DGEMM
#define LAB_RETURNS_DGEMM_TENSOR    void

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
};

#define LAB_DECLARE(number, name, problem, prepare)                                                \
    extern "C" __attribute__((weak)) LAB_RETURNS_##problem launch_##name LAB_PARAMETERS_##problem; \
    LAB_PREPARE_##prepare(extern "C" __attribute__((weak)), name)
#define LAB_DECLARE_REFERENCE(number, name, problem, prepare)                                      \
    __attribute__((weak)) LAB_RETURNS_##problem launch_##name LAB_PARAMETERS_##problem;            \
    LAB_PREPARE_##prepare(, name)
#define LAB_ENTRY(number, name, problem, prepare)                                                  \
    {number, (lab_function *)launch_##name, LAB_PREPARE_ENTRY_##prepare(name),                     \
     LAB_ALIGNED_##prepare},

#endif

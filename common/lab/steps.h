/* The ladder: every lab, its steps in order, and the function that each step asks for. The one
 * place where a lab is listed. */
#ifndef LAB_STEPS_H
#define LAB_STEPS_H

#include "lab/contracts.h"

/* STEP(number, name, problem, prepare): `problem` is an enum lab_problem less its prefix; the
 * learner writes launch_NAME with that problem's parameters (contracts.h). `prepare` is NONE, or the kind
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

/* Made of the data beside it: the steps of each lab, for LAB_MAIN (lab.h). */
/* clang-format off */
#define LAB_STEPS_OF_01_naive_gemv(STEP) STEP(0,add_one,ADD_ONE,NONE) \
    STEP(1,gemv_naive,GEMV_ROW,NONE) STEP(2,host_program,HOST_PROGRAM,NONE) \
    STEP(3,checked_program,CHECKED_PROGRAM,NONE)
#define LAB_STEPS_OF_02_coalesced_gemv(STEP) STEP(1,gemv_coalesced,GEMV_COL,NONE) \
    STEP(2,gemv_unrolled,GEMV_COL,NONE)
#define LAB_STEPS_OF_03_constant_gemv(STEP) STEP(1,gemv_constant,GEMV_CONST,X) \
    STEP(2,gemv_constant_chunks,GEMV_COL,NONE)
#define LAB_STEPS_OF_04_shared_gemv(STEP) STEP(1,gemv_shared,GEMV_COL,NONE) \
    STEP(2,gemv_split,GEMV_SPLIT,NONE) STEP(3,gemv_block_split,GEMV_COL,NONE)
#define LAB_STEPS_OF_05_shuffle_gemv(STEP) STEP(1,gemv_broadcast,GEMV_COL,NONE) \
    STEP(2,gemv_warp,GEMV_ROW,NONE) STEP(3,gemv_block,GEMV_ROW,NONE) \
    STEP(4,gemv_vector,GEMV_ROW,ALIGNED)
#define LAB_STEPS_OF_06_tiled_transpose(STEP) STEP(1,transpose_serial,TRANSPOSE,NONE) \
    STEP(2,transpose_row,TRANSPOSE,NONE) STEP(3,transpose_element,TRANSPOSE,NONE) \
    STEP(4,transpose_tile,TRANSPOSE,NONE) STEP(5,transpose_padded,TRANSPOSE,NONE) \
    STEP(6,transpose_tile16,TRANSPOSE,NONE) STEP(7,transpose_tile8,TRANSPOSE,NONE) \
    STEP(8,transpose_several,TRANSPOSE,NONE) STEP(9,transpose_vector,TRANSPOSE,ALIGNED) \
    STEP(10,branches_apart,BRANCHES,NONE) STEP(11,branches_together,BRANCHES,NONE)
#define LAB_STEPS_OF_07_tiled_gemm(STEP) STEP(1,gemm_uncoalesced,GEMM,NONE) \
    STEP(2,gemm_row_block,GEMM,NONE) STEP(3,gemm_row_shared,GEMM,NONE) \
    STEP(4,gemm_coalesced,GEMM,NONE) STEP(5,gemm_pitched,GEMM,B) STEP(6,gemm_tile,GEMM,NONE) \
    STEP(7,dgemm_guarded,DGEMM,NONE) STEP(8,dgemm_unshared,DGEMM,NONE)
#define LAB_STEPS_OF_07_tiled_gemm_tensor_cores(STEP) STEP(1,dgemm_tensor,DGEMM_TENSOR,NONE) \
    STEP(2,dgemm_ring,DGEMM_HOPPER,NONE)
#define LAB_STEPS_OF_08_thread_tiled_gemm(STEP) STEP(1,gemm_column,GEMM_TILE,NONE) \
    STEP(2,gemm_square,GEMM_TILE,NONE) STEP(3,gemm_vector,GEMM_TILE,NONE) \
    STEP(4,gemm_warp,GEMM_TILE,NONE) STEP(5,gemm_double_buffer,GEMM_TILE,NONE) \
    STEP(6,gemm_async,GEMM_TILE,NONE)
#define LAB_STEPS_OF_08_thread_tiled_gemm_hopper(STEP) STEP(1,gemm_teams,GEMM_TILE,NONE) \
    STEP(2,gemm_cluster,GEMM_HOPPER,NONE) STEP(3,gemm_box,GEMM_HOPPER,NONE) \
    STEP(4,gemm_swizzled,GEMM_HOPPER,NONE) STEP(5,gemm_ring,GEMM_HOPPER,NONE) \
    STEP(6,gemm_tuned,GEMM_TILE,NONE)
#define LAB_STEPS_OF_09_binary_xnor_gemm(STEP) STEP(1,pack_rows,PACK_A,NONE) \
    STEP(2,pack_columns,PACK_B,NONE) STEP(3,xnor_table,XNOR,NONE) \
    STEP(4,xnor_row_shared,XNOR,NONE) STEP(5,xnor_popc,XNOR,NONE) STEP(6,xnor_tile,XNOR,NONE) \
    STEP(7,xnor_register,XNOR,NONE) STEP(8,xnor_carry_save,XNOR,NONE) \
    STEP(9,pack_transposed,PACK_BT,NONE) STEP(10,count_ones,ONES,NONE) \
    STEP(11,xnor_mma_warp,XNOR_MMA,NONE)
#define LAB_STEPS_OF_09_binary_xnor_gemm_tensor_cores(STEP) \
    STEP(1,xnor_mma_shared,XNOR_MMA,NONE) STEP(2,xnor_mma_async,XNOR_MMA,NONE)
#define LAB_STEPS_OF_09_binary_xnor_gemm_hopper(STEP) STEP(1,xnor_box,XNOR_HOPPER,NONE) \
    STEP(2,xnor_swizzled,XNOR_HOPPER,NONE) STEP(3,xnor_group,XNOR_HOPPER,NONE) \
    STEP(4,xnor_wgmma,XNOR_HOPPER,NONE) STEP(5,xnor_alternate,XNOR_HOPPER,NONE) \
    STEP(6,xnor_turns,XNOR_HOPPER,NONE) STEP(7,xnor_sign,SIGN,NONE)
#define LAB_EVERY_STEP(STEP) LAB_STEPS_OF_01_naive_gemv(STEP) \
    LAB_STEPS_OF_02_coalesced_gemv(STEP) LAB_STEPS_OF_03_constant_gemv(STEP) \
    LAB_STEPS_OF_04_shared_gemv(STEP) LAB_STEPS_OF_05_shuffle_gemv(STEP) \
    LAB_STEPS_OF_06_tiled_transpose(STEP) LAB_STEPS_OF_07_tiled_gemm(STEP) \
    LAB_STEPS_OF_07_tiled_gemm_tensor_cores(STEP) LAB_STEPS_OF_08_thread_tiled_gemm(STEP) \
    LAB_STEPS_OF_08_thread_tiled_gemm_hopper(STEP) LAB_STEPS_OF_09_binary_xnor_gemm(STEP) \
    LAB_STEPS_OF_09_binary_xnor_gemm_tensor_cores(STEP) \
    LAB_STEPS_OF_09_binary_xnor_gemm_hopper(STEP)

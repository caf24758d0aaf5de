/* Made of the data beside it: what LAB_MAIN puts into a file's
 * table, after its functions, so that a wrong signature is an error. */
#define LAB_ENTRIES_01_naive_gemv                                                                  \
    LAB_ENTRY(0, add_one, NONE)                                                                    \
    LAB_ENTRY(1, gemv_naive, NONE)                                                                 \
    LAB_ENTRY(2, host_program, NONE)                                                               \
    LAB_ENTRY(3, checked_program, NONE)
#define LAB_ENTRIES_02_coalesced_gemv                                                              \
    LAB_ENTRY(1, gemv_coalesced, NONE)                                                             \
    LAB_ENTRY(2, gemv_unrolled, NONE)
#define LAB_ENTRIES_03_constant_gemv                                                               \
    LAB_ENTRY(1, gemv_constant, X)                                                                 \
    LAB_ENTRY(2, gemv_constant_chunks, NONE)
#define LAB_ENTRIES_04_shared_gemv                                                                 \
    LAB_ENTRY(1, gemv_shared, NONE)                                                                \
    LAB_ENTRY(2, gemv_split, NONE)                                                                 \
    LAB_ENTRY(3, gemv_block_split, NONE)
#define LAB_ENTRIES_05_shuffle_gemv                                                                \
    LAB_ENTRY(1, gemv_broadcast, NONE)                                                             \
    LAB_ENTRY(2, gemv_warp, NONE)                                                                  \
    LAB_ENTRY(3, gemv_block, NONE)                                                                 \
    LAB_ENTRY(4, gemv_vector, ALIGNED)
#define LAB_ENTRIES_06_tiled_transpose                                                             \
    LAB_ENTRY(1, transpose_serial, NONE)                                                           \
    LAB_ENTRY(2, transpose_row, NONE)                                                              \
    LAB_ENTRY(3, transpose_element, NONE)                                                          \
    LAB_ENTRY(4, transpose_tile, NONE)                                                             \
    LAB_ENTRY(5, transpose_padded, NONE)                                                           \
    LAB_ENTRY(6, transpose_tile16, NONE)                                                           \
    LAB_ENTRY(7, transpose_tile8, NONE)                                                            \
    LAB_ENTRY(8, transpose_several, NONE)                                                          \
    LAB_ENTRY(9, transpose_vector, ALIGNED)                                                        \
    LAB_ENTRY(10, branches_apart, NONE)                                                            \
    LAB_ENTRY(11, branches_together, NONE)
#define LAB_ENTRIES_07_tiled_gemm                                                                  \
    LAB_ENTRY(1, gemm_uncoalesced, NONE)                                                           \
    LAB_ENTRY(2, gemm_row_block, NONE)                                                             \
    LAB_ENTRY(3, gemm_row_shared, NONE)                                                            \
    LAB_ENTRY(4, gemm_coalesced, NONE)                                                             \
    LAB_ENTRY(5, gemm_pitched, B)                                                                  \
    LAB_ENTRY(6, gemm_tile, NONE)                                                                  \
    LAB_ENTRY(7, dgemm_guarded, NONE)                                                              \
    LAB_ENTRY(8, dgemm_unshared, NONE)
#define LAB_ENTRIES_07_tiled_gemm_tensor_cores                                                     \
    LAB_ENTRY(1, dgemm_tensor, NONE)                                                               \
    LAB_ENTRY(2, dgemm_ring, NONE)
#define LAB_ENTRIES_08_thread_tiled_gemm                                                           \
    LAB_ENTRY(1, gemm_column, NONE)                                                                \
    LAB_ENTRY(2, gemm_square, NONE)                                                                \
    LAB_ENTRY(3, gemm_vector, NONE)                                                                \
    LAB_ENTRY(4, gemm_warp, NONE)                                                                  \
    LAB_ENTRY(5, gemm_double_buffer, NONE)                                                         \
    LAB_ENTRY(6, gemm_async, NONE)
#define LAB_ENTRIES_08_thread_tiled_gemm_hopper                                                    \
    LAB_ENTRY(1, gemm_teams, NONE)                                                                 \
    LAB_ENTRY(2, gemm_cluster, NONE)                                                               \
    LAB_ENTRY(3, gemm_box, NONE)                                                                   \
    LAB_ENTRY(4, gemm_swizzled, NONE)                                                              \
    LAB_ENTRY(5, gemm_ring, NONE)                                                                  \
    LAB_ENTRY(6, gemm_tuned, NONE)
#define LAB_ENTRIES_09_binary_xnor_gemm                                                            \
    LAB_ENTRY(1, pack_rows, NONE)                                                                  \
    LAB_ENTRY(2, pack_columns, NONE)                                                               \
    LAB_ENTRY(3, xnor_table, NONE)                                                                 \
    LAB_ENTRY(4, xnor_row_shared, NONE)                                                            \
    LAB_ENTRY(5, xnor_popc, NONE)                                                                  \
    LAB_ENTRY(6, xnor_tile, NONE)                                                                  \
    LAB_ENTRY(7, xnor_register, NONE)                                                              \
    LAB_ENTRY(8, xnor_carry_save, NONE)                                                            \
    LAB_ENTRY(9, pack_transposed, NONE)                                                            \
    LAB_ENTRY(10, count_ones, NONE)                                                                \
    LAB_ENTRY(11, xnor_mma_warp, NONE)
#define LAB_ENTRIES_09_binary_xnor_gemm_tensor_cores                                               \
    LAB_ENTRY(1, xnor_mma_shared, NONE)                                                            \
    LAB_ENTRY(2, xnor_mma_async, NONE)
#define LAB_ENTRIES_09_binary_xnor_gemm_hopper                                                     \
    LAB_ENTRY(1, xnor_box, NONE)                                                                   \
    LAB_ENTRY(2, xnor_swizzled, NONE)                                                              \
    LAB_ENTRY(3, xnor_group, NONE)                                                                 \
    LAB_ENTRY(4, xnor_wgmma, NONE)                                                                 \
    LAB_ENTRY(5, xnor_alternate, NONE)                                                             \
    LAB_ENTRY(6, xnor_turns, NONE)                                                                 \
    LAB_ENTRY(7, xnor_sign, NONE)

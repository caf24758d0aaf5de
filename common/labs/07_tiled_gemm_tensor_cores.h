/* Lab 07/tensor_cores, for experts. lesson.h says what the fields mean. */
LAB(07_tiled_gemm_tensor_cores, EXPERT)

/* A is fetched twice, B once (12288). */
STEP(1, dgemm_tensor, DGEMM_TENSOR, NONE, .points = 7, .size = {128, 128, 128},
     .rule = {{LAB_SECTORS_LOADED, .at_most = 16500, .none_at = 32768, .at_least = 4096,
               .hint = "How often does a block fetch the same element? Once per tile is "
                       "enough."},
              {LAB_SECTORS_STORED, .at_most = 8800, .none_at = 32768, .at_least = 4096},
              {LAB_LOAD_CONFLICTS, .at_most = 2048, .none_at = 24576,
               .hint = "Which banks do the 16 lanes of half a warp meet? Padding of the rows "
                       "moves them apart."},
              {LAB_MATRIX_INSTRUCTIONS, .wanted = 4096,
               .hint = "lab_mma_16x8x4 does 512 multiply-adds: all of them should come "
                       "from it."}})

/* Step 1's kernel takes 1.14 to 1.19 times as long. */
STEP(2, dgemm_ring, DGEMM_HOPPER, NONE, .points = 3,
     .time = {.share = 1, .full_at = 1.1, .none_at = 1.5})

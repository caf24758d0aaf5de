/* Lab 07, tiled gemm. lesson.h says what the fields mean. */
LAB(07_tiled_gemm, CORE)

#define GEMM_STORED(most)                                                                          \
    LAB_SECTORS_STORED,                                                                            \
        .at_most = most, .none_at = 16384, .at_least = 2048,                                       \
        .hint = "Sum in a register, store once; neighboring lanes, neighboring columns."
#define GEMM_BANKS                                                                                 \
    "Neighboring lanes should meet neighboring words of a tile, or all the same word."

/* Each of 512 warps, 128 times: 32 sectors of A, 1 of B. */
STEP(1, gemm_uncoalesced, GEMM, NONE, .points = 4, .size = {128, 128, 128},
     .timed = {1024, 1024, 1024},
     .rule = {{LAB_SECTORS_LOADED, .at_most = 2200000, .none_at = 8800000, .at_least = 4096},
              {LAB_SECTORS_STORED, .at_most = 17000, .none_at = 2000000, .at_least = 2048,
               .hint = "Sum in a register, store once."},
              {LAB_BUSIEST_WARP, .at_most = 1700, .none_at = 6400,
               .hint = "One thread for each element of C."}})

/* Each of 512 warps, 128 times: 1 sector of A, 4 of B. More columns than a block has threads, or
 * each thread could take adjacent ones. */
STEP(2, gemm_row_block, GEMM, NONE, .points = 11, .size = {16, 1024, 128},
     .rule = {{LAB_SECTORS_LOADED, .at_most = 530000, .none_at = 2162688, .at_least = 4096,
               .hint = "Do adjacent threads take adjacent columns, and each column once?"},
              {GEMM_STORED(3100)}})

/* B as before (262144), A once for 256 columns (1024). */
STEP(3, gemm_row_shared, GEMM, NONE, .points = 8, .size = {16, 1024, 128},
     .rule = {{LAB_SECTORS_LOADED, .at_most = 268000, .none_at = 327680, .at_least = 4096,
               .hint = "A's row is fetched once for each 256 columns."},
              {GEMM_STORED(2200)}})

/* As step 2, in squares. */
STEP(4, gemm_coalesced, GEMM, NONE, .points = 8, .size = {128, 128, 128},
     .rule = {{LAB_SECTORS_LOADED, .at_most = 331000, .none_at = 2162688, .at_least = 4096,
               .hint = "Column from x, row from y."},
              {GEMM_STORED(2200)},
              {LAB_BARRIERS, .none_at = 256,
               .hint = "Nothing is shared here, so no thread waits for another."}})

/* n = 125: with a pitch each load of B is 4 sectors (327680 with A), without 4 or 5. */
STEP(5, gemm_pitched, GEMM, B, .points = 8, .size = {128, 125, 128},
     .rule = {{LAB_SECTORS_LOADED, .at_most = 331000, .none_at = 370000, .at_least = 4096,
               .hint = "Let cudaMallocPitch choose the pitch, and begin each row of the copy at a "
                       "multiple of it."},
              {LAB_SECTORS_STORED, .at_most = 2900, .none_at = 16384, .at_least = 2000}})

/* Tile 8: 16 tiles along k, 2 loads of 4 sectors by each warp. Tile 32: a quarter of that. */
STEP(6, gemm_tile, GEMM, NONE, .points = 26, .size = {128, 128, 128},
     .rule = {{LAB_SECTORS_LOADED, .at_most = 69000, .none_at = 327680, .at_least = 4096,
               .hint = "How often does a block fetch the same element? Once per tile is "
                       "enough."},
              {GEMM_STORED(2200)},
              {LAB_LOAD_CONFLICTS, .at_most = 8192, .none_at = 131072, .hint = GEMM_BANKS},
              {LAB_STORE_CONFLICTS, .at_most = 8192, .none_at = 131072, .hint = GEMM_BANKS}})

/* Double, blocks of 16 x 16: 2 sectors of A and 4 of B, 512 warps, 128 times. */
STEP(7, dgemm_guarded, DGEMM, NONE, .points = 10, .size = {128, 128, 128},
     .rule = {{LAB_SECTORS_LOADED, .at_most = 660000, .none_at = 2000000, .at_least = 8192},
              {LAB_SECTORS_STORED, .at_most = 4400, .none_at = 16384, .at_least = 4096}})

/* Double, tile 16: 8 tiles along k, 2 loads of 8 sectors by each warp. */
STEP(8, dgemm_unshared, DGEMM, NONE, .points = 18, .size = {128, 128, 128},
     .rule = {{LAB_SECTORS_LOADED, .at_most = 263000, .none_at = 393216, .at_least = 4096,
               .hint = "How often does a block fetch the same element? Once per tile is "
                       "enough."},
              {LAB_SECTORS_STORED, .at_most = 4400, .none_at = 16384, .at_least = 4096},
              {LAB_LOAD_REQUESTS, .at_most = 66000, .none_at = 131072,
               .hint = "Are both factors of each product taken from shared memory?"}})

/* Lab 08/hopper, for experts. lesson.h says what the fields mean. */
LAB(08_thread_tiled_gemm_hopper, EXPERT)

/* gemm_split with one block to each of 4 tiles of 64 x 64, so that each element of A and B is
 * fetched twice. */
#define GEMM_SPLIT_ALONE                                                                           \
    {LAB_SECTORS_LOADED, .at_most = 8600, .none_at = 16384, .at_least = 4096,                      \
     .hint = "Does a block fetch each element of its tiles once? " LAB_READ_WHOLE},                \
        {LAB_SECTORS_STORED, .at_most = 2200, .none_at = 16384, .at_least = 2048,                  \
         .hint = "Sum in registers, store once. " LAB_WRITE_WHOLE},                                \
        {LAB_SHARED_WAVEFRONTS, .at_most = 24000, .none_at = 73728, .hint = GEMM_PRODUCTS},        \
        {LAB_SHARED_LOADS, .at_most = 7000, .none_at = 20000,                                      \
         .hint = "Four floats a load, of A as of B. " LAB_READ_WHOLE},

STEP(1, gemm_teams, GEMM_TILE, NONE, .points = 4, .size = {128, 128, 128},
     .timed = {1024, 1024, 1024}, .rule = {GEMM_SPLIT_ALONE})

STEP(2, gemm_cluster, GEMM_HOPPER, NONE, .points = 3, .timed = {256, 256, 256}, LAB_TIMED_ALONE)

STEP(3, gemm_box, GEMM_HOPPER, NONE, .points = 3, .correctness = 1)

STEP(4, gemm_swizzled, GEMM_HOPPER, NONE, .points = 2, LAB_TIMED_ALONE)

STEP(5, gemm_ring, GEMM_HOPPER, NONE, .points = 2, LAB_TIMED_ALONE)

/* In the emulator gemm_split does it, as in step 1. */
STEP(6, gemm_tuned, GEMM_TILE, NONE, .points = 6, .size = {128, 128, 128},
     .timed = {1024, 1024, 1024}, LAB_TIMED_STRICTLY, .rule = {GEMM_SPLIT_ALONE},
     .untried = {14, 15})

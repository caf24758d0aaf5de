/* Lab 08, thread tiled gemm. lesson.h says what the fields mean. */
LAB(08_thread_tiled_gemm, CORE)

#define GEMM_PRODUCTS                                                                              \
    "How many products does each element give that a thread takes from shared memory?"
#define GEMM_STORES "Sum in registers, store once; adjacent threads have adjacent columns."
/* Steps 4 to 6 have the same counts; what changes is when. */
#define GEMM_WARP_TILES                                                                            \
    {LAB_SECTORS_LOADED, .at_most = 4300, .none_at = 8192, .at_least = 4096,                       \
     .hint = "Has a block 128 x 128 results, each element fetched once? " LAB_READ_WHOLE},         \
        {LAB_SECTORS_STORED, .at_most = 2200, .none_at = 16384, .at_least = 2048,                  \
         .hint = GEMM_STORES " " LAB_WRITE_WHOLE},                                                 \
        {LAB_SHARED_WAVEFRONTS, .at_most = 6500, .none_at = 24576,                                 \
         .hint = GEMM_PRODUCTS " Do lanes 0 and 1 share their columns?"},                          \
    {                                                                                              \
        LAB_SHARED_LOADS,                                                                          \
            .at_most = 3230, .none_at = 8192,                                                      \
            .hint = "Four floats a load, and 16 x 8 results a thread. " LAB_READ_WHOLE             \
    }

/* A block fetches 64 of 128 rows and columns, so everything twice: 2 x 4096 sectors. 9
 * loads for 8 products. */
STEP(1, gemm_column, GEMM_TILE, NONE, .points = 10, .size = {128, 128, 128},
     .rule = {{LAB_SECTORS_LOADED, .at_most = 8600, .none_at = 16384, .at_least = 4096,
               .hint = "Has a block 64 x 64 results? Is each element of its tiles fetched once?"},
              {LAB_SECTORS_STORED, .at_most = 2200, .none_at = 16384, .at_least = 2048,
               .hint = GEMM_STORES},
              {LAB_SHARED_WAVEFRONTS, .at_most = 77500, .none_at = 262144, .hint = GEMM_PRODUCTS}})

/* One block: each sector once. 16 loads for 64 products. */
STEP(2, gemm_square, GEMM_TILE, NONE, .points = 10, .size = {128, 128, 128},
     .rule = {{LAB_SECTORS_LOADED, .at_most = 4300, .none_at = 8192, .at_least = 4096,
               .hint = "Has a block 128 x 128 results? Is each element of tiles fetched once?"},
              {LAB_SECTORS_STORED, .at_most = 2200, .none_at = 16384, .at_least = 2048,
               .hint = GEMM_STORES},
              {LAB_SHARED_WAVEFRONTS, .at_most = 17300, .none_at = 73728, .hint = GEMM_PRODUCTS}})

/* Requests a quarter of step 2's; A arrives along k, two pieces of 16 bytes a row. */
STEP(3, gemm_vector, GEMM_TILE, NONE, .points = 12, .size = {128, 128, 128},
     .rule = {{LAB_SECTORS_LOADED, .at_most = 4300, .none_at = 8192, .at_least = 4096,
               .hint = "Has a block 128 x 128 results, each element fetched once? " LAB_READ_WHOLE},
              {LAB_LOAD_REQUESTS, .at_most = 270, .none_at = 1024,
               .hint = "16 bytes a load: does in_fours say when that is allowed? " LAB_READ_WHOLE},
              {LAB_SECTORS_STORED, .at_most = 2200, .none_at = 16384, .at_least = 2048,
               .hint = GEMM_STORES " " LAB_WRITE_WHOLE},
              {LAB_SHARED_WAVEFRONTS, .at_most = 12900, .none_at = 24576, .hint = GEMM_PRODUCTS},
              {LAB_STORE_CONFLICTS, .at_most = 300, .none_at = 4096,
               .hint = "B goes to its tile four floats at a time; padding keeps a column of A's "
                       "tile out of one bank."}})

/* 6 loads of 16 bytes for 128 products. */
STEP(4, gemm_warp, GEMM_TILE, NONE, .points = 12, .size = {128, 128, 128},
     .rule = {GEMM_WARP_TILES})

/* The same counts as step 4; what changes is when: 42 loads from shared memory lie between
 * a load and its store, in step 4 none. */
STEP(5, gemm_double_buffer, GEMM_TILE, NONE, .points = 10, .size = {128, 128, 128},
     .timed = {1024, 1024, 1024}, LAB_TIMED_STRICTLY,
     .rule = {GEMM_WARP_TILES,
              {LAB_BEFORE_USE, .wanted = 24,
               .hint = "Read the next tiles into registers before the products of these, and "
                       "write them to shared memory after."}})

/* The same again; copies of 4 bytes for A, of 16 for B. */
STEP(6, gemm_async, GEMM_TILE, NONE, .points = 12, .size = {128, 128, 128},
     .timed = {4095, 4097, 4093},
     .rule = {GEMM_WARP_TILES,
              {LAB_ASYNC_COPIES, .wanted = 256,
               .hint = "__pipeline_memcpy_async should bring both tiles."},
              {LAB_BEFORE_USE, .wanted = 32,
               .hint = "Start a later stage's copies before the products of this one, and "
                       "wait for them after: __pipeline_wait_prior(STAGES - 2)."}})

/* Lab 04, shared gemv. lesson.h says what the fields mean. */
LAB(04_shared_gemv, CORE)

/* A: 131072. x: 8 blocks fetch 1024 elements each, 1024 sectors. */
STEP(1, gemv_shared, GEMV_COL, NONE, .points = 10, .size = {1024, 1024, 1},
     .timed = {4096, 65536, 1}, .also = {128, 8192, 1},
     .rule = {{LAB_SECTORS_LOADED, .at_most = 138000, .none_at = 163840, .at_least = 131072,
               .also = 138000,
               .hint = "Does a block fetch each element of x once, into shared memory?"},
              {GEMV_STORED(1024)},
              {LAB_SHARED_WAVEFRONTS, .wanted = 1024,
               .hint = "x belongs into shared memory, a tile at a time."},
              {LAB_LOAD_CONFLICTS, .at_most = 1024, .none_at = 65536,
               .hint = "All lanes read the same word of the tile: where do different words "
                       "of one bank come from?"},
              {GEMV_UNDER_WAY(16)}})

/* The same loads. 32 parts of 64 columns add 512 sums each: 2048 sectors of atomics. Two
 * passes over partial sums are as good. A warp has 64 columns; with PART 512 it has 512,
 * undivided 2048. */
STEP(2, gemv_split, GEMV_SPLIT, NONE, .points = 10, .size = {512, 2048, 1},
     .rule = {{LAB_SECTORS_OF_ATOMICS, .at_most = 8192, .none_at = 65536,
               .hint = "Add once per thread, after its part, not for every column."},
              {LAB_SECTORS_LOADED, .at_most = 140000, .none_at = 163840, .at_least = 131072,
               .hint = "Does a block fetch each element of x once, into shared memory?"},
              {LAB_SECTORS_STORED, .at_most = 8192, .none_at = 65536,
               .hint = "Accumulate in a register."},
              {LAB_BUSIEST_WARP, .at_most = 2000, .none_at = 6000,
               .hint = "Divide the columns over blockIdx.y: one thread per row leaves most "
                       "of a GPU idle."},
              {GEMV_UNDER_WAY(4)}})

/* A: 131072; x: one sector for each request of A, 32768. Nothing is added in memory. */
STEP(3, gemv_block_split, GEMV_COL, NONE, .points = 10, .size = {1024, 1024, 1},
     .rule = {{LAB_SECTORS_LOADED, .at_most = 170000, .none_at = 680000, .at_least = 131072,
               .hint = "Do a warp's lanes read neighboring rows of A, each element once?"},
              {LAB_SECTORS_STORED, .at_most = 1024, .none_at = 16384, .at_least = 128,
               .hint = "Add the warps' sums up in shared memory, and store each y once."},
              {LAB_SHARED_WAVEFRONTS, .wanted = 128,
               .hint = "The sums of the warps meet in shared memory."},
              {LAB_LOAD_CONFLICTS, .at_most = 1024, .none_at = 65536,
               .hint = "Neighboring lanes should read neighboring words."},
              {LAB_BUSIEST_WARP, .at_most = 900, .none_at = 3000,
               .hint = "Several warps for the same 32 rows: one thread per row leaves most "
                       "of a GPU idle."},
              {LAB_SECTORS_OF_ATOMICS, .at_most = 0, .none_at = 512,
               .hint = "Nothing is added in global memory: the sums of a block meet in "
                       "shared memory."},
              {GEMV_UNDER_WAY(4)}})

/* Lab 05, shuffle gemv. lesson.h says what the fields mean. */
LAB(05_shuffle_gemv, CORE)

/* A: 131072. x: each of 32 warps fetches 1024 elements, 4096 sectors, and hands
 * each of them round: 32768 shuffles; 8192 where a thread has 4 rows. */
STEP(1, gemv_broadcast, GEMV_COL, NONE, .points = 10, .size = {1024, 1024, 1},
     .rule = {{LAB_SECTORS_LOADED, .at_most = 145000, .none_at = 163840, .at_least = 131072,
               .hint = "Is x loaded once a warp, 32 at a time? Do lanes read neighboring rows?"},
              {GEMV_STORED(1024)},
              {LAB_SHUFFLES, .wanted = 8192,
               .hint = "Lane i hands its element of x to all with __shfl_sync: a shuffle for each "
                       "column."},
              {LAB_SHARED_WAVEFRONTS, .at_most = 4096, .none_at = 16384,
               .hint = "Elements of x stay in registers: no shared memory is needed."}})

/* A: 131072; x for every row: 131072. One thread per row would load 1081344.
 * 5 shuffles add up 32 sums. */
STEP(2, gemv_warp, GEMV_ROW, NONE, .points = 10, .size = {1024, 1024, 1},
     .rule = {{LAB_SECTORS_LOADED, .at_most = 270000, .none_at = 1080000, .at_least = 131072,
               .hint = "Do a warp's lanes read neighbors in a row of A, each element once?"},
              {GEMV_STORED(2048)},
              {LAB_SHUFFLES, .at_most = 10400, .none_at = 31000, .wanted = 5120,
               .hint = "Add up the lanes' sums with shuffles: 5 for each row."},
              {LAB_SHARED_WAVEFRONTS, .at_most = 2048, .none_at = 10240,
               .hint = "The lanes' sums stay in registers: no shared memory is needed."},
              {LAB_BUSIEST_WARP, .at_most = 500, .none_at = 3000,
               .hint = "A warp for each row: are there 32 times as many threads as rows?"},
              {GEMV_UNDER_WAY(4)}})

/* The same loads; 9 shared wavefronts a row. */
STEP(3, gemv_block, GEMV_ROW, NONE, .points = 10, .size = {1024, 1024, 1},
     .timed = {1024, 262144, 1},
     .rule = {{LAB_SECTORS_LOADED, .at_most = 270000, .none_at = 1080000, .at_least = 131072,
               .hint = "Do a warp's lanes read neighbors in a row of A, each element once?"},
              {GEMV_STORED(2048)},
              {LAB_SHUFFLES, .at_most = 170000, .none_at = 250000, .wanted = 4096,
               .hint = "Add up the lanes' sums with shuffles: 5 for each warp."},
              {LAB_THREADS, .wanted = 65536, .hint = "A block per row."},
              {LAB_BUSIEST_WARP, .at_most = 100, .none_at = 300,
               .hint = "All warps of a block share its row."},
              {LAB_SHARED_WAVEFRONTS, .at_most = 11000, .none_at = 24500,
               .hint = "Only one sum of each warp passes through shared memory."},
              {GEMV_UNDER_WAY(4)}})

/* The same sectors in a quarter of the requests: 16384. */
STEP(4, gemv_vector, GEMV_ROW, ALIGNED, .points = 10, .size = {1024, 1024, 1},
     .timed = {256, 1048576, 1},
     .rule = {{LAB_SECTORS_LOADED, .at_most = 270000, .none_at = 1080000, .at_least = 131072,
               .hint = "Are a warp's float4 of A, and of x, neighbors? " LAB_READ_WHOLE},
              {GEMV_STORED(2048)},
              {LAB_LOAD_REQUESTS, .at_most = 20000, .none_at = 65536, .at_least = 8192,
               .hint = "A float4 loads four elements at a time. " LAB_READ_WHOLE},
              {LAB_SHUFFLES, .at_most = 170000, .none_at = 250000, .wanted = 4096,
               .hint = "Reduce as in step 3: each warp by shuffles, then the sums of the warps."},
              {LAB_BUSIEST_WARP, .at_most = 62, .none_at = 120,
               .hint = "All warps of a block share its row."},
              {LAB_SHARED_WAVEFRONTS, .at_most = 11000, .none_at = 24500,
               .hint = "Only one sum of each warp passes through shared memory."}})

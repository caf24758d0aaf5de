/* Lab 06, tiled transpose. lesson.h says what the fields mean. */
LAB(06_tiled_transpose, CORE)

/* Steps 4 to 8: each element's sector once, each way; no bank conflicts. */
#define TRANSPOSE_NEIGHBORS                                                                        \
    "Which neighbors do the 32 lanes of a warp touch: in the same row, or in the same column?"
#define TRANSPOSE_COALESCED                                                                        \
    {LAB_SECTORS_LOADED, .at_most = 34000, .none_at = 131072, .at_least = 32768,                   \
     .hint = TRANSPOSE_NEIGHBORS},                                                                 \
    {                                                                                              \
        LAB_SECTORS_STORED, .at_most = 34000, .none_at = 131072, .at_least = 32768,                \
                            .hint = TRANSPOSE_NEIGHBORS                                            \
    }
#define TRANSPOSE_PADDING                                                                          \
    "A column of the tile lies in one bank when its rows are 32 words apart. Pad them."
#define TRANSPOSE_LINES                                                                            \
    "One word after each row of 16 leaves lane 31 in lane 0's bank: put two rows into a line of "  \
    "34 words."
#define TRANSPOSE_LINES_OF_4                                                                       \
    "Put four rows of 8 into one line of 32 words, and pad each line by four."
#define TRANSPOSE_GROUPS                                                                           \
    "Eight lanes that are served together must meet eight groups of four banks."
#define TRANSPOSE_PADDED(none, how)                                                                \
    {LAB_LOAD_CONFLICTS, .at_most = 800, .none_at = none, .hint = how},                            \
    {                                                                                              \
        LAB_STORE_CONFLICTS, .at_most = 800, .none_at = none, .hint = how                          \
    }

/* One thread: there is nothing to be fast at. */
STEP(1, transpose_serial, TRANSPOSE, NONE, .points = 4, .correctness = 1, .timed = {511, 509, 1})

/* 512 threads. Loads: 8192 requests of 32 sectors; stores: 8192 of 4. */
STEP(2, transpose_row, TRANSPOSE, NONE, .points = 6, .size = {512, 512, 1},
     .timed = {1023, 1021, 1},
     .rule = {{LAB_SECTORS_LOADED, .at_most = 270000, .none_at = 1100000, .at_least = 32768},
              {LAB_SECTORS_STORED, .at_most = 34000, .none_at = 131072, .at_least = 32768,
               .hint = "A thread has a row of in: adjacent threads store adjacent elements."},
              {LAB_BUSIEST_WARP, .at_most = 3200, .none_at = 12500,
               .hint = "One thread for each row: are there as many threads as rows?"}})

/* One side coalesced (32768 sectors), the other not (262144). */
STEP(3, transpose_element, TRANSPOSE, NONE, .points = 8, .size = {512, 512, 1},
     .rule = {{LAB_SECTORS_LOADED, .at_most = 34000, .none_at = 131072, .at_least = 32768,
               .hint = "Thread x is the column: adjacent threads load adjacent elements."},
              {LAB_SECTORS_STORED, .at_most = 270000, .none_at = 1100000, .at_least = 32768},
              {LAB_LOAD_REQUESTS, .at_most = 9000, .none_at = 36000,
               .hint = "One load per element: 8192 warps."},
              {LAB_BUSIEST_WARP, .at_most = 60, .none_at = 400,
               .hint = "One thread for each element: no loop."}})

/* Both sides coalesced: 8192 requests of 4 sectors each way. */
STEP(4, transpose_tile, TRANSPOSE, NONE, .points = 14, .size = {512, 512, 1}, .also = {553, 495, 1},
     .rule = {{LAB_SECTORS_LOADED, .at_most = 34000, .none_at = 131072, .at_least = 32768,
               .also = 46000, .hint = TRANSPOSE_NEIGHBORS},
              {LAB_SECTORS_STORED, .at_most = 34000, .none_at = 131072, .at_least = 32768,
               .also = 46000, .hint = TRANSPOSE_NEIGHBORS}})

/* As step 4, and no bank conflicts (unpadded: 253952 of loads). */
STEP(5, transpose_padded, TRANSPOSE, NONE, .points = 8, .size = {512, 512, 1},
     .rule = {TRANSPOSE_COALESCED, TRANSPOSE_PADDED(60000, TRANSPOSE_PADDING)})

/* K = 16; one word of padding per row of 16 would leave 8192 conflicts each way. */
STEP(6, transpose_tile16, TRANSPOSE, NONE, .points = 6, .size = {512, 512, 1},
     .rule = {TRANSPOSE_COALESCED,
              TRANSPOSE_PADDED(8192, TRANSPOSE_LINES),
              {LAB_BARRIERS, .wanted = 1024,
               .hint = "A block of 16 x 16 threads for each tile of 16 x 16."}})

/* K = 8: as step 6. */
STEP(7, transpose_tile8, TRANSPOSE, NONE, .points = 6, .size = {512, 512, 1},
     .rule = {TRANSPOSE_COALESCED,
              TRANSPOSE_PADDED(8192, TRANSPOSE_LINES_OF_4),
              {LAB_BARRIERS, .wanted = 4096,
               .hint = "A block of 8 x 8 threads for each tile of 8 x 8."}})

/* As step 5; fewer threads do more each. */
STEP(8, transpose_several, TRANSPOSE, NONE, .points = 8, .size = {512, 512, 1},
     .rule = {TRANSPOSE_COALESCED,
              TRANSPOSE_PADDED(60000, TRANSPOSE_PADDING),
              {LAB_THREADS, .at_most = 131072, .none_at = 262144,
               .hint = "A thread moves several elements: 32 x 8 threads for a tile of 32 x "
                       "32, as many blocks as tiles."},
              {LAB_BARRIERS, .at_most = 550, .none_at = 1400,
               .hint = "All four loads of a thread come before one barrier."}})

/* 2048 requests of 16 bytes a lane each way, instead of 8192 of 4. The second size is the
 * ragged kernel's: 2503 loads of 41096 sectors, 3242 stores of 35766, 8440 conflicts. */
STEP(9, transpose_vector, TRANSPOSE, ALIGNED, .points = 16, .size = {512, 512, 1},
     .also = {553, 495, 1},
     .rule = {
         {LAB_SECTORS_LOADED, .at_most = 34000, .none_at = 131072, .at_least = 32768, .also = 45000,
          .hint = "Do the 32 lanes of a warp touch neighbors in a row? " LAB_READ_WHOLE},
         {LAB_SECTORS_STORED, .at_most = 34000, .none_at = 131072, .at_least = 32768, .also = 38000,
          .hint = "Do the 32 lanes of a warp touch neighbors in a row? " LAB_WRITE_WHOLE},
         {LAB_LOAD_REQUESTS, .at_most = 2300, .none_at = 8192, .also = 2950,
          .hint = "Load float4, in both kernels. " LAB_READ_WHOLE},
         {LAB_STORE_REQUESTS, .at_most = 2300, .none_at = 8192, .also = 3600,
          .hint = "Store float4, in both kernels. " LAB_WRITE_WHOLE},
         {LAB_LOAD_CONFLICTS, .at_most = 800, .none_at = 24576, .hint = TRANSPOSE_GROUPS},
         {LAB_STORE_CONFLICTS, .at_most = 800, .none_at = 24576, .hint = TRANSPOSE_GROUPS}})

/* In order, 8 ways: every warp stores eight times (16384 requests). */
STEP(10, branches_apart, BRANCHES, NONE, .points = 4, .size = {256, 256, 8},
     .rule = {{LAB_SECTORS_LOADED, .at_most = 8700, .none_at = 65536, .at_least = 8192,
               .hint = "Neighboring threads, neighboring elements."},
              {LAB_STORE_REQUESTS, .at_most = 16800, .none_at = 65536}})

/* 65,536 elements: 8,192 sectors each way, twice as many where each lane has 32 bytes of its own.
 * Eight kinds of work apart enter 196,608 basic blocks lane by lane; together none. How elements
 * are dealt out does not matter. With at least 6,500, no hint undoes it by "adjacent elements". */
STEP(11, branches_together, BRANCHES, NONE, .points = 10, .size = {256, 256, 8},
     .rule = {
         {LAB_BLOCKS_APART, .at_most = 20000, .none_at = 100000,
          .hint = "Deal the elements out so that all lanes of a warp do the same kind of work."},
         {LAB_SECTORS_LOADED, .at_most = 16500, .none_at = 65536, .at_least = 6500,
          .hint = "Fetch in order, deal out in shared memory."},
         {LAB_SECTORS_STORED, .at_most = 16500, .none_at = 65536, .at_least = 6500,
          .hint = "Write back in order."},
         {LAB_STORE_REQUESTS, .at_most = 2200, .none_at = 16384,
          .hint = "Lane l of warp w takes element 8 l + w: is every lane of a warp of one kind?"},
         {LAB_LOAD_CONFLICTS, .at_most = 200, .none_at = 14336,
          .hint = "8 l + w: eight lanes in one bank, without padding."},
         {LAB_STORE_CONFLICTS, .at_most = 200, .none_at = 14336,
          .hint = "8 l + w: eight lanes in one bank, without padding."}})

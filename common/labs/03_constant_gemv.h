/* Lab 03, constant gemv. lesson.h says what the fields mean. */
LAB(03_constant_gemv, CORE)

#define GEMV_UNDER_WAY(least)                                                                      \
    LAB_LOADS_UNDER_WAY,                                                                           \
        .wanted = least,                                                                           \
        .hint = "Put `#pragma unroll` with this step's constant in front of the loop over the "    \
                "columns: a thread then loads several before it waits for the first."

/* A alone: 131072. With x from global memory it would be 163840. The other launch: an x longer than
 * a first piece of it. */
STEP(1, gemv_constant, GEMV_CONST, X, .points = 10, .size = {1024, 1024, 1}, .also = {128, 8192, 1},
     .rule = {{LAB_SECTORS_LOADED, .at_most = 135000, .none_at = 163840, .at_least = 131072,
               .also = 137000,
               .hint = "Is x in constant memory? Do a warp's lanes read neighboring rows, once?"},
              {GEMV_STORED(1024)},
              {LAB_CONSTANT_READS, .wanted = 2048, .hint = "x belongs into constant memory."},
              {GEMV_UNDER_WAY(16)}})

/* One chunk at this size. Each further chunk would store y again, and load it. */
STEP(2, gemv_constant_chunks, GEMV_COL, NONE, .points = 10, .size = {1024, 1024, 1},
     .rule = {{LAB_SECTORS_LOADED, .at_most = 135000, .none_at = 163840, .at_least = 131072,
               .hint = "Is x in constant memory? Do a warp's lanes read neighboring rows, once?"},
              {GEMV_STORED(1024)},
              {LAB_CONSTANT_READS, .wanted = 2048,
               .hint = "Each chunk of x belongs into constant memory."},
              {GEMV_UNDER_WAY(16)}})

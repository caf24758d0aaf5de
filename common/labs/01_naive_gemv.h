/* Lab 01, naive gemv. lesson.h says what the fields mean. */
LAB(01_naive_gemv, CORE)

#define GEMV_ONCE "Accumulate in a register and store each y once, at the end."
#define GEMV_STORED(most)                                                                          \
    LAB_SECTORS_STORED, .at_most = most, .none_at = 16384, .at_least = 128, .hint = GEMV_ONCE
#define GEMV_ROWS                                                                                  \
    LAB_BUSIEST_WARP, .at_most = 13000, .none_at = 50000,                                          \
                      .hint = "One thread for each row: are there as many threads as rows?"

/* 512 x 512 floats are 32768 sectors, and the device must read them all. */
STEP(0, add_one, ADD_ONE, NONE, .points = 5, .correctness = 1, .size = {512, 512, 1},
     .rule = {{LAB_SECTORS_LOADED, .at_least = 32768}})

/* Per row, each warp-wide load of A touches 32 sectors (one per lane): 32 x 32768. x is
 * broadcast: 32768. Together 1081344. */
STEP(1, gemv_naive, GEMV_ROW, NONE, .points = 10, .size = {1024, 1024, 1},
     .rule = {{LAB_SECTORS_LOADED, .at_most = 1140000, .none_at = 4400000, .at_least = 131072,
               .hint = "Each element of A is needed once: is it loaded more often?"},
              {LAB_SECTORS_STORED, .at_most = 1024, .none_at = 16384, .hint = GEMV_ONCE},
              {GEMV_ROWS}})

STEP(2, host_program, HOST_PROGRAM, NONE, .points = 3, .correctness = 1, .size = {512, 512, 1},
     .rule = {{LAB_SECTORS_LOADED, .at_least = 32768}})

STEP(3, checked_program, CHECKED_PROGRAM, NONE, .points = 2, .correctness = 1, .optional = 1,
     .size = {512, 512, 1}, .rule = {{LAB_SECTORS_LOADED, .at_least = 32768}})

/* Lab 02, coalesced gemv. lesson.h says what the fields mean. */
LAB(02_coalesced_gemv, CORE)

/* A: 32 warps x 1024 columns x 4 sectors = 131072, the least there can be. x: one sector
 * each, 32768. Together 163840. */
STEP(1, gemv_coalesced, GEMV_COL, NONE, .points = 10, .size = {1024, 1024, 1},
     .timed = {65536, 4096, 1},
     .rule = {{LAB_SECTORS_LOADED, .at_most = 170000, .none_at = 680000, .at_least = 131072,
               .hint = "Do the 32 rows of a warp lie side by side? Element (row, col) lies "
                       "at A[col * lda + row]."},
              {GEMV_STORED(1024)},
              {GEMV_ROWS}})

/* The same counts: what this step gains is time. 16 columns: 32 loads under way; the loop
 * of step 1, of which the compiler unrolls four rounds: 8. */
STEP(2, gemv_unrolled, GEMV_COL, NONE, .points = 10, .size = {1024, 1024, 1}, LAB_TIMED_STRICTLY,
     .rule = {{LAB_SECTORS_LOADED, .at_most = 170000, .none_at = 680000, .at_least = 131072,
               .hint = "Do the 32 rows of a warp lie side by side, at A[col * lda + row]? "
                       "Does each row have one thread: does the loop over rows advance by the "
                       "threads of the whole grid?"},
              {GEMV_STORED(1024)},
              {GEMV_ROWS},
              {LAB_LOADS_UNDER_WAY, .wanted = 16,
               .hint = "Put `#pragma unroll at_once` in front of the loop over the columns: a "
                       "thread then loads several columns before it waits for the first."}})

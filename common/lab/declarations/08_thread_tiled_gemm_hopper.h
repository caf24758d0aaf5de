/* Lab 08/hopper, for experts: its step, declared once. lesson.h says what the fields mean. */
#ifndef LAB_DECLARATION_08_HOPPER_H
#define LAB_DECLARATION_08_HOPPER_H

#define LAB_STEPS_08_thread_tiled_gemm_hopper(STEP)                                                \
    /* In the emulator gemm_split does it, one block to each of 4 tiles of 64 x 64, so that */     \
    /* each element of A and B is fetched twice. */                                                \
    STEP(1, gemm_tuned, GEMM_TILE, NONE, .points = 14, .correctness = 0.7,                         \
         .size = {128, 128, 128}, .timed = {1024, 1024, 1024}, LAB_TIMED_STRICTLY,                 \
         .rule = {{LAB_SECTORS_LOADED, .at_most = 8600, .none_at = 16384, .at_least = 4096,        \
                   .hint = "Does a block fetch each element of its tiles once? " LAB_READ_WHOLE},  \
                  {LAB_SECTORS_STORED, .at_most = 2200, .none_at = 16384, .at_least = 2048,        \
                   .hint = "Sum in registers, store once. " LAB_WRITE_WHOLE},                      \
                  {LAB_SHARED_WAVEFRONTS, .at_most = 22000, .none_at = 73728,                      \
                   .hint = GEMM_PRODUCTS},                                                         \
                  {LAB_SHARED_LOADS, .at_most = 6500, .none_at = 20000,                            \
                   .hint = "Four floats a load, of A as of B. " LAB_READ_WHOLE}},                  \
         .untried = {7, 15})

#endif

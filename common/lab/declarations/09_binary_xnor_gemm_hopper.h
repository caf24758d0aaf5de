/* Lab 09/hopper, for experts: its steps, declared once. lesson.h says what the fields mean. */
#ifndef LAB_DECLARATION_09_HOPPER_H
#define LAB_DECLARATION_09_HOPPER_H

#define LAB_STEPS_09_binary_xnor_gemm_hopper(STEP)                                                 \
    STEP(1, xnor_wgmma, XNOR_HOPPER, NONE, .points = 6, .correctness = 0.7, LAB_TIMED_ALONE)       \
    STEP(2, xnor_turns, XNOR_HOPPER, NONE, .points = 8, .correctness = 0.7,                        \
         .timed = {8192, 8192, 8192}, LAB_TIMED_ALONE)                                             \
    STEP(3, xnor_sign, SIGN, NONE, .points = 4, .correctness = 0.7, LAB_TIMED_ALONE)

#endif

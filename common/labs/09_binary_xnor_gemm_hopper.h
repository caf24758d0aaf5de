/* Lab 09/hopper, for experts. lesson.h says what the fields mean. */
LAB(09_binary_xnor_gemm_hopper, EXPERT)

STEP(1, xnor_box, XNOR_HOPPER, NONE, .points = 3, .correctness = 1)

STEP(2, xnor_swizzled, XNOR_HOPPER, NONE, .points = 2, .timed = {8192, 8192, 8192}, LAB_TIMED_ALONE)

STEP(3, xnor_group, XNOR_HOPPER, NONE, .points = 3, .timed = {8192, 8192, 8192}, LAB_TIMED_ALONE)

STEP(4, xnor_wgmma, XNOR_HOPPER, NONE, .points = 4, .timed = {8192, 8192, 8192}, LAB_TIMED_ALONE)

STEP(5, xnor_alternate, XNOR_HOPPER, NONE, .points = 4, .timed = {8192, 8192, 8192},
     LAB_TIMED_ALONE)

STEP(6, xnor_turns, XNOR_HOPPER, NONE, .points = 4, .timed = {8192, 8192, 8192}, LAB_TIMED_ALONE)

STEP(7, xnor_sign, SIGN, NONE, .points = 3, LAB_TIMED_ALONE)

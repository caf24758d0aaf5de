/* Every lab, in order: a core, labs/NN_NAME/NAME.cu with the id NN_NAME, and after it the expert
 * files beside it: labs/NN_NAME/MORE.cu with the id NN_NAME_MORE. One file of data each:
 *
 *   LAB(id, track)    CORE or EXPERT, whose points are a bonus
 *   STEP(number, name, problem, prepare, lesson…)    The learner writes launch_NAME with that
 *       problem's parameters (lab/contracts.h). `prepare` is NONE, or the kind of untimed
 *       preparation (prepare_NAME); or ALIGNED: none, and all operands begin at multiples of 256
 *       bytes. The rest are fields of struct lab_lesson (lab/lesson.h).
 *
 * Whoever includes this file says what these two mean: lessons.c makes tables of them.
 * No guard: it is read several times. */
#include "01_naive_gemv.h"
#include "02_coalesced_gemv.h"
#include "03_constant_gemv.h"
#include "04_shared_gemv.h"
#include "05_shuffle_gemv.h"
#include "06_tiled_transpose.h"
#include "07_tiled_gemm.h"
#include "07_tiled_gemm_tensor_cores.h"
#include "08_thread_tiled_gemm.h"
#include "08_thread_tiled_gemm_hopper.h"
#include "09_binary_xnor_gemm.h"
#include "09_binary_xnor_gemm_tensor_cores.h"
#include "09_binary_xnor_gemm_hopper.h"
#undef LAB
#undef STEP

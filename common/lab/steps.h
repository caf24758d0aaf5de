/* The ladder: every lab, its steps in order, and the function that each step asks for. The one
 * place where the labs are listed; each step is declared once, in declarations/. */
#ifndef LAB_STEPS_H
#define LAB_STEPS_H

#include "lab/contracts.h"
#include "lab/declarations/01_naive_gemv.h"
#include "lab/declarations/02_coalesced_gemv.h"
#include "lab/declarations/03_constant_gemv.h"
#include "lab/declarations/04_shared_gemv.h"
#include "lab/declarations/05_shuffle_gemv.h"
#include "lab/declarations/06_tiled_transpose.h"
#include "lab/declarations/07_tiled_gemm.h"
#include "lab/declarations/07_tiled_gemm_tensor_cores.h"
#include "lab/declarations/08_thread_tiled_gemm.h"
#include "lab/declarations/08_thread_tiled_gemm_hopper.h"
#include "lab/declarations/09_binary_xnor_gemm.h"
#include "lab/declarations/09_binary_xnor_gemm_tensor_cores.h"
#include "lab/declarations/09_binary_xnor_gemm_hopper.h"

/* declarations/LAB.h: STEP(number, name, problem, prepare, lesson…). `problem` is an enum
 * lab_problem less its prefix; the learner writes launch_NAME with that problem's parameters
 * (contracts.h). `prepare` is NONE, or the kind of untimed preparation (prepare_NAME); or ALIGNED:
 * none, and all operands begin at multiples of 256 bytes. The rest are the fields of struct
 * lab_lesson. */

/* LAB(id, track): every file that there is, in order. CORE: labs/ID/NAME.cu, where ID is NN_NAME.
 * EXPERT: a further standalone file of the core above it, CORE_NAME for labs/CORE/NAME.cu.
 * lab_files.h has them as a table. */
#define LAB_LIST(LAB)                                                                              \
    LAB(01_naive_gemv, CORE)                                                                       \
    LAB(02_coalesced_gemv, CORE)                                                                   \
    LAB(03_constant_gemv, CORE)                                                                    \
    LAB(04_shared_gemv, CORE)                                                                      \
    LAB(05_shuffle_gemv, CORE)                                                                     \
    LAB(06_tiled_transpose, CORE)                                                                  \
    LAB(07_tiled_gemm, CORE)                                                                       \
    LAB(07_tiled_gemm_tensor_cores, EXPERT)                                                        \
    LAB(08_thread_tiled_gemm, CORE)                                                                \
    LAB(08_thread_tiled_gemm_hopper, EXPERT)                                                       \
    LAB(09_binary_xnor_gemm, CORE)                                                                 \
    LAB(09_binary_xnor_gemm_tensor_cores, EXPERT)                                                  \
    LAB(09_binary_xnor_gemm_hopper, EXPERT)

#define LAB_ALIGNED_NONE    0
#define LAB_ALIGNED_X       0
#define LAB_ALIGNED_B       0
#define LAB_ALIGNED_ALIGNED 1

typedef void lab_function(void); /* cast back to the problem's own type before a call */

struct lab_entry {
    int step;                       /* -1 ends a table */
    lab_function *launch, *prepare; /* 0 where the file does not define it */
    int aligned; /* the step may rely on operands that begin at multiples of 256 bytes */
};

#define LAB_DECLARE(number, name, problem, prepare, ...)                                           \
    extern "C" __attribute__((weak)) LAB_RETURNS_##problem launch_##name LAB_PARAMETERS_##problem; \
    LAB_PREPARE_##prepare(extern "C" __attribute__((weak)), name)
#define LAB_DECLARE_REFERENCE(number, name, problem, prepare, ...)                                 \
    __attribute__((weak)) LAB_RETURNS_##problem launch_##name LAB_PARAMETERS_##problem;            \
    LAB_PREPARE_##prepare(, name)
/* for LAB_LIST: the functions of all files, whose types are checked so */
#define LAB_DECLARE_FILE(id, track)           LAB_STEPS_##id(LAB_DECLARE)
#define LAB_DECLARE_REFERENCE_FILE(id, track) LAB_STEPS_##id(LAB_DECLARE_REFERENCE)
#define LAB_ENTRY(number, name, problem, prepare, ...)                                             \
    {number, (lab_function *)launch_##name, LAB_PREPARE_ENTRY_##prepare(name),                     \
     LAB_ALIGNED_##prepare},

#endif

/* The functions of all steps, in whatever namespace is open. LAB_LINKAGE is extern "C" or nothing.
 * No guard: a program may have it in several namespaces. */
#define LAB(id, track)
#define STEP(number, name, problem, prepare, ...)                                                  \
    LAB_LINKAGE __attribute__((weak))                                                              \
    LAB_RETURNS_##problem launch_##name LAB_PARAMETERS_##problem;                                  \
    LAB_PREPARE_##prepare(LAB_LINKAGE __attribute__((weak)), name)
#define LAB_END
#include "ladder.h"

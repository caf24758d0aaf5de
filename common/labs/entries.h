/* In whatever namespace is open: the functions of all steps, so that a wrong signature is an error,
 * and a table lab_entries_of_ID of each lab's. LAB_LINKAGE is extern "C" or nothing. No guard: a
 * program may have it in several namespaces. */
#define LAB(id, track)
#define STEP(number, name, problem, prepare, ...)                                                  \
    LAB_LINKAGE __attribute__((weak))                                                              \
    LAB_RETURNS_##problem launch_##name LAB_PARAMETERS_##problem;                                  \
    LAB_PREPARE_##prepare(LAB_LINKAGE __attribute__((weak)), name)
#define LAB_END
#include "ladder.h"

#define LAB(id, track)                                                                             \
    __attribute__((unused)) static const struct lab_entry lab_entries_of_##id[] = {
#define STEP(number, name, problem, prepare, ...)                                                  \
    {number, (lab_function *)launch_##name, LAB_PREPARE_ENTRY_##prepare(name),                     \
     LAB_ALIGNED_##prepare},
#define LAB_END                                                                                    \
    {                                                                                              \
        -1, 0, 0, 0                                                                                \
    }                                                                                              \
    }                                                                                              \
    ;
#include "ladder.h"

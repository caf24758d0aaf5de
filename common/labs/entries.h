/* Declares what each step of each lab has to define, with LAB_LINKAGE, and makes a table of each
 * lab's steps, lab_steps_ID, with NULL for what nobody defines. No guard: it is read once in each
 * namespace. */
#define LAB(id, track)
#define STEP(number, name, problem, prepare, ...) LAB_DECLARE(number, name, problem, prepare)
#define LAB_END
#include "ladder.h"
#define LAB(id, track)                            static const struct lab_entry lab_steps_##id[] = {
#define STEP(number, name, problem, prepare, ...) LAB_ENTRY(number, name, problem, prepare)
#define LAB_END                                                                                    \
    LAB_NO_ENTRY                                                                                   \
    }                                                                                              \
    ;
#include "ladder.h"

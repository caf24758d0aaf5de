/* What a lab's file hands to the program that checks it: the functions of its steps. */
#ifndef LAB_STEPS_H
#define LAB_STEPS_H

#include "lab/contracts.h"
#include "labs/entries_of.h"

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

#define LAB_ENTRY(number, name, prepare)                                                           \
    {number, (lab_function *)launch_##name, LAB_PREPARE_ENTRY_##prepare(name),                     \
     LAB_ALIGNED_##prepare},

#endif

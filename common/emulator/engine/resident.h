/* Blocks that are there at once (resident.c). */
#ifndef EMU_RESIDENT_H
#define EMU_RESIDENT_H

#include "warp.h"

/* In this launch blocks are, or may yet be, there together. */
extern int resident_several;
/* All blocks of the launch that runs, in the order of order.c, or those of hurry.c. */
void resident_run_grid(void);
/* The running thread is about to do something that other blocks may see or wait for: they have
 * turns before it. */
void resident_pause(void *pc);
/* For each block that is there, the one that runs too. */
void resident_each(void (*visit)(struct block *block));

#endif

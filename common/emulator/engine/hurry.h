/* Launches cut short (corners.c). */
#ifndef EMU_CORNERS_H
#define EMU_CORNERS_H

#include "program/basics.h"

enum { CORNERS_CUT = 0x7ffffffe /* why a launch ended, beside CUDA's errors: it had its time */ };
extern int corners_limited; /* in this launch */

/* A launch, or a block at a corner, begins. */
void corners_begin(void);
/* A warp has had a turn of so many events; it may have been the launch's last. */
void corners_spend(unsigned rows);
/* What came of it: 0 where it was only cut short. */
int corners_end(int error);

int corners_only(void);
/* Has each block its own time, or all together? */
int corners_each_anew(void);
/* The number of the i-th block that runs then, the first of the grid first; 0 if there are no
 * more. */
int corners_at(struct emu_dim3 grid, unsigned i, uint64_t *number);

#endif

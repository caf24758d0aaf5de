/* Launches cut short (corners.c). */
#ifndef EMU_CORNERS_H
#define EMU_CORNERS_H

#include "core.h"

enum { CORNERS_CUT = 0x7ffffffe /* why a launch ended, beside CUDA's errors: it had its time */ };
extern int corners_limited; /* in this launch */

void corners_begin_launch(void);
/* The warps of a block have had a turn each. 1: that was the last one. */
int corners_spend(unsigned warps);
/* What the launch returns: 0 where it was only cut short. */
int corners_end_launch(int error);
/* Runs the corners of the grid with `run`; 0 if all blocks are to run instead. */
int corners_run(struct emu_dim3 grid, void (*run)(struct emu_dim3 index, uint64_t number));

#endif

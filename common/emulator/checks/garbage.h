/* What memory holds that nothing has written (garbage.c). */
#ifndef EMU_GARBAGE_H
#define EMU_GARBAGE_H

struct emu_area;
/* Shared memory, for the first time in this block: it is filled before each block from now on. */
void garbage_touched(const struct emu_area *area);
int garbage_runs_again(void); /* a launch, to see whether garbage matters */

#endif

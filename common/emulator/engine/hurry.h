/* Launches cut short (hurry.c). */
#ifndef EMU_HURRY_H
#define EMU_HURRY_H

#include "program/basics.h"

enum { HURRY_CUT = 0x7ffffffe /* why a launch ended, beside CUDA's errors: it had its time */ };
extern int hurry_on; /* not all of this launch runs */

void hurry_begin_launch(void);
/* A warp has had a turn of so many events; it may have been the launch's last. */
void hurry_spend(unsigned rows);
/* What came of the launch: 0 where it was only cut short. */
int hurry_end_launch(int error);

struct emu_launch;
/* How many blocks of its grid run, and the number of the i-th of them; ascending. */
uint64_t hurry_blocks(const struct emu_launch *launch);
uint64_t hurry_number(const struct emu_launch *launch, uint64_t i);

#endif

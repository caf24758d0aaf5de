/* The barriers of a block and of the grid (barrier.c). */
#ifndef EMU_BARRIER_H
#define EMU_BARRIER_H

#include "program/lines.h"
#include "warp.h"

extern uint64_t barrier_count; /* barriers of blocks since the launch began */

/* The running thread waits for its block, or (EMU_SYNC_GRID) for the grid; returns what the kind
 * says of all predicates. `pc`: the call's return address. */
static inline __attribute__((always_inline)) int emu_barrier(enum emu_barrier_kind kind,
                                                             int predicate, void *pc)
{
    struct lane *lane = emu_lane_now;
    if (!lane)
        return 0;
    lane->barrier.kind = kind;
    lane->barrier.predicate = predicate != 0;
    warp_stop_lane(LANE_BARRIER, pc);
    return lane->barrier.result;
}

/* All lanes of the block that are left wait at its barrier: lets them go. 0 if no lane waits. */
int barrier_release(void);
/* All lanes that are left wait for the whole grid. */
int barrier_is_grid(void);
/* … for all its blocks, but so many have returned: a finding. */
void barrier_say_missing(uint64_t blocks);
/* The line of a barrier, at which threads of this launch have waited, between these two lines of
 * one file; 0: there is none. */
int barrier_between(struct source_line first, struct source_line last);
void barrier_forget(void); /* a launch begins */

#endif

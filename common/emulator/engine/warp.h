/* Lanes, warps and a block take turns (warp.c). */
#ifndef EMU_WARP_H
#define EMU_WARP_H

#include "lanes/running.h"

struct emu_launch;

/* Before a launch's first block: room for so many blocks at once. */
void warp_reserve(const struct emu_launch *launch, size_t blocks);
void warp_prepare_block(const struct emu_launch *launch, unsigned slot, uint64_t number);
enum block_state { BLOCK_DONE, BLOCK_PAUSES, BLOCK_AT_GRID };
/* Until it has ended, waits for the whole grid or, of several at once, has had its turn. */
enum block_state warp_run_block(void);
/* Runs it; 0, or emu_stop after warp_give_up: then all lanes begin again. */
int warp_guarded(void (*run)(void));
/* What warp_stop_lane finds: they do not return. */
__attribute__((noreturn)) void warp_overflows(const void *pc);
__attribute__((noreturn)) void warp_is_stopped(const void *pc); /* emu_stop says why */

/* The running lane has come to its stop: the fiber that goes on. */
struct fiber *warp_next_fiber(struct lane *lane);

/* On the lane's stack: the next lane has its turn, after the last one the scheduler. Inline, as are
 * those that call it. */
static inline __attribute__((always_inline)) void warp_stop_lane(enum lane_state state, void *pc)
{
    struct lane *lane = emu_lane_now;
    const void *place = emu_place;
    lane->state = state;
    lane->pc = pc;
    if (UNLIKELY(fiber_overflows(&lane->fiber, __builtin_frame_address(0))))
        warp_overflows(pc);
    struct fiber *next = warp_next_fiber(lane);
    fiber_tell(next);
    fiber_switch(&lane->fiber, next);
    emu_place = place;
    if (UNLIKELY(emu_stop))
        warp_is_stopped(pc);
}

#endif

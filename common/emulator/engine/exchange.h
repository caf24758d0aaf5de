/* Warp-wide exchanges (exchange.c). */
#ifndef EMU_EXCHANGE_H
#define EMU_EXCHANGE_H

#include "warp.h"

enum { SLOT_BYTES = 64 };
extern const char exchange_zeros[EMU_WARP * SLOT_BYTES];

/* Every warp-wide operation (shuffles, votes, matches, reductions, __syncwarp, matrix instructions)
 * is built on this: all live lanes named in `mask` hand in `bytes` (<= 64) from `value`; returns a
 * table of 32 slots, `bytes` apart, holding what each lane gave (valid until this lane's next
 * exchange), and in *arrived who did. A lane that reads the slot of a lane outside *arrived has
 * undefined behaviour in CUDA: the caller reports it through emu_finding. `order_memory`: as
 * __syncwarp. */
static inline __attribute__((always_inline)) const void *
emu_exchange(const char *what, unsigned mask, const void *value, size_t bytes, int order_memory,
             unsigned *arrived, void *pc)
{
    struct lane *lane = emu_lane_now;
    if (!lane) { /* host code */
        *arrived = 0;
        return exchange_zeros;
    }
    lane->exchange.what = what;
    lane->exchange.mask = mask;
    lane->exchange.pc = pc;
    lane->exchange.value = value;
    lane->exchange.bytes = bytes < SLOT_BYTES ? (unsigned)bytes : SLOT_BYTES;
    lane->exchange.orders_memory = order_memory;
    warp_stop_lane(LANE_EXCHANGE, pc);
    *arrived = lane->exchange.arrived;
    return lane->exchange.table;
}
unsigned emu_active_lanes(void *pc); /* __activemask */

/* Each 1 if it let any lane go on. */
int exchange_complete(struct warp *warp, int same_pc); /* groups whose lanes have all arrived */
int exchange_active(struct warp *warp); /* __activemask, when no other lane can move */
/* No lane can move: a finding, and those that wait go on without the others. */
int exchange_force(struct warp *warp);

/* passed_by.c. The lanes in `group` have made a call that these, which have ended, have not. */
void passed_look(const struct warp *warp, uint32_t group, uint32_t missing);
void passed_end_block(void);
void passed_forget(void); /* a launch begins */

/* What warps have done since the launch began: exchanges of any kind; those that are shuffles, or
 * matrix instructions; and the events of the warp that had most. */
enum { WARP_EXCHANGES, WARP_SHUFFLES, WARP_MATRIX, WARP_LONGEST, WARP_EVENTS };
extern uint64_t emu_popcs; /* 32-bit counts of ones by threads since then (compiler/inline.c) */
extern uint64_t warp_events[WARP_EVENTS];

#endif

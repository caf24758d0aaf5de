/* Time for the race check, and what it keeps with blocks and warps (stamps.c). A stamp names a warp
 * of a block of this launch, and an interval in its life. */
#ifndef EMU_STAMPS_H
#define EMU_STAMPS_H

#include "lanes/running.h"

/* In a cell, below the stamp: a lane and flags. */
enum { LANE_MASK = 31, STAMP_SHIFT = 9, STAMPS = 1 << 23 };

struct race_block {
    /* its number in the order in which blocks began; stamps: when it began (of several at once: all
     * are later than the launch), the same for good, its last barrier */
    uint32_t serial, began, first, interval;
    struct knowledge *knowledge;
    struct {
        uint32_t synced;          /* when it last synchronised */
        struct thread_past *past; /* by lane; NULL until it is needed */
    } warp[EMU_WARP];
};
extern struct race_block *race_block; /* of emu_block */
struct race_block *race_block_of(const struct block *block);

extern uint32_t stamp_now; /* of the warp that has its turn */
/* Older stamps are of no concern: another launch, or before a barrier of the grid. */
extern uint32_t stamp_launch;
uint32_t stamp_new(const struct warp *warp);
uint32_t stamp_next(void); /* the next that there will be */
void stamp_begin_run(void);
void stamp_begin_block(void);
void stamp_resume_block(void);
void stamp_several_blocks(void);
struct owner {
    uint32_t block; /* in the order in which blocks began */
    unsigned warp;
};
extern uint32_t stamp_first;   /* of those whose owner is known */
extern uint32_t *stamp_owners; /* block << 5 | warp */
static inline struct owner stamp_owner(uint32_t stamp)
{
    const uint32_t owner = stamp_owners[stamp - stamp_first];
    return (struct owner){owner >> 5, owner & (EMU_WARP - 1)};
}
uint64_t stamp_block_number(uint32_t block); /* within the grid */

#endif

/* What the files of the race check share. */
#pragma once

#include "accesses/observers.h"

/* ---- stamps.c: time. A stamp names a warp of a block of this launch, and when in its life ---- */

/* In a cell, below the stamp: a lane and flags. */
enum { LANE_MASK = 31, STAMP_SHIFT = 9, STAMPS = 1 << 23 };

/* Of a block's scope, and of the device's. */
enum { FENCED_BLOCK, FENCED_DEVICE, FENCES };

struct race_block {
    /* its number in the order in which blocks began; stamps: when it began (of several at once: all
     * are later than the launch), the same for good, its last barrier */
    uint32_t serial, began, first, interval;
    struct knowledge { /* at its last barrier; or, of a thread, what it has beyond its block's */
        struct clock *known;
        struct clock *fenced[FENCES]; /* what it lets those know who see its next atomics */
        /* the word of its last atomic: it may have learned of others' ends there */
        uintptr_t announced;
    } knowledge;
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
extern uint32_t stamp_next; /* the one that will be given next */
void stamp_begin_run(void);
void stamp_begin_block(void);
void stamp_resume_block(void);
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
extern uint64_t *stamp_blocks; /* numbers within the grid, in the order in which blocks began */

/* ---- shadow.c: a table of cells for each area that a launch touches, found by the area ---- */

/* Of a 4-byte word (bits: races_access.c). Of shared memory a second has the two's events. */
struct cell {
    uint32_t writer, reader;
};
struct update { /* who changed the word by an atomic, held as a cell's reader is, and the event */
    uint32_t who, origin;
};
struct shadow {
    struct by_address key; /* the area's begin, rounded down to a word; the slot of a block */
    size_t words;
    struct cell *cell;
    struct cell *origin;   /* NULL for global memory */
    struct update *update; /* the last atomics on whole words; made on first need */
    struct cell *byte;     /* of single bytes, which pieces of a word touched; made on first need */
    struct cell *byte_origin;
};

/* The shadow of the area that an access of the running block touches. */
struct shadow *shadow_of(const struct emu_area *area);
void shadow_need_bytes(struct shadow *shadow);
void shadow_need_updates(struct shadow *shadow);
/* All cells to zero. */
void shadow_clear(void);
/* Gives back what belongs to freed areas, now and then. */
void shadow_sweep(void);

/* ---- clocks.c: what is known of others' pasts. A clock is never changed; it counts users ---- */

struct clock;
enum { WHOLE_BLOCK = 0 }; /* as `warp`; else the warp's number plus 1 */
/* Everything with a stamp below `before` that these threads did. */
struct past {
    uint32_t block;
    uint32_t warp, lanes;
    uint32_t before;
};
struct clock *clock_keep(struct clock *clock); /* one user more */
void clock_drop(struct clock **clock);         /* one less; to NULL */
/* *to becomes the two together; `more` stays. */
void clock_join(struct clock **to, struct clock *more);
void clock_add(struct clock **to, struct past past);
int clock_knows(const struct clock *clock, struct owner owner, unsigned lane, uint32_t stamp);

/* ---- knowledge.c: what fences, atomics, volatile accesses and barriers let threads know ---- */

struct thread_past {
    struct knowledge k;
    uint32_t wrote, fenced[FENCES]; /* stamps: its last write that is no signal; its last fence */
};

void knowledge_forget(void);     /* a launch begins, or stamps do anew */
extern uint32_t knowledge_since; /* a stamp: these are told of all that threads have done since */
int knowledge_any(const struct warp *warp, unsigned lane); /* of any other thread */
int knowledge_orders(const struct warp *warp, unsigned lane, uint32_t held);
void knowledge_fence(struct warp *warp, unsigned lane, int device);
void knowledge_acquire(struct warp *warp, unsigned lane, const struct access *access);
void knowledge_release(struct warp *warp, unsigned lane, const struct access *access);
void knowledge_wrote(struct warp *warp, unsigned lane);
/* A volatile write now would be one: fenced, and nothing written since. */
int knowledge_is_signal(const struct warp *warp, unsigned lane);
/* Had the owner of `held` fenced it before an atomic that this lane saw, all would be well. */
int knowledge_lacks_fence(const struct warp *warp, unsigned lane, uint32_t held);
void knowledge_barrier(void);
void knowledge_exchange(struct warp *warp, uint32_t lanes);
void knowledge_end_block(struct block *which);

/* ---- races.c, races_access.c ---- */

/* Lanes are looked at as soon as they stop: there was a fence or a volatile access. */
extern int races_by_lane;
void races_access(const struct access *access);
/* A compare-and-swap: notes the place that has read the words for it. */
void races_compare(const struct access *access);

/* ---- races_report.c: what is said of a race ---- */

enum relation { BEFORE, SELF, SAME_WARP, SAME_BLOCK, BLOCKS_APART };
/* 1. `did`: what the other one did. */
int races_report(const struct access *access, unsigned lane, uint64_t address, uint32_t held,
                 enum relation how, enum event_type did, uint32_t origin);
void races_report_scope(const struct access *access, unsigned lane, uint64_t address,
                        uint32_t held);

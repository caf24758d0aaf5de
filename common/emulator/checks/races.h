/* What the files of the race check share: when something happened, what a cell holds, what a thread
 * knows of other threads. */
#ifndef EMU_RACES_H
#define EMU_RACES_H

#include "engine/resident.h"
#include "shadow.h"

/* A cell holds a stamp and, below it, a lane and these. */
enum {
    LANE_MASK = 31,
    SEVERAL_LANES = 32, /* reader: of the stamp's warp */
    AFTER_FENCE = 32,   /* writer: volatile, and all that the thread wrote before was fenced */
    SEVERAL_WARPS = 64, /* reader */
    OTHER_BLOCK = 128,  /* reader: another block read it, too, in this launch */
    ATOMIC = 128,       /* writer, of less than a word */
    VOLATILE = 256,     /* writer; reader: all of them */
    BLOCK_SCOPE = 256,  /* update: one of them was of block scope */
    STAMP_SHIFT = 9,
    STAMPS = 1 << 23
};

/* ---- stamps.c: a stamp names a warp of a block of this launch, and an interval in its life
 * ---- */
extern uint32_t stamp_now; /* of the warp that has its turn */
extern uint32_t
    /* older stamps are of no concern: another launch, or before a barrier of the grid */
    stamp_launch;
uint32_t stamp_new(const struct warp *warp);
uint32_t stamp_next(void); /* the next that there will be */
void stamp_begin_launch(void);
void stamp_begin_block(void);
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

/* ---- clocks.c: what is known of others' pasts. A clock is never changed once it is made, and
 * counts its users. ---- */
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
enum { FENCED_BLOCK, FENCED_DEVICE, FENCES };
struct knowledge { /* of a thread beyond its block's, or of a block at its last barrier */
    struct clock *known;
    struct clock *fenced[FENCES]; /* what it lets those know who see its next atomics */
    uintptr_t
        announced; /* the word of its last atomic: where it may have learned of others' ends */
};
struct thread_past {
    struct knowledge k;
    uint32_t wrote, fenced[FENCES]; /* stamps: its last write that is no signal; its last fence */
};

void knowledge_forget(void); /* a launch begins, or stamps do anew */
void knowledge_watch(void);  /* from now on these are told of all that threads do */
int knowledge_any(const struct warp *warp, unsigned lane); /* of any other thread */
int knowledge_orders(const struct warp *warp, unsigned lane, uint32_t held);
void knowledge_fence(struct warp *warp, unsigned lane, int device);
void knowledge_acquire(struct warp *warp, unsigned lane, const struct access *access);
void knowledge_release(struct warp *warp, unsigned lane, const struct access *access);
void knowledge_wrote(struct warp *warp, unsigned lane);
int knowledge_is_signal(
    const struct warp *warp,
    unsigned lane); /* a volatile write now: fenced, and nothing written since */
/* Had the owner of `held` fenced it before an atomic that this lane saw, all would be well. */
int knowledge_lacks_fence(const struct warp *warp, unsigned lane, uint32_t held);
void knowledge_barrier(void);
void knowledge_exchange(struct warp *warp, uint32_t lanes);
void knowledge_end_block(void);

/* ---- races_report.c ---- */
enum relation { BEFORE, SELF, SAME_WARP, SAME_BLOCK, BLOCKS_APART };
/* 1. `did`: what the other one did. */
int races_report(const struct access *access, unsigned lane, uint64_t address, uint32_t held,
                 enum relation how, enum event_type did, uint32_t origin);
void races_report_scope(const struct access *access, unsigned lane, uint64_t address,
                        uint32_t held);

#endif

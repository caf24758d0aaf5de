/* What fences, atomics, volatile accesses and barriers let threads know (knowledge.c). */
#ifndef EMU_KNOWLEDGE_H
#define EMU_KNOWLEDGE_H

#include "clocks.h"
#include "accesses/observers.h"

enum { FENCED_BLOCK, FENCED_DEVICE, FENCES };
struct knowledge { /* of a thread beyond its block's, or of a block at its last barrier */
    struct clock *known;
    struct clock *fenced[FENCES]; /* what it lets those know who see its next atomics */
    uintptr_t
        announced; /* the word of its last atomic: it may have learned of others' ends there */
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
/* A volatile write now would be one: fenced, and nothing written since. */
int knowledge_is_signal(const struct warp *warp, unsigned lane);
/* Had the owner of `held` fenced it before an atomic that this lane saw, all would be well. */
int knowledge_lacks_fence(const struct warp *warp, unsigned lane, uint32_t held);
void knowledge_barrier(void);
void knowledge_exchange(struct warp *warp, uint32_t lanes);
void knowledge_end_block(void);

#endif

/* Fibers: one stack a GPU thread, switched by hand. Stacks come from one pool and are never given
 * back; below each lies a page that must not be touched, so that an overflow is a fault and not a
 * silent overwrite. */
#ifndef EMU_FIBER_H
#define EMU_FIBER_H

#include <stddef.h>
#include <stdint.h>

/* A guard costs the operating system two of the 65530 mappings that a process may have. */
enum { FIBER_STACK = 256 << 10, FIBER_GUARD = 16 << 10, FIBER_GUARDED = 16 << 10 };

struct fiber {
    void *context; /* saved stack pointer, or the ucontext */
    char *base;    /* lowest byte, guard included; NULL until first used */
    int started;   /* it waits where it left, or at its entry; cleared by whoever abandons it */
};

/* Room for so many stacks. 1 if the stacks that there were are gone: no fiber may be started, and
 * all are to be forgotten. */
int fiber_reserve(size_t count);
void fiber_forget(struct fiber *fiber);
/* Makes `fiber` begin in `entry` (which must never return) at its next fiber_enter. Allocates the
 * stack of slot `index` on first use; exits with a message if there is no memory. */
void fiber_start(struct fiber *fiber, unsigned index, void (*entry)(void));
void fiber_enter(struct fiber *fiber); /* from the scheduler into the fiber, until it leaves */
void fiber_leave(struct fiber *fiber); /* from the fiber back to the scheduler */

/* Below it the fiber's stack is free; NULL where that is not known. */
char *fiber_floor(const struct fiber *fiber);

static inline void fiber_prefetch(const struct fiber *fiber)
{
    const char *stack = fiber->context;
    for (int line = 0; line < 5; line++)
        __builtin_prefetch(stack + 64 * line);
}

/* The pool's address range (empty before the first fiber): what lies in it is a thread's local
 * memory. */
extern uintptr_t fiber_pool_begin, fiber_pool_end;
/* 1 if `address` lies in the guard below some stack. */
int fiber_guard_hit(uintptr_t address);
/* The running fiber's stack goes down to `address`: 1 if that is too deep, where no guard has said
 * so. */
static inline int fiber_overflows(const struct fiber *fiber, const void *address)
{
    return (const char *)address < fiber->base + FIBER_GUARD;
}

#endif

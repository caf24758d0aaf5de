/* Fibers: one stack a GPU thread, switched by hand. Stacks come from one pool, in sets of a warp's;
 * below each lies a page that must not be touched, so that an overflow is a fault and not a silent
 * overwrite. */
#ifndef EMU_FIBER_H
#define EMU_FIBER_H

#include "program/basics.h"

/* A guard costs the operating system two of the 65530 mappings that a process may have. */
enum { FIBER_STACK = 256 << 10, FIBER_GUARD = 16 << 10, FIBER_GUARDED = 16 << 10 };

/* Bytes that fiber_start writes at the top of a stack. */
#ifdef __x86_64__
enum { FIBER_FRAME = 64 };
#else
enum { FIBER_FRAME = 160 };
#endif

struct fiber {
    void *context; /* saved stack pointer, or the ucontext */
    char *base;    /* lowest byte, guard included */
};

/* Room for so many sets of EMU_WARP stacks, none of which is in use any more. Exits with a message
 * if there is no memory. */
void fiber_reserve(size_t sets);
/* A set that is not in use: the one that was given back last, whose stacks are still in the
 * processor's caches. */
unsigned fiber_take_stacks(void);
void fiber_give_stacks(unsigned set);
/* Makes `fiber` begin in `entry` (which must never return) at its next fiber_enter, on stack
 * `number` of a set. */
void fiber_start(struct fiber *fiber, unsigned set, unsigned number, void (*entry)(void));
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

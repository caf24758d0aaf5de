/* Fibers: one stack a GPU thread, switched by hand. Stacks come from one pool, in sets of a warp's;
 * below each lies a page that must not be touched: an overflow is a fault. */
#pragma once

#include "program/basics.h"

/* A guard costs the operating system two of the 65530 mappings that a process may have. */
enum { FIBER_STACK = 260 << 10, FIBER_GUARD = 16 << 10, FIBER_GUARDED = 16 << 10 };

struct fiber {
    void *context;       /* saved stack pointer */
    void (*entry)(void); /* NULL: it has begun */
    char *base;          /* lowest byte, guard included */
};

/* Room for so many sets of EMU_WARP stacks, none in use any more; or the program ends. */
void fiber_reserve(size_t sets);
/* A set that is not in use: given back last, its stacks are still in the caches. */
unsigned fiber_take_stacks(void);
void fiber_give_stacks(unsigned set);
/* Makes `fiber` begin in `entry`, which never returns, on stack `number` of a set. */
void fiber_start(struct fiber *fiber, unsigned set, unsigned number, void (*entry)(void));
extern struct fiber fiber_scheduler; /* runs first */
/* AddressSanitizer, where we are compiled with it, must know which stack runs: to be called before
 * each switch, and after a jump back to the scheduler's. No frame of a kernel is its business. */
#ifdef __SANITIZE_ADDRESS__
#define FIBER_UNWATCHED __attribute__((no_sanitize("address")))
void fiber_tell(const struct fiber *to);
#else
#define FIBER_UNWATCHED
#define fiber_tell(to) ((void)(to))
#endif
/* From one fiber to another, until something switches back. */
void fiber_switch(struct fiber *from, struct fiber *to);
/* … and nothing will switch back. A jump, not a call: the processor predicts returns by the calls
 * that it has seen, and `to` returns from where it called fiber_switch. */
static inline __attribute__((noreturn)) void fiber_leave(struct fiber *from, struct fiber *to)
{
#if defined(__x86_64__)
    __asm__ volatile("jmp fiber_switch" : : "D"(from), "S"(to) : "memory");
#else
    fiber_switch(from, to);
#endif
    __builtin_unreachable();
}

/* `ended` runs, and its work is done: 1 if `next`, which has not begun, runs on its stack now. */
static inline int fiber_take_over(const struct fiber *ended, struct fiber *next)
{
    if (!next->entry)
        return 0;
    next->entry = NULL;
    next->base = ended->base;
    return 1;
}

static inline void fiber_prefetch(const struct fiber *fiber)
{
    const char *stack = fiber->context;
    for (int line = 0; line < 5; line++)
        __builtin_prefetch(stack + 64 * line);
}

/* The pool's address range: what lies in it is a thread's local memory. */
extern uintptr_t fiber_pool_begin, fiber_pool_end;
/* 1 if `address` lies in the guard below some stack. */
int fiber_guard_hit(uintptr_t address);

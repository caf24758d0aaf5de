/* A launch, its blocks and warps, and whose turn it is: what the engine's files share. */
#pragma once

#include "emulator.h"
#include "lanes/events.h"
#include "lanes/running.h"

/* ---- launch.c ---- */

struct emu_launch {
    const char *kernel; /* its name as written, with template arguments */
    struct emu_dim3 grid, block;
    size_t static_shared, dynamic_shared;
    int cooperative;        /* all blocks are there at once, and may wait for each other */
    void (*entry)(void **); /* runs the kernel once for the running thread */
    void **arguments;
};

/* Runs it to the end. 0, or a cudaError_t (cudaErrorIllegalAddress, cudaErrorLaunchTimeout, …)
 * after the findings; the API makes it stick. */
int emu_launch(const struct emu_launch *launch);
extern int
    launch_differs; /* a thread has printed or asked for the time: the next may do otherwise */

/* ---- warp.c: lanes, warps and a block take turns ---- */

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

/* A fault has stopped the running lane: what its warp has done until then is merged, and no lane
 * runs any more. 1: an access was illegal, as observers have been told. */
int warp_told_fault(void);
/* The running lane has come to its stop: the fiber that goes on. */
struct fiber *warp_next_fiber(struct lane *lane);

/* On the lane's stack: the next lane has its turn, after the last one the scheduler. Inline. */
static inline __attribute__((always_inline)) void warp_stop_lane(enum lane_state state, void *pc)
{
    struct lane *lane = emu_lane_now;
    const void *place = emu_place;
    lane->state = state;
    lane->pc = pc;
    if (UNLIKELY((char *)__builtin_frame_address(0) < lane->fiber.base + FIBER_GUARD))
        warp_overflows(pc);
    struct fiber *next = warp_next_fiber(lane);
    fiber_tell(next);
    fiber_switch(&lane->fiber, next);
    emu_place = place;
    if (UNLIKELY(emu_stop))
        warp_is_stopped(pc);
}

/* ---- hooks.c: events of the running lane ---- */

/* Where the running lane's next address goes, its word emu_word_at behind; NULL in host code. */
extern HOST_THREAD char *emu_cursor, *emu_cursor_end;
extern HOST_THREAD ptrdiff_t emu_word_at;

/* What the code that the compiler puts in line calls (compiler/inline.c). */

void emu_stray_store(uint64_t address, uint32_t word, unsigned bytes);
void emu_before_volatile(uint64_t address, uint32_t word);
/* An access of so many bytes, of which the GPU moves `piece` at once. */
void emu_pieces(uint64_t address, uint32_t word, uint64_t bytes, uint32_t piece);

/* What the device functions record by hand; `pc` is the call's return address. */
#define CALLER ((void *)(uintptr_t)emu_place)

/* An access that no instrumented instruction makes (cp.async, memcpy, a 16-byte vector). */
void emu_access(const void *address, size_t bytes, int is_write, void *pc);
/* Called by atomics before they touch memory: records the access and lets other lanes run now and
 * then (spin locks). A compare-and-swap verifies what the thread may have read there before; one of
 * block scope is atomic for threads of one block only. */
enum { ATOMIC_COMPARES = 1, ATOMIC_IN_BLOCK = 2 };
void emu_atomic(const void *address, size_t bytes, unsigned how, void *pc);
/* __threadfence: other threads of the block or, if `device`, of the device may read now. */
void emu_fence(int device, void *pc);
/* Lets the other threads run (__nanosleep, a polite spin). */
void emu_yield(void *pc);
/* An asynchronous copy (4, 8 or 16 bytes) begins; until it arrives no thread may read there. */
void emu_copy_begins(void *to, size_t bytes, void *pc);
/* … it has been waited for and is written next; `pc` as when it began. */
void emu_copy_arrives(void *to, size_t bytes, void *pc);

/* ---- barrier.c: of a block and of the grid ---- */

extern uint64_t barrier_count; /* barriers of blocks since the launch began */

/* The running thread waits for its block, or (EMU_SYNC_GRID) for the grid; returns what the kind
 * says of all predicates. `pc`: the call's return address. */
static inline __attribute__((always_inline)) int emu_barrier(enum emu_barrier_kind kind,
                                                             int predicate, void *pc)
{
    struct lane *lane = emu_lane_now;
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
/* The line of a barrier where threads have waited, between these two lines; 0: none. */
int barrier_between(struct source_line first, struct source_line last);
void barrier_forget(void); /* a launch begins */

/* ---- exchange.c: warp-wide exchanges ---- */

enum { SLOT_BYTES = 64 };

/* Every warp-wide operation (shuffles, votes, matches, reductions, __syncwarp, matrix instructions)
 * is built on this: all live lanes named in `mask` hand in `bytes` (<= 64) from `value`; returns a
 * table of 32 slots, `bytes` apart, holding what each lane gave (valid until this lane's next
 * exchange), and in *arrived who did. To read the slot of a lane outside *arrived is undefined in
 * CUDA: the caller reports it. `order_memory`: as __syncwarp. */
static inline __attribute__((always_inline)) const void *
emu_exchange(const char *what, unsigned mask, const void *value, size_t bytes, int order_memory,
             unsigned *arrived, void *pc)
{
    struct lane *lane = emu_lane_now;
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

void passed_end_block(void);
void passed_forget(void); /* a launch begins */

/* What warps have done since the launch began: exchanges of any kind; those that are shuffles, or
 * matrix instructions; and the events of the warp that had most. */
enum { WARP_EXCHANGES, WARP_SHUFFLES, WARP_MATRIX, WARP_LONGEST, WARP_EVENTS };
extern uint64_t warp_events[WARP_EVENTS];
extern uint64_t emu_popcs; /* 32-bit counts of ones by threads since then (compiler/inline.c) */

/* ---- order.c: of blocks and warps ---- */

extern enum emu_order order_now; /* in this launch */

/* When device memory is open to the kernel: chooses the order; of one block, its warps'. */
void order_begin_launch(uint64_t blocks);
/* The launch has been stopped: device memory is as when it began, and the order is ascending. */
void order_put_back(void);
/* The launch's blocks run, for the first time or again: chance is the same. */
void order_restart(void);
uint32_t order_random(void);

/* The i-th of `count` blocks. */
uint64_t order_block(uint64_t i, uint64_t count);
/* The i-th of a block's `count` warps. */
static inline unsigned order_warp(unsigned i, unsigned count)
    IS(order_now == EMU_DESCENDING ? count - 1 - i : i);

/* ---- resident.c: blocks that are there at once ---- */

/* In this launch blocks are, or may yet be, there together. */
extern int resident_several;
/* All blocks of the launch that runs, in the order of order.c, or those of hurry.c. */
void resident_run_grid(void);
/* Before the running thread does what other blocks may see or wait for, they have turns. */
void resident_pause(void *pc);
/* For each block that is there, the one that runs too. */
void resident_each(void (*visit)(struct block *block));

/* ---- hurry.c: launches cut short ---- */

enum { HURRY_CUT = 0x7ffffffe /* why a launch ended, beside CUDA's errors: it had its time */ };
extern int hurry_on; /* not all of this launch runs */

void hurry_begin_launch(void);
/* A warp has had a turn of so many events; it may have been the launch's last. */
void hurry_spend(unsigned rows);
/* What came of the launch: 0 where it was only cut short. */
int hurry_end_launch(int error);
/* How many blocks of its grid run, and the number of the i-th of them; ascending. */
uint64_t hurry_blocks(const struct emu_launch *launch);
uint64_t hurry_number(const struct emu_launch *launch, uint64_t i);

/* ---- watchdog.c: the time limit of a launch ---- */

extern volatile unsigned long watchdog_progress; /* blocks finished */
void watchdog_install(void);                     /* before main */
void watchdog_start(int hasty); /* soon, and without a finding: the launch may be tried again */
void watchdog_stop(void);
void watchdog_say(const void *pc); /* the finding, once, if the launch is stopped for its time */

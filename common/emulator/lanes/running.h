/* What runs now: the thread, its warp and block, the launch; and how it ends early (running.c). */
#pragma once

#include "fiber.h"
#include "program/device_image.h"

/* ---- flow.c: where lanes are in the compiler's graph of basic blocks ---- */

enum { CALL_DEPTH = 16 };
/* Where a lane is in one function: its block, events into it, the round of each loop. */
struct frame {
    const struct device_block *block; /* NULL before the first one */
    unsigned index, round[DEVICE_LOOPS];
};
struct position {
    unsigned depth;   /* frames in use, at least 1 */
    unsigned unknown; /* calls beyond CALL_DEPTH, not followed */
    struct frame frame[CALL_DEPTH];
};

/* The lane goes on to this block: rounds are counted. */
void flow_enter(struct position *at, const struct device_block *block);
void flow_call(struct position *at);
void flow_return(struct position *at);
/* <0: a runs first; 0: same place, same round */
int flow_compare(const struct position *a, const struct position *b);
/* A lane in `from` can come to `to` without another round of a loop around `from`. */
int flow_leads(const struct device_block *from, const struct device_block *to);
/* The block is a loop of its own, which compilers unroll. NULL: not. */
int flow_self_loop(const struct device_block *block);

/* ---- running.c ---- */

struct emu_launch;

/* How a launch may end, as cudaError_t numbers it. */
enum {
    ERROR_ILLEGAL_ADDRESS = 700,
    ERROR_TIMEOUT = 702,
    ERROR_MISALIGNED = 716,
    ERROR_LAUNCH_FAILURE = 719
};

/* ---- the running thread; written at every switch of lanes ---- */
struct emu_builtins {
    struct emu_dim3 thread, block, block_dim, grid_dim;
};
extern struct emu_builtins emu_builtins;
int emu_lane(void); /* lane of the running thread, 0..31 */

enum lane_state { LANE_READY, LANE_FULL, LANE_EXCHANGE, LANE_ACTIVE, LANE_BARRIER, LANE_DONE };
enum emu_barrier_kind { EMU_SYNC, EMU_SYNC_COUNT, EMU_SYNC_AND, EMU_SYNC_OR, EMU_SYNC_GRID };

/* What every switch needs comes first, in one line of the processor's cache. */
struct lane {
    struct fiber fiber;
    struct emu_dim3 thread;
    enum lane_state state;
    void *pc; /* where it waits */
    struct {
        enum emu_barrier_kind kind;
        int predicate, result;
    } barrier;
    int comparing; /* it waits just before a compare-and-swap of what exchange.value points to */
    struct exchange {
        const char *what;
        const void *value, *pc;
        unsigned bytes, mask, arrived;
        uint32_t undefined; /* of those that arrived: whose values are not defined */
        int orders_memory;
        const void *table;
    } exchange; /* the last one */
    struct undefined {
        const void *pc; /* of the shuffle */
        unsigned lane, source;
        const char *what;
        int as_float, as_integer; /* the poisons that it was given */
    } undefined;                  /* why, where warp.undefined names the lane */
    const void *left;             /* the return by which it has left the kernel; NULL: the end */
} __attribute__((aligned(64)));

struct warp {
    unsigned id, lanes; /* number in the block; threads it has, 1..32 */
    uint32_t ready, full, waiting_exchange, waiting_active, waiting_barrier,
        done;          /* one bit a lane */
    uint32_t together; /* these lanes are at the same place in the same round: `at` says where */
    uint64_t events;   /* merged rows in this block */
    unsigned unclean;  /* steps in a row that left events unmerged */
    int begun;         /* its lanes have run, on this set of stacks */
    unsigned stacks;
    /* The __syncthreads() at which all of waiting_barrier wait; NULL: there is no such one. */
    const void *barrier;
    struct position at;       /* of the lanes that are together */
    struct position *lane_at; /* of each other one; allocated on first divergence */
    unsigned char *tables;    /* results of exchanges, one of 32 x 64 bytes for each lowest lane */
    uint32_t undefined;       /* lanes that a shuffle gave what no lane had handed in */
    uint8_t row[EMU_WARP], rows[EMU_WARP]; /* of a lane: events [row, rows) are not merged yet */
    struct lane lane[EMU_WARP];
};

static inline uint32_t all_lanes(const struct warp *warp)
    IS(warp->lanes == EMU_WARP ? EMU_ALL : (1u << warp->lanes) - 1);

struct block {
    unsigned warps, threads;
    unsigned slot;   /* among the blocks that are there at once (resident.c) */
    uint64_t number; /* within the grid */
    uint64_t unique; /* of all blocks of all launches */
    struct emu_dim3 index;
    struct warp *warp[EMU_WARP];
};
extern struct block emu_block; /* the block that runs */
#define EACH_WARP(warp)                                                                            \
    for (struct warp **warp##_at = emu_block.warp, *warp;                                          \
         warp##_at < emu_block.warp + emu_block.warps && (warp = *warp##_at, 1); warp##_at++)
extern struct warp *emu_warp; /* the warp that runs, or whose events are merged */
/* The lane that runs; NULL in host code and while merging. */
extern HOST_THREAD struct lane *emu_lane_now;
/* Where the running lane, or the host, has called the runtime; NULL: not known. */
extern const void *emu_place;
extern HOST_THREAD const void *emu_host_place;
static inline void *place_now(void)
    IS((void *)(uintptr_t)(emu_lane_now ? emu_place : emu_host_place));
extern const struct emu_launch *emu_launch_now; /* NULL outside a launch */
extern int emu_stop; /* a cudaError_t: the launch is to end early (time limit) */

/* Runs it; 0, or emu_stop after warp_give_up. */
int running_guarded(void (*run)(void));
/* On a lane's stack or in a signal handler: abandons the launch; does not return. */
__attribute__((noreturn)) void warp_give_up(void);
/* Ends the launch with this cudaError_t, after a finding has said why. */
__attribute__((noreturn)) void emu_abandon(int error);

/* Whom the next finding is about while no lane runs; warp NULL: no thread. */
void finding_blame(const struct warp *warp, unsigned lane);
/* For findings_begin_launch: the running lane, or whom finding_blame has named. */
int warp_blamed(struct emu_dim3 *block, struct emu_dim3 *thread);

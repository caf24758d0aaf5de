/* Warps: every lane runs to its next stop, the columns are merged, then whoever can go on goes on.
 * A warp makes about one window of events, then the next warp has its turn, so that warps advance
 * together as they do on a GPU. */
#include "warp.h"
#include "barrier.h"
#include "exchange.h"
#include "hooks.h"
#include "hurry.h"
#include "lanes/stacks.h"
#include "launch.h"
#include "accesses/merge.h"
#include "accesses/observers.h"
#include "order.h"
#include "program/findings.h"
#include "resident.h"
#include "watchdog.h"

#include <stdlib.h>
#include <string.h>

enum { ERROR_ILLEGAL_ADDRESS = 700 };

static struct warp **pool; /* slot after slot */
static size_t pool_count;
static unsigned warp_count; /* that have begun */

/* ---- lanes ---- */

void warp_overflows(const void *pc)
{
    emu_finding(EMU_STACK_OVERFLOW, pc,
                "the thread's stack overflows; a recursion that does "
                "not end, or a local array that is too large");
    emu_abandon(ERROR_ILLEGAL_ADDRESS);
}

void warp_is_stopped(const void *pc)
{
    watchdog_say(pc);
    warp_give_up();
}

/* The gap: the kernel's frame begins below what fiber_start has written, where stacks_spoil fills.
 */
static void lane_main(void)
{
    volatile char gap[FIBER_FRAME];
    gap[0] = 0;
    emu_launch_now->entry(emu_launch_now->argument);
    gap[sizeof gap - 1] = 0;
    warp_stop_lane(LANE_DONE, NULL);
    __builtin_unreachable();
}

/* Its lanes get stacks only now, which warps that have ended may have used before. Each warp uses
 * them in another order, so that what another thread has left in local memory is not taken for
 * one's own. */
static void begin_warp(struct warp *warp)
{
    const struct emu_dim3 size = emu_launch_now->block;
    const unsigned first = warp->id * EMU_WARP, shift = warp_count++;
    struct emu_dim3 thread = {first % size.x, first / size.x % size.y, first / size.x / size.y};
    warp->begun = 1;
    warp->stacks = fiber_take_stacks();
    for (unsigned l = 0; l < warp->lanes; l++) {
        struct lane *lane = &warp->lane[l];
        fiber_start(&lane->fiber, warp->stacks, (l + shift) % EMU_WARP, lane_main);
        char *top = stacks_spoil(&lane->fiber);
        if (l == 0)
            warp->sample = top;
        lane->row = lane->rows = 0;
        lane->comparing = 0;
        lane->thread = thread;
        if (++thread.x == size.x) {
            thread.x = 0;
            if (++thread.y == size.y) {
                thread.y = 0;
                thread.z++;
            }
        }
    }
    merge_begin(warp);
}

/* Afterwards emu_lane_now and the cursors are still the lane's. */
static inline void run_lane(struct lane *lane, unsigned number)
{
    char *column = (char *)&emu_trace.row[0].address[number];
    emu_cursor = column;
    emu_cursor_end = column + sizeof emu_trace;
    emu_word_at = (ptrdiff_t)offsetof(struct row, word) - 4 * (ptrdiff_t)number;
    emu_builtins.thread = lane->thread;
    emu_lane_now = lane;
    fiber_enter(&lane->fiber);
    lane->row = 0;
    lane->rows = (unsigned)(emu_cursor - column) / (unsigned)sizeof(struct row);
}

static inline void no_lane_runs(void)
{
    emu_lane_now = NULL;
    emu_cursor = emu_cursor_end = NULL;
}

/* Before the lane is added to those that wait. */
static inline void note_barrier(struct warp *warp, const struct lane *lane)
{
    const void *here = lane->barrier.kind == EMU_SYNC ? lane->pc : NULL;
    if (!warp->waiting_barrier)
        warp->barrier = here;
    else if (warp->barrier != here)
        warp->barrier = NULL;
}

static inline void note_state(struct warp *warp, unsigned number)
{
    const uint32_t bit = 1u << number;
    switch (warp->lane[number].state) {
    case LANE_FULL:
        warp->full |= bit;
        break;
    case LANE_EXCHANGE:
        warp->waiting_exchange |= bit;
        break;
    case LANE_ACTIVE:
        warp->waiting_active |= bit;
        break;
    case LANE_BARRIER:
        note_barrier(warp, &warp->lane[number]);
        warp->waiting_barrier |= bit;
        break;
    default:
        warp->done |= bit;
        break;
    }
}

static void run_ready(struct warp *warp)
{
    const uint32_t ran = warp->ready;
    if (!warp->begun)
        begin_warp(warp);
    warp->ready = 0;
    for (uint32_t todo = ran; todo; todo &= todo - 1) {
        const unsigned number = (unsigned)__builtin_ctz(todo);
        if (todo & (todo - 1)) /* the next lane's stack is on its way while this one runs */
            fiber_prefetch(&warp->lane[__builtin_ctz(todo & (todo - 1))].fiber);
        run_lane(&warp->lane[number], number);
        note_state(warp, number);
        if (UNLIKELY(observers_each_lane | warp->lane[number].comparing)) {
            no_lane_runs();
            TELL(lane_stopped, warp, number);
        }
    }
    no_lane_runs();
    int left = merge_window(warp, ran);
    warp->unclean = left ? warp->unclean + 1 : 0;
    if (warp->unclean > 256) { /* lanes that wait for another warp in different places */
        merge_flush(warp);
        warp->unclean = 0;
    }
    for (uint32_t todo = warp->full; todo; todo &= todo - 1) {
        const struct lane *lane = &warp->lane[__builtin_ctz(todo)];
        if (lane->row == lane->rows)
            warp->ready |= todo & -todo;
    }
    warp->full &= ~warp->ready;
    if (warp->done == all_lanes(warp)) {
        stacks_measure(warp->sample);
        fiber_give_stacks(warp->stacks);
    }
}

/* ---- one turn of a warp: about a window of events. 1 if anything happened. ---- */

static int run_warp(struct warp *warp)
{
    int any = 0;
    emu_warp = warp;
    warp_rows = 0;
    TELL(warp_turn, warp);
    do {
        if (warp->ready) {
            run_ready(warp);
            any = 1;
        }
        if (!(warp->ready | warp->full) && (exchange_complete(warp, 1) || exchange_active(warp)))
            any = 1;
        if (UNLIKELY(emu_stop)) {
            finding_blame(warp, 0);
            watchdog_say(warp->lane[0].pc);
            warp_give_up();
        }
        /* The next warp uses the same window: nothing may be left in it. */
    } while ((warp->ready && (warp_rows < ROWS || warp->unclean)) || warp->full);
    warp->events += warp_rows;
    if (warp->events > warp_events[WARP_LONGEST])
        warp_events[WARP_LONGEST] = warp->events;
    return any;
}

/* Of several blocks: each lane to its next stop, then other warps and blocks have turns. */
static int run_warp_briefly(struct warp *warp)
{
    int any = 0;
    emu_warp = warp;
    warp_rows = 0;
    TELL(warp_turn, warp);
    if (warp->ready) {
        run_ready(warp);
        if (warp->full) {
            merge_flush(warp); /* in whatever order: such a launch is not counted */
            warp->ready |= warp->full;
            warp->full = 0;
        }
        warp->unclean = 0;
        any = 1;
    }
    any |= exchange_complete(warp, 1);
    if (!warp->ready)
        any |= exchange_active(warp);
    if (UNLIKELY(emu_stop)) {
        finding_blame(warp, 0);
        watchdog_say(warp->lane[0].pc);
        warp_give_up();
    }
    return any;
}

/* ---- a block ---- */

static unsigned warps_of(const struct emu_launch *launch)
{
    return (launch->block.x * launch->block.y * launch->block.z + EMU_WARP - 1) / EMU_WARP;
}

void warp_reserve(const struct emu_launch *launch, size_t blocks)
{
    const size_t warps = blocks * warps_of(launch);
    if (warps > pool_count)
        pool = more_zeros(pool, warps, &pool_count, sizeof *pool, "warps");
    fiber_reserve(warps);
}

static void place_block(const struct emu_dim3 *grid, uint64_t number)
{
    static uint64_t blocks;
    emu_block.number = number;
    emu_block.unique = ++blocks;
    emu_block.index =
        (struct emu_dim3){(unsigned)(number % grid->x), (unsigned)(number / grid->x % grid->y),
                          (unsigned)(number / grid->x / grid->y)};
    emu_builtins.block = emu_block.index;
}

static struct warp *new_warp(void)
{
    struct warp *warp = aligned_alloc(_Alignof(struct warp), sizeof *warp);
    if (!warp)
        die_of_memory("a warp");
    return memset(warp, 0, sizeof *warp);
}

void warp_prepare_block(const struct emu_launch *launch, unsigned slot, uint64_t number)
{
    const struct emu_dim3 size = launch->block;
    const unsigned threads = size.x * size.y * size.z;
    place_block(&launch->grid, number);
    emu_block.slot = slot;
    emu_block.threads = threads;
    emu_block.warps = warps_of(launch);
    stacks_begin_block();
    for (unsigned w = 0; w < emu_block.warps; w++) {
        const size_t place = (size_t)slot * emu_block.warps + w;
        if (!pool[place])
            pool[place] = new_warp();
        struct warp *warp = emu_block.warp[w] = pool[place];
        warp->id = w;
        warp->lanes = threads - w * EMU_WARP < EMU_WARP ? threads - w * EMU_WARP : EMU_WARP;
        warp->ready = all_lanes(warp);
        warp->full = warp->waiting_exchange = warp->waiting_active = 0;
        warp->waiting_barrier = warp->done = 0;
        warp->unclean = 0;
        warp->events = 0;
        warp->undefined = 0;
        warp->begun = 0;
    }
}

/* 1 if anything happened. */
static int run_warps(int briefly)
{
    int any = 0;
    for (unsigned w = 0; w < emu_block.warps; w++) {
        struct warp *warp = emu_block.warp[order_warp(w, emu_block.warps)];
        if (!briefly)
            any |= run_warp(warp);
        else if (warp->ready && order_random() % 2)
            any = 1; /* not this time */
        else
            any |= run_warp_briefly(warp);
        if (UNLIKELY(hurry_on))
            hurry_spend(warp_rows);
    }
    if (any)
        return 1;
    for (unsigned w = 0; w < emu_block.warps; w++)
        any |= exchange_force(emu_block.warp[order_warp(w, emu_block.warps)]);
    return any;
}

enum block_state warp_run_block(void)
{
    for (;;) {
        const int briefly = resident_several && order_now == EMU_INTERLEAVED;
        if (!run_warps(briefly)) {
            if (barrier_is_grid())
                return BLOCK_AT_GRID;
            if (!barrier_release())
                return BLOCK_DONE;
        }
        if (resident_several && order_now == EMU_INTERLEAVED)
            return BLOCK_PAUSES;
    }
}

int warp_guarded(void (*run)(void))
{
    const int error = running_guarded(run);
    if (!error)
        return 0;
    no_lane_runs();
    return error;
}

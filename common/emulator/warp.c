/* Warps: every lane runs to its next stop, the columns are merged, then whoever can go on goes on. A warp makes about one
 * window of events, then the next warp has its turn, so that warps advance together as they do on a GPU. */
#include "core.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

struct emu_builtins emu_builtins;
struct block emu_block;
struct warp *emu_warp;
struct lane *emu_lane_now;
int emu_stop;

static struct warp *pool[EMU_WARP]; /* 32 warps are all that 1024 threads can be */
uint64_t warp_exchanges, warp_barriers;

int emu_in_kernel(void)
{
    return emu_lane_now != NULL;
}

int emu_lane(void)
{
    return emu_lane_now ? (int)(emu_lane_now - emu_warp->lane) : 0;
}

/* ---- lanes ---- */

void warp_stop_lane(enum lane_state state, void *pc)
{
    struct lane *lane = emu_lane_now;
    lane->state = state;
    lane->pc = pc;
    fiber_leave(&lane->fiber);
    if (UNLIKELY(emu_stop))
        warp_give_up();
}

static void lane_main(void)
{
    for (;;) {
        emu_launch_now->entry(emu_launch_now->argument);
        warp_stop_lane(LANE_DONE, NULL);
    }
}

static inline void run_lane(struct warp *warp, unsigned number)
{
    struct lane *lane = &warp->lane[number];
    char *column = (char *)&emu_trace.row[0].address[number];
    emu_cursor = column;
    emu_cursor_end = column + sizeof emu_trace;
    emu_word_at = (ptrdiff_t)offsetof(struct row, word) - 4 * (ptrdiff_t)number;
    emu_builtins.thread = lane->thread;
    emu_lane_now = lane;
    fiber_enter(&lane->fiber);
    emu_lane_now = NULL;
    lane->row = 0;
    lane->rows = (unsigned)((size_t)(emu_cursor - column) / sizeof(struct row));
    emu_cursor = emu_cursor_end = NULL;
}

static void note_state(struct warp *warp, unsigned number)
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
    warp->ready = 0;
    for (uint32_t todo = ran; todo; todo &= todo - 1) {
        const unsigned number = (unsigned)__builtin_ctz(todo);
        if (todo & (todo - 1)) /* the next lane's stack is on its way while this one runs */
            fiber_prefetch(&warp->lane[__builtin_ctz(todo & (todo - 1))].fiber);
        run_lane(warp, number);
        note_state(warp, number);
    }
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
}

/* ---- exchanges ---- */

enum { SLOT_BYTES = 64 };

const void *emu_exchange(const char *what, unsigned mask, const void *value, size_t bytes,
                         int order_memory, unsigned *arrived, void *pc)
{
    static const char zeros[EMU_WARP * SLOT_BYTES];
    if (!emu_lane_now) { /* host code */
        *arrived = 0;
        return zeros;
    }
    struct lane *lane = emu_lane_now;
    lane->exchange.what = what;
    lane->exchange.mask = mask;
    lane->exchange.value = value;
    lane->exchange.bytes = bytes < SLOT_BYTES ? (unsigned)bytes : SLOT_BYTES;
    lane->exchange.orders_memory = order_memory;
    warp_stop_lane(LANE_EXCHANGE, pc);
    *arrived = lane->exchange.arrived;
    return lane->exchange.table;
}

unsigned emu_active_lanes(void *pc)
{
    if (!emu_lane_now)
        return 0;
    struct lane *lane = emu_lane_now;
    warp_stop_lane(LANE_ACTIVE, pc);
    return lane->exchange.arrived;
}

static void release_exchange(struct warp *warp, uint32_t group)
{
    if (!warp->tables)
        warp->tables = calloc(EMU_WARP, (size_t)EMU_WARP * SLOT_BYTES);
    if (!warp->tables)
        die_of_memory("results of shuffles");
    unsigned char *table =
        warp->tables + (size_t)__builtin_ctz(group) * EMU_WARP * SLOT_BYTES;
    int orders = 0;
    for (uint32_t todo = group; todo; todo &= todo - 1) {
        const unsigned number = (unsigned)__builtin_ctz(todo);
        struct lane *lane = &warp->lane[number];
        if (lane->exchange.bytes)
            memcpy(table + number * lane->exchange.bytes, lane->exchange.value,
                   lane->exchange.bytes);
        lane->exchange.arrived = group;
        lane->exchange.table = table;
        orders |= lane->exchange.orders_memory;
    }
    warp->waiting_exchange &= ~group;
    warp->ready |= group;
    warp_exchanges++;
    if (orders)
        races_warp_sync(warp);
    merge_released(warp, group);
}

static uint32_t exchange_group(const struct warp *warp, unsigned first, int same_pc)
{
    const struct lane *a = &warp->lane[first];
    uint32_t group = 0;
    for (uint32_t todo = warp->waiting_exchange; todo; todo &= todo - 1) {
        const struct lane *b = &warp->lane[__builtin_ctz(todo)];
        if (b->exchange.mask == a->exchange.mask && b->exchange.bytes == a->exchange.bytes &&
            (b->pc == a->pc || (!same_pc && same_line(a->pc, b->pc))))
            group |= todo & -todo;
    }
    return group;
}

/* The live lanes that the lanes of a group wait for, themselves included. */
static uint32_t exchange_needs(const struct warp *warp, unsigned first)
{
    return (warp->lane[first].exchange.mask & all_lanes(warp) & ~warp->done) | 1u << first;
}

/* Lets every group go whose lanes have all arrived. 1 if any did. */
static int release_complete(struct warp *warp, int same_pc)
{
    int any = 0;
    for (uint32_t todo = warp->waiting_exchange; todo;) {
        const unsigned first = (unsigned)__builtin_ctz(todo);
        const uint32_t group = exchange_group(warp, first, same_pc);
        todo &= ~(group | 1u << first);
        if (exchange_needs(warp, first) & ~group)
            continue;
        release_exchange(warp, group);
        any = 1;
    }
    return any;
}

/* __activemask: when nobody else can move, those at the call that comes first in the program are together. */
static int release_active(struct warp *warp)
{
    const void *first = NULL;
    for (uint32_t todo = warp->waiting_active; todo; todo &= todo - 1) {
        const void *pc = warp->lane[__builtin_ctz(todo)].pc;
        if (!first || (uintptr_t)pc < (uintptr_t)first)
            first = pc;
    }
    uint32_t group = 0;
    for (uint32_t todo = warp->waiting_active; todo; todo &= todo - 1)
        if (warp->lane[__builtin_ctz(todo)].pc == first)
            group |= todo & -todo;
    for (uint32_t todo = group; todo; todo &= todo - 1)
        warp->lane[__builtin_ctz(todo)].exchange.arrived = group;
    warp->waiting_active &= ~group;
    warp->ready |= group;
    if (group)
        merge_released(warp, group);
    return group != 0;
}

static const char *whereabouts(const struct warp *warp, uint32_t missing)
{
    if (missing & ~warp->waiting_barrier & ~warp->waiting_exchange)
        return "cannot come";
    if (missing & warp->waiting_barrier)
        return missing & warp->waiting_exchange ? "wait at a barrier or at another call"
                                                : "wait at a barrier";
    return "wait at another call, or give another mask";
}

/* Nobody can move, and some lanes wait for others that will not come: say so and let them go without. */
static int force_exchange(struct warp *warp)
{
    if (!warp->waiting_exchange)
        return 0;
    emu_warp = warp;
    if (release_complete(warp, 0))
        return 1;
    const unsigned first = (unsigned)__builtin_ctz(warp->waiting_exchange);
    const struct lane *lane = &warp->lane[first];
    const uint32_t group = exchange_group(warp, first, 1);
    const uint32_t missing = exchange_needs(warp, first) & ~group;
    finding_blame(warp, first);
    emu_finding(EMU_MISSING_LANE, lane->pc,
                "%s with mask 0x%08x: lanes 0x%08x arrived, but lanes 0x%08x of the mask %s; every "
                "lane that the mask names must make the same call",
                lane->exchange.what, lane->exchange.mask, group, missing,
                whereabouts(warp, missing));
    release_exchange(warp, group);
    return 1;
}

/* ---- one turn of a warp: about a window of events. 1 if anything happened. ---- */

static int run_warp(struct warp *warp)
{
    int any = 0;
    emu_warp = warp;
    warp_rows = 0;
    races_warp_turn(warp);
    do {
        if (warp->ready) {
            run_ready(warp);
            any = 1;
        }
        if (!(warp->ready | warp->full) &&
            (release_complete(warp, 1) || release_active(warp)))
            any = 1;
        if (UNLIKELY(emu_stop)) {
            finding_blame(warp, 0);
            watchdog_say(warp->lane[0].pc);
            warp_give_up();
        }
    } while ((warp->ready && warp_rows < ROWS) || warp->full);
    return any;
}

/* ---- the block's barrier ---- */

int emu_barrier(enum emu_barrier_kind kind, int predicate, void *pc)
{
    if (!emu_lane_now)
        return 0;
    struct lane *lane = emu_lane_now;
    lane->barrier.kind = kind;
    lane->barrier.predicate = predicate != 0;
    warp_stop_lane(LANE_BARRIER, pc);
    return lane->barrier.result;
}

/* A lane that waits elsewhere than the first one does: another line of the program, or another kind of barrier. */
static int check_convergence(const struct lane *first)
{
    for (unsigned w = 0; w < emu_block.warps; w++) {
        const struct warp *warp = emu_block.warp[w];
        for (uint32_t todo = warp->waiting_barrier; todo; todo &= todo - 1) {
            const unsigned number = (unsigned)__builtin_ctz(todo);
            const struct lane *lane = &warp->lane[number];
            if (lane->pc == first->pc || same_line(lane->pc, first->pc))
                continue;
            finding_blame(warp, number);
            emu_finding(EMU_DIVERGENT_BARRIER, lane->pc,
                        "threads of one block wait at different barriers: thread (%u,%u,%u) here, "
                        "thread (%u,%u,%u) at %s; move the barrier out of the branch",
                        lane->thread.x, lane->thread.y, lane->thread.z, first->thread.x,
                        first->thread.y, first->thread.z, line_name(first->pc));
            return 0;
        }
    }
    return 1;
}

/* Whole warps may have gone; of one warp, all lanes or none. */
static void check_exited(void)
{
    for (unsigned w = 0; w < emu_block.warps; w++) {
        const struct warp *warp = emu_block.warp[w];
        if (!warp->done || !warp->waiting_barrier)
            continue;
        const unsigned first = (unsigned)__builtin_ctz(warp->waiting_barrier);
        finding_blame(warp, first);
        emu_finding(EMU_DIVERGENT_BARRIER, warp->lane[first].pc,
                    "%d lanes of the warp wait at the barrier, %d have returned and never reach "
                    "it; let every thread reach every barrier and guard only the work between",
                    __builtin_popcount(warp->waiting_barrier), __builtin_popcount(warp->done));
        return;
    }
}

/* Everybody who has not returned waits at the barrier: let them go. 0 if nobody does. */
static int release_barrier(void)
{
    unsigned count = 0;
    int and = 1, or = 0;
    const struct lane *first = NULL;
    for (unsigned w = 0; w < emu_block.warps; w++) {
        const struct warp *warp = emu_block.warp[w];
        for (uint32_t todo = warp->waiting_barrier; todo; todo &= todo - 1) {
            const struct lane *lane = &warp->lane[__builtin_ctz(todo)];
            if (!first)
                first = lane;
            count += (unsigned)lane->barrier.predicate;
            and &= lane->barrier.predicate;
            or |= lane->barrier.predicate;
        }
    }
    if (!first)
        return 0;
    if (check_convergence(first))
        check_exited();
    for (unsigned w = 0; w < emu_block.warps; w++) {
        struct warp *warp = emu_block.warp[w];
        const uint32_t group = warp->waiting_barrier;
        for (uint32_t todo = group; todo; todo &= todo - 1) {
            struct lane *lane = &warp->lane[__builtin_ctz(todo)];
            lane->barrier.result = lane->barrier.kind == EMU_SYNC_COUNT ? (int)count
                                   : lane->barrier.kind == EMU_SYNC_AND ? and
                                                                        : or;
        }
        warp->waiting_barrier = 0;
        warp->ready |= group;
        if (group)
            merge_released(warp, group);
    }
    warp_barriers++;
    races_barrier();
    return 1;
}

/* ---- a block ---- */

void warp_prepare_block(const struct emu_launch *launch, struct emu_dim3 index, uint64_t number)
{
    const struct emu_dim3 size = launch->block;
    const unsigned threads = size.x * size.y * size.z;
    emu_builtins.block = index;
    emu_block.number = number;
    emu_block.threads = threads;
    emu_block.warps = (threads + EMU_WARP - 1) / EMU_WARP;
    struct emu_dim3 thread = {0, 0, 0};
    for (unsigned w = 0; w < emu_block.warps; w++) {
        if (!pool[w] && !(pool[w] = calloc(1, sizeof *pool[w])))
            die_of_memory("a warp");
        struct warp *warp = emu_block.warp[w] = pool[w];
        warp->id = w;
        warp->lanes = threads - w * EMU_WARP < EMU_WARP ? threads - w * EMU_WARP : EMU_WARP;
        warp->ready = all_lanes(warp);
        warp->full = warp->waiting_exchange = warp->waiting_active = 0;
        warp->waiting_barrier = warp->done = 0;
        warp->unclean = 0;
        for (unsigned l = 0; l < warp->lanes; l++) {
            struct lane *lane = &warp->lane[l];
            if (!lane->fiber.started)
                fiber_start(&lane->fiber, w * EMU_WARP + l, lane_main);
            lane->row = lane->rows = 0;
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
}

void warp_run_block(void)
{
    for (;;) {
        int any = 0;
        for (unsigned w = 0; w < emu_block.warps; w++)
            any |= run_warp(emu_block.warp[w]);
        if (any)
            continue;
        for (unsigned w = 0; w < emu_block.warps; w++)
            any |= force_exchange(emu_block.warp[w]);
        if (!any && !release_barrier())
            return;
    }
}

/* ---- giving up ---- */

static sigjmp_buf way_out;

int warp_guarded(void (*run)(void))
{
    if (sigsetjmp(way_out, 1) == 0) {
        run();
        return 0;
    }
    emu_lane_now = NULL;
    emu_cursor = emu_cursor_end = NULL;
    for (unsigned w = 0; w < EMU_WARP && pool[w]; w++) /* the fibers are where they were left */
        for (unsigned l = 0; l < EMU_WARP; l++)
            pool[w]->lane[l].fiber.started = 0;
    return emu_stop;
}

void warp_give_up(void)
{
    siglongjmp(way_out, 1);
}

void emu_abandon(int error)
{
    if (!emu_launch_now)
        abort(); /* asked for outside a kernel: the shim's mistake */
    emu_stop = error;
    warp_give_up();
}

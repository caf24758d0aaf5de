/* Warps: every lane runs to its next stop, the columns are merged, then whoever can go on goes on.
 * A warp makes about one window of events, then the next one does: they advance together. */
#include "engine.h"
#include "accesses/observers.h"
#include "program/findings.h"

static struct warp **pool; /* slot after slot */
static size_t pool_count;
static unsigned warp_count; /* that have begun */

void warp_overflows(const void *pc)
{
    emu_finding(EMU_STACK_OVERFLOW, pc,
                "the thread's stack overflows; a recursion that does not end, or a local array "
                "that is too large");
    emu_abandon(ERROR_ILLEGAL_ADDRESS);
}

void warp_is_stopped(const void *pc)
{
    watchdog_say(pc);
    warp_give_up();
}

/* A thread, and after it those that begin where it has ended, on its stack. */
static FIBER_UNWATCHED void lane_main(void)
{
    struct lane *lane;
    struct fiber *next;
    do {
        emu_launch_now->entry(emu_launch_now->arguments);
        lane = emu_lane_now;
        lane->state = LANE_DONE;
        lane->pc = NULL;
        next = warp_next_fiber(lane);
    } while (fiber_take_over(&lane->fiber, next));
    fiber_tell(next);
    fiber_leave(&lane->fiber, next);
}

/* Its lanes get stacks only now, which other warps may have used. Each warp uses them in another
 * order: what another thread has left in local memory is not one's own. */
static void begin_warp(struct warp *warp)
{
    const struct emu_dim3 size = emu_launch_now->block;
    const unsigned first = warp->id * EMU_WARP, shift = warp_count++;
    struct emu_dim3 thread = place_in(size, first);
    warp->begun = 1;
    warp->stacks = fiber_take_stacks();
    for (unsigned l = 0; l < warp->lanes; l++) {
        struct lane *lane = &warp->lane[l];
        fiber_start(&lane->fiber, warp->stacks, (l + shift) % EMU_WARP, lane_main);
        lane->comparing = 0;
        lane->left = NULL;
        lane->exchange.pc = NULL;
        lane->thread = thread;
        if (++thread.x == size.x) {
            thread.x = 0;
            if (++thread.y == size.y) {
                thread.y = 0;
                thread.z++;
            }
        }
    }
    memset(warp->row, 0, sizeof warp->row);
    memset(warp->rows, 0, sizeof warp->rows);
    merge_begin(warp);
}

static inline void no_lane_runs(void)
{
    emu_lane_now = NULL;
    emu_cursor = emu_cursor_end = NULL;
}

/* This step of emu_warp: */
static uint32_t to_run;                 /* lanes that have not had their turn */
static unsigned running;                /* the lane that has, or had the last one */
static uint32_t stopped[LANE_DONE + 1]; /* those that had one, by how they stopped … */
static uintptr_t any_place, each_place; /* … and where, by or and by and: if in one place, equal */

static inline char *column_of(unsigned number) IS((char *)&emu_trace[0].address[number]);

/* The next lane of the warp, ready to be entered; or the scheduler, if none is left. */
static inline struct fiber *next_fiber(void)
{
    if (!to_run)
        return &fiber_scheduler;
    const unsigned number = running = (unsigned)__builtin_ctz(to_run);
    struct lane *lane = &emu_warp->lane[number];
    to_run &= to_run - 1;
    if (to_run) /* its stack is on its way while this one runs */
        fiber_prefetch(&emu_warp->lane[__builtin_ctz(to_run)].fiber);
    emu_cursor = column_of(number);
    emu_word_at = (ptrdiff_t)offsetof(struct row, word) - 4 * (ptrdiff_t)number;
    emu_builtins.thread = lane->thread;
    emu_lane_now = lane;
    return &lane->fiber;
}

static inline int is_told_of(const struct lane *lane) IS(observers_each_lane | lane->comparing);

static inline void note_rows(unsigned number)
{
    emu_warp->row[number] = 0;
    emu_warp->rows[number] =
        (uint8_t)((unsigned)(emu_cursor - column_of(number)) / (unsigned)sizeof(struct row));
}

int warp_told_fault(void)
{
    access_fault = 0; /* of another access */
    note_rows(running);
    no_lane_runs();
    merge_flush(emu_warp);
    return access_fault != 0;
}

struct fiber *warp_next_fiber(struct lane *lane)
{
    const unsigned number = running;
    note_rows(number);
    any_place |= (uintptr_t)lane->pc;
    each_place &= (uintptr_t)lane->pc;
    stopped[lane->state] |= 1u << number;
    return UNLIKELY(is_told_of(lane)) ? &fiber_scheduler : next_fiber();
}

static inline void note_stops(struct warp *warp)
{
    warp->full |= stopped[LANE_FULL];
    warp->waiting_exchange |= stopped[LANE_EXCHANGE];
    warp->waiting_active |= stopped[LANE_ACTIVE];
    warp->done |= stopped[LANE_DONE];
    if (stopped[LANE_BARRIER]) {
        const struct lane *lane = &warp->lane[__builtin_ctz(stopped[LANE_BARRIER])];
        const int is_one = any_place == each_place && lane->barrier.kind == EMU_SYNC;
        const void *here = is_one ? lane->pc : NULL;
        warp->barrier = !warp->waiting_barrier || warp->barrier == here ? here : NULL;
        warp->waiting_barrier |= stopped[LANE_BARRIER];
    }
}

static void run_ready(struct warp *warp)
{
    const uint32_t ran = warp->ready;
    if (!warp->begun)
        begin_warp(warp);
    warp->ready = 0;
    to_run = ran;
    memset(stopped, 0, sizeof stopped);
    any_place = 0;
    each_place = UINTPTR_MAX;
    while (to_run) {
        emu_cursor_end = (char *)&emu_trace[ROWS];
        struct fiber *next = next_fiber();
        fiber_tell(next);
        fiber_switch(&fiber_scheduler, next);
        if (UNLIKELY(is_told_of(emu_lane_now))) {
            no_lane_runs();
            TELL(lane_stopped, warp, running);
        }
    }
    note_stops(warp);
    no_lane_runs();
    int left = merge_window(warp, ran);
    warp->unclean = left ? warp->unclean + 1 : 0;
    if (warp->unclean > 256) { /* lanes that wait for another warp in different places */
        merge_flush(warp);
        warp->unclean = 0;
    }
    warp->ready |= LANES_WHERE(l, warp->full, warp->row[l] == warp->rows[l]);
    warp->full &= ~warp->ready;
    if (warp->done == all_lanes(warp))
        fiber_give_stacks(warp->stacks);
}

static void begin_turn(struct warp *warp)
{
    emu_warp = warp;
    warp_rows = 0;
    TELL(warp_turn, warp);
}

static void look_at_clock(const struct warp *warp)
{
    if (LIKELY(!emu_stop))
        return;
    finding_blame(warp, 0);
    warp_is_stopped(warp->lane[0].pc);
}

/* About a window of events. 1 if anything happened. */
static int run_warp(struct warp *warp)
{
    int any = 0;
    begin_turn(warp);
    do {
        if (warp->ready) {
            run_ready(warp);
            any = 1;
        }
        if (!(warp->ready | warp->full) && (exchange_complete(warp, 1) || exchange_active(warp)))
            any = 1;
        look_at_clock(warp);
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
    begin_turn(warp);
    if (warp->ready) {
        run_ready(warp);
        if (warp->unclean) {
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
    look_at_clock(warp);
    return any;
}

static unsigned warps_of(const struct emu_launch *launch)
    IS(((unsigned)number_in(launch->block) + EMU_WARP - 1) / EMU_WARP);

void warp_reserve(const struct emu_launch *launch, size_t blocks)
{
    const size_t warps = blocks * warps_of(launch);
    if (warps > pool_count)
        pool = more_zeros(pool, warps, &pool_count, sizeof *pool, "warps");
    fiber_reserve(warps);
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
    const unsigned threads = (unsigned)number_in(launch->block);
    static uint64_t blocks;
    emu_block.number = number;
    emu_block.unique = ++blocks;
    emu_builtins.block = emu_block.index = place_in(launch->grid, number);
    emu_block.slot = slot;
    emu_block.threads = threads;
    emu_block.warps = warps_of(launch);
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
    fiber_tell(&fiber_scheduler);
    no_lane_runs();
    return error;
}

/* Races: two threads touch one word of shared or global memory, at least one writes, at least one
 * not by an atomic, and nothing orders the two. A plain read that a compare-and-swap of the same
 * thread verifies is as good as an atomic. What orders: a barrier between them (threads of one
 * block), __syncwarp (lanes of one warp), and what knowledge.c says of fences, atomics and volatile
 * accesses. A shuffle orders nothing. A write that finds the very value it writes harms nobody, and
 * is no race with another write.
 *
 * Two volatile accesses of different blocks are no race, unless an atomic was to announce the write
 * and the fence is missing: one may be a flag. Within a block they are, unless the write comes
 * right behind a fence: warps do not move in step.
 *
 * As long as a launch has no fences and no volatile accesses, only barriers order, and the accesses
 * are taken as merged, a warp's at once. From the first fence on they are taken lane by lane in the
 * order in which they happened (races_lane). */
#include "races.h"

int races_by_lane;
static int caught_up; /* since then, with what lanes had done in the same window before */

static void end_launch(double seconds, int error)
{
    if (races_by_lane)
        knowledge_forget();
    races_by_lane = observers_each_lane = 0;
}

static void begin_run(void)
{
    end_launch(0, 0);
    stamp_begin_run();
    shadow_sweep();
}

static void barrier(void)
{
    race_block->interval = stamp_next;
    for (unsigned w = 0; w < emu_block.warps; w++)
        race_block->warp[w].synced = race_block->interval;
    if (races_by_lane)
        knowledge_barrier();
}

static void begin_block(void)
{
    stamp_begin_block();
    barrier();
}

static void end_block(void)
{
    if (races_by_lane)
        knowledge_end_block(&emu_block);
}

static void grid_barrier(void)
{
    stamp_launch = stamp_next;
}

static void several_blocks(void)
{
    race_block->began = UINT32_MAX;
}

static void fence(void)
{
    if (races_by_lane)
        return;
    races_by_lane = observers_each_lane = 1;
    caught_up = 0;
    knowledge_since = stamp_next;
}

/* If this lane's fence makes the launch one to look at lane by lane, others may have run. */
static void lane_stopped(struct warp *warp, unsigned lane)
{
    if (!races_by_lane)
        compares_ahead(warp, lane);
    else if (caught_up)
        races_lane(warp, lane);
    else
        for (unsigned l = 0; l < warp->lanes; l++)
            if (warp->row[l] < warp->rows[l])
                races_lane(warp, l);
    caught_up = races_by_lane;
}

static void warp_turn(struct warp *warp)
{
    stamp_now = stamp_new(warp);
}

static void exchange(struct warp *warp, uint32_t lanes, int orders_memory)
{
    if (orders_memory)
        race_block->warp[warp->id].synced = stamp_now = stamp_new(warp);
    if (races_by_lane)
        knowledge_exchange(warp, lanes);
}

/* As merged, unless lanes are looked at one by one. */
static void merged_access(const struct access *access)
{
    if (!races_by_lane)
        races_access(access);
}

OBSERVER(races, .watch = EMU_WATCH_RACES, .begin_run = begin_run, .end_launch = end_launch,
         .begin_block = begin_block, .resume_block = stamp_resume_block,
         .several_blocks = several_blocks, .end_block = end_block, .warp_turn = warp_turn,
         .barrier = barrier, .grid_barrier = grid_barrier, .exchange = exchange, .fence = fence,
         .lane_stopped = lane_stopped, .access = merged_access,
         .spaces = 1u << EMU_GLOBAL | 1u << EMU_SHARED, .copy_arrived = merged_access);

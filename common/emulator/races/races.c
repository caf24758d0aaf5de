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
 * order in which they happened. */
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

/* ---- plain reads that a compare-and-swap verifies ---- */

/* The usual loop around atomicCAS begins with a plain read of the word: if the word has changed by
 * then, the compare-and-swap fails. Such a read is found by what the places in the program did
 * last: all lanes of the compare-and-swap have read there just the word that they now compare. */
enum { MOST_LOOKS = 200 };

static int was_read_at(const struct site *read, const struct access *access)
{
    if (event_type(read->word) != EV_READ || !read->lanes || read->space != access->space ||
        read->bytes != access->bytes || (access->mask & ~read->mask))
        return 0;
    EACH_LANE (lane, access->mask)
        if (read->base + read->offset[lane] != access->address[lane])
            return 0;
    return 1;
}

void races_compare(const struct access *access)
{
    if (access->site->looked == MOST_LOOKS)
        return;
    access->site->looked++;
    for (size_t i = 0; i < emu_site_count; i++)
        if (was_read_at(emu_sites[i], access))
            emu_sites[i]->verified = access->site->verifies = 1;
}

/* The lane's reads since it ran, against its compare-and-swaps and the next one. */
static void mark_reads(const struct warp *warp, unsigned number, unsigned rows, uint64_t address)
{
    for (unsigned r = warp->row[number]; r < rows; r++)
        if (event_type(emu_trace[r].word[number]) == EV_READ &&
            emu_trace[r].address[number] == address)
            site_of(emu_trace[r].word[number])->verified = 1;
}

static void compares_ahead(const struct warp *warp, unsigned number)
{
    const struct lane *lane = &warp->lane[number];
    for (unsigned r = warp->row[number]; r < warp->rows[number]; r++) {
        const uint32_t word = emu_trace[r].word[number];
        if (event_type(word) != EV_ATOMIC || !site_of(word)->compares)
            continue;
        site_of(word)->verifies = 1;
        mark_reads(warp, number, r, emu_trace[r].address[number]);
    }
    if (lane->comparing)
        mark_reads(warp, number, warp->rows[number], (uintptr_t)lane->exchange.value);
}

/* ---- the events of one lane, as soon as it has stopped: fences and atomics order by time ---- */

static void touch(struct warp *warp, unsigned lane, struct site *site, enum event_type type,
                  const uint64_t *old, uint64_t address, unsigned bytes)
{
    uint64_t at[EMU_WARP]; /* by lane; only this one's is set */
    const struct emu_area *area = dynamic_area_of(address);
    if (access_is_local(address) || !area || area->state != EMU_LIVE || area->space > EMU_SHARED ||
        address + bytes > area->end || (address & (bytes - 1) & 3))
        return; /* merge.c's observers say what is wrong */
    at[lane] = address;
    struct access access =
        access_of_lane(warp, lane, site, area, at, bytes, type == EV_WRITE ? old : NULL);
    access.type = type;
    const int flag = type == EV_ATOMIC || site->is_volatile;
    const int signal = site->is_volatile && knowledge_is_signal(warp, lane);
    if (flag && type != EV_WRITE)
        knowledge_acquire(warp, lane, &access);
    races_access(&access);
    if (flag && type != EV_READ)
        knowledge_release(warp, lane, &access);
    if (type == EV_WRITE && !signal)
        knowledge_wrote(warp, lane);
}

/* An object of any size and alignment, in pieces that lie in one word. */
static void touch_range(struct warp *warp, unsigned lane, struct site *site, uint64_t at,
                        uint64_t extent)
{
    for (const uint64_t end = at + extent_bytes(extent); at < end;) {
        const unsigned piece = at % 4 == 0 && end - at >= 4   ? 4
                               : at % 2 == 0 && end - at >= 2 ? 2
                                                              : 1;
        touch(warp, lane, site, event_type(site->word), NULL, at, piece);
        at += piece;
    }
}

static void races_lane(struct warp *warp, unsigned l)
{
    compares_ahead(warp, l);
    for (unsigned r = warp->row[l]; r < warp->rows[l]; r++) {
        const struct row *row = &emu_trace[r];
        const uint32_t word = row->word[l], code = word >> SIZE_SHIFT & 7;
        const enum event_type type = event_type(word);
        if (type == EV_FENCE && code <= FENCE_DEVICE) {
            knowledge_fence(warp, l, code == FENCE_DEVICE);
        } else if (type == EV_FENCE && code != FENCE_USE) { /* an asynchronous copy arrives */
            touch(warp, l, site_of(event_as_write(word)), EV_WRITE, row->old, row->address[l],
                  1u << code);
        } else if (type <= EV_ATOMIC) {
            struct site *site = site_of(word);
            if (site->ranged)
                touch_range(warp, l, site, row->address[l], emu_trace[++r].address[l]);
            else
                touch(warp, l, site, type, row->old, row->address[l], site->bytes);
        }
    }
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
         .begin_block = stamp_begin_block, .resume_block = stamp_resume_block,
         .several_blocks = several_blocks, .end_block = end_block, .warp_turn = warp_turn,
         .barrier = barrier, .grid_barrier = grid_barrier, .exchange = exchange, .fence = fence,
         .lane_stopped = lane_stopped, .access = merged_access,
         .spaces = 1u << EMU_GLOBAL | 1u << EMU_SHARED, .copy_arrived = merged_access);

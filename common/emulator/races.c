/* Races: two threads touch one word of shared or global memory, at least one writes, at least one not by an atomic, and nothing
 * orders the two. A plain read that a compare-and-swap of the same thread verifies is as good as an atomic. What orders: a barrier between them (threads of one block), __syncwarp (lanes of one warp), and, in global
 * memory or between a fence and an atomic, the pattern "write, __threadfence, atomic … atomic, read". A shuffle orders
 * nothing. A write that finds the very value it writes harms nobody, and is no race with another write.
 *
 * Time is counted in stamps: a warp gets a new one at each of its turns and at each synchronisation, so that a stamp names a
 * warp and an interval. A word's cell holds who wrote it last and who read it last (stamp and lane); several readers are
 * held as "several lanes" or "several warps". Who changed a word by an atomic is held beside it, in the same way: an atomic hides
 * neither the plain write before it nor other threads' atomics. Two accesses of a word in one cell can hide an older third: a race is
 * then found at another word, or not; what is reported is always real. */
#include "shadow.h"

#include <stdlib.h>
#include <string.h>

enum {
    LANE_MASK = 31,
    SEVERAL_LANES = 32, /* of the stamp's warp; a writer: they wrote different bytes */
    SEVERAL_WARPS = 64, /* reader only */
    OTHER_BLOCK = 128,  /* reader only: another block read it, too, in this launch */
    ATOMIC = 128,       /* writer only, and only of less than a word */
    PARTIAL = 256,      /* not all four bytes */
    STAMP_SHIFT = 9,
    STAMPS = 1 << 23
};

static uint32_t now;            /* of the warp that has its turn */
static uint32_t next_stamp = 1; /* 0: never */
static uint32_t launch_first, block_first, interval_first;
static uint8_t *warp_at; /* of each stamp since the last barrier */
static size_t warp_room;
static struct past {
    uint32_t first, fenced; /* stamps: when the block began, its last fence for the device */
    uint64_t number;        /* within the grid */
} * past;                   /* of each block of the launch so far, the running one last */
static size_t pasts, past_room;
static int fences; /* any in this launch */
static uint32_t block_atomic,
    block_fenced; /* stamps: the block's last atomic, and fence of any reach */

/* ---- time ---- */

static void start_over(void)
{
    shadow_clear();
    next_stamp = launch_first = block_first = interval_first = 1;
    pasts = 0;
    for (unsigned w = 0; w < emu_block.warps; w++)
        emu_block.warp[w]->synced = 1;
}

static uint32_t new_stamp(const struct warp *warp)
{
    if (UNLIKELY(next_stamp == STAMPS - 1))
        start_over();
    const size_t index = next_stamp - interval_first;
    if (UNLIKELY(index >= warp_room)) {
        warp_room = warp_room ? 2 * warp_room : 1024;
        warp_at = realloc(warp_at, warp_room);
        if (!warp_at)
            die_of_memory("the order of accesses");
    }
    warp_at[index] = (uint8_t)warp->id;
    return next_stamp++;
}

void races_begin_launch(void)
{
    if (next_stamp > STAMPS / 2)
        start_over();
    launch_first = next_stamp;
    pasts = 0;
    fences = 0;
    shadow_sweep();
}

void races_begin_block(void)
{
    if (pasts == past_room) {
        past_room = past_room ? 2 * past_room : 256;
        past = realloc(past, past_room * sizeof *past);
        if (!past)
            die_of_memory("the order of blocks");
    }
    past[pasts++] = (struct past){next_stamp, 0, emu_block.number};
    block_first = next_stamp;
    block_atomic = block_fenced = 0;
    races_barrier();
}

void races_barrier(void)
{
    interval_first = next_stamp;
    for (unsigned w = 0; w < emu_block.warps; w++)
        emu_block.warp[w]->synced = next_stamp;
}

void races_warp_turn(struct warp *warp)
{
    if (emu_checks.races)
        now = new_stamp(warp);
}

void races_warp_sync(struct warp *warp)
{
    if (emu_checks.races)
        warp->synced = now = new_stamp(warp);
}

void races_fence(struct warp *warp, uint32_t word)
{
    if (!emu_checks.races || !pasts)
        return;
    block_fenced = now = new_stamp(warp);
    if ((word >> SIZE_SHIFT & 7) == FENCE_BLOCK)
        return;
    past[pasts - 1].fenced = now;
    fences = 1;
}

/* The block that made a stamp of this launch. */
static size_t block_of(uint32_t stamp)
{
    size_t low = 0, high = pasts;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (past[middle].first <= stamp)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? low - 1 : 0;
}

/* "write, fence, atomic" there and "atomic" here since: the writer has published what it wrote. */
static int published(const struct warp *warp, uint32_t stamp)
{
    if (stamp < block_first)
        return fences && block_atomic && past[block_of(stamp)].fenced > stamp;
    return warp->atomics > stamp && block_fenced > stamp;
}

/* ---- one word ---- */

enum relation { BEFORE, SELF, SAME_WARP, SAME_BLOCK, BLOCKS_APART };

/* How what the cell holds stands to a lane of `warp` now. BEFORE: ordered, or of no concern. */
static inline enum relation relation(const struct warp *warp, unsigned lane, uint32_t held,
                                     enum emu_space space)
{
    const uint32_t stamp = held >> STAMP_SHIFT;
    if (stamp < block_first)
        return stamp >= launch_first && space == EMU_GLOBAL ? BLOCKS_APART : BEFORE;
    if (stamp < interval_first)
        return BEFORE;
    if (warp_at[stamp - interval_first] != warp->id || (held & SEVERAL_WARPS))
        return SAME_BLOCK;
    if (stamp < warp->synced)
        return BEFORE;
    return (held & LANE_MASK) == lane && !(held & SEVERAL_LANES) ? SELF : SAME_WARP;
}

static const char *const verb[] = {"reads", "writes", "updates"};
static const char *const verbed[] = {"read", "wrote", "updated"};

/* What is held names one of several; where that is the thread itself, it was another. */
static void name_other(char *out, size_t room, const struct warp *warp, unsigned lane,
                       uint32_t held, enum relation how)
{
    const struct emu_dim3 b = emu_launch_now->block, g = emu_launch_now->grid;
    const uint32_t stamp = held >> STAMP_SHIFT;
    if (how == BLOCKS_APART && stamp >= block_first) {
        snprintf(out, room, "a thread of another block");
        return;
    }
    if (how == BLOCKS_APART) {
        const unsigned long long n = past[block_of(stamp)].number;
        snprintf(out, room, "a thread of block (%llu,%llu,%llu)", n % g.x, n / g.x % g.y,
                 n / g.x / g.y);
        return;
    }
    const unsigned of = warp_at[stamp - interval_first];
    const unsigned t = of * EMU_WARP + (unsigned)(held & LANE_MASK);
    if (of == warp->id && (how == SAME_BLOCK || (held & LANE_MASK) == lane)) {
        snprintf(out, room, "a thread of %s warp", how == SAME_BLOCK ? "another" : "the same");
        return;
    }
    snprintf(out, room, "thread (%u,%u,%u)%s", t % b.x, t / b.x % b.y, t / b.x / b.y,
             how == SAME_WARP ? " of the same warp" : "");
}

static void report(const struct access *access, unsigned lane, uint64_t address, uint32_t held,
                   enum relation how, const char *did, uint32_t origin)
{
    const int one_warp = emu_block.warps == 1;
    const char *const cure[] = {
        "", "",
        one_warp ? "put __syncwarp() or __syncthreads() between the two"
                 : "put __syncthreads() between the two (or __syncwarp(), if only this warp uses "
                   "it)",
        "put __syncthreads() between the two",
        "blocks run in any order: give each word to one block, use an atomic, or a second launch"};
    /* two writes by one line of the program: no barrier can come between them */
    const int same_line = access->type == EV_WRITE && did == verbed[EV_WRITE] &&
                          how != BLOCKS_APART && (!origin || origin == access->site->word);
    char other[96], at[280] = "";
    if (!may_say(access->site, SAID_RACE))
        return;
    name_other(other, sizeof other, access->warp, lane, held, how);
    if (origin)
        snprintf(at, sizeof at, " at %s", line_name(event_pc(origin)));
    finding_blame(access->warp, lane);
    emu_finding(access->space == EMU_SHARED ? EMU_RACE_SHARED : EMU_RACE_GLOBAL,
                event_pc(access->site->word),
                "%s byte %llu of %s, which %s %s%s, with nothing to order the two; %s",
                verb[access->type], (unsigned long long)(address - access->area->begin),
                access->area->name ? access->area->name : "memory", other, did, at,
                same_line ? "give each thread its own element, or let only one of them write"
                          : cure[how]);
}

/* The write leaves the memory as it found it. */
static int silent(const struct access *access, unsigned lane)
{
    if (!access->old)
        return 0;
    return memcmp(&access->old[lane], (const void *)(uintptr_t)access->address[lane],
                  access->bytes < 8 ? access->bytes : 8) == 0;
}

static void against_writer(const struct access *access, unsigned lane, uint64_t address,
                           const struct cell *cell, const struct origin *origin, unsigned overlap)
{
    const uint32_t held = cell->writer;
    const enum relation how = relation(access->warp, lane, held, access->space);
    if (how <= SELF || !overlap)
        return;
    if (how == SAME_WARP && (held & PARTIAL) && (held & SEVERAL_LANES))
        return; /* which of them wrote these bytes is not known */
    if ((held & ATOMIC) && (access->type == EV_ATOMIC || access->site->verified))
        return;
    if (published(access->warp, held >> STAMP_SHIFT))
        return;
    if (access->type == EV_WRITE && !(held & ATOMIC) && silent(access, lane))
        return;
    report(access, lane, address, held, how, held & ATOMIC ? verbed[EV_ATOMIC] : verbed[EV_WRITE],
           origin ? origin->writer : 0);
}

static void against_reader(const struct access *access, unsigned lane, uint64_t address,
                           const struct cell *cell, const struct origin *origin, unsigned overlap)
{
    const uint32_t held = cell->reader;
    enum relation how = relation(access->warp, lane, held, access->space);
    if (how != BLOCKS_APART && (held & OTHER_BLOCK) && held >> STAMP_SHIFT >= launch_first &&
        !(fences && block_atomic))
        how = BLOCKS_APART;
    if (how <= SELF || !overlap || published(access->warp, held >> STAMP_SHIFT) ||
        access->site->verifies)
        return;
    if ((held & PARTIAL) && (held & (SEVERAL_LANES | SEVERAL_WARPS)) && how <= SAME_BLOCK)
        return;
    report(access, lane, address, held, how, verbed[EV_READ], origin ? origin->reader : 0);
}

/* Atomics that others did on the word, against what is no atomic. */
static void against_updates(const struct access *access, unsigned lane, uint64_t address,
                            const struct update *update)
{
    enum relation how = relation(access->warp, lane, update->who, access->space);
    if (how != BLOCKS_APART && (update->who & OTHER_BLOCK) &&
        update->who >> STAMP_SHIFT >= launch_first && !(fences && block_atomic))
        how = BLOCKS_APART;
    if (how <= SELF || access->site->verified ||
        published(access->warp, update->who >> STAMP_SHIFT))
        return;
    report(access, lane, address, update->who, how, verbed[EV_ATOMIC], update->origin);
}

/* Who has read the word, after a read by `lane` (or by several lanes at once). */
static inline uint32_t reader_after(const struct warp *warp, unsigned lane, uint32_t held,
                                    enum emu_space space, uint32_t several)
{
    const uint32_t mine = now << STAMP_SHIFT | several | lane;
    const uint32_t stamp = held >> STAMP_SHIFT;
    if (stamp < launch_first)
        return mine;
    if (stamp >= interval_first && (held & SEVERAL_WARPS))
        return held; /* more readers change nothing */
    const uint32_t keep = held & OTHER_BLOCK;
    switch (relation(warp, lane, held, space)) {
    case BEFORE:
        return mine | keep;
    case SELF:
        return mine | keep | (held & SEVERAL_WARPS);
    case SAME_WARP:
        return mine | keep | SEVERAL_LANES | (held & SEVERAL_WARPS);
    case SAME_BLOCK:
        return published(warp, stamp) ? mine | keep : mine | keep | SEVERAL_WARPS;
    default:
        return mine | OTHER_BLOCK;
    }
}

/* … after an atomic: the last one's stamp, whoever else there was. */
static inline uint32_t updater_after(const struct warp *warp, unsigned lane, uint32_t held,
                                     enum emu_space space)
{
    const uint32_t after = reader_after(warp, lane, held, space, 0);
    return now << STAMP_SHIFT | (after & (OTHER_BLOCK | SEVERAL_WARPS | SEVERAL_LANES)) | lane;
}

/* ---- one access ---- */

/* Word by word where whole words are touched. */
static inline void touch_word(const struct access *access, unsigned lane, uint64_t address,
                              struct shadow *shadow, size_t word, uint32_t several)
{
    struct cell *cell = &shadow->cell[word];
    struct origin *origin = shadow->origin ? &shadow->origin[word] : NULL;
    struct update *update = shadow->update ? &shadow->update[word] : NULL;
    const uint32_t written = cell->writer >> STAMP_SHIFT;
    if (UNLIKELY(written >= interval_first || (written >= launch_first && written < block_first)))
        against_writer(access, lane, address, cell, origin, 15);
    if (update && access->type != EV_ATOMIC && update->who >> STAMP_SHIFT >= launch_first)
        against_updates(access, lane, address, update);
    if (access->type == EV_READ) {
        cell->reader = reader_after(access->warp, lane, cell->reader, access->space, several);
        if (origin)
            origin->reader = access->site->word;
        return;
    }
    if (UNLIKELY(cell->reader >> STAMP_SHIFT >= launch_first))
        against_reader(access, lane, address, cell, origin, 15);
    /* The plain write before is remembered: other threads' atomics may be unordered with it. */
    if (access->type == EV_ATOMIC) {
        update->who = updater_after(access->warp, lane, update->who, access->space);
        update->origin = access->site->word;
        return;
    }
    cell->writer = now << STAMP_SHIFT | lane;
    if (origin)
        origin->writer = access->site->word;
}

/* One or two bytes of a word. */
static void touch_bytes(const struct access *access, unsigned lane, uint64_t address,
                        struct shadow *shadow, size_t word)
{
    shadow_need_bytes(shadow);
    struct cell *cell = &shadow->cell[word];
    struct origin *origin = shadow->origin ? &shadow->origin[word] : NULL;
    uint8_t *bytes = &shadow->bytes[word];
    const unsigned mine = (((1u << access->bytes) - 1) << (address & 3)) & 15;
    const unsigned written = cell->writer & PARTIAL ? *bytes & 15 : 15;
    const unsigned was_read = cell->reader & PARTIAL ? *bytes >> 4 : 15;
    against_writer(access, lane, address, cell, origin, mine & written);
    if (shadow->update && access->type != EV_ATOMIC)
        against_updates(access, lane, address, &shadow->update[word]);
    if (access->type == EV_READ) {
        const uint32_t before = cell->reader;
        const uint32_t after = reader_after(access->warp, lane, before, access->space, 0);
        const int joined = (after & (SEVERAL_LANES | SEVERAL_WARPS | OTHER_BLOCK)) != 0 ||
                           before >> STAMP_SHIFT == now;
        const unsigned all = joined ? mine | was_read : mine;
        cell->reader = after | PARTIAL;
        *bytes = (uint8_t)((*bytes & 15) | all << 4);
        if (origin)
            origin->reader = access->site->word;
        return;
    }
    against_reader(access, lane, address, cell, origin, mine & was_read);
    const enum relation how = relation(access->warp, lane, cell->writer, access->space);
    const int join = (how == SELF || how == SAME_WARP) && (cell->writer & PARTIAL);
    cell->writer = now << STAMP_SHIFT | PARTIAL | (access->type == EV_ATOMIC ? ATOMIC : 0) |
                   (join && how == SAME_WARP ? SEVERAL_LANES : 0) | lane;
    *bytes = (uint8_t)((*bytes & 0xf0) | (join ? mine | written : mine));
    if (origin)
        origin->writer = access->site->word;
}

/* Reads that add nothing to what the cells say: several warps have read the words since the last barrier, nobody wrote. */
static int nothing_new(const struct access *access, const struct shadow *shadow, uint32_t lanes)
{
    const uint32_t since = interval_first << STAMP_SHIFT;
    for (; lanes; lanes &= lanes - 1) {
        const uint64_t address = access->address[__builtin_ctz(lanes)];
        const struct cell *cell = &shadow->cell[(address - shadow->begin) >> 2];
        if (cell->reader < since || !(cell->reader & SEVERAL_WARPS) || cell->writer >= since ||
            (access->space == EMU_GLOBAL && cell->writer >> STAMP_SHIFT >= launch_first &&
             cell->writer >> STAMP_SHIFT < block_first))
            return 0;
    }
    return 1;
}

void races_access(const struct access *access)
{
    if (access->space == EMU_CONSTANT)
        return;
    if (access->type == EV_ATOMIC) {
        if (access->site->compares)
            compares_look(access);
        access->warp->atomics = now = new_stamp(access->warp);
        block_atomic = now;
    }
    struct shadow *shadow = shadow_of(access->area); /* a new stamp may have cleared it */
    if (access->type == EV_ATOMIC && access->bytes >= 4)
        shadow_need_updates(shadow);
    uint32_t lanes = access->mask, several = 0;
    if (access->uniform && access->type == EV_READ && access->lanes > 1) {
        lanes &= -lanes; /* one for all */
        several = SEVERAL_LANES;
    }
    const unsigned words = access->bytes / 4;
    if (words == 1 && access->type == EV_READ && !shadow->update &&
        nothing_new(access, shadow, lanes))
        return;
    for (; lanes; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(lanes);
        const uint64_t address = access->address[lane];
        const size_t word = (address - shadow->begin) >> 2;
        if (UNLIKELY(!words)) {
            touch_bytes(access, lane, address, shadow, word);
            continue;
        }
        for (unsigned w = 0; w < words; w++)
            touch_word(access, lane, address, shadow, word + w, several);
    }
}

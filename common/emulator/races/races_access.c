/* Races: what an access finds in the cells of the words that it touches, and leaves there.
 *
 * A word's cell holds who wrote it last and who read it last (stamp and lane); several readers are
 * held as "several lanes" or "several warps". Who changed a word by an atomic is held beside it, in
 * the same way: an atomic hides neither the plain write before it nor other threads' atomics.
 * Memory that is touched in pieces of one or two bytes has cells for bytes besides. Two accesses of
 * a word can hide an older third: a race is then found at another word, or not. */
#include "races.h"
#include "engine/engine.h"

#define INLINED static inline __attribute__((always_inline))

/* A cell holds a stamp and, below it, a lane and these. */
enum {
    SEVERAL_LANES = 32, /* reader: of the stamp's warp */
    AFTER_FENCE = 32,   /* writer: volatile, and all that the thread wrote before was fenced */
    SEVERAL_WARPS = 64, /* reader */
    OTHER_BLOCK = 128,  /* reader: another block read it, too, in this launch */
    ATOMIC = 128,       /* writer, of less than a word */
    VOLATILE = 256,     /* writer; reader: all of them */
    BLOCK_SCOPE = 256,  /* update: one of them was of block scope */
};

/* How what the cell holds stands to a lane of `warp` now. BEFORE: ordered, or of no concern. */
static inline enum relation relation(const struct warp *warp, unsigned lane, uint32_t held,
                                     enum emu_space space)
{
    const uint32_t stamp = held >> STAMP_SHIFT;
    if (stamp < race_block->began) {
        if (stamp < stamp_launch)
            return BEFORE;
        if (!resident_several || stamp_owner(stamp).block != race_block->serial)
            return space == EMU_GLOBAL ? BLOCKS_APART : BEFORE;
    }
    if (stamp < race_block->interval)
        return BEFORE;
    if (stamp_owner(stamp).warp != warp->id || (held & SEVERAL_WARPS))
        return SAME_BLOCK;
    if (stamp < race_block->warp[warp->id].synced)
        return BEFORE;
    return (held & LANE_MASK) == lane && !(held & SEVERAL_LANES) ? SELF : SAME_WARP;
}

static inline int ordered(const struct access *access, unsigned lane, uint32_t held)
    IS(races_by_lane != 0 && knowledge_orders(access->warp, lane, held));

/* Several blocks have read or changed the word, the last of them perhaps this one. */
static inline enum relation with_others(const struct access *access, unsigned lane, uint32_t held,
                                        enum relation how)
{
    const int others = (held & OTHER_BLOCK) && held >> STAMP_SHIFT >= stamp_launch;
    return how != BLOCKS_APART && others && access->space == EMU_GLOBAL &&
                   !(races_by_lane && knowledge_any(access->warp, lane))
               ? BLOCKS_APART
               : how;
}

/* The write leaves the memory as it found it. */
static int silent(const struct access *access, unsigned lane)
{
    if (!access->old)
        return 0;
    return memcmp(&access->old[lane], (const void *)(uintptr_t)access->address[lane],
                  access->bytes < 8 ? access->bytes : 8) == 0;
}

/* May a volatile access be what the two wait for each other with? */
static int is_flag(const struct access *access, unsigned lane, uint32_t written, enum relation how)
{
    if (access->type == EV_ATOMIC)
        return 1;
    if (access->type == EV_WRITE)
        return 0;
    return how == BLOCKS_APART ? !knowledge_lacks_fence(access->warp, lane, written)
                               : (written & AFTER_FENCE) != 0;
}

/* Each of the three: 1 after a finding. */
static int against_writer(const struct access *access, unsigned lane, uint64_t address,
                          const struct cell *cell, const struct cell *origin)
{
    const uint32_t held = cell->writer;
    const enum relation how =
        relation(access->warp, lane, held & ~(uint32_t)(AFTER_FENCE | ATOMIC) /* name no lanes */,
                 access->space);
    const int strong = access->type == EV_ATOMIC || access->site->is_volatile;
    if (how <= SELF)
        return 0;
    if ((held & ATOMIC) && (strong || access->site->verified))
        return 0;
    if (ordered(access, lane, held))
        return 0;
    if ((held & VOLATILE) && strong && is_flag(access, lane, held, how))
        return 0;
    if (access->type == EV_WRITE && !(held & ATOMIC) && silent(access, lane))
        return 0;
    return races_report(access, lane, address, held, how, held & ATOMIC ? EV_ATOMIC : EV_WRITE,
                        origin ? origin->writer : 0);
}

static int against_reader(const struct access *access, unsigned lane, uint64_t address,
                          const struct cell *cell, const struct cell *origin)
{
    const uint32_t held = cell->reader;
    const enum relation how =
        with_others(access, lane, held, relation(access->warp, lane, held, access->space));
    if (how <= SELF || access->site->verifies || ordered(access, lane, held))
        return 0;
    if ((held & VOLATILE) && (access->type == EV_ATOMIC ||
                              (access->site->is_volatile &&
                               (how == BLOCKS_APART || knowledge_is_signal(access->warp, lane)))))
        return 0;
    return races_report(access, lane, address, held, how, EV_READ, origin ? origin->reader : 0);
}

/* Atomics that others did on the word, against what is no atomic. */
static int against_updates(const struct access *access, unsigned lane, uint64_t address,
                           const struct update *update)
{
    const enum relation how = with_others(access, lane, update->who,
                                          relation(access->warp, lane, update->who, access->space));
    if (how <= SELF || access->site->verified || access->site->is_volatile ||
        ordered(access, lane, update->who))
        return 0;
    return races_report(access, lane, address, update->who, how, EV_ATOMIC, update->origin);
}

/* Who has read a word that others have, too, or this warp just before. */
static inline uint32_t joined_reader(const struct access *access, unsigned lane, uint32_t held,
                                     uint32_t mine)
{
    const uint32_t keep = held & OTHER_BLOCK, plain = ~(uint32_t)VOLATILE | (held & VOLATILE);
    const enum relation how = relation(access->warp, lane, held, access->space);
    if (how > SELF && ordered(access, lane, held))
        return mine | (held & (SEVERAL_LANES | SEVERAL_WARPS | OTHER_BLOCK));
    switch (how) {
    case BEFORE:
        return mine | keep;
    case SELF:
        return (mine | keep | (held & SEVERAL_WARPS)) & plain;
    case SAME_WARP:
        return (mine | keep | SEVERAL_LANES | (held & SEVERAL_WARPS)) & plain;
    case SAME_BLOCK:
        return (mine | keep | SEVERAL_WARPS) & plain;
    default:
        return (mine | OTHER_BLOCK) & plain;
    }
}

/* Who has read the word, after a read by `lane`; `flags`: by several lanes at once, volatile. */
INLINED uint32_t reader_after(const struct access *access, unsigned lane, uint32_t held,
                              uint32_t flags)
{
    const uint32_t mine = stamp_now << STAMP_SHIFT | flags | lane;
    const uint32_t stamp = held >> STAMP_SHIFT;
    if (stamp < stamp_launch)
        return mine;
    if (stamp < race_block->interval && stamp >= race_block->began)
        return mine | (held & OTHER_BLOCK);
    if (stamp >= race_block->interval && (held & SEVERAL_WARPS) && !races_by_lane &&
        !resident_several)
        return held; /* more readers change nothing */
    return joined_reader(access, lane, held, mine);
}

/* … after an atomic: the last one's stamp, whoever else there was. */
static inline uint32_t updater_after(const struct access *access, unsigned lane, uint32_t held)
{
    const uint32_t after = reader_after(access, lane, held & ~(uint32_t)BLOCK_SCOPE, 0);
    const uint32_t scope = held >> STAMP_SHIFT >= stamp_launch ? held & BLOCK_SCOPE : 0;
    return stamp_now << STAMP_SHIFT | (after & (OTHER_BLOCK | SEVERAL_WARPS | SEVERAL_LANES)) |
           scope | (access->site->block_scope ? BLOCK_SCOPE : 0) | lane;
}

static inline uint32_t writer_after(const struct access *access, unsigned lane)
{
    uint32_t mine = stamp_now << STAMP_SHIFT | lane;
    if (UNLIKELY(access->site->is_volatile))
        mine |= VOLATILE | (knowledge_is_signal(access->warp, lane) ? AFTER_FENCE : 0);
    return access->type == EV_ATOMIC ? mine | ATOMIC : mine;
}

static inline int of_concern(uint32_t held)
{
    const uint32_t stamp = held >> STAMP_SHIFT;
    return stamp >= race_block->interval || (stamp >= stamp_launch && stamp < race_block->began);
}

static inline int against_cell(const struct access *access, unsigned lane, uint64_t address,
                               const struct cell *cell, const struct cell *origin)
{
    if (UNLIKELY(of_concern(cell->writer)) && against_writer(access, lane, address, cell, origin))
        return 1;
    return access->type != EV_READ && UNLIKELY(cell->reader >> STAMP_SHIFT >= stamp_launch) &&
           against_reader(access, lane, address, cell, origin);
}

/* What most memory does not have: atomics, and single bytes that were touched. */
static __attribute__((noinline)) void against_rare(const struct access *access, unsigned lane,
                                                   uint64_t address, const struct shadow *shadow,
                                                   size_t byte, unsigned bytes)
{
    const struct update *update = shadow->update ? &shadow->update[byte / 4] : NULL;
    const uint32_t held = update ? update->who : 0;
    const int is_now = update && held >> STAMP_SHIFT >= stamp_launch;
    if (is_now && access->type != EV_ATOMIC && against_updates(access, lane, address, update))
        return;
    if (is_now && access->type == EV_ATOMIC &&
        relation(access->warp, lane, held, access->space) == BLOCKS_APART &&
        ((held & BLOCK_SCOPE) || access->site->block_scope) && !ordered(access, lane, held))
        races_report_scope(access, lane, address, held);
    for (unsigned i = 0; shadow->byte && i < bytes; i++)
        if (against_cell(access, lane, address + i, &shadow->byte[byte + i],
                         shadow->byte_origin ? &shadow->byte_origin[byte + i] : NULL))
            return;
}

INLINED void note(const struct access *access, unsigned lane, struct cell *cell,
                  struct cell *origin, uint32_t flags)
{
    const int reads = access->type == EV_READ;
    if (reads)
        cell->reader = reader_after(access, lane, cell->reader, flags);
    else
        cell->writer = writer_after(access, lane);
    if (origin)
        *(reads ? &origin->reader : &origin->writer) = access->site->word;
}

INLINED void touch_word(const struct access *access, unsigned lane, struct shadow *shadow,
                        size_t word, uint32_t flags, int rare)
{
    const uint64_t address = shadow->key.begin + 4 * word;
    struct cell *cell = &shadow->cell[word];
    struct cell *origin = shadow->origin ? &shadow->origin[word] : NULL;
    if (!against_cell(access, lane, address, cell, origin) && UNLIKELY(rare))
        against_rare(access, lane, address, shadow, 4 * word, 4);
    /* The plain write before is remembered: other threads' atomics may be unordered with it. */
    if (access->type == EV_ATOMIC) {
        struct update *update = &shadow->update[word];
        update->who = updater_after(access, lane, update->who);
        update->origin = access->site->word;
        return;
    }
    note(access, lane, cell, origin, flags);
}

/* One or two bytes of a word. */
static void touch_bytes(const struct access *access, unsigned lane, uint64_t address,
                        struct shadow *shadow, uint32_t flags)
{
    const size_t byte = address - shadow->key.begin;
    shadow_need_bytes(shadow);
    if (!against_cell(access, lane, address, &shadow->cell[byte / 4],
                      shadow->origin ? &shadow->origin[byte / 4] : NULL))
        against_rare(access, lane, address, shadow, byte, access->bytes);
    for (unsigned i = 0; i < access->bytes; i++)
        note(access, lane, &shadow->byte[byte + i],
             shadow->byte_origin ? &shadow->byte_origin[byte + i] : NULL, flags);
}

/* Reads that add nothing: since the last barrier several warps have read, none wrote. */
INLINED int nothing_new(const struct access *access, const struct shadow *shadow, uint32_t lanes,
                        unsigned words)
{
    const uint32_t since = race_block->interval << STAMP_SHIFT;
    for (; lanes; lanes &= lanes - 1) {
        const uint64_t address = access->address[__builtin_ctz(lanes)];
        const struct cell *cell = &shadow->cell[(address - shadow->key.begin) >> 2];
        for (unsigned w = 0; w < words; w++, cell++)
            if (cell->reader < since || !(cell->reader & SEVERAL_WARPS) || cell->writer >= since ||
                (access->space == EMU_GLOBAL && cell->writer >> STAMP_SHIFT >= stamp_launch &&
                 cell->writer >> STAMP_SHIFT < race_block->began))
                return 0;
    }
    return 1;
}

/* Of lanes in a row that read the same only the last counts, if none wrote that they race with. */
static uint32_t after_first(const struct access *access, const struct cell *cell, uint32_t lanes)
{
    const uint64_t address = access->address[__builtin_ctz(lanes)];
    uint32_t rest = lanes & (lanes - 1), last = rest;
    for (; rest && access->address[__builtin_ctz(rest)] == address; rest &= rest - 1)
        last = rest;
    for (unsigned w = 0; w < access->bytes / 4; w++)
        if (of_concern(cell[w].writer))
            return lanes & (lanes - 1);
    return last;
}

/* The first touch of a word, as most are: 0 if it is none. */
static inline int touch_first(const struct access *access, unsigned lane, struct shadow *shadow,
                              size_t word, uint32_t flags, uint32_t since)
{
    struct cell *cell = &shadow->cell[word];
    if (cell->writer >= since || cell->reader >= since)
        return 0;
    const int reads = access->type == EV_READ;
    *(reads ? &cell->reader : &cell->writer) = stamp_now << STAMP_SHIFT | flags | lane;
    if (shadow->origin) {
        struct cell *origin = &shadow->origin[word];
        *(reads ? &origin->reader : &origin->writer) = access->site->word;
    }
    return 1;
}

/* Plain reads and writes of whole words, where nothing is rare. */
INLINED void plain_access(const struct access *access, struct shadow *shadow, uint32_t lanes,
                          uint32_t flags, unsigned words)
{
    const int reads = access->type == EV_READ;
    if (reads && !races_by_lane && !resident_several && nothing_new(access, shadow, lanes, words))
        return;
    /* Below, no thread has touched the word in this launch or, of shared memory, in this block. */
    const int is_own = access->space == EMU_SHARED && !resident_several;
    const uint32_t since = (is_own ? race_block->began : stamp_launch) << STAMP_SHIFT;
    if (access->pattern != PATTERN_APART) /* the cells of the next access from here */
        for (uint64_t at = 0; at < access->span && at < 4 * 8 * EMU_WARP; at += 32)
            __builtin_prefetch(
                &shadow->cell[(access->low + access->site->step + at - shadow->key.begin) >> 2], 1);
    const int alike =
        reads && !access->uniform && !races_by_lane && access->span < 4 * words * access->lanes;
    while (lanes) {
        const unsigned lane = (unsigned)__builtin_ctz(lanes);
        const uint64_t address = access->address[lane];
        const size_t word = (address - shadow->key.begin) >> 2;
        for (unsigned w = 0; w < words; w++)
            if (!touch_first(access, lane, shadow, word + w, flags, since))
                touch_word(access, lane, shadow, word + w, flags, 0);
        lanes = alike ? after_first(access, &shadow->cell[word], lanes) : lanes & (lanes - 1);
    }
}

void races_access(const struct access *access)
{
    if (access->type == EV_ATOMIC) {
        if (access->site->compares)
            races_compare(access);
        stamp_now = stamp_new(access->warp);
    }
    struct shadow *shadow = shadow_of(access->area); /* a new stamp may have cleared it */
    if (access->type == EV_ATOMIC && access->bytes >= 4)
        shadow_need_updates(shadow);
    uint32_t lanes = access->mask, flags = access->site->is_volatile ? VOLATILE : 0;
    const int rare = shadow->update || shadow->byte;
    if (access->uniform && access->type == EV_READ && access->lanes > 1) {
        lanes &= -lanes; /* one for all */
        flags |= SEVERAL_LANES;
    }
    const unsigned words = access->bytes / 4;
    if (words && !rare && access->type != EV_ATOMIC && !access->site->is_volatile) {
        if (words == 1)
            plain_access(access, shadow, lanes, flags, 1);
        else
            plain_access(access, shadow, lanes, flags, words);
        return;
    }
    for (; lanes; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(lanes);
        const uint64_t address = access->address[lane];
        const size_t word = (address - shadow->key.begin) >> 2;
        if (!words)
            touch_bytes(access, lane, address, shadow, flags);
        for (unsigned w = 0; w < words; w++)
            touch_word(access, lane, shadow, word + w, flags, rare);
    }
}

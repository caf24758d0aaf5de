/* What lets a thread know of what other threads did, beyond barriers: "write, fence, atomic" there
 * and "atomic, read" here; a write to a volatile variable may stand for the first atomic, a read
 * for the second. A fence behind the atomic lets no thread know, nor one of a block's scope a
 * thread of another block. What a barrier's threads have fenced and learned, all of them have.
 *
 * More is asked of the thread that lets know than CUDA's manual says, and less of the one that
 * learns: a fence behind its atomic is not asked for, since a program with a barrier there, or with
 * volatile reads, works without. */
#include "races.h"
#include "engine/engine.h"

/* A word that atomics or volatile accesses have touched. Of shared memory: the block's. */
struct word {
    struct by_address key;
    uint32_t block; /* global memory: of whom `clock[FENCED_BLOCK]` is */
    struct clock *clock[FENCES];
};
static struct address_table words;

/* That a thread, or (ANY_THREAD) any of its block, did an atomic on a word: what came before. */
struct end {
    struct by_address key;
    uint32_t before;
};
enum { ANY_THREAD = 1024 };
static struct address_table ends;
enum { MOST_ENDS = 1 << 16 };

uint32_t knowledge_since;

static uint64_t owner_of(const struct access *access)
    IS(access->space == EMU_SHARED ? race_block->serial : 0);

static uint64_t thread_of(uint32_t block, uint32_t thread)
    IS(thread + (uint64_t)block * (ANY_THREAD + 1));

static void note_end(uintptr_t address, uint32_t thread, uint32_t before)
{
    const uint64_t who = thread_of(race_block->serial, thread);
    struct end *end = by_address_find(&ends, address, who);
    if (!end && ends.used < MOST_ENDS)
        end = by_address_get(&ends, address, who, sizeof *end, "what atomics have announced");
    if (end)
        end->before = before;
}

static void forget(struct knowledge *k)
{
    clock_drop(&k->known);
    for (int f = 0; f < FENCES; f++)
        clock_drop(&k->fenced[f]);
    k->announced = 0;
}

void knowledge_end_block(struct block *which)
{
    struct race_block *block = race_block_of(which);
    forget(&block->knowledge);
    for (unsigned w = 0; w < which->warps; w++)
        for (unsigned l = 0; block->warp[w].past && l < EMU_WARP; l++) {
            forget(&block->warp[w].past[l].k);
            block->warp[w].past[l] = (struct thread_past){0};
        }
}

static void drop_clocks(void *record)
{
    struct word *word = record;
    for (int f = 0; f < FENCES; f++)
        clock_drop(&word->clock[f]);
}

void knowledge_forget(void)
{
    knowledge_since = 0;
    by_address_clear(&words, drop_clocks);
    by_address_clear(&ends, NULL);
    resident_each(knowledge_end_block);
}

static inline const struct thread_past *past_so_far(const struct warp *warp, unsigned lane)
{
    static const struct thread_past none;
    const struct thread_past *past = race_block->warp[warp->id].past;
    return past ? &past[lane] : &none;
}

static inline struct thread_past *past_of(const struct warp *warp, unsigned lane)
{
    struct thread_past **past = &race_block->warp[warp->id].past;
    if (!*past)
        *past = new_zeros(EMU_WARP, sizeof **past, "what threads have fenced");
    return &(*past)[lane];
}

/* ---- questions ---- */

int knowledge_orders(const struct warp *warp, unsigned lane, uint32_t held)
{
    const struct thread_past *past = past_so_far(warp, lane);
    const uint32_t stamp = held >> STAMP_SHIFT;
    const struct owner owner = stamp_owner(stamp);
    return clock_knows(past->k.known, owner, held & LANE_MASK, stamp) ||
           clock_knows(race_block->knowledge.known, owner, held & LANE_MASK, stamp);
}

int knowledge_any(const struct warp *warp, unsigned lane)
{
    const struct thread_past *past = past_so_far(warp, lane);
    return past->k.known || race_block->knowledge.known;
}

int knowledge_is_signal(const struct warp *warp, unsigned lane)
{
    const struct thread_past *past = past_so_far(warp, lane);
    return past->fenced[FENCED_BLOCK] && past->fenced[FENCED_BLOCK] >= past->wrote;
}

static int ended(uintptr_t address, uint32_t block, uint32_t thread, uint32_t stamp)
{
    const struct end *end = by_address_find(&ends, address, thread_of(block, thread));
    return end && stamp < end->before;
}

static int ended_at(uintptr_t address, struct owner owner, unsigned lane, uint32_t stamp)
{
    return address && (ended(address, owner.block, ANY_THREAD, stamp) ||
                       ended(address, owner.block, owner.warp * EMU_WARP + lane, stamp));
}

int knowledge_lacks_fence(const struct warp *warp, unsigned lane, uint32_t held)
{
    const struct thread_past *past = past_so_far(warp, lane);
    const uint32_t stamp = held >> STAMP_SHIFT;
    const struct owner owner = stamp_owner(stamp);
    return ended_at(past->k.announced, owner, held & LANE_MASK, stamp) ||
           ended_at(race_block->knowledge.announced, owner, held & LANE_MASK, stamp);
}

/* ---- what threads do ---- */

void knowledge_wrote(struct warp *warp, unsigned lane)
{
    past_of(warp, lane)->wrote = stamp_now;
}

/* Before the fence: the thread's own past, what barriers put before it, what it has learned. */
void knowledge_fence(struct warp *warp, unsigned lane, int device)
{
    struct thread_past *past = past_of(warp, lane);
    const uint32_t synced = race_block->warp[warp->id].synced;
    struct clock *clock = NULL;
    clock_add(&clock,
              (struct past){race_block->serial, WHOLE_BLOCK, EMU_ALL, race_block->interval});
    if (synced > race_block->interval)
        clock_add(&clock, (struct past){race_block->serial, warp->id + 1, EMU_ALL, synced});
    clock_add(&clock,
              (struct past){race_block->serial, warp->id + 1, UINT32_C(1) << lane, stamp_now + 1});
    clock_join(&clock, past->k.known);
    clock_join(&clock, race_block->knowledge.known);
    for (int f = 0; f <= (device ? FENCED_DEVICE : FENCED_BLOCK); f++) {
        clock_drop(&past->k.fenced[f]);
        past->k.fenced[f] = clock_keep(clock);
        past->fenced[f] = stamp_now;
    }
    clock_drop(&clock);
    stamp_now = stamp_new(warp);
}

void knowledge_acquire(struct warp *warp, unsigned lane, const struct access *access)
{
    struct thread_past *past = past_of(warp, lane);
    const uintptr_t begin = access->address[lane] & ~(uintptr_t)3;
    for (uintptr_t a = begin; a < access->address[lane] + access->bytes; a += 4) {
        const struct word *word = by_address_find(&words, a, owner_of(access));
        if (!word)
            continue;
        clock_join(&past->k.known, word->clock[FENCED_DEVICE]);
        if (word->block == race_block->serial)
            clock_join(&past->k.known, word->clock[FENCED_BLOCK]);
    }
    if (access->type == EV_ATOMIC && access->space == EMU_GLOBAL)
        past->k.announced = begin;
}

void knowledge_release(struct warp *warp, unsigned lane, const struct access *access)
{
    struct thread_past *past = past_of(warp, lane);
    const struct knowledge *block = &race_block->knowledge;
    const struct past own = {race_block->serial, warp->id + 1, UINT32_C(1) << lane, stamp_now + 1};
    for (int f = 0; f < FENCES; f++) /* who sees a signal knows of the signal itself, too */
        if (access->type == EV_WRITE && past->fenced[f] && past->fenced[f] >= past->wrote)
            clock_add(&past->k.fenced[f], own);
    const uintptr_t begin = access->address[lane] & ~(uintptr_t)3;
    if (access->type == EV_ATOMIC && access->space == EMU_GLOBAL) {
        note_end(begin, ANY_THREAD, race_block->interval);
        note_end(begin, warp->id * EMU_WARP + lane, stamp_now);
    }
    if (!past->k.fenced[FENCED_BLOCK] && !block->fenced[FENCED_BLOCK])
        return;
    for (uintptr_t a = begin; a < access->address[lane] + access->bytes; a += 4) {
        struct word *word =
            by_address_get(&words, a, owner_of(access), sizeof *word, "what fences have announced");
        if (word->block != race_block->serial) {
            clock_drop(&word->clock[FENCED_BLOCK]);
            word->block = race_block->serial;
        }
        for (int f = 0; f < FENCES && (f == FENCED_BLOCK || !access->site->block_scope); f++) {
            clock_join(&word->clock[f], past->k.fenced[f]);
            clock_join(&word->clock[f], block->fenced[f]);
        }
    }
}

/* ---- what brings threads together ---- */

static void give(struct knowledge *to, const struct knowledge *from)
{
    clock_join(&to->known, from->known);
    for (int f = 0; f < FENCES; f++)
        clock_join(&to->fenced[f], from->fenced[f]);
    if (from->announced)
        to->announced = from->announced;
}

/* Has every thread that wrote fenced it? (What was written before anybody watched is not known.) */
static int all_is_fenced(int f)
{
    int any = 0;
    EACH_WARP (warp)
        for (unsigned l = 0; l < warp->lanes; l++) {
            const struct thread_past *past = past_so_far(warp, l);
            any |= past->fenced[f] != 0;
            if (past->fenced[f] ? past->wrote > past->fenced[f]
                                : race_block->first < knowledge_since || past->wrote)
                return 0;
        }
    return any;
}

void knowledge_barrier(void)
{
    int any = 0;
    for (unsigned w = 0; w < emu_block.warps; w++)
        any |= race_block->warp[w].past != NULL;
    if (!any)
        return;
    struct knowledge *block = &race_block->knowledge;
    for (int f = 0; f < FENCES; f++) /* one for all, where that says the same */
        if (all_is_fenced(f))
            clock_add(&block->fenced[f], (struct past){race_block->serial, WHOLE_BLOCK, EMU_ALL,
                                                       race_block->interval});
    for (unsigned w = 0; w < emu_block.warps; w++)
        for (unsigned l = 0; race_block->warp[w].past && l < EMU_WARP; l++) {
            struct thread_past *past = &race_block->warp[w].past[l];
            give(block, &past->k);
            forget(&past->k);
        }
}

void knowledge_exchange(struct warp *warp, uint32_t lanes)
{
    struct knowledge all = {0};
    struct thread_past *past = race_block->warp[warp->id].past;
    if (!past)
        return;
    EACH_LANE (l, lanes)
        give(&all, &past[l].k);
    EACH_LANE (l, lanes)
        give(&past[l].k, &all);
    forget(&all);
}

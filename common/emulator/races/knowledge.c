/* What lets a thread know of what other threads did, beyond barriers: "write, fence, atomic" there
 * and "atomic, read" here; a write to a volatile variable may stand for the first atomic, a read
 * for the second. A fence behind the atomic lets no thread know, nor one of a block's scope a
 * thread of another block. What a barrier's threads have fenced and learned, all of them have.
 *
 * More is asked of the thread that lets know than CUDA's manual says, and less of the one that
 * learns: a fence behind its atomic is not asked for, since a program with a barrier there, or with
 * volatile reads, works without. */
#include "knowledge.h"
#include "engine/resident.h"

#include <stdlib.h>
#include <string.h>

/* A word of memory that atomics or volatile accesses have touched. */
struct word {
    uintptr_t address; /* 0: none */
    uint32_t block;    /* shared memory: whose; global memory: of whom `clock[FENCED_BLOCK]` is */
    int shared;
    struct clock *clock[FENCES];
};
static struct word *words;
static size_t word_count, word_room;

/* That a thread did an atomic on a word, or (ANY_THREAD) any of its block did: what of it, or of
 * its block, came before. */
struct end {
    uintptr_t address; /* 0: none */
    uint32_t block, thread, before;
};
enum { ANY_THREAD = 1024 };
static struct end *ends;
static size_t end_count, end_room;
enum { MOST_ENDS = 1 << 16 };

static uint32_t watched_since; /* a stamp */

static size_t slot_of(uintptr_t address, uint32_t block, size_t room)
{
    return (size_t)(((address >> 2) + block * UINT64_C(0x2545f4914f6cdd1d)) *
                        UINT64_C(0x9e3779b97f4a7c15) >>
                    40) &
           (room - 1);
}

static struct word *find_word(uintptr_t address, int shared)
{
    const uint32_t block = shared ? race_block->serial : 0;
    size_t slot = slot_of(address, block, word_room);
    while (words[slot].address &&
           (words[slot].address != address || (words[slot].shared && words[slot].block != block)))
        slot = (slot + 1) & (word_room - 1);
    return &words[slot];
}

static void grow_words(void)
{
    struct word *old = words;
    const size_t room = word_room;
    word_room = word_room ? 2 * word_room : 256;
    words = new_zeros(word_room, sizeof *words, "what fences have announced");
    for (size_t i = 0; i < room; i++) {
        if (!old[i].address)
            continue;
        size_t slot = slot_of(old[i].address, old[i].shared ? old[i].block : 0, word_room);
        while (words[slot].address)
            slot = (slot + 1) & (word_room - 1);
        words[slot] = old[i];
    }
    free(old);
}

static struct word *word_of(uintptr_t address, int shared)
{
    if (2 * word_count >= word_room)
        grow_words();
    struct word *word = find_word(address, shared);
    if (!word->address) {
        *word = (struct word){.address = address, .block = race_block->serial, .shared = shared};
        word_count++;
    }
    return word;
}

static struct end *find_end(uintptr_t address, uint32_t block, uint32_t thread)
{
    size_t slot = slot_of(address, block * (ANY_THREAD + 1) + thread, end_room);
    while (ends[slot].address && (ends[slot].address != address || ends[slot].block != block ||
                                  ends[slot].thread != thread))
        slot = (slot + 1) & (end_room - 1);
    return &ends[slot];
}

static void note_end(uintptr_t address, uint32_t thread, uint32_t before)
{
    if (!ends)
        ends = new_zeros(end_room = 2 * MOST_ENDS, sizeof *ends, "what atomics have announced");
    struct end *end = find_end(address, race_block->serial, thread);
    if (!end->address && end_count == MOST_ENDS)
        return;
    end_count += !end->address;
    *end = (struct end){address, race_block->serial, thread, before};
}

static void forget(struct knowledge *k)
{
    clock_drop(&k->known);
    for (int f = 0; f < FENCES; f++)
        clock_drop(&k->fenced[f]);
    k->announced = 0;
}

static void forget_block(struct block *which)
{
    struct race_block *block = race_block_of(which);
    if (block->knowledge)
        forget(block->knowledge);
    for (unsigned w = 0; w < which->warps; w++)
        for (unsigned l = 0; block->warp[w].past && l < EMU_WARP; l++) {
            forget(&block->warp[w].past[l].k);
            block->warp[w].past[l] = (struct thread_past){0};
        }
}

void knowledge_watch(void)
{
    watched_since = stamp_next();
}

void knowledge_forget(void)
{
    watched_since = 0;
    for (size_t i = 0; i < word_room; i++)
        for (int f = 0; words[i].address && f < FENCES; f++)
            clock_drop(&words[i].clock[f]);
    if (word_count)
        memset(words, 0, word_room * sizeof *words);
    if (end_count)
        memset(ends, 0, end_room * sizeof *ends);
    word_count = end_count = 0;
    resident_each(forget_block);
}

void knowledge_end_block(void)
{
    forget_block(&emu_block);
}

/* NULL: there is none yet. */
static inline struct thread_past *past_if_any(const struct warp *warp, unsigned lane)
{
    struct thread_past *past = race_block->warp[warp->id].past;
    return past ? &past[lane] : NULL;
}

static inline struct thread_past *past_of(const struct warp *warp, unsigned lane)
{
    struct thread_past **past = &race_block->warp[warp->id].past;
    if (!*past)
        *past = new_zeros(EMU_WARP, sizeof **past, "what threads have fenced");
    return &(*past)[lane];
}

static struct knowledge *of_block(void)
{
    if (!race_block->knowledge)
        race_block->knowledge =
            new_zeros(1, sizeof *race_block->knowledge, "what a block has fenced");
    return race_block->knowledge;
}

/* ---- questions ---- */

int knowledge_orders(const struct warp *warp, unsigned lane, uint32_t held)
{
    const struct thread_past *past = past_if_any(warp, lane);
    const uint32_t stamp = held >> STAMP_SHIFT;
    const struct owner owner = stamp_owner(stamp);
    return (past && clock_knows(past->k.known, owner, held & LANE_MASK, stamp)) ||
           (race_block->knowledge &&
            clock_knows(race_block->knowledge->known, owner, held & LANE_MASK, stamp));
}

int knowledge_any(const struct warp *warp, unsigned lane)
{
    const struct thread_past *past = past_if_any(warp, lane);
    return (past && past->k.known) || (race_block->knowledge && race_block->knowledge->known);
}

int knowledge_is_signal(const struct warp *warp, unsigned lane)
{
    const struct thread_past *past = past_if_any(warp, lane);
    return past && past->fenced[FENCED_BLOCK] && past->fenced[FENCED_BLOCK] >= past->wrote;
}

static int ended(uintptr_t address, uint32_t block, uint32_t thread, uint32_t stamp)
{
    const struct end *end = find_end(address, block, thread);
    return end->address && stamp < end->before;
}

static int ended_at(uintptr_t address, struct owner owner, unsigned lane, uint32_t stamp)
{
    return address && ends &&
           (ended(address, owner.block, ANY_THREAD, stamp) ||
            ended(address, owner.block, owner.warp * EMU_WARP + lane, stamp));
}

int knowledge_lacks_fence(const struct warp *warp, unsigned lane, uint32_t held)
{
    const struct thread_past *past = past_if_any(warp, lane);
    const uint32_t stamp = held >> STAMP_SHIFT;
    const struct owner owner = stamp_owner(stamp);
    return (past && ended_at(past->k.announced, owner, held & LANE_MASK, stamp)) ||
           (race_block->knowledge &&
            ended_at(race_block->knowledge->announced, owner, held & LANE_MASK, stamp));
}

/* ---- what threads do ---- */

void knowledge_wrote(struct warp *warp, unsigned lane)
{
    past_of(warp, lane)->wrote = stamp_now;
}

/* What comes before the fence: the thread's own past, what barriers have put before it, what it has
 * learned. */
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
    clock_join(&clock, of_block()->known);
    for (int f = 0; f <= (device ? FENCED_DEVICE : FENCED_BLOCK); f++) {
        clock_drop(&past->k.fenced[f]);
        past->k.fenced[f] = clock_keep(clock);
        past->fenced[f] = stamp_now;
    }
    clock_drop(&clock);
    stamp_now = stamp_new(warp);
}

static int is_shared(const struct access *access)
{
    return access->space == EMU_SHARED;
}

void knowledge_acquire(struct warp *warp, unsigned lane, const struct access *access)
{
    struct thread_past *past = past_of(warp, lane);
    const uintptr_t begin = access->address[lane] & ~(uintptr_t)3;
    for (uintptr_t a = begin; a < access->address[lane] + access->bytes; a += 4) {
        const struct word *word = word_room ? find_word(a, is_shared(access)) : NULL;
        if (!word || !word->address)
            continue;
        clock_join(&past->k.known, word->clock[FENCED_DEVICE]);
        if (word->block == race_block->serial)
            clock_join(&past->k.known, word->clock[FENCED_BLOCK]);
    }
    if (access->type == EV_ATOMIC && !is_shared(access))
        past->k.announced = begin;
}

/* Who sees a signal knows of the signal itself, too. */
static void add_signal(const struct warp *warp, unsigned lane, struct thread_past *past)
{
    for (int f = 0; f < FENCES; f++)
        if (past->fenced[f] && past->fenced[f] >= past->wrote)
            clock_add(&past->k.fenced[f], (struct past){race_block->serial, warp->id + 1,
                                                        UINT32_C(1) << lane, stamp_now + 1});
}

void knowledge_release(struct warp *warp, unsigned lane, const struct access *access)
{
    struct thread_past *past = past_of(warp, lane);
    const struct knowledge *block = of_block();
    if (access->type == EV_WRITE)
        add_signal(warp, lane, past);
    const uintptr_t begin = access->address[lane] & ~(uintptr_t)3;
    if (access->type == EV_ATOMIC && !is_shared(access)) {
        note_end(begin, ANY_THREAD, race_block->interval);
        note_end(begin, warp->id * EMU_WARP + lane, stamp_now);
    }
    if (!past->k.fenced[FENCED_BLOCK] && !block->fenced[FENCED_BLOCK])
        return;
    for (uintptr_t a = begin; a < access->address[lane] + access->bytes; a += 4) {
        struct word *word = word_of(a, is_shared(access));
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
    for (unsigned w = 0; w < emu_block.warps; w++) {
        const struct warp *warp = emu_block.warp[w];
        for (unsigned l = 0; l < warp->lanes; l++) {
            const struct thread_past *past = past_if_any(warp, l);
            const int fenced = past && past->fenced[f];
            any |= fenced;
            if (fenced ? past->wrote > past->fenced[f]
                       : race_block->first < watched_since || (past && past->wrote))
                return 0;
        }
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
    struct knowledge *block = of_block();
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
    for (uint32_t todo = lanes; todo; todo &= todo - 1)
        give(&all, &past[__builtin_ctz(todo)].k);
    for (uint32_t todo = lanes; todo; todo &= todo - 1)
        give(&past[__builtin_ctz(todo)].k, &all);
    forget(&all);
}

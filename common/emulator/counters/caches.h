/* The models of L1 (caches.c) and L2 (l2.c), and what they share: sets of lines. */
#pragma once

#include "program/basics.h"

enum { WAYS = 16, LINE = 128, SECTOR = 32, TAG_LAUNCH = 41 };

struct line {
    uint64_t tag;         /* address / 128, and the launch in the high bits */
    uint32_t used;        /* when last */
    uint8_t valid, dirty; /* one bit a sector */
};

extern uint64_t cache_launch; /* the running launch, in the high bits */
extern uint32_t cache_clock;

static inline uint64_t cache_tag(uint64_t number) IS(number | cache_launch);

static inline size_t cache_set(uint64_t number, size_t sets)
{
    const uint64_t hash = (number * UINT64_C(0x9e3779b97f4a7c15)) >> 32;
    return (size_t)(hash * sets >> 32) * WAYS;
}

/* How many of a line's four sectors. */
static inline unsigned cache_sectors(unsigned mask)
    IS((unsigned)(UINT64_C(0x4332322132212110) >> 4 * (mask & 15)) & 7);

static inline void cache_prefetch(const struct line *set)
{
    for (int w = 0; w < WAYS; w += 4)
        __builtin_prefetch(&set[w]);
}

static inline int cache_is_live(const struct line *line)
    IS(line->tag >> TAG_LAUNCH == cache_launch >> TAG_LAUNCH);

static inline struct line *cache_find(struct line *set, uint64_t tag)
{
    for (int w = 0; w < WAYS; w++)
        if (set[w].tag == tag)
            return &set[w];
    return NULL;
}

/* A line of another launch is as good as empty. */
static inline struct line *cache_oldest(struct line *set)
{
    struct line *victim = &set[0];
    for (int w = 0; w < WAYS; w++) {
        if (!cache_is_live(&set[w]))
            return &set[w];
        if (cache_clock - set[w].used > cache_clock - victim->used)
            victim = &set[w];
    }
    return victim;
}

/* L2 and DRAM. Lines by number (address / 128), sectors as bits. */
struct emu_gpu;
struct launch_record;
void l2_begin_launch(const struct emu_gpu *gpu);
void l2_begin_block(void);
void l2_prefetch(uint64_t number);                   /* the line is asked for soon */
unsigned l2_load(uint64_t number, unsigned sectors); /* how many of the sectors L2 had */
/* `bytes`: written of each sector. */
void l2_store(uint64_t number, unsigned sectors, const uint8_t bytes[4]);
/* Fills in record->memory. `at_once`: blocks that the GPU holds at once. */
void l2_end_launch(struct launch_record *record, unsigned at_once);

/* Fills in record->memory and resident. */
void caches_end_launch(struct launch_record *record);

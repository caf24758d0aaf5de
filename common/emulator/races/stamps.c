/* Time for the race check. A warp gets a new stamp at each turn and synchronisation. */
#include "races.h"
#include "engine/engine.h"

uint32_t stamp_now;
uint32_t stamp_launch;

uint32_t stamp_next = 1; /* 0: never */
uint32_t stamp_first;
uint32_t *stamp_owners;
static size_t owner_room;
uint64_t *stamp_blocks;
static size_t block_count, block_room;

/* ---- what is kept with blocks and warps, by the block's slot ---- */

struct race_block *race_block;
static struct race_block **slots;
static size_t slot_room;

struct race_block *race_block_of(const struct block *block)
{
    struct race_block **of = &GROWN(slots, block->slot, slot_room, "the order of blocks");
    if (!*of)
        *of = new_zeros(1, sizeof **of, "the order of blocks");
    return *of;
}

static void restamp(struct block *which)
{
    struct race_block *block = race_block_of(which);
    block->first = block->interval = stamp_next;
    block->began = resident_several ? UINT32_MAX : block->first;
    for (unsigned w = 0; w < which->warps; w++)
        block->warp[w].synced = block->interval;
}

static void start_over(void)
{
    shadow_clear();
    knowledge_forget();
    stamp_next = stamp_first = stamp_launch = 1;
    resident_each(restamp);
}

uint32_t stamp_new(const struct warp *warp)
{
    if (UNLIKELY(stamp_next == STAMPS - 1))
        start_over();
    GROWN(stamp_owners, stamp_next - stamp_first, owner_room, "the order of accesses") =
        race_block->serial << 5 | warp->id;
    return stamp_next++;
}

void stamp_begin_run(void)
{
    if (stamp_next > STAMPS / 2)
        start_over();
    stamp_first = stamp_launch = stamp_next;
    block_count = 0;
}

void stamp_begin_block(void)
{
    stamp_resume_block();
    race_block->serial = (uint32_t)block_count;
    ADDED(stamp_blocks, block_count, block_room, "the order of blocks") = emu_block.number;
    restamp(&emu_block);
}

void stamp_resume_block(void)
{
    race_block = race_block_of(&emu_block);
}

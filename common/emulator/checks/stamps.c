/* Time for the race check. A warp gets a new stamp at each of its turns and wherever it
 * synchronises. */
#include "races.h"

#include <stdlib.h>

uint32_t stamp_now;
uint32_t stamp_launch;

static uint32_t next = 1; /* 0: never */
uint32_t stamp_first;
uint32_t *stamp_owners;
static size_t owner_room;
static uint64_t *blocks; /* numbers within the grid, as they began */
static size_t block_count, block_room;

static void start_over(void)
{
    shadow_clear();
    knowledge_forget();
    next = stamp_first = stamp_launch = 1;
    resident_restamp();
}

uint32_t stamp_new(const struct warp *warp)
{
    if (UNLIKELY(next == STAMPS - 1))
        start_over();
    const size_t index = next - stamp_first;
    if (UNLIKELY(index >= owner_room)) {
        owner_room = owner_room ? 2 * owner_room : 1024;
        stamp_owners = realloc(stamp_owners, owner_room * sizeof *stamp_owners);
        if (!stamp_owners)
            die_of_memory("the order of accesses");
    }
    stamp_owners[index] = emu_block.serial << 5 | warp->id;
    return next++;
}

uint32_t stamp_next(void)
{
    return next;
}

void stamp_begin_launch(void)
{
    if (next > STAMPS / 2)
        start_over();
    stamp_first = stamp_launch = next;
    block_count = 0;
}

void stamp_begin_block(void)
{
    if (block_count == block_room) {
        block_room = block_room ? 2 * block_room : 256;
        blocks = realloc(blocks, block_room * sizeof *blocks);
        if (!blocks)
            die_of_memory("the order of blocks");
    }
    emu_block.serial = (uint32_t)block_count;
    blocks[block_count++] = emu_block.number;
    emu_block.first = next;
    emu_block.began = resident_several ? UINT32_MAX : next;
}

uint64_t stamp_block_number(uint32_t block)
{
    return blocks[block];
}

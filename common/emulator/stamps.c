/* Time for the race check. A warp gets a new stamp at each of its turns and wherever it synchronises. */
#include "races.h"

#include <stdlib.h>

uint32_t stamp_now;
uint32_t stamp_launch;

static uint32_t next = 1; /* 0: never */
static uint32_t first;    /* of owners[] */
static uint32_t *owners;  /* of each stamp: block << 5 | warp */
static size_t owner_room;
static uint64_t *blocks; /* numbers within the grid, as they began */
static size_t block_count, block_room;

static void start_over(void)
{
    shadow_clear();
    knowledge_forget();
    next = first = stamp_launch = 1;
    resident_restamp();
}

uint32_t stamp_new(const struct warp *warp)
{
    if (UNLIKELY(next == STAMPS - 1))
        start_over();
    const size_t index = next - first;
    if (UNLIKELY(index >= owner_room)) {
        owner_room = owner_room ? 2 * owner_room : 1024;
        owners = realloc(owners, owner_room * sizeof *owners);
        if (!owners)
            die_of_memory("the order of accesses");
    }
    owners[index] = emu_block.serial << 5 | warp->id;
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
    first = stamp_launch = next;
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

struct owner stamp_owner(uint32_t stamp)
{
    const uint32_t owner = owners[stamp - first];
    return (struct owner){owner >> 5, owner & (EMU_WARP - 1)};
}

uint64_t stamp_block_number(uint32_t block)
{
    return blocks[block];
}

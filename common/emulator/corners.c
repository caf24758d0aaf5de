/* Launches of a shape that is too large to run whole: only the blocks at the corners of the grid, the last one first, since the largest
 * indices are there; and only so much of them as takes about a second. */
#include "corners.h"


enum { EDGE = 1 /* blocks from either end of each direction */ };
/* Turns of a warp, about 128 events of each lane, and exchanges. */
static const uint64_t turns_of[] = {0, 4000, 400000};

int corners_limited;
static enum emu_haste haste;
static uint64_t turns;
static int unfinished;

void emu_hurry(enum emu_haste how)
{
    haste = how;
}

int emu_unfinished(void)
{
    const int was = unfinished;
    unfinished = 0;
    return was;
}

void corners_begin_launch(void)
{
    corners_limited = haste != EMU_UNHURRIED;
    turns = 0;
}

int corners_spend(unsigned warps)
{
    turns += warps;
    return turns + warp_exchanges > turns_of[haste];
}

int corners_end_launch(int error)
{
    const int cut = corners_limited && error == CORNERS_CUT;
    unfinished |= cut ? EMU_CUT_SHORT : 0;
    return cut ? 0 : error;
}

/* How many of `count` blocks in one direction run, and which is the i-th of them. */
static unsigned few(unsigned count)
{
    return count < 2 * EDGE ? count : 2 * EDGE;
}

static unsigned place(unsigned i, unsigned count)
{
    return count <= 2 * EDGE || i < EDGE ? i : count - 2 * EDGE + i;
}

int corners_run(struct emu_dim3 grid, void (*run)(struct emu_dim3 index, uint64_t number))
{
    if (haste != EMU_CORNERS)
        return 0;
    const unsigned wide = few(grid.x), high = few(grid.y), deep = few(grid.z);
    if (wide < grid.x || high < grid.y || deep < grid.z)
        unfinished |= EMU_BLOCKS_LEFT;
    for (unsigned i = wide * high * deep; i-- > 0;) {
        const struct emu_dim3 index = {place(i % wide, grid.x), place(i / wide % high, grid.y),
                                       place(i / wide / high, grid.z)};
        run(index, index.x + (uint64_t)grid.x * (index.y + (uint64_t)grid.y * index.z));
    }
    return 1;
}

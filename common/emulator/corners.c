/* Launches of a shape that is too large to run whole: only the blocks at the corners of the grid, and only so much of each as takes a
 * fraction of a second. */
#include "corners.h"

enum { A_TURN = 8, AN_EXCHANGE = 64 /* take as long as so many events of a warp */ };

int corners_limited;
static enum emu_haste haste;
static uint64_t most, events, exchanges;
static int unfinished;

void emu_hurry(enum emu_haste how, unsigned long long warp_events)
{
    haste = how;
    most = warp_events;
}

int emu_unfinished(void)
{
    const int was = unfinished;
    unfinished = 0;
    return was;
}

void corners_begin(void)
{
    corners_limited = haste != EMU_UNHURRIED;
    events = 0;
    exchanges = warp_events[WARP_EXCHANGES];
}

void corners_spend(unsigned rows)
{
    events += A_TURN + rows;
    if (events + AN_EXCHANGE * (warp_events[WARP_EXCHANGES] - exchanges) > most)
        emu_abandon(CORNERS_CUT);
}

int corners_end(int error)
{
    if (!corners_limited || error != CORNERS_CUT)
        return error;
    unfinished |= EMU_CUT_SHORT;
    emu_stop = 0;
    return 0;
}

int corners_only(void)
{
    return haste == EMU_CORNERS;
}

/* The first block in a direction, or the last of `count`. */
static unsigned place(unsigned last, unsigned count)
{
    return last ? count - 1 : 0;
}

int corners_at(struct emu_dim3 grid, unsigned i, uint64_t *number)
{
    const unsigned wide = grid.x > 1 ? 2 : 1, high = grid.y > 1 ? 2 : 1, deep = grid.z > 1 ? 2 : 1;
    if (grid.x > 2 || grid.y > 2 || grid.z > 2)
        unfinished |= EMU_BLOCKS_LEFT;
    *number = place(i % wide, grid.x) +
              (uint64_t)grid.x * (place(i / wide % high, grid.y) +
                                  (uint64_t)grid.y * place(i / wide / high, grid.z));
    return i < wide * high * deep;
}

/* Launches of a shape that is too large to run whole: only the blocks at the corners of the grid,
 * and only so much of each as takes a fraction of a second. */
#include "hurry.h"
#include "emulator.h"
#include "exchange.h"

enum { EDGE = 64 /* blocks that a wide corner has in each direction */ };
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
    return haste == EMU_CORNERS || haste == EMU_WIDE_CORNERS;
}

int corners_each_anew(void)
{
    return haste == EMU_CORNERS;
}

/* How many of `count` blocks in a direction run, and which is the i-th of them. */
static unsigned few(unsigned count)
{
    const unsigned most = haste == EMU_CORNERS ? 2 : 2 * EDGE;
    return count < most ? count : most;
}

static unsigned place(unsigned i, unsigned count)
{
    return i < few(count) / 2 ? i : count - few(count) + i;
}

int corners_at(struct emu_dim3 grid, unsigned i, uint64_t *number)
{
    const unsigned wide = few(grid.x), high = few(grid.y), deep = few(grid.z);
    if (wide < grid.x || high < grid.y || deep < grid.z)
        unfinished |= EMU_BLOCKS_LEFT;
    *number = place(i % wide, grid.x) +
              (uint64_t)grid.x * (place(i / wide % high, grid.y) +
                                  (uint64_t)grid.y * place(i / wide / high, grid.z));
    return i < wide * high * deep;
}

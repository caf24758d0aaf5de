/* Launches of a shape that is too large to run whole: only some blocks, and only for so long. */
#include "hurry.h"
#include "emulator.h"
#include "exchange.h"

enum { EDGE = 64 /* blocks at either end of each direction */ };
enum { A_TURN = 8, AN_EXCHANGE = 64 /* take as long as so many events of a warp */ };

int hurry_on;
static enum emu_haste haste;
static uint64_t most, events;
static int unfinished;
static double left_out = 1;

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

double emu_left_out(void)
{
    const double was = left_out;
    left_out = 1;
    return was;
}

void hurry_begin_launch(void)
{
    hurry_on = haste != EMU_UNHURRIED;
    events = 0;
}

void hurry_spend(unsigned rows)
{
    events += A_TURN + rows;
    if (events + AN_EXCHANGE * warp_events[WARP_EXCHANGES] > most)
        emu_abandon(HURRY_CUT);
}

int hurry_end_launch(int error)
{
    if (error != HURRY_CUT)
        return error;
    unfinished |= EMU_CUT_SHORT;
    return 0;
}

/* How many of `count` blocks in a direction run, and which is the i-th of them. */
static unsigned few(unsigned count)
{
    const unsigned some = haste == EMU_LAST_BLOCK || haste == EMU_FIRST_BLOCK ? 1
                          : haste == EMU_CORNERS                              ? 2 * EDGE
                                                                              : count;
    return count < some ? count : some;
}

static unsigned place(uint64_t i, unsigned count)
{
    return i < few(count) / 2 || haste == EMU_FIRST_BLOCK ? (unsigned)i
                                                          : count - few(count) + (unsigned)i;
}

uint64_t hurry_blocks(struct emu_dim3 grid)
{
    if (few(grid.x) < grid.x || few(grid.y) < grid.y || few(grid.z) < grid.z)
        unfinished |= EMU_BLOCKS_LEFT;
    const uint64_t run = (uint64_t)few(grid.x) * few(grid.y) * few(grid.z);
    const double times = (double)grid.x * grid.y * grid.z / (double)run;
    left_out = times > left_out ? times : left_out;
    return run;
}

uint64_t hurry_number(struct emu_dim3 grid, uint64_t i)
{
    const uint64_t x = place(i % few(grid.x), grid.x),
                   y = place(i / few(grid.x) % few(grid.y), grid.y),
                   z = place(i / few(grid.x) / few(grid.y), grid.z);
    return x + grid.x * (y + grid.y * z);
}

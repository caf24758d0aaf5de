/* Launches of a shape that is too large to run whole: only some blocks, and only for so long. */
#include "engine.h"
#include "accesses/observers.h"

#include <sys/resource.h>

enum { EDGE = 64, FEWEST = 8 /* threads, blocks at either end of each direction */ };
enum { A_TURN = 8, AN_EXCHANGE = 64 /* take as long as so many events of a warp */ };

/* Memory that nothing has touched before takes long, and so do lanes that have parted. A launch
 * that is not to run all its blocks may take so many pages for each lane of the warp, and so many
 * events of single lanes; asked at every so many turns. No clock: a busy machine would cut more. */
enum { PAGES_OF_A_LANE = 1 << 15, MOST_APART = 1 << 26, BETWEEN = 64 };

int hurry_on;
static enum emu_haste haste;
static uint64_t most, events, turns, apart; /* apart, pages: before the launch */
static long pages;
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

int emu_has_short_numbers(void)
{
    EACH_IMAGE (i)
        if (i->has_short_numbers)
            return 1;
    return 0;
}

/* Pages that the system has given this process so far. */
static long faulted_in(void)
{
    struct rusage used;
    return getrusage(RUSAGE_SELF, &used) ? 0 : used.ru_minflt;
}

void hurry_begin_launch(void)
{
    hurry_on = haste != EMU_UNHURRIED;
    events = turns = 0;
    if (hurry_on)
        pages = faulted_in();
    apart = merge_apart;
}

void hurry_spend(unsigned rows)
{
    events += A_TURN + rows;
    if (events + AN_EXCHANGE * warp_events[WARP_EXCHANGES] > most ||
        (++turns % BETWEEN == 0 && haste != EMU_HURRIED &&
         (faulted_in() - pages > PAGES_OF_A_LANE * (long)emu_warp->lanes ||
          merge_apart - apart > MOST_APART)))
        emu_abandon(HURRY_CUT);
}

int hurry_end_launch(int error)
{
    if (error != HURRY_CUT)
        return error;
    unfinished |= EMU_CUT_SHORT;
    return 0;
}

/* How many of `count` blocks of so many threads in a direction run, and which is the i-th. At the
 * corners: in a grid of one direction, where a block may have a line to itself, EDGE at either end;
 * else as many as hold EDGE threads, which most often have a line each. */
static unsigned few(unsigned count, unsigned threads, const struct emu_dim3 *grid)
{
    const unsigned hold = (EDGE - 1) / threads + 1,
                   ends = grid->y * grid->z == 1 ? EDGE
                          : hold < FEWEST        ? FEWEST
                                                 : hold,
                   some = haste == EMU_LAST_BLOCK || haste == EMU_FIRST_BLOCK ? 1
                          : haste == EMU_CORNERS                              ? 2 * ends
                                                                              : count;
    return count < some ? count : some;
}

static struct emu_dim3 chosen(const struct emu_launch *launch)
{
    const struct emu_dim3 *grid = &launch->grid, *block = &launch->block;
    return (struct emu_dim3){few(grid->x, block->x, grid), few(grid->y, block->y, grid),
                             few(grid->z, block->z, grid)};
}

static unsigned place(uint64_t i, unsigned run, unsigned count)
    IS(i < run / 2 || haste == EMU_FIRST_BLOCK ? (unsigned)i : count - run + (unsigned)i);

uint64_t hurry_blocks(const struct emu_launch *launch)
{
    const uint64_t blocks = number_in(chosen(launch)), all = number_in(launch->grid);
    if (blocks < all)
        unfinished |= EMU_BLOCKS_LEFT;
    const double times = (double)all / (double)blocks;
    left_out = times > left_out ? times : left_out;
    return blocks;
}

uint64_t hurry_number(const struct emu_launch *launch, uint64_t i)
{
    const struct emu_dim3 grid = launch->grid, run = chosen(launch), at = place_in(run, i);
    const uint64_t x = place(at.x, run.x, grid.x), y = place(at.y, run.y, grid.y),
                   z = place(at.z, run.z, grid.z);
    return x + grid.x * (y + grid.y * z);
}

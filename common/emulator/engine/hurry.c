/* Launches of a shape that is too large to run whole: only some blocks, and only for so long. */
#include "hurry.h"
#include "emulator.h"
#include "exchange.h"

#include <sys/resource.h>
#include <time.h>

enum { EDGE = 64 /* blocks at either end of each direction */ };
enum { A_TURN = 8, AN_EXCHANGE = 64 /* take as long as so many events of a warp */ };

/* Events of lanes that have parted take long, and so does memory that nothing has touched before. A
 * launch that is not to run all its blocks may take so many seconds of the processor and such
 * pages, and this is asked at every so many turns. */
enum { MOST_SECONDS = 3, MOST_PAGES = 1 << 20, BETWEEN = 64 };

int hurry_on;
static enum emu_haste haste;
static uint64_t most, events, turns;
static long pages; /* before the launch … */
static double seconds;
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

extern const char __start_emu_short_numbers[] __attribute__((weak));

int emu_has_short_numbers(void)
{
    return __start_emu_short_numbers != NULL;
}

/* Pages that the system has given this process so far. */
static long faulted_in(void)
{
    struct rusage used;
    return getrusage(RUSAGE_SELF, &used) ? 0 : used.ru_minflt;
}

static double processor_time(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int takes_too_much(void)
{
    return haste != EMU_HURRIED &&
           (faulted_in() - pages > MOST_PAGES || processor_time() - seconds > MOST_SECONDS);
}

void hurry_begin_launch(void)
{
    hurry_on = haste != EMU_UNHURRIED;
    events = turns = 0;
    if (hurry_on) {
        pages = faulted_in();
        seconds = processor_time();
    }
}

void hurry_spend(unsigned rows)
{
    events += A_TURN + rows;
    if (events + AN_EXCHANGE * warp_events[WARP_EXCHANGES] > most ||
        (++turns % BETWEEN == 0 && takes_too_much()))
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

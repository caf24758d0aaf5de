/* How far a launch has come, on a terminal, once it has taken two seconds; and what would be faster
 * where more than a minute is left. Only for a program that reports (EMU_REPORT=1). */
#include "accesses/observers.h"
#include "engine/engine.h"

#include <unistd.h>

static const double after = 2, every = 0.5, long_time = 60;

static double begun, shown;
static uint64_t done; /* blocks */

static int is_wanted(void) IS(is_wished("EMU_REPORT") && isatty(STDERR_FILENO));

static void begin_run(void)
{
    begun = shown = seconds_now();
    done = 0;
}

static void end_block(void)
{
    done++;
    const uint64_t blocks = number_in(emu_launch_now->grid);
    const double t = seconds_now(), taken = t - begun;
    if (taken < after || t - shown < every)
        return;
    shown = t;
    const double left = taken / (double)done * (double)(blocks - done);
    fprintf(stderr, "\r%s: %llu of %llu blocks, %.0f s left%s \033[K", emu_launch_now->kernel,
            (unsigned long long)done, (unsigned long long)blocks, left,
            left > long_time ? "; faster: a smaller size, EMU_WATCH=none" : "");
}

static void end_launch(double seconds, int error)
{
    if (shown > begun)
        fputs("\r\033[K", stderr);
}

OBSERVER(progress, .wanted = is_wanted, .begin_run = begin_run, .end_launch = end_launch,
         .end_block = end_block);

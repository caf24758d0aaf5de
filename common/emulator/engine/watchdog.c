/* Kernels that never end: a timer of the processor's time. (Faults: faults.c.) */
#include "engine.h"
#include "program/findings.h"

#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

volatile unsigned long watchdog_progress;

static const double hasty_limit = 2;
enum { TICKS = 8 }; /* a time limit is this many timer ticks */

static double limit = 10; /* seconds a block may take */
static unsigned long last_progress;
static unsigned ticks;
static int said;
static pthread_t launcher; /* the host thread whose launch is timed */

void watchdog_say(const void *pc)
{
    if (emu_stop != ERROR_TIMEOUT || said)
        return;
    said = 1;
    emu_finding(EMU_ENDLESS, pc,
                "a block of threads has not ended after %g seconds of processor time; the thread "
                "was here. Look for a loop whose condition never becomes false, or for a lock that "
                "is never released (EMU_TIMEOUT=seconds allows more)",
                limit);
}

/* Blocks that have ended, and pages that were touched for the first time: a block that comes to
 * new memory only takes long. */
static unsigned long progress(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return watchdog_progress + (unsigned long)usage.ru_minflt / 16;
}

static void on_tick(int number)
{
    if (!pthread_equal(launcher, pthread_self())) { /* the process's timer may wake any thread */
        pthread_kill(launcher, number);
        return;
    }
    const unsigned long now = progress();
    if (now != last_progress) {
        last_progress = now;
        ticks = 0;
        return;
    }
    if (++ticks < TICKS)
        return;
    emu_stop = ERROR_TIMEOUT;
    emu_cursor_end = NULL; /* the next hook looks up */
    if (ticks > TICKS + 1 && emu_lane_now)
        warp_is_stopped(emu_place); /* there are no hooks in its loop */
}

/* Of the processor's time: on a machine that has much to do, a block takes long by the clock. */
static void set_timer(double seconds)
{
    const time_t whole = (time_t)seconds;
    const struct timeval every = {whole, (suseconds_t)((seconds - (double)whole) * 1e6)};
    setitimer(ITIMER_PROF, &(struct itimerval){every, every}, NULL);
}

/* Faults of a fiber are handled on a stack of their own; each host thread has to say so. */
static void use_own_stack(void)
{
    static char stack[64 << 10];
    static HOST_THREAD int has_said;
    const stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
    if (!has_said++)
        sigaltstack(&alternate, NULL);
}

void watchdog_start(int hasty)
{
    use_own_stack();
    launcher = pthread_self();
    ticks = 0;
    said = hasty;
    last_progress = progress();
    set_timer((hasty && hasty_limit < limit ? hasty_limit : limit) / TICKS);
}

void watchdog_stop(void)
{
    set_timer(0);
}

void watchdog_install(void)
{
    const struct sigaction action = {.sa_handler = on_tick, .sa_flags = SA_ONSTACK | SA_RESTART};
    use_own_stack();
    sigaction(SIGPROF, &action, NULL);
    const char *text = getenv("EMU_TIMEOUT");
    if (text && atof(text) > 0)
        limit = atof(text);
}

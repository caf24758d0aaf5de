/* How far a run is: one line that is written over and over on a terminal, a line now and then in a
 * log. */
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "judge.h"
#include "lab/measure/timing.h"

enum { TERMINAL_MS = 200, LOG_MS = 10000 };

/* "4 min", in the unit that fits. */
static void say_time(double seconds, char *text, size_t size)
{
    if (seconds < 90)
        snprintf(text, size, "%.0f s", seconds);
    else if (seconds < 5400)
        snprintf(text, size, "%.0f min", seconds / 60);
    else
        snprintf(text, size, "%.1f h", seconds / 3600);
}

/* When it will be over, going by what has been graded so far; empty as long as nobody can tell. */
static void say_end(const struct progress *p, char *text, size_t size)
{
    int graded = p->done - p->kept, left = p->all - p->done;
    double seconds = graded ? (lab_now_ms() - p->begin) / 1e3 / graded * left : 0;
    time_t end = time(NULL) + (time_t)seconds;
    struct tm local;
    char length[40], clock[20];
    text[0] = 0;
    if (!graded || !left)
        return;
    say_time(seconds, length, sizeof length);
    strftime(clock, sizeof clock, "%H:%M", localtime_r(&end, &local));
    snprintf(text, size, ", about %s more (until %s)", length, clock);
}

static void say(const struct progress *p)
{
    char end[100], gpu[40] = "";
    int terminal = isatty(2);
    say_end(p, end, sizeof end);
    if (p->on_gpu)
        snprintf(gpu, sizeof gpu, " (%d on a GPU)", p->on_gpu);
    fprintf(stderr, "%s%d of %d done, %d running%s, %d left%s%s", terminal ? "\r" : "", p->done,
            p->all, p->running, gpu, p->all - p->done - p->running, end,
            terminal ? "\033[K" : "\n");
    fflush(stderr);
}

void progress_begin(struct progress *p, int quiet, int all)
{
    memset(p, 0, sizeof *p);
    p->quiet = quiet;
    p->all = all;
    p->begin = p->shown = lab_now_ms();
}

void progress_show(struct progress *p)
{
    if (p->quiet || lab_now_ms() - p->shown < (isatty(2) ? TERMINAL_MS : LOG_MS))
        return;
    p->shown = lab_now_ms();
    say(p);
}

void progress_end(struct progress *p)
{
    if (p->quiet || (!isatty(2) && lab_now_ms() - p->begin < LOG_MS))
        return;
    say(p);
    if (isatty(2))
        fputc('\n', stderr);
}

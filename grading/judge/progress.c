/* How far a run is: one line that is written over and over on a terminal, a line now and then in a
 * log. */
#include <time.h>
#include <unistd.h>

#include "judge.h"
#include "lab/measure/timing.h"

enum { TERMINAL_MS = 200, LOG_MS = 10000 };

/* With the time when it will be over, going by what has been graded so far. */
static void say(const struct progress *p)
{
    const int terminal = isatty(2), graded = p->done - p->kept, left = p->all - p->done;
    const double each = graded ? (lab_now_ms() - p->begin) / 1e3 / graded : 0;
    const time_t end = time(NULL) + (time_t)(each * left);
    struct tm local;
    char until[40] = "", gpu[40] = "";
    if (graded && left)
        strftime(until, sizeof until, ", until about %a %H:%M", localtime_r(&end, &local));
    if (p->on_gpu)
        snprintf(gpu, sizeof gpu, " (%d on a GPU)", p->on_gpu);
    fprintf(stderr, "%s%d of %d done, %d running%s, %d left%s%s", terminal ? "\r" : "", p->done,
            p->all, p->running, gpu, left - p->running, until, terminal ? "\033[K" : "\n");
    fflush(stderr);
}

void progress_begin(struct progress *p, int quiet, int all)
{
    *p = (struct progress){.quiet = quiet, .all = all, .begin = lab_now_ms()};
    p->shown = p->begin;
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

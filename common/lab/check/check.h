/* One step against all its cases, in a process of its own: a crash, a wild pointer or an endless
 * loop costs that step alone, and the CUDA context that it ruined dies with the process. The parent
 * never touches CUDA before it forks. */
#ifndef LAB_CHECK_H
#define LAB_CHECK_H

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "execute.h"
#ifdef LAB_EMULATOR
#include "emulator/emulator.h"
#endif
#include "lesson_run.h"

static inline const char *lab_state_name(enum lab_state s)
{
    static const char *const names[LAB_STATES] = {"pass",          "right, but", "wrong",
                                                  "not attempted", "crash",      "timeout",
                                                  "skipped",       "refused",    "lost"};
    return names[s];
}

#ifdef LAB_EMULATOR
/* The finding to report: the first, unless some threads miss a barrier or an exchange. That is the
 * reason for much else, and found later. */
static inline const struct emu_finding_report *lab_first_finding(void)
{
    const struct emu_finding_report *first = emu_finding_at(0), *f;
    if (!first || (strncmp(first->kind, "race", 4) != 0 && strncmp(first->kind, "uninit", 6) != 0))
        return first;
    for (size_t i = 0; (f = emu_finding_at(i)); i++)
        if (strcmp(f->kind, "divergent_barrier") == 0 || strcmp(f->kind, "missing_lane") == 0)
            return f;
    return first;
}

/* Who it was: the kernel, the first thread seen, how often; empty for host code. */
static inline void lab_finding_where(const struct emu_finding_report *f, char *text, size_t size)
{
    text[0] = 0;
    char times[40] = "";
    if (f->times > 1)
        snprintf(times, sizeof times, "; %llu times%s", f->times,
                 f->times < EMU_MOST_TIMES ? "" : " or more");
    if (f->kernel)
        snprintf(text, size, "\n(%s, first seen in thread (%u,%u,%u) of block (%u,%u,%u)%s)",
                 f->kernel, f->thread[0], f->thread[1], f->thread[2], f->block[0], f->block[1],
                 f->block[2], times);
}
#endif

/* What the emulator found wrong since the last call: file, line, what, and which thread; empty if
 * nothing or on a GPU. */
static inline void lab_finding(struct lab_seen *seen)
{
    seen->finding[0] = 0;
#ifdef LAB_EMULATOR
    snprintf(seen->overflow, sizeof seen->overflow, "%s", emu_overflowed());
    const struct emu_finding_report *f = lab_first_finding();
    char where[200];
    if (f) {
        int used = f->file
                       ? snprintf(seen->finding, sizeof seen->finding, "%s:%u: ", f->file, f->line)
                       : 0;
        if (f->called[0])
            used += snprintf(seen->finding + used, sizeof seen->finding - (size_t)used,
                             f->called[1] ? "(called from line %u, that from line %u) "
                                          : "(called from line %u) ",
                             f->called[0], f->called[1]);
        lab_finding_where(f, where, sizeof where);
        const int asks = f->text[0] && f->text[strlen(f->text) - 1] == '?';
        snprintf(seen->finding + used, sizeof seen->finding - (size_t)used, "%s%s%s", f->text,
                 asks ? "" : ".", where);
        snprintf(seen->kind, sizeof seen->kind, "%s", f->kind);
    }
    emu_begin();
#endif
}

struct lab_share;

/* A runner in this very process: the step, its cases in turn, the arrays of the last. */
struct lab_local {
    const struct lab_entry *entry;
    enum lab_problem problem;
    int gpu, index;          /* of the next case */
    int until;               /* it stops before this case, if not 0 */
    int drawn;               /* cases so far, those that came again, too */
    struct lab_share *share; /* while other processes have some of the cases */
    int unit, skipped;       /* of cases, taken last; cases that others have */
    uint64_t seed;
    struct lab_device device;
    struct lab_reference ref;
    struct lab_asked last;
    void *out;
    struct lab_lesson_run *lesson; /* while its launch is asked for */
    struct lab_printed printed;
};

/* The next of the step's cases; 0: there are no more. */
static inline int lab_draw(struct lab_local *l)
{
    struct lab_case *c = &l->last.c, before = *c;
    const int again =
        l->index > 0 && lab_again(&before, l->index - 1, l->seed, c) && !l->last.again;
    if (!again && l->until && l->index >= l->until)
        return 0;
    if (!again)
        do
            if (!lab_case_at(l->problem, l->gpu, l->index++, l->seed, c))
                return 0;
        while (l->entry->aligned && lab_shifted(c) >= 0);
    l->last.again = again;
    l->drawn++;
    return 1;
}

static inline int lab_draw_mine(struct lab_local *l); /* shared_cases.h */

static inline int lab_local_next(void *self, struct lab_asked *q)
{
    struct lab_local *l = (struct lab_local *)self;
    struct lab_case *c = &l->last.c;
    if (l->lesson) {
        if (l->lesson->asked++)
            return 0;
        *c = l->lesson->question;
        l->last.again = 0;
    } else if (!(l->share ? lab_draw_mine(l) : lab_draw(l)))
        return 0;
    lab_reference_free(&l->ref);
    l->last.ref = lab_reference_of(c, &l->ref) ? NULL : &l->ref;
    *q = l->last;
    return 1;
}

static inline void lab_local_check(void *self, const struct lab_case *c, int ascending,
                                   struct lab_seen *seen)
{
    struct lab_local *l = (struct lab_local *)self;
    struct lab_device *d = &l->device;
    cudaError_t error = cudaSuccess;
    memset(seen, 0, sizeof *seen);
    if (!l->entry->launch) {
        seen->how = LAB_NO_STEP;
        return;
    }
    if (!lab_reopen_device(d, c)) {
        lab_close_device(d);
        error = lab_open_device(d, c, 1);
    }
    free(l->out);
    l->out = malloc(d->out_bytes + 1);
    if (error != cudaSuccess || !l->out || !l->last.ref) {
        seen->how = LAB_NOT_READY;
        seen->no_memory = error == cudaErrorMemoryAllocation;
        cudaGetLastError();
        snprintf(seen->damage, sizeof seen->damage, "%s",
                 error != cudaSuccess ? cudaGetErrorString(error) : "no memory left on the host");
        return;
    }
    lab_finding(seen);
    if (!ascending)
        lab_printed_next(&l->printed);
    lab_watch(l->lesson != NULL, ascending);
    seen->order = lab_next_order(ascending || l->lesson, c->seed);
    const int kept = ascending ? lab_mute() : -1;
    lab_run_once(d, l->entry, (float *)l->out, seen->damage, sizeof seen->damage);
    if (ascending)
        lab_unmute(kept);
#ifdef LAB_EMULATOR
    seen->launched = emu_last_launch();
#endif
    if (l->lesson)
        lab_take_counts(l->lesson);
    lab_finding(seen);
    lab_next_order(1, 0);
    seen->out = l->out;
    seen->failed = d->error != cudaSuccess;
    seen->left_out = d->left_out;
    seen->ms = d->step_ms;
}

static inline struct lab_runner lab_local_runner(struct lab_local *l, const struct lab_entry *e,
                                                 enum lab_problem problem, int gpu, uint64_t seed)
{
    struct lab_runner runner = {l, lab_local_next, lab_local_check, NULL, INFINITY, "…"};
    size_t available, total;
    memset(l, 0, sizeof *l);
    l->entry = e;
    l->problem = problem;
    l->gpu = gpu;
    l->seed = seed;
    if (gpu && cudaMemGetInfo(&available, &total) == cudaSuccess)
        runner.memory = (double)total;
    return runner;
}

enum { LAB_LOOK_ON_SECONDS = 20 };

/* Waits for `bytes` from a child for at most `seconds`. 1 if they came whole, 0 if it ended early,
 * -1 if time ran out. */
static inline int lab_await(int fd, void *to, size_t bytes, int seconds)
{
    size_t have = 0;
    while (have < bytes) {
        struct pollfd p = {fd, POLLIN, 0};
        int ready = poll(&p, 1, seconds * 1000);
        if (ready < 0 && errno == EINTR)
            continue;
        if (ready <= 0)
            return -1;
        ssize_t got = read(fd, (char *)to + have, bytes - have);
        if (got <= 0)
            return 0;
        have += (size_t)got;
    }
    return 1;
}

/* Takes what lab_ask_kernel has found instead, if it comes in time. */
static inline void lab_take_second_look(int fd, struct lab_result *r)
{
    struct lab_result second;
    if (lab_await(fd, &second, sizeof second, LAB_LOOK_ON_SECONDS) == 1 && second.message[0])
        memcpy(r, &second, sizeof second);
}

/* Where all is right: has the idea been reached? */
static inline void lab_check_lesson(struct lab_local *l, const struct lab_runner *runner,
                                    const struct lab_lesson *lesson, struct lab_result *r)
{
    for (int launch = 0; launch < LAB_COUNTED; launch++) {
        const struct lab_lesson at = lab_lesson_at(lesson, launch, l->seed);
        struct lab_lesson_run run;
        struct lab_result now, judged = *r;
        if (!at.size.m || !lab_begin_lesson(&run, &at, l->seed))
            return;
        l->lesson = &run;
        lab_check_counted(runner, &run.question, &now);
        l->lesson = NULL;
        if (now.state == LAB_PASS)
            lab_judge_lesson(&run, &judged);
        else
            judged = now;
        if (launch == 0 || judged.state != LAB_PASS)
            *r = judged;
        if (r->state != LAB_PASS)
            return;
    }
}

#include "shared_cases.h"

/* One step against all its cases, and if all are right against its lesson. */
static inline void lab_check_all(struct lab_local *l, const struct lab_runner *runner,
                                 const struct lab_lesson *lesson, struct lab_result *r)
{
    l->until = LAB_UNIT;
    lab_check_step(runner, r);
    l->until = 0;
    if (r->state == LAB_PASS && lab_share_cases(l, runner, lesson, r))
        return;
    if (r->state == LAB_PASS || r->state == LAB_NOT_ATTEMPTED)
        lab_ask_on(runner, r);
    if (r->state == LAB_PASS)
        lab_check_lesson(l, runner, lesson, r);
}

/* The same in a child; `seconds` bounds it. */
static inline struct lab_result lab_check(const struct lab_step *step, const struct lab_entry *e,
                                          int gpu, uint64_t seed, int seconds)
{
    struct lab_result r;
    struct lab_printed printed;
    int pipes[2], status = 0;
    memset(&r, 0, sizeof r);
    lab_printed_open(&printed);
    fflush(NULL);
    if (pipe(pipes)) {
        perror("pipe");
        exit(2);
    }
    pid_t child = fork();
    if (child == 0) {
        close(pipes[0]);
        struct lab_local local;
        struct lab_runner runner = lab_local_runner(&local, e, step->problem, gpu, seed);
        runner.name = step->name;
        lab_printed_begin(&printed);
        local.printed = printed;
        lab_check_all(&local, &runner, &step->lesson, &r);
        lab_printed_end(&local.printed, r.state);
        local.printed.file = NULL;
        ssize_t put = write(pipes[1], &r, sizeof r);
        if (put == (ssize_t)sizeof r && lab_may_ask(&r)) {
            lab_ask_kernel(&runner, &r);
            put = write(pipes[1], &r, sizeof r);
        }
        _exit(put == (ssize_t)sizeof r ? 0 : 2);
    }
    close(pipes[1]);
    int came = child > 0 ? lab_await(pipes[0], &r, sizeof r, seconds) : 0;
    if (came > 0 && lab_may_ask(&r))
        lab_take_second_look(pipes[0], &r);
    if (child > 0) {
        if (came < 0 || r.state == LAB_WRONG)
            kill(child, SIGKILL);
        waitpid(child, &status, 0);
    }
    close(pipes[0]);
    lab_printed_show(&printed, came <= 0);
    if (came < 0) {
        r.state = LAB_TIMEOUT;
        snprintf(r.message, sizeof r.message,
                 "No answer within %d s: is there a loop that never ends?", seconds);
    } else if (came == 0) {
        r.state = LAB_CRASH;
        if (WIFSIGNALED(status))
            snprintf(r.message, sizeof r.message, "The host program died: %s%s",
                     strsignal(WTERMSIG(status)),
                     WTERMSIG(status) == SIGFPE ? ". Does host code divide by 0?"
                                                : ". Is a device pointer used in host code?");
        else
            snprintf(
                r.message, sizeof r.message,
                "The program ended by itself (exit status %d) before it answered. If it said why, "
                "that stands above.",
                WEXITSTATUS(status));
    }
    return r;
}

#endif

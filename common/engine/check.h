/* A learner's own run: this process judges and never touches CUDA, the step runs in others, of
 * which a crash, a wild pointer or an endless loop costs one alone, and the CUDA context that it
 * ruined dies with it. First such processes, then one step against all its cases and, if all are
 * right, against its lesson: in the emulator the first cases have one runner, so that most mistakes
 * cost little; the others are shared among one runner for each core, while another counts for the
 * lesson. */
#ifndef ENGINE_CHECK_H
#define ENGINE_CHECK_H

#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include "engine/asker.h"
#include "engine/attainment.h"
#include "engine/serve.h"

/* Where a step runs, and what with. */
struct lab_trial {
    const struct lab_entry *entry; /* the step in this program; or NULL */
    const char *program, *lab;     /* another program that serves this lab's steps (--serve) */
    int emulated;                  /* it counts, and several runners are faster than one */
    int gpu;                       /* a GPU's cases */
    int seconds;                   /* for all of them */
    double memory;                 /* of the device, bytes */
    uint64_t seed;
    int repeats; /* so many launches of each case, all in this process; 0: one, in another */
};

enum { PROCESS_PRINTED = 16384 /* bytes of what a case prints that are shown */ };
/* Room for outputs, of which only what is written takes memory. */
static const size_t process_bytes = (size_t)1 << 36;

struct process {
    struct talk talk;
    pid_t pid;
    int printed;             /* its stdout: a file without a name */
    double deadline;         /* ms, by lab_now_ms */
    int ended, late, status; /* late: it was killed when its time was over */
    struct server here;      /* it has no process of its own: this one serves while it waits */
};

/* See talk_wait. Kills a process whose time is over. */
static inline int process_wait(void *holder, int fd, int ms)
{
    struct process *p = (struct process *)holder;
    const double until = lab_now_ms() + ms;
    struct pollfd f = {fd, POLLIN, 0};
    if (fd >= 0 && poll(&f, 1, (int)fmax(0, fmin(ms, p->deadline - lab_now_ms() + 1))) > 0)
        return 1;
    for (;;) {
        p->late |= !p->ended && lab_now_ms() >= p->deadline;
        if (p->late)
            kill(p->pid, SIGKILL);
        if (!p->ended && waitpid(p->pid, &p->status, p->late ? 0 : WNOHANG) == p->pid)
            p->ended = 1;
        if (p->ended || fd >= 0 || lab_now_ms() >= until)
            return p->ended ? -1 : 0;
        usleep(500);
    }
}

static inline int process_wait_here(void *holder, int fd, int ms)
{
    struct process *p = (struct process *)holder;
    struct pollfd f = {fd, POLLIN, 0};
    while (fd >= 0 && poll(&f, 1, 0) == 0 && serve_read(&p->here))
        serve_one(&p->here);
    return fd >= 0 ? 1 : -1;
}

/* Serves these steps, or only one, to the judge that started this process. Never returns. */
static inline void process_serve(const struct lab_entry *entries, int only)
{
    static struct server s;
    s.ask = PROTOCOL_ASK;
    s.answer = PROTOCOL_ANSWER;
    s.entry = entries;
    s.only = only;
    s.learner = 1;
    serve(&s, PROTOCOL_MEMORY);
}

/* In the new process: never returns. */
static inline void process_run(const struct process *p, const struct lab_trial *t, int theirs[3])
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(p->printed, STDOUT_FILENO);
    for (int i = 0; i < 3; i++)
        theirs[i] = fcntl(theirs[i], F_DUPFD, PROTOCOL_MEMORY + 1);
    for (int i = 0; i < 3; i++)
        dup2(theirs[i], PROTOCOL_ASK + i);
    /* the judge's ends, of other runners, too: a pipe that is open here does not end */
    close_range(PROTOCOL_MEMORY + 1, ~0u, 0);
    if (!t->program)
        process_serve(t->entry, 1);
    execl(t->program, t->program, t->lab, "--serve", (char *)NULL);
    _exit(127);
}

/* Starts a runner. 0, or -1 with errno. */
static inline int process_start(struct process *p, const struct lab_trial *t, double deadline)
{
    int theirs[3];
    memset(p, 0, sizeof *p);
    p->deadline = deadline;
    p->printed = memfd_create("printed", MFD_CLOEXEC);
    if (p->printed < 0 || talk_open(&p->talk, t->repeats ? process_wait_here : process_wait, p,
                                    process_bytes, theirs))
        return -1;
    if (t->repeats) {
        p->here.ask = theirs[0];
        p->here.answer = theirs[1];
        p->here.entry = t->entry;
        p->here.only = p->here.learner = p->here.repeats = p->ended = 1;
        p->here.memory = (float *)p->talk.memory;
        p->here.memory_bytes = process_bytes;
        return close(theirs[2]);
    }
    fcntl(p->printed, F_SETFL, O_APPEND);
    fflush(NULL);
    p->pid = fork();
    if (p->pid == 0)
        process_run(p, t, theirs);
    for (int i = 0; i < 3; i++)
        close(theirs[i]);
    return p->pid < 0 ? -1 : 0;
}

/* Asks a runner of its own one question; talk_hear(&p->talk) waits for the answer. */
static inline void process_ask(struct process *p, const struct lab_trial *t, const char *verb,
                               const struct lab_case *c, const char *last)
{
    if (process_start(p, t, lab_now_ms() + 1e3 * t->seconds)) {
        perror("a runner");
        exit(2);
    }
    talk_send(&p->talk, verb, 0, c, 1, last);
}

/* The cores of this machine, but no more than there may be runners. */
static inline int lab_cores(void)
{
    cpu_set_t set;
    const int cores = sched_getaffinity(0, sizeof set, &set) ? 1 : CPU_COUNT(&set);
    return cores < ASKER_RUNNERS ? cores : ASKER_RUNNERS;
}

/* Takes what it has printed since the last time; NULL: nothing. Free it. */
static inline char *process_printed(struct talk *t)
{
    const struct process *p = (const struct process *)t->holder;
    const off_t all = lseek(p->printed, 0, SEEK_END);
    const size_t shown = all > PROCESS_PRINTED ? (size_t)PROCESS_PRINTED : (size_t)all;
    char *text = all > 0 ? (char *)malloc(shown + 80) : NULL;
    if (!text)
        return NULL;
    const ssize_t got = pread(p->printed, text, shown, 0);
    const size_t used = got > 0 ? (size_t)got : 0;
    snprintf(text + used, 80, "%s%s", used && text[used - 1] == '\n' ? "" : "\n",
             used < (size_t)all ? "… (the rest is left out)\n" : "");
    if (ftruncate(p->printed, 0))
        perror("ftruncate");
    return text;
}

/* It ends by itself where `ms` allow that, so that a GPU's context is closed in order. */
static inline void process_stop(struct process *p, int ms)
{
    talk_dismiss(&p->talk);
    if (!p->ended && process_wait(p, -1, ms) == 0) {
        kill(p->pid, SIGKILL);
        waitpid(p->pid, &p->status, 0);
    }
    talk_close(&p->talk);
    close(p->printed);
    if (p->here.entry) {
        lab_close_device(&p->here.checked);
        close(p->here.ask);
        close(p->here.answer);
    }
}

/* A verdict for one that gave no answer. */
static inline void process_excuse(const void *holder, int seconds, struct lab_result *r)
{
    const struct process *p = (const struct process *)holder;
    char *text = r->message;
    const size_t size = sizeof r->message;
    r->state = p->late ? LAB_TIMEOUT : LAB_CRASH;
    if (p->late)
        snprintf(text, size, "No answer within %d s: an endless loop, maybe on the host?", seconds);
    else if (!p->ended)
        snprintf(text, size, "The program wrote to a file that it had not opened, or closed it.");
    else if (WIFSIGNALED(p->status))
        snprintf(text, size, "The host program died: %s%s", strsignal(WTERMSIG(p->status)),
                 WTERMSIG(p->status) == SIGFPE ? ". Does host code divide by 0?"
                                               : ". Is a device pointer used in host code?");
    else
        snprintf(text, size,
                 "The program ended by itself (exit status %d) before it answered. If it said why, "
                 "that stands above.",
                 WEXITSTATUS(p->status));
}

/* ---- a step ---- */

/* The cases of a step in turn. */
struct lab_draws {
    enum lab_problem problem;
    int gpu;
    uint64_t seed;
    int index, until; /* of the next case; it stops before this one, if not 0 */
    int again;
    struct lab_case last;
};

static inline int lab_draw(void *source, struct asker_question *q)
{
    struct lab_draws *d = (struct lab_draws *)source;
    const int again =
        !d->again && d->index > 0 && lab_again(&d->last, d->index - 1, d->seed, &q->asked.c);
    if (!again && ((d->until && d->index >= d->until) ||
                   !lab_case_at(d->problem, d->gpu, d->index, d->seed, &q->asked.c)))
        return 0;
    d->index += !again;
    d->last = q->asked.c;
    d->again = q->asked.again = again;
    q->unit = (d->index - 1) / ASKER_UNIT;
    return 1;
}

/* The launches that a lesson counts. */
struct lab_counted_draws {
    const struct lab_lesson *lesson;
    uint64_t seed;
    int launch, until;
};

static inline int lab_draw_counted(void *source, struct asker_question *q)
{
    struct lab_counted_draws *d = (struct lab_counted_draws *)source;
    if (d->launch >= d->until)
        return 0;
    const struct lab_lesson at = lab_lesson_at(d->lesson, d->launch++, d->seed);
    q->asked.c = lab_lesson_case(&at, d->seed);
    return 1;
}

struct lab_checking {
    const struct lab_step *step;
    const struct lab_trial *trial;
    struct process process[ASKER_RUNNERS + 1];
    int processes;
    double deadline;
    struct lab_draws draws;
    struct lab_counted_draws counted_draws;
    struct asker cases, counted;
    struct lab_runner on_cases, on_counted;
    char metrics[PROTOCOL_LINE / 2];
};

/* Another runner of an asker. 0, or -1. */
static inline int lab_add_runner(struct lab_checking *k, struct asker *a)
{
    struct process *p = &k->process[k->processes];
    if (process_start(p, k->trial, k->deadline))
        return -1;
    k->processes++;
    a->runner[a->runners++] = &p->talk;
    return 0;
}

static inline void lab_open_asker(struct lab_checking *k, struct asker *a,
                                  struct lab_runner *runner, asker_draw *draw, void *source)
{
    const struct lab_runner asks = {a,    asker_next,       asker_check,
                                    NULL, k->trial->memory, k->step->name};
    *runner = asks;
    a->step = k->step->step;
    a->draw = draw;
    a->source = source;
    a->printed = process_printed;
}

static inline void lab_open_checking(struct lab_checking *k, const struct lab_step *step,
                                     const struct lab_trial *trial)
{
    memset(k, 0, sizeof *k);
    k->step = step;
    k->trial = trial;
    k->deadline = lab_now_ms() + 1e3 * trial->seconds;
    k->draws.problem = step->problem;
    k->draws.gpu = trial->gpu;
    k->draws.seed = k->counted_draws.seed = trial->seed;
    k->counted_draws.lesson = &step->lesson;
    lab_open_asker(k, &k->cases, &k->on_cases, lab_draw, &k->draws);
    lab_open_asker(k, &k->counted, &k->on_counted, lab_draw_counted, &k->counted_draws);
    lab_lesson_metrics(&step->lesson, k->metrics, sizeof k->metrics);
    k->counted.metrics = k->metrics;
    k->cases.ahead = 1;
}

/* After the first cases: as many runners as are of use, and the launch that is counted. */
static inline void lab_share_cases(struct lab_checking *k)
{
    if (!k->trial->emulated)
        return;
    if (k->step->lesson.rules > 0 && !lab_add_runner(k, &k->counted)) {
        k->counted_draws.until = 1;
        asker_top_up(&k->counted);
    }
    while (k->cases.runners < lab_cores() && !lab_add_runner(k, &k->cases))
        ;
}

/* Where all is right: has the idea been reached? */
static inline void lab_check_lesson(struct lab_checking *k, struct lab_result *r)
{
    for (int launch = 0; launch < LAB_COUNTED && k->counted.runners; launch++) {
        const struct lab_lesson at = lab_lesson_at(&k->step->lesson, launch, k->trial->seed);
        const struct lab_case c = lab_lesson_case(&at, k->trial->seed);
        struct lab_lesson_run run;
        struct lab_result now, judged = *r;
        if (!at.size.m)
            return;
        run.lesson = &at;
        k->counted_draws.until = launch + 1;
        lab_check_counted(&k->on_counted, &c, &now);
        if (now.state == LAB_PASS) {
            lab_take_counts(&run, k->counted.runner[0]);
            lab_judge_lesson(&run, &judged);
        } else {
            judged = now;
        }
        if (launch == 0 || judged.state != LAB_PASS)
            *r = judged;
        if (r->state != LAB_PASS)
            return;
    }
}

/* All that a step is asked. The asker that had the last word. */
static inline struct asker *lab_check_all(struct lab_checking *k, struct lab_result *r)
{
    k->draws.until = k->trial->emulated ? ASKER_UNIT : 0;
    lab_check_step(&k->on_cases, r);
    if (r->state == LAB_PASS)
        lab_share_cases(k);
    if (k->draws.until && (r->state == LAB_PASS || r->state == LAB_NOT_ATTEMPTED)) {
        k->draws.until = 0;
        lab_ask_on(&k->on_cases, r);
    }
    if (r->state != LAB_PASS || !k->counted.runners)
        return &k->cases;
    lab_check_lesson(k, r);
    return &k->counted;
}

/* Is a step right, and its idea reached? */
static inline struct lab_result lab_check(const struct lab_step *step,
                                          const struct lab_trial *trial)
{
    enum { SECONDS = 120 /* for a process that hangs: what is asked is limited by work */ };
    static struct lab_checking checking;
    struct lab_checking *k = &checking;
    struct lab_result r;
    memset(&r, 0, sizeof r);
    lab_open_checking(k, step, trial);
    if (lab_add_runner(k, &k->cases)) {
        perror("a runner");
        exit(2);
    }
    const struct asker *last = lab_check_all(k, &r);
    if (r.state == LAB_LOST)
        process_excuse(last->runner[last->at[last->first].runner]->holder, trial->seconds, &r);
    if (lab_may_ask(&r)) { /* a kernel that is wrong is asked why, if it answers in time */
        const struct lab_result known = r;
        for (int i = 0; i < k->processes; i++)
            k->process[i].deadline = lab_now_ms() + 1e3 * SECONDS;
        if (!lab_ask_kernel(last == &k->cases ? &k->on_cases : &k->on_counted, &r))
            r = known;
    }
    const int good = r.state == LAB_PASS || r.state == LAB_BUT;
    const struct asker *shown = good ? &k->cases : last;
    const int first = good || r.state == LAB_NOT_ATTEMPTED || !shown->last_text;
    const char *text = first ? shown->first_text : shown->last_text;
    if (text)
        printf("printed in one of the cases:\n%s", text);
    asker_close(&k->cases);
    asker_close(&k->counted);
    /* What is right leaves a GPU in order. Anything else may still be at work on the next case. */
    for (int i = 0; i < k->processes; i++)
        process_stop(&k->process[i], !trial->emulated && r.state == LAB_PASS ? 500 : 0);
    return r;
}

#endif

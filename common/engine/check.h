/* A learner's own run: a judge never touches CUDA, the step runs in a process of its own, which a
 * crash, a wild pointer or an endless loop costs alone, and the CUDA context that it ruined dies
 * with it. First such processes, then one step against all its cases and, if all are right,
 * against its lesson: in the emulator the first cases have one judge, so that most mistakes cost
 * little; others share the rest, one each core, while one more counts for the lesson. */
#pragma once

#include <err.h>
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
    uint64_t seed;
    const struct lab_gpu *card; /* what this machine has */
};

enum {
    LAB_JUDGES = 4,         /* at once, at most */
    PROCESS_PRINTED = 16384 /* bytes of what a case prints that are shown */
};
/* Room for outputs, of which only what is written takes memory. */
static const size_t process_bytes = (size_t)1 << 36;

struct process {
    struct talk talk;
    pid_t pid;
    int printed;             /* its stdout: a file without a name */
    double deadline;         /* ms, by lab_now_ms */
    int ended, late, status; /* late: it was killed when its time was over */
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
        serve_steps(t->entry);
    execl(t->program, t->program, t->lab, "--serve", (char *)NULL);
    _exit(127);
}

/* Starts a runner; a machine without room for one ends the program. */
static inline void process_start(struct process *p, const struct lab_trial *t, double deadline)
{
    int theirs[3];
    memset(p, 0, sizeof *p);
    p->deadline = deadline;
    p->printed = memfd_create("printed", MFD_CLOEXEC);
    fflush(NULL);
    if (p->printed < 0 || fcntl(p->printed, F_SETFL, O_APPEND) ||
        talk_open(&p->talk, process_wait, p, process_bytes, theirs) || (p->pid = fork()) < 0)
        err(2, "a runner");
    if (p->pid == 0)
        process_run(p, t, theirs);
    for (int i = 0; i < 3; i++)
        close(theirs[i]);
}

/* Asks a runner of its own one question; talk_hear(&p->talk) waits for the answer. */
static inline void process_ask(struct process *p, const struct lab_trial *t, const char *verb,
                               const struct lab_case *c, const char *last)
{
    process_start(p, t, lab_now_ms() + 1e3 * t->seconds);
    talk_send(&p->talk, verb, t->entry ? t->entry->step : 0, c, 1, last);
}

/* The cores of this machine, but no more than there may be runners. */
static inline int lab_cores(void)
{
    cpu_set_t set;
    const int cores = sched_getaffinity(0, sizeof set, &set) ? 1 : CPU_COUNT(&set);
    return cores < LAB_JUDGES ? cores : LAB_JUDGES;
}

/* What it has printed since the last time, into `text` (NULL: away) where that is something. */
static inline void process_printed(const struct process *p, char *text)
{
    const off_t all = lseek(p->printed, 0, SEEK_END);
    const ssize_t used = text && all > 0 ? pread(p->printed, text, PROCESS_PRINTED, 0) : 0;
    if (used > 0)
        snprintf(text + used, 80, "%s%s", text[used - 1] == '\n' ? "" : "\n",
                 used < all ? "… (the rest is left out)\n" : "");
    if (ftruncate(p->printed, 0))
        perror("ftruncate");
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
}

/* A verdict for one that gave no answer. */
static inline void process_excuse(const struct process *p, int seconds, struct lab_result *r)
{
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

/* What belongs in a case's output, in place of the last one's. */
static inline void lab_renew_reference(struct lab_reference *ref, const struct lab_case *c)
{
    lab_reference_free(ref);
    if (lab_reference_of(c, ref))
        errx(2, "no memory left to check %dx%d", c->m, c->n);
}

/* ---- a step ---- */

/* What a judge has found, in memory that all of them share. */
struct lab_found {
    struct lab_result r;
    volatile unsigned wrong; /* the number of the case that ended it, and 1; 0: none has yet */
    int next;                /* of the first: two cases that no judge has taken */
    char printed[PROCESS_PRINTED + 80]; /* by the first case that did, or the one that is wrong */
};

/* A step, and its cases in turn, as far as they are this judge's. */
struct lab_checking {
    const struct lab_step *step;
    const struct lab_trial *trial;
    double deadline;
    int index, until; /* of the next case; it stops before this one, if not 0 */
    int again;
    unsigned number;
    struct lab_case last;
    struct lab_reference ref; /* of it */
    int judges, pair;         /* that share the cases, or 0; the two that are this one's */
    int far;                  /* this judge has the cases that take longest, and no others */
    struct lab_found *found;  /* by the judges */
};

/* Who asks about a step, and the runner that is asked. */
struct lab_judge {
    struct asker asker; /* the runner's self */
    struct process process;
    struct lab_runner runner;
    struct lab_checking *checking;
    struct lab_found *found;
    char metrics[PROTOCOL_LINE / 2];
};

/* Is a case another judge's? One has what is walked far, which takes as long as a third of all and
 * would be begun last; of the others two in turn stay together: they are of equal size, where the
 * second may come in the first's arrays. */
static inline int lab_others(struct lab_checking *k, const struct lab_case *c)
{
    const int far = !lab_is_huge(c) && (c->m | c->n | c->k) >> 16;
    while (!k->far && k->pair < (k->index - 1) / 2)
        k->pair = __atomic_fetch_add(&k->found->next, 1, __ATOMIC_RELAXED);
    return far != k->far || (!far && k->pair != (k->index - 1) / 2);
}

/* The next case of this judge. */
static inline int lab_draw(void *self, struct lab_asked *q)
{
    struct lab_judge *j = (struct lab_judge *)self;
    struct lab_checking *k = j->checking;
    const uint64_t seed = k->trial->seed;
    for (int i = 0; i < k->judges; i++)
        if (k->found[i].wrong && k->found[i].wrong <= k->number)
            return 0; /* another judge has found an earlier case to be wrong */
    do {
        q->again = !k->again && k->index > 0 && lab_again(&k->last, k->index - 1, seed, &q->c);
        if (!q->again && ((k->until && k->index >= k->until) ||
                          !lab_case_at(k->step->problem, k->trial->gpu, k->index, seed, &q->c)))
            return 0;
        k->index += !q->again;
        k->last = q->c;
        k->again = q->again;
        j->asker.number = k->number++;
    } while (k->judges && lab_others(k, &q->c));
    lab_renew_reference(&k->ref, &q->c);
    q->ref = &k->ref;
    return 1;
}

static inline void lab_hear_printed(void *self, const struct lab_case *c,
                                    const struct lab_result *now)
{
    const struct lab_judge *j = (const struct lab_judge *)self;
    const int right = now->state == LAB_PASS || now->state == LAB_NOT_ATTEMPTED;
    (void)c;
    process_printed(&j->process, right && j->found->printed[0] ? NULL : j->found->printed);
}

static inline void lab_open_judge(struct lab_judge *j, struct lab_checking *k,
                                  struct lab_found *found)
{
    memset(j, 0, sizeof *j);
    process_start(&j->process, k->trial, k->deadline);
    j->checking = k;
    j->found = found;
    j->asker.runner = &j->process.talk;
    j->asker.step = k->step->step;
    const double memory = k->trial->gpu ? k->trial->card->free_bytes : INFINITY;
    const struct lab_runner asks = {j,      lab_draw,     asker_check, lab_hear_printed,
                                    memory, k->step->name};
    j->runner = asks;
}

/* The judge's last word. A kernel that is wrong is asked why, if it answers in time. */
static inline void lab_close_judge(struct lab_judge *j)
{
    enum { SECONDS = 120 /* for a process that hangs: what is asked is limited by work */ };
    const struct lab_trial *trial = j->checking->trial;
    struct lab_result *r = &j->found->r;
    if (r->state == LAB_LOST) {
        lab_hear_printed(j, NULL, r);
        process_excuse(&j->process, trial->seconds, r);
    }
    if (lab_may_ask(r)) {
        const struct lab_result known = *r;
        j->process.deadline = lab_now_ms() + 1e3 * SECONDS;
        if (!lab_ask_kernel(&j->runner, r))
            *r = known;
    }
    free(j->asker.out);
    lab_reference_free(&j->checking->ref);
    memset(&j->checking->ref, 0, sizeof j->checking->ref);
    /* What is right leaves a GPU in order. Anything else may still be at work on the next case. */
    process_stop(&j->process, !trial->emulated && r->state == LAB_PASS ? 500 : 0);
}

/* Where all is right: has the idea been reached? */
static inline void lab_check_lesson(struct lab_judge *j)
{
    struct lab_checking *k = j->checking;
    struct lab_result *r = &j->found->r;
    lab_lesson_metrics(&k->step->lesson, j->metrics, sizeof j->metrics);
    j->asker.metrics = j->metrics;
    for (int launch = 0; launch < LAB_COUNTED && r->state == LAB_PASS; launch++) {
        const struct lab_lesson at = lab_lesson_at(&k->step->lesson, launch, k->trial->seed);
        const struct lab_case c = lab_lesson_case(&at, k->trial->seed);
        struct lab_lesson_run run = {&at, {}, {}, 0};
        struct lab_result now, judged = *r;
        if (!at.size.m)
            return;
        lab_renew_reference(&k->ref, &c);
        lab_check_counted(&j->runner, &c, &k->ref, &now);
        if (now.state == LAB_PASS) {
            lab_take_counts(&run, &j->process.talk);
            lab_judge_lesson(&run, &judged);
        } else {
            judged = now;
        }
        if (launch == 0 || judged.state != LAB_PASS)
            *r = judged;
    }
}

/* A process of its own for judge number `i` of those that share the cases, or the lesson's. */
static inline pid_t lab_start_judge(struct lab_checking *k, int i)
{
    struct lab_found *f = &k->found[i];
    struct lab_judge j;
    const pid_t pid = fork();
    if (pid)
        return pid;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    lab_open_judge(&j, k, f);
    if (i == k->judges)
        lab_check_lesson(&j);
    else
        lab_ask_on(&j.runner, &f->r);
    if (i < k->judges && f->r.state != LAB_PASS)
        f->wrong = k->number;
    lab_close_judge(&j);
    _exit(0);
}

/* After the first cases, whose result is *r: one judge has those that walk far, one for each core
 * shares the others, and one more counts for the lesson. Whose word counts. */
static inline struct lab_found *lab_share_cases(struct lab_checking *k, const struct lab_result *r)
{
    const int lesson = k->judges = lab_cores() + 1, all = lesson + (k->step->lesson.rules > 0);
    struct lab_found *f = k->found, *last = &f[all - 1];
    pid_t pid[LAB_JUDGES + 2];
    int status;
    fflush(NULL);
    for (int i = 0; i < all; i++) {
        f[i].r = *r;
        k->far = i == 0;
        pid[i] = lab_start_judge(k, i);
    }
    for (int i = 0; i < all; i++) {
        const int idle = i == lesson && last->wrong;
        if (idle)
            kill(pid[i], SIGKILL);
        if (pid[i] < 0 || waitpid(pid[i], &status, 0) != pid[i] || (status && !idle))
            errx(2, "this machine has no room, in memory or for a process");
        if (f[i].wrong && (!last->wrong || f[i].wrong < last->wrong))
            last = &f[i];
    }
    return last;
}

/* Is a step right, and its idea reached? Skipped where this GPU cannot do its problem. */
static inline struct lab_result lab_check(const struct lab_step *step,
                                          const struct lab_trial *trial)
{
    enum { FIRST = 2 }; /* cases that most mistakes are found with */
    const size_t bytes = (LAB_JUDGES + 3) * sizeof(struct lab_found);
    struct lab_checking k = {};
    struct lab_judge j;
    struct lab_result r = {};
    if (lab_unsupported(step->problem, trial->card->major, trial->card->minor, trial->emulated,
                        r.message, sizeof r.message)) {
        r.state = LAB_SKIPPED;
        return r;
    }
    void *shared = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    struct lab_found *first = (struct lab_found *)shared, *last = first;
    if (shared == MAP_FAILED)
        err(2, "memory");
    k.step = step;
    k.trial = trial;
    k.deadline = lab_now_ms() + 1e3 * trial->seconds;
    k.found = first + 1;
    k.until = trial->emulated ? FIRST : 0;
    lab_open_judge(&j, &k, first);
    lab_check_step(&j.runner, &first->r);
    const int shares = k.until && first->r.state == LAB_PASS;
    k.until = 0;
    if (trial->emulated && first->r.state == LAB_NOT_ATTEMPTED)
        lab_ask_on(&j.runner, &first->r);
    lab_close_judge(&j);
    if (shares)
        last = lab_share_cases(&k, &first->r);
    r = last->r;
    const char *text = r.state == LAB_PASS || r.state == LAB_BUT ? first->printed : last->printed;
    if (text[0])
        printf("printed in one of the cases:\n%s", text);
    munmap(shared, bytes);
    return r;
}

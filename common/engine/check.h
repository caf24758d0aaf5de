/* One step against all its cases and, if all are right, against its lesson, for a learner's own
 * run: this process judges, the step runs in others (process.h). In the emulator the first cases
 * have one runner, so that most mistakes cost little; the others are shared among one runner for
 * each core, while another counts for the lesson. */
#ifndef ENGINE_CHECK_H
#define ENGINE_CHECK_H

#include "engine/asker.h"
#include "engine/attainment.h"
#include "engine/process.h"

enum { LAB_LOOK_ON_SECONDS = 120 /* for a process that hangs: what is asked is limited by work */ };

static inline const char *lab_state_name(enum lab_state s)
{
    static const char *const names[LAB_STATES] = {"pass",          "right, but", "wrong",
                                                  "not attempted", "crash",      "timeout",
                                                  "skipped",       "refused",    "lost"};
    return names[s];
}

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
    a->step = k->step->step;
    a->draw = draw;
    a->source = source;
    a->printed = process_printed;
    runner->self = a;
    runner->next = asker_next;
    runner->check = asker_check;
    runner->memory = k->trial->memory;
    runner->name = k->step->name;
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
    const int lesson = k->step->lesson.rules > 0;
    if (!k->trial->emulated)
        return;
    if (lesson && !lab_add_runner(k, &k->counted)) {
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

/* A kernel that is wrong is asked why, if it answers in time. */
static inline void lab_ask_why(struct lab_checking *k, const struct asker *a, struct lab_result *r)
{
    const struct lab_result known = *r;
    for (int i = 0; i < k->processes; i++)
        k->process[i].deadline = lab_now_ms() + 1e3 * LAB_LOOK_ON_SECONDS;
    if (!lab_ask_kernel(a == &k->cases ? &k->on_cases : &k->on_counted, r))
        *r = known;
}

static inline void lab_show_printed(const struct asker *a, enum lab_state state)
{
    const int right = state == LAB_PASS || state == LAB_BUT || state == LAB_NOT_ATTEMPTED;
    const char *text = !right && a->last_text ? a->last_text : a->first_text;
    if (text)
        printf("printed in one of the cases:\n%s", text);
}

/* What is right leaves a GPU in order. Anything else may still be at work on the next case. */
static inline void lab_close_checking(struct lab_checking *k, enum lab_state state)
{
    const int orderly = !k->trial->emulated && state == LAB_PASS;
    asker_close(&k->cases);
    asker_close(&k->counted);
    for (int i = 0; i < k->processes; i++)
        process_stop(&k->process[i], orderly ? 500 : 0);
}

/* Is a step right, and its idea reached? */
static inline struct lab_result lab_check(const struct lab_step *step,
                                          const struct lab_trial *trial)
{
    struct lab_result r;
    struct lab_checking *k = (struct lab_checking *)malloc(sizeof *k);
    memset(&r, 0, sizeof r);
    if (k)
        lab_open_checking(k, step, trial);
    if (!k || lab_add_runner(k, &k->cases)) {
        perror("a runner");
        exit(2);
    }
    const struct asker *last = lab_check_all(k, &r);
    if (r.state == LAB_LOST)
        process_excuse(last->runner[last->at[last->first].runner]->holder, trial->seconds, &r);
    if (lab_may_ask(&r))
        lab_ask_why(k, last, &r);
    lab_show_printed(r.state == LAB_PASS || r.state == LAB_BUT ? &k->cases : last, r.state);
    lab_close_checking(k, r.state);
    free(k);
    return r;
}

#endif

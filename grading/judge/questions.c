/* Right or wrong: asks a runner about every case of a step, and compares its outputs with what the
 * judge has computed itself. */
#include <stdatomic.h>
#include <threads.h>

#include "engine/asker.h"
#include "intake/intake.h"
#include "engine/attainment.h"
#include "judge.h"
#include "lab/measure/sizes.h"

enum { MAX_QUESTIONS = 160 };

struct list {
    enum lab_problem problem;
    int gpu, wanted, emulated, count;
    uint64_t seed;
    struct question at[MAX_QUESTIONS];
};

/* In the emulator each step runs alone, and all steps of a problem are asked the same. On a GPU the
 * steps of a lab share a process: so that none can hand over what another has computed, each is
 * asked about data of its own. */
static struct list emulated[LAB_PROBLEMS], on_gpu[MAX_LABS][MAX_STEPS];
/* For the counters, one of each size that the rubric's step has for them. */
static struct question counted[MAX_LABS][MAX_STEPS][LAB_COUNTED];

static struct list *list_of(const struct context *c, int backend, int lab, const struct lab_step *f)
{
    return backend == EMULATOR ? &emulated[f->problem] : &on_gpu[lab][f - fact_of(c, lab, 0)];
}

static struct question *counted_of(const struct context *c, int lab, const struct lab_step *f)
{
    return counted[lab][f - fact_of(c, lab, 0)];
}

static void answer(struct question *q)
{
    if (lab_reference_of(&q->c, &q->ref))
        die("no memory left for the reference of a %dx%d problem", q->c.m, q->c.n);
}

/* ---- drawing: answers for a GPU's sizes take a second for each step, so all processors work on
 * them */

static struct {
    struct list *list[MAX_LABS * MAX_STEPS + LAB_PROBLEMS];
    int count;
    atomic_int next;
} to_draw;

/* Is the emulator asked about the same? Of such cases a GPU, which others wait for, gets every
 * second: of each size that comes with two kinds of data it gets one of them. */
static int is_left_to_emulator(const struct list *l, int index, const struct lab_case *c)
{
    struct lab_case other;
    if (!l->gpu || !l->emulated || (uint64_t)(index + index / 2) % 2 == l->seed % 2)
        return 0;
    for (int i = 0; lab_case_at(l->problem, 0, i, l->seed, &other); i++)
        if (c->m == other.m && c->n == other.n && c->k == other.k && c->data == other.data &&
            c->memory == other.memory)
            return 1;
    return 0;
}

static int draw_lists(void *unused)
{
    for (int i; (i = atomic_fetch_add(&to_draw.next, 1)) < to_draw.count;) {
        struct list *l = to_draw.list[i];
        struct question *q = l->at;
        for (int index = 0; q + 1 < l->at + MAX_QUESTIONS; index++) {
            if (!lab_case_at(l->problem, l->gpu, index, l->seed, &q->c))
                break;
            if (is_left_to_emulator(l, index, &q->c))
                continue;
            answer(q++);
            q->again = lab_again(&q[-1].c, index, l->seed, &q->c);
            if (q->again)
                answer(q++);
        }
        l->count = (int)(q - l->at);
    }
    return 0;
}

static void draw_later(struct list *l, enum lab_problem problem, int gpu, uint64_t seed)
{
    if (l->wanted)
        return;
    l->wanted = 1;
    l->problem = problem;
    l->gpu = gpu;
    l->seed = seed;
    to_draw.list[to_draw.count++] = l;
}

void questions_draw(const struct context *c)
{
    for (int l = 0; l < c->labs; l++)
        for (int s = 0; s < c->steps[l] && is_handed_in_by_any(c, l); s++) {
            const struct lab_step *f = fact_of(c, l, s);
            const struct lab_lesson *rubric = rubric_of(c, l, s);
            uint64_t own = lab_mix(c->seed ^ number_of_id(f->name));
            if (c->only_step >= 0 && f->step != c->only_step)
                continue;
            struct ruling unused;
            draw_later(&emulated[f->problem], f->problem, 0, c->seed);
            if (c->backend == GPU) {
                on_gpu[l][s].emulated = check_is_possible(&c->device, EMULATOR, f, &unused);
                draw_later(&on_gpu[l][s], f->problem, 1, own);
            }
            if (!rubric->rules)
                continue;
            for (int i = 0; i < LAB_COUNTED; i++) {
                const struct lab_lesson at = lab_lesson_at(rubric, i, c->seed);
                struct question *q = &counted[l][s][i];
                if (!at.size.m)
                    break;
                q->c = lab_lesson_case(&at, c->seed);
                answer(q);
            }
        }
    thrd_t thread[MAX_LABS * MAX_STEPS];
    int threads = 0;
    while (threads < c->jobs - 1 && threads < to_draw.count - 1 &&
           thrd_create(&thread[threads], draw_lists, NULL) == thrd_success)
        threads++;
    draw_lists(NULL);
    while (threads > 0)
        thrd_join(thread[--threads], NULL);
}

void questions_forget(void)
{
    for (int i = 0; i < to_draw.count; i++)
        for (struct list *l = to_draw.list[i]; l->count > 0;)
            lab_reference_free(&l->at[--l->count].ref);
}

/* Of two counted launches, the one that loses more is kept; the floor is the first one's. */
static void keep_counters(const struct context *c, const struct lab_lesson *rubric,
                          const struct runner *r, int launch, struct step_result *result)
{
    struct step_result now = *result;
    now.counted = launch;
    snprintf(now.answer, sizeof now.answer, "%s", r->talk.line);
    now.figures.floor_ms = lab_answered_count(now.answer, "floor_ms");
    protocol_get(r->talk.line, "floor_unit", now.floor_unit, sizeof now.floor_unit);
    if (launch) {
        now.figures = result->figures;
        memcpy(now.floor_unit, result->floor_unit, sizeof now.floor_unit);
    }
    if (launch == 0 || score_share(c, rubric, &now) < score_share(c, rubric, result))
        *result = now;
}

/* ---- what a step is asked, of a runner in a sandbox, which is believed nothing that can be
 * checked */

struct turn {
    struct asker asker; /* the first member: asker_check is called with the whole */
    struct runner *runner;
    const struct lab_step *fact;
    const struct question *begin, *at, *end;
};

static int draw_next(void *self, struct lab_asked *q)
{
    struct turn *t = self;
    if (t->at == t->end)
        return 0;
    *q = (struct lab_asked){t->at->c, t->at->again, &t->at->ref};
    t->asker.number = (unsigned)(t->at++ - t->begin);
    return 1;
}

static enum verdict verdict_of_state(enum lab_state state)
{
    static const enum verdict verdicts[LAB_STATES] = {
        [LAB_PASS] = PASS,       [LAB_BUT] = SLOW,        [LAB_WRONG] = WRONG,
        [LAB_CRASH] = CRASH,     [LAB_TIMEOUT] = TIMEOUT, [LAB_NOT_ATTEMPTED] = NOT_ATTEMPTED,
        [LAB_SKIPPED] = SKIPPED, [LAB_REFUSED] = REFUSED, [LAB_LOST] = CRASH};
    return verdicts[state];
}

static void explain(void *self, const struct lab_case *c, const struct lab_result *now)
{
    const struct turn *t = self;
    if (t->runner->explain)
        printf("  step %d, %s, %s, seed 0x%016llx%s: %s%s%s\n", t->fact->step,
               lab_size_text(c).text, lab_data_name(c->data), (unsigned long long)c->seed,
               t->asker.metrics ? ", counted" : "",
               now->state == LAB_PASS ? "right" : verdict_name(verdict_of_state(now->state)),
               now->message[0] ? ": " : "", now->message);
}

/* What the harness found, as a ruling. On a GPU, where the case could not be set up before anything
 * ran, the machine is at fault. */
static void rule_on(const struct turn *t, const struct lab_result *r, double memory,
                    struct ruling *ruling)
{
    *ruling = (struct ruling){.verdict = PASS};
    if (r->state == LAB_LOST)
        runner_excuse(t->runner, t->asker.how, ruling);
    else if (r->state != LAB_PASS)
        err(ruling,
            !r->set_up && r->cases == 0 && memory != INFINITY ? GRADER_ERROR
                                                              : verdict_of_state(r->state),
            "%s", r->message);
}

static size_t larger(size_t bytes, const struct lab_shape *s)
{
    return lab_bytes(&s->out) > bytes ? lab_bytes(&s->out) : bytes;
}

size_t output_bytes(const struct context *c, int backend, int lab)
{
    size_t bytes = LAB_ASKED_BYTES;
    for (int i = 0; i < c->steps[lab]; i++) {
        const struct lab_step *f = fact_of(c, lab, i);
        const struct list *l = list_of(c, backend, lab, f);
        const struct question *extra = counted_of(c, lab, f);
        for (int k = 0; k < l->count; k++)
            bytes = larger(bytes, &l->at[k].ref.shape);
        for (int k = 0; k < LAB_COUNTED && extra[k].ref.count; k++)
            bytes = larger(bytes, &extra[k].ref.shape);
        if (backend == GPU) {
            const struct lab_case timed = lab_timed_case(f->problem, &f->lesson, &c->device, 0);
            const struct lab_shape shape = lab_shape_of(&timed);
            bytes = larger(bytes, &shape);
        }
    }
    return bytes;
}

int check_is_possible(const struct lab_gpu *gpu, int backend, const struct lab_step *f,
                      struct ruling *ruling)
{
    char why[MESSAGE];
    return !lab_unsupported(f->problem, gpu->major, gpu->minor, backend == EMULATOR, why,
                            sizeof why) ||
           !err(ruling, SKIPPED, "%s Not graded and in no sum: %s.", why,
                backend == EMULATOR ? "BACKEND=gpu grades it on a machine that has one"
                                    : "grade it on a machine with such a GPU");
}

int check_is_gradable(const struct context *c, const struct lab_step *f, struct ruling *ruling)
{
    struct ruling unused;
    for (int i = 1; i < c->gpus; i++)
        if (check_is_possible(&c->gpu[i], c->backend, f, &unused))
            return 1;
    if (c->slurm && c->backend == GPU) /* the nodes know what they have */
        return 1;
    return check_is_possible(&c->device, c->backend, f, ruling);
}

int check_step(const struct context *c, int backend, int lab, const struct lab_step *f,
               struct runner *runner, struct step_result *result)
{
    struct list *list = list_of(c, backend, lab, f);
    const struct question *extra = counted_of(c, lab, f);
    double memory = backend == EMULATOR ? INFINITY : c->device.free_bytes;
    struct turn t = {.asker = {.runner = &runner->talk, .step = f->step},
                     .runner = runner,
                     .fact = f,
                     .begin = list->at,
                     .at = list->at,
                     .end = list->at + list->count};
    struct lab_runner harness = {&t, draw_next, asker_check, explain, memory, f->name};
    struct lab_result found;
    if (t.at == t.end)
        die("there are no questions for step %d of %s", f->step, f->lab);
    runner_extend(runner, step_seconds(c, backend));
    lab_check_step(&harness, &found);
    rule_on(&t, &found, memory, &result->ruling);
    if (lab_may_ask(&found) && lab_ask_kernel(&harness, &found))
        rule_on(&t, &found, memory, &result->ruling);
    for (int i = 0; i < LAB_COUNTED && backend == EMULATOR && found.state == LAB_PASS; i++) {
        if (!extra[i].ref.count)
            break;
        t.asker.metrics = c->metrics[lab];
        lab_check_counted(&harness, &extra[i].c, &extra[i].ref, &found);
        rule_on(&t, &found, memory, &result->ruling);
        if (found.state == LAB_PASS)
            keep_counters(c, rubric_of(c, lab, (int)(f - fact_of(c, lab, 0))), runner, i, result);
    }
    free(t.asker.out);
    return result->ruling.verdict == PASS;
}

/* Right or wrong: asks a runner about every case of a step, and compares its outputs with what the
 * judge has computed itself. */
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>

#include "lab/check/repeated_arrays.h"
#include "lab/check/cases.h"
#include "stage.h"

enum { MAX_QUESTIONS = 160 };

struct list {
    enum lab_problem problem;
    int gpu, wanted, count;
    uint64_t seed;
    struct question at[MAX_QUESTIONS];
};

/* In the emulator each step runs alone, and all steps of a problem are asked the same. On a GPU the
 * steps of a lab share a process: so that none can hand over what another has computed, each is
 * asked about data of its own. */
static struct list emulated[LAB_PROBLEMS], on_gpu[MAX_LABS][MAX_STEPS];
/* For the counters, one of each rubric step's own size. */
static struct question counted[MAX_LABS][MAX_STEPS];

static struct list *list_of(const struct context *c, int backend, int lab,
                            const struct step_fact *f)
{
    return backend == EMULATOR ? &emulated[f->problem] : &on_gpu[lab][f - &c->facts[c->first[lab]]];
}

static struct question *counted_of(const struct context *c, int lab, const struct step_fact *f)
{
    return &counted[lab][f - &c->facts[c->first[lab]]];
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

static int draw_lists(void *unused)
{
    (void)unused;
    for (int i; (i = atomic_fetch_add(&to_draw.next, 1)) < to_draw.count;) {
        struct list *l = to_draw.list[i];
        struct question *q = l->at;
        for (int index = 0; q + 1 < l->at + MAX_QUESTIONS; index++) {
            if (!lab_case_at(l->problem, l->gpu, index, l->seed, &q->c))
                break;
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

static void draw_all(int jobs)
{
    thrd_t thread[MAX_LABS * MAX_STEPS];
    int threads = 0;
    for (; threads < jobs - 1 && threads < to_draw.count - 1; threads++)
        if (thrd_create(&thread[threads], draw_lists, NULL) != thrd_success)
            break;
    draw_lists(NULL);
    while (threads > 0)
        thrd_join(thread[--threads], NULL);
    to_draw.count = to_draw.next = 0;
}

void questions_draw(const struct context *c)
{
    for (int l = 0; l < c->labs; l++)
        for (int s = 0; s < c->steps[l]; s++) {
            const struct step_fact *f = &c->facts[c->first[l] + s];
            const struct step_rubric *rubric = rubric_step(&c->rubric[l], f->step);
            uint64_t own = lab_mix(c->seed ^ lab_mix((uint64_t)(f - c->facts) + 1));
            if (c->only_step >= 0 && f->step != c->only_step)
                continue;
            if (c->have_emulator)
                draw_later(&emulated[f->problem], f->problem, 0, c->seed);
            if (c->backend == GPU)
                draw_later(&on_gpu[l][s], f->problem, 1, own);
            if (!c->have_emulator || !rubric->rules)
                continue;
            struct question *q = &counted[l][s];
            q->c = (struct lab_case){f->problem, LAB_REAL,  rubric->m,
                                     rubric->n,  rubric->k, lab_mix(c->seed ^ 0x636f756e74u),
                                     LAB_SNUG};
            answer(q);
        }
    draw_all(c->jobs);
}

static void forget(struct list *lists, int count)
{
    for (int i = 0; i < count; i++) {
        for (int q = 0; q < lists[i].count; q++)
            lab_reference_free(&lists[i].at[q].ref);
        lists[i].count = lists[i].wanted = 0;
    }
}

void questions_forget(void)
{
    forget(emulated, LAB_PROBLEMS);
    forget(on_gpu[0], MAX_LABS * MAX_STEPS);
    for (int l = 0; l < MAX_LABS; l++)
        for (int s = 0; s < MAX_STEPS; s++)
            lab_reference_free(&counted[l][s].ref);
    memset(counted, 0, sizeof counted);
}

/* What a finding of the emulator makes of a step. Everything that is not here is wrong. */
static enum verdict verdict_of_finding(const char *kind)
{
    static const struct {
        const char *kind;
        enum verdict verdict;
    } table[] = {{"endless", TIMEOUT},
                 {"stack_overflow", CRASH},
                 {"device_pointer_on_host", REFUSED},
                 {"unsupported", SKIPPED}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].kind, kind) == 0)
            return table[i].verdict;
    return WRONG;
}

static void read_counters(const struct context *c, const struct runner *r,
                          struct step_result *result)
{
    for (int i = 0; i < c->metrics; i++)
        if (!protocol_get_number(r->line, c->metric[i], &result->counter[i]))
            result->counter[i] = NAN;
}

/* One answered case: PASS, or NOT_ATTEMPTED where nothing was touched and nothing complained, or
 * what is wrong with it. 0 if it says nothing: none of what is looked at was written, but not all
 * blocks ran. */
static int judge_case(const struct runner *r, const struct question *q, struct ruling *ruling)
{
    struct finding finding;
    char damage[600], cuda[400], left_out[8];
    int found = runner_finding(r, &finding);
    int damaged = protocol_get(r->line, "damage", damage, sizeof damage),
        failed = protocol_get(r->line, "cuda", cuda, sizeof cuda);
    double ms = -1;
    struct lab_verdict v = {.ok = 1};
    *ruling = (struct ruling){.verdict = PASS};
    protocol_get_number(r->line, "ms", &ms);
    if (protocol_get(r->line, "left_out", left_out, sizeof left_out))
        return 0; /* too slow on this GPU for a case so large: the emulator has asked it */
    if (q->c.data == LAB_STARVED) {
        if (damaged || (found && strcmp(finding.kind, "api_error") != 0))
            err(ruling, WRONG, "%s", damaged ? damage : finding.text);
        return 1;
    }
    float *copy =
        malloc(lab_bytes(&q->ref.shape.out)); /* the runner could still write to its own */
    if (!copy)
        die("no memory left");
    memcpy(copy, r->memory, lab_bytes(&q->ref.shape.out));
    if (!failed)
        v = lab_verify(&q->ref, copy);
    free(copy);
    if (found)
        err(ruling, verdict_of_finding(finding.kind), "%s%s%.*s", finding.text,
            v.message[0] && !v.untouched ? " " : "", v.untouched ? 0 : lab_facts_of(&v), v.message);
    else if (failed)
        err(ruling, WRONG, "CUDA reports %s (%dx%d).", cuda, q->c.m, q->c.n);
    else if (v.untouched && q->c.problem == LAB_ADD_ONE && ms > 0)
        err(ruling, WRONG, "The array came back as it was: is the result copied back to the host?");
    else if (v.untouched && !(v.ok && damaged))
        err(ruling, NOT_ATTEMPTED, "Nothing was written: the TODOs are still to do.");
    else if (damaged)
        err(ruling, WRONG, "%s (%dx%d)", damage, q->c.m, q->c.n);
    else if (!v.ok && q->again && q->ref.count >= LAB_AGAIN_TELLS)
        err(ruling, WRONG, LAB_AGAIN_WHY "%.*s", lab_facts_of(&v), v.message);
    else if (!v.ok)
        ruling->unexplained = err(ruling, WRONG, "%s", v.message) && !v.explained;
    return !(v.ok && v.untouched && ruling->verdict == NOT_ATTEMPTED);
}

/* Adds one case's ruling to those before it. Untouched everywhere is not attempted; untouched
 * somewhere is wrong. */
static void add_ruling(struct ruling *all, const struct ruling *now, const struct question *q,
                       int first)
{
    int untouched = now->verdict == NOT_ATTEMPTED;
    if (first || (all->verdict != NOT_ATTEMPTED && !untouched))
        *all = *now;
    else if (all->verdict == NOT_ATTEMPTED && now->verdict == PASS)
        err(all, WRONG,
            "Nothing was written for some sizes: does the launch have at least one block for every "
            "size?");
    else if (all->verdict == PASS)
        err(all, WRONG, "Nothing was written (%dx%d).", q->c.m, q->c.n);
    else if (!untouched)
        *all = *now;
}

static void explain(const struct step_fact *f, const struct question *q, const struct ruling *now,
                    const char *metrics)
{
    char size[60];
    printf("  step %d, %s, %s, seed 0x%016llx%s: %s%s%s\n", f->step,
           lab_size_text(&q->c, size, sizeof size), lab_data_name(q->c.data),
           (unsigned long long)q->c.seed, metrics ? ", counted" : "",
           now->verdict == PASS ? "right" : verdict_name(now->verdict), now->message[0] ? ": " : "",
           now->message);
}

/* The device has no memory left for a question. 1 if that is no wonder, and the other questions
 * have said enough. */
static int is_too_large(const struct question *q, double memory, struct ruling *ruling)
{
    char why[MESSAGE], size[60];
    if (lab_is_huge(&q->c) || lab_check_size(&q->c, memory / 2, why, sizeof why))
        return 1;
    return !err(ruling, WRONG,
                "No device memory is left for the next case (%s): what a launch allocates must be "
                "freed before it returns.",
                lab_size_text(&q->c, size, sizeof size));
}

/* Asks one question, for these counters (NULL: none), of a device with so many bytes. 1 if the next
 * one makes sense. */
static int ask_one(const char *metrics, struct runner *r, const struct step_fact *f,
                   const struct question *q, int first, double memory, struct ruling *ruling)
{
    char text[400];
    enum answer how = runner_ask(r, "check", f->step, &q->c, metrics);
    if (how == GONE || how == NONSENSE) {
        runner_excuse(r, how, ruling);
        return 0;
    }
    if (how == FAILED) {
        double missing = 0;
        protocol_get_number(r->line, "missing", &missing);
        protocol_get(r->line, "cuda", text, sizeof text);
        if (missing != 0)
            return !err(ruling, NOT_ATTEMPTED, "The file does not define launch_%s.", f->name);
        if (strstr(text, "cudaErrorMemoryAllocation") && !first)
            return is_too_large(q, memory, ruling);
        return !err(ruling, memory == INFINITY ? WRONG : GRADER_ERROR,
                    "The case %dx%d cannot be set up (%s): is device memory taken, or the device "
                    "used, before the first launch?",
                    q->c.m, q->c.n, text);
    }
    struct ruling now;
    int says = judge_case(r, q, &now);
    if (r->explain)
        explain(f, q, &now, metrics);
    if (says)
        add_ruling(ruling, &now, q, first);
    return ruling->verdict == PASS || ruling->verdict == NOT_ATTEMPTED;
}

/* A step is wrong, and its 1 x 1 output tells nothing: the next cases may show what kind of mistake
 * it is. */
static void look_for_reason(struct runner *r, const struct step_fact *f,
                            const struct question *list, int count, struct ruling *ruling)
{
    struct ruling other;
    for (int i = 0; i < count && i < 16; i++) {
        ask_one(NULL, r, f, &list[i], 1, INFINITY, &other);
        if (r->box.ending != RUNNING || other.verdict == GRADER_ERROR)
            return;
        if (other.verdict == WRONG && !other.unexplained) {
            *ruling = other;
            return;
        }
    }
}

static size_t larger(size_t bytes, const struct question *q)
{
    size_t of_this = q->ref.count ? lab_bytes(&q->ref.shape.out) : 0;
    return of_this > bytes ? of_this : bytes;
}

size_t check_bytes(const struct context *c, int backend, int lab, const struct step_fact *f)
{
    const struct list *l = list_of(c, backend, lab, f);
    size_t bytes = larger(4096, counted_of(c, lab, f));
    for (int i = 0; i < l->count; i++)
        bytes = larger(bytes, &l->at[i]);
    return bytes;
}

static int is_possible_on(const struct gpu_facts *gpu, int backend, const struct step_fact *f,
                          struct ruling *ruling)
{
    char why[MESSAGE];
    return !lab_unsupported(f->problem, (int)gpu->major, (int)gpu->minor, backend == EMULATOR, why,
                            sizeof why) ||
           !err(ruling, SKIPPED, "%s Not graded and in no sum: %s.", why,
                backend == EMULATOR ? "BACKEND=gpu grades it on a machine that has one"
                                    : "grade it on a machine with such a GPU");
}

int check_is_possible(const struct context *c, int backend, const struct step_fact *f,
                      struct ruling *ruling)
{
    return is_possible_on(&c->device, backend, f, ruling);
}

int check_is_gradable(const struct context *c, const struct step_fact *f, struct ruling *ruling)
{
    struct ruling unused;
    for (int i = 1; i < c->gpus; i++)
        if (is_possible_on(&c->gpu[i], c->backend, f, &unused))
            return 1;
    return check_is_possible(c, c->backend, f, ruling);
}

int check_step(const struct context *c, int backend, int lab, const struct step_fact *f,
               struct runner *runner, struct step_result *result)
{
    struct list *list = list_of(c, backend, lab, f);
    struct question *q = list->at, *end = q + list->count, *extra = counted_of(c, lab, f);
    double memory = backend == EMULATOR ? INFINITY : c->device.free_bytes;
    int go_on = 1;
    if (q == end)
        die("there are no questions for step %d of %s", f->step, f->lab);
    result->ruling = (struct ruling){.verdict = PASS};
    runner_extend(runner, c->seconds);
    for (; q < end && go_on; q++) {
        if (result->ruling.verdict == NOT_ATTEMPTED && q->c.data == LAB_STARVED)
            break;
        go_on = ask_one(NULL, runner, f, q, q == list->at, memory, &result->ruling);
    }
    if (result->ruling.unexplained)
        look_for_reason(runner, f, q, (int)(end - q), &result->ruling);
    if (backend == EMULATOR && result->ruling.verdict == PASS && extra->ref.count &&
        ask_one(c->metric_line[lab], runner, f, extra, 0, memory, &result->ruling))
        read_counters(c, runner, result);
    return result->ruling.verdict == PASS;
}

/* Right or wrong: asks a runner about every case of a step, and compares its outputs with what the judge has computed itself. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cases.h"
#include "stage.h"

enum { MAX_QUESTIONS = 64 };

/* questions[backend][problem], and for the counters one of each rubric step's own size. */
static struct question drawn[BACKENDS][LAB_PROBLEMS][MAX_QUESTIONS];
static int count_drawn[BACKENDS][LAB_PROBLEMS];
static struct question counted[MAX_LABS][MAX_STEPS];

static void answer(struct question *q)
{
    if (lab_reference_of(&q->c, &q->ref))
        die("no memory left for the reference of a %dx%d problem", q->c.m, q->c.n);
}

static void draw_problem(const struct context *c, int backend, enum lab_problem problem)
{
    int *count = &count_drawn[backend][problem];
    for (int i = 0; *count < MAX_QUESTIONS && !(i == 0 && *count); i++) {
        struct question *q = &drawn[backend][problem][*count];
        if (!lab_case_at(problem, backend == GPU, i, c->seed, &q->c))
            break;
        answer(q);
        ++*count;
    }
}

void questions_draw(const struct context *c)
{
    for (int l = 0; l < c->labs; l++)
        for (int s = 0; s < c->steps[l]; s++) {
            const struct step_fact *f = &c->facts[c->first[l] + s];
            const struct step_rubric *rubric = rubric_step(&c->rubric[l], f->step);
            if (c->have_emulator)
                draw_problem(c, EMULATOR, f->problem);
            if (c->backend == GPU)
                draw_problem(c, GPU, f->problem);
            if (!c->have_emulator || !rubric->rules)
                continue;
            struct question *q = &counted[l][s];
            q->c = (struct lab_case){f->problem, LAB_REAL,  rubric->m,
                                     rubric->n,  rubric->k, lab_mix(c->seed ^ 0x636f756e74u)};
            answer(q);
        }
}

void questions_forget(void)
{
    for (int b = 0; b < BACKENDS; b++)
        for (int p = 0; p < LAB_PROBLEMS; p++)
            for (int i = 0; i < count_drawn[b][p]; i++)
                lab_reference_free(&drawn[b][p][i].ref);
    for (int l = 0; l < MAX_LABS; l++)
        for (int s = 0; s < MAX_STEPS; s++)
            lab_reference_free(&counted[l][s].ref);
    memset(count_drawn, 0, sizeof count_drawn);
    memset(counted, 0, sizeof counted);
}

struct finding {
    char kind[40], text[800];
};

/* What a finding of the emulator makes of a step. Everything that is not here is wrong. */
static enum verdict verdict_of_finding(const char *kind)
{
    static const struct {
        const char *kind;
        enum verdict verdict;
    } table[] = {{"endless", TIMEOUT},
                 {"deadlock", TIMEOUT},
                 {"stack_overflow", CRASH},
                 {"device_pointer_on_host", REFUSED},
                 {"unsupported", SKIPPED}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].kind, kind) == 0)
            return table[i].verdict;
    return WRONG;
}

/* The first finding that came with an answer, with file and line in front; 0 if there is none. */
static int read_finding(const struct runner *r, struct finding *f)
{
    char file[200], what[600];
    double line = 0;
    if (!protocol_get(r->line, "finding", what, sizeof what))
        return 0;
    protocol_get(r->line, "kind", f->kind, sizeof f->kind);
    protocol_get(r->line, "file", file, sizeof file);
    protocol_get_number(r->line, "line", &line);
    const char *slash = strrchr(file, '/');
    if (file[0])
        snprintf(f->text, sizeof f->text, "%s:%.0f: %s.", slash ? slash + 1 : file, line, what);
    else
        snprintf(f->text, sizeof f->text, "%s.", what);
    return 1;
}

static void read_counters(const struct context *c, const struct runner *r,
                          struct step_result *result)
{
    for (int i = 0; i < c->metrics; i++)
        if (!protocol_get_number(r->line, c->metric[i], &result->counter[i]))
            result->counter[i] = NAN;
}

/* One answered case: PASS, or NOT_ATTEMPTED where nothing was touched and nothing complained, or what is wrong with it. */
static void judge_case(const struct runner *r, const struct question *q, struct ruling *ruling)
{
    struct finding finding;
    char damage[600], cuda[400];
    int found = read_finding(r, &finding);
    int damaged = protocol_get(r->line, "damage", damage, sizeof damage),
        failed = protocol_get(r->line, "cuda", cuda, sizeof cuda);
    double ms = -1;
    struct lab_verdict v = {.ok = 1};
    *ruling = (struct ruling){PASS, 0, ""};
    protocol_get_number(r->line, "ms", &ms);
    if (q->c.data == LAB_STARVED) {
        if (damaged || (found && strcmp(finding.kind, "api_error") != 0))
            err(ruling, WRONG, "%s", damaged ? damage : finding.text);
        return;
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
        err(ruling, verdict_of_finding(finding.kind), "%s%s%s", finding.text,
            v.message[0] && !v.untouched ? " " : "", v.untouched ? "" : v.message);
    else if (failed)
        err(ruling, WRONG, "CUDA reports %s (%dx%d).", cuda, q->c.m, q->c.n);
    else if (v.untouched && q->c.problem == LAB_ADD_ONE && ms > 0)
        err(ruling, WRONG, "The array came back as it was: is the result copied back to the host?");
    else if (v.untouched)
        err(ruling, NOT_ATTEMPTED, "Nothing was written: the TODOs are still to do.");
    else if (damaged)
        err(ruling, WRONG, "%s (%dx%d)", damage, q->c.m, q->c.n);
    else if (!v.ok)
        ruling->unexplained = err(ruling, WRONG, "%s", v.message) && !v.explained;
}

/* Adds one case's ruling to those before it. Untouched everywhere is not attempted; untouched somewhere is wrong. */
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

/* Asks one question, for these counters (NULL: none). 1 if the next one makes sense. */
static int ask_one(const char *metrics, struct runner *r, const struct step_fact *f,
                   const struct question *q, int first, struct ruling *ruling)
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
            return 1; /* too large for this GPU: the others have said enough */
        return !err(ruling, GRADER_ERROR, "The case %dx%d could not be set up: %s.", q->c.m, q->c.n,
                    text);
    }
    struct ruling now;
    judge_case(r, q, &now);
    if (r->explain)
        explain(f, q, &now, metrics);
    add_ruling(ruling, &now, q, first);
    return ruling->verdict == PASS || ruling->verdict == NOT_ATTEMPTED;
}

/* A step is wrong, and its 1 x 1 output tells nothing: the next cases may show what kind of mistake it is. */
static void look_for_reason(struct runner *r, const struct step_fact *f,
                            const struct question *list, int count, struct ruling *ruling)
{
    struct ruling other;
    for (int i = 0; i < count && i < 16; i++) {
        ask_one(NULL, r, f, &list[i], 1, &other);
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

static struct question *counted_of(const struct context *c, int lab, const struct step_fact *f)
{
    return &counted[lab][f - &c->facts[c->first[lab]]];
}

int check_begin(const struct context *c, int backend, int lab, const struct step_fact *f,
                const char *program, size_t bytes, struct runner *runner,
                struct step_result *result)
{
    char why[MESSAGE];
    if (lab_unsupported(f->problem, (int)c->device.major, (int)c->device.minor, backend == EMULATOR,
                        why, sizeof why))
        return !err(&result->ruling, SKIPPED, "%s", why);
    bytes = larger(bytes < 4096 ? 4096 : bytes, counted_of(c, lab, f));
    for (int i = 0; i < count_drawn[backend][f->problem]; i++)
        bytes = larger(bytes, &drawn[backend][f->problem][i]);
    /* On a GPU it will be timed, too: that counts towards the limit on its processor time. */
    runner_start(runner, c, backend, program, bytes,
                 c->seconds + (backend == GPU ? MEASURE_SECONDS : 0));
    runner_extend(runner, c->seconds);
    return 1;
}

int check_step(const struct context *c, int backend, int lab, const struct step_fact *f,
               struct runner *runner, struct step_result *result)
{
    struct question *list = drawn[backend][f->problem], *extra = counted_of(c, lab, f);
    int count = count_drawn[backend][f->problem], go_on = 1, next = 0;
    result->ruling = (struct ruling){PASS, 0, ""};
    for (; next < count && go_on; next++) {
        if (result->ruling.verdict == NOT_ATTEMPTED && list[next].c.data == LAB_STARVED)
            break;
        go_on = ask_one(NULL, runner, f, &list[next], next == 0, &result->ruling);
    }
    if (result->ruling.unexplained)
        look_for_reason(runner, f, list + next, count - next, &result->ruling);
    if (backend == EMULATOR && result->ruling.verdict == PASS && extra->ref.count &&
        ask_one(c->metric_line[lab], runner, f, extra, 0, &result->ruling))
        read_counters(c, runner, result);
    return result->ruling.verdict == PASS;
}

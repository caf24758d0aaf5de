/* One student's file for one lab, from its text to points. */

#include "results/result_cache.h"
#include "judge.h"
#include "names/names.h"
#include "inspect/inspect.h"
#include "intake/intake.h"

struct lab_run {
    struct context *c;
    int student, lab, count;
    struct step_result result[MAX_STEPS];
    struct built built[BACKENDS][MAX_STEPS];
    int whole[BACKENDS]; /* all steps are in one program */
    char *folder[BACKENDS];
};

static const struct lab_step *fact_at(const struct lab_run *run, int i)
{
    return fact_of(run->c, run->lab, i);
}

static int is_asked_for(const struct lab_run *run, int i)
{
    return run->c->only_step < 0 || fact_at(run, i)->step == run->c->only_step;
}

/* What the student handed in decides on the step. */
static int is_graded(const struct lab_run *run, int i)
{
    const struct step_result *r = &run->result[i];
    return is_asked_for(run, i) && !(r->ruling.verdict == SKIPPED && r->max == 0);
}

/* Every step starts as our fault, for this reason, so that a step nobody came to is not the
 * student's. */
static void reset(struct lab_run *run, const char *why)
{
    const struct context *c = run->c;
    for (int i = 0; i < run->count; i++) {
        struct step_result *r = &run->result[i];
        *r = (struct step_result){.max = rubric_of(c, run->lab, i)->points,
                                  .figures = {NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN}};
        err(&r->ruling, GRADER_ERROR, "%s", why);
        if (!is_asked_for(run, i))
            err(&r->ruling, SKIPPED, "Not asked for.");
        else if (!check_is_gradable(c, fact_at(run, i), &r->ruling))
            r->max = 0; /* in no sum, since nobody could have got its points here */
    }
}

static void build(struct lab_run *run, int backend, const char *file)
{
    run->folder[backend] = text_of("%s/%d-%s-%s", run->c->work, run->student, run->c->lab[run->lab],
                                   backend_name(backend));
    run->whole[backend] =
        build_file(run->c, backend, run->lab, file, run->folder[backend], 0, run->built[backend]);
}

static void emulate(struct lab_run *run, int i)
{
    static struct runner runner;
    const struct context *c = run->c;
    const struct lab_step *f = fact_at(run, i);
    struct step_result *r = &run->result[i];
    struct built *b = &run->built[EMULATOR][i];
    if (!b->program) {
        r->ruling = b->ruling;
    } else if (!runner_is_stuck(&r->ruling) &&
               check_is_possible(&c->device, EMULATOR, f, &r->ruling)) {
        runner_start(&runner, c, EMULATOR, c->lab[run->lab], b->program,
                     output_bytes(c, EMULATOR, run->lab), c->seconds);
        check_step(c, EMULATOR, run->lab, f, &runner, r);
        runner_stop(&runner);
    }
    b->ruling = r->ruling;
}

/* The nearest earlier step of this lab that poses the same problem, or -1. */
static int previous_of(const struct lab_run *run, int i)
{
    int j = i - 1;
    while (j >= 0 && fact_at(run, j)->problem != fact_at(run, i)->problem)
        j--;
    return j;
}

/* ---- on a GPU, which is the lab's until its last step is timed: all comparisons are on the same
 * one. CUDA takes long to begin (references.c), so a program that holds all steps begins once. A
 * step that fails in a process where another has been before is asked again in one of its own. */

struct stand {
    int taken;
    struct runner *reference, own_reference, mine[MAX_STEPS];
    int runs[MAX_STEPS]; /* the program of this place */
    int good[MAX_STEPS]; /* this step passed, and was timed */
};

/* Where a step's program runs, if it does. */
static int place_of(const struct lab_run *run, int i)
{
    return run->whole[GPU] ? 0 : i;
}

static void stop(struct stand *s, int place)
{
    if (s->runs[place])
        runner_stop(&s->mine[place]);
    s->runs[place] = 0;
}

static void begin(const struct lab_run *run, const char *program, struct runner *runner)
{
    runner_start(runner, run->c, GPU, run->c->lab[run->lab], program,
                 output_bytes(run->c, GPU, run->lab),
                 run->count * (step_seconds(run->c, GPU) + MEASURE_SECONDS));
}

static int answers(struct runner *r)
{
    runner_extend(r, MEASURE_SECONDS);
    return runner_ask(r, "device", 0, NULL, NULL) == TALK_ANSWERED;
}

/* The judge's, or one of our own where that does not answer. */
static struct runner *reference_of(struct lab_run *run, struct stand *s)
{
    struct runner *r = reference_borrow(run->c, run->lab);
    if (r && answers(r))
        return r;
    r = &s->own_reference;
    OWNED char *program = build_reference(run->c, run->lab);
    begin(run, program, r);
    if (!answers(r))
        die("the reference solution cannot use the GPU: %s", r->talk.line);
    return r;
}

/* In the process at `place`. 1 for a pass. */
static int check_and_time(struct lab_run *run, struct stand *s, int i, int place)
{
    const struct lab_step *f = fact_at(run, i);
    const int before = previous_of(run, i), where = before >= 0 ? place_of(run, before) : -1;
    if (!check_step(run->c, GPU, run->lab, f, &s->mine[place], &run->result[i]))
        return 0;
    if (!s->reference)
        s->reference = reference_of(run, s);
    struct contestant mine = {&s->mine[place], f->step}, previous = {NULL, -1};
    if (where >= 0 && s->good[before] && s->runs[where])
        previous = (struct contestant){&s->mine[where], fact_at(run, before)->step};
    return measure_step(run->c, f, &mine, &previous, s->reference,
                        before >= 0 ? fact_at(run, before)->step : -1, &run->result[i]);
}

static void run_on_gpu(struct lab_run *run, struct stand *s, int i)
{
    struct step_result *r = &run->result[i];
    const char *program = run->built[GPU][i].program;
    if (!program)
        r->ruling = run->built[GPU][i].ruling;
    if (!program || runner_is_stuck(&r->ruling))
        return;
    if (!s->taken)
        gpu_take(run->c);
    s->taken = 1;
    if (!check_is_possible(&run->c->device, GPU, fact_at(run, i), &r->ruling)) {
        r->max = 0;
        return;
    }
    for (int alone = 0, done = 0; !done;) {
        const int place = place_of(run, i);
        if (!s->runs[place]) {
            alone = s->runs[place] = 1;
            begin(run, program, &s->mine[place]);
        }
        s->good[i] = check_and_time(run, s, i, place);
        if (r->ruling.verdict == GRADER_ERROR) {
            s->reference = s->reference ? s->reference : reference_of(run, s);
            if (answers(s->reference)) /* the GPU is well: it is the program's fault */
                r->ruling.verdict = WRONG;
        }
        done = s->good[i] || alone || r->ruling.verdict == NOT_ATTEMPTED;
        if (!s->good[i] && r->ruling.verdict != NOT_ATTEMPTED)
            stop(s, place); /* who knows what it has left behind */
    }
}

/* Why the emulator does not take a step that nvcc takes: what its compiler or a call said. NULL: it
 * does. */
static const char *not_emulated(const struct lab_run *run, int i)
{
    const struct built *b = &run->built[EMULATOR][i];
    const int refused =
        b->ruling.verdict == SKIPPED || (!b->program && b->ruling.verdict == COMPILE_ERROR);
    return refused && run->built[GPU][i].program ? b->ruling.message : NULL;
}

static void grade_on_gpu(struct lab_run *run)
{
    static struct stand s;
    memset(&s, 0, sizeof s);
    for (int i = 0; i < run->count; i++) {
        int before = previous_of(run, i);
        const enum verdict emulated = run->result[i].ruling.verdict;
        if (is_graded(run, i) && /* nothing is asked where the emulator failed it */
            (emulated == PASS || emulated == SKIPPED || not_emulated(run, i)))
            run_on_gpu(run, &s, i);
        if (before >= 0 && !run->whole[GPU]) /* no later step is compared with it */
            stop(&s, before);
    }
    for (int i = 0; i < run->count; i++)
        if (s.runs[i])
            talk_dismiss(&s.mine[i].talk);
    if (s.reference == &s.own_reference)
        runner_stop(&s.own_reference);
    else if (s.reference)
        reference_return(run->c, run->lab);
    for (int i = 0; i < run->count; i++)
        stop(&s, i);
    gpu_release(run->c);
    measure_finish();
}

static void grade_file(struct lab_run *run, const char *file)
{
    struct context *c = run->c;
    runner_forget();
    build(run, EMULATOR, file);
    if (c->backend == GPU)
        build(run, GPU, file);
    for (int i = 0; i < run->count; i++)
        if (is_graded(run, i))
            emulate(run, i);
    if (c->backend == GPU) {
        *c->stage = STAGE_WAIT;
        grade_on_gpu(run);
    }
    for (int i = 0; i < run->count; i++)
        if (is_graded(run, i)) {
            const struct lab_lesson *rubric = rubric_of(c, run->lab, i);
            score_step(c, rubric, not_emulated(run, i), &run->result[i]);
            score_uncovered(c, run->lab, fact_at(run, i), file, rubric, &run->result[i]);
        }
    for (int b = 0; b < BACKENDS; b++)
        if (run->folder[b]) {
            built_free(run->built[b], run->count);
            remove_tree(run->folder[b]);
            free(run->folder[b]);
        }
}

/* No file, which is told of steps that are left out, too: they stay so. A name that is almost right
 * is the likeliest reason, and the student sees it best. */
static void rule_missing(struct lab_run *run)
{
    const struct context *c = run->c;
    const char *note = c->student[run->student].note,
               *others = handed_in(c, run->student, run->lab)->others;
    char name[128];
    lab_file_name(c->lab[run->lab], name, sizeof name);
    for (int i = 0; i < run->count; i++) {
        struct ruling *r = &run->result[i].ruling;
        const enum verdict verdict = is_graded(run, i) ? NOT_ATTEMPTED : SKIPPED;
        if (!is_asked_for(run, i))
            continue;
        if (note)
            err(r, verdict, "%s", note);
        else
            err(r, verdict, "There is no file %s in %s%s%s.", name,
                c->submissions ? "what was handed in" : "this lab's folder",
                *others ? "; there are: " : "", others);
        r->nothing = NO_FILE;
    }
}

static const char nobody_came[] = "The grader did not come to this step.";

void grade_lab(struct context *c, int student, int lab)
{
    struct lab_run run = {.c = c, .student = student, .lab = lab, .count = c->steps[lab]};
    const char *conflict = handed_in(c, student, lab)->conflict;
    OWNED char *found = find_file(c, student, lab), *file = NULL;
    if (conflict) { /* the instructor decides: no file of theirs is graded */
        grade_failed(c, student, lab, conflict);
        return;
    }
    reset(&run, nobody_came);
    if (found) {
        file = keep_copy(c, student, lab, found);
        grade_file(&run, file);
    } else {
        OWNED char *before = keep_file(c, student, lab); /* withdrawn since */
        unlink(before);
        rule_missing(&run);
    }
    keep_save(c, student, lab, file, run.result);
}

void grade_failed(struct context *c, int student, int lab, const char *why)
{
    struct lab_run run = {.c = c, .student = student, .lab = lab, .count = c->steps[lab]};
    reset(&run, why);
    keep_save(c, student, lab, NULL, run.result);
}

void grade_again(struct context *c, int student, int lab, struct step_result *now)
{
    struct lab_run run = {.c = c, .student = student, .lab = lab, .count = c->steps[lab]};
    OWNED char *file = keep_file(c, student, lab);
    if (access(file, R_OK))
        die("there is no copy of what %s handed in for %s (%s)", c->student[student].id,
            c->lab[lab], file);
    reset(&run, nobody_came);
    grade_file(&run, file);
    memcpy(now, run.result, sizeof run.result);
}

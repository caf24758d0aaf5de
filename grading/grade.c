/* One student's file for one lab, from its text to points. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "keep.h"
#include "stage.h"

static const struct figures unmeasured = {NAN, NAN, NAN, NAN, NAN, NAN, NAN};

struct lab_run {
    struct context *c;
    int student, lab, count;
    struct built built[BACKENDS][MAX_STEPS];
    char *folder[BACKENDS];
};

static struct step_result *result_at(const struct lab_run *run, int i)
{
    return result_of(run->c, run->student, slot_of(run->c, run->lab) + i);
}

static const struct step_fact *fact_at(const struct lab_run *run, int i)
{
    return &run->c->facts[run->c->first[run->lab] + i];
}

static int is_asked_for(const struct lab_run *run, int i)
{
    return run->c->only_step < 0 || fact_at(run, i)->step == run->c->only_step;
}

/* Every step starts as our fault, so that a step nobody came to is not the student's. */
static void reset(const struct lab_run *run)
{
    for (int i = 0; i < run->count; i++) {
        struct step_result *r = result_at(run, i);
        const struct step_rubric *rubric =
            rubric_step(&run->c->rubric[run->lab], fact_at(run, i)->step);
        memset(r, 0, sizeof *r);
        r->max = rubric->points;
        r->figures = unmeasured;
        for (int m = 0; m < MAX_METRICS; m++)
            r->counter[m] = NAN;
        if (is_asked_for(run, i))
            err(&r->ruling, GRADER_ERROR, "The grading of this step did not come to its end.");
        else
            err(&r->ruling, SKIPPED, "Not asked for (STEP=%d).", run->c->only_step);
    }
}

static void rule_all(const struct lab_run *run, const struct ruling *ruling)
{
    for (int i = 0; i < run->count; i++)
        if (is_asked_for(run, i))
            result_at(run, i)->ruling = *ruling;
}

static void build(struct lab_run *run, int backend, const char *file)
{
    run->folder[backend] = text_of("%s/%d-%s-%s", run->c->work, run->student, run->c->lab[run->lab],
                                   run->c->tools[backend].name);
    build_file(run->c, backend, run->lab, file, run->folder[backend], 0, run->built[backend]);
}

static void clean_up(struct lab_run *run)
{
    for (int b = 0; b < BACKENDS; b++)
        if (run->folder[b]) {
            built_free(run->built[b], run->count);
            remove_tree(run->folder[b]);
            free(run->folder[b]);
        }
}

static void emulate(struct lab_run *run, int i)
{
    static struct runner runner;
    struct step_result *r = result_at(run, i);
    struct built *b = &run->built[EMULATOR][i];
    if (!b->program) {
        r->ruling = b->ruling;
    } else if (check_begin(run->c, EMULATOR, run->lab, fact_at(run, i), b->program, 0, &runner,
                           r)) {
        check_step(run->c, EMULATOR, run->lab, fact_at(run, i), &runner, r);
        runner_stop(&runner);
    }
}

/* The nearest earlier step of this lab that poses the same problem, or -1. */
static int previous_of(const struct lab_run *run, int i)
{
    int j = i - 1;
    while (j >= 0 && fact_at(run, j)->problem != fact_at(run, i)->problem)
        j--;
    return j;
}

/* ---- on a GPU, which is the lab's until its last step is timed: all comparisons are on the same one. CUDA takes longer to
 * begin than a step to be timed, and the driver lets one process at a time begin, for whatever GPU. So the reference's program
 * begins once for the lab, and a step's stays until the next of the same problem has been compared with it. */

struct stand {
    const char *program;
    struct runner reference, mine[MAX_STEPS];
    int taken, reference_runs, runs[MAX_STEPS];
};

static void stop(struct stand *s, int i)
{
    if (s->runs[i])
        runner_stop(&s->mine[i]);
    s->runs[i] = 0;
}

static void start_reference(const struct lab_run *run, struct stand *s)
{
    size_t bytes = 0, of_this;
    for (int i = 0; i < run->count; i++)
        if ((of_this = measure_bytes(run->c, fact_at(run, i))) > bytes)
            bytes = of_this;
    runner_start(&s->reference, run->c, GPU, s->program, bytes, MEASURE_SECONDS * run->count);
    s->reference_runs = 1;
}

static void run_on_gpu(struct lab_run *run, struct stand *s, int i, int before)
{
    const struct step_fact *f = fact_at(run, i);
    struct step_result *r = result_at(run, i);
    struct built *b = &run->built[GPU][i];
    if (!b->program) {
        r->ruling = b->ruling;
        return;
    }
    if (!s->taken)
        gpu_take(run->c);
    s->taken = 1;
    if (!check_begin(run->c, GPU, run->lab, f, b->program, measure_bytes(run->c, f), &s->mine[i],
                     r))
        return;
    s->runs[i] = 1;
    if (!check_step(run->c, GPU, run->lab, f, &s->mine[i], r)) {
        stop(s, i);
        return;
    }
    if (!s->reference_runs)
        start_reference(run, s);
    struct contestant mine = {&s->mine[i], f->step}, previous = {NULL, -1};
    if (before >= 0 && s->runs[before])
        previous = (struct contestant){&s->mine[before], fact_at(run, before)->step};
    if (!measure_step(run->c, f, &mine, &previous, &s->reference,
                      before >= 0 ? fact_at(run, before)->step : -1, r))
        stop(s, i);
}

static void grade_on_gpu(struct lab_run *run, const char *reference)
{
    static struct stand s;
    struct context *c = run->c;
    memset(&s, 0, sizeof s);
    s.program = reference;
    for (int i = 0; i < run->count; i++) {
        int before = previous_of(run, i), emulated = result_at(run, i)->ruling.verdict;
        if (is_asked_for(run, i) && (!c->have_emulator || emulated == PASS || emulated == SKIPPED))
            run_on_gpu(run, &s, i, before);
        if (before >= 0)
            stop(&s, before);
    }
    for (int i = 0; i < run->count; i++)
        stop(&s, i);
    if (s.reference_runs)
        runner_stop(&s.reference);
    gpu_release(c);
    measure_finish();
}

/* Where a lab's reference program is kept: it is the same as long as the solution and the tools are. */
static char *reference_folder(const struct context *c, int lab)
{
    char key[HASH_TEXT];
    keep_lab_key(c, lab, key);
    return text_of("%s/kept/reference/%s-%.16s", c->out, c->lab[lab], key);
}

char *build_reference(struct context *c, int lab, char *why, size_t size)
{
    struct built steps[MAX_STEPS];
    char name[128], *place = reference_folder(c, lab), *program = text_of("%s/step-1", place),
                    *folder = text_of("%s/reference-%s", c->work, c->lab[lab]),
                    *shelf = text_of("%s/kept/reference", c->out);
    lab_file_name(c->lab[lab], name, sizeof name);
    char *file = text_of("%s/solutions/%s/%s", c->root, c->lab[lab], name);
    if (access(program, X_OK)) {
        make_folders(shelf);
        build_file(c, GPU, lab, file, folder, 1, steps);
        if (!steps[0].program)
            snprintf(why, size, "%s", steps[0].ruling.message);
        else if (rename(folder, place) && access(program, X_OK)) /* another judge was first: good */
            snprintf(why, size, "cannot make %s", place);
        built_free(steps, c->steps[lab]);
        if (access(program, X_OK)) {
            free(program);
            program = NULL;
        }
    }
    free(file);
    free(folder);
    free(place);
    free(shelf);
    return program;
}

static void grade_file(struct lab_run *run, const char *file)
{
    struct context *c = run->c;
    if (c->have_emulator)
        build(run, EMULATOR, file);
    if (c->backend == GPU)
        build(run, GPU, file);
    for (int i = 0; i < run->count && c->have_emulator; i++)
        if (is_asked_for(run, i))
            emulate(run, i);
    if (c->backend == GPU) {
        char why[MESSAGE], *reference = build_reference(c, run->lab, why, sizeof why);
        if (!reference)
            die("the reference solution of %s is not there: %s", c->lab[run->lab], why);
        *c->stage = STAGE_WAIT;
        grade_on_gpu(run, reference);
        free(reference);
    }
    for (int i = 0; i < run->count; i++)
        if (is_asked_for(run, i))
            score_step(c, rubric_step(&c->rubric[run->lab], fact_at(run, i)->step),
                       result_at(run, i));
    clean_up(run);
}

void grade_lab(struct context *c, int student, int lab)
{
    struct lab_run run = {c, student, lab, c->steps[lab], {{{0}}}, {0}};
    char name[128], *found = find_file(c, &c->student[student], c->lab[lab]), *file = NULL;
    reset(&run);
    if (found) {
        file = keep_copy(c, student, lab, found);
        grade_file(&run, file);
    } else {
        struct ruling missing;
        lab_file_name(c->lab[lab], name, sizeof name);
        err(&missing, NOT_ATTEMPTED, "There is no file %s%s.", name,
            c->submissions ? " anywhere below the student's folder" : " in this lab's folder");
        rule_all(&run, &missing);
    }
    keep_save(c, student, lab, file);
    free(found);
    free(file);
}

void grade_again(struct context *c, int student, int lab)
{
    struct lab_run run = {c, student, lab, c->steps[lab], {{{0}}}, {0}};
    char *file = keep_file(c, student, lab);
    if (access(file, R_OK))
        die("there is no copy of what %s handed in for %s (%s)", c->student[student].id,
            c->lab[lab], file);
    reset(&run);
    grade_file(&run, file);
    free(file);
}

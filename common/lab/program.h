/* The program around a lab: checks each step in processes of its own, says what came of it (pass;
 * right, but …; wrong; not attempted), then measures those that are right and prints a table. On a
 * GPU: times by events, interleaved with the reference and cuBLAS. In the emulator: counters. */
#pragma once

#include "lab/measure/measure.h"
#include "launches.h"

/* ---- what is said of a step, and noted for `make` ---- */

enum { LAB_COLUMNS = 100, LAB_FEWEST_COLUMNS = 40, LAB_INDENT = 8 };

/* The columns that a message may take: COLUMNS, which run.sh sets (columns.sh), at most 100. */
static inline int lab_columns(void)
{
    const char *said = getenv("COLUMNS");
    const int columns = said ? atoi(said) : 0;
    return columns >= LAB_FEWEST_COLUMNS && columns < LAB_COLUMNS ? columns : LAB_COLUMNS;
}

/* How much is said below the line of a step: nothing; why it does not pass; also where the cost of
 * one that passes is. */
enum lab_detail { LAB_NO_MESSAGE, LAB_MESSAGE, LAB_COSTS };

static inline void lab_print_check(const struct lab_step *f, const struct lab_result *r,
                                   const struct lab_gpu *g, enum lab_detail detail)
{
    static char last[sizeof r->message];
    char untried[200];
    printf("step %-2d %-20s %s%s", f->step, f->name, lab_state_name(r->state),
           r->state == LAB_BUT ? " the idea is not there yet" : "");
    if (r->state == LAB_PASS && r->left_out)
        printf("; %d more left out: too large for this GPU's free memory, or for this step's pace",
               r->left_out);
    printf("\n");
    if (detail == LAB_NO_MESSAGE)
        return;
    if (r->state == LAB_PASS &&
        lab_untried(f->lab, f->step, g->major, g->minor, !LAB_ON_GPU, untried, sizeof untried)[0])
        lab_put_folded(untried, LAB_INDENT, lab_columns());
    /* why several steps were skipped or not attempted is said once, what is wrong with each
     * always */
    if (r->state != LAB_PASS &&
        ((r->state != LAB_SKIPPED && r->state != LAB_NOT_ATTEMPTED) || strcmp(r->message, last)))
        lab_put_folded(r->message, LAB_INDENT, lab_columns());
    if (r->state == LAB_BUT || (r->state == LAB_PASS && detail == LAB_COSTS))
        lab_put_folded(r->costs, LAB_INDENT, LAB_COLUMNS); /* a table */
    snprintf(last, sizeof last, "%s", r->message);
    fflush(stdout);
}

/* What the machine is, asked of a runner, so that this process stays clean of CUDA. 0, or -1 after
 * one line. */
static inline int lab_ask_machine(struct lab_gpu *g)
{
    const struct lab_trial trial = {NULL, NULL, NULL, 0, 0, 60, 0, g};
    struct process p;
    char why[300] = "it does not answer";
    memset(g, 0, sizeof *g);
    process_ask(&p, &trial, "device", NULL, NULL);
    const enum talk_answer how = talk_hear(&p.talk);
    talk_hear_gpu(&p.talk, g);
    protocol_get(p.talk.line, "cuda", why, sizeof why);
    process_stop(&p, 500);
    if (how == TALK_ANSWERED)
        return 0;
    fprintf(stderr, "no usable GPU: %s. `make run BACKEND=emulator` needs none.\n", why);
    return -1;
}

/* Adds to a step that is right on the GPU what the emulator's build of the file says of it: the
 * lesson's verdict, or a mistake that the GPU did not show. */
static inline void lab_add_emulated(const struct lab_run *run, const struct lab_step *f,
                                    struct lab_result *r)
{
    char program[4096];
    const char *const given = run->o.emulated;
    const size_t length = strlen(given);
    const struct lab_trial trial = {NULL, program, f->lab, 1, 0, 60, run->o.seed, &run->gpu};
    struct lab_result emulated;
    snprintf(program, sizeof program, "%s", given);
    if (length > 0 && given[length - 1] == '/')
        lab_append(program, sizeof program, "%d.run", f->step);
    emulated.state = LAB_SKIPPED;
    if (access(program, X_OK) == 0)
        emulated = lab_check(f, &trial);
    if (emulated.state == LAB_SKIPPED)
        snprintf(r->costs, sizeof r->costs,
                 "Its idea was not checked: the emulator does not take this step (make run "
                 "BACKEND=emulator says why).\n");
    else if (emulated.state == LAB_PASS)
        memcpy(r->costs, emulated.costs, sizeof r->costs);
    else
        *r = emulated;
}

/* One step: right, and its idea reached? */
static inline struct lab_result lab_answer(const struct lab_run *run, const struct lab_step *f)
{
    const struct lab_options *o = &run->o;
    const struct lab_entry *entry = lab_entry_of(lab_entries, f->step);
    const int seconds = LAB_ON_GPU ? 120 : 60;
    const struct lab_trial trial = {entry,      NULL,    f->lab,  !LAB_ON_GPU,
                                    LAB_ON_GPU, seconds, o->seed, &run->gpu};
    if (o->repeat)
        return lab_repeat_step(run, f);
    struct lab_result r = lab_check(f, &trial);
    if (r.state == LAB_PASS && o->emulated && f->lesson.rules)
        lab_add_emulated(run, f, &r);
    return r;
}

/* Checks the steps asked for and lists those worth measuring, after the step before them. */
static inline void lab_check_steps(struct lab_run *run)
{
    const struct lab_options *o = &run->o;
    const struct lab_step *last = NULL; /* that passes */
    struct lab_contender *end = run->list;
    for (int i = 0; i < run->count; i++) {
        const struct lab_step *f = run->asked[i];
        const struct lab_entry *theirs = lab_entry_of(run->reference, f->step);
        const struct lab_result r = lab_answer(run, f);
        lab_print_check(f, &r, &run->gpu,
                        o->brief && lab_failed(run)   ? LAB_NO_MESSAGE
                        : o->steps && run->count == 1 ? LAB_COSTS
                                                      : LAB_MESSAGE);
        run->came[r.state]++;
        if (o->progress && !o->repeat)
            lab_note_answer(o->progress, f->step, &r);
        if (r.state != LAB_PASS) {
            if (o->predicted[i] > 0)
                printf("        You predicted %.2fx: that is compared once the step passes.\n",
                       o->predicted[i]);
            continue;
        }
        if (!last || last != f - 1) /* the learner's own is not there to compare with */
            end += lab_step_before(f->lab, (int)(f - run->facts), end);
        last = f;
        *end = lab_contender_of(f->name, o->who, f->step, f->problem,
                                lab_entry_of(lab_entries, f->step), LAB_MINE);
        end++->predicted = o->predicted[i];
        if (theirs->launch)
            *end++ =
                lab_contender_of(f->name, "reference", f->step, f->problem, theirs, LAB_THEIRS);
        end += lab_list_settings(f, o->who, end);
    }
    run->table.count = (int)(end - run->list);
}

/* lab_main, but for what could not be written to stdout. */
static inline int lab_program(int argc, char **argv, const char *lab)
{
    static struct lab_run run;
    struct lab_table *t = &run.table;
    const struct lab_options *o = &run.o;
    if (lab_parse(argc, argv, &run.o) || lab_choose_steps(&run, lab) || lab_ask_machine(&run.gpu) ||
        lab_check_sizes(&run))
        return 2;
    if (o->once || o->print)
        return lab_once_each(&run);
    t->json_file = o->json;
    t->gpu = &run.gpu;
    t->list = run.list;
    t->sweep = !lab_entries;
    printf("Lab %s%s, backend %s: %s\n", lab, t->sweep ? ", a sweep over its constants" : "",
           LAB_BACKEND, run.gpu.name);
    if (t->sweep)
        lab_check_settings(&run);
    else
        lab_check_steps(&run);
    if (t->sweep && !t->count) {
        fprintf(stderr, "lab %s: no constant has an effect on step %d\n", lab, run.asked[0]->step);
        return 2;
    }
    const int passed = run.came[LAB_PASS], failed = lab_failed(&run),
              status = failed || run.came[LAB_NOT_ATTEMPTED] ? 1
                       : passed                              ? 0
                                                             : 2;
    /* nothing after a failure but the failure */
    const int worth_it = t->sweep || (!o->check && !o->repeat && passed && !failed),
              measured = worth_it && !ferror(stdout) ? lab_measure(t, o->size, o->sizes) : 0;
    if (run.came[LAB_WRONG] && !t->sweep && !o->repeat)
        printf("SEED=%llu repeats this run with the same data\n", (unsigned long long)o->seed);
    return measured > status ? measured : status;
}

/* The lab's program. 0: every step asked for passes, as far as this machine can try it; 1: one does
 * not; 2: none could be tried, or what came of it could not be written. */
static inline int lab_main(int argc, char **argv, const char *lab)
{
#ifdef LAB_EMULATOR
    emu_main_begins();
#endif
    if (argc > 1 && strcmp(argv[1], "--serve") == 0)
        serve_steps(lab_entries);
    return lab_all_written(lab_program(argc, argv, lab));
}

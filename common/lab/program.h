/* The program around a lab: checks each step in processes of its own, then measures those that are
 * right and prints a table. On a GPU: times by events, interleaved with the reference and cuBLAS.
 * In the emulator: counters. */
#ifndef LAB_PROGRAM_H
#define LAB_PROGRAM_H

#include "answers.h"
#include "engine/check.h"
#include "lab/measure/gpu_facts.h"
#include "lab/measure/measure.h"
#include "lesson.h"
#include "one_launch.h"
#include "program_options.h"
#include "repeat.h"
#include "lab/measure/table.h"

extern "C" const struct lab_entry lab_entries[];
#define LAB(id, track) extern "C" __attribute__((weak)) const struct lab_entry lab_reference_##id[];
#define STEP(...)
#define LAB_END
#include "labs/ladder.h"

/* Steps of the lab called `id`, in order, and the reference's table, NULL where it is not linked
 * in; their number, 0 if there is no such lab. */
static inline int lab_facts(const char *id, const struct lab_step **facts,
                            const struct lab_entry **reference)
{
#define LAB(id, track) {#id, lab_reference_##id},
#define STEP(...)
#define LAB_END
    static const struct {
        const char *lab;
        const struct lab_entry *table;
    } references[] = {
#include "labs/ladder.h"
    };
    *reference = NULL;
    for (size_t i = 0; i < sizeof references / sizeof *references; i++)
        if (strcmp(references[i].lab, id) == 0)
            *reference = references[i].table;
    return lab_steps_of(id, facts);
}

static inline const struct lab_entry *lab_entry_of(const struct lab_entry *table, int step)
{
    static const struct lab_entry none = LAB_NO_ENTRY;
    for (; table && table->step >= 0; table++)
        if (table->step == step)
            return table;
    return &none;
}

/* The step before number `at` of the lab `id`, by the reference: the lab's own, or the last one of
 * the lab before it (lab_file_before). 0 if it is not linked in, or solves another problem. */
static inline int lab_step_before(const char *id, int at, struct lab_contender *out)
{
    const struct lab_file *before = lab_file_before(id);
    const struct lab_step *facts, *here;
    const struct lab_entry *reference;
    int count = lab_facts(id, &facts, &reference);
    here = &facts[at];
    if (at == 0)
        for (at = count = before ? lab_facts(before->lab, &facts, &reference) : 0;
             at > 1 && !lab_same_job(facts[at - 1].problem, here->problem);)
            at--;
    if (!count)
        return 0;
    const struct lab_step *f = &facts[at - 1];
    const struct lab_entry *entry = lab_entry_of(reference, f->step);
    if (!entry->launch || !lab_same_job(f->problem, here->problem))
        return 0;
    int same = lab_family(f->problem) == lab_family(here->problem);
    *out = lab_contender_of(f->name, "the step before", f->step, same ? f->problem : here->problem,
                            entry, LAB_BEFORE);
    return 1;
}

/* A lab's file, compiled once more with another value of one of its constants. `make sweep` and
 * `make bench` link such tables in; a label of NULL ends the list (tools/settings.cu). */
struct lab_setting {
    const char *label; /* "TILE=8" */
    const struct lab_entry *steps;
    int first, last; /* the steps that the constant has an effect on */
};
extern "C" __attribute__((weak)) const struct lab_setting lab_settings[];

/* Waits at most `seconds` for `bytes` from a child. 1 if they came whole. */
static inline int lab_await(int fd, void *to, size_t bytes, int seconds)
{
    struct pollfd p = {fd, POLLIN, 0};
    while (poll(&p, 1, seconds * 1000) < 0 && errno == EINTR)
        ;
    return p.revents && read(fd, to, bytes) == (ssize_t)bytes;
}

/* A child that says whether there is a GPU and how much memory is free, so that this process stays
 * clean of CUDA. */
struct lab_machine {
    struct lab_gpu gpu;
    double free_bytes;
    cudaError_t error;
    char error_text[200];
};

static inline struct lab_machine lab_probe(void)
{
    struct lab_machine machine;
    int pipes[2];
    memset(&machine, 0, sizeof machine);
    machine.error = cudaErrorUnknown;
    if (pipe(pipes))
        return machine;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        size_t available = 0, total = 0;
        machine.error = lab_gpu_facts(&machine.gpu);
        if (machine.error == cudaSuccess)
            machine.error = cudaMemGetInfo(&available, &total);
        snprintf(machine.error_text, sizeof machine.error_text, "%s",
                 cudaGetErrorString(machine.error));
        machine.free_bytes = (double)available;
        _exit(write(pipes[1], &machine, sizeof machine) == (ssize_t)sizeof machine ? 0 : 2);
    }
    close(pipes[1]);
    if (child > 0) {
        if (!lab_await(pipes[0], &machine, sizeof machine, 60))
            kill(child, SIGKILL); /* or it would be waited for as long as it hangs */
        waitpid(child, NULL, 0);
    }
    close(pipes[0]);
    return machine;
}

/* 0, or -1 after one line about the first size that a step which is asked for cannot have. */
static inline int lab_check_sizes(const struct lab_options *o, const struct lab_step *facts,
                                  int steps, double free_bytes)
{
    char why[200];
    int depth = 0;
    for (int i = 0; i < steps; i++)
        depth |= lab_has_depth(facts[i].problem);
    if (o->k && !depth) {
        fprintf(stderr, "size %dx%dx%d: lab %s has no third dimension: give two, like %dx%d\n",
                o->m, o->n, o->k, facts[0].lab, o->m, o->n);
        return -1;
    }
    for (int i = 0; o->m && i < steps; i++) {
        struct lab_case c = lab_headline(facts[i].problem, 0, 1);
        if (!lab_is_asked(o, facts[i].step))
            continue;
        lab_resize(&c, o->m, o->n, o->k);
        if (lab_check_size(&c, free_bytes, why, sizeof why)) {
            fprintf(stderr, "%s\n", why);
            return -1;
        }
    }
    return 0;
}

/* Is a step right in a trial? */
static inline struct lab_result lab_try(const struct lab_step *f, const struct lab_trial *trial,
                                        const struct lab_gpu *g)
{
    struct lab_result r;
    memset(&r, 0, sizeof r);
    if (lab_unsupported(f->problem, g->major, g->minor, trial->emulated, r.message,
                        sizeof r.message))
        r.state = LAB_SKIPPED;
    else
        r = lab_check(f, trial);
    return r;
}

/* Adds to a step that is right on the GPU what the emulator's build of the file says of it: the
 * lesson's verdict, or a mistake that the GPU did not show. */
static inline void lab_add_emulated(const struct lab_options *o, const struct lab_step *f,
                                    const struct lab_gpu *g, struct lab_result *r)
{
    char program[4096];
    const size_t length = strlen(o->emulated);
    const struct lab_trial trial = {NULL, program, f->lab, 1, 0, 60, INFINITY, o->seed};
    struct lab_result emulated;
    if (length > 0 && o->emulated[length - 1] == '/')
        snprintf(program, sizeof program, "%s%d.run", o->emulated, f->step);
    else
        snprintf(program, sizeof program, "%s", o->emulated);
    emulated.state = LAB_SKIPPED;
    if (access(program, X_OK) == 0)
        emulated = lab_try(f, &trial, g);
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
static inline struct lab_result lab_answer(const struct lab_options *o, const struct lab_step *f,
                                           const struct lab_machine *machine)
{
    const int gpu = strcmp(LAB_BACKEND, "gpu") == 0;
    const struct lab_trial trial = {
        lab_entry_of(lab_entries, f->step),   NULL,   f->lab, !gpu, gpu, gpu ? 120 : 60,
        gpu ? machine->free_bytes : INFINITY, o->seed};
    struct lab_result r = lab_try(f, &trial, &machine->gpu);
    if (r.state == LAB_PASS && o->emulated && f->lesson.rules)
        lab_add_emulated(o, f, &machine->gpu, &r);
    return r;
}

/* Lists the settings of one step that are linked in, "gemm_tile TILE=8"; their number. Their
 * outputs are verified where they are measured. */
static inline int lab_list_settings(const struct lab_step *f, const char *who,
                                    struct lab_contender *list)
{
    enum { MOST = 32 };
    static char names[MOST][100];
    static int named;
    int count = 0;
    for (const struct lab_setting *s = lab_settings; s && s->label && named < MOST; s++) {
        const struct lab_entry *entry = lab_entry_of(s->steps, f->step);
        if (f->step < s->first || f->step > s->last || !entry->launch)
            continue;
        snprintf(names[named], sizeof names[named], "%s %s", f->name, s->label);
        list[count++] =
            lab_contender_of(names[named++], who, f->step, f->problem, entry, LAB_SETTING);
    }
    return count;
}

/* Checks the steps asked for and lists those worth measuring, after the step before them. */
static inline int lab_check_steps(const struct lab_options *o, const struct lab_step *facts,
                                  int steps, const struct lab_machine *machine,
                                  const struct lab_entry *reference, struct lab_contender *list,
                                  struct lab_tally *tally)
{
    int count = 0, run = 0, last = -1;
    int record = o->progress != NULL, alone = o->steps && !(o->steps & (o->steps - 1));
    for (int i = 0; i < steps; i++) {
        const struct lab_step *f = &facts[i];
        if (!lab_is_asked(o, f->step))
            continue;
        const struct lab_entry *theirs = lab_entry_of(reference, f->step);
        struct lab_result r = lab_answer(o, f, machine);
        lab_print_check(f, &r, &machine->gpu,
                        o->brief && tally->failed ? LAB_NO_MESSAGE
                        : alone                   ? LAB_COSTS
                                                  : LAB_MESSAGE);
        lab_count_answer(tally, &r);
        if (record && lab_save_progress(o->progress, o->stamps, f->step, &r))
            record = 0; /* that is said once */
        if (r.state == LAB_PASS) {
            if (last != i - 1 || i == 0) /* the learner's own is not there to compare with */
                count += lab_step_before(f->lab, i, &list[count]);
            last = i;
            list[count] = lab_contender_of(f->name, o->who, f->step, f->problem,
                                           lab_entry_of(lab_entries, f->step), LAB_MINE);
            list[count++].predicted = o->predicted[run];
            if (theirs->launch)
                list[count++] =
                    lab_contender_of(f->name, "reference", f->step, f->problem, theirs, LAB_THEIRS);
            count += lab_list_settings(f, o->who, &list[count]);
        }
        run++;
    }
    return count;
}

/* Launches the steps asked for, once each, in this very process. 0, or 2 where one could not be. */
static inline int lab_once_each(const struct lab_options *o, const struct lab_step *facts,
                                int steps)
{
    int status = 0;
    for (int i = 0; i < steps; i++) {
        const struct lab_entry *mine = lab_entry_of(lab_entries, facts[i].step);
        if (!lab_is_asked(o, facts[i].step) || !mine->launch)
            continue;
        printf("step %d  %s, one launch\n", facts[i].step, facts[i].name);
        fflush(stdout);
        if (lab_once(mine, facts[i].problem, o->m, o->n, o->k, o->print))
            status = 2;
    }
    return status;
}

/* Repeats one step at one size. */
static inline struct lab_result lab_repeat_step(const struct lab_options *o,
                                                const struct lab_step *f, const struct lab_gpu *g,
                                                const struct lab_size *size)
{
    struct lab_result r;
    memset(&r, 0, sizeof r);
    if (lab_unsupported(f->problem, g->major, g->minor, strcmp(LAB_BACKEND, "gpu") != 0, r.message,
                        sizeof r.message))
        r.state = LAB_SKIPPED;
    else
        r = lab_repeat(lab_entry_of(lab_entries, f->step), f->problem, o->repeat, size, o->seed);
    lab_print_check(f, &r, g, LAB_MESSAGE);
    return r;
}

/* Repeats the steps asked for at each size asked for, in this very process, up to the first that is
 * wrong. The status as lab_main has it. */
static inline int lab_repeat_each(const struct lab_options *o, const struct lab_step *facts,
                                  int steps, const struct lab_machine *machine)
{
    struct lab_options one = *o;
    struct lab_tally tally;
    memset(&tally, 0, sizeof tally);
    for (int s = 0; s < (o->sizes ? o->sizes : 1); s++) {
        one.m = o->size[s].m;
        one.n = o->size[s].n;
        one.k = o->size[s].k;
        if (lab_check_sizes(&one, facts, steps, machine->free_bytes))
            return 2;
        for (int i = 0; i < steps && !tally.failed; i++)
            if (lab_is_asked(o, facts[i].step)) {
                struct lab_result r = lab_repeat_step(o, &facts[i], &machine->gpu, &o->size[s]);
                lab_count_answer(&tally, &r);
            }
    }
    return lab_tally_status(&tally);
}

/* What is measured where every step was skipped. */
static inline void lab_write_no_rows(const char *json)
{
    FILE *f = fopen(json, "w");
    if (!f || fputs("{\"rows\":[]}\n", f) < 0 || fclose(f))
        perror(json);
}

/* All of lab_main but for its last look at stdout. */
static inline int lab_program(int argc, char **argv, const char *lab)
{
    struct lab_options o;
    const struct lab_step *facts = NULL;
    const struct lab_entry *reference = NULL;
    struct lab_contender list[3 * LAB_MAX_STEPS];
    int status = lab_parse(argc, argv, &o), steps = lab_facts(lab, &facts, &reference);
    if (status)
        return status;
    if (!steps) {
        fprintf(stderr, "there is no lab '%s'\n", lab);
        return 2;
    }
    if (lab_no_step(facts, steps, o.steps) || lab_predicts_too_much(facts, steps, &o))
        return 2;
    struct lab_machine machine = lab_probe();
    if (machine.error != cudaSuccess) {
        fprintf(stderr, "no usable GPU: %s. `make run BACKEND=emulator` needs none.\n",
                machine.error_text);
        return 2;
    }
    if (lab_check_sizes(&o, facts, steps, machine.free_bytes))
        return 2;
    if (o.once)
        return lab_once_each(&o, facts, steps);
    printf("Lab %s, backend %s: %s\n", lab, LAB_BACKEND, machine.gpu.name);
    if (o.repeat)
        return lab_repeat_each(&o, facts, steps, &machine);
    struct lab_tally tally;
    memset(&tally, 0, sizeof tally);
    int count = lab_check_steps(&o, facts, steps, &machine, reference, list, &tally);
    status = lab_tally_status(&tally);
    if (o.json && status == 2)
        lab_write_no_rows(o.json);
    struct lab_task task = {lab, o.json, list, count, &machine.gpu, machine.free_bytes,
                            o.m, o.n,    o.k};
    /* nothing after a failure but the failure */
    int measured = o.timing && tally.passed && !tally.failed && !ferror(stdout)
                       ? lab_apart(lab_measure_task, &task)
                       : 0;
    status = measured > status ? measured : status;
    if (tally.wrong)
        printf("SEED=%llu repeats this run with the same data\n", (unsigned long long)o.seed);
    return status;
}

/* The lab's program. 0: every step asked for passes, as far as this machine can try it; 1: one does
 * not; 2: none could be tried, or what came of it could not be written. */
static inline int lab_main(int argc, char **argv, const char *lab)
{
#ifdef LAB_EMULATOR
    emu_main_begins();
#endif
    if (argc > 1 && strcmp(argv[1], "--serve") == 0)
        process_serve(lab_entries);
    return lab_all_written(lab_program(argc, argv, lab));
}

#endif

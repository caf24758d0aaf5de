/* The program around a lab: checks each step in processes of its own, then measures those that are
 * right and prints a table. On a GPU: times by events, interleaved with the reference and cuBLAS.
 * In the emulator: counters. */
#ifndef LAB_PROGRAM_H
#define LAB_PROGRAM_H

#include "answers.h"
#include "engine/check.h"
#include "lab/measure/measure.h"
#include "linked.h"
#include "one_launch.h"
#include "program_options.h"
#include "repeat.h"

/* What the machine is, asked of a runner, so that this process stays clean of CUDA. 0, or -1 after
 * one line. */
static inline int lab_ask_machine(struct lab_gpu *g)
{
    const struct lab_trial trial = {NULL, NULL, NULL, 0, 0, 60, INFINITY, 0, 0};
    struct process p;
    char why[300] = "it does not answer";
    memset(g, 0, sizeof *g);
    process_ask(&p, &trial, "device", NULL, NULL);
    const enum talk_answer how = talk_hear(&p.talk);
    talk_hear_gpu(p.talk.line, g);
    protocol_get(p.talk.line, "cuda", why, sizeof why);
    process_stop(&p, 500);
    if (how == TALK_ANSWERED)
        return 0;
    fprintf(stderr, "no usable GPU: %s. `make run BACKEND=emulator` needs none.\n", why);
    return -1;
}

/* 0, or -1 after one line about the first size that a step which is asked for cannot have. */
static inline int lab_check_sizes(const struct lab_options *o, const struct lab_step *facts,
                                  int steps, double free_bytes)
{
    char why[200];
    int depth = 0;
    for (int i = 0; i < steps; i++)
        depth |= lab_has_depth(facts[i].problem);
    for (const struct lab_size *s = o->size; s < o->size + o->sizes; s++) {
        if (s->k && !depth) {
            fprintf(stderr, "size %dx%dx%d: lab %s has no third dimension: give two, like %dx%d\n",
                    s->m, s->n, s->k, facts[0].lab, s->m, s->n);
            return -1;
        }
        for (int i = 0; i < steps; i++) {
            struct lab_case c = lab_headline(facts[i].problem, 0, 1);
            lab_resize(&c, s->m, s->n, s->k);
            if (lab_is_asked(o, facts[i].step) && lab_check_size(&c, free_bytes, why, sizeof why)) {
                fprintf(stderr, "%s\n", why);
                return -1;
            }
        }
    }
    return 0;
}

/* Is a step right in a trial, or in every launch at this size? */
static inline struct lab_result lab_try(const struct lab_step *f, const struct lab_trial *trial,
                                        const struct lab_gpu *g, const struct lab_size *size)
{
    struct lab_result r;
    memset(&r, 0, sizeof r);
    if (lab_unsupported(f->problem, g->major, g->minor, trial->emulated, r.message,
                        sizeof r.message))
        r.state = LAB_SKIPPED;
    else
        r = trial->repeats ? lab_repeat(f, trial, size) : lab_check(f, trial);
    return r;
}

/* Adds to a step that is right on the GPU what the emulator's build of the file says of it: the
 * lesson's verdict, or a mistake that the GPU did not show. */
static inline void lab_add_emulated(const struct lab_options *o, const struct lab_step *f,
                                    const struct lab_gpu *g, struct lab_result *r)
{
    char program[4096];
    const size_t length = strlen(o->emulated);
    const struct lab_trial trial = {NULL, program, f->lab, 1, 0, 60, INFINITY, o->seed, 0};
    struct lab_result emulated;
    if (length > 0 && o->emulated[length - 1] == '/')
        snprintf(program, sizeof program, "%s%d.run", o->emulated, f->step);
    else
        snprintf(program, sizeof program, "%s", o->emulated);
    emulated.state = LAB_SKIPPED;
    if (access(program, X_OK) == 0)
        emulated = lab_try(f, &trial, g, NULL);
    if (emulated.state == LAB_SKIPPED)
        snprintf(r->costs, sizeof r->costs,
                 "Its idea was not checked: the emulator does not take this step (make run "
                 "BACKEND=emulator says why).\n");
    else if (emulated.state == LAB_PASS)
        memcpy(r->costs, emulated.costs, sizeof r->costs);
    else
        *r = emulated;
}

/* One step: right, and its idea reached? Or right each time (o->repeat), at this size? */
static inline struct lab_result lab_answer(const struct lab_options *o, const struct lab_step *f,
                                           const struct lab_gpu *gpu, const struct lab_size *size)
{
    const int on_gpu = strcmp(LAB_BACKEND, "gpu") == 0;
    const struct lab_trial trial = {
        lab_entry_of(lab_entries, f->step),  NULL,    f->lab,   !on_gpu, on_gpu, on_gpu ? 120 : 60,
        on_gpu ? gpu->free_bytes : INFINITY, o->seed, o->repeat};
    struct lab_result r = lab_try(f, &trial, gpu, size);
    if (r.state == LAB_PASS && !o->repeat && o->emulated && f->lesson.rules)
        lab_add_emulated(o, f, gpu, &r);
    return r;
}

/* Checks the steps asked for and lists those worth measuring, after the step before them. */
static inline int lab_check_steps(const struct lab_options *o, const struct lab_step *facts,
                                  int steps, const struct lab_gpu *gpu,
                                  const struct lab_entry *reference, struct lab_contender *list,
                                  struct lab_tally *tally)
{
    int count = 0, run = 0, last = -1;
    const int alone = o->steps && !(o->steps & (o->steps - 1));
    for (int i = 0; i < steps; i++) {
        const struct lab_step *f = &facts[i];
        if (!lab_is_asked(o, f->step))
            continue;
        const struct lab_entry *theirs = lab_entry_of(reference, f->step);
        struct lab_result r = lab_answer(o, f, gpu, NULL);
        lab_print_check(f, &r, gpu,
                        o->brief && tally->failed ? LAB_NO_MESSAGE
                        : alone                   ? LAB_COSTS
                                                  : LAB_MESSAGE);
        lab_count_answer(tally, &r);
        if (o->progress)
            lab_note_answer(o->progress, f->step, &r);
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
        } else if (o->predicted[run] > 0) {
            printf("        You predicted %.2fx: that is compared once the step passes.\n",
                   o->predicted[run]);
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
        if (lab_once(mine, facts[i].problem, o->sizes ? o->size : NULL, o->print))
            status = 2;
    }
    return status;
}

/* Repeats the steps asked for at each size asked for, in this very process, up to the first that is
 * wrong. */
static inline void lab_repeat_each(const struct lab_options *o, const struct lab_step *facts,
                                   int steps, const struct lab_gpu *gpu, struct lab_tally *tally)
{
    for (int s = 0; s < (o->sizes ? o->sizes : 1); s++)
        for (int i = 0; i < steps && !tally->failed; i++) {
            if (!lab_is_asked(o, facts[i].step))
                continue;
            const struct lab_result r =
                lab_answer(o, &facts[i], gpu, o->sizes ? &o->size[s] : NULL);
            lab_print_check(&facts[i], &r, gpu, LAB_MESSAGE);
            lab_count_answer(tally, &r);
        }
}

/* `make sweep`: checks each setting of each step asked for, a step's settings together, and bars
 * what cannot be measured: what the GPU lacks, what crashes, what is not written yet. A GPU is not
 * trusted with a wrong one, either; the emulator counts it, and says so. The number of settings. */
static inline int lab_check_settings(const struct lab_options *o, const struct lab_step *facts,
                                     int steps, const struct lab_gpu *gpu,
                                     struct lab_contender *list, struct lab_tally *tally)
{
    const int on_gpu = strcmp(LAB_BACKEND, "gpu") == 0;
    int count = 0;
    for (int i = 0; i < steps; i++)
        for (const struct lab_setting *s = lab_settings; s->label && count < LAB_MAX_CONTENDERS;
             s++) {
            const struct lab_entry *entry = lab_entry_of(s->steps, facts[i].step);
            if (!lab_is_asked(o, facts[i].step) || !entry->launch || facts[i].step < s->first ||
                facts[i].step > s->last)
                continue;
            struct lab_contender *x = &list[count++];
            struct lab_step step = facts[i]; /* no lesson: a setting is right or wrong */
            memset(&step.lesson, 0, sizeof step.lesson);
            /* the emulator's cases on a GPU, too: they are the smaller ones */
            const struct lab_trial trial = {entry, NULL,     NULL,    !on_gpu, 0,
                                            60,    INFINITY, o->seed, 0};
            const struct lab_result r = lab_try(&step, &trial, gpu, NULL);
            *x = lab_contender_of(s->label, facts[i].name, facts[i].step, facts[i].problem, entry,
                                  LAB_MINE);
            x->check = r.state == LAB_PASS ? "right" : lab_state_name(r.state);
            lab_count_answer(tally, &r);
            if (r.state == LAB_PASS)
                continue;
            x->verdict.ok = r.state == LAB_NOT_ATTEMPTED || r.state == LAB_SKIPPED;
            snprintf(x->verdict.guess, sizeof x->verdict.guess, "%s: %.250s", x->check, r.message);
            if (on_gpu || r.state != LAB_WRONG)
                lab_fail(x, LAB_BARRED, x->check, r.message);
        }
    return count;
}

/* lab_main, but for what could not be written to stdout. */
static inline int lab_program(int argc, char **argv, const char *lab)
{
    struct lab_options o;
    const struct lab_step *facts = NULL;
    const struct lab_entry *reference = NULL;
    struct lab_contender list[3 * LAB_MAX_STEPS];
    struct lab_gpu gpu;
    struct lab_tally tally;
    const int sweep = !lab_entries;
    int status = lab_parse(argc, argv, &o), steps = lab_facts(lab, &facts, &reference), count = 0;
    memset(&tally, 0, sizeof tally);
    if (status)
        return status;
    if (!steps) {
        fprintf(stderr, "there is no lab '%s'\n", lab);
        return 2;
    }
    if (lab_no_step(facts, steps, o.steps) || lab_predicts_too_much(facts, steps, &o) ||
        lab_ask_machine(&gpu) || lab_check_sizes(&o, facts, steps, gpu.free_bytes))
        return 2;
    if (o.once)
        return lab_once_each(&o, facts, steps);
    printf("Lab %s%s, backend %s: %s\n", lab, sweep ? ", a sweep over its constants" : "",
           LAB_BACKEND, gpu.name);
    if (o.repeat)
        lab_repeat_each(&o, facts, steps, &gpu, &tally);
    else if (sweep)
        count = lab_check_settings(&o, facts, steps, &gpu, list, &tally);
    else
        count = lab_check_steps(&o, facts, steps, &gpu, reference, list, &tally);
    if (sweep && !count) {
        fprintf(stderr, "lab %s: no constant has an effect on step %d\n", lab, o.step);
        return 2;
    }
    status = lab_tally_status(&tally);
    const struct lab_task task = {lab, o.json, list, count, o.sizes, o.size, &gpu, sweep};
    /* nothing after a failure but the failure */
    const int worth_it = sweep || (o.timing && !o.repeat && tally.passed && !tally.failed),
              measured = worth_it && !ferror(stdout) ? lab_measure(&task) : 0;
    status = measured > status ? measured : status;
    if (tally.wrong && !sweep && !o.repeat)
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

/* Measuring the steps that are right, and saying what came out. On a GPU: times (rounds.h says how
 * they are taken). In the emulator there is no time to measure: counters are exact there, and the
 * one time shown is a model's and says so. */
#ifndef LAB_MEASURE_H
#define LAB_MEASURE_H

#include "count_steps.h"
#include "step_table.h"
#include "rounds.h"
#include "transfer_times.h"
#include "resources.h"
#include "table.h"

/* What the row of contender `i` says; `previous`: the time of the step before it, 0 if it has
 * none. */
static inline struct lab_row lab_contender_row(const struct lab_contender *list, int count, int i,
                                               const struct lab_case *c, double previous)
{
    static const char *const kinds[] = {"solution", "reference", "reference", "library",
                                        "ceiling",  "copy",      "setting"};
    const struct lab_contender *x = &list[i];
    struct lab_row row =
        lab_row_of(c, x->name, x->who, lab_median(&x->times.ms), lab_spread(&x->times.ms));
    row.question.problem = x->problem;
    row.step =
        x->kind == LAB_MINE || x->kind == LAB_THEIRS || x->kind == LAB_SETTING ? x->step : -1;
    row.kind = kinds[x->kind];
    row.ok = x->verdict.ok;
    row.prepare_ms = x->prepare_ms;
    row.speedup = x->kind == LAB_MINE && row.ms > 0 ? previous / row.ms : 0;
    for (int j = 0; j < count; j++) {
        double other = lab_median(&list[j].times.ms);
        if (x->kind == LAB_MINE && list[j].kind == LAB_THEIRS && list[j].step == x->step)
            row.to_reference = other / row.ms;
        if (row.step >= 0 && list[j].kind == LAB_LIBRARY &&
            list[j].problem == lab_layout(x->problem))
            row.to_library = other / row.ms;
        if (row.step >= 0 && list[j].kind == LAB_STREAM &&
            lab_family(list[j].problem) == c->problem)
            row.to_stream = other / row.ms;
    }
    return row;
}

/* The rows of one family, in the order of the list. */
static inline void lab_print_family(const struct lab_contender *list, int count,
                                    const struct lab_case *c, struct lab_table *t, double cpu_ms)
{
    char text[LAB_VERDICT_TEXT];
    double previous = cpu_ms;
    lab_table_header(t, c);
    struct lab_row row = lab_row_of(c, "one CPU core", "", cpu_ms, 0);
    if (cpu_ms > 0) {
        lab_table_row(t, &row);
        printf("%5s%s\n", "", lab_cpu_built());
    }
    for (int i = 0; i < count; i++) {
        if (lab_family(list[i].problem) != c->problem)
            continue;
        if (list[i].skipped_ms > 0) {
            printf("%4d  %s (%s): left out, one launch would take about %.1f s\n", list[i].step,
                   list[i].name, list[i].who, list[i].skipped_ms / 1e3);
            continue;
        }
        if (list[i].failed) {
            lab_table_failed(list[i].name, list[i].who, list[i].step, list[i].why);
            continue;
        }
        row = lab_contender_row(list, count, i, c, previous);
        lab_table_row(t, &row);
        if (!row.ok)
            printf("        %s\n", lab_verdict_text(&list[i].verdict, 1, text));
        if (list[i].kind == LAB_MINE || list[i].kind == LAB_BEFORE)
            previous = row.ms;
    }
}

/* Each prediction beside what was measured. A family's first step is compared with one CPU core, as
 * in the table. */
static inline void lab_print_predictions(const struct lab_contender *list, int count,
                                         enum lab_problem family, double cpu_ms)
{
    double before = cpu_ms;
    const char *than = "one CPU core";
    for (int i = 0; i < count; i++) {
        const struct lab_contender *x = &list[i];
        if (lab_family(x->problem) != family || !(x->kind == LAB_MINE || x->kind == LAB_BEFORE) ||
            x->times.ms.count == 0)
            continue;
        double measured = before / lab_median(&x->times.ms), ratio = measured / x->predicted;
        if (x->predicted > 0 && before > 0)
            printf("step %d  %s: you predicted %.2fx over %s, measured %.2fx. %s\n", x->step,
                   x->name, x->predicted, than, measured, lab_predicted_words(ratio));
        before = lab_median(&x->times.ms);
        than = "the step before";
    }
}

/* What the times above leave out: a table of its own, since none of it is any kernel's doing. */
static inline void lab_print_extras(const struct lab_contender *list, int count,
                                    const struct lab_case *c, struct lab_table *t)
{
    struct lab_extras e;
    lab_measure_extras(c, &e);
    double transpose = lab_median(&e.transpose), pinned = lab_median(&e.transfer[LAB_PINNED]);
    printf("\nWhat these times leave out:\n");
    for (int kind = 0; kind < LAB_TRANSFERS; kind++)
        lab_table_extra(t, c, lab_transfer_name((enum lab_transfer)kind), "transfer",
                        &e.transfer[kind]);
    lab_table_extra(t, c, "transposed copy (cublasSgeam)", "preparation", &e.transpose);
    if (transpose <= 0 || pinned <= 0)
        return;
    printf("%4s %-25s %9s %11s %13s %9s %16s\n", "step", "in ms", "kernel", "x prepared",
           "A by columns", "together", "and transferred");
    for (int i = 0; i < count; i++) {
        const struct lab_contender *x = &list[i];
        double ms = lab_median(&x->times.ms);
        struct lab_case own = *c;
        own.problem = x->problem;
        double columns = lab_shape_of(&own).in[0].column_major ? transpose : 0;
        double together = ms + x->prepare_ms + columns;
        if (lab_family(x->problem) == c->problem && x->kind == LAB_MINE && !x->failed)
            printf("%4d %-25s %9.4f %11.4f %13.4f %9.4f %16.4f\n", x->step, x->name, ms,
                   x->prepare_ms, columns, together, together + pinned);
    }
}

/* Launches each measured step once more and shows what its kernels take of an SM; nothing where
 * launches are not noted. */
static inline void lab_show_resources(struct lab_bench *b, const struct lab_contender *list,
                                      int count, enum lab_problem family)
{
    struct lab_launches *all = lab_launches();
    int shown = 0;
    for (int i = 0; i < count; i++) {
        const struct lab_contender *x = &list[i];
        if (lab_family(x->problem) != family || x->skipped_ms > 0 || x->failed ||
            x->kind != LAB_MINE || lab_is(family, LAB_WHOLE_PROGRAM))
            continue;
        all->on = 1;
        all->count = 0;
        lab_call(&b->device[lab_layout(x->problem)], x->entry, 0);
        lab_settle();
        all->on = 0;
        for (int j = 0; j < all->count; j++) {
            if (!shown++)
                lab_print_resources_header();
            lab_print_launch(x->step, &all->launch[j]);
        }
    }
}

/* The GPU's table for one family. The contenders keep their times, and what failed. */
static inline int lab_measure_family(struct lab_contender *list, int count,
                                     const struct lab_case *c, struct lab_table *t,
                                     double free_bytes)
{
    struct lab_bench bench;
    double cpu_ms = lab_cpu_ms(c);
    lab_forget(list, count, c);
    cudaError_t error =
        lab_bench_open(&bench, list, count, c, lab_sets(c, t->gpu->l2_bytes, free_bytes));
    if (error != cudaSuccess) {
        fprintf(stderr, "size %dx%d: %s\n", c->m, c->n, cudaGetErrorString(error));
        return -1;
    }
    const int kept = lab_mute();
    int status = lab_interleave(&bench, list, count, c);
    lab_unmute(kept);
    if (!status) {
        lab_print_family(list, count, c, t, cpu_ms);
        lab_print_predictions(list, count, c->problem, cpu_ms);
        if (!(t->shown >> c->problem & 1))
            lab_show_resources(&bench, list, count, c->problem);
        t->shown |= 1u << c->problem;
    }
    lab_bench_close(&bench);
    if (status)
        return status;
    if (lab_is(c->problem, LAB_STREAMS))
        lab_print_extras(list, count, c, t);
    return 0;
}

/* The size that was asked for (m > 0), or the lab's own, made smaller until this GPU can hold
 * it. */
static inline void lab_fit(struct lab_case *c, double free_bytes, int m, int n, int k)
{
    char why[200];
    while (!m && lab_check_size(c, free_bytes / 2, why, sizeof why) && c->m > 1)
        c->m /= 2, c->n /= 2;
    if (m) {
        lab_resize(c, m, n, k);
        if (c->data == LAB_DOCUMENT && (m > 16384 || n > 16384))
            c->data = LAB_REAL;
    }
}

static inline int lab_measure_here(struct lab_contender *list, int count, struct lab_table *t,
                                   double free_bytes, int m, int n, int k)
{
    int gpu = strcmp(LAB_BACKEND, "gpu") == 0, status = 0, failed = 0;
#ifdef LAB_EMULATOR
    static struct lab_counted_list rows;
#endif
    if (gpu)
        t->copy_gbytes = lab_copy_gbytes(t->gpu);
    lab_table_open(t);
    for (int problem = 0; problem < LAB_PROBLEMS && !status; problem++) {
        struct lab_case c;
        int used = 0;
        for (int i = 0; i < count; i++)
            used += (int)lab_family(list[i].problem) == problem;
        for (int i = 0; used && !status; i++) {
            if (!lab_headline_at((enum lab_problem)problem, gpu, i, 1, &c) ||
                (m && i > 0 && lab_problem_of(c.problem)->third != LAB_WAYS))
                break;
            lab_fit(&c, free_bytes, m, n, k);
#ifdef LAB_EMULATOR
            status = lab_count_family(list, count, &c, t->lab, &rows);
#else
            status = lab_measure_family(list, count, &c, t, free_bytes);
#endif
            failed |= lab_any_failed(list, count);
        }
    }
#ifdef LAB_EMULATOR
    lab_show_counted(&rows, t);
#endif
    lab_table_close(t);
    return status ? 2 : failed;
}

/* Adds to the list what every table is compared with: cuBLAS for each layout in use, and one plain
 * reader or copy. */
static inline int lab_add_yardsticks(struct lab_contender *list, int count)
{
    int total = count, reader = 0;
    for (int p = 0; p < LAB_PROBLEMS; p++) {
        enum lab_problem problem = (enum lab_problem)p;
        int used = 0;
        for (int i = 0; i < count; i++)
            used |= lab_layout(list[i].problem) == problem;
        const char *library = used ? lab_library_name(problem) : NULL;
        if (library)
            list[total++] = lab_contender_of(library, "", -1, problem, NULL, LAB_LIBRARY);
        if (used && lab_problem_of(problem)->library == LAB_SGEAM)
            list[total++] =
                lab_contender_of("device copy of as many bytes", "", -1, problem, NULL, LAB_COPY);
        if (library && lab_is(problem, LAB_STREAMS) && !reader++)
            list[total++] = lab_contender_of("read-only stream", "", -1, problem, NULL, LAB_STREAM);
    }
    return total;
}

/* `status`, or 2 after one line where stdout could not be written. */
static inline int lab_all_written(int status)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    fprintf(stderr, "what came of this could not be written: is the disk that it goes to full?\n");
    return 2;
}

/* Runs `work` in a child process, as a check does: CUDA stays out of this one. What it returns: 0,
 * 1 where a step fails, or 2, after saying why, where something else does. */
static inline int lab_apart(int (*work)(void *), void *argument)
{
    int status = 0;
    lab_busy()[0] = 0; /* before there are two processes: both see it then */
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        status = lab_all_written(work(argument));
        fflush(NULL);
        _exit(status < 0 ? 2 : status);
    }
    if (child < 0 || waitpid(child, &status, 0) != child)
        return 2;
    if (WIFSIGNALED(status))
        fprintf(stderr, "measuring %s died of: %s\n", lab_busy(), strsignal(WTERMSIG(status)));
    return WIFEXITED(status) ? WEXITSTATUS(status) : 2;
}

/* What is measured: these contenders, at this size (m = 0: the lab's own), against the learner's
 * predictions. */
struct lab_task {
    const char *lab, *json;
    struct lab_contender *list;
    int count;
    const struct lab_gpu *gpu;
    double free_bytes;
    int m, n, k;
};

static inline int lab_measure_task(void *argument)
{
    const struct lab_task *task = (const struct lab_task *)argument;
    struct lab_contender all[LAB_MAX_CONTENDERS];
    struct lab_table t;
    memset(&t, 0, sizeof t);
    t.lab = task->lab;
    t.gpu = task->gpu;
    t.json_file = task->json;
    memcpy(all, task->list, (size_t)task->count * sizeof *all);
    int total = lab_add_yardsticks(all, task->count),
        status = lab_measure_here(all, total, &t, task->free_bytes, task->m, task->n, task->k);
    return status;
}

#endif

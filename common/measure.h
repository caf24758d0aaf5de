/* Measuring the steps that are right. On a GPU every contender (one core of the CPU, each step, the reference, cuBLAS) works on
 * the same buffers, in turn, round after round, and the output of every timed batch is checked. In the emulator there is no time to
 * measure: counters are exact there, and the one time shown is a model's and says so. */
#ifndef LAB_MEASURE_H
#define LAB_MEASURE_H

#include "check.h"
#include "device.h"
#include "library.h"
#include "table.h"
#include "timing.h"

#ifdef LAB_EMULATOR
#define LAB_BACKEND "emulator"
#else
#define LAB_BACKEND "gpu"
#endif

enum lab_kind { LAB_MINE, LAB_THEIRS, LAB_LIBRARY };

struct lab_contender {
    const char *name, *who;
    int step;
    enum lab_problem problem;
    enum lab_kind kind;
    const struct lab_entry *entry;
    struct lab_series series;
    int batch, next_set;
    struct lab_verdict verdict; /* of the worst timed output */
};

static inline struct lab_contender lab_contender_of(const char *name, const char *who, int step, enum lab_problem problem,
                                                    const struct lab_entry *entry, enum lab_kind kind)
{
    struct lab_contender c;
    memset(&c, 0, sizeof c);
    c.name = name;
    c.who = who;
    c.step = step;
    c.problem = problem;
    c.entry = entry;
    c.kind = kind;
    c.batch = 1;
    c.verdict.ok = 1;
    return c;
}

/* Plain C on one core, timed once: what the GPU replaces. Milliseconds. */
static inline double lab_cpu_ms(const struct lab_case *c)
{
    struct lab_shape s = lab_shape_of(c);
    float *in[2] = {NULL, NULL}, *out = (float *)calloc(lab_elements(&s.out), sizeof(float));
    double begin = 0, end = 0;
    for (int i = 0; i < s.inputs; i++) {
        in[i] = (float *)malloc(lab_bytes(&s.in[i]));
        if (in[i])
            lab_fill_host(c, i, in[i]);
    }
    if (out && in[0] && (s.inputs < 2 || in[1])) {
        begin = lab_now_ms();
        if (c->problem == LAB_ADD_ONE)
            for (size_t i = 0; i < lab_elements(&s.out); i++)
                out[i] = in[0][i] + 1;
        else
            for (int row = 0; row < c->m; row++) {
                float sum = 0;
                for (int col = 0; col < c->n; col++)
                    sum += in[0][(size_t)row * c->n + col] * in[1][col];
                out[row] = sum;
            }
        end = lab_now_ms();
    }
    volatile float keep = out ? out[0] : 0;
    (void)keep;
    free(in[0]);
    free(in[1]);
    free(out);
    return end - begin;
}

/* One batch of launches of one contender; its time per launch in ms, or an error. */
static inline cudaError_t lab_time_batch(struct lab_device *d, struct lab_contender *c, cudaEvent_t begin, cudaEvent_t end, double *ms)
{
    float total = 0;
    cudaError_t error = lab_poison_output(d), called = cudaSuccess;
    if (error == cudaSuccess)
        error = cudaEventRecord(begin, 0);
    for (int i = 0; i < c->batch && called == cudaSuccess; i++) {
        if (c->kind == LAB_LIBRARY)
            called = lab_library_call(d, c->next_set);
        else
            lab_call(d, c->entry, c->next_set);
        c->next_set = d->sets ? (c->next_set + 1) % d->sets : 0;
    }
    if (error == cudaSuccess)
        error = cudaEventRecord(end, 0);
    cudaError_t settled = lab_settle();
    if (error == cudaSuccess)
        error = called != cudaSuccess ? called : settled;
    if (error == cudaSuccess)
        error = cudaEventElapsedTime(&total, begin, end);
    *ms = d->shape.in_place ? d->step_ms : total / c->batch;
    return error;
}

/* Rounds over all contenders of one problem; checks each batch's output. 0, or -1 after saying what failed. */
static inline int lab_interleave(struct lab_device *d, struct lab_contender *list, int count, enum lab_problem problem)
{
    struct lab_reference ref;
    cudaEvent_t begin, end;
    float *out = (float *)malloc(d->out_bytes);
    if (!out || lab_reference_of(&d->question, &ref) || cudaEventCreate(&begin) || cudaEventCreate(&end)) {
        fprintf(stderr, "no memory left to measure %dx%d\n", d->question.m, d->question.n);
        return -1;
    }
    for (int round = 0; round < LAB_ROUNDS + LAB_WARM; round++)
        for (int i = 0; i < count; i++) {
            struct lab_contender *c = &list[i];
            double ms;
            if (c->problem != problem)
                continue;
            cudaError_t error = lab_time_batch(d, c, begin, end, &ms);
            if (error == cudaSuccess)
                error = d->shape.in_place ? cudaSuccess : cudaMemcpy(out, d->out, d->out_bytes, cudaMemcpyDeviceToHost);
            if (error != cudaSuccess) {
                fprintf(stderr, "step %d, %s: CUDA reports %s while timing\n", c->step, c->name, cudaGetErrorString(error));
                return -1;
            }
            struct lab_verdict v = lab_verify(&ref, d->shape.in_place ? d->out : out);
            if (!v.ok && c->verdict.ok)
                c->verdict = v;
            if (round < LAB_WARM)
                c->batch = d->shape.in_place ? 1 : lab_batch(ms);
            else
                c->series.ms[c->series.count++] = ms;
        }
    lab_reference_free(&ref);
    free(out);
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
    return 0;
}

/* Copies of the inputs needed so that no launch finds the last ones in L2: four times its size, or as memory allows. */
static inline int lab_sets(const struct lab_case *c, const struct lab_gpu *g, double free_bytes)
{
    double bytes = lab_shape_of(c).bytes, sets = ceil(4 * g->l2_bytes / bytes), room = floor(free_bytes / 4 / bytes);
    sets = sets > room ? room : sets;
    return sets < 1 ? 1 : sets > 64 ? 64 : (int)sets;
}

/* The GPU's part of the table for one problem. */
static inline int lab_measure_problem(struct lab_contender *list, int count, const struct lab_case *c, struct lab_table *t,
                                      double free_bytes)
{
    struct lab_device d;
    struct lab_row row;
    double previous = lab_cpu_ms(c), library = 0;
    cudaError_t error = lab_open_device(&d, c, lab_sets(c, t->gpu, free_bytes));
    if (error != cudaSuccess) {
        fprintf(stderr, "size %dx%d: %s\n", c->m, c->n, cudaGetErrorString(error));
        return -1;
    }
    int status = lab_interleave(&d, list, count, c->problem);
    lab_close_device(&d);
    if (status)
        return status;
    lab_table_header(t, c);
    row = lab_row_of(c, "one CPU core", "", previous, 0);
    lab_table_row(t, &row);
    for (int i = 0; i < count; i++)
        if (list[i].problem == c->problem && list[i].kind == LAB_LIBRARY)
            library = lab_median(&list[i].series);
    for (int i = 0; i < count; i++) {
        struct lab_contender *x = &list[i];
        if (x->problem != c->problem)
            continue;
        row = lab_row_of(c, x->name, x->who, lab_median(&x->series), lab_spread(&x->series));
        row.step = x->kind == LAB_LIBRARY ? -1 : x->step;
        row.kind = x->kind == LAB_LIBRARY ? "library" : x->kind == LAB_MINE ? "solution" : "reference";
        row.ok = x->verdict.ok;
        row.speedup = x->kind == LAB_THEIRS ? 0 : previous / row.ms;
        for (int j = 0; j < count; j++)
            if (x->kind == LAB_MINE && list[j].kind == LAB_THEIRS && list[j].step == x->step)
                row.to_reference = lab_median(&list[j].series) / row.ms;
        row.to_library = library > 0 ? library / row.ms : 0;
        lab_table_row(t, &row);
        if (!row.ok)
            printf("        %s\n", x->verdict.message);
        if (x->kind == LAB_MINE)
            previous = row.ms;
    }
    return 0;
}

#ifdef LAB_EMULATOR
/* The emulator's part: counters of one launch. */
static inline int lab_count_problem(struct lab_contender *list, int count, const struct lab_case *c, const struct lab_table *t)
{
    struct lab_device d;
    lab_counters_header(t, c);
    for (int i = 0; i < count; i++) {
        if (list[i].problem != c->problem || lab_open_device(&d, c, 1) != cudaSuccess)
            continue;
        lab_poison_output(&d);
        emu_begin();
        lab_call(&d, list[i].entry, 0);
        lab_settle();
        lab_counters_row(t, list[i].name, list[i].who, list[i].step);
        lab_close_device(&d);
    }
    return 0;
}
#endif

static inline int lab_measure_here(struct lab_contender *list, int count, struct lab_table *t, double free_bytes, int m, int n, int k)
{
    int gpu = strcmp(LAB_BACKEND, "gpu") == 0, status = 0;
    if (gpu)
        t->copy_gbytes = lab_copy_gbytes(t->gpu);
    lab_table_open(t);
    for (int problem = 0; problem < LAB_PROBLEMS && !status; problem++) {
        struct lab_case c = lab_headline((enum lab_problem)problem, gpu, 1);
        char why[200];
        int used = 0;
        for (int i = 0; i < count; i++)
            used += list[i].problem == c.problem;
        if (!used)
            continue;
        while (!m && lab_check_size(&c, free_bytes / 2, why, sizeof why) && c.m > 1)
            c.m /= 2, c.n /= 2; /* the lab's own size does not fit this GPU */
        if (m) {
            c.m = m;
            c.n = n;
            c.k = k ? k : 1;
            c.data = c.problem == LAB_ADD_ONE || m > 16384 || n > 16384 ? LAB_REAL : c.data;
        }
#ifdef LAB_EMULATOR
        status = lab_count_problem(list, count, &c, t);
#else
        status = lab_measure_problem(list, count, &c, t, free_bytes);
#endif
    }
    lab_table_close(t);
    return status;
}

/* Measures in a child process, as a check does. 0, or -1 after saying why not. */
static inline int lab_measure(const char *lab, struct lab_contender *list, int count, const struct lab_gpu *gpu, double free_bytes, int m,
                              int n, int k, const char *json)
{
    int status = 0;
    struct lab_table t;
    memset(&t, 0, sizeof t);
    t.lab = lab;
    t.gpu = gpu;
    t.json_file = json;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        struct lab_contender all[80];
        int total = count;
        memcpy(all, list, (size_t)count * sizeof *list);
        for (int i = 0; i < count; i++)
            if (lab_library_name(list[i].problem) && (i == 0 || list[i].problem != list[i - 1].problem))
                all[total++] = lab_contender_of(lab_library_name(list[i].problem), "", list[i].step, list[i].problem, NULL, LAB_LIBRARY);
        status = lab_measure_here(all, total, &t, free_bytes, m, n, k);
        fflush(NULL);
        _exit(status ? 1 : 0);
    }
    if (child < 0 || waitpid(child, &status, 0) != child)
        return -1;
    if (WIFSIGNALED(status))
        fprintf(stderr, "measuring died of: %s\n", strsignal(WTERMSIG(status)));
    return status ? -1 : 0;
}

#endif

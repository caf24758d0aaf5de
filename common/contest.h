/* The contenders of a measurement and how they take turns: every one (each step, the reference, the step before, cuBLAS, a plain
 * reader) works on the same buffers, round after round, and the output of every timed batch is checked. */
#ifndef LAB_CONTEST_H
#define LAB_CONTEST_H

#include "check.h"
#include "device.h"
#include "library.h"
#include "stream.h"
#include "timing.h"

/* LAB_BEFORE: the reference's last step of the lab before; LAB_STREAM: reads A and computes nothing of use. */
enum lab_kind { LAB_MINE, LAB_THEIRS, LAB_BEFORE, LAB_LIBRARY, LAB_STREAM };

struct lab_contender {
    const char *name, *who;
    const char *lab; /* where one table shows several labs, else NULL */
    int step;
    enum lab_problem problem;
    enum lab_kind kind;
    const struct lab_entry *entry;
    struct lab_series series;
    int batch, next_set;
    double prepare_ms; /* 0 where the step has no preparation */
    double predicted;  /* the speedup over the step before that the learner expects; 0: none */
    struct lab_verdict verdict; /* of the worst timed output */
};

static inline struct lab_contender lab_contender_of(const char *name, const char *who, int step,
                                                    enum lab_problem problem,
                                                    const struct lab_entry *entry,
                                                    enum lab_kind kind)
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
static inline cudaError_t lab_time_batch(struct lab_device *d, struct lab_contender *c,
                                         cudaEvent_t begin, cudaEvent_t end, double *ms)
{
    float total = 0;
    cudaError_t error = lab_poison_output(d), called = cudaSuccess;
    if (error == cudaSuccess)
        error = cudaEventRecord(begin, 0);
    for (int i = 0; i < c->batch && called == cudaSuccess; i++) {
        if (c->kind == LAB_LIBRARY)
            called = lab_library_call(d, c->next_set);
        else if (c->kind == LAB_STREAM)
            called = lab_stream_call(d, c->next_set);
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

/* The buffers that contenders of one family share: one set for each layout that they read. */
struct lab_bench {
    struct lab_device device[LAB_PROBLEMS];
    int open[LAB_PROBLEMS];
};

/* Problems that ask the same question of the same data, perhaps laid out otherwise, stand in one table. */
static inline enum lab_problem lab_family(enum lab_problem p)
{
    return p == LAB_ADD_ONE ? p : LAB_GEMV_ROW;
}

/* The problem whose buffers serve `p`: x in constant memory reads the same column-major A. */
static inline enum lab_problem lab_layout(enum lab_problem p)
{
    return p == LAB_GEMV_CONST ? LAB_GEMV_COL : p;
}

static inline void lab_bench_close(struct lab_bench *b)
{
    for (int p = 0; p < LAB_PROBLEMS; p++)
        if (b->open[p])
            lab_close_device(&b->device[p]);
}

static inline cudaError_t lab_bench_open(struct lab_bench *b, const struct lab_contender *list,
                                         int count, const struct lab_case *question, int sets)
{
    memset(b, 0, sizeof *b);
    for (int i = 0; i < count; i++) {
        enum lab_problem p = lab_layout(list[i].problem);
        struct lab_case c = *question;
        c.problem = p;
        if (lab_family(p) != question->problem || b->open[p])
            continue;
        cudaError_t error = lab_open_device(&b->device[p], &c, sets);
        if (error != cudaSuccess) {
            lab_bench_close(b);
            return error;
        }
        b->open[p] = 1;
    }
    return cudaSuccess;
}

static inline cudaError_t lab_time_prepare(struct lab_device *d, struct lab_contender *c)
{
    cudaError_t error = lab_prepare(d, c->entry, 0);
    for (int i = 0; i < 5 && error == cudaSuccess;
         i++) { /* the best of five: host work and copies, seen from the host */
        double begin = lab_now_ms();
        ((void(*) LAB_PREPARE_PARAMETERS_X)c->entry->prepare)(d->in[1], d->question.n);
        error = lab_settle();
        double ms = lab_now_ms() - begin;
        c->prepare_ms = i == 0 || ms < c->prepare_ms ? ms : c->prepare_ms;
    }
    return error;
}

/* One round: every contender once, each output checked. 0, or -1 after saying what failed. */
static inline int lab_round(struct lab_bench *b, struct lab_contender *list, int count,
                            const struct lab_reference *ref, float *out, cudaEvent_t begin,
                            cudaEvent_t end, int warm)
{
    for (int i = 0; i < count; i++) {
        struct lab_contender *c = &list[i];
        struct lab_device *d = &b->device[lab_layout(c->problem)];
        double ms;
        if (lab_family(c->problem) != lab_family(ref->question.problem))
            continue;
        cudaError_t error =
            warm && c->entry && c->entry->prepare ? lab_time_prepare(d, c) : cudaSuccess;
        if (error == cudaSuccess)
            error = lab_time_batch(d, c, begin, end, &ms);
        if (error == cudaSuccess && !d->shape.in_place)
            error = cudaMemcpy(out, d->out, d->out_bytes, cudaMemcpyDeviceToHost);
        if (error != cudaSuccess) {
            fprintf(stderr, "step %d, %s: CUDA reports %s while timing\n", c->step, c->name,
                    cudaGetErrorString(error));
            return -1;
        }
        if (c->kind != LAB_STREAM && c->verdict.ok)
            c->verdict = lab_verify(ref, d->shape.in_place ? d->out : out);
        if (warm)
            c->batch = d->shape.in_place ? 1 : lab_batch(ms);
        else
            c->series.ms[c->series.count++] = ms;
    }
    return 0;
}

/* Rounds over all contenders of one family. 0, or -1 after saying what failed. */
static inline int lab_interleave(struct lab_bench *b, struct lab_contender *list, int count,
                                 const struct lab_case *question)
{
    struct lab_reference ref;
    struct lab_shape s = lab_shape_of(question);
    cudaEvent_t begin, end;
    int status = 0;
    float *out = (float *)malloc(lab_bytes(&s.out));
    if (lab_reference_of(question, &ref) || !out || cudaEventCreate(&begin) ||
        cudaEventCreate(&end)) {
        fprintf(stderr, "no memory left to measure %dx%d\n", question->m, question->n);
        status = -1;
    }
    for (int round = 0; round < LAB_ROUNDS + LAB_WARM && !status; round++)
        status = lab_round(b, list, count, &ref, out, begin, end, round < LAB_WARM);
    lab_reference_free(&ref);
    free(out);
    return status;
}

/* Copies of the inputs needed so that no launch finds the last ones in L2: four times its size, or as memory allows. */
static inline int lab_sets(const struct lab_case *c, const struct lab_gpu *g, double free_bytes)
{
    double bytes = lab_shape_of(c).bytes, sets = ceil(4 * g->l2_bytes / bytes),
           room = floor(free_bytes / 4 / bytes);
    sets = sets > room ? room : sets;
    return sets < 1 ? 1 : sets > 64 ? 64 : (int)sets;
}

#endif

/* The contenders of a measurement in this process: every one (each step, the reference, the step
 * before, cuBLAS, a plain reader) works on the same buffers, and the output of every timed batch is
 * checked. turns.h says how they take turns. */
#pragma once

#include <sys/wait.h>

#include "batch.h"
#include "sizes.h"
#include "table.h"
#include "library.h"

enum {
    LAB_TOO_LONG_MS = 1500,      /* a launch that would take longer, by a guess, is left out */
    LAB_TOO_LONG_BINARY_MS = 100 /* in lab 09, which has many steps and sizes */
};

static inline cudaError_t lab_queue_contender(struct lab_device *d, const void *what, int set)
{
    const struct lab_contender *c = (const struct lab_contender *)what;
    if (c->kind == LAB_LIBRARY)
        return lab_library_call(d, set);
    if (c->kind == LAB_STREAM)
        return lab_stream_call(d, set);
    if (c->kind == LAB_COPY)
        return cudaMemcpyAsync(d->out, d->in[set * d->shape.inputs], d->out_bytes,
                               cudaMemcpyDeviceToDevice, 0);
    lab_call(d, c->entry, set);
    return cudaSuccess;
}

/* The contenders of one family, and what they share: a set of buffers for each layout that they
 * read, what belongs in an output, room for one. */
struct lab_group {
    const struct lab_table *table;
    struct lab_device device[LAB_PROBLEMS];
    struct lab_reference ref;
    void *out;
};

static inline void lab_group_close(struct lab_group *g)
{
    for (int p = 0; p < LAB_PROBLEMS; p++)
        lab_close_device(&g->device[p]);
    lab_reference_free(&g->ref);
    free(g->out);
}

/* 0, or -1 after saying what failed; lab_group_close either way. */
static inline int lab_group_open(struct lab_group *g, const struct lab_table *t,
                                 const struct lab_case *question)
{
    const int sets = lab_sets(question, t->gpu->l2_bytes, t->gpu->free_bytes);
    const struct lab_shape s = lab_shape_of(question);
    memset(g, 0, sizeof *g);
    g->table = t;
    for (int i = 0; i < t->count; i++) {
        enum lab_problem p = lab_layout(t->list[i].problem);
        struct lab_case c = *question;
        c.problem = p;
        if (lab_family(p) != question->problem || lab_is_open(&g->device[p]))
            continue;
        const cudaError_t error = lab_open_device(&g->device[p], &c, sets);
        if (error != cudaSuccess) {
            fprintf(stderr, "size %dx%d: %s\n", c.m, c.n, cudaGetErrorString(error));
            return -1;
        }
    }
    g->out = malloc(lab_bytes(&s.out));
    if (lab_reference_of(question, &g->ref) || !g->out) {
        fprintf(stderr, "no memory left to measure %dx%d\n", question->m, question->n);
        return -1;
    }
    return 0;
}

static inline cudaError_t lab_time_prepare(struct lab_device *d, struct lab_contender *c)
{
    const struct lab_operands o = lab_operands_of(d, 0);
    cudaError_t error = lab_prepare(d, c->entry);
    for (int i = 0; i < 5 && error == cudaSuccess;
         i++) { /* the best of five: host work and copies, seen from the host */
        double begin = lab_now_ms();
        lab_call_prepare(c->entry, &o);
        error = lab_settle();
        double ms = lab_now_ms() - begin;
        c->prepare_ms = i == 0 || ms < c->prepare_ms ? ms : c->prepare_ms;
    }
    return error;
}

/* Looks at the output of a contender's last batch. One that is, by its checksum, an output that was
 * verified before (its own; in problems whose answer is one bit pattern, anybody's) is not compared
 * again; all others are, element by element. */
static inline cudaError_t lab_look(const struct lab_group *g, struct lab_device *d,
                                   struct lab_contender *c)
{
    const struct lab_reference *ref = &g->ref;
    uint64_t sum = 0;
    struct lab_verdict v;
    cudaError_t error = cudaSuccess;
    if (c->kind == LAB_STREAM || c->kind == LAB_COPY)
        return error;
    if (c->kind == LAB_LIBRARY && (error = lab_library_finish(d)) != cudaSuccess)
        return error;
    if (d->shape.in_place) {
        v = lab_verify(ref, d->out);
    } else {
        int exact = lab_tolerance(&ref->question, ref->shape.depth) == 0;
        error = lab_checksum(&d->shape.out, d->out, 0, &sum);
        for (const struct lab_contender *x = g->table->list; x < g->table->list + g->table->count;
             x++)
            if ((x == c || (exact && x->problem == c->problem)) && x->proven && x->checksum == sum)
                return error;
        error = error ? error : cudaMemcpy(g->out, d->out, d->out_bytes, cudaMemcpyDeviceToHost);
        if (error != cudaSuccess)
            return error;
        v = lab_verify(ref, g->out);
    }
    if (c->verdict.ok)
        c->verdict = v;
    c->proven = v.ok && !d->shape.in_place;
    c->checksum = sum;
    return error;
}

/* A batch of contender `i`, and a look at its output. One that cannot be launched drops out; after
 * the end of the GPU's context, all others do, and it says what failed. */
static inline enum lab_turn lab_turn_here(void *owner, int i, int round, double *ms, double *wall)
{
    struct lab_group *g = (struct lab_group *)owner;
    struct lab_contender *c = &g->table->list[i];
    struct lab_device *d = &g->device[lab_layout(c->problem)];
    cudaError_t error = cudaSuccess;
    if (round < lab_bench_pace.warm && c->entry && c->entry->prepare)
        error = lab_time_prepare(d, c);
    error = error ? error : lab_poison_output(d);
    if (error == cudaSuccess)
        error = lab_time_batch(d, &c->next_set, lab_queue_contender, c, c->times.launches, ms);
    error = error ? error : lab_look(g, d, c);
    if (error == cudaSuccess)
        return LAB_TURN_TIMED;
    lab_fail(c, LAB_FAILED, "not measured: CUDA reports", cudaGetErrorString(error));
    c->times.dropped = 1;
    if (lab_settle() == cudaSuccess)
        return LAB_TURN_LOST;
    fprintf(stderr, "%s (%s): CUDA reports %s while timing\n", c->name, c->who,
            cudaGetErrorString(error));
    return LAB_TURN_LAST;
}

/* The times of all contenders. 0, or -1 after saying what failed. */
static inline int lab_interleave(struct lab_group *g)
{
    const struct lab_table *t = g->table;
    const enum lab_problem family = g->ref.question.problem;
    struct lab_race race = {};
    race.count = t->count;
    race.pace = &lab_bench_pace;
    race.in_place = g->ref.shape.in_place;
    race.owner = g;
    race.turn = lab_turn_here;
    for (int i = 0; i < t->count; i++) {
        struct lab_contender *x = &t->list[i];
        race.times[i] = &x->times;
        x->times.dropped = lab_family(x->problem) != family || x->skipped_ms > 0 || x->failed;
    }
    return lab_take_times(&race) ? 0 : -1;
}

/* About how long one launch would take, by a smaller one; 0 where that cannot be told. */
static inline double lab_guess_ms(const struct lab_contender *x, const struct lab_case *c)
{
    struct lab_device d;
    struct lab_case small = *c;
    const int few = lab_is(c->problem, LAB_BINARY) ? 2048 : 512;
    small.problem = x->problem;
    small.m = c->m < few ? c->m : few;
    small.n = c->n < few ? c->n : few;
    small.k = c->k < few ? c->k : few;
    struct lab_shape large = lab_shape_of(c);
    if (lab_open_device(&d, &small, 1) != cudaSuccess)
        return 0;
    double ms = 0,
           ratio = large.flops > 0 ? large.flops / d.shape.flops : large.bytes / d.shape.bytes;
    cudaError_t error = lab_prepare(&d, x->entry);
    for (int i = 0; i < 2 && error == cudaSuccess; i++) { /* the first one also loads code */
        double begin = lab_now_ms();
        lab_call(&d, x->entry, 0);
        error = lab_settle();
        ms = lab_now_ms() - begin;
    }
    lab_close_device(&d);
    return error == cudaSuccess ? ms * ratio : 0;
}

/* Before a size is measured: nothing is known of it yet, and what would take too long is left
 * out. */
static inline void lab_forget(const struct lab_table *t, const struct lab_case *c)
{
    const double most = lab_is(c->problem, LAB_BINARY) ? LAB_TOO_LONG_BINARY_MS : LAB_TOO_LONG_MS;
    for (struct lab_contender *x = t->list; x < t->list + t->count; x++) {
        double ms = 0;
        if (lab_family(x->problem) != c->problem)
            continue;
        if (x->entry && !lab_is(c->problem, LAB_STREAMS) && !lab_shape_of(c).in_place &&
            x->failed != LAB_BARRED)
            ms = lab_guess_ms(x, c);
        x->times.ms.count = x->proven = x->next_set = 0;
        x->failed = x->failed == LAB_BARRED ? LAB_BARRED : 0;
        x->skipped_ms = ms > most ? ms : 0;
    }
}

/* A batch of launches between two events: in the learner's program and in the grader's runner,
 * whose answers about times are here, too. */
#pragma once

#include "lab/check/execute.h"

/* Queues one launch on the inputs of a set. */
typedef cudaError_t lab_queue(struct lab_device *d, const void *what, int set);

/* Inputs are used in turn. */
static inline cudaError_t lab_queue_batch(struct lab_device *d, int *next_set, lab_queue *queue,
                                          const void *what, int launches)
{
    cudaError_t error = cudaSuccess;
    for (int i = 0; i < launches && error == cudaSuccess; i++) {
        error = queue(d, what, *next_set);
        *next_set = d->sets ? (*next_set + 1) % d->sets : 0;
    }
    return error;
}

/* Milliseconds of one launch (of the kernel alone, where a whole program has timed it), or what
 * failed. */
static inline cudaError_t lab_time_batch(struct lab_device *d, int *next_set, lab_queue *queue,
                                         const void *what, int launches, double *ms)
{
    float total = 0;
    cudaEvent_t begin = NULL, end = NULL;
    cudaError_t error = cudaEventCreate(&begin);
    error = error ? error : cudaEventCreate(&end);
    error = error ? error : cudaEventRecord(begin, 0);
    error = error ? error : lab_queue_batch(d, next_set, queue, what, launches);
    error = error ? error : cudaEventRecord(end, 0);
    const cudaError_t settled = lab_settle();
    error = error ? error : settled;
    error = error ? error : cudaEventElapsedTime(&total, begin, end);
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
    *ms = d->step_ms > 0 ? d->step_ms : total / launches;
    return error;
}

/* What a runner times: inputs once, then batches of launches. */
struct lab_timed {
    struct lab_device device;
    int next_set;
    lab_queue *library; /* launches NVIDIA's own version; NULL: there is none */
};

/* `what`: the step's entry. */
static inline cudaError_t lab_queue_step(struct lab_device *d, const void *what, int set)
{
    if (!what)
        return cudaErrorNotSupported;
    lab_call(d, (const struct lab_entry *)what, set);
    return cudaSuccess;
}

/* Without an entry, NVIDIA's version. */
static inline lab_queue *lab_timed_queue(const struct lab_timed *t, const struct lab_entry *e)
{
    return !e && t->library ? t->library : lab_queue_step;
}

/* Inputs for the case, in the arrays of the case before if it had this shape. New arrays hold other
 * data first, for a launch to warm up: the timed data will lie where these lay. */
static inline cudaError_t lab_timed_open(struct lab_timed *t, const struct lab_case *c, int sets,
                                         const struct lab_entry *e)
{
    const int again = t->device.sets == sets && lab_may_reopen(&t->device, c);
    cudaError_t error = cudaSuccess;
    if (!again) {
        struct lab_case other = *c;
        lab_close_device(&t->device);
        other.seed = lab_mix(other.seed);
        error = lab_open_device(&t->device, &other, sets);
    }
    t->next_set = 0;
    for (int real = again; error == cudaSuccess && real < 2; real++) {
        if (real && !lab_reopen_device(&t->device, c))
            return cudaErrorUnknown;
        if (e && t->device.sets > 0)
            error = lab_prepare(&t->device, e); /* all sets hold the same */
        if (error == cudaSuccess && !real)
            error = lab_queue_batch(&t->device, &t->next_set, lab_timed_queue(t, e), e, 1);
        cudaError_t later = lab_settle();
        error = error ? error : later;
    }
    return error == cudaSuccess ? lab_poison_output(&t->device) : error;
}

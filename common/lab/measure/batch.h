/* A batch of launches between two events: in the learner's program and in the grader's runner. */
#ifndef LAB_BATCH_H
#define LAB_BATCH_H

#include "lab/check/execute.h"

struct lab_stopwatch {
    cudaEvent_t begin, end; /* NULL until they are needed */
};

/* Queues one launch on the inputs of a set. */
typedef cudaError_t lab_queue(struct lab_device *d, const void *what, int set);

static inline cudaError_t lab_stopwatch_open(struct lab_stopwatch *w)
{
    cudaError_t error = w->begin ? cudaSuccess : cudaEventCreate(&w->begin);
    return error != cudaSuccess || w->end ? error : cudaEventCreate(&w->end);
}

static inline void lab_stopwatch_close(struct lab_stopwatch *w)
{
    if (w->begin)
        cudaEventDestroy(w->begin);
    if (w->end)
        cudaEventDestroy(w->end);
}

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
static inline cudaError_t lab_time_batch(struct lab_device *d, struct lab_stopwatch *w,
                                         int *next_set, lab_queue *queue, const void *what,
                                         int launches, double *ms)
{
    float total = 0;
    cudaError_t error = cudaEventRecord(w->begin, 0);
    if (error == cudaSuccess)
        error = lab_queue_batch(d, next_set, queue, what, launches);
    if (error == cudaSuccess)
        error = cudaEventRecord(w->end, 0);
    const cudaError_t settled = lab_settle();
    if (error == cudaSuccess)
        error = settled;
    if (error == cudaSuccess)
        error = cudaEventElapsedTime(&total, w->begin, w->end);
    *ms = d->step_ms > 0 ? d->step_ms : total / launches;
    return error;
}

#endif

/* How a step is called on the arrays of an open case. Included by execute.h. */
#ifndef LAB_THUNKS_H
#define LAB_THUNKS_H

#include "lab/calls.h"

/* Add one: the array is in host memory, and the labs' program copies it. */
static inline void lab_add_one(struct lab_device *d, lab_function *launch)
{
    float *a = NULL;
    cudaEvent_t begin = NULL, end = NULL;
    const size_t bytes = lab_bytes(&d->shape.out);
    d->returned = cudaMalloc((void **)&a, bytes);
    if (d->returned != cudaSuccess)
        return;
#ifdef LAB_EMULATOR
    struct lab_operand named = lab_matrix(d->shape.out.name, 1, d->question.m * d->question.n);
    lab_name_operand(&named, a);
#endif
    cudaMemcpy(a, d->out, bytes, cudaMemcpyHostToDevice);
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    cudaEventRecord(begin, 0);
    ((LAB_RETURNS_ADD_ONE(*) LAB_PARAMETERS_ADD_ONE)launch)(a, d->question.m * d->question.n);
    cudaEventRecord(end, 0);
    d->returned = lab_settle();
    cudaEventElapsedTime(&d->step_ms, begin, end);
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
    cudaMemcpy(d->out, a, bytes, cudaMemcpyDeviceToHost);
    lab_guard_none();
    cudaFree(a);
}

static inline struct lab_operands lab_operands_of(const struct lab_device *d, int set)
{
    const struct lab_operands o = {
        &d->question, &d->shape, (void **)(d->in + (size_t)set * (size_t)d->shape.inputs),
        d->out,       -1,        cudaSuccess};
    return o;
}

/* Calls the step once, on input set `set`. Asynchronous where the step is. */
static inline void lab_call(struct lab_device *d, const struct lab_entry *e, int set)
{
    struct lab_operands o = lab_operands_of(d, set);
    if (d->question.problem == LAB_ADD_ONE) {
        lab_add_one(d, e->launch);
        return;
    }
    lab_call_step(e, &o);
    if (d->shape.in_place) {
        d->step_ms = o.ms;
        d->returned = o.error;
    }
}

#endif

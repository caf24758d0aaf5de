/* How a step is called: how each problem's operands are handed to launch_NAME and prepare_NAME, as
 * contracts.h says. */
#ifndef LAB_CALLS_H
#define LAB_CALLS_H

#include <cuda_runtime.h>

#include "lab/problems/problems.h"

/* A case's operands, in memory of the device; of a whole program, `out` in that of the host. */
struct lab_operands {
    const struct lab_case *question;
    const struct lab_shape *shape;
    void *const *in;
    void *out;
    float ms;          /* what a whole program says that its kernel took */
    cudaError_t error; /* what it returned */
};

#define LAB_IN(type, i) ((const type *)o->in[i])
#define LAB_OUT(type)   ((type *)o->out)
#define LAB_LD(i)       o->shape->in[i].ld
#define LAB_AS(problem) ((LAB_RETURNS_##problem(*) LAB_PARAMETERS_##problem)launch)
#define LAB_CALL(problem, ...)                                                                     \
    static inline void lab_call_##problem(lab_function *launch, struct lab_operands *o)            \
    {                                                                                              \
        const struct lab_case *c = o->question;                                                    \
        LAB_AS(problem)(__VA_ARGS__);                                                              \
    }

/* The array is in host memory; it is copied here. */
static inline void lab_call_ADD_ONE(lab_function *launch, struct lab_operands *o)
{
    const int count = o->question->m * o->question->n;
    const size_t bytes = (size_t)count * sizeof(float);
    float *a = NULL;
    o->error = cudaMalloc((void **)&a, bytes);
    if (o->error != cudaSuccess)
        return;
    cudaMemcpy(a, o->out, bytes, cudaMemcpyHostToDevice);
    LAB_AS(ADD_ONE)(a, count);
    cudaMemcpy(o->out, a, bytes, cudaMemcpyDeviceToHost);
    cudaFree(a);
}

static inline void lab_call_CHECKED_PROGRAM(lab_function *launch, struct lab_operands *o)
{
    const struct lab_case *c = o->question;
    o->error = LAB_AS(CHECKED_PROGRAM)(LAB_OUT(float), c->m, c->n, &o->ms);
}

LAB_CALL(HOST_PROGRAM, LAB_OUT(float), c->m, c->n)
LAB_CALL(GEMV_ROW, LAB_IN(float, 0), LAB_IN(float, 1), LAB_OUT(float), c->m, c->n)
LAB_CALL(GEMV_COL, LAB_IN(float, 0), LAB_LD(0), LAB_IN(float, 1), LAB_OUT(float), c->m, c->n)
#define lab_call_GEMV_SPLIT lab_call_GEMV_COL
#define lab_call_GEMV_CONST lab_call_GEMV_COL
LAB_CALL(TRANSPOSE, LAB_IN(float, 0), LAB_OUT(float), c->m, c->n)
LAB_CALL(BRANCHES, LAB_IN(unsigned, 0), LAB_OUT(unsigned), c->m * c->n, c->k)
LAB_CALL(GEMM, LAB_IN(float, 0), LAB_LD(0), LAB_IN(float, 1), LAB_LD(1), LAB_OUT(float),
         o->shape->out.ld, c->m, c->n, c->k)
#define lab_call_GEMM_TILE   lab_call_GEMM
#define lab_call_GEMM_HOPPER lab_call_GEMM
LAB_CALL(DGEMM, LAB_IN(double, 0), LAB_LD(0), LAB_IN(double, 1), LAB_LD(1), LAB_OUT(double),
         o->shape->out.ld, c->m, c->n, c->k)
#define lab_call_DGEMM_TENSOR lab_call_DGEMM
#define lab_call_DGEMM_HOPPER lab_call_DGEMM
LAB_CALL(PACK_A, LAB_IN(float, 0), LAB_OUT(uint32_t), c->m, c->n)
#define lab_call_PACK_B  lab_call_PACK_A
#define lab_call_PACK_BT lab_call_PACK_A
LAB_CALL(ONES, LAB_IN(uint32_t, 0), LAB_OUT(int), c->m, c->n)
LAB_CALL(XNOR, LAB_IN(uint32_t, 0), LAB_IN(uint32_t, 1), LAB_OUT(int), c->m, c->n, c->k)
LAB_CALL(XNOR_MMA, LAB_IN(uint32_t, 0), LAB_IN(uint32_t, 1), LAB_IN(int, 2), LAB_IN(int, 3),
         LAB_OUT(int), c->m, c->n, c->k)
#define lab_call_XNOR_HOPPER lab_call_XNOR_MMA
LAB_CALL(SIGN, LAB_IN(uint32_t, 0), LAB_IN(uint32_t, 1), LAB_IN(int, 2), LAB_IN(int, 3),
         LAB_OUT(uint32_t), c->m, c->n, c->k)

/* Calls the step once. Asynchronous where the step is. */
static inline void lab_call_step(const struct lab_entry *e, struct lab_operands *o)
{
    typedef void lab_call_of(lab_function *, struct lab_operands *);
#define LAB_CALL_AT(name) lab_call_##name,
    static lab_call_of *const calls[] = {LAB_PROBLEM_LIST(LAB_CALL_AT)};
#undef LAB_CALL_AT
    calls[o->question->problem](e->launch, o);
}

/* The preparation alone: it sees a product's B, or a vector. */
static inline void lab_call_prepare(const struct lab_entry *e, const struct lab_operands *o)
{
    const struct lab_case *c = o->question;
    const float *seen = LAB_IN(float, 1);
    if (lab_has_depth(c->problem))
        ((void(*) LAB_PREPARE_PARAMETERS_B)e->prepare)(seen, LAB_LD(1), c->k, c->n);
    else
        ((void(*) LAB_PREPARE_PARAMETERS_X)e->prepare)(seen, c->n);
}

#undef LAB_IN
#undef LAB_OUT
#undef LAB_LD
#undef LAB_AS
#undef LAB_CALL
#endif

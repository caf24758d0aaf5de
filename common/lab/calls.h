/* How a step is called: how each problem's operands are handed to launch_NAME and prepare_NAME, as
 * contracts.h says, and to cuBLAS. */
#pragma once

#include <cuda_runtime.h>
#if defined(__CUDACC__) && !defined(LAB_EMULATOR)
#include <cublas_v2.h>
#endif

#include "lab/problems/problems.h"

/* A case's operands, in memory of the device; of a whole program, `out` in that of the host. */
struct lab_operands {
    const struct lab_case *question;
    const struct lab_shape *shape;
    void *const *in;
    void *out;
    float ms;          /* what a whole program says that its kernel took */
    cudaError_t error; /* what it returned */
    /* hears where the array of ADD_ONE lies on the device; or NULL */
    void (*copied)(const struct lab_operands *o, const void *a);
};

#define LAB_IN(type, i) ((const type *)o->in[i])
#define LAB_OUT(type)   ((type *)o->out)
#define LAB_LD(i)       o->shape->in[i].ld
#define LAB_AS(problem) ((LAB_LAUNCH_##problem((*)))launch)
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
    cudaEvent_t begin = NULL, end = NULL;
    float *a = NULL;
    o->error = cudaMalloc((void **)&a, bytes);
    if (o->error != cudaSuccess)
        return;
    cudaMemcpy(a, o->out, bytes, cudaMemcpyHostToDevice);
    if (o->copied)
        o->copied(o, a);
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    cudaEventRecord(begin, 0);
    LAB_AS(ADD_ONE)(a, count);
    cudaEventRecord(end, 0);
    o->error = cudaDeviceSynchronize();
    cudaEventElapsedTime(&o->ms, begin, end);
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
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
LAB_CALL(TRANSPOSE, LAB_IN(float, 0), LAB_OUT(float), c->m, c->n)
LAB_CALL(BRANCHES, LAB_IN(unsigned, 0), LAB_OUT(unsigned), c->m * c->n, c->k)
LAB_CALL(GEMM, LAB_IN(float, 0), LAB_LD(0), LAB_IN(float, 1), LAB_LD(1), LAB_OUT(float),
         o->shape->out.ld, c->m, c->n, c->k)
LAB_CALL(DGEMM, LAB_IN(double, 0), LAB_LD(0), LAB_IN(double, 1), LAB_LD(1), LAB_OUT(double),
         o->shape->out.ld, c->m, c->n, c->k)
LAB_CALL(PACK_A, LAB_IN(float, 0), LAB_OUT(uint32_t), c->m, c->n)
LAB_CALL(ONES, LAB_IN(uint32_t, 0), LAB_OUT(int), c->m, c->n)
LAB_CALL(XNOR, LAB_IN(uint32_t, 0), LAB_IN(uint32_t, 1), LAB_OUT(int), c->m, c->n, c->k)
LAB_CALL(XNOR_MMA, LAB_IN(uint32_t, 0), LAB_IN(uint32_t, 1), LAB_IN(int, 2), LAB_IN(int, 3),
         LAB_OUT(int), c->m, c->n, c->k)
LAB_CALL(SIGN, LAB_IN(uint32_t, 0), LAB_IN(uint32_t, 1), LAB_IN(int, 2), LAB_IN(int, 3),
         LAB_OUT(uint32_t), c->m, c->n, c->k)

/* Calls the step once. Asynchronous where the step is. */
static inline void lab_call_step(const struct lab_entry *e, struct lab_operands *o)
{
    typedef void lab_call_of(lab_function *, struct lab_operands *);
#define LAB_CALL_AT(name, called, tried) lab_call_##called,
    static lab_call_of *const calls[] = {LAB_PROBLEM_LIST(LAB_CALL_AT)};
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

#if defined(__CUDACC__) && !defined(LAB_EMULATOR)
/* Queues cuBLAS's version of the step, if it is of floats or doubles. cuBLAS stores matrices by
 * columns, so a row-major m x n matrix is to it an n x m one, transposed: lda is n, the distance
 * between rows (document 000 passes m, right only for m = n). A row-major C = A B reads as
 * C' = B' A'. */
static inline cublasStatus_t lab_call_library(cublasHandle_t handle, const struct lab_operands *o)
{
    static const float one = 1, zero = 0;
    static const double one_wide = 1, zero_wide = 0;
    const cublasOperation_t as = CUBLAS_OP_N, turned = CUBLAS_OP_T;
    const int m = o->question->m, n = o->question->n, k = o->question->k, ldc = o->shape->out.ld;
    const float *a = LAB_IN(float, 0), *b = LAB_IN(float, 1);
    float *c = LAB_OUT(float);
    switch (lab_problem_of(o->question->problem)->library) {
    case LAB_SGEMV_ROWS:
        return cublasSgemv(handle, turned, n, m, &one, a, n, b, 1, &zero, c, 1);
    case LAB_SGEMV_COLUMNS:
        return cublasSgemv(handle, as, m, n, &one, a, LAB_LD(0), b, 1, &zero, c, 1);
    case LAB_SGEAM:
        return cublasSgeam(handle, turned, as, m, n, &one, a, n, &zero, c, m, c, m);
    case LAB_SGEMM:
        return cublasSgemm(handle, as, as, n, m, k, &one, b, LAB_LD(1), a, LAB_LD(0), &zero, c,
                           ldc);
    case LAB_DGEMM_CALL:
        return cublasDgemm(handle, as, as, n, m, k, &one_wide, LAB_IN(double, 1), LAB_LD(1),
                           LAB_IN(double, 0), LAB_LD(0), &zero_wide, LAB_OUT(double), ldc);
    default:
        return CUBLAS_STATUS_NOT_SUPPORTED;
    }
}
#endif

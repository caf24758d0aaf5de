/* NVIDIA's own library as one more contender: cuBLAS, single precision, on the same device buffers.
 * GPU only. */
#ifndef LAB_LIBRARY_H
#define LAB_LIBRARY_H

#include "lab/check/execute.h"

#if defined(__CUDACC__) && !defined(LAB_EMULATOR)
#include <cublas_v2.h>

#include "library_binary.h"

/* The call that does a problem's job, by name; NULL where cuBLAS has none. */
static inline const char *lab_library_name(enum lab_problem problem)
{
    return lab_problem_of(problem)->library_name;
}

/* Queues the library's version of the case on the default stream. cuBLAS stores matrices by
 * columns, so a row-major m x n matrix is to it an n x m one, transposed: lda is n, the distance
 * between rows (document 000 passes m, right only for m = n). */
static inline cudaError_t lab_library_call(struct lab_device *d, int set)
{
    static cublasHandle_t handle;
    static const float one = 1, zero = 0;
    static const double one_wide = 1, zero_wide = 0;
    float **in = d->in + (size_t)set * d->shape.inputs;
    const struct lab_case *c = &d->question;
    if (!handle && cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS)
        return cudaErrorUnknown;
    const enum lab_library library = lab_problem_of(c->problem)->library;
    /* pedantic: float means float, no TF32 */
    cublasSetMathMode(handle, library == LAB_SGEMM ? CUBLAS_PEDANTIC_MATH : CUBLAS_DEFAULT_MATH);
    cublasStatus_t status = CUBLAS_STATUS_NOT_SUPPORTED;
    if (lab_is(c->problem, LAB_BINARY))
        return lab_library_binary(handle, d);
    if (library == LAB_SGEMV_ROWS)
        status = cublasSgemv(handle, CUBLAS_OP_T, c->n, c->m, &one, in[0], c->n, in[1], 1, &zero,
                             d->out, 1);
    else if (library == LAB_SGEMV_COLUMNS)
        status = cublasSgemv(handle, CUBLAS_OP_N, c->m, c->n, &one, in[0], d->shape.in[0].ld, in[1],
                             1, &zero, d->out, 1);
    else if (library == LAB_SGEAM)
        status = cublasSgeam(handle, CUBLAS_OP_T, CUBLAS_OP_N, c->m, c->n, &one, in[0], c->n, &zero,
                             d->out, c->m, d->out, c->m);
    else if (library == LAB_SGEMM) /* by columns, row-major C = A B reads as C' = B' A' */
        status = cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, c->n, c->m, c->k, &one, in[1],
                             d->shape.in[1].ld, in[0], d->shape.in[0].ld, &zero, d->out,
                             d->shape.out.ld);
    else if (library == LAB_DGEMM_CALL)
        status = cublasDgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, c->n, c->m, c->k, &one_wide,
                             (const double *)in[1], d->shape.in[1].ld, (const double *)in[0],
                             d->shape.in[0].ld, &zero_wide, (double *)d->out, d->shape.out.ld);
    return status == CUBLAS_STATUS_SUCCESS ? cudaSuccess : cudaErrorUnknown;
}

/* After the clock has stopped: brings the output of the last lab_library_call into the problem's
 * form. */
static inline cudaError_t lab_library_finish(struct lab_device *d)
{
    return lab_is(d->question.problem, LAB_BINARY) ? lab_library_finish_binary(d) : cudaSuccess;
}
#else
static inline const char *lab_library_name(enum lab_problem problem)
{
    (void)problem;
    return NULL;
}

static inline cudaError_t lab_library_call(struct lab_device *d, int set)
{
    (void)d;
    (void)set;
    return cudaErrorNotSupported;
}

static inline cudaError_t lab_library_finish(struct lab_device *d)
{
    (void)d;
    return cudaSuccess;
}
#endif

#endif

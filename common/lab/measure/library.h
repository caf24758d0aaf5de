/* NVIDIA's own library as one more contender: cuBLAS, single precision, on the same device buffers.
 * GPU only. */
#ifndef LAB_LIBRARY_H
#define LAB_LIBRARY_H

#include "lab/check/execute.h"

#include <cublas_v2.h>

#include "library_binary.h"

/* The call that does a problem's job, by name; NULL where cuBLAS has none. */
static inline const char *lab_library_name(enum lab_problem problem)
{
    return lab_problem_of(problem)->library_name;
}

/* Queues the library's version of the case on the default stream. */
static inline cudaError_t lab_library_call(struct lab_device *d, int set)
{
    static cublasHandle_t handle;
    const struct lab_operands o = lab_operands_of(d, set);
    const enum lab_library library = lab_problem_of(d->question.problem)->library;
    if (!handle && cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS)
        return cudaErrorUnknown;
    /* pedantic: float means float, no TF32 */
    cublasSetMathMode(handle, library == LAB_SGEMM ? CUBLAS_PEDANTIC_MATH : CUBLAS_DEFAULT_MATH);
    if (lab_is(d->question.problem, LAB_BINARY))
        return lab_library_binary(handle, d);
    return lab_call_library(handle, &o) == CUBLAS_STATUS_SUCCESS ? cudaSuccess : cudaErrorUnknown;
}

/* After the clock has stopped: brings the output of the last lab_library_call into the problem's
 * form. */
static inline cudaError_t lab_library_finish(struct lab_device *d)
{
    return lab_is(d->question.problem, LAB_BINARY) ? lab_library_finish_binary(d) : cudaSuccess;
}

#endif

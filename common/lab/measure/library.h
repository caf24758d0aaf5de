/* What steps are compared with, on the same device buffers: NVIDIA's own library, cuBLAS, in single
 * precision, and a plain reader. GPU only. */
#pragma once

#include <cublas_v2.h>

#include "lab/check/execute.h"

/* ---- lab 09: the same product of +1 and -1 in 8-bit integers (cuBLAS's fastest way) and in FP32,
 * on operands of its own ---- */

/* A as m lines of k, B as n lines of k (it is given to cuBLAS transposed); int8 lines padded with
 * zeros to a multiple of 16. C goes to `c`; lab_library_finish brings it over when the clock has
 * stopped. */
struct lab_library_operands {
    struct lab_case of;
    int wide; /* float instead of int8 */
    int ld, ldc;
    void *a, *b, *c;
};

static __global__ void lab_signs_kernel(struct lab_recipe recipe, void *to, int ld, int wide)
{
    size_t count = (size_t)recipe.lines * (size_t)ld;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < count;
         i += (size_t)gridDim.x * blockDim.x) {
        int line = (int)(i / ld), at = (int)(i % ld), value = 0;
        if (at < recipe.bits)
            value = lab_sign_word(recipe, line, at / BINARY_BITS) >> at % BINARY_BITS & 1 ? 1 : -1;
        if (wide)
            ((float *)to)[i] = (float)value;
        else
            ((signed char *)to)[i] = (signed char)value;
    }
}

/* The case's operands as cuBLAS wants them, kept until another case asks. NULL: no memory. */
static inline struct lab_library_operands *lab_library_operands(const struct lab_device *d)
{
    static struct lab_library_operands both[2];
    const struct lab_case *c = &d->question;
    const int wide = lab_problem_of(c->problem)->library == LAB_BINARY_FLOAT;
    const size_t size = wide ? sizeof(float) : 1;
    struct lab_library_operands *o = &both[wide];
    if (o->a && o->of.m == c->m && o->of.n == c->n && o->of.k == c->k && o->of.seed == c->seed)
        return o;
    cudaFree(o->a);
    cudaFree(o->b);
    cudaFree(o->c);
    memset(o, 0, sizeof *o);
    o->of = *c;
    o->wide = wide;
    o->ld = wide ? c->k : (c->k + 15) / 16 * 16;
    o->ldc = (c->n + 3) / 4 * 4;
    if (cudaMalloc(&o->c, (size_t)c->m * (size_t)o->ldc * 4) != cudaSuccess ||
        cudaMalloc(&o->b, (size_t)c->n * (size_t)o->ld * size) != cudaSuccess ||
        cudaMalloc(&o->a, (size_t)c->m * (size_t)o->ld * size) != cudaSuccess)
        return NULL;
    lab_signs_kernel<<<2048, 256>>>(lab_recipe_of(c, 0), o->a, o->ld, wide);
    lab_signs_kernel<<<2048, 256>>>(lab_recipe_of(c, 1), o->b, o->ld, wide);
    return cudaGetLastError() == cudaSuccess ? o : NULL;
}

/* Queues the product: XNOR's in FP32, the others' in int8. All sums are exact (below 2^24, or
 * int32). */
static inline cudaError_t lab_library_binary(cublasHandle_t handle, struct lab_device *d)
{
    static const float one = 1, zero = 0;
    static const int whole_one = 1, whole_zero = 0;
    const struct lab_case *c = &d->question;
    const struct lab_library_operands *o = lab_library_operands(d);
    if (!o)
        return cudaErrorMemoryAllocation;
    cublasStatus_t status =
        o->wide ? cublasSgemm(handle, CUBLAS_OP_T, CUBLAS_OP_N, c->n, c->m, c->k, &one,
                              (const float *)o->b, o->ld, (const float *)o->a, o->ld, &zero,
                              (float *)o->c, o->ldc)
                : cublasGemmEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, c->n, c->m, o->ld, &whole_one,
                               o->b, CUDA_R_8I, o->ld, o->a, CUDA_R_8I, o->ld, &whole_zero, o->c,
                               CUDA_R_32I, o->ldc, CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT);
    return status == CUBLAS_STATUS_SUCCESS ? cudaSuccess : cudaErrorNotSupported;
}

/* from (m x n, rows ld apart; floats or integers) to the problem's own output: integers, or the
 * bits of their signs. */
static __global__ void lab_library_convert(const void *from, int ld, int wide, void *to, int m,
                                           int n, int sign)
{
    int cols = sign ? binary_words(n) : n;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < (size_t)m * cols;
         i += (size_t)gridDim.x * blockDim.x) {
        size_t row = i / cols, col = i % cols;
        uint32_t bits = 0;
        if (!sign)
            ((int *)to)[i] = wide ? (int)((const float *)from)[row * ld + col]
                                  : ((const int *)from)[row * ld + col];
        for (int bit = 0; sign && bit < BINARY_BITS && col * BINARY_BITS + bit < (size_t)n; bit++)
            bits |= (uint32_t)(((const int *)from)[row * ld + col * BINARY_BITS + bit] >= 0) << bit;
        if (sign)
            ((uint32_t *)to)[i] = bits;
    }
}

/* Makes the output of the last lab_library_call what the problem asks for, so that it can be
 * verified. Untimed. */
static inline cudaError_t lab_library_finish(struct lab_device *d)
{
    const struct lab_case *c = &d->question;
    if (!lab_is(c->problem, LAB_BINARY))
        return cudaSuccess;
    const struct lab_library_operands *o = lab_library_operands(d);
    if (!o)
        return cudaErrorMemoryAllocation;
    lab_library_convert<<<2048, 256>>>(o->c, o->ldc, o->wide, d->out, c->m, c->n,
                                       lab_is(c->problem, LAB_BITS_OUT) != 0);
    return cudaGetLastError();
}

/* ---- all problems ---- */

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

/* ---- The best that a reader of the same bytes can do: a kernel that loads A once, 16 bytes at a
 * time, and adds it up. A kernel that reads A to multiply it cannot be faster, so this is the
 * ceiling to compare a GEMV with (a copy also writes). ---- */

enum { LAB_STREAM_THREADS = 256, LAB_STREAM_LOADS = 8 };

static __global__ void lab_stream_kernel(const float4 *data, size_t count, float *never)
{
    size_t first = blockIdx.x * (size_t)(LAB_STREAM_THREADS * LAB_STREAM_LOADS) + threadIdx.x;
    float sum = 0;
#pragma unroll
    for (int i = 0; i < LAB_STREAM_LOADS; i++) {
        size_t at = first + (size_t)i * LAB_STREAM_THREADS;
        if (at < count) {
            float4 v = data[at];
            sum += v.x + v.y + v.z + v.w;
        }
    }
    if (sum == 1.5e38f) /* so that the compiler must load: no sum of A's elements is this large */
        *never = sum;
}

static inline cudaError_t lab_stream_call(struct lab_device *d, int set)
{
    size_t count = lab_elements(&d->shape.in[0]) / 4,
           block = (size_t)LAB_STREAM_THREADS * LAB_STREAM_LOADS;
    lab_stream_kernel<<<(unsigned)(count / block + 1), LAB_STREAM_THREADS>>>(
        (const float4 *)d->in[(size_t)set * d->shape.inputs], count, d->out);
    return cudaGetLastError();
}

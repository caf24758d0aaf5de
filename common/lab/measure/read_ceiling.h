/* The best that a reader of the same bytes can do: a kernel that loads A once, 16 bytes at a time,
 * and adds it up. A kernel that reads A to multiply it cannot be faster, so this is the ceiling to
 * compare a GEMV with (a copy also writes). GPU only. */
#ifndef LAB_READ_CEILING_H
#define LAB_READ_CEILING_H

#include "lab/check/execute.h"

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

/* Queues one reading of input 0 of set `set`. */
static inline cudaError_t lab_stream_call(struct lab_device *d, int set)
{
    size_t count = lab_elements(&d->shape.in[0]) / 4,
           block = (size_t)LAB_STREAM_THREADS * LAB_STREAM_LOADS;
    lab_stream_kernel<<<(unsigned)(count / block + 1), LAB_STREAM_THREADS>>>(
        (const float4 *)d->in[(size_t)set * d->shape.inputs], count, d->out);
    return cudaGetLastError();
}

#endif

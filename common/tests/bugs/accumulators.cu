/* Sums that several warps add to with atomics: what must stand between clearing, adding and
 * reading. */
#include "bugs.h"

enum { THREADS = 128, WARPS = THREADS / 32 };

__device__ float sum_of_warp(float value)
{
    for (int step = 16; step > 0; step /= 2)
        value += __shfl_down_sync(0xffffffffu, value, step);
    return value;
}

/* Warp 3 may have added before thread 0 clears. */
__global__ void cleared_too_late(const float *x, float *y)
{
    __shared__ float total;
    float sum = sum_of_warp(x[threadIdx.x]);
    if (threadIdx.x == 0)
        total = 0; /* BUG: race_shared cleared_too_late */
    if (threadIdx.x % 32 == 0)
        atomicAdd(&total, sum); /* BUG: race_shared cleared_too_late */
    __syncthreads();
    if (threadIdx.x == 0)
        y[0] = total;
}

/* The last warp has added; the others need not have. */
__global__ void read_after_own(const float *x, float *y)
{
    __shared__ float total;
    float sum = sum_of_warp(x[threadIdx.x]);
    if (threadIdx.x == 0)
        total = 0;
    __syncthreads();
    if (threadIdx.x % 32 == 0) {
        atomicAdd(&total, sum); /* BUG: race_shared read_after_own */
        if (threadIdx.x / 32 == WARPS - 1)
            y[0] = total; /* BUG: race_shared read_after_own */
    }
}

/* The same in global memory. */
__global__ void doubled_too_early(const float *x, float *y, float *z)
{
    if (threadIdx.x == 0)
        y[0] = 0;
    __syncthreads();
    atomicAdd(y, x[threadIdx.x]); /* BUG: race_global doubled_too_early */
    if (threadIdx.x == THREADS - 1)
        z[0] = 2 * y[0]; /* BUG: race_global doubled_too_early */
}

/* A barrier waits for the threads of a block. */
__global__ void total_of_blocks(const float *x, float *total, float *y)
{
    atomicAdd(total, x[threadIdx.x]); /* BUG: race_global total_of_blocks */
    __syncthreads();
    if (threadIdx.x == 0)
        y[blockIdx.x] = *total; /* BUG: race_global total_of_blocks */
}

/* Who comes last sums, but nothing says that the others' stores have come, too. */
__global__ void last_warp_unfenced(const float *x, float *y)
{
    __shared__ float part[WARPS];
    __shared__ int count;
    float sum = sum_of_warp(x[threadIdx.x]);
    if (threadIdx.x == 0)
        count = 0;
    __syncthreads();
    if (threadIdx.x % 32)
        return;
    part[threadIdx.x / 32] = sum; /* BUG: race_shared last_warp_unfenced */
    if (atomicAdd(&count, 1) < WARPS - 1)
        return;
    for (int warp = 0; warp < WARPS; warp++)
        y[0] += part[warp]; /* BUG: race_shared last_warp_unfenced */
}

/* ---- and what is right ---- */

__global__ void last_warp_fenced(const float *x, float *y)
{
    __shared__ float part[WARPS];
    __shared__ int count;
    float sum = sum_of_warp(x[threadIdx.x]);
    if (threadIdx.x == 0)
        count = 0;
    __syncthreads();
    if (threadIdx.x % 32)
        return;
    part[threadIdx.x / 32] = sum;
    __threadfence_block();
    if (atomicAdd(&count, 1) < WARPS - 1)
        return;
    for (int warp = 0; warp < WARPS; warp++)
        y[0] += part[warp];
}

/* What was added by atomics may be read plainly by the block that comes last. */
__global__ void last_block_reads(const float *x, float *total, int *count, float *y)
{
    atomicAdd(total, x[threadIdx.x]);
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0 && atomicAdd(count, 1) == (int)gridDim.x - 1) {
        __threadfence();
        y[0] = *total;
    }
}

/* One accumulator a warp; then places handed out by an atomic, whose count is read behind the
 * barrier. */
__global__ void warps_apart(const float *x, float *y, int *places)
{
    __shared__ float total[WARPS];
    __shared__ int next;
    const int thread = threadIdx.x, warp = thread / 32;
    if (thread % 32 == 0)
        total[warp] = 0;
    if (thread == 0)
        next = 0;
    __syncwarp();
    atomicAdd(&total[warp], x[thread]);
    __syncwarp();
    float sum = total[warp];
    __syncthreads();
    if (sum > thread)
        places[atomicAdd(&next, 1)] = thread;
    __syncthreads();
    y[thread] = sum + next;
    __syncthreads();
    if (thread == 0)
        next = 0;
    __syncthreads();
    atomicAdd(&next, 1);
}

SPECIMEN(cleared_too_late)
{
    cleared_too_late<<<1, THREADS>>>(device_floats(THREADS, 1), device_floats(1, 0));
}

SPECIMEN(read_after_own)
{
    read_after_own<<<1, THREADS>>>(device_floats(THREADS, 1), device_floats(1, 0));
}

SPECIMEN(doubled_too_early)
{
    doubled_too_early<<<1, THREADS>>>(device_floats(THREADS, 1), device_floats(1, 0),
                                      device_floats(1, 0));
}

SPECIMEN(total_of_blocks)
{
    total_of_blocks<<<4, THREADS>>>(device_floats(THREADS, 1), device_floats(1, 0),
                                    device_floats(4, 0));
}

SPECIMEN(last_warp_unfenced)
{
    last_warp_unfenced<<<1, THREADS>>>(device_floats(THREADS, 1), device_floats(1, 0));
}

SPECIMEN(last_warp_fenced)
{
    last_warp_fenced<<<1, THREADS>>>(device_floats(THREADS, 1), device_floats(1, 0));
}

SPECIMEN(last_block_reads)
{
    last_block_reads<<<4, THREADS>>>(device_floats(THREADS, 1), device_floats(1, 0),
                                     device_ints(1, 0), device_floats(1, 0));
}

SPECIMEN(warps_apart)
{
    warps_apart<<<1, THREADS>>>(device_floats(THREADS, 1), device_floats(THREADS, 0),
                                device_ints(THREADS, 0));
}

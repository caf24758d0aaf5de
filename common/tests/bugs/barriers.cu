/* Barriers that not every thread reaches, exchanges with lanes that are not there, kernels that
 * do not end. */
#include "bugs.h"
#define LAB_REFERENCE
#ifdef __CUDA_EMULATOR__
#define LAB_EMULATOR
#endif
#include "../../gemm/tensor.h"

enum { THREADS = 64 };

__global__ void barrier_in_both_arms(float *y)
{
    int thread = threadIdx.x;
    if (thread % 32 < 16) {
        y[thread] = 1;
        __syncthreads(); /* BUG: divergent_barrier barrier_in_both_arms */
    } else {
        y[thread] = 2;
        __syncthreads(); /* BUG: divergent_barrier barrier_in_both_arms */
    }
}

__global__ void barrier_for_half(float *y)
{
    int thread = threadIdx.x;
    y[thread] = 1;
    if (thread % 32 < 16)
        __syncthreads(); /* BUG: divergent_barrier barrier_for_half */
    y[thread] += 1;
}

/* The same, but the others come to a barrier, too: not to this one. */
__global__ void half_then_all(float *y)
{
    int thread = threadIdx.x;
    y[thread] = 1;
    if (thread % 32 < 16)
        __syncthreads(); /* BUG: divergent_barrier half_then_all */
    y[thread] += 1;
    __syncthreads(); /* BUG: divergent_barrier half_then_all */
    y[thread] += 1;
}

/* Whole warps, but not all of them, and the others wait at a barrier of their own further down. */
__global__ void barrier_for_one_warp(const float *x, float *y)
{
    __shared__ float part[THREADS];
    int thread = threadIdx.x;
    part[thread] = x[thread];
    if (thread < 32)
        __syncthreads(); /* BUG: divergent_barrier barrier_for_one_warp */
    y[thread] = part[thread];
    __syncthreads(); /* BUG: divergent_barrier barrier_for_one_warp */
    y[thread] += 1;
}

/* The guard that every kernel has, in a kernel that needs all of its threads. */
__global__ void barrier_after_return(const float *x, float *y, int n)
{
    __shared__ float part[THREADS];
    int thread = threadIdx.x;
    if (thread >= n)
        return;
    part[thread] = x[thread];
    __syncthreads(); /* BUG: divergent_barrier barrier_after_return */
    y[thread] = part[n - 1 - thread];
}

/* As many barriers as the data says, which differs from thread to thread. */
__global__ void barrier_by_data(const int *rounds, float *y)
{
    int thread = threadIdx.x;
    for (int round = 0; round < rounds[thread]; round++) {
        y[thread] += 1;
        __syncthreads(); /* BUG: divergent_barrier barrier_by_data */
    }
}

__global__ void absent_lane(float *y)
{
    int thread = threadIdx.x;
    float value = (float)thread;
    if (thread % 32 < 16)
        value += __shfl_down_sync(0xffffffffu, value, 8); /* BUG: missing_lane absent_lane */
    y[thread] = value;
}

/* The mask names the other half of the warp. */
__global__ void shuffle_wrong_mask(float *y)
{
    int thread = threadIdx.x;
    float value = (float)thread;
    if (thread % 32 >= 16)
        value += __shfl_xor_sync(0x0000ffffu, value, 1); /* BUG: missing_lane shuffle_wrong_mask */
    y[thread] = value;
}

/* The mask is right, but the lane that is read stands outside it. */
__global__ void shuffle_beyond_mask(float *y)
{
    int thread = threadIdx.x;
    float value = (float)thread;
    if (thread % 32 < 16)
        value = __shfl_sync(0x0000ffffu, value, 20); /* BUG: missing_lane shuffle_beyond_mask */
    y[thread] = value;
}

/* 48 threads: the second warp has 16 lanes, the mask says 32. */
__global__ void partial_warp(const float *x, float *y)
{
    float sum = x[threadIdx.x];
    for (int step = 16; step > 0; step /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, step); /* BUG: missing_lane partial_warp */
    if (threadIdx.x % 32 == 0)
        y[threadIdx.x / 32] = sum;
}

/* 20 lanes take part, and in the first round some of them read the other twelve: the largest, then
 * a sum of integers. */
__global__ void partial_maximum(const float *x, float *y)
{
    float most = x[threadIdx.x];
    unsigned mask = __ballot_sync(0xffffffffu, threadIdx.x < 20);
    if (threadIdx.x >= 20)
        return;
    for (int step = 16; step > 0; step /= 2)
        most =
            fmaxf(most, __shfl_down_sync(mask, most, step)); /* BUG: missing_lane partial_maximum */
    if (threadIdx.x == 0)
        y[0] = most;
}

__global__ void partial_count(const int *x, int *y)
{
    int count = x[threadIdx.x];
    unsigned mask = __ballot_sync(0xffffffffu, threadIdx.x < 20);
    if (threadIdx.x >= 20)
        return;
    for (int step = 16; step > 0; step /= 2)
        count += __shfl_down_sync(mask, count, step); /* BUG: missing_lane partial_count */
    if (threadIdx.x == 0)
        atomicAdd(y, count);
}

/* Lanes leave the loop one by one, the mask stays full. */
__global__ void shuffle_in_loop(const int *rounds, float *y)
{
    int thread = threadIdx.x;
    float value = 1;
    for (int round = 0; round < rounds[thread]; round++)
        value += __shfl_xor_sync(0xffffffffu, value, 1); /* BUG: missing_lane shuffle_in_loop */
    y[thread] = value;
}

__global__ void branch_ballot(const float *x, unsigned *y)
{
    int thread = threadIdx.x;
    if (thread % 2)
        y[thread] = __ballot_sync(0xffffffffu, x[thread] > 0); /* BUG: missing_lane branch_ballot */
    __syncthreads();
}

__global__ void syncwarp_for_half(float *y)
{
    __shared__ float part[THREADS];
    int thread = threadIdx.x;
    part[thread] = 1;
    if (thread % 32 < 16)
        __syncwarp(0xffffffffu); /* BUG: missing_lane syncwarp_for_half */
    __syncthreads();
    y[thread] = part[thread];
}

/* Nobody ever raises the flag. */
__global__ void endless_wait(volatile int *flag, float *y)
{
    while (*flag == 0) { /* BUG: endless endless_wait */
    }
    y[threadIdx.x] = 1;
}

/* The loop's variable never changes. */
__global__ void endless_loop(float *y, int n)
{
    int i = threadIdx.x;
    for (; i < n; y[i] += 1) { /* BUG: endless endless_loop */
    }
}

/* Warp 1 waits for a flag that warp 0 raises only behind the barrier at which it waits for warp
 * 1. */
__global__ void wait_behind_barrier(volatile int *flag)
{
    if (threadIdx.x >= 32)
        while (*flag == 0) { /* BUG: endless wait_behind_barrier */
        }
    __syncthreads();
    if (threadIdx.x == 0)
        *flag = 1;
}

/* No end is in sight, and each level keeps something. */
__device__ int depth(const int *next, int at, int level) /* BUG: stack_overflow endless_recursion */
{                                                        /* BUG: stack_overflow endless_recursion */
    volatile int kept[64];
    kept[level % 64] = at;                             /* BUG: stack_overflow endless_recursion */
    int below = depth(next, next[at % 32], level + 1); /* BUG: stack_overflow endless_recursion */
    return below + kept[level % 64];
}

__global__ void endless_recursion(const int *next, int *y)
{
    y[threadIdx.x] = depth(next, threadIdx.x, 0); /* BUG: stack_overflow endless_recursion */
}

/* Trip counts 1, 2, 3 … for neighbouring threads. */
static int *unequal_rounds(void)
{
    int host[THREADS], *device;
    for (int i = 0; i < THREADS; i++)
        host[i] = 1 + i % 4;
    cudaMalloc((void **)&device, sizeof host);
    cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);
    return device;
}

SPECIMEN(barrier_in_both_arms)
{
    barrier_in_both_arms<<<1, THREADS>>>(device_floats(THREADS, 0));
}

SPECIMEN(barrier_for_half)
{
    barrier_for_half<<<1, THREADS>>>(device_floats(THREADS, 0));
}

SPECIMEN(half_then_all)
{
    half_then_all<<<1, THREADS>>>(device_floats(THREADS, 0));
}

SPECIMEN(barrier_for_one_warp)
{
    barrier_for_one_warp<<<1, THREADS>>>(device_floats(THREADS, 1), device_floats(THREADS, 0));
}

SPECIMEN(barrier_after_return)
{
    barrier_after_return<<<1, THREADS>>>(device_floats(THREADS, 1), device_floats(THREADS, 0), 50);
}

SPECIMEN(barrier_by_data)
{
    barrier_by_data<<<1, THREADS>>>(unequal_rounds(), device_floats(THREADS, 0));
}

SPECIMEN(absent_lane)
{
    absent_lane<<<1, THREADS>>>(device_floats(THREADS, 0));
}

SPECIMEN(shuffle_wrong_mask)
{
    shuffle_wrong_mask<<<1, THREADS>>>(device_floats(THREADS, 0));
}

SPECIMEN(shuffle_beyond_mask)
{
    shuffle_beyond_mask<<<1, THREADS>>>(device_floats(THREADS, 0));
}

SPECIMEN(partial_warp)
{
    partial_warp<<<1, 48>>>(device_floats(48, 1), device_floats(2, 0));
}

SPECIMEN(partial_maximum)
{
    partial_maximum<<<1, 32>>>(device_floats(32, 1), device_floats(1, 0));
}

SPECIMEN(partial_count)
{
    partial_count<<<1, 32>>>(device_ints(32, 1), device_ints(1, 0));
}

SPECIMEN(shuffle_in_loop)
{
    shuffle_in_loop<<<1, THREADS>>>(unequal_rounds(), device_floats(THREADS, 0));
}

SPECIMEN(branch_ballot)
{
    branch_ballot<<<1, THREADS>>>(device_floats(THREADS, 1), (unsigned *)device_ints(THREADS, 0));
}

SPECIMEN(syncwarp_for_half)
{
    syncwarp_for_half<<<1, THREADS>>>(device_floats(THREADS, 0));
}

SPECIMEN(endless_wait)
{
    endless_wait<<<1, 32>>>(device_ints(1, 0), device_floats(32, 0));
}

SPECIMEN(endless_loop)
{
    endless_loop<<<1, 32>>>(device_floats(100, 0), 100);
}

/* A matrix instruction is the whole warp's. */
__global__ void half_a_warp_multiplies(double *y)
{
    double sum[4] = {0, 0, 0, 0}, a[2] = {1, 1};
    if (threadIdx.x % 32 < 16)
        lab_mma_16x8x4(sum, a, 1); /* BUG: missing_lane half_a_warp_multiplies */
    y[threadIdx.x] = sum[0];
}

__global__ void lane_left_before_mma(double *y)
{
    double sum[4] = {0, 0, 0, 0}, a[2] = {1, 1};
    if (threadIdx.x == 5)
        return;
    lab_mma_16x8x4(sum, a, 1); /* BUG: missing_lane lane_left_before_mma */
    y[threadIdx.x] = sum[0];
}

/* There are no others. */
__global__ void half_a_warp_in_all(double *y)
{
    double sum[4] = {0, 0, 0, 0}, a[2] = {1, 1};
    lab_mma_16x8x4(sum, a, 1); /* BUG: missing_lane half_a_warp_in_all */
    y[threadIdx.x] = sum[0];
}

SPECIMEN(half_a_warp_multiplies)
{
    half_a_warp_multiplies<<<1, THREADS>>>((double *)device_floats(2 * THREADS, 0));
}

SPECIMEN(lane_left_before_mma)
{
    lane_left_before_mma<<<1, THREADS>>>((double *)device_floats(2 * THREADS, 0));
}

SPECIMEN(half_a_warp_in_all)
{
    half_a_warp_in_all<<<1, 16>>>((double *)device_floats(2 * THREADS, 0));
}

SPECIMEN(wait_behind_barrier)
{
    wait_behind_barrier<<<1, THREADS>>>(device_ints(1, 0));
}

SPECIMEN(endless_recursion)
{
    endless_recursion<<<1, 32>>>(device_ints(32, 7), device_ints(32, 0));
}

/* Calls for which lanes or threads must come together, in branches that some of them do not take;
 * nothing in the results depends on those. And kernels in which lanes have returned before. */
#include "bugs.h"

enum { THREADS = 32, FEW = 8 };
#define ALL_LANES 0xffffffffu

/* Nothing comes after the branch. */
__global__ void shuffle_for_few(const float *x, float *y)
{
    float sum = x[threadIdx.x];
    if (threadIdx.x < FEW) {
        for (int step = FEW / 2; step > 0; step /= 2)
            sum += __shfl_down_sync(ALL_LANES, sum, step); /* BUG: missing_lane shuffle_for_few */
        if (threadIdx.x == 0)
            *y = sum;
    }
}

__global__ void shuffle_then_store(const float *x, float *y)
{
    float sum = x[threadIdx.x];
    if (threadIdx.x < FEW)
        for (int step = FEW / 2; step > 0; step /= 2)
            sum +=
                __shfl_down_sync(ALL_LANES, sum, step); /* BUG: missing_lane shuffle_then_store */
    if (threadIdx.x == 0)
        *y = sum;
}

/* The lanes that have not made the call return behind it. */
__global__ void shuffle_then_return(const float *x, float *y)
{
    float sum = x[threadIdx.x];
    if (threadIdx.x < FEW)
        for (int step = FEW / 2; step > 0; step /= 2)
            sum +=
                __shfl_down_sync(ALL_LANES, sum, step); /* BUG: missing_lane shuffle_then_return */
    if (threadIdx.x > 0)
        return;
    *y = sum;
}

__device__ float sum_of_few(float sum)
{
    for (int step = FEW / 2; step > 0; step /= 2)
        sum += __shfl_down_sync(ALL_LANES, sum, step); /* BUG: missing_lane shuffle_in_helper */
    return sum;
}

__global__ void shuffle_in_helper(const float *x, float *y)
{
    float sum = x[threadIdx.x];
    if (threadIdx.x < FEW)
        sum = sum_of_few(sum);
    if (threadIdx.x > 0)
        return;
    *y = sum;
}

/* Half of the lanes have one round more. */
__global__ void shuffle_in_last_round(const float *x, float *y, int n)
{
    float sum = 0;
    for (int i = threadIdx.x; i < n; i += THREADS)
        sum += __shfl_sync(ALL_LANES, x[i], 0); /* BUG: missing_lane shuffle_in_last_round */
    y[threadIdx.x] = sum;
}

__global__ void vote_behind_and(const float *x, float *y)
{
    const int lane = threadIdx.x;
    if (lane < FEW && __any_sync(ALL_LANES, x[lane] > 0)) /* BUG: missing_lane vote_behind_and */
        y[lane] = 1;
}

__global__ void syncwarp_in_branch(float *y)
{
    __shared__ float part[FEW];
    const int lane = threadIdx.x;
    if (lane < FEW) {
        part[lane] = 1;
        __syncwarp(); /* BUG: missing_lane syncwarp_in_branch */
        y[lane] = part[FEW - 1 - lane];
    }
}

/* Both arms wait, in one line, and do nothing else. */
__global__ void barriers_of_one_line(float *y)
{
#define WAIT_IN_BOTH(condition)                                                                    \
    if (condition)                                                                                 \
        __syncthreads();                                                                           \
    else                                                                                           \
        __syncthreads()
    WAIT_IN_BOTH(threadIdx.x < FEW); /* BUG: divergent_barrier barriers_of_one_line */
    y[threadIdx.x] = 1;
}

__device__ inline void wait_for_all()
{
    __syncthreads(); /* BUG: divergent_barrier barriers_of_a_helper */
}

__global__ void barriers_of_a_helper(float *y)
{
    if (threadIdx.x < FEW)
        wait_for_all();
    else
        wait_for_all();
    y[threadIdx.x] = 1;
}

/* ---- right: lanes have returned before they could come to the call */

__global__ void returned_before(const float *x, float *y, int n)
{
    if ((int)threadIdx.x >= n)
        return;
    float sum = x[threadIdx.x];
    for (int step = FEW / 2; step > 0; step /= 2)
        sum += __shfl_xor_sync(ALL_LANES, sum, step);
    y[threadIdx.x] = sum;
}

__global__ void returned_beside(const float *x, float *y, int n)
{
    float sum = x[threadIdx.x];
    if ((int)threadIdx.x < n) {
        for (int step = FEW / 2; step > 0; step /= 2)
            sum += __shfl_xor_sync(ALL_LANES, sum, step);
    } else {
        y[threadIdx.x] = 0;
        return;
    }
    y[threadIdx.x] = sum;
}

__global__ void returned_from_loop(const float *x, float *y)
{
    float sum = x[threadIdx.x];
    for (int round = 0;; round++) {
        if ((int)threadIdx.x / FEW < round)
            return;
        sum += __shfl_xor_sync(ALL_LANES, sum, 1);
        y[threadIdx.x] = sum;
        if (sum > 1000)
            return;
    }
}

/* A return within a lambda is none of the kernel's. */
__global__ void returned_from_lambda(const float *x, float *y)
{
    auto larger = [](float a, float b) {
        if (a > b)
            return a;
        return b;
    };
    float most = x[threadIdx.x];
    for (int step = THREADS / 2; step > 0; step /= 2)
        most = larger(most, __shfl_xor_sync(ALL_LANES, most, step));
    y[threadIdx.x] = most;
}

/* One barrier of the source, which the compiler may have made several of. */
__global__ void one_barrier_in_turns(float *y, int n)
{
#pragma unroll
    for (int i = 0; i < 4; i++) {
        if (n > i)
            y[threadIdx.x] = i;
        wait_for_all();
    }
}

static float *ones(void)
{
    return device_floats(3 * THREADS, 1);
}

static float *zeros(void)
{
    return device_floats(THREADS, 0);
}

#define LAUNCHED(name, ...)                                                                        \
    SPECIMEN(name)                                                                                 \
    {                                                                                              \
        name<<<1, THREADS>>>(__VA_ARGS__);                                                         \
    }
LAUNCHED(shuffle_for_few, ones(), zeros())
LAUNCHED(shuffle_then_store, ones(), zeros())
LAUNCHED(shuffle_then_return, ones(), zeros())
LAUNCHED(shuffle_in_helper, ones(), zeros())
LAUNCHED(shuffle_in_last_round, ones(), zeros(), THREADS + THREADS / 2)
LAUNCHED(vote_behind_and, ones(), zeros())
LAUNCHED(syncwarp_in_branch, zeros())
LAUNCHED(barriers_of_one_line, zeros())
LAUNCHED(barriers_of_a_helper, zeros())
LAUNCHED(returned_before, ones(), zeros(), THREADS / 2)
LAUNCHED(returned_beside, ones(), zeros(), THREADS / 2)
LAUNCHED(returned_from_loop, ones(), zeros())
LAUNCHED(returned_from_lambda, ones(), zeros())
LAUNCHED(one_barrier_in_turns, zeros(), 2)

/* Right kernels in which blocks, warps and lanes wait for each other: tickets, locks, flags, scans
 * that look back, barriers of a grid. And bytes that share a word. */
#include "bugs.h"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

enum { THREADS = 64, BLOCKS = 6, ALL = BLOCKS * THREADS };

/* ---- the last block to take a ticket sums up ---- */

__device__ void sum_all(const float *parts, float *y)
{
    float sum = 0;
    for (unsigned k = threadIdx.x; k < gridDim.x * blockDim.x; k += blockDim.x)
        sum += parts[k];
    atomicAdd(y, sum);
}

/* Each thread fences its own part, then all meet. */
__global__ void ticket_fence_barrier(float *parts, unsigned *done, float *y)
{
    __shared__ bool last;
    parts[blockIdx.x * blockDim.x + threadIdx.x] = 1;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        last = atomicAdd(done, 1u) == gridDim.x - 1;
    __syncthreads();
    if (last)
        sum_all(parts, y);
}

/* All meet, then one thread fences for the block. */
__global__ void ticket_barrier_fence(float *parts, unsigned *done, float *y)
{
    __shared__ bool last;
    parts[blockIdx.x * blockDim.x + threadIdx.x] = 1;
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        last = atomicInc(done, gridDim.x - 1) == gridDim.x - 1;
        __threadfence();
    }
    __syncthreads();
    if (last)
        sum_all(parts, y);
}

/* A warp for itself: the ticket is handed on by a shuffle. */
__global__ void ticket_of_warps(float *parts, unsigned *done, float *y)
{
    const unsigned warps = gridDim.x * blockDim.x / 32;
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned ticket = 0;
    parts[i] = 1;
    __threadfence();
    __syncwarp();
    if (threadIdx.x % 32 == 0)
        ticket = atomicAdd(done, 1u);
    ticket = __shfl_sync(0xffffffffu, ticket, 0);
    if (ticket != warps - 1)
        return;
    float sum = 0;
    for (unsigned k = threadIdx.x % 32; k < warps * 32; k += 32)
        sum += parts[k];
    atomicAdd(y, sum);
}

/* ---- locks ---- */

__global__ void lock_of_blocks(int *lock, float *sum)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0) {
        }
        __threadfence();
        *sum += 1;
        __threadfence();
        atomicExch(lock, 0);
    }
}

/* From lane to lane. */
__global__ void lock_of_lanes(int *lock, float *sum)
{
    bool done = false;
    while (!done) {
        if (atomicCAS(lock, 0, 1) == 0) {
            __threadfence();
            *sum += 1;
            __threadfence();
            atomicExch(lock, 0);
            done = true;
        }
    }
}

/* Opened by a volatile write. */
__global__ void lock_volatile(int *lock, float *sum)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0)
            __nanosleep(100);
        __threadfence();
        *sum += 1;
        __threadfence();
        *(volatile int *)lock = 0;
    }
}

__global__ void lock_in_shared(float *y)
{
    __shared__ int lock;
    __shared__ float sum;
    if (threadIdx.x == 0) {
        lock = 0;
        sum = 0;
    }
    __syncthreads();
    for (bool done = false; !done;)
        if (atomicCAS(&lock, 0, 1) == 0) {
            __threadfence_block();
            sum += 1;
            __threadfence_block();
            atomicExch(&lock, 0);
            done = true;
        }
    __syncthreads();
    if (threadIdx.x == 0)
        y[blockIdx.x] = sum;
}

/* First come, first served. */
__global__ void lock_with_turns(unsigned *lock, float *sum)
{
    if (threadIdx.x > 0)
        return;
    const unsigned mine = atomicAdd(&lock[0], 1u);
    while (*(volatile unsigned *)&lock[1] != mine) {
    }
    __threadfence();
    *sum += 1;
    __threadfence();
    atomicAdd(&lock[1], 1u);
}

/* ---- flags ---- */

__global__ void flag_of_block(float *data, volatile int *flag, float *y)
{
    if (blockIdx.x == 0) {
        *data = 1;
        __threadfence();
        *flag = 1;
    } else {
        while (*flag == 0) {
        }
        __threadfence();
        y[blockIdx.x] = *data;
    }
}

__global__ void flag_by_atomic(float *data, int *flag, float *y)
{
    if (blockIdx.x == 0) {
        if (threadIdx.x == 0) {
            *data = 1;
            __threadfence();
            atomicExch(flag, 1);
        }
        return;
    }
    if (threadIdx.x == 0)
        while (atomicAdd(flag, 0) == 0) {
        }
    __syncthreads();
    y[blockIdx.x * blockDim.x + threadIdx.x] = *data;
}

/* One block after the other. */
__global__ void turns(float *data, volatile int *turn, float *y)
{
    if (threadIdx.x == 0) {
        while (*turn != (int)blockIdx.x) {
        }
        __threadfence();
        y[blockIdx.x] = *data;
        *data = (float)blockIdx.x;
        __threadfence();
        *turn = (int)blockIdx.x + 1;
    }
}

/* A warp makes what the other one uses; the flag goes back and forth. */
__global__ void flag_of_warp(float *y)
{
    __shared__ float part[32];
    __shared__ volatile int full;
    const int lane = threadIdx.x % 32;
    if (threadIdx.x == 0)
        full = 0;
    __syncthreads();
    for (int round = 0; round < 5; round++) {
        if (threadIdx.x < 32) {
            while (full) {
            }
            __threadfence_block();
            part[lane] = (float)round;
            __threadfence_block();
            __syncwarp();
            if (lane == 0)
                full = 1;
            __syncwarp();
        } else {
            while (!full) {
            }
            __threadfence_block();
            y[round * 32 + lane] = part[31 - lane];
            __threadfence_block();
            __syncwarp();
            if (lane == 0)
                full = 0;
            __syncwarp();
        }
    }
}

/* ---- a scan in one pass: each block looks back at those before it ---- */

enum { NOTHING, SUM, PREFIX };

__global__ void look_back(const float *x, float *sums, float *prefixes, volatile int *state,
                          float *y)
{
    __shared__ float before;
    if (threadIdx.x == 0) {
        const int block = (int)blockIdx.x;
        sums[block] = x[block];
        __threadfence();
        state[block] = SUM;
        float sum = 0;
        for (int b = block - 1; b >= 0; b--) {
            int s;
            while ((s = state[b]) == NOTHING) {
            }
            __threadfence();
            sum += s == PREFIX ? prefixes[b] : sums[b];
            if (s == PREFIX)
                break;
        }
        prefixes[block] = sum + x[block];
        __threadfence();
        state[block] = PREFIX;
        before = sum;
    }
    __syncthreads();
    y[blockIdx.x * blockDim.x + threadIdx.x] = before;
}

/* State and value in one word need no fence; a ticket instead of blockIdx. */
__global__ void look_back_packed(const int *x, volatile unsigned long long *state, int *ticket,
                                 int *y)
{
    __shared__ int before, tile;
    if (threadIdx.x == 0)
        tile = atomicAdd(ticket, 1);
    __syncthreads();
    if (threadIdx.x == 0) {
        int sum = 0;
        state[tile] = (unsigned long long)SUM << 32 | (unsigned)x[tile];
        for (int b = tile - 1; b >= 0; b--) {
            unsigned long long s;
            while (((s = state[b]) >> 32) == NOTHING) {
            }
            sum += (int)(unsigned)s;
            if (s >> 32 == PREFIX)
                break;
        }
        state[tile] = (unsigned long long)PREFIX << 32 | (unsigned)(sum + x[tile]);
        before = sum;
    }
    __syncthreads();
    y[tile * blockDim.x + threadIdx.x] = before;
}

/* ---- grids ---- */

__global__ void grid_stencil(float *x, float *y, int n)
{
    cg::grid_group grid = cg::this_grid();
    const int i = (int)grid.thread_rank();
    x[i] = (float)i;
    grid.sync();
    for (int step = 0; step < 4; step++) {
        const float sum = x[(i + n - 1) % n] + x[(i + 1) % n];
        grid.sync();
        x[i] = sum;
        cg::sync(grid);
    }
    y[i] = x[n - 1 - i];
}

/* With shared memory and a barrier of the block between. */
__global__ void grid_reverse(float *x, float *y, int n)
{
    __shared__ float part[THREADS];
    extern __shared__ float more[];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    part[threadIdx.x] = (float)i;
    more[threadIdx.x] = 1;
    x[i] = 1;
    cg::this_grid().sync();
    __syncthreads();
    y[i] = part[THREADS - 1 - threadIdx.x] + more[THREADS - 1 - threadIdx.x] + x[n - 1 - i];
    if (!cg::this_grid().is_valid())
        y[i] = -1;
}

/* ---- bytes and shorts of neighboring blocks ---- */

__global__ void bytes_of_blocks(unsigned char *bytes, unsigned short *shorts)
{
    for (int i = 0; i < 3; i++) {
        bytes[3 * blockIdx.x + i]++;
        shorts[3 * blockIdx.x + i]++;
    }
}

__global__ void atomics_in_block(int *counts)
{
    atomicAdd_block(&counts[blockIdx.x], 1);
    atomicMax_block(&counts[gridDim.x + blockIdx.x], (int)threadIdx.x);
}

/* ---- they are run ---- */

#define TICKET(name)                                                                               \
    SPECIMEN(name)                                                                                 \
    {                                                                                              \
        name<<<BLOCKS, THREADS>>>(device_floats(ALL, 0), (unsigned *)device_ints(1, 0),            \
                                  device_floats(1, 0));                                            \
    }
TICKET(ticket_fence_barrier)
TICKET(ticket_barrier_fence)
TICKET(ticket_of_warps)

#define LOCK(name)                                                                                 \
    SPECIMEN(name)                                                                                 \
    {                                                                                              \
        name<<<BLOCKS, THREADS>>>(device_ints(1, 0), device_floats(1, 0));                         \
    }
LOCK(lock_of_blocks)
LOCK(lock_of_lanes)
LOCK(lock_volatile)

SPECIMEN(lock_in_shared)
{
    lock_in_shared<<<BLOCKS, THREADS>>>(device_floats(BLOCKS, 0));
}

SPECIMEN(lock_with_turns)
{
    lock_with_turns<<<BLOCKS, THREADS>>>((unsigned *)device_ints(2, 0), device_floats(1, 0));
}

SPECIMEN(flag_of_block)
{
    flag_of_block<<<BLOCKS, 1>>>(device_floats(1, 0), device_ints(1, 0), device_floats(BLOCKS, 0));
}

SPECIMEN(flag_by_atomic)
{
    flag_by_atomic<<<BLOCKS, THREADS>>>(device_floats(1, 0), device_ints(1, 0),
                                        device_floats(ALL, 0));
}

SPECIMEN(turns)
{
    turns<<<BLOCKS, THREADS>>>(device_floats(1, 0), device_ints(1, 0), device_floats(BLOCKS, 0));
}

SPECIMEN(flag_of_warp)
{
    flag_of_warp<<<1, THREADS>>>(device_floats(5 * 32, 0));
}

SPECIMEN(look_back)
{
    look_back<<<BLOCKS, THREADS>>>(device_floats(BLOCKS, 1), device_floats(BLOCKS, 0),
                                   device_floats(BLOCKS, 0), device_ints(BLOCKS, 0),
                                   device_floats(ALL, 0));
}

SPECIMEN(look_back_packed)
{
    look_back_packed<<<BLOCKS, THREADS>>>(device_ints(BLOCKS, 1),
                                          (unsigned long long *)device_ints(2 * BLOCKS, 0),
                                          device_ints(1, 0), device_ints(ALL, 0));
}

static void cooperate(void (*kernel)(float *, float *, int))
{
    int n = ALL;
    float *x = device_floats(ALL, 0), *y = device_floats(ALL, 0);
    void *arguments[] = {&x, &y, &n};
    cudaLaunchCooperativeKernel((void *)kernel, BLOCKS, THREADS, arguments, THREADS * sizeof(float),
                                0);
}

SPECIMEN(grid_stencil)
{
    cooperate(grid_stencil);
}

SPECIMEN(grid_reverse)
{
    cooperate(grid_reverse);
}

SPECIMEN(bytes_of_blocks)
{
    bytes_of_blocks<<<BLOCKS, 1>>>((unsigned char *)device_ints(BLOCKS, 0),
                                   (unsigned short *)device_ints(2 * BLOCKS, 0));
}

SPECIMEN(atomics_in_block)
{
    atomics_in_block<<<BLOCKS, THREADS>>>(device_ints(2 * BLOCKS, 0));
}

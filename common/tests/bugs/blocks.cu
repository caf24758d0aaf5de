/* What one block leaves for another: fences, tickets, flags, locks, the scope of atomics, barriers
 * of a grid. */
#include "bugs.h"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

enum { THREADS = 64, BLOCKS = 6 };

/* ---- the last block to take a ticket sums up ---- */

__global__ void ticket_without_fence(float *parts, unsigned *done, float *y)
{
    if (threadIdx.x > 0)
        return;
    parts[blockIdx.x] = 1;
    if (atomicAdd(done, 1u) == gridDim.x - 1) {
        float sum = 0;
        for (unsigned i = 0; i < gridDim.x; i++)
            sum += parts[i]; /* BUG: race_global ticket_without_fence */
        *y = sum;
    }
}

__global__ void fence_behind_ticket(float *parts, unsigned *done, float *y)
{
    if (threadIdx.x > 0)
        return;
    parts[blockIdx.x] = 1;
    const unsigned ticket = atomicAdd(done, 1u);
    __threadfence();
    if (ticket == gridDim.x - 1) {
        float sum = 0;
        for (unsigned i = 0; i < gridDim.x; i++)
            sum += parts[i]; /* BUG: race_global fence_behind_ticket */
        *y = sum;
    }
}

/* A volatile variable is not kept in a register; it is not sent out before the ticket for that. */
__global__ void volatile_behind_ticket(volatile float *parts, unsigned *done, float *y)
{
    if (threadIdx.x > 0)
        return;
    parts[blockIdx.x] = 1;
    const unsigned ticket = atomicAdd(done, 1u);
    __threadfence();
    if (ticket == gridDim.x - 1) {
        float sum = 0;
        for (unsigned i = 0; i < gridDim.x; i++)
            sum += parts[i]; /* BUG: race_global volatile_behind_ticket */
        *y = sum;
    }
}

__global__ void volatile_without_fence(volatile float *parts, unsigned *done, float *y)
{
    __shared__ bool last;
    if (threadIdx.x == 0) {
        parts[blockIdx.x] = 1;
        last = atomicInc(done, gridDim.x) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        float sum = 0;
        for (unsigned i = 0; i < gridDim.x; i++)
            sum += parts[i]; /* BUG: race_global volatile_without_fence */
        *y = sum;
    }
}

__global__ void fence_of_block(float *parts, unsigned *done, float *y)
{
    if (threadIdx.x > 0)
        return;
    parts[blockIdx.x] = 1;
    __threadfence_block();
    if (atomicAdd(done, 1u) == gridDim.x - 1) {
        float sum = 0;
        for (unsigned i = 0; i < gridDim.x; i++)
            sum += parts[i]; /* BUG: race_global fence_of_block */
        *y = sum;
    }
}

/* Thread 0 knows of its own part only. */
__global__ void ticket_without_barrier(float *parts, unsigned *done, float *y)
{
    __shared__ bool last;
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    parts[i] = 1;
    if (threadIdx.x == 0) {
        __threadfence();
        last = atomicAdd(done, 1u) == gridDim.x - 1;
    }
    __syncthreads();
    if (last) {
        float sum = 0;
        for (unsigned k = threadIdx.x; k < gridDim.x * blockDim.x; k += blockDim.x)
            sum += parts[k]; /* BUG: race_global ticket_without_barrier */
        atomicAdd(y, sum);
    }
}

/* One thread's fence before the barrier says nothing of other threads' writes. */
__global__ void fence_before_barrier(float *parts, unsigned *done, float *y)
{
    __shared__ bool last;
    parts[blockIdx.x * blockDim.x + threadIdx.x] = 1;
    if (threadIdx.x == 0)
        __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        last = atomicAdd(done, 1u) == gridDim.x - 1;
    __syncthreads();
    if (last) {
        float sum = 0;
        for (unsigned k = threadIdx.x; k < gridDim.x * blockDim.x; k += blockDim.x)
            sum += parts[k]; /* BUG: race_global fence_before_barrier */
        atomicAdd(y, sum);
    }
}

/* Every thread fences, but before it writes. */
__global__ void fence_before_write(float *parts, unsigned *done, float *y)
{
    __shared__ bool last;
    __threadfence();
    parts[blockIdx.x * blockDim.x + threadIdx.x] = 1;
    __syncthreads();
    if (threadIdx.x == 0)
        last = atomicAdd(done, 1u) == gridDim.x - 1;
    __syncthreads();
    if (last) {
        float sum = 0;
        for (unsigned k = threadIdx.x; k < gridDim.x * blockDim.x; k += blockDim.x)
            sum += parts[k]; /* BUG: race_global fence_before_write */
        atomicAdd(y, sum);
    }
}

/* ---- flags ---- */

__global__ void flag_not_volatile(float *data, int *flag, float *y)
{
    if (blockIdx.x == 0) {
        *data = 1;
        __threadfence();
        *flag = 1; /* BUG: race_global flag_not_volatile */
    } else {
        while (*flag == 0) { /* BUG: race_global flag_not_volatile */
        }
        __threadfence();
        y[blockIdx.x] = *data; /* BUG: race_global flag_not_volatile */
    }
}

__global__ void flag_without_fence(float *data, volatile int *flag, float *y)
{
    if (blockIdx.x == 0) {
        *data = 1;
        *flag = 1;
    } else {
        while (*flag == 0) {
        }
        __threadfence();
        y[blockIdx.x] = *data; /* BUG: race_global flag_without_fence */
    }
}

__global__ void fence_behind_flag(float *data, volatile int *flag, float *y)
{
    if (blockIdx.x == 0) {
        *data = 1;
        *flag = 1;
        __threadfence();
    } else {
        while (*flag == 0) {
        }
        __threadfence();
        y[blockIdx.x] = *data; /* BUG: race_global fence_behind_flag */
    }
}

__global__ void spin_on_plain_read(float *data, int *flag, float *y)
{
    if (blockIdx.x == 0) {
        *data = 1;
        __threadfence();
        atomicExch(flag, 1);
    } else {
        while (*flag == 0) { /* BUG: race_global spin_on_plain_read */
        }
        __threadfence();
        y[blockIdx.x] = *data; /* BUG: race_global spin_on_plain_read */
    }
}

/* Within a block: the warps do not move in step, and nothing sends the data out before the flag. */
__global__ void shared_flag_without_fence(float *y)
{
    __shared__ float part[32];
    __shared__ volatile int ready;
    if (threadIdx.x == 0)
        ready = 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        part[0] = 1;
        ready = 1; /* BUG: race_shared shared_flag_without_fence */
    } else if (threadIdx.x == 32) {
        while (!ready) { /* BUG: race_shared shared_flag_without_fence */
        }
        *y = part[0]; /* BUG: race_shared shared_flag_without_fence */
    }
}

/* ---- locks and counters ---- */

__global__ void lock_without_fence(int *lock, float *sum)
{
    if (threadIdx.x > 0)
        return;
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    *sum += 1; /* BUG: race_global lock_without_fence */
    atomicExch(lock, 0);
}

/* The second fence is missing: the sum may be on its way when the lock is free. */
__global__ void unlock_without_fence(int *lock, float *sum)
{
    if (threadIdx.x > 0)
        return;
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
    *sum += 1; /* BUG: race_global unlock_without_fence */
    atomicExch(lock, 0);
}

__global__ void atomics_of_blocks(int *count)
{
    atomicAdd_block(count, 1); /* BUG: race_global atomics_of_blocks */
}

__global__ void one_block_alone(int *count)
{
    if (blockIdx.x == 0)
        atomicAdd_block(count, 1); /* BUG: race_global one_block_alone */
    else
        atomicAdd(count, 1); /* BUG: race_global one_block_alone */
}

__global__ void double_checked(int *count, int *slots)
{
    if (threadIdx.x == 0 && *count < 4)               /* BUG: race_global double_checked */
        slots[atomicAdd(count, 1)] = (int)blockIdx.x; /* BUG: race_global double_checked */
}

__global__ void volatile_counter(volatile int *count)
{
    if (threadIdx.x == 0)
        *count = *count + 1; /* BUG: race_global volatile_counter */
}

/* ---- grids ---- */

__global__ void grid_barrier(float *x, float *y, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = (float)i;
    cg::this_grid().sync();
    y[i] = x[n - 1 - i];
}

/* The second step writes what neighbors still read. */
__global__ void one_grid_barrier_for_two(float *x, float *y, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = (float)i;
    cg::this_grid().sync();
    y[i] = x[n - 1 - i]; /* BUG: race_global one_grid_barrier_for_two */
    x[i] = 0;            /* BUG: race_global one_grid_barrier_for_two */
}

__global__ void block_leaves_before(float *x, float *y, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (blockIdx.x == gridDim.x - 1)
        return;
    x[i] = (float)i;
    cg::this_grid().sync(); /* BUG: divergent_barrier block_leaves_before */
    y[i] = x[i];
}

#define TICKET(name, parts)                                                                        \
    SPECIMEN(name)                                                                                 \
    {                                                                                              \
        name<<<BLOCKS, THREADS>>>(device_floats(parts, 0), (unsigned *)device_ints(1, 0),          \
                                  device_floats(1, 0));                                            \
    }
TICKET(ticket_without_fence, BLOCKS)
TICKET(fence_behind_ticket, BLOCKS)
TICKET(volatile_behind_ticket, BLOCKS)
TICKET(volatile_without_fence, BLOCKS)
TICKET(fence_of_block, BLOCKS)
TICKET(ticket_without_barrier, BLOCKS *THREADS)
TICKET(fence_before_barrier, BLOCKS *THREADS)
TICKET(fence_before_write, BLOCKS *THREADS)

#define FLAG(name)                                                                                 \
    SPECIMEN(name)                                                                                 \
    {                                                                                              \
        name<<<BLOCKS, 1>>>(device_floats(1, 0), device_ints(1, 0), device_floats(BLOCKS, 0));     \
    }
FLAG(flag_not_volatile)
FLAG(flag_without_fence)
FLAG(fence_behind_flag)
FLAG(spin_on_plain_read)

SPECIMEN(shared_flag_without_fence)
{
    shared_flag_without_fence<<<1, THREADS>>>(device_floats(1, 0));
}

SPECIMEN(lock_without_fence)
{
    lock_without_fence<<<BLOCKS, THREADS>>>(device_ints(1, 0), device_floats(1, 0));
}

SPECIMEN(unlock_without_fence)
{
    unlock_without_fence<<<BLOCKS, THREADS>>>(device_ints(1, 0), device_floats(1, 0));
}

SPECIMEN(atomics_of_blocks)
{
    atomics_of_blocks<<<BLOCKS, THREADS>>>(device_ints(1, 0));
}

SPECIMEN(one_block_alone)
{
    one_block_alone<<<BLOCKS, THREADS>>>(device_ints(1, 0));
}

SPECIMEN(double_checked)
{
    double_checked<<<BLOCKS, THREADS>>>(device_ints(1, 0), device_ints(BLOCKS, 0));
}

SPECIMEN(volatile_counter)
{
    volatile_counter<<<BLOCKS, THREADS>>>(device_ints(1, 0));
}

static void cooperate(void (*f)(float *, float *, int), int blocks)
{
    int n = BLOCKS * THREADS;
    float *x = device_floats((size_t)n, 0), *y = device_floats((size_t)n, 0);
    void *of[] = {&x, &y, &n};
    cudaLaunchCooperativeKernel(f, blocks, THREADS, of); /* BUG: bad_launch too_many_for_a_grid */
}

SPECIMEN(one_grid_barrier_for_two)
{
    cooperate(one_grid_barrier_for_two, BLOCKS);
}

SPECIMEN(block_leaves_before)
{
    cooperate(block_leaves_before, BLOCKS);
}

SPECIMEN(too_many_for_a_grid)
{
    cooperate(grid_barrier, 1 << 20);
}

SPECIMEN(grid_barrier_without_grid)
{
    const int n = BLOCKS * THREADS;
    grid_barrier<<<BLOCKS, THREADS>>>(/* BUG: bad_launch grid_barrier_without_grid */
                                      device_floats(n, 0), device_floats(n, 0), n);
}

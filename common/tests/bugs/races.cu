/* Races: two accesses to the same bytes, at least one a plain write, that no barrier orders. Only
 * __syncthreads and __syncwarp order shared memory; neither shuffles, nor running in one warp,
 * nor luck do. */
#include "bugs.h"
#include <cuda_pipeline.h>

enum { THREADS = 128, TILE = 16 };

__global__ void missing_barrier(const float *x, float *y)
{
    __shared__ float part[THREADS];
    int thread = threadIdx.x;
    part[thread] = x[thread];               /* BUG: race_shared missing_barrier */
    y[thread] = part[THREADS - 1 - thread]; /* BUG: race_shared missing_barrier */
}

/* All in one warp, which since Volta does not mean at one time. */
__global__ void missing_syncwarp(const float *x, float *y)
{
    __shared__ float part[32];
    int lane = threadIdx.x;
    part[lane] = x[lane];      /* BUG: race_shared missing_syncwarp */
    y[lane] = part[31 - lane]; /* BUG: race_shared missing_syncwarp */
}

/* The tile is refilled while others still read it. */
__global__ void missing_second_barrier(const float *x, float *y, int n)
{
    __shared__ float part[THREADS];
    float sum = 0;
    for (int first = 0; first < n; first += THREADS) {
        part[threadIdx.x] = x[first + threadIdx.x]; /* BUG: race_shared missing_second_barrier */
        __syncthreads();
        for (int k = 0; k < THREADS; k++)
            sum += part[k]; /* BUG: race_shared missing_second_barrier */
    }
    y[threadIdx.x] = sum;
}

/* A GEMM tile is used before the other warps have loaded theirs. */
__global__ void missing_load_barrier(const float *A, const float *B, float *C, int n)
{
    __shared__ float a_tile[TILE][TILE], b_tile[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    float sum = 0;
    for (int first = 0; first < n; first += TILE) {
        a_tile[y][x] = A[y * n + first + x];      /* BUG: race_shared missing_load_barrier */
        b_tile[y][x] = B[(first + y) * TILE + x]; /* BUG: race_shared missing_load_barrier */
        for (int k = 0; k < TILE; k++)
            sum += a_tile[y][k] * b_tile[k][x]; /* BUG: race_shared missing_load_barrier */
        __syncthreads();
    }
    C[y * TILE + x] = sum;
}

/* The shuffle brings the lanes together, but does not order memory. */
__global__ void shuffle_for_syncwarp(const float *x, float *y)
{
    __shared__ float part[32];
    int lane = threadIdx.x;
    part[lane] = x[lane]; /* BUG: race_shared shuffle_for_syncwarp */
    float other = __shfl_xor_sync(0xffffffffu, x[lane], 1);
    y[lane] = part[lane ^ 1] + other; /* BUG: race_shared shuffle_for_syncwarp */
}

/* One row of A for a block whose threads belong to different rows: each row of threads overwrites
 * it. */
__global__ void whole_row_overwritten(const float *A, const float *B, float *C, int n)
{
    __shared__ float row_of_a[32];
    int col = threadIdx.x, row = threadIdx.y;
    row_of_a[col] = A[row * n + col]; /* BUG: race_shared whole_row_overwritten */
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += row_of_a[k] * B[k * n + col];
    C[row * n + col] = sum;
}

__global__ void plain_sum(const float *x, float *y)
{
    __shared__ float sum;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    sum += x[threadIdx.x]; /* BUG: race_shared plain_sum */
    __syncthreads();
    if (threadIdx.x == 0)
        *y = sum;
}

/* The last warp trusts that its lanes move together. */
__global__ void warp_synchronous(const float *x, float *y)
{
    __shared__ float part[64];
    int thread = threadIdx.x;
    part[thread] = x[thread];
    __syncthreads();
    if (thread < 32)
        for (int step = 32; step > 0; step /= 2)
            part[thread] += part[thread + step]; /* BUG: race_shared warp_synchronous */
    if (thread == 0)
        *y = part[0];
}

/* The bins are cleared by some threads while others already count. */
__global__ void clear_while_counting(const int *x, int *bins)
{
    __shared__ int mine[64];
    if (threadIdx.x < 64)
        mine[threadIdx.x] = 0;                /* BUG: race_shared clear_while_counting */
    atomicAdd(&mine[x[threadIdx.x] % 64], 1); /* BUG: race_shared clear_while_counting */
    __syncthreads();
    if (threadIdx.x < 64)
        bins[threadIdx.x] = mine[threadIdx.x];
}

/* Two buffers were meant, but both steps use the first. */
__global__ void one_buffer_for_two(const float *x, float *y)
{
    __shared__ float sums[2][THREADS];
    int thread = threadIdx.x, from = 0;
    sums[0][thread] = x[thread];
    __syncthreads();
    for (int step = 1; step < THREADS; step *= 2) {
        float sum = sums[from][thread];
        if (thread >= step)
            sum += sums[from][thread - step]; /* BUG: race_shared one_buffer_for_two */
        sums[from][thread] = sum;             /* BUG: race_shared one_buffer_for_two */
        __syncthreads();
    }
    y[thread] = sums[from][thread];
}

/* Thread 0 reads the last warp's word before that warp has put it there. */
__global__ void early_reader(const float *x, float *y)
{
    __shared__ float warps[THREADS / 32];
    float sum = x[threadIdx.x];
    for (int step = 16; step > 0; step /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, step);
    if (threadIdx.x % 32 == 0)
        warps[threadIdx.x / 32] = sum; /* BUG: race_shared early_reader */
    if (threadIdx.x == 0)
        *y = warps[0] + warps[1] + warps[2] + warps[3]; /* BUG: race_shared early_reader */
}

/* A barrier of a warp does not reach into the next one. */
__global__ void syncwarp_for_syncthreads(const float *x, float *y)
{
    __shared__ float part[THREADS];
    int thread = threadIdx.x;
    part[thread] = x[thread]; /* BUG: race_shared syncwarp_for_syncthreads */
    __syncwarp();
    y[thread] = part[(thread + 32) % THREADS]; /* BUG: race_shared syncwarp_for_syncthreads */
}

__global__ void blocks_write_one(float *y)
{
    if (threadIdx.x == 0)
        *y = (float)blockIdx.x; /* BUG: race_global blocks_write_one */
}

__global__ void plain_counter(int *count)
{
    (*count)++; /* BUG: race_global plain_counter */
}

/* Block 0 clears what the others already add to. */
__global__ void clear_while_adding(float *sum)
{
    if (blockIdx.x == 0 && threadIdx.x == 0)
        *sum = 0;         /* BUG: race_global clear_while_adding */
    atomicAdd(sum, 1.0f); /* BUG: race_global clear_while_adding */
}

/* In place: a neighbour may have been smoothed already. */
__global__ void stencil_in_place(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1)
        x[i] = x[i - 1] + x[i + 1]; /* BUG: race_global stencil_in_place */
}

/* A barrier orders one block; the next block's half is read regardless. */
__global__ void barrier_for_grid(float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = (float)i; /* BUG: race_global barrier_for_grid */
    __syncthreads();
    y[i] = x[n - 1 - i]; /* BUG: race_global barrier_for_grid */
}

/* Rows one element too close: the last of one is the first of the next. */
__global__ void overlapping_rows(float *A, int n)
{
    int row = blockIdx.x, col = threadIdx.x;
    A[row * (n - 1) + col] = (float)row; /* BUG: race_global overlapping_rows */
}

/* The barrier comes before the wait: each thread knows of its own copy only. */
__global__ void barrier_before_wait(const float *x, float *y)
{
    __shared__ float part[THREADS];
    float *to = &part[threadIdx.x];
    __pipeline_memcpy_async(to, x + threadIdx.x, 4); /* BUG: race_shared barrier_before_wait */
    __pipeline_commit();
    __syncthreads();
    __pipeline_wait_prior(0);
    y[threadIdx.x] = part[THREADS - 1 - threadIdx.x]; /* BUG: race_shared barrier_before_wait */
}

SPECIMEN(barrier_before_wait)
{
    barrier_before_wait<<<1, THREADS>>>(device_floats(THREADS, 1), device_floats(THREADS, 0));
}

SPECIMEN(missing_barrier)
{
    missing_barrier<<<1, THREADS>>>(device_floats(THREADS, 1), device_floats(THREADS, 0));
}

SPECIMEN(missing_syncwarp)
{
    missing_syncwarp<<<1, 32>>>(device_floats(32, 1), device_floats(32, 0));
}

SPECIMEN(missing_second_barrier)
{
    missing_second_barrier<<<1, THREADS>>>(device_floats(4 * THREADS, 1), device_floats(THREADS, 0),
                                           4 * THREADS);
}

SPECIMEN(missing_load_barrier)
{
    float *A = device_floats(64 * TILE, 1), *B = device_floats(64 * TILE, 1);
    missing_load_barrier<<<1, dim3(TILE, TILE)>>>(A, B, device_floats(TILE * TILE, 0), 64);
}

SPECIMEN(shuffle_for_syncwarp)
{
    shuffle_for_syncwarp<<<1, 32>>>(device_floats(32, 1), device_floats(32, 0));
}

SPECIMEN(whole_row_overwritten)
{
    static float rows[32][32];
    float *A = device_floats(32 * 32, 1), *B = device_floats(32 * 32, 1);
    for (int i = 0; i < 32 * 32; i++)
        rows[i / 32][i % 32] = (float)i;
    cudaMemcpy(A, rows, sizeof rows, cudaMemcpyHostToDevice);
    whole_row_overwritten<<<1, dim3(32, 32)>>>(A, B, device_floats(32 * 32, 0), 32);
}

SPECIMEN(plain_sum)
{
    plain_sum<<<1, THREADS>>>(device_floats(THREADS, 1), device_floats(1, 0));
}

SPECIMEN(warp_synchronous)
{
    warp_synchronous<<<1, 64>>>(device_floats(64, 1), device_floats(1, 0));
}

SPECIMEN(clear_while_counting)
{
    clear_while_counting<<<1, THREADS>>>(device_ints(THREADS, 5), device_ints(64, 0));
}

SPECIMEN(one_buffer_for_two)
{
    one_buffer_for_two<<<1, THREADS>>>(device_floats(THREADS, 1), device_floats(THREADS, 0));
}

SPECIMEN(early_reader)
{
    early_reader<<<1, THREADS>>>(device_floats(THREADS, 1), device_floats(1, 0));
}

SPECIMEN(syncwarp_for_syncthreads)
{
    syncwarp_for_syncthreads<<<1, THREADS>>>(device_floats(THREADS, 1), device_floats(THREADS, 0));
}

SPECIMEN(blocks_write_one)
{
    blocks_write_one<<<8, 32>>>(device_floats(1, 0));
}

SPECIMEN(plain_counter)
{
    plain_counter<<<1, THREADS>>>(device_ints(1, 0));
}

SPECIMEN(clear_while_adding)
{
    clear_while_adding<<<8, 32>>>(device_floats(1, 0));
}

SPECIMEN(stencil_in_place)
{
    stencil_in_place<<<4, THREADS>>>(device_floats(4 * THREADS, 1), 4 * THREADS);
}

SPECIMEN(barrier_for_grid)
{
    barrier_for_grid<<<4, THREADS>>>(device_floats(4 * THREADS, 1), device_floats(4 * THREADS, 0),
                                     4 * THREADS);
}

SPECIMEN(overlapping_rows)
{
    overlapping_rows<<<8, 32>>>(device_floats(8 * 32, 0), 32);
}

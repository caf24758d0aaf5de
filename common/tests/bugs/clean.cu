/* Right, though they look suspicious: no checker may have anything to say about these. */
#include "bugs.h"

enum { THREADS = 128, TILE = 32 };

__constant__ float factor = 3;

__global__ void syncwarp_exchange(const float *x, float *y)
{
    __shared__ float part[THREADS];
    int thread = threadIdx.x;
    part[thread] = x[thread];
    __syncwarp();
    y[thread] = part[thread ^ 1];
}

__global__ void atomics_only(const int *x, int *bins)
{
    atomicAdd(&bins[x[blockIdx.x * blockDim.x + threadIdx.x] % 16], 1);
}

__global__ void cleared_then_counted(const int *x, int *bins)
{
    __shared__ int mine[16];
    if (threadIdx.x < 16)
        mine[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&mine[x[threadIdx.x] % 16], 1);
    __syncthreads();
    if (threadIdx.x < 16)
        atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}

/* One barrier a step is enough: writes go to the buffer that nobody reads. */
__global__ void double_buffer(const float *x, float *y, int steps)
{
    __shared__ float buffer[2][THREADS];
    int thread = threadIdx.x, now = 0;
    float sum = 0;
    buffer[0][thread] = x[thread];
    __syncthreads();
    for (int step = 0; step < steps; step++) {
        buffer[1 - now][thread] = x[(step + 1) * THREADS + thread];
        sum += buffer[now][THREADS - 1 - thread];
        __syncthreads();
        now = 1 - now;
    }
    y[thread] = sum;
}

__global__ void return_without_barrier(const float *x, float *y, int n)
{
    int thread = threadIdx.x;
    if (thread >= n)
        return;
    y[thread] = x[thread];
}

/* A whole warp has gone before the barrier: it waits only for threads that are still there. */
__global__ void whole_warp_gone(const float *x, float *y, int n)
{
    __shared__ float part[THREADS];
    int thread = threadIdx.x;
    if (thread >= n)
        return;
    part[thread] = x[thread];
    __syncthreads();
    y[thread] = part[n - 1 - thread];
}

/* The last block to finish adds up what all blocks left: fence, atomic, fence. */
__global__ void last_block_sums(const float *x, volatile float *parts, unsigned *done, float *y)
{
    __shared__ int last;
    if (threadIdx.x == 0) {
        float sum = 0;
        for (unsigned i = 0; i < blockDim.x; i++)
            sum += x[blockIdx.x * blockDim.x + i];
        parts[blockIdx.x] = sum;
        __threadfence();
        last = atomicAdd(done, 1u) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        __threadfence();
        float sum = 0;
        for (unsigned i = 0; i < gridDim.x; i++)
            sum += parts[i];
        *y = sum;
    }
}

/* One lane a warp takes the lock. */
__global__ void spin_lock(int *lock, volatile int *count)
{
    if (threadIdx.x % 32 == 0) {
        while (atomicCAS(lock, 0, 1) != 0) {
        }
        __threadfence();
        *count = *count + 1;
        __threadfence();
        atomicExch(lock, 0);
    }
}

__global__ void padded_tile(const float *in, float *out)
{
    __shared__ float tile[TILE][TILE + 1];
    for (int row = threadIdx.y; row < TILE; row += 4)
        tile[row][threadIdx.x] = in[row * TILE + threadIdx.x];
    __syncthreads();
    for (int row = threadIdx.y; row < TILE; row += 4)
        out[row * TILE + threadIdx.x] = tile[threadIdx.x][row];
}

/* 48 threads; the mask names the lanes that exist. */
__global__ void partial_warp_mask(const float *x, float *y)
{
    unsigned mask = __ballot_sync(threadIdx.x < 32 ? 0xffffffffu : 0x0000ffffu, 1);
    float sum = x[threadIdx.x];
    for (int step = 8; step > 0; step /= 2)
        sum += __shfl_xor_sync(mask, sum, step);
    y[threadIdx.x] = sum;
}

__global__ void sum_rows(const float *A, size_t pitch, int rows, float *y)
{
    int row = threadIdx.x;
    if (row >= rows)
        return;
    const float *a = (const float *)((const char *)A + row * pitch);
    float sum = 0;
    for (int col = 0; col < (int)(pitch / sizeof *a); col++)
        sum += a[col];
    y[row] = sum;
}

__global__ void add_one(float *y)
{
    y[threadIdx.x] += 1;
}

__global__ void grid_stride(const float *x, float *y, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        y[i] = x[i];
}

/* `in` and `out` may be the same: each thread reads only what it writes itself. */
__global__ void scale(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] * factor;
}

/* All threads take the same number of turns, though the number comes from data. */
__global__ void uniform_turns(const int *turns, float *y)
{
    __shared__ float part[THREADS];
    part[threadIdx.x] = 1;
    for (int turn = 0; turn < *turns; turn++) {
        __syncthreads();
        float other = part[(threadIdx.x + turn) % THREADS];
        __syncthreads();
        part[threadIdx.x] += other;
    }
    y[threadIdx.x] = part[threadIdx.x];
}

/* The loop ends for all at once, by a vote of the block. */
__global__ void until_all_done(const int *rounds, float *y)
{
    int left = rounds[threadIdx.x];
    while (__syncthreads_or(left > 0)) {
        if (left > 0)
            y[threadIdx.x] += 1;
        left--;
    }
}

/* Groups of eight lanes within a warp. */
__global__ void shuffle_width(const float *x, float *y)
{
    float sum = x[threadIdx.x];
    for (int step = 4; step > 0; step /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, step, 8);
    if (threadIdx.x % 8 == 0)
        y[threadIdx.x / 8] = sum;
}

/* Within a branch, with a mask of those who took it. */
__global__ void vote_in_branch(const float *x, unsigned *y)
{
    unsigned odd = __ballot_sync(0xffffffffu, threadIdx.x % 2);
    if (threadIdx.x % 2)
        y[threadIdx.x] = __ballot_sync(odd, x[threadIdx.x] > 0);
}

/* The same bytes as floats and then as integers, with a barrier in between. */
__global__ void reuse_as_other_type(const float *x, int *y)
{
    extern __shared__ float floats[];
    int *integers = (int *)floats, thread = threadIdx.x;
    floats[thread] = x[thread];
    __syncthreads();
    int value = (int)floats[THREADS - 1 - thread];
    __syncthreads();
    integers[thread] = value;
    __syncthreads();
    y[thread] = integers[(thread + 1) % THREADS];
}

/* Different bytes of one word. */
__global__ void neighbouring_bytes(unsigned char *y)
{
    y[blockIdx.x * blockDim.x + threadIdx.x] = (unsigned char)threadIdx.x;
}

/* Each warp has its own piece of shared memory. */
__global__ void warp_private(const float *x, float *y)
{
    __shared__ float part[THREADS / 32][32];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    for (int k = 0; k < 3; k++) {
        part[warp][lane] = x[threadIdx.x] + k;
        __syncwarp();
        y[threadIdx.x] = part[warp][31 - lane];
        __syncwarp();
    }
}

/* A reduction's last warp, written as it must be since Volta. */
__global__ void reduce_with_syncwarp(const float *x, float *y)
{
    __shared__ float part[64];
    int thread = threadIdx.x;
    part[thread] = x[thread];
    __syncthreads();
    if (thread < 32)
        for (int step = 32; step > 0; step /= 2) {
            float sum = part[thread] + part[thread + step];
            __syncwarp();
            part[thread] = sum;
            __syncwarp();
        }
    if (thread == 0)
        *y = part[0];
}

__global__ void chain_write(float *x)
{
    x[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

__global__ void chain_read(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = x[n - 1 - i];
}

SPECIMEN(syncwarp_exchange)
{
    syncwarp_exchange<<<1, THREADS>>>(device_floats(THREADS, 1), device_floats(THREADS, 0));
}

SPECIMEN(atomics_only)
{
    atomics_only<<<8, THREADS>>>(device_ints(8 * THREADS, 5), device_ints(16, 0));
}

SPECIMEN(cleared_then_counted)
{
    cleared_then_counted<<<1, THREADS>>>(device_ints(THREADS, 5), device_ints(16, 0));
}

SPECIMEN(double_buffer)
{
    double_buffer<<<1, THREADS>>>(device_floats(6 * THREADS, 1), device_floats(THREADS, 0), 5);
}

SPECIMEN(return_without_barrier)
{
    return_without_barrier<<<1, THREADS>>>(device_floats(100, 1), device_floats(100, 0), 100);
}

SPECIMEN(whole_warp_gone)
{
    whole_warp_gone<<<1, THREADS>>>(device_floats(96, 1), device_floats(96, 0), 96);
}

SPECIMEN(last_block_sums)
{
    last_block_sums<<<8, 32>>>(device_floats(8 * 32, 1), device_floats(8, 0),
                               (unsigned *)device_ints(1, 0), device_floats(1, 0));
}

SPECIMEN(spin_lock)
{
    spin_lock<<<4, THREADS>>>(device_ints(1, 0), device_ints(1, 0));
}

SPECIMEN(padded_tile)
{
    padded_tile<<<1, dim3(TILE, 4)>>>(device_floats(TILE * TILE, 1), device_floats(TILE * TILE, 0));
}

SPECIMEN(partial_warp_mask)
{
    partial_warp_mask<<<1, 48>>>(device_floats(48, 1), device_floats(48, 0));
}

SPECIMEN(cleared_padding)
{
    float *A;
    size_t pitch;
    cudaMallocPitch((void **)&A, &pitch, 100 * sizeof *A, 8);
    cudaMemset2D(A, pitch, 0, pitch, 8);
    sum_rows<<<1, 32>>>(A, pitch, 8, device_floats(32, 0));
}

SPECIMEN(memset_initialises)
{
    float *y;
    cudaMalloc((void **)&y, THREADS * sizeof *y);
    cudaMemset(y, 0, THREADS * sizeof *y);
    add_one<<<1, THREADS>>>(y);
}

SPECIMEN(grid_stride)
{
    grid_stride<<<3, THREADS>>>(device_floats(1001, 1), device_floats(1001, 0), 1001);
}

SPECIMEN(in_place)
{
    float *x = device_floats(1000, 1);
    scale<<<8, THREADS>>>(x, x, 1000);
}

/* The copy comes too late for the first launch, which is a mistake in the program, but nothing
 * that a checker sees. */
SPECIMEN(stale_constant)
{
    float *x = device_floats(1000, 1), seven = 7;
    scale<<<8, THREADS>>>(x, x, 1000);
    cudaMemcpyToSymbol(factor, &seven, sizeof seven);
    scale<<<8, THREADS>>>(x, x, 1000);
}

SPECIMEN(uniform_turns)
{
    uniform_turns<<<1, THREADS>>>(device_ints(1, 5), device_floats(THREADS, 0));
}

SPECIMEN(until_all_done)
{
    until_all_done<<<1, THREADS>>>(device_ints(THREADS, 4), device_floats(THREADS, 0));
}

SPECIMEN(shuffle_width)
{
    shuffle_width<<<1, THREADS>>>(device_floats(THREADS, 1), device_floats(THREADS / 8, 0));
}

SPECIMEN(vote_in_branch)
{
    vote_in_branch<<<1, THREADS>>>(device_floats(THREADS, 1), (unsigned *)device_ints(THREADS, 0));
}

SPECIMEN(reuse_as_other_type)
{
    reuse_as_other_type<<<1, THREADS, THREADS * sizeof(float)>>>(device_floats(THREADS, 1),
                                                                 device_ints(THREADS, 0));
}

SPECIMEN(neighbouring_bytes)
{
    neighbouring_bytes<<<3, 33>>>((unsigned char *)device_ints(99, 0));
}

SPECIMEN(warp_private)
{
    warp_private<<<1, THREADS>>>(device_floats(THREADS, 1), device_floats(THREADS, 0));
}

SPECIMEN(reduce_with_syncwarp)
{
    reduce_with_syncwarp<<<1, 64>>>(device_floats(64, 1), device_floats(1, 0));
}

SPECIMEN(launches_in_order)
{
    float *x;
    cudaMalloc((void **)&x, 4 * THREADS * sizeof *x);
    chain_write<<<4, THREADS>>>(x);
    chain_read<<<4, THREADS>>>(x, device_floats(4 * THREADS, 0), 4 * THREADS);
}

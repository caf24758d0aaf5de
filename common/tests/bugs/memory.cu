/* Memory that nobody has written, a division by zero, and calls that CUDA refuses. */
#include "bugs.h"
#include <cuda_pipeline.h>

enum { THREADS = 64, COUNT = 1000 };

__constant__ float weights[THREADS];

/* The halo's cells are read, but only the inside is loaded. */
__global__ void shared_halo(const float *x, float *y)
{
    __shared__ float part[THREADS + 2];
    int own = threadIdx.x + 1;
    part[own] = x[threadIdx.x];
    __syncthreads();
    float sides = part[own - 1] + part[own + 1]; /* BUG: uninitialised_shared shared_halo */
    y[threadIdx.x] = sides + part[own];
}

/* Shared memory is not zero to begin with. */
__global__ void shared_sum(const float *x, float *y)
{
    __shared__ float sums[THREADS];
    sums[threadIdx.x] += x[threadIdx.x]; /* BUG: uninitialised_shared shared_sum */
    y[threadIdx.x] = sums[threadIdx.x];
}

/* The last tile is loaded only as far as the data goes, and read to its end. */
__global__ void shared_tail(const float *x, float *y, int n)
{
    __shared__ float part[THREADS];
    float sum = 0;
    if ((int)threadIdx.x < n)
        part[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    for (int k = 0; k < THREADS; k++)
        sum += part[k]; /* BUG: uninitialised_shared shared_tail */
    y[threadIdx.x] = sum;
}

__global__ void shared_atomic(int *y)
{
    __shared__ int count;
    atomicAdd(&count, 1); /* BUG: uninitialised_shared shared_atomic */
    __syncthreads();
    if (threadIdx.x == 0)
        *y = count;
}

/* A greatest value hides a NaN, and a large negative one. */
__global__ void shared_most(const float *x, float *y, int n)
{
    __shared__ float part[THREADS];
    if ((int)threadIdx.x < n)
        part[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    float most = 0;
    for (int k = 0; k < THREADS; k++)
        most = fmaxf(most, part[k]); /* BUG: uninitialised_shared shared_most */
    y[threadIdx.x] = most;
}

/* Relies on zero, as it may well be. */
__global__ void shared_flag(const int *x, int *y)
{
    __shared__ int any;
    if (x[threadIdx.x] < 0)
        any = 1;
    __syncthreads();
    y[threadIdx.x] = any ? 1 : 0; /* BUG: uninitialised_shared shared_flag */
}

/* What the upper half gives is lost in a thread that stores nothing, but not on its way through
 * shared memory. */
__global__ void shared_tree(const unsigned *x, unsigned *y, int n)
{
    __shared__ unsigned bits[THREADS];
    if ((int)threadIdx.x < n)
        bits[threadIdx.x] = __popc(x[threadIdx.x]);
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half /= 2) {
        if ((int)threadIdx.x < half)
            bits[threadIdx.x] ^=
                bits[threadIdx.x + half]; /* BUG: uninitialised_shared shared_tree */
        __syncthreads();
    }
    if (threadIdx.x == 0)
        *y = bits[0] > 3;
}

/* A copy that nobody waits for, and a wait that leaves the last batch under way. */
__global__ void copy_not_awaited(const float *x, float *y)
{
    __shared__ float part[THREADS];
    __pipeline_memcpy_async(&part[threadIdx.x], &x[threadIdx.x], sizeof *x);
    __pipeline_commit();
    __syncthreads();
    y[threadIdx.x] =
        part[THREADS - 1 - threadIdx.x]; /* BUG: uninitialised_shared copy_not_awaited */
}

__global__ void wait_too_weak(const float *x, float *y)
{
    __shared__ float part[2][THREADS];
    float sum = 0;
    for (int i = 0; i < 2; i++) {
        __pipeline_memcpy_async(&part[i][threadIdx.x], &x[i * THREADS + threadIdx.x], sizeof *x);
        __pipeline_commit();
    }
    __pipeline_wait_prior(1);
    __syncthreads();
    for (int i = 0; i < 2; i++)
        sum += part[i][threadIdx.x ^ 1]; /* BUG: uninitialised_shared wait_too_weak */
    y[threadIdx.x] = sum;
}

/* The buffer holds the tile before: what is read is old, or half new. */
__global__ void refill_not_awaited(const int *x, int *y)
{
    __shared__ int part[THREADS];
    int sum = 0;
    for (int i = 0; i < 2; i++) {
        __pipeline_memcpy_async(&part[threadIdx.x], &x[i * THREADS + threadIdx.x], sizeof *x);
        __pipeline_commit();
        if (i == 0)
            __pipeline_wait_prior(0);
        __syncthreads();
        sum += part[threadIdx.x ^ 33]; /* BUG: uninitialised_shared refill_not_awaited */
        __syncthreads();
    }
    y[threadIdx.x] = sum;
}

/* Input that was never copied. */
__global__ void never_copied(const float *x, float *y)
{
    y[threadIdx.x] = x[threadIdx.x] * 2; /* BUG: uninitialised_global never_copied */
}

/* All but the last were copied, and the last has no neighbours in its eight bytes. */
__global__ void last_not_copied(const float *x, int n, float *y)
{
    if ((int)threadIdx.x < n)
        y[threadIdx.x] = x[threadIdx.x] * 2; /* BUG: uninitialised_global last_not_copied */
}

/* cudaMemset was given elements for bytes. */
__global__ void quarter_cleared(float *sums)
{
    sums[threadIdx.x] += 1; /* BUG: uninitialised_global quarter_cleared */
}

__global__ void accumulate_fresh(const float *x, float *y)
{
    for (int k = 0; k < 4; k++)
        y[threadIdx.x] += x[4 * threadIdx.x + k]; /* BUG: uninitialised_global accumulate_fresh */
}

/* The columns between the width and the pitch belong to nobody. */
__global__ void read_padding(const float *A, size_t pitch, int rows, float *y)
{
    int row = threadIdx.x;
    if (row >= rows)
        return;
    const float *a = (const float *)((const char *)A + row * pitch);
    float sum = 0;
    for (int col = 0; col < (int)(pitch / sizeof *a); col++)
        sum += a[col]; /* BUG: uninitialised_global read_padding */
    y[row] = sum;
}

/* On a GPU the quotient is nonsense and nothing is said. */
__global__ void division(const int *divisor, int *y)
{
    y[threadIdx.x] = 100 / divisor[threadIdx.x]; /* BUG: division_by_zero division */
}

__global__ void fill(float *y)
{
    y[threadIdx.x] = 1;
}

SPECIMEN(shared_halo)
{
    shared_halo<<<1, THREADS>>>(device_floats(THREADS, 1), device_floats(THREADS, 0));
}

SPECIMEN(shared_sum)
{
    shared_sum<<<1, THREADS>>>(device_floats(THREADS, 1), device_floats(THREADS, 0));
}

SPECIMEN(shared_tail)
{
    shared_tail<<<1, THREADS>>>(device_floats(50, 1), device_floats(THREADS, 0), 50);
}

SPECIMEN(shared_atomic)
{
    shared_atomic<<<1, THREADS>>>(device_ints(1, 0));
}

SPECIMEN(shared_most)
{
    shared_most<<<1, THREADS>>>(device_floats(50, 1), device_floats(THREADS, 0), 50);
}

SPECIMEN(shared_flag)
{
    shared_flag<<<1, THREADS>>>(device_ints(THREADS, 1), device_ints(THREADS, 0));
}

SPECIMEN(shared_tree)
{
    shared_tree<<<1, THREADS>>>((unsigned *)device_ints(51, 1), (unsigned *)device_ints(1, 0), 51);
}

SPECIMEN(copy_not_awaited)
{
    copy_not_awaited<<<1, THREADS>>>(device_floats(THREADS, 1), device_floats(THREADS, 0));
}

SPECIMEN(wait_too_weak)
{
    wait_too_weak<<<1, THREADS>>>(device_floats(2 * THREADS, 1), device_floats(THREADS, 0));
}

SPECIMEN(refill_not_awaited)
{
    refill_not_awaited<<<1, THREADS>>>(device_ints(2 * THREADS, 1), device_ints(THREADS, 0));
}

SPECIMEN(never_copied)
{
    float *x;
    cudaMalloc((void **)&x, THREADS * sizeof *x);
    never_copied<<<1, THREADS>>>(x, device_floats(THREADS, 0));
}

SPECIMEN(last_not_copied)
{
    enum { N = 33 };
    const float host[N] = {0};
    float *x;
    cudaMalloc((void **)&x, sizeof host);
    cudaMemcpy(x, host, (N - 1) * sizeof *x, cudaMemcpyHostToDevice);
    last_not_copied<<<1, 64>>>(x, N, device_floats(N, 0));
}

SPECIMEN(quarter_cleared)
{
    float *sums;
    cudaMalloc((void **)&sums, THREADS * sizeof *sums);
    cudaMemset(sums, 0, THREADS);
    quarter_cleared<<<1, THREADS>>>(sums);
}

SPECIMEN(accumulate_fresh)
{
    float *y;
    cudaMalloc((void **)&y, THREADS * sizeof *y);
    accumulate_fresh<<<1, THREADS>>>(device_floats(4 * THREADS, 1), y);
}

SPECIMEN(read_padding)
{
    enum { ROWS = 8, COLS = 100 };
    static float host[ROWS * COLS];
    float *A;
    size_t pitch;
    cudaMallocPitch((void **)&A, &pitch, COLS * sizeof *A, ROWS);
    cudaMemcpy2D(A, pitch, host, COLS * sizeof *A, COLS * sizeof *A, ROWS, cudaMemcpyHostToDevice);
    read_padding<<<1, 32>>>(A, pitch, ROWS, device_floats(32, 0));
}

SPECIMEN(division)
{
    division<<<1, 32>>>(device_ints(32, 0), device_ints(32, 0));
}

SPECIMEN(device_pointer_read)
{
    float *y = device_floats(COUNT, 1);
    volatile float first = y[0]; /* BUG: device_pointer_on_host device_pointer_read */
    (void)first;
}

SPECIMEN(device_pointer_write)
{
    float *y = device_floats(COUNT, 1);
    for (int i = 0; i < COUNT; i++)
        y[i] = 0; /* BUG: device_pointer_on_host device_pointer_write */
}

SPECIMEN(wrong_direction)
{
    static float host[COUNT];
    float *y = device_floats(COUNT, 1);
    cudaMemcpy(host, y, sizeof host, cudaMemcpyHostToDevice); /* BUG: bad_copy wrong_direction */
}

SPECIMEN(copy_too_long)
{
    static float host[2 * COUNT];
    float *y = device_floats(COUNT, 1);
    cudaMemcpy(y, host, sizeof host, cudaMemcpyHostToDevice); /* BUG: bad_copy copy_too_long */
}

SPECIMEN(memset_too_long)
{
    float *y = device_floats(COUNT, 1);
    cudaMemset(y, 0, 4 * COUNT * sizeof *y); /* BUG: bad_copy memset_too_long */
}

SPECIMEN(copy_freed)
{
    static float host[COUNT];
    float *y = device_floats(COUNT, 1);
    cudaFree(y);
    cudaMemcpy(host, y, sizeof host, cudaMemcpyDeviceToHost); /* BUG: use_after_free copy_freed */
}

SPECIMEN(too_many_threads)
{
    fill<<<1, 2048>>>(device_floats(2048, 0)); /* BUG: bad_launch too_many_threads */
}

SPECIMEN(block_too_deep)
{
    fill<<<1, dim3(1, 1, 128)>>>(device_floats(128, 0)); /* BUG: bad_launch block_too_deep */
}

SPECIMEN(zero_grid)
{
    int n = 20;
    fill<<<n / 32, 32>>>(device_floats(32, 0)); /* BUG: bad_launch zero_grid */
}

SPECIMEN(grid_too_high)
{
    fill<<<dim3(1, 70000), 32>>>(device_floats(32, 0)); /* BUG: bad_launch grid_too_high */
}

SPECIMEN(too_much_shared)
{
    fill<<<1, 32, 100 * 1024>>>(device_floats(32, 0)); /* BUG: bad_launch too_much_shared */
}

SPECIMEN(attribute)
{
    const cudaFuncAttribute what = cudaFuncAttributeMaxDynamicSharedMemorySize;
    cudaFuncSetAttribute(fill, what, 1 << 20); /* BUG: api_error attribute */
}

/* The second event lies behind a kernel that may still be running. */
SPECIMEN(event_not_ready)
{
    float *y = device_floats(32, 1), ms = 0;
    cudaEvent_t begin, end;
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    cudaEventRecord(begin);
    fill<<<1, 32>>>(y);
    cudaEventRecord(end);
    cudaEventElapsedTime(&ms, begin, end); /* BUG: api_error event_not_ready */
    cudaFree(y);
}

/* The name of a variable is not its address on the device. */
SPECIMEN(copy_to_name)
{
    float host[THREADS] = {0};
    cudaMemcpy(weights, host, sizeof host, cudaMemcpyHostToDevice); /* BUG: bad_copy copy_to_name */
}

SPECIMEN(double_free)
{
    float *y = device_floats(COUNT, 1);
    cudaFree(y);
    cudaFree(y); /* BUG: api_error double_free */
}

SPECIMEN(free_of_host)
{
    float *host = (float *)malloc(COUNT * sizeof *host);
    cudaFree(host); /* BUG: api_error free_of_host */
    free(host);
}

/* Right, and common in teaching code: no checker may have anything to say about these either. */
#include "bugs.h"
#include <cuda_pipeline.h>

enum { THREADS = 128 };

/* The teaching form of an atomic that the hardware lacks: a plain first read, which the
 * compare-and-swap then verifies. */
__device__ float max_by_cas(float *at, float value)
{
    int *word = (int *)at, seen = *word, expected;
    do {
        expected = seen;
        if (__int_as_float(expected) >= value)
            break;
        seen = atomicCAS(word, expected, __float_as_int(value));
    } while (seen != expected);
    return __int_as_float(seen);
}

__global__ void cas_float_max(const float *x, float *most, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        max_by_cas(most, x[i] * (i % 37));
}

__device__ double add_by_cas(double *at, double value)
{
    unsigned long long *word = (unsigned long long *)at, old = *word, expected;
    do {
        expected = old;
        old =
            atomicCAS(word, expected, __double_as_longlong(value + __longlong_as_double(expected)));
    } while (expected != old);
    return __longlong_as_double(old);
}

__global__ void cas_double_add(double *sum)
{
    add_by_cas(sum, threadIdx.x);
}

__global__ void cas_shared_add(const float *x, float *y)
{
    __shared__ double sum;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    add_by_cas(&sum, x[threadIdx.x]);
    __syncthreads();
    if (threadIdx.x == 0)
        *y = (float)sum;
}

/* The upper lanes read lanes that take no part; nobody uses what they get. */
__global__ void unused_lanes(const float *x, float *y)
{
    if (threadIdx.x >= 16)
        return;
    float sum = x[threadIdx.x];
    for (int step = 8; step > 0; step /= 2)
        sum += __shfl_down_sync(0xffffu, sum, step);
    if (threadIdx.x == 0)
        *y = sum;
}

/* The first `lanes` lanes add up; what comes from the others is read and thrown away. */
template <class T> __global__ void guarded_sum(const T *x, T *y, int lanes)
{
    const int lane = threadIdx.x % 32;
    T sum = x[threadIdx.x];
    unsigned mask = __ballot_sync(0xffffffffu, lane < lanes);
    if (lane >= lanes)
        return;
    for (int step = 16; step > 0; step /= 2) {
        T other = __shfl_down_sync(mask, sum, step);
        if (lane + step < lanes)
            sum += other;
    }
    if (lane == 0)
        y[threadIdx.x / 32] = sum;
}

/* Every lane but the last looks at its neighbour, and 48 threads are no two warps. */
__global__ void guarded_neighbour(const int *x, int *y)
{
    const int thread = threadIdx.x, value = x[thread];
    int next = __shfl_down_sync(__activemask(), value, 1);
    y[thread] = thread % 32 == 31 || thread == 47 ? -1 : next - value;
}

/* A pipeline deeper than there are tiles: a thread copies a column of 16 elements of each, and what
 * lies past the end is filled with zeros. Only some lanes of a warp read anything. */
__device__ void fetch_tile(double *tile, const double *x, int first, int n)
{
    for (int row = 0; row < 16; row++) {
        int at = (first + row) * THREADS + threadIdx.x, there = threadIdx.x < 16 && at < n;
        __pipeline_memcpy_async(&tile[row * THREADS + threadIdx.x], there ? &x[at] : x, 8,
                                there ? 0 : 8);
    }
    __pipeline_commit();
}

__global__ void stages_past_the_end(const double *x, double *y, int n)
{
    extern __shared__ double stages[];
    int thread = threadIdx.x, rows = (n + THREADS - 1) / THREADS;
    double sum = 0;
    for (int stage = 0; stage < 2; stage++)
        fetch_tile(stages + stage * 16 * THREADS, x, stage * 16, n);
    for (int step = 0; step < (rows + 15) / 16; step++) {
        __pipeline_wait_prior(1);
        __syncthreads();
        int next = step + 2;
        fetch_tile(stages + next % 3 * 16 * THREADS, x, next * 16, n);
        for (int row = 0; row < 16; row++)
            sum += stages[(step % 3 * 16 + row) * THREADS + THREADS - 1 - thread];
    }
    __pipeline_wait_prior(0);
    y[thread] = sum;
}

/* Each thread waits for its own copies, and reads nothing else; then for all, and reads what others
 * have copied. */
__global__ void own_copies(const float *x, float *y)
{
    __shared__ float part[2][THREADS];
    for (int i = 0; i < 2; i++) {
        __pipeline_memcpy_async(&part[i][threadIdx.x], &x[i * THREADS + threadIdx.x], 4);
        __pipeline_commit();
    }
    __pipeline_wait_prior(1);
    float sum = part[0][threadIdx.x];
    __pipeline_wait_prior(0);
    __syncthreads();
    y[threadIdx.x] = sum + part[1][THREADS - 1 - threadIdx.x];
}

/* Half the lanes of each warp wait at the barrier long before the other half. */
__global__ void late_lanes(const float *x, float *y, int rounds)
{
    __shared__ float sums[THREADS];
    int thread = threadIdx.x;
    float sum = 0;
    if (thread % 32 < 16)
        for (int round = 0; round < rounds; round++)
            sum += x[round * THREADS + thread];
    sums[thread] = sum;
    __syncthreads();
    y[thread] = sums[THREADS - 1 - thread];
}

/* Only what exists is loaded: threads beyond the edge add up rows and columns of the tiles that
 * nobody has written, and store nothing. */
enum { SIDE = 8, M = 13, N = 11, DEPTH = 20 };
__global__ void sum_past_the_edge(const float *A, const float *B, float *C)
{
    __shared__ float sA[SIDE][SIDE], sB[SIDE][SIDE];
    int row = blockIdx.y * SIDE + threadIdx.y, col = blockIdx.x * SIDE + threadIdx.x;
    float sum = 0;
    for (int b = 0; b < DEPTH; b += SIDE) {
        if (row < M && b + threadIdx.x < DEPTH)
            sA[threadIdx.y][threadIdx.x] = A[row * DEPTH + b + threadIdx.x];
        if (col < N && b + threadIdx.y < DEPTH)
            sB[threadIdx.y][threadIdx.x] = B[(b + threadIdx.y) * N + col];
        __syncthreads();
        for (int l = 0; l < min((int)SIDE, DEPTH - b); l++)
            sum += sA[threadIdx.y][l] * sB[l][threadIdx.x];
        __syncthreads();
    }
    if (row < M && col < N)
        C[row * N + col] = sum;
}

/* Four words are read, those that exist are stored. */
__global__ void read_then_guard(const int *x, int *y, int n)
{
    __shared__ int tile[4][THREADS];
    int first = 4 * THREADS * blockIdx.x + threadIdx.x, value[4];
    for (int i = 0; i < 4; i++)
        if (first + i * THREADS < n)
            tile[i][threadIdx.x ^ 1] = x[first + i * THREADS];
    __syncthreads();
    for (int i = 0; i < 4; i++)
        value[i] = tile[i][threadIdx.x];
    for (int i = 0; i < 4; i++)
        if (first + i * THREADS < n)
            y[first + i * THREADS] = value[i];
}

/* After the last tile the registers are filled once more, from the buffer that was not filled
 * again. */
__global__ void read_ahead(const int *x, int *y, int tiles)
{
    __shared__ int tile[2][THREADS];
    int now = 0, sum = 0;
    tile[0][threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    int value = tile[0][THREADS - 1 - threadIdx.x];
    for (int t = 1; t <= tiles; t++) {
        sum += value;
        if (t < tiles)
            tile[now ^ 1][threadIdx.x] = x[t * THREADS + threadIdx.x];
        __syncthreads();
        now ^= 1;
        value = tile[now][THREADS - 1 - threadIdx.x];
    }
    y[threadIdx.x] = sum;
    if (value == 12345 && sum < 0) /* never: keeps the read */
        y[threadIdx.x] = 0;
}

/* As in BLAS: the old value is fetched, and with beta = 0 it does not count, whatever it is. */
__global__ void beta_zero(const float *x, float *y, float beta)
{
    float old = y[threadIdx.x];
    y[threadIdx.x] = beta == 0 ? x[threadIdx.x] : x[threadIdx.x] + beta * old;
}

SPECIMEN(sum_past_the_edge)
{
    sum_past_the_edge<<<dim3((N + SIDE - 1) / SIDE, (M + SIDE - 1) / SIDE), dim3(SIDE, SIDE)>>>(
        device_floats(M * DEPTH, 1), device_floats(DEPTH * N, 1), device_floats(M * N, 0));
}

SPECIMEN(read_then_guard)
{
    read_then_guard<<<2, THREADS>>>(device_ints(1000, 1), device_ints(1000, 0), 1000);
}

SPECIMEN(read_ahead)
{
    read_ahead<<<1, THREADS>>>(device_ints(THREADS, 1), device_ints(THREADS, 0), 1);
}

SPECIMEN(beta_zero)
{
    float *y;
    cudaMalloc((void **)&y, THREADS * sizeof *y);
    beta_zero<<<1, THREADS>>>(device_floats(THREADS, 1), y, 0);
}

SPECIMEN(cas_float_max)
{
    cas_float_max<<<4, THREADS>>>(device_floats(1000, 1), device_floats(1, 0), 1000);
}

SPECIMEN(cas_double_add)
{
    cas_double_add<<<4, THREADS>>>((double *)device_floats(2, 0));
}

SPECIMEN(cas_shared_add)
{
    cas_shared_add<<<1, THREADS>>>(device_floats(THREADS, 1), device_floats(1, 0));
}

SPECIMEN(unused_lanes)
{
    unused_lanes<<<1, 32>>>(device_floats(32, 1), device_floats(1, 0));
}

SPECIMEN(guarded_sum)
{
    guarded_sum<<<1, 96>>>(device_floats(96, 1), device_floats(3, 0), 20);
    float *x = device_floats(96, 1), *y = device_floats(3, 0), host[96];
    for (int turn = 0; turn < 64; turn++) { /* sums of many bit patterns */
        for (int i = 0; i < 96; i++)
            host[i] = 0.37f * (i + 1) + 1.7f * turn;
        cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
        guarded_sum<<<1, 96>>>(x, y, 3);
    }
    guarded_sum<<<1, 96>>>(device_ints(96, -3), device_ints(3, 0), 20);
    guarded_sum<<<1, 96>>>((double *)device_floats(192, 0), (double *)device_floats(6, 0), 7);
}

SPECIMEN(guarded_neighbour)
{
    guarded_neighbour<<<1, 48>>>(device_ints(48, 1 << 30), device_ints(48, 0));
}

SPECIMEN(stages_past_the_end)
{
    size_t bytes = 3 * 16 * THREADS * sizeof(double);
    cudaFuncSetAttribute(stages_past_the_end, cudaFuncAttributeMaxDynamicSharedMemorySize,
                         (int)bytes);
    stages_past_the_end<<<1, THREADS, bytes>>>((double *)device_floats(40 * THREADS, 0),
                                               (double *)device_floats(2 * THREADS, 0),
                                               17 * THREADS);
}

SPECIMEN(own_copies)
{
    own_copies<<<1, THREADS>>>(device_floats(2 * THREADS, 1), device_floats(THREADS, 0));
}

SPECIMEN(late_lanes)
{
    late_lanes<<<1, THREADS>>>(device_floats(1000 * THREADS, 1), device_floats(THREADS, 0), 1000);
}

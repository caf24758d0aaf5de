/* Loads under way when the first is needed, and other accesses between it and its use: what
 * compiler_test.sh expects stands behind each kernel's name. One warp each. */
#include <cuda_pipeline.h>
#include <stdio.h>

__global__ void plain(const float *x, float *y, int n) // 4 0
{
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i * 32 + threadIdx.x];
    y[threadIdx.x] = sum;
}

__global__ void by_sixteen(const float *x, float *y, int n) // 16 0
{
    float sum = 0;
#pragma unroll 16
    for (int i = 0; i < n; i++)
        sum += x[i * 32 + threadIdx.x];
    y[threadIdx.x] = sum;
}

__global__ void not_unrolled(const float *x, float *y, int n) // 1 0
{
    float sum = 0;
#pragma unroll 1
    for (int i = 0; i < n; i++)
        sum += x[i * 32 + threadIdx.x];
    y[threadIdx.x] = sum;
}

__global__ void known_count(const float *x, float *y, int) // 8 0
{
    float sum = 0;
    for (int i = 0; i < 8; i++)
        sum += x[i * 32 + threadIdx.x];
    y[threadIdx.x] = sum;
}

/* As many as nvcc unrolls, no more. */
__global__ void large_count(const float *x, float *y, int) // 16 0
{
    float sum = 0;
    for (int i = 0; i < 512; i++)
        sum += x[i % 64 * 32 + threadIdx.x];
    y[threadIdx.x] = sum;
}

__global__ void large_nest(const float *x, float *y, int) // 16 0
{
    float sum = 0;
    for (int j = 0; j < 16; j++)
        for (int i = 0; i < 16; i++)
            sum += x[(i + j) * 32 + threadIdx.x];
    y[threadIdx.x] = sum;
}

__global__ void guarded(const float *x, float *y, int n) // 8 0
{
    float sum = 0;
    for (int i = 0; i < 64; i++)
        if (i * 3 % 64 < n)
            sum += x[i * 32 + threadIdx.x];
    y[threadIdx.x] = sum;
}

__global__ void second_condition(const float *x, float *y, int n) // 4 0
{
    float sum = 0;
    for (int i = 0; i < 64 && i < n; i++)
        sum += x[i * 32 + threadIdx.x];
    y[threadIdx.x] = sum;
}

__global__ void left_by_break(const float *x, float *y, int n) // 1 0
{
    float sum = 0;
#pragma unroll
    for (int i = 0; i < 64; i++) {
        sum += x[i * 32 + threadIdx.x];
        if (sum > n)
            break;
    }
    y[threadIdx.x] = sum;
}

__global__ void by_hand(const float *x, float *y, int) // 3 0
{
    float a = x[threadIdx.x], b = x[threadIdx.x + 32], c = x[threadIdx.x + 64];
    y[threadIdx.x] = a * b + c;
}

/* Each address is what was loaded before. */
__global__ void chased(const float *x, float *y, int n) // 1 0
{
    int at = threadIdx.x;
    for (int i = 0; i < n; i++)
        at = (int)x[at];
    y[threadIdx.x] = at;
}

/* The store may change what is loaded next. */
__global__ void stored_between(const float *x, float *y, int n) // 1 0
{
    for (int i = 0; i < n; i++)
        y[i * 32 + threadIdx.x] = x[i * 32 + threadIdx.x];
}

/* Two loads for each barrier, through an array of the thread's own. */
__global__ void tile(const float *x, float *y, int n) // 2 0
{
    __shared__ float part[64];
    float held[2], sum = 0;
    for (int i = 0; i < n; i += 2) {
        for (int j = 0; j < 2; j++)
            held[j] = x[(i + j) * 32 + threadIdx.x];
        for (int j = 0; j < 2; j++)
            part[j * 32 + threadIdx.x] = held[j];
        __syncthreads();
        sum += part[threadIdx.x ^ 1] + part[32 + threadIdx.x];
        __syncthreads();
    }
    y[threadIdx.x] = sum;
}

/* The same, with the next tile's loads before this one's sums. */
__global__ void tile_ahead(const float *x, float *y, int n) // 2 3
{
    __shared__ float part[64];
    float held[2] = {0, 0}, sum = 0;
    for (int i = 0; i < n; i += 2) {
        for (int j = 0; j < 2; j++)
            held[j] = x[(i + j) * 32 + threadIdx.x];
        sum += part[threadIdx.x ^ 1] + part[32 + threadIdx.x] + part[threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 2; j++)
            part[j * 32 + threadIdx.x] = held[j];
        __syncthreads();
    }
    y[threadIdx.x] = sum;
}

__global__ void copied(const float *x, float *y, int n) // 1 0
{
    __shared__ float part[32];
    float sum = 0;
    for (int i = 0; i < n; i++) {
        __pipeline_memcpy_async(&part[threadIdx.x], &x[i * 32 + threadIdx.x], 4);
        __pipeline_commit();
        __pipeline_wait_prior(0);
        __syncthreads();
        sum += part[threadIdx.x ^ 1];
        __syncthreads();
    }
    y[threadIdx.x] = sum;
}

__global__ void copied_ahead(const float *x, float *y, int n) // 2 0.984375
{
    __shared__ float part[2][32];
    float sum = 0;
    __pipeline_memcpy_async(&part[0][threadIdx.x], &x[threadIdx.x], 4);
    __pipeline_commit();
    for (int i = 1; i <= n; i++) {
        __pipeline_memcpy_async(&part[i % 2][threadIdx.x], &x[i * 32 + threadIdx.x], 4);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        sum += part[(i + 1) % 2][threadIdx.x ^ 1];
        __syncthreads();
    }
    y[threadIdx.x] = sum;
}

int main()
{
    const int n = 64;
    float *x, *y;
    cudaMalloc(&x, (n + 1) * 128);
    cudaMalloc(&y, n * 128);
    cudaMemset(x, 0, (n + 1) * 128);
    void (*const all[])(const float *, float *, int) = {
        plain,   by_sixteen,       not_unrolled,  known_count, large_count, large_nest,
        guarded, second_condition, left_by_break, by_hand,     chased,      stored_between,
        tile,    tile_ahead,       copied,        copied_ahead};
    for (auto one : all)
        one<<<1, 32>>>(x, y, n);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}

/* Accesses of every kind in small launches, all of which the view records: what it draws is added
 * up and held against the counters (view_test.sh). */
#include <stdio.h>

__constant__ float table[64];
__device__ int counter[4];

template <typename T> __global__ void strided(const T *in, T *out, int stride, int offset)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[(size_t)i * stride + offset];
}

/* A column of a tile of T: with W = 32 all of it is in one bank. */
template <typename T, int W> __global__ void column(T *out)
{
    __shared__ T tile[32 * W];
    for (int row = 0; row < 32; row++)
        tile[row * W + threadIdx.x] = out[threadIdx.x];
    __syncthreads();
    for (int row = 0; row < 4; row++)
        out[threadIdx.x] = tile[threadIdx.x * W + row];
}

__global__ void atomics(int *bins, int different)
{
    __shared__ int own[64];
    own[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&own[threadIdx.x % different], 1);
    atomicAdd(&own[threadIdx.x * 32 % 64], 1);
    __syncthreads();
    atomicAdd(&bins[threadIdx.x % different * 9], own[threadIdx.x]);
    atomicAdd(&counter[0], 1);
}

__global__ void constants(float *out, int stride)
{
    out[threadIdx.x] = table[threadIdx.x / 4 * stride % 64] + table[5];
}

__global__ void parted(const float *in, float *out)
{
    float sum = 0;
    for (unsigned i = 0; i < threadIdx.x % 7; i++)
        sum += in[i * 33 + threadIdx.x];
    if (threadIdx.x % 2)
        out[threadIdx.x] = __shfl_sync(__activemask(), sum, 1);
    else
        out[2 * threadIdx.x] = sum;
}

__global__ void two_arrays(const float *a, const float *b, float *out)
{
    const float *from = threadIdx.x < 20 ? a : b;
    out[threadIdx.x] = from[threadIdx.x];
}

int main(void)
{
    char *in, *out;
    cudaMalloc(&in, 1 << 16);
    cudaMalloc(&out, 1 << 16);
    cudaMemset(in, 1, 1 << 16);
    cudaMemset(out, 1, 1 << 16);
    strided<float><<<2, 64>>>((float *)in, (float *)out, 1, 0);
    strided<float><<<3, 96>>>((float *)in, (float *)out, 33, 7);
    strided<char><<<1, 45>>>(in, out, 3, 5);
    strided<double><<<2, 32>>>((double *)in, (double *)out, 2, 1);
    strided<float4><<<2, 64>>>((float4 *)in, (float4 *)out, 5, 0);
    column<float, 32><<<1, 32>>>((float *)out);
    column<float, 33><<<1, 32>>>((float *)out);
    column<double, 32><<<1, 32>>>((double *)out);
    column<float4, 33><<<1, 32>>>((float4 *)out);
    atomics<<<2, 64>>>((int *)out, 5);
    constants<<<1, 64>>>((float *)out, 3);
    parted<<<1, 64>>>((float *)in, (float *)out);
    two_arrays<<<1, 32>>>((float *)in, (float *)out + 128, (float *)out);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(in);
    cudaFree(out);
}

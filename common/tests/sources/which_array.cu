/* Two places that leave one array: which one is named. The suite `emulator` reads what is said. */
#include <cuda_runtime.h>
__device__ float source[64] = {1};

__global__ void copies(float *y)
{
    __shared__ float table[64];
    for (int i = threadIdx.x; i < 256; i += 32)
        table[i % 64] = source[i];
    y[threadIdx.x] = table[threadIdx.x];
}

__global__ void multiplies(float *y)
{
    __shared__ float a[4][4], b[4][4];
    a[threadIdx.x / 4][threadIdx.x % 4] = b[threadIdx.x / 4][threadIdx.x % 4] = 1;
    __syncthreads();
    for (int l = 0; l <= 4 && threadIdx.x < 12; l++)
        y[threadIdx.x] += a[threadIdx.x / 4][l] * b[l][threadIdx.x % 4];
}

int main(int argc, char **)
{
    float *y;
    cudaMalloc(&y, 128);
    cudaMemset(y, 0, 128);
    if (argc > 1)
        multiplies<<<1, 16>>>(y);
    else
        copies<<<1, 32>>>(y);
    cudaDeviceSynchronize();
}

/* Kinds of findings of which no bug is planted here: the argument says which. */
#include <assert.h>
#include <cuda_pipeline.h>
#include <string.h>

__global__ void half_of_them(int n)
{
    assert(threadIdx.x < n);
}
__global__ void call(cudaError_t (*f)(void *, int, size_t), float *y)
{
    f(y, 0, 4);
}
__global__ void copy_three(const float *x, float *y)
{
    __shared__ float three[3];
    __pipeline_memcpy_async(three, x, sizeof three);
    *y = three[0];
}
int main(int argc, char **argv)
{
    float *x, *y;
    cudaMalloc(&x, 1024);
    cudaMalloc(&y, 4);
    cudaMemset(x, 0, 1024);
    if (!strcmp(argv[1], "assertion"))
        half_of_them<<<1, 64>>>(32);
    if (!strcmp(argv[1], "host_function"))
        call<<<1, 1>>>(cudaMemset, y);
    if (!strcmp(argv[1], "unsupported"))
        copy_three<<<1, 1>>>(x, y);
    cudaDeviceSynchronize();
    cudaFree(y);
    if (strcmp(argv[1], "leak"))
        cudaFree(x);
}

/* What a stride costs: every thread reads one float, `stride` floats after its neighbour's, and
 * writes it next to its neighbour's. `make strides`: on a GPU the times, in the emulator the
 * sectors of each launch. An argument says how many floats are read. */
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#ifndef __CUDA_EMULATOR__
#include "lab/measure/gpu_facts.h"
#endif

enum { LARGEST = 32 };

__global__ void read_strided(const float *in, float *out, int count, int stride)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        out[i] = in[(size_t)i * stride];
}

int main(int argc, char **argv)
{
    int count = argc > 1 ? atoi(argv[1]) : 1 << 24;
    float *in = NULL, *out = NULL;
    if (count < 1 || cudaMalloc((void **)&in, (size_t)count * LARGEST * sizeof(float)) ||
        cudaMalloc((void **)&out, (size_t)count * sizeof(float)) ||
        cudaMemset(in, 0, (size_t)count * LARGEST * sizeof(float))) {
        fprintf(stderr, "%d floats: give a number from 1 on, of which the GPU can hold %d times\n",
                count, LARGEST + 1);
        return 2;
    }
#ifndef __CUDA_EMULATOR__
    printf("%d floats read, one in every `stride`\n%8s %10s %16s\n", count, "stride", "ms",
           "GB/s of use");
    for (int stride = 1; stride <= LARGEST; stride *= 2) {
        const float ms = lab_best_ms(
            12, 2, [&] { read_strided<<<(count + 255) / 256, 256>>>(in, out, count, stride); });
        printf("%8d %10.4f %16.1f\n", stride, ms, 8.0 * count / ms / 1e6);
    }
#else /* no times worth the name: one launch each, for the counters */
    for (int stride = 1; stride <= LARGEST; stride *= 2) {
        printf("stride %d\n", stride);
        fflush(stdout);
        read_strided<<<(count + 255) / 256, 256>>>(in, out, count, stride);
    }
#endif
    int failed = cudaDeviceSynchronize() != cudaSuccess;
    cudaFree(in);
    cudaFree(out);
    return failed;
}

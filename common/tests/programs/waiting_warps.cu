/* A warp waits for so many copies that in interleaved order others begin theirs meanwhile. */
#include "require.h"
#include <cuda_pipeline.h>
#include <vector>

enum { THREADS = 128, COPIES = 40 };

__global__ void through_stage(const float *from, float *to)
{
    __shared__ float stage[COPIES][THREADS];
    const int i = threadIdx.x;
    for (int part = 0; part < COPIES; part++)
        __pipeline_memcpy_async(&stage[part][i], &from[part * THREADS + i], sizeof *from);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    for (int part = 0; part < COPIES; part++)
        to[part * THREADS + i] = stage[part][i];
}

int main(void)
{
    std::vector<float> in(COPIES * THREADS), out(in.size());
    float *from, *to;
    for (size_t i = 0; i < in.size(); i++)
        in[i] = (float)i;
    const size_t bytes = in.size() * sizeof(float);
    CHECK(cudaMalloc(&from, bytes));
    CHECK(cudaMalloc(&to, bytes));
    CHECK(cudaMemcpy(from, in.data(), bytes, cudaMemcpyHostToDevice));
    through_stage<<<1, THREADS>>>(from, to);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(out.data(), to, bytes, cudaMemcpyDeviceToHost));
    EXPECT(in == out);
    CHECK(cudaFree(from));
    CHECK(cudaFree(to));
    return finish("waiting_warps");
}

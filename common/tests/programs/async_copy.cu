/* Tiles fetched with cp.async, two stages deep: while one is worked on, the next is on its way. */
#include "require.h"
#include <cuda_pipeline.h>
#include <vector>

#define TILE 128

__global__ void reverse_tiles(const float4 *in, float4 *out, int tiles)
{
    __shared__ float4 stage[2][TILE];
    const int t = threadIdx.x;
    __pipeline_memcpy_async(&stage[0][t], &in[t], sizeof(float4));
    __pipeline_commit();
    for (int k = 0; k < tiles; k++) {
        if (k + 1 < tiles)
            __pipeline_memcpy_async(&stage[(k + 1) % 2][t], &in[(k + 1) * TILE + t],
                                    sizeof(float4));
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        float4 v = stage[k % 2][TILE - 1 - t];
        out[k * TILE + t] = make_float4(v.w, v.z, v.y, v.x);
        __syncthreads();
    }
}

__global__ void zero_filled(const int *in, int *out, int valid)
{
    __shared__ int s[32];
    const int t = threadIdx.x;
    const bool inside = t < valid;
    __pipeline_memcpy_async(&s[t], &in[inside ? t : 0], 4, inside ? 0 : 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncwarp();
    out[t] = s[31 - t];
}

int main()
{
    const int tiles = 5, n = 4 * TILE * tiles;
    std::vector<float> in(n), out(n);
    for (int i = 0; i < n; i++)
        in[i] = (float)i;
    float4 *d_in, *d_out;
    CHECK(cudaMalloc(&d_in, n * sizeof(float)));
    CHECK(cudaMalloc(&d_out, n * sizeof(float)));
    CHECK(cudaMemcpy(d_in, in.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    reverse_tiles<<<1, TILE>>>(d_in, d_out, tiles);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(out.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost));
    for (int k = 0; k < tiles; k++)
        for (int i = 0; i < 4 * TILE; i++)
            EXPECT(out[k * 4 * TILE + i] == in[k * 4 * TILE + 4 * TILE - 1 - i]);

    int reversed[32];
    zero_filled<<<1, 32>>>((const int *)d_in, (int *)d_out, 20);
    CHECK(cudaMemcpy(reversed, d_out, sizeof reversed, cudaMemcpyDeviceToHost));
    for (int t = 0; t < 32; t++) {
        float expected = 31 - t < 20 ? in[31 - t] : 0.0f;
        int bits;
        memcpy(&bits, &expected, sizeof bits);
        EXPECT(reversed[t] == bits);
    }
    CHECK(cudaFree(d_in));
    CHECK(cudaFree(d_out));
    return finish("async_copy");
}

/* libcu++'s pipelines and barriers, copies of cooperative groups, CUB's reductions and scans. */
#include "require.h"
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cub/cub.cuh>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <numeric>
#include <vector>

namespace cg = cooperative_groups;

__global__ void by_group(const float *in, float *out)
{
    __shared__ alignas(16) float tile[256];
    cg::thread_block block = cg::this_thread_block();
    cg::memcpy_async(block, tile, in + blockIdx.x * 256, sizeof tile);
    cg::wait(block);
    out[blockIdx.x * 256 + threadIdx.x] = tile[255 - threadIdx.x];
    block.sync();
    cg::memcpy_async(block, tile, 200, in + blockIdx.x * 256, 256);
    cg::wait(block);
    if (threadIdx.x < 200)
        out[blockIdx.x * 256 + threadIdx.x] += tile[threadIdx.x];
}

__global__ void own_pipeline(const float4 *in, float4 *out, int tiles)
{
    __shared__ float4 stage[2][64];
    const int t = threadIdx.x;
    auto pipe = cuda::make_pipeline();
    for (int k = 0, fetched = 0; k < tiles; k++) {
        for (; fetched < tiles && fetched < k + 2; fetched++) {
            pipe.producer_acquire();
            cuda::memcpy_async(&stage[fetched % 2][t], &in[fetched * 64 + t],
                               cuda::aligned_size_t<16>(sizeof(float4)), pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        __syncthreads();
        out[k * 64 + t] = stage[k % 2][63 - t];
        __syncthreads();
        pipe.consumer_release();
    }
}

__global__ void shared_pipeline(const float *in, float *out, int tiles)
{
    constexpr int stages = 2;
    __shared__ alignas(16) float stage[stages][128];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    for (int k = 0, fetched = 0; k < tiles; k++) {
        for (; fetched < tiles && fetched < k + stages; fetched++) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, stage[fetched % stages], in + fetched * 128, sizeof stage[0],
                               pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        out[k * 128 + threadIdx.x] = stage[k % stages][127 - threadIdx.x];
        pipe.consumer_release();
    }
}

__global__ void by_barrier(const float *in, float *out)
{
    __shared__ alignas(16) float tile[96];
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    if (threadIdx.x == 0)
        init(&bar, blockDim.x);
    __syncthreads();
    for (int k = 0; k < 3; k++) {
        cuda::memcpy_async(cg::this_thread_block(), tile, in + k * 96, sizeof tile, bar);
        bar.arrive_and_wait();
        out[k * 96 + threadIdx.x] = tile[95 - threadIdx.x];
        bar.wait(bar.arrive());
    }
}

struct Larger {
    __device__ int operator()(int a, int b) const
    {
        return a > b ? a : b;
    }
};

__global__ void reduce(const int *in, int *out)
{
    typedef cub::BlockReduce<int, 96> Block;
    typedef cub::WarpReduce<int> Warp;
    typedef cub::BlockScan<int, 96> Scan;
    __shared__ Block::TempStorage of_block;
    __shared__ Warp::TempStorage of_warp[3];
    __shared__ Scan::TempStorage of_scan;
    const int t = threadIdx.x, value = in[t];
    const int sum = Block(of_block).Sum(value);
    __syncthreads();
    const int most = Block(of_block).Reduce(value, Larger());
    const int warp = Warp(of_warp[t / 32]).Sum(value);
    int before, upto, total;
    Scan(of_scan).ExclusiveSum(value, before, total);
    __syncthreads();
    Scan(of_scan).InclusiveSum(value, upto);
    if (t == 0)
        out[0] = sum, out[1] = most, out[2] = total;
    if (t % 32 == 0)
        out[3 + t / 32] = warp;
    out[6 + t] = before * 1000 + upto;
}

int main()
{
    const int n = 1024;
    std::vector<float> in(n), out(n);
    std::iota(in.begin(), in.end(), 1.0f);
    float *d_in, *d_out;
    CHECK(cudaMalloc(&d_in, n * sizeof(float)));
    CHECK(cudaMalloc(&d_out, n * sizeof(float)));
    CHECK(cudaMemcpy(d_in, in.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    auto fetch = [&] {
        CHECK(cudaMemcpy(out.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost));
    };
    by_group<<<4, 256>>>(d_in, d_out);
    fetch();
    for (int i = 0; i < n; i++)
        EXPECT(out[i] == in[i / 256 * 256 + 255 - i % 256] + (i % 256 < 200 ? in[i] : 0));
    own_pipeline<<<1, 64>>>((float4 *)d_in, (float4 *)d_out, 4);
    fetch();
    for (int i = 0; i < n; i++)
        EXPECT(out[i] == in[i / 256 * 256 + (63 - i % 256 / 4) * 4 + i % 4]);
    shared_pipeline<<<1, 128>>>(d_in, d_out, 8);
    fetch();
    for (int i = 0; i < n; i++)
        EXPECT(out[i] == in[i / 128 * 128 + 127 - i % 128]);
    by_barrier<<<1, 96>>>(d_in, d_out);
    fetch();
    for (int i = 0; i < 288; i++)
        EXPECT(out[i] == in[i / 96 * 96 + 95 - i % 96]);

    std::vector<int> values(96), got(102);
    for (int i = 0; i < 96; i++)
        values[i] = i * 7 % 31;
    CHECK(cudaMemcpy(d_in, values.data(), 96 * sizeof(int), cudaMemcpyHostToDevice));
    reduce<<<1, 96>>>((int *)d_in, (int *)d_out);
    CHECK(cudaMemcpy(got.data(), d_out, got.size() * sizeof(int), cudaMemcpyDeviceToHost));
    int sum = 0;
    for (int i = 0; i < 96; i++) {
        EXPECT(got[6 + i] == sum * 1000 + sum + values[i]);
        sum += values[i];
    }
    EXPECT(got[0] == sum && got[1] == 30 && got[2] == sum);
    for (int w = 0; w < 3; w++)
        EXPECT(got[3 + w] ==
               std::accumulate(values.begin() + 32 * w, values.begin() + 32 * w + 32, 0));
    CHECK(cudaFree(d_in));
    CHECK(cudaFree(d_out));
    return finish("libraries");
}

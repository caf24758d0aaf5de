/* Cooperative groups inside a block: a block's sum by tiles, tiles of 8, the lanes that take a
 * branch. */
#include "require.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

__global__ void sum(const int *in, int *out, int n)
{
    __shared__ int part[32];
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    int v = 0;
    for (unsigned i = block.thread_rank(); i < (unsigned)n; i += block.size())
        v += in[i];
    for (unsigned d = warp.size() / 2; d > 0; d /= 2)
        v += warp.shfl_down(v, d);
    if (warp.thread_rank() == 0)
        part[warp.meta_group_rank()] = v;
    block.sync();
    if (block.thread_rank() == 0) {
        int total = 0;
        for (unsigned w = 0; w < warp.meta_group_size(); w++)
            total += part[w];
        *out = total;
    }
}

__global__ void tiles(int *out)
{
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    const int t = threadIdx.x;
    int v = tile.shfl(t, 3);
    v += 100 * (int)tile.shfl_xor((float)t, 1);
    tile.sync();
    out[2 * t] = v;
    out[2 * t + 1] = (int)tile.ballot(t % 3 == 0);
}

__global__ void branch(int *count, int *ranks)
{
    if (threadIdx.x % 4 == 1) {
        auto here = cg::coalesced_threads();
        ranks[threadIdx.x] = (int)here.thread_rank();
        if (here.thread_rank() == 0)
            atomicAdd(count, (int)here.size());
    }
}

/* Tiles of 8 and every third lane: sum, least and greatest, bits, and an operator of one's own. */
__global__ void reductions(int *sums, int *thirds, double *products)
{
    const int t = threadIdx.x;
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    sums[t] = cg::reduce(tile, t, cg::plus<int>()) + 1000 * cg::reduce(tile, t, cg::less<int>());
    products[t] = cg::reduce(tile, 1.0 + t % 2, [](double a, double b) { return a * b; });
    if (t % 3 == 0) {
        auto here = cg::coalesced_threads();
        thirds[t] = cg::reduce(here, t, cg::greater<int>()) +
                    100 * (int)cg::reduce(here, 1u << t / 3, cg::bit_or<unsigned>());
    }
}

/* What a grid says of itself, in an ordinary launch of 2 x 2 blocks of 4 x 2 threads. */
__global__ void grid(unsigned *ranks, unsigned long long *sizes)
{
    cg::grid_group g = cg::this_grid();
    const unsigned long long rank = g.thread_rank();
    ranks[rank] = (unsigned)g.block_rank() * 100 + cg::this_thread_block().thread_rank();
    if (rank == 0) {
        sizes[0] = g.size();
        sizes[1] = g.num_blocks();
        sizes[2] = g.num_threads() + g.group_dim().x;
    }
}

static void test_reductions(int *in, int *out)
{
    int sums[32], thirds[32];
    double products[32], *device;
    CHECK(cudaMalloc(&device, sizeof products));
    reductions<<<1, 32>>>(in, out, device);
    CHECK(cudaMemcpy(sums, in, sizeof sums, cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(thirds, out, sizeof thirds, cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(products, device, sizeof products, cudaMemcpyDeviceToHost));
    for (int t = 0; t < 32; t++) {
        EXPECT(sums[t] == 8 * (t / 8 * 8) + 28 + 1000 * (t / 8 * 8));
        EXPECT(products[t] == 16);
        EXPECT(t % 3 != 0 || thirds[t] == 30 + 100 * 0x7ff);
    }
    CHECK(cudaFree(device));
}

static void test_grid(void)
{
    unsigned *ranks, host[32];
    unsigned long long *sizes, three[3];
    CHECK(cudaMalloc(&ranks, sizeof host));
    CHECK(cudaMalloc(&sizes, sizeof three));
    grid<<<dim3(2, 2), dim3(4, 2)>>>(ranks, sizes);
    CHECK(cudaMemcpy(host, ranks, sizeof host, cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(three, sizes, sizeof three, cudaMemcpyDeviceToHost));
    for (unsigned t = 0; t < 32; t++)
        EXPECT(host[t] == t / 8 * 100 + t % 8);
    EXPECT(three[0] == 32 && three[1] == 4 && three[2] == 34);
    CHECK(cudaFree(ranks));
    CHECK(cudaFree(sizes));
}

int main()
{
    const int n = 1000;
    int host[n], *in, *out, result[64];
    for (int i = 0; i < n; i++)
        host[i] = i % 10;
    CHECK(cudaMalloc(&in, sizeof host));
    CHECK(cudaMalloc(&out, sizeof result));
    CHECK(cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice));
    sum<<<1, 128>>>(in, out, n);
    CHECK(cudaMemcpy(result, out, sizeof(int), cudaMemcpyDeviceToHost));
    EXPECT(result[0] == 4500);

    tiles<<<1, 32>>>(out);
    CHECK(cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost));
    for (int t = 0; t < 32; t++) {
        int thirds = 0;
        for (int i = 0; i < 8; i++)
            thirds |= (t / 8 * 8 + i) % 3 == 0 ? 1 << i : 0;
        EXPECT(result[2 * t] == t / 8 * 8 + 3 + 100 * (t ^ 1));
        EXPECT(result[2 * t + 1] == thirds);
    }

    CHECK(cudaMemset(in, 0, sizeof(int)));
    CHECK(cudaMemset(out, 0xff, sizeof result));
    branch<<<1, 64>>>(in, out);
    CHECK(cudaMemcpy(host, in, sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost));
    EXPECT(host[0] == 16);
    for (int t = 0; t < 64; t++)
        EXPECT(result[t] == (t % 4 == 1 ? t % 32 / 4 : -1));
    test_reductions(in, out);
    test_grid();
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return finish("groups");
}

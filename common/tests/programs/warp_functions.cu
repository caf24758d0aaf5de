/* Shuffles of every type, width and direction, votes, matches, reductions, barriers that count;
 * against their definitions. */
#include "require.h"
#include <type_traits>

#define FULL 0xffffffffu

/* results: four kinds of shuffle after one another, 32 lanes each */
template <typename T> __global__ void shuffles(T *out, int operand, int width)
{
    int lane = threadIdx.x;
    T v = (T)(lane * 3 + 1);
    out[lane] = __shfl_sync(FULL, v, operand, width);
    out[32 + lane] = __shfl_up_sync(FULL, v, operand, width);
    out[64 + lane] = __shfl_down_sync(FULL, v, operand, width);
    out[96 + lane] = __shfl_xor_sync(FULL, v, operand, width);
}

static int source(int kind, int lane, int operand, int width)
{
    int first = lane / width * width, last = first + width - 1;
    switch (kind) {
    case 0:
        return first + operand % width;
    case 1:
        return lane - operand < first ? lane : lane - operand;
    case 2:
        return lane + operand > last ? lane : lane + operand;
    default:
        return (lane ^ operand) > last ? lane : lane ^ operand;
    }
}

template <typename T> static void test_shuffles()
{
    T *out, host[128];
    CHECK(cudaMalloc(&out, sizeof host));
    for (int width = 1; width <= 32; width *= 2)
        for (int operand = 0; operand < 32; operand += 3) {
            shuffles<<<1, 32>>>(out, operand, width);
            CHECK(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost));
            for (int i = 0; i < 128; i++)
                EXPECT(host[i] == (T)(source(i / 32, i % 32, operand, width) * 3 + 1));
        }
    CHECK(cudaFree(out));
}

__global__ void votes(unsigned *out)
{
    unsigned lane = threadIdx.x;
    unsigned *mine = out + lane * 12;
    mine[0] = __ballot_sync(FULL, lane % 3 == 0);
    mine[1] = (unsigned)__any_sync(FULL, lane == 7);
    mine[2] = (unsigned)__all_sync(FULL, lane < 31);
    mine[3] = __match_any_sync(FULL, (int)(lane / 5));
    int all;
    mine[4] = __match_all_sync(FULL, 2.5, &all);
    mine[5] = (unsigned)all;
    if (lane < 16) {
        mine[6] = __activemask();
        mine[7] = __ballot_sync(0xffffu, lane & 1);
        mine[8] = (unsigned)__shfl_sync(0xffffu, (int)lane, 15 - (int)lane);
    }
    __syncwarp();
    mine[9] = (unsigned)__syncthreads_count(lane % 4 == 0);
    mine[10] = (unsigned)__syncthreads_and(lane < 32);
    mine[11] = (unsigned)__syncthreads_or(lane == 40);
}

static void test_votes()
{
    unsigned *out, host[32][12];
    CHECK(cudaMalloc(&out, sizeof host));
    CHECK(cudaMemset(out, 0, sizeof host));
    votes<<<1, 32>>>(out);
    CHECK(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost));
    for (unsigned lane = 0; lane < 32; lane++) {
        unsigned thirds = 0, same = 0;
        for (unsigned i = 0; i < 32; i++) {
            thirds |= i % 3 == 0 ? 1u << i : 0u;
            same |= i / 5 == lane / 5 ? 1u << i : 0u;
        }
        EXPECT(host[lane][0] == thirds);
        EXPECT(host[lane][1] == 1);
        EXPECT(host[lane][2] == 0);
        EXPECT(host[lane][3] == same);
        EXPECT(host[lane][4] == FULL);
        EXPECT(host[lane][5] == 1);
        EXPECT(host[lane][6] == (lane < 16 ? 0xffffu : 0));
        EXPECT(host[lane][7] == (lane < 16 ? 0xaaaau : 0));
        EXPECT(host[lane][8] == (lane < 16 ? 15 - lane : 0));
        EXPECT(host[lane][9] == 8);
        EXPECT(host[lane][10] != 0);
        EXPECT(host[lane][11] == 0);
    }
    CHECK(cudaFree(out));
}

__global__ void reductions(int *out)
{
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
    int lane = threadIdx.x, v = lane * 7 % 32 - 10;
    int *mine = out + lane * 8;
    mine[0] = __reduce_add_sync(FULL, v);
    mine[1] = __reduce_min_sync(FULL, v);
    mine[2] = __reduce_max_sync(FULL, v);
    mine[3] = (int)__reduce_min_sync(FULL, (unsigned)v);
    mine[4] = (int)__reduce_and_sync(FULL, 0xf0u | lane);
    mine[5] = (int)__reduce_or_sync(FULL, 1u << lane);
    mine[6] = (int)__reduce_xor_sync(FULL, (unsigned)lane);
    mine[7] = (int)__reduce_max_sync(FULL, (unsigned)v);
#endif
}

static void test_reductions()
{
    int *out, host[32][8], capability = 0;
    CHECK(cudaDeviceGetAttribute(&capability, cudaDevAttrComputeCapabilityMajor, 0));
    if (capability < 8)
        return;
    CHECK(cudaMalloc(&out, sizeof host));
    reductions<<<1, 32>>>(out);
    CHECK(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost));
    for (int lane = 0; lane < 32; lane++) {
        const int expected[8] = {31 * 16 - 320, -10, 21, 0, 0xf0, -1, 0, -1};
        for (int i = 0; i < 8; i++)
            EXPECT(host[lane][i] == expected[i]);
    }
    CHECK(cudaFree(out));
}

/* A partial warp: 20 lanes exist, and the mask says so. */
__global__ void partial(int *out)
{
    const unsigned mask = (1u << 20) - 1;
    int v = threadIdx.x;
    for (int d = 16; d > 0; d /= 2) {
        int other = __shfl_sync(mask, v, min((int)threadIdx.x + d, 19));
        v = max(v, other);
    }
    out[threadIdx.x] = __shfl_sync(mask, v, 0);
}

static void test_partial()
{
    int *out, host[20];
    CHECK(cudaMalloc(&out, sizeof host));
    partial<<<1, 20>>>(out);
    CHECK(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 20; i++)
        EXPECT(host[i] == 19);
    CHECK(cudaFree(out));
}

int main()
{
    test_shuffles<int>();
    test_shuffles<unsigned>();
    test_shuffles<long>();
    test_shuffles<unsigned long long>();
    test_shuffles<float>();
    test_shuffles<double>();
    test_votes();
    test_reductions();
    test_partial();
    return finish("warp_functions");
}

/* Filtering with one atomic a warp instead of one a thread: ballots, population counts, a leader, a
 * shuffle. */
#include "require.h"
#include <algorithm>
#include <vector>

__global__ void keep_odd(const int *in, int *out, int *count, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = i < n ? in[i] : 0;
    unsigned wanted = __ballot_sync(0xffffffffu, i < n && (v & 1));
    if (!wanted)
        return;
    int lane = threadIdx.x % warpSize, leader = __ffs(wanted) - 1, base = 0;
    if (lane == leader)
        base = atomicAdd(count, __popc(wanted));
    base = __shfl_sync(0xffffffffu, base, leader);
    if (wanted >> lane & 1)
        out[base + __popc(wanted & ((1u << lane) - 1))] = v;
}

int main()
{
    const int n = 3001;
    std::vector<int> in(n), out(n), expected;
    for (int i = 0; i < n; i++) {
        in[i] = i * 37 % 1009;
        if (in[i] & 1)
            expected.push_back(in[i]);
    }
    int *d_in, *d_out, *d_count, count;
    CHECK(cudaMalloc(&d_in, n * sizeof(int)));
    CHECK(cudaMalloc(&d_out, n * sizeof(int)));
    CHECK(cudaMalloc(&d_count, sizeof(int)));
    CHECK(cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemset(d_count, 0, sizeof(int)));
    keep_odd<<<(n + 255) / 256, 256>>>(d_in, d_out, d_count, n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(&count, d_count, sizeof count, cudaMemcpyDeviceToHost));
    EXPECT(count == (int)expected.size());
    CHECK(cudaMemcpy(out.data(), d_out, count * sizeof(int), cudaMemcpyDeviceToHost));
    out.resize(count);
    std::sort(out.begin(), out.end());
    std::sort(expected.begin(), expected.end());
    EXPECT(out == expected);
    CHECK(cudaFree(d_in));
    CHECK(cudaFree(d_out));
    CHECK(cudaFree(d_count));
    return finish("warp_aggregated");
}

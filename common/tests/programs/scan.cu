/* Exclusive prefix sums: Blelloch's tree in a block's shared memory, block sums, a second pass that
 * adds them. */
#include "require.h"
#include <vector>

#define BLOCK 128

__global__ void scan_block(const int *in, int *out, int *sums, int n)
{
    __shared__ int s[2 * BLOCK];
    int t = threadIdx.x, base = blockIdx.x * 2 * BLOCK;
    s[2 * t] = base + 2 * t < n ? in[base + 2 * t] : 0;
    s[2 * t + 1] = base + 2 * t + 1 < n ? in[base + 2 * t + 1] : 0;
    int offset = 1;
    for (int d = BLOCK; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d)
            s[offset * (2 * t + 2) - 1] += s[offset * (2 * t + 1) - 1];
        offset <<= 1;
    }
    if (t == 0) {
        sums[blockIdx.x] = s[2 * BLOCK - 1];
        s[2 * BLOCK - 1] = 0;
    }
    for (int d = 1; d < 2 * BLOCK; d <<= 1) {
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1, v = s[a];
            s[a] = s[b];
            s[b] += v;
        }
    }
    __syncthreads();
    if (base + 2 * t < n)
        out[base + 2 * t] = s[2 * t];
    if (base + 2 * t + 1 < n)
        out[base + 2 * t + 1] = s[2 * t + 1];
}

__global__ void add_sums(int *out, const int *sums, int n)
{
    int before = 0;
    for (unsigned b = 0; b < blockIdx.x; b++)
        before += sums[b];
    for (int i = threadIdx.x; i < 2 * BLOCK; i += blockDim.x) {
        int at = blockIdx.x * 2 * BLOCK + i;
        if (at < n)
            out[at] += before;
    }
}

int main()
{
    const int n = 1500, blocks = (n + 2 * BLOCK - 1) / (2 * BLOCK);
    std::vector<int> in(n), out(n);
    for (int i = 0; i < n; i++)
        in[i] = i % 11 - 3;
    int *d_in, *d_out, *d_sums;
    CHECK(cudaMalloc(&d_in, n * sizeof(int)));
    CHECK(cudaMalloc(&d_out, n * sizeof(int)));
    CHECK(cudaMalloc(&d_sums, blocks * sizeof(int)));
    CHECK(cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    scan_block<<<blocks, BLOCK>>>(d_in, d_out, d_sums, n);
    add_sums<<<blocks, 64>>>(d_out, d_sums, n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost));
    for (int i = 0, sum = 0; i < n; sum += in[i++])
        EXPECT(out[i] == sum);
    CHECK(cudaFree(d_in));
    CHECK(cudaFree(d_out));
    CHECK(cudaFree(d_sums));
    return finish("scan");
}

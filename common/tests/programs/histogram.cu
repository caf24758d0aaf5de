/* Histogram of bytes: atomics in shared memory for each block, then atomics in global memory. */
#include "require.h"
#include <vector>

#define BINS 256

__global__ void histogram(const unsigned char *data, unsigned *bins, int n)
{
    __shared__ unsigned local[BINS];
    for (int i = threadIdx.x; i < BINS; i += blockDim.x)
        local[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        atomicAdd(&local[data[i]], 1u);
    __syncthreads();
    for (int i = threadIdx.x; i < BINS; i += blockDim.x)
        if (local[i])
            atomicAdd(&bins[i], local[i]);
}

int main()
{
    const int n = 20011;
    std::vector<unsigned char> data(n);
    std::vector<unsigned> expected(BINS), bins(BINS);
    unsigned state = 1;
    for (auto &d : data) {
        state = state * 1664525u + 1013904223u;
        d = (unsigned char)(state >> 24);
        expected[d]++;
    }
    unsigned char *d_data;
    unsigned *d_bins;
    CHECK(cudaMalloc(&d_data, n));
    CHECK(cudaMalloc(&d_bins, BINS * sizeof(unsigned)));
    CHECK(cudaMemcpy(d_data, data.data(), n, cudaMemcpyHostToDevice));
    CHECK(cudaMemset(d_bins, 0, BINS * sizeof(unsigned)));
    histogram<<<8, 128>>>(d_data, d_bins, n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(bins.data(), d_bins, BINS * sizeof(unsigned), cudaMemcpyDeviceToHost));
    EXPECT(bins == expected);
    CHECK(cudaFree(d_data));
    CHECK(cudaFree(d_bins));
    return finish("histogram");
}

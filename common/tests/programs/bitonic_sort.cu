/* Bitonic sort: the short distances in shared memory, the long ones in global memory, launches from
 * a loop and a macro. */
#include "require.h"
#include <algorithm>
#include <vector>

#define BLOCK                       256
#define LAUNCH(kernel, blocks, ...) kernel<<<(blocks), BLOCK>>>(__VA_ARGS__)

__device__ __forceinline__ void order(unsigned &a, unsigned &b, bool up)
{
    if ((a > b) == up) {
        unsigned t = a;
        a = b;
        b = t;
    }
}

__global__ void step_global(unsigned *data, int distance, int size)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int low = 2 * i - (i & (distance - 1));
    order(data[low], data[low + distance], (low & size) == 0);
}

__global__ void steps_shared(unsigned *data, int distance, int size)
{
    __shared__ unsigned s[2 * BLOCK];
    const int base = blockIdx.x * 2 * BLOCK, t = threadIdx.x;
    s[t] = data[base + t];
    s[t + BLOCK] = data[base + t + BLOCK];
    for (; distance > 0; distance >>= 1) {
        __syncthreads();
        int low = 2 * t - (t & (distance - 1));
        order(s[low], s[low + distance], ((base + low) & size) == 0);
    }
    __syncthreads();
    data[base + t] = s[t];
    data[base + t + BLOCK] = s[t + BLOCK];
}

int main()
{
    const int n = 4096;
    std::vector<unsigned> host(n), sorted;
    unsigned state = 12345;
    for (auto &v : host)
        v = state = state * 1103515245u + 12345u;
    unsigned *data;
    CHECK(cudaMalloc(&data, n * sizeof *data));
    CHECK(cudaMemcpy(data, host.data(), n * sizeof *data, cudaMemcpyHostToDevice));
    for (int size = 2; size <= n; size *= 2)
        for (int distance = size / 2; distance > 0; distance /= 2) {
            if (distance <= BLOCK) {
                LAUNCH(steps_shared, n / (2 * BLOCK), data, distance, size);
                break;
            }
            LAUNCH(step_global, n / (2 * BLOCK), data, distance, size);
        }
    CHECK(cudaGetLastError());
    sorted = host;
    std::sort(sorted.begin(), sorted.end());
    CHECK(cudaMemcpy(host.data(), data, n * sizeof *data, cudaMemcpyDeviceToHost));
    EXPECT(host == sorted);
    CHECK(cudaFree(data));
    return finish("bitonic_sort");
}

/* The sum of an array: a tree in shared memory, then shuffles, then one atomic a block; as a
 * template over the type. */
#include "require.h"
#include <vector>

template <typename T> __device__ T warp_sum(T v)
{
    for (int distance = 16; distance > 0; distance /= 2)
        v += __shfl_down_sync(0xffffffffu, v, distance);
    return v;
}

template <typename T, int BLOCK> __global__ void sum(const T *in, T *out, int n)
{
    __shared__ T part[BLOCK];
    T v = 0;
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK)
        v += in[i];
    part[threadIdx.x] = v;
    __syncthreads();
#pragma unroll
    for (int half = BLOCK / 2; half >= 32; half /= 2) {
        if (threadIdx.x < half)
            part[threadIdx.x] += part[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x < 32) {
        v = warp_sum(part[threadIdx.x]);
        if (threadIdx.x == 0)
            atomicAdd(out, v);
    }
}

template <typename T> static void test(int n)
{
    std::vector<T> host(n);
    double expected = 0;
    for (int i = 0; i < n; i++) {
        host[i] = (T)(i % 7);
        expected += i % 7;
    }
    T *in, *out, result;
    CHECK(cudaMalloc(&in, n * sizeof(T)));
    CHECK(cudaMalloc(&out, sizeof(T)));
    CHECK(cudaMemcpy(in, host.data(), n * sizeof(T), cudaMemcpyHostToDevice));
    CHECK(cudaMemset(out, 0, sizeof(T)));
    sum<T, 256><<<dim3(5), dim3(256)>>>(in, out, n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(&result, out, sizeof(T), cudaMemcpyDeviceToHost));
    EXPECT((double)result == expected);
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
}

int main()
{
    test<int>(10000);
    test<unsigned>(1);
    test<float>(9999);
    test<double>(4321);
    test<unsigned long long>(2048);
    return finish("reduction");
}

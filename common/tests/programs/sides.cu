/* __CUDA_ARCH__ is defined where the device's code is compiled, and nowhere else: in functions for
 * both sides, in kernels, in host functions, in members and templates, around functions, constants
 * and tables. */
#include "require.h"

#ifdef __CUDA_ARCH__
#define SIDE 2
__constant__ int table[3] = {10, 20, 30};
constexpr int width = 32;
#else
#define SIDE 1
static const int table[3] = {1, 2, 3};
constexpr int width = 1;
static int only_host(int x)
{
    return x + 1;
}
#endif

#ifdef __CUDA_ARCH__
__device__ int twice_or_thrice(int x)
{
    return 2 * x;
}
#else
int twice_or_thrice(int x)
{
    return 3 * x;
}
#endif

__host__ __device__ int side()
{
#ifdef __CUDA_ARCH__
    return 2;
#else
    return 1;
#endif
}

template <class T> __host__ __device__ T lane(T x)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700
    return x + (T)threadIdx.x;
#else
    return x - (T)only_host(0);
#endif
}

__host__ __device__ int looked_up(int i)
{
    return table[i];
}

__host__ __device__ constexpr int wide()
{
    return 2 * width;
}

namespace inner
{
struct number {
    int value;
    __host__ __device__ number()
    {
        value = SIDE;
    }
    __host__ __device__ int get() const
    {
#ifndef __CUDA_ARCH__
        return -value;
#else
        return value;
#endif
    }
};
__host__ __device__ inline int deep()
{
    return SIDE * 100;
}
} // namespace inner

static int on_the_host()
{
    int sum = SIDE;
#ifdef __CUDA_ARCH__
    sum += 1000;
#endif
    return sum;
}

__global__ void ask(int *y)
{
    inner::number n;
    y[0] = side();
    y[1] = lane<int>(5);
    y[2] = n.get();
    y[3] = SIDE;
    y[4] = inner::deep();
    y[5] = looked_up(1);
    y[6] = width + wide();
#ifdef __CUDA_ARCH__
    y[7] = __CUDA_ARCH__ >= 700;
#endif
}

int main()
{
    const int expected[] = {2, 5, 2, 2, 200, 20, 96, 1};
    int host[8], *device;
    inner::number n;
    CHECK(cudaMalloc(&device, sizeof host));
    ask<<<1, 1>>>(device);
    CHECK(cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 8; i++)
        EXPECT(host[i] == expected[i]);
    EXPECT(side() == 1 && lane<int>(5) == 4 && n.get() == -1 && SIDE == 1);
    EXPECT(inner::deep() == 100 && looked_up(1) == 2 && table[2] == 3);
    EXPECT(width + wide() == 3 && on_the_host() == 1);
#ifdef __CUDA_ARCH__
    EXPECT(!"host code");
#else
    EXPECT(twice_or_thrice(5) == 15);
#endif
    CHECK(cudaFree(device));
    return finish("sides");
}

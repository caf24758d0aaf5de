/* The compiler's own atomics, which nvcc has since 12.8: each kind of number, both scopes, loads,
 * stores and fences. */
#include "require.h"

#if defined(__CUDA_EMULATOR__) || __CUDACC_VER_MAJOR__ * 100 + __CUDACC_VER_MINOR__ >= 1208
#define RELAXED __NV_ATOMIC_RELAXED
#define DEVICE  __NV_THREAD_SCOPE_DEVICE
#define BLOCK   __NV_THREAD_SCOPE_BLOCK

struct numbers {
    int i[4];
    unsigned u[4];
    long long l[2];
    unsigned long long w[2];
    float f[2];
    double d;
    int stored[64];
};

__global__ void update(numbers *n)
{
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    __nv_atomic_fetch_add(&n->i[0], t, RELAXED, DEVICE);
    __nv_atomic_fetch_sub(&n->i[1], 2, __NV_ATOMIC_ACQ_REL, DEVICE);
    __nv_atomic_fetch_min(&n->i[2], t - 50, RELAXED, DEVICE);
    __nv_atomic_fetch_max(&n->u[0], (unsigned)t, RELAXED, DEVICE);
    __nv_atomic_fetch_and(&n->u[1], ~(1u << t % 31), RELAXED, DEVICE);
    __nv_atomic_fetch_xor(&n->u[2 + blockIdx.x], 1u << t % 5, RELAXED, BLOCK);
    __nv_atomic_fetch_max(&n->l[0], (long long)-t, RELAXED, DEVICE);
    __nv_atomic_fetch_add(&n->w[1], 1ull << 33, RELAXED);
    __nv_atomic_fetch_or(&n->w[0], 1ull << t % 64, RELAXED, DEVICE);
    __nv_atomic_fetch_add(&n->f[0], 0.5f, RELAXED, DEVICE);
    __nv_atomic_fetch_add(&n->d, 0.25, __NV_ATOMIC_SEQ_CST, DEVICE);
    float given = 7, old;
    __nv_atomic_exchange(&n->f[1], &given, &old, RELAXED, DEVICE);
    int seen = __nv_atomic_load_n(&n->i[3], RELAXED, DEVICE);
    while (
        !__nv_atomic_compare_exchange_n(&n->i[3], &seen, seen + 3, false, RELAXED, RELAXED, DEVICE))
        ;
    __nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST, DEVICE);
    __nv_atomic_store_n(&n->stored[t], t + 1, __NV_ATOMIC_RELEASE, DEVICE);
}

int main()
{
    const int threads = 64, sum = 63 * 64 / 2;
    numbers host = {}, *device;
    host.i[2] = 1000;
    host.u[1] = ~0u;
    host.l[0] = -1000;
    CHECK(cudaMalloc(&device, sizeof host));
    CHECK(cudaMemcpy(device, &host, sizeof host, cudaMemcpyHostToDevice));
    update<<<2, threads / 2>>>(device);
    CHECK(cudaMemcpy(&host, device, sizeof host, cudaMemcpyDeviceToHost));
    EXPECT(host.i[0] == sum && host.i[1] == -2 * threads && host.i[2] == -50);
    EXPECT(host.i[3] == 3 * threads);
    EXPECT(host.u[0] == 63 && host.u[1] == 0x80000000u);
    EXPECT(host.l[0] == 0 && host.w[1] == (unsigned long long)threads << 33);
    EXPECT(host.w[0] == ~0ull);
    EXPECT(host.f[0] == 32 && host.f[1] == 7 && host.d == 16);
    for (int t = 0; t < threads; t++)
        EXPECT(host.stored[t] == t + 1);
    CHECK(cudaFree(device));
    return finish("nv_atomics");
}
#else
int main()
{
    return finish("nv_atomics");
}
#endif

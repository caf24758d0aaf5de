/* Every atomic in global and in shared memory; a lock; a maximum of floats by compare-and-swap. */
#include "require.h"
#include <math.h>

__global__ void integers(int *i, unsigned *u, unsigned long long *l, long long *s)
{
    int t = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    atomicAdd(&i[0], t);
    atomicSub(&i[1], 2);
    atomicMin(&i[2], t - 50);
    atomicMax(&i[3], t - 50);
    atomicAnd(&i[4], ~(1 << t % 31));
    atomicOr(&i[5], 1 << t % 31);
    atomicXor(&i[6], 1 << t % 5);
    atomicExch(&i[7], 77);
    atomicCAS(&i[8], 0, t + 1);
    atomicInc(&u[0], 9u);
    atomicDec(&u[1], 9u);
    atomicMin(&u[2], (unsigned)t + 3u);
    atomicMax(&u[3], (unsigned)t);
    atomicAdd_block(&u[4 + blockIdx.x], 1u);
    atomicAdd(&l[0], 1ull << 33);
    atomicMax(&l[1], (unsigned long long)t << 40);
    atomicAnd(&l[2], ~(1ull << (t % 64)));
    atomicOr(&l[3], 1ull << (t % 64));
    atomicExch(&l[4], 5ull);
    atomicMin(&s[0], (long long)-t);
    atomicMax(&s[1], (long long)-t);
}

static void test_integers()
{
    const int n = 2 * 96;
    struct all {
        int i[9];
        unsigned u[6];
        unsigned long long l[5];
        long long s[2];
    } host = {{0, 0, 1000, -1000, -1, 0, 0, 0, 0},
              {0, 0, 1000, 0, 0, 0},
              {0, 0, ~0ull, 0, 0},
              {1, -10000}},
      *d;
    CHECK(cudaMalloc(&d, sizeof *d));
    CHECK(cudaMemcpy(d, &host, sizeof host, cudaMemcpyHostToDevice));
    integers<<<2, 96>>>(d->i, d->u, d->l, d->s);
    CHECK(cudaMemcpy(&host, d, sizeof host, cudaMemcpyDeviceToHost));
    EXPECT(host.i[0] == n * (n - 1) / 2);
    EXPECT(host.i[1] == -2 * n);
    EXPECT(host.i[2] == -50);
    EXPECT(host.i[3] == n - 51);
    EXPECT(host.i[4] == (int)0x80000000u);
    EXPECT(host.i[5] == 0x7fffffff);
    EXPECT(host.i[6] == 3); /* 0 and 1 come 39 times, 2, 3 and 4 come 38 times */
    EXPECT(host.i[7] == 77);
    EXPECT(host.i[8] >= 1 && host.i[8] <= n);
    EXPECT(host.u[0] == n % 10);
    EXPECT(host.u[1] == (10 - n % 10) % 10);
    EXPECT(host.u[2] == 3);
    EXPECT(host.u[3] == n - 1);
    EXPECT(host.u[4] == 96 && host.u[5] == 96);
    EXPECT(host.l[0] == (unsigned long long)n << 33);
    EXPECT(host.l[1] == (unsigned long long)(n - 1) << 40);
    EXPECT(host.l[2] == 0 && host.l[3] == ~0ull && host.l[4] == 5);
    EXPECT(host.s[0] == -(n - 1) && host.s[1] == 0);
    CHECK(cudaFree(d));
}

__global__ void floats(float *f, double *d, unsigned *bins)
{
    __shared__ float sf;
    __shared__ double sd;
    __shared__ unsigned su[4];
    if (threadIdx.x == 0) {
        sf = 0;
        sd = 0;
    }
    if (threadIdx.x < 4)
        su[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&sf, 0.5f);
    atomicAdd(&sd, 0.25);
    atomicAdd(&su[threadIdx.x % 4], 1u);
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(f, sf);
        atomicAdd(d, sd);
    }
    if (threadIdx.x < 4)
        atomicAdd(&bins[threadIdx.x], su[threadIdx.x]);
}

__device__ float atomic_max(float *address, float value)
{
    int *bits = (int *)address, old = atomicAdd(bits, 0), seen;
    do {
        seen = old;
        if (__int_as_float(seen) >= value)
            break;
        old = atomicCAS(bits, seen, __float_as_int(value));
    } while (old != seen);
    return __int_as_float(old);
}

__global__ void largest(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomic_max(out, in[i]);
}

__device__ int lock_word;

/* One thread of each block takes the lock, changes two numbers that belong together, gives it
 * back. */
__global__ void locked(int *pair)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(&lock_word, 0, 1) != 0)
            ;
        __threadfence();
        volatile int *p = pair;
        p[0] = p[0] + 1;
        p[1] = p[1] - 1;
        __threadfence();
        atomicExch(&lock_word, 0);
    }
}

int main()
{
    test_integers();

    float *f, host_f[64], most = -1;
    double *d, host_d;
    unsigned *bins, host_bins[4];
    CHECK(cudaMalloc(&f, sizeof host_f + sizeof(float)));
    CHECK(cudaMalloc(&d, sizeof *d));
    CHECK(cudaMalloc(&bins, sizeof host_bins));
    CHECK(cudaMemset(f, 0, sizeof(float)));
    CHECK(cudaMemset(d, 0, sizeof *d));
    CHECK(cudaMemset(bins, 0, sizeof host_bins));
    floats<<<3, 64>>>(f, d, bins);
    CHECK(cudaMemcpy(host_f, f, sizeof(float), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(&host_d, d, sizeof host_d, cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(host_bins, bins, sizeof host_bins, cudaMemcpyDeviceToHost));
    EXPECT(host_f[0] == 96 && host_d == 48);
    for (int i = 0; i < 4; i++)
        EXPECT(host_bins[i] == 48);

    for (int i = 0; i < 64; i++)
        host_f[i] = fabsf(sinf((float)i));
    CHECK(cudaMemcpy(f + 1, host_f, sizeof host_f, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(f, &most, sizeof most, cudaMemcpyHostToDevice));
    largest<<<2, 32>>>(f + 1, f, 64);
    CHECK(cudaMemcpy(&most, f, sizeof most, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 64; i++)
        EXPECT(host_f[i] <= most);

    int *pair, host_pair[2];
    CHECK(cudaMalloc(&pair, sizeof host_pair));
    CHECK(cudaMemset(pair, 0, sizeof host_pair));
    locked<<<20, 32>>>(pair);
    CHECK(cudaMemcpy(host_pair, pair, sizeof host_pair, cudaMemcpyDeviceToHost));
    EXPECT(host_pair[0] == 20 && host_pair[1] == -20);
    CHECK(cudaFree(pair));
    CHECK(cudaFree(f));
    CHECK(cudaFree(d));
    CHECK(cudaFree(bins));
    return finish("atomic_functions");
}

/* Cooperative launches: every block is there, and grid.sync() is a barrier for all of them. */
#include "require.h"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

enum { N = 4000, THREADS = 128, STEPS = 5 };

/* Each step replaces every element by the sum of its neighbors; the two arrays take turns. */
__global__ void smooth(int *a, int *b, int n, int steps)
{
    cg::grid_group grid = cg::this_grid();
    for (int step = 0; step < steps; step++) {
        for (int i = (int)grid.thread_rank(); i < n; i += (int)grid.num_threads())
            b[i] = (i > 0 ? a[i - 1] : 0) + (i < n - 1 ? a[i + 1] : 0);
        grid.sync();
        int *other = a;
        a = b;
        b = other;
    }
}

/* Sums of blocks, then their sum: one launch, no atomics. */
template <int SIZE> __global__ void sum(const int *x, int *parts, int n, int *out)
{
    __shared__ int mine[SIZE];
    cg::grid_group grid = cg::this_grid();
    int s = 0;
    for (int i = (int)grid.thread_rank(); i < n; i += (int)grid.size())
        s += x[i];
    mine[threadIdx.x] = s;
    for (int step = SIZE / 2; step > 0; step /= 2) {
        __syncthreads();
        if (threadIdx.x < step)
            mine[threadIdx.x] += mine[threadIdx.x + step];
    }
    if (threadIdx.x == 0)
        parts[blockIdx.x] = mine[0];
    cg::sync(grid);
    if (grid.thread_rank() == 0)
        for (unsigned b = 0; b < gridDim.x; b++)
            *out += parts[b];
}

__global__ void validity(int *valid)
{
    *valid = cg::this_grid().is_valid();
}

static void smooth_on_host(int *x, int steps)
{
    static int next[N];
    for (int step = 0; step < steps; step++) {
        for (int i = 0; i < N; i++)
            next[i] = (i > 0 ? x[i - 1] : 0) + (i < N - 1 ? x[i + 1] : 0);
        for (int i = 0; i < N; i++)
            x[i] = next[i];
    }
}

static int blocks_at_once(void)
{
    int each = 0, processors = 0, can = 0;
    CHECK(cudaDeviceGetAttribute(&can, cudaDevAttrCooperativeLaunch, 0));
    EXPECT(can == 1);
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, smooth, THREADS, 0));
    CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
    return each * processors;
}

static void test_smooth(int *a, int *b)
{
    static int host[N], got[N];
    int n = N, steps = STEPS;
    for (int i = 0; i < N; i++)
        host[i] = i % 7;
    CHECK(cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice));
    void *arguments[] = {&a, &b, &n, &steps};
    CHECK(cudaLaunchCooperativeKernel((void *)smooth, dim3(12), dim3(THREADS), arguments, 0, 0));
    CHECK(cudaMemcpy(got, STEPS % 2 ? b : a, sizeof got, cudaMemcpyDeviceToHost));
    smooth_on_host(host, STEPS);
    int wrong = 0;
    for (int i = 0; i < N; i++)
        wrong += got[i] != host[i];
    EXPECT(wrong == 0);
}

static void test_sum(int *x, int *parts)
{
    static int host[N];
    int n = N, got = 0, expected = 0, *out;
    for (int i = 0; i < N; i++)
        expected += host[i] = i * i % 101;
    CHECK(cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice));
    CHECK(cudaMalloc(&out, sizeof *out));
    CHECK(cudaMemset(out, 0, sizeof *out));
    void *arguments[] = {&x, &parts, &n, &out};
    CHECK(cudaLaunchCooperativeKernel(sum<THREADS>, 9, THREADS, arguments));
    CHECK(cudaMemcpy(&got, out, sizeof got, cudaMemcpyDeviceToHost));
    EXPECT(got == expected);
    CHECK(cudaFree(out));
}

static void test_validity(int *a)
{
    int valid = -1;
    void *arguments[] = {&a};
    CHECK(cudaLaunchCooperativeKernel((void *)validity, dim3(1), dim3(1), arguments, 0, 0));
    CHECK(cudaMemcpy(&valid, a, sizeof valid, cudaMemcpyDeviceToHost));
    EXPECT(valid == 1);
}

int main(void)
{
    int *a, *b;
    CHECK(cudaMalloc(&a, N * sizeof *a));
    CHECK(cudaMalloc(&b, N * sizeof *b));
    test_smooth(a, b);
    test_sum(a, b);
    EXPECT(blocks_at_once() >= 12);
    test_validity(a);
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
    return finish("cooperative");
}

/* Eight host threads, each with a stream, memory and launches of its own; an atomic of the host, a
 * variable of each thread. */
#include "require.h"
#include <atomic>
#include <thread>
#include <vector>

static std::atomic<int> done;
static thread_local int own = 3;
static thread_local std::vector<int> kept;

__global__ void add_reversed(int *y, int value, int n)
{
    __shared__ int part[64];
    part[threadIdx.x] = value;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] += part[63 - threadIdx.x];
}

static void work(int thread, int *good)
{
    const int n = 5000, rounds = 10;
    int *device;
    cudaStream_t stream;
    std::vector<int> host(n);
    own += thread;
    kept.assign(10, thread);
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaMalloc(&device, n * sizeof(int)));
    CHECK(cudaMemsetAsync(device, 0, n * sizeof(int), stream));
    for (int r = 0; r < rounds; r++) {
        add_reversed<<<(n + 63) / 64, 64, 0, stream>>>(device, thread, n);
        for (int i = 0; i < n; i++) /* host code while other threads launch */
            host[i] = host[i * 7 % n] + i;
    }
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaMemcpy(host.data(), device, n * sizeof(int), cudaMemcpyDeviceToHost));
    *good = own == 3 + thread && kept[9] == thread && cudaGetLastError() == cudaSuccess;
    for (int i = 0; i < n; i++)
        *good &= host[i] == rounds * thread;
    CHECK(cudaFree(device));
    CHECK(cudaStreamDestroy(stream));
    done++;
}

int main()
{
    std::vector<std::thread> threads;
    int good[8] = {0};
    for (int t = 0; t < 8; t++)
        threads.emplace_back(work, t, &good[t]);
    for (std::thread &t : threads)
        t.join();
    for (int t = 0; t < 8; t++)
        EXPECT(good[t]);
    EXPECT(done == 8 && own == 3);
    return finish("host_threads");
}

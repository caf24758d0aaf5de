/* How long one load takes, by where its data lies, when no other is under way. GPU only. */
#ifndef LAB_LATENCY_H
#define LAB_LATENCY_H

#include <cuda_runtime.h>
#include <stdint.h>

#if defined(__CUDACC__) && !defined(LAB_EMULATOR)
enum { LAB_CHASE_STRIDE = 64 /* words from node to node: a sector, and more, of its own */ };

/* A chain through all `nodes` (a power of two) in an order that no prefetcher follows: i -> 5 i +
 * 12345 visits each once, since 5 - 1 is a multiple of 4 and 12345 is odd (Hull and Dobell, 1962).
 * Half of the chain's length is added so that hops alternate between halves. */
static __global__ void lab_chain_kernel(uint32_t *next, uint32_t nodes)
{
    for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < nodes; i += gridDim.x * blockDim.x)
        next[(size_t)i * LAB_CHASE_STRIDE] = (i * (nodes / 2 + 5) + 12345) & (nodes - 1);
}

/* Goes on from where the last call stopped, so that no node is visited twice and found in a
 * cache. */
static __global__ void lab_chase_kernel(const uint32_t *next, int hops, uint32_t *where)
{
    uint32_t at = *where;
    for (int i = 0; i < hops; i++)
        at = next[(size_t)at * LAB_CHASE_STRIDE];
    *where = at;
}

/* Nanoseconds from a load's issue to its value, when nothing else uses the memory; 0 if it cannot
 * be measured. The chain covers so many bytes: those of L1, of L2, or several times L2's. */
static inline double lab_latency_ns(double bytes)
{
    const int hops = 10000;
    uint32_t nodes = 32, *next = NULL, *where = NULL;
    cudaEvent_t from, to;
    float ms = 0, best = 0;
    while ((double)nodes * LAB_CHASE_STRIDE * 4 < bytes)
        nodes *= 2;
    if (cudaMalloc((void **)&next, (size_t)nodes * LAB_CHASE_STRIDE * 4) != cudaSuccess ||
        cudaMalloc((void **)&where, sizeof *where) != cudaSuccess) {
        cudaFree(next);
        cudaGetLastError();
        return 0;
    }
    cudaEventCreate(&from);
    cudaEventCreate(&to);
    cudaMemset(where, 0, sizeof *where);
    lab_chain_kernel<<<1024, 256>>>(next, nodes);
    for (int i = 0; i < 4; i++) {
        cudaEventRecord(from, 0);
        lab_chase_kernel<<<1, 1>>>(next, hops, where);
        cudaEventRecord(to, 0);
        cudaEventSynchronize(to);
        if (cudaEventElapsedTime(&ms, from, to) == cudaSuccess && i > 0 && (best == 0 || ms < best))
            best = ms;
    }
    cudaEventDestroy(from);
    cudaEventDestroy(to);
    cudaFree(next);
    cudaFree(where);
    return best * 1e6 / hops;
}
#endif

#endif

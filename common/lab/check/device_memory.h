/* Memory on the device: where it comes from, and a sum of what it holds. */
#ifndef LAB_DEVICE_MEMORY_H
#define LAB_DEVICE_MEMORY_H

#include <cuda_runtime.h>

#include "lab/problem.h"
#ifdef LAB_EMULATOR
#include "emulator/emulator.h"
#endif

/* Device memory for operands. With -DLAB_POOL it comes from CUDA's own pool and goes back there:
 * cudaMalloc and cudaFree hold a lock of the driver that all processes share, whatever GPU they
 * use, and whoever opens a case for each of a thousand batches would wait for the others most of
 * its time. */
#ifdef LAB_POOL
static inline int lab_pool(void)
{
    static int works = -1;
    cudaMemPool_t pool;
    unsigned long long keep = ~0ull;
    if (works < 0) {
        works =
            cudaDeviceGetDefaultMemPool(&pool, 0) == cudaSuccess &&
            cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep) == cudaSuccess;
        cudaGetLastError();
    }
    return works;
}

static inline cudaError_t lab_allocate(void **at, size_t bytes)
{
    return lab_pool() ? cudaMallocAsync(at, bytes, 0) : cudaMalloc(at, bytes);
}

static inline void lab_free(void *at)
{
    if (lab_pool() && at)
        cudaFreeAsync(at, 0);
    else
        cudaFree(at);
}
#else
static inline cudaError_t lab_allocate(void **at, size_t bytes)
{
    return cudaMalloc(at, bytes);
}

static inline void lab_free(void *at)
{
    cudaFree(at);
}
#endif

/* First CUDA error of the last call or launch, by now finished. */
static inline cudaError_t lab_settle(void)
{
    cudaError_t error = cudaGetLastError();
    cudaError_t later = cudaDeviceSynchronize();
    return error != cudaSuccess ? error : later != cudaSuccess ? later : cudaGetLastError();
}

/* What CUDA reports, as a sentence; -1. */
static inline int lab_say_error(cudaError_t error, char *message, size_t size)
{
    snprintf(message, size, "CUDA reports %s (%s).%s", cudaGetErrorName(error),
             cudaGetErrorString(error), lab_cuda_advice(cudaGetErrorName(error)));
    return -1;
}

#if defined(__CUDACC__) && !defined(LAB_EMULATOR)
/* Each thread goes on by the whole grid, in lines and within a line: without a division. */
static __global__ void lab_fill_kernel(struct lab_recipe recipe, void *to, int lines, int line,
                                       int ld, int column_major)
{
    const size_t first = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    const int grid = (int)(gridDim.x * blockDim.x), lines_on = grid / line, on = grid % line;
    size_t outer = first / line;
    int inner = (int)(first % line);
    while (outer < (size_t)lines) {
        int row = column_major ? inner : (int)outer, col = column_major ? (int)outer : inner;
        lab_put(recipe.type, to, outer * ld + inner, lab_element(recipe, row, col));
        outer += lines_on + (inner >= line - on);
        inner += inner >= line - on ? on - line : on;
    }
}

static __global__ void lab_checksum_kernel(const uint32_t *data, size_t words,
                                           unsigned long long *sum)
{
    unsigned long long mine = 0;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < words;
         i += (size_t)gridDim.x * blockDim.x)
        mine += lab_mix(i << 32 ^ data[i]);
    atomicAdd(sum, mine);
}
#endif

/* Memory that begins so many bytes late: of less than 256. */
static inline cudaError_t lab_allocate_late(void **at, size_t bytes, size_t late)
{
#ifdef LAB_EMULATOR
    emu_offset(late);
    return lab_allocate(at, bytes);
#else
    cudaError_t error = lab_allocate(at, bytes + late);
    *at = error == cudaSuccess ? (char *)*at + late : NULL;
    return error;
#endif
}

static inline void lab_free_late(void *at, size_t late)
{
#ifdef LAB_EMULATOR
    lab_free(at);
#else
    lab_free(at ? (char *)at - late : at);
#endif
}

/* A sum over (position, word) pairs: any changed word changes it. */
static inline cudaError_t lab_checksum(const void *device, size_t bytes, uint64_t *sum)
{
    cudaError_t error;
    *sum = 0;
#if defined(__CUDACC__) && !defined(LAB_EMULATOR)
    unsigned long long *total;
    if ((error = lab_allocate((void **)&total, sizeof *total)) != cudaSuccess)
        return error;
    cudaMemset(total, 0, sizeof *total);
    lab_checksum_kernel<<<1024, 256>>>((const uint32_t *)device, bytes / 4, total);
    error = cudaMemcpy(sum, total, sizeof *total, cudaMemcpyDeviceToHost);
    lab_free(total);
#else
    uint32_t *copy = (uint32_t *)malloc(bytes);
    error =
        copy ? cudaMemcpy(copy, device, bytes, cudaMemcpyDeviceToHost) : cudaErrorMemoryAllocation;
    for (size_t i = 0; error == cudaSuccess && i < bytes / 4; i++)
        *sum += lab_mix(i << 32 ^ copy[i]);
    free(copy);
#endif
    return error;
}

#endif

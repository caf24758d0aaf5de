/* The runtime API's C++ side: typed pointers, symbols by name, kernels by name. Thin wrappers of cuda_runtime_api.h. */
#ifndef EMU_RUNTIME_H
#define EMU_RUNTIME_H

#include "cuda_runtime_api.h"

#define EMU_TYPED template <class T> static inline cudaError_t

EMU_TYPED cudaMalloc(T **pointer, size_t size)
{
    return cudaMalloc((void **)pointer, size);
}
EMU_TYPED cudaMallocPitch(T **pointer, size_t *pitch, size_t width, size_t height)
{
    return cudaMallocPitch((void **)pointer, pitch, width, height);
}
EMU_TYPED cudaMallocHost(T **pointer, size_t size, unsigned flags = 0)
{
    return cudaHostAlloc((void **)pointer, size, flags);
}
EMU_TYPED cudaHostAlloc(T **pointer, size_t size, unsigned flags)
{
    return cudaHostAlloc((void **)pointer, size, flags);
}
EMU_TYPED cudaMallocManaged(T **pointer, size_t size, unsigned flags = cudaMemAttachGlobal)
{
    return cudaMallocManaged((void **)pointer, size, flags);
}
EMU_TYPED cudaMallocAsync(T **pointer, size_t size, cudaStream_t stream)
{
    return cudaMallocAsync((void **)pointer, size, stream);
}
EMU_TYPED cudaHostGetDevicePointer(T **device, void *host, unsigned flags)
{
    return cudaHostGetDevicePointer((void **)device, host, flags);
}

EMU_TYPED cudaMemcpyToSymbol(const T &symbol, const void *from, size_t count, size_t offset = 0,
                             cudaMemcpyKind kind = cudaMemcpyHostToDevice)
{
    return cudaMemcpyToSymbol((const void *)&symbol, from, count, offset, kind);
}
EMU_TYPED cudaMemcpyToSymbolAsync(const T &symbol, const void *from, size_t count, size_t offset,
                                  cudaMemcpyKind kind, cudaStream_t stream = 0)
{
    return cudaMemcpyToSymbolAsync((const void *)&symbol, from, count, offset, kind, stream);
}
EMU_TYPED cudaMemcpyFromSymbol(void *to, const T &symbol, size_t count, size_t offset = 0,
                               cudaMemcpyKind kind = cudaMemcpyDeviceToHost)
{
    return cudaMemcpyFromSymbol(to, (const void *)&symbol, count, offset, kind);
}
EMU_TYPED cudaMemcpyFromSymbolAsync(void *to, const T &symbol, size_t count, size_t offset,
                                    cudaMemcpyKind kind, cudaStream_t stream = 0)
{
    return cudaMemcpyFromSymbolAsync(to, (const void *)&symbol, count, offset, kind, stream);
}
EMU_TYPED cudaGetSymbolAddress(void **pointer, const T &symbol)
{
    return cudaGetSymbolAddress(pointer, (const void *)&symbol);
}
template <class T, class S>
static inline cudaError_t cudaGetSymbolAddress(T **pointer, const S &symbol)
{
    return cudaGetSymbolAddress((void **)pointer, (const void *)&symbol);
}
EMU_TYPED cudaGetSymbolSize(size_t *size, const T &symbol)
{
    return cudaGetSymbolSize(size, (const void *)&symbol);
}

static inline cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned flags)
{
    return cudaEventCreateWithFlags(event, flags);
}

EMU_TYPED cudaFuncSetAttribute(T *kernel, cudaFuncAttribute attribute, int value)
{
    return cudaFuncSetAttribute((const void *)kernel, attribute, value);
}
EMU_TYPED cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, T *kernel)
{
    return cudaFuncGetAttributes(attributes, (const void *)kernel);
}
EMU_TYPED cudaFuncSetCacheConfig(T *kernel, cudaFuncCache config)
{
    return cudaFuncSetCacheConfig((const void *)kernel, config);
}
EMU_TYPED cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, T *kernel, int block_size,
                                                        size_t dynamic_shared)
{
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void *)kernel, block_size,
                                                         dynamic_shared);
}

/* The block size of the highest occupancy (the largest of several) and the blocks that fill the GPU. `shared_of` gives
 * the dynamic shared bytes for a block size. */
template <class Function, class T>
static inline cudaError_t
cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *min_grid, int *block_size, T *kernel,
                                               Function shared_of, int limit = 0)
{
    int processors = 0, best = 0, best_threads = 0, best_blocks = 0;
    cudaError_t error = cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
    if (limit <= 0 || limit > 1024)
        limit = 1024;
    for (int size = limit / 32 * 32; size >= 32 && error == cudaSuccess; size -= 32) {
        int blocks = 0;
        error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, (const void *)kernel, size,
                                                              shared_of(size));
        if (blocks * size > best_threads) {
            best = size;
            best_blocks = blocks;
            best_threads = blocks * size;
        }
    }
    *block_size = best;
    *min_grid = best_blocks * processors;
    return error;
}
template <class T>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int *min_grid, int *block_size,
                                                             T *kernel, size_t dynamic_shared = 0,
                                                             int limit = 0)
{
    return cudaOccupancyMaxPotentialBlockSizeVariableSMem(
        min_grid, block_size, kernel, [dynamic_shared](int) { return dynamic_shared; }, limit);
}
#undef EMU_TYPED

#endif

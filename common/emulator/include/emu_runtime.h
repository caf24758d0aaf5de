/* The runtime API's C++ side: typed pointers, symbols and kernels by name. */
#pragma once

#include "cuda_runtime_api.h"

/* The caller's own line is theirs. */
#define EMU_HOST  static inline __attribute__((always_inline, nodebug)) cudaError_t
#define EMU_TYPED template <class T_> EMU_HOST

EMU_TYPED cudaMalloc(T_ **pointer, size_t size) EMU_IS(cudaMalloc((void **)pointer, size));
EMU_TYPED cudaMallocPitch(T_ **pointer, size_t *pitch, size_t width, size_t height)
    EMU_IS(cudaMallocPitch((void **)pointer, pitch, width, height));
EMU_TYPED cudaMallocHost(T_ **pointer, size_t size, unsigned flags = 0)
    EMU_IS(cudaHostAlloc((void **)pointer, size, flags));
EMU_TYPED cudaHostAlloc(T_ **pointer, size_t size, unsigned flags)
    EMU_IS(cudaHostAlloc((void **)pointer, size, flags));
EMU_TYPED cudaMallocManaged(T_ **pointer, size_t size, unsigned flags = cudaMemAttachGlobal)
    EMU_IS(cudaMallocManaged((void **)pointer, size, flags));
EMU_TYPED cudaMallocAsync(T_ **pointer, size_t size, cudaStream_t stream)
    EMU_IS(cudaMallocAsync((void **)pointer, size, stream));
EMU_TYPED cudaHostGetDevicePointer(T_ **device, void *host, unsigned flags)
    EMU_IS(cudaHostGetDevicePointer((void **)device, host, flags));

EMU_TYPED cudaMemcpyToSymbol(const T_ &symbol, const void *from, size_t count, size_t offset = 0,
                             cudaMemcpyKind kind = cudaMemcpyHostToDevice)
    EMU_IS(cudaMemcpyToSymbol((const void *)&symbol, from, count, offset, kind));
EMU_TYPED cudaMemcpyToSymbolAsync(const T_ &symbol, const void *from, size_t count, size_t offset,
                                  cudaMemcpyKind kind, cudaStream_t stream = 0)
    EMU_IS(cudaMemcpyToSymbolAsync((const void *)&symbol, from, count, offset, kind, stream));
EMU_TYPED cudaMemcpyFromSymbol(void *to, const T_ &symbol, size_t count, size_t offset = 0,
                               cudaMemcpyKind kind = cudaMemcpyDeviceToHost)
    EMU_IS(cudaMemcpyFromSymbol(to, (const void *)&symbol, count, offset, kind));
EMU_TYPED cudaMemcpyFromSymbolAsync(void *to, const T_ &symbol, size_t count, size_t offset,
                                    cudaMemcpyKind kind, cudaStream_t stream = 0)
    EMU_IS(cudaMemcpyFromSymbolAsync(to, (const void *)&symbol, count, offset, kind, stream));
EMU_TYPED cudaGetSymbolAddress(void **pointer, const T_ &symbol)
    EMU_IS(cudaGetSymbolAddress(pointer, (const void *)&symbol));
template <class T_, class S_>
EMU_HOST cudaGetSymbolAddress(T_ **pointer, const S_ &symbol)
    EMU_IS(cudaGetSymbolAddress((void **)pointer, (const void *)&symbol));
EMU_TYPED cudaGetSymbolSize(size_t *size, const T_ &symbol)
    EMU_IS(cudaGetSymbolSize(size, (const void *)&symbol));

EMU_HOST cudaStreamAttachMemAsync(cudaStream_t, void *, size_t = 0, unsigned = cudaMemAttachSingle)
    EMU_IS(cudaSuccess); /* managed memory is everyone's here */
EMU_HOST cudaEventCreate(cudaEvent_t *event, unsigned flags)
    EMU_IS(cudaEventCreateWithFlags(event, flags));

EMU_TYPED cudaFuncSetAttribute(T_ *kernel, cudaFuncAttribute attribute, int value)
    EMU_IS(cudaFuncSetAttribute((const void *)kernel, attribute, value));
EMU_TYPED cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, T_ *kernel)
    EMU_IS(cudaFuncGetAttributes(attributes, (const void *)kernel));
EMU_TYPED cudaFuncSetCacheConfig(T_ *kernel, cudaFuncCache config)
    EMU_IS(cudaFuncSetCacheConfig((const void *)kernel, config));
EMU_TYPED cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, T_ *kernel, int block_size,
                                                        size_t dynamic_shared)
    EMU_IS(cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void *)kernel, block_size,
                                                         dynamic_shared));

/* The (largest) block size of the highest occupancy, and the blocks that fill the GPU. */
EMU_TYPED cudaOccupancyMaxPotentialBlockSize(int *min_grid, int *block_size, T_ *kernel,
                                             size_t dynamic_shared = 0, int limit = 0)
{
    int processors = 0, most = 0, blocks = 0;
    cudaError_t error = cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
    if (limit <= 0 || limit > 1024)
        limit = 1024;
    *block_size = *min_grid = 0;
    for (int size = limit / 32 * 32; size >= 32 && error == cudaSuccess; size -= 32) {
        error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, (const void *)kernel, size,
                                                              dynamic_shared);
        if (blocks * size > most) {
            most = blocks * size;
            *block_size = size;
            *min_grid = blocks * processors;
        }
    }
    return error;
}

/* What of the runtime API only C++ has. */
#pragma once

#include "cuda_runtime_api.h"

#define EMU_HOST  static inline EMU_QUIET cudaError_t
#define EMU_TYPED template <class T_> EMU_HOST

EMU_HOST cudaMallocHost(emu::place pointer, size_t size, unsigned flags)
    EMU_IS(cudaHostAlloc(pointer, size, flags));
EMU_HOST cudaStreamAttachMemAsync(cudaStream_t, void *, size_t = 0, unsigned = cudaMemAttachSingle)
    EMU_IS(cudaSuccess); /* managed memory is everyone's here */
EMU_HOST cudaEventCreate(cudaEvent_t *event, unsigned flags)
    EMU_IS(cudaEventCreateWithFlags(event, flags));

/* The (largest) block size of the highest occupancy, and the blocks that fill the GPU. */
EMU_HOST cudaOccupancyMaxPotentialBlockSize(int *min_grid, int *block_size, emu::kernel kernel,
                                            size_t dynamic_shared = 0, int limit = 0)
{
    if (!min_grid || !block_size)
        return cudaErrorInvalidValue;
    int processors = 0, most = 0, blocks = 0;
    cudaError_t error = cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
    if (limit <= 0 || limit > 1024)
        limit = 1024;
    *block_size = *min_grid = 0;
    for (int size = limit / 32 * 32; size >= 32 && error == cudaSuccess; size -= 32) {
        error =
            cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, size, dynamic_shared);
        if (blocks * size > most) {
            most = blocks * size;
            *block_size = size;
            *min_grid = blocks * processors;
        }
    }
    return error;
}

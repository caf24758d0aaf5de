/* The runtime API that the emulator knows, for C11 and C++. Defined in api_*.c. A call that is
 * missing here does not compile, which is the message. Sizes are bytes, pitches too. */
#pragma once

#include "driver_types.h"

#define CUDART_VERSION 12060
#define CUDART_CB

#ifdef __cplusplus
/* C has a void * for any pointer's place, for any variable's name, for any kernel. */
namespace emu
{
struct address_of_pointer {
    void **of;
    template <class T_> EMU_QUIET address_of_pointer(T_ **pointer) : of((void **)pointer) {}
    EMU_QUIET address_of_pointer(void **pointer) : of(pointer) {}
};
struct variable {
    const void *of;
    template <class T_> EMU_QUIET variable(const T_ &name) : of((const void *)&name) {}
    EMU_QUIET variable(const void *pointer) : of(pointer) {}
};
struct kernel {
    const void *of;
    template <class T_> EMU_QUIET kernel(T_ *function) : of((const void *)function) {}
};
} // namespace emu
#define EMU_DEFAULT(value) = value
#define EMU_PLACE          emu::address_of_pointer
#define EMU_SYMBOL         emu::variable
#define EMU_KERNEL         emu::kernel
extern "C" {
#else
#define EMU_DEFAULT(value)
#define EMU_PLACE  void **
#define EMU_SYMBOL const void *
#define EMU_KERNEL const void *
#endif

/* errors (errors.c) */
cudaError_t cudaGetLastError(void);
cudaError_t cudaPeekAtLastError(void);
const char *cudaGetErrorString(cudaError_t error);
const char *cudaGetErrorName(cudaError_t error);

/* devices (device_info.c) */
cudaError_t cudaGetDeviceCount(int *count);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaGetDevice(int *device);
cudaError_t cudaDeviceGetPCIBusId(char *id, int length, int device);
cudaError_t cudaSetDeviceFlags(unsigned flags);
cudaError_t cudaInitDevice(int device, unsigned device_flags, unsigned flags);
cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *properties, int device);
cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int device);
cudaError_t cudaDeviceSynchronize(void);
cudaError_t cudaThreadSynchronize(void);
cudaError_t cudaDeviceReset(void);
cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value);
cudaError_t cudaDeviceGetLimit(size_t *value, cudaLimit limit);
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config);
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig config);
cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig *config);
cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer);
cudaError_t cudaDriverGetVersion(int *version);
cudaError_t cudaRuntimeGetVersion(int *version);
cudaError_t cudaProfilerStart(void);
cudaError_t cudaProfilerStop(void);

/* memory (allocate.c) */
cudaError_t cudaMalloc(EMU_PLACE pointer, size_t size);
cudaError_t cudaMallocPitch(EMU_PLACE pointer, size_t *pitch, size_t width, size_t height);
cudaError_t cudaMallocHost(EMU_PLACE pointer, size_t size);
cudaError_t cudaHostAlloc(EMU_PLACE pointer, size_t size, unsigned flags);
cudaError_t cudaMallocManaged(EMU_PLACE pointer, size_t size, unsigned flags EMU_DEFAULT(1));
cudaError_t cudaMallocAsync(EMU_PLACE pointer, size_t size, cudaStream_t stream);
cudaError_t cudaFree(void *pointer);
cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream);
cudaError_t cudaFreeHost(void *pointer);
cudaError_t cudaHostRegister(void *pointer, size_t size, unsigned flags);
cudaError_t cudaHostUnregister(void *pointer);
cudaError_t cudaHostGetDevicePointer(EMU_PLACE device, void *host, unsigned flags);
cudaError_t cudaMemGetInfo(size_t *free, size_t *total);
cudaError_t cudaMemAdvise(const void *pointer, size_t count, cudaMemoryAdvise advice, int device);
cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t count, int device,
                                 cudaStream_t stream EMU_DEFAULT(0));
cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *pointer);

/* copies and fills (copies.c) */
cudaError_t cudaMemcpy(void *to, const void *from, size_t count, cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t count, cudaMemcpyKind kind,
                            cudaStream_t stream EMU_DEFAULT(0));
cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                         size_t width, size_t height, cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                              size_t width, size_t height, cudaMemcpyKind kind,
                              cudaStream_t stream EMU_DEFAULT(0));
cudaError_t cudaMemcpyToSymbol(EMU_SYMBOL symbol, const void *from, size_t count,
                               size_t offset EMU_DEFAULT(0),
                               cudaMemcpyKind kind EMU_DEFAULT(cudaMemcpyHostToDevice));
cudaError_t cudaMemcpyToSymbolAsync(EMU_SYMBOL symbol, const void *from, size_t count,
                                    size_t offset, cudaMemcpyKind kind,
                                    cudaStream_t stream EMU_DEFAULT(0));
cudaError_t cudaMemcpyFromSymbol(void *to, EMU_SYMBOL symbol, size_t count,
                                 size_t offset EMU_DEFAULT(0),
                                 cudaMemcpyKind kind EMU_DEFAULT(cudaMemcpyDeviceToHost));
cudaError_t cudaMemcpyFromSymbolAsync(void *to, EMU_SYMBOL symbol, size_t count, size_t offset,
                                      cudaMemcpyKind kind, cudaStream_t stream EMU_DEFAULT(0));
cudaError_t cudaGetSymbolAddress(EMU_PLACE pointer, EMU_SYMBOL symbol);
cudaError_t cudaGetSymbolSize(size_t *size, EMU_SYMBOL symbol);
cudaError_t cudaMemset(void *pointer, int value, size_t count);
cudaError_t cudaMemsetAsync(void *pointer, int value, size_t count,
                            cudaStream_t stream EMU_DEFAULT(0));
cudaError_t cudaMemset2D(void *pointer, size_t pitch, int value, size_t width, size_t height);
cudaError_t cudaMemset2DAsync(void *pointer, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream EMU_DEFAULT(0));

/* streams and events (streams.c): everything has happened when a call returns */
cudaError_t cudaStreamCreate(cudaStream_t *stream);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags, int priority);
cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamQuery(cudaStream_t stream);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event,
                                unsigned flags EMU_DEFAULT(0));
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback,
                                  void *user_data, unsigned flags);
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *user_data);
cudaError_t cudaEventCreate(cudaEvent_t *event);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags);
cudaError_t cudaEventDestroy(cudaEvent_t event);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream EMU_DEFAULT(0));
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventQuery(cudaEvent_t event);
/* Milliseconds that the work between the two takes at least: no measurement. */
cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t stop);

/* kernels (launch_calls.c) */
cudaError_t cudaFuncSetAttribute(EMU_KERNEL function, cudaFuncAttribute attribute, int value);
cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, EMU_KERNEL function);
cudaError_t cudaFuncSetCacheConfig(EMU_KERNEL function, cudaFuncCache config);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, EMU_KERNEL function,
                                                          int block_size, size_t dynamic_shared);

#ifdef __cplusplus
}
/* What only C++ has. */
#define EMU_HOST  static inline EMU_QUIET cudaError_t
#define EMU_TYPED template <class T_> EMU_HOST

EMU_HOST cudaMallocHost(emu::address_of_pointer pointer, size_t size, unsigned flags)
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
#endif
#undef EMU_DEFAULT

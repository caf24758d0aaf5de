/* The runtime API that the emulator knows, for C11 and C++. Defined in api/. A call that is
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

/* Calls whose work is one expression: X(name, parameters, what it returns), GIVES(name, parameters,
 * where to, an error, the value). For programs each is a declaration, in api/ a function. */
#define EMU_DECLARE_CALL(name, parameters, ...) cudaError_t name parameters;

/* errors (errors.c) */
cudaError_t cudaGetLastError(void);
cudaError_t cudaPeekAtLastError(void);
const char *cudaGetErrorString(cudaError_t error);
const char *cudaGetErrorName(cudaError_t error);

/* devices (device_info.c) */
#define EMU_DEVICE_CALLS(X, GIVES)                                                                 \
    X(cudaSetDevice, (int device), device_exists(device))                                          \
    X(cudaInitDevice, (int device, unsigned device_flags, unsigned flags), device_exists(device))  \
    X(cudaDeviceSynchronize, (void), api_wait_all())                                               \
    X(cudaThreadSynchronize, (void), api_wait_all())                                               \
    X(cudaDeviceSetLimit, (cudaLimit limit, size_t value),                                         \
      limit_exists(limit) ? cudaErrorInvalidValue : (limits[limit] = value, cudaSuccess))          \
    GIVES(cudaDeviceGetLimit, (size_t * value, cudaLimit limit), value, limit_exists(limit),       \
          limits[limit])                                                                           \
    GIVES(cudaGetDeviceCount, (int *count), count, cudaSuccess, 1)                                 \
    GIVES(cudaGetDevice, (int *device), device, cudaSuccess, 0)                                    \
    GIVES(cudaGetDeviceProperties, (struct cudaDeviceProp * properties, int device), properties,   \
          device_exists(device), properties_now())                                                 \
    GIVES(cudaDeviceGetPCIBusId, (char *id, int length, int device), id, device_exists(device),    \
          *(snprintf(id, (size_t)length, "0000:00:00.0"), id))                                     \
    GIVES(cudaDeviceGetSharedMemConfig, (cudaSharedMemConfig * config), config, cudaSuccess,       \
          cudaSharedMemBankSizeFourByte)                                                           \
    GIVES(cudaDeviceCanAccessPeer, (int *can, int device, int peer), can,                          \
          device_exists(device) ?: device_exists(peer), 0)                                         \
    GIVES(cudaDriverGetVersion, (int *version), version, cudaSuccess, CUDART_VERSION)              \
    GIVES(cudaRuntimeGetVersion, (int *version), version, cudaSuccess, CUDART_VERSION)             \
    X(cudaSetDeviceFlags, (unsigned flags), api_end(cudaSuccess))                                  \
    X(cudaDeviceSetCacheConfig, (cudaFuncCache config), api_end(cudaSuccess))                      \
    X(cudaDeviceSetSharedMemConfig, (cudaSharedMemConfig config), api_end(cudaSuccess))            \
    X(cudaFuncSetCacheConfig, (EMU_KERNEL function, cudaFuncCache config), api_end(cudaSuccess))   \
    X(cudaMemAdvise, (const void *pointer, size_t count, cudaMemoryAdvise advice, int device),     \
      api_end(cudaSuccess))                                                                        \
    X(cudaProfilerStart, (void), api_end(cudaSuccess))                                             \
    X(cudaProfilerStop, (void), api_end(cudaSuccess))
EMU_DEVICE_CALLS(EMU_DECLARE_CALL, EMU_DECLARE_CALL)
cudaError_t cudaDeviceReset(void);
cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int device);

/* memory (allocate.c) */
#define EMU_MEMORY_CALLS(X)                                                                        \
    X(cudaMalloc, (EMU_PLACE pointer, size_t size),                                                \
      allocate(pointer, size, MEMORY_DEVICE, __func__))                                            \
    X(cudaMallocAsync, (EMU_PLACE pointer, size_t size, cudaStream_t stream),                      \
      allocate(pointer, size, MEMORY_DEVICE, __func__))                                            \
    X(cudaMallocHost, (EMU_PLACE pointer, size_t size),                                            \
      allocate(pointer, size, MEMORY_PINNED, __func__))                                            \
    X(cudaFree, (void *pointer), (api_wait_all(), release(pointer, 0)))                            \
    X(cudaFreeAsync, (void *pointer, cudaStream_t stream), release(pointer, 0))                    \
    X(cudaFreeHost, (void *pointer), (api_wait_all(), release(pointer, 1)))
EMU_MEMORY_CALLS(EMU_DECLARE_CALL)
cudaError_t cudaMallocPitch(EMU_PLACE pointer, size_t *pitch, size_t width, size_t height);
cudaError_t cudaHostAlloc(EMU_PLACE pointer, size_t size, unsigned flags);
cudaError_t cudaMallocManaged(EMU_PLACE pointer, size_t size, unsigned flags EMU_DEFAULT(1));
cudaError_t cudaHostRegister(void *pointer, size_t size, unsigned flags);
cudaError_t cudaHostUnregister(void *pointer);
cudaError_t cudaHostGetDevicePointer(EMU_PLACE device, void *host, unsigned flags);
cudaError_t cudaMemGetInfo(size_t *free, size_t *total);
cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t count, int device,
                                 cudaStream_t stream EMU_DEFAULT(0));
cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *pointer);

/* copies and fills (copies.c), each with its form that ends in Async and takes a stream */
#define EMU_COPY_CALLS(X)                                                                          \
    X(cudaMemcpy, (void *to, const void *from, size_t count, cudaMemcpyKind kind),                 \
      copy_given(row(to, count), row(from, count), kind, blocks))                                  \
    X(cudaMemcpy2D,                                                                                \
      (void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,               \
       size_t height, cudaMemcpyKind kind),                                                        \
      copy_given(rows(to, to_pitch, width, height), rows(from, from_pitch, width, height), kind,   \
                 blocks))                                                                          \
    X(cudaMemcpyToSymbol,                                                                          \
      (EMU_SYMBOL symbol, const void *from, size_t count, size_t offset EMU_DEFAULT(0),            \
       cudaMemcpyKind kind EMU_DEFAULT(cudaMemcpyHostToDevice)),                                   \
      copy_symbol(symbol, from, count, offset, kind, cudaMemcpyHostToDevice, blocks))              \
    X(cudaMemcpyFromSymbol,                                                                        \
      (void *to, EMU_SYMBOL symbol, size_t count, size_t offset EMU_DEFAULT(0),                    \
       cudaMemcpyKind kind EMU_DEFAULT(cudaMemcpyDeviceToHost)),                                   \
      copy_symbol(symbol, to, count, offset, kind, cudaMemcpyDeviceToHost, blocks))                \
    X(cudaMemset, (void *pointer, int value, size_t count), fill(row(pointer, count), value))      \
    X(cudaMemset2D, (void *pointer, size_t pitch, int value, size_t width, size_t height),         \
      fill(rows(pointer, pitch, width, height), value))
#define EMU_DECLARE_COPY(name, parameters, work)                                                   \
    cudaError_t name parameters;                                                                   \
    cudaError_t name##Async(EMU_LIST parameters, cudaStream_t stream EMU_DEFAULT(0));
EMU_COPY_CALLS(EMU_DECLARE_COPY)
cudaError_t cudaGetSymbolAddress(EMU_PLACE pointer, EMU_SYMBOL symbol);
cudaError_t cudaGetSymbolSize(size_t *size, EMU_SYMBOL symbol);

/* streams and events (streams.c): everything has happened when a call returns */
#define EMU_STREAM_CALLS(X)                                                                        \
    X(cudaStreamCreate, (cudaStream_t * stream), create_stream(stream, cudaStreamDefault))         \
    X(cudaStreamCreateWithFlags, (cudaStream_t * stream, unsigned flags),                          \
      create_stream(stream, flags))                                                                \
    X(cudaStreamCreateWithPriority, (cudaStream_t * stream, unsigned flags, int priority),         \
      create_stream(stream, flags))                                                                \
    X(cudaStreamDestroy, (cudaStream_t stream), destroy(&streams, stream, "a stream"))             \
    X(cudaStreamSynchronize, (cudaStream_t stream), wait_for_stream(stream))                       \
    X(cudaStreamQuery, (cudaStream_t stream), wait_for_stream(stream))                             \
    X(cudaStreamAddCallback,                                                                       \
      (cudaStream_t stream, cudaStreamCallback_t callback, void *user_data, unsigned flags),       \
      call_back(stream, callback, NULL, user_data))                                                \
    X(cudaLaunchHostFunc, (cudaStream_t stream, cudaHostFn_t function, void *user_data),           \
      call_back(stream, NULL, function, user_data))                                                \
    X(cudaEventCreate, (cudaEvent_t * event), create_event(event, cudaEventDefault))               \
    X(cudaEventCreateWithFlags, (cudaEvent_t * event, unsigned flags), create_event(event, flags)) \
    X(cudaEventDestroy, (cudaEvent_t event), destroy(&events, event, "an event"))                  \
    X(cudaEventSynchronize, (cudaEvent_t event), wait_for_event(event))                            \
    X(cudaEventQuery, (cudaEvent_t event), wait_for_event(event))
EMU_STREAM_CALLS(EMU_DECLARE_CALL)
cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event,
                                unsigned flags EMU_DEFAULT(0));
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream EMU_DEFAULT(0));
/* Milliseconds that the work between the two takes at least: no measurement. */
cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t stop);

/* kernels (launch_calls.c) */
cudaError_t cudaFuncSetAttribute(EMU_KERNEL function, cudaFuncAttribute attribute, int value);
cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, EMU_KERNEL function);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, EMU_KERNEL function,
                                                          int block_size, size_t dynamic_shared);
/* The (largest) block size of the highest occupancy, and the blocks that fill the GPU. */
cudaError_t cudaOccupancyMaxPotentialBlockSize(int *min_grid, int *block_size, EMU_KERNEL function,
                                               size_t dynamic_shared EMU_DEFAULT(0),
                                               int limit EMU_DEFAULT(0));

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
#endif

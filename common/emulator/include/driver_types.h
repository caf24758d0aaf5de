/* Types of the runtime API, in the common subset of C11 and C++. Numbers are CUDA's own. */
#pragma once
#define __DRIVER_TYPES_H__ /* programs ask for it by this name */

#include <stddef.h>
#include "vector_types.h"

/* Name without cudaError, number, text of cudaGetErrorString: for the enumeration, for errors.c. */
#define EMU_CUDA_ERRORS(X)                                                                         \
    X(InvalidValue, 1, "invalid argument")                                                         \
    X(MemoryAllocation, 2, "out of memory")                                                        \
    X(InvalidConfiguration, 9, "invalid configuration argument")                                   \
    X(InvalidPitchValue, 12, "invalid pitch argument")                                             \
    X(InvalidSymbol, 13, "invalid device symbol")                                                  \
    X(InvalidMemcpyDirection, 21, "invalid copy direction for memcpy")                             \
    X(InsufficientDriver, 35, "CUDA driver version is insufficient for CUDA runtime version")      \
    X(InvalidDeviceFunction, 98, "invalid device function")                                        \
    X(NoDevice, 100, "no CUDA-capable device is detected")                                         \
    X(InvalidDevice, 101, "invalid device ordinal")                                                \
    X(InvalidKernelImage, 200, "device kernel image is invalid")                                   \
    X(NoKernelImageForDevice, 209, "no kernel image is available for execution on the device")     \
    X(InvalidResourceHandle, 400, "invalid resource handle")                                       \
    X(NotReady, 600, "device not ready")                                                           \
    X(IllegalAddress, 700, "an illegal memory access was encountered")                             \
    X(LaunchOutOfResources, 701, "too many resources requested for launch")                        \
    X(LaunchTimeout, 702, "the launch timed out and was terminated")                               \
    X(Assert, 710, "device-side assert triggered")                                                 \
    X(HostMemoryAlreadyRegistered, 712,                                                            \
      "part or all of the requested memory range is already mapped")                               \
    X(HostMemoryNotRegistered, 713, "pointer does not correspond to a registered memory region")   \
    X(MisalignedAddress, 716, "misaligned address")                                                \
    X(LaunchFailure, 719, "unspecified launch failure")                                            \
    X(CooperativeLaunchTooLarge, 720, "too many blocks in cooperative launch")                     \
    X(NotPermitted, 800, "operation not permitted")                                                \
    X(NotSupported, 801, "operation not supported")                                                \
    X(Unknown, 999, "unknown error")
#define EMU_ENUMERATOR(name, number, text) cudaError##name = number,
typedef enum cudaError { cudaSuccess, EMU_CUDA_ERRORS(EMU_ENUMERATOR) } cudaError_t;
#undef EMU_ENUMERATOR

/* Enumerators count from 0 unless they say. */
#define EMU_ENUM(name, ...) typedef enum name { __VA_ARGS__ } name;
EMU_ENUM(cudaMemcpyKind, cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost,
         cudaMemcpyDeviceToDevice, cudaMemcpyDefault)

typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;
typedef void (*cudaHostFn_t)(void *user_data);
typedef void (*cudaStreamCallback_t)(cudaStream_t stream, cudaError_t status, void *user_data);

#define EMU_FLAGS(...)      enum { __VA_ARGS__ };
#define cudaStreamLegacy    ((cudaStream_t)0x1)
#define cudaStreamPerThread ((cudaStream_t)0x2)
EMU_FLAGS(cudaStreamDefault, cudaStreamNonBlocking)
EMU_FLAGS(cudaEventDefault, cudaEventBlockingSync, cudaEventDisableTiming,
          cudaEventInterprocess = 4, cudaEventRecordDefault = 0, cudaEventWaitDefault = 0)
EMU_FLAGS(cudaHostAllocDefault, cudaHostAllocPortable, cudaHostAllocMapped,
          cudaHostAllocWriteCombined = 4)
EMU_FLAGS(cudaHostRegisterDefault, cudaHostRegisterPortable, cudaHostRegisterMapped,
          cudaHostRegisterReadOnly = 8)
EMU_FLAGS(cudaMemAttachGlobal = 1, cudaMemAttachHost, cudaMemAttachSingle = 4)
EMU_FLAGS(cudaDeviceScheduleAuto, cudaDeviceScheduleSpin, cudaDeviceScheduleYield,
          cudaDeviceScheduleBlockingSync = 4, cudaDeviceBlockingSync = 4, cudaDeviceMapHost = 8)
EMU_FLAGS(cudaComputeModeDefault, cudaComputeModeExclusive, cudaComputeModeProhibited,
          cudaComputeModeExclusiveProcess)
EMU_FLAGS(cudaOccupancyDefault, cudaCpuDeviceId = -1, cudaInvalidDeviceId = -2)

EMU_ENUM(cudaFuncAttribute, cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
         cudaFuncAttributePreferredSharedMemoryCarveout)
EMU_ENUM(cudaSharedCarveout, cudaSharedmemCarveoutDefault = -1, cudaSharedmemCarveoutMaxL1,
         cudaSharedmemCarveoutMaxShared = 100)
EMU_ENUM(cudaFuncCache, cudaFuncCachePreferNone, cudaFuncCachePreferShared, cudaFuncCachePreferL1,
         cudaFuncCachePreferEqual)
EMU_ENUM(cudaSharedMemConfig, cudaSharedMemBankSizeDefault, cudaSharedMemBankSizeFourByte,
         cudaSharedMemBankSizeEightByte)
EMU_ENUM(cudaLimit, cudaLimitStackSize, cudaLimitPrintfFifoSize, cudaLimitMallocHeapSize)
EMU_ENUM(cudaMemoryAdvise, cudaMemAdviseSetReadMostly = 1, cudaMemAdviseUnsetReadMostly,
         cudaMemAdviseSetPreferredLocation, cudaMemAdviseUnsetPreferredLocation,
         cudaMemAdviseSetAccessedBy, cudaMemAdviseUnsetAccessedBy)
EMU_ENUM(cudaMemoryType, cudaMemoryTypeUnregistered, cudaMemoryTypeHost, cudaMemoryTypeDevice,
         cudaMemoryTypeManaged)

EMU_ENUM(cudaDataType, CUDA_R_32F, CUDA_R_64F, CUDA_R_16F, CUDA_R_8I, CUDA_R_32I = 10,
         CUDA_R_16BF = 14)
typedef cudaDataType cudaDataType_t;

/* Without attributes, which the emulator does not have: `attrs` is NULL. */
typedef struct cudaLaunchConfig_st {
    dim3 gridDim, blockDim;
    size_t dynamicSmemBytes;
    cudaStream_t stream;
    struct cudaLaunchAttribute_st *attrs;
    unsigned numAttrs;
} cudaLaunchConfig_t;

struct cudaPointerAttributes {
    cudaMemoryType type;
    int device;
    void *devicePointer, *hostPointer;
};

struct cudaFuncAttributes { /* localSizeBytes and numRegs are not known: 0 */
    size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
    int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, cacheModeCA,
        maxDynamicSharedSizeBytes, preferredShmemCarveout;
};

/* A device's properties that teaching code prints, those that CUDA 13 dropped included: type, name,
 * the attribute of the same, its number, and the value (device_info.c). */
#define EMU_DEVICE_PROPERTIES(X)                                                                   \
    X(int, maxThreadsPerBlock, MaxThreadsPerBlock, 1, 1024)                                        \
    X(size_t, sharedMemPerBlock, MaxSharedMemoryPerBlock, 8, 48 << 10)                             \
    X(size_t, totalConstMem, TotalConstantMemory, 9, 64 << 10)                                     \
    X(int, warpSize, WarpSize, 10, EMU_WARP)                                                       \
    X(size_t, memPitch, MaxPitch, 11, 2147483647)                                                  \
    X(int, regsPerBlock, MaxRegistersPerBlock, 12, 65536)                                          \
    X(int, clockRate, ClockRate, 13, gpu->clock_khz)                                               \
    X(size_t, textureAlignment, TextureAlignment, 14, 512)                                         \
    X(int, deviceOverlap, GpuOverlap, 15, 1)                                                       \
    X(int, multiProcessorCount, MultiProcessorCount, 16, api_processors())                         \
    X(int, kernelExecTimeoutEnabled, KernelExecTimeout, 17, 0)                                     \
    X(int, integrated, Integrated, 18, 0)                                                          \
    X(int, canMapHostMemory, CanMapHostMemory, 19, 1)                                              \
    X(int, computeMode, ComputeMode, 20, 0)                                                        \
    X(size_t, surfaceAlignment, SurfaceAlignment, 30, 512)                                         \
    X(int, concurrentKernels, ConcurrentKernels, 31, 1)                                            \
    X(int, ECCEnabled, EccEnabled, 32, 0)                                                          \
    X(int, pciBusID, PciBusId, 33, 0)                                                              \
    X(int, pciDeviceID, PciDeviceId, 34, 0)                                                        \
    X(int, tccDriver, TccDriver, 35, 0)                                                            \
    X(int, memoryClockRate, MemoryClockRate, 36, gpu->memory_khz)                                  \
    X(int, memoryBusWidth, GlobalMemoryBusWidth, 37, gpu->bus_bits)                                \
    X(int, l2CacheSize, L2CacheSize, 38, (int)gpu->l2)                                             \
    X(int, maxThreadsPerMultiProcessor, MaxThreadsPerMultiProcessor, 39, gpu->threads_per_sm)      \
    X(int, asyncEngineCount, AsyncEngineCount, 40, 1)                                              \
    X(int, unifiedAddressing, UnifiedAddressing, 41, 1)                                            \
    X(int, pciDomainID, PciDomainId, 50, 0)                                                        \
    X(size_t, texturePitchAlignment, TexturePitchAlignment, 51, 32)                                \
    X(int, major, ComputeCapabilityMajor, 75, gpu->major)                                          \
    X(int, minor, ComputeCapabilityMinor, 76, gpu->minor)                                          \
    X(int, streamPrioritiesSupported, StreamPrioritiesSupported, 78, 1)                            \
    X(int, globalL1CacheSupported, GlobalL1CacheSupported, 79, 1)                                  \
    X(int, localL1CacheSupported, LocalL1CacheSupported, 80, 1)                                    \
    X(size_t, sharedMemPerMultiprocessor, MaxSharedMemoryPerMultiprocessor, 81,                    \
      gpu->shared_per_sm)                                                                          \
    X(int, regsPerMultiprocessor, MaxRegistersPerMultiprocessor, 82, gpu->registers_per_sm)        \
    X(int, managedMemory, ManagedMemory, 83, 1)                                                    \
    X(int, isMultiGpuBoard, IsMultiGpuBoard, 84, 0)                                                \
    X(int, multiGpuBoardGroupID, MultiGpuBoardGroupID, 85, 0)                                      \
    X(int, singleToDoublePrecisionPerfRatio, SingleToDoublePrecisionPerfRatio, 87,                 \
      gpu->minor ? 32 : 2)                                                                         \
    X(int, pageableMemoryAccess, PageableMemoryAccess, 88, 0)                                      \
    X(int, concurrentManagedAccess, ConcurrentManagedAccess, 89, 1)                                \
    X(int, computePreemptionSupported, ComputePreemptionSupported, 90, 0)                          \
    X(int, cooperativeLaunch, CooperativeLaunch, 95, 1)                                            \
    X(int, cooperativeMultiDeviceLaunch, CooperativeMultiDeviceLaunch, 96, 0)                      \
    X(size_t, sharedMemPerBlockOptin, MaxSharedMemoryPerBlockOptin, 97, gpu->shared_per_block)     \
    X(int, maxBlocksPerMultiProcessor, MaxBlocksPerMultiprocessor, 106, gpu->blocks_per_sm)        \
    X(int, persistingL2CacheMaxSize, MaxPersistingL2CacheSize, 108, 0)                             \
    X(size_t, reservedSharedMemPerBlock, ReservedSharedMemoryPerBlock, 111, gpu->shared_reserved)  \
    X(int, memoryPoolsSupported, MemoryPoolsSupported, 115, 0)
#define EMU_MEMBER(type, name, attribute, number, value) type name;
struct cudaDeviceProp {
    char name[256];
    size_t totalGlobalMem;
    int maxThreadsDim[3], maxGridSize[3];
    EMU_DEVICE_PROPERTIES(EMU_MEMBER)
    int maxTexture1D, maxTexture2D[2], maxTexture3D[3], maxTexture1DLayered[2],
        maxTexture2DLayered[3]; /* 0: there are none */
};

#define EMU_ENUMERATOR(type, name, attribute, number, value) cudaDevAttr##attribute = number,
EMU_ENUM(cudaDeviceAttr, EMU_DEVICE_PROPERTIES(EMU_ENUMERATOR) cudaDevAttrMaxBlockDimX = 2,
         cudaDevAttrMaxBlockDimY, cudaDevAttrMaxBlockDimZ, cudaDevAttrMaxGridDimX,
         cudaDevAttrMaxGridDimY, cudaDevAttrMaxGridDimZ)
#undef EMU_ENUMERATOR

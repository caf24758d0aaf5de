/* Types of the runtime API, in the common subset of C11 and C++. Numbers are CUDA's own. */
#pragma once
#define __DRIVER_TYPES_H__ /* programs ask for it by this name */

#include <stddef.h>
#include "vector_types.h"
#include "emu_attributes.h"
#include "emu_errors.h"

#define EMU_ENUMERATOR(name, number, text) name = number,
typedef enum cudaError { EMU_CUDA_ERRORS(EMU_ENUMERATOR) } cudaError_t;
#undef EMU_ENUMERATOR

typedef enum cudaMemcpyKind {
    cudaMemcpyHostToHost = 0,
    cudaMemcpyHostToDevice = 1,
    cudaMemcpyDeviceToHost = 2,
    cudaMemcpyDeviceToDevice = 3,
    cudaMemcpyDefault = 4
} cudaMemcpyKind;

typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;
typedef void (*cudaHostFn_t)(void *user_data);
typedef void (*cudaStreamCallback_t)(cudaStream_t stream, cudaError_t status, void *user_data);

#define cudaStreamDefault               0x00
#define cudaStreamNonBlocking           0x01
#define cudaStreamLegacy                ((cudaStream_t)0x1)
#define cudaStreamPerThread             ((cudaStream_t)0x2)
#define cudaEventDefault                0x00
#define cudaEventBlockingSync           0x01
#define cudaEventDisableTiming          0x02
#define cudaEventInterprocess           0x04
#define cudaEventRecordDefault          0x00
#define cudaEventWaitDefault            0x00
#define cudaHostAllocDefault            0x00
#define cudaHostAllocPortable           0x01
#define cudaHostAllocMapped             0x02
#define cudaHostAllocWriteCombined      0x04
#define cudaHostRegisterDefault         0x00
#define cudaHostRegisterPortable        0x01
#define cudaHostRegisterMapped          0x02
#define cudaHostRegisterReadOnly        0x08
#define cudaMemAttachGlobal             0x01
#define cudaMemAttachHost               0x02
#define cudaDeviceScheduleAuto          0x00
#define cudaDeviceScheduleSpin          0x01
#define cudaDeviceScheduleYield         0x02
#define cudaDeviceScheduleBlockingSync  0x04
#define cudaDeviceMapHost               0x08
#define cudaComputeModeDefault          0
#define cudaComputeModeExclusive        1
#define cudaComputeModeProhibited       2
#define cudaComputeModeExclusiveProcess 3
#define cudaOccupancyDefault            0x00
#define cudaCpuDeviceId                 ((int)-1)
#define cudaInvalidDeviceId             ((int)-2)

typedef enum cudaFuncAttribute {
    cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
    cudaFuncAttributePreferredSharedMemoryCarveout = 9
} cudaFuncAttribute;

enum cudaSharedCarveout {
    cudaSharedmemCarveoutDefault = -1,
    cudaSharedmemCarveoutMaxL1 = 0,
    cudaSharedmemCarveoutMaxShared = 100
};

/* Without attributes, which the emulator does not have: `attrs` is NULL. */
typedef struct cudaLaunchConfig_st {
    dim3 gridDim, blockDim;
    size_t dynamicSmemBytes;
    cudaStream_t stream;
    struct cudaLaunchAttribute_st *attrs;
    unsigned numAttrs;
} cudaLaunchConfig_t;

typedef enum cudaFuncCache {
    cudaFuncCachePreferNone = 0,
    cudaFuncCachePreferShared = 1,
    cudaFuncCachePreferL1 = 2,
    cudaFuncCachePreferEqual = 3
} cudaFuncCache;

typedef enum cudaSharedMemConfig {
    cudaSharedMemBankSizeDefault = 0,
    cudaSharedMemBankSizeFourByte = 1,
    cudaSharedMemBankSizeEightByte = 2
} cudaSharedMemConfig;

typedef enum cudaLimit {
    cudaLimitStackSize = 0,
    cudaLimitPrintfFifoSize = 1,
    cudaLimitMallocHeapSize = 2
} cudaLimit;

typedef enum cudaMemoryAdvise {
    cudaMemAdviseSetReadMostly = 1,
    cudaMemAdviseUnsetReadMostly = 2,
    cudaMemAdviseSetPreferredLocation = 3,
    cudaMemAdviseUnsetPreferredLocation = 4,
    cudaMemAdviseSetAccessedBy = 5,
    cudaMemAdviseUnsetAccessedBy = 6
} cudaMemoryAdvise;

typedef enum cudaMemoryType {
    cudaMemoryTypeUnregistered = 0,
    cudaMemoryTypeHost = 1,
    cudaMemoryTypeDevice = 2,
    cudaMemoryTypeManaged = 3
} cudaMemoryType;

/* Three dimensions: widths and x in bytes, the rest in rows and slices. There are no arrays
 * (cudaMallocArray). */
typedef struct cudaArray *cudaArray_t;
struct cudaExtent {
    size_t width, height, depth;
};
struct cudaPos {
    size_t x, y, z;
};
struct cudaPitchedPtr {
    void *ptr;
    size_t pitch, xsize, ysize;
};
struct cudaMemcpy3DParms {
    cudaArray_t srcArray;
    struct cudaPos srcPos;
    struct cudaPitchedPtr srcPtr;
    cudaArray_t dstArray;
    struct cudaPos dstPos;
    struct cudaPitchedPtr dstPtr;
    struct cudaExtent extent;
    cudaMemcpyKind kind;
};

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

/* CUDA 12's fields that teaching code prints, those that CUDA 13 dropped (clockRate and others)
 * included. */
struct cudaDeviceProp {
    char name[256];
    size_t totalGlobalMem, sharedMemPerBlock, memPitch, totalConstMem, textureAlignment,
        texturePitchAlignment, sharedMemPerMultiprocessor, sharedMemPerBlockOptin,
        reservedSharedMemPerBlock;
    int regsPerBlock, warpSize, maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], clockRate,
        major, minor, deviceOverlap, multiProcessorCount, kernelExecTimeoutEnabled, integrated,
        canMapHostMemory, computeMode, concurrentKernels, ECCEnabled, pciBusID, pciDeviceID,
        pciDomainID, tccDriver, asyncEngineCount, unifiedAddressing, memoryClockRate,
        memoryBusWidth, l2CacheSize, persistingL2CacheMaxSize, maxThreadsPerMultiProcessor,
        streamPrioritiesSupported, globalL1CacheSupported, localL1CacheSupported,
        regsPerMultiprocessor, managedMemory, isMultiGpuBoard, multiGpuBoardGroupID,
        singleToDoublePrecisionPerfRatio, pageableMemoryAccess, concurrentManagedAccess,
        computePreemptionSupported, cooperativeLaunch, maxBlocksPerMultiProcessor;
};

#define EMU_ENUMERATOR(name, number, value) cudaDevAttr##name = number,
typedef enum cudaDeviceAttr { EMU_DEVICE_ATTRIBUTES(EMU_ENUMERATOR) } cudaDeviceAttr;
#undef EMU_ENUMERATOR

#ifndef __cplusplus
typedef struct cudaExtent cudaExtent;
typedef struct cudaPos cudaPos;
typedef struct cudaPitchedPtr cudaPitchedPtr;
typedef struct cudaMemcpy3DParms cudaMemcpy3DParms;
typedef struct cudaPointerAttributes cudaPointerAttributes;
typedef struct cudaFuncAttributes cudaFuncAttributes;
typedef struct cudaDeviceProp cudaDeviceProp;
#endif

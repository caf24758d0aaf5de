/* Types of the runtime API, in the common subset of C11 and C++. Numbers are CUDA's own. */
#ifndef EMU_DRIVER_TYPES_H
#define EMU_DRIVER_TYPES_H
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
    void *devicePointer;
    void *hostPointer;
};

struct cudaFuncAttributes {
    size_t sharedSizeBytes; /* static, known from the symbol table */
    size_t constSizeBytes;
    size_t localSizeBytes; /* not known: 0 */
    int maxThreadsPerBlock;
    int numRegs; /* not known: 0 */
    int ptxVersion;
    int binaryVersion;
    int cacheModeCA;
    int maxDynamicSharedSizeBytes;
    int preferredShmemCarveout;
};

/* CUDA 12's fields that teaching code prints, those that CUDA 13 dropped (clockRate and others)
 * included. */
struct cudaDeviceProp {
    char name[256];
    size_t totalGlobalMem;
    size_t sharedMemPerBlock;
    int regsPerBlock;
    int warpSize;
    size_t memPitch;
    int maxThreadsPerBlock;
    int maxThreadsDim[3];
    int maxGridSize[3];
    int clockRate;
    size_t totalConstMem;
    int major;
    int minor;
    size_t textureAlignment;
    size_t texturePitchAlignment;
    int deviceOverlap;
    int multiProcessorCount;
    int kernelExecTimeoutEnabled;
    int integrated;
    int canMapHostMemory;
    int computeMode;
    int concurrentKernels;
    int ECCEnabled;
    int pciBusID;
    int pciDeviceID;
    int pciDomainID;
    int tccDriver;
    int asyncEngineCount;
    int unifiedAddressing;
    int memoryClockRate;
    int memoryBusWidth;
    int l2CacheSize;
    int persistingL2CacheMaxSize;
    int maxThreadsPerMultiProcessor;
    int streamPrioritiesSupported;
    int globalL1CacheSupported;
    int localL1CacheSupported;
    size_t sharedMemPerMultiprocessor;
    int regsPerMultiprocessor;
    int managedMemory;
    int isMultiGpuBoard;
    int multiGpuBoardGroupID;
    int singleToDoublePrecisionPerfRatio;
    int pageableMemoryAccess;
    int concurrentManagedAccess;
    int computePreemptionSupported;
    int cooperativeLaunch;
    size_t sharedMemPerBlockOptin;
    int maxBlocksPerMultiProcessor;
    size_t reservedSharedMemPerBlock;
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

#endif

/* A device's attributes: name, number, and where struct cudaDeviceProp *p has the value. One list
 * for the enumeration and for the answers (device_info.c). */
#pragma once

#define EMU_DEVICE_ATTRIBUTES(X)                                                                   \
    X(MaxThreadsPerBlock, 1, p->maxThreadsPerBlock)                                                \
    X(MaxBlockDimX, 2, p->maxThreadsDim[0])                                                        \
    X(MaxBlockDimY, 3, p->maxThreadsDim[1])                                                        \
    X(MaxBlockDimZ, 4, p->maxThreadsDim[2])                                                        \
    X(MaxGridDimX, 5, p->maxGridSize[0])                                                           \
    X(MaxGridDimY, 6, p->maxGridSize[1])                                                           \
    X(MaxGridDimZ, 7, p->maxGridSize[2])                                                           \
    X(MaxSharedMemoryPerBlock, 8, p->sharedMemPerBlock)                                            \
    X(TotalConstantMemory, 9, p->totalConstMem)                                                    \
    X(WarpSize, 10, p->warpSize)                                                                   \
    X(MaxPitch, 11, p->memPitch)                                                                   \
    X(MaxRegistersPerBlock, 12, p->regsPerBlock)                                                   \
    X(ClockRate, 13, p->clockRate)                                                                 \
    X(TextureAlignment, 14, p->textureAlignment)                                                   \
    X(GpuOverlap, 15, p->deviceOverlap)                                                            \
    X(MultiProcessorCount, 16, p->multiProcessorCount)                                             \
    X(KernelExecTimeout, 17, 0)                                                                    \
    X(Integrated, 18, 0)                                                                           \
    X(CanMapHostMemory, 19, p->canMapHostMemory)                                                   \
    X(ComputeMode, 20, 0)                                                                          \
    X(ConcurrentKernels, 31, p->concurrentKernels)                                                 \
    X(EccEnabled, 32, 0)                                                                           \
    X(PciBusId, 33, 0)                                                                             \
    X(PciDeviceId, 34, 0)                                                                          \
    X(TccDriver, 35, 0)                                                                            \
    X(MemoryClockRate, 36, p->memoryClockRate)                                                     \
    X(GlobalMemoryBusWidth, 37, p->memoryBusWidth)                                                 \
    X(L2CacheSize, 38, p->l2CacheSize)                                                             \
    X(MaxThreadsPerMultiProcessor, 39, p->maxThreadsPerMultiProcessor)                             \
    X(AsyncEngineCount, 40, p->asyncEngineCount)                                                   \
    X(UnifiedAddressing, 41, p->unifiedAddressing)                                                 \
    X(ComputeCapabilityMajor, 75, p->major)                                                        \
    X(ComputeCapabilityMinor, 76, p->minor)                                                        \
    X(StreamPrioritiesSupported, 78, p->streamPrioritiesSupported)                                 \
    X(GlobalL1CacheSupported, 79, p->globalL1CacheSupported)                                       \
    X(LocalL1CacheSupported, 80, p->localL1CacheSupported)                                         \
    X(MaxSharedMemoryPerMultiprocessor, 81, p->sharedMemPerMultiprocessor)                         \
    X(MaxRegistersPerMultiprocessor, 82, p->regsPerMultiprocessor)                                 \
    X(ManagedMemory, 83, p->managedMemory)                                                         \
    X(SingleToDoublePrecisionPerfRatio, 87, p->singleToDoublePrecisionPerfRatio)                   \
    X(PageableMemoryAccess, 88, 0)                                                                 \
    X(ConcurrentManagedAccess, 89, p->concurrentManagedAccess)                                     \
    X(ComputePreemptionSupported, 90, 0)                                                           \
    X(CooperativeLaunch, 95, p->cooperativeLaunch)                                                 \
    X(MaxSharedMemoryPerBlockOptin, 97, p->sharedMemPerBlockOptin)                                 \
    X(MaxBlocksPerMultiprocessor, 106, p->maxBlocksPerMultiProcessor)                              \
    X(ReservedSharedMemoryPerBlock, 111, p->reservedSharedMemPerBlock)                             \
    X(MemoryPoolsSupported, 115, 0)

/* The device that the emulator poses as (EMU_GPU), and its synchronisation. */
#include "api.h"
#include "checks/checks.h"
#include "counters/gpu_models.h"

enum { DRIVER_VERSION = 12060 };

static cudaError_t device_exists(int device)
{
    if (device == 0)
        return cudaSuccess;
    return api_refuse(cudaErrorInvalidDevice, EMU_API_ERROR, "device %d: there is one, number 0",
                      device);
}

cudaError_t cudaGetDeviceCount(int *count) API_GIVES(count, 1);
cudaError_t cudaSetDevice(int device) API_IS(device_exists(device));
cudaError_t cudaInitDevice(int device, unsigned device_flags, unsigned flags)
    API_IS(device_exists(device));
cudaError_t cudaGetDevice(int *device) API_GIVES(device, 0);
cudaError_t cudaSetDeviceFlags(unsigned flags) API_IS(api_end(cudaSuccess));
cudaError_t cudaDeviceSynchronize(void) API_IS(api_wait_all());
cudaError_t cudaThreadSynchronize(void) API_IS(api_wait_all());

cudaError_t cudaDeviceReset(void)
{
    memory_free_all();
    api_forget_errors();
    return cudaSuccess;
}

static size_t limits[] = {[cudaLimitStackSize] = 1024,
                          [cudaLimitPrintfFifoSize] = 1 << 20,
                          [cudaLimitMallocHeapSize] = 8 << 20};

/* Where it stands; NULL after the refusal. */
static size_t *limit_at(cudaLimit limit)
{
    if ((unsigned)limit <= cudaLimitMallocHeapSize)
        return &limits[limit];
    api_refuse(cudaErrorInvalidValue, EMU_API_ERROR, "limit %d", (int)limit);
    return NULL;
}

cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value)
{
    API_BEGIN(__func__);
    size_t *at = limit_at(limit);
    return at ? *at = value, cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t cudaDeviceGetLimit(size_t *value, cudaLimit limit)
{
    API_BEGIN(__func__);
    const size_t *at = limit_at(limit);
    return at ? *value = *at, cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config) API_IS(api_end(cudaSuccess));
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig config) API_IS(api_end(cudaSuccess));

cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer)
{
    API_BEGIN(__func__);
    cudaError_t error = device_exists(device);
    if (error == cudaSuccess)
        error = device_exists(peer);
    if (error == cudaSuccess)
        *can = 0;
    return error;
}

cudaError_t cudaDriverGetVersion(int *version) API_GIVES(version, DRIVER_VERSION);
cudaError_t cudaRuntimeGetVersion(int *version) API_GIVES(version, CUDART_VERSION);
cudaError_t cudaProfilerStart(void) API_IS(api_end(cudaSuccess));
cudaError_t cudaProfilerStop(void) API_IS(api_end(cudaSuccess));

/* ---- facts ---- */

static void fill_limits(struct cudaDeviceProp *p)
{
    p->regsPerBlock = 65536;
    p->warpSize = EMU_WARP;
    p->memPitch = 2147483647;
    p->maxThreadsPerBlock = 1024;
    p->maxThreadsDim[0] = p->maxThreadsDim[1] = 1024;
    p->maxThreadsDim[2] = 64;
    p->maxGridSize[0] = 2147483647;
    p->maxGridSize[1] = p->maxGridSize[2] = 65535;
    p->sharedMemPerBlock = 48 << 10;
    p->totalConstMem = 64 << 10;
    p->textureAlignment = 512;
    p->texturePitchAlignment = 32;
}

static void fill_abilities(struct cudaDeviceProp *p)
{
    p->deviceOverlap = 1;
    p->canMapHostMemory = 1;
    p->concurrentKernels = 1;
    p->cooperativeLaunch = 1;
    p->asyncEngineCount = 1;
    p->unifiedAddressing = 1;
    p->globalL1CacheSupported = 1;
    p->localL1CacheSupported = 1;
    p->managedMemory = 1;
    p->concurrentManagedAccess = 1;
    p->streamPrioritiesSupported = 1;
    p->singleToDoublePrecisionPerfRatio =
        p->minor == 0 ? 2 : 32; /* the data-centre GPUs of the table */
}

static int processors_told; /* 0: the truth */

int api_processors(void)
{
    return processors_told ? processors_told : emu_gpu_now()->sms;
}

void emu_processors(int count)
{
    processors_told = count;
}

static void fill(struct cudaDeviceProp *p)
{
    const struct emu_gpu *gpu = emu_gpu_now();
    memset(p, 0, sizeof *p);
    snprintf(p->name, sizeof p->name, "%s (emulated)", gpu->full_name);
    p->totalGlobalMem = gpu->memory < memory_limit() ? gpu->memory : memory_limit();
    p->major = gpu->major;
    p->minor = gpu->minor;
    p->multiProcessorCount = api_processors();
    p->clockRate = gpu->clock_khz;
    p->memoryClockRate = gpu->memory_khz;
    p->memoryBusWidth = gpu->bus_bits;
    p->l2CacheSize = (int)gpu->l2;
    p->maxThreadsPerMultiProcessor = gpu->threads_per_sm;
    p->maxBlocksPerMultiProcessor = gpu->blocks_per_sm;
    p->regsPerMultiprocessor = gpu->registers_per_sm;
    p->sharedMemPerMultiprocessor = gpu->shared_per_sm;
    p->sharedMemPerBlockOptin = gpu->shared_per_block;
    p->reservedSharedMemPerBlock = gpu->shared_reserved;
    fill_limits(p);
    fill_abilities(p);
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *properties, int device)
{
    API_BEGIN(__func__);
    cudaError_t error = device_exists(device);
    if (error == cudaSuccess)
        fill(properties);
    return error;
}

/* Where the properties hold the attribute; -1: they do not. */
static long long attribute_value(const struct cudaDeviceProp *p, cudaDeviceAttr attribute)
{
    switch (attribute) {
#define ATTRIBUTE(name, number, value)                                                             \
    case cudaDevAttr##name:                                                                        \
        return (long long)(value);
        EMU_DEVICE_ATTRIBUTES(ATTRIBUTE)
#undef ATTRIBUTE
    }
    return -1;
}

/* There is but one. */
cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *wanted) API_GIVES(device, 0);
cudaError_t cudaGetDeviceFlags(unsigned *flags) API_GIVES(flags, cudaDeviceMapHost);

cudaError_t cudaDeviceGetPCIBusId(char *id, int length, int device)
{
    API_BEGIN(__func__);
    cudaError_t error = device_exists(device);
    if (error == cudaSuccess)
        snprintf(id, (size_t)length, "0000:00:00.0");
    return error;
}

cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int device)
{
    API_BEGIN(__func__);
    struct cudaDeviceProp p;
    cudaError_t error = device_exists(device);
    if (error != cudaSuccess)
        return error;
    fill(&p);
    const long long found = attribute_value(&p, attribute);
    API_WANTS(found >= 0 && value, "attribute %d", (int)attribute);
    *value = (int)found;
    return api_end(cudaSuccess);
}

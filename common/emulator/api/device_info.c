/* The device that the emulator poses as (EMU_GPU), and its synchronisation. */
#include "api.h"
#include "counters/record.h"

enum { DRIVER_VERSION = 12060 };

static cudaError_t device_exists(int device)
{
    if (device == 0)
        return cudaSuccess;
    return api_refuse(cudaErrorInvalidDevice, EMU_API_ERROR, "device %d: there is one, number 0",
                      device);
}

cudaError_t cudaGetDeviceCount(int *count) API_GIVES(count, cudaSuccess, 1);
cudaError_t cudaSetDevice(int device) API_IS(device_exists(device));
cudaError_t cudaInitDevice(int device, unsigned device_flags, unsigned flags)
    API_IS(device_exists(device));
cudaError_t cudaGetDevice(int *device) API_GIVES(device, cudaSuccess, 0);
cudaError_t cudaSetDeviceFlags(unsigned flags) API_IS(api_end(cudaSuccess));
cudaError_t cudaDeviceSynchronize(void) API_IS(api_wait_all());
cudaError_t cudaThreadSynchronize(void) API_IS(api_wait_all());

cudaError_t cudaDeviceReset(void)
{
    EACH_ALLOCATION (area)
        memory_free((void *)area->begin, area->host_visible == MEMORY_PINNED);
    api_forget_errors();
    return cudaSuccess;
}

static size_t limits[] = {[cudaLimitStackSize] = 1024,
                          [cudaLimitPrintfFifoSize] = 1 << 20,
                          [cudaLimitMallocHeapSize] = 8 << 20};

static cudaError_t limit_exists(cudaLimit limit)
{
    API_WANTS((unsigned)limit <= cudaLimitMallocHeapSize, "limit %d", (int)limit);
    return cudaSuccess;
}

cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value)
    API_IS(limit_exists(limit) ? cudaErrorInvalidValue : (limits[limit] = value, cudaSuccess));
cudaError_t cudaDeviceGetLimit(size_t *value, cudaLimit limit)
    API_GIVES(value, limit_exists(limit), limits[limit]);
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config) API_IS(api_end(cudaSuccess));
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig config) API_IS(api_end(cudaSuccess));
cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig *config)
    API_GIVES(config, cudaSuccess, cudaSharedMemBankSizeFourByte);

cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer)
    API_GIVES(can, device_exists(device) ?: device_exists(peer), 0);

cudaError_t cudaDriverGetVersion(int *version) API_GIVES(version, cudaSuccess, DRIVER_VERSION);
cudaError_t cudaRuntimeGetVersion(int *version) API_GIVES(version, cudaSuccess, CUDART_VERSION);
cudaError_t cudaProfilerStart(void) API_IS(api_end(cudaSuccess));
cudaError_t cudaProfilerStop(void) API_IS(api_end(cudaSuccess));

static int processors_told; /* 0: the truth */

int api_processors(void) IS(processors_told ? processors_told : emu_gpu_now()->sms);

void emu_processors(int count)
{
    processors_told = count;
}

static struct cudaDeviceProp properties_now(void)
{
    const struct emu_gpu *gpu = emu_gpu_now();
#define VALUE(type, name, attribute, number, value) .name = value,
    struct cudaDeviceProp p = {.totalGlobalMem =
                                   gpu->memory < memory_limit() ? gpu->memory : memory_limit(),
                               .maxThreadsDim = {1024, 1024, 64},
                               .maxGridSize = {2147483647, 65535, 65535},
                               EMU_DEVICE_PROPERTIES(VALUE)};
    snprintf(p.name, sizeof p.name, "%s (emulated)", gpu->full_name);
    return p;
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *properties, int device)
    API_GIVES(properties, device_exists(device), properties_now());

cudaError_t cudaDeviceGetPCIBusId(char *id, int length, int device)
    API_GIVES(id, device_exists(device), *(snprintf(id, (size_t)length, "0000:00:00.0"), id));

cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int device)
{
    API_BEGIN(__func__);
    API_WANTS_PLACE(value);
    const struct cudaDeviceProp p = properties_now();
    long long found = -1;
    const cudaError_t error = device_exists(device);
    if (error != cudaSuccess)
        return error;
#define ATTRIBUTE(type, name, is, number, value)                                                   \
    found = attribute == number ? (long long)p.name : found;
    EMU_DEVICE_PROPERTIES(ATTRIBUTE)
    if (attribute >= cudaDevAttrMaxBlockDimX && attribute <= cudaDevAttrMaxGridDimZ)
        found = attribute < cudaDevAttrMaxGridDimX ? p.maxThreadsDim[attribute - 2]
                                                   : p.maxGridSize[attribute - 5];
    API_WANTS(found >= 0, "attribute %d", (int)attribute);
    *value = (int)found;
    return api_end(cudaSuccess);
}

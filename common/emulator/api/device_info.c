/* The device that the emulator poses as (EMU_GPU), and its synchronisation. */
#include "api.h"
#include "counters/record.h"

static cudaError_t device_exists(int device)
{
    if (device == 0)
        return cudaSuccess;
    return api_refuse(cudaErrorInvalidDevice, EMU_API_ERROR, "device %d: there is one, number 0",
                      device);
}

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

cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int device)
{
    API_BEGIN(__func__);
    API_WANTS_PLACE(value);
    const struct cudaDeviceProp p = properties_now();
    long long found = -1;
    if (device_exists(device))
        return cudaErrorInvalidDevice;
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

EMU_DEVICE_CALLS(API_DEFINE_CALL, API_DEFINE_GIVING)

/* Allocation. */
#include "api.h"
#include "checks/checks.h"

const char *emu_newest(unsigned *line)
{
    const struct emu_area *newest = NULL;
    EACH_ALLOCATION (area)
        if (!newest || area->serial > newest->serial)
            newest = area;
    const struct source_line place = learners_line(newest ? newest->caller : NULL);
    *line = place.line;
    return place.file;
}

static cudaError_t allocate(void **pointer, size_t size, enum memory_kind kind, const char *name)
{
    API_WANTS_PLACE(pointer);
    if (!size) {
        *pointer = NULL;
        return api_end(cudaSuccess);
    }
    struct emu_area *area = memory_allocate(size, kind, name, place_now());
    API_NEEDS(area, cudaErrorMemoryAllocation, EMU_API_ERROR,
              "%zu bytes asked, %zu of the emulator's %zu are free (EMU_MEMORY sets the limit)",
              size, memory_limit() - memory_in_use(), memory_limit());
    static unsigned long serial;
    area->serial = ++serial;
    if (kind != MEMORY_DEVICE)
        api_host_reached();
    *pointer = (void *)area->begin;
    return api_end(cudaSuccess);
}

/* Rows begin at multiples of 512 bytes, as on the GPUs of the table. */
cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height)
{
    API_BEGIN(__func__);
    API_WANTS_PLACE(pitch);
    *pitch = (width + 511) / 512 * 512;
    API_NEEDS(!height || *pitch <= (size_t)-1 / 2 / height, cudaErrorMemoryAllocation,
              EMU_API_ERROR, "%zu rows of %zu bytes asked", height, *pitch);
    const cudaError_t error = allocate(pointer, *pitch * height, MEMORY_DEVICE, __func__);
    if (error == cudaSuccess && *pointer)
        emu_area_of((uintptr_t)*pointer)->pitch = *pitch;
    return error;
}

cudaError_t cudaHostAlloc(void **pointer, size_t size, unsigned flags)
{
    API_BEGIN(__func__);
    API_WANTS(!(flags & ~7u), "flags %#x", flags);
    return allocate(pointer, size, MEMORY_PINNED, "cudaHostAlloc");
}

cudaError_t cudaMallocManaged(void **pointer, size_t size, unsigned flags)
{
    API_BEGIN(__func__);
    API_WANTS(size && (flags == cudaMemAttachGlobal || flags == cudaMemAttachHost),
              "%zu bytes, flags %#x", size, flags);
    return allocate(pointer, size, MEMORY_MANAGED, "cudaMallocManaged");
}

/* For include/thrust/mr/new.h, which is no place to name. */
cudaError_t emu_thrust_allocate(void **pointer, size_t size)
{
    API_BEGIN("Thrust");
    emu_host_place = NULL;
    return allocate(pointer, size, MEMORY_MANAGED, "a device_vector");
}

static cudaError_t release(void *pointer, int pinned)
{
    if (!pointer)
        return api_end(cudaSuccess);
    const struct emu_area *area = emu_area_of((uintptr_t)pointer);
    if (area)
        writes_freed(area);
    const char *wrong = memory_free(pointer, pinned);
    API_WANTS(!wrong, "%p: %s", pointer, wrong);
    return api_end(cudaSuccess);
}

EMU_MEMORY_CALLS(API_DEFINE_CALL)

static const char registered[] = "cudaHostRegister";

cudaError_t cudaHostRegister(void *pointer, size_t size, unsigned flags)
{
    API_BEGIN(__func__);
    API_WANTS(pointer && size, "%zu bytes at %p", size, pointer);
    API_NEEDS(!emu_area_of((uintptr_t)pointer) && !emu_area_of((uintptr_t)pointer + size - 1),
              cudaErrorHostMemoryAlreadyRegistered, EMU_API_ERROR, "%p", pointer);
    memory_add_area((uintptr_t)pointer, (uintptr_t)pointer + size, EMU_GLOBAL, MEMORY_PINNED,
                    registered);
    api_host_reached();
    return api_end(cudaSuccess);
}

cudaError_t cudaHostUnregister(void *pointer)
{
    API_BEGIN(__func__);
    API_NEEDS(memory_remove_area((uintptr_t)pointer, registered), cudaErrorHostMemoryNotRegistered,
              EMU_API_ERROR, "%p", pointer);
    return api_end(cudaSuccess);
}

cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned flags)
{
    API_BEGIN(__func__);
    const struct emu_area *area = emu_area_of((uintptr_t)host);
    API_WANTS(device && area && area->host_visible, "%p is not pinned memory", host);
    *device = host;
    return api_end(cudaSuccess);
}

cudaError_t cudaMemGetInfo(size_t *free, size_t *total)
{
    API_BEGIN(__func__);
    if (total)
        *total = memory_limit();
    if (free)
        *free = memory_limit() - memory_in_use();
    return api_end(cudaSuccess);
}

cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t count, int device, cudaStream_t stream)
{
    API_BEGIN(__func__);
    const struct emu_area *area = emu_area_of((uintptr_t)pointer);
    API_WANTS(area && area->host_visible == MEMORY_MANAGED, "%p is not managed memory", pointer);
    return api_end(cudaSuccess);
}

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *pointer)
{
    API_BEGIN(__func__);
    API_WANTS_PLACE(attributes);
    static const cudaMemoryType types[] = {cudaMemoryTypeDevice, cudaMemoryTypeHost,
                                           cudaMemoryTypeManaged};
    const struct emu_area *area = emu_area_of((uintptr_t)pointer);
    const int is_ours = area && area->state == EMU_LIVE && area->space != EMU_SHARED;
    *attributes = (struct cudaPointerAttributes){
        is_ours ? types[area->host_visible] : cudaMemoryTypeUnregistered, 0,
        is_ours ? (void *)pointer : NULL, is_ours && !area->host_visible ? NULL : (void *)pointer};
    return api_end(cudaSuccess);
}

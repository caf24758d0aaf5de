/* What clang's host code calls: before main, for each kernel and each variable of the device that
 * it has; and for each launch. The device's side is an image in the same program
 * (program/device_image.h); the two find each other by the image's name. */
#include "api.h"
#include "memory/memory.h"

struct fatbin_wrapper {
    int magic, version;
    const char *id;
    void *unused;
};

void **__cudaRegisterFatBinary(struct fatbin_wrapper *wrapper)
{
    EACH_IMAGE (image)
        if (!strcmp(image->id, wrapper->id))
            return (void **)(uintptr_t)image;
    fprintf(stderr, "emulator: there is no code of kernels called %s\n", wrapper->id);
    exit(2);
}

void __cudaRegisterFatBinaryEnd(void **handle) {}

void __cudaUnregisterFatBinary(void **handle) {}

int __cudaRegisterFunction(void **handle, const void *stub, char *name, const char *device_name,
                           int limit, void *thread, void *block, void *block_dim, void *grid_dim,
                           int *warp_size)
{
    image_add_kernel((const struct device_image *)handle, stub, name);
    return 0;
}

void __cudaRegisterVar(void **handle, void *shadow, char *name, const char *device_name,
                       int is_extern, size_t bytes, int is_constant, int is_global)
{
    variables_add_shadow((const struct device_image *)handle, shadow, bytes, name);
}

static HOST_THREAD struct emu_pushed {
    dim3 grid, block;
    size_t shared;
    cudaStream_t stream;
    const void *place; /* the launch's; the stub has none of its own */
    int is_popped;
} emu_pushed;

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, cudaStream_t stream)
{
    emu_pushed = (struct emu_pushed){grid, block, shared, stream, emu_host_place, 0};
    return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, void *stream)
{
    *grid = emu_pushed.grid;
    *block = emu_pushed.block;
    *shared = emu_pushed.shared;
    *(cudaStream_t *)stream = emu_pushed.stream;
    emu_pushed.is_popped = 1;
    return cudaSuccess;
}

static cudaError_t launch(const void *stub, dim3 grid, dim3 block, void **arguments, size_t shared,
                          cudaStream_t stream, int cooperative)
{
    const struct host_kernel *kernel = image_kernel(stub);
    if (emu_pushed.is_popped)
        emu_host_place = emu_pushed.place;
    emu_pushed.is_popped = 0;
    API_NEEDS(kernel, cudaErrorInvalidDeviceFunction, EMU_BAD_LAUNCH,
              "a launch of what is no kernel, or before main begins");
    return api_launch(kernel, &grid, &block, shared, stream, arguments, cooperative);
}

cudaError_t cudaLaunchKernel(const void *stub, dim3 grid, dim3 block, void **arguments,
                             size_t shared, cudaStream_t stream)
{
    return launch(stub, grid, block, arguments, shared, stream, 0);
}

cudaError_t cudaLaunchCooperativeKernel(const void *stub, dim3 grid, dim3 block, void **arguments,
                                        size_t shared, cudaStream_t stream)
{
    return launch(stub, grid, block, arguments, shared, stream, 1);
}

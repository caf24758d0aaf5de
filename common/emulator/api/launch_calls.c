/* What clang's host code calls, before main for each kernel and each variable of the device that it
 * has, and for each launch; CUDA's limits, which are checked before anything runs; attributes of
 * kernels. The device's side is an image in the same program (program/device_image.h): the two find
 * each other by the image's name. */
#include "api.h"
#include "checks/checks.h"
#include "report/launch_report.h"
#include "counters/record.h"

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

enum { DEFAULT_SHARED = 48 << 10, CONSTANT_LIMIT = 64 << 10 };

/* Bytes of dynamic shared memory that the kernel may have. */
static size_t allowed_dynamic(const struct host_kernel *kernel)
{
    const size_t plain =
        kernel->static_shared < DEFAULT_SHARED ? DEFAULT_SHARED - kernel->static_shared : 0;
    return kernel->may_have > plain ? kernel->may_have : plain;
}

static cudaError_t refuse_grid(const char *name, const dim3 *g, const dim3 *b)
{
    static const struct {
        const char *what, *member, *none, *more;
        unsigned limit[3];
    } sides[] = {{"grid",
                  "gridDim",
                  "the grid has no blocks; round up: (count - 1) / threads + 1 blocks",
                  "; put more work on gridDim.x, or let each block do several parts",
                  {2147483647u, 65535, 65535}},
                 {"block", "blockDim", "a block has no threads", "", {1024, 1024, 64}}};
    const unsigned size[3][2] = {{g->x, b->x}, {g->y, b->y}, {g->z, b->z}};
    const unsigned long long threads = (unsigned long long)b->x * b->y * b->z;
    for (int i = 0; i < 3; i++)
        for (int s = 0; s < 2; s++) {
            API_NEEDS(size[i][s], cudaErrorInvalidConfiguration, EMU_BAD_LAUNCH,
                      "%s of %s: %s.%c is 0, so %s", sides[s].what, name, sides[s].member, "xyz"[i],
                      sides[s].none);
            API_NEEDS(size[i][s] <= sides[s].limit[i], cudaErrorInvalidConfiguration,
                      EMU_BAD_LAUNCH, "%s of %s: %s.%c is %u, allowed 1..%u%s", sides[s].what, name,
                      sides[s].member, "xyz"[i], size[i][s], sides[s].limit[i], sides[s].more);
        }
    API_NEEDS(threads <= 1024, cudaErrorInvalidConfiguration, EMU_BAD_LAUNCH,
              "block of %s: %u x %u x %u = %llu threads, allowed 1024", name, b->x, b->y, b->z,
              threads);
    return cudaSuccess;
}

static cudaError_t refuse_memory(const struct host_kernel *kernel, size_t dynamic)
{
    const char *name = kernel->readable;
    const size_t fixed = kernel->static_shared, constant = variables_constant_bytes(),
                 allowed = allowed_dynamic(kernel);
    API_NEEDS(constant <= CONSTANT_LIMIT, cudaErrorInvalidKernelImage, EMU_BAD_LAUNCH,
              "the program declares %zu bytes of __constant__ memory, allowed %d (nvcc refuses it)",
              constant, CONSTANT_LIMIT);
    API_NEEDS(fixed <= DEFAULT_SHARED, cudaErrorInvalidKernelImage, EMU_BAD_LAUNCH,
              "%s declares %zu bytes of static shared memory, allowed %d (nvcc refuses it)", name,
              fixed, DEFAULT_SHARED);
    API_NEEDS(dynamic <= allowed, cudaErrorInvalidValue, EMU_BAD_LAUNCH,
              "%s asks for %zu bytes of dynamic shared memory (and has %zu static ones), allowed "
              "%zu; cudaFuncSetAttribute(%s, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes) "
              "raises that to at most %zu on this GPU",
              name, dynamic, fixed, allowed, name, emu_gpu_now()->shared_per_block - fixed);
    return cudaSuccess;
}

/* All blocks of a cooperative launch must be on the GPU at once. */
static cudaError_t refuse_too_many(const struct emu_launch *launch)
{
    const size_t blocks = number_in(launch->grid);
    const int processors = api_processors(),
              each = emu_gpu_occupancy(emu_gpu_now(), (int)number_in(launch->block),
                                       launch->static_shared + launch->dynamic_shared)
                         .blocks;
    const size_t most = (size_t)each * (size_t)processors;
    API_NEEDS(blocks <= most, cudaErrorCooperativeLaunchTooLarge, EMU_BAD_LAUNCH,
              "%s: a cooperative launch of %zu blocks, but %d multiprocessors hold at "
              "most %zu of them at once (%d each); launch fewer, and let each do more",
              launch->kernel, blocks, processors, most, each);
    return cudaSuccess;
}

/* An argument of a launch may be a call that launches, too: the last one that came goes first. */
static HOST_THREAD struct emu_pushed {
    dim3 grid, block;
    size_t shared;
    cudaStream_t stream;
    const void *place; /* the launch's; the stub has none of its own */
} emu_pushed[16];
static HOST_THREAD unsigned pushed, is_called; /* as a function is: nothing was pushed */

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, cudaStream_t stream)
{
    emu_pushed[pushed++ % 16] = (struct emu_pushed){grid, block, shared, stream, emu_host_place};
    return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, void *stream)
{
    if ((is_called = !pushed))
        return cudaErrorInvalidConfiguration;
    const struct emu_pushed *top = &emu_pushed[--pushed % 16];
    *grid = top->grid;
    *block = top->block;
    *shared = top->shared;
    *(cudaStream_t *)stream = top->stream;
    return cudaSuccess;
}

static cudaError_t launch_kernel(const void *stub, const dim3 *grid, const dim3 *block,
                                 void **arguments, size_t dynamic, cudaStream_t stream,
                                 int cooperative)
{
    struct emu_pushed *popped = &emu_pushed[pushed % 16];
    emu_host_place = popped->place ?: emu_host_place;
    popped->place = NULL;
    API_BEGIN("launch");
    struct host_kernel *kernel = image_kernel(stub);
    API_NEEDS(kernel, cudaErrorInvalidDeviceFunction, EMU_BAD_LAUNCH,
              "a launch of what is no kernel, or before main begins");
    if (is_called) { /* CUDA's stub says nothing either */
        emu_finding(EMU_BAD_LAUNCH, emu_host_place,
                    "%s is called without a grid and a block, as a function is: nothing is "
                    "launched. Write <<<blocks, threads>>> where it is called",
                    kernel->readable);
        is_called = 0;
        return cudaSuccess;
    }
    api_in_stream(stream);
    const char *name = kernel->readable;
    const unsigned threads = block->x * block->y * block->z;
    cudaError_t error = refuse_grid(name, grid, block);
    if (error != cudaSuccess)
        return error;
    API_NEEDS(!kernel->code->most_threads || threads <= kernel->code->most_threads,
              cudaErrorInvalidValue, EMU_BAD_LAUNCH,
              "block of %s: %u threads, but its __launch_bounds__ allow %u", name, threads,
              kernel->code->most_threads);
    const struct emu_launch launch = {
        .kernel = name,
        .grid = {grid->x, grid->y, grid->z},
        .block = {block->x, block->y, block->z},
        .static_shared = kernel->static_shared,
        .dynamic_shared = dynamic,
        .cooperative = cooperative,
        .entry = kernel->code->call,
        .arguments = arguments,
    };
    error = refuse_memory(kernel, dynamic) ?: cooperative ? refuse_too_many(&launch) : cudaSuccess;
    if (error != cudaSuccess)
        return error;
    variables_enter_kernel(kernel);
    api_work(name);
    error = (cudaError_t)api_run(&launch, kernel);
    const struct launch_record *record = &emu_records[emu_record_count - 1];
    int is_idle = !error;
    for (size_t i = 0; i < record->places; i++)
        is_idle &= record->place[i].space != EMU_GLOBAL;
    api_launched(floor_of(record, 1).total, is_idle);
    if (error == cudaErrorInvalidValue || error == cudaErrorNotSupported)
        return api_end(error); /* found inside, but a refusal to launch: it does not stick */
    api_kernel_failed(error);
    return cudaSuccess;
}

cudaError_t cudaLaunchKernel(const void *stub, dim3 grid, dim3 block, void **arguments,
                             size_t shared, cudaStream_t stream)
    IS(launch_kernel(stub, &grid, &block, arguments, shared, stream, 0));

cudaError_t cudaLaunchCooperativeKernel(const void *stub, dim3 grid, dim3 block, void **arguments,
                                        size_t shared, cudaStream_t stream)
    IS(launch_kernel(stub, &grid, &block, arguments, shared, stream, 1));

cudaError_t cudaFuncSetAttribute(const void *function, cudaFuncAttribute attribute, int value)
{
    API_BEGIN(__func__);
    struct host_kernel *kernel = image_kernel(function);
    API_NEEDS(kernel, cudaErrorInvalidDeviceFunction, EMU_API_ERROR, "no kernel");
    if (attribute == cudaFuncAttributePreferredSharedMemoryCarveout)
        return api_end(cudaSuccess);
    API_WANTS(attribute == cudaFuncAttributeMaxDynamicSharedMemorySize, "attribute %d",
              (int)attribute);
    const size_t most = emu_gpu_now()->shared_per_block - kernel->static_shared;
    API_WANTS(value >= 0 && (size_t)value <= most,
              "%d bytes of dynamic shared memory asked (beside %zu static ones), "
              "allowed %zu on this GPU",
              value, kernel->static_shared, most);
    if ((size_t)value > kernel->may_have)
        kernel->may_have = (size_t)value;
    return api_end(cudaSuccess);
}

cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, const void *function)
{
    API_BEGIN(__func__);
    const struct host_kernel *kernel = image_kernel(function);
    API_NEEDS(attributes && kernel, cudaErrorInvalidDeviceFunction, EMU_API_ERROR, "not a kernel");
    *attributes =
        (struct cudaFuncAttributes){.sharedSizeBytes = kernel->static_shared,
                                    .constSizeBytes = variables_constant_bytes(),
                                    .maxThreadsPerBlock = 1024,
                                    .ptxVersion = 80,
                                    .binaryVersion = 80,
                                    .maxDynamicSharedSizeBytes = (int)allowed_dynamic(kernel)};
    return api_end(cudaSuccess);
}

static int resident_blocks(const struct host_kernel *kernel, int block_size, size_t dynamic)
    IS(emu_gpu_occupancy(emu_gpu_now(), block_size, kernel->static_shared + dynamic).blocks);

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *function,
                                                          int block_size, size_t dynamic_shared)
{
    API_BEGIN(__func__);
    const struct host_kernel *kernel = image_kernel(function);
    API_WANTS(blocks && kernel && block_size >= 1, "blocks of %d threads", block_size);
    *blocks = resident_blocks(kernel, block_size, dynamic_shared);
    return api_end(cudaSuccess);
}

cudaError_t cudaOccupancyMaxPotentialBlockSize(int *min_grid, int *block_size, const void *function,
                                               size_t dynamic_shared, int limit)
{
    API_BEGIN(__func__);
    const struct host_kernel *kernel = image_kernel(function);
    API_WANTS(min_grid && block_size && kernel, "no place for the results, or no kernel");
    int most = *min_grid = *block_size = 0;
    for (int size = limit > 0 && limit < 1024 ? limit / 32 * 32 : 1024; size > 0; size -= 32) {
        const int blocks = resident_blocks(kernel, size, dynamic_shared);
        if (blocks * size > most) {
            most = blocks * size;
            *block_size = size;
            *min_grid = blocks * api_processors();
        }
    }
    return api_end(cudaSuccess);
}

/* What a step's kernels take of an SM: registers, spills, shared memory, and how many blocks fit
 * because of it. The linker sends every kernel launch of `make run`'s program through here (--wrap
 * in programs.mk), so that nobody has to say which kernel a step launches, and how. GPU only; where
 * the runtime has no such call, there is nothing to show. */
#pragma once

#include <cxxabi.h>
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>

enum { LAB_RESOURCES_MAX = 8 /* different kernels of one step that are shown */ };

struct lab_launch {
    const void *kernel;
    dim3 grid, block;
    size_t dynamic;
};

/* Those that were launched while it is on. */
static struct {
    int on, count;
    struct lab_launch launch[LAB_RESOURCES_MAX];
} lab_noted;

static inline void lab_note_launch(const void *kernel, dim3 grid, dim3 block, size_t dynamic)
{
    int i = 0;
    while (i < lab_noted.count && lab_noted.launch[i].kernel != kernel)
        i++;
    if (lab_noted.on && i == lab_noted.count && i < LAB_RESOURCES_MAX)
        lab_noted.launch[lab_noted.count++] = {kernel, grid, block, dynamic};
}

/* Every kernel launch of the program comes through here, and is noted. Toolkits differ in the name
 * of the runtime's launch call; the one that a toolkit does not have is never called. */
#define LAB_NOTED(launch)                                                                          \
    __attribute__((weak))                                                                          \
    cudaError_t __real_##launch(const void *, dim3, dim3, void **, size_t, cudaStream_t);          \
    cudaError_t __wrap_##launch(const void *kernel, dim3 grid, dim3 block, void **arguments,       \
                                size_t dynamic, cudaStream_t stream)                               \
    {                                                                                              \
        lab_note_launch(kernel, grid, block, dynamic);                                             \
        return __real_##launch(kernel, grid, block, arguments, dynamic, stream);                   \
    }
extern "C" {
LAB_NOTED(__cudaLaunchKernel)
LAB_NOTED(cudaLaunchKernel)
}

/* How many blocks each limit of an SM allows, and the name of the one that allows fewest. */
static inline const char *lab_limit(const struct cudaFuncAttributes *f, const struct lab_launch *l,
                                    int blocks)
{
    int threads = (int)(l->block.x * l->block.y * l->block.z), warps = (threads + 31) / 32;
    int sm_threads = 0, sm_blocks = 0, sm_shared = 0, sm_registers = 0;
    cudaDeviceGetAttribute(&sm_threads, cudaDevAttrMaxThreadsPerMultiProcessor, 0);
    cudaDeviceGetAttribute(&sm_blocks, cudaDevAttrMaxBlocksPerMultiprocessor, 0);
    cudaDeviceGetAttribute(&sm_shared, cudaDevAttrMaxSharedMemoryPerMultiprocessor, 0);
    cudaDeviceGetAttribute(&sm_registers, cudaDevAttrMaxRegistersPerMultiprocessor, 0);
    size_t shared = f->sharedSizeBytes + l->dynamic;
    int registers = (f->numRegs + 7) / 8 * 8 * 32 * warps; /* given out in units of 256 a warp */
    if (blocks >= sm_blocks)
        return "blocks";
    if (blocks >= sm_threads / (32 * warps))
        return "threads";
    if (registers > 0 && blocks >= sm_registers / registers)
        return "registers";
    return shared > 0 && blocks >= (int)((size_t)sm_shared / (shared + 1024)) ? "shared memory"
                                                                              : "";
}

/* A kernel's name as the source has it, with template arguments: "tile<16>", not what the linker
 * sees. */
static inline const char *lab_plain_name(const char *mangled, char *text, size_t size)
{
    int status = -1;
    char *whole = mangled ? abi::__cxa_demangle(mangled, NULL, NULL, &status) : NULL;
    const char *name = status == 0 ? whole : mangled ? mangled : "";
    if (strncmp(name, "void ", 5) == 0) /* of a template */
        name += 5;
    static const char hidden[] = "(anonymous namespace)::";
    if (strncmp(name, hidden, sizeof hidden - 1) == 0)
        name += sizeof hidden - 1;
    int depth = 0, length = 0;
    for (; name[length] && (depth || name[length] != '('); length++)
        depth += (name[length] == '<') - (name[length] == '>');
    snprintf(text, size, "%.*s", length, name);
    free(whole);
    return text;
}

static inline void lab_print_launch(int step, const struct lab_launch *l)
{
    struct cudaFuncAttributes f;
    const char *name = NULL;
    char grid[40], block[40], plain[200];
    int blocks = 0, threads = (int)(l->block.x * l->block.y * l->block.z), sm_threads = 0;
    memset(&f, 0, sizeof f);
    if (cudaFuncGetAttributes(&f, l->kernel) != cudaSuccess ||
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, l->kernel, threads, l->dynamic) !=
            cudaSuccess ||
        cudaDeviceGetAttribute(&sm_threads, cudaDevAttrMaxThreadsPerMultiProcessor, 0) !=
            cudaSuccess) {
        cudaGetLastError();
        return;
    }
#if defined(__CUDACC__) && CUDART_VERSION >= 12030 && !defined(LAB_EMULATOR)
    if (cudaFuncGetName(&name, l->kernel) != cudaSuccess)
        name = NULL;
#endif
    cudaGetLastError();
    snprintf(grid, sizeof grid, "%ux%ux%u", l->grid.x, l->grid.y, l->grid.z);
    snprintf(block, sizeof block, "%ux%ux%u", l->block.x, l->block.y, l->block.z);
    printf("%4d %-22.22s %13s %8s %5d %6zu %7zu %6d %4.0f%%  %s\n", step,
           lab_plain_name(name, plain, sizeof plain), grid, block, f.numRegs,
           (size_t)f.localSizeBytes, f.sharedSizeBytes + l->dynamic, blocks,
           sm_threads > 0 ? 100.0 * blocks * threads / sm_threads : 0, lab_limit(&f, l, blocks));
}

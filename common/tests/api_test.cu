/* The runtime API in the emulator: CUDA's errors, which of them stick, its limits, and what is said
 * about each. The last line is `N passed, N failed`. */
#include "../emulator/emulator.h"
#include "expect.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#define EXPECT(condition) CHECK(condition, "%s", "")

/* The call returns `error`, which is then the last error, once. */
#define EXPECT_ERROR(call, error)                                                                  \
    do {                                                                                           \
        cudaError_t got_ = (call);                                                                 \
        EXPECT(got_ == (error));                                                                   \
        EXPECT(cudaPeekAtLastError() == (error));                                                  \
        EXPECT(cudaGetLastError() == (error));                                                     \
        EXPECT(cudaGetLastError() == cudaSuccess);                                                 \
    } while (0)

/* The last finding is of this kind and says this. */
static bool found(const char *kind, const char *text)
{
    const emu_finding_report *last = NULL;
    for (size_t i = 0; emu_finding_at(i); i++)
        last = emu_finding_at(i);
    if (last && !strcmp(last->kind, kind) && strstr(last->text, text))
        return true;
    printf("last finding: %s: %s\n", last ? last->kind : "none", last ? last->text : "");
    return false;
}

__global__ void nothing() {}
__global__ void store(int *p, int i)
{
    p[i] = 7;
}
__global__ void load(const int *p, int *out)
{
    *out = *p;
}
__global__ void dynamic(int *out)
{
    extern __shared__ int s[];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
template <typename T> __global__ void dynamic_of(T *out)
{
    extern __shared__ unsigned char bytes[];
    T *s = (T *)bytes;
    s[threadIdx.x] = (T)1;
    out[threadIdx.x] = s[threadIdx.x];
}
__global__ void fixed(int *out)
{
    __shared__ int s[10000];
    s[threadIdx.x] = 1;
    out[threadIdx.x] = s[threadIdx.x];
}
__global__ void __launch_bounds__(64) bounded(int *out)
{
    out[threadIdx.x] = 1;
}
__global__ void asserting(int *p)
{
    assert(threadIdx.x < 3);
    p[threadIdx.x] = 1;
}
__global__ void trapping(int *p)
{
    if (threadIdx.x == 5)
        __trap();
    p[threadIdx.x] = 1;
}
/* By a pointer, since the front end refuses it by name. */
__global__ void calls_host(cudaError_t (*set)(void *, int, size_t), int *p)
{
    set(p, 0, 4);
}

__constant__ int numbers[16];
__device__ int variable = 5;

static void test_configurations()
{
    const struct {
        dim3 grid, block;
        size_t shared;
        cudaError_t error;
        const char *text;
    } cases[] = {
        {0, 32, 0, cudaErrorInvalidConfiguration,
         "gridDim.x is 0, so the grid has no blocks; round up: (count - 1) / threads + 1"},
        {1, 0, 0, cudaErrorInvalidConfiguration, "blockDim.x is 0, so a block has no threads"},
        {1, 1025, 0, cudaErrorInvalidConfiguration, "blockDim.x is 1025, allowed 1..1024"},
        {1, dim3(32, 33), 0, cudaErrorInvalidConfiguration,
         "32 x 33 x 1 = 1056 threads, allowed 1024"},
        {1, dim3(1, 1, 65), 0, cudaErrorInvalidConfiguration, "blockDim.z is 65, allowed 1..64"},
        {dim3(1, 65536), 1, 0, cudaErrorInvalidConfiguration,
         "gridDim.y is 65536, allowed 1..65535"},
        {dim3(1, 1, 65536), 1, 0, cudaErrorInvalidConfiguration, "gridDim.z is 65536"},
        {dim3(2147483648u), 1, 0, cudaErrorInvalidConfiguration, "gridDim.x is 2147483648"},
        {-1, 1, 0, cudaErrorInvalidConfiguration, "gridDim.x is 4294967295"},
        {1, 32, 48 * 1024 + 4, cudaErrorInvalidValue, "49156 bytes of dynamic shared memory"},
    };
    for (const auto &c : cases) {
        nothing<<<c.grid, c.block, c.shared>>>();
        EXPECT(cudaPeekAtLastError() == c.error);
        EXPECT(cudaGetLastError() == c.error);
        EXPECT(found("bad_launch", c.text));
        EXPECT(cudaGetLastError() == cudaSuccess); /* it does not stick */
        EXPECT(cudaDeviceSynchronize() == cudaSuccess);
    }
    nothing<<<dim3(3, 2, 2), dim3(4, 4, 64), 48 * 1024>>>();
    EXPECT(cudaGetLastError() == cudaSuccess);
}

static void test_shared_opt_in()
{
    int *out, host[4], most;
    cudaFuncAttributes attributes;
    cudaMalloc(&out, 4096);
    EXPECT(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0) ==
           cudaSuccess);
    EXPECT(most == 227 * 1024);
    dynamic<<<1, 4, 100 * 1024>>>(out);
    EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
    EXPECT(cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 100 * 1024) ==
           cudaSuccess);
    dynamic<<<1, 4, 100 * 1024>>>(out);
    EXPECT(cudaGetLastError() == cudaSuccess);
    EXPECT(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost) == cudaSuccess);
    EXPECT(host[0] == 3 && host[3] == 0);
    dynamic<<<1, 4, 100 * 1024 + 4>>>(out);
    EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
    EXPECT_ERROR(
        cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, most + 1),
        cudaErrorInvalidValue);
    /* a kernel whose template argument the launch deduces */
    dynamic_of<<<1, 4, 64 * 1024>>>(out);
    EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
    cudaFuncSetAttribute(dynamic_of<int>, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 * 1024);
    dynamic_of<<<1, 4, 64 * 1024>>>(out);
    EXPECT(cudaGetLastError() == cudaSuccess);
    /* static and dynamic shared memory count together */
    EXPECT(cudaFuncGetAttributes(&attributes, fixed) == cudaSuccess &&
           attributes.sharedSizeBytes == 40000);
    fixed<<<1, 4, 9152>>>(out);
    EXPECT(cudaGetLastError() == cudaSuccess);
    fixed<<<1, 4, 9156>>>(out);
    EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
    int blocks = 0;
    EXPECT(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fixed, 64, 0) == cudaSuccess);
    EXPECT(blocks == 5); /* 228 KiB / (40000 + 1024 bytes) */
    EXPECT(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nothing, 1024, 0) ==
               cudaSuccess &&
           blocks == 2);
    int grid = 0, size = 0;
    EXPECT(cudaOccupancyMaxPotentialBlockSize(&grid, &size, nothing) == cudaSuccess);
    EXPECT(size == 1024 && grid == 2 * 132);
    cudaFree(out);
}

static void test_copies()
{
    int *device, *other, host[64] = {0};
    cudaMalloc(&device, sizeof host);
    cudaMalloc(&other, sizeof host);
    EXPECT(cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice) == cudaSuccess);
    EXPECT(cudaMemcpy(device, host, sizeof host, cudaMemcpyDefault) == cudaSuccess);
    EXPECT(cudaMemcpy(other, device, sizeof host, cudaMemcpyDeviceToDevice) == cudaSuccess);
    EXPECT(cudaMemcpy(device, host, 0, cudaMemcpyHostToDevice) == cudaSuccess);
    EXPECT_ERROR(cudaMemcpy(device, host, sizeof host, cudaMemcpyDeviceToHost),
                 cudaErrorInvalidValue);
    EXPECT(found("bad_copy", "cudaMemcpyDeviceToHost, but the destination"));
    EXPECT_ERROR(cudaMemcpy(host, device, sizeof host, cudaMemcpyHostToDevice),
                 cudaErrorInvalidValue);
    EXPECT_ERROR(cudaMemcpy(device, host, sizeof host, cudaMemcpyDeviceToDevice),
                 cudaErrorInvalidValue);
    EXPECT_ERROR(cudaMemcpy(device, host, sizeof host, (cudaMemcpyKind)9),
                 cudaErrorInvalidMemcpyDirection);
    EXPECT_ERROR(cudaMemcpy(device, host, sizeof host + 1, cudaMemcpyHostToDevice),
                 cudaErrorInvalidValue);
    EXPECT(found("bad_copy", "257 bytes, but the destination has 256 from there (the array from "
                             "cudaMalloc (api_test.cu:"));
    EXPECT_ERROR(cudaMemcpy(host, device + 60, 20, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
    EXPECT_ERROR(cudaMemcpy(NULL, device, 4, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
    EXPECT_ERROR(cudaMemset(device, 0, sizeof host + 1), cudaErrorInvalidValue);
    EXPECT_ERROR(cudaMemset(host, 0, sizeof host), cudaErrorInvalidValue);
    EXPECT_ERROR(cudaMemcpy2D(device, 16, host, 12, 14, 2, cudaMemcpyHostToDevice),
                 cudaErrorInvalidPitchValue);
    EXPECT_ERROR(cudaMemcpy2D(device, 64, host, 64, 32, 5, cudaMemcpyHostToDevice),
                 cudaErrorInvalidValue);
    EXPECT_ERROR(cudaMemcpy2D(device, 64, host, 64, 32, (size_t)-1, cudaMemcpyHostToDevice),
                 cudaErrorInvalidValue);
    EXPECT(cudaMemcpy2D(device, 64, host, 64, 64, 4, cudaMemcpyHostToDevice) == cudaSuccess);
    EXPECT(cudaFree(other) == cudaSuccess);
    EXPECT_ERROR(cudaMemcpy(host, other, 4, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
    EXPECT(found("use_after_free", "the source was freed"));
    cudaFree(device);
}

__device__ int *kept;
__global__ void keep_address()
{
    kept = &variable;
}

static void test_symbols()
{
    int host[17] = {0}, *address;
    size_t size;
    EXPECT(cudaMemcpyToSymbol(numbers, host, 64) == cudaSuccess);
    EXPECT_ERROR(cudaMemcpyToSymbol(numbers, host, 68), cudaErrorInvalidValue);
    EXPECT(found("bad_copy", "68 bytes at offset 0, but __constant__ numbers has 64 bytes"));
    EXPECT_ERROR(cudaMemcpyToSymbol(numbers, host, 4, 61), cudaErrorInvalidValue);
    EXPECT_ERROR(cudaMemcpyToSymbol(host, host, 4), cudaErrorInvalidSymbol);
    EXPECT(cudaMemcpyFromSymbol(host, variable, sizeof variable) == cudaSuccess && host[0] == 5);
    EXPECT(cudaGetSymbolSize(&size, numbers) == cudaSuccess && size == 64);
    keep_address<<<1, 1>>>();
    EXPECT(cudaMemcpyFromSymbol(&address, kept, sizeof kept) == cudaSuccess);
    EXPECT(cudaMemcpy(host + 1, address, 4, cudaMemcpyDeviceToHost) == cudaSuccess && host[1] == 5);
    EXPECT_ERROR(cudaMemcpy(host, &variable, 4, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
    EXPECT(found("bad_copy", "__device__ variable is a variable of the device"));
    EXPECT(cudaGetSymbolAddress((void **)&address, variable) == cudaSuccess);
    store<<<1, 1>>>(address, 0);
    EXPECT(cudaMemcpyFromSymbol(host, variable, sizeof variable) == cudaSuccess && host[0] == 7);
}

static void test_allocation()
{
    size_t free_before, free_after, total, pitch;
    char *p, *q, *pinned;
    EXPECT(cudaMemGetInfo(&free_before, &total) == cudaSuccess && total == (size_t)256 << 20);
    EXPECT(cudaMalloc(&p, 100) == cudaSuccess && (size_t)p % 256 == 0);
    cudaMemGetInfo(&free_after, &total);
    EXPECT(free_before - free_after == 100);
    EXPECT_ERROR(cudaMalloc(&q, total), cudaErrorMemoryAllocation);
    EXPECT(found("api_error", "bytes asked"));
    EXPECT(cudaMalloc(&q, 0) == cudaSuccess && q == NULL);
    EXPECT_ERROR(cudaFree(p + 4), cudaErrorInvalidValue);
    EXPECT_ERROR(cudaFreeHost(p), cudaErrorInvalidValue);
    EXPECT(cudaFree(p) == cudaSuccess);
    EXPECT_ERROR(cudaFree(p), cudaErrorInvalidValue);
    EXPECT(found("api_error", "freed before"));
    EXPECT_ERROR(cudaFree(&total), cudaErrorInvalidValue);
    EXPECT(cudaFree(NULL) == cudaSuccess);
    EXPECT(cudaMallocPitch(&p, &pitch, 1001 * 4, 3) == cudaSuccess && pitch == 4096);
    EXPECT(cudaMemset2D(p, pitch, 1, 1001 * 4, 3) == cudaSuccess);
    cudaFree(p);
    EXPECT(cudaMallocHost(&pinned, 64) == cudaSuccess);
    pinned[0] = 3; /* the host may */
    cudaPointerAttributes attributes;
    EXPECT(cudaPointerGetAttributes(&attributes, pinned) == cudaSuccess &&
           attributes.type == cudaMemoryTypeHost);
    EXPECT_ERROR(cudaFree(pinned), cudaErrorInvalidValue);
    EXPECT(cudaFreeHost(pinned) == cudaSuccess);
    /* more than the address space would hold without using what was freed again */
    for (int i = 0; i < 100; i++) {
        EXPECT(cudaMalloc(&p, (size_t)200 << 20) == cudaSuccess);
        EXPECT(cudaFree(p) == cudaSuccess);
    }
    cudaMemGetInfo(&free_after, &total);
    EXPECT(free_after == free_before);
}

static void test_handles()
{
    cudaStream_t stream;
    cudaEvent_t event;
    EXPECT(cudaStreamCreate(&stream) == cudaSuccess);
    EXPECT(cudaStreamDestroy(stream) == cudaSuccess);
    EXPECT_ERROR(cudaStreamSynchronize(stream), cudaErrorInvalidResourceHandle);
    EXPECT_ERROR(cudaEventRecord(NULL), cudaErrorInvalidResourceHandle);
    EXPECT(cudaEventCreate(&event) == cudaSuccess && cudaEventDestroy(event) == cudaSuccess);
    EXPECT_ERROR(cudaEventSynchronize(event), cudaErrorInvalidResourceHandle);
    EXPECT_ERROR(cudaSetDevice(1), cudaErrorInvalidDevice);
    EXPECT(!strcmp(cudaGetErrorName(cudaErrorIllegalAddress), "cudaErrorIllegalAddress"));
    EXPECT(!strcmp(cudaGetErrorString(cudaErrorMemoryAllocation), "out of memory"));
    cudaDeviceProp p;
    EXPECT(cudaGetDeviceProperties(&p, 0) == cudaSuccess && p.warpSize == 32 &&
           p.multiProcessorCount == 132);
}

#include "api_faults.h"

/* Bytes that two streams fill, from an address that is no multiple of 8. */
static void test_two_streams()
{
    cudaStream_t one, other;
    char *p;
    emu_offset(4);
    cudaMalloc((void **)&p, 100);
    cudaStreamCreate(&one);
    cudaStreamCreate(&other);
    emu_begin();
    cudaMemsetAsync(p, 0, 5, one);
    cudaMemsetAsync(p + 40, 0, 20, one);
    cudaMemsetAsync(p + 5, 0, 35, other);
    EXPECT(cudaMemsetAsync(p + 60, 0, 40, other) == cudaSuccess && !emu_finding_at(0));
    EXPECT(cudaMemsetAsync(p + 50, 0, 1, other) == cudaSuccess &&
           found("race_global", "in another stream"));
    cudaDeviceReset();
}

/* Memory that is address space, misplaced memory, and launches cut short. */
static void test_vast()
{
    const size_t much = (size_t)1 << 37, half = much / 2;
    char *p = NULL, *late = NULL, byte = 1, ran[6 * 5 * 4], ends[200];
    unsigned *counter, count = 0;
    float *floats, *out;
    int blocks = 0, wrong = 0;
    EXPECT(cudaMalloc((void **)&p, much) == cudaErrorMemoryAllocation);
    cudaGetLastError();
    emu_vast(1);
    EXPECT(cudaMalloc((void **)&p, much) == cudaSuccess);
    EXPECT(cudaMemcpy(&byte, p + half, 1, cudaMemcpyDeviceToHost) == cudaSuccess && byte == 0);
    EXPECT(cudaMemset(p + half, 3, 100) == cudaSuccess && cudaMemset(p, 0, much) == cudaSuccess);
    EXPECT(cudaMemcpy(&byte, p + half, 1, cudaMemcpyDeviceToHost) == cudaSuccess && byte == 0);
    struct rusage used;
    EXPECT(!getrusage(RUSAGE_SELF, &used) && used.ru_maxrss < 1 << 20); /* KiB */
    EXPECT(cudaFree(p) == cudaSuccess);
    EXPECT(cudaMalloc((void **)&floats, (size_t)5 << 32) == cudaSuccess);
    emu_vast(0);
    cudaMalloc((void **)&out, sizeof *out);
    emu_begin();
    wraps<<<1, 1>>>(floats, out, 3, 1 << 30); /* 3 x 2^30 is -2^30 in an int */
    EXPECT(cudaDeviceSynchronize() == cudaErrorIllegalAddress && emu_finding_at(0));
    cudaDeviceReset();

    emu_offset(4);
    EXPECT(cudaMalloc((void **)&late, 64) == cudaSuccess && (size_t)late % 256 == 4);
    EXPECT(cudaMemset(late, 0, 64) == cudaSuccess && cudaFree(late) == cudaSuccess);
    EXPECT(cudaMalloc((void **)&late, 64) == cudaSuccess && (size_t)late % 256 == 0);
    emu_begin();
    store<<<1, 1>>>((int *)late, 16);
    EXPECT(cudaDeviceSynchronize() == cudaErrorIllegalAddress &&
           found("out_of_bounds", "element 16 of the array"));
    cudaDeviceReset();

    cudaMalloc((void **)&p, 1000 * sizeof ran);
    cudaMemset(p, 0, sizeof ran);
    emu_hurry(EMU_LAST_BLOCK, 100000);
    each_block<<<dim3(6, 5, 4), 32>>>(p);
    EXPECT(emu_unfinished() == EMU_BLOCKS_LEFT && emu_unfinished() == 0);
    cudaMemcpy(ran, p, sizeof ran, cudaMemcpyDeviceToHost);
    for (size_t i = 0; i < sizeof ran; i++)
        blocks += ran[i];
    EXPECT(blocks == 1 && ran[sizeof ran - 1]);
    emu_hurry(EMU_CORNERS, 100000);
    each_block<<<dim3(6, 5, 4), 32>>>(p);
    EXPECT(emu_unfinished() == 0);
    cudaMemcpy(ran, p, sizeof ran, cudaMemcpyDeviceToHost);
    EXPECT(ran[1] && ran[sizeof ran / 2]);
    cudaMemset(p, 0, sizeof ends);
    each_block<<<dim3(sizeof ends), 32>>>(p);
    EXPECT(emu_unfinished() == EMU_BLOCKS_LEFT);
    cudaMemcpy(ends, p, sizeof ends, cudaMemcpyDeviceToHost);
    for (size_t i = 0; i < sizeof ends; i++)
        wrong += ends[i] != (i < 64 || i >= sizeof ends - 64);
    EXPECT(wrong == 0);
    emu_hurry(EMU_CORNERS, 300);
    each_block<<<dim3(1000, 5, 4), 32>>>(p);
    EXPECT(emu_unfinished() == (EMU_BLOCKS_LEFT | EMU_CUT_SHORT));
    cudaMalloc((void **)&counter, sizeof *counter);
    cudaMemset(counter, 0, sizeof *counter);
    emu_hurry(EMU_HURRIED, 5000);
    counts_up<<<4, 1>>>(counter, 1u << 30);
    EXPECT(cudaDeviceSynchronize() == cudaSuccess && emu_unfinished() == EMU_CUT_SHORT);
    cudaMemset(counter, 0, sizeof *counter);
    counts_up<<<1, 1>>>(counter, 100);
    EXPECT(cudaDeviceSynchronize() == cudaSuccess && emu_unfinished() == 0);
    cudaMemcpy(&count, counter, sizeof count, cudaMemcpyDeviceToHost);
    EXPECT(count == 100);
    emu_hurry(EMU_UNHURRIED, 0);
    each_block<<<dim3(6, 5, 4), 32>>>(p);
    cudaMemcpy(ran, p, sizeof ran, cudaMemcpyDeviceToHost);
    EXPECT(ran[1] && ran[sizeof ran / 2]);
    cudaDeviceReset();
}

int main()
{
    setenv("EMU_MEMORY", "256M", 1);
    test_configurations();
    test_shared_opt_in();
    test_copies();
    test_symbols();
    test_allocation();
    test_handles();
    test_faults();
    test_two_streams();
    test_vast();
    emu_begin(); /* the findings were wanted: nothing to print at exit */
    return finish();
}

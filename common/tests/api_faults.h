/* Faults: what CUDA says from then on; results without a place. Included by api_test.cu. */
#pragma once

/* A fault arrives with the first call after the launch, and stays until the reset. */
static void expect_sticky(cudaError_t error, const char *kind, const char *text)
{
    int *p;
    EXPECT(cudaGetLastError() == cudaSuccess); /* the launch itself went well */
    EXPECT(cudaDeviceSynchronize() == error);
    EXPECT(cudaGetLastError() == error);
    EXPECT(cudaGetLastError() == error);
    EXPECT(cudaMalloc(&p, 4) == error);
    EXPECT(found(kind, text));
    EXPECT(cudaDeviceReset() == cudaSuccess);
    EXPECT(cudaGetLastError() == cudaSuccess);
    EXPECT(cudaMalloc(&p, 4) == cudaSuccess && cudaFree(p) == cudaSuccess);
}

/* What has a result wants a place for it. */
static void test_no_place()
{
    int other;
#define NO_PLACE(...)                                                                              \
    EXPECT_ERROR(__VA_ARGS__, cudaErrorInvalidValue);                                              \
    EXPECT(found("api_error", "no place for the result"))
    NO_PLACE(cudaMalloc(nullptr, 4));
    NO_PLACE(cudaGetDeviceCount(NULL));
    NO_PLACE(cudaGetDevice(NULL));
    NO_PLACE(cudaDriverGetVersion(NULL));
    NO_PLACE(cudaRuntimeGetVersion(NULL));
    NO_PLACE(cudaGetDeviceProperties((cudaDeviceProp *)NULL, 0));
    NO_PLACE(cudaDeviceGetAttribute(NULL, cudaDevAttrWarpSize, 0));
    NO_PLACE(cudaDeviceGetLimit(NULL, cudaLimitStackSize));
    NO_PLACE(cudaDeviceGetPCIBusId(NULL, 13, 0));
    NO_PLACE(cudaDeviceCanAccessPeer(NULL, 0, 0));
    NO_PLACE(cudaGetSymbolAddress(nullptr, variable));
    NO_PLACE(cudaGetSymbolSize(NULL, variable));
    NO_PLACE(cudaPointerGetAttributes(NULL, &other));
    NO_PLACE(cudaStreamCreate(NULL));
    NO_PLACE(cudaEventCreate(NULL));
    EXPECT(cudaOccupancyMaxPotentialBlockSize(&other, (int *)NULL, nothing) ==
           cudaErrorInvalidValue);
    EXPECT_ERROR(cudaLaunchKernel((const void *)&other, dim3(1), dim3(1), NULL),
                 cudaErrorInvalidDeviceFunction);
    EXPECT(found("bad_launch", "launch: a launch of what is no kernel"));
}

static void test_faults()
{
    int *p, *q, host = 0;
    test_no_place();
    cudaMalloc(&p, 40);
    store<<<1, 1>>>(p, 10);
    expect_sticky(cudaErrorIllegalAddress, "out_of_bounds", "past the end: it has 10 elements");
    cudaMalloc(&p, 40);
    cudaMalloc(&q, 40);
    cudaMemset(p, 0, 40);
    cudaFree(p);
    load<<<1, 1>>>(p, q);
    expect_sticky(cudaErrorIllegalAddress, "use_after_free", "");
    cudaMalloc(&q, 40);
    load<<<1, 1>>>(&host, q);
    expect_sticky(cudaErrorIllegalAddress, "host_pointer", "");
    store<<<1, 1>>>(NULL, 0);
    expect_sticky(cudaErrorIllegalAddress, "null_pointer", "");
    cudaMalloc(&p, 400);
    asserting<<<1, 8>>>(p);
    expect_sticky(cudaErrorAssert, "assertion", "threadIdx.x < 3");
    cudaMalloc(&p, 400);
    trapping<<<1, 8>>>(p);
    expect_sticky(cudaErrorLaunchFailure, "assertion", "__trap()");
    cudaMalloc(&p, 400);
    bounded<<<1, 64>>>(p);
    EXPECT(cudaDeviceSynchronize() == cudaSuccess);
    bounded<<<1, 65>>>(p);
    EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
    EXPECT(found("bad_launch", "__launch_bounds__"));
    EXPECT(cudaDeviceSynchronize() == cudaSuccess);
    calls_host<<<1, 1>>>(cudaMemset, p);
    EXPECT(found("host_function", "cudaMemset"));
    cudaDeviceReset();
}

__global__ void each_block(char *ran)
{
    ran[(blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x] = 1;
}
__global__ void counts_up(unsigned *p, unsigned to)
{
    while (atomicAdd(p, 1) + 1 < to)
        ;
}
__global__ void wraps(const float *p, float *out, int row, int n)
{
    *out = p[row * n];
}

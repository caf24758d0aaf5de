/* Facts about the GPU, and the two ceilings that follow from them by hand, as documents 001 and 003
 * work them out. Read with cudaDeviceGetAttribute: CUDA 13 dropped the clocks from
 * cudaDeviceProp. */
#pragma once

#include <cuda_runtime.h>

#include "peaks.h"

/* FP32 lanes of one SM; source: CUDA C++ Programming Guide, table of arithmetic throughput per
 * compute capability. */
static inline int lab_cores_per_sm(int major, int minor)
{
    const int cc = major * 10 + minor;
    return cc == 60 || cc == 70 || cc == 72 || cc == 75 || cc == 80 ? 64 : 128;
}

/* How many times faster float is than double; same source. Tensor cores with double precision (8.0,
 * 9.0) run at float's rate. */
static inline int lab_float_to_double(int major, int minor)
{
    int cc = major * 10 + minor;
    return cc == 80 || cc == 90 ? 1 : cc == 60 || cc == 70 || cc == 100 ? 2 : cc >= 86 ? 64 : 32;
}

/* Float: SMs x FP32 cores x 2 (a fused multiply-add) x clock. Double: by its own cores, or the
 * tensor cores where they have double. Population counts: 16 words a cycle and SM (the same table),
 * an XOR and an addition for each of 32 bits. Binary tensor cores: on Hopper eight times the 8-bit
 * ones' 8,192 a cycle and SM (1,979 T a second on 132 SMs, data sheet of the H100; that it is eight
 * times was measured), elsewhere not known. */
static inline void lab_peaks(struct lab_gpu *g)
{
    double cycles = g->sms * g->core_ghz; /* billions a second, of all SMs */
    g->peak[LAB_PEAK_FLOAT] = cycles * g->cores_per_sm * 2;
    g->peak[LAB_PEAK_DOUBLE] = g->peak[LAB_PEAK_FLOAT] / lab_float_to_double(g->major, g->minor);
    g->peak[LAB_PEAK_POPC] = cycles * 16 * 64;
    g->peak[LAB_PEAK_BIT_TENSOR] = g->major == 9 && g->minor == 0 ? cycles * 65536 : 0;
}

static inline cudaError_t lab_gpu_facts(struct lab_gpu *g)
{
    struct cudaDeviceProp p;
    size_t available = 0, total;
    int device, value;
    memset(g, 0, sizeof *g);
    cudaError_t error = cudaGetDevice(&device);
    error = error ? error : cudaGetDeviceProperties(&p, device);
    error = error ? error : cudaMemGetInfo(&available, &total);
    error = error ? error : cudaGetDeviceCount(&g->count);
#ifndef LAB_EMULATOR
    error = error ? error : cudaDeviceGetPCIBusId(g->bus, sizeof g->bus, device);
#endif
    if (error != cudaSuccess)
        return error;
    snprintf(g->name, sizeof g->name, "%s", p.name);
    g->major = p.major;
    g->minor = p.minor;
    g->sms = p.multiProcessorCount;
    g->cores_per_sm = lab_cores_per_sm(p.major, p.minor);
    g->l2_bytes = p.l2CacheSize;
    g->memory_bytes = (double)p.totalGlobalMem;
    g->free_bytes = (double)available;
    if (cudaDeviceGetAttribute(&value, cudaDevAttrClockRate, device) == cudaSuccess)
        g->core_ghz = value / 1e6;
    if (cudaDeviceGetAttribute(&value, cudaDevAttrMemoryClockRate, device) == cudaSuccess)
        g->memory_ghz = value / 1e6;
    if (cudaDeviceGetAttribute(&value, cudaDevAttrGlobalMemoryBusWidth, device) == cudaSuccess)
        g->bus_bits = value;
    g->peak_gbytes = g->memory_ghz * 2 * g->bus_bits / 8;
    lab_peaks(g);
    return cudaSuccess;
}

/* Document 001's bands for the share of the theoretical bandwidth. */
static inline const char *lab_band(double percent)
{
    return percent >= 75 ? "excellent" : percent >= 60 ? "good" : percent >= 40 ? "okay" : "";
}

/* The best of so many launches in milliseconds, by events, the first ones not counted; 0 if none
 * could be timed. */
template <class Launch> static inline float lab_best_ms(int launches, int first, Launch launch)
{
    cudaEvent_t begin, end;
    float ms, best = 0;
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    for (int i = 0; i < launches; i++) {
        cudaEventRecord(begin, 0);
        launch();
        cudaEventRecord(end, 0);
        cudaEventSynchronize(end);
        if (cudaEventElapsedTime(&ms, begin, end) == cudaSuccess && i >= first &&
            (best == 0 || ms < best))
            best = ms;
    }
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
    return best;
}

/* What a plain copy inside the device reaches, in GB/s read plus written: the practical ceiling. 0
 * if it cannot be measured. */
static inline double lab_copy_gbytes(void)
{
    size_t bytes = (size_t)512 << 20, available = 0, total = 0;
    char *from = NULL, *to = NULL;
    float best = 0;
    cudaMemGetInfo(&available, &total);
    while (bytes > total / 8)
        bytes /= 2;
    if (cudaMalloc((void **)&from, bytes) == cudaSuccess &&
        cudaMalloc((void **)&to, bytes) == cudaSuccess) {
        cudaMemset(from, 1, bytes);
        best = lab_best_ms(12, 2,
                           [&] { cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, 0); });
    }
    cudaFree(from);
    cudaFree(to);
    cudaGetLastError();
    return best > 0 ? 2.0 * bytes / best / 1e6 : 0;
}

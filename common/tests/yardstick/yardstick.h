/* What the yardstick programs share on the host side: inputs that every machine makes alike, and
 * exact checks.
 *
 * A yardstick program launches kernels whose counters were recorded with Nsight Compute on a GPU;
 * the emulator runs the same file and must count the same. So the programs are deterministic,
 * their values are small integers (every sum is exact in any order) and their launches come in a
 * fixed order, which is how the two records are paired. */
#pragma once

#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TRY(call) yardstick_try((call), #call, __FILE__, __LINE__)

static int yardstick_passed, yardstick_failed;

static inline void yardstick_try(cudaError_t error, const char *call, const char *file, int line)
{
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "%s:%d: %s: %s\n", file, line, call, cudaGetErrorString(error));
    exit(2);
}

/* The argument at `position`, or `fallback` where the command line is shorter. */
static inline int argument_or(int argc, char **argv, int position, int fallback)
{
    int value = argc > position ? atoi(argv[position]) : fallback;
    if (value <= 0) {
        fprintf(stderr, "%s: argument %d must be a positive number\n", argv[0], position);
        exit(2);
    }
    return value;
}

static inline void *host_bytes(size_t bytes)
{
    void *memory = malloc(bytes);
    if (!memory) {
        fprintf(stderr, "no memory for %zu bytes\n", bytes);
        exit(2);
    }
    return memory;
}

/* A well-mixed 32-bit number for each index; the kernels use it too. */
__host__ __device__ static inline unsigned mix(unsigned index)
{
    index ^= index >> 16;
    index *= 0x7feb352du;
    index ^= index >> 15;
    index *= 0x846ca68bu;
    return index ^ index >> 16;
}

/* count floats, integers in [-8, 8]. */
static inline float *small_floats(size_t count, unsigned seed)
{
    float *values = (float *)host_bytes(count * sizeof *values);
    for (size_t i = 0; i < count; i++)
        values[i] = (float)((int)(mix((unsigned)i + seed) % 17) - 8);
    return values;
}

static inline void *to_device(const void *host, size_t bytes)
{
    void *device;
    TRY(cudaMalloc(&device, bytes));
    TRY(cudaMemcpy(device, host, bytes, cudaMemcpyHostToDevice));
    return device;
}

/* Device memory filled with a pattern that no kernel here writes. */
static inline void *device_poison(size_t bytes)
{
    void *device;
    TRY(cudaMalloc(&device, bytes));
    TRY(cudaMemset(device, 0x5a, bytes));
    return device;
}

/* Compares device memory with what the host worked out, bit for bit. */
static inline void expect(const char *kernel, const void *device, const void *expected,
                          size_t bytes)
{
    unsigned char *found = (unsigned char *)host_bytes(bytes);
    TRY(cudaGetLastError());
    TRY(cudaDeviceSynchronize());
    TRY(cudaMemcpy(found, device, bytes, cudaMemcpyDeviceToHost));
    size_t at = 0;
    while (at < bytes && found[at] == ((const unsigned char *)expected)[at])
        at++;
    if (at == bytes) {
        yardstick_passed++;
    } else {
        yardstick_failed++;
        printf("%s: wrong from byte %zu of %zu on\n", kernel, at, bytes);
    }
    free(found);
}

static inline int yardstick_end(void)
{
    printf("%d passed, %d failed\n", yardstick_passed, yardstick_failed);
    return yardstick_failed > 0;
}

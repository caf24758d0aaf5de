/* What the test programs share: every CUDA call is checked, every result compared, the exit status
 * says the outcome. Plain CUDA: the programs run on a GPU (nvcc) as in the emulator. */
#pragma once

#include <stdio.h>
#include <stdlib.h>

#define CHECK(call)                                                                                \
    do {                                                                                           \
        cudaError_t error_ = (call);                                                               \
        if (error_ != cudaSuccess) {                                                               \
            fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call,                          \
                    cudaGetErrorString(error_));                                                   \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

static int failures;

#define EXPECT(condition)                                                                          \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            failures++;                                                                            \
            if (failures <= 10)                                                                    \
                fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);            \
        }                                                                                          \
    } while (0)

static inline int finish(const char *name)
{
    printf("%s: %s\n", name, failures ? "WRONG" : "ok");
    return failures != 0;
}

/* What the planted bugs share. Each file is a program; its argument names one bug, or one right
 * but odd-looking kernel, and only that runs. A line that a finding must name carries the comment
 * "BUG: kind id" (two lines where either of a pair of accesses may be blamed); expected.txt lists
 * every id. Nothing here is copied: these are mistakes that learners make. */
#pragma once

#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* SPECIMEN(id) { … } is what a program does for one of them. */
struct specimen {
    const char *id;
    void (*run)(void);
    struct specimen *next;
    specimen(const char *id, void (*run)(void));
};
#define SPECIMEN(id)                                                                               \
    static void run_##id(void);                                                                    \
    static struct specimen specimen_##id(#id, run_##id);                                           \
    static void run_##id(void)

static struct specimen *specimens, **last_specimen = &specimens;

inline specimen::specimen(const char *id, void (*run)(void)) : id(id), run(run), next(NULL)
{
    *last_specimen = this;
    last_specimen = &next;
}

/* count zeros on the device, or count times `value`. */
static inline float *device_floats(size_t count, float value)
{
    float *host = (float *)malloc(count * sizeof *host), *device = NULL;
    for (size_t i = 0; i < count; i++)
        host[i] = value;
    cudaMalloc((void **)&device, count * sizeof *device);
    cudaMemcpy(device, host, count * sizeof *device, cudaMemcpyHostToDevice);
    free(host);
    return device;
}

static inline int *device_ints(size_t count, int value)
{
    int *host = (int *)malloc(count * sizeof *host), *device = NULL;
    for (size_t i = 0; i < count; i++)
        host[i] = value;
    cudaMalloc((void **)&device, count * sizeof *device);
    cudaMemcpy(device, host, count * sizeof *device, cudaMemcpyHostToDevice);
    free(host);
    return device;
}

/* Runs the specimen named on the command line; lists them without an argument. Says how CUDA
 * ended; exit status 0 unless there is no such specimen. */
int main(int argc, char **argv)
{
    for (const struct specimen *s = specimens; s; s = s->next) {
        if (argc < 2) {
            puts(s->id);
        } else if (!strcmp(s->id, argv[1])) {
            s->run();
            cudaError_t launch = cudaGetLastError(), end = cudaDeviceSynchronize();
            printf("%s: %s, %s\n", s->id, cudaGetErrorString(launch), cudaGetErrorString(end));
            return 0;
        }
    }
    if (argc < 2)
        return 0;
    fprintf(stderr, "no such specimen: %s\n", argv[1]);
    return 2;
}

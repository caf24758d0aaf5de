/* Lab 01: a first kernel, y = A x with one thread per row, and a whole CUDA program.
 * docs/01_naive_gemv.md explains, `make run LAB=01` checks, `make hint LAB=01` helps. */
#include "lab.h"

#if LAB_STEP(0)
/* Step 0: a[i] += 1 for every i below count. One thread does it for one element. */
__global__ void add_one(float *a, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x; /* this thread's number in the whole grid */
    if (i < count) {
        /* TODO 1: add one to element i. */
    }
}

/* a: count floats in device memory. */
void launch_add_one(float *a, int count)
{
    add_one<<<(count - 1) / 256 + 1, 256>>>(a, count); /* blocks of 256 threads, rounded up */
}
#endif

#if LAB_STEP(1)
/* Step 1: one thread computes one element of y, the sum over its row of A(row, col) * x(col). */
__global__ void gemv_naive(const float *A, const float *x, float *y, int m, int n)
{
    /* TODO 2: compute this thread's row. Stop if there is no such row. */
    /* TODO 3: add up in a local variable, and store the sum in y once. With m = n = 65536, row * n
     * is too large for an int. */
}

/* A, x and y are in device memory. A is m x n, row-major. */
void launch_gemv_naive(const float *A, const float *x, float *y, int m, int n)
{
    /* TODO 4: launch enough blocks of 128 threads for m rows, for every m. */
}
#endif

/* The kernel that steps 2 and 3 launch. */
__global__ void increase(float *a, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        a[i] += 1.0f;
}

#if LAB_STEP(2)
/* Step 2: the host's part of step 0. a: m x n floats in HOST memory, each to be increased by one,
 * by the kernel above. In all later labs the labs' program allocates and copies. */
void launch_host_program(float *a, int m, int n)
{
    /* TODO 5: allocate device memory for m * n floats, and copy a there. */
    /* TODO 6: launch `increase` on the device memory, with a thread for each element. */
    /* TODO 7: copy the result back to a. Free the device memory. */
}
#endif

#if LAB_STEP(3)
/* Step 3, optional: the same, but no error is missed, and the kernel is timed. *ms: the kernel's
 * time in milliseconds. Returns cudaSuccess, or the first error that any call returned. In both
 * cases all device memory and events are freed. */
cudaError_t launch_checked_program(float *a, int m, int n, float *ms)
{
    cudaError_t error = cudaSuccess;
    /* TODO 8: as step 2, with the launch between two events; then wait, and get the time. Each
     * call returns a cudaError_t. After the first that is not cudaSuccess, skip the rest, but still
     * free the memory and destroy the events. */
    return error;
}
#endif

LAB_MAIN(01_naive_gemv)

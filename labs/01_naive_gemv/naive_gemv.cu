/* Lab 01: a first CUDA program, then y = A x with one thread per row.
 * docs/01_naive_gemv.md explains, `make run LAB=01` checks, `make hint LAB=01` helps. */
#include "lab.h"

#if LAB_STEP(0)
/* Step 0: a[i] += 1 for every element of an m x n matrix: the smallest whole CUDA program. From
 * here on somebody else allocates and copies; here, once, it is you. */
__global__ void add_one(float *a, int count)
{
    /* TODO 1: this thread's index among all threads of the grid; add one to that element, if
     * there is one. */
}

/* a: m x n floats in HOST memory. *ms: the kernel's time in milliseconds. Returns cudaSuccess, or
 * the first error that any call returned; either way no device memory and no event is left. */
cudaError_t launch_add_one(float *a, int m, int n, float *ms)
{
    cudaError_t error = cudaSuccess;
    /* TODO 2: allocate device memory, copy a to it, launch add_one between two events, wait, ask
     * for the time, copy back, free, destroy the events. Each call returns a cudaError_t: after the
     * first that is not cudaSuccess, skip the rest, but still free and destroy. */
    return error;
}
#endif

#if LAB_STEP(1)
/* Step 1: one thread computes one element of y: it walks along its row of A and along x. */
__global__ void gemv_naive(const float *A, const float *x, float *y, int m, int n)
{
    /* TODO 3: this thread's row; stop if it is past the last one. */
    /* TODO 4: accumulate the dot product in a register; store it once. (row * n can exceed an
     * int: think of m = n = 65536.) */
}

/* Device pointers; A is m x n, row-major. */
void launch_gemv_naive(const float *A, const float *x, float *y, int m, int n)
{
    /* TODO 5: enough blocks for m rows, whatever m is. */
}
#endif

LAB_MAIN(01_naive_gemv)

/* Lab 01: a first CUDA program, then y = A x with one thread per row.
 * docs/01_naive_gemv.md explains, `make run LAB=01` checks, `make hint LAB=01` helps. */
#include "lab.h"

#if LAB_STEP(0)
/* Step 0: a[i] += 1 for every element of an m x n matrix. This step is a whole CUDA program: you
 * allocate and copy. In all later steps the labs' program does that. */
__global__ void add_one(float *a, int count)
{
    /*{ TODO 1: compute this thread's index among all threads of the grid. Add one to that element,
     * if it exists. */
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        a[i] += 1.0f;
    /*}*/
}

/* a: m x n floats in HOST memory. *ms: the kernel's time in milliseconds. Returns cudaSuccess, or
 * the first error that any call returned. In both cases all device memory and events are freed. */
cudaError_t launch_add_one(float *a, int m, int n, float *ms)
{
    cudaError_t error = cudaSuccess;
    /*{ TODO 2: allocate device memory, copy a to it, launch add_one between two events, wait, get
     * the time, copy back, free the memory, destroy the events. Each call returns a cudaError_t.
     * After the first that is not cudaSuccess, skip the rest, but still free and destroy. */
    int count = m * n;
    size_t bytes = count * sizeof(float);
    float *device = NULL;
    cudaEvent_t begin = NULL, end = NULL;

    error = cudaMalloc((void **)&device, bytes);
    if (error == cudaSuccess)
        error = cudaMemcpy(device, a, bytes, cudaMemcpyHostToDevice);
    if (error == cudaSuccess)
        error = cudaEventCreate(&begin);
    if (error == cudaSuccess)
        error = cudaEventCreate(&end);
    if (error == cudaSuccess)
        error = cudaEventRecord(begin, 0);
    if (error == cudaSuccess) {
        add_one<<<(count - 1) / 256 + 1, 256>>>(device, count);
        error = cudaGetLastError(); /* a launch returns nothing: a bad one shows here */
    }
    if (error == cudaSuccess)
        error = cudaEventRecord(end, 0);
    if (error == cudaSuccess)
        error = cudaEventSynchronize(end); /* the launch only queued the kernel */
    if (error == cudaSuccess)
        error = cudaEventElapsedTime(ms, begin, end);
    if (error == cudaSuccess)
        error = cudaMemcpy(a, device, bytes, cudaMemcpyDeviceToHost);
    if (begin)
        cudaEventDestroy(begin);
    if (end)
        cudaEventDestroy(end);
    cudaFree(device); /* freeing NULL is allowed and does nothing */
    /*}*/
    return error;
}
#endif

#if LAB_STEP(1)
/* Step 1: one thread computes one element of y, the sum over its row of A(row, col) * x(col). */
__global__ void gemv_naive(const float *A, const float *x, float *y, int m, int n)
{
    /*{ TODO 3: compute this thread's row. Stop if there is no such row. */
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= m)
        return;
    /*}*/
    /*{ TODO 4: add up in a local variable, and store the sum in y once. With m = n = 65536, row * n
     * is too large for an int. */
    float sum = 0;
    for (int col = 0; col < n; col++)
        sum += A[(size_t)row * n + col] * x[col];
    y[row] = sum;
    /*}*/
}

/* A, x and y are in device memory. A is m x n, row-major. */
void launch_gemv_naive(const float *A, const float *x, float *y, int m, int n)
{
    /*{ TODO 5: launch enough blocks for m rows, for every m. */
    const int threads = 128; /* whole warps; small blocks spread few rows over many SMs */
    gemv_naive<<<(m - 1) / threads + 1, threads>>>(A, x, y, m, n);
    /*}*/
}
#endif

LAB_MAIN(01_naive_gemv)

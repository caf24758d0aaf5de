/* Lab 03: x in constant memory, where one read serves all lanes of a warp.
 * docs/03_constant_gemv.md explains, `make run LAB=03` checks, `make hint LAB=03` helps. */
#include "lab.h"

/* `make sweep LAB=03` varies these constants. The comment begins with the values that it tries. */
#ifndef BLOCK
#define BLOCK 128 /* 32 64 128 256 512; threads in a block */
#endif
#ifndef UNROLL
#define UNROLL 32 /* 1 4 8 16 32 64; columns that a thread loads before it waits */
#endif
#ifndef CHUNK
#define CHUNK 16384 /* 1024 4096 16384; step 2: elements of x in one launch */
#endif
enum { at_once = UNROLL }; /* a #pragma expands no macros, but knows constants */

/* 64 KiB are all the constant memory that a program can declare, so both steps use this array. */
__constant__ float constant_x[16384];
static_assert(CHUNK >= 1 && CHUNK <= 16384, "a chunk of x must fit into constant memory");

#if LAB_STEP(1)
/* Step 1: x needs no load instruction and no register. And a thread has twice as many loads of A
 * under way as in lab 02, because UNROLL is 32. */
__global__ void __launch_bounds__(BLOCK, 1)
    gemv_constant(const float *A, long lda, float *y, long m, long n)
{
    /*{ TODO 1: do as in step 2 of lab 02, with one row per thread and x from constant memory. */
    long row = blockIdx.x * (long)blockDim.x + threadIdx.x;
    if (row >= m)
        return;
    float sum = 0;
#pragma unroll at_once
    for (long col = 0; col < n; col++)
        sum += A[col * lda + row] * constant_x[col];
    y[row] = sum;
    /*}*/
}

/* The labs' program calls this before the launches, and times it apart from them. x: n <= 16384
 * elements in device memory. */
void prepare_gemv_constant(const float *x, int n)
{
    /*{ TODO 2: copy x to the symbol constant_x. Both are in device memory. */
    cudaMemcpyToSymbol(constant_x, x, n * sizeof(float), 0, cudaMemcpyDeviceToDevice);
    /*}*/
}

/* All pointers are device pointers. A is m x n, column-major, with columns lda elements apart. x is
 * what prepare_gemv_constant got. */
void launch_gemv_constant(const float *A, int lda, const float *x, float *y, int m, int n)
{
    /*{ TODO 3: launch enough blocks of BLOCK threads for m rows. The kernel does not need x. */
    gemv_constant<<<(m - 1) / BLOCK + 1, BLOCK>>>(A, lda, y, m, n);
    /*}*/
}
#endif

#if LAB_STEP(2)
/* Step 2: any n. Each launch multiplies the columns that belong to one chunk of x. All launches but
 * the first add to the sums in y. */
__global__ void __launch_bounds__(BLOCK, 1)
    gemv_constant_chunk(const float *A, long lda, float *y, long m, long n, bool first)
{
    /*{ TODO 4: do as in step 1, for the n columns of this chunk. The sum starts from 0 in the first
     * chunk, and from y in all others. */
    long row = blockIdx.x * (long)blockDim.x + threadIdx.x;
    if (row >= m)
        return;
    float sum = first ? 0 : y[row];
#pragma unroll at_once
    for (long col = 0; col < n; col++)
        sum += A[col * lda + row] * constant_x[col];
    y[row] = sum;
    /*}*/
}

/* Pointers and A as in step 1. The copies to constant_x belong to the launch, and to its time. */
void launch_gemv_constant_chunks(const float *A, int lda, const float *x, float *y, int m, int n)
{
    /*{ TODO 5: for each CHUNK elements of x, copy them to constant_x, then launch the kernel on
     * their columns of A. Copies and kernels in one stream run in order, so you need not wait. */
    for (long start = 0; start < n; start += CHUNK) {
        long count = n - start < CHUNK ? n - start : CHUNK;
        cudaMemcpyToSymbolAsync(constant_x, x + start, count * sizeof(float), 0,
                                cudaMemcpyDeviceToDevice, 0);
        gemv_constant_chunk<<<(m - 1) / BLOCK + 1, BLOCK>>>(A + start * lda, lda, y, m, count,
                                                            start == 0);
    }
    /*}*/
}
#endif

LAB_MAIN(03_constant_gemv)

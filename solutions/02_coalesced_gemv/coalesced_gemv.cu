/* Lab 02: y = A x with A stored by columns, so that adjacent threads read adjacent addresses.
 * docs/02_coalesced_gemv.md explains, `make run LAB=02` checks, `make hint LAB=02` helps. */
#include "lab.h"

/* `make sweep LAB=02` varies these constants. The comment begins with the values that it tries. */
#ifndef BLOCK
#define BLOCK 128 /* 32 64 128 256 512 1024; threads in a block */
#endif
#ifndef UNROLL
#define UNROLL 16 /* 1 2 4 8 16 32 64; step 2: columns that a thread loads before it waits */
#endif
#ifndef ROWS
#define ROWS 1 /* 1 2 4; step 2: rows that a thread computes, one after another */
#endif
enum { at_once = UNROLL }; /* a #pragma expands no macros, but knows constants */

#if LAB_STEP(1)
/* Step 1: one thread per row. At each column, the 32 rows of a warp are adjacent in memory: one
 * request is for 128 consecutive bytes, 4 sectors in place of 32. lda: elements from one column to
 * the next, at least m. */
__global__ void gemv_coalesced(const float *A, long lda, const float *x, float *y, long m, long n)
{
    /*{ TODO 1: compute this thread's row. Stop if there is no such row. Add up along the columns,
     * and store the sum once. In a column-major matrix, element (row, col) is col columns of lda
     * elements, and row more elements, from the start. */
    long row = blockIdx.x * (long)blockDim.x + threadIdx.x;
    if (row >= m)
        return;
    float sum = 0;
    for (long col = 0; col < n; col++)
        sum += A[col * lda + row] * x[col];
    y[row] = sum;
    /*}*/
}

/* All pointers are device pointers. A is m x n, column-major, with columns lda elements apart. */
void launch_gemv_coalesced(const float *A, int lda, const float *x, float *y, int m, int n)
{
    /*{ TODO 2: launch enough blocks of BLOCK threads for m rows. */
    gemv_coalesced<<<(m - 1) / BLOCK + 1, BLOCK>>>(A, lda, x, y, m, n);
    /*}*/
}
#endif

#if LAB_STEP(2)
/* Step 2: the same threads load the same bytes, but each thread loads UNROLL columns before it
 * waits for the first of them. __launch_bounds__ says that one block on each SM is enough, so that
 * the compiler may give a thread the registers for these loads. */
__global__ void __launch_bounds__(BLOCK, 1)
    gemv_unrolled(const float *A, long lda, const float *x, float *y, long m, long n)
{
    /*{ TODO 3: do as in step 1, but unroll the loop over the columns with `#pragma unroll at_once`.
     * If the grid has fewer threads than there are rows, a thread continues with the row that is
     * one grid width further, until there is none. */
    long width = gridDim.x * (long)blockDim.x;
    for (long row = blockIdx.x * (long)blockDim.x + threadIdx.x; row < m; row += width) {
        float sum = 0;
#pragma unroll at_once
        for (long col = 0; col < n; col++)
            sum += A[col * lda + row] * x[col];
        y[row] = sum;
    }
    /*}*/
}

void launch_gemv_unrolled(const float *A, int lda, const float *x, float *y, int m, int n)
{
    /*{ TODO 4: launch enough blocks of BLOCK threads if each thread computes ROWS rows. */
    gemv_unrolled<<<(m - 1) / (BLOCK * ROWS) + 1, BLOCK>>>(A, lda, x, y, m, n);
    /*}*/
}
#endif

LAB_MAIN(02_coalesced_gemv)

/* Lab 02: y = A x with A stored by columns, so that neighbouring threads read neighbouring
 * addresses.
 * docs/02_coalesced_gemv.md explains, `make run LAB=02` checks, `make hint LAB=02` helps. */
#include "lab.h"

/* What `make sweep LAB=02` varies: after each constant the values that it tries. */
#ifndef BLOCK
#define BLOCK 128 /* 32 64 128 256 512 1024; threads in a block: small ones spread few rows wide */
#endif
#ifndef UNROLL
#define UNROLL 16 /* 1 2 4 8 16 32 64; step 2: columns that a thread asks for before it waits */
#endif
#ifndef ROWS
#define ROWS 1 /* 1 2 4; step 2: rows that a thread computes, one after another */
#endif
enum { at_once = UNROLL }; /* a #pragma sees constants, but no macros */

#if LAB_STEP(1)
/* Step 1: still one thread per row, but at every column the 32 rows of a warp lie side by side: one
 * request for 128 consecutive bytes instead of 32 requests for 4 bytes each. lda: elements from one
 * column to the next, at least m. */
__global__ void gemv_coalesced(const float *A, long lda, const float *x, float *y, long m, long n)
{
    /* TODO 1: this thread's row; stop if it is past the last one. Walk along the columns; store
     * the sum once. Element (row, col) of a column-major matrix lies col columns, each lda long,
     * and row elements from its start. */
}

/* Device pointers; A is m x n, column-major, columns lda elements apart. */
void launch_gemv_coalesced(const float *A, int lda, const float *x, float *y, int m, int n)
{
    /* TODO 2: enough blocks of BLOCK threads for m rows. */
}
#endif

#if LAB_STEP(2)
/* Step 2: the same bytes by the same threads, but each asks for UNROLL columns before it waits for
 * the first of them: waiting is what step 1 does most. The bounds say that one block on each SM is
 * enough, so that the compiler may give a thread the registers that this takes. */
__global__ void __launch_bounds__(BLOCK, 1)
    gemv_unrolled(const float *A, long lda, const float *x, float *y, long m, long n)
{
    /* TODO 3: as in step 1, but let the compiler unroll the loop over the columns UNROLL times.
     * Rows that lie beyond the whole grid are the same thread's next ones: it goes on, a grid's
     * width further, until there are none. */
}

void launch_gemv_unrolled(const float *A, int lda, const float *x, float *y, int m, int n)
{
    /* TODO 4: enough blocks of BLOCK threads if each thread computes ROWS rows. */
}
#endif

LAB_MAIN(02_coalesced_gemv)

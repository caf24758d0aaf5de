/* Lab 03: x in constant memory, where a whole warp gets the same element in one go.
 * docs/03_constant_gemv.md explains, `make run LAB=03` checks, `make hint LAB=03` helps. */
#include "lab.h"

/* What `make sweep LAB=03` varies: after each constant the values that it tries. */
#ifndef BLOCK
#define BLOCK 128 /* 32 64 128 256 512; threads in a block */
#endif
#ifndef UNROLL
#define UNROLL 32 /* 1 4 8 16 32 64; columns that a thread asks for before it waits */
#endif
#ifndef CHUNK
#define CHUNK 16384 /* 1024 4096 16384; step 2: elements of x in one launch */
#endif
enum { at_once = UNROLL }; /* a #pragma sees constants, but no macros */

/* 64 KiB: all the constant memory that a program may declare, so that both steps share it. */
__constant__ float constant_x[16384];
static_assert(CHUNK >= 1 && CHUNK <= 16384, "a chunk of x must fit into constant memory");

#if LAB_STEP(1)
/* Step 1: x takes neither a load of its own beside each element of A nor a register to arrive in.
 * With the same registers as lab 02, a thread can have twice as many loads of A under way. */
__global__ void __launch_bounds__(BLOCK, 1)
    gemv_constant(const float *A, long lda, float *y, long m, long n)
{
    /* TODO 1: as lab 02's second step, one row per thread, with x from constant memory. */
}

/* Called before the launches below, and not timed with them. x: n <= 16384 elements on the
 * device. */
void prepare_gemv_constant(const float *x, int n)
{
    /* TODO 2: copy x, which is on the device, to the symbol constant_x, which is there too. */
}

/* Device pointers; A is m x n, column-major, columns lda elements apart; x is what
 * prepare_gemv_constant saw. */
void launch_gemv_constant(const float *A, int lda, const float *x, float *y, int m, int n)
{
    /* TODO 3: enough blocks of BLOCK threads for m rows; the kernel needs no pointer to x. */
}
#endif

#if LAB_STEP(2)
/* Step 2: any n. Each launch multiplies the columns that belong to one chunk of x; all but the
 * first add to what y holds. */
__global__ void __launch_bounds__(BLOCK, 1)
    gemv_constant_chunk(const float *A, long lda, float *y, long m, long n, bool first)
{
    /* TODO 4: as step 1, for the n columns of A that match constant_x. The sum starts where the
     * chunk before this one ended. */
}

/* Nothing is prepared here: the copies belong to the launch, and to its time. */
void launch_gemv_constant_chunks(const float *A, int lda, const float *x, float *y, int m, int n)
{
    /* TODO 5: for every CHUNK elements of x: copy them to constant_x, then launch the kernel on
     * their columns of A. A copy must not overtake the kernel that still reads the chunk before: in
     * one stream nothing overtakes, so no waiting is needed. */
}
#endif

LAB_MAIN(03_constant_gemv)

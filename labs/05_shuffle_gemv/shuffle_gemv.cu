/* Lab 05: lanes of a warp hand each other registers; then a row-major A at the speed of memory.
 * docs/05_shuffle_gemv.md explains, `make run LAB=05` checks, `make hint LAB=05` helps. */
#include "lab.h"

/* What `make sweep LAB=05` varies: after each constant the values that it tries. */
#ifndef BLOCK
#define BLOCK 256 /* 64 128 256 512 1024; steps 2 to 4: threads in a block */
#endif
#ifndef UNROLL
#define UNROLL 8 /* 1 2 4 8 16; steps 2 to 3: loads of A that a thread asks for before it waits */
#endif
#ifndef VECTORS
#define VECTORS 4 /* 1 2 4 8; step 4: the same, for loads of 16 bytes */
#endif
/* a #pragma sees constants, but no macros */
enum { at_once = UNROLL, vectors_at_once = VECTORS };

#define WARP      32
#define ALL_LANES 0xffffffffu
static_assert(BLOCK % WARP == 0 && BLOCK <= 1024, "a block is made of at most 32 whole warps");

#if LAB_STEP(1)
/* Step 1: column-major once more. Each lane fetches one element of x; the warp then needs 32
 * columns of no other load than A's, since lane i hands its element to all when column i is due. */
__global__ void __launch_bounds__(128, 1)
    gemv_broadcast(const float *A, long lda, const float *x, float *y, long m, long n)
{
    /* TODO 1: this thread's row and its lane. A shuffle needs every lane that its mask names, so a
     * thread past the last row must not leave: let it read the last row, and not store. */
    /* TODO 2: 32 columns at a time: fetch this lane's element of x (if there is one), then take
     * each lane's in turn. Do the last columns, fewer than 32, on their own: then the loop over
     * whole groups has a fixed length, and unrolls. */
}

/* Device pointers; A is m x n, column-major, columns lda elements apart. */
void launch_gemv_broadcast(const float *A, int lda, const float *x, float *y, int m, int n)
{
    /* TODO 3: enough blocks for m rows; 128 threads each. */
}
#endif

#if LAB_STEP(2)
/* Step 2: A is row-major from here on. A warp takes a row: its lanes read neighbouring elements,
 * each keeps a sum of its own, and five rounds of shuffles add the 32 sums. 32 times as many
 * threads as rows, so memory has enough to do. */
__global__ void gemv_warp(const float *A, const float *x, float *y, long m, long n)
{
    /* TODO 4: this warp's row (the same for all its lanes, so that they stop together); each lane
     * sums every 32nd column. */
    /* TODO 5: add the sum of the lane 16 further on, then 8, 4, 2, 1; lane 0 stores. */
}

/* Device pointers; A is m x n, row-major. */
void launch_gemv_warp(const float *A, const float *x, float *y, int m, int n)
{
    /* TODO 6: enough blocks of BLOCK threads for m warps. */
}
#endif

#if LAB_STEP(3)
/* Step 3: a block takes a row. Its warps reduce as before, then the first warp reduces their sums,
 * which pass through shared memory. Few rows or very long ones keep every SM busy, too. */
__global__ void gemv_block(const float *A, const float *x, float *y, long n)
{
    /* TODO 7: each thread sums every BLOCKth column of the block's row; each warp reduces; its
     * lane 0 leaves the sum in shared memory, which has room for one sum of each warp. */
    /* TODO 8: when all have, the first warp reduces those BLOCK / 32 sums; lane 0 stores. */
}

void launch_gemv_block(const float *A, const float *x, float *y, int m, int n)
{
    /* TODO 9: one block of BLOCK threads for each row. */
}
#endif

#if LAB_STEP(4)
/* Step 4: four elements in one load, and VECTORS such loads under way: a quarter of the requests
 * for the same bytes. A load of 16 bytes needs an address that is a multiple of 16. Row r
 * starts r n elements into A, so n must be a multiple of 4. */
__global__ void gemv_vector(const float *A, const float *x, float *y, long n)
{
    /* TODO 10: the block's row and x as float4, if n allows it; what is left (all of it, if not)
     * element by element. A is read once: __ldcs() as in lab 04. */
    /* TODO 11: reduce as in step 3. */
}

/* Here A and x start on a multiple of 256 bytes, as cudaMalloc gives; in all other steps of labs 01
 * to 08, pointers are multiples of their elements' size only. A is m x n, row-major. */
void launch_gemv_vector(const float *A, const float *x, float *y, int m, int n)
{
    /* TODO 12: one block of BLOCK threads for each row. */
}
#endif

LAB_MAIN(05_shuffle_gemv)

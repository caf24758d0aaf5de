/* Lab 04: x in shared memory, tile by tile; then enough threads for all SMs.
 * docs/04_shared_gemv.md explains, `make run LAB=04` checks, `make hint LAB=04` helps. */
#include "lab.h"

/* What `make sweep LAB=04` varies: after each constant the values that it tries. */
#ifndef BLOCK
#define BLOCK 128 /* 32 64 128 256 512; steps 1 to 2: threads in a block */
#endif
#ifndef UNROLL
#define UNROLL 64 /* 1 4 16 32 64; step 1: columns for which a thread loads A before it waits */
#endif
#ifndef TILE
#define TILE 4096 /* 128 512 1024 4096; step 1: elements of x that shared memory holds at a time */
#endif
#ifndef PART
#define PART 64 /* 32 64 128 256 512; step 2: columns that one block takes */
#endif
#ifndef PART_UNROLL
#define PART_UNROLL 16 /* 1 4 8 16 32; step 2: as UNROLL */
#endif
#ifndef GROUPS
#define GROUPS 32 /* 8 16 32; step 3: warps of a block, among which the columns are divided */
#endif
#ifndef GROUP_UNROLL
#define GROUP_UNROLL 16 /* 4 8 16 32; step 3: as UNROLL */
#endif
/* For `#pragma unroll at_once`, as in lab 02. A #pragma accepts constants, but no macros. */
enum { at_once = UNROLL, part_at_once = PART_UNROLL, group_at_once = GROUP_UNROLL };

static_assert(TILE * sizeof(float) <= 48 * 1024, "a block has 48 KiB of shared memory");

#if LAB_STEP(1)
/* Step 1: the block fetches a tile of x once, and all its threads read it from shared memory. Any n
 * fits, and no copy comes before the launch. With a large tile, the threads rarely wait for each
 * other. */
__global__ void __launch_bounds__(BLOCK, 1)
    gemv_shared(const float *A, long lda, const float *x, float *y, long m, long n)
{
    /*{ TODO 1: declare TILE elements of x in shared memory, and compute this thread's row. If there
     * is no such row, the thread has no sum, but it still fetches its share and comes to the
     * barriers. */
    __shared__ float tile[TILE];
    long row = blockIdx.x * (long)blockDim.x + threadIdx.x;
    float sum = 0;
    /*}*/
    /*{ TODO 2: for every TILE columns (the last tile may be shorter): fetch that part of x with all
     * threads, wait, use it, and wait again before the next tile overwrites it. Unroll the loop
     * that uses it with at_once. Store the sum. */
    for (long start = 0; start < n; start += TILE) {
        int count = n - start < TILE ? n - start : TILE;
        for (int i = threadIdx.x; i < count; i += blockDim.x)
            tile[i] = x[start + i];
        __syncthreads();
        if (row < m) {
            const float *a = A + start * lda + row;
#pragma unroll at_once
            for (int i = 0; i < count; i++)
                sum += a[i * lda] * tile[i];
        }
        __syncthreads();
    }
    if (row < m)
        y[row] = sum;
    /*}*/
}

/* Device pointers; A is m x n, column-major, columns lda elements apart. */
void launch_gemv_shared(const float *A, int lda, const float *x, float *y, int m, int n)
{
    /*{ TODO 3: launch enough blocks of BLOCK threads for m rows. */
    gemv_shared<<<(m - 1) / BLOCK + 1, BLOCK>>>(A, lda, x, y, m, n);
    /*}*/
}
#endif

#if LAB_STEP(2)
/* Step 2: m threads are too few, so the columns are divided, too. Block (i, j) takes the rows of
 * block i and part j of the columns, and adds its sums to y. Several blocks add to the same
 * element, so they must add atomically, and y must be zero before the first of them. */
__global__ void gemv_split(const float *A, long lda, const float *x, float *y, long m, long n)
{
    /*{ TODO 4: do as in step 1, with PART columns at a time. Start at part blockIdx.y and advance
     * by gridDim.y parts. Add the sum to y[row] atomically, once. A is read only once: load it with
     * __ldcs(&A[...]), and the caches evict it first. Unroll with part_at_once. */
    __shared__ float tile[PART];
    long row = blockIdx.x * (long)blockDim.x + threadIdx.x;
    float sum = 0;
    for (long start = blockIdx.y * (long)PART; start < n; start += gridDim.y * (long)PART) {
        int count = n - start < PART ? n - start : PART;
        for (int i = threadIdx.x; i < count; i += blockDim.x)
            tile[i] = x[start + i];
        __syncthreads();
        if (row < m) {
            const float *a = A + start * lda + row;
#pragma unroll part_at_once
            for (int i = 0; i < count; i++)
                sum += __ldcs(&a[i * lda]) * tile[i];
        }
        __syncthreads();
    }
    if (row < m)
        atomicAdd(&y[row], sum);
    /*}*/
}

void launch_gemv_split(const float *A, int lda, const float *x, float *y, int m, int n)
{
    /*{ TODO 5: set y to zero by cudaMemsetAsync, in stream 0 as the kernel; then launch a block for
     * every BLOCK rows and PART columns. A grid has at most 65535 blocks in y. */
    int parts = (n - 1) / PART + 1;
    dim3 grid((m - 1) / BLOCK + 1, parts < 65535 ? parts : 65535);
    cudaMemsetAsync(y, 0, m * sizeof(float), 0);
    gemv_split<<<grid, BLOCK>>>(A, lda, x, y, m, n);
    /*}*/
}
#endif

#if LAB_STEP(3)
/* Step 3: a block takes 32 rows, one for each lane, and its warps divide the columns. The sums of
 * the warps meet in shared memory, so y need not be zero, and the order of the additions is always
 * the same. */
__global__ void __launch_bounds__(32 * GROUPS, 1)
    gemv_block_split(const float *A, long lda, const float *x, float *y, long m, long n)
{
    /*{ TODO 6: compute the row from threadIdx.x, the lane. Add up columns threadIdx.y, threadIdx.y
     * + GROUPS, ... of that row; threadIdx.y is the warp. Unroll with group_at_once. Leave the sum
     * in shared memory, in an array with one element for each thread. A lane past the last row
     * reads the last one, since it must come to the barrier. */
    __shared__ float sums[GROUPS][32];
    long row = blockIdx.x * 32L + threadIdx.x;
    const float *a = A + (row < m ? row : m - 1);
    float sum = 0;
#pragma unroll group_at_once
    for (long col = threadIdx.y; col < n; col += GROUPS)
        sum += __ldcs(&a[col * lda]) * x[col];
    sums[threadIdx.y][threadIdx.x] = sum;
    /*}*/
    /*{ TODO 7: wait for all warps. Then let the first warp add up their sums, and store each of the
     * 32 rows that exist. */
    __syncthreads();
    if (threadIdx.y > 0 || row >= m)
        return;
    sum = 0;
    for (int group = 0; group < GROUPS; group++)
        sum += sums[group][threadIdx.x];
    y[row] = sum;
    /*}*/
}

void launch_gemv_block_split(const float *A, int lda, const float *x, float *y, int m, int n)
{
    /*{ TODO 8: launch a block of 32 x GROUPS threads for every 32 rows. */
    gemv_block_split<<<(m - 1) / 32 + 1, dim3(32, GROUPS)>>>(A, lda, x, y, m, n);
    /*}*/
}
#endif

LAB_MAIN(04_shared_gemv)

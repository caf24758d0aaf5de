/* Lab 05: lanes of a warp exchange registers; then a row-major A at the speed of memory.
 * docs/05_shuffle_gemv.md explains, `make run LAB=05` checks, `make hint LAB=05` helps. */
#include "lab.h"

/* What `make sweep LAB=05` varies: after each constant the values that it tries. */
#ifndef BLOCK
#define BLOCK 256 /* 64 128 256 512 1024; steps 2 to 4: threads in a block */
#endif
#ifndef UNROLL
#define UNROLL 8 /* 1 2 4 8 16; steps 2 to 3: loads of A that a thread starts before it waits */
#endif
#ifndef VECTORS
#define VECTORS 4 /* 1 2 4 8; step 4: the same, for loads of 16 bytes */
#endif
/* A #pragma accepts constants, but no macros. */
enum { at_once = UNROLL, vectors_at_once = VECTORS };

#define WARP      32
#define ALL_LANES 0xffffffffu
static_assert(BLOCK % WARP == 0 && BLOCK <= 1024, "a block is made of at most 32 whole warps");

#if LAB_STEP(1)
/* Step 1: A is column-major once more. Each lane fetches one element of x. For the next 32 columns
 * the warp loads only A: when column i is due, all lanes take the element of lane i. */
__global__ void __launch_bounds__(128, 1)
    gemv_broadcast(const float *A, long lda, const float *x, float *y, long m, long n)
{
    /*{ TODO 1: compute this thread's row and its lane. A shuffle needs every lane that its mask
     * names, so a thread past the last row must not return: let it read the last row, and not
     * store. */
    long row = blockIdx.x * (long)blockDim.x + threadIdx.x;
    int lane = threadIdx.x % WARP;
    const float *a = A + (row < m ? row : m - 1);
    /*}*/
    /*{ TODO 2: 32 columns at a time: fetch this lane's element of x, then take the element of each
     * lane in turn. Handle the last columns, fewer than 32, in a loop of their own: then the main
     * loop has a fixed length, and the compiler unrolls it. */
    float sum = 0;
    long start = 0;
    for (; start + WARP <= n; start += WARP) {
        float element = x[start + lane];
#pragma unroll
        for (int i = 0; i < WARP; i++)
            sum += a[(start + i) * lda] * __shfl_sync(ALL_LANES, element, i);
    }
    float element = start + lane < n ? x[start + lane] : 0;
    for (int i = 0; start + i < n; i++)
        sum += a[(start + i) * lda] * __shfl_sync(ALL_LANES, element, i);
    if (row < m)
        y[row] = sum;
    /*}*/
}

/* Device pointers; A is m x n, column-major, columns lda elements apart. */
void launch_gemv_broadcast(const float *A, int lda, const float *x, float *y, int m, int n)
{
    /*{ TODO 3: launch enough blocks of 128 threads for m rows. */
    gemv_broadcast<<<(m - 1) / 128 + 1, 128>>>(A, lda, x, y, m, n);
    /*}*/
}
#endif

#if LAB_STEP(2)
/* Step 2: A is row-major from here on. A warp takes a row: its lanes read adjacent elements, each
 * keeps a sum of its own, and five shuffles add up the 32 sums. There are 32 times as many threads
 * as rows, so enough loads are under way. */
__global__ void gemv_warp(const float *A, const float *x, float *y, long m, long n)
{
    /*{ TODO 4: compute this warp's row; return if there is no such row. Sum every 32nd column in
     * each lane. Unroll with at_once. */
    long row = (blockIdx.x * (long)blockDim.x + threadIdx.x) / WARP;
    int lane = threadIdx.x % WARP;
    if (row >= m)
        return;
    float sum = 0;
#pragma unroll at_once
    for (long col = lane; col < n; col += WARP)
        sum += A[row * n + col] * x[col];
    /*}*/
    /*{ TODO 5: add the sum of the lane whose number is 16 higher, then 8, 4, 2, 1. Store
     * in lane 0. */
    for (int distance = WARP / 2; distance > 0; distance /= 2)
        sum += __shfl_down_sync(ALL_LANES, sum, distance);
    if (lane == 0)
        y[row] = sum;
    /*}*/
}

/* Device pointers; A is m x n, row-major. */
void launch_gemv_warp(const float *A, const float *x, float *y, int m, int n)
{
    /*{ TODO 6: launch enough blocks of BLOCK threads for m warps. */
    const int rows = BLOCK / WARP;
    gemv_warp<<<(m - 1) / rows + 1, BLOCK>>>(A, x, y, m, n);
    /*}*/
}
#endif

#if LAB_STEP(3)
/* Step 3: a block takes a row. Its warps reduce as before, and the first warp reduces their sums,
 * which pass through shared memory. So a matrix with few, long rows keeps all SMs busy. */
__global__ void gemv_block(const float *A, const float *x, float *y, long n)
{
    /*{ TODO 7: as before, but sum every BLOCKth column in each thread. Reduce each warp, and let
     * its lane 0 leave the sum in shared memory: declare one element for each warp. */
    __shared__ float of_warp[WARP];
    long row = blockIdx.x;
    int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    float sum = 0;
#pragma unroll at_once
    for (long col = threadIdx.x; col < n; col += BLOCK)
        sum += A[row * n + col] * x[col];
    for (int distance = WARP / 2; distance > 0; distance /= 2)
        sum += __shfl_down_sync(ALL_LANES, sum, distance);
    if (lane == 0)
        of_warp[warp] = sum;
    /*}*/
    /*{ TODO 8: wait for all warps. Then let the first warp reduce their BLOCK / 32 sums, and its
     * lane 0 store the result. */
    __syncthreads();
    if (warp > 0)
        return;
    sum = lane < BLOCK / WARP ? of_warp[lane] : 0;
    for (int distance = WARP / 2; distance > 0; distance /= 2)
        sum += __shfl_down_sync(ALL_LANES, sum, distance);
    if (lane == 0)
        y[row] = sum;
    /*}*/
}

void launch_gemv_block(const float *A, const float *x, float *y, int m, int n)
{
    /*{ TODO 9: launch one block of BLOCK threads for each row. */
    gemv_block<<<m, BLOCK>>>(A, x, y, n);
    /*}*/
}
#endif

#if LAB_STEP(4)
/* Step 4: one load brings four elements: a quarter of the requests. Up to VECTORS such loads of A
 * are under way; 1024 columns are one round. A load of 16 bytes needs an address that is a multiple
 * of 16. Row r begins r n elements after the start of A, so n must be a multiple of 4. */
__global__ void gemv_vector(const float *A, const float *x, float *y, long n)
{
    /*{ TODO 10: read the block's row and x as float4 if n allows it, and what is left (or all)
     * element by element. A is read once: load it with __ldcs, as in lab 04. Unroll with
     * vectors_at_once. */
    const float *a = A + blockIdx.x * n;
    const float4 *a4 = (const float4 *)a, *x4 = (const float4 *)x;
    long vectors = n % 4 == 0 ? n / 4 : 0;
    float sum = 0;
#pragma unroll vectors_at_once
    for (long i = threadIdx.x; i < vectors; i += BLOCK) {
        float4 p = __ldcs(a4 + i), q = x4[i];
        sum += p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w;
    }
#pragma unroll at_once
    for (long col = 4 * vectors + threadIdx.x; col < n; col += BLOCK)
        sum += a[col] * x[col];
    /*}*/
    /*{ TODO 11: reduce as in step 3. */
    __shared__ float of_warp[WARP];
    int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    for (int distance = WARP / 2; distance > 0; distance /= 2)
        sum += __shfl_down_sync(ALL_LANES, sum, distance);
    if (lane == 0)
        of_warp[warp] = sum;
    __syncthreads();
    if (warp > 0)
        return;
    sum = lane < BLOCK / WARP ? of_warp[lane] : 0;
    for (int distance = WARP / 2; distance > 0; distance /= 2)
        sum += __shfl_down_sync(ALL_LANES, sum, distance);
    if (lane == 0)
        y[blockIdx.x] = sum;
    /*}*/
}

/* Here A and x begin at multiples of 256 bytes, as cudaMalloc returns them; in most other steps of
 * labs 01 to 08, pointers are multiples of the size of an element only. A is m x n, row-major. */
void launch_gemv_vector(const float *A, const float *x, float *y, int m, int n)
{
    /*{ TODO 12: launch one block of BLOCK threads for each row. */
    gemv_vector<<<m, BLOCK>>>(A, x, y, n);
    /*}*/
}
#endif

LAB_MAIN(05_shuffle_gemv)

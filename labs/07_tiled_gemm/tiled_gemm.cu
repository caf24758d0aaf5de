/* Lab 07: C = A B, from a thread per element to tiles in shared memory. docs/07_tiled_gemm.md
 * explains, `make run LAB=07` checks, `make hint LAB=07` helps. Everywhere: A is m x k, B is k x n,
 * C is m x n, row-major on the device, rows lda, ldb and ldc elements apart (at least as many as a
 * row is long; what lies between is not yours). m, n and k are anything; so is the element of a
 * larger array where each begins. */
#include "lab.h"

/* `make sweep LAB=07` compiles this file again with each of the values named here. */
#ifndef ROW_THREADS
#define ROW_THREADS 256 /* 32 33 64 128 256 512 1024; step 2: threads for a row of C */
#endif
#ifndef TILE
#define TILE 16 /* 4 8 16 32; steps 10 to 11: rows and columns of a block, in double */
#endif

#if LAB_STEP(1)
/* Step 1: a thread for each element of C. Thread x runs down the rows: a warp works on one
 * column. */
__global__ void gemm_uncoalesced(const float *A, int lda, const float *B, int ldb, float *C,
                                 int ldc, int m, int n, int k)
{
    /* TODO 1: this thread's row from x, its column from y; if there is such an element, the dot
     * product of that row of A and that column of B, summed in a register, stored once. */
}

void launch_gemm_uncoalesced(const float *A, int lda, const float *B, int ldb, float *C, int ldc,
                             int m, int n, int k)
{
    /* TODO 2: blocks of 32 x 32 threads; a grid that covers m rows along x and n columns along
     * y. */
}
#endif

#if LAB_STEP(2) || LAB_STEP(3)
/* Steps 2 and 3: a block for each row of C; its threads take columns in turn. Neighbouring threads
 * now read neighbouring elements of B, and all of them the same element of A. */
__global__ void gemm_row(const float *A, int lda, const float *B, int ldb, float *C, int ldc, int n,
                         int k)
{
    /* TODO 3: the block is the row; thread x takes columns x, x + blockDim.x, ... */
}
#endif

#if LAB_STEP(2)
void launch_gemm_row_block(const float *A, int lda, const float *B, int ldb, float *C, int ldc,
                           int m, int n, int k)
{
    /* TODO 4: m blocks of ROW_THREADS threads. What does a block of 33 cost? make sweep
     * LAB=07 STEP=2 SWEEP="ROW_THREADS=32,33,256" */
}
#endif

#if LAB_STEP(3)
void launch_gemm_row_warp(const float *A, int lda, const float *B, int ldb, float *C, int ldc,
                          int m, int n, int k)
{
    /* TODO 5: the same kernel with one warp per block. */
}
#endif

#if LAB_STEP(4)
/* Step 4: the block's row of A waits in shared memory, a chunk at a time, so that k may be as large
 * as it likes. */
__global__ void gemm_row_shared(const float *A, int lda, const float *B, int ldb, float *C, int ldc,
                                int n, int k)
{
    enum { CHUNK = 1024 };
    /* TODO 6: for each group of blockDim.x columns and each chunk of A's row: fetch the chunk
     * together, wait, add its terms to this thread's sum, wait again before the next chunk
     * overwrites it. A thread without a column still fetches and waits. */
}

void launch_gemm_row_shared(const float *A, int lda, const float *B, int ldb, float *C, int ldc,
                            int m, int n, int k)
{
    /* TODO 7: m blocks of 256 threads. */
}
#endif

#if LAB_STEP(5) || LAB_STEP(6)
/* Step 5: step 1 with x and y exchanged: a warp works on 32 neighbours in a row of C, and a block
 * on a square, whose warps share the same columns of B. */
__global__ void gemm_coalesced(const float *A, int lda, const float *B, int ldb, float *C, int ldc,
                               int m, int n, int k)
{
    /* TODO 8: which of row and column must come from x? */
}
#endif

#if LAB_STEP(5)
void launch_gemm_coalesced(const float *A, int lda, const float *B, int ldb, float *C, int ldc,
                           int m, int n, int k)
{
    /* TODO 9: columns along the grid's x, rows along its y. */
}
#endif

#if LAB_STEP(6)
/* Step 6: rows that begin where a warp's 128 bytes begin. With n = 1001 they do not; a copy of B
 * with a pitch does. The copy is made once, untimed, as a program would that multiplies by the same
 * B again and again. */
/* TODO 10: two static variables: the copy, and its pitch, the bytes from one row to the next. */

void prepare_gemm_pitched(const float *B, int ldb, int k, int n)
{
    /* TODO 11: free the copy of an earlier call; allocate k rows of n floats with cudaMallocPitch,
     * and fill them with cudaMemcpy2D (its widths and pitches are bytes). */
}

void launch_gemm_pitched(const float *A, int lda, const float *B, int ldb, float *C, int ldc, int m,
                         int n, int k)
{
    (void)B; /* what prepare_gemm_pitched has seen */
    (void)ldb;
    /* TODO 12: step 5's kernel on the copy. Its leading dimension is the pitch, in elements. */
}
#endif

#if LAB_STEP(7) || LAB_STEP(8) || LAB_STEP(9) || LAB_STEP(12)
/* Steps 7, 8, 9 and 12: a block computes a square of C. For each step along k it fetches a square
 * of A and one of B into shared memory, once, and every element fetched is used SIDE times. */
template <typename T, int SIDE>
__global__ void gemm_tiled(const T *A, int lda, const T *B, int ldb, T *C, int ldc, int m, int n,
                           int k)
{
    /* TODO 13: two shared squares. For each step along k: every thread fetches one element of
     * each, or a zero where the matrix has ended; wait; add SIDE products; wait before the squares
     * are overwritten. At the end store the sum, if the element exists. */
}
#endif

#if LAB_STEP(7)
void launch_gemm_tile8(const float *A, int lda, const float *B, int ldb, float *C, int ldc, int m,
                       int n, int k)
{
    /* TODO 14: gemm_tiled<float, 8> with a thread for each element of C. */
}
#endif

#if LAB_STEP(8)
void launch_gemm_tile16(const float *A, int lda, const float *B, int ldb, float *C, int ldc, int m,
                        int n, int k)
{
    /* TODO 15: gemm_tiled<float, 16>. */
}
#endif

#if LAB_STEP(9)
void launch_gemm_tile32(const float *A, int lda, const float *B, int ldb, float *C, int ldc, int m,
                        int n, int k)
{
    /* TODO 16: gemm_tiled<float, 32>. Why is there no 64? */
}
#endif

#if LAB_STEP(10)
/* Step 10, an exercise in repairing: the same in double. The test of this kernel lets too much
 * through. Launch it, read what is reported, and put it right. */
__global__ void dgemm_guarded(const double *A, int lda, const double *B, int ldb, double *C,
                              int ldc, int m, int n, int k)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    /* TODO 17: do TODO 18 first. Which threads pass that should not? Why did nobody notice at 512
     * x 512? */
    if (row <= m && col <= n) {
        double sum = 0;
        for (int l = 0; l < k; l++)
            sum += A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];
        C[(size_t)row * ldc + col] = sum;
    }
}

void launch_dgemm_guarded(const double *A, int lda, const double *B, int ldb, double *C, int ldc,
                          int m, int n, int k)
{
    /* TODO 18: blocks of TILE x TILE threads, as in step 5. */
}
#endif

#if LAB_STEP(11)
/* Step 11, an exercise in repairing: this kernel means to keep a piece of its row of A and a piece
 * of its column of B in shared memory. But a block has TILE rows and TILE columns. Launch it, see
 * what is reported, and give each its own storage. */
__global__ void dgemm_unshared(const double *A, int lda, const double *B, int ldb, double *C,
                               int ldc, int m, int n, int k)
{
    int x = threadIdx.x, y = threadIdx.y;
    int col = blockIdx.x * TILE + x, row = blockIdx.y * TILE + y;
    double sum = 0;
    /* TODO 19: do TODO 20 first. Who else writes to the element that this thread writes to, and
     * what does each read? */
    __shared__ double of_row[TILE], of_col[TILE];
    for (int begin = 0; begin < k; begin += TILE) {
        of_row[x] = row < m && begin + x < k ? A[(size_t)row * lda + begin + x] : 0;
        of_col[y] = col < n && begin + y < k ? B[(size_t)(begin + y) * ldb + col] : 0;
        __syncthreads();
        for (int l = 0; l < TILE; l++)
            sum += of_row[l] * of_col[l];
        __syncthreads();
    }
    if (row < m && col < n)
        C[(size_t)row * ldc + col] = sum;
}

void launch_dgemm_unshared(const double *A, int lda, const double *B, int ldb, double *C, int ldc,
                           int m, int n, int k)
{
    /* TODO 20: blocks of TILE x TILE threads. */
}
#endif

#if LAB_STEP(12)
/* Step 12: the tiled kernel in double, with the largest square that a block can have. */
void launch_dgemm_tiled(const double *A, int lda, const double *B, int ldb, double *C, int ldc,
                        int m, int n, int k)
{
    /* TODO 21: gemm_tiled<double, 32>. */
}
#endif

LAB_MAIN(07_tiled_gemm)

/* Lab 07: C = A B, from a thread per element to tiles in shared memory. docs/07_tiled_gemm.md
 * explains, `make run LAB=07` checks, `make hint LAB=07` helps.
 * In all steps, A is m x k, B is k x n, C is m x n, and all are row-major. Their rows begin lda,
 * ldb and ldc elements apart, at least the length of a row. Do not touch what lies between two
 * rows. m, n and k may have any value, and a matrix may begin at any element of a larger array. */
#include "lab.h"

/* `make sweep LAB=07` compiles this file again with each of the values named here. */
#ifndef ROW_THREADS
#define ROW_THREADS 256 /* 32 33 64 128 256 512 1024; step 2: threads for a row of C */
#endif
#ifndef TILE
#define TILE 32 /* 8 16 32; step 6: rows and columns of a tile, in float */
#endif
#ifndef DOUBLE_TILE
#define DOUBLE_TILE 16 /* 4 8 16 32; steps 7 and 8: rows and columns of a block, in double */
#endif

#if LAB_STEP(1)
/* Step 1: a thread for each element of C. Thread x runs down the rows, so the lanes of a warp work
 * on 32 rows of one column. Step 4 shows what this costs. */
__global__ void gemm_uncoalesced(const float *A, int lda, const float *B, int ldb, float *C,
                                 int ldc, int m, int n, int k)
{
    /* TODO 1: compute this thread's row from x, and its column from y. If C has this element,
     * compute the dot product of that row of A and that column of B. Sum in a register, and store
     * once. row * lda may be too large for an int: write A[(size_t)row * lda + l]. */
}

void launch_gemm_uncoalesced(const float *A, int lda, const float *B, int ldb, float *C, int ldc,
                             int m, int n, int k)
{
    /* TODO 2: launch blocks of 32 x 32 threads, and a grid that covers m rows along x, n columns
     * along y. */
}
#endif

#if LAB_STEP(2)
/* Step 2: a block for each row of C. Its threads take the columns in turn. Adjacent threads
 * read adjacent elements of B, and all threads read the same element of A. */
__global__ void gemm_row_block(const float *A, int lda, const float *B, int ldb, float *C, int ldc,
                               int n, int k)
{
    /* TODO 3: take the number of the block as the row. Thread x computes columns x, x +
     * blockDim.x, ... */
}

void launch_gemm_row_block(const float *A, int lda, const float *B, int ldb, float *C, int ldc,
                           int m, int n, int k)
{
    /* TODO 4: launch m blocks of ROW_THREADS threads. Compare other numbers of threads:
     * make sweep LAB=07 STEP=2 SWEEP="ROW_THREADS=32,33,256" */
}
#endif

#if LAB_STEP(3)
/* Step 3: the block keeps its row of A in shared memory, CHUNK elements at a time, so that k may
 * have any value. */
__global__ void gemm_row_shared(const float *A, int lda, const float *B, int ldb, float *C, int ldc,
                                int n, int k)
{
    enum { CHUNK = 1024 };
    /* TODO 5: go through the groups of blockDim.x columns, and for each group through the
     * chunks of A's row: fetch the chunk with all threads; wait; add the chunk's terms to this
     * thread's sum; wait again, before the next chunk overwrites this one. A thread without a
     * column fetches and waits, too. */
}

void launch_gemm_row_shared(const float *A, int lda, const float *B, int ldb, float *C, int ldc,
                            int m, int n, int k)
{
    /* TODO 6: launch m blocks of 256 threads. */
}
#endif

#if LAB_STEP(4) || LAB_STEP(5)
/* Step 4: step 1 with x and y exchanged. The lanes of a warp work on 32 adjacent elements of a row
 * of C. The 32 warps of a block read the same 32 columns of B. */
__global__ void gemm_coalesced(const float *A, int lda, const float *B, int ldb, float *C, int ldc,
                               int m, int n, int k)
{
    /* TODO 7: write the kernel of step 1 again, with the column from x and the row from y. */
}
#endif

#if LAB_STEP(4)
void launch_gemm_coalesced(const float *A, int lda, const float *B, int ldb, float *C, int ldc,
                           int m, int n, int k)
{
    /* TODO 8: launch blocks of 32 x 32 threads, and a grid that covers n columns along x, m rows
     * along y. */
}
#endif

#if LAB_STEP(5)
/* Step 5: a copy of B whose rows all begin at a sector boundary. The copy is made once and is not
 * timed, as in a program that multiplies many matrices by the same B. */
/* TODO 9: declare two static variables: a pointer to the copy of B, and its pitch, a size_t: the
 * bytes from row to row. */

void prepare_gemm_pitched(const float *B, int ldb, int k, int n)
{
    /* TODO 10: free the copy of an earlier call. Allocate k rows of n floats with cudaMallocPitch.
     * Fill them with cudaMemcpy2D. Both functions count widths and pitches in bytes. */
}

void launch_gemm_pitched(const float *A, int lda, const float *B, int ldb, float *C, int ldc, int m,
                         int n, int k)
{
    (void)B; /* prepare_gemm_pitched has copied it */
    (void)ldb;
    /* TODO 11: launch step 4's kernel on the copy. Its leading dimension is the pitch, in
     * elements. */
}
#endif

#if LAB_STEP(6)
/* Step 6: a block of TILE x TILE threads computes a tile of C. It walks along k. At each stop it
 * fetches a tile of A and a tile of B into shared memory and uses each element TILE times. */
__global__ void gemm_tile(const float *A, int lda, const float *B, int ldb, float *C, int ldc,
                          int m, int n, int k)
{
    /* TODO 12: declare two tiles in shared memory. For every TILE terms along k: fetch one
     * element of A and one of B, or 0 beyond the end of a matrix; wait; add TILE products; wait
     * again, before the tiles are overwritten. At the end, store the sum if C has this element. */
}

void launch_gemm_tile(const float *A, int lda, const float *B, int ldb, float *C, int ldc, int m,
                      int n, int k)
{
    /* TODO 13: launch blocks of TILE x TILE threads, a block for each tile of C. Compare other
     * tiles: make sweep LAB=07 STEP=6 */
}
#endif

#if LAB_STEP(7)
/* Step 7: find a mistake. This is the kernel of step 4 in double, and the stub's is wrong. Launch
 * it first, and read what `make run` reports. */
__global__ void dgemm_guarded(const double *A, int lda, const double *B, int ldb, double *C,
                              int ldc, int m, int n, int k)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    /* TODO 14: do TODO 15 first. Then find the mistake in this kernel and repair it. */
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
    /* TODO 15: launch blocks of DOUBLE_TILE x DOUBLE_TILE threads, with enough of them for m and
     * n, as in step 4. */
}
#endif

#if LAB_STEP(8)
/* Step 8: find another mistake. Each thread wants DOUBLE_TILE elements of its row of A and as many
 * of its column of B in shared memory. Launch it first, and read what `make run` reports. */
__global__ void dgemm_unshared(const double *A, int lda, const double *B, int ldb, double *C,
                               int ldc, int m, int n, int k)
{
    int x = threadIdx.x, y = threadIdx.y;
    int col = blockIdx.x * DOUBLE_TILE + x, row = blockIdx.y * DOUBLE_TILE + y;
    double sum = 0;
    /* TODO 16: do TODO 17 first. Then find the mistake in these lines and repair it. */
    __shared__ double of_row[DOUBLE_TILE], of_col[DOUBLE_TILE];
    for (int begin = 0; begin < k; begin += DOUBLE_TILE) {
        of_row[x] = row < m && begin + x < k ? A[(size_t)row * lda + begin + x] : 0;
        of_col[y] = col < n && begin + y < k ? B[(size_t)(begin + y) * ldb + col] : 0;
        __syncthreads();
        for (int l = 0; l < DOUBLE_TILE; l++)
            sum += of_row[l] * of_col[l];
        __syncthreads();
    }
    if (row < m && col < n)
        C[(size_t)row * ldc + col] = sum;
}

void launch_dgemm_unshared(const double *A, int lda, const double *B, int ldb, double *C, int ldc,
                           int m, int n, int k)
{
    /* TODO 17: launch blocks of DOUBLE_TILE x DOUBLE_TILE threads; the grid is that of step 7. */
}
#endif

LAB_MAIN(07_tiled_gemm)

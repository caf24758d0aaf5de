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
#define TILE 16 /* 4 8 16 32; steps 10 and 11: rows and columns of a block, in double */
#endif

#if LAB_STEP(1)
/* Step 1: a thread for each element of C. Thread x runs down the rows, so the lanes of a warp work
 * on 32 rows of one column. Step 5 shows what this costs. */
__global__ void gemm_uncoalesced(const float *A, int lda, const float *B, int ldb, float *C,
                                 int ldc, int m, int n, int k)
{
    /*{ TODO 1: this thread's row from x, and its column from y. If C has this element: the dot
     * product of that row of A and that column of B. Sum in a register and store once. */
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int col = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || col >= n)
        return;
    float sum = 0;
    for (int l = 0; l < k; l++)
        sum += A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];
    C[(size_t)row * ldc + col] = sum;
    /*}*/
}

void launch_gemm_uncoalesced(const float *A, int lda, const float *B, int ldb, float *C, int ldc,
                             int m, int n, int k)
{
    /*{ TODO 2: blocks of 32 x 32 threads; a grid that covers m rows along x, n columns along y. */
    dim3 block(32, 32), grid((m + 31) / 32, (n + 31) / 32);
    gemm_uncoalesced<<<grid, block>>>(A, lda, B, ldb, C, ldc, m, n, k);
    /*}*/
}
#endif

#if LAB_STEP(2) || LAB_STEP(3)
/* Steps 2 and 3: a block for each row of C. Its threads take the columns in turn. Adjacent threads
 * read adjacent elements of B, and all threads read the same element of A. */
__global__ void gemm_row(const float *A, int lda, const float *B, int ldb, float *C, int ldc, int n,
                         int k)
{
    /*{ TODO 3: the row is the number of the block. Thread x takes columns x, x + blockDim.x, ... */
    int row = blockIdx.x;
    for (int col = threadIdx.x; col < n; col += blockDim.x) {
        float sum = 0;
        for (int l = 0; l < k; l++)
            sum += A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];
        C[(size_t)row * ldc + col] = sum;
    }
    /*}*/
}
#endif

#if LAB_STEP(2)
void launch_gemm_row_block(const float *A, int lda, const float *B, int ldb, float *C, int ldc,
                           int m, int n, int k)
{
    /*{ TODO 4: m blocks of ROW_THREADS threads. Compare other numbers of threads:
     * make sweep LAB=07 STEP=2 SWEEP="ROW_THREADS=32,33,256" */
    gemm_row<<<m, ROW_THREADS>>>(A, lda, B, ldb, C, ldc, n, k);
    /*}*/
}
#endif

#if LAB_STEP(3)
void launch_gemm_row_warp(const float *A, int lda, const float *B, int ldb, float *C, int ldc,
                          int m, int n, int k)
{
    /*{ TODO 5: the same kernel, with one warp in each block. */
    gemm_row<<<m, 32>>>(A, lda, B, ldb, C, ldc, n, k);
    /*}*/
}
#endif

#if LAB_STEP(4)
/* Step 4: the block keeps its row of A in shared memory, CHUNK elements at a time, so that k may
 * have any value. */
__global__ void gemm_row_shared(const float *A, int lda, const float *B, int ldb, float *C, int ldc,
                                int n, int k)
{
    enum { CHUNK = 1024 };
    /*{ TODO 6: for each group of blockDim.x columns, and for each chunk of A's row: the threads
     * fetch the chunk together and wait. Each thread adds the chunk's terms to its sum. All wait
     * again, before the next chunk overwrites this one. A thread without a column fetches and
     * waits, too. */
    __shared__ float part[CHUNK];
    int row = blockIdx.x;
    for (int first = 0; first < n; first += blockDim.x) {
        int col = first + threadIdx.x;
        float sum = 0;
        for (int begin = 0; begin < k; begin += CHUNK) {
            int terms = min(CHUNK, k - begin);
            for (int l = threadIdx.x; l < terms; l += blockDim.x)
                part[l] = A[(size_t)row * lda + begin + l];
            __syncthreads();
            if (col < n)
                for (int l = 0; l < terms; l++)
                    sum += part[l] * B[(size_t)(begin + l) * ldb + col];
            __syncthreads();
        }
        if (col < n)
            C[(size_t)row * ldc + col] = sum;
    }
    /*}*/
}

void launch_gemm_row_shared(const float *A, int lda, const float *B, int ldb, float *C, int ldc,
                            int m, int n, int k)
{
    /*{ TODO 7: m blocks of 256 threads. */
    gemm_row_shared<<<m, 256>>>(A, lda, B, ldb, C, ldc, n, k);
    /*}*/
}
#endif

#if LAB_STEP(5) || LAB_STEP(6)
/* Step 5: step 1 with x and y exchanged. The lanes of a warp work on 32 adjacent elements of a row
 * of C. The 32 warps of a block read the same 32 columns of B. */
__global__ void gemm_coalesced(const float *A, int lda, const float *B, int ldb, float *C, int ldc,
                               int m, int n, int k)
{
    /*{ TODO 8: the kernel of step 1, with the column from x and the row from y. */
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || col >= n)
        return;
    float sum = 0;
    for (int l = 0; l < k; l++)
        sum += A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];
    C[(size_t)row * ldc + col] = sum;
    /*}*/
}
#endif

#if LAB_STEP(5)
void launch_gemm_coalesced(const float *A, int lda, const float *B, int ldb, float *C, int ldc,
                           int m, int n, int k)
{
    /*{ TODO 9: blocks of 32 x 32 threads; a grid that covers n columns along x, m rows along y. */
    dim3 block(32, 32), grid((n + 31) / 32, (m + 31) / 32);
    gemm_coalesced<<<grid, block>>>(A, lda, B, ldb, C, ldc, m, n, k);
    /*}*/
}
#endif

#if LAB_STEP(6)
/* Step 6: a copy of B whose rows all begin at a sector boundary. The copy is made once and is not
 * timed, as in a program that multiplies many matrices by the same B. */
/*{ TODO 10: two static variables: the copy of B, and its pitch: the bytes from row to row. */
static float *pitched_B;
static size_t pitch;
/*}*/

void prepare_gemm_pitched(const float *B, int ldb, int k, int n)
{
    /*{ TODO 11: free the copy of an earlier call. Allocate k rows of n floats with cudaMallocPitch.
     * Fill them with cudaMemcpy2D. Both functions count widths and pitches in bytes. */
    cudaFree(pitched_B);
    if (cudaMallocPitch((void **)&pitched_B, &pitch, n * sizeof(float), k) != cudaSuccess) {
        pitched_B = NULL;
        return;
    }
    cudaMemcpy2D(pitched_B, pitch, B, ldb * sizeof(float), n * sizeof(float), k,
                 cudaMemcpyDeviceToDevice);
    /*}*/
}

void launch_gemm_pitched(const float *A, int lda, const float *B, int ldb, float *C, int ldc, int m,
                         int n, int k)
{
    (void)B; /* prepare_gemm_pitched has copied it */
    (void)ldb;
    /*{ TODO 12: step 5's kernel on the copy. Its leading dimension is the pitch, in elements. */
    dim3 block(32, 32), grid((n + 31) / 32, (m + 31) / 32);
    if (pitched_B)
        gemm_coalesced<<<grid, block>>>(A, lda, pitched_B, (int)(pitch / sizeof(float)), C, ldc, m,
                                        n, k);
    /*}*/
}
#endif

#if LAB_STEP(7) || LAB_STEP(8) || LAB_STEP(9) || LAB_STEP(12)
/* Steps 7, 8, 9 and 12: a block of SIDE x SIDE threads computes a tile of C. It walks along k. At
 * each stop it fetches a tile of A and a tile of B into shared memory and uses each element SIDE
 * times. */
template <typename T, int SIDE>
__global__ void gemm_tiled(const T *A, int lda, const T *B, int ldb, T *C, int ldc, int m, int n,
                           int k)
{
    /*{ TODO 13: two tiles in shared memory. For every SIDE terms along k: each thread fetches one
     * element of A and one of B, or 0 beyond the end of a matrix; wait; add SIDE products; wait,
     * before the tiles are overwritten. At the end, store the sum if C has this element. */
    __shared__ T square_A[SIDE][SIDE], square_B[SIDE][SIDE];
    int x = threadIdx.x, y = threadIdx.y;
    int col = blockIdx.x * SIDE + x, row = blockIdx.y * SIDE + y;
    T sum = 0;
    for (int begin = 0; begin < k; begin += SIDE) {
        square_A[y][x] = row < m && begin + x < k ? A[(size_t)row * lda + begin + x] : 0;
        square_B[y][x] = begin + y < k && col < n ? B[(size_t)(begin + y) * ldb + col] : 0;
        __syncthreads();
#pragma unroll
        for (int l = 0; l < SIDE; l++)
            sum += square_A[y][l] * square_B[l][x];
        __syncthreads();
    }
    if (row < m && col < n)
        C[(size_t)row * ldc + col] = sum;
    /*}*/
}
#endif

#if LAB_STEP(7)
void launch_gemm_tile8(const float *A, int lda, const float *B, int ldb, float *C, int ldc, int m,
                       int n, int k)
{
    /*{ TODO 14: gemm_tiled<float, 8>: blocks of 8 x 8 threads, a block for each tile of C. */
    dim3 block(8, 8), grid((n + 7) / 8, (m + 7) / 8);
    gemm_tiled<float, 8><<<grid, block>>>(A, lda, B, ldb, C, ldc, m, n, k);
    /*}*/
}
#endif

#if LAB_STEP(8)
void launch_gemm_tile16(const float *A, int lda, const float *B, int ldb, float *C, int ldc, int m,
                        int n, int k)
{
    /*{ TODO 15: gemm_tiled<float, 16>, launched as in step 7. */
    dim3 block(16, 16), grid((n + 15) / 16, (m + 15) / 16);
    gemm_tiled<float, 16><<<grid, block>>>(A, lda, B, ldb, C, ldc, m, n, k);
    /*}*/
}
#endif

#if LAB_STEP(9)
void launch_gemm_tile32(const float *A, int lda, const float *B, int ldb, float *C, int ldc, int m,
                        int n, int k)
{
    /*{ TODO 16: gemm_tiled<float, 32>. Could a block compute a tile of 64 x 64 in this way? */
    dim3 block(32, 32), grid((n + 31) / 32, (m + 31) / 32);
    gemm_tiled<float, 32><<<grid, block>>>(A, lda, B, ldb, C, ldc, m, n, k);
    /*}*/
}
#endif

#if LAB_STEP(10)
/* Step 10: find a mistake. This is the kernel of step 5 in double, and the stub's is wrong. Launch
 * it first, and read what `make run` reports. */
__global__ void dgemm_guarded(const double *A, int lda, const double *B, int ldb, double *C,
                              int ldc, int m, int n, int k)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    /*{ TODO 17: do TODO 18 first. Then find the mistake in this kernel and repair it. */
    if (row < m && col < n) {
        /*=
    if (row <= m && col <= n) {
        */
        /*}*/
        double sum = 0;
        for (int l = 0; l < k; l++)
            sum += A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];
        C[(size_t)row * ldc + col] = sum;
    }
}

void launch_dgemm_guarded(const double *A, int lda, const double *B, int ldb, double *C, int ldc,
                          int m, int n, int k)
{
    /*{ TODO 18: blocks of TILE x TILE threads; the grid as in step 5. */
    dim3 block(TILE, TILE), grid((n + TILE - 1) / TILE, (m + TILE - 1) / TILE);
    dgemm_guarded<<<grid, block>>>(A, lda, B, ldb, C, ldc, m, n, k);
    /*}*/
}
#endif

#if LAB_STEP(11)
/* Step 11: find another mistake. Each thread wants TILE elements of its row of A and as many of
 * its column of B in shared memory. Launch it first, and read what `make run` reports. */
__global__ void dgemm_unshared(const double *A, int lda, const double *B, int ldb, double *C,
                               int ldc, int m, int n, int k)
{
    int x = threadIdx.x, y = threadIdx.y;
    int col = blockIdx.x * TILE + x, row = blockIdx.y * TILE + y;
    double sum = 0;
    /*{ TODO 19: do TODO 20 first. Then find the mistake in these lines and repair it. */
    __shared__ double of_row[TILE][TILE], of_col[TILE][TILE];
    for (int begin = 0; begin < k; begin += TILE) {
        of_row[y][x] = row < m && begin + x < k ? A[(size_t)row * lda + begin + x] : 0;
        of_col[y][x] = col < n && begin + y < k ? B[(size_t)(begin + y) * ldb + col] : 0;
        __syncthreads();
        for (int l = 0; l < TILE; l++)
            sum += of_row[y][l] * of_col[l][x];
        __syncthreads();
    }
    /*=
    __shared__ double of_row[TILE], of_col[TILE];
    for (int begin = 0; begin < k; begin += TILE) {
        of_row[x] = row < m && begin + x < k ? A[(size_t)row * lda + begin + x] : 0;
        of_col[y] = col < n && begin + y < k ? B[(size_t)(begin + y) * ldb + col] : 0;
        __syncthreads();
        for (int l = 0; l < TILE; l++)
            sum += of_row[l] * of_col[l];
        __syncthreads();
    }
    */
    /*}*/
    if (row < m && col < n)
        C[(size_t)row * ldc + col] = sum;
}

void launch_dgemm_unshared(const double *A, int lda, const double *B, int ldb, double *C, int ldc,
                           int m, int n, int k)
{
    /*{ TODO 20: blocks of TILE x TILE threads; the grid as in step 10. */
    dim3 block(TILE, TILE), grid((n + TILE - 1) / TILE, (m + TILE - 1) / TILE);
    dgemm_unshared<<<grid, block>>>(A, lda, B, ldb, C, ldc, m, n, k);
    /*}*/
}
#endif

#if LAB_STEP(12)
/* Step 12: the tiled kernel in double, with the largest tile that a block of one thread for each
 * element can have. */
void launch_dgemm_tiled(const double *A, int lda, const double *B, int ldb, double *C, int ldc,
                        int m, int n, int k)
{
    /*{ TODO 21: gemm_tiled<double, 32>. */
    dim3 block(32, 32), grid((n + 31) / 32, (m + 31) / 32);
    gemm_tiled<double, 32><<<grid, block>>>(A, lda, B, ldb, C, ldc, m, n, k);
    /*}*/
}
#endif

LAB_MAIN(07_tiled_gemm)

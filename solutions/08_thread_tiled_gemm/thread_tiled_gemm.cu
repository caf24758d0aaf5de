/* Lab 08: C = A B from registers: many results for each thread, and tiles that are fetched ahead.
 * docs/08_thread_tiled_gemm.md explains, `make run LAB=08` checks, `make hint LAB=08` helps.
 * A is m x k, B is k x n and C is m x n, all row-major on the device. Their rows are lda, ldb and
 * ldc floats apart, which may be more than a row is long; do not touch what lies between. m, n and
 * k may be any sizes, and each matrix may begin at any element of a larger array. */
#include <cuda_pipeline.h>       /* step 6 */
#include "gemm/register_tiles.h" /* copy, multiply, store */
#include "lab.h"

/* `make sweep LAB=08` compiles this file again with each of the values named here. */
#ifndef STAGES
#define STAGES 4 /* 2 3 4 5; step 6: pairs of tiles in shared memory, at most 48 KiB */
#endif

#if LAB_STEP(1)
/* Step 1: a thread computes COLUMN results, one below the other. It loads an element of B from
 * shared memory once, and uses it COLUMN times. */
enum {
    COLUMN = 8, /* results of a thread; with more, a block would have fewer threads */
    SIDE = 64,  /* a block has SIDE x SIDE results and SIDE * SIDE / COLUMN threads */
    DEPTH = 8   /* along k: each thread fetches one element of each tile */
};

__global__ void gemm_column(const float *A, int lda, const float *B, int ldb, float *C, int ldc,
                            int m, int n, int k)
{
    /*{ TODO 1: thread (x, y) has column x of the block's square, and COLUMN rows from y * COLUMN
     * on. For each DEPTH of k:
     * - Fetch one element of each tile, or a zero where the matrix has ended. Wait.
     * - For each l, load one element of B, and add its products with COLUMN elements of A. Wait.
     * After the loop, store the results that exist. */
    __shared__ float tile_A[SIDE][DEPTH], tile_B[DEPTH][SIDE];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * SIDE + y * COLUMN, col = blockIdx.x * SIDE + x;
    int fetch_row = (y * SIDE + x) / DEPTH, fetch_l = x % DEPTH; /* of A */
    float sum[COLUMN] = {};
    for (int begin = 0; begin < k; begin += DEPTH) {
        int a_row = blockIdx.y * SIDE + fetch_row, a_l = begin + fetch_l;
        tile_A[fetch_row][fetch_l] = a_row < m && a_l < k ? A[(size_t)a_row * lda + a_l] : 0;
        tile_B[y][x] = begin + y < k && col < n ? B[(size_t)(begin + y) * ldb + col] : 0;
        __syncthreads();
#pragma unroll
        for (int l = 0; l < DEPTH; l++) {
            float b = tile_B[l][x];
#pragma unroll
            for (int i = 0; i < COLUMN; i++)
                sum[i] += tile_A[y * COLUMN + i][l] * b;
        }
        __syncthreads();
    }
    for (int i = 0; i < COLUMN; i++)
        if (row + i < m && col < n)
            C[(size_t)(row + i) * ldc + col] = sum[i];
    /*}*/
}

void launch_gemm_column(const float *A, int lda, const float *B, int ldb, float *C, int ldc, int m,
                        int n, int k)
{
    /*{ TODO 2: launch blocks of SIDE x SIDE / COLUMN threads, a block for each square of C. */
    dim3 block(SIDE, SIDE / COLUMN), grid((n + SIDE - 1) / SIDE, (m + SIDE - 1) / SIDE);
    gemm_column<<<grid, block>>>(A, lda, B, ldb, C, ldc, m, n, k);
    /*}*/
}
#endif

/* Steps 2 to 6: the tiles of a block. */
enum {
    /* A square block loads least for its results. The sums of 256 x 256 results would fill all
     * registers of an SM. */
    BLOCK_M = 128,
    BLOCK_N = 128,
    /* Smaller: more barriers. Larger: unrolled code that does not fit the instruction cache. */
    BLOCK_K = 8,
    /* From step 3 on, A's tile is transposed. Padded, elements of a column are 4 banks apart. */
    ROW_A = BLOCK_M + 4
};

/* Steps 2 and 3: 256 threads. Two blocks share an SM's registers: 128 a thread, 64 for its sums. */
enum {
    THREADS_X = 16, /* along columns */
    THREADS_Y = 16,
    THREAD_M = BLOCK_M / THREADS_Y,
    THREAD_N = BLOCK_N / THREADS_X
};

#if LAB_STEP(2)
/* Step 2: a thread computes THREAD_M x THREAD_N results. For one l it loads 16 elements from shared
 * memory and adds 64 products. */
__global__ void __launch_bounds__(THREADS_X *THREADS_Y, 2)
    gemm_square(const float *A, int lda, const float *B, int ldb, float *C, int ldc, int m, int n,
                int k)
{
    /*{ TODO 3: thread (x, y) has rows y, y + THREADS_Y, ... and columns x, x + THREADS_X, ... of
     * the block's square. For each BLOCK_K of k:
     * - Fetch the tiles: thread t takes elements t, t + 256, ... of each. Wait.
     * - For each l, load THREAD_M elements of A and THREAD_N of B into registers, and add all
     *   their products. Wait.
     * After the loop, store the results that exist. */
    __shared__ float tile_A[BLOCK_M][BLOCK_K], tile_B[BLOCK_K][BLOCK_N];
    int x = threadIdx.x, y = threadIdx.y, thread = y * THREADS_X + x;
    int block_row = blockIdx.y * BLOCK_M, block_col = blockIdx.x * BLOCK_N;
    float sum[THREAD_M][THREAD_N] = {};
    for (int begin = 0; begin < k; begin += BLOCK_K) {
#pragma unroll
        for (int i = thread; i < BLOCK_M * BLOCK_K; i += THREADS_X * THREADS_Y) {
            int row = i / BLOCK_K, l = i % BLOCK_K;
            tile_A[row][l] = block_row + row < m && begin + l < k
                                 ? A[(size_t)(block_row + row) * lda + begin + l]
                                 : 0;
        }
#pragma unroll
        for (int i = thread; i < BLOCK_K * BLOCK_N; i += THREADS_X * THREADS_Y) {
            int l = i / BLOCK_N, col = i % BLOCK_N;
            tile_B[l][col] = begin + l < k && block_col + col < n
                                 ? B[(size_t)(begin + l) * ldb + block_col + col]
                                 : 0;
        }
        __syncthreads();
#pragma unroll
        for (int l = 0; l < BLOCK_K; l++) {
            float a[THREAD_M], b[THREAD_N];
#pragma unroll
            for (int i = 0; i < THREAD_M; i++)
                a[i] = tile_A[y + i * THREADS_Y][l];
#pragma unroll
            for (int j = 0; j < THREAD_N; j++)
                b[j] = tile_B[l][x + j * THREADS_X];
#pragma unroll
            for (int i = 0; i < THREAD_M; i++)
#pragma unroll
                for (int j = 0; j < THREAD_N; j++)
                    sum[i][j] += a[i] * b[j];
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < THREAD_M; i++)
#pragma unroll
        for (int j = 0; j < THREAD_N; j++) {
            int row = block_row + y + i * THREADS_Y, col = block_col + x + j * THREADS_X;
            if (row < m && col < n)
                C[(size_t)row * ldc + col] = sum[i][j];
        }
    /*}*/
}

void launch_gemm_square(const float *A, int lda, const float *B, int ldb, float *C, int ldc, int m,
                        int n, int k)
{
    /*{ TODO 4: launch blocks of THREADS_X x THREADS_Y threads, one for each BLOCK_M x BLOCK_N. */
    dim3 block(THREADS_X, THREADS_Y),
        grid((n + BLOCK_N - 1) / BLOCK_N, (m + BLOCK_M - 1) / BLOCK_M);
    gemm_square<<<grid, block>>>(A, lda, B, ldb, C, ldc, m, n, k);
    /*}*/
}
#endif

#if LAB_STEP(3) || LAB_STEP(4) || LAB_STEP(5) || LAB_STEP(6)
/* May the rows of a matrix be accessed four floats at a time? Its first element is at `matrix`. */
inline int in_fours(const float *matrix, int ld, int columns)
{
    int fours = 0;
    /*{ TODO 5: each row must start at a multiple of 16 bytes, and end with a whole piece of four
     * floats. */
    fours = (size_t)matrix % 16 == 0 && ld % 4 == 0 && columns % 4 == 0;
    /*}*/
    return fours;
}
#endif

#if LAB_STEP(3) || LAB_STEP(4) || LAB_STEP(5)
/* Steps 3 to 5 fetch in two halves: from global memory into these registers, and from there into
 * shared memory, where A is transposed. A piece is EACH adjacent floats. */
template <int THREADS, int EACH> struct __align__(16) held
{
    float A[BLOCK_M * BLOCK_K / THREADS / EACH][EACH], B[BLOCK_K * BLOCK_N / THREADS / EACH][EACH];
};

/* Reads pieces t, t + THREADS, ... of both tiles; t is the thread. A piece of A lies along k, a
 * piece of B along n. Beyond the end of a matrix it is zeros. A and B point at the first element of
 * this block's next tiles; `rows`, `cols`, `depth`: what is left of the matrices from there. */
template <int THREADS, int EACH>
__device__ __forceinline__ void read_tiles(held<THREADS, EACH> &h, const float *A, int lda,
                                           const float *B, int ldb, int rows, int cols, int depth)
{
#pragma unroll
    for (int i = 0; i < BLOCK_M * BLOCK_K / THREADS / EACH; i++) {
        int piece = threadIdx.x + i * THREADS, row = piece / (BLOCK_K / EACH),
            l = piece % (BLOCK_K / EACH) * EACH;
#pragma unroll
        for (int e = 0; e < EACH; e++)
            h.A[i][e] = 0;
        if (row < rows && l < depth)
            copy<EACH>(h.A[i], &A[(size_t)row * lda + l]);
    }
#pragma unroll
    for (int i = 0; i < BLOCK_K * BLOCK_N / THREADS / EACH; i++) {
        int piece = threadIdx.x + i * THREADS, l = piece / (BLOCK_N / EACH),
            col = piece % (BLOCK_N / EACH) * EACH;
#pragma unroll
        for (int e = 0; e < EACH; e++)
            h.B[i][e] = 0;
        if (l < depth && col < cols)
            copy<EACH>(h.B[i], &B[(size_t)l * ldb + col]);
    }
}

template <int THREADS, int EACH>
__device__ __forceinline__ void write_tiles(const held<THREADS, EACH> &h, float (*tile_A)[ROW_A],
                                            float (*tile_B)[BLOCK_N])
{
    /*{ TODO 6: write the pieces of read_tiles into shared memory: to tile_A[l][row] one float at a
     * time, to tile_B[l][col] EACH floats at a time. */
#pragma unroll
    for (int i = 0; i < BLOCK_M * BLOCK_K / THREADS / EACH; i++) {
        int piece = threadIdx.x + i * THREADS, row = piece / (BLOCK_K / EACH),
            l = piece % (BLOCK_K / EACH) * EACH;
#pragma unroll
        for (int e = 0; e < EACH; e++)
            tile_A[l + e][row] = h.A[i][e];
    }
#pragma unroll
    for (int i = 0; i < BLOCK_K * BLOCK_N / THREADS / EACH; i++) {
        int piece = threadIdx.x + i * THREADS, l = piece / (BLOCK_N / EACH),
            col = piece % (BLOCK_N / EACH) * EACH;
        copy<EACH>(&tile_B[l][col], h.B[i]);
    }
    /*}*/
}
#endif

#if LAB_STEP(3)
/* Step 3: as step 2, but each load and store moves 16 bytes. So a thread needs four adjacent rows
 * and four adjacent columns: a thread has rows 4 y to 4 y + 3 and the same 64 further down, and
 * columns likewise. Blocks are 256 x 1: x = threadIdx.x % 16, y = threadIdx.x / 16. */
template <int EACH>
__global__ void __launch_bounds__(THREADS_X *THREADS_Y, 2)
    gemm_vector(const float *A, int lda, const float *B, int ldb, float *C, int ldc, int m, int n,
                int k)
{
    enum {
        STEP_M = 4 * THREADS_Y,
        STEP_N = 4 * THREADS_X
    }; /* from one group of four to the next */
    /*{ TODO 7: write step 2's kernel with read_tiles and write_tiles. What they hand over is in
     * held<THREADS_X * THREADS_Y, EACH> h. Load a and b with copy<4>, and store with copy<EACH>.
     * Declare the tiles, a, b and sum with __align__(16). */
    __shared__ __align__(16) float tile_A[BLOCK_K][ROW_A], tile_B[BLOCK_K][BLOCK_N];
    int x = threadIdx.x % THREADS_X, y = threadIdx.x / THREADS_X;
    int block_row = blockIdx.y * BLOCK_M, block_col = blockIdx.x * BLOCK_N;
    held<THREADS_X * THREADS_Y, EACH> h;
    __align__(16) float sum[THREAD_M][THREAD_N] = {};
    for (int begin = 0; begin < k; begin += BLOCK_K) {
        read_tiles(h, A + (size_t)block_row * lda + begin, lda, B + (size_t)begin * ldb + block_col,
                   ldb, m - block_row, n - block_col, k - begin);
        write_tiles(h, tile_A, tile_B);
        __syncthreads();
#pragma unroll
        for (int l = 0; l < BLOCK_K; l++) {
            __align__(16) float a[THREAD_M], b[THREAD_N];
#pragma unroll
            for (int i = 0; i < THREAD_M; i += 4)
                copy<4>(&a[i], &tile_A[l][4 * y + i / 4 * STEP_M]);
#pragma unroll
            for (int j = 0; j < THREAD_N; j += 4)
                copy<4>(&b[j], &tile_B[l][4 * x + j / 4 * STEP_N]);
#pragma unroll
            for (int i = 0; i < THREAD_M; i++)
#pragma unroll
                for (int j = 0; j < THREAD_N; j++)
                    sum[i][j] += a[i] * b[j];
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < THREAD_M; i++)
#pragma unroll
        for (int j = 0; j < THREAD_N; j += EACH) {
            int row = block_row + 4 * y + i / 4 * STEP_M + i % 4,
                col = block_col + 4 * x + j / 4 * STEP_N + j % 4;
            if (row < m && col < n)
                copy<EACH>(&C[(size_t)row * ldc + col], &sum[i][j]);
        }
    /*}*/
}

void launch_gemm_vector(const float *A, int lda, const float *B, int ldb, float *C, int ldc, int m,
                        int n, int k)
{
    dim3 grid((n + BLOCK_N - 1) / BLOCK_N, (m + BLOCK_M - 1) / BLOCK_M);
    if (in_fours(A, lda, k) && in_fours(B, ldb, n) && in_fours(C, ldc, n))
        gemm_vector<4><<<grid, THREADS_X * THREADS_Y>>>(A, lda, B, ldb, C, ldc, m, n, k);
    else
        gemm_vector<1><<<grid, THREADS_X * THREADS_Y>>>(A, lda, B, ldb, C, ldc, m, n, k);
}
#endif

#if LAB_STEP(4) || LAB_STEP(5) || LAB_STEP(6)
/* Steps 4 to 6: a block has four warps side by side, each with a tile of 128 x 32. The lanes of a
 * warp are 8 x 4: lanes 0 and 1 below one another, the next three such pairs beside them, and lanes
 * 8 to 15 below those. */
enum {
    LANES_M = 8,
    LANES_N = 4,
    /* A thread has 255 registers. 128 sums and twice 24 elements of A and B leave some for
     * addresses; 16 x 16 sums do not fit. */
    SUMS_M = 16,
    SUMS_N = 8,
    WARP_N = LANES_N * SUMS_N,
    WARP_THREADS = BLOCK_N / WARP_N * 32
};
static_assert(LANES_M * SUMS_M == BLOCK_M, "a warp is as high as its block");

/* This thread's first row and column in the block's square. It has four adjacent rows from there,
 * the next four 4 * LANES_M further, and so on; four adjacent columns, and the next four 4 *
 * LANES_N further. */
__device__ __forceinline__ void place(int *row, int *col)
{
    /*{ TODO 8: compute both. Warp w starts at column w * WARP_N. */
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    *row = (lane / 8 * 2 + lane % 2) * 4;
    *col = warp * WARP_N + lane / 2 % LANES_N * 4;
    /*}*/
}

/* Loads the elements for one l. `of_A` and `of_B` point at this thread's first elements in row l of
 * the tiles. */
__device__ __forceinline__ void take(float a[SUMS_M], float b[SUMS_N], const float *of_A,
                                     const float *of_B)
{
    /*{ TODO 9: load SUMS_M elements of A and SUMS_N of B, four at a time. */
#pragma unroll
    for (int i = 0; i < SUMS_M; i += 4)
        copy<4>(&a[i], &of_A[i * LANES_M]);
#pragma unroll
    for (int j = 0; j < SUMS_N; j += 4)
        copy<4>(&b[j], &of_B[j * LANES_N]);
    /*}*/
}
#endif

#if LAB_STEP(4)
/* Step 4: half as many threads, each with twice as many results: 6 loads of 16 bytes for 128
 * products. */
template <int EACH>
__global__ void __launch_bounds__(WARP_THREADS, 2)
    gemm_warp(const float *A, int lda, const float *B, int ldb, float *C, int ldc, int m, int n,
              int k)
{
    /*{ TODO 10: write step 3's kernel with place, take, multiply(sum, a, b) and store<LANES_M,
     * LANES_N>(sum, to, ldc, rows left from `to` on, columns left). held has WARP_THREADS. */
    __shared__ __align__(16) float tile_A[BLOCK_K][ROW_A], tile_B[BLOCK_K][BLOCK_N];
    int block_row = blockIdx.y * BLOCK_M, block_col = blockIdx.x * BLOCK_N, row, col;
    held<WARP_THREADS, EACH> h;
    float sum[SUMS_M][SUMS_N] = {};
    place(&row, &col);
    for (int begin = 0; begin < k; begin += BLOCK_K) {
        read_tiles(h, A + (size_t)block_row * lda + begin, lda, B + (size_t)begin * ldb + block_col,
                   ldb, m - block_row, n - block_col, k - begin);
        write_tiles(h, tile_A, tile_B);
        __syncthreads();
#pragma unroll
        for (int l = 0; l < BLOCK_K; l++) {
            __align__(16) float a[SUMS_M], b[SUMS_N];
            take(a, b, &tile_A[l][row], &tile_B[l][col]);
            multiply(sum, a, b);
        }
        __syncthreads();
    }
    row += block_row;
    col += block_col;
    store<LANES_M, LANES_N>(sum, C + (size_t)row * ldc + col, ldc, m - row, n - col);
    /*}*/
}

void launch_gemm_warp(const float *A, int lda, const float *B, int ldb, float *C, int ldc, int m,
                      int n, int k)
{
    /* store looks at C itself */
    dim3 grid((n + BLOCK_N - 1) / BLOCK_N, (m + BLOCK_M - 1) / BLOCK_M);
    if (in_fours(A, lda, k) && in_fours(B, ldb, n))
        gemm_warp<4><<<grid, WARP_THREADS>>>(A, lda, B, ldb, C, ldc, m, n, k);
    else
        gemm_warp<1><<<grid, WARP_THREADS>>>(A, lda, B, ldb, C, ldc, m, n, k);
}
#endif

#if LAB_STEP(5)
/* Step 5: while a pair of tiles is multiplied, the next pair is read into registers. While the
 * products of one l are added, the elements for the next l are loaded from shared memory. Two pairs
 * of tiles in shared memory need one barrier, not two. */
template <int EACH>
__global__ void __launch_bounds__(WARP_THREADS, 2)
    gemm_double_buffer(const float *A, int lda, const float *B, int ldb, float *C, int ldc, int m,
                       int n, int k)
{
    /*{ TODO 11: fetch the first pair of tiles, wait, take the elements for l = 0. For each pair:
     * - Read the next pair, if there is one, into registers.
     * - For each l: if it is the last one, first write the next pair into the other buffers, and
     *   wait. Then take the elements for the next l into the other a and b, and multiply the
     *   present ones. */
    __shared__ __align__(16) float tile_A[2][BLOCK_K][ROW_A], tile_B[2][BLOCK_K][BLOCK_N];
    __align__(16) float a[2][SUMS_M], b[2][SUMS_N];
    int block_row = blockIdx.y * BLOCK_M, block_col = blockIdx.x * BLOCK_N, row, col, now = 0;
    held<WARP_THREADS, EACH> h;
    float sum[SUMS_M][SUMS_N] = {};
    place(&row, &col);
    A += (size_t)block_row * lda;
    B += block_col;
    read_tiles(h, A, lda, B, ldb, m - block_row, n - block_col, k);
    write_tiles(h, tile_A[0], tile_B[0]);
    __syncthreads();
    take(a[0], b[0], &tile_A[0][0][row], &tile_B[0][0][col]);
#pragma unroll 1
    for (int next = BLOCK_K; next < k + BLOCK_K; next += BLOCK_K) {
        if (next < k)
            read_tiles(h, A + next, lda, B + (size_t)next * ldb, ldb, m - block_row, n - block_col,
                       k - next);
#pragma unroll
        for (int l = 0; l < BLOCK_K; l++) {
            if (l + 1 == BLOCK_K) {
                now = next < k ? now ^ 1 : now;
                if (next < k)
                    write_tiles(h, tile_A[now], tile_B[now]);
                __syncthreads();
            }
            take(a[(l + 1) % 2], b[(l + 1) % 2], &tile_A[now][(l + 1) % BLOCK_K][row],
                 &tile_B[now][(l + 1) % BLOCK_K][col]);
            multiply(sum, a[l % 2], b[l % 2]);
        }
    }
    row += block_row;
    col += block_col;
    store<LANES_M, LANES_N>(sum, C + (size_t)row * ldc + col, ldc, m - row, n - col);
    /*}*/
}

void launch_gemm_double_buffer(const float *A, int lda, const float *B, int ldb, float *C, int ldc,
                               int m, int n, int k)
{
    /*{ TODO 12: launch as in step 4. */
    dim3 grid((n + BLOCK_N - 1) / BLOCK_N, (m + BLOCK_M - 1) / BLOCK_M);
    if (in_fours(A, lda, k) && in_fours(B, ldb, n))
        gemm_double_buffer<4><<<grid, WARP_THREADS>>>(A, lda, B, ldb, C, ldc, m, n, k);
    else
        gemm_double_buffer<1><<<grid, WARP_THREADS>>>(A, lda, B, ldb, C, ldc, m, n, k);
    /*}*/
}
#endif

#if LAB_STEP(6)
/* Step 6: asynchronous copies bring the tiles from global to shared memory without registers,
 * several stages ahead. A copy of 4 bytes may go anywhere, so A is transposed on its way. */
struct stage {
    float A[BLOCK_K][ROW_A], B[BLOCK_K][BLOCK_N];
};

enum {
    ROWS_A = WARP_THREADS / BLOCK_K, /* rows of A that all threads together copy at a time */
    PIECES = WARP_THREADS / BLOCK_K  /* pieces of a row of B that they copy at a time */
};

/* Where this thread copies from next. */
struct source {
    const float *A[BLOCK_M / ROWS_A]; /* in each of its rows, the element to copy next */
    const float *B;                   /* the first of its pieces of a row */
    int cols;                         /* columns of B that are left from there */
};

/* Starts this thread's copies of one stage, and advances `from` to the next. The first `missing`
 * values of l do not exist. */
template <int EACH>
__device__ __forceinline__ void start_copies(stage *to, source &from, int ldb, int missing)
{
    /*{ TODO 13: start the copies of thread t, and advance `from`:
     * - of A's tile, column l = t % BLOCK_K, rows t / BLOCK_K + i * ROWS_A, to A[l][row];
     * - of B's tile, row l = t / PIECES, pieces t % PIECES + i * PIECES, of EACH floats.
     * Copy nothing where l < missing, and no columns past the end of B. */
    int l = threadIdx.x % BLOCK_K;
    float *to_A = &to->A[l][threadIdx.x / BLOCK_K];
#pragma unroll
    for (int i = 0; i < BLOCK_M / ROWS_A; i++) {
        if (l >= missing)
            __pipeline_memcpy_async(to_A + i * ROWS_A, from.A[i], sizeof(float));
        from.A[i] += BLOCK_K;
    }
    l = threadIdx.x / PIECES;
    float *to_B = &to->B[l][threadIdx.x % PIECES * EACH];
#pragma unroll
    for (int j = 0; j < BLOCK_N; j += PIECES * EACH)
        if (l >= missing && j < from.cols)
            __pipeline_memcpy_async(to_B + j, from.B + j, EACH * sizeof(float));
    from.B += (size_t)BLOCK_K * ldb;
    /*}*/
}

template <int EACH>
__global__ void __launch_bounds__(WARP_THREADS, 2)
    gemm_async(const float *A, int lda, const float *B, int ldb, float *C, int ldc, int m, int n,
               int k)
{
    /*{ TODO 14: if k is not a multiple of BLOCK_K, the stage that is not full comes first.
     * - Set up `from`: as many terms before the matrices as are missing. In place of rows past the
     *   end of A, copy its last row, and store no result.
     * - If terms or columns are missing, fill all stages with zeros, and wait at a barrier.
     * - Start all stages but one. Commit each.
     * - Then as step 5: start a later stage in place of reading, and wait for the next stage in
     *   place of writing it. */
    __shared__ __align__(16) stage stages[STAGES];
    __align__(16) float a[2][SUMS_M], b[2][SUMS_N];
    int block_row = blockIdx.y * BLOCK_M, block_col = blockIdx.x * BLOCK_N, row, col;
    int steps = (k + BLOCK_K - 1) / BLOCK_K, missing = steps * BLOCK_K - k;
    source from;
#pragma unroll
    for (int i = 0; i < BLOCK_M / ROWS_A; i++) {
        int a_row = min(block_row + (int)threadIdx.x / BLOCK_K + i * ROWS_A, m - 1);
        from.A[i] = A + (size_t)a_row * lda + (int)threadIdx.x % BLOCK_K - missing;
    }
    int b_col = block_col + threadIdx.x % PIECES * EACH;
    from.B = B + (ptrdiff_t)((int)threadIdx.x / PIECES - missing) * ldb + b_col;
    from.cols = n - b_col;
    float sum[SUMS_M][SUMS_N] = {};
    place(&row, &col);
    if (missing || block_col + BLOCK_N > n) {
        for (int i = threadIdx.x; i < STAGES * (int)sizeof(stage) / 4; i += WARP_THREADS)
            ((float *)stages)[i] = 0;
        __syncthreads();
    }
#pragma unroll
    for (int step = 0; step < STAGES - 1; step++) {
        if (step < steps)
            start_copies<EACH>(&stages[step], from, ldb, step == 0 ? missing : 0);
        __pipeline_commit(); /* also if nothing was copied: the waits count commits */
    }
    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();
    const float *of_A = &stages[0].A[0][row], *of_B = &stages[0].B[0][col];
    take(a[0], b[0], of_A, of_B);
    int now = 0, later = STAGES - 1;
#pragma unroll 1
    for (int step = 0; step < steps; step++) {
        if (step + STAGES - 1 < steps)
            start_copies<EACH>(&stages[later], from, ldb, 0);
        __pipeline_commit();
        later = later + 1 < STAGES ? later + 1 : 0;
#pragma unroll
        for (int l = 0; l < BLOCK_K; l++) {
            if (l + 1 == BLOCK_K) {
                __pipeline_wait_prior(STAGES - 2);
                /* all copies are here, and no thread reads this stage any more */
                __syncthreads();
                now = step + 1 == steps ? now : now + 1 < STAGES ? now + 1 : 0;
                of_A = &stages[now].A[0][row], of_B = &stages[now].B[0][col];
            }
            take(a[(l + 1) % 2], b[(l + 1) % 2], of_A + (l + 1) % BLOCK_K * ROW_A,
                 of_B + (l + 1) % BLOCK_K * BLOCK_N);
            multiply(sum, a[l % 2], b[l % 2]);
        }
    }
    row += block_row;
    col += block_col;
    store<LANES_M, LANES_N>(sum, C + (size_t)row * ldc + col, ldc, m - row, n - col);
    /*}*/
}

void launch_gemm_async(const float *A, int lda, const float *B, int ldb, float *C, int ldc, int m,
                       int n, int k)
{
    /*{ TODO 15: launch as in step 4. A need not be in_fours. */
    dim3 grid((n + BLOCK_N - 1) / BLOCK_N, (m + BLOCK_M - 1) / BLOCK_M);
    if (in_fours(B, ldb, n))
        gemm_async<4><<<grid, WARP_THREADS>>>(A, lda, B, ldb, C, ldc, m, n, k);
    else
        gemm_async<1><<<grid, WARP_THREADS>>>(A, lda, B, ldb, C, ldc, m, n, k);
    /*}*/
}
#endif

LAB_MAIN(08_thread_tiled_gemm)

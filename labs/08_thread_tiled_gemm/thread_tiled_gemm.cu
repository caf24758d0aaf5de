/* Lab 08: C = A B from registers: many results per thread, and tiles that are fetched ahead.
 * docs/08_thread_tiled_gemm.md explains, `make run LAB=08` checks, `make hint LAB=08` helps.
 * Everywhere: A is m x k, B is k x n, C is m x n, row-major on the device, rows lda, ldb and ldc
 * floats apart (at least as many as a row is long; what lies between is not yours). m, n and k are
 * anything; so is the element of a larger array where each begins. */
#include <cuda_pipeline.h> /* step 6 */
#include "lab.h"

/* `make sweep LAB=08` compiles this file again with each of the values named here. */
#ifndef STAGES
#define STAGES 4 /* 2 3 4 5; step 6: pairs of tiles, in the 48 KiB that a block can declare */
#endif

/* May rows be read four floats at a time? 16-byte accesses want addresses that are multiples of 16,
 * and no row may end within four. */
inline int in_fours(const float *matrix, int ld, int columns)
{
    return (size_t)matrix % 16 == 0 && ld % 4 == 0 && columns % 4 == 0;
}

/* EACH neighbours, 4 or 1, with one load and one store. */
template <int EACH> __device__ __forceinline__ void copy(float *to, const float *from)
{
    if (EACH == 4)
        *(float4 *)to = *(const float4 *)from;
    else
        *to = *from;
}

#if LAB_STEP(1)
/* Step 1: a thread computes COLUMN results, one below the other: an element of B, fetched from
 * shared memory once, is used COLUMN times. */
enum {
    COLUMN = 8, /* more would leave fewer than 512 threads to fetch and to hide latency */
    SIDE = 64,  /* of a block's square of C; SIDE * SIDE / COLUMN threads, at most 1024 */
    DEPTH = 8   /* SIDE * DEPTH elements of each tile: just one for every thread to fetch */
};

__global__ void gemm_column(const float *A, int lda, const float *B, int ldb, float *C, int ldc,
                            int m, int n, int k)
{
    /* TODO 1: thread (x, y) has column x of the block's square, and rows y * COLUMN and on. For
     * each DEPTH of k: all threads fetch one element of each tile, zeros where the matrix has
     * ended; wait; for each l take one element of B and add its products with COLUMN elements of A;
     * wait. At the end store the results that exist. */
}

void launch_gemm_column(const float *A, int lda, const float *B, int ldb, float *C, int ldc, int m,
                        int n, int k)
{
    /* TODO 2: blocks of SIDE x SIDE / COLUMN threads, a grid of squares. */
}
#endif

/* Steps 2 to 6: what a block works on. */
enum {
    /* A square block loads least for what it computes; with 256 its sums would fill the registers
     * of a whole SM. */
    BLOCK_M = 128,
    BLOCK_N = 128,
    /* Less: more barriers. More: longer unrolled code, and it must fit the instruction cache. */
    BLOCK_K = 8,
    /* From step 3 on A's tile lies transposed, in rows that are padded: 8 values of l in a column
     * are 4 banks apart. */
    ROW_A = BLOCK_M + 4
};

/* Steps 2 and 3: 256 threads, so that two blocks share an SM's registers: 128 for each thread, 64
 * of them for its sums. */
enum {
    THREADS_X = 16, /* along columns */
    THREADS_Y = 16,
    THREAD_M = BLOCK_M / THREADS_Y,
    THREAD_N = BLOCK_N / THREADS_X
};

#if LAB_STEP(2)
/* Step 2: a thread computes THREAD_M x THREAD_N results, from as many rows and columns: 16 loads
 * from shared memory for 64 products. */
__global__ void __launch_bounds__(THREADS_X *THREADS_Y, 2)
    gemm_square(const float *A, int lda, const float *B, int ldb, float *C, int ldc, int m, int n,
                int k)
{
    /* TODO 3: thread (x, y) has rows y, y + THREADS_Y, ... and columns x, x + THREADS_X, ... of
     * the block's square. Fetch the tiles (several elements for each thread), wait; for each l take
     * THREAD_M elements of A and THREAD_N of B into registers and add all their products; wait. */
}

void launch_gemm_square(const float *A, int lda, const float *B, int ldb, float *C, int ldc, int m,
                        int n, int k)
{
    /* TODO 4: blocks of THREADS_X x THREADS_Y threads; a block for each BLOCK_M x BLOCK_N of C. */
}
#endif

#if LAB_STEP(3) || LAB_STEP(4) || LAB_STEP(5)
/* Steps 3 to 5 fetch in two halves: from global memory into these registers, and from there into
 * shared memory, A transposed. */
template <int THREADS, int EACH> struct __align__(16) held
{
    float A[BLOCK_M * BLOCK_K / THREADS / EACH][EACH], B[BLOCK_K * BLOCK_N / THREADS / EACH][EACH];
};

/* A and B begin with this block's next tile; `rows`, `cols` and `depth` are what is left of the
 * matrices from there. */
template <int THREADS, int EACH>
__device__ __forceinline__ void read_tiles(held<THREADS, EACH> &h, const float *A, int lda,
                                           const float *B, int ldb, int rows, int cols, int depth)
{
    /* TODO 5: the tiles are dealt out EACH neighbours of a row at a time: thread t has piece t, t
     * + THREADS, ... Pieces of A lie along k, pieces of B along n. Zeros where the matrix has
     * ended. */
}

template <int THREADS, int EACH>
__device__ __forceinline__ void write_tiles(const held<THREADS, EACH> &h, float (*tile_A)[ROW_A],
                                            float (*tile_B)[BLOCK_N])
{
    /* TODO 6: the same pieces into shared memory: tile_A[l][row], one float at a time,
     * tile_B[l][col], EACH at a time. */
}
#endif

#if LAB_STEP(3)
/* Step 3: as step 2, with a quarter of the loads, each of 16 bytes. For that the four rows and the
 * four columns that a load brings must be neighbours: thread (x, y) has rows 4 y + (0 ... 3), the
 * same 64 further down, and columns likewise. */
template <int EACH>
__global__ void __launch_bounds__(THREADS_X *THREADS_Y, 2)
    gemm_vector(const float *A, int lda, const float *B, int ldb, float *C, int ldc, int m, int n,
                int k)
{
    enum {
        STEP_M = 4 * THREADS_Y,
        STEP_N = 4 * THREADS_X
    }; /* from one group of four to the next */
    /* TODO 7: tiles from read_tiles and write_tiles; four elements at a time into a and b. */
}

void launch_gemm_vector(const float *A, int lda, const float *B, int ldb, float *C, int ldc, int m,
                        int n, int k)
{
    /* TODO 8: 256 threads along x. EACH is 4 if all three matrices are in_fours, else 1. */
}
#endif

#if LAB_STEP(4) || LAB_STEP(5) || LAB_STEP(6)
/* Steps 4 to 6: four warps side by side, each with a tile of its own, 128 x 32; its lanes are 8 x
 * 4. */
enum {
    LANES_M = 8,
    LANES_N = 4,
    /* A thread has 255 registers: 128 sums and twice 24 elements of A and B leave room for
     * addresses; 16 x 16 sums do not fit. */
    SUMS_M = 16,
    SUMS_N = 8,
    WARP_N = LANES_N * SUMS_N,
    WARP_THREADS = BLOCK_N / WARP_N * 32
};
static_assert(LANES_M * SUMS_M == BLOCK_M, "a warp is as high as its block");

/* This thread's first row and column in the block's tiles. It has four neighbours from there, the
 * next four 4 * LANES_M rows or 4 * LANES_N columns further, and so on. */
__device__ __forceinline__ void place(int *row, int *col)
{
    /* TODO 9: warp w has columns w * WARP_N and on. Of its lanes, lane % LANES_M says which rows,
     * lane / LANES_M which columns. */
}

/* Fetches what the products of one l need. `of_A` and `of_B`: this thread's first elements in row l
 * of the tiles. */
__device__ __forceinline__ void take(float a[SUMS_M], float b[SUMS_N], const float *of_A,
                                     const float *of_B)
{
    /* TODO 10: SUMS_M elements of A and SUMS_N of B, four at a time. */
}

__device__ __forceinline__ void multiply(float sum[SUMS_M][SUMS_N], const float a[SUMS_M],
                                         const float b[SUMS_N])
{
    /* TODO 11: walk through the products as a snake, odd rows backwards, so that each shares an
     * operand with the one before it. */
}

/* C begins with this thread's first element; `rows` and `cols` are what is left of it from
 * there. */
__device__ __forceinline__ void store(const float sum[SUMS_M][SUMS_N], float *C, int ldc, int rows,
                                      int cols)
{
    /* TODO 12: four at a time, where C's rows allow it and all four exist; else one by one. Copy
     * the sums first, by adding 0.0f: four in one store must lie in four neighbouring registers,
     * and the sums should not have to (the page says why). */
}
#endif

#if LAB_STEP(4)
/* Step 4: half as many threads with twice as many results, and a warp that is a tile: 6 loads of 16
 * bytes for 128 products. */
template <int EACH>
__global__ void __launch_bounds__(WARP_THREADS, 2)
    gemm_warp(const float *A, int lda, const float *B, int ldb, float *C, int ldc, int m, int n,
              int k)
{
    /* TODO 13: step 3 with place, take, multiply and store. */
}

void launch_gemm_warp(const float *A, int lda, const float *B, int ldb, float *C, int ldc, int m,
                      int n, int k)
{
    /* TODO 14: as TODO 8 with WARP_THREADS threads. store looks at C itself. */
}
#endif

#if LAB_STEP(5)
/* Step 5: everything is on its way before it is needed. While a pair of tiles is multiplied, the
 * next pair comes into registers; while the products of one l are added, the elements for the next
 * come out of shared memory. Two pairs of tiles: one barrier, not two. */
template <int EACH>
__global__ void __launch_bounds__(WARP_THREADS, 2)
    gemm_double_buffer(const float *A, int lda, const float *B, int ldb, float *C, int ldc, int m,
                       int n, int k)
{
    /* TODO 15: first a pair of tiles, and the elements for l = 0. Then, for each pair: read the
     * next (if there is one) into registers. For each l: take the elements for the next l into the
     * other a and b, multiply the present ones. The next l of the last one lies in the next pair:
     * write that into the other buffers first, and wait. */
}

void launch_gemm_double_buffer(const float *A, int lda, const float *B, int ldb, float *C, int ldc,
                               int m, int n, int k)
{
    /* TODO 16: as TODO 14. */
}
#endif

#if LAB_STEP(6)
/* Step 6: the tiles need no registers on their way any more. Copies go from global to shared memory
 * by themselves, several stages ahead; a copy of 4 bytes may go anywhere, so that A is transposed
 * on the way. */
struct stage {
    float A[BLOCK_K][ROW_A], B[BLOCK_K][BLOCK_N];
};

enum {
    ROWS_A = WARP_THREADS / BLOCK_K, /* rows of A, and pieces of a row of B, ... */
    PIECES = WARP_THREADS / BLOCK_K  /* ... that all threads together copy at a time */
};

/* From where this thread copies next. */
struct source {
    const float *A[BLOCK_M / ROWS_A]; /* an element of each of its rows */
    const float *B;                   /* the first of its pieces of a row */
    int cols;                         /* of B, that are left from there */
};

/* Starts this thread's copies of one stage, and moves on to the next. The first `missing` values of
 * l do not exist. */
template <int EACH>
__device__ __forceinline__ void start_copies(stage *to, source &from, int ldb, int missing)
{
    /* TODO 17: thread t has column t % BLOCK_K of A's tile and rows t / BLOCK_K, ROWS_A further,
     * ...: 8 neighbouring threads copy one sector, to A[l][row]. Of B's tile it has row t / PIECES,
     * and pieces t % PIECES, PIECES further, ..., EACH floats long. What does not exist is not
     * copied. */
}

template <int EACH>
__global__ void __launch_bounds__(WARP_THREADS, 2)
    gemm_async(const float *A, int lda, const float *B, int ldb, float *C, int ldc, int m, int n,
               int k)
{
    /* TODO 18: the stage that is not full (k is no multiple of BLOCK_K) comes first, so that the
     * loop need not test for it. Rows of A beyond the edge are copied from the last one, and never
     * stored; where terms or columns are missing, fill all stages with zeros first: nobody will
     * overwrite those. Start the copies of STAGES - 1 stages. Then as step 5: start those of a
     * later stage instead of reading, wait for the next stage instead of writing it. */
}

void launch_gemm_async(const float *A, int lda, const float *B, int ldb, float *C, int ldc, int m,
                       int n, int k)
{
    /* TODO 19: as TODO 14; A need not be in fours. */
}
#endif

LAB_MAIN(08_thread_tiled_gemm)

/* Lab 09, for experts: the binary C = A B on tensor cores, from tiles in shared memory.
 * docs/09_binary_xnor_gemm_tensor_cores.md explains, `make run LAB=09/tensor_cores` checks, `make
 * hint LAB=09/tensor_cores` helps.
 *
 * A is m x k, B is k x n, C is m x n. A packed line of k elements has binary_words(k) words, and
 * two lines are binary_pitch(k) words apart. Padding is 0 bits. A is in layout A, B in layout B by
 * columns (binary/binary.h). a_ones, b_ones: the number of +1 in each row of A and in each column
 * of B. binary_mma.h describes the instructions and store_four. */
#include <cuda_pipeline.h>
#include <stdint.h>
#include "binary/binary_mma.h"
#include "lab.h"

#define WARP 32

#if (LAB_STEP(1) || LAB_STEP(2))
/* The sum of k products, from the count of the tensor cores, as in step 11 of the core. */
__device__ __forceinline__ int dot_of(int count, int k, int a_ones, int b_ones)
{
    int differ = count; /* what an sm_75 counts */
#if !BINARY_MMA_XOR
    differ = a_ones + b_ones - 2 * count;
#endif
    return k - 2 * differ;
}

/* Four warps make 128 x 128 elements of C, each 64 x 64: 4 blocks of 16 rows by 4 blocks of 16
 * columns, 128 registers a lane. A stage is 32 words (1,024 elements) of depth of A and B. */
enum { MMA_SIDE = 128, WARP_SIDE = 64, MMA_BLOCKS = WARP_SIDE / 16, MMA_THREADS = 128 };
enum { STAGE_WORDS = 32, CHUNKS = STAGE_WORDS / 4 /* of 16 bytes in a line of a stage */ };
static_assert(BINARY_PADDING % MMA_SIDE == 0, "whole tiles of padding");
static_assert(BINARY_PITCH % STAGE_WORDS == 0, "whole stages of padding");

/* [.][.][half][]: places 0 to 7 and 8 to 15 of a block of 16 columns, in their order in shared
 * memory */
typedef int mma_counts[MMA_BLOCKS][MMA_BLOCKS][2][4];

/* The line of column `col` of B's tile in shared memory. In C, a lane holds columns 2 q and 2 q + 1
 * of every eight: 8 adjacent bytes. With the columns dealt out like this, a lane holds columns 4 q
 * to 4 q + 3 of every sixteen: 16 adjacent bytes. Within 16 columns, 4 q + 2 half + e moves to
 * 8 half + 2 q + e (q: 0 to 3, half and e: 0 or 1). */
__device__ __forceinline__ int place_of(int col)
{
    return (col & ~15) | (col & 2) << 2 | (col & 12) >> 1 | (col & 1);
}

/* Stores one warp's 64 x 64 elements. row, col: of the first one. */
__device__ __forceinline__ void store_counts(const mma_counts &count, const int *a_ones,
                                             const int *b_ones, int *C, int row, int col, int m,
                                             int n, int k)
{
    int g = threadIdx.x % WARP / 4, q = threadIdx.x % 4, a[2 * MMA_BLOCKS];
    bool whole = row + WARP_SIDE <= m && col + WARP_SIDE <= n && n % 4 == 0 && (size_t)C % 16 == 0;
    for (int i = 0; i < 2 * MMA_BLOCKS; i++)
        a[i] = a_ones[row + 8 * i + g];
#pragma unroll
    for (int j = 0; j < MMA_BLOCKS; j++) {
        int c = col + 16 * j + 4 * q;
        int4 b = *(const int4 *)&b_ones[c];
#pragma unroll
        for (int i = 0; i < 2 * MMA_BLOCKS; i++) {
            const int *lower = &count[i / 2][j][0][i % 2 * 2],
                      *upper = &count[i / 2][j][1][i % 2 * 2];
            int r = row + 8 * i + g, *to = C + (size_t)r * n;
            int value[4] = {dot_of(lower[0], k, a[i], b.x), dot_of(lower[1], k, a[i], b.y),
                            dot_of(upper[0], k, a[i], b.z), dot_of(upper[1], k, a[i], b.w)};
            if (whole) /* C is not read again soon: the packed matrices stay in L2 */
                __stcs((int4 *)&to[c], make_int4(value[0], value[1], value[2], value[3]));
            else if (r < m)
                store_four(to, c, n, value);
        }
    }
}
#endif

#if LAB_STEP(1)
/* Step 1: the warps of a block share the words that they load. ldmatrix reads eight lines of a tile
 * at once, 16 bytes of each. */
/* TODO 1: make a line of a tile longer, by a multiple of 4 words, so that these 16 bytes of eight
 * adjacent lines lie in different banks. */
enum { PADDED = STAGE_WORDS };

typedef uint32_t padded_tile[MMA_SIDE][PADDED];

/* Copies one stage of the block's rows and columns, which begin with `row` and `col`: STAGE_WORDS
 * words of each, from word `start` on. A packed line of A or B is `pitch` words long. */
__device__ __forceinline__ void copy_stage(padded_tile &a_tile, padded_tile &b_tile,
                                           const uint32_t *A, const uint32_t *B, int row, int col,
                                           int start, size_t pitch)
{
    /* TODO 2: copy 16 bytes at a time, adjacent threads adjacent pieces. Column c of B goes to
     * line place_of(c) of its tile. */
}

__global__ void __launch_bounds__(MMA_THREADS, 2)
    xnor_mma_shared(const uint32_t *A, const uint32_t *B, const int *a_ones, const int *b_ones,
                    int *C, int m, int n, int k)
{
    __shared__ alignas(16) padded_tile a_tile, b_tile;
    [[maybe_unused]] int row = blockIdx.y * MMA_SIDE, col = blockIdx.x * MMA_SIDE;
    [[maybe_unused]] int words = binary_words(k), warp = threadIdx.x / WARP;
    [[maybe_unused]] int warp_row = warp / 2 * WARP_SIDE, warp_col = warp % 2 * WARP_SIDE;
    [[maybe_unused]] size_t pitch = binary_pitch(k);
    [[maybe_unused]] mma_counts count = {};
    (void)&a_tile, (void)&b_tile;

    /* TODO 3: for each stage: copy it, wait, count it, wait. Count eight words at a time: load the
     * warp's fragments of A (16 rows each: rows 0 to 7 and 8 to 15, words 0 to 3, then the same
     * rows, words 4 to 7) and of B (16 columns each), and multiply each with each. At the end call
     * store_counts for this warp's rows and columns. */
}

void launch_xnor_mma_shared(const uint32_t *A, const uint32_t *B, const int *a_ones,
                            const int *b_ones, int *C, int m, int n, int k)
{
    dim3 blocks((n - 1) / MMA_SIDE + 1, (m - 1) / MMA_SIDE + 1);
    xnor_mma_shared<<<blocks, MMA_THREADS>>>(A, B, a_ones, b_ones, C, m, n, k);
}
#endif

#if LAB_STEP(2)
/* Step 2: three stages in flight. Asynchronous copies fetch them while the tensor cores work, and
 * each fragment is loaded from shared memory one turn before it is needed. No padding: chunk c (16
 * bytes) of a line stands at c ^ (line % 8). That spreads eight lines over all banks and takes no
 * extra memory. All addresses are computed before the loop; inside it they differ by constants. */
enum {
    STAGES = 3,
    LINE = STAGE_WORDS,
    STAGE = 2 * MMA_SIDE * LINE /* words: A's tile, then B's */
};

/* The first word of chunk `chunk` of `line`, counted from the start of a tile. */
__device__ __forceinline__ int chunk_at(int line, int chunk)
{
    return line * LINE + (chunk ^ line % 8) * 4;
}

/* The first words of a thread's copies in a stage. A thread takes the same chunk of every 16th line
 * of both tiles. */
struct copy_places {
    int a, b;
};

/* Starts copying a quarter of a stage. a, b: the source of the thread's first lines; step: the
 * distance in words from one of its lines to the next in the packed matrices. */
__device__ __forceinline__ void copy_quarter(uint32_t *stage, copy_places to, const uint32_t *a,
                                             const uint32_t *b, size_t step, int quarter)
{
    constexpr int apart = MMA_THREADS / CHUNKS, each = MMA_SIDE / apart / 4;
#pragma unroll
    for (int i = quarter * each; i < quarter * each + each; i++) {
        __pipeline_memcpy_async(stage + to.a + i * apart * LINE, a + i * step, 16);
        __pipeline_memcpy_async(stage + to.b + i * apart * LINE, b + i * step, 16);
    }
}

/* One turn's fragments of a warp: eight words (256 bits) of 64 rows and of 64 columns, and their
 * places in a stage. */
struct fragments {
    uint32_t a[MMA_BLOCKS][4], b[MMA_BLOCKS][4];
};

struct fragment_places {
    int a[4], b[4]; /* of each of a stage's four turns */
};

__device__ __forceinline__ fragment_places places_of(int warp_row, int warp_col)
{
    int lane = threadIdx.x % WARP;
    fragment_places places;
#pragma unroll
    for (int turn = 0; turn < 4; turn++) {
        places.a[turn] = chunk_at(warp_row + lane % 16, turn * 2 + lane / 16);
        places.b[turn] = MMA_SIDE * LINE +
                         chunk_at(warp_col + lane % 8 + lane / 16 * 8, turn * 2 + lane / 8 % 2);
    }
    return places;
}

__device__ __forceinline__ void load_fragments(fragments *f, const uint32_t *stage, int a, int b)
{
#pragma unroll
    for (int i = 0; i < MMA_BLOCKS; i++)
        load_matrices(f->a[i], stage + a + 16 * i * LINE);
#pragma unroll
    for (int i = 0; i < MMA_BLOCKS; i++)
        load_matrices(f->b[i], stage + b + 16 * i * LINE);
}

__device__ __forceinline__ void multiply(mma_counts &count, const fragments &f)
{
#pragma unroll
    for (int i = 0; i < MMA_BLOCKS; i++)
#pragma unroll
        for (int j = 0; j < 2 * MMA_BLOCKS; j++) {
            uint32_t part[2] = {f.b[j / 2][j % 2 * 2], f.b[j / 2][j % 2 * 2 + 1]};
            binary_mma(count[i][j / 2][j % 2], f.a[i], part);
        }
}

__global__ void __launch_bounds__(MMA_THREADS, 2)
    xnor_mma_async(const uint32_t *A, const uint32_t *B, const int *a_ones, const int *b_ones,
                   int *C, int m, int n, int k)
{
    extern __shared__ __align__(128) uint32_t stages[];
    int row = blockIdx.y * MMA_SIDE, col = blockIdx.x * MMA_SIDE;
    int stage_count = (binary_words(k) - 1) / STAGE_WORDS + 1;
    int warp = threadIdx.x / WARP, line = threadIdx.x / CHUNKS, chunk = threadIdx.x % CHUNKS;
    int warp_row = warp / 2 * WARP_SIDE, warp_col = warp % 2 * WARP_SIDE;
    size_t pitch = binary_pitch(k);
    copy_places to = {chunk_at(line, chunk), MMA_SIDE * LINE + chunk_at(place_of(line), chunk)};
    fragment_places from = places_of(warp_row, warp_col);
    mma_counts count = {};
    (void)stage_count, (void)pitch, (void)to, (void)from, (void)stages;

    /* TODO 4: point a and b at chunk `chunk` of line `line` of the block's rows and columns. Start
     * copying the first STAGES - 1 stages, if there are that many, with one commit for each, even
     * an empty one. (A thread's lines are MMA_THREADS / CHUNKS apart.) Then wait for the first
     * stage, for the copies of all threads, and load its first fragments. */
    /* TODO 5: go through the stages, each in four turns of eight words. In each turn: load the
     * fragments of the next turn, multiply. Each of turns 0 and 1 also starts a quarter of the
     * copies of the stage that is STAGES - 1 ahead, turn 2 the rest. Turn 3 loads from the next
     * stage: that must have arrived, for all threads. Then all warps have read this one. */
    store_counts(count, a_ones, b_ones, C, row + warp_row, col + warp_col, m, n, k);
}

void launch_xnor_mma_async(const uint32_t *A, const uint32_t *B, const int *a_ones,
                           const int *b_ones, int *C, int m, int n, int k)
{
    /* TODO 6: launch as in step 1, with STAGES stages of dynamic shared memory. Allow that much
     * first. */
}
#endif

LAB_MAIN(09_binary_xnor_gemm_tensor_cores)

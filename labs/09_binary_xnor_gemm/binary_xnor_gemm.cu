/* Lab 09: C = A B where every element is +1 or -1: one bit each, from a lookup table to binary
 * tensor cores. docs/09_binary_xnor_gemm.md explains, `make run LAB=09` checks, `make hint LAB=09`
 * helps.
 *
 * common/binary.h describes the packed layouts. In every step: m x k times k x n; words =
 * binary_words(k) hold a line of k elements, binary_pitch(k) is how far apart two lines are; what
 * is no element is a 0 bit, in A and in B alike. Packed matrices and counts of ones begin at
 * multiples of 256 bytes, all else at multiples of its elements' size. */
#include <cuda_pipeline.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "binary_hopper.h"
#include "binary_mma.h"
#include "lab.h"

/* What `make sweep LAB=09` varies: after each constant the values that it tries. */
#ifndef BLOCK
#define BLOCK 256 /* 32 64 128 256 512; steps 1 to 13: threads in a block, in 1, 3 to 7 and 13 */
#endif
#ifndef TILE
#define TILE 16 /* 4 8 16 32; steps 8 to 9: rows, columns and words of a tile */
#endif

#define WARP      32
#define ALL_LANES 0xffffffffu
static_assert(BLOCK >= WARP && BLOCK <= 1024 && BLOCK % WARP == 0, "BLOCK: 1 to 32 whole warps");
static_assert(BINARY_PADDING % (BLOCK / WARP) == 0,
              "BLOCK: step 1 deals out rows, a multiple of 128, to a block's warps without a rest");
static_assert(TILE >= 4 && TILE <= 32 && 32 % TILE == 0, "TILE x TILE threads, at most 1024");

#if LAB_STEP(1)
/* Step 1: pack the rows of A. A warp takes a row: each lane looks at one element, and __ballot_sync
 * gives everybody all 32 answers in one word, which is just what is to be stored. */
__global__ void pack_rows(const float *A, uint32_t *packed, int m, int k)
{
    /* TODO 1: this warp's row (there are binary_padded(m)) and this thread's lane. 32 words at a
     * time: the ballots of 32 times 32 neighbouring elements; lane i keeps the i-th, then all lanes
     * store at once. An element beyond m or k counts as no +1. */
}

/* A: m x k floats, row-major. packed: layout A, padding included. Device pointers, here and
 * below. */
void launch_pack_rows(const float *A, uint32_t *packed, int m, int k)
{
    /* TODO 2: a warp for each of the binary_padded(m) rows. */
}
#endif

#if LAB_STEP(2)
/* Step 2: pack the columns of B: one thread makes one word of one column. No ballot: the 32
 * elements lie n apart, and neighbouring threads read neighbouring columns. */
__global__ void pack_columns(const float *B, uint32_t *packed, int k, int n)
{
    /* TODO 3: this thread's column (along x) and word (along y); collect 32 bits and store
     * them. */
}

/* B: k x n floats, row-major. packed: layout B, padding included. */
void launch_pack_columns(const float *B, uint32_t *packed, int k, int n)
{
    /* TODO 4: binary_padded(n) threads along x, binary_pitch(k) along y. */
}
#endif

/* Steps 3 to 11. A: layout A; B: layout B; C: m x n, row-major. Where two elements differ their
 * product is -1, elsewhere +1: with d differing bits among k, the sum is (k - d) - d. */

#if (LAB_STEP(3) || LAB_STEP(4) || LAB_STEP(5) || LAB_STEP(6))
/* The number of ones in each byte: in 0 … 3 it is 0, 1, 1, 2; two bits more add 0, 1, 1 or 2 to
 * that, and so on. */
#define ONES_2(n) (n), (n) + 1, (n) + 1, (n) + 2
#define ONES_4(n) ONES_2(n), ONES_2((n) + 1), ONES_2((n) + 1), ONES_2((n) + 2)
#define ONES_6(n) ONES_4(n), ONES_4((n) + 1), ONES_4((n) + 1), ONES_4((n) + 2)
#define ONES_TABLE                                                                                 \
    {                                                                                              \
        ONES_6(0), ONES_6(1), ONES_6(1), ONES_6(2)                                                 \
    }
#endif

#if LAB_STEP(3)
/* Step 3: count ones by looking up each of a word's four bytes in a table of 256, in constant
 * memory. A block takes a row of A. */
__constant__ unsigned char table_constant[256] = ONES_TABLE;

__global__ void xnor_table_constant(const uint32_t *A, const uint32_t *B, int *C, int n, int k)
{
    /* TODO 5: the block's row of A; each thread takes every blockDim.x-th column. For each of the
     * words XOR the row's with the column's and look up the four bytes of the result; k less twice
     * their sum is the element of C. */
}

void launch_xnor_table_constant(const uint32_t *A, const uint32_t *B, int *C, int m, int n, int k)
{
    /* TODO 6: a block of BLOCK threads for each row. */
}
#endif

#if LAB_STEP(4)
/* Step 4: the same table in device memory. Constant memory serves one address at a time to a warp,
 * and 32 lanes look up 32 different bytes. */
__device__ unsigned char table_device[256] = ONES_TABLE;

__global__ void xnor_table_device(const uint32_t *A, const uint32_t *B, int *C, int n, int k)
{
    /* TODO 7: as in step 3. */
}

void launch_xnor_table_device(const uint32_t *A, const uint32_t *B, int *C, int m, int n, int k)
{
    /* TODO 8: a block of BLOCK threads for each row. */
}
#endif

#if (LAB_STEP(5) || LAB_STEP(6))
__device__ const unsigned char table_source[256] = ONES_TABLE;

/* Every block copies the table to its shared memory, 64 words of four entries each. */
__device__ void copy_table(unsigned char *table)
{
    for (int i = threadIdx.x; i < 64; i += blockDim.x)
        ((uint32_t *)table)[i] = ((const uint32_t *)table_source)[i];
}
#endif

#if LAB_STEP(5)
/* Step 5: the table in shared memory: 32 banks answer 32 lanes at once, as long as no two of them
 * want different words of one bank. */
__global__ void xnor_table_shared(const uint32_t *A, const uint32_t *B, int *C, int n, int k)
{
    /* TODO 9: let copy_table fill a shared table, wait for all of it, then as in step 4. */
}

void launch_xnor_table_shared(const uint32_t *A, const uint32_t *B, int *C, int m, int n, int k)
{
    /* TODO 10: a block of BLOCK threads for each row. */
}
#endif

#if (LAB_STEP(6) || LAB_STEP(7))
enum { ROW_WORDS = 1024 /* 4 KiB of shared memory: 32,768 elements of a row at a time */ };
#endif

#if LAB_STEP(6)
/* Step 6: the block's row of A in shared memory, too, since every column needs it. */
__global__ void xnor_row_shared(const uint32_t *A, const uint32_t *B, int *C, int n, int k)
{
    /* TODO 11: the table as before. Then, ROW_WORDS words of the row at a time: copy them to
     * shared memory, wait, subtract twice their differing bits from this thread's elements of C
     * (which start as k), and wait again before the next words overwrite them. Only this thread
     * touches its elements of C. */
}

void launch_xnor_row_shared(const uint32_t *A, const uint32_t *B, int *C, int m, int n, int k)
{
    /* TODO 12: a block of BLOCK threads for each row. */
}
#endif

#if LAB_STEP(7)
/* Step 7: no table: __popc is one instruction. */
__global__ void xnor_popc(const uint32_t *A, const uint32_t *B, int *C, int n, int k)
{
    /* TODO 13: as in step 6, with __popc. */
}

void launch_xnor_popc(const uint32_t *A, const uint32_t *B, int *C, int m, int n, int k)
{
    /* TODO 14: a block of BLOCK threads for each row. */
}
#endif

#if LAB_STEP(8)
/* Step 8: square tiles of A and of B in shared memory, TILE rows (columns) by TILE words: each word
 * fetched from device memory serves TILE threads. As document 003 first wrote it: thread x runs
 * along the ROWS of C. */
__global__ void xnor_tile_conflict(const uint32_t *A, const uint32_t *B, int *C, int m, int n,
                                   int k)
{
    /* TODO 15: this thread's row (by threadIdx.x) and column (by threadIdx.y) of C. Tile after
     * tile: one word of A and one of B into shared memory, wait, TILE words of this thread's row
     * against its column, wait. The padding makes every read valid; only the store must ask whether
     * there is such an element. */
}

void launch_xnor_tile_conflict(const uint32_t *A, const uint32_t *B, int *C, int m, int n, int k)
{
    /* TODO 16: a block of TILE x TILE threads for each tile of C, columns along the grid's x. */
}
#endif

#if LAB_STEP(9)
/* Step 9: the cure: thread x runs along columns. Now a warp's lanes read one word of A's tile (a
 * broadcast) and neighbouring words of B's, and both device memory and C are accessed in whole
 * lines. */
__global__ void xnor_tile(const uint32_t *A, const uint32_t *B, int *C, int m, int n, int k)
{
    /* TODO 17: step 8 with x and y exchanged. */
}

void launch_xnor_tile(const uint32_t *A, const uint32_t *B, int *C, int m, int n, int k)
{
    /* TODO 18: as in step 8. */
}
#endif

#if (LAB_STEP(10) || LAB_STEP(11) || LAB_STEP(15) || LAB_STEP(16) || LAB_STEP(17) ||               \
     LAB_STEP(18) || LAB_STEP(19))
/* Stores four neighbouring elements of a row of C that begins at c, those beyond n left out. */
__device__ __forceinline__ void store_four(int *c, int col, int n, const int (&value)[4])
{
    if (n % 4 == 0 && (size_t)c % 16 == 0 && col < n)
        *(int4 *)&c[col] = make_int4(value[0], value[1], value[2], value[3]);
    else
        for (int j = 0; j < 4; j++)
            if (col + j < n)
                c[col + j] = value[j];
}
#endif

#if (LAB_STEP(10) || LAB_STEP(11))
/* A block of 16 x 16 threads makes ROWS x COLS elements, each thread EACH_ROWS rows (16 apart) by
 * EACH_COLS neighbouring columns; DEPTH words of A and B at a time lie in shared memory, while the
 * next ones are already on their way. */
enum { SIDE = 16, EACH_ROWS = 8, EACH_COLS = 4, DEPTH = 16 };
enum { ROWS = SIDE * EACH_ROWS, COLS = SIDE * EACH_COLS, THREADS = SIDE * SIDE };
static_assert(BINARY_PADDING % ROWS == 0 && BINARY_PADDING % COLS == 0, "whole tiles of padding");

struct word_tiles {
    alignas(16) uint32_t a[ROWS][DEPTH], b[DEPTH][COLS];
};

/* Starts copying the block's tiles from word `start` on, 16 bytes at a time. a, b: where the
 * block's rows of A and columns of B begin. __pipeline_wait_prior waits for it. */
__device__ __forceinline__ void copy_tiles(word_tiles *to, const uint32_t *a, size_t pitch,
                                           const uint32_t *b, size_t distance, int start)
{
    int thread = threadIdx.y * SIDE + threadIdx.x;
#pragma unroll
    for (int i = thread; i < ROWS * DEPTH / 4; i += THREADS) {
        int row = i / (DEPTH / 4), word = i % (DEPTH / 4) * 4;
        __pipeline_memcpy_async(&to->a[row][word], &a[row * pitch + start + word], 16);
    }
#pragma unroll
    for (int i = thread; i < DEPTH * COLS / 4; i += THREADS) {
        int word = i / (COLS / 4), col = i % (COLS / 4) * 4;
        __pipeline_memcpy_async(&to->b[word][col], &b[(start + word) * distance + col], 16);
    }
    __pipeline_commit();
}

/* Reads four neighbouring words at once. */
__device__ __forceinline__ void read_four(uint32_t (&to)[4], const uint32_t *from)
{
    uint4 four = *(const uint4 *)from;
    to[0] = four.x;
    to[1] = four.y;
    to[2] = four.z;
    to[3] = four.w;
}
#endif

#if LAB_STEP(10)
/* Step 10: 8 x 4 elements a thread, in registers: each word read from shared memory is used 4 or 8
 * times, so that the population counts, and nothing else, set the pace: 16 a cycle and SM. */
__global__ void __launch_bounds__(THREADS, 2)
    xnor_register(const uint32_t *A, const uint32_t *B, int *C, int m, int n, int k)
{
    __shared__ word_tiles tiles[2];
    int row = blockIdx.y * ROWS, col = blockIdx.x * COLS, words = binary_words(k);
    size_t pitch = binary_pitch(k), distance = binary_padded(n);
    const uint32_t *a_begin = A + row * pitch, *b_begin = B + col;
    /* TODO 19: as many sums, in registers: all loops over them must unroll. */

    copy_tiles(&tiles[0], a_begin, pitch, b_begin, distance, 0);
    for (int start = 0, now = 0; start < words; start += DEPTH, now = 1 - now) {
        /* TODO 20: wait for the tiles that are due (for your own copies, then for everybody's);
         * start copying the next, if there are any, into the other half. */
        /* TODO 21: four words at a time: this thread's 4 columns of them into registers, then row
         * by row its four words of A, and 4 x 4 differences counted. */
    }
    /* TODO 22: store what belongs to C. */
}

void launch_xnor_register(const uint32_t *A, const uint32_t *B, int *C, int m, int n, int k)
{
    /* TODO 23: a block of SIDE x SIDE threads for each ROWS x COLS tile of C. */
}
#endif

#if LAB_STEP(11)
/* Step 11: fewer population counts. Three words added bit by bit, as a full adder does, give a word
 * of sums (weight 1) and a word of carries (weight 2). The sums are carried on to the next two
 * words; only the carries are counted: one count for two words, paid for with logic, which is four
 * times as fast. */
__global__ void __launch_bounds__(THREADS, 2)
    xnor_carry_save(const uint32_t *A, const uint32_t *B, int *C, int m, int n, int k)
{
    __shared__ word_tiles tiles[2];
    int row = blockIdx.y * ROWS, col = blockIdx.x * COLS, words = binary_words(k);
    size_t pitch = binary_pitch(k), distance = binary_padded(n);
    const uint32_t *a_begin = A + row * pitch, *b_begin = B + col;
    /* TODO 24: for each element a sum of pairs, and a word of what makes no pair yet. */

    copy_tiles(&tiles[0], a_begin, pitch, b_begin, distance, 0);
    for (int start = 0, now = 0; start < words; start += DEPTH, now = 1 - now) {
        __pipeline_wait_prior(0);
        __syncthreads();
        if (start + DEPTH < words)
            copy_tiles(&tiles[1 - now], a_begin, pitch, b_begin, distance, start + DEPTH);
        /* TODO 25: as in step 10, but of the differences of two words add_bits makes carries, to
         * be counted in pairs[i][j], and a new single[i][j]. Two such pairs make four words. */
    }
    /* TODO 26: a pair counts two; what single still holds, one. */
}

void launch_xnor_carry_save(const uint32_t *A, const uint32_t *B, int *C, int m, int n, int k)
{
    /* TODO 27: as in step 10. */
}
#endif

#if LAB_STEP(12)
/* Step 12: pack the columns of B as the rows of A are: word after word. A warp makes one word of 32
 * columns, as in step 2, but the 32 words of a column, made by 32 warps, meet in shared memory, so
 * that whole lines leave for device memory. */
__global__ void __launch_bounds__(WARP *WARP)
    pack_transposed(const float *B, uint32_t *packed, int k, int n)
{
    /* TODO 28: a block takes 32 columns, lane by lane, and walks down them, 32 words at a time:
     * warp i makes word i, leaves it in shared memory (padded: it will be read across), waits, and
     * writes the 32 words of column i. */
}

/* B: k x n floats, row-major. packed: layout B by columns, padding included. */
void launch_pack_transposed(const float *B, uint32_t *packed, int k, int n)
{
    /* TODO 29: a block of 32 warps for each 32 of binary_padded(n) columns. */
}
#endif

#if LAB_STEP(13)
/* Step 13: how many ones each packed line holds: the tensor cores will need it, of A's rows and of
 * B's columns. */
__global__ void count_ones(const uint32_t *packed, int *ones, int lines, int k)
{
    /* TODO 30: a warp for each line: every lane counts every 32nd word, then they add up as in lab
     * 05. */
}

/* packed: `lines` lines of k elements, binary_pitch(k) words apart. ones: one number for each
 * line. */
void launch_count_ones(const uint32_t *packed, int *ones, int lines, int k)
{
    /* TODO 31: enough blocks of BLOCK threads for all lines. */
}
#endif

/* Steps 14 to 19: binary tensor cores. A: layout A; B: layout B by columns; a_ones, b_ones: how
 * many +1 each row of A and each column of B holds. binary_mma.h describes what a warp can ask
 * for. */

#if (LAB_STEP(14) || LAB_STEP(15) || LAB_STEP(16))
/* The sum of k products, from the pairs of bits that the tensor cores counted. */
__device__ __forceinline__ int dot_of(int count, int k, int a_ones, int b_ones)
{
    int differ = count; /* what an sm_75 counts */
#if !BINARY_MMA_XOR
    /* TODO 32: all others count where a +1 meets a +1 (a 1 in a AND b). How many bits differ, if a
     * holds a_ones, b b_ones? */
#endif
    return k - 2 * differ;
}
#endif

#if LAB_STEP(14)
/* Step 14: one warp makes 16 x 8 elements of C, 256 products for each by one instruction, fetching
 * its words itself. */
__global__ void xnor_mma_warp(const uint32_t *A, const uint32_t *B, const int *a_ones,
                              const int *b_ones, int *C, int m, int n, int k)
{
    /* TODO 33: this warp's tile. Sixteen words at a time: one load of four words for each of this
     * lane's two rows and for its column; two binary_mma. In what order the words of a line meet
     * does not matter, as long as A and B agree. */
    /* TODO 34: store this lane's four elements, as far as C has them. */
}

void launch_xnor_mma_warp(const uint32_t *A, const uint32_t *B, const int *a_ones,
                          const int *b_ones, int *C, int m, int n, int k)
{
    /* TODO 35: blocks of four warps side by side, so that three find their rows of A in L1. */
}
#endif

#if (LAB_STEP(15) || LAB_STEP(16))
/* Four warps make 128 x 128 elements of C, each 64 x 64: 4 blocks of 16 rows by 4 blocks of 16
 * columns, 128 registers a lane. A stage is 32 words (1,024 elements) of depth of both. */
enum { MMA_SIDE = 128, WARP_SIDE = 64, MMA_BLOCKS = WARP_SIDE / 16, MMA_THREADS = 128 };
enum { STAGE_WORDS = 32, CHUNKS = STAGE_WORDS / 4 /* of 16 bytes in a line of a stage */ };
static_assert(BINARY_PADDING % MMA_SIDE == 0, "whole tiles of padding");
static_assert(BINARY_PITCH % STAGE_WORDS == 0, "whole stages of padding");

/* [.][.][half][]: columns 0 to 7 and 8 to 15 of a block of 16, in the order in which they lie in
 * shared memory */
typedef int mma_counts[MMA_BLOCKS][MMA_BLOCKS][2][4];

/* Where column `col` of B's tile lies in shared memory. A lane holds columns 2 q, 2 q + 1 of every
 * eight: in C as it comes, 8 bytes side by side. Dealt out like this, what it holds of sixteen are
 * columns 4 q … 4 q + 3: 16 bytes. */
__device__ __forceinline__ int place_of(int col)
{
    int place = col;
    /* TODO 36: within each 16 columns, 4 q + 2 half + e goes to 8 half + 2 q + e (q: 0 to 3, half
     * and e: 0 or 1). */
    return place;
}

/* One warp's 64 x 64 elements, stored where they belong. row, col: of the first one. */
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
            if (whole) /* nobody reads C again soon: the packed matrices shall stay in L2 */
                __stcs((int4 *)&to[c], make_int4(value[0], value[1], value[2], value[3]));
            else if (r < m)
                store_four(to, c, n, value);
        }
    }
}
#endif

#if LAB_STEP(15)
/* Step 15: the warps of a block share what they fetch. Eight lines of a tile are read at once, 16
 * bytes each: lines of 36 words instead of 32 put them into different banks. */
__global__ void __launch_bounds__(MMA_THREADS, 2)
    xnor_mma_shared(const uint32_t *A, const uint32_t *B, const int *a_ones, const int *b_ones,
                    int *C, int m, int n, int k)
{
    /* TODO 37: two shared tiles of MMA_SIDE lines of 36 words, aligned to 16 bytes. */
    int row = blockIdx.y * MMA_SIDE, col = blockIdx.x * MMA_SIDE, words = binary_words(k);
    int warp = threadIdx.x / WARP;
    int warp_row = warp / 2 * WARP_SIDE, warp_col = warp % 2 * WARP_SIDE;
    size_t pitch = binary_pitch(k);
    mma_counts count = {};

    for (int start = 0; start < words; start += STAGE_WORDS) {
        /* TODO 38: copy a stage of both tiles, 16 bytes a thread and turn; column c of B to line
         * place_of(c). */
        /* TODO 39: eight words at a time: load the warp's fragments of A (16 rows each: rows 0 to
         * 7 and 8 to 15, words 0 to 3, then the same rows, words 4 to 7) and of B (16 columns
         * each), and multiply each with each. Wait at the end. */
    }
    store_counts(count, a_ones, b_ones, C, row + warp_row, col + warp_col, m, n, k);
}

void launch_xnor_mma_shared(const uint32_t *A, const uint32_t *B, const int *a_ones,
                            const int *b_ones, int *C, int m, int n, int k)
{
    /* TODO 40: a block of MMA_THREADS threads for each MMA_SIDE x MMA_SIDE tile of C. */
}
#endif

#if LAB_STEP(16)
/* Step 16: three stages in flight, fetched by asynchronous copies while the tensor cores work, and
 * each fragment loaded from shared memory one turn before it is due. No padding: 16 bytes number c
 * of a line stand at c ^ (line % 8), which spreads eight lines over all banks as well and leaves
 * room for two blocks on an SM. All addresses are worked out before the loop: 16 lines further on
 * is a constant further on. */
enum {
    STAGES = 3,
    LINE = STAGE_WORDS,
    STAGE = 2 * MMA_SIDE * LINE /* words: A's tile, then B's */
};

/* Where chunk `chunk` of `line` begins, in words from the beginning of a tile. */
__device__ __forceinline__ int chunk_at(int line, int chunk)
{
    return line * LINE + (chunk ^ line % 8) * 4;
}

/* Where a thread's copies begin in a stage: it takes the same chunk of every 16th line of both
 * tiles. */
struct copy_places {
    int a, b;
};

/* Starts copying a quarter of a stage. a, b: what belongs into the thread's first lines; step:
 * words from there to the next ones, in the packed matrices. */
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

/* One turn's fragments of a warp: eight words (256 bits) of 64 rows and of 64 columns; and where
 * they begin in a stage. */
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

    /* TODO 41: a and b: chunk `chunk` of line `line` of the block's rows and columns. Start
     * copying the first STAGES - 1 stages (as far as there are so many), one commit for each, even
     * an empty one, so that they can be counted (MMA_THREADS / CHUNKS lines lie between a thread's
     * copies). Then wait for the first stage, for everybody's copies, and load its first
     * fragments. */
    /* TODO 42: stage after stage, four turns of eight words. In each: load the next turn's
     * fragments, start a quarter of the copies of the stage that is STAGES - 1 ahead, multiply.
     * Before the last turn loads from the next stage, that must have arrived, for everybody; then,
     * too, everybody has read this stage to its end. */
    store_counts(count, a_ones, b_ones, C, row + warp_row, col + warp_col, m, n, k);
}

void launch_xnor_mma_async(const uint32_t *A, const uint32_t *B, const int *a_ones,
                           const int *b_ones, int *C, int m, int n, int k)
{
    /* TODO 43: as in step 15, with STAGES stages of dynamic shared memory, which is more than a
     * kernel gets unasked. */
}
#endif

/* Steps 17 to 19 need a Hopper GPU: binary_hopper.h describes what it offers. */
#if (LAB_STEP(17) || LAB_STEP(18) || LAB_STEP(19)) && HOPPER_KNOWN
enum { TEAM = 128 /* threads of a warpgroup */, TEAM_ROWS = 64 /* of one of its instructions */ };
enum { LINE_WORDS = 32 /* of a stage: 128 bytes, 1,024 elements */ };

/* Stages of A and B in shared memory. The copy engine fills one and tells `full`; who has read it
 * tells `empty`. */
template <int rows, int cols, int count> struct ring {
    struct {
        uint32_t a[rows][LINE_WORDS], b[cols][LINE_WORDS];
    } stage[count];
    uint64_t full[count], empty[count];
    int terms[2][cols]; /* of each team's tile: what its columns contribute to its elements */
};

/* Dynamic shared memory, from the next multiple of 1,024 bytes on: the swizzle repeats after so
 * many. */
extern __shared__ unsigned char hopper_memory[];
template <class Ring> __device__ __forceinline__ Ring *ring_here(void)
{
    return (Ring *)(hopper_memory + (1024 - shared_address(hopper_memory) % 1024) % 1024);
}

/* Where the pipeline is: stage number, and the parity of the phase that it is in. */
struct place_in_ring {
    int stage, parity;
};

template <int count> __device__ __forceinline__ void advance(place_in_ring *p, int by)
{
    p->stage += by;
    while (p->stage >= count) {
        p->stage -= count;
        p->parity ^= 1;
    }
}

/* What the columns of a tile contribute, in a thread of the team: on the way in registers until it
 * is wanted in shared memory. Fetched early and kept late, they cost no waiting. */
template <int COLS> struct column_terms {
    int held[(COLS + TEAM - 1) / TEAM];
};

template <int COLS>
__device__ __forceinline__ void fetch_terms(column_terms<COLS> *terms, const int *b_ones, int col,
                                            int n)
{
#pragma unroll
    for (int i = 0; i < (COLS + TEAM - 1) / TEAM; i++) {
        int c = threadIdx.x % TEAM + i * TEAM;
        terms->held[i] = c < COLS && col + c < n ? b_ones[col + c] : 0;
    }
}

template <int COLS>
__device__ __forceinline__ void keep_terms(const column_terms<COLS> &terms, int *to)
{
#pragma unroll
    for (int i = 0; i < (COLS + TEAM - 1) / TEAM; i++)
        if ((int)threadIdx.x % TEAM + i * TEAM < COLS)
            to[threadIdx.x % TEAM + i * TEAM] = -2 * terms.held[i];
}

/* What row `row` contributes to each of its elements of C (0 beyond the last row). */
__device__ __forceinline__ int row_term(const int *a_ones, int row, int m, int k)
{
    return row < m ? k - 2 * a_ones[row] : 0;
}

/* Four neighbouring elements of one row: of every eight counts, two of one block of eight columns
 * and two of the next. */
__device__ __forceinline__ int4 four_of(const int *count, int row_term, int4 of_column)
{
    return make_int4(row_term + of_column.x + 4 * count[0], row_term + of_column.y + 4 * count[1],
                     row_term + of_column.z + 4 * count[4], row_term + of_column.w + 4 * count[5]);
}

/* Stores one warpgroup's 64 x COLS counts. row: this thread's first row (the other is 8 below);
 * terms: of the columns. Nobody reads C again soon (__stcs): the packed matrices shall stay in
 * L2. */
template <int COLS>
__device__ __forceinline__ void store_team(const int (&count)[COLS / 2], const int (&term)[2],
                                           const int *terms, int *C, int row, int col, int m, int n)
{
    int q = threadIdx.x % 4, *to = C + (size_t)row * n + col + 4 * q;
    if (row - row % TEAM_ROWS + TEAM_ROWS <= m && col + COLS <= n && n % 4 == 0 &&
        (size_t)C % 16 == 0) {
#pragma unroll
        for (int j = 0; j < COLS / 16; j++) {
            int4 of_column = read_now(&terms[16 * j + 4 * q]);
            __stcs((int4 *)(to + 16 * j), four_of(&count[8 * j], term[0], of_column));
            __stcs((int4 *)(to + (size_t)8 * n + 16 * j),
                   four_of(&count[8 * j + 2], term[1], of_column));
        }
        return;
    }
#pragma unroll
    for (int j = 0; j < COLS / 16; j++)
#pragma unroll
        for (int half = 0; half < 2; half++) {
            int4 v =
                four_of(&count[8 * j + 2 * half], term[half], read_now(&terms[16 * j + 4 * q]));
            int value[4] = {v.x, v.y, v.z, v.w}, r = row + 8 * half;
            if (r < m)
                store_four(C + (size_t)r * n, col + 16 * j + 4 * q, n, value);
        }
}
#endif
#if LAB_STEP(17) && HOPPER_KNOWN
/* Step 17: nobody copies any more. One thread tells the copy engine which boxes to fetch, stage
 * after stage, tile after tile; two warpgroups multiply, 64 x 256 elements each, straight from
 * shared memory. One block to an SM makes many tiles: while its warpgroups store one, the stages of
 * the next arrive. */
enum { WIDE = 256, WIDE_STAGES = 4, WIDE_THREADS = 3 * TEAM };
typedef ring<2 * TEAM_ROWS, WIDE, WIDE_STAGES> wide_ring;

/* The thread that fetches. */
__device__ void fetch_wide(wide_ring *r, const CUtensorMap *a_map, const CUtensorMap *b_map,
                           int tiles, int across, int stages)
{
    /* TODO 44: for every tile of this block (blockIdx.x, then gridDim.x further on) and every
     * stage: wait until it is empty, announce its bytes, ask for its box of A and its box of B (16
     * columns to a group). */
}

/* One warpgroup's part of one tile: 64 rows by 256 columns over `stages` stages. */
__device__ __forceinline__ void multiply_wide(int (&count)[WIDE / 2], wide_ring *r, int team,
                                              int stages, place_in_ring *at)
{
    /* TODO 45: for every stage: wait until it is full, begin, four wgmma of 256 bits (the very
     * first does not add), commit; when the stage before is through (all but one commit), lane 0 of
     * each warp says that it is empty. At the end the same for the last. */
}

__global__ void __launch_bounds__(WIDE_THREADS, 1)
    xnor_wgmma(const __grid_constant__ CUtensorMap a_map, const __grid_constant__ CUtensorMap b_map,
               const int *a_ones, const int *b_ones, int *C, int m, int n, int k)
{
    wide_ring *r = ring_here<wide_ring>();
    int team = threadIdx.x / TEAM, stages = (binary_words(k) - 1) / LINE_WORDS + 1;
    int across = (n - 1) / WIDE + 1, tiles = across * ((m - 1) / (2 * TEAM_ROWS) + 1);
    /* TODO 46: one thread prepares the barriers: a stage is full after one arrival (and its
     * bytes), empty after one of each warp that multiplies. Then everybody waits. */
    if (team == 2) { /* one thread fetches; the registers of its 127 companions go to the others */
        registers_keep<24>();
        if (threadIdx.x == 2 * TEAM)
            fetch_wide(r, &a_map, &b_map, tiles, across, stages);
        return;
    }
    registers_take<240>();
    place_in_ring at = {0, 0};
    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        int col = tile % across * WIDE, thread = threadIdx.x % TEAM, count[WIDE / 2];
        int row = (tile / across * 2 + team) * TEAM_ROWS + thread / WARP * 16 + thread % WARP / 4;
        int term[2] = {row_term(a_ones, row, m, k), row_term(a_ones, row + 8, m, k)};
        column_terms<WIDE> terms;
        fetch_terms(&terms, b_ones, col, n);
        multiply_wide(count, r, team, stages, &at);
        team_sync(1 + team, TEAM); /* the tile before is stored, its terms are done with */
        keep_terms(terms, r->terms[team]);
        team_sync(1 + team, TEAM);
        store_team<WIDE>(count, term, r->terms[team], C, row, col, m, n);
    }
}

void launch_xnor_wgmma(const uint32_t *A, const uint32_t *B, const int *a_ones, const int *b_ones,
                       int *C, int m, int n, int k)
{
    /* TODO 47: the maps of A (boxes of a tile's rows) and B (of a tile's columns, four neighbours
     * to a thread); as many blocks as there are SMs, or tiles if those are fewer. */
}
#endif

#if (LAB_STEP(18) || LAB_STEP(19)) && HOPPER_KNOWN
/* Blocks that work side by side share what they fetch: CLUSTER_ROWS of them below each other fetch
 * a part of their columns of B each, and every part goes to all; likewise CLUSTER_COLS beside each
 * other and their rows of A. */
#ifndef CLUSTER_ROWS
#define CLUSTER_ROWS 2
#endif
#ifndef CLUSTER_COLS
#define CLUSTER_COLS 1
#endif
enum { PAIR_ROWS = 2 * TEAM_ROWS, PAIR_THREADS = 3 * TEAM };
enum { CLUSTER = CLUSTER_ROWS * CLUSTER_COLS, PEERS = CLUSTER_ROWS + CLUSTER_COLS - 1 };

/* Stages: as many as fit, where bits are stored or tiles are wide. Where a small C of integers is
 * stored, the copies must not run far ahead: they and the stores meet in L2 (measured at 4096 x
 * 4096: 4 stages 24.2 us, 5: 25.2, 6: 25.8, 7: 27). */
template <int COLS, int EACH> struct pair_ring {
    enum { stages = EACH != 4 ? 7 : COLS > 128 ? 5 : 4 };
    typedef ring<PAIR_ROWS, COLS, stages> type;
    static_assert(sizeof(type) + 1024 <= 227 * 1024, "shared memory of a Hopper SM");
};

/* Tile number `tile` of a cluster, and in it the part of block `rank`: its first row and column.
 * `high` rows of clusters walk along the columns together: where the matrices are much larger than
 * L2, that keeps what they share in it. */
template <int COLS>
__device__ __forceinline__ void place_tile(int tile, int rank, int high, int m, int n, int *row,
                                           int *col)
{
    int down = (m - 1) / (PAIR_ROWS * CLUSTER_ROWS) + 1,
        across = (n - 1) / (COLS * CLUSTER_COLS) + 1;
    int group = tile / (high * across), inside = tile % (high * across);
    int height = min(high, down - group * high);
    *row = ((group * high + inside % height) * CLUSTER_ROWS + rank % CLUSTER_ROWS) * PAIR_ROWS;
    *col = (inside / height * CLUSTER_COLS + rank / CLUSTER_ROWS) * COLS;
}

/* The thread that fetches: its share of every stage of every tile, for this block and those that
 * need the same. */
template <int COLS, int EACH, class Ring>
__device__ void fetch_pair(Ring *r, const CUtensorMap *a_map, const CUtensorMap *b_map, int rank,
                           int clusters, int tiles, int high, int stages, int m, int n)
{
    enum {
        count = pair_ring<COLS, EACH>::stages,
        a_part = PAIR_ROWS / CLUSTER_COLS,
        b_part = COLS / CLUSTER_ROWS
    };
    static_assert(b_part % (4 * EACH) == 0, "a share of B is whole groups of columns");
    int below = rank % CLUSTER_ROWS, beside = rank / CLUSTER_ROWS, row, col;
    int beside_me = 0, below_me = ((1 << CLUSTER_ROWS) - 1) << beside * CLUSTER_ROWS;
    for (int i = 0; i < CLUSTER_COLS; i++)
        beside_me |= 1 << (below + i * CLUSTER_ROWS);
    /* TODO 48: for every tile of this cluster and every stage: wait until it is empty (everywhere:
     * see release), announce ALL its bytes, whoever sends them, and ask for this block's shares:
     * a_part rows of A for the blocks beside_me, b_part columns of B for those below_me. */
}

/* Tells every block that writes into this one's stages that stage `stage` is empty here. */
template <class Ring> __device__ __forceinline__ void release(Ring *r, int stage, int rank)
{
    int lane = threadIdx.x % WARP, below = rank % CLUSTER_ROWS, beside = rank / CLUSTER_ROWS;
    int other = lane - CLUSTER_ROWS, to = lane + beside * CLUSTER_ROWS;
    if (lane >= CLUSTER_ROWS)
        to = below + (other + (other >= beside)) * CLUSTER_ROWS;
    if (lane < PEERS)
        barrier_arrive_at(&r->empty[stage], to);
}

/* One warpgroup's tile: 128 rows (two instructions' worth) by COLS columns over `stages` stages. */
template <int COLS, int EACH, class Ring>
__device__ __forceinline__ void multiply_pair(int (&count)[2][COLS / 2], Ring *r, int rank,
                                              int team, int stages, place_in_ring *at)
{
    /* TODO 49: as multiply_wide, with two wgmma of 64 rows each a turn (the second's A begins 64
     * lines of 128 bytes further on: operands count in 16 bytes). When the last stage is under way,
     * it is the other warpgroup's turn: team_arrive. */
}

/* Step 19's way to store: bits instead of integers. */
template <int COLS>
__device__ __forceinline__ void store_team(const int (&count)[COLS / 2], const int (&term)[2],
                                           const int *terms, uint32_t *C, int row, int col, int m,
                                           int n);

/* One warpgroup's turn: tile number `tile`, from the terms of its rows and columns to C. Integers
 * take long to store: until their turn comes, and while they multiply, the terms may take their
 * time. Signs need the registers. */
template <int COLS, int EACH, class Ring, class Out>
__device__ __forceinline__ void make_tile(Ring *r, int tile, int rank, int high, place_in_ring *at,
                                          int stages, const int *a_ones, const int *b_ones, Out *C,
                                          int m, int n, int k)
{
    int row, col, term[2][2], count[2][COLS / 2];
    int team = threadIdx.x / TEAM, thread = threadIdx.x % TEAM, *terms = r->terms[team];
    constexpr bool late = EACH == 4;
    column_terms<COLS> fetched;
    place_tile<COLS>(tile, rank, high, m, n, &row, &col);
    fetch_terms(&fetched, b_ones, col, n);
    row += thread / WARP * 16 + thread % WARP / 4;
#pragma unroll
    for (int i = 0; i < 4; i++)
        term[i / 2][i % 2] = row_term(a_ones, row + i / 2 * TEAM_ROWS + i % 2 * 8, m, k);
    /* TODO 50: wait for this team's turn (barrier 1 + team, which the other team arrives at, too);
     * multiply; the column terms into shared memory, and wait for this team (barrier 3 + team)
     * before any thread reads them; store both halves. If the terms are not to come late, keep them
     * before the turn, between two waits for the team: before the first, its slower warps may still
     * store the last tile, with the old terms. */
}

/* Steps 18 and 19: the two warpgroups take turns. While one stores its tile of 128 x COLS, the
 * other multiplies the next. */
template <int COLS, int EACH, class Out>
__global__ void __launch_bounds__(PAIR_THREADS, 1)
    xnor_turns(const __grid_constant__ CUtensorMap a_map, const __grid_constant__ CUtensorMap b_map,
               const int *a_ones, const int *b_ones, Out *C, int m, int n, int k, int tiles,
               int high)
{
    typedef typename pair_ring<COLS, EACH>::type pairs;
    constexpr int depth = pair_ring<COLS, EACH>::stages;
    pairs *r = ring_here<pairs>();
    int rank = CLUSTER > 1 ? cluster_rank() : 0, clusters = gridDim.x / CLUSTER;
    int team = threadIdx.x / TEAM, stages = (binary_words(k) - 1) / LINE_WORDS + 1;
    if (threadIdx.x == 0) {
        for (int s = 0; s < depth; s++) {
            barrier_init(&r->full[s], 1);
            barrier_init(&r->empty[s], PEERS * TEAM / WARP);
        }
        barrier_publish();
        map_prefetch(&a_map);
        map_prefetch(&b_map);
    }
    __syncwarp();
    cluster_sync();
    launch_after_begin();
    launch_before_wait(); /* so far nobody has touched what the launch before may still write */
    if (team == 2) {
        registers_keep<24>();
        if (threadIdx.x == 2 * TEAM)
            fetch_pair<COLS, EACH>(r, &a_map, &b_map, rank, clusters, tiles, high, stages, m, n);
    } else {
        registers_take<240>();
        if (team == 1)
            team_arrive(1, 2 * TEAM); /* the first turn is team 0's */
        place_in_ring at = {0, 0};
        for (int tile = blockIdx.x / CLUSTER, turn = 0; tile < tiles; tile += clusters, turn++)
            if (turn % 2 == team)
                make_tile<COLS, EACH>(r, tile, rank, high, &at, stages, a_ones, b_ones, C, m, n, k);
            else
                advance<depth>(&at, stages);
    }
    __syncwarp();
    cluster_sync(); /* no block leaves while another may still signal it */
}

/* COLS columns to a tile; EACH neighbouring columns to a thread; high: see place_tile. */
template <int COLS, int EACH, class Out>
void launch_turns(const uint32_t *A, const uint32_t *B, const int *a_ones, const int *b_ones,
                  Out *C, int m, int n, int k, int high)
{
    int device = 0, sms = 0, bytes = sizeof(typename pair_ring<COLS, EACH>::type) + 1024;
    int tiles = ((m - 1) / (PAIR_ROWS * CLUSTER_ROWS) + 1) * ((n - 1) / (COLS * CLUSTER_COLS) + 1);
    auto kernel = xnor_turns<COLS, EACH, Out>;
    CUtensorMap a_map = row_map(A, m, k, PAIR_ROWS / CLUSTER_COLS),
                b_map = column_map(B, n, k, COLS / CLUSTER_ROWS, EACH);
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device);
    cudaFuncSetAttribute((const void *)kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    cudaLaunchAttribute attribute[2] = {};
    attribute[0].id = cudaLaunchAttributeClusterDimension;
    attribute[0].val.clusterDim.x = CLUSTER;
    attribute[0].val.clusterDim.y = attribute[0].val.clusterDim.z = 1;
    attribute[1].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute[1].val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(sms / CLUSTER * CLUSTER);
    config.blockDim = dim3(PAIR_THREADS);
    config.dynamicSmemBytes = bytes;
    config.attrs = attribute;
    config.numAttrs = 2;
    int clusters = sms / CLUSTER;
    if (CLUSTER > 2) /* an SM that has no partner left in its part of the chip stays empty */
        cudaOccupancyMaxActiveClusters(&clusters, (const void *)kernel, &config);
    config.gridDim = dim3((tiles < clusters ? tiles : clusters) * CLUSTER);
    cudaLaunchKernelEx(&config, kernel, a_map, b_map, a_ones, b_ones, C, m, n, k, tiles, high);
}
#endif

#if LAB_STEP(18) && HOPPER_KNOWN
void launch_xnor_turns(const uint32_t *A, const uint32_t *B, const int *a_ones, const int *b_ones,
                       int *C, int m, int n, int k)
{
    if (!binary_hopper_ready())
        return;
    /* TODO 51: launch_turns with tiles 128 columns wide and four neighbours to a thread; from some
     * 50 million elements of C on (all SMs have tiles enough) 192; beyond 100 million (the matrices
     * do not fit L2 any more) 8 rows high. */
}
#endif

#if LAB_STEP(19) && HOPPER_KNOWN
/* Step 19: bits instead of integers: 1 where an element is at least 0. This thread's 16 columns of
 * each 64, of two rows. */
template <int COLS>
__device__ __forceinline__ void store_team(const int (&count)[COLS / 2], const int (&term)[2],
                                           const int *terms, uint32_t *C, int row, int col, int m,
                                           int n)
{
    int q = threadIdx.x % 4, words = binary_words(n);
#pragma unroll
    for (int group = 0; group < COLS / 64; group++) {
        int first = col + 64 * group + 16 * q;
        uint32_t bits[2] = {0, 0};
        /* TODO 52: this thread's 16 signs of each of its two rows, the first in bit 0. */
        uint32_t kept = n - first >= 16 ? 0xffff : n > first ? (1u << (n - first)) - 1 : 0;
        for (int half = 0; half < 2; half++)
            if (row + 8 * half < m && first < words * BINARY_BITS)
                ((uint16_t *)(C + (size_t)(row + 8 * half) * words))[first / 16] =
                    (uint16_t)(bits[half] & kept);
    }
}

void launch_xnor_sign(const uint32_t *A, const uint32_t *B, const int *a_ones, const int *b_ones,
                      uint32_t *C, int m, int n, int k)
{
    if (!binary_hopper_ready())
        return;
    /* TODO 53: launch_turns again; 16 neighbours to a thread, half a word. */
}
#endif

LAB_MAIN(09_binary_xnor_gemm)

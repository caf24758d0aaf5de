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

#if (LAB_STEP(10) || LAB_STEP(11))
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

/* Step 14: binary tensor cores. A: layout A; B: layout B by columns; a_ones, b_ones: how
 * many +1 each row of A and each column of B holds. binary_mma.h describes what a warp can ask
 * for. */

#if LAB_STEP(14)
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

LAB_MAIN(09_binary_xnor_gemm)

/* Lab 09: C = A B, where every element is +1 or -1: one bit each. From a lookup table to binary
 * tensor cores. docs/09_binary_xnor_gemm.md explains, `make run LAB=09` checks, `make hint LAB=09`
 * helps.
 *
 * A is m x k, B is k x n, C is m x n. A packed line of k elements has binary_words(k) words, and
 * two lines are binary_pitch(k) words apart. Padding is 0 bits, in A and in B. common/binary.h
 * describes the packed layouts. Packed matrices and counts of ones start at multiples of 256 bytes,
 * everything else at multiples of the size of its elements. */
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
/* Step 1: pack the rows of A. A warp takes a row. Each lane looks at one element, and __ballot_sync
 * gives every lane the word of all 32 answers. */
__global__ void pack_rows(const float *A, uint32_t *packed, int m, int k)
{
    /* TODO 1: this warp's row (there are binary_padded(m)) and this thread's lane. 32 words at a
     * time: make a ballot of each 32 adjacent elements. Lane i keeps the i-th ballot; then all
     * lanes store together. An element beyond m or k is a 0 bit. */
}

/* A: m x k floats, row-major. packed: layout A, padding included. Device pointers, here and
 * below. */
void launch_pack_rows(const float *A, uint32_t *packed, int m, int k)
{
    /* TODO 2: a warp for each of the binary_padded(m) rows. */
}
#endif

#if LAB_STEP(2)
/* Step 2: pack the columns of B. One thread makes one word of one column. Its 32 elements are n
 * floats apart; adjacent threads read adjacent columns. */
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

/* Steps 3 to 11. A: layout A; B: layout B; C: m x n, row-major. A product is -1 where two bits
 * differ, and +1 elsewhere. With d differing bits among k, the sum is (k - d) - d. */

#if (LAB_STEP(3) || LAB_STEP(4) || LAB_STEP(5) || LAB_STEP(6))
/* The number of ones in each byte. For 0 to 3 it is 0, 1, 1, 2; two more bits add 0, 1, 1 or 2 to
 * each of these, and so on. */
#define ONES_2(n) (n), (n) + 1, (n) + 1, (n) + 2
#define ONES_4(n) ONES_2(n), ONES_2((n) + 1), ONES_2((n) + 1), ONES_2((n) + 2)
#define ONES_6(n) ONES_4(n), ONES_4((n) + 1), ONES_4((n) + 1), ONES_4((n) + 2)
#define ONES_TABLE                                                                                 \
    {                                                                                              \
        ONES_6(0), ONES_6(1), ONES_6(1), ONES_6(2)                                                 \
    }
#endif

#if LAB_STEP(3)
/* Step 3: count the ones of a word with four lookups in a table of 256 bytes, in constant memory. A
 * block takes a row of A. */
__constant__ unsigned char table_constant[256] = ONES_TABLE;

__global__ void xnor_table_constant(const uint32_t *A, const uint32_t *B, int *C, int n, int k)
{
    /* TODO 5: the block's row of A; each thread takes every blockDim.x-th column. For each word:
     * XOR the word of the row with that of the column, and look up the four bytes of the result.
     * The element of C is k less twice the sum. */
}

void launch_xnor_table_constant(const uint32_t *A, const uint32_t *B, int *C, int m, int n, int k)
{
    /* TODO 6: a block of BLOCK threads for each row. */
}
#endif

#if LAB_STEP(4)
/* Step 4: the same table in device memory. Constant memory serves one word at a time to a warp, but
 * 32 lanes look up 32 different bytes. */
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

/* Every block copies the table to its shared memory: 64 words of four entries each. */
__device__ void copy_table(unsigned char *table)
{
    for (int i = threadIdx.x; i < 64; i += blockDim.x)
        ((uint32_t *)table)[i] = ((const uint32_t *)table_source)[i];
}
#endif

#if LAB_STEP(5)
/* Step 5: the table in shared memory. 32 banks serve 32 lanes at once, unless two lanes need
 * different words of one bank. */
__global__ void xnor_table_shared(const uint32_t *A, const uint32_t *B, int *C, int n, int k)
{
    /* TODO 9: a shared table, filled by copy_table. Wait for all threads, then go on as in step
     * 4. */
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
/* Step 6: the block's row of A in shared memory, too: every thread needs it. */
__global__ void xnor_row_shared(const uint32_t *A, const uint32_t *B, int *C, int n, int k)
{
    /* TODO 11: the table as in step 5. Then take ROW_WORDS words of the row at a time: copy them
     * to shared memory, wait, subtract twice their differing bits from this thread's elements of C
     * (which start as k), and wait again before the next words overwrite them. */
}

void launch_xnor_row_shared(const uint32_t *A, const uint32_t *B, int *C, int m, int n, int k)
{
    /* TODO 12: a block of BLOCK threads for each row. */
}
#endif

#if LAB_STEP(7)
/* Step 7: __popc is one instruction and replaces the table. */
__global__ void xnor_popc(const uint32_t *A, const uint32_t *B, int *C, int n, int k)
{
    /* TODO 13: as in step 6, with __popc in place of the lookups. */
}

void launch_xnor_popc(const uint32_t *A, const uint32_t *B, int *C, int m, int n, int k)
{
    /* TODO 14: a block of BLOCK threads for each row. */
}
#endif

#if LAB_STEP(8)
/* Step 8: square tiles of A and B in shared memory, TILE rows (columns) by TILE words. Each word
 * that is loaded serves TILE threads. In this step, threadIdx.x runs along the rows of C. */
__global__ void xnor_tile_conflict(const uint32_t *A, const uint32_t *B, int *C, int m, int n,
                                   int k)
{
    /* TODO 15: this thread's row (by threadIdx.x) and column (by threadIdx.y) of C. For each pair
     * of tiles: load one word of A and one of B, wait, count over TILE words, wait. The padding
     * makes every read valid; only the store must test whether the element exists. */
}

void launch_xnor_tile_conflict(const uint32_t *A, const uint32_t *B, int *C, int m, int n, int k)
{
    /* TODO 16: a block of TILE x TILE threads for each tile of C, columns along x of the grid. */
}
#endif

#if LAB_STEP(9)
/* Step 9: threadIdx.x runs along the columns. The lanes of a warp read few words of A's tile (a
 * broadcast) and adjacent words of B's. Loads and stores are coalesced. */
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
/* Stores four adjacent elements of the row of C that starts at c, without those beyond n. */
__device__ __forceinline__ void store_four(int *c, int col, int n, const int (&value)[4])
{
    if (n % 4 == 0 && (size_t)c % 16 == 0 && col < n)
        *(int4 *)&c[col] = make_int4(value[0], value[1], value[2], value[3]);
    else
        for (int j = 0; j < 4; j++)
            if (col + j < n)
                c[col + j] = value[j];
}

/* A block of 16 x 16 threads makes ROWS x COLS elements. A thread makes EACH_ROWS rows (16 apart)
 * by EACH_COLS adjacent columns. DEPTH words of A and B at a time are in shared memory, and the
 * next ones are under way. */
enum { SIDE = 16, EACH_ROWS = 8, EACH_COLS = 4, DEPTH = 16 };
enum { ROWS = SIDE * EACH_ROWS, COLS = SIDE * EACH_COLS, THREADS = SIDE * SIDE };
static_assert(BINARY_PADDING % ROWS == 0 && BINARY_PADDING % COLS == 0, "whole tiles of padding");

struct word_tiles {
    alignas(16) uint32_t a[ROWS][DEPTH], b[DEPTH][COLS];
};

/* Starts copying the block's tiles from word `start` on, 16 bytes at a time. a, b: the first word
 * of the block's rows of A and of its columns of B. __pipeline_wait_prior waits for the copies. */
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

/* Reads four adjacent words at once. */
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
/* Step 10: 8 x 4 elements in the registers of a thread. Each word from shared memory is used 4 or 8
 * times, so only the population counts limit the kernel: 16 in a cycle on an SM. */
__global__ void __launch_bounds__(THREADS, 2)
    xnor_register(const uint32_t *A, const uint32_t *B, int *C, int m, int n, int k)
{
    __shared__ word_tiles tiles[2];
    int row = blockIdx.y * ROWS, col = blockIdx.x * COLS, words = binary_words(k);
    size_t pitch = binary_pitch(k), distance = binary_padded(n);
    const uint32_t *a_begin = A + row * pitch, *b_begin = B + col;
    /* TODO 19: the counts, in registers: all loops over them must unroll. */

    copy_tiles(&tiles[0], a_begin, pitch, b_begin, distance, 0);
    for (int start = 0, now = 0; start < words; start += DEPTH, now = 1 - now) {
        /* TODO 20: wait for the tiles that are due, first for this thread's copies, then for all
         * threads. Start copying the next tiles, if there are any, into the other half. */
        /* TODO 21: four words at a time: read them for this thread's 4 columns, then row by row
         * for A, and count the differences of each row and column. */
    }
    /* TODO 22: store the elements that C has. */
}

void launch_xnor_register(const uint32_t *A, const uint32_t *B, int *C, int m, int n, int k)
{
    /* TODO 23: a block of SIDE x SIDE threads for each ROWS x COLS tile of C. */
}
#endif

#if LAB_STEP(11)
/* Step 11: fewer population counts. A full adder at each bit adds three words and gives a word of
 * sums (weight 1) and a word of carries (weight 2). The sums go on to the next two words; only the
 * carries are counted. That is one count for two words, and more logic, which is four times as
 * fast. */
__global__ void __launch_bounds__(THREADS, 2)
    xnor_carry_save(const uint32_t *A, const uint32_t *B, int *C, int m, int n, int k)
{
    __shared__ word_tiles tiles[2];
    int row = blockIdx.y * ROWS, col = blockIdx.x * COLS, words = binary_words(k);
    size_t pitch = binary_pitch(k), distance = binary_padded(n);
    const uint32_t *a_begin = A + row * pitch, *b_begin = B + col;
    /* TODO 24: for each element a count of pairs, and a word of the bits that have no pair yet. */

    copy_tiles(&tiles[0], a_begin, pitch, b_begin, distance, 0);
    for (int start = 0, now = 0; start < words; start += DEPTH, now = 1 - now) {
        __pipeline_wait_prior(0);
        __syncthreads();
        if (start + DEPTH < words)
            copy_tiles(&tiles[1 - now], a_begin, pitch, b_begin, distance, start + DEPTH);
        /* TODO 25: as in step 10, but add_bits makes carries from the differences of two words,
         * and changes single[i][j]. Count the carries in pairs[i][j], two words of them at a
         * time. */
    }
    /* TODO 26: a pair counts as two bits; what is left in single counts as one. */
}

void launch_xnor_carry_save(const uint32_t *A, const uint32_t *B, int *C, int m, int n, int k)
{
    /* TODO 27: as in step 10. */
}
#endif

#if LAB_STEP(12)
/* Step 12: pack the columns of B like the rows of A, word after word. A warp makes one word of 32
 * columns, as in step 2. The 32 words of a column, which 32 warps make, meet in shared memory, so
 * that stores are coalesced. */
__global__ void __launch_bounds__(WARP *WARP)
    pack_transposed(const float *B, uint32_t *packed, int k, int n)
{
    /* TODO 28: a block takes 32 columns and walks down them, 32 words at a time. Warp i makes word
     * i of all 32 columns, leaves it in shared memory (padded, since it is read by columns), waits,
     * and stores the 32 words of column i. */
}

/* B: k x n floats, row-major. packed: layout B by columns, padding included. */
void launch_pack_transposed(const float *B, uint32_t *packed, int k, int n)
{
    /* TODO 29: a block of 32 warps for each 32 of binary_padded(n) columns. */
}
#endif

#if LAB_STEP(13)
/* Step 13: the number of ones in each packed line. Step 14 needs it, for the rows of A and for the
 * columns of B. */
__global__ void count_ones(const uint32_t *packed, int *ones, int lines, int k)
{
    /* TODO 30: a warp for each line: every lane counts every 32nd word, then the lanes add up as
     * in lab 05. */
}

/* packed: `lines` lines of k elements, binary_pitch(k) words apart. ones: one number for each
 * line. */
void launch_count_ones(const uint32_t *packed, int *ones, int lines, int k)
{
    /* TODO 31: enough blocks of BLOCK threads for all lines. */
}
#endif

/* Step 14: binary tensor cores. A: layout A; B: layout B by columns; a_ones, b_ones: the number of
 * +1 in each row of A and in each column of B. binary_mma.h describes the instruction. */

#if LAB_STEP(14)
/* The sum of k products, from the count of the tensor cores. */
__device__ __forceinline__ int dot_of(int count, int k, int a_ones, int b_ones)
{
    int differ = count; /* what an sm_75 counts */
#if !BINARY_MMA_XOR
    /* TODO 32: all other GPUs count the places where both bits are 1. How many bits differ, if the
     * row has a_ones ones and the column b_ones? */
#endif
    return k - 2 * differ;
}

/* Step 14: one warp makes 16 x 8 elements of C. One instruction does 256 products for each. The
 * warp fetches its words itself. */
__global__ void xnor_mma_warp(const uint32_t *A, const uint32_t *B, const int *a_ones,
                              const int *b_ones, int *C, int m, int n, int k)
{
    /* TODO 33: this warp's tile. Sixteen words at a time: load four words of each of this lane's
     * two rows and of its column, then two binary_mma. The order of the words does not matter, as
     * long as A and B agree. */
    /* TODO 34: store this lane's four elements, if C has them. */
}

void launch_xnor_mma_warp(const uint32_t *A, const uint32_t *B, const int *a_ones,
                          const int *b_ones, int *C, int m, int n, int k)
{
    /* TODO 35: blocks of four warps side by side: three of them find their rows of A in L1. */
}
#endif

LAB_MAIN(09_binary_xnor_gemm)

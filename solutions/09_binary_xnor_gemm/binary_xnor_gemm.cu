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
    /*{ TODO 1: this warp's row (there are binary_padded(m)) and this thread's lane. 32 words at a
     * time: the ballots of 32 times 32 neighbouring elements; lane i keeps the i-th, then all lanes
     * store at once. An element beyond m or k counts as no +1. */
    int row = (int)((blockIdx.x * blockDim.x + threadIdx.x) / WARP), lane = threadIdx.x % WARP;
    int pitch = binary_pitch(k), last = row < m ? k : 0;
    const float *a = A + (size_t)row * k;
    for (int word = 0; word < pitch; word += WARP) {
        uint32_t mine = 0;
#pragma unroll
        for (int i = 0; i < WARP; i++) {
            int col = (word + i) * BINARY_BITS + lane;
            uint32_t bits = __ballot_sync(ALL_LANES, col < last && a[col] > 0);
            if (lane == i)
                mine = bits;
        }
        packed[(size_t)row * pitch + word + lane] = mine;
    }
    /*}*/
}

/* A: m x k floats, row-major. packed: layout A, padding included. Device pointers, here and
 * below. */
void launch_pack_rows(const float *A, uint32_t *packed, int m, int k)
{
    /*{ TODO 2: a warp for each of the binary_padded(m) rows. */
    pack_rows<<<binary_padded(m) / (BLOCK / WARP), BLOCK>>>(A, packed, m, k);
    /*}*/
}
#endif

#if LAB_STEP(2)
/* Step 2: pack the columns of B: one thread makes one word of one column. No ballot: the 32
 * elements lie n apart, and neighbouring threads read neighbouring columns. */
__global__ void pack_columns(const float *B, uint32_t *packed, int k, int n)
{
    /*{ TODO 3: this thread's column (along x) and word (along y); collect 32 bits and store
     * them. */
    int col = blockIdx.x * blockDim.x + threadIdx.x, word = blockIdx.y;
    uint32_t bits = 0;
#pragma unroll
    for (int i = 0; i < BINARY_BITS; i++) {
        int row = word * BINARY_BITS + i;
        if (row < k && col < n && B[(size_t)row * n + col] > 0)
            bits |= 1u << i;
    }
    packed[(size_t)word * binary_padded(n) + col] = bits;
    /*}*/
}

/* B: k x n floats, row-major. packed: layout B, padding included. */
void launch_pack_columns(const float *B, uint32_t *packed, int k, int n)
{
    /*{ TODO 4: binary_padded(n) threads along x, binary_pitch(k) along y. */
    dim3 blocks(binary_padded(n) / BINARY_PADDING, binary_pitch(k));
    pack_columns<<<blocks, BINARY_PADDING>>>(B, packed, k, n);
    /*}*/
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
    /*{ TODO 5: the block's row of A; each thread takes every blockDim.x-th column. For each of the
     * words XOR the row's with the column's and look up the four bytes of the result; k less twice
     * their sum is the element of C. */
    int words = binary_words(k), distance = binary_padded(n);
    const uint32_t *a = A + (size_t)blockIdx.x * binary_pitch(k);
    for (int col = threadIdx.x; col < n; col += blockDim.x) {
        int differ = 0;
        for (int word = 0; word < words; word++) {
            uint32_t x = a[word] ^ B[(size_t)word * distance + col];
            differ += table_constant[x & 0xff] + table_constant[x >> 8 & 0xff] +
                      table_constant[x >> 16 & 0xff] + table_constant[x >> 24];
        }
        C[(size_t)blockIdx.x * n + col] = k - 2 * differ;
    }
    /*}*/
}

void launch_xnor_table_constant(const uint32_t *A, const uint32_t *B, int *C, int m, int n, int k)
{
    /*{ TODO 6: a block of BLOCK threads for each row. */
    xnor_table_constant<<<m, BLOCK>>>(A, B, C, n, k);
    /*}*/
}
#endif

#if LAB_STEP(4)
/* Step 4: the same table in device memory. Constant memory serves one address at a time to a warp,
 * and 32 lanes look up 32 different bytes. */
__device__ unsigned char table_device[256] = ONES_TABLE;

__global__ void xnor_table_device(const uint32_t *A, const uint32_t *B, int *C, int n, int k)
{
    /*{ TODO 7: as in step 3. */
    int words = binary_words(k), distance = binary_padded(n);
    const uint32_t *a = A + (size_t)blockIdx.x * binary_pitch(k);
    for (int col = threadIdx.x; col < n; col += blockDim.x) {
        int differ = 0;
        for (int word = 0; word < words; word++) {
            uint32_t x = a[word] ^ B[(size_t)word * distance + col];
            differ += table_device[x & 0xff] + table_device[x >> 8 & 0xff] +
                      table_device[x >> 16 & 0xff] + table_device[x >> 24];
        }
        C[(size_t)blockIdx.x * n + col] = k - 2 * differ;
    }
    /*}*/
}

void launch_xnor_table_device(const uint32_t *A, const uint32_t *B, int *C, int m, int n, int k)
{
    /*{ TODO 8: a block of BLOCK threads for each row. */
    xnor_table_device<<<m, BLOCK>>>(A, B, C, n, k);
    /*}*/
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
    /*{ TODO 9: let copy_table fill a shared table, wait for all of it, then as in step 4. */
    __shared__ alignas(4) unsigned char table[256];
    copy_table(table);
    __syncthreads();
    int words = binary_words(k), distance = binary_padded(n);
    const uint32_t *a = A + (size_t)blockIdx.x * binary_pitch(k);
    for (int col = threadIdx.x; col < n; col += blockDim.x) {
        int differ = 0;
        for (int word = 0; word < words; word++) {
            uint32_t x = a[word] ^ B[(size_t)word * distance + col];
            differ +=
                table[x & 0xff] + table[x >> 8 & 0xff] + table[x >> 16 & 0xff] + table[x >> 24];
        }
        C[(size_t)blockIdx.x * n + col] = k - 2 * differ;
    }
    /*}*/
}

void launch_xnor_table_shared(const uint32_t *A, const uint32_t *B, int *C, int m, int n, int k)
{
    /*{ TODO 10: a block of BLOCK threads for each row. */
    xnor_table_shared<<<m, BLOCK>>>(A, B, C, n, k);
    /*}*/
}
#endif

#if (LAB_STEP(6) || LAB_STEP(7))
enum { ROW_WORDS = 1024 /* 4 KiB of shared memory: 32,768 elements of a row at a time */ };
#endif

#if LAB_STEP(6)
/* Step 6: the block's row of A in shared memory, too, since every column needs it. */
__global__ void xnor_row_shared(const uint32_t *A, const uint32_t *B, int *C, int n, int k)
{
    /*{ TODO 11: the table as before. Then, ROW_WORDS words of the row at a time: copy them to
     * shared memory, wait, subtract twice their differing bits from this thread's elements of C
     * (which start as k), and wait again before the next words overwrite them. Only this thread
     * touches its elements of C. */
    __shared__ alignas(4) unsigned char table[256];
    __shared__ uint32_t a[ROW_WORDS];
    copy_table(table);
    int words = binary_words(k), distance = binary_padded(n);
    for (int start = 0; start < words; start += ROW_WORDS) {
        int count = min(ROW_WORDS, words - start);
        for (int i = threadIdx.x; i < count; i += blockDim.x)
            a[i] = A[(size_t)blockIdx.x * binary_pitch(k) + start + i];
        __syncthreads();
        for (int col = threadIdx.x; col < n; col += blockDim.x) {
            const uint32_t *b = B + (size_t)start * distance + col;
            int differ = 0;
            for (int word = 0; word < count; word++) {
                uint32_t x = a[word] ^ b[(size_t)word * distance];
                differ +=
                    table[x & 0xff] + table[x >> 8 & 0xff] + table[x >> 16 & 0xff] + table[x >> 24];
            }
            int *c = &C[(size_t)blockIdx.x * n + col];
            *c = (start == 0 ? k : *c) - 2 * differ;
        }
        __syncthreads();
    }
    /*}*/
}

void launch_xnor_row_shared(const uint32_t *A, const uint32_t *B, int *C, int m, int n, int k)
{
    /*{ TODO 12: a block of BLOCK threads for each row. */
    xnor_row_shared<<<m, BLOCK>>>(A, B, C, n, k);
    /*}*/
}
#endif

#if LAB_STEP(7)
/* Step 7: no table: __popc is one instruction. */
__global__ void xnor_popc(const uint32_t *A, const uint32_t *B, int *C, int n, int k)
{
    /*{ TODO 13: as in step 6, with __popc. */
    __shared__ uint32_t a[ROW_WORDS];
    int words = binary_words(k), distance = binary_padded(n);
    for (int start = 0; start < words; start += ROW_WORDS) {
        int count = min(ROW_WORDS, words - start);
        for (int i = threadIdx.x; i < count; i += blockDim.x)
            a[i] = A[(size_t)blockIdx.x * binary_pitch(k) + start + i];
        __syncthreads();
        for (int col = threadIdx.x; col < n; col += blockDim.x) {
            const uint32_t *b = B + (size_t)start * distance + col;
            int differ = 0;
            for (int word = 0; word < count; word++)
                differ += __popc(a[word] ^ b[(size_t)word * distance]);
            int *c = &C[(size_t)blockIdx.x * n + col];
            *c = (start == 0 ? k : *c) - 2 * differ;
        }
        __syncthreads();
    }
    /*}*/
}

void launch_xnor_popc(const uint32_t *A, const uint32_t *B, int *C, int m, int n, int k)
{
    /*{ TODO 14: a block of BLOCK threads for each row. */
    xnor_popc<<<m, BLOCK>>>(A, B, C, n, k);
    /*}*/
}
#endif

#if LAB_STEP(8)
/* Step 8: square tiles of A and of B in shared memory, TILE rows (columns) by TILE words: each word
 * fetched from device memory serves TILE threads. As document 003 first wrote it: thread x runs
 * along the ROWS of C. */
__global__ void xnor_tile_conflict(const uint32_t *A, const uint32_t *B, int *C, int m, int n,
                                   int k)
{
    /*{ TODO 15: this thread's row (by threadIdx.x) and column (by threadIdx.y) of C. Tile after
     * tile: one word of A and one of B into shared memory, wait, TILE words of this thread's row
     * against its column, wait. The padding makes every read valid; only the store must ask whether
     * there is such an element. */
    __shared__ uint32_t a[TILE][TILE], b[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y, differ = 0, words = binary_words(k);
    int row = blockIdx.y * TILE + x, col = blockIdx.x * TILE + y;
    for (int start = 0; start < words; start += TILE) {
        a[x][y] = A[(size_t)row * binary_pitch(k) + start + y];
        b[x][y] = B[(size_t)(start + x) * binary_padded(n) + col];
        __syncthreads();
#pragma unroll
        for (int word = 0; word < TILE; word++)
            differ += __popc(a[x][word] ^ b[word][y]);
        __syncthreads();
    }
    if (row < m && col < n)
        C[(size_t)row * n + col] = k - 2 * differ;
    /*}*/
}

void launch_xnor_tile_conflict(const uint32_t *A, const uint32_t *B, int *C, int m, int n, int k)
{
    /*{ TODO 16: a block of TILE x TILE threads for each tile of C, columns along the grid's x. */
    dim3 blocks((n - 1) / TILE + 1, (m - 1) / TILE + 1);
    xnor_tile_conflict<<<blocks, dim3(TILE, TILE)>>>(A, B, C, m, n, k);
    /*}*/
}
#endif

#if LAB_STEP(9)
/* Step 9: the cure: thread x runs along columns. Now a warp's lanes read one word of A's tile (a
 * broadcast) and neighbouring words of B's, and both device memory and C are accessed in whole
 * lines. */
__global__ void xnor_tile(const uint32_t *A, const uint32_t *B, int *C, int m, int n, int k)
{
    /*{ TODO 17: step 8 with x and y exchanged. */
    __shared__ uint32_t a[TILE][TILE], b[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y, differ = 0, words = binary_words(k);
    int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
    for (int start = 0; start < words; start += TILE) {
        a[y][x] = A[(size_t)row * binary_pitch(k) + start + x];
        b[y][x] = B[(size_t)(start + y) * binary_padded(n) + col];
        __syncthreads();
#pragma unroll
        for (int word = 0; word < TILE; word++)
            differ += __popc(a[y][word] ^ b[word][x]);
        __syncthreads();
    }
    if (row < m && col < n)
        C[(size_t)row * n + col] = k - 2 * differ;
    /*}*/
}

void launch_xnor_tile(const uint32_t *A, const uint32_t *B, int *C, int m, int n, int k)
{
    /*{ TODO 18: as in step 8. */
    dim3 blocks((n - 1) / TILE + 1, (m - 1) / TILE + 1);
    xnor_tile<<<blocks, dim3(TILE, TILE)>>>(A, B, C, m, n, k);
    /*}*/
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
    /*{ TODO 19: as many sums, in registers: all loops over them must unroll. */
    int differ[EACH_ROWS][EACH_COLS] = {};
    /*}*/

    copy_tiles(&tiles[0], a_begin, pitch, b_begin, distance, 0);
    for (int start = 0, now = 0; start < words; start += DEPTH, now = 1 - now) {
        /*{ TODO 20: wait for the tiles that are due (for your own copies, then for everybody's);
         * start copying the next, if there are any, into the other half. */
        __pipeline_wait_prior(0);
        __syncthreads();
        if (start + DEPTH < words)
            copy_tiles(&tiles[1 - now], a_begin, pitch, b_begin, distance, start + DEPTH);
        /*}*/
        /*{ TODO 21: four words at a time: this thread's 4 columns of them into registers, then row
         * by row its four words of A, and 4 x 4 differences counted. */
        uint32_t a[4], b[4][EACH_COLS];
#pragma unroll
        for (int word = 0; word < DEPTH; word += 4) {
            for (int i = 0; i < 4; i++)
                read_four(b[i], &tiles[now].b[word + i][threadIdx.x * EACH_COLS]);
#pragma unroll
            for (int i = 0; i < EACH_ROWS; i++) {
                read_four(a, &tiles[now].a[threadIdx.y + SIDE * i][word]);
                for (int j = 0; j < EACH_COLS; j++)
                    differ[i][j] += __popc(a[0] ^ b[0][j]) + __popc(a[1] ^ b[1][j]) +
                                    __popc(a[2] ^ b[2][j]) + __popc(a[3] ^ b[3][j]);
            }
        }
        /*}*/
    }
    /*{ TODO 22: store what belongs to C. */
#pragma unroll
    for (int i = 0; i < EACH_ROWS; i++) {
        int r = row + threadIdx.y + SIDE * i, value[EACH_COLS];
        for (int j = 0; j < EACH_COLS; j++)
            value[j] = k - 2 * differ[i][j];
        if (r < m)
            store_four(C + (size_t)r * n, col + threadIdx.x * EACH_COLS, n, value);
    }
    /*}*/
}

void launch_xnor_register(const uint32_t *A, const uint32_t *B, int *C, int m, int n, int k)
{
    /*{ TODO 23: a block of SIDE x SIDE threads for each ROWS x COLS tile of C. */
    dim3 blocks((n - 1) / COLS + 1, (m - 1) / ROWS + 1);
    xnor_register<<<blocks, dim3(SIDE, SIDE)>>>(A, B, C, m, n, k);
    /*}*/
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
    /*{ TODO 24: for each element a sum of pairs, and a word of what makes no pair yet. */
    int pairs[EACH_ROWS][EACH_COLS] = {};
    uint32_t single[EACH_ROWS][EACH_COLS] = {};
    /*}*/

    copy_tiles(&tiles[0], a_begin, pitch, b_begin, distance, 0);
    for (int start = 0, now = 0; start < words; start += DEPTH, now = 1 - now) {
        __pipeline_wait_prior(0);
        __syncthreads();
        if (start + DEPTH < words)
            copy_tiles(&tiles[1 - now], a_begin, pitch, b_begin, distance, start + DEPTH);
        /*{ TODO 25: as in step 10, but of the differences of two words add_bits makes carries, to
         * be counted in pairs[i][j], and a new single[i][j]. Two such pairs make four words. */
        uint32_t a[4], b[4][EACH_COLS];
#pragma unroll
        for (int word = 0; word < DEPTH; word += 4) {
            for (int i = 0; i < 4; i++)
                read_four(b[i], &tiles[now].b[word + i][threadIdx.x * EACH_COLS]);
#pragma unroll
            for (int i = 0; i < EACH_ROWS; i++) {
                read_four(a, &tiles[now].a[threadIdx.y + SIDE * i][word]);
                for (int j = 0; j < EACH_COLS; j++) {
                    uint32_t *s = &single[i][j];
                    uint32_t first = add_bits(s, a[0] ^ b[0][j], a[1] ^ b[1][j]);
                    uint32_t second = add_bits(s, a[2] ^ b[2][j], a[3] ^ b[3][j]);
                    pairs[i][j] += __popc(first) + __popc(second);
                }
            }
        }
        /*}*/
    }
    /*{ TODO 26: a pair counts two; what single still holds, one. */
#pragma unroll
    for (int i = 0; i < EACH_ROWS; i++) {
        int r = row + threadIdx.y + SIDE * i, value[EACH_COLS];
        for (int j = 0; j < EACH_COLS; j++)
            value[j] = k - 2 * (2 * pairs[i][j] + __popc(single[i][j]));
        if (r < m)
            store_four(C + (size_t)r * n, col + threadIdx.x * EACH_COLS, n, value);
    }
    /*}*/
}

void launch_xnor_carry_save(const uint32_t *A, const uint32_t *B, int *C, int m, int n, int k)
{
    /*{ TODO 27: as in step 10. */
    dim3 blocks((n - 1) / COLS + 1, (m - 1) / ROWS + 1);
    xnor_carry_save<<<blocks, dim3(SIDE, SIDE)>>>(A, B, C, m, n, k);
    /*}*/
}
#endif

#if LAB_STEP(12)
/* Step 12: pack the columns of B as the rows of A are: word after word. A warp makes one word of 32
 * columns, as in step 2, but the 32 words of a column, made by 32 warps, meet in shared memory, so
 * that whole lines leave for device memory. */
__global__ void __launch_bounds__(WARP *WARP)
    pack_transposed(const float *B, uint32_t *packed, int k, int n)
{
    /*{ TODO 28: a block takes 32 columns, lane by lane, and walks down them, 32 words at a time:
     * warp i makes word i, leaves it in shared memory (padded: it will be read across), waits, and
     * writes the 32 words of column i. */
    __shared__ uint32_t tile[WARP][WARP + 1];
    int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP, pitch = binary_pitch(k);
    int col = blockIdx.x * WARP + lane;
    for (int start = 0; start < pitch; start += WARP) {
        int row = (start + warp) * BINARY_BITS;
        const float *b = B + (size_t)row * n + col;
        uint32_t bits = 0;
#pragma unroll
        for (int i = 0; i < BINARY_BITS; i++)
            if (row + i < k && col < n && b[(size_t)i * n] > 0)
                bits |= 1u << i;
        tile[warp][lane] = bits;
        __syncthreads();
        packed[(size_t)(blockIdx.x * WARP + warp) * pitch + start + lane] = tile[lane][warp];
        __syncthreads();
    }
    /*}*/
}

/* B: k x n floats, row-major. packed: layout B by columns, padding included. */
void launch_pack_transposed(const float *B, uint32_t *packed, int k, int n)
{
    /*{ TODO 29: a block of 32 warps for each 32 of binary_padded(n) columns. */
    pack_transposed<<<binary_padded(n) / WARP, WARP * WARP>>>(B, packed, k, n);
    /*}*/
}
#endif

#if LAB_STEP(13)
/* Step 13: how many ones each packed line holds: the tensor cores will need it, of A's rows and of
 * B's columns. */
__global__ void count_ones(const uint32_t *packed, int *ones, int lines, int k)
{
    /*{ TODO 30: a warp for each line: every lane counts every 32nd word, then they add up as in lab
     * 05. */
    int line = (int)((blockIdx.x * blockDim.x + threadIdx.x) / WARP), lane = threadIdx.x % WARP;
    int pitch = binary_pitch(k), sum = 0;
    if (line >= lines)
        return;
    for (int word = lane; word < pitch; word += WARP)
        sum += __popc(packed[(size_t)line * pitch + word]);
    for (int distance = WARP / 2; distance > 0; distance /= 2)
        sum += __shfl_down_sync(ALL_LANES, sum, distance);
    if (lane == 0)
        ones[line] = sum;
    /*}*/
}

/* packed: `lines` lines of k elements, binary_pitch(k) words apart. ones: one number for each
 * line. */
void launch_count_ones(const uint32_t *packed, int *ones, int lines, int k)
{
    /*{ TODO 31: enough blocks of BLOCK threads for all lines. */
    const int warps = BLOCK / WARP;
    count_ones<<<(lines - 1) / warps + 1, BLOCK>>>(packed, ones, lines, k);
    /*}*/
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
    /*{ TODO 32: all others count where a +1 meets a +1 (a 1 in a AND b). How many bits differ, if a
     * holds a_ones, b b_ones? */
    differ = a_ones + b_ones - 2 * count;
    /*}*/
#endif
    return k - 2 * differ;
}

/* Step 14: one warp makes 16 x 8 elements of C, 256 products for each by one instruction, fetching
 * its words itself. */
__global__ void xnor_mma_warp(const uint32_t *A, const uint32_t *B, const int *a_ones,
                              const int *b_ones, int *C, int m, int n, int k)
{
    /*{ TODO 33: this warp's tile. Sixteen words at a time: one load of four words for each of this
     * lane's two rows and for its column; two binary_mma. In what order the words of a line meet
     * does not matter, as long as A and B agree. */
    int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP, g = lane / 4, q = lane % 4;
    int row = blockIdx.y * 16, col = (blockIdx.x * (blockDim.x / WARP) + warp) * 8;
    int words = binary_words(k), count[4] = {0, 0, 0, 0};
    size_t pitch = binary_pitch(k);
    if (col >= n)
        return;
    const uint32_t *upper_line = A + (row + g) * pitch + 4 * q,
                   *lower_line = upper_line + 8 * pitch, *b_line = B + (col + g) * pitch + 4 * q;
#pragma unroll 2
    for (int word = 0; word < words; word += 16) {
        uint4 upper = *(const uint4 *)(upper_line + word),
              lower = *(const uint4 *)(lower_line + word);
        uint4 column = *(const uint4 *)(b_line + word);
        uint32_t a[2][4] = {{upper.x, lower.x, upper.y, lower.y},
                            {upper.z, lower.z, upper.w, lower.w}};
        uint32_t b[2][2] = {{column.x, column.y}, {column.z, column.w}};
        binary_mma(count, a[0], b[0]);
        binary_mma(count, a[1], b[1]);
    }
    /*}*/
    /*{ TODO 34: store this lane's four elements, as far as C has them. */
    for (int i = 0; i < 4; i++) {
        int r = row + g + i / 2 * 8, c = col + 2 * q + i % 2;
        if (r < m && c < n)
            C[(size_t)r * n + c] = dot_of(count[i], k, a_ones[r], b_ones[c]);
    }
    /*}*/
}

void launch_xnor_mma_warp(const uint32_t *A, const uint32_t *B, const int *a_ones,
                          const int *b_ones, int *C, int m, int n, int k)
{
    /*{ TODO 35: blocks of four warps side by side, so that three find their rows of A in L1. */
    dim3 blocks((n - 1) / 32 + 1, (m - 1) / 16 + 1);
    xnor_mma_warp<<<blocks, 4 * WARP>>>(A, B, a_ones, b_ones, C, m, n, k);
    /*}*/
}
#endif

LAB_MAIN(09_binary_xnor_gemm)

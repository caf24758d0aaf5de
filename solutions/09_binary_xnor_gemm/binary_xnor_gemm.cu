/* Lab 09: C = A B, where every element is +1 or -1, one bit: from a lookup table to tensor cores.
 * docs/09_binary_xnor_gemm.md explains, `make run LAB=09` checks, `make hint LAB=09` helps.
 *
 * A is m x k, B is k x n, C is m x n. A packed line of k elements has binary_words(k) words, and
 * two lines are binary_pitch(k) words apart. Padding is 0 bits, in A and in B. binary/binary.h
 * describes the packed layouts. Packed matrices and counts of ones start at multiples of 256 bytes,
 * everything else at multiples of the size of its elements. */
#include "binary/binary_mma.h"
#include "binary/binary_tiles.h"
#include "lab.h"

/* What `make sweep LAB=09` varies: after each constant the values that it tries. */
#ifndef BLOCK
#define BLOCK 256 /* 32 64 128 256 512; steps 1 to 10: threads in a block (in 1, 3 to 5, 10) */
#endif
#ifndef CONSTANT_TABLE
#define CONSTANT_TABLE 0 /* 0 1; step 3: 1: the table is in constant memory; 0: in device memory */
#endif
#ifndef ROW_SHARED
#define ROW_SHARED 1 /* 0 1; step 4: 0: only the table is in shared memory, and not the row */
#endif
#ifndef TILE
#define TILE 16 /* 4 8 16 32; step 6: rows, columns and words of a tile */
#endif
#ifndef ROWS_ALONG_X
#define ROWS_ALONG_X 0 /* 0 1; step 6: 1: threadIdx.x runs along the rows of C */
#endif

#define WARP      32
#define ALL_LANES 0xffffffffu
#define ROW_WORDS 1024 /* steps 4 and 5: 32,768 elements of a row of A at a time */
static_assert(BLOCK % WARP == 0 && BINARY_PADDING % (BLOCK / WARP) == 0 && BLOCK <= 1024,
              "BLOCK: 1, 2, 4, ... 32 warps, which divide 128 rows evenly");
static_assert(TILE >= 4 && TILE <= 32 && 32 % TILE == 0, "TILE x TILE threads, at most 1024");

#if LAB_STEP(1)
/* Step 1: pack the rows of A. A warp takes a row. Each lane looks at one element, and __ballot_sync
 * gives every lane the word of all 32 answers. */
__global__ void pack_rows(const float *A, uint32_t *packed, int m, int k)
{
    /*{ TODO 1: compute this warp's row (there are binary_padded(m)) and this thread's lane. For
     * every 32 words: make a ballot of each 32 adjacent elements. Lane i keeps the i-th ballot;
     * then all lanes store together. An element beyond m or k is a 0 bit. */
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
    /*{ TODO 2: launch a warp for each of the binary_padded(m) rows. */
    pack_rows<<<binary_padded(m) / (BLOCK / WARP), BLOCK>>>(A, packed, m, k);
    /*}*/
}
#endif

#if LAB_STEP(2)
/* Step 2: pack the columns of B. One thread makes one word of one column. Its 32 elements are n
 * floats apart; adjacent threads read adjacent columns. */
__global__ void pack_columns(const float *B, uint32_t *packed, int k, int n)
{
    /*{ TODO 3: compute this thread's column (along x) and word (along y). Store 32 bits. */
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
    /*{ TODO 4: launch binary_padded(n) threads along x, binary_pitch(k) along y. binary_padded(n)
     * is a multiple of 128: take blocks whose width divides 128. */
    dim3 blocks(binary_padded(n) / BINARY_PADDING, binary_pitch(k));
    pack_columns<<<blocks, BINARY_PADDING>>>(B, packed, k, n);
    /*}*/
}
#endif

/* Steps 3 to 8. A: layout A; B: layout B; C: m x n, row-major. A product is -1 where two bits
 * differ, and +1 elsewhere. With d differing bits among k, the sum is (k - d) - d. */

#if (LAB_STEP(3) || LAB_STEP(4))
/* The number of ones in each byte. The compiler executes this constructor and fills the table. */
struct ones_table {
    alignas(4) unsigned char ones[256];

    constexpr ones_table() : ones()
    {
        for (int byte = 0; byte < 256; byte++) {
            /*{ TODO 5: set the entry of `byte`, from the entry of byte / 2 and the last bit. */
            ones[byte] = ones[byte / 2] + byte % 2;
            /*}*/
        }
    }
};
#endif

#if CONSTANT_TABLE
#define TABLE_MEMORY __constant__
#else
#define TABLE_MEMORY __device__
#endif

#if LAB_STEP(3)
/* Step 3: count the ones of a word with four lookups in a table of 256 bytes. A block takes a row
 * of A. In which memory is the table better? */
TABLE_MEMORY ones_table table_of_bytes;

__global__ void xnor_table(const uint32_t *A, const uint32_t *B, int *C, int n, int k)
{
    /*{ TODO 6: take the block's row of A, and every blockDim.x-th column for each thread. For each
     * word: XOR the word of the row with that of the column, and look up the four bytes of the
     * result in table_of_bytes.ones. The element of C is k less twice the sum. */
    int words = binary_words(k), distance = binary_padded(n);
    const uint32_t *a = A + (size_t)blockIdx.x * binary_pitch(k);
    for (int col = threadIdx.x; col < n; col += blockDim.x) {
        int differ = 0;
        for (int word = 0; word < words; word++) {
            uint32_t x = a[word] ^ B[(size_t)word * distance + col];
            differ += table_of_bytes.ones[x & 0xff] + table_of_bytes.ones[x >> 8 & 0xff] +
                      table_of_bytes.ones[x >> 16 & 0xff] + table_of_bytes.ones[x >> 24];
        }
        C[(size_t)blockIdx.x * n + col] = k - 2 * differ;
    }
    /*}*/
}

void launch_xnor_table(const uint32_t *A, const uint32_t *B, int *C, int m, int n, int k)
{
    /*{ TODO 7: launch a block of BLOCK threads for each row. */
    xnor_table<<<m, BLOCK>>>(A, B, C, n, k);
    /*}*/
}
#endif

#if LAB_STEP(4)
__device__ ones_table table_source;

/* Fills the block's table, in shared memory: 64 words of four entries each. */
__device__ void copy_table(unsigned char *table)
{
    /*{ TODO 8: thread x copies words x, x + blockDim.x, ... of table_source.ones. */
    for (int i = threadIdx.x; i < 64; i += blockDim.x)
        ((uint32_t *)table)[i] = ((const uint32_t *)table_source.ones)[i];
    /*}*/
}

/* Step 4: the table in shared memory, and with it the block's row of A, which every thread needs.
 * 32 banks serve 32 lanes at once, unless two lanes need different words of one bank. */
__global__ void xnor_row_shared(const uint32_t *A, const uint32_t *B, int *C, int n, int k)
{
    /*{ TODO 9: declare a shared table of 256 bytes with alignas(4), and call copy_table, which
     * writes words to it. Then take ROW_WORDS words of the row at a time: copy them to shared
     * memory (not if ROW_SHARED is 0), wait, count the d bits that differ, and wait again before
     * new words come. C gets k - 2 d from a row's first words; later words subtract their 2 d. */
    __shared__ alignas(4) unsigned char table[256];
    __shared__ uint32_t row[ROW_WORDS];
    copy_table(table);
    int words = binary_words(k), distance = binary_padded(n);
    for (int start = 0; start < words; start += ROW_WORDS) {
        int count = min(ROW_WORDS, words - start);
        for (int i = threadIdx.x; ROW_SHARED && i < count; i += blockDim.x)
            row[i] = A[(size_t)blockIdx.x * binary_pitch(k) + start + i];
        const uint32_t *a = ROW_SHARED ? row : &A[(size_t)blockIdx.x * binary_pitch(k) + start];
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
    xnor_row_shared<<<m, BLOCK>>>(A, B, C, n, k);
}
#endif

#if LAB_STEP(5)
/* Step 5: __popc is one instruction and replaces the table. */
__global__ void xnor_popc(const uint32_t *A, const uint32_t *B, int *C, int n, int k)
{
    /*{ TODO 10: write step 4's kernel with __popc in place of the lookups and of the table. */
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
    xnor_popc<<<m, BLOCK>>>(A, B, C, n, k);
}
#endif

#if LAB_STEP(6)
/* Step 6: square tiles of A and B in shared memory, TILE rows (columns) by TILE words. Each word
 * that is loaded serves TILE threads. threadIdx.x should run along the columns: the lanes of a warp
 * then read few words of A's tile (a broadcast) and adjacent words of B's, and loads and stores are
 * coalesced. */
__global__ void xnor_tile(const uint32_t *A, const uint32_t *B, int *C, int m, int n, int k)
{
    /*{ TODO 11: x is threadIdx.x and y is threadIdx.y; exchange them if ROWS_ALONG_X is 1. Compute
     * this thread's row of C (by y) and column (by x). For each pair of tiles: load one word of A
     * and one of B, wait, count over TILE words, wait. The padding makes every read valid; only the
     * store must test whether the element exists. */
    __shared__ uint32_t a[TILE][TILE], b[TILE][TILE];
    int x = ROWS_ALONG_X ? threadIdx.y : threadIdx.x, y = ROWS_ALONG_X ? threadIdx.x : threadIdx.y;
    int differ = 0, words = binary_words(k);
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
    /*{ TODO 12: launch a block of TILE x TILE threads for each tile of C; x goes along columns. */
    dim3 blocks((n - 1) / TILE + 1, (m - 1) / TILE + 1);
    xnor_tile<<<blocks, dim3(TILE, TILE)>>>(A, B, C, m, n, k);
    /*}*/
}
#endif

#if LAB_STEP(7)
/* Step 7: 8 x 4 elements in the registers of a thread. Each word from shared memory is used 4 or 8
 * times, so only the population counts limit the kernel: 16 in a cycle on an SM. */
__global__ void __launch_bounds__(THREADS, 2)
    xnor_register(const uint32_t *A, const uint32_t *B, int *C, int m, int n, int k)
{
    __shared__ word_tiles tiles[2];
    int row = blockIdx.y * ROWS, col = blockIdx.x * COLS, words = binary_words(k);
    size_t pitch = binary_pitch(k), distance = binary_padded(n);
    const uint32_t *a_begin = A + row * pitch, *b_begin = B + col;
    /*{ TODO 13: declare the counts. They stay in registers if all loops over them unroll. */
    int differ[EACH_ROWS][EACH_COLS] = {};
    /*}*/

    copy_tiles(&tiles[0], a_begin, pitch, b_begin, distance, 0);
    for (int start = 0, now = 0; start < words; start += DEPTH, now = 1 - now) {
        __pipeline_wait_prior(0); /* this thread's copies of the tiles that are due ... */
        __syncthreads();          /* ... and all threads'; no thread reads the other half now */
        if (start + DEPTH < words)
            copy_tiles(&tiles[1 - now], a_begin, pitch, b_begin, distance, start + DEPTH);
        /*{ TODO 14: take four words of depth at a time. Of B, call read_four for each word: it
         * gives that word of 4 columns. Of A, call it for each row: it gives 4 words of the row.
         * The tiles are tiles[now].a[row][word] and tiles[now].b[word][col]. Row i of this thread
         * is threadIdx.y + SIDE * i. Count the differences. */
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
    /*{ TODO 15: store the elements that C has. */
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
    dim3 blocks((n - 1) / COLS + 1, (m - 1) / ROWS + 1);
    xnor_register<<<blocks, dim3(SIDE, SIDE)>>>(A, B, C, m, n, k);
}
#endif

#if LAB_STEP(8)
/* Step 8: fewer population counts. A full adder at each bit adds three words and gives a word of
 * sums (weight 1) and a word of carries (weight 2). The sums go on to the next two words, and only
 * the carries are counted: one count for two words. Logic is four times as fast as counting. */
__global__ void __launch_bounds__(THREADS, 2)
    xnor_carry_save(const uint32_t *A, const uint32_t *B, int *C, int m, int n, int k)
{
    __shared__ word_tiles tiles[2];
    int row = blockIdx.y * ROWS, col = blockIdx.x * COLS, words = binary_words(k);
    size_t pitch = binary_pitch(k), distance = binary_padded(n);
    const uint32_t *a_begin = A + row * pitch, *b_begin = B + col;
    /*{ TODO 16: declare for each element a count of pairs, and a word of bits without a pair. */
    int pairs[EACH_ROWS][EACH_COLS] = {};
    uint32_t single[EACH_ROWS][EACH_COLS] = {};
    /*}*/

    copy_tiles(&tiles[0], a_begin, pitch, b_begin, distance, 0);
    for (int start = 0, now = 0; start < words; start += DEPTH, now = 1 - now) {
        __pipeline_wait_prior(0);
        __syncthreads();
        if (start + DEPTH < words)
            copy_tiles(&tiles[1 - now], a_begin, pitch, b_begin, distance, start + DEPTH);
        /*{ TODO 17: as in step 7, but add_bits makes carries from the differences of two words,
         * and changes single[i][j]. Count the carries in pairs[i][j], two words at a time. */
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
    /*{ TODO 18: store as in step 7. A pair counts as two bits; what is left in single, as one. */
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
    dim3 blocks((n - 1) / COLS + 1, (m - 1) / ROWS + 1);
    xnor_carry_save<<<blocks, dim3(SIDE, SIDE)>>>(A, B, C, m, n, k);
}
#endif

#if LAB_STEP(9)
/* Step 9: pack the columns of B like the rows of A, word after word. A warp makes one word of 32
 * columns, as in step 2. The 32 words of a column, which 32 warps make, meet in shared memory, so
 * that stores are coalesced. */
__global__ void __launch_bounds__(WARP *WARP)
    pack_transposed(const float *B, uint32_t *packed, int k, int n)
{
    /*{ TODO 19: a block takes 32 columns and walks down them, 32 words at a time. Warp i makes word
     * i of all 32 columns, leaves it in shared memory (padded, since it is read by columns), waits,
     * and stores the 32 words of column i. */
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
    /*{ TODO 20: launch a block of 32 warps for each 32 of binary_padded(n) columns. */
    pack_transposed<<<binary_padded(n) / WARP, WARP * WARP>>>(B, packed, k, n);
    /*}*/
}
#endif

#if LAB_STEP(10)
/* Step 10: the number of ones in each packed line, which step 11 needs of A and of B. */
__global__ void count_ones(const uint32_t *packed, int *ones, int lines, int k)
{
    /*{ TODO 21: take a warp for each line. Each lane counts every 32nd word; then add up the lanes
     * as in lab 05. */
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

/* packed: `lines` lines of k elements, binary_pitch(k) words apart. ones: a number for each. */
void launch_count_ones(const uint32_t *packed, int *ones, int lines, int k)
{
    /*{ TODO 22: launch enough blocks of BLOCK threads for all lines. */
    const int warps = BLOCK / WARP;
    count_ones<<<(lines - 1) / warps + 1, BLOCK>>>(packed, ones, lines, k);
    /*}*/
}
#endif

#if LAB_STEP(11)
/* The sum of k products, from the count of the tensor cores. */
__device__ __forceinline__ int dot_of(int count, int k, int a_ones, int b_ones)
{
    int differ = count; /* what an sm_75 counts */
#if !BINARY_MMA_XOR
    /*{ TODO 23: all other GPUs count the places where both bits are 1. How many bits differ, if the
     * row has a_ones ones and the column b_ones? */
    differ = a_ones + b_ones - 2 * count;
    /*}*/
#endif
    return k - 2 * differ;
}

/* Step 11: binary tensor cores. A warp makes 16 x 8 elements of C, and one instruction does 256
 * products for each. A: layout A; B: layout B by columns; a_ones, b_ones: the number of +1 in each
 * row of A and in each column of B. binary_mma.h describes the instruction. */
__global__ void xnor_mma_warp(const uint32_t *A, const uint32_t *B, const int *a_ones,
                              const int *b_ones, int *C, int m, int n, int k)
{
    /*{ TODO 24: compute this warp's tile; the four warps of a block lie side by side, 8 columns
     * each. Sixteen words at a time: load four words of each of this lane's two rows and of its
     * column, then call binary_mma twice. The order of the words does not matter, as long as A and
     * B agree. */
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
    /*{ TODO 25: store this lane's four elements, if C has them. */
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
    dim3 blocks((n - 1) / 32 + 1, (m - 1) / 16 + 1);
    xnor_mma_warp<<<blocks, 4 * WARP>>>(A, B, a_ones, b_ones, C, m, n, k);
}
#endif

LAB_MAIN(09_binary_xnor_gemm)

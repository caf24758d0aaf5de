/* Lab 06: out = in transposed. Nothing is computed: what counts is how the data move.
 * docs/06_tiled_transpose.md explains, `make run LAB=06` checks, `make hint LAB=06` helps.
 * Everywhere: in is m x n, out is n x m, both row-major, on the device; m and n are anything; so is
 * where they begin, except in step 9. */
#include "lab.h"

#if LAB_STEP(1)
/* Step 1: one thread does it all, as a CPU would. */
__global__ void transpose_serial(const float *in, float *out, int m, int n)
{
    /* TODO 1: two loops: the element at (row, col) of in belongs at (col, row) of out. */
}

void launch_transpose_serial(const float *in, float *out, int m, int n)
{
    /* TODO 2: one block of one thread. */
}
#endif

#if LAB_STEP(2)
/* Step 2: a thread for each row of in. Thousands of threads wait for memory at the same time. */
__global__ void transpose_row(const float *in, float *out, int m, int n)
{
    /* TODO 3: this thread's row, if there is one; a loop over its columns. */
}

void launch_transpose_row(const float *in, float *out, int m, int n)
{
    /* TODO 4: enough blocks for m rows. Small blocks spread few rows over many SMs. */
}
#endif

#if LAB_STEP(3)
/* Step 3: a thread for each element. Thread x runs along the columns of in: reads are coalesced,
 * and writes are not. */
__global__ void transpose_element(const float *in, float *out, int m, int n)
{
    /* TODO 5: this thread's column from x, its row from y; move the element, if there is one. */
}

void launch_transpose_element(const float *in, float *out, int m, int n)
{
    /* TODO 6: blocks of 32 x 32 threads; a grid that covers n columns and m rows. */
}
#endif

#if LAB_STEP(4)
/* Step 4: a block takes a tile of 32 x 32 through shared memory, where turning it round is cheap.
 * Reads and writes of global memory now both run along rows. */
__global__ void transpose_tile(const float *in, float *out, int m, int n)
{
    enum { K = 32 };
    /* TODO 7: a shared tile; read this thread's element of in into it, wait for the block, then
     * write the element of out that this thread's x and y mean in the tile at (blockIdx.x,
     * blockIdx.y) of out. Mind both edges, twice; a thread that has nothing to read must still come
     * to the barrier. */
}

void launch_transpose_tile(const float *in, float *out, int m, int n)
{
    /* TODO 8: the same blocks and grid as in step 3. */
}
#endif

#if LAB_STEP(5)
/* Step 5: one word of padding per row, so that a column of the tile lies in 32 different banks. */
__global__ void transpose_padded(const float *in, float *out, int m, int n)
{
    enum { K = 32 };
    /* TODO 9: step 4 with one declaration changed. */
}

void launch_transpose_padded(const float *in, float *out, int m, int n)
{
    /* TODO 10: launch it. */
}
#endif

#if LAB_STEP(6) || LAB_STEP(7)
/* Steps 6 and 7: smaller tiles, K x K threads. Fewer threads wait at each barrier, and more blocks
 * share an SM. */
template <int K> __global__ void transpose_small(const float *in, float *out, int m, int n)
{
    /* TODO 11: a warp now holds 32 / K rows of the tile. One word of padding per row of K leaves
     * conflicts (count them!): lay the rows of one warp end to end in a line of 32 words, and pad
     * each line by 32 / K. */
}
#endif

#if LAB_STEP(6)
void launch_transpose_tile16(const float *in, float *out, int m, int n)
{
    /* TODO 12: launch transpose_small<16>. */
}
#endif

#if LAB_STEP(7)
void launch_transpose_tile8(const float *in, float *out, int m, int n)
{
    /* TODO 13: launch transpose_small<8>. */
}
#endif

#if LAB_STEP(8)
/* Step 8: 32 x 8 threads for a tile of 32 x 32: each thread has four loads in flight before anybody
 * waits. */
__global__ void transpose_several(const float *in, float *out, int m, int n)
{
    enum { K = 32, ROWS = 8 };
    /* TODO 14: as step 5, but thread y moves rows y, y + 8, y + 16 and y + 24 of the tile, both
     * ways. */
}

void launch_transpose_several(const float *in, float *out, int m, int n)
{
    /* TODO 15: blocks of 32 x 8 threads; still one block per tile of 32 x 32. */
}
#endif

#if LAB_STEP(9)
/* Step 9: a tile of 64 x 64, 256 threads, 16 bytes per access. In this step, in and out begin at
 * multiples of 256 bytes. Each thread turns a block of 4 x 4 round in its registers. Blocks that
 * run at the same time, neighbours in blockIdx.x, write neighbouring pieces of the same rows of
 * out: DRAM likes that. Where rows do not begin at multiples of 16 bytes (m or n no multiple of 4),
 * each row of in and of out is cut where 16 bytes begin in it. */
enum { TILE = 64, THREADS = 256 };

__global__ void transpose_vector(const float *in, float *out, int m, int n)
{
    /* TODO 16: m and n are multiples of 4 here. Thread (c, q) reads rows 4q to 4q + 3 at column 4c
     * as float4, and writes them into the shared tile as rows 4c to 4c + 3 of the transposed tile;
     * then it moves rows of that. A quarter of a warp must meet eight different groups of four
     * banks: permute the groups within a row by c. */
}

/* A block reads a window of in, ROWS x COLS floats, of which a few at the edges are only there
 * because each row of the window begins where 16 bytes begin; and it writes WIDE columns of HIGH
 * rows of out, each from where a sector begins. */
enum {
    ROWS = 64,
    COLS = 128,
    SECTOR = 8,
    WIDE = ROWS - SECTOR,
    HIGH = COLS - 4,
    EACH = ROWS * COLS / 16 / THREADS
};

/* Four floats from element `at` of an array of `size`, which may end before. */
__device__ float4 four_floats(const float *array, size_t at, size_t size)
{
    if (at + 3 < size)
        return *(const float4 *)(array + at);
    return make_float4(array[at], at + 1 < size ? array[at + 1] : 0,
                       at + 2 < size ? array[at + 2] : 0, 0);
}

/* Where row r of the window is kept, in words from the beginning of column `c` of it (row c of the
 * shared tile). Rows r, r + 4, r + 8, r + 12 lie together in 16 bytes; the groups of 16 bytes are
 * ordered so that lanes at rows 4 apart meet different banks, and permuted by the column. */
__device__ int place(int r, int c)
{
    return 4 * ((r / 16 + ROWS / 16 * (r % 4)) ^ c / 4 % 8) + r / 4 % 4;
}

__global__ void transpose_ragged(const float *in, float *out, int m, int n)
{
    /* TODO 17: any m and n. Rows 4 apart are misaligned alike: a thread reads 16 bytes at the same
     * columns of rows r, r + 4, r + 8 and r + 12, and turns those 4 x 4 round. Then row y of out,
     * which begins y * m % SECTOR floats past a sector, is written from so many columns before
     * blockIdx.x * WIDE on, 16 bytes at a time. */
}

void launch_transpose_vector(const float *in, float *out, int m, int n)
{
    /* TODO 18: the first kernel where it is allowed, the second elsewhere (its last block must
     * reach SECTOR - 1 columns further). */
}
#endif

#if LAB_STEP(10)
/* Step 10: divergence. out[i] is what lab_branch(i % ways, in[i], &out[i]) stores
 * (common/branches.h): eight kinds of work that have nothing in common. With one thread per
 * element, in order, the lanes of a warp want `ways` different kinds: they take turns. */
__global__ void branches_apart(const unsigned *in, unsigned *out, int count, int ways)
{
    /* TODO 19: this thread's element, in order. */
}

void launch_branches_apart(const unsigned *in, unsigned *out, int count, int ways)
{
    /* TODO 20: blocks of 256 threads. */
}
#endif

#if LAB_STEP(11)
/* Step 11: the same work, dealt out so that all lanes of a warp want the same kind, whether ways is
 * 1, 2, 4 or 8. */
__global__ void branches_together(const unsigned *in, unsigned *out, int count, int ways)
{
    /* TODO 21: a block of 8 warps takes 256 elements. Fetch them into shared memory in order
     * (coalesced); lane l of warp w then works on element 8 l + w; write back in order. One word of
     * padding after every 32 keeps the banks apart. */
}

void launch_branches_together(const unsigned *in, unsigned *out, int count, int ways)
{
    /* TODO 22: one block of 256 threads for every 256 elements. */
}
#endif

LAB_MAIN(06_tiled_transpose)

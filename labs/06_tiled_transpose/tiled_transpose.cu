/* Lab 06: out = in transposed. Nothing is computed; only the order of the accesses matters.
 * docs/06_tiled_transpose.md explains, `make run LAB=06` checks, `make hint LAB=06` helps.
 * In all steps, in is m x n, out is n x m, and both are row-major. m and n are at most 524280,
 * 65535 blocks of 8; m n may exceed an int: compute indices as size_t. in and out may begin at any
 * multiple of 4 bytes, except in step 9. */
#include "lab.h"

#if LAB_STEP(1)
/* Step 1: one thread moves all elements, as a CPU does. */
__global__ void transpose_serial(const float *in, float *out, int m, int n)
{
    /* TODO 1: write two loops: the element at (row, col) of in belongs at (col, row) of out. */
}

void launch_transpose_serial(const float *in, float *out, int m, int n)
{
    /* TODO 2: launch one block of one thread. */
}
#endif

#if LAB_STEP(2)
/* Step 2: a thread for each row of in. Each has one load under way, all of them thousands. */
__global__ void transpose_row(const float *in, float *out, int m, int n)
{
    /* TODO 3: compute this thread's row. If it exists, loop over its columns. */
}

void launch_transpose_row(const float *in, float *out, int m, int n)
{
    /* TODO 4: launch enough blocks for m rows. With small blocks, few rows reach many SMs. */
}
#endif

#if LAB_STEP(3)
/* Step 3: a thread for each element. Thread x runs along the columns of in: reads are coalesced,
 * and writes are not. */
__global__ void transpose_element(const float *in, float *out, int m, int n)
{
    /* TODO 5: compute this thread's column from x and its row from y. Move the element if it
     * exists. */
}

void launch_transpose_element(const float *in, float *out, int m, int n)
{
    /* TODO 6: launch blocks of 32 x 32 threads, and a grid that covers n columns and m rows. */
}
#endif

#if LAB_STEP(4)
/* Step 4: a block moves a tile of 32 x 32 through shared memory, where a stride costs no sectors.
 * Reads and writes of global memory now both run along rows. */
__global__ void transpose_tile(const float *in, float *out, int m, int n)
{
    enum { K = 32 };
    /* TODO 7: declare a shared tile. Read this thread's element of in into it; wait; then write
     * one element of the tile at row blockIdx.x, column blockIdx.y of out, such that threadIdx.x
     * runs along a row of out. Guard both edges, for reading and for writing. A thread that has
     * nothing to read must still come to the barrier. */
}

void launch_transpose_tile(const float *in, float *out, int m, int n)
{
    /* TODO 8: launch the same blocks and grid as in step 3. */
}
#endif

#if LAB_STEP(5)
/* Step 5: one word of padding for each row, so that a column of the tile lies in 32 banks. */
__global__ void transpose_padded(const float *in, float *out, int m, int n)
{
    enum { K = 32 };
    /* TODO 9: write step 4's kernel with one declaration changed. */
}

void launch_transpose_padded(const float *in, float *out, int m, int n)
{
    /* TODO 10: launch the same blocks and grid as in step 4. */
}
#endif

#if LAB_STEP(6) || LAB_STEP(7)
/* Steps 6 and 7: smaller tiles, with K x K threads. Fewer threads wait at each barrier, and more
 * blocks share an SM. */
template <int K> __global__ void transpose_small(const float *in, float *out, int m, int n)
{
    /* TODO 11: a warp now has 32 / K rows of the tile. One word of padding after each row of K
     * words leaves bank conflicts. Put the rows of a warp into one line of 32 words, and pad each
     * line by 32 / K words. */
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
/* Step 8: 32 x 8 threads for a tile of 32 x 32: each thread has four loads under way before the
 * barrier. */
__global__ void transpose_several(const float *in, float *out, int m, int n)
{
    enum { K = 32, ROWS = 8 };
    /* TODO 14: do as in step 5, but thread y reads rows y, y + 8, y + 16 and y + 24 of the tile,
     * and later writes rows y, y + 8, y + 16 and y + 24 of the transposed tile. */
}

void launch_transpose_several(const float *in, float *out, int m, int n)
{
    /* TODO 15: launch blocks of 32 x 8 threads; still one block per tile of 32 x 32. */
}
#endif

#if LAB_STEP(9)
/* Step 9: 16 bytes in each access, a tile of 64 x 64, 256 threads. In this step, in and out begin
 * at multiples of 256 bytes. Each thread transposes a block of 4 x 4 in its registers. blockIdx.x
 * runs down the rows of in. If m or n is not a multiple of 4, rows do not begin at multiples of 16
 * bytes, and the second kernel divides each row of in at multiples of 16 bytes and each row of out
 * at sectors. */
enum { TILE = 64, THREADS = 256 };

__global__ void transpose_vector(const float *in, float *out, int m, int n)
{
    /* TODO 16: m and n are multiples of 4 here. Thread (c, q) reads rows 4q to 4q + 3 at columns
     * 4c to 4c + 3 as float4, transposes them, and writes rows 4c to 4c + 3 of the transposed tile.
     * After the barrier it stores rows of that tile. Eight lanes that are served together must meet
     * eight different groups of four banks: permute the groups of a row by c. */
}

/* A block reads a window of in, ROWS x COLS floats, and writes WIDE columns of HIGH rows of out.
 * The window is larger than what it writes, so that each row of in can be read from a multiple of
 * 16 bytes on, and each row of out written from the start of a sector on. */
enum {
    ROWS = 64,
    COLS = 128,
    SECTOR = 8,
    WIDE = ROWS - SECTOR,
    HIGH = COLS - 4,
    EACH = ROWS * COLS / 16 / THREADS
};

/* Four floats from element `at` on, zeros past the end of an array of `size`. `at` is below it. */
__device__ float4 four_floats(const float *array, size_t at, size_t size)
{
    if (at + 3 < size)
        return *(const float4 *)(array + at);
    return make_float4(array[at], at + 1 < size ? array[at + 1] : 0,
                       at + 2 < size ? array[at + 2] : 0, 0);
}

/* The place of row r, column c of the window in the shared tile: row c of the tile, and in it the
 * word that this function returns. Rows r, r + 4, r + 8, r + 12 lie together in 16 bytes; these
 * groups are ordered so that lanes at rows 4 apart meet different banks, and permuted by c. */
__device__ int place(int r, int c)
{
    return 4 * ((r / 16 + ROWS / 16 * (r % 4)) ^ c / 4 % 8) + r / 4 % 4;
}

__global__ void transpose_ragged(const float *in, float *out, int m, int n)
{
    /* TODO 17: handle any m and n, at first with one float at a time: the block's WIDE rows and
     * HIGH columns of in. (Keep this comment, which make hint looks for, until the rest is done.)
     * Then, 16 bytes at a time. Rows 4 apart have the same offset from a multiple of 16 bytes: a
     * thread reads 16 bytes at the same columns of rows r, r + 4, r + 8 and r + 12, and transposes
     * those 4 x 4. Row y of out begins y * m % SECTOR floats after the start of a sector. The block
     * begins its piece of that row that many columns before blockIdx.x * WIDE, and writes 16 bytes
     * at a time. */
}

void launch_transpose_vector(const float *in, float *out, int m, int n)
{
    /* TODO 18: launch the first kernel if m and n allow it, otherwise the second. Its last block
     * must reach SECTOR - 1 columns further. */
}
#endif

#if LAB_STEP(10)
/* Step 10: divergence. out[i] is what lab_branch(i % ways, in[i], &out[i]) stores
 * (lab/branches.h): eight kinds of work that have nothing in common. With one thread for each
 * element, in order, the lanes of a warp need `ways` different kinds, one after another. */
__global__ void branches_apart(const unsigned *in, unsigned *out, int count, int ways)
{
    /* TODO 19: work on this thread's element, in order. */
}

void launch_branches_apart(const unsigned *in, unsigned *out, int count, int ways)
{
    /* TODO 20: launch blocks of 256 threads. */
}
#endif

#if LAB_STEP(11)
/* Step 11: the same work, dealt out so that all lanes of a warp need the same kind, whether ways is
 * 1, 2, 4 or 8. */
__global__ void branches_together(const unsigned *in, unsigned *out, int count, int ways)
{
    /* TODO 21: a block of 8 warps takes 256 elements. Load them in order into shared memory. Lane
     * l of warp w then works on element 8 l + w. Store in order. One word of padding after every 32
     * prevents bank conflicts. */
}

void launch_branches_together(const unsigned *in, unsigned *out, int count, int ways)
{
    /* TODO 22: launch one block of 256 threads for every 256 elements. */
}
#endif

LAB_MAIN(06_tiled_transpose)

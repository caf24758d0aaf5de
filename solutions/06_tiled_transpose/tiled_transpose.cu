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
    /*{ TODO 1: write two loops: the element at (row, col) of in belongs at (col, row) of out. */
    for (int row = 0; row < m; row++)
        for (int col = 0; col < n; col++)
            out[(size_t)col * m + row] = in[(size_t)row * n + col];
    /*}*/
}

void launch_transpose_serial(const float *in, float *out, int m, int n)
{
    /*{ TODO 2: launch one block of one thread. */
    transpose_serial<<<1, 1>>>(in, out, m, n);
    /*}*/
}
#endif

#if LAB_STEP(2)
/* Step 2: a thread for each row of in. Each has one load under way, all of them thousands. */
__global__ void transpose_row(const float *in, float *out, int m, int n)
{
    /*{ TODO 3: compute this thread's row. If it exists, loop over its columns. */
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= m)
        return;
    for (int col = 0; col < n; col++)
        out[(size_t)col * m + row] = in[(size_t)row * n + col];
    /*}*/
}

void launch_transpose_row(const float *in, float *out, int m, int n)
{
    /*{ TODO 4: launch enough blocks for m rows. With small blocks, few rows reach many SMs. */
    const int threads = 64;
    transpose_row<<<(m + threads - 1) / threads, threads>>>(in, out, m, n);
    /*}*/
}
#endif

#if LAB_STEP(3)
/* Step 3: a thread for each element. Thread x runs along the columns of in: reads are coalesced,
 * and writes are not. */
__global__ void transpose_element(const float *in, float *out, int m, int n)
{
    /*{ TODO 5: compute this thread's column from x and its row from y. Move the element if it
     * exists. */
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < m && col < n)
        out[(size_t)col * m + row] = in[(size_t)row * n + col];
    /*}*/
}

void launch_transpose_element(const float *in, float *out, int m, int n)
{
    /*{ TODO 6: launch blocks of 32 x 32 threads, and a grid that covers n columns and m rows. */
    dim3 block(32, 32), grid((n + 31) / 32, (m + 31) / 32);
    transpose_element<<<grid, block>>>(in, out, m, n);
    /*}*/
}
#endif

#if LAB_STEP(4)
/* Step 4: a block moves a tile of 32 x 32 through shared memory, where a stride costs no sectors.
 * Reads and writes of global memory now both run along rows. */
__global__ void transpose_tile(const float *in, float *out, int m, int n)
{
    enum { K = 32 };
    /*{ TODO 7: declare a shared tile. Read this thread's element of in into it; wait; then write
     * one element of the tile at row blockIdx.x, column blockIdx.y of out, such that threadIdx.x
     * runs along a row of out. Guard both edges, for reading and for writing. A thread that has
     * nothing to read must still come to the barrier. */
    __shared__ float tile[K][K];
    int col = blockIdx.x * K + threadIdx.x, row = blockIdx.y * K + threadIdx.y;
    if (row < m && col < n)
        tile[threadIdx.y][threadIdx.x] = in[(size_t)row * n + col];
    __syncthreads();
    int out_col = blockIdx.y * K + threadIdx.x, out_row = blockIdx.x * K + threadIdx.y;
    if (out_row < n && out_col < m)
        out[(size_t)out_row * m + out_col] = tile[threadIdx.x][threadIdx.y];
    /*}*/
}

void launch_transpose_tile(const float *in, float *out, int m, int n)
{
    /*{ TODO 8: launch the same blocks and grid as in step 3. */
    dim3 block(32, 32), grid((n + 31) / 32, (m + 31) / 32);
    transpose_tile<<<grid, block>>>(in, out, m, n);
    /*}*/
}
#endif

#if LAB_STEP(5)
/* Step 5: one word of padding for each row, so that a column of the tile lies in 32 banks. */
__global__ void transpose_padded(const float *in, float *out, int m, int n)
{
    enum { K = 32 };
    /*{ TODO 9: write step 4's kernel with one declaration changed. */
    __shared__ float tile[K][K + 1];
    int col = blockIdx.x * K + threadIdx.x, row = blockIdx.y * K + threadIdx.y;
    if (row < m && col < n)
        tile[threadIdx.y][threadIdx.x] = in[(size_t)row * n + col];
    __syncthreads();
    int out_col = blockIdx.y * K + threadIdx.x, out_row = blockIdx.x * K + threadIdx.y;
    if (out_row < n && out_col < m)
        out[(size_t)out_row * m + out_col] = tile[threadIdx.x][threadIdx.y];
    /*}*/
}

void launch_transpose_padded(const float *in, float *out, int m, int n)
{
    /*{ TODO 10: launch the same blocks and grid as in step 4. */
    dim3 block(32, 32), grid((n + 31) / 32, (m + 31) / 32);
    transpose_padded<<<grid, block>>>(in, out, m, n);
    /*}*/
}
#endif

#if LAB_STEP(6) || LAB_STEP(7)
/* Steps 6 and 7: smaller tiles, with K x K threads. Fewer threads wait at each barrier, and more
 * blocks share an SM. */
template <int K> __global__ void transpose_small(const float *in, float *out, int m, int n)
{
    /*{ TODO 11: a warp now has 32 / K rows of the tile. One word of padding after each row of K
     * words leaves bank conflicts. Put the rows of a warp into one line of 32 words, and pad each
     * line by 32 / K words. */
    enum { ROWS = 32 / K }; /* rows of the tile in a line */
    __shared__ float tile[K / ROWS][32 + ROWS];
    int x = threadIdx.x, y = threadIdx.y;
    int col = blockIdx.x * K + x, row = blockIdx.y * K + y;
    if (row < m && col < n)
        tile[y / ROWS][y % ROWS * K + x] = in[(size_t)row * n + col];
    __syncthreads();
    int out_col = blockIdx.y * K + x, out_row = blockIdx.x * K + y;
    if (out_row < n && out_col < m)
        out[(size_t)out_row * m + out_col] = tile[x / ROWS][x % ROWS * K + y];
    /*}*/
}
#endif

#if LAB_STEP(6)
void launch_transpose_tile16(const float *in, float *out, int m, int n)
{
    /*{ TODO 12: launch transpose_small<16>. */
    dim3 block(16, 16), grid((n + 15) / 16, (m + 15) / 16);
    transpose_small<16><<<grid, block>>>(in, out, m, n);
    /*}*/
}
#endif

#if LAB_STEP(7)
void launch_transpose_tile8(const float *in, float *out, int m, int n)
{
    /*{ TODO 13: launch transpose_small<8>. */
    dim3 block(8, 8), grid((n + 7) / 8, (m + 7) / 8);
    transpose_small<8><<<grid, block>>>(in, out, m, n);
    /*}*/
}
#endif

#if LAB_STEP(8)
/* Step 8: 32 x 8 threads for a tile of 32 x 32: each thread has four loads under way before the
 * barrier. */
__global__ void transpose_several(const float *in, float *out, int m, int n)
{
    enum { K = 32, ROWS = 8 };
    /*{ TODO 14: do as in step 5, but thread y reads rows y, y + 8, y + 16 and y + 24 of the tile,
     * and later writes rows y, y + 8, y + 16 and y + 24 of the transposed tile. */
    __shared__ float tile[K][K + 1];
    int x = threadIdx.x, col = blockIdx.x * K + x, out_col = blockIdx.y * K + x;
#pragma unroll
    for (int y = threadIdx.y; y < K; y += ROWS) {
        int row = blockIdx.y * K + y;
        if (row < m && col < n)
            tile[y][x] = in[(size_t)row * n + col];
    }
    __syncthreads();
#pragma unroll
    for (int y = threadIdx.y; y < K; y += ROWS) {
        int out_row = blockIdx.x * K + y;
        if (out_row < n && out_col < m)
            out[(size_t)out_row * m + out_col] = tile[x][y];
    }
    /*}*/
}

void launch_transpose_several(const float *in, float *out, int m, int n)
{
    /*{ TODO 15: launch blocks of 32 x 8 threads; still one block per tile of 32 x 32. */
    dim3 block(32, 8), grid((n + 31) / 32, (m + 31) / 32);
    transpose_several<<<grid, block>>>(in, out, m, n);
    /*}*/
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
    /*{ TODO 16: m and n are multiples of 4 here. Thread (c, q) reads rows 4q to 4q + 3 at columns
     * 4c to 4c + 3 as float4, transposes them, and writes rows 4c to 4c + 3 of the transposed tile.
     * After the barrier it stores rows of that tile. Eight lanes that are served together must meet
     * eight different groups of four banks: permute the groups of a row by c. */
    __shared__ float4 tile[TILE][TILE / 4]; /* [row of out][group of four columns], permuted */
    int c = threadIdx.x % (TILE / 4), q = threadIdx.x / (TILE / 4);
    int first_row = blockIdx.x * TILE, first_col = blockIdx.y * TILE; /* of in */
    int row = first_row + 4 * q, col = first_col + 4 * c;
    if (row < m && col < n) {
        const float *from = in + (size_t)row * n + col;
        float4 r0 = *(const float4 *)from, r1 = *(const float4 *)(from + n),
               r2 = *(const float4 *)(from + 2 * (size_t)n),
               r3 = *(const float4 *)(from + 3 * (size_t)n);
        int group = q ^ c % 8;
        tile[4 * c + 0][group] = make_float4(r0.x, r1.x, r2.x, r3.x);
        tile[4 * c + 1][group] = make_float4(r0.y, r1.y, r2.y, r3.y);
        tile[4 * c + 2][group] = make_float4(r0.z, r1.z, r2.z, r3.z);
        tile[4 * c + 3][group] = make_float4(r0.w, r1.w, r2.w, r3.w);
    }
    __syncthreads();
    int out_col = first_row + 4 * c;
#pragma unroll
    for (int y = q; y < TILE; y += THREADS / (TILE / 4)) {
        int out_row = first_col + y;
        if (out_row < n && out_col < m)
            *(float4 *)(out + (size_t)out_row * m + out_col) = tile[y][c ^ y / 4 % 8];
    }
    /*}*/
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
    /*{ TODO 17: handle any m and n, at first with one float at a time: the block's WIDE rows and
     * HIGH columns of in. (Keep this comment, which make hint looks for, until the rest is done.)
     * Then, 16 bytes at a time. Rows 4 apart have the same offset from a multiple of 16 bytes: a
     * thread reads 16 bytes at the same columns of rows r, r + 4, r + 8 and r + 12, and transposes
     * those 4 x 4. Row y of out begins y * m % SECTOR floats after the start of a sector. The block
     * begins its piece of that row that many columns before blockIdx.x * WIDE, and writes 16 bytes
     * at a time. */
    __shared__ float4 tile[HIGH][ROWS / 4];
    int first_row = (int)blockIdx.x * WIDE - SECTOR, first_col = blockIdx.y * HIGH;
    int c = threadIdx.x % (COLS / 4) * 4;
    float4 f[EACH][4];
    int r[EACH];    /* the first of each four rows */
    int late[EACH]; /* floats from a multiple of 16 bytes to first_col in these rows */
#pragma unroll
    for (int i = 0; i < EACH; i++) {
        int q = threadIdx.x / (COLS / 4) + i * (ROWS / 4 / EACH);
        r[i] = q / 4 * 16 + q % 4;
        late[i] = (int)(((size_t)(first_row + r[i] + SECTOR) * n + first_col) % 4);
        int col = first_col + c - late[i];
#pragma unroll
        for (int j = 0; j < 4; j++) {
            int row = first_row + r[i] + 4 * j;
            f[i][j] = row >= 0 && row < m && col < n
                          ? four_floats(in, (size_t)row * n + col, (size_t)m * n)
                          : make_float4(0, 0, 0, 0);
        }
    }
#pragma unroll
    for (int i = 0; i < EACH; i++)
#pragma unroll
        for (int e = 0; e < 4; e++) {
            int y = c + e - late[i];
            if (y >= 0 && y < HIGH)
                tile[y][place(r[i], y) / 4] =
                    make_float4((&f[i][0].x)[e], (&f[i][1].x)[e], (&f[i][2].x)[e], (&f[i][3].x)[e]);
        }
    __syncthreads();
#pragma unroll 4
    for (int i = threadIdx.x; i < HIGH * (WIDE / 4); i += THREADS) {
        int y = i / (WIDE / 4), out_row = first_col + y;
        if (out_row >= n)
            break;
        int r = i % (WIDE / 4) * 4 + SECTOR - (int)((size_t)out_row * m % SECTOR);
        int out_col = first_row + r;
        const float *from = (const float *)tile[y];
        float v[4];
#pragma unroll
        for (int e = 0; e < 4; e++)
            v[e] = from[place(r + e, y)];
        float *to = out + (size_t)out_row * m + out_col;
        if (out_col >= 0 && out_col + 3 < m)
            *(float4 *)to = make_float4(v[0], v[1], v[2], v[3]);
        else
            for (int e = 0; e < 4; e++)
                if (out_col + e >= 0 && out_col + e < m)
                    to[e] = v[e];
    }
    /*}*/
}

void launch_transpose_vector(const float *in, float *out, int m, int n)
{
    /*{ TODO 18: launch the first kernel if m and n allow it, otherwise the second. Its last block
     * must reach SECTOR - 1 columns further. */
    dim3 grid((m + TILE - 1) / TILE, (n + TILE - 1) / TILE),
        further((m + SECTOR - 1 + WIDE - 1) / WIDE, (n + HIGH - 1) / HIGH);
    if (m % 4 == 0 && n % 4 == 0)
        transpose_vector<<<grid, THREADS>>>(in, out, m, n);
    else
        transpose_ragged<<<further, THREADS>>>(in, out, m, n);
    /*}*/
}
#endif

#if LAB_STEP(10)
/* Step 10: divergence. out[i] is what lab_branch(i % ways, in[i], &out[i]) stores
 * (lab/branches.h): eight kinds of work that have nothing in common. With one thread for each
 * element, in order, the lanes of a warp need `ways` different kinds, one after another. */
__global__ void branches_apart(const unsigned *in, unsigned *out, int count, int ways)
{
    /*{ TODO 19: work on this thread's element, in order. */
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        lab_branch(i % ways, in[i], &out[i]);
    /*}*/
}

void launch_branches_apart(const unsigned *in, unsigned *out, int count, int ways)
{
    /*{ TODO 20: launch blocks of 256 threads. */
    branches_apart<<<(count - 1) / 256 + 1, 256>>>(in, out, count, ways);
    /*}*/
}
#endif

#if LAB_STEP(11)
/* Step 11: the same work, dealt out so that all lanes of a warp need the same kind, whether ways is
 * 1, 2, 4 or 8. */
__global__ void branches_together(const unsigned *in, unsigned *out, int count, int ways)
{
    /*{ TODO 21: a block of 8 warps takes 256 elements. Load them in order into shared memory. Lane
     * l of warp w then works on element 8 l + w. Store in order. One word of padding after every 32
     * prevents bank conflicts. */
    __shared__ unsigned stage[256 + 256 / 32];
    int i = blockIdx.x * 256 + threadIdx.x, slot = threadIdx.x + threadIdx.x / 32;
    if (i < count)
        stage[slot] = in[i];
    __syncthreads();
    int mine = threadIdx.x % 32 * 8 + threadIdx.x / 32, my_slot = mine + mine / 32;
    if ((int)blockIdx.x * 256 + mine < count)
        lab_branch(mine % ways, stage[my_slot], &stage[my_slot]);
    __syncthreads();
    if (i < count)
        out[i] = stage[slot];
    /*}*/
}

void launch_branches_together(const unsigned *in, unsigned *out, int count, int ways)
{
    /*{ TODO 22: launch one block of 256 threads for every 256 elements. */
    branches_together<<<(count - 1) / 256 + 1, 256>>>(in, out, count, ways);
    /*}*/
}
#endif

LAB_MAIN(06_tiled_transpose)

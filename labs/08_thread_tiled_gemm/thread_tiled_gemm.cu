/* Lab 08: C = A B from registers: many results per thread, and tiles that are fetched ahead.
 * docs/08_thread_tiled_gemm.md explains, `make run LAB=08` checks, `make hint LAB=08` helps.
 * Everywhere: A is m x k, B is k x n, C is m x n, row-major on the device, rows lda, ldb and ldc
 * floats apart (at least as many as a row is long; what lies between is not yours). m, n and k are
 * anything; so is the element of a larger array where each begins. */
#include <cuda_pipeline.h> /* steps 6 and 7 */
#include "hopper.h"        /* step 7 */
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

#if LAB_STEP(4) || LAB_STEP(5) || LAB_STEP(6) || LAB_STEP(7)
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

#if LAB_STEP(7)
/* Step 7: faster than the library. Small products have too few tiles for a whole GPU: there several
 * blocks, a cluster, share each tile, every block with a part of k (gemm_split). Large ones get all
 * that a Hopper GPU has: its copy engine fetches, and blocks share out the work to the last step of
 * k (gemm_stream). Without a Hopper GPU gemm_split does everything, one block to a tile. */
__device__ __forceinline__ float &part(float4 &v, int i)
{
    return i == 0 ? v.x : i == 1 ? v.y : i == 2 ? v.z : v.w;
}

/* Four neighbours of a row of C, as far as they exist. */
__device__ __forceinline__ void store_four(float *C, int ldc, int m, int n, int row, int col,
                                           float4 v)
{
    /* TODO 20: with one store where all four exist and the address is a multiple of 16, else one
     * by one. */
}

/* ---- small products ---- */

enum {
    /* A tile of C: small, so that there are many; and no smaller, as 32 x 32 would need twice the
     * loads from global memory. */
    SPLIT_M = 64,
    SPLIT_N = 64,
    /* Of 128 threads in a block: each has the whole tile, and its part of k in each stage. */
    TEAMS = 2,
    SPLIT_K = 16,     /* of k, in a stage */
    SPLIT_STAGES = 4, /* three of them on their way */
    /* 8 x 4 sums of a thread: with 8 x 8 there would be too few warps to hide latency. */
    SPLIT_SUMS_M = 8,
    SPLIT_SUMS_N = 4,
    /* A warp's lanes: 8 x 4. */
    SPLIT_LANES_M = 8,
    SPLIT_LANES_N = 4,
    TEAM_THREADS = SPLIT_M * SPLIT_N / SPLIT_SUMS_M / SPLIT_SUMS_N,
    SPLIT_THREADS = TEAMS * TEAM_THREADS,
    SPLIT_ROW = SPLIT_K + 4, /* floats: so padded, 8 rows of A meet all banks */
    SPLIT_STAGE = SPLIT_M * SPLIT_ROW + SPLIT_K * SPLIT_N,
    QUADS = SPLIT_SUMS_M * SPLIT_SUMS_N / 4, /* a thread's sums, four at a time */
    PARTS = 8,     /* blocks in a cluster, at most: more is not portable */
    FEW_STEPS = 4, /* for a block, at least: with fewer, adding up takes longer than multiplying */
    SPLIT_BYTES = 4 * SPLIT_STAGES * SPLIT_STAGE + 16 * TEAMS * (QUADS + PARTS) * TEAM_THREADS
};
static_assert(SPLIT_LANES_M * SPLIT_SUMS_M == SPLIT_M, "a warp is as high as its tile");

/* Starts the copies of the tiles at `row`, `col` and `l`, and commits; zeros where the matrices, or
 * this block's part of k, have ended, which they do not within EACH. */
template <int EACH>
__device__ __forceinline__ void split_fetch(float *stage, const float *A, int lda, const float *B,
                                            int ldb, int m, int n, int row, int col, int l, int end)
{
    /* TODO 21: tile A, [row][l], rows SPLIT_ROW long (not transposed: a thread reads four values
     * of l at once); then tile B, [l][col]. EACH neighbours a copy. Nothing at all where this
     * block's part of k has ended, but always the commit. */
}

/* Adds to the sums what a team's part of a stage gives: `from_A` and `from_B` are this thread's
 * first elements. */
__device__ __forceinline__ void split_multiply(float (&sum)[SPLIT_SUMS_M][SPLIT_SUMS_N],
                                               const float *from_A, const float *from_B)
{
    /* TODO 22: SPLIT_K / TEAMS values of l, four at a time: for each of its rows a thread loads
     * four of A at once. Its rows are SPLIT_LANES_M apart; its columns four neighbours, and the
     * next four 4 * SPLIT_LANES_N further. */
}

/* Gives each block of the cluster its share of everybody's sums: of the QUADS that a thread has,
 * `share` to each block. They lie in `received`: [block and team that sent it][quad][thread].
 * Returns when all have come. */
__device__ __forceinline__ void send_sums(const float (&sum)[SPLIT_SUMS_M][SPLIT_SUMS_N],
                                          float4 *received, int share)
{
    /* TODO 23: quad q goes to block q / share, as its quad q % share. A block alone keeps its own
     * (slot[...] = ..., __syncthreads), a cluster writes into each other's memory (write_float4_at,
     * cluster_sync), once all have started (cluster_wait). */
}

/* gridDim.x tiles; for each a cluster of gridDim.y blocks. */
template <int EACH>
__global__ void __launch_bounds__(SPLIT_THREADS, 2)
    gemm_split(const float *A, int lda, const float *B, int ldb, float *C, int ldc, int m, int n,
               int k)
{
    /* TODO 24: of the steps of SPLIT_K this block has an equal part. If there is a cluster: say
     * that this block has started (cluster_arrive), and wait_for_previous, before anything is read.
     * Start SPLIT_STAGES - 1 stages; for each step wait, start a later one, multiply. Send the
     * sums; then add, quad by quad, the teams in turns, what this block has received, and store
     * it. */
}

template <int EACH>
void launch_split(const float *A, int lda, const float *B, int ldb, float *C, int ldc, int m, int n,
                  int k, int parts)
{
    /* TODO 25: a grid of tiles x parts. A cluster of `parts` blocks along y is an attribute of the
     * launch (cudaLaunchKernelEx); so is that it may begin before the kernel before it has ended
     * (programmatic stream serialization). */
}

/* ---- large products ---- */

#if HOPPER_KNOWN
enum {
    /* A block's square of C: its 16,384 sums take half of an SM's registers, and there are to be
     * two blocks. */
    TILE = 128,
    /* Of k, in one stage: 64 bytes of each row of A, two sectors. 8 would mean twice as many
     * waits. */
    DEEP = 16,
    /* Of k, unrolled: 18 KB of code. With 16 the instruction cache does not keep up. */
    ROUND = 8,
    /* Stages in shared memory: with what follows 93 KB, of 227 for two blocks. Three would be too
     * few to hide the way, five gain nothing. */
    RING = 4,
    /* Tiles of A, transposed: one being read, one being written, one that a late warp still
     * reads. */
    TURNED = 3,
    /* Pieces of work, noted ahead: more than RING + 1, as each step in the ring may belong to
     * another one. */
    AGENDA = 8,
    /* Rows of tiles that walk along the columns together, so that L2 keeps what they share. */
    BAND = 16,
    STREAM_THREADS = 128,
    STREAM_BLOCKS = 2 * 160, /* at most; no GPU has more SMs than that */
    FEWEST = 8, /* steps for a block: with fewer, adding up takes longer than multiplying */
    /* Shared memory, in bytes: the stages (tile of A, tile of B, barrier; boxes begin at multiples
     * of 512), then the rest. */
    TILE_BYTES = 4 * TILE * DEEP,
    FULL = 2 * TILE_BYTES,
    STAGE_BYTES = FULL + 512,
    TURNED_AT = RING * STAGE_BYTES,
    AGENDA_AT = TURNED_AT + TURNED * TILE_BYTES,
    FEED_AT = AGENDA_AT + AGENDA * 16,
    READY_AT = FEED_AT + 32,
    STREAM_BYTES = READY_AT + 8 + 1024 /* the ring begins at a multiple of 1,024 */
};
static_assert(RING + 1 < AGENDA, "the agenda must hold what the ring holds, and one more");

/* Who does what: of the tiles' steps (DEEP of k each), those of the first `shared` tiles are dealt
 * out evenly, a run of `share` to each block, one more to the first `extra` blocks; the other tiles
 * stay whole. */
struct plan {
    int m, n, ldc;
    float *C, one;
    int down, across, tiles; /* of C */
    int steps;               /* of one tile */
    int shared, share, extra;
};

/* A tile, or a part of one: its first row and column; its first step, and the one after its
 * last. */
struct piece {
    int row, col, first, last;
};

__device__ float4 partial[STREAM_BLOCKS][TILE * TILE / 4]; /* sums that a block hands over */
__device__ int handed_over[STREAM_BLOCKS];

/* Blocks count backwards: whoever waits for others waits for blocks that started before it. */
__device__ __forceinline__ int block_number(void)
{
    return gridDim.x - 1 - blockIdx.x;
}

/* Where the run of block `number` begins, in steps from the first shared tile on. */
__device__ __forceinline__ int run_begin(const plan &p, int number)
{
    return number * p.share + min(number, p.extra);
}

/* Steps of this block, altogether. */
__device__ __forceinline__ int steps_of_block(const plan &p)
{
    int number = block_number(), behind = p.tiles - p.shared - (int)blockIdx.x;
    int whole = behind > 0 ? (behind - 1) / (int)gridDim.x + 1 : 0;
    return run_begin(p, number + 1) - run_begin(p, number) + whole * p.steps;
}

/* This block's piece number `i`; one of no steps after the last. */
__device__ __forceinline__ piece piece_of(const plan &p, int i)
{
    piece x = {0, 0, 0, p.steps};
    /* TODO 26: first the tiles that this block's run touches, each from where the run begins to
     * where it ends in it; then every gridDim.x-th of the whole tiles, from number p.shared +
     * blockIdx.x on. Row and column: bands of BAND rows of tiles, and in a band column by
     * column. */
    return x;
}

/* The agenda: which pieces come next, worked out where registers are free. */
__device__ __forceinline__ void note(uint32_t base, const plan &p, int i)
{
    piece x = piece_of(p, i);
    write_int4(base + AGENDA_AT + i % AGENDA * 16, make_int4(x.row, x.col, x.first, x.last));
}

/* How far the feeding is: {column of A, row of A, column of B, steps left}, and the number of the
 * piece. */
__device__ __forceinline__ void begin_feeding(uint32_t base, int i)
{
    int4 x = read_int4(base + AGENDA_AT + i % AGENDA * 16);
    write_int4(base + FEED_AT, make_int4(x.z * DEEP, x.x, x.y, x.w - x.z));
    write_int(base + FEED_AT + 16, i);
}

/* One thread asks the copy engine for the next step. */
__device__ __forceinline__ void feed(uint32_t base, uint32_t stage, const CUtensorMap *a_map,
                                     const CUtensorMap *b_map)
{
    /* TODO 27: nothing left: arrive at the stage's barrier, nobody will read the stage. Else
     * announce FULL bytes, ask for both boxes, and note how far the feeding is now: one step
     * further, or at the beginning of the next piece. */
}

/* Half of a tile of A, 64 rows, from how the copy engine laid it down to columns that lie together.
 * `from` and `to` are this thread's places: lane l has rows l and l + 32, warp w the columns 4 w
 * ... 4 w + 3 of 16. */
__device__ __forceinline__ void turn_read(float4 (&x)[2], uint32_t from)
{
    x[0] = read_float4(from);
    x[1] = read_float4(from + 32 * DEEP * 4);
}

__device__ __forceinline__ void turn_write(float4 (&x)[2], uint32_t to)
{
#pragma unroll
    for (int i = 0; i < 2; i++)
#pragma unroll
        for (int l = 0; l < 4; l++)
            write_float(to + (l * TILE + i * 32) * 4, part(x[i], l));
}

/* Sums of a piece that is not its tile's first: to where the block that has the first one finds
 * them. */
__device__ __forceinline__ void hand_over(const plan &p, float (&sum)[SUMS_M][SUMS_N])
{
    /* TODO 28: four sums at a time, so that neighbouring threads write neighbouring 16 bytes; wait
     * for the block; one thread raises the flag. */
}

/* Adds what the other blocks have of the tile of which this block has the steps before `done`. */
__device__ __forceinline__ void collect(const plan &p, float (&sum)[SUMS_M][SUMS_N], int done)
{
    /* TODO 29: the blocks that follow, as long as steps are missing: one thread takes the flag,
     * all wait for it and add. */
}

/* This thread's first sum belongs to (row, col) of C. Multiplied by one: sums that are stored four
 * at a time as they are would have to lie in four neighbouring registers, and then the compiler
 * could not choose them so that no two operands come from one bank. */
__device__ __forceinline__ void store_tile(const plan &p, float (&sum)[SUMS_M][SUMS_N], int row,
                                           int col, bool whole)
{
    /* TODO 30: 16 bytes at a time if the tile is `whole`, else one by one what exists. */
}

__global__ void __launch_bounds__(STREAM_THREADS, 2)
    gemm_stream(const __grid_constant__ CUtensorMap a_map,
                const __grid_constant__ CUtensorMap b_map, const __grid_constant__ plan p)
{
    /* TODO 31: one thread for each notes RING + 1 pieces and prepares the barriers (a stage is
     * full after one arrival and its bytes, all is `ready` after one of each thread); everybody
     * waits; thread 0 feeds RING - 1 stages. All turn the first tile of A and fetch their first
     * elements. Then piece by piece, step by step: wait for the next stage; two rounds of ROUND
     * values of l. In each a half of the next tile of A is turned (read early, written later: loads
     * take time). In the second a thread whose part is written arrives at `ready`, and with the
     * last l waits there: then the next tile is complete, and nobody reads the stage before this
     * one any more; a thread, each time of another warp, feeds it. While the products of l are
     * added, the elements of l + 1 are fetched: those of B before, each four of A as soon as the
     * present ones are done with. After a piece: note a later one, then hand over or collect and
     * store. */
}
/* The copy engine wants rows that begin at multiples of 16 bytes. */
__global__ void align_rows(float *to, int pitch, const float *from, int ld, int rows, int cols)
{
    /* TODO 32: four columns, blockDim.x apart, for each thread; rows blockIdx.y, blockIdx.y +
     * gridDim.y ... Nobody reads beyond `cols`. */
}

/* The matrix itself, or an aligned copy of it, of which *ld becomes the pitch; NULL without memory.
 * The copy's place is kept for later calls (operand 0 and 1 have their own): allocating takes
 * longer than copying. */
inline const float *aligned(int operand, const float *matrix, int *ld, int rows, int cols)
{
    static float *copy[2];
    static size_t room[2];
    int pitch = (cols + 3) / 4 * 4;
    size_t needed = (size_t)pitch * rows * sizeof(float);
    if (*ld % 4 == 0 && (size_t)matrix % 16 == 0)
        return matrix;
    if (needed > room[operand]) {
        cudaFree(copy[operand]);
        room[operand] = 0;
        if (cudaMalloc((void **)&copy[operand], needed) != cudaSuccess)
            return NULL;
        room[operand] = needed;
    }
    dim3 grid((cols + 1023) / 1024, rows < 65535 ? rows : 65535);
    align_rows<<<grid, 256>>>(copy[operand], pitch, matrix, *ld, rows, cols);
    *ld = pitch;
    return copy[operand];
}

/* Shares the work out to at most *blocks blocks, and says to how many. */
inline plan make_plan(float *C, int ldc, int m, int n, int k, int *blocks)
{
    plan p = {m, n, ldc, C, 1, (m + TILE - 1) / TILE, (n + TILE - 1) / TILE, 0, 0, 0, 0, 0};
    p.tiles = p.down * p.across;
    p.steps = (k + DEEP - 1) / DEEP;
    /* TODO 33: fewer blocks, but not fewer than tiles, where a block would have fewer than FEWEST
     * steps. Whole rounds of tiles stay whole; what is left over, and one round more, if there is
     * one, is shared, so that everybody has at least a tile's steps of it. share and extra: see
     * plan. */
    return p;
}

inline void launch_stream(const float *A, int lda, const float *B, int ldb, float *C, int ldc,
                          int m, int n, int k, int sms)
{
    /* TODO 34: aligned copies where needed; two blocks for each SM; maps of A (boxes of TILE x
     * DEEP) and B (DEEP x TILE). */
}
#endif

void launch_gemm_tuned(const float *A, int lda, const float *B, int ldb, float *C, int ldc, int m,
                       int n, int k)
{
    /* TODO 35: gemm_stream where there is a tile for every sixth SM; else gemm_split, with about a
     * block for each SM, but at most PARTS to a tile, and FEW_STEPS for each. EACH is 4 if A and B
     * are in_fours. */
}
#endif

LAB_MAIN(08_thread_tiled_gemm)

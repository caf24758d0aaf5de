/* Lab 08, for experts: C = A B at the speed of the library and beyond it, on a Hopper GPU.
 * docs/08_thread_tiled_gemm_hopper.md explains, `make run LAB=08/hopper` checks, `make hint
 * LAB=08/hopper` helps. A is m x k, B is k x n, C is m x n, row-major on the device, rows lda, ldb
 * and ldc floats apart (at least as many as a row is long; what lies between is not yours). m, n
 * and k are anything; so is the element of a larger array where each begins. */
#include <cuda_pipeline.h>
#include "hopper.h"
#include "lab.h"

/* May rows be read four floats at a time? 16-byte accesses want addresses that are multiples of 16,
 * and no row may end within four. */
inline int in_fours(const float *matrix, int ld, int columns)
{
    return (size_t)matrix % 16 == 0 && ld % 4 == 0 && columns % 4 == 0;
}

#if LAB_STEP(1)
/* Step 1: faster than the library. Small products have too few tiles for a whole GPU: there several
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
    /* TODO 1: with one store where all four exist and the address is a multiple of 16, else one
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
    /* TODO 2: tile A, [row][l], rows SPLIT_ROW long (not transposed: a thread reads four values
     * of l at once); then tile B, [l][col]. EACH neighbours a copy. Nothing at all where this
     * block's part of k has ended, but always the commit. */
}

/* Adds to the sums what a team's part of a stage gives: `from_A` and `from_B` are this thread's
 * first elements. */
__device__ __forceinline__ void split_multiply(float (&sum)[SPLIT_SUMS_M][SPLIT_SUMS_N],
                                               const float *from_A, const float *from_B)
{
    /* TODO 3: SPLIT_K / TEAMS values of l, four at a time: for each of its rows a thread loads
     * four of A at once. Its rows are SPLIT_LANES_M apart; its columns four neighbours, and the
     * next four 4 * SPLIT_LANES_N further. */
}

/* Gives each block of the cluster its share of everybody's sums: of the QUADS that a thread has,
 * `share` to each block. They lie in `received`: [block and team that sent it][quad][thread].
 * Returns when all have come. */
__device__ __forceinline__ void send_sums(const float (&sum)[SPLIT_SUMS_M][SPLIT_SUMS_N],
                                          float4 *received, int share)
{
    /* TODO 4: quad q goes to block q / share, as its quad q % share. A block alone keeps its own
     * (slot[...] = ..., __syncthreads), a cluster writes into each other's memory (write_float4_at,
     * cluster_sync), once all have started (cluster_wait). */
}

/* gridDim.x tiles; for each a cluster of gridDim.y blocks. */
template <int EACH>
__global__ void __launch_bounds__(SPLIT_THREADS, 2)
    gemm_split(const float *A, int lda, const float *B, int ldb, float *C, int ldc, int m, int n,
               int k)
{
    /* TODO 5: of the steps of SPLIT_K this block has an equal part. If there is a cluster: say
     * that this block has started (cluster_arrive), and wait_for_previous, before anything is read.
     * Start SPLIT_STAGES - 1 stages; for each step wait, start a later one, multiply. Send the
     * sums; then add, quad by quad, the teams in turns, what this block has received, and store
     * it. */
}

template <int EACH>
void launch_split(const float *A, int lda, const float *B, int ldb, float *C, int ldc, int m, int n,
                  int k, int parts)
{
    /* TODO 6: a grid of tiles x parts. A cluster of `parts` blocks along y is an attribute of the
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
    /* Four warps side by side, each with a tile of its own, 128 x 32; its lanes are 8 x 4. */
    LANES_M = 8,
    LANES_N = 4,
    /* A thread has 255 registers: 128 sums and 24 elements of A and B leave room for addresses. */
    SUMS_M = 16,
    SUMS_N = 8,
    WARP_N = LANES_N * SUMS_N,
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
    /* TODO 7: first the tiles that this block's run touches, each from where the run begins to
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
    /* TODO 8: nothing left: arrive at the stage's barrier, nobody will read the stage. Else
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
    /* TODO 9: four sums at a time, so that neighbouring threads write neighbouring 16 bytes; wait
     * for the block; one thread raises the flag. */
}

/* Adds what the other blocks have of the tile of which this block has the steps before `done`. */
__device__ __forceinline__ void collect(const plan &p, float (&sum)[SUMS_M][SUMS_N], int done)
{
    /* TODO 10: the blocks that follow, as long as steps are missing: one thread takes the flag,
     * all wait for it and add. */
}

/* This thread's first sum belongs to (row, col) of C. Multiplied by one: sums that are stored four
 * at a time as they are would have to lie in four neighbouring registers, and then the compiler
 * could not choose them so that no two operands come from one bank. */
__device__ __forceinline__ void store_tile(const plan &p, float (&sum)[SUMS_M][SUMS_N], int row,
                                           int col, bool whole)
{
    /* TODO 11: 16 bytes at a time if the tile is `whole`, else one by one what exists. */
}

__global__ void __launch_bounds__(STREAM_THREADS, 2)
    gemm_stream(const __grid_constant__ CUtensorMap a_map,
                const __grid_constant__ CUtensorMap b_map, const __grid_constant__ plan p)
{
    /* TODO 12: one thread for each notes RING + 1 pieces and prepares the barriers (a stage is
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
    /* TODO 13: four columns, blockDim.x apart, for each thread; rows blockIdx.y, blockIdx.y +
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
    /* TODO 14: fewer blocks, but not fewer than tiles, where a block would have fewer than FEWEST
     * steps. Whole rounds of tiles stay whole; what is left over, and one round more, if there is
     * one, is shared, so that everybody has at least a tile's steps of it. share and extra: see
     * plan. */
    return p;
}

inline void launch_stream(const float *A, int lda, const float *B, int ldb, float *C, int ldc,
                          int m, int n, int k, int sms)
{
    /* TODO 15: aligned copies where needed; two blocks for each SM; maps of A (boxes of TILE x
     * DEEP) and B (DEEP x TILE). */
}
#endif

void launch_gemm_tuned(const float *A, int lda, const float *B, int ldb, float *C, int ldc, int m,
                       int n, int k)
{
    /* TODO 16: gemm_stream where there is a tile for every sixth SM; else gemm_split, with about a
     * block for each SM, but at most PARTS to a tile, and FEW_STEPS for each. EACH is 4 if A and B
     * are in_fours. */
}
#endif

LAB_MAIN(08_thread_tiled_gemm_hopper)

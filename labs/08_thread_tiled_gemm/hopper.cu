/* Lab 08, for experts: C = A B faster than cuBLAS, on a Hopper GPU.
 * docs/08_thread_tiled_gemm_hopper.md explains, `make run LAB=08/hopper` checks, `make hint
 * LAB=08/hopper` helps. A is m x k, B is k x n and C is m x n, row-major on the device, as in the
 * core: any sizes, any leading dimensions, any addresses. */
#include <cuda_pipeline.h>
#include "hopper.h"
#include "lab.h"

/* May rows be read four floats at a time? Then each row must start at a multiple of 16 bytes, and
 * its length must be a multiple of 4. */
inline int in_fours(const float *matrix, int ld, int columns)
{
    return (size_t)matrix % 16 == 0 && ld % 4 == 0 && columns % 4 == 0;
}

#if LAB_STEP(1)
/* Step 1: gemm_split computes small products: several blocks, a cluster, share each tile, each with
 * a part of k. gemm_stream computes large ones: the copy engine fetches, and the steps along k are
 * dealt out evenly. Without a Hopper GPU gemm_split computes everything, a block for each tile. */
__device__ __forceinline__ float &part(float4 &v, int i)
{
    return i == 0 ? v.x : i == 1 ? v.y : i == 2 ? v.z : v.w;
}

/* Stores four adjacent results of a row of C, those that exist. */
__device__ __forceinline__ void store_four(float *C, int ldc, int m, int n, int row, int col,
                                           float4 v)
{
    /* TODO 1: one store if all four exist and the address is a multiple of 16, else one by one. */
}

/* ---- small products ---- */

enum {
    /* A tile of C: small, so that there are many. 32 x 32 would need twice as many global loads. */
    SPLIT_M = 64,
    SPLIT_N = 64,
    /* Teams of 128 threads: each has the whole tile, and a part of k in each stage. */
    TEAMS = 2,
    SPLIT_K = 16,     /* along k, in a stage */
    SPLIT_STAGES = 4, /* three of them under way */
    /* Sums of a thread. With 8 x 8 there would be too few warps to hide latency. */
    SPLIT_SUMS_M = 8,
    SPLIT_SUMS_N = 4,
    /* Lanes of a warp: 8 x 4. */
    SPLIT_LANES_M = 8,
    SPLIT_LANES_N = 4,
    TEAM_THREADS = SPLIT_M * SPLIT_N / SPLIT_SUMS_M / SPLIT_SUMS_N,
    SPLIT_THREADS = TEAMS * TEAM_THREADS,
    SPLIT_ROW = SPLIT_K + 4, /* floats; this padding spreads 8 rows of A over all banks */
    SPLIT_STAGE = SPLIT_M * SPLIT_ROW + SPLIT_K * SPLIT_N,
    QUADS = SPLIT_SUMS_M * SPLIT_SUMS_N / 4, /* the sums of a thread, four at a time */
    PARTS = 8,                               /* blocks in a cluster, at most */
    FEW_STEPS = 4, /* of a block, at least; with fewer, adding up takes longer than multiplying */
    SPLIT_BYTES = 4 * SPLIT_STAGES * SPLIT_STAGE + 16 * TEAMS * (QUADS + PARTS) * TEAM_THREADS
};
static_assert(SPLIT_LANES_M * SPLIT_SUMS_M == SPLIT_M, "a warp is as high as its tile");

/* Starts the copies of the tiles at `row`, `col` and `l`, and commits them. Zeros where the
 * matrices or this block's part of k, which ends at `end`, have ended; a piece of EACH exists whole
 * or not. */
template <int EACH>
__device__ __forceinline__ void split_fetch(float *stage, const float *A, int lda, const float *B,
                                            int ldb, int m, int n, int row, int col, int l, int end)
{
    /* TODO 2: A's tile as [row][l], rows SPLIT_ROW long, not transposed; then B's tile as
     * [l][col]. A copy has EACH adjacent floats. From `end` on copy nothing, but commit in any
     * case. */
}

/* Adds a team's part of a stage. `from_A` and `from_B` point at this thread's first elements. */
__device__ __forceinline__ void split_multiply(float (&sum)[SPLIT_SUMS_M][SPLIT_SUMS_N],
                                               const float *from_A, const float *from_B)
{
    /* TODO 3: SPLIT_K / TEAMS values of l, four at a time: load four of A at once for each row.
     * The rows are SPLIT_LANES_M apart. The columns are four adjacent ones, and the next
     * four are 4 * SPLIT_LANES_N further. */
}

/* Sends each block of the cluster its share of all sums: `share` of the QUADS of each thread. They
 * arrive in `received`, as [block and team of the sender][quad][thread]. Returns when all have. */
__device__ __forceinline__ void send_sums(const float (&sum)[SPLIT_SUMS_M][SPLIT_SUMS_N],
                                          float4 *received, int share)
{
    /* TODO 4: quad q goes to block q / share, as its quad q % share. A block alone keeps its
     * quads: slot[...] = ..., then __syncthreads. In a cluster: cluster_wait until all blocks have
     * started, write_float4_at, cluster_sync. */
}

/* gridDim.x tiles; a cluster of gridDim.y blocks for each. */
template <int EACH>
__global__ void __launch_bounds__(SPLIT_THREADS, 2)
    gemm_split(const float *A, int lda, const float *B, int ldb, float *C, int ldc, int m, int n,
               int k)
{
    /* TODO 5: this block has an equal part of the steps of SPLIT_K. In a cluster: cluster_arrive
     * and wait_for_previous before anything is read. Start SPLIT_STAGES - 1 stages. For each step:
     * wait, start a later stage, multiply. Send the sums. Then the teams take turns: add a quad
     * that this block has received, and store it. */
}

template <int EACH>
void launch_split(const float *A, int lda, const float *B, int ldb, float *C, int ldc, int m, int n,
                  int k, int parts)
{
    /* TODO 6: a grid of tiles x parts. cudaLaunchKernelEx takes two attributes: a cluster of
     * `parts` blocks along y, and programmatic stream serialization, with which the kernel may
     * start before the one in front of it has ended. */
}

/* ---- large products ---- */

#if HOPPER_KNOWN
enum {
    /* A block has TILE x TILE sums, half of the registers of an SM. */
    TILE = 128,
    /* Along k, in a stage: two sectors of each row of A. */
    DEEP = 16,
    /* Along k, unrolled. With 16 the code is too long for the instruction cache. */
    ROUND = 8,
    /* Stages in shared memory. */
    RING = 4,
    /* Transposed tiles of A: one is read, one is written, one may still be read by a late warp. */
    TURNED = 3,
    /* Pieces of work that are noted ahead: each stage in the ring may belong to another piece. */
    AGENDA = 8,
    /* Rows of tiles in a band, whose blocks share rows of A and columns of B in L2. */
    BAND = 16,
    /* Four warps side by side, 128 x 32 each, as in the core. */
    LANES_M = 8,
    LANES_N = 4,
    /* Sums of a thread. */
    SUMS_M = 16,
    SUMS_N = 8,
    WARP_N = LANES_N * SUMS_N,
    STREAM_THREADS = 128,
    STREAM_BLOCKS = 2 * 160, /* at most */
    FEWEST = 8, /* steps of a block; with fewer, adding up takes longer than multiplying */
    /* Shared memory, in bytes: the stages (tile of A, tile of B, barrier), then the rest. */
    TILE_BYTES = 4 * TILE * DEEP,
    FULL = 2 * TILE_BYTES,
    STAGE_BYTES = FULL + 512,
    TURNED_AT = RING * STAGE_BYTES,
    AGENDA_AT = TURNED_AT + TURNED * TILE_BYTES,
    FEED_AT = AGENDA_AT + AGENDA * 16,
    READY_AT = FEED_AT + 32,
    STREAM_BYTES = READY_AT + 8 + 1024 /* the ring starts at a multiple of 1,024 */
};
static_assert(RING + 1 < AGENDA, "the agenda must hold what the ring holds, and one more");

/* How the work is divided. The steps (DEEP of k each) of the first `shared` tiles are dealt out
 * evenly: a run of `share` steps for each block, and one more for the first `extra` blocks. The
 * other tiles stay whole. */
struct plan {
    int m, n, ldc;
    float *C, one;
    int down, across, tiles; /* of C */
    int steps;               /* of one tile */
    int shared, share, extra;
};

/* A tile or a part of it: its first row and column, its first step, the step after its last. */
struct piece {
    int row, col, first, last;
};

__device__ float4 partial[STREAM_BLOCKS][TILE * TILE / 4]; /* sums that a block hands over */
__device__ int handed_over[STREAM_BLOCKS];

/* Counts from the last block: a block waits only for blocks that have started before it. */
__device__ __forceinline__ int block_number(void)
{
    return gridDim.x - 1 - blockIdx.x;
}

/* The first step of the run of block `number`, counted over the shared tiles. */
__device__ __forceinline__ int run_begin(const plan &p, int number)
{
    return number * p.share + min(number, p.extra);
}

/* All steps of this block. */
__device__ __forceinline__ int steps_of_block(const plan &p)
{
    int number = block_number(), behind = p.tiles - p.shared - (int)blockIdx.x;
    int whole = behind > 0 ? (behind - 1) / (int)gridDim.x + 1 : 0;
    return run_begin(p, number + 1) - run_begin(p, number) + whole * p.steps;
}

/* Piece `i` of this block; a piece without steps after the last one. */
__device__ __forceinline__ piece piece_of(const plan &p, int i)
{
    piece x = {0, 0, 0, p.steps};
    /* TODO 7: first the parts of tiles in this block's run; then whole tiles, from number p.shared
     * + blockIdx.x on, gridDim.x apart. Rows and columns: bands of BAND rows of tiles, and in a
     * band column by column. */
    return x;
}

/* Writes piece `i` on the agenda. */
__device__ __forceinline__ void note(uint32_t base, const plan &p, int i)
{
    piece x = piece_of(p, i);
    write_int4(base + AGENDA_AT + i % AGENDA * 16, make_int4(x.row, x.col, x.first, x.last));
}

/* Feeding continues with piece `i`. FEED_AT has {column of A, row of A, column of B, steps left}
 * and the number of the piece. */
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
    /* TODO 8: if no step is left, arrive at the stage's barrier: no thread will read the stage.
     * Else announce FULL bytes, ask for both boxes, and note what comes next: the next step, or the
     * next piece. */
}

/* Transposes half of a tile of A, 64 rows, as the copy engine has stored it. `from` and `to` are
 * this thread's places: lane l has rows l and l + 32, warp w has columns 4 w to 4 w + 3. */
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

/* Stores the sums of a piece for the block that has the first piece of the tile. */
__device__ __forceinline__ void hand_over(const plan &p, float (&sum)[SUMS_M][SUMS_N])
{
    /* TODO 9: four sums at a time, so that adjacent threads write adjacent 16 bytes; wait for the
     * block; one thread raises the flag. */
}

/* Adds the sums of the other blocks to a tile. This block has its steps before `done`. */
__device__ __forceinline__ void collect(const plan &p, float (&sum)[SUMS_M][SUMS_N], int done)
{
    /* TODO 10: take the blocks that follow, until no step is missing: one thread takes the flag,
     * all wait for it, and add. */
}

/* This thread's first sum belongs to (row, col) of C. */
__device__ __forceinline__ void store_tile(const plan &p, float (&sum)[SUMS_M][SUMS_N], int row,
                                           int col, bool whole)
{
    /* TODO 11: 16 bytes at a time if the tile is `whole`, else each result that exists. Multiply
     * the sums by p.one: the copies may be adjacent registers, and the sums need not be. */
}

__global__ void __launch_bounds__(STREAM_THREADS, 2)
    gemm_stream(const __grid_constant__ CUtensorMap a_map,
                const __grid_constant__ CUtensorMap b_map, const __grid_constant__ plan p)
{
    /* TODO 12: one thread for each notes RING + 1 pieces and prepares the barriers: a stage is
     * full after one arrival and its bytes, `ready` is complete after an arrival of each thread.
     * All wait; thread 0 feeds RING - 1 stages. All transpose the first tile of A and load their
     * first elements. Then piece by piece, step by step: wait for the next stage; two halves of
     * ROUND values of l, as in the page's table. After a piece: note a later one, then hand over,
     * or collect and store. */
}
/* Copies a matrix to rows that start at multiples of 16 bytes, as the copy engine needs them. */
__global__ void align_rows(float *to, int pitch, const float *from, int ld, int rows, int cols)
{
    /* TODO 13: each thread copies four columns, blockDim.x apart, of rows blockIdx.y, blockIdx.y +
     * gridDim.y, ... Do not read from column `cols` on. */
}

/* The matrix itself, or an aligned copy whose pitch *ld becomes; NULL without memory. The memory of
 * the copies is kept for later calls, because allocating takes longer than copying. */
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

/* Divides the work among at most *blocks blocks, and sets *blocks to how many. */
inline plan make_plan(float *C, int ldc, int m, int n, int k, int *blocks)
{
    plan p = {m, n, ldc, C, 1, (m + TILE - 1) / TILE, (n + TILE - 1) / TILE, 0, 0, 0, 0, 0};
    p.tiles = p.down * p.across;
    p.steps = (k + DEEP - 1) / DEEP;
    /* TODO 14: use fewer blocks, but not fewer than tiles, if a block would have fewer than FEWEST
     * steps. The tiles that do not fill a whole round, and one round more if there is one, are
     * shared; all others stay whole. `plan` explains share and extra. */
    return p;
}

inline void launch_stream(const float *A, int lda, const float *B, int ldb, float *C, int ldc,
                          int m, int n, int k, int sms)
{
    /* TODO 15: aligned matrices; two blocks for each SM; maps of A, in boxes of TILE x DEEP, and
     * of B, DEEP x TILE. */
}
#endif

void launch_gemm_tuned(const float *A, int lda, const float *B, int ldb, float *C, int ldc, int m,
                       int n, int k)
{
    /* TODO 16: gemm_stream if there is a tile for every sixth SM. Else gemm_split, with about a
     * block for each SM, at most PARTS for a tile, and at least FEW_STEPS steps for each. EACH is 4
     * if A and B are in_fours. */
}
#endif

LAB_MAIN(08_thread_tiled_gemm_hopper)

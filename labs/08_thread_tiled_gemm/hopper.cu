/* Lab 08, for experts: C = A B faster than cuBLAS, on a Hopper GPU.
 * docs/08_thread_tiled_gemm_hopper.md explains, `make run LAB=08/hopper` checks, `make hint
 * LAB=08/hopper` helps. A is m x k, B is k x n and C is m x n, as in the core. hopper.h has the
 * instructions of a Hopper GPU, hopper_gemm.h and hopper_stream.h what else you only call. */
#include <cuda_pipeline.h>
#include "hopper/hopper_stream.h"
#include "lab.h"

#define CLUSTERS HOPPER_KNOWN /* the emulator has none */

#if (LAB_STEP(1) || LAB_STEP(2) || LAB_STEP(6))
/* Step 1: two teams of a block divide each stage. Step 2: blocks of a cluster divide k. */
enum {
    SPLIT_SIDE = 64,  /* of a tile of C: small, so that there are many */
    TEAMS = 2,        /* of 128 threads: each has the whole tile, and half of each stage's k */
    SPLIT_K = 16,     /* along k, in a stage */
    SPLIT_STAGES = 4, /* three of them under way */
    SUMS_DOWN = 8,    /* sums of a thread: 8 x 4 */
    SUMS_ACROSS = 4,
    LANES_DOWN = 8, /* lanes of a warp: 8 x 4 */
    TEAM_THREADS = 128,
    SPLIT_THREADS = TEAMS * TEAM_THREADS,
    SPLIT_ROW = SPLIT_K + 4, /* floats; this padding spreads 8 rows of A over all banks */
    SPLIT_STAGE = SPLIT_SIDE * SPLIT_ROW + SPLIT_K * SPLIT_SIDE,
    PARTS = 8,     /* blocks in a cluster, at most */
    FEW_STEPS = 4, /* of a block, at least */
    SPLIT_BYTES = 4 * SPLIT_STAGES * SPLIT_STAGE + 16 * TEAMS * (SUMS_DOWN + PARTS) * TEAM_THREADS
};

/* Starts the copies of the tiles at `row`, `col` and `l`, and commits them. Zeros where the
 * matrices or this block's part of k, which ends at `end`, have ended; a piece of EACH exists whole
 * or not. */
template <int EACH>
__device__ __forceinline__ void split_fetch(float *stage, const float *A, int lda, const float *B,
                                            int ldb, int m, int n, int row, int col, int l, int end)
{
    /* TODO 1: copy A's tile to [row][l], rows SPLIT_ROW long; then B's to [l][col]. A copy has
     * EACH adjacent floats, or zeros if there are none. If l >= end, only commit. */
}

/* Adds a team's part of a stage. `from_A` and `from_B` point at this thread's first elements. */
__device__ __forceinline__ void split_multiply(float (&sum)[SUMS_DOWN][SUMS_ACROSS],
                                               const float *from_A, const float *from_B)
{
    /* TODO 2: add SPLIT_K / TEAMS values of l, four at a time: load four of A at once a row.
     * The rows are LANES_DOWN apart, the columns are four adjacent ones. */
}
#endif

#if (LAB_STEP(2) || LAB_STEP(1) || LAB_STEP(6))
/* The first step of part `part` of `parts`; where part is `parts`, the number of all steps. */
__device__ __forceinline__ int first_step(int steps, unsigned part, int parts)
{
    int first = part == 0 ? 0 : steps;
    /* TODO 4: make equal parts, but for one step. steps * part may exceed an int. */
    return first;
}

#if CLUSTERS
/* Sends quad q to block q / share, as its quad q % share. The place of the first one is `to`. */
__device__ __forceinline__ void send_quad(uint32_t to, int q, int share, float4 v)
{
    /* TODO 5: call write_float4_at. The quads of a thread are TEAM_THREADS float4 apart. */
}
#endif

/* How many blocks share each of tiles_of(m, n, SPLIT_SIDE) tiles, on a GPU with `sms` SMs. */
inline int parts_of(int m, int n, int k, int sms)
{
    int parts = 0;
    /* TODO 6: aim at a block for each SM: 1 to PARTS parts of at least FEW_STEPS steps each. */
    return parts;
}
#endif

#if (LAB_STEP(1) || LAB_STEP(2) || LAB_STEP(6))
/* Gives each block of the cluster its share of this thread's sums: `share` quads, so that quad q
 * goes to block q / share. They arrive in `received` there, as [block and team of the
 * sender][quad][thread]. Returns when all have. A block alone keeps its quads. */
__device__ __forceinline__ void send_sums(const float (&sum)[SUMS_DOWN][SUMS_ACROSS],
                                          float4 *received, int share)
{
    int thread = threadIdx.x % TEAM_THREADS, team = threadIdx.x / TEAM_THREADS;
    float4 *slot = received + (blockIdx.y * TEAMS + team) * share * TEAM_THREADS + thread;
#if CLUSTERS
    uint32_t to = shared_address(slot);
    if (gridDim.y > 1)
        cluster_wait(); /* all its blocks have started */
#endif
#pragma unroll
    for (int q = 0; q < SUMS_DOWN; q++) {
        float4 v = make_float4(sum[q][0], sum[q][1], sum[q][2], sum[q][3]);
#if CLUSTERS
        if (gridDim.y > 1)
            send_quad(to, q, share, v);
        else
#endif
            slot[q * TEAM_THREADS] = v;
    }
#if CLUSTERS
    if (gridDim.y > 1)
        cluster_sync();
    else
#endif
        __syncthreads();
}

/* gridDim.x tiles; a cluster of gridDim.y blocks for each. */
template <int EACH>
__global__ void __launch_bounds__(SPLIT_THREADS, 2)
    gemm_split(const float *A, int lda, const float *B, int ldb, float *C, int ldc, int m, int n,
               int k)
{
    extern __shared__ float4 split_memory[];
    float *stages = (float *)split_memory;
    int across = (n + SPLIT_SIDE - 1) / SPLIT_SIDE, parts = gridDim.y,
        share = (SUMS_DOWN + parts - 1) / parts;
    int tile_row = blockIdx.x / across * SPLIT_SIDE, tile_col = blockIdx.x % across * SPLIT_SIDE;
    int thread = threadIdx.x % TEAM_THREADS, team = threadIdx.x / TEAM_THREADS;
    int lane = thread % 32, warp = thread / 32, row = lane % LANES_DOWN,
        col = warp * 16 + lane / LANES_DOWN * 4;
    int steps = (k + SPLIT_K - 1) / SPLIT_K, begin = first_step(steps, blockIdx.y, parts),
        end = first_step(steps, blockIdx.y + 1, parts), end_l = min(k, end * SPLIT_K);
#if CLUSTERS
    if (parts > 1) {
        cluster_arrive();
        wait_for_previous();
    }
#endif
    float sum[SUMS_DOWN][SUMS_ACROSS] = {};
    for (int s = begin - SPLIT_STAGES + 1; s < end; s++) {
        if (s >= begin) {
            __pipeline_wait_prior(SPLIT_STAGES - 2);
            __syncthreads(); /* all copies are here, and no thread reads the stage filled next */
        }
        int next = s + SPLIT_STAGES - 1;
        split_fetch<EACH>(stages + (next - begin) % SPLIT_STAGES * SPLIT_STAGE, A, lda, B, ldb, m,
                          n, tile_row, tile_col, next * SPLIT_K, end_l);
        if (s < begin)
            continue;
        const float *stage = stages + (s - begin) % SPLIT_STAGES * SPLIT_STAGE;
        split_multiply(sum, stage + row * SPLIT_ROW + team * (SPLIT_K / TEAMS),
                       stage + SPLIT_SIDE * SPLIT_ROW + team * (SPLIT_K / TEAMS) * SPLIT_SIDE +
                           col);
    }
    float4 *received = (float4 *)(stages + SPLIT_STAGES * SPLIT_STAGE);
    send_sums(sum, received, share);
    /* TODO 3: the teams take turns with the `share` quads that this block has: add what has come
     * from each team of each block, and store_four(C, ldc, m, n, row, col, sums). Quad q of this
     * block is row blockIdx.y * share + q of the thread's SUMS_DOWN, which are LANES_DOWN apart. */
}

inline void launch_small(const float *A, int lda, const float *B, int ldb, float *C, int ldc, int m,
                         int n, int k, int parts)
{
    dim3 grid(tiles_of(m, n, SPLIT_SIDE), parts);
    auto kernel = in_fours(A, lda, k) && in_fours(B, ldb, n) ? gemm_split<4> : gemm_split<1>;
#if CLUSTERS
    if (parts > 1) {
        launch_clusters(kernel, grid, dim3(1, parts), SPLIT_THREADS, SPLIT_BYTES, A, lda, B, ldb, C,
                        ldc, m, n, k);
        return;
    }
#endif
    cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, SPLIT_BYTES);
    kernel<<<grid, SPLIT_THREADS, SPLIT_BYTES>>>(A, lda, B, ldb, C, ldc, m, n, k);
}
#endif

#if LAB_STEP(1)
void launch_gemm_teams(const float *A, int lda, const float *B, int ldb, float *C, int ldc, int m,
                       int n, int k)
{
    launch_small(A, lda, B, ldb, C, ldc, m, n, k, 1); /* the TODOs stand above */
}
#endif

#if LAB_STEP(2) && HOPPER_KNOWN
void launch_gemm_cluster(const float *A, int lda, const float *B, int ldb, float *C, int ldc, int m,
                         int n, int k)
{
    int parts = parts_of(m, n, k, hopper_sms()); /* the TODOs stand above */
    if (parts > 0)
        launch_small(A, lda, B, ldb, C, ldc, m, n, k, parts);
}
#endif

#if (LAB_STEP(3) || LAB_STEP(4) || LAB_STEP(5)) && HOPPER_KNOWN
/* Steps 3 to 5: the copy engine fetches boxes. 128 threads make a tile of 64 x 64, 8 x 4 elements
 * each: row threadIdx.x % 8 and every eighth from there on, four adjacent columns. */
enum { BOX = 64, BOX_K = 32, BOX_THREADS = 128, BOX_ROWS = 8 };
struct alignas(1024) box_stage {
    float a[BOX][BOX_K], b[BOX_K][BOX]; /* of A, and of B */
};

/* Has the copy engine fill a stage: the box of A from (row, l) on, that of B from (l, col) on. All
 * threads call it, one acts. The phase of `full` that is under way ends when the bytes are here. */
__device__ __forceinline__ void ask(box_stage *stage, uint64_t *full, const CUtensorMap *a_map,
                                    const CUtensorMap *b_map, int row, int col, int l)
{
    uint32_t a = shared_address(stage->a), b = shared_address(stage->b), bar = shared_address(full);
    /* TODO 7: one thread arrives and announces the bytes, barrier_expect(bar, bytes), then asks
     * for both boxes, copy_box(to, map, bar, row, col). */
}
#endif

#if (LAB_STEP(4) || LAB_STEP(3) || LAB_STEP(5)) && HOPPER_KNOWN
/* Where in line `line` of a stage's A chunk `chunk` lies, 16 bytes each, if the map swizzles. */
__device__ __forceinline__ int place_of(int line, int chunk)
{
    int place = chunk;
    /* TODO 10: swizzle by 128 bytes: XOR the chunk with the last three bits of the line. */
    return place;
}
#endif

#if (LAB_STEP(3) || LAB_STEP(4) || LAB_STEP(5)) && HOPPER_KNOWN
/* Adds the products of one stage. */
template <int SWIZZLED>
__device__ __forceinline__ void add_stage(float (&sum)[BOX_ROWS][4], const box_stage &stage)
{
    int row = threadIdx.x % 8, col = threadIdx.x / 8 * 4;
#pragma unroll 2
    for (int l = 0; l < BOX_K; l += 4) {
        float4 a[BOX_ROWS];
#pragma unroll
        for (int i = 0; i < BOX_ROWS; i++)
            a[i] = *(const float4 *)&stage
                        .a[row + 8 * i][4 * (SWIZZLED ? place_of(row + 8 * i, l / 4) : l / 4)];
        add_four(sum, a, &stage.b[l][col], BOX);
    }
}

template <int STAGES> struct box_ring {
    box_stage stage[STAGES];
    uint64_t full[STAGES]; /* barriers */
};
#endif

#if (LAB_STEP(5) || LAB_STEP(3) || LAB_STEP(4)) && HOPPER_KNOWN
/* Adds all steps of the tile at (row, col), with several stages under way. */
template <int SWIZZLED, int STAGES>
__device__ __forceinline__ void add_ring(float (&sum)[BOX_ROWS][4], box_ring<STAGES> *r,
                                         const CUtensorMap *a_map, const CUtensorMap *b_map,
                                         int row, int col, int steps)
{
    /* TODO 12: ask for the first STAGES steps. Then, for each step: wait, add_stage, wait for the
     * block, and ask for the step that comes into this stage next. Step s is in stage s % STAGES,
     * and is its phase number s / STAGES. */
}
#endif

#if (LAB_STEP(3) || LAB_STEP(4) || LAB_STEP(5)) && HOPPER_KNOWN
/* A block for each tile of C. */
template <int SWIZZLED, int STAGES>
__global__ void __launch_bounds__(BOX_THREADS)
    gemm_box(const __grid_constant__ CUtensorMap a_map, const __grid_constant__ CUtensorMap b_map,
             float *C, int ldc, int m, int n, int k)
{
    box_ring<STAGES> *r = (box_ring<STAGES> *)shared_from_1024();
    int across = (n + BOX - 1) / BOX, steps = (k + BOX_K - 1) / BOX_K;
    int row = blockIdx.x / across * BOX, col = blockIdx.x % across * BOX;
    float sum[BOX_ROWS][4] = {};
    if (threadIdx.x == 0) {
        for (int s = 0; s < STAGES; s++)
            barrier_init(&r->full[s], 1); /* a phase: one thread arrives, and the bytes come */
        barrier_publish();
    }
    __syncthreads();
    if (STAGES == 1) {
        /* TODO 8: for each step: ask for its boxes, barrier_wait(&r->full[0], parity), add_stage,
         * wait for the block. The phases have parity 0, 1, 0, 1 … */
    } else
        add_ring<SWIZZLED>(sum, r, &a_map, &b_map, row, col, steps);
    store_sums(sum, C, ldc, m, n, row, col);
}

template <int SWIZZLED, int STAGES>
void launch_boxes(const float *A, int lda, const float *B, int ldb, float *C, int ldc, int m, int n,
                  int k)
{
    launch_tiles(gemm_box<SWIZZLED, STAGES>, BOX, BOX_K, BOX_THREADS,
                 sizeof(box_ring<STAGES>) + 1024,
                 SWIZZLED ? CU_TENSOR_MAP_SWIZZLE_128B : CU_TENSOR_MAP_SWIZZLE_NONE, A, lda, B, ldb,
                 C, ldc, m, n, k);
}
#endif

#if LAB_STEP(3) && HOPPER_KNOWN
void launch_gemm_box(const float *A, int lda, const float *B, int ldb, float *C, int ldc, int m,
                     int n, int k)
{
    /* TODO 9: call launch_boxes: A not swizzled, one stage. */
}
#endif

#if LAB_STEP(4) && HOPPER_KNOWN
void launch_gemm_swizzled(const float *A, int lda, const float *B, int ldb, float *C, int ldc,
                          int m, int n, int k)
{
    /* TODO 11: call launch_boxes: A swizzled, one stage. */
}
#endif

#if LAB_STEP(5) && HOPPER_KNOWN
void launch_gemm_ring(const float *A, int lda, const float *B, int ldb, float *C, int ldc, int m,
                      int n, int k)
{
    /* TODO 13: call launch_boxes: A swizzled, two stages. */
}
#endif

#if LAB_STEP(6) && HOPPER_KNOWN
/* Step 6: as many blocks as the GPU holds, each with one piece of work after another: a tile, or a
 * part of one. What gemm_stream (hopper_stream.h) needs for that. */
__device__ float4 partial[STREAM_BLOCKS][TILE * TILE / 4]; /* sums that a block hands over */
__device__ int handed_over[STREAM_BLOCKS];

struct sharing {
    /* After a piece, the steps work.z to work.w - 1 of a tile: makes the tile whole, and returns
     * true; or hands the sums over, and returns false. */
    TILE_PART bool join(const plan &p, float (&sum)[SUMS_M][SUMS_N], int4 work)
    {
        /* TODO 14: if the piece does not begin with step 0, store its sums in `partial`, four at a
         * time, so that adjacent threads write adjacent 16 bytes; wait for the block; one thread
         * raises this block's flag. Else take the blocks that follow, until no step is missing: one
         * thread takes the flag, all wait for it, and add. */
        return true;
    }

    /* Deals the steps out among at most *blocks blocks, and sets *blocks to how many. */
    static inline void share_out(plan *p, int *blocks)
    {
        /* TODO 15: use fewer blocks, not fewer than tiles, if a block would have fewer than FEWEST
         * steps. The tiles that do not fill a whole round, and one round more if there is one, are
         * shared; all others stay whole, as all are now. `plan` explains share and extra. */
    }
};
#endif

#if LAB_STEP(6)
void launch_gemm_tuned(const float *A, int lda, const float *B, int ldb, float *C, int ldc, int m,
                       int n, int k)
{
    /* TODO 16: call launch_stream if there is a tile of TILE x TILE for every sixth SM. Else
     * launch_small with as many parts as parts_of says; without a Hopper GPU, with one. */
}
#endif

LAB_MAIN(08_thread_tiled_gemm_hopper)

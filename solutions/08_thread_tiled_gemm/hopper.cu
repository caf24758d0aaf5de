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
    /*{ TODO 1: one store if all four exist and the address is a multiple of 16, else one by one. */
    float *to = C + (size_t)row * ldc + col;
    if (row >= m)
        return;
    if (col + 4 <= n && (size_t)to % 16 == 0)
        *(float4 *)to = v;
    else
        for (int i = 0; i < 4; i++)
            if (col + i < n)
                to[i] = part(v, i);
    /*}*/
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
    /*{ TODO 2: A's tile as [row][l], rows SPLIT_ROW long, not transposed; then B's tile as
     * [l][col]. A copy has EACH adjacent floats. From `end` on copy nothing, but commit in any
     * case. */
    if (l < end) {
#pragma unroll
        for (int first = 0; first < SPLIT_M * SPLIT_K / EACH; first += SPLIT_THREADS) {
            int i = (first + threadIdx.x) * EACH, r = i / SPLIT_K, c = i % SPLIT_K;
            bool there = row + r < m && l + c < end;
            __pipeline_memcpy_async(&stage[r * SPLIT_ROW + c],
                                    there ? &A[(size_t)(row + r) * lda + l + c] : A, 4 * EACH,
                                    there ? 0 : 4 * EACH);
        }
        stage += SPLIT_M * SPLIT_ROW;
#pragma unroll
        for (int first = 0; first < SPLIT_K * SPLIT_N / EACH; first += SPLIT_THREADS) {
            int i = (first + threadIdx.x) * EACH, r = i / SPLIT_N, c = i % SPLIT_N;
            bool there = l + r < end && col + c < n;
            __pipeline_memcpy_async(&stage[i], there ? &B[(size_t)(l + r) * ldb + col + c] : B,
                                    4 * EACH, there ? 0 : 4 * EACH);
        }
    }
    __pipeline_commit();
    /*}*/
}

/* Adds a team's part of a stage. `from_A` and `from_B` point at this thread's first elements. */
__device__ __forceinline__ void split_multiply(float (&sum)[SPLIT_SUMS_M][SPLIT_SUMS_N],
                                               const float *from_A, const float *from_B)
{
    /*{ TODO 3: SPLIT_K / TEAMS values of l, four at a time: load four of A at once for each row.
     * The rows are SPLIT_LANES_M apart. The columns are four adjacent ones, and the next
     * four are 4 * SPLIT_LANES_N further. */
#pragma unroll
    for (int l = 0; l < SPLIT_K / TEAMS; l += 4) {
        float4 a[SPLIT_SUMS_M], b[SPLIT_SUMS_N / 4];
#pragma unroll
        for (int i = 0; i < SPLIT_SUMS_M; i++)
            a[i] = *(const float4 *)&from_A[i * SPLIT_LANES_M * SPLIT_ROW + l];
#pragma unroll
        for (int e = 0; e < 4; e++) {
#pragma unroll
            for (int j = 0; j < SPLIT_SUMS_N / 4; j++)
                b[j] = *(const float4 *)&from_B[(l + e) * SPLIT_N + j * 4 * SPLIT_LANES_N];
#pragma unroll
            for (int i = 0; i < SPLIT_SUMS_M; i++)
#pragma unroll
                for (int step = 0; step < SPLIT_SUMS_N; step++) {
                    int j = i % 2 ? SPLIT_SUMS_N - 1 - step : step;
                    sum[i][j] += part(a[i], e) * part(b[j / 4], j % 4);
                }
        }
    }
    /*}*/
}

/* Sends each block of the cluster its share of all sums: `share` of the QUADS of each thread. They
 * arrive in `received`, as [block and team of the sender][quad][thread]. Returns when all have. */
__device__ __forceinline__ void send_sums(const float (&sum)[SPLIT_SUMS_M][SPLIT_SUMS_N],
                                          float4 *received, int share)
{
    /*{ TODO 4: quad q goes to block q / share, as its quad q % share. A block alone keeps its
     * quads: slot[...] = ..., then __syncthreads. In a cluster: cluster_wait until all blocks have
     * started, write_float4_at, cluster_sync. */
    int thread = threadIdx.x % TEAM_THREADS, team = threadIdx.x / TEAM_THREADS;
    float4 *slot = received + (blockIdx.y * TEAMS + team) * share * TEAM_THREADS + thread;
#if HOPPER_KNOWN
    uint32_t to = shared_address(slot);
    if (gridDim.y > 1)
        cluster_wait();
#endif
#pragma unroll
    for (int q = 0; q < QUADS; q++) {
        const float *s = &sum[q / (SPLIT_SUMS_N / 4)][q % (SPLIT_SUMS_N / 4) * 4];
        float4 v = make_float4(s[0], s[1], s[2], s[3]);
#if HOPPER_KNOWN
        if (gridDim.y > 1)
            write_float4_at(to + q % share * TEAM_THREADS * 16, q / share, v);
        else
#endif
            slot[q * TEAM_THREADS] = v;
    }
#if HOPPER_KNOWN
    if (gridDim.y > 1)
        cluster_sync();
    else
#endif
        __syncthreads();
    /*}*/
}

/* gridDim.x tiles; a cluster of gridDim.y blocks for each. */
template <int EACH>
__global__ void __launch_bounds__(SPLIT_THREADS, 2)
    gemm_split(const float *A, int lda, const float *B, int ldb, float *C, int ldc, int m, int n,
               int k)
{
    /*{ TODO 5: this block has an equal part of the steps of SPLIT_K. In a cluster: cluster_arrive
     * and wait_for_previous before anything is read. Start SPLIT_STAGES - 1 stages. For each step:
     * wait, start a later stage, multiply. Send the sums. Then the teams take turns: add a quad
     * that this block has received, and store it. */
    extern __shared__ float4 split_memory[];
    float *stages = (float *)split_memory;
    int across = (n + SPLIT_N - 1) / SPLIT_N, parts = gridDim.y,
        share = (QUADS + parts - 1) / parts;
    int tile_row = blockIdx.x / across * SPLIT_M, tile_col = blockIdx.x % across * SPLIT_N;
    int thread = threadIdx.x % TEAM_THREADS, team = threadIdx.x / TEAM_THREADS;
    int lane = thread % 32, warp = thread / 32, row = lane % SPLIT_LANES_M,
        col = warp * SPLIT_LANES_N * SPLIT_SUMS_N + lane / SPLIT_LANES_M * 4;
    int steps = (k + SPLIT_K - 1) / SPLIT_K, begin = (int)((long long)steps * blockIdx.y / parts),
        end = (int)((long long)steps * (blockIdx.y + 1) / parts), end_l = min(k, end * SPLIT_K);
#if HOPPER_KNOWN
    if (parts > 1) {
        cluster_arrive();
        wait_for_previous();
    }
#endif
    float sum[SPLIT_SUMS_M][SPLIT_SUMS_N] = {};
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
                       stage + SPLIT_M * SPLIT_ROW + team * (SPLIT_K / TEAMS) * SPLIT_N + col);
    }
    float4 *received = (float4 *)(stages + SPLIT_STAGES * SPLIT_STAGE);
    send_sums(sum, received, share);
    for (int q = team; q < share && blockIdx.y * share + q < QUADS; q += TEAMS) {
        float4 total = make_float4(0, 0, 0, 0);
        for (int other = 0; other < parts * TEAMS; other++) {
            float4 v = received[(other * share + q) * TEAM_THREADS + thread];
            total.x += v.x;
            total.y += v.y;
            total.z += v.z;
            total.w += v.w;
        }
        int quad = blockIdx.y * share + q, i = quad / (SPLIT_SUMS_N / 4),
            j = quad % (SPLIT_SUMS_N / 4) * 4;
        store_four(C, ldc, m, n, tile_row + row + i * SPLIT_LANES_M,
                   tile_col + col + j * SPLIT_LANES_N, total);
    }
    /*}*/
}

template <int EACH>
void launch_split(const float *A, int lda, const float *B, int ldb, float *C, int ldc, int m, int n,
                  int k, int parts)
{
    /*{ TODO 6: a grid of tiles x parts. cudaLaunchKernelEx takes two attributes: a cluster of
     * `parts` blocks along y, and programmatic stream serialization, with which the kernel may
     * start before the one in front of it has ended. */
    dim3 grid((n + SPLIT_N - 1) / SPLIT_N * ((m + SPLIT_M - 1) / SPLIT_M), parts);
    cudaFuncSetAttribute(gemm_split<EACH>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                         SPLIT_BYTES);
#if HOPPER_KNOWN
    if (parts > 1) {
        cudaLaunchAttribute attribute[2] = {};
        attribute[0].id = cudaLaunchAttributeClusterDimension;
        attribute[0].val.clusterDim.x = attribute[0].val.clusterDim.z = 1;
        attribute[0].val.clusterDim.y = parts;
        attribute[1].id = cudaLaunchAttributeProgrammaticStreamSerialization;
        attribute[1].val.programmaticStreamSerializationAllowed = 1;
        cudaLaunchConfig_t config = {};
        config.gridDim = grid;
        config.blockDim = dim3(SPLIT_THREADS);
        config.dynamicSmemBytes = SPLIT_BYTES;
        config.attrs = attribute;
        config.numAttrs = 2;
        cudaLaunchKernelEx(&config, gemm_split<EACH>, A, lda, B, ldb, C, ldc, m, n, k);
        return;
    }
#endif
    gemm_split<EACH><<<grid, SPLIT_THREADS, SPLIT_BYTES>>>(A, lda, B, ldb, C, ldc, m, n, k);
    /*}*/
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
    /*{ TODO 7: first the parts of tiles in this block's run; then whole tiles, from number p.shared
     * + blockIdx.x on, gridDim.x apart. Rows and columns: bands of BAND rows of tiles, and in a
     * band column by column. */
    int begin = run_begin(p, block_number()), end = run_begin(p, block_number() + 1);
    int tile = begin / p.steps + i;
    int parts = end > begin ? (end - 1) / p.steps - begin / p.steps + 1 : 0;
    if (i < parts) {
        x.first = max(0, begin - tile * p.steps);
        x.last = min(p.steps, end - tile * p.steps);
    } else
        tile = p.shared + blockIdx.x + (i - parts) * gridDim.x;
    if (tile >= p.tiles) {
        x.last = x.first;
        return x;
    }
    int band = tile / (BAND * p.across), inside = tile % (BAND * p.across);
    int height = min((int)BAND, p.down - band * BAND);
    x.row = (band * BAND + inside % height) * TILE;
    x.col = inside / height * TILE;
    /*}*/
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
    /*{ TODO 8: if no step is left, arrive at the stage's barrier: no thread will read the stage.
     * Else announce FULL bytes, ask for both boxes, and note what comes next: the next step, or the
     * next piece. */
    int4 at = read_int4(base + FEED_AT);
    if (at.w == 0) {
        barrier_arrive(stage + FULL);
        return;
    }
    barrier_expect(stage + FULL, FULL);
    copy_box(stage, a_map, stage + FULL, at.y, at.x);
    copy_box(stage + TILE_BYTES, b_map, stage + FULL, at.x, at.z);
    if (at.w > 1) {
        write_int(base + FEED_AT, at.x + DEEP);
        write_int(base + FEED_AT + 12, at.w - 1);
    } else
        begin_feeding(base, read_int(base + FEED_AT + 16) + 1);
    /*}*/
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
    /*{ TODO 9: four sums at a time, so that adjacent threads write adjacent 16 bytes; wait for the
     * block; one thread raises the flag. */
    float4 *to = partial[block_number()] + threadIdx.x;
#pragma unroll
    for (int i = 0; i < SUMS_M; i++)
#pragma unroll
        for (int j = 0; j < SUMS_N; j += 4)
            __stcg(&to[(i * SUMS_N + j) / 4 * STREAM_THREADS],
                   make_float4(p.one * sum[i][j], p.one * sum[i][j + 1], p.one * sum[i][j + 2],
                               p.one * sum[i][j + 3]));
    __syncthreads();
    if (threadIdx.x == 0)
        flag_raise(&handed_over[block_number()]);
    /*}*/
}

/* Adds the sums of the other blocks to a tile. This block has its steps before `done`. */
__device__ __forceinline__ void collect(const plan &p, float (&sum)[SUMS_M][SUMS_N], int done)
{
    /*{ TODO 10: take the blocks that follow, until no step is missing: one thread takes the flag,
     * all wait for it, and add. */
    for (int other = block_number() + 1; done < p.steps; other++) {
        done += run_begin(p, other + 1) - run_begin(p, other);
        if (threadIdx.x == 0)
            flag_take(&handed_over[other]);
        __syncthreads();
        const float4 *from = partial[other] + threadIdx.x;
#pragma unroll
        for (int i = 0; i < SUMS_M; i++)
#pragma unroll
            for (int j = 0; j < SUMS_N; j += 4) {
                float4 v = __ldcg(&from[(i * SUMS_N + j) / 4 * STREAM_THREADS]);
                sum[i][j] += v.x;
                sum[i][j + 1] += v.y;
                sum[i][j + 2] += v.z;
                sum[i][j + 3] += v.w;
            }
    }
    /*}*/
}

/* This thread's first sum belongs to (row, col) of C. */
__device__ __forceinline__ void store_tile(const plan &p, float (&sum)[SUMS_M][SUMS_N], int row,
                                           int col, bool whole)
{
    /*{ TODO 11: 16 bytes at a time if the tile is `whole`, else each result that exists. Multiply
     * the sums by p.one: the copies may be adjacent registers, and the sums need not be. */
#pragma unroll
    for (int i = 0; i < SUMS_M; i++) {
        int r = row + i / 4 * 4 * LANES_M + i % 4;
        float *c = p.C + (size_t)r * p.ldc + col;
        if (whole) {
#pragma unroll
            for (int j = 0; j < SUMS_N; j += 4)
                *(float4 *)(c + j * LANES_N) =
                    make_float4(p.one * sum[i][j], p.one * sum[i][j + 1], p.one * sum[i][j + 2],
                                p.one * sum[i][j + 3]);
        } else if (r < p.m) {
#pragma unroll
            for (int j = 0; j < SUMS_N; j++)
                if (col + j / 4 * 4 * LANES_N + j % 4 < p.n)
                    c[j / 4 * 4 * LANES_N + j % 4] = p.one * sum[i][j];
        }
    }
    /*}*/
}

__global__ void __launch_bounds__(STREAM_THREADS, 2)
    gemm_stream(const __grid_constant__ CUtensorMap a_map,
                const __grid_constant__ CUtensorMap b_map, const __grid_constant__ plan p)
{
    /*{ TODO 12: one thread for each notes RING + 1 pieces and prepares the barriers: a stage is
     * full after one arrival and its bytes, `ready` is complete after an arrival of each thread.
     * All wait; thread 0 feeds RING - 1 stages. All transpose the first tile of A and load their
     * first elements. Then piece by piece, step by step: wait for the next stage; two halves of
     * ROUND values of l, as in the page's table. After a piece: note a later one, then hand over,
     * or collect and store. */
    extern __shared__ char stream_memory[];
    const uint32_t base = keep((shared_address(stream_memory) + 1023) & ~1023u);
    const uint32_t ring_end = keep(base + TURNED_AT), turned = base + TURNED_AT;
    const uint32_t turned_end = keep(turned + TURNED * TILE_BYTES), ready = base + READY_AT;
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    /* Lanes that differ in one bit differ in row and column. Measured, this is faster here than
     * lanes side by side. */
    int row = lane % LANES_M * 4, col = warp * WARP_N + (lane / LANES_M ^ lane) % LANES_N * 4;
    int left = steps_of_block(p);
    if (threadIdx.x <= RING) {
        note(base, p, threadIdx.x);
        if (threadIdx.x < RING)
            barrier_init(base + threadIdx.x * STAGE_BYTES + FULL, 1);
        else
            barrier_init(ready, STREAM_THREADS);
        barrier_publish();
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        begin_feeding(base, 0);
#pragma unroll 1
        for (int s = 0; s < RING - 1; s++)
            feed(base, base + s * STAGE_BYTES, &a_map, &b_map);
    }
    const uint32_t turn_from = keep((lane * DEEP + (warp ^ lane / 2 % 4) * 4) * 4);
    const uint32_t turn_to = keep((warp * 4 * TILE + lane) * 4);
    const uint32_t my_a = keep(row * 4), my_b = keep(TILE_BYTES + col * 4);
    const int arrives = keep(1); /* in which half; a constant makes ptxas choose worse registers */
    float sum[SUMS_M][SUMS_N];
    float4 a[SUMS_M / 4], b[2][SUMS_N / 4], x[2];
    uint32_t stage = base, tile = turned, parity = 0, ready_parity = 0;
    unsigned feeder = 0;
    if (left > 0) {
        barrier_wait(stage + FULL, 0);
#pragma unroll
        for (int h = 0; h < 2; h++) {
            turn_read(x, stage + turn_from + h * 64 * DEEP * 4);
            turn_write(x, tile + turn_to + h * 64 * 4);
        }
        __syncthreads();
#pragma unroll
        for (int i = 0; i < SUMS_M / 4; i++)
            a[i] = read_float4(tile + my_a + i * 4 * LANES_M * 4);
#pragma unroll
        for (int j = 0; j < SUMS_N / 4; j++)
            b[0][j] = read_float4(stage + my_b + j * 4 * LANES_N * 4);
    }
#pragma unroll 1
    for (int number = 0; left > 0; number++) {
        int4 work = read_int4(base + AGENDA_AT + number % AGENDA * 16);
        const int stop = left - (work.w - work.z);
#pragma unroll
        for (int i = 0; i < SUMS_M; i++)
#pragma unroll
            for (int j = 0; j < SUMS_N; j++)
                sum[i][j] = 0;
        uint32_t at_a = tile + my_a, at_b = stage + my_b;
#pragma unroll 1
        for (; left > stop; left--) {
            uint32_t next_stage = stage + STAGE_BYTES, next_tile = tile + TILE_BYTES;
            if (next_stage == ring_end) {
                next_stage = base;
                parity ^= 1;
            }
            if (next_tile == turned_end)
                next_tile = turned;
            barrier_wait(next_stage + FULL, parity);
            uint32_t from = next_stage + turn_from, to = next_tile + turn_to;
#pragma unroll 1
            for (int half = 0; half < 2; half++) {
                uint32_t then_a = at_a + ROUND * TILE * 4, then_b = at_b + ROUND * TILE * 4;
#pragma unroll
                for (int l = 0; l < ROUND; l++) {
                    if (l == 4) {
                        turn_read(x, from);
                        from += 64 * DEEP * 4;
                    }
                    if (l == 5) {
                        turn_write(x, to);
                        to += 64 * 4;
                    }
                    if (l == 6 && half == arrives)
                        barrier_arrive(ready);
                    if (l == ROUND - 1 && half == 1) {
                        barrier_wait(ready, ready_parity);
                        ready_parity ^= 1;
                        if (threadIdx.x == feeder)
                            feed(base, stage == base ? ring_end - STAGE_BYTES : stage - STAGE_BYTES,
                                 &a_map, &b_map);
                        feeder = (feeder + 32) % STREAM_THREADS;
                        then_a = next_tile + my_a;
                        then_b = next_stage + my_b;
                    }
                    const uint32_t next_a = l == ROUND - 1 ? then_a : at_a + (l + 1) * TILE * 4;
                    const uint32_t next_b = l == ROUND - 1 ? then_b : at_b + (l + 1) * TILE * 4;
#pragma unroll
                    for (int j = 0; j < SUMS_N / 4; j++)
                        b[(l + 1) % 2][j] = read_float4(next_b + j * 4 * LANES_N * 4);
#pragma unroll
                    for (int i = 0; i < SUMS_M; i++) {
#pragma unroll
                        for (int step = 0; step < SUMS_N; step++) {
                            int j = i % 2 ? SUMS_N - 1 - step : step;
                            sum[i][j] = fmaf(part(a[i / 4], i % 4), part(b[l % 2][j / 4], j % 4),
                                             sum[i][j]);
                        }
                        if (i % 4 == 3)
                            a[i / 4] = read_float4(next_a + i / 4 * 4 * LANES_M * 4);
                    }
                }
                at_a = then_a;
                at_b = then_b;
            }
            stage = next_stage;
            tile = next_tile;
        }
        work = read_int4(base + AGENDA_AT + number % AGENDA * 16);
        __syncthreads();
        if (threadIdx.x == 0)
            note(base, p, number + RING + 1);
        if (work.z > 0) {
            hand_over(p, sum);
            continue;
        }
        collect(p, sum, work.w);
        store_tile(p, sum, work.x + row, work.y + col,
                   work.x + TILE <= p.m && work.y + TILE <= p.n && p.ldc % 4 == 0 &&
                       (size_t)p.C % 16 == 0);
    }
    /*}*/
}
/* Copies a matrix to rows that start at multiples of 16 bytes, as the copy engine needs them. */
__global__ void align_rows(float *to, int pitch, const float *from, int ld, int rows, int cols)
{
    /*{ TODO 13: each thread copies four columns, blockDim.x apart, of rows blockIdx.y, blockIdx.y +
     * gridDim.y, ... Do not read from column `cols` on. */
    int first = blockIdx.x * blockDim.x * 4 + threadIdx.x;
    for (int row = blockIdx.y; row < rows; row += gridDim.y) {
        float x[4];
#pragma unroll
        for (int i = 0; i < 4; i++) {
            int col = first + i * blockDim.x;
            x[i] = col < cols ? from[(size_t)row * ld + col] : 0;
        }
#pragma unroll
        for (int i = 0; i < 4; i++)
            if (first + i * (int)blockDim.x < cols)
                to[(size_t)row * pitch + first + i * blockDim.x] = x[i];
    }
    /*}*/
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
    /*{ TODO 14: use fewer blocks, but not fewer than tiles, if a block would have fewer than FEWEST
     * steps. The tiles that do not fill a whole round, and one round more if there is one, are
     * shared; all others stay whole. `plan` explains share and extra. */
    long long most = (long long)p.tiles * p.steps / FEWEST;
    if (most < *blocks && p.tiles < *blocks)
        *blocks = most > p.tiles ? (int)most : p.tiles;
    int rest = p.tiles % *blocks;
    p.shared = rest == 0 ? 0 : p.tiles > *blocks ? rest + *blocks : rest;
    long long steps = (long long)p.shared * p.steps;
    p.share = (int)(steps / *blocks);
    p.extra = (int)(steps % *blocks);
    /*}*/
    return p;
}

inline void launch_stream(const float *A, int lda, const float *B, int ldb, float *C, int ldc,
                          int m, int n, int k, int sms)
{
    /*{ TODO 15: aligned matrices; two blocks for each SM; maps of A, in boxes of TILE x DEEP, and
     * of B, DEEP x TILE. */
    int blocks = 2 * sms < STREAM_BLOCKS ? 2 * sms : STREAM_BLOCKS;
    A = aligned(0, A, &lda, m, k);
    B = aligned(1, B, &ldb, k, n);
    if (!A || !B)
        return;
    CUtensorMap a_map = matrix_map(A, m, k, lda, TILE, DEEP),
                b_map = matrix_map(B, k, n, ldb, DEEP, TILE);
    plan p = make_plan(C, ldc, m, n, k, &blocks);
    cudaFuncSetAttribute(gemm_stream, cudaFuncAttributeMaxDynamicSharedMemorySize, STREAM_BYTES);
    gemm_stream<<<blocks, STREAM_THREADS, STREAM_BYTES>>>(a_map, b_map, p);
    /*}*/
}
#endif

void launch_gemm_tuned(const float *A, int lda, const float *B, int ldb, float *C, int ldc, int m,
                       int n, int k)
{
    /*{ TODO 16: gemm_stream if there is a tile for every sixth SM. Else gemm_split, with about a
     * block for each SM, at most PARTS for a tile, and at least FEW_STEPS steps for each. EACH is 4
     * if A and B are in_fours. */
    int parts = 1;
#if HOPPER_KNOWN
    static int sms;
    if (!sms && hopper_ready())
        cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    long long tiles = (long long)((m + TILE - 1) / TILE) * ((n + TILE - 1) / TILE);
    if (sms && 6 * tiles > sms) {
        launch_stream(A, lda, B, ldb, C, ldc, m, n, k, sms);
        return;
    }
    if (sms) {
        int places = ((m + SPLIT_M - 1) / SPLIT_M) * ((n + SPLIT_N - 1) / SPLIT_N);
        int most = min((int)PARTS, k / (SPLIT_K * FEW_STEPS));
        parts = max(1, min(most, (sms + places / 2) / places));
    }
#endif
    if (in_fours(A, lda, k) && in_fours(B, ldb, n))
        launch_split<4>(A, lda, B, ldb, C, ldc, m, n, k, parts);
    else
        launch_split<1>(A, lda, B, ldb, C, ldc, m, n, k, parts);
    /*}*/
}
#endif

LAB_MAIN(08_thread_tiled_gemm_hopper)

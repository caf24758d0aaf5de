/* The kernel of lab 08/hopper's last step: 128 x 128 elements of C a block, one piece of work after
 * another. How blocks share tiles is the lab's part (Sharing). How it is tuned, and what that
 * gained: docs/results/08_tried.md. */
#pragma once

#include "hopper_gemm.h"

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

/* Counts from the last block: a block waits only for blocks that have started before it. */
TILE_PART int block_number(void)
{
    return gridDim.x - 1 - blockIdx.x;
}

/* The first step of the run of block `number`, counted over the shared tiles. */
TILE_PART int run_begin(const plan &p, int number)
{
    return number * p.share + min(number, p.extra);
}

/* All steps of this block. */
TILE_PART int steps_of_block(const plan &p)
{
    int number = block_number(), behind = p.tiles - p.shared - (int)blockIdx.x;
    int whole = behind > 0 ? (behind - 1) / (int)gridDim.x + 1 : 0;
    return run_begin(p, number + 1) - run_begin(p, number) + whole * p.steps;
}

/* Piece `i` of this block; a piece without steps after the last one. */
TILE_PART piece piece_of(const plan &p, int i)
{
    piece x = {0, 0, 0, p.steps};
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
    return x;
}

/* Writes piece `i` on the agenda. */
TILE_PART void note(uint32_t base, const plan &p, int i)
{
    piece x = piece_of(p, i);
    write_int4(base + AGENDA_AT + i % AGENDA * 16, make_int4(x.row, x.col, x.first, x.last));
}

/* Feeding continues with piece `i`. FEED_AT has {column of A, row of A, column of B, steps left}
 * and the number of the piece. */
TILE_PART void begin_feeding(uint32_t base, int i)
{
    int4 x = read_int4(base + AGENDA_AT + i % AGENDA * 16);
    write_int4(base + FEED_AT, make_int4(x.z * DEEP, x.x, x.y, x.w - x.z));
    write_int(base + FEED_AT + 16, i);
}

/* One thread asks the copy engine for the next step. */
TILE_PART void feed(uint32_t base, uint32_t stage, const CUtensorMap *a_map,
                    const CUtensorMap *b_map)
{
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
}

/* Transposes half of a tile of A, 64 rows, as the copy engine has stored it. `from` and `to` are
 * this thread's places: lane l has rows l and l + 32, warp w has columns 4 w to 4 w + 3. */
TILE_PART void turn_read(float4 (&x)[2], uint32_t from)
{
    x[0] = read_float4(from);
    x[1] = read_float4(from + 32 * DEEP * 4);
}

TILE_PART void turn_write(float4 (&x)[2], uint32_t to)
{
#pragma unroll
    for (int i = 0; i < 2; i++)
#pragma unroll
        for (int l = 0; l < 4; l++)
            write_float(to + (l * TILE + i * 32) * 4, part(x[i], l));
}

/* Stores the sums of a tile, 16 bytes at a time if the tile is `whole`: then C's rows start at
 * multiples of 16 bytes. This thread's first sum belongs to element (row, col) of C. The sums are
 * multiplied by p.one, 1: the copies may be adjacent registers, and the sums need not be. */
TILE_PART void store_tile(const plan &p, float (&sum)[SUMS_M][SUMS_N], int row, int col, bool whole)
{
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
}

/* The kernel. After each piece of its work, all threads of a block call Sharing::join(p, sum,
 * work): the piece is {row and column of its tile, first step, the step after the last}. Where that
 * returns true, the tile is stored. */
template <class Sharing>
static __global__ void __launch_bounds__(STREAM_THREADS, 2)
    gemm_stream(const __grid_constant__ CUtensorMap a_map,
                const __grid_constant__ CUtensorMap b_map, const __grid_constant__ plan p)
{
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
        if (Sharing::join(p, sum, work))
            store_tile(p, sum, work.x + row, work.y + col,
                       work.x + TILE <= p.m && work.y + TILE <= p.n && p.ldc % 4 == 0 &&
                           (size_t)p.C % 16 == 0);
    }
}

/* Launches gemm_stream, two blocks for each of so many SMs; Sharing::share_out may want another
 * number, and divide tiles, which are whole until then. */
template <class Sharing>
static inline void launch_stream(const float *A, int lda, const float *B, int ldb, float *C,
                                 int ldc, int m, int n, int k, int sms)
{
    int blocks = 2 * sms < STREAM_BLOCKS ? 2 * sms : STREAM_BLOCKS;
    if (!aligned(0, &A, &lda, m, k) || !aligned(1, &B, &ldb, k, n))
        return;
    CUtensorMap a_map = box_map(A, m, k, lda, TILE, DEEP, CU_TENSOR_MAP_SWIZZLE_64B),
                b_map = box_map(B, k, n, ldb, DEEP, TILE, CU_TENSOR_MAP_SWIZZLE_NONE);
    plan p = {m, n, ldc, C, 1, (m + TILE - 1) / TILE, (n + TILE - 1) / TILE, 0, 0, 0, 0, 0};
    p.tiles = p.down * p.across;
    p.steps = (k + DEEP - 1) / DEEP;
    Sharing::share_out(&p, &blocks);
    cudaFuncSetAttribute(gemm_stream<Sharing>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                         STREAM_BYTES);
    gemm_stream<Sharing><<<blocks, STREAM_THREADS, STREAM_BYTES>>>(a_map, b_map, p);
}
#endif

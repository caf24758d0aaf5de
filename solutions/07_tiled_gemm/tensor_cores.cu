/* Lab 07, for experts: C = A B in double on tensor cores.
 * docs/07_tiled_gemm_tensor_cores.md explains, `make run LAB=07/tensor_cores` checks, `make hint
 * LAB=07/tensor_cores` helps.
 * A is m x k, B is k x n, C is m x n, and all are row-major. Their rows begin lda, ldb and ldc
 * elements apart, at least the length of a row. Do not touch what lies between two rows. m, n and k
 * may have any value, and a matrix may begin at any element of a larger array. */
#include <cuda_pipeline.h>
#include "hopper/hopper_gemm.h"
#include "gemm/tensor.h"
#include "lab.h"

#if (LAB_STEP(1) || LAB_STEP(2))
enum { BLOCK_M = 128 }; /* a block computes 128 x 128 elements of C, or 128 x 64 */

/* How wide the blocks' tiles are: 64 if fewer SMs then have nothing to do in the last round. Two
 * rounds of narrow tiles take 1.03 times as long as one of wide tiles, as measured on an H200 (1.1
 * times in step 2, which chooses the same). */
[[maybe_unused]] static int columns_of_block(int m, int n)
{
    int multiprocessors = 1;
    cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
    long long rows = (m + BLOCK_M - 1) / BLOCK_M;
    long long wide = (rows * ((n + 127) / 128) + multiprocessors - 1) / multiprocessors;
    long long narrow = (rows * ((n + 63) / 64) + multiprocessors - 1) / multiprocessors;
    return 1.03 * narrow < 2 * wide ? 64 : 128;
}
#endif

#if LAB_STEP(1)
/* Step 1: tensor cores in double. A warp keeps a WARP_M x WARP_N piece of C in its registers, as
 * fragments of 16 x 8. A block has two stages in shared memory: it uses one while the other is
 * being filled. The comment in common/gemm/tensor.h says which lane holds which element. While the
 * tensor cores multiply one slice of 4 terms, the warp loads the fragments of the next slice, and
 * the block copies a part of the next tile. */
enum {
    BLOCK_K = 32, /* terms between two barriers; two stages must fit into shared memory */
    SLICE = 4,    /* terms of one instruction */
    SLICES = BLOCK_K / SLICE,
    WARP_M = 32, /* 4 x 4 warps share the tile; 32 x 32 doubles of C take 64 of 128 registers */
    THREADS = 512,
    ROW_A = BLOCK_K + 4 /* padding: the 16 lanes of half a warp meet 16 pairs of banks */
};

/* What follows from the width of a block's tile of C, 128 or 64. */
template <int BLOCK_N> struct tile_of {
    static constexpr int WARP_N = BLOCK_N / 4, ROW_B = BLOCK_N + 4;
    static constexpr int PARTS = BLOCK_N / 32; /* a tile is copied in so many parts */
    static constexpr int STAGE = BLOCK_M * ROW_A + BLOCK_K * ROW_B; /* doubles */
    static constexpr int BYTES = 2 * STAGE * 8;                     /* of both stages */
};

/* Starts the copy of one part of a tile: ROWS x COLS elements at (row, col) of a matrix. Each copy
 * moves EACH elements, or fills with zeros beyond the end of the matrix. The matrix never ends
 * within EACH elements. A row of the tile has LENGTH elements. */
template <int ROWS, int COLS, int LENGTH, int PARTS, int EACH>
__device__ __forceinline__ void fetch(double *tile, const double *from, int ld, int row, int col,
                                      int all_rows, int all_cols, int part)
{
    /*{ TODO 1: adjacent threads copy adjacent pieces of EACH elements; COLS / EACH threads share
     * a row. This part has ROWS / PARTS rows. What is not there: read nothing, fill with zeros. */
    enum { ACROSS = COLS / EACH, DOWN = THREADS / ACROSS };
    int c = threadIdx.x % ACROSS * EACH, r = threadIdx.x / ACROSS + part * (ROWS / PARTS);
    bool inside = col + c < all_cols;
#pragma unroll
    for (int i = r; i < (part + 1) * (ROWS / PARTS); i += DOWN) {
        bool there = row + i < all_rows && inside;
        const double *source = there ? from + (size_t)(row + i) * ld + col + c : from;
        __pipeline_memcpy_async(tile + i * LENGTH + c, source, 8 * EACH, there ? 0 : 8 * EACH);
    }
    /*}*/
}

template <int BLOCK_N, int EACH>
__global__ void __launch_bounds__(THREADS)
    dgemm_tensor(const double *A, int lda, const double *B, int ldb, double *C, int ldc, int m,
                 int n, int k)
{
    /*{ TODO 2: fetch all parts of tile 0, wait, and load the fragments of its slice 0. Then, for
     * each slice of each tile: load the fragments of the next slice; fetch a part of the next tile;
     * multiply all pairs of this slice's fragments. Before you load slice 0 of a new tile, wait for
     * that tile. At the end, store the elements that C has. tile_of<BLOCK_N> has the sizes that
     * depend on the tile's width. */
    using Tile = tile_of<BLOCK_N>;
    constexpr int WARP_N = Tile::WARP_N, ROW_B = Tile::ROW_B;
    constexpr int PARTS = Tile::PARTS, STAGE = Tile::STAGE;
    extern __shared__ double stages[];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, g = lane / 4, t = lane % 4;
    int warp_row = warp / 4 * WARP_M, warp_col = warp % 4 * WARP_N;
    int block_row = blockIdx.y * BLOCK_M, block_col = blockIdx.x * BLOCK_N;
    double sum[WARP_M / 16][WARP_N / 8][4] = {};
    double a[2][WARP_M / 16][2], b[2][WARP_N / 8]; /* this slice's fragments, and the next one's */
    int tiles = (k + BLOCK_K - 1) / BLOCK_K;
    auto fetch_part = [&](int tile, int part) {
        double *to = stages + tile % 2 * STAGE;
        fetch<BLOCK_M, BLOCK_K, ROW_A, PARTS, EACH>(to, A, lda, block_row, tile * BLOCK_K, m, k,
                                                    part);
        fetch<BLOCK_K, BLOCK_N, ROW_B, PARTS, EACH>(to + BLOCK_M * ROW_A, B, ldb, tile * BLOCK_K,
                                                    block_col, k, n, part);
    };
    auto wait = [&]() {
        __pipeline_commit();
        __pipeline_wait_prior(0);
        __syncthreads(); /* all threads' copies are here, and no thread reads the old tile */
    };
    auto load = [&](int into, int tile, int slice) {
        const double *stage = stages + tile % 2 * STAGE;
        const double *tile_A = stage + (warp_row + g) * ROW_A + slice * SLICE + t;
        const double *tile_B = stage + BLOCK_M * ROW_A + (slice * SLICE + t) * ROW_B + warp_col + g;
#pragma unroll
        for (int i = 0; i < WARP_M / 16; i++)
#pragma unroll
            for (int j = 0; j < 2; j++)
                a[into][i][j] = tile_A[(16 * i + 8 * j) * ROW_A];
#pragma unroll
        for (int i = 0; i < WARP_N / 8; i++)
            b[into][i] = tile_B[8 * i];
    };
    for (int part = 0; part < PARTS; part++)
        fetch_part(0, part);
    wait();
    load(0, 0, 0);
    for (int tile = 0; tile < tiles; tile++)
#pragma unroll
        for (int slice = 0; slice < SLICES; slice++) {
            int more = tile + 1 < tiles;
            if (slice == SLICES - 1 && more)
                wait();
            if (slice < SLICES - 1 || more)
                load((slice + 1) % 2, tile + (slice + 1) / SLICES, (slice + 1) % SLICES);
            if (slice < PARTS && more)
                fetch_part(tile + 1, slice);
#pragma unroll
            for (int i = 0; i < WARP_M / 16; i++)
#pragma unroll
                for (int j = 0; j < WARP_N / 8; j++)
                    lab_mma_16x8x4(sum[i][j], a[slice % 2][i], b[slice % 2][j]);
        }
#pragma unroll
    for (int i = 0; i < WARP_M / 16; i++)
#pragma unroll
        for (int j = 0; j < WARP_N / 8; j++)
#pragma unroll
            for (int e = 0; e < 4; e += 2) {
                int row = block_row + warp_row + 16 * i + g + e / 2 * 8;
                int col = block_col + warp_col + 8 * j + 2 * t;
                double *to = C + (size_t)row * ldc + col;
                if (EACH == 2 && row < m && col + 1 < n) {
                    *(double2 *)to = make_double2(sum[i][j][e], sum[i][j][e + 1]);
                    continue;
                }
                if (row < m && col < n)
                    to[0] = sum[i][j][e];
                if (row < m && col + 1 < n)
                    to[1] = sum[i][j][e + 1];
            }
    /*}*/
}

void launch_dgemm_tensor(const double *A, int lda, const double *B, int ldb, double *C, int ldc,
                         int m, int n, int k)
{
    /*{ TODO 3: ask for the shared memory with cudaFuncSetAttribute, because it is more than 48 KiB.
     * Launch with EACH = 2, 16-byte copies and stores, if n, k and the leading dimensions are even
     * and all matrices begin at multiples of 16 bytes; otherwise with EACH = 1. BLOCK_N is
     * columns_of_block(m, n). */
    int cols = columns_of_block(m, n),
        bytes = cols == 64 ? tile_of<64>::BYTES : tile_of<128>::BYTES;
    int even = (lda | ldb | ldc | n | k) % 2 == 0,
        aligned = ((size_t)A | (size_t)B | (size_t)C) % 16 == 0;
    auto in_pairs = cols == 64 ? dgemm_tensor<64, 2> : dgemm_tensor<128, 2>;
    auto one_by_one = cols == 64 ? dgemm_tensor<64, 1> : dgemm_tensor<128, 1>;
    auto kernel = even && aligned ? in_pairs : one_by_one;
    dim3 grid((n + cols - 1) / cols, (m + BLOCK_M - 1) / BLOCK_M);
    cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    kernel<<<grid, THREADS, bytes>>>(A, lda, B, ldb, C, ldc, m, n, k);
    /*}*/
}
#endif

#if LAB_STEP(2) && HOPPER_KNOWN
/* Step 2: the same on a Hopper GPU, with roles. One thread asks the copy engine for boxes of A and
 * B; eight warps multiply. A stage of the ring has 16 terms. A line of a box has 16 doubles, 128
 * bytes, and its 16-byte chunk c lies at place c ^ (line % 8). Barrier `full` of a stage ends a
 * phase when the bytes are there, `empty` when all eight warps have read them. */
enum {
    RING_K = 16,
    LINE = 8 * RING_K,                  /* bytes */
    COMPUTING = 256,                    /* threads: 4 x 2 warps, each with 32 rows of the tile */
    RING_THREADS = COMPUTING + 128,     /* registers are dealt out to groups of 128 threads */
    RING_BYTES = 6 * 2 * BLOCK_M * LINE /* of all stages: 6, or 8 with narrow tiles */
};

/* A tile of A has 128 lines. Behind it lie BLOCK_N / 16 boxes of B, 16 lines each. */
template <int BLOCK_N> struct ring_of {
    static constexpr int STAGE = (BLOCK_M + BLOCK_N) * LINE, STAGES = RING_BYTES / STAGE;
    static constexpr int WARP_N = BLOCK_N / 2;
    uint64_t full[STAGES], empty[STAGES];
};

/* The tiles of C of this block: number blockIdx.x, and every gridDim.x-th from there on. */
template <int BLOCK_N> __device__ __forceinline__ int2 place_of_tile(int tile, int n)
{
    int across = (n + BLOCK_N - 1) / BLOCK_N;
    return make_int2(tile / across * BLOCK_M, tile % across * BLOCK_N); /* row, column */
}

/* What the asking thread does: fills the ring for all tiles of this block. `stages` is the shared
 * address of stage 0. */
template <int BLOCK_N>
__device__ __forceinline__ void fill(ring_of<BLOCK_N> *ring, uint32_t stages,
                                     const CUtensorMap *a_map, const CUtensorMap *b_map, int tiles,
                                     int n, int steps)
{
    /*{ TODO 4: for each step of each tile: wait until the stage is empty (a fresh barrier is, with
     * parity 1), announce STAGE bytes, ask for the box of A and the boxes of B. Stages follow each
     * other in a ring that goes on from tile to tile. */
    int s = 0, phase = 1;
    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        int2 at = place_of_tile<BLOCK_N>(tile, n);
        for (int step = 0; step < steps; step++) {
            uint32_t stage = stages + s * ring->STAGE, full = shared_address(&ring->full[s]);
            barrier_wait(&ring->empty[s], phase);
            barrier_expect(full, ring->STAGE);
            copy_box(stage, a_map, full, at.x, step * RING_K);
#pragma unroll
            for (int col = 0; col < BLOCK_N; col += 16)
                copy_box(stage + (BLOCK_M + col) * LINE, b_map, full, step * RING_K, at.y + col);
            if (++s == ring->STAGES) {
                s = 0;
                phase ^= 1;
            }
        }
    }
    /*}*/
}

/* The fragments of 8 terms: 2 x 16 rows of A, WARP_N / 8 x 8 columns of B. Both sides may take the
 * terms in any order: term t of the instruction is 2t here, term t + 4 is 2t + 1, so that a lane
 * loads both of A at once. And row g is line_of(g), so that 8 lanes meet 8 different chunks. */
template <int WARP_N> struct fragments {
    double a[2][4], b[WARP_N / 8][2];
};

__device__ __forceinline__ int line_of(int g)
{
    return g % 2 * 4 + g / 2;
}

/* Loads half `half` of a stage, which begins at shared address `a_rows` for this warp's rows of A,
 * at `b_cols` for its columns of B. */
template <int WARP_N>
__device__ __forceinline__ void load_half(fragments<WARP_N> &f, uint32_t a_rows, uint32_t b_cols,
                                          int half)
{
    int g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
    /* b[j][h] is term 2t + h of this half, column 8j + g; a[i][h] and a[i][h + 2] are terms 2t and
     * 2t + 1 of row 16i + 8h + line_of(g). */
#pragma unroll
    for (int h = 0; h < 2; h++)
#pragma unroll
        for (int j = 0; j < WARP_N / 8; j++) {
            int line = 8 * half + 2 * t + h, chunk = (j % 2 * 4 + g / 2) ^ (2 * t + h);
            f.b[j][h] = read_double(b_cols + (j / 2 * 16 + line) * LINE + chunk * 16 + g % 2 * 8);
        }
#pragma unroll
    for (int i = 0; i < 2; i++)
#pragma unroll
        for (int h = 0; h < 2; h++) {
            int line = 16 * i + 8 * h + line_of(g), chunk = (4 * half + t) ^ line_of(g);
            double2 v = read_double2(a_rows + line * LINE + chunk * 16);
            f.a[i][h] = v.x;
            f.a[i][h + 2] = v.y;
        }
}

template <int WARP_N>
__device__ __forceinline__ void multiply(double (&sum)[2][WARP_N / 8][4],
                                         const fragments<WARP_N> &f)
{
#pragma unroll
    for (int i = 0; i < 2; i++)
#pragma unroll
        for (int step = 0; step < WARP_N / 8; step++) {
            int j = i % 2 ? WARP_N / 8 - 1 - step : step;
            mma_16x8x8(sum[i][j], f.a[i], f.b[j]);
        }
}

/* Adds all steps of one tile. *s and *phase: the stage that comes next, and the parity of `full`
 * for it. They go on from tile to tile. */
template <int BLOCK_N>
__device__ __forceinline__ void add_steps(double (&sum)[2][BLOCK_N / 16][4], ring_of<BLOCK_N> *ring,
                                          uint32_t a_rows, uint32_t b_cols, int steps, int *s,
                                          int *phase)
{
    /*{ TODO 5: wait for the first stage, load its half 0. Then, for each step: multiply, load half
     * 1, multiply; wait for the next stage, if there is one, and load its half 0; lane 0 then
     * arrives at `empty` of the stage that the warp has read. */
    fragments<BLOCK_N / 2> f;
    barrier_wait(&ring->full[*s], *phase);
    load_half(f, a_rows + *s * ring->STAGE, b_cols + *s * ring->STAGE, 0);
    for (int step = 0; step < steps; step++) {
        int read = *s;
        multiply<BLOCK_N / 2>(sum, f);
        load_half(f, a_rows + read * ring->STAGE, b_cols + read * ring->STAGE, 1);
        multiply<BLOCK_N / 2>(sum, f);
        if (++*s == ring->STAGES) {
            *s = 0;
            *phase ^= 1;
        }
        if (step + 1 < steps) {
            barrier_wait(&ring->full[*s], *phase);
            load_half(f, a_rows + *s * ring->STAGE, b_cols + *s * ring->STAGE, 0);
        }
        __syncwarp();
        if (threadIdx.x % 32 == 0)
            barrier_arrive(&ring->empty[read]);
    }
    /*}*/
}

template <int BLOCK_N>
__global__ void __launch_bounds__(RING_THREADS, 1)
    dgemm_ring(const __grid_constant__ CUtensorMap a_map, const __grid_constant__ CUtensorMap b_map,
               double *C, int ldc, int m, int n, int k)
{
    constexpr int WARP_N = ring_of<BLOCK_N>::WARP_N, STAGES = ring_of<BLOCK_N>::STAGES;
    __shared__ ring_of<BLOCK_N> ring;
    uint32_t stages = shared_address(shared_from_1024());
    int steps = (k + RING_K - 1) / RING_K;
    int tiles = (m + BLOCK_M - 1) / BLOCK_M * ((n + BLOCK_N - 1) / BLOCK_N);
    if (threadIdx.x == 0) {
        for (int s = 0; s < STAGES; s++) {
            barrier_init(&ring.full[s], 1);
            barrier_init(&ring.empty[s], COMPUTING / 32);
        }
        barrier_publish();
    }
    __syncthreads();
    if (threadIdx.x >= COMPUTING) {
        registers_keep<24>();
        if (threadIdx.x == COMPUTING)
            fill<BLOCK_N>(&ring, stages, &a_map, &b_map, tiles, n, steps);
        return;
    }
    registers_take<240>();
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int warp_row = warp / 2 * 32, warp_col = warp % 2 * WARP_N;
    uint32_t a_rows = stages + warp_row * LINE, b_cols = stages + (BLOCK_M + warp_col) * LINE;
    int s = 0, phase = 0;
    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        double sum[2][WARP_N / 8][4] = {};
        add_steps<BLOCK_N>(sum, &ring, a_rows, b_cols, steps, &s, &phase);
        int2 at = place_of_tile<BLOCK_N>(tile, n);
#pragma unroll
        for (int i = 0; i < 2; i++)
#pragma unroll
            for (int j = 0; j < WARP_N / 8; j++)
#pragma unroll
                for (int h = 0; h < 2; h++)
                    store_two(C, ldc, m, n, at.x + warp_row + 16 * i + 8 * h + line_of(lane / 4),
                              at.y + warp_col + 8 * j + lane % 4 * 2, sum[i][j][2 * h],
                              sum[i][j][2 * h + 1]);
    }
}

void launch_dgemm_ring(const double *A, int lda, const double *B, int ldb, double *C, int ldc,
                       int m, int n, int k)
{
    int cols = columns_of_block(m, n), bytes = RING_BYTES + 1024;
    auto kernel = cols == 64 ? dgemm_ring<64> : dgemm_ring<128>;
    if (!aligned(0, &A, &lda, m, k) || !aligned(1, &B, &ldb, k, n))
        return;
    CUtensorMap a_map = box_map(A, m, k, lda, BLOCK_M, 16, CU_TENSOR_MAP_SWIZZLE_128B),
                b_map = box_map(B, k, n, ldb, RING_K, 16, CU_TENSOR_MAP_SWIZZLE_128B);
    int blocks = 0;
    /*{ TODO 6: a block for each SM, hopper_sms(), but not more blocks than tiles of C. */
    blocks = min((m + BLOCK_M - 1) / BLOCK_M * ((n + cols - 1) / cols), hopper_sms());
    /*}*/
    cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    if (blocks > 0)
        kernel<<<blocks, RING_THREADS, bytes>>>(a_map, b_map, C, ldc, m, n, k);
}
#endif

LAB_MAIN(07_tiled_gemm_tensor_cores)

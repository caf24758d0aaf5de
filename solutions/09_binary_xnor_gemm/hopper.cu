/* Lab 09, for experts: the binary C = A B on a Hopper GPU: its copy engine, its warpgroups, blocks
 * in clusters. docs/09_binary_xnor_gemm_hopper.md explains, `make run LAB=09/hopper` checks, `make
 * hint LAB=09/hopper` helps.
 *
 * As in the core (binary_xnor_gemm.cu): m x k times k x n; words = binary_words(k) hold a line
 * of k elements, binary_pitch(k) is how far apart two lines are; what is no element is a 0 bit.
 * A is in layout A, B in layout B by columns (common/binary.h); a_ones, b_ones: how many +1 each
 * row of A and each column of B holds. binary_hopper.h describes what a Hopper GPU offers;
 * nothing else runs this. */
#include <stdint.h>
#include "binary_hopper.h"
#include "lab.h"

#define WARP 32

#if (LAB_STEP(1) || LAB_STEP(2) || LAB_STEP(3)) && HOPPER_KNOWN
/* Stores four neighbouring elements of a row of C that begins at c, those beyond n left out. */
__device__ __forceinline__ void store_four(int *c, int col, int n, const int (&value)[4])
{
    if (n % 4 == 0 && (size_t)c % 16 == 0 && col < n)
        *(int4 *)&c[col] = make_int4(value[0], value[1], value[2], value[3]);
    else
        for (int j = 0; j < 4; j++)
            if (col + j < n)
                c[col + j] = value[j];
}

enum { TEAM = 128 /* threads of a warpgroup */, TEAM_ROWS = 64 /* of one of its instructions */ };
enum { LINE_WORDS = 32 /* of a stage: 128 bytes, 1,024 elements */ };

/* Stages of A and B in shared memory. The copy engine fills one and tells `full`; who has read it
 * tells `empty`. */
template <int rows, int cols, int count> struct ring {
    struct {
        uint32_t a[rows][LINE_WORDS], b[cols][LINE_WORDS];
    } stage[count];
    uint64_t full[count], empty[count];
    int terms[2][cols]; /* of each team's tile: what its columns contribute to its elements */
};

/* Dynamic shared memory, from the next multiple of 1,024 bytes on: the swizzle repeats after so
 * many. */
extern __shared__ unsigned char hopper_memory[];
template <class Ring> __device__ __forceinline__ Ring *ring_here(void)
{
    return (Ring *)(hopper_memory + (1024 - shared_address(hopper_memory) % 1024) % 1024);
}

/* Where the pipeline is: stage number, and the parity of the phase that it is in. */
struct place_in_ring {
    int stage, parity;
};

template <int count> __device__ __forceinline__ void advance(place_in_ring *p, int by)
{
    p->stage += by;
    while (p->stage >= count) {
        p->stage -= count;
        p->parity ^= 1;
    }
}

/* What the columns of a tile contribute, in a thread of the team: on the way in registers until it
 * is wanted in shared memory. Fetched early and kept late, they cost no waiting. */
template <int COLS> struct column_terms {
    int held[(COLS + TEAM - 1) / TEAM];
};

template <int COLS>
__device__ __forceinline__ void fetch_terms(column_terms<COLS> *terms, const int *b_ones, int col,
                                            int n)
{
#pragma unroll
    for (int i = 0; i < (COLS + TEAM - 1) / TEAM; i++) {
        int c = threadIdx.x % TEAM + i * TEAM;
        terms->held[i] = c < COLS && col + c < n ? b_ones[col + c] : 0;
    }
}

template <int COLS>
__device__ __forceinline__ void keep_terms(const column_terms<COLS> &terms, int *to)
{
#pragma unroll
    for (int i = 0; i < (COLS + TEAM - 1) / TEAM; i++)
        if ((int)threadIdx.x % TEAM + i * TEAM < COLS)
            to[threadIdx.x % TEAM + i * TEAM] = -2 * terms.held[i];
}

/* What row `row` contributes to each of its elements of C (0 beyond the last row). */
__device__ __forceinline__ int row_term(const int *a_ones, int row, int m, int k)
{
    return row < m ? k - 2 * a_ones[row] : 0;
}

/* Four neighbouring elements of one row: of every eight counts, two of one block of eight columns
 * and two of the next. */
__device__ __forceinline__ int4 four_of(const int *count, int row_term, int4 of_column)
{
    return make_int4(row_term + of_column.x + 4 * count[0], row_term + of_column.y + 4 * count[1],
                     row_term + of_column.z + 4 * count[4], row_term + of_column.w + 4 * count[5]);
}

/* Stores one warpgroup's 64 x COLS counts. row: this thread's first row (the other is 8 below);
 * terms: of the columns. Nobody reads C again soon (__stcs): the packed matrices shall stay in
 * L2. */
template <int COLS>
__device__ __forceinline__ void store_team(const int (&count)[COLS / 2], const int (&term)[2],
                                           const int *terms, int *C, int row, int col, int m, int n)
{
    int q = threadIdx.x % 4, *to = C + (size_t)row * n + col + 4 * q;
    if (row - row % TEAM_ROWS + TEAM_ROWS <= m && col + COLS <= n && n % 4 == 0 &&
        (size_t)C % 16 == 0) {
#pragma unroll
        for (int j = 0; j < COLS / 16; j++) {
            int4 of_column = read_now(&terms[16 * j + 4 * q]);
            __stcs((int4 *)(to + 16 * j), four_of(&count[8 * j], term[0], of_column));
            __stcs((int4 *)(to + (size_t)8 * n + 16 * j),
                   four_of(&count[8 * j + 2], term[1], of_column));
        }
        return;
    }
#pragma unroll
    for (int j = 0; j < COLS / 16; j++)
#pragma unroll
        for (int half = 0; half < 2; half++) {
            int4 v =
                four_of(&count[8 * j + 2 * half], term[half], read_now(&terms[16 * j + 4 * q]));
            int value[4] = {v.x, v.y, v.z, v.w}, r = row + 8 * half;
            if (r < m)
                store_four(C + (size_t)r * n, col + 16 * j + 4 * q, n, value);
        }
}
#endif
#if LAB_STEP(1) && HOPPER_KNOWN
/* Step 1: nobody copies any more. One thread tells the copy engine which boxes to fetch, stage
 * after stage, tile after tile; two warpgroups multiply, 64 x 256 elements each, straight from
 * shared memory. One block to an SM makes many tiles: while its warpgroups store one, the stages of
 * the next arrive. */
enum { WIDE = 256, WIDE_STAGES = 4, WIDE_THREADS = 3 * TEAM };
typedef ring<2 * TEAM_ROWS, WIDE, WIDE_STAGES> wide_ring;

/* The thread that fetches. */
__device__ void fetch_wide(wide_ring *r, const CUtensorMap *a_map, const CUtensorMap *b_map,
                           int tiles, int across, int stages)
{
    /*{ TODO 1: for every tile of this block (blockIdx.x, then gridDim.x further on) and every
     * stage: wait until it is empty, announce its bytes, ask for its box of A and its box of B (16
     * columns to a group). */
    place_in_ring at = {0, 0};
    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x)
        for (int s = 0; s < stages; s++) {
            uint64_t *full = &r->full[at.stage];
            barrier_wait(&r->empty[at.stage], at.parity ^ 1);
            barrier_expect(full, sizeof r->stage[0]);
            copy_rows(r->stage[at.stage].a, a_map, full, s * LINE_WORDS,
                      tile / across * 2 * TEAM_ROWS);
            copy_columns(r->stage[at.stage].b, b_map, full, s * LINE_WORDS,
                         tile % across * (WIDE / 16));
            advance<WIDE_STAGES>(&at, 1);
        }
    /*}*/
}

/* One warpgroup's part of one tile: 64 rows by 256 columns over `stages` stages. */
__device__ __forceinline__ void multiply_wide(int (&count)[WIDE / 2], wide_ring *r, int team,
                                              int stages, place_in_ring *at)
{
    /*{ TODO 2: for every stage: wait until it is full, begin, four wgmma of 256 bits (the very
     * first does not add), commit; when the stage before is through (all but one commit), lane 0 of
     * each warp says that it is empty. At the end the same for the last. */
    int before = 0;
    for (int s = 0; s < stages; s++) {
        barrier_wait(&r->full[at->stage], at->parity);
        uint64_t a = operand_at(r->stage[at->stage].a[team * TEAM_ROWS]),
                 b = operand_at(r->stage[at->stage].b[0]);
        wgmma_begin();
#pragma unroll
        for (int turn = 0; turn < 4; turn++)
            wgmma(count, a + 2 * turn, b + 2 * turn, s > 0 || turn > 0);
        wgmma_commit();
        wgmma_wait<1>();
        if (s > 0 && threadIdx.x % WARP == 0)
            barrier_arrive(&r->empty[before]);
        before = at->stage;
        advance<WIDE_STAGES>(at, 1);
    }
    wgmma_wait<0>();
    if (threadIdx.x % WARP == 0)
        barrier_arrive(&r->empty[before]);
    /*}*/
}

__global__ void __launch_bounds__(WIDE_THREADS, 1)
    xnor_wgmma(const __grid_constant__ CUtensorMap a_map, const __grid_constant__ CUtensorMap b_map,
               const int *a_ones, const int *b_ones, int *C, int m, int n, int k)
{
    wide_ring *r = ring_here<wide_ring>();
    int team = threadIdx.x / TEAM, stages = (binary_words(k) - 1) / LINE_WORDS + 1;
    int across = (n - 1) / WIDE + 1, tiles = across * ((m - 1) / (2 * TEAM_ROWS) + 1);
    /*{ TODO 3: one thread prepares the barriers: a stage is full after one arrival (and its
     * bytes), empty after one of each warp that multiplies. Then everybody waits. */
    if (threadIdx.x == 0) {
        for (int s = 0; s < WIDE_STAGES; s++) {
            barrier_init(&r->full[s], 1);
            barrier_init(&r->empty[s], 2 * TEAM / WARP);
        }
        barrier_publish();
    }
    __syncthreads();
    /*}*/
    if (team == 2) { /* one thread fetches; the registers of its 127 companions go to the others */
        registers_keep<24>();
        if (threadIdx.x == 2 * TEAM)
            fetch_wide(r, &a_map, &b_map, tiles, across, stages);
        return;
    }
    registers_take<240>();
    place_in_ring at = {0, 0};
    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        int col = tile % across * WIDE, thread = threadIdx.x % TEAM, count[WIDE / 2];
        int row = (tile / across * 2 + team) * TEAM_ROWS + thread / WARP * 16 + thread % WARP / 4;
        int term[2] = {row_term(a_ones, row, m, k), row_term(a_ones, row + 8, m, k)};
        column_terms<WIDE> terms;
        fetch_terms(&terms, b_ones, col, n);
        multiply_wide(count, r, team, stages, &at);
        team_sync(1 + team, TEAM); /* the tile before is stored, its terms are done with */
        keep_terms(terms, r->terms[team]);
        team_sync(1 + team, TEAM);
        store_team<WIDE>(count, term, r->terms[team], C, row, col, m, n);
    }
}

void launch_xnor_wgmma(const uint32_t *A, const uint32_t *B, const int *a_ones, const int *b_ones,
                       int *C, int m, int n, int k)
{
    /*{ TODO 4: the maps of A (boxes of a tile's rows) and B (of a tile's columns, four neighbours
     * to a thread); as many blocks as there are SMs, or tiles if those are fewer. */
    int device = 0, sms = 0, bytes = sizeof(wide_ring) + 1024;
    int tiles = ((n - 1) / WIDE + 1) * ((m - 1) / (2 * TEAM_ROWS) + 1);
    if (!binary_hopper_ready())
        return;
    CUtensorMap a_map = row_map(A, m, k, 2 * TEAM_ROWS), b_map = column_map(B, n, k, WIDE, 4);
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device);
    cudaFuncSetAttribute((const void *)xnor_wgmma, cudaFuncAttributeMaxDynamicSharedMemorySize,
                         bytes);
    int blocks = tiles < sms ? tiles : sms;
    xnor_wgmma<<<blocks, WIDE_THREADS, bytes>>>(a_map, b_map, a_ones, b_ones, C, m, n, k);
    /*}*/
}
#endif

#if (LAB_STEP(2) || LAB_STEP(3)) && HOPPER_KNOWN
/* Blocks that work side by side share what they fetch: CLUSTER_ROWS of them below each other fetch
 * a part of their columns of B each, and every part goes to all; likewise CLUSTER_COLS beside each
 * other and their rows of A. */
#ifndef CLUSTER_ROWS
#define CLUSTER_ROWS 2
#endif
#ifndef CLUSTER_COLS
#define CLUSTER_COLS 1
#endif
enum { PAIR_ROWS = 2 * TEAM_ROWS, PAIR_THREADS = 3 * TEAM };
enum { CLUSTER = CLUSTER_ROWS * CLUSTER_COLS, PEERS = CLUSTER_ROWS + CLUSTER_COLS - 1 };

/* Stages: as many as fit, where bits are stored or tiles are wide. Where a small C of integers is
 * stored, the copies must not run far ahead: they and the stores meet in L2 (measured at 4096 x
 * 4096: 4 stages 24.2 us, 5: 25.2, 6: 25.8, 7: 27). */
template <int COLS, int EACH> struct pair_ring {
    enum { stages = EACH != 4 ? 7 : COLS > 128 ? 5 : 4 };
    typedef ring<PAIR_ROWS, COLS, stages> type;
    static_assert(sizeof(type) + 1024 <= 227 * 1024, "shared memory of a Hopper SM");
};

/* Tile number `tile` of a cluster, and in it the part of block `rank`: its first row and column.
 * `high` rows of clusters walk along the columns together: where the matrices are much larger than
 * L2, that keeps what they share in it. */
template <int COLS>
__device__ __forceinline__ void place_tile(int tile, int rank, int high, int m, int n, int *row,
                                           int *col)
{
    int down = (m - 1) / (PAIR_ROWS * CLUSTER_ROWS) + 1,
        across = (n - 1) / (COLS * CLUSTER_COLS) + 1;
    int group = tile / (high * across), inside = tile % (high * across);
    int height = min(high, down - group * high);
    *row = ((group * high + inside % height) * CLUSTER_ROWS + rank % CLUSTER_ROWS) * PAIR_ROWS;
    *col = (inside / height * CLUSTER_COLS + rank / CLUSTER_ROWS) * COLS;
}

/* The thread that fetches: its share of every stage of every tile, for this block and those that
 * need the same. */
template <int COLS, int EACH, class Ring>
__device__ void fetch_pair(Ring *r, const CUtensorMap *a_map, const CUtensorMap *b_map, int rank,
                           int clusters, int tiles, int high, int stages, int m, int n)
{
    enum {
        count = pair_ring<COLS, EACH>::stages,
        a_part = PAIR_ROWS / CLUSTER_COLS,
        b_part = COLS / CLUSTER_ROWS
    };
    static_assert(b_part % (4 * EACH) == 0, "a share of B is whole groups of columns");
    int below = rank % CLUSTER_ROWS, beside = rank / CLUSTER_ROWS, row, col;
    int beside_me = 0, below_me = ((1 << CLUSTER_ROWS) - 1) << beside * CLUSTER_ROWS;
    for (int i = 0; i < CLUSTER_COLS; i++)
        beside_me |= 1 << (below + i * CLUSTER_ROWS);
    /*{ TODO 5: for every tile of this cluster and every stage: wait until it is empty (everywhere:
     * see release), announce ALL its bytes, whoever sends them, and ask for this block's shares:
     * a_part rows of A for the blocks beside_me, b_part columns of B for those below_me. */
    place_in_ring at = {0, 0};
    for (int tile = blockIdx.x / CLUSTER; tile < tiles; tile += clusters) {
        place_tile<COLS>(tile, rank, high, m, n, &row, &col);
        for (int s = 0; s < stages; s++) {
            uint64_t *full = &r->full[at.stage];
            void *a = r->stage[at.stage].a[beside * a_part],
                 *b = r->stage[at.stage].b[below * b_part];
            barrier_wait(&r->empty[at.stage], at.parity ^ 1);
            barrier_expect(full, sizeof r->stage[0]);
            if (CLUSTER_COLS > 1)
                copy_rows_to(a, a_map, full, s * LINE_WORDS, row + beside * a_part, beside_me);
            else
                copy_rows(a, a_map, full, s * LINE_WORDS, row);
            if (CLUSTER_ROWS > 1)
                copy_columns_to(b, b_map, full, s * LINE_WORDS, (col + below * b_part) / (4 * EACH),
                                below_me);
            else
                copy_columns(b, b_map, full, s * LINE_WORDS, col / (4 * EACH));
            advance<count>(&at, 1);
        }
    }
    /*}*/
}

/* Tells every block that writes into this one's stages that stage `stage` is empty here. */
template <class Ring> __device__ __forceinline__ void release(Ring *r, int stage, int rank)
{
    int lane = threadIdx.x % WARP, below = rank % CLUSTER_ROWS, beside = rank / CLUSTER_ROWS;
    int other = lane - CLUSTER_ROWS, to = lane + beside * CLUSTER_ROWS;
    if (lane >= CLUSTER_ROWS)
        to = below + (other + (other >= beside)) * CLUSTER_ROWS;
    if (lane < PEERS)
        barrier_arrive_at(&r->empty[stage], to);
}

/* One warpgroup's tile: 128 rows (two instructions' worth) by COLS columns over `stages` stages. */
template <int COLS, int EACH, class Ring>
__device__ __forceinline__ void multiply_pair(int (&count)[2][COLS / 2], Ring *r, int rank,
                                              int team, int stages, place_in_ring *at)
{
    /*{ TODO 6: as multiply_wide, with two wgmma of 64 rows each a turn (the second's A begins 64
     * lines of 128 bytes further on: operands count in 16 bytes). When the last stage is under way,
     * it is the other warpgroup's turn: team_arrive. */
    int before = 0;
    for (int s = 0; s < stages; s++) {
        barrier_wait(&r->full[at->stage], at->parity);
        uint64_t a = operand_at(r->stage[at->stage].a[0]), b = operand_at(r->stage[at->stage].b[0]);
        wgmma_begin();
#pragma unroll
        for (int turn = 0; turn < 4; turn++)
#pragma unroll
            for (int i = 0; i < 2; i++)
                wgmma(count[i], a + i * (TEAM_ROWS * 128 / 16) + 2 * turn, b + 2 * turn,
                      s > 0 || turn > 0);
        wgmma_commit();
        wgmma_wait<1>();
        if (s > 0)
            release(r, before, rank);
        if (s == stages - 1)
            team_arrive(1 + (team ^ 1), 2 * TEAM); /* the other's turn */
        before = at->stage;
        advance<pair_ring<COLS, EACH>::stages>(at, 1);
    }
    wgmma_wait<0>();
    release(r, before, rank);
    /*}*/
}

/* Step 3's way to store: bits instead of integers. */
template <int COLS>
__device__ __forceinline__ void store_team(const int (&count)[COLS / 2], const int (&term)[2],
                                           const int *terms, uint32_t *C, int row, int col, int m,
                                           int n);

/* One warpgroup's turn: tile number `tile`, from the terms of its rows and columns to C. Integers
 * take long to store: until their turn comes, and while they multiply, the terms may take their
 * time. Signs need the registers. */
template <int COLS, int EACH, class Ring, class Out>
__device__ __forceinline__ void make_tile(Ring *r, int tile, int rank, int high, place_in_ring *at,
                                          int stages, const int *a_ones, const int *b_ones, Out *C,
                                          int m, int n, int k)
{
    int row, col, term[2][2], count[2][COLS / 2];
    int team = threadIdx.x / TEAM, thread = threadIdx.x % TEAM, *terms = r->terms[team];
    constexpr bool late = EACH == 4;
    column_terms<COLS> fetched;
    place_tile<COLS>(tile, rank, high, m, n, &row, &col);
    fetch_terms(&fetched, b_ones, col, n);
    row += thread / WARP * 16 + thread % WARP / 4;
#pragma unroll
    for (int i = 0; i < 4; i++)
        term[i / 2][i % 2] = row_term(a_ones, row + i / 2 * TEAM_ROWS + i % 2 * 8, m, k);
    /*{ TODO 7: wait for this team's turn (barrier 1 + team, which the other team arrives at, too);
     * multiply; the column terms into shared memory, and wait for this team (barrier 3 + team)
     * before any thread reads them; store both halves. If the terms are not to come late, keep them
     * before the turn, between two waits for the team: before the first, its slower warps may still
     * store the last tile, with the old terms. */
    if (!late) {
        team_sync(3 + team, TEAM); /* the tile before is stored, its terms are done with */
        keep_terms(fetched, terms);
        team_sync(3 + team, TEAM);
    }
    team_sync(1 + team, 2 * TEAM); /* my turn */
    multiply_pair<COLS, EACH>(count, r, rank, team, stages, at);
    if (late) {
        keep_terms(fetched, terms);
        team_sync(3 + team, TEAM);
    }
#pragma unroll
    for (int i = 0; i < 2; i++)
        store_team<COLS>(count[i], term[i], terms, C, row + i * TEAM_ROWS, col, m, n);
    /*}*/
}

/* Steps 2 and 3: the two warpgroups take turns. While one stores its tile of 128 x COLS, the
 * other multiplies the next. */
template <int COLS, int EACH, class Out>
__global__ void __launch_bounds__(PAIR_THREADS, 1)
    xnor_turns(const __grid_constant__ CUtensorMap a_map, const __grid_constant__ CUtensorMap b_map,
               const int *a_ones, const int *b_ones, Out *C, int m, int n, int k, int tiles,
               int high)
{
    typedef typename pair_ring<COLS, EACH>::type pairs;
    constexpr int depth = pair_ring<COLS, EACH>::stages;
    pairs *r = ring_here<pairs>();
    int rank = CLUSTER > 1 ? cluster_rank() : 0, clusters = gridDim.x / CLUSTER;
    int team = threadIdx.x / TEAM, stages = (binary_words(k) - 1) / LINE_WORDS + 1;
    if (threadIdx.x == 0) {
        for (int s = 0; s < depth; s++) {
            barrier_init(&r->full[s], 1);
            barrier_init(&r->empty[s], PEERS * TEAM / WARP);
        }
        barrier_publish();
        map_prefetch(&a_map);
        map_prefetch(&b_map);
    }
    __syncwarp();
    cluster_sync();
    launch_after_begin();
    launch_before_wait(); /* so far nobody has touched what the launch before may still write */
    if (team == 2) {
        registers_keep<24>();
        if (threadIdx.x == 2 * TEAM)
            fetch_pair<COLS, EACH>(r, &a_map, &b_map, rank, clusters, tiles, high, stages, m, n);
    } else {
        registers_take<240>();
        if (team == 1)
            team_arrive(1, 2 * TEAM); /* the first turn is team 0's */
        place_in_ring at = {0, 0};
        for (int tile = blockIdx.x / CLUSTER, turn = 0; tile < tiles; tile += clusters, turn++)
            if (turn % 2 == team)
                make_tile<COLS, EACH>(r, tile, rank, high, &at, stages, a_ones, b_ones, C, m, n, k);
            else
                advance<depth>(&at, stages);
    }
    __syncwarp();
    cluster_sync(); /* no block leaves while another may still signal it */
}

/* COLS columns to a tile; EACH neighbouring columns to a thread; high: see place_tile. */
template <int COLS, int EACH, class Out>
void launch_turns(const uint32_t *A, const uint32_t *B, const int *a_ones, const int *b_ones,
                  Out *C, int m, int n, int k, int high)
{
    int device = 0, sms = 0, bytes = sizeof(typename pair_ring<COLS, EACH>::type) + 1024;
    int tiles = ((m - 1) / (PAIR_ROWS * CLUSTER_ROWS) + 1) * ((n - 1) / (COLS * CLUSTER_COLS) + 1);
    auto kernel = xnor_turns<COLS, EACH, Out>;
    CUtensorMap a_map = row_map(A, m, k, PAIR_ROWS / CLUSTER_COLS),
                b_map = column_map(B, n, k, COLS / CLUSTER_ROWS, EACH);
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device);
    cudaFuncSetAttribute((const void *)kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    cudaLaunchAttribute attribute[2] = {};
    attribute[0].id = cudaLaunchAttributeClusterDimension;
    attribute[0].val.clusterDim.x = CLUSTER;
    attribute[0].val.clusterDim.y = attribute[0].val.clusterDim.z = 1;
    attribute[1].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute[1].val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(sms / CLUSTER * CLUSTER);
    config.blockDim = dim3(PAIR_THREADS);
    config.dynamicSmemBytes = bytes;
    config.attrs = attribute;
    config.numAttrs = 2;
    int clusters = sms / CLUSTER;
    if (CLUSTER > 2) /* an SM that has no partner left in its part of the chip stays empty */
        cudaOccupancyMaxActiveClusters(&clusters, (const void *)kernel, &config);
    config.gridDim = dim3((tiles < clusters ? tiles : clusters) * CLUSTER);
    cudaLaunchKernelEx(&config, kernel, a_map, b_map, a_ones, b_ones, C, m, n, k, tiles, high);
}
#endif

#if LAB_STEP(2) && HOPPER_KNOWN
void launch_xnor_turns(const uint32_t *A, const uint32_t *B, const int *a_ones, const int *b_ones,
                       int *C, int m, int n, int k)
{
    if (!binary_hopper_ready())
        return;
    /*{ TODO 8: launch_turns with tiles 128 columns wide and four neighbours to a thread; from some
     * 50 million elements of C on (all SMs have tiles enough) 192; beyond 100 million (the matrices
     * do not fit L2 any more) 8 rows high. */
    double elements = (double)m * n;
    if (elements < 5e7)
        launch_turns<128, 4, int>(A, B, a_ones, b_ones, C, m, n, k, 1);
    else
        launch_turns<192, 4, int>(A, B, a_ones, b_ones, C, m, n, k, elements < 1e8 ? 1 : 8);
    /*}*/
}
#endif

#if LAB_STEP(3) && HOPPER_KNOWN
/* Step 3: bits instead of integers: 1 where an element is at least 0. This thread's 16 columns of
 * each 64, of two rows. */
template <int COLS>
__device__ __forceinline__ void store_team(const int (&count)[COLS / 2], const int (&term)[2],
                                           const int *terms, uint32_t *C, int row, int col, int m,
                                           int n)
{
    int q = threadIdx.x % 4, words = binary_words(n);
#pragma unroll
    for (int group = 0; group < COLS / 64; group++) {
        int first = col + 64 * group + 16 * q;
        uint32_t bits[2] = {0, 0};
        /*{ TODO 9: this thread's 16 signs of each of its two rows, the first in bit 0. */
#pragma unroll
        for (int j = 0; j < 8; j++) {
            int2 of_column = *(const int2 *)&terms[64 * group + 16 * q + 2 * j];
            const int *c = &count[32 * group + 4 * j];
#pragma unroll
            for (int half = 0; half < 2; half++) {
                bits[half] |= (uint32_t)(term[half] + of_column.x + 4 * c[2 * half] >= 0) << 2 * j;
                bits[half] |= (uint32_t)(term[half] + of_column.y + 4 * c[2 * half + 1] >= 0)
                              << (2 * j + 1);
            }
        }
        /*}*/
        uint32_t kept = n - first >= 16 ? 0xffff : n > first ? (1u << (n - first)) - 1 : 0;
        for (int half = 0; half < 2; half++)
            if (row + 8 * half < m && first < words * BINARY_BITS)
                ((uint16_t *)(C + (size_t)(row + 8 * half) * words))[first / 16] =
                    (uint16_t)(bits[half] & kept);
    }
}

void launch_xnor_sign(const uint32_t *A, const uint32_t *B, const int *a_ones, const int *b_ones,
                      uint32_t *C, int m, int n, int k)
{
    if (!binary_hopper_ready())
        return;
    /*{ TODO 10: launch_turns again; 16 neighbours to a thread, half a word. */
    launch_turns<128, 16, uint32_t>(A, B, a_ones, b_ones, C, m, n, k, 1);
    /*}*/
}
#endif

LAB_MAIN(09_binary_xnor_gemm_hopper)

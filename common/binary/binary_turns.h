/* The frame of lab 09/hopper's last steps: which tile comes next, the ring of two warpgroups that
 * take turns, the copying thread, and the launch. ROWS blocks below each other form a cluster;
 * their ranks in it are 0 to ROWS - 1. How long rings and bands are was measured:
 * docs/results/09_binary_xnor_gemm.md. */
#pragma once

#include "binary_ring.h"

#if HOPPER_KNOWN
enum { PAIR_ROWS = 2 * TEAM_ROWS, PAIR_THREADS = 3 * TEAM };

/* Stages: as many as fit, if bits are stored or tiles are wide. If a small C of integers is stored,
 * the copies must not run far ahead, because they meet the stores in L2
 * (docs/results/09_binary_xnor_gemm.md has times with 3 to 7 stages). */
template <int COLS, int EACH> struct pair_ring {
    enum { stages = EACH != 4 ? 7 : COLS > 128 ? 5 : 4 };
    typedef ring<PAIR_ROWS, COLS, stages> type;
    static_assert(sizeof(type) + 1024 <= 227 * 1024, "shared memory of a Hopper SM");
};

/* The first row and column of block `rank` in tile number `tile` of a cluster. `high` rows of
 * clusters walk along the columns together: if the matrices are much larger than L2, what they
 * share stays in it. */
template <int COLS, int ROWS>
BINARY_PART void place_tile(int tile, int rank, int high, int m, int n, int *row, int *col)
{
    int down = (m - 1) / (PAIR_ROWS * ROWS) + 1, across = (n - 1) / COLS + 1;
    int group = tile / (high * across), inside = tile % (high * across);
    int height = min(high, down - group * high);
    *row = ((group * high + inside % height) * ROWS + rank % ROWS) * PAIR_ROWS;
    *col = (inside / height + rank / ROWS) * COLS;
}

/* Tells every block of the cluster, since each writes into this block's stages, that stage `stage`
 * is empty here. All lanes of a warp call it. */
template <int ROWS, class Ring> BINARY_PART void release(Ring *r, int stage, int rank)
{
    int lane = threadIdx.x % WARP, below = rank % ROWS, beside = rank / ROWS;
    int other = lane - ROWS, to = lane + beside * ROWS;
    if (lane >= ROWS)
        to = below + (other + (other >= beside)) * ROWS;
    if (lane < ROWS)
        barrier_arrive_at(&r->empty[stage], to);
}

/* The copying thread. For every tile of this cluster and every stage it waits until the stage is
 * empty in all blocks, announces all bytes of the stage, whichever block sends them, asks for this
 * block's rows of A, and for columns of B: alone for all, in a cluster for part `below` of ROWS, by
 * Turns::fetch_columns. */
template <class Turns, int COLS, int EACH, int ROWS, class Ring>
BINARY_PART void fetch_pair(Ring *r, const CUtensorMap *a_map, const CUtensorMap *b_map, int rank,
                            int clusters, int tiles, int high, int stages, int m, int n)
{
    static_assert(COLS / ROWS % (4 * EACH) == 0, "a share of B is whole groups of columns");
    int below = rank % ROWS, ranks = ((1 << ROWS) - 1) << rank / ROWS * ROWS, row, col;
    place_in_ring at = {0, 0};
    for (int tile = blockIdx.x / ROWS; tile < tiles; tile += clusters) {
        place_tile<COLS, ROWS>(tile, rank, high, m, n, &row, &col);
        for (int s = 0; s < stages; s++) {
            uint64_t *ready = &r->full[at.stage];
            barrier_wait(&r->empty[at.stage], at.parity ^ 1);
            barrier_expect(ready, sizeof r->stage[0]);
            copy_rows(r->stage[at.stage].a[rank / ROWS * PAIR_ROWS], a_map, ready, s * LINE_WORDS,
                      row);
            if (ROWS == 1)
                copy_columns(r->stage[at.stage].b, b_map, ready, s * LINE_WORDS, col / (4 * EACH));
            else
                Turns::template fetch_columns<COLS / ROWS, EACH>(r->stage[at.stage].b, b_map, ready,
                                                                 s * LINE_WORDS, col, below, ranks);
            advance<pair_ring<COLS, EACH>::stages>(&at, 1);
        }
    }
}

/* The kernel: while one warpgroup stores its tile of 128 x COLS, the other multiplies the next. The
 * warpgroups call Turns::make_tile in turn. */
template <class Turns, int COLS, int EACH, int ROWS, class Out>
static __global__ void __launch_bounds__(PAIR_THREADS, 1)
    xnor_turns(const __grid_constant__ CUtensorMap a_map, const __grid_constant__ CUtensorMap b_map,
               const int *a_ones, const int *b_ones, Out *C, int m, int n, int k, int tiles,
               int high)
{
    typedef typename pair_ring<COLS, EACH>::type pairs;
    constexpr int depth = pair_ring<COLS, EACH>::stages;
    pairs *r = ring_here<pairs>();
    int rank = ROWS > 1 ? cluster_rank() : 0, clusters = gridDim.x / ROWS;
    int team = threadIdx.x / TEAM, stages = (binary_words(k) - 1) / LINE_WORDS + 1;
    if (threadIdx.x == 0) {
        for (int s = 0; s < depth; s++) {
            barrier_init(&r->full[s], 1);
            barrier_init(&r->empty[s], ROWS * TEAM / WARP);
        }
        barrier_publish();
        map_prefetch(&a_map);
        map_prefetch(&b_map);
    }
    __syncwarp();
    cluster_sync();
    launch_after_begin();
    wait_for_previous(); /* until here nothing of the launch before is touched */
    if (team == 2) {
        registers_keep<24>();
        if (threadIdx.x == 2 * TEAM)
            fetch_pair<Turns, COLS, EACH, ROWS>(r, &a_map, &b_map, rank, clusters, tiles, high,
                                                stages, m, n);
    } else {
        registers_take<240>();
        if (team == 1)
            team_arrive(1, 2 * TEAM); /* the first turn is team 0's */
        place_in_ring at = {0, 0};
        for (int tile = blockIdx.x / ROWS, turn = 0; tile < tiles; tile += clusters, turn++)
            if (turn % 2 == team)
                Turns::template make_tile<COLS, EACH, ROWS>(r, tile, rank, high, &at, stages,
                                                            a_ones, b_ones, C, m, n, k);
            else
                advance<depth>(&at, stages);
    }
    __syncwarp();
    cluster_sync(); /* no block leaves while another may still signal it */
}

/* Launches it. COLS columns to a tile; EACH adjacent columns to a thread; high: see place_tile. */
template <class Turns, int COLS, int EACH, int ROWS, class Out>
static inline void launch_turns(const uint32_t *A, const uint32_t *B, const int *a_ones,
                                const int *b_ones, Out *C, int m, int n, int k, int high)
{
    int bytes = sizeof(typename pair_ring<COLS, EACH>::type) + 1024, clusters = hopper_sms() / ROWS;
    int tiles = ((m - 1) / (PAIR_ROWS * ROWS) + 1) * ((n - 1) / COLS + 1);
    if (!binary_hopper_ready())
        return;
    CUtensorMap a_map = row_map(A, m, k, PAIR_ROWS), b_map = column_map(B, n, k, COLS / ROWS, EACH);
    launch_clusters(xnor_turns<Turns, COLS, EACH, ROWS, Out>,
                    dim3((tiles < clusters ? tiles : clusters) * ROWS), dim3(ROWS), PAIR_THREADS,
                    bytes, a_map, b_map, a_ones, b_ones, C, m, n, k, tiles, high);
}
#endif

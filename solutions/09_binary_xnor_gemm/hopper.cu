/* Lab 09, for experts: the binary C = A B on a Hopper GPU: its copy engine, its warpgroups, and
 * blocks in clusters. docs/09_binary_xnor_gemm_hopper.md explains, `make run LAB=09/hopper` checks,
 * `make hint LAB=09/hopper` helps.
 *
 * A is m x k, B is k x n, C is m x n. A packed line of k elements has binary_words(k) words, and
 * two lines are binary_pitch(k) words apart. Padding is 0 bits. A is in layout A, B in layout B by
 * columns (binary/binary.h). a_ones, b_ones: the number of +1 in each row of A and in each column
 * of B. binary_hopper.h has the instructions, binary_ring.h and binary_turns.h the rest. */
#include <stdint.h>
#include "binary/binary_turns.h"
#include "lab.h"

#if (LAB_STEP(1) || LAB_STEP(2)) && HOPPER_KNOWN
/* Steps 1 and 2: four warps make a tile of 64 x 64. The copy engine fetches 32 words (128 bytes,
 * 1,024 elements) of each of its rows and columns at a time; binary_mma multiplies. */
enum { BOX = 64, BOX_THREADS = 4 * WARP };
struct alignas(1024) box_stage {
    uint32_t a[BOX][LINE_WORDS], b[BOX][LINE_WORDS];
};

/* Has the copy engine fill the stage: from word `word` of rows `row` and columns `col` on. All
 * threads call it, one acts. The phase of `full` that is under way ends when the bytes are here. */
__device__ __forceinline__ void ask(box_stage *stage, uint64_t *full, const CUtensorMap *a_map,
                                    const CUtensorMap *b_map, int word, int row, int col)
{
    /*{ TODO 1: one thread arrives and announces the bytes (barrier_expect), then asks for both
     * boxes (copy_rows: B by columns is stored as A is). */
    if (threadIdx.x == 0) {
        barrier_expect(full, sizeof *stage);
        copy_rows(stage->a, a_map, full, word, row);
        copy_rows(stage->b, b_map, full, word, col);
    }
    /*}*/
}
#endif

#if (LAB_STEP(2) || LAB_STEP(1)) && HOPPER_KNOWN
/* Where in line `line` of a stage chunk `chunk` lies, 16 bytes each, if the map swizzles. */
__device__ __forceinline__ int place_of(int line, int chunk)
{
    int place = chunk;
    /*{ TODO 3: swizzle by 128 bytes: XOR the chunk with the last three bits of the line. */
    place = chunk ^ line % 8;
    /*}*/
    return place;
}
#endif

#if (LAB_STEP(1) || LAB_STEP(2)) && HOPPER_KNOWN
/* Counts one stage: a warp has 16 rows and all columns, eight to each count[.]. */
template <int SWIZZLED>
__device__ __forceinline__ void count_stage(int (&count)[8][4], const box_stage &s)
{
    int lane = threadIdx.x % WARP, row = threadIdx.x / WARP * 16 + lane % 16;
#pragma unroll
    for (int chunk = 0; chunk < LINE_WORDS / 4; chunk += 2) { /* two at a time: 256 bits */
        uint32_t a[4], b[4];
        int c = chunk + lane / 16;
        load_matrices(a, &s.a[row][4 * (SWIZZLED ? place_of(row, c) : c)]);
#pragma unroll
        for (int i = 0; i < BOX / 16; i++) {
            int col = 16 * i + lane % 8 + lane / 16 * 8, d = chunk + lane / 8 % 2;
            load_matrices(b, &s.b[col][4 * (SWIZZLED ? place_of(col, d) : d)]);
            binary_mma(count[2 * i], a, {b[0], b[1]});
            binary_mma(count[2 * i + 1], a, {b[2], b[3]});
        }
    }
}

template <int SWIZZLED>
__global__ void __launch_bounds__(BOX_THREADS)
    xnor_box(const __grid_constant__ CUtensorMap a_map, const __grid_constant__ CUtensorMap b_map,
             const int *a_ones, const int *b_ones, int *C, int m, int n, int k)
{
    __shared__ box_stage stage;
    __shared__ uint64_t full;
    int row = blockIdx.y * BOX, col = blockIdx.x * BOX, count[8][4] = {};
    int stages = (binary_words(k) - 1) / LINE_WORDS + 1;
    (void)stages, (void)row, (void)col, (void)count, (void)&stage;
    if (threadIdx.x == 0) {
        barrier_init(&full, 1); /* a phase: one thread arrives, and the bytes come */
        barrier_publish();
    }
    __syncthreads();
    /*{ TODO 2: for each stage: ask for its boxes, wait until they are here, count_stage, wait for
     * the block. The phases have parity 0, 1, 0, 1 … At the end each warp calls store_fragments
     * for its 16 rows. */
    for (int s = 0; s < stages; s++) {
        ask(&stage, &full, &a_map, &b_map, s * LINE_WORDS, row, col);
        barrier_wait(&full, s % 2);
        count_stage<SWIZZLED>(count, stage);
        __syncthreads(); /* no thread reads the stage any more */
    }
    store_fragments(count, a_ones, b_ones, C, row + threadIdx.x / WARP * 16, col, m, n, k);
    /*}*/
}

template <int SWIZZLED>
void launch_boxes(const uint32_t *A, const uint32_t *B, const int *a_ones, const int *b_ones,
                  int *C, int m, int n, int k)
{
    if (!binary_hopper_ready())
        return;
    CUtensorMap a_map = SWIZZLED ? row_map(A, m, k, BOX) : plain_map(A, m, k, BOX),
                b_map = SWIZZLED ? row_map(B, n, k, BOX) : plain_map(B, n, k, BOX);
    dim3 grid((n - 1) / BOX + 1, (m - 1) / BOX + 1);
    xnor_box<SWIZZLED><<<grid, BOX_THREADS>>>(a_map, b_map, a_ones, b_ones, C, m, n, k);
}
#endif

#if LAB_STEP(1) && HOPPER_KNOWN
void launch_xnor_box(const uint32_t *A, const uint32_t *B, const int *a_ones, const int *b_ones,
                     int *C, int m, int n, int k)
{
    launch_boxes<0>(A, B, a_ones, b_ones, C, m, n, k); /* the TODOs stand above */
}
#endif

#if LAB_STEP(2) && HOPPER_KNOWN
void launch_xnor_swizzled(const uint32_t *A, const uint32_t *B, const int *a_ones,
                          const int *b_ones, int *C, int m, int n, int k)
{
    /*{ TODO 4: call launch_boxes, swizzled. */
    launch_boxes<1>(A, B, a_ones, b_ones, C, m, n, k);
    /*}*/
}
#endif

#if LAB_STEP(3) && HOPPER_KNOWN
/* Step 3: one warpgroup makes a tile of 64 x 128, straight from shared memory. */
enum { GROUP_COLS = 128 };
struct alignas(1024) group_stage {
    uint32_t a[TEAM_ROWS][LINE_WORDS], b[GROUP_COLS][LINE_WORDS];
};

/* Counts one stage, in four turns of 256 bits. The very first turn of a tile does not add. */
__device__ __forceinline__ void count_group(int (&count)[GROUP_COLS / 2], const group_stage &s,
                                            bool first_stage)
{
    uint64_t a = operand_at(s.a), b = operand_at(s.b);
    /*{ TODO 5: call wgmma_begin, four wgmma (operands count in 16 bytes), and wgmma_commit. Wait
     * until all are done. */
    wgmma_begin();
#pragma unroll
    for (int turn = 0; turn < 4; turn++)
        wgmma(count, a + 2 * turn, b + 2 * turn, !first_stage || turn > 0);
    wgmma_commit();
    wgmma_wait<0>();
    /*}*/
}

__global__ void __launch_bounds__(TEAM)
    xnor_group(const __grid_constant__ CUtensorMap a_map, const __grid_constant__ CUtensorMap b_map,
               const int *a_ones, const int *b_ones, int *C, int m, int n, int k)
{
    __shared__ group_stage stage;
    __shared__ int terms[GROUP_COLS];
    __shared__ uint64_t full;
    int stages = (binary_words(k) - 1) / LINE_WORDS + 1, count[GROUP_COLS / 2];
    int tile_row = blockIdx.y * TEAM_ROWS, col = blockIdx.x * GROUP_COLS;
    int row = tile_row + threadIdx.x / WARP * 16 + threadIdx.x % WARP / 4; /* and 8 below */
    int term[2] = {row_term(a_ones, row, m, k), row_term(a_ones, row + 8, m, k)};
    column_terms<GROUP_COLS> of_columns;
    fetch_terms(&of_columns, b_ones, col, n);
    keep_terms(of_columns, terms);
    (void)stages, (void)count, (void)tile_row, (void)term, (void)&stage;
    if (threadIdx.x == 0) {
        barrier_init(&full, 1);
        barrier_publish();
    }
    __syncthreads();
    /*{ TODO 6: do as in step 1, with copy_columns for B: `col` is column 0 of group col / 16. At
     * the end call store_team<GROUP_COLS>. */
    for (int s = 0; s < stages; s++) {
        if (threadIdx.x == 0) {
            barrier_expect(&full, sizeof stage);
            copy_rows(stage.a, &a_map, &full, s * LINE_WORDS, tile_row);
            copy_columns(stage.b, &b_map, &full, s * LINE_WORDS, col / 16);
        }
        barrier_wait(&full, s % 2);
        count_group(count, stage, s == 0);
        __syncthreads();
    }
    store_team<GROUP_COLS>(count, term, terms, C, row, col, m, n);
    /*}*/
}

void launch_xnor_group(const uint32_t *A, const uint32_t *B, const int *a_ones, const int *b_ones,
                       int *C, int m, int n, int k)
{
    if (!binary_hopper_ready())
        return;
    CUtensorMap a_map = row_map(A, m, k, TEAM_ROWS), b_map = column_map(B, n, k, GROUP_COLS, 4);
    dim3 grid((n - 1) / GROUP_COLS + 1, (m - 1) / TEAM_ROWS + 1);
    xnor_group<<<grid, TEAM>>>(a_map, b_map, a_ones, b_ones, C, m, n, k);
}
#endif

#if LAB_STEP(4) && HOPPER_KNOWN
/* Step 4: one thread tells the copy engine which boxes to fetch, stage after stage, tile after
 * tile. Two warpgroups multiply 64 x 256 elements each. One block on an SM makes many tiles: while
 * its warpgroups store one, the stages of the next arrive. */
enum { WIDE = 256, WIDE_STAGES = 4, WIDE_THREADS = 3 * TEAM };
typedef ring<2 * TEAM_ROWS, WIDE, WIDE_STAGES> wide_ring;

/* The thread that fetches. */
__device__ void fetch_wide(wide_ring *r, const CUtensorMap *a_map, const CUtensorMap *b_map,
                           int tiles, int across, int stages)
{
    /*{ TODO 7: for every tile of this block (blockIdx.x, then gridDim.x further on) and every
     * stage: wait until it is empty, announce its bytes, and ask for its box of A and its box of B
     * (16 columns to a group). */
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
    /*{ TODO 8: for every stage: wait until it is full, begin, four wgmma of 256 bits (the very
     * first does not add), commit. When the stage before has been read (wait for all but one
     * commit), lane 0 of each warp tells its `empty`. At the end the same for the last stage. */
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
    if (threadIdx.x == 0) {
        for (int s = 0; s < WIDE_STAGES; s++) {
            barrier_init(&r->full[s], 1); /* one thread arrives, and the bytes come */
            barrier_init(&r->empty[s], 2 * TEAM / WARP); /* each warp that multiplies arrives */
        }
        barrier_publish();
    }
    __syncthreads();
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
    int bytes = sizeof(wide_ring) + 1024;
    if (!binary_hopper_ready())
        return;
    CUtensorMap a_map = row_map(A, m, k, 2 * TEAM_ROWS), b_map = column_map(B, n, k, WIDE, 4);
    cudaFuncSetAttribute(xnor_wgmma, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    /*{ TODO 9: launch as many blocks as there are SMs (hopper_sms), or tiles if those are fewer. */
    int tiles = ((n - 1) / WIDE + 1) * ((m - 1) / (2 * TEAM_ROWS) + 1);
    int blocks = min(tiles, hopper_sms());
    xnor_wgmma<<<blocks, WIDE_THREADS, bytes>>>(a_map, b_map, a_ones, b_ones, C, m, n, k);
    /*}*/
    (void)a_map, (void)b_map;
}
#endif

#if (LAB_STEP(6) || LAB_STEP(5) || LAB_STEP(7)) && HOPPER_KNOWN
struct shares {
    /* Asks for part `below` of a tile's columns, COUNT of them, for every block of the
     * cluster whose bit is set in `ranks`. The tile's columns begin with `col`, and line 0 of b is
     * the first of them. */
    template <int COUNT, int EACH>
    BINARY_PART void fetch_columns(uint32_t (*b)[LINE_WORDS], const CUtensorMap *map,
                                   uint64_t *full, int word, int col, int below, int ranks)
    {
        /*{ TODO 13: call copy_columns_to. A group has 4 * EACH columns. */
        copy_columns_to(b[below * COUNT], map, full, word, (col + below * COUNT) / (4 * EACH),
                        ranks);
        /*}*/
    }
};
#endif

#if (LAB_STEP(5) || LAB_STEP(6) || LAB_STEP(7)) && HOPPER_KNOWN
using integers::store_team; /* binary_ring.h; step 7 stores bits instead: */
template <int COLS>
__device__ __forceinline__ void store_team(const int (&count)[COLS / 2], const int (&term)[2],
                                           const int *terms, uint32_t *C, int row, int col, int m,
                                           int n);

/* Steps 5 to 7: what xnor_turns calls. Its two warpgroups take turns: each makes tiles of its own,
 * 128 x COLS, and stores one while the other multiplies. */
struct turns : shares {
    /* One warpgroup's products (two instructions' worth of rows) over `stages` stages. */
    template <int COLS, int EACH, int ROWS, class Ring>
    BINARY_PART void multiply(int (&count)[2][COLS / 2], Ring *r, int rank, int team, int stages,
                              place_in_ring *at)
    {
        /*{ TODO 10: do as multiply_wide, with two wgmma of 64 rows each in a turn (the A of the
         * second starts 64 lines of 128 bytes further on). release<ROWS>(r, stage, rank) tells that
         * a stage has been read. When the last stage is under way, it is the other warpgroup's
         * turn: team_arrive(1 + (team ^ 1), 2 * TEAM). */
        int before = 0;
        for (int s = 0; s < stages; s++) {
            barrier_wait(&r->full[at->stage], at->parity);
            uint64_t a = operand_at(r->stage[at->stage].a[0]),
                     b = operand_at(r->stage[at->stage].b[0]);
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
                release<ROWS>(r, before, rank);
            if (s == stages - 1)
                team_arrive(1 + (team ^ 1), 2 * TEAM); /* the other's turn */
            before = at->stage;
            advance<pair_ring<COLS, EACH>::stages>(at, 1);
        }
        wgmma_wait<0>();
        release<ROWS>(r, before, rank);
        /*}*/
    }

    /* One warpgroup's turn: tile number `tile`, from the terms of its rows and columns to C.
     * Integers take long to store, so their terms may come late, while the team waits and
     * multiplies. Signs need the registers, so their terms come early. */
    template <int COLS, int EACH, int ROWS, class Ring, class Out>
    BINARY_PART void make_tile(Ring *r, int tile, int rank, int high, place_in_ring *at, int stages,
                               const int *a_ones, const int *b_ones, Out *C, int m, int n, int k)
    {
        int row, col, term[2][2], count[2][COLS / 2];
        int team = threadIdx.x / TEAM, thread = threadIdx.x % TEAM, *terms = r->terms[team];
        constexpr bool late = EACH == 4;
        column_terms<COLS> fetched;
        place_tile<COLS, ROWS>(tile, rank, high, m, n, &row, &col);
        fetch_terms(&fetched, b_ones, col, n);
        row += thread / WARP * 16 + thread % WARP / 4;
#pragma unroll
        for (int i = 0; i < 4; i++)
            term[i / 2][i % 2] = row_term(a_ones, row + i / 2 * TEAM_ROWS + i % 2 * 8, m, k);
        (void)count, (void)terms, (void)term, (void)late;
        /*{ TODO 11: wait for this team's turn (barrier 1 + team, at which the other team arrives);
         * multiply; write the column terms to shared memory, and wait for this team (barrier 3 +
         * team) before any thread reads them; store both halves. If the terms are not to come late,
         * keep them before the turn, between two waits for the team: before the first, its slower
         * warps may still store the last tile, with the old terms. */
        if (!late) {
            team_sync(3 + team, TEAM); /* the tile before is stored, its terms are done with */
            keep_terms(fetched, terms);
            team_sync(3 + team, TEAM);
        }
        team_sync(1 + team, 2 * TEAM); /* my turn */
        multiply<COLS, EACH, ROWS>(count, r, rank, team, stages, at);
        if (late) {
            keep_terms(fetched, terms);
            team_sync(3 + team, TEAM);
        }
#pragma unroll
        for (int i = 0; i < 2; i++)
            store_team<COLS>(count[i], term[i], terms, C, row + i * TEAM_ROWS, col, m, n);
        /*}*/
    }
};
#endif

#if LAB_STEP(5) && HOPPER_KNOWN
void launch_xnor_alternate(const uint32_t *A, const uint32_t *B, const int *a_ones,
                           const int *b_ones, int *C, int m, int n, int k)
{
    /*{ TODO 12: call launch_turns<turns, columns of a tile, adjacent columns of a thread, blocks in
     * a cluster>: 128, 4 and 1. Its last argument, the height of a band in clusters, is 1. */
    launch_turns<turns, 128, 4, 1>(A, B, a_ones, b_ones, C, m, n, k, 1);
    /*}*/
}
#endif

#if LAB_STEP(6) && HOPPER_KNOWN
void launch_xnor_turns(const uint32_t *A, const uint32_t *B, const int *a_ones, const int *b_ones,
                       int *C, int m, int n, int k)
{
    double elements = (double)m * n;
    (void)elements;
    /*{ TODO 14: launch clusters of two. Tiles are 192 columns wide where all SMs have enough of
     * them, from 50 million elements of C on; the band is 8 high where the matrices no longer fit
     * L2, from 100 million on. */
    if (elements < 5e7)
        launch_turns<turns, 128, 4, 2>(A, B, a_ones, b_ones, C, m, n, k, 1);
    else
        launch_turns<turns, 192, 4, 2>(A, B, a_ones, b_ones, C, m, n, k, elements < 1e8 ? 1 : 8);
    /*}*/
}
#endif

#if LAB_STEP(7) && HOPPER_KNOWN
/* Step 7: bits instead of integers: 1 where an element is at least 0. A thread has 16 columns of
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
        /*{ TODO 15: store this thread's 16 signs of each of its two rows, the first in bit 0. */
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
    /*{ TODO 16: call launch_turns again, with clusters of two, and 16 adjacent columns to a thread:
     * half a word. */
    launch_turns<turns, 128, 16, 2>(A, B, a_ones, b_ones, C, m, n, k, 1);
    /*}*/
}
#endif

LAB_MAIN(09_binary_xnor_gemm_hopper)

/* The counters that the pages of labs 06 to 08 promise, asserted of the solutions: equal, to the
 * last digit. Emulator only. Sizes are multiples of every tile (rows begin on sectors, no tile is
 * partial), but for those that are about exactly that. */
#include "counters.h"

/* What the page of a step says of m x n (x k): requests and sectors of loads and stores, wavefronts
 * and conflicts. -1: nothing. */
struct promise {
    const char *step;
    int m, n, k;
    double ld, ld_sectors, st, st_sectors, shared_ld, shared_st, conflict_ld, conflict_st;
};

#define W           (512.0 * 512 / 32) /* warps of a thread per element, 512 x 512 */
#define G           (128.0 * 128 / 32) /* the same of C, 128 x 128 */
#define K           128.0              /* depth */
#define TILED(side) G *K / (side) /* requests for one of the two tiles: G warps, K / side times */
#define TILES       2 * 128 * K / 32 /* lab 08: all of A and of B once, 32 elements a request */
#define COLUMN      2 * TILES        /* twice, by two blocks of 64 */
/* wavefronts of a warp that takes 4 times 16 bytes of A, twice of B */
#define WARP (4 * 2 + 2 * 2)

static const struct promise promises[] = {
    {"transpose_serial", 512, 512, 1, 32 * W, 32 * W, 32 * W, 32 * W, 0, 0, 0, 0},
    {"transpose_row", 512, 512, 1, W, 32 * W, W, 4 * W, 0, 0, 0, 0},
    {"transpose_element", 512, 512, 1, W, 4 * W, W, 32 * W, 0, 0, 0, 0},
    {"transpose_tile", 512, 512, 1, W, 4 * W, W, 4 * W, 32 * W, W, 31 * W, 0},
    {"transpose_padded", 512, 512, 1, W, 4 * W, W, 4 * W, W, W, 0, 0},
    {"transpose_tile16", 512, 512, 1, W, 4 * W, W, 4 * W, W, W, 0, 0},
    {"transpose_tile8", 512, 512, 1, W, 4 * W, W, 4 * W, W, W, 0, 0},
    {"transpose_several", 512, 512, 1, W, 4 * W, W, 4 * W, W, W, 0, 0},
    {"transpose_vector", 512, 512, 1, W / 4, 4 * W, W / 4, 4 * W, W, W, 0, 0},
    {"branches_apart", 512, 512, 1, W, 4 * W, W, 4 * W, 0, 0, 0, 0},
    {"branches_apart", 512, 512, 2, W, 4 * W, 2 * W, 8 * W, 0, 0, 0, 0},
    {"branches_apart", 512, 512, 4, W, 4 * W, 4 * W, 16 * W, 0, 0, 0, 0},
    {"branches_apart", 512, 512, 8, W, 4 * W, 8 * W, 32 * W, 0, 0, 0, 0},
    {"branches_together", 512, 512, 8, W, 4 * W, W, 4 * W, 2 * W, 2 * W, 0, 0},
    {"gemm_uncoalesced", 128, 128, 128, 2 * G *K, 33 * G *K, G, 32 * G, 0, 0, 0, 0},
    {"gemm_row_block", 128, 128, 128, 2 * G *K, 5 * G *K, G, 4 * G, 0, 0, 0, 0},
    {"gemm_row_shared", 128, 128, 128, G *K + 128 * 4, 4 * (G * K + 128 * 4), G, 4 * G, G *K,
     128 * 4, 0, 0},
    {"gemm_coalesced", 128, 128, 128, 2 * G *K, 5 * G *K, G, 4 * G, 0, 0, 0, 0},
    {"gemm_pitched", 128, 125, 128, 2 * G *K, 5 * G *K, G, -1, 0, 0, 0, 0},
    {"gemm_tile", 128, 128, 128, 2 * TILED(32), 8 * TILED(32), G, 4 * G, 2 * G *K, 2 * TILED(32), 0,
     0},
    {"dgemm_guarded", 128, 128, 128, 2 * G *K, 6 * G *K, G, 8 * G, 0, 0, 0, 0},
    {"dgemm_unshared", 128, 128, 128, 2 * TILED(16), 16 * TILED(16), G, 8 * G, 4 * G *K,
     4 * TILED(16), G *K, 0},
    {"dgemm_tensor", 128, 128, 128, 3 * G / 2, 24 * G, G / 2, 8 * G, 24 * G, 6 * G, 0, 0},
    {"gemm_column", 128, 128, 128, COLUMN, 4 * COLUMN, G, 4 * G, G / 8 * K * 9, COLUMN, 0, 0},
    {"gemm_square", 128, 128, 128, TILES, 4 * TILES, G, 4 * G, G / 64 * K * 16, TILES, 0, 0},
    {"gemm_vector", 128, 128, 128, TILES / 4, 4 * TILES, G / 4, 4 * G, G / 64 * K *(2 * 2 + 2 * 4),
     TILES, 0, 0},
    {"gemm_warp", 128, 128, 128, TILES / 4, 4 * TILES, G / 4, 4 * G, G / 128 * K *WARP, TILES, 0,
     0},
    {"gemm_double_buffer", 128, 128, 128, TILES / 4, 4 * TILES, G / 4, 4 * G,
     G / 128 * (K + 1) * WARP, TILES, 0, 0},
    {"gemm_async", 128, 128, 128, TILES / 2 + TILES / 8, 4 * TILES, G / 4, 4 * G,
     G / 128 * (K + 1) * WARP, TILES, 0, 0},
};

/* With a GTX 1080 Ti's L2 cache (2.75 MiB), which B does not fit into (4 MiB): each row of tiles
 * reads all of B from DRAM again. */
enum { DRAM_M = 32, DRAM_N = 1024, DRAM_K = 1024 };
static void count(const struct promise *p, const struct lab_step *f, const struct lab_entry *entry)
{
    /* reals: rows without gaps */
    const struct lab_case c = {f->problem, LAB_REAL, p->m, p->n, p->k, 0, LAB_SNUG};
    if (!launch(p->step, entry, &c))
        return;
    expect(p->step, &c, LD_REQUESTS, p->ld);
    expect(p->step, &c, LD_SECTORS, p->ld_sectors);
    expect(p->step, &c, ST_REQUESTS, p->st);
    expect(p->step, &c, ST_SECTORS, p->st_sectors);
    expect(p->step, &c, SHARED_LD, p->shared_ld);
    expect(p->step, &c, SHARED_ST, p->shared_st);
    expect(p->step, &c, CONFLICT_LD, p->conflict_ld);
    expect(p->step, &c, CONFLICT_ST, p->conflict_st);
    expect_no_finding(p->step, &c);
}

/* B comes from DRAM as often as there are rows of tiles; a twentieth more for A. */
static void count_dram(const char *step, int tile, const struct lab_step *f,
                       const struct lab_entry *entry)
{
    double promised = 4.0 * DRAM_N * DRAM_K * (DRAM_M / tile);
    const struct lab_case c = {f->problem, LAB_REAL, DRAM_M, DRAM_N, DRAM_K, 0, LAB_SNUG};
    double value = launch(step, entry, &c) ? emu_metric(DRAM_READ) : -1;
    if (value >= promised && value <= 1.05 * promised) {
        passed++;
        return;
    }
    failed++;
    printf("FAIL %s with a small L2: %s is %.0f, the tile promises %.0f\n", step, DRAM_READ, value,
           promised);
}

int main(void)
{
    static const char *const labs[] = {"06_tiled_transpose", "07_tiled_gemm",
                                       "07_tiled_gemm_tensor_cores", "08_thread_tiled_gemm"};
    enum { LABS = sizeof labs / sizeof *labs };
    struct lab_step fact;
    for (size_t i = 0; i < sizeof promises / sizeof *promises; i++) {
        const struct lab_entry *entry = find(labs, LABS, promises[i].step, &fact);
        if (entry)
            count(&promises[i], &fact, entry);
    }
    if (setenv("EMU_GPU", "GTX 1080 Ti", 1))
        failed++;
    const struct lab_entry *entry = find(labs, LABS, "gemm_tile", &fact);
    if (entry)
        count_dram("gemm_tile", 32, &fact, entry);
    return report();
}

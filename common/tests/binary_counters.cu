/* The counters that docs/results/09_binary_xnor_gemm.md promises, asserted of the solutions: equal,
 * to the last digit. Emulator only. What depends on the data (table lookups) is that of the lab's
 * own draw. */
#include "counters.h"

static const char *const metrics[] = {LD_REQUESTS, LD_SECTORS, ST_REQUESTS, ST_SECTORS,
                                      SHARED_LD,   SHARED_ST,  CONFLICT_LD, CONFLICT_ST};
enum { METRICS = sizeof metrics / sizeof *metrics };

/* What the page says of one launch, in the order of `metrics`; -1: nothing. */
struct promise {
    const char *step;
    double of[METRICS];
};

#define P         2048.0             /* warps' requests for 256 x 256 floats */
#define G         (128.0 * 128 / 32) /* warps of a thread per element of C, 128 x 128 */
#define W         32.0               /* words of a line of 1000 elements */
#define ROWS      128.0              /* blocks, where there is one for each row */
#define TABLE     (2 * ROWS)         /* each copies 64 words of table */
#define TILED     (G * W / 16)       /* requests for one of two tiles of 16 */
#define TILE_READ (G * W)            /* reads of one of them */
#define TENSOR    (4 * 16.0)         /* 4 warps copy 2 x 128 lines of 8 chunks */

static const struct promise promises[] = {
    {"pack_rows", {P, 4 * P, P / 8, P / 2, 0, 0, 0, 0}},
    {"pack_columns", {P, 4 * P, P / 8, P / 2, 0, 0, 0, 0}},
    {"pack_transposed", {P, 4 * P, P / 8, P / 2, P / 8, P / 8, 0, 0}},
    {"count_ones", {P / 8, P / 2, P / 8, P / 8, 0, 0, 0, 0}},
    {"xnor_table", {6 * G * W, -1, G, 4 * G, 0, 0, 0, 0}},
    {"xnor_row_shared",
     {G * W + ROWS + TABLE, 4 * (G * W + ROWS + TABLE), G, 4 * G, 129408 + G *W, TABLE + ROWS,
      63872, 0}},
    {"xnor_popc", {G * W + ROWS, 4 * (G * W + ROWS), G, 4 * G, G *W, ROWS, 0, 0}},
    {"xnor_tile", {2 * TILED, 8 * TILED, G, 4 * G, 2 * TILE_READ, 2 * TILED, 0, 0}},
    {"xnor_register", {96, 16 * 96, G / 4, 16 * G / 4, 4096, 4 * 96, 0, 0}},
    {"xnor_carry_save", {96, 16 * 96, G / 4, 16 * G / 4, 4096, 4 * 96, 0, 0}},
    {"xnor_mma_warp", {128 * (6.0 + 8), -1, 4 * 128, 8 * 4 * 128, 0, 0, 0, 0}},
    {"xnor_mma_shared", {TENSOR + 4 * 12, -1, G / 4, 16 * G / 4, 4 * 4 * 8 * 4, 4 * TENSOR, 0, 0}},
    {"xnor_mma_async", {TENSOR + 4 * 12, -1, G / 4, 16 * G / 4, 4 * 4 * 8 * 4, 4 * TENSOR, 0, 0}},
};

static void count(const struct promise *p, enum lab_problem problem, const struct lab_entry *entry)
{
    struct lab_case c = lab_headline(problem, 0, 1);
    const int products = lab_problem_of(problem)->third == LAB_DEPTH;
    c.m = c.n = products ? 128 : 256;
    c.k = products ? 1000 : 1;
    if (!launch(p->step, entry, &c))
        return;
    for (int i = 0; i < METRICS; i++)
        expect(p->step, &c, metrics[i], p->of[i]);
    expect_no_finding(p->step, &c);
}

int main(void)
{
    static const char *const labs[] = {"09_binary_xnor_gemm", "09_binary_xnor_gemm_tensor_cores"};
    struct lab_step fact;
    for (size_t i = 0; i < sizeof promises / sizeof *promises; i++) {
        const struct lab_entry *entry = find(labs, 2, promises[i].step, &fact);
        if (entry)
            count(&promises[i], fact.problem, entry);
    }
    return report();
}

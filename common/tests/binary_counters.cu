/* The counters that the page of lab 09 promises, asserted of the solutions: equal, to the last digit. Emulator only. What depends on the
 * data (table lookups) is that of the lab's own draw. */
#include "../lab_main.h"

#define LD_REQUESTS "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"
#define LD_SECTORS  "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"
#define ST_REQUESTS "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"
#define ST_SECTORS  "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"
#define SHARED_LD   "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"
#define SHARED_ST   "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"
#define CONFLICT_LD "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum"
#define CONFLICT_ST "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum"

static const char *const metrics[] = {LD_REQUESTS, LD_SECTORS, ST_REQUESTS, ST_SECTORS,
                                      SHARED_LD,   SHARED_ST,  CONFLICT_LD, CONFLICT_ST};
enum { METRICS = sizeof metrics / sizeof *metrics };

static int passed, failed;

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
    {"xnor_table_constant", {2 * G * W, 5 * G *W, G, 4 * G, 0, 0, 0, 0}},
    {"xnor_table_device", {6 * G * W, -1, G, 4 * G, 0, 0, 0, 0}},
    {"xnor_table_shared",
     {2 * G * W + TABLE, 5 * G *W + 4 * TABLE, G, 4 * G, 129408, TABLE, 63872, 0}},
    {"xnor_row_shared",
     {G * W + ROWS + TABLE, 4 * (G * W + ROWS + TABLE), G, 4 * G, 129408 + G *W, TABLE + ROWS,
      63872, 0}},
    {"xnor_popc", {G * W + ROWS, 4 * (G * W + ROWS), G, 4 * G, G *W, ROWS, 0, 0}},
    {"xnor_tile_conflict",
     {2 * TILED, 32 * TILED, G, 16 * G, 9 * TILE_READ, 16 * TILED, 7 * TILE_READ, 14 * TILED}},
    {"xnor_tile", {2 * TILED, 8 * TILED, G, 4 * G, 2 * TILE_READ, 2 * TILED, 0, 0}},
    {"xnor_register", {96, 16 * 96, G / 4, 16 * G / 4, 4096, 4 * 96, 0, 0}},
    {"xnor_carry_save", {96, 16 * 96, G / 4, 16 * G / 4, 4096, 4 * 96, 0, 0}},
    {"xnor_mma_warp", {128 * (6.0 + 8), -1, 4 * 128, 8 * 4 * 128, 0, 0, 0, 0}},
    {"xnor_mma_shared", {TENSOR + 4 * 12, -1, G / 4, 16 * G / 4, 4 * 4 * 8 * 4, 4 * TENSOR, 0, 0}},
    {"xnor_mma_async", {TENSOR + 4 * 12, -1, G / 4, 16 * G / 4, 4 * 4 * 8 * 4, 4 * TENSOR, 0, 0}},
};

static void expect(const struct promise *p)
{
    for (int i = 0; i < METRICS; i++) {
        double value = emu_metric(metrics[i]);
        if (p->of[i] < 0)
            continue;
        passed += value == p->of[i];
        failed += value != p->of[i];
        if (value != p->of[i])
            printf("FAIL %s: %s is %.0f, its page promises %.0f\n", p->step, metrics[i], value,
                   p->of[i]);
    }
    if (emu_finding_at(0)) {
        failed++;
        printf("FAIL %s: %s\n", p->step, emu_finding_at(0)->text);
    }
}

static void count(const struct promise *p, enum lab_problem problem, const struct lab_entry *entry)
{
    struct lab_device d;
    struct lab_case c = lab_headline(problem, 0, 1);
    if (lab_open_device(&d, &c, 1) != cudaSuccess || lab_poison_output(&d) != cudaSuccess) {
        failed++;
        printf("FAIL %s: no memory\n", p->step);
        return;
    }
    emu_begin();
    lab_call(&d, entry, 0);
    lab_settle();
    expect(p);
    lab_close_device(&d);
}

int main(void)
{
    const struct lab_step_fact *facts;
    const struct lab_entry *reference;
    int steps = lab_facts("09_binary_xnor_gemm", &facts, &reference);
    for (size_t i = 0; i < sizeof promises / sizeof *promises; i++) {
        int found = 0;
        for (int j = 0; j < steps; j++) {
            const struct lab_entry *entry = lab_entry_of(reference, facts[j].step);
            if (strcmp(facts[j].name, promises[i].step) || !entry->launch)
                continue;
            count(&promises[i], facts[j].problem, entry);
            found = 1;
        }
        if (!found) {
            failed++;
            printf("FAIL %s is not linked in\n", promises[i].step);
        }
    }
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0;
}

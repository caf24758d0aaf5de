/* The counters that the pages of labs 01 to 05 promise, asserted of the solutions: equal, to the
 * last digit, at two shapes. Emulator only. The formulas hold where m and n are multiples of 1024
 * (columns and rows begin on sectors, no tile is partial). */
#include "counters.h"

#define RED_SECTORS "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum"
#define CONSTANT    "idc__requests.sum"
#define SHUFFLES    "emu__exchanges.sum"
#define THREADS     "launch__thread_count"

enum { MOST = 11 };

struct promise {
    const char *metric;
    double value;
};

/* What the page of a step says, for m rows and n columns; the list ends with a NULL. */
static void promises(const char *name, double m, double n, struct promise *p)
{
    double warps = m / 32, a = warps * n; /* warps of a thread per row; loads of A by them */
    int i = 0;
#define SAY(counter, count)                                                                        \
    p[i++] = (struct promise)                                                                      \
    {                                                                                              \
        counter, count                                                                             \
    }
    if (strcmp(name, "gemv_naive") == 0) {
        SAY(LD_REQUESTS, 2 * a), SAY(LD_SECTORS, 33 * a), SAY(ST_SECTORS, 4 * warps);
    } else if (!strcmp(name, "gemv_coalesced") || !strcmp(name, "gemv_unrolled")) {
        SAY(LD_REQUESTS, 2 * a), SAY(LD_SECTORS, 5 * a), SAY(ST_REQUESTS, warps);
        SAY(ST_SECTORS, 4 * warps), SAY(THREADS, m);
    } else if (!strcmp(name, "gemv_constant") || !strcmp(name, "gemv_constant_chunks")) {
        SAY(LD_REQUESTS, a), SAY(LD_SECTORS, 4 * a), SAY(CONSTANT, a), SAY(ST_REQUESTS, warps);
        SAY(ST_SECTORS, 4 * warps);
    } else if (strcmp(name, "gemv_shared") == 0 || strcmp(name, "gemv_split") == 0) {
        double x = m / 128 * n / 32; /* requests for x: each block of 128 rows fetches all of it */
        int split = strcmp(name, "gemv_split") == 0;
        SAY(LD_REQUESTS, a + x), SAY(LD_SECTORS, 4 * (a + x)), SAY(SHARED_ST, x), SAY(SHARED_LD, a);
        SAY(CONFLICT_LD, 0), SAY(ST_REQUESTS, split ? 0 : warps),
            SAY(THREADS, split ? m * n / 64 : m);
        SAY(RED_SECTORS, split ? n / 64 * 4 * warps : 0);
    } else if (strcmp(name, "gemv_block_split") == 0) {
        SAY(LD_REQUESTS, 2 * a), SAY(LD_SECTORS, 5 * a), SAY(ST_SECTORS, 4 * warps);
        SAY(SHARED_ST, 32 * warps), SAY(SHARED_LD, 32 * warps), SAY(CONFLICT_LD, 0);
        SAY(RED_SECTORS, 0), SAY(THREADS, 32 * m);
    } else if (strcmp(name, "gemv_broadcast") == 0) {
        SAY(LD_REQUESTS, a + a / 32), SAY(LD_SECTORS, 4 * (a + a / 32)), SAY(SHUFFLES, a);
        SAY(ST_SECTORS, 4 * warps);
    } else if (strcmp(name, "gemv_warp") == 0) {
        SAY(LD_REQUESTS, 2 * a), SAY(LD_SECTORS, 8 * a), SAY(SHUFFLES, 5 * m), SAY(ST_SECTORS, m);
        SAY(SHARED_LD, 0), SAY(THREADS, 32 * m);
    } else if (!strcmp(name, "gemv_block") || !strcmp(name, "gemv_vector")) { /* 8 warps each */
        double fewer = strcmp(name, "gemv_vector") == 0 ? 4 : 1;
        SAY(LD_REQUESTS, 2 * a / fewer), SAY(LD_SECTORS, 8 * a), SAY(SHUFFLES, (8 * 5 + 5) * m);
        SAY(SHARED_ST, 8 * m), SAY(SHARED_LD, m), SAY(CONFLICT_LD, 0), SAY(ST_SECTORS, m);
        SAY(THREADS, 256 * m);
    } else {
        failed++;
        printf("FAIL no promise for %s: say here what its page says of its counters\n", name);
        SAY(NULL, 0);
        return;
    }
    /* A crosses the bus once; x once more, but through the constant cache, whose misses the model
     * leaves out; atomics read y. */
    double x = strncmp(name, "gemv_constant", 13) ? n : 0, y = strcmp(name, "gemv_split") ? 0 : m;
    SAY(DRAM_READ, 4 * (m * n + x + y));
    SAY(NULL, 0);
}

static void count(const struct lab_step *f, const struct lab_entry *entry, int m, int n)
{
    const struct lab_case c = {f->problem, LAB_EXACT, m, n, 1, 0, LAB_SNUG};
    struct promise list[MOST + 1];
    if (!launch(f->name, entry, &c))
        return;
    promises(f->name, m, n, list);
    for (int i = 0; list[i].metric; i++)
        expect(f->name, &c, list[i].metric, list[i].value);
    expect_no_finding(f->name, &c);
}

int main(void)
{
    const struct lab_file *files;
    int steps = 0;
    for (int lab = lab_files(&files) - 1; lab >= 0; lab--) {
        const struct lab_step *facts;
        const struct lab_entry *reference;
        int all = lab_facts(files[lab].lab, &facts, &reference);
        for (int i = 0; i < all; i++) {
            const struct lab_entry *entry = lab_entry_of(reference, facts[i].step);
            if (!entry->launch || lab_family(facts[i].problem) != LAB_GEMV_ROW)
                continue;
            count(&facts[i], entry, 1024, 1024);
            count(&facts[i], entry, 2048, 1024);
            steps++;
        }
    }
    if (steps < 12) {
        failed++;
        printf("FAIL only %d of the GEMV's 12 steps are linked in\n", steps);
    }
    return report();
}

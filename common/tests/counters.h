/* For the tests of what pages promise about counters: one launch of a step in the emulator, and its
 * counters compared. */
#pragma once

#include "lab/program.h"

#define LD_REQUESTS "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"
#define LD_SECTORS  "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"
#define ST_REQUESTS "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"
#define ST_SECTORS  "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"
#define SHARED_LD   "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"
#define SHARED_ST   "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"
#define CONFLICT_LD "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum"
#define CONFLICT_ST "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum"
#define DRAM_READ   "dram__bytes_read.sum"

static int passed, failed;

/* Launches a step once and leaves its counters. 1, or 0 after a failure where it could not be. */
static inline int launch(const char *step, const struct lab_entry *entry, const struct lab_case *c)
{
    struct lab_device d;
    if (lab_open_device(&d, c, 1) != cudaSuccess || lab_poison_output(&d) != cudaSuccess ||
        lab_prepare(&d, entry) != cudaSuccess) {
        failed++;
        printf("FAIL %s: no memory\n", step);
        return 0;
    }
    emu_begin();
    lab_call(&d, entry, 0);
    lab_settle();
    lab_close_device(&d);
    return 1;
}

/* To the last digit; a negative promise is none. */
static inline void expect(const char *step, const struct lab_case *c, const char *metric,
                          double promised)
{
    double value = emu_metric(metric);
    if (promised < 0 || value == promised) {
        passed += promised >= 0;
        return;
    }
    failed++;
    printf("FAIL %s at %s: %s is %.0f, its page promises %.0f\n", step, lab_size_text(c).text,
           metric, value, promised);
}

static inline void expect_no_finding(const char *step, const struct lab_case *c)
{
    if (!emu_finding_at(0))
        return;
    failed++;
    printf("FAIL %s at %s: %s\n", step, lab_size_text(c).text, emu_finding_at(0)->text);
}

/* The reference's entry for a step called `name` in one of these labs; NULL after a failure if it
 * is not linked in. */
static inline const struct lab_entry *find(const char *const *labs, size_t count, const char *name,
                                           struct lab_step *fact)
{
    for (size_t lab = 0; lab < count; lab++) {
        const struct lab_step *facts;
        const struct lab_entry *reference;
        int all = lab_facts(labs[lab], &facts, &reference);
        for (int j = 0; j < all; j++) {
            const struct lab_entry *entry = lab_entry_of(reference, facts[j].step);
            if (strcmp(facts[j].name, name) == 0 && entry->launch) {
                *fact = facts[j];
                return entry;
            }
        }
    }
    failed++;
    printf("FAIL %s is not linked in\n", name);
    return NULL;
}

static inline int report(void)
{
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0;
}

/* What is kept of a launch when it is over: its counters and what was found. */
#ifndef EMU_RECORD_H
#define EMU_RECORD_H

#include "core.h"
#include "gpu_models.h"

struct line_counts { /* of one place in the program that accesses memory */
    uint32_t word;
    int node, self_loop;
    int regular; /* its addresses mostly advance in equal steps */
    enum emu_space space;
    unsigned bytes;
    struct counts count;
};
struct block_counts { /* of one basic block */
    int self_loop;
    uint64_t entered, entered_apart; /* as struct site has them */
};

/* Microseconds, modelled: what each resource alone would need, what the launch needs, and which of
 * them says so. */
struct model_times {
    double total, dram, l2, l1, latency, arithmetic;
    const char *bound;
};
struct launch_record;
struct model_times model_of(const struct launch_record *record);

struct launch_record {
    char *kernel;
    struct emu_dim3 grid, block;
    size_t static_shared, dynamic_shared;
    const struct emu_gpu *gpu;
    unsigned resident; /* blocks on one SM at once, as far as the grid has them */
    double seconds;    /* the emulator's own */
    int error;
    struct line_counts *place;
    size_t places;
    struct block_counts *basic_block;
    size_t basic_blocks;
    uint64_t barriers, async_copies, blocks_apart, events[WARP_EVENTS];
    struct {
        uint64_t dram_read, dram_written; /* bytes */
        uint64_t l2_read, l2_written;     /* sectors */
        uint64_t l2_partial;              /* of l2_written: not whole */
        uint64_t atomics_on_a_line;       /* that has the most of them, roughly */
        int known;
    } memory;
};

void record_begin(const struct emu_launch *launch);
void record_end(double seconds, int error);
size_t record_count(void);
const struct launch_record *record_at(size_t index);

/* A metric of one launch by index in the table of metrics.c. */
size_t metrics_count(void);
const char *metrics_name(size_t metric);
double metrics_value(const struct launch_record *record, size_t metric);

/* findings.c; launch -1: found in host code between launches */
struct finding {
    enum emu_finding_kind kind;
    long launch;
    struct emu_finding_report report;
};
size_t finding_count(void);
const struct finding *finding_at(size_t index);
void findings_forget(void);
/* From 1 to 0 nothing is found; returns whether something would have been. */
int findings_mute(int yes);
/* Takes back what the last launch is said to have read of memory that nobody has written. */
void findings_take_back(void);

void report_register(void); /* the report is written when the program exits */
void report_last(void); /* a signal is ending the program: the report, if it has not been written */
void watchdog_install(void); /* signal handlers */

#endif

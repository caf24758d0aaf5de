/* What is kept of a launch when it is over: its counters and what was found. */
#ifndef EMU_RECORD_H
#define EMU_RECORD_H

#include "core.h"

struct line_counts { /* of one place in the program */
    uint32_t word;
    enum emu_space space;
    unsigned bytes;
    struct counts count;
};

struct model_times { /* microseconds, modelled */
    double total, dram, l2, l1, latency, arithmetic;
    const char *bound;
};

struct launch_record {
    char *kernel;
    struct emu_dim3 grid, block;
    size_t dynamic_shared;
    unsigned resident; /* blocks on one SM at once, as far as the grid has them */
    double seconds; /* the emulator's own */
    int error;
    struct line_counts *place;
    size_t places;
    uint64_t barriers, exchanges;
    struct {
        uint64_t dram_read, dram_written, l2_read, l2_written; /* bytes; L2: sectors */
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

void report_register(void); /* the report is written when the program exits */
void watchdog_install(void); /* signal handlers */

#endif

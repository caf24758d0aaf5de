/* All counters that there are, under the names that Nsight Compute gives them; what has no such
 * name begins with emu__. metrics.c takes them, grading/context/rubric.c their names. */
#pragma once

/* FIELD(name, NAME): what is counted of the accesses of a place, by counts.c and caches.c. */
#define EMU_FIELDS(FIELD)                                                                          \
    FIELD(requests, REQUESTS)                                                                      \
    FIELD(lanes, LANES)                                                                            \
    FIELD(bytes, BYTES)                                                                            \
    FIELD(units, UNITS)     /* global: sectors; shared: wavefronts; constant: distinct words */    \
    FIELD(ideal, IDEAL)     /* units that the same bytes would need at least */                    \
    FIELD(hits, HITS)       /* global, with caches: sectors found in L1 */                         \
    FIELD(lines, LINES)     /* global, with caches: cycles to look up lines of 128 bytes */        \
    FIELD(l2_hits, L2_HITS) /* … sectors missing in L1 that L2 has */

/* ROW(name, shape, spaces, types, A, B): from the accesses in these spaces, of these types, two of
 * their fields, put together as `shape` says; SUM takes one. */
#define EMU_METRICS(ROW)                                                                           \
    EMU_GLOBAL_METRICS(ROW, "ld", LOADS)                                                           \
    EMU_GLOBAL_METRICS(ROW, "st", STORES)                                                          \
    EMU_GLOBAL_METRICS(ROW, "red", ATOMICS)                                                        \
    ROW("l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum", SUM, GLOBAL, LOADS, HITS, 0)  \
    ROW("l1tex__t_sector_pipe_lsu_mem_global_op_ld_hit_rate.pct", PERCENT, GLOBAL, LOADS, HITS,    \
        UNITS)                                                                                     \
    EMU_SHARED_METRICS(ROW, "ld", LOADS)                                                           \
    EMU_SHARED_METRICS(ROW, "st", STORES)                                                          \
    EMU_SHARED_METRICS(ROW, "atom", ATOMICS)                                                       \
    ROW("idc__requests.sum", SUM, CONSTANT, LOADS, REQUESTS, 0)                                    \
    ROW("emu__constant_words.sum", SUM, CONSTANT, LOADS, UNITS, 0)                                 \
    ROW("emu__lanes_per_access.ratio", RATIO, ANY_SPACE, ANY_TYPE, LANES, REQUESTS)                \
    ROW("emu__global_bytes_asked_ld.sum", SUM, GLOBAL, LOADS, BYTES, 0)                            \
    ROW("emu__global_bytes_asked_st.sum", SUM, GLOBAL, STORES, BYTES, 0)                           \
    ROW("emu__accesses.sum", SUM, ANY_SPACE, ANY_TYPE, LANES, 0)

#define EMU_GLOBAL_METRICS(ROW, what, type)                                                        \
    ROW("l1tex__t_requests_pipe_lsu_mem_global_op_" what ".sum", SUM, GLOBAL, type, REQUESTS, 0)   \
    ROW("l1tex__t_sectors_pipe_lsu_mem_global_op_" what ".sum", SUM, GLOBAL, type, UNITS, 0)
#define EMU_SHARED_METRICS(ROW, what, type)                                                        \
    ROW("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_" what ".sum", SUM, SHARED, type, UNITS, 0) \
    ROW("l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_" what ".sum", DIFFERENCE, SHARED,      \
        type, UNITS, IDEAL)                                                                        \
    ROW("smsp__inst_executed_op_shared_" what ".sum", SUM, SHARED, type, REQUESTS, 0)

/* ROW(name, value): of the whole launch, not of its accesses; `value` as metrics.c has it. */
#define EMU_LAUNCH_METRICS(ROW)                                                                    \
    ROW("launch__thread_count", (blocks * threads))                                                \
    ROW("emu__barriers.sum", (double)record->barriers)                                             \
    ROW("emu__exchanges.sum", (double)record->events[WARP_EXCHANGES])                              \
    ROW("emu__shuffles.sum", (double)record->events[WARP_SHUFFLES])                                \
    ROW("emu__matrix_instructions.sum", (double)record->events[WARP_MATRIX])                       \
    ROW("emu__async_copies.sum", (double)record->async_copies)                                     \
    ROW("emu__blocks_apart.sum", (double)record->blocks_apart)                                     \
    ROW("emu__popcs.sum", (double)record->popcs)                                                   \
    ROW("emu__longest_warp.sum", (double)record->events[WARP_LONGEST])                             \
    ROW("dram__bytes_read.sum", modelled(record, record->memory.dram_read))                        \
    ROW("dram__bytes_write.sum", modelled(record, record->memory.dram_written))                    \
    ROW("lts__t_sectors_srcunit_tex_op_read.sum", modelled(record, record->memory.l2_read))        \
    ROW("lts__t_sectors_srcunit_tex_op_write.sum", modelled(record, record->memory.l2_written))    \
    ROW("sm__maximum_warps_per_active_cycle_pct", occupancy(record))                               \
    ROW("emu__loads_under_way.ratio", per_load(record, record->waits.loads))                       \
    ROW("emu__bytes_under_way_of_sm.ratio",                                                        \
        per_load(record, record->waits.bytes) * record->resident * ceil(threads / EMU_WARP))       \
    ROW("emu__accesses_before_use.ratio", per_load(record, record->waits.between))

#include <stddef.h>

struct launch_record;
struct line_counts;
/* Is what this place asks of memory a part of the metric? */
int metrics_counts(const char *name, const struct line_counts *place);
size_t metrics_count(void);
const char *metrics_name(size_t metric);
double metrics_value(const struct launch_record *record, size_t metric); /* of one launch */

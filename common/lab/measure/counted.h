/* What each step was counted to do in the emulator: rows, and as JSON. step_table.h prints them. */
#ifndef LAB_COUNTED_H
#define LAB_COUNTED_H

#include "recorded.h"
#include "table.h"

/* What a table shows of a launch, or names below it. */
#define LAB_COUNTED_METRICS(METRIC)                                                                \
    METRIC(loads, "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum")                               \
    METRIC(load_sectors, "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum")                         \
    METRIC(stores, "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum")                              \
    METRIC(store_sectors, "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum")                        \
    METRIC(shared_loads, "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum")                   \
    METRIC(shared_stores, "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum")                  \
    METRIC(load_conflicts, "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum")             \
    METRIC(store_conflicts, "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum")            \
    METRIC(dram_read, "dram__bytes_read.sum")                                                      \
    METRIC(dram_written, "dram__bytes_write.sum")                                                  \
    METRIC(constants, "idc__requests.sum")                                                         \
    METRIC(atomics, "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum")                            \
    METRIC(atomic_sectors, "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum")                      \
    METRIC(exchanges, "emu__exchanges.sum")                                                        \
    METRIC(popcs, "emu__popcs.sum")                                                                \
    METRIC(under_way, "emu__loads_under_way.ratio")                                                \
    METRIC(before_use, "emu__accesses_before_use.ratio")

struct lab_counted_row {
    const char *name, *who;
    const char *check; /* of a setting: what came of its check */
    enum lab_kind kind;
    int step;
    char size[60], ways[20], unit[20], remark[60]; /* ways: ", 8 ways" where it has several */
    double floor_ms, reference_ms; /* floors: its own, the reference's (0: not known) */
    double predicted;              /* as lab_contender has it */
#define LAB_COUNTED_FIELD(field, metric) double field;
    LAB_COUNTED_METRICS(LAB_COUNTED_FIELD)
    int failed;      /* it could not be launched: `note` says why */
    char note[1000]; /* below it: what is wrong, or was found */
};

enum { LAB_MOST_COUNTED = LAB_MAX_CONTENDERS };
struct lab_counted_list {
    struct lab_counted_row at[LAB_MOST_COUNTED];
    int count;
    int settings; /* a sweep: a row's name is its setting, its `who` is its kernel */
};

/* A row as JSON, in a line. */
static inline void lab_counted_json(struct lab_table *t, const struct lab_counted_row *r)
{
    if (!t->json)
        return;
    fprintf(t->json,
            "%s\n{\"label\":\"%s\",\"kind\":\"%s\",\"size\":\"%s%s\",\"step\":%d,\"ms\":null,"
            "\"floor_ms\":%.6g,\"floor_unit\":\"%s\",\"remark\":\"%s\",\"counters\":{",
            t->json_rows++ ? "," : "", r->name, r->kind == LAB_SETTING ? "setting" : "solution",
            r->size, r->ways, r->step, r->floor_ms, r->unit, r->remark);
    const char *comma = "";
#define LAB_COUNTED_WRITE(field, metric)                                                           \
    fprintf(t->json, "%s\"%s\":%.15g", comma, metric, r->field);                                   \
    comma = ",";
    LAB_COUNTED_METRICS(LAB_COUNTED_WRITE)
    fprintf(t->json, "}}");
}

/* What a runner's answer says of a launch; it was asked for LAB_ALL_COUNTED. */
#define LAB_COUNTED_NAME(field, metric) metric ","
#define LAB_ALL_COUNTED                 LAB_COUNTED_METRICS(LAB_COUNTED_NAME)
static inline void lab_count_launch(struct lab_counted_row *r, const char *line)
{
    protocol_get_number(line, "floor_ms", &r->floor_ms);
    protocol_get(line, "floor_unit", r->unit, sizeof r->unit);
    protocol_get(line, "floor_remark", r->remark, sizeof r->remark);
#define LAB_COUNTED_TAKE(field, metric) protocol_get_number(line, metric, &r->field);
    LAB_COUNTED_METRICS(LAB_COUNTED_TAKE)
}

#endif

/* What each step was counted to do in the emulator, and the floor that follows from it: a row of
 * JSON a step. step_table.jq makes the table of them. */
#ifndef LAB_STEP_TABLE_H
#define LAB_STEP_TABLE_H

#include <sys/mman.h>

#include "table.h"

/* What a table shows of a launch, or names below it. */
#define LAB_COUNTED_METRICS(METRIC)                                                                \
    METRIC("l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum")                                      \
    METRIC("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum")                                       \
    METRIC("l1tex__t_requests_pipe_lsu_mem_global_op_st.sum")                                      \
    METRIC("l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum")                                       \
    METRIC("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum")                                 \
    METRIC("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum")                                 \
    METRIC("l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum")                             \
    METRIC("l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum")                             \
    METRIC("dram__bytes_read.sum")                                                                 \
    METRIC("dram__bytes_write.sum")                                                                \
    METRIC("idc__requests.sum")                                                                    \
    METRIC("l1tex__t_requests_pipe_lsu_mem_global_op_red.sum")                                     \
    METRIC("l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum")                                      \
    METRIC("emu__exchanges.sum")                                                                   \
    METRIC("emu__popcs.sum")                                                                       \
    METRIC("emu__loads_under_way.ratio")                                                           \
    METRIC("emu__accesses_before_use.ratio")
#define LAB_COUNTED_NAME(metric) metric ","
#define LAB_ALL_COUNTED          LAB_COUNTED_METRICS(LAB_COUNTED_NAME)

/* ,"name":"text" */
static inline void lab_json_text(FILE *f, const char *name, const char *text)
{
    fprintf(f, ",\"%s\":\"", name);
    for (; *text; text++)
        fprintf(f,
                strchr("\"\\", *text)        ? "\\%c"
                : (unsigned char)*text < ' ' ? "\\u%04x"
                                             : "%c",
                *text);
    fputc('"', f);
}

/* A row but for its end. `line`: the runner's answer to LAB_ALL_COUNTED; "": there is none. */
static inline void lab_counted_json(FILE *f, const struct lab_contender *x, const char *size,
                                    const char *line)
{
#define LAB_COUNTED_ITEM(metric) metric,
    static const char *const metrics[] = {LAB_COUNTED_METRICS(LAB_COUNTED_ITEM)};
    char unit[20], remark[80];
    double value = 0;
    protocol_get_number(line, "floor_ms", &value);
    protocol_get(line, "floor_unit", unit, sizeof unit);
    protocol_get(line, "floor_remark", remark, sizeof remark);
    fprintf(f,
            "\n{\"label\":\"%s\",\"kind\":\"%s\",\"size\":\"%s\",\"step\":%d,\"ms\":null,"
            "\"floor_ms\":%.6g,\"floor_unit\":\"%s\",\"remark\":\"%s\",\"counters\":",
            x->name,
            x->kind == LAB_SETTING  ? "setting"
            : x->kind == LAB_THEIRS ? "reference"
                                    : "solution",
            size, x->step, value, unit, remark);
    for (size_t i = 0; i < sizeof metrics / sizeof *metrics; i++) {
        value = 0;
        protocol_get_number(line, metrics[i], &value);
        fprintf(f, "%c\"%s\":%.15g", i ? ',' : '{', metrics[i], value);
    }
    fputc('}', f);
}

/* Adds a row to the table, and to the file of --json what was counted of a learner's. `note`: what
 * stands below it; `failed`: in place of figures. */
static inline void lab_add_counted(struct lab_table *t, const struct lab_contender *x,
                                   const char *size, const char *line, int failed, const char *note)
{
    lab_counted_json(t->rows, x, size, line);
    lab_json_text(t->rows, "who", x->who);
    lab_json_text(t->rows, "check", !x->verdict.ok ? "wrong" : x->check ? x->check : "");
    lab_json_text(t->rows, "note", note);
    fprintf(t->rows, ",\"predicted\":%.9g,\"failed\":%s,\"copies\":%s}", x->predicted,
            failed ? "true" : "false", x->problem == LAB_HOST_PROGRAM ? "true" : "false");
    if (!t->json || failed || x->kind == LAB_THEIRS)
        return;
    fputs(t->json_rows++ ? "," : "", t->json);
    lab_counted_json(t->json, x, size, line);
    fputc('}', t->json);
}

/* Rows to come. 0, or 2. */
static inline int lab_open_counted(struct lab_table *t)
{
    t->rows = fdopen(memfd_create("rows", 0), "w");
    if (!t->rows) {
        perror("rows");
        return 2;
    }
    fprintf(t->rows, "{\"sweep\":%s", t->sweep ? "true" : "false");
    lab_json_text(t->rows, "gpu", t->gpu->name);
    fputc('}', t->rows);
    return 0;
}

/* The table of the rows; nothing if there are none. 0, or 2. */
static inline int lab_show_counted(const struct lab_table *t)
{
    char command[700], recorded[2][200];
    for (int i = 0; i < 2; i++) {
        snprintf(recorded[i], sizeof *recorded, "docs/results/%s%s.json", i ? "counted/" : "",
                 t->lab);
        if (access(recorded[i], R_OK))
            strcpy(recorded[i], "/dev/null");
    }
    fflush(NULL);
    snprintf(command, sizeof command,
             "jq -nj --slurpfile recorded %s --slurpfile counted %s "
             "-f common/lab/measure/step_table.jq /proc/self/fd/%d",
             recorded[0], recorded[1], fileno(t->rows));
    const int status = system(command);
    fclose(t->rows);
    return status ? 2 : 0;
}

#endif

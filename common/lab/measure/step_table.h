/* One launch of each step in the emulator, and of the reference beside it, each in a runner of its
 * own: a row of JSON with what it was counted to do, and the floor that follows from it.
 * step_table.jq makes the table of them. */
#pragma once

#include <sys/mman.h>

#include "engine/check.h"
#include "table.h"

/* What a table shows of a launch, or names below it. */
#define LAB_ALL_COUNTED                                                                            \
    "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum,"                                             \
    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum,"                                              \
    "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum,"                                             \
    "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum,"                                              \
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum,"                                        \
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum,"                                        \
    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum,"                                    \
    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum,"                                    \
    "dram__bytes_read.sum,"                                                                        \
    "dram__bytes_write.sum,"                                                                       \
    "idc__requests.sum,"                                                                           \
    "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum,"                                            \
    "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum,"                                             \
    "emu__exchanges.sum,"                                                                          \
    "emu__popcs.sum,"                                                                              \
    "emu__loads_under_way.ratio,"                                                                  \
    "emu__accesses_before_use.ratio"

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
    char unit[20], remark[80], metrics[] = LAB_ALL_COUNTED, *rest = metrics;
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
    for (char *name; (name = strsep(&rest, ",")) != NULL;) {
        value = 0;
        protocol_get_number(line, name, &value);
        fprintf(f, "%c\"%s\":%.15g", name == metrics ? '{' : ',', name, value);
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
             "command -v jq >/dev/null || exec echo 'The table needs jq: make setup installs it.'; "
             "jq -nj --slurpfile recorded %s --slurpfile counted %s "
             "-f common/lab/measure/step_table.jq /proc/self/fd/%d",
             recorded[0], recorded[1], fileno(t->rows));
    const int status = system(command);
    fclose(t->rows);
    return status ? 2 : 0;
}

enum { LAB_COUNT_SECONDS = 86400 };

/* The row of a launch, with its counters, or why there are none. What was found on the way stands
 * below it. A check's own sizes are others, so what it gives is verified. */
static inline void lab_count_one(struct lab_table *t, struct lab_contender *x, struct process *p,
                                 const struct lab_reference *ref)
{
    struct asker asker = {};
    struct lab_seen seen;
    struct lab_result ended = {};
    const struct lab_text at = lab_size_text(&ref->question);
    const char *const size = at.text;
    char note[1000] = "";
    if (x->failed == LAB_BARRED) {
        lab_add_counted(t, x, size, "", 1, x->why);
        return;
    }
    x->failed = 0;
    asker.runner = &p->talk;
    asker_hear(&asker, &ref->question, &seen);
    if (seen.how == LAB_GONE)
        process_excuse(p, LAB_COUNT_SECONDS, &ended);
    const int failed = seen.how != LAB_ANSWERED || seen.failed;
    const char *const why = ended.message[0]  ? ended.message
                            : seen.finding[0] ? seen.finding
                                              : seen.damage;
    if (failed || why[0]) {
        lab_fail(x, LAB_FAILED, seen.how == LAB_NOT_READY ? "cannot be set up" : "its launch fails",
                 why);
        snprintf(note, sizeof note, "%s%s",
                 failed ? "" : "found in this launch: ", failed ? x->why : why);
    } else if (x->verdict.ok && !ref->shape.in_place) {
        x->verdict = lab_verify(ref, asker.out);
    }
    free(asker.out);
    if (!x->failed && !x->verdict.ok)
        snprintf(note, sizeof note, "%s%s",
                 x->check ? "" : "WRONG: ", lab_verdict_text(&x->verdict, 1).text);
    lab_add_counted(t, x, size, asker.how == TALK_ANSWERED ? p->talk.line : "", failed, note);
    process_stop(p, 0);
}

/* Counters of one launch of each, as many at once as there are cores, added to the table. 0. */
static inline int lab_take_family(const struct lab_case *question, struct lab_table *t)
{
    struct lab_contender *counted[LAB_MAX_CONTENDERS];
    struct process at[LAB_JUDGES];
    struct lab_reference ref;
    int most = 0, begun = 0;
    memset(&ref, 0, sizeof ref);
    for (struct lab_contender *x = t->list; x < t->list + t->count && most < LAB_MAX_CONTENDERS;
         x++)
        if (lab_family(x->problem) == question->problem && x->entry && x->kind != LAB_BEFORE)
            counted[most++] = x;
    for (int i = 0; i < most; i++) {
        struct lab_contender *x = counted[i];
        struct lab_case c = *question;
        for (; begun < most && begun < i + lab_cores(); begun++) {
            const struct lab_trial trial = {counted[begun]->entry, NULL, NULL,  1, 0,
                                            LAB_COUNT_SECONDS,     0,    t->gpu};
            c.problem = counted[begun]->problem;
            if (counted[begun]->failed != LAB_BARRED)
                process_ask(&at[begun % LAB_JUDGES], &trial, "check", &c, LAB_ALL_COUNTED);
        }
        c.problem = x->problem;
        if (!ref.count || ref.question.problem != c.problem)
            lab_renew_reference(&ref, &c);
        lab_count_one(t, x, &at[i % LAB_JUDGES], &ref);
    }
    lab_reference_free(&ref);
    return 0;
}

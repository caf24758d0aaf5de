/* The emulator's table, on the terminal and as JSON: one row a step with what it was counted to do,
 * the floor that follows from it, and the times that were recorded of the reference on a GPU, at
 * one size. A floor is a bound; nothing is timed here. */
#ifndef LAB_STEP_TABLE_H
#define LAB_STEP_TABLE_H

#include <stdarg.h>

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
    const struct lab_contender *of;
    const char *check;                             /* of a setting: what came of its check */
    char size[60], ways[20], unit[20], remark[60]; /* ways: ", 8 ways" where it has several */
    double floor_ms, reference_ms; /* floors: its own, the reference's (0: not known) */
#define LAB_COUNTED_FIELD(field, metric) double field;
    LAB_COUNTED_METRICS(LAB_COUNTED_FIELD)
    int failed;      /* it could not be launched: `note` says why */
    char note[1000]; /* below it: what is wrong, or was found */
};

enum { LAB_MOST_COUNTED = LAB_MAX_CONTENDERS };
struct lab_counted_list {
    struct lab_counted_row at[LAB_MOST_COUNTED];
    int count;
};

/* A row as JSON, in a line. */
static inline void lab_counted_json(struct lab_table *t, const struct lab_counted_row *r)
{
    fprintf(t->json,
            "%s\n{\"label\":\"%s\",\"kind\":\"%s\",\"size\":\"%s%s\",\"step\":%d,\"ms\":null,"
            "\"floor_ms\":%.6g,\"floor_unit\":\"%s\",\"remark\":\"%s\",\"counters\":{",
            t->json_rows++ ? "," : "", r->of->name,
            r->of->kind == LAB_SETTING ? "setting" : "solution", r->size, r->ways, r->of->step,
            r->floor_ms, r->unit, r->remark);
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

/* A count in at most 7 characters, exact up to them. */
static inline void lab_put_count(double value)
{
    if (value < 1e7)
        printf(" %7.0f", value);
    else
        printf(value < 1e9 ? " %6.1fM" : " %6.1fG", value / (value < 1e9 ? 1e6 : 1e9));
}

/* A number, or where it is 0 a dash. */
static inline void lab_put_number(int width, int digits, double value)
{
    if (value > 0)
        printf(" %*.*g", width, digits, value);
    else
        printf(" %*s", width, "-");
}

static inline void lab_put_ms(double ms)
{
    lab_put_number(8, ms < 1e-3 ? 3 : 4, ms);
}

/* "DRAM", "shared" of "shared memory", "arith." of "arithmetic". */
static inline void lab_put_unit(const char *unit)
{
    const int length = (int)strcspn(unit, " ");
    if (length > 6)
        printf(" %.5s.", unit);
    else
        printf(" %-6.*s", length, unit);
}

/* Do all rows have one size, which the title then says? */
static inline int lab_one_size(const struct lab_counted_list *list)
{
    int same = 1;
    for (int i = 1; i < list->count; i++)
        same &= strcmp(list->at[i].size, list->at[0].size) == 0;
    return same;
}

/* What was recorded of the reference in a row, at the size `at` or at its best (NULL). In a sweep a
 * row's name is its setting, its `who` is its kernel. */
static inline int lab_row_recorded(const struct lab_table *t, const struct lab_counted_row *row,
                                   const char *at, struct lab_recorded *r)
{
    const char *setting = t->sweep && strchr(row->of->name, '=') ? row->of->name : NULL;
    return !row->failed && lab_recorded_of(t->lab, row->of->step, setting, row->ways, at, r);
}

/* The size at which most rows are recorded, in r with when and where; 0: none is. */
static inline int lab_recorded_size(const struct lab_table *t, struct lab_recorded *r)
{
    const struct lab_counted_list *list = t->rows;
    struct lab_recorded own, other;
    int most = 0;
    memset(r, 0, sizeof *r);
    for (int i = 0; i < list->count; i++) {
        int alike = 0;
        if (!lab_row_recorded(t, &list->at[i], NULL, &own))
            continue;
        for (int j = 0; j < list->count; j++)
            alike += lab_row_recorded(t, &list->at[j], own.size, &other);
        if (alike >= most)
            *r = own;
        most = alike > most ? alike : most;
    }
    return most;
}

/* Below a row, more of it: parts with semicolons between them, in lines of their own. */
struct lab_parts {
    int column;
};

__attribute__((format(printf, 2, 3))) static inline void lab_put_part(struct lab_parts *p,
                                                                      const char *format, ...)
{
    char text[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    const int fits = p->column && p->column + 2 + (int)strlen(text) <= 99;
    printf("%s", fits ? "; " : p->column ? ";\n     " : "     ");
    p->column = (fits ? p->column + 2 : 5) + (int)strlen(text);
    printf("%s", text);
}

/* What only some kernels do, as far as this one does. */
static inline void lab_put_also(struct lab_parts *p, const struct lab_counted_row *r)
{
    const struct {
        double value;
        const char *what;
    } also[] = {{r->shared_loads, "shared wavefronts to load"},
                {r->shared_stores, "to store"},
                {r->load_conflicts + r->store_conflicts, "bank conflicts"},
                {r->constants, "constant reads"},
                {r->atomics, "global atomics"},
                {r->atomic_sectors, "sectors of those"},
                {r->exchanges, "shuffles, votes and __syncwarps"},
                {r->popcs, "POPCs"},
                {r->under_way, "of a warp's loads under way"},
                {r->before_use, "of its accesses between a load and its use"}};
    for (unsigned i = 0; i < sizeof also / sizeof *also; i++)
        if (also[i].value > 0)
            lab_put_part(p, "%.0f %s", also[i].value, also[i].what);
    lab_put_part(p, "DRAM %.4g MB", (r->dram_read + r->dram_written) / 1e6);
}

/* "gemv_split", or "GROUPS=64 (gemv_split)" in a sweep, where it has a line of its own above the
 * figures: is it right, or why are there none? */
static inline void lab_put_what(int sweep, const struct lab_counted_row *r)
{
    char name[200];
    snprintf(name, sizeof name, sweep ? "%s (%s)%s" : "%s%.0s%s", r->of->name, r->of->who, r->ways);
    if (!sweep) {
        printf("%4d %-25.25s", r->of->step, name);
        return;
    }
    const int column = printf("%4d %-32s ", r->of->step, name);
    lab_put_folded(r->failed ? r->note : r->check, 6, column, 98);
    if (!r->failed)
        printf("%4s %-25s", "", "");
}

#define LAB_FAR 2.0 /* times the reference's floor: a pass says so */

/* A row and the lines below it; `at`: the one size of the recorded times. */
static inline void lab_put_step(const struct lab_table *t, const struct lab_counted_row *r,
                                const char *at)
{
    struct lab_recorded here, own;
    struct lab_parts below = {0};
    lab_put_what(t->sweep, r);
    if (r->failed && t->sweep)
        return;
    if (r->failed) {
        putchar('\n');
        lab_put_note(r->note);
        return;
    }
    const int is_here = lab_row_recorded(t, r, at, &here);
    lab_put_count(r->loads);
    lab_put_number(4, 3, r->loads > 0 ? r->load_sectors / r->loads : 0);
    lab_put_count(r->stores);
    lab_put_number(4, 3, r->stores > 0 ? r->store_sectors / r->stores : 0);
    lab_put_ms(r->floor_ms);
    lab_put_unit(r->unit);
    lab_put_ms(r->reference_ms);
    lab_put_ms(here.ms);
    lab_put_ms(here.over_cpu ? 0 : here.before);
    putchar('\n');
    lab_put_also(&below, r);
    if (r->remark[0])
        lab_put_part(&below, "does not fill the GPU: %s", r->remark);
    if (r->of->problem == LAB_HOST_PROGRAM)
        lab_put_part(&below, "the recorded time has its copies, too");
    if (!is_here && lab_row_recorded(t, r, NULL, &own))
        lab_put_part(&below, "recorded at %.*s: %.4g ms", (int)strcspn(own.size, ","), own.size,
                     own.ms);
    putchar('\n');
    lab_put_note(r->note);
    if (r->of->kind == LAB_MINE && r->reference_ms > 0 &&
        r->floor_ms >= LAB_FAR * r->reference_ms) {
        char far[120];
        snprintf(far, sizeof far,
                 "It passes, but its floor is %.1f times the reference's, %s%s: what costs it "
                 "that?",
                 r->floor_ms / r->reference_ms, r->remark[0] ? "with " : "set by ",
                 r->remark[0] ? r->remark : r->unit);
        lab_put_note(far);
    }
}

static inline void lab_step_table(const struct lab_table *t)
{
    const struct lab_counted_list *list = t->rows;
    const char *gpu = t->gpu->name, *emulated = strstr(gpu, " (emulated)");
    struct lab_recorded recorded;
    const int one_size = lab_one_size(list);
    char at[60] = "";
    printf("\n%s%scounted for one launch. Floor: the least time that this work needs on an\n"
           "%.*s, a bound and not a time.",
           one_size ? list->at[0].size : "", one_size ? ", " : "",
           emulated ? (int)(emulated - gpu) : (int)strlen(gpu), gpu);
    if (lab_recorded_size(t, &recorded)) {
        printf(" Recorded%s: the reference's\n"
               "time and the step before's, in ms, on an %s, %s.",
               strcmp(recorded.size, list->at[0].size) ? ", at another size than the floors" : "",
               recorded.device, recorded.date);
        snprintf(at, sizeof at, "%s%s", strlen(recorded.size) > 14 ? "" : "at ", recorded.size);
    }
    printf("\n%4s %-25s %7s %4s %7s %4s %8s %-6s %8s %17.17s\n", "", "", "load", "sec-", "store",
           "sec-", "floor", "set", "ref.'s", at);
    printf("%4s %-25s %7s %4s %7s %4s %8s %-6s %8s %8s %8s\n", "step", "what", "requ.", "tors",
           "requ.", "tors", "ms", "by", "floor", "ref.'s", "before");
    for (int i = 0; i < list->count; i++) {
        if (!one_size && (i == 0 || strcmp(list->at[i - 1].size, list->at[i].size) != 0))
            printf("at %s\n", list->at[i].size);
        lab_put_step(t, &list->at[i], recorded.size);
    }
}

/* Each prediction beside what was recorded of the reference, since nothing is timed here. */
static inline void lab_recorded_predictions(const struct lab_table *t)
{
    for (int i = 0; i < t->rows->count; i++) {
        struct lab_recorded r;
        const struct lab_counted_row *row = &t->rows->at[i];
        if (row->of->kind != LAB_MINE || row->of->predicted <= 0)
            continue;
        printf("step %d  predicted %.2fx, ", row->of->step, row->of->predicted);
        if (!lab_recorded_of(t->lab, row->of->step, NULL, row->ways, NULL, &r) || r.before <= 0) {
            printf("and no time was recorded to compare that with.\n");
            continue;
        }
        printf("recorded %.2fx over %s. %s\n", r.before / r.ms,
               r.over_cpu ? "one CPU core" : "the step before",
               lab_predicted_words(r.before / r.ms / row->of->predicted));
    }
}

/* The table of the rows that are not shown yet, and the rows as JSON; nothing if there are none. */
static inline void lab_show_counted(struct lab_table *t)
{
    struct lab_counted_list *list = t->rows;
    if (!list->count)
        return;
    lab_step_table(t);
    lab_recorded_predictions(t);
    for (int i = 0; t->json && i < list->count; i++)
        if (!list->at[i].failed)
            lab_counted_json(t, &list->at[i]);
    list->count = 0;
}

#endif

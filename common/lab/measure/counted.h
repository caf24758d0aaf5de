/* The emulator's table of counters: what each step was counted to do, and the reference beside it.
 * floor_table.h has the table below it. */
#ifndef LAB_COUNTED_H
#define LAB_COUNTED_H

#include "lab/lesson.h"
#include "recorded.h"
#include "rounds.h"
#include "table.h"
#ifdef LAB_EMULATOR
#include "peaks.h"
#endif

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
    METRIC(exchanges, "emu__exchanges.sum")

struct lab_counted_row {
    const char *name, *who;
    const char *check; /* of a setting: what came of its check */
    enum lab_kind kind;
    int step;
    char size[60], unit[20], remark[60];
    double floor_ms;
    double predicted; /* as lab_contender has it */
#define LAB_COUNTED_FIELD(field, metric) double field;
    LAB_COUNTED_METRICS(LAB_COUNTED_FIELD)
    int failed;      /* it could not be launched: `note` says why */
    char note[1000]; /* below it: what is wrong, or was found */
};

enum { LAB_MOST_COUNTED = 3 * LAB_MOST_STEPS };
struct lab_counted_list {
    struct lab_counted_row at[LAB_MOST_COUNTED];
    int count;
    int settings; /* a sweep: a row's name is its setting, its `who` is its kernel */
};

/* ---- JSON: a row a line, and back */

static inline void lab_counted_json(struct lab_table *t, const struct lab_counted_row *r)
{
    if (!t->json)
        return;
    fprintf(t->json,
            "%s\n{\"label\":\"%s\",\"kind\":\"%s\",\"size\":\"%s\",\"step\":%d,\"ms\":null,"
            "\"floor_ms\":%.6g,\"floor_unit\":\"%s\",\"remark\":\"%s\",\"counters\":{",
            t->json_rows++ ? "," : "", r->name,
            r->kind == LAB_MINE      ? "solution"
            : r->kind == LAB_SETTING ? "setting"
                                     : "reference",
            r->size, r->step, r->floor_ms, r->unit, r->remark);
    const char *comma = "";
#define LAB_COUNTED_WRITE(field, metric)                                                           \
    fprintf(t->json, "%s\"%s\":%.15g", comma, metric, r->field);                                   \
    comma = ",";
    LAB_COUNTED_METRICS(LAB_COUNTED_WRITE)
    fprintf(t->json, "}}");
}

static inline void lab_counted_read(const char *row, struct lab_counted_row *r)
{
    r->floor_ms = lab_field_number(row, "floor_ms");
    lab_field_text(row, "floor_unit", r->unit, sizeof r->unit);
    lab_field_text(row, "remark", r->remark, sizeof r->remark);
#define LAB_COUNTED_READ(field, metric) r->field = lab_field_number(row, metric);
    LAB_COUNTED_METRICS(LAB_COUNTED_READ)
}

#ifdef LAB_EMULATOR
/* What the last launches did. */
static inline void lab_count_launch(struct lab_counted_row *r, const struct lab_case *c)
{
    const char *unit = "";
    const struct emu_work work = lab_work_of(c);
    r->floor_ms = emu_floor(&work, &unit) / 1e3;
    snprintf(r->unit, sizeof r->unit, "%s", unit);
    emu_floor_remark(r->remark, sizeof r->remark);
#define LAB_COUNTED_TAKE(field, metric) r->field = emu_metric(metric);
    LAB_COUNTED_METRICS(LAB_COUNTED_TAKE)
}
#endif

/* ---- the tables */

/* A count in at most 8 characters, exact up to 7 digits. */
static inline void lab_put_count(double value, int marked)
{
    char text[20];
    if (value < 1e7)
        snprintf(text, sizeof text, "%.0f", value);
    else if (value < 1e9)
        snprintf(text, sizeof text, "%.1fM", value / 1e6);
    else
        snprintf(text, sizeof text, "%.1fG", value / 1e9);
    printf(" %8s%c", text, marked ? '*' : ' ');
}

static inline void lab_put_each(double units, double requests, int marked)
{
    if (requests > 0)
        printf(" %5.4g%c", units / requests, marked ? '*' : ' ');
    else
        printf(" %5s ", "-");
}

/* The row of the reference that stands beside row `i`; NULL if there is none. */
static inline const struct lab_counted_row *lab_beside(const struct lab_counted_list *list, int i)
{
    const struct lab_counted_row *own = &list->at[i];
    for (int j = 0; own->kind == LAB_MINE && j < list->count; j++)
        if (list->at[j].kind == LAB_THEIRS && list->at[j].step == own->step &&
            strcmp(list->at[j].size, own->size) == 0)
            return &list->at[j];
    return NULL;
}

/* The row of the step before at the same size, the learner's own if it is there (in a sweep, as it
 * is); NULL if there is none. One of the lab before stands just before the row. */
static inline const struct lab_counted_row *lab_step_before_of(const struct lab_counted_list *list,
                                                               int i, const char *lab)
{
    const int previous = lab_previous_step(lab, list->at[i].step);
    const struct lab_counted_row *own = &list->at[i], *best = NULL;
    if (i > 0 && list->at[i - 1].kind == LAB_BEFORE)
        best = &list->at[i - 1];
    for (int j = 0; j < list->count; j++) {
        const struct lab_counted_row *r = &list->at[j];
        if (previous >= 0 && r->step == previous && r->kind != LAB_SETTING &&
            strcmp(r->size, own->size) == 0 && (!best || (r->kind == LAB_MINE && !list->settings)))
            best = r;
    }
    return best && !best->failed ? best : NULL;
}

/* "gemv_split", or "GROUPS=64 (gemv_split)" in a sweep. Returns `text`. */
static inline const char *lab_counted_name(const struct lab_counted_list *list,
                                           const struct lab_counted_row *r, char text[200])
{
    const char *ways = strchr(r->size, ',');
    snprintf(text, 200, list->settings ? "%s (%s)%s" : "%s%.0s%s", r->name, r->who,
             ways ? ways : "");
    return text;
}

static inline void lab_put_name(const struct lab_counted_list *list,
                                const struct lab_counted_row *r)
{
    char step[12], name[200];
    snprintf(step, sizeof step, "%d", r->step);
    lab_counted_name(list, r, name);
    if (list->settings)
        lab_table_name(step, name, "");
    else
        printf("%4s %-25.25s", step, name);
}

/* A setting has a line of its own above its figures: is it right, or why are there no figures? */
static inline void lab_put_setting(const struct lab_counted_list *list,
                                   const struct lab_counted_row *r)
{
    char name[200];
    const int column = printf("%4d %-32s ", r->step, lab_counted_name(list, r, name));
    lab_put_note_behind(column, r->failed ? r->note : r->check);
    if (!r->failed)
        printf("%4s %-25s", "", "");
}

/* A line below the row: what only some kernels do; nothing for those that do none of it. */
static inline void lab_counted_also(const struct lab_counted_row *r)
{
    const struct {
        double value;
        const char *what;
    } also[] = {{r->shared_loads, "shared wavefronts to load"},
                {r->shared_stores, "to store"},
                {r->constants, "constant reads"},
                {r->atomics, "global atomics"},
                {r->atomic_sectors, "sectors of those"},
                {r->exchanges, "shuffles, votes and __syncwarps"}};
    const char *between = "     ";
    int column = 0;
    for (unsigned i = 0; i < sizeof also / sizeof *also; i++) {
        char part[80];
        if (!(also[i].value > 0))
            continue;
        snprintf(part, sizeof part, "%.0f %s", also[i].value, also[i].what);
        if (column && column + 2 + (int)strlen(part) > 98) {
            between = ";\n     ";
            column = 0;
        }
        column += printf("%s%s", between, part);
        between = "; ";
    }
    if (column)
        putchar('\n');
}

/* In which columns the two differ, by bits from the left. */
static inline unsigned lab_differences(const struct lab_counted_row *a,
                                       const struct lab_counted_row *b)
{
    const int differs[] = {a->loads != b->loads,
                           a->load_sectors * b->loads != b->load_sectors * a->loads,
                           a->stores != b->stores,
                           a->store_sectors * b->stores != b->store_sectors * a->stores,
                           a->shared_loads + a->shared_stores != b->shared_loads + b->shared_stores,
                           a->load_conflicts + a->store_conflicts !=
                               b->load_conflicts + b->store_conflicts};
    unsigned bits = 0;
    for (unsigned i = 0; i < sizeof differs / sizeof *differs; i++)
        bits |= (unsigned)differs[i] << i;
    return bits;
}

/* "1024x1024" of "1024x1024, 8 ways". */
static inline int lab_size_length(const struct lab_counted_row *r)
{
    return (int)strcspn(r->size, ",");
}

static inline int lab_same_size(const struct lab_counted_row *a, const struct lab_counted_row *b)
{
    return lab_size_length(a) == lab_size_length(b) &&
           strncmp(a->size, b->size, (size_t)lab_size_length(a)) == 0;
}

/* Do all rows have one size, which the title then says? */
static inline int lab_one_size(const struct lab_counted_list *list)
{
    int same = 1;
    for (int i = 1; i < list->count; i++)
        same &= lab_same_size(&list->at[i], &list->at[0]);
    return same;
}

/* The size above the first row of several, `last` being the row above it, or NULL. Returns row. */
static inline const struct lab_counted_row *lab_put_size(const struct lab_counted_list *list,
                                                         const struct lab_counted_row *last,
                                                         const struct lab_counted_row *row)
{
    if (!lab_one_size(list) && (!last || !lab_same_size(last, row)))
        printf("at %.*s\n", lab_size_length(row), row->size);
    return row;
}

static inline void lab_put_counted(const struct lab_counted_list *list, int i)
{
    const struct lab_counted_row *r = &list->at[i], *o = lab_beside(list, i);
    if (!o)
        o = r;
    if (list->settings)
        lab_put_setting(list, r);
    else
        lab_put_name(list, r);
    if (r->failed) {
        if (!list->settings) {
            putchar('\n');
            lab_put_note(r->note);
        }
        return;
    }
    printf(" %-5s", r->kind == LAB_THEIRS ? "ref." : o != r ? "yours" : "");
    const unsigned marks = lab_differences(r, o);
    lab_put_count(r->loads, marks & 1);
    lab_put_each(r->load_sectors, r->loads, marks & 2);
    lab_put_count(r->stores, marks & 4);
    lab_put_each(r->store_sectors, r->stores, marks & 8);
    lab_put_count(r->shared_loads + r->shared_stores, marks & 16);
    lab_put_count(r->load_conflicts + r->store_conflicts, marks & 32);
    printf(" %8.4g\n", (r->dram_read + r->dram_written) / 1e6);
    lab_counted_also(r);
    lab_put_note(r->note);
}

static inline void lab_counted_table(const struct lab_counted_list *list)
{
    const struct lab_counted_row *last = NULL;
    unsigned marks = 0;
    for (int i = 0; i < list->count; i++) {
        const struct lab_counted_row *own = &list->at[i], *beside = lab_beside(list, i);
        if (beside && !own->failed)
            marks |= lab_differences(own, beside);
    }
    if (lab_one_size(list))
        printf("\n%.*s, counted", lab_size_length(&list->at[0]), list->at[0].size);
    else
        printf("\nCounted");
    printf(" for one launch%s\n",
           marks ? "; * marks a value that differs from the reference's (ref.)" : "");
    printf("%4s %-25s %-5s %8s %7s %8s %7s %9s %9s %8s\n", "", "", "", "load", "sectors", "store",
           "sectors", "shared", "bank", "DRAM");
    printf("%4s %-25s %-5s %8s %7s %8s %7s %9s %9s %8s\n", "step", "what", "", "requests", "a load",
           "requests", "a store", "wavefr.", "conflicts", "MB");
    for (int i = 0; i < list->count; i++)
        if (list->at[i].kind != LAB_BEFORE) {
            last = lab_put_size(list, last, &list->at[i]);
            lab_put_counted(list, i);
        }
}

#endif

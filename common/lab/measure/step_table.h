/* The emulator's table: one row a step with what it was counted to do, the floor that follows from
 * it, and the times that were recorded of the reference on a GPU, at one size. A floor is a bound;
 * nothing is timed here. */
#ifndef LAB_STEP_TABLE_H
#define LAB_STEP_TABLE_H

#include <stdarg.h>

#include "counted.h"

/* A count in at most 7 characters, exact up to them. */
static inline void lab_put_count(double value)
{
    if (value < 1e7)
        printf(" %7.0f", value);
    else
        printf(value < 1e9 ? " %6.1fM" : " %6.1fG", value / (value < 1e9 ? 1e6 : 1e9));
}

static inline void lab_put_each(double units, double requests)
{
    if (requests > 0)
        printf(" %4.3g", units / requests);
    else
        printf(" %4s", "-");
}

static inline void lab_put_ms(double ms)
{
    if (ms > 0)
        printf(" %8.*g", ms < 1e-3 ? 3 : 4, ms);
    else
        printf(" %8s", "-");
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

/* "NVIDIA H200", also where it is emulated. */
static inline int lab_name_length(const char *gpu)
{
    const char *emulated = strstr(gpu, " (emulated)");
    return emulated ? (int)(emulated - gpu) : (int)strlen(gpu);
}

/* Do all rows have one size, which the title then says? */
static inline int lab_one_size(const struct lab_counted_list *list)
{
    int same = 1;
    for (int i = 1; i < list->count; i++)
        same &= strcmp(list->at[i].size, list->at[0].size) == 0;
    return same;
}

/* What was recorded of the reference in row i, at the size `at` or at its best (NULL). */
static inline int lab_row_recorded(const struct lab_counted_list *list, int i, const char *lab,
                                   const char *at, struct lab_recorded *r)
{
    const struct lab_counted_row *row = &list->at[i];
    const char *setting = list->settings && strchr(row->name, '=') ? row->name : NULL;
    return !row->failed && lab_recorded_of(lab, row->step, setting, row->ways, at, r);
}

/* The size at which most rows are recorded, in r with when and where; 0: none is. */
static inline int lab_recorded_size(const struct lab_counted_list *list, const char *lab,
                                    struct lab_recorded *r)
{
    struct lab_recorded own, other;
    int most = 0;
    memset(r, 0, sizeof *r);
    for (int i = 0; i < list->count; i++) {
        int alike = 0;
        if (!lab_row_recorded(list, i, lab, NULL, &own))
            continue;
        for (int j = 0; j < list->count; j++)
            alike += lab_row_recorded(list, j, lab, own.size, &other);
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
                {r->under_way, r->under_way < 1.5 ? "load under way" : "loads under way"},
                {r->before_use, r->before_use < 1.5 ? "access between a load and its use"
                                                    : "accesses between a load and its use"}};
    for (unsigned i = 0; i < sizeof also / sizeof *also; i++)
        if (also[i].value > 0)
            lab_put_part(p, "%.0f %s", also[i].value, also[i].what);
    lab_put_part(p, "DRAM %.4g MB", (r->dram_read + r->dram_written) / 1e6);
}

/* "gemv_split", or "GROUPS=64 (gemv_split)" in a sweep, where it has a line of its own above the
 * figures: is it right, or why are there none? */
static inline void lab_put_what(const struct lab_counted_list *list,
                                const struct lab_counted_row *r)
{
    char name[200];
    snprintf(name, sizeof name, list->settings ? "%s (%s)%s" : "%s%.0s%s", r->name, r->who,
             r->ways);
    if (!list->settings) {
        printf("%4d %-25.25s", r->step, name);
        return;
    }
    const int column = printf("%4d %-32s ", r->step, name);
    lab_put_folded(r->failed ? r->note : r->check, 6, column, 98);
    if (!r->failed)
        printf("%4s %-25s", "", "");
}

#define LAB_FAR 2.0 /* times the reference's floor: a pass says so */

/* Row i and the lines below it; `at`: the one size of the recorded times. */
static inline void lab_put_step(const struct lab_counted_list *list, int i, const char *lab,
                                const char *at)
{
    const struct lab_counted_row *r = &list->at[i];
    struct lab_recorded here, own;
    struct lab_parts below = {0};
    lab_put_what(list, r);
    if (r->failed) {
        if (!list->settings) {
            putchar('\n');
            lab_put_note(r->note);
        }
        return;
    }
    const int is_here = lab_row_recorded(list, i, lab, at, &here);
    lab_put_count(r->loads);
    lab_put_each(r->load_sectors, r->loads);
    lab_put_count(r->stores);
    lab_put_each(r->store_sectors, r->stores);
    lab_put_ms(r->floor_ms);
    lab_put_unit(r->unit);
    lab_put_ms(r->reference_ms);
    lab_put_ms(here.ms);
    lab_put_ms(here.over_cpu ? 0 : here.before);
    putchar('\n');
    lab_put_also(&below, r);
    if (r->remark[0])
        lab_put_part(&below, "does not fill the GPU: %s", r->remark);
    if (!is_here && lab_row_recorded(list, i, lab, NULL, &own))
        lab_put_part(&below, "recorded at %.*s: %.4g ms", (int)strcspn(own.size, ","), own.size,
                     own.ms);
    putchar('\n');
    lab_put_note(r->note);
    if (r->kind == LAB_MINE && r->reference_ms > 0 && r->floor_ms >= LAB_FAR * r->reference_ms) {
        char far[120];
        snprintf(far, sizeof far,
                 "It passes, but its floor is %.1f times the reference's, set by %s: what costs it "
                 "that?",
                 r->floor_ms / r->reference_ms, r->unit);
        lab_put_note(far);
    }
}

static inline void lab_step_table(const struct lab_counted_list *list, const char *lab,
                                  const char *gpu)
{
    struct lab_recorded recorded;
    const int one_size = lab_one_size(list);
    char at[60] = "";
    printf("\n%s%scounted for one launch. Floor: the least time that this work needs on an\n"
           "%.*s, a bound and not a time.",
           one_size ? list->at[0].size : "", one_size ? ", " : "", lab_name_length(gpu), gpu);
    if (lab_recorded_size(list, lab, &recorded)) {
        printf(" Recorded, at a size of its own: the reference's\n"
               "time and the step before's, in ms, on an %s, %s.",
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
        lab_put_step(list, i, lab, recorded.size);
    }
}

/* Each prediction beside what was recorded of the reference, since nothing is timed here. */
static inline void lab_recorded_predictions(const struct lab_counted_list *list, const char *lab)
{
    for (int i = 0; i < list->count; i++) {
        struct lab_recorded r;
        const struct lab_counted_row *row = &list->at[i];
        if (row->kind != LAB_MINE || row->predicted <= 0)
            continue;
        printf("step %d  predicted %.2fx, ", row->step, row->predicted);
        if (!lab_recorded_of(lab, row->step, NULL, row->ways, NULL, &r) || r.before <= 0) {
            printf("and no time was recorded to compare that with.\n");
            continue;
        }
        printf("recorded %.2fx over %s. %s\n", r.before / r.ms,
               r.over_cpu ? "one CPU core" : "the step before",
               lab_predicted_words(r.before / r.ms / row->predicted));
    }
}

/* The table of the rows that are not shown yet, and the rows as JSON; nothing if there are none. */
static inline void lab_show_counted(struct lab_table *t)
{
    struct lab_counted_list *list = t->rows;
    if (!list->count)
        return;
    list->settings = t->sweep;
    lab_step_table(list, t->lab, t->gpu->name);
    lab_recorded_predictions(list, t->lab);
    for (int i = 0; i < list->count; i++)
        if (!list->at[i].failed)
            lab_counted_json(t, &list->at[i]);
    list->count = 0;
}

#endif

/* The emulator's table of floors, and both tables one below the other. A floor is a bound; the only
 * times here were recorded on a GPU, and say so. */
#ifndef LAB_FLOOR_TABLE_H
#define LAB_FLOOR_TABLE_H

#include "counted.h"

static inline void lab_put_ms(double ms)
{
    if (ms > 0)
        printf(" %8.*g", ms < 1e-3 ? 3 : 4, ms);
    else
        printf(" %8s", "-");
}

static inline void lab_put_ratio(double ratio)
{
    if (ratio > 0)
        printf(" %7.*fx", ratio < 1000 ? 2 : 0, ratio);
    else
        printf(" %8s", "-");
}

/* What was recorded of the reference, in a row. */
static inline void lab_put_recorded(const struct lab_recorded *r, int is)
{
    lab_put_ms(is ? r->ms : 0);
    lab_put_ratio(is ? r->speedup : 0);
    printf(is ? "%c at %.*s\n" : "\n", r->over_cpu ? '+' : ' ', (int)strcspn(r->size, "x"),
           r->size);
}

/* "NVIDIA H200", also where it is emulated. */
static inline int lab_name_length(const char *gpu)
{
    const char *emulated = strstr(gpu, " (emulated)");
    return emulated ? (int)(emulated - gpu) : (int)strlen(gpu);
}

/* The learner's floors, and what the reference took where it was measured. */
static inline void lab_floor_table(const struct lab_counted_list *list, const char *lab,
                                   const char *gpu)
{
    const struct lab_counted_row *above = NULL;
    struct lab_recorded recorded, last;
    int over_cpu = 0;
    char at[80] = "floors";
    memset(&last, 0, sizeof last);
    if (lab_one_size(list))
        snprintf(at, sizeof at, "floors at %.*s", lab_size_length(&list->at[0]), list->at[0].size);
    printf("\nFloor: the least time that the counted work needs on an %.*s: a bound, not a time.\n",
           lab_name_length(gpu), gpu);
    printf("%4s %-25s    %-39s  %s\n", "", "", at, "the reference, recorded");
    printf("%4s %-25s %8s  %-13s %8s %8s %8s %8s\n", "step", "what", "ms", "set by", "ref. ms",
           "x before", "ms", "x before");
    for (int i = 0; i < list->count; i++) {
        const struct lab_counted_row *r = &list->at[i], *beside = lab_beside(list, i),
                                     *before = lab_step_before_of(list, i, lab);
        if (r->kind != LAB_MINE || r->failed)
            continue;
        const char *setting = list->settings && strchr(r->name, '=') ? r->name : NULL;
        const int is = lab_recorded_of(lab, r->step, setting, r->size, &recorded);
        above = lab_put_size(list, above, r);
        lab_put_name(list, r);
        lab_put_ms(r->floor_ms);
        printf("  %-13s", r->unit);
        lab_put_ms(beside ? beside->floor_ms : 0);
        lab_put_ratio(before && r->floor_ms > 0 ? before->floor_ms / r->floor_ms : 0);
        lab_put_recorded(&recorded, is);
        last = is ? recorded : last;
        over_cpu |= is && recorded.over_cpu;
        if (r->remark[0])
            printf("      does not fill the GPU: %s\n", r->remark);
    }
    if (last.ms > 0)
        printf("Recorded on an %s, %s.\nx before: times as fast as the step before%s.\n",
               last.device, last.date, over_cpu ? ", or (+) as one CPU core" : "");
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
        if (!lab_recorded_of(lab, row->step, NULL, row->size, &r) || r.speedup <= 0) {
            printf("and no time was recorded to compare that with.\n");
            continue;
        }
        printf("recorded %.2fx over %s. %s\n", r.speedup,
               r.over_cpu ? "one CPU core" : "the step before",
               lab_predicted_words(r.speedup / row->predicted));
    }
}

/* Both tables, and the rows as JSON; nothing for an empty list. */
static inline void lab_show_counted(const struct lab_counted_list *list, struct lab_table *t)
{
    if (!list->count)
        return;
    lab_counted_table(list);
    lab_floor_table(list, t->lab, t->gpu->name);
    lab_recorded_predictions(list, t->lab);
    for (int i = 0; i < list->count; i++)
        if (!list->at[i].failed && list->at[i].kind != LAB_BEFORE)
            lab_counted_json(t, &list->at[i]);
}

#endif

/* What was recorded of the reference: its times on a GPU (docs/results/LAB.json, by `make bench`),
 * and what it is counted to do (docs/results/counted/LAB.json), for a student's kit, where no
 * reference can be counted. Both files have a row a line. A file that is not there has no rows. */
#ifndef LAB_RECORDED_H
#define LAB_RECORDED_H

#include "lab/problem.h"

/* The reference's time at one size, and that of what it is compared with. */
struct lab_recorded {
    char device[60], date[20], size[40];
    double ms, before; /* of the step before, or of the lab before; 0: not known */
    int over_cpu;      /* … of one CPU core */
};

/* The text that follows "key": in a row; NULL if there is none. */
static inline const char *lab_field(const char *row, const char *key)
{
    char quoted[100];
    snprintf(quoted, sizeof quoted, "\"%s\":", key);
    const char *at = strstr(row, quoted);
    return at ? at + strlen(quoted) : NULL;
}

static inline double lab_field_number(const char *row, const char *key)
{
    const char *at = lab_field(row, key);
    return at ? strtod(at, NULL) : 0; /* null is 0 */
}

static inline void lab_field_text(const char *row, const char *key, char *text, size_t size)
{
    const char *at = lab_field(row, key);
    text[0] = 0;
    if (at && *at == '"')
        snprintf(text, size, "%.*s", (int)strcspn(at + 1, "\""), at + 1);
}

static inline FILE *lab_results(const char *folder, const char *lab)
{
    char path[200];
    snprintf(path, sizeof path, "docs/results/%s%s.json", folder, lab);
    return fopen(path, "r");
}

/* Are all numbers of a size, like "4096x4096x4096", powers of two? */
static inline int lab_round_size(const char *size)
{
    for (;;) {
        char *end;
        const long number = strtol(size, &end, 10);
        if (number & (number - 1))
            return 0;
        if (*end != 'x')
            return 1;
        size = end + 1;
    }
}

/* Is it the reference's row: of the step as it is (NULL), or of a setting, "TILE=8"? */
static inline int lab_is_setting(const char *kind, const char *label, const char *setting)
{
    const char *its = strchr(label, ' ');
    return setting ? strcmp(kind, "setting") == 0 && its && strcmp(its + 1, setting) == 0
                   : strcmp(kind, "solution") == 0;
}

/* 1, and *r, if the reference's time of this step was recorded; of its setting, if that is not
 * NULL, and with as many ways. Of the size `at`, if that is not NULL; else of the largest, but one
 * at which the step before was recorded, too, or whose dimensions are powers of two, goes before
 * another. */
static inline int lab_recorded_of(const char *lab, int step, const char *setting, const char *ways,
                                  const char *at, struct lab_recorded *r)
{
    char line[2000], kind[20], label[60], its[40];
    int worse = 0, after_cpu = 0;
    FILE *f = lab_results("", lab);
    memset(r, 0, sizeof *r);
    while (f && fgets(line, sizeof line, f)) {
        if (lab_field(line, "device")) {
            lab_field_text(line, "name", r->device, sizeof r->device);
            lab_field_text(line, "date", r->date, sizeof r->date);
        }
        lab_field_text(line, "kind", kind, sizeof kind);
        lab_field_text(line, "label", label, sizeof label);
        lab_field_text(line, "size", its, sizeof its);
        const int over_cpu = after_cpu, is_cpu = strcmp(kind, "cpu") == 0;
        if (is_cpu || strcmp(kind, "reference") == 0 || strcmp(kind, "solution") == 0)
            after_cpu = is_cpu;
        const char *its_ways = strchr(its, ','), *its_step = lab_field(line, "step");
        const double ms = lab_field_number(line, "ms"),
                     speedup = lab_field_number(line, "speedup_over_previous");
        const int is_worse = 4 * !(speedup > 0) + 2 * over_cpu + !lab_round_size(its);
        if (!its_step || *its_step == 'n' || atoi(its_step) != step ||
            !lab_is_setting(kind, label, setting) || (its_ways && strcmp(its_ways, ways)) ||
            (at && strcmp(its, at)) ||
            (r->ms > 0 && (is_worse > worse || (is_worse == worse && ms < r->ms))))
            continue;
        worse = is_worse;
        r->ms = ms;
        r->before = speedup * ms;
        r->over_cpu = over_cpu;
        snprintf(r->size, sizeof r->size, "%s", its);
    }
    if (f)
        fclose(f);
    return r->ms > 0;
}

/* The floor of what the reference was counted to do in this step, at this size; 0: not recorded. */
static inline double lab_recorded_floor(const char *lab, int step, const char *size,
                                        const char *ways)
{
    FILE *f = lab_results("counted/", lab);
    char row[2000], its[60], whole[80];
    double floor_ms = 0;
    snprintf(whole, sizeof whole, "%s%s", size, ways);
    while (f && floor_ms == 0 && fgets(row, sizeof row, f)) {
        const char *number = lab_field(row, "step");
        lab_field_text(row, "size", its, sizeof its);
        if (number && *number != 'n' && atoi(number) == step && strcmp(its, whole) == 0)
            floor_ms = lab_field_number(row, "floor_ms");
    }
    if (f)
        fclose(f);
    return floor_ms;
}

#endif

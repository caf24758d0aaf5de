/* What was recorded of the reference: its times on a GPU (docs/results/LAB.json, by `make bench`),
 * and what it is counted to do (docs/results/counted/LAB.json), for a student's kit, where no
 * reference can be counted. Both files have a row a line. A file that is not there has no rows. */
#ifndef LAB_RECORDED_H
#define LAB_RECORDED_H

#include "lab/lesson.h"
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

enum { LAB_MOST_RECORDED = 200 };
struct lab_recorded_row {
    char label[60], kind[20], size[40];
    int step; /* -1: none */
    double ms, speedup;
};

/* The rows of one file; their number. */
static inline int lab_recorded_rows(const char *lab, struct lab_recorded_row *rows,
                                    struct lab_recorded *about)
{
    char line[2000];
    int count = 0;
    FILE *f = lab_results("", lab);
    while (f && count < LAB_MOST_RECORDED && fgets(line, sizeof line, f)) {
        struct lab_recorded_row *r = &rows[count];
        const char *step = lab_field(line, "step");
        if (lab_field(line, "device")) {
            lab_field_text(line, "name", about->device, sizeof about->device);
            lab_field_text(line, "date", about->date, sizeof about->date);
        }
        lab_field_text(line, "label", r->label, sizeof r->label);
        lab_field_text(line, "kind", r->kind, sizeof r->kind);
        lab_field_text(line, "size", r->size, sizeof r->size);
        r->step = step && *step != 'n' ? atoi(step) : -1;
        r->ms = lab_field_number(line, "ms");
        r->speedup = lab_field_number(line, "speedup_over_previous");
        count += r->kind[0] != 0;
    }
    if (f)
        fclose(f);
    return count;
}

/* The step that is declared before this one, of those that solve the same problem; -1: none. */
static inline int lab_previous_step(const char *lab, int step)
{
    const struct lab_step *facts;
    const int count = lab_steps_of(lab, &facts);
    int at = 0;
    while (at < count && facts[at].step != step)
        at++;
    for (int i = at - 1; i >= 0 && at < count; i--)
        if (lab_family(facts[i].problem) == lab_family(facts[at].problem))
            return facts[i].step;
    return -1;
}

/* The time that row `at` is compared with: of the step before, of the lab before, of one CPU core.
 * 0 if none was recorded at this size. */
static inline double lab_recorded_before(const char *lab, const struct lab_recorded_row *rows,
                                         int at, int *over_cpu)
{
    const int previous = lab_previous_step(lab, rows[at].step);
    *over_cpu = 0;
    for (int i = at - 1; i >= 0 && strcmp(rows[i].size, rows[at].size) == 0; i--) {
        *over_cpu = previous < 0 && strcmp(rows[i].kind, "cpu") == 0;
        if ((previous >= 0 && rows[i].step == previous && strcmp(rows[i].kind, "setting")) ||
            (previous < 0 && strcmp(rows[i].kind, "reference") == 0) || *over_cpu)
            return rows[i].ms;
    }
    return 0;
}

/* Is it the reference's row: of the step as it is (NULL), or of a setting, "TILE=8"? */
static inline int lab_is_setting(const struct lab_recorded_row *row, const char *setting)
{
    const char *its = strchr(row->label, ' ');
    return setting ? strcmp(row->kind, "setting") == 0 && its && strcmp(its + 1, setting) == 0
                   : strcmp(row->kind, "solution") == 0;
}

/* 1, and *r, if the reference's time of this step was recorded; of its setting, if that is not
 * NULL. `size`: as the step is run here, whose ways count. Of the size `at`, if that is not NULL;
 * else of the largest, but one at which the step before was recorded, too, or whose dimensions are
 * powers of two, goes before another. */
static inline int lab_recorded_of(const char *lab, int step, const char *setting, const char *size,
                                  const char *at, struct lab_recorded *r)
{
    static struct lab_recorded_row rows[LAB_MOST_RECORDED];
    const char *ways = strchr(size, ',');
    int worse = 0;
    memset(r, 0, sizeof *r);
    const int count = lab_recorded_rows(lab, rows, r);
    for (int i = 0; i < count; i++) {
        int over_cpu;
        const char *its = strchr(rows[i].size, ',');
        if (rows[i].step != step || !lab_is_setting(&rows[i], setting) ||
            (its && strcmp(its, ways ? ways : "")) || (at && strcmp(rows[i].size, at)))
            continue;
        const double before = lab_recorded_before(lab, rows, i, &over_cpu);
        const int is_worse = 4 * (before <= 0) + 2 * over_cpu + !lab_round_size(rows[i].size);
        if (r->ms > 0 && (is_worse > worse || (is_worse == worse && rows[i].ms < r->ms)))
            continue;
        worse = is_worse;
        r->ms = rows[i].ms;
        r->before = before;
        r->over_cpu = over_cpu;
        snprintf(r->size, sizeof r->size, "%s", rows[i].size);
    }
    return r->ms > 0;
}

/* The floor of what the reference was counted to do in this step, at this size; 0: not recorded. */
static inline double lab_recorded_floor(const char *lab, int step, const char *size)
{
    FILE *f = lab_results("counted/", lab);
    char row[2000], its[60];
    double floor_ms = 0;
    while (f && floor_ms == 0 && fgets(row, sizeof row, f)) {
        const char *number = lab_field(row, "step");
        lab_field_text(row, "size", its, sizeof its);
        if (number && *number != 'n' && atoi(number) == step && strcmp(its, size) == 0)
            floor_ms = lab_field_number(row, "floor_ms");
    }
    if (f)
        fclose(f);
    return floor_ms;
}

#endif

/* The result table on the terminal, and the same rows as JSON for `make bench`. */
#pragma once

#include <time.h>

#include "gpu_facts.h"
#include "turns.h"
#define LAB_BACKEND (LAB_ON_GPU ? "gpu" : "emulator")

/* LAB_BEFORE: the reference's last step of the lab before; LAB_STREAM: reads A and computes nothing
 * of use; LAB_COPY: a plain copy of as many bytes; LAB_SETTING: a step with another value of one of
 * its constants (`make bench`). */
enum lab_kind { LAB_MINE, LAB_THEIRS, LAB_BEFORE, LAB_LIBRARY, LAB_STREAM, LAB_COPY, LAB_SETTING };

struct lab_contender {
    const char *name, *who;
    int step;
    enum lab_problem problem;
    enum lab_kind kind;
    const struct lab_entry *entry;
    struct lab_times times;
    int next_set;
    double prepare_ms; /* 0 where the step has no preparation */
    double skipped_ms; /* 0, or a guess at its time: so long that it was not measured */
    int proven;        /* `checksum` is that of an output that was verified */
    uint64_t checksum;
    double predicted; /* the speedup over the step before that the learner expects; 0: none */
    struct lab_verdict verdict; /* of the worst timed output */
    int failed;     /* it could not be launched at this size, or must not be at any: no figures */
    char why[1000]; /* it failed */
    const char *check; /* what its check said, where a table has a column for that, else NULL */
};

static inline struct lab_contender lab_contender_of(const char *name, const char *who, int step,
                                                    enum lab_problem problem,
                                                    const struct lab_entry *entry,
                                                    enum lab_kind kind)
{
    struct lab_contender c;
    memset(&c, 0, sizeof c);
    c.name = name;
    c.who = who;
    c.step = step;
    c.problem = problem;
    c.entry = entry;
    c.kind = kind;
    c.verdict.ok = 1;
    return c;
}

enum { LAB_FAILED = 1, LAB_BARRED };

/* Marks a contender that could not be launched. Its row says so; the others go on. */
static inline void lab_fail(struct lab_contender *c, int failed, const char *what, const char *why)
{
    c->failed = failed;
    snprintf(c->why, sizeof c->why, "%s: %.900s", what, why);
}

struct lab_table {
    const char *lab, *json_file; /* NULL: no JSON */
    const struct lab_gpu *gpu;
    struct lab_contender *list; /* what is measured */
    int count;
    int sweep;  /* they are settings; beside each the file as it is */
    FILE *rows; /* in the emulator: as JSON, for step_table.jq */
    double copy_gbytes;
    FILE *json;
    int json_rows;
    struct lab_text size; /* of the last problem measured: the lab's own */
    int arithmetic;       /* that is its bound: GFLOP/s and their peak instead of GB/s */
    int binary;           /* lab 09: T op/s */
    int streams;          /* a kernel that only reads A is in the table, too */
    unsigned shown;       /* families, by bits, whose kernels' resources have been shown */
};

struct lab_row {
    const char *name, *who, *kind;
    int step, ok; /* step -1: not a step */
    struct lab_case question;
    double ms, spread, gbytes, gflops, prepare_ms;
    double speedup, to_reference, to_library, to_stream; /* 0: does not apply */
};

static inline struct lab_row lab_row_of(const struct lab_case *c, const char *name, const char *who,
                                        double ms, double spread)
{
    struct lab_shape s = lab_shape_of(c);
    struct lab_row r;
    memset(&r, 0, sizeof r);
    r.question = *c;
    r.name = name;
    r.who = who;
    r.kind = "cpu";
    r.step = -1;
    r.ok = 1;
    r.ms = ms;
    r.spread = spread;
    r.gbytes = ms > 0 ? s.bytes / ms / 1e6 : 0;
    r.gflops = ms > 0 ? s.flops / ms / 1e6 : 0;
    return r;
}

/* Could one of the learner's steps not be launched, or was what it gave wrong? */
static inline int lab_any_failed(const struct lab_table *t)
{
    int any = 0;
    for (const struct lab_contender *x = t->list; x < t->list + t->count; x++)
        any |= x->failed == LAB_FAILED ||
               ((x->kind == LAB_MINE || x->kind == LAB_SETTING) && !x->verdict.ok);
    return any;
}

static inline void lab_json_number(FILE *f, const char *name, double value)
{
    if (value > 0)
        fprintf(f, ",\"%s\":%.6g", name, value);
    else
        fprintf(f, ",\"%s\":null", name);
}

static inline void lab_table_open(struct lab_table *t)
{
    char date[20];
    time_t now = time(NULL);
    if (!t->json_file)
        return;
    if (!(t->json = fopen(t->json_file, "w"))) {
        perror(t->json_file);
        return;
    }
    strftime(date, sizeof date, "%Y-%m-%d", gmtime(&now));
    fprintf(t->json, "{\"schema\":1,\"lab\":\"%s\",\"backend\":\"%s\",\"device\":{\"name\":\"%s\"",
            t->lab, LAB_BACKEND, t->gpu->name);
    lab_json_number(t->json, "peak_gbytes_per_s", t->gpu->peak_gbytes);
    lab_json_number(t->json, "copy_gbytes_per_s", t->copy_gbytes);
    lab_json_number(t->json, "peak_gflops", t->gpu->peak[LAB_PEAK_FLOAT]);
    lab_json_number(t->json, "peak_popc_gops", t->gpu->peak[LAB_PEAK_POPC]);
    lab_json_number(t->json, "peak_binary_gops", t->gpu->peak[LAB_PEAK_BIT_TENSOR]);
    fprintf(t->json, "},\"toolkit\":\"%d.%d\",\"date\":\"%s\",\"rows\":[", CUDART_VERSION / 1000,
            CUDART_VERSION % 1000 / 10, date);
}

static inline void lab_table_close(struct lab_table *t)
{
    if (t->json) {
        fprintf(t->json, "\n],\"size\":\"%s\"}\n", t->size.text);
        if (fclose(t->json))
            perror(t->json_file);
    }
}

static inline void lab_table_header(struct lab_table *t, const struct lab_case *c)
{
    static const char *const units[LAB_PEAKS] = {"TFLOP/s", "TFLOP/s in double",
                                                 "T op/s by population counts",
                                                 "T op/s by binary tensor cores"};
    const struct lab_shape shape = lab_shape_of(c);
    const double *peak = t->gpu->peak;
    t->size = lab_size_text(c);
    t->arithmetic = lab_is_arithmetic(&shape);
    t->binary = lab_is(c->problem, LAB_BINARY) != 0;
    t->streams = lab_is(c->problem, LAB_STREAMS) != 0;
    const enum lab_peak unit = t->binary ? LAB_PEAK_POPC : lab_problem_of(c->problem)->peak;
    printf("\n%s, %s. Ceilings: %.0f GB/s by the clocks, %.0f measured (copy);\n%.1f %s",
           t->size.text, lab_data_name(c->data), t->gpu->peak_gbytes, t->copy_gbytes,
           peak[unit] / 1e3, units[unit]);
    if (t->binary && peak[LAB_PEAK_BIT_TENSOR] > 0)
        printf(", %.1f %s", peak[LAB_PEAK_BIT_TENSOR] / 1e3, units[LAB_PEAK_BIT_TENSOR]);
    printf(".\n%79s %s\n", "of", t->sweep ? "   x as" : " x step  x ref-  x lib-");
    printf("step %-25s %9s %6s %8s %-15s %6s %s\n", "what", "ms", "spread",
           t->binary       ? "T op/s"
           : t->arithmetic ? "GFLOP/s"
                           : "GB/s",
           "of peak", t->streams && !t->sweep ? "stream" : "copy",
           t->sweep ? "  it is" : " before  erence    rary");
}

/* Text that may be long, folded at blanks to so many columns, each line `indent` blanks in. */
static inline void lab_put_folded(const char *text, int indent, int columns)
{
    while (*text) {
        const int length = (int)strcspn(text, "\n"), room = columns - indent;
        int shown = length > room ? room : length;
        while (shown < length && shown > 0 && text[shown] != ' ')
            shown--;
        if (shown == 0) /* one long word, a file's name */
            shown = (int)strcspn(text, " \n");
        printf("%*s%.*s\n", indent, "", shown, text);
        text += shown + (shown == length && text[shown]);
        while (shown < length && *text == ' ')
            text++;
    }
}

/* A column of a row, blank where there is no value. */
static inline void lab_cell(int width, int digits, double value, char unit)
{
    if (value > 0)
        printf(" %*.*f%c", width - 1, digits, value, unit);
    else
        printf(" %*s", width, "");
}

static inline void lab_print_ratio(double ratio)
{
    lab_cell(7, ratio < 100 ? 2 : ratio < 1000 ? 1 : 0, ratio, 'x');
}

static inline void lab_json_row(struct lab_table *t, const struct lab_row *r, double peak,
                                double copy)
{
    FILE *f = t->json;
    fprintf(f, "%s\n{\"label\":\"%s\",\"kind\":\"%s\",\"size\":\"%s\",\"step\":",
            t->json_rows++ ? "," : "", r->name, r->kind, t->size.text);
    fprintf(f, r->step >= 0 ? "%d" : "null", r->step);
    lab_json_number(f, "ms", r->ms);
    fprintf(f, ",\"spread\":%.4f", r->spread);
    lab_json_number(f, "gbytes_per_s", r->gbytes);
    lab_json_number(f, "gflops", r->gflops);
    lab_json_number(f, "percent_of_peak", peak);
    lab_json_number(f, "percent_of_copy", copy);
    lab_json_number(f, "speedup_over_previous", r->speedup);
    lab_json_number(f, "speedup_over_reference", r->to_reference);
    lab_json_number(f, "library_ratio", r->to_library);
    lab_json_number(f, "stream_ratio", r->to_stream);
    if (t->binary)
        fprintf(f, ",\"unit\":\"T op/s\"");
    lab_json_number(f, "prepare_ms", r->prepare_ms);
    fprintf(f, ",\"pass\":%s}", r->ok ? "true" : "false");
}

/* The row's first two columns; a long name has a line of its own. Step -1: it is none. */
static inline void lab_table_name(int number, const char *name, const char *who)
{
    enum { ROOM = 25 };
    char what[240], step[12] = "";
    const int mine = strcmp(who, "yours") == 0 || strcmp(who, "solution") == 0;
    if (number >= 0)
        snprintf(step, sizeof step, "%d", number);
    snprintf(what, sizeof what, !who[0] || mine ? "%s%.0s" : "%s, %s", name,
             strcmp(who, "reference") == 0 ? "ref." : who);
    if (strlen(what) > ROOM)
        printf("%4s %s\n%4s %-*s", step, what, "", ROOM, "");
    else
        printf("%4s %-*s", step, ROOM, what);
}

static inline void lab_table_row(struct lab_table *t, const struct lab_row *r)
{
    int cpu = strcmp(r->kind, "cpu") == 0;
    double peak =
        cpu ? 0 : lab_percent_of_peak(&r->question, r->ms, t->gpu->peak_gbytes, t->gpu->peak);
    double copy = t->copy_gbytes > 0 && !cpu ? 100 * r->gbytes / t->copy_gbytes : 0;
    if (t->json)
        lab_json_row(t, r, peak, copy);
    const double share = t->streams && !t->sweep ? 100 * r->to_stream : t->arithmetic ? 0 : copy;
    lab_table_name(r->step, r->name, r->who);
    printf(" %9.4f", r->ms);
    lab_cell(6, 1, 100 * r->spread, '%');
    printf(" %8.1f", t->binary ? r->gflops / 1e3 : t->arithmetic ? r->gflops : r->gbytes);
    lab_cell(5, 0, peak, '%');
    printf(" %-9s", t->arithmetic ? "" : lab_band(peak));
    lab_cell(6, 1, share, '%');
    lab_print_ratio(r->speedup);
    lab_print_ratio(r->to_reference);
    lab_print_ratio(r->to_library);
    printf("%s\n", r->ok ? "" : "\n     WRONG: not to be compared");
    if (r->spread > 0.02)
        printf("     spread above 2 %%: measure again on a quiet machine\n");
    if (r->prepare_ms > 0)
        printf("     %-25s %9.4f  untimed above; together %.4f ms\n", "+ its preparation",
               r->prepare_ms, r->prepare_ms + r->ms);
}

/* A row of what the kernels' times leave out; nothing if it was not measured. GB/s are those of A,
 * once. */
static inline void lab_table_extra(struct lab_table *t, const struct lab_case *c, const char *name,
                                   const char *kind, const struct lab_series *series)
{
    struct lab_row r = lab_row_of(c, name, "", lab_median(series), lab_spread(series));
    r.kind = kind;
    r.gflops = 0;
    if (!series->count)
        return;
    if (t->json)
        lab_json_row(t, &r, 0, 0);
    printf("%6s  %-30s %10.3f ms %5.1f%% %8.1f GB/s\n", "", name, r.ms, 100 * r.spread, r.gbytes);
}

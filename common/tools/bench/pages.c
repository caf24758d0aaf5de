/* The tables, and the pages that hold them between markers. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"

void put_number(FILE *out, double value, int decimals)
{
    char digits[40];
    if (!isfinite(value)) {
        fprintf(out, "–");
        return;
    }
    if (decimals < 0)
        decimals = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 4;
    snprintf(digits, sizeof digits, "%.*f", decimals, value);
    int whole = (int)strcspn(digits, ".");
    for (int i = 0; digits[i]; i++) {
        if (i > 0 && i < whole && (whole - i) % 3 == 0)
            fputc(',', out);
        fputc(digits[i], out);
    }
}

/* A table's cell: a number, see put_number, and its unit. */
static void cell(FILE *out, double value, int decimals, const char *unit)
{
    fputc(' ', out);
    put_number(out, value, decimals);
    fprintf(out, "%s |", isfinite(value) ? unit : "");
}

static void label(FILE *out, const char *text)
{
    for (; *text; text++)
        fprintf(out, *text == '|' ? "\\%c" : "%c", *text);
}

/* Measured on the same kind of device, with the same toolkit, on the same day? Their ceilings
 * differ by the noise. */
static int same_origin(const struct result *a, const struct result *b)
{
    return strcmp(text_of(json_object_get(a->root, "device"), "name"),
                  text_of(json_object_get(b->root, "device"), "name")) == 0 &&
           strcmp(text_of(a->root, "toolkit"), text_of(b->root, "toolkit")) == 0 &&
           strcmp(text_of(a->root, "date"), text_of(b->root, "date")) == 0;
}

static void provenance(FILE *out, const struct result *r)
{
    json_t *device = json_object_get(r->root, "device");
    fprintf(out, "%s, CUDA %s, %s; ", text_of(device, "name"), text_of(r->root, "toolkit"),
            text_of(r->root, "date"));
    fprintf(out, "ceilings: %.0f GB/s by the clocks, %.0f GB/s measured (copy), %.1f TFLOP/s.",
            number_of(device, "peak_gbytes_per_s"), number_of(device, "copy_gbytes_per_s"),
            number_of(device, "peak_gflops") / 1e3);
}

static void picture(FILE *out, const char *name, const char *folder)
{
    char file[200];
    snprintf(file, sizeof file, "docs/results/%s.svg", name);
    if (access(file, R_OK) == 0)
        fprintf(out, "\n![%s, measured](%sresults/%s.svg)\n", name, folder, name);
}

static void row_of_table(FILE *out, const struct result *r, json_t *row)
{
    double step = number_of(row, "step"), share = number_of(row, "spread");
    const char *lab = text_of(row, "lab");
    fprintf(out, "| ");
    if (step >= 0)
        fprintf(out, "%.2s%s%.0f ", lab, lab[0] ? "." : "", step);
    fprintf(out, "| ");
    label(out, text_of(row, "label"));
    if (is_wrong(row)) {
        fprintf(out, " **(wrong)** | %s | – | – | – | – | – | – | – | – |\n", size_of(r, row));
        return;
    }
    fprintf(out, " | %s |", size_of(r, row));
    cell(out, number_of(row, "ms"), -1, "");
    cell(out, share > 0 ? 100 * share : NAN, 1, " %");
    cell(out, number_of(row, "gbytes_per_s"), number_of(row, "gbytes_per_s") < 100, "");
    cell(out, number_of(row, "gflops"), number_of(row, "gflops") < 100, "");
    cell(out, number_of(row, "percent_of_peak"), 1, " %");
    cell(out, number_of(row, "percent_of_copy"), 1, " %");
    cell(out, number_of(row, "speedup_over_previous"), 2, "×");
    cell(out, number_of(row, "library_ratio"), 2, "×");
    fprintf(out, "\n");
}

/* Does a short table have this row: one at the headline size, or of a step that was not measured
 * there, at its largest size? */
static int in_short_table(const struct result *r, json_t *row)
{
    json_t *other;
    size_t i;
    if (strcmp(size_of(r, row), headline(r)) == 0)
        return 1;
    json_array_foreach(json_object_get(r->root, "rows"), i, other)
    {
        if (is_kind(other, "solution") && number_of(other, "step") == number_of(row, "step") &&
            (strcmp(size_of(r, other), headline(r)) == 0 ||
             volume(size_of(r, other)) > volume(size_of(r, row))))
            return 0;
    }
    return is_kind(row, "solution");
}

static void rows_of_result(FILE *out, const struct result *r, int in_short)
{
    json_t *row;
    size_t i;
    int rows = 0, sizes = is_counted_at_sizes(r); /* those have a table of their own below */
    provenance(out, r);
    fprintf(out, "\n");
    json_array_foreach(json_object_get(r->root, "rows"), i, row)
    {
        if (is_kind(row, "reference") || (sizes && text_of(row, "unit")[0]) ||
            (in_short && !in_short_table(r, row)))
            continue;
        if (!rows++)
            fprintf(out,
                    "\n| step | what | size | ms | spread | GB/s | GFLOP/s | of peak | of copy | "
                    "× before | × library |\n|---|---|---|---|---|---|---|---|---|---|---|\n");
        row_of_table(out, r, row);
    }
    if (sizes)
        table_of_sizes(out, r);
}

static void table_of_result(FILE *out, const struct result *r, const char *folder, int in_short)
{
    char roofline[120];
    rows_of_result(out, r, in_short);
    picture(out, r->name, folder);
    snprintf(roofline, sizeof roofline, "%s_roofline", r->name);
    if (is_counted_at_sizes(r))
        picture(out, roofline, folder);
}

/* The same lab on other cards, folded. */
static void tables_of_others(FILE *out, const char *name)
{
    for (int i = 0; i < other_count; i++)
        if (strcmp(others[i].name, name) == 0) {
            fprintf(out, "\n<details><summary>The same on another GPU: %s</summary>\n\n",
                    text_of(json_object_get(others[i].root, "device"), "name"));
            rows_of_result(out, &others[i], 0);
            fprintf(out, "\n</details>\n");
        }
}

static void lab_link(FILE *out, const char *lab, const char *folder)
{
    char page[200];
    snprintf(page, sizeof page, "docs/%s.md", lab);
    if (access(page, R_OK) == 0)
        fprintf(out, "| [%s](%s%s.md) | ", lab, folder, lab);
    else
        fprintf(out, "| %s | ", lab);
}

/* Labs may be listed in steps.h before they are there. */
static int exists(const char *lab)
{
    const struct lab_file *f = lab_file_of(lab);
    char file[200];
    snprintf(file, sizeof file, "solutions/%s/%s.cu", f->folder, f->name);
    return access(file, F_OK) == 0;
}

static void table_of_ladder(FILE *out, const char *folder)
{
    const struct result *from = NULL, *before = NULL;
    for (int i = 0; i < LABS; i++)
        if (best_anywhere(lab_ids[i], &from) && (!before || !same_origin(from, before))) {
            provenance(out, from);
            fprintf(out, "\n");
            before = from;
        }
    fprintf(out, "\n| lab | its best step | size | ms | spread | GB/s | GFLOP/s | of the ceiling | "
                 "× library |\n");
    fprintf(out, "|---|---|---|---|---|---|---|---|---|\n");
    for (int i = 0; i < LABS; i++) {
        json_t *row = best_anywhere(lab_ids[i], &from);
        if (!row && !exists(lab_ids[i]))
            continue;
        lab_link(out, lab_ids[i], folder);
        if (!row) {
            fprintf(out, "not measured yet | – | – | – | – | – | – | – |\n");
            continue;
        }
        int arithmetic = by_arithmetic(row), binary = text_of(row, "unit")[0] != 0;
        json_t *device = json_object_get(from->root, "device");
        double peak = number_of(device, binary ? "peak_binary_gops" : "peak_gflops");
        label(out, text_of(row, "label"));
        fprintf(out, " | %s |", size_of(from, row));
        cell(out, number_of(row, "ms"), -1, "");
        cell(out, 100 * number_of(row, "spread"), 1, " %");
        cell(out, number_of(row, "gbytes_per_s"), number_of(row, "gbytes_per_s") < 100, "");
        cell(out, number_of(row, "gflops"), number_of(row, "gflops") < 100, "");
        cell(out,
             arithmetic ? 100 * number_of(row, "gflops") / peak : number_of(row, "percent_of_copy"),
             1,
             binary       ? " % (binary tensor cores)"
             : arithmetic ? " % (FP32 peak)"
                          : " % (copy)");
        cell(out, number_of(row, "library_ratio"), 2, "×");
        fprintf(out, "\n");
    }
    picture(out, "ladder", folder);
}

/* What belongs between the markers called `name` in `page`: a lab's or a ladder's name, with
 * _headline after it for a short table. `folder`: from there to docs/. Shortens `name`. */
static void block(FILE *out, const char *page, char *name, const char *folder)
{
    char *tail = strstr(name, "_headline");
    int in_short = tail && strcmp(tail, "_headline") == 0;
    if (in_short)
        *tail = 0;
    const struct result *r = result_named(name);
    if (strcmp(name, "ladder") != 0 && !is_lab(name) && !is_ladder(name))
        die("%s: marker bench:%s: there is no such lab in steps.h", page, name);
    if (strcmp(name, "ladder") == 0 && result_count > 0)
        table_of_ladder(out, folder);
    else if (r)
        table_of_result(out, r, folder, in_short);
    else
        fprintf(out, "*Not measured yet: `make bench` on a machine with a GPU fills this in.*\n");
    if (!in_short)
        tables_of_others(out, name);
}

char *read_whole(const char *file)
{
    FILE *in = fopen(file, "rb");
    char *text = NULL;
    size_t size = 0;
    if (!in || getdelim(&text, &size, '\0', in) < 0) {
        if (!in || ferror(in))
            die("%s: %s", file, strerror(errno));
        free(text);
        text = strdup("");
    }
    fclose(in);
    return text;
}

char *rendered(const char *page, const char *text)
{
    static const char opening[] = "<!-- bench:";
    const char *folder = strncmp(page, "docs/results/", 13) == 0 ? "../"
                         : strncmp(page, "docs/", 5) == 0        ? ""
                                                                 : "docs/";
    const char *at = text, *marker;
    char *made = NULL, name[80], end[120], kind[8];
    size_t size;
    FILE *out = open_memstream(&made, &size);
    while ((marker = strstr(at, opening))) {
        const char *line = strchr(marker, '\n');
        if (!line || sscanf(marker, "<!-- bench:%79[a-z0-9_] %7[a-z] -->", name, kind) != 2 ||
            strcmp(kind, "begin") != 0)
            die("%s: a marker that is not <!-- bench:NAME begin --> on a line of its own, or an "
                "end without a begin: %.60s",
                page, marker);
        snprintf(end, sizeof end, "<!-- bench:%s end -->", name);
        const char *close = strstr(line, end), *other = strstr(line, opening);
        if (!close || other != close)
            die("%s: marker bench:%s has no end", page, name);
        fwrite(at, 1, (size_t)(line + 1 - at), out);
        block(out, page, name, folder);
        fputs(end, out);
        at = close + strlen(end);
    }
    fputs(at, out);
    fclose(out);
    return made;
}

void put(const char *file, const char *text)
{
    char temporary[300];
    char *old = access(file, F_OK) == 0 ? read_whole(file) : NULL;
    int same = old && strcmp(old, text) == 0;
    free(old);
    if (same)
        return;
    snprintf(temporary, sizeof temporary, "%s.new", file);
    FILE *out = fopen(temporary, "wb");
    if (!out || fputs(text, out) < 0 || fclose(out) || rename(temporary, file))
        die("%s: %s", file, strerror(errno));
    printf("%s: written\n", file);
}

/* The pages that hold tables between markers, and the table of all labs. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"
#include "lab/evaluate.h"
#include "lab/problem.h"

/* Measured on the same kind of device, with the same toolkit, on the same day? Their ceilings
 * differ by the noise. */
static int same_origin(const struct result *a, const struct result *b)
{
    return strcmp(text_of(json_object_get(a->root, "device"), "name"),
                  text_of(json_object_get(b->root, "device"), "name")) == 0 &&
           strcmp(text_of(a->root, "toolkit"), text_of(b->root, "toolkit")) == 0 &&
           strcmp(text_of(a->root, "date"), text_of(b->root, "date")) == 0;
}

/* `copy`: with what a copy reached in that run. A lab's page has one bandwidth, that of the
 * clocks. */
static void provenance(FILE *out, const struct result *r, int copy)
{
    json_t *device = json_object_get(r->root, "device");
    fprintf(out, "%s, CUDA %s, %s; ", text_of(device, "name"), text_of(r->root, "toolkit"),
            text_of(r->root, "date"));
    fprintf(out, "ceilings: ");
    put_number(out, number_of(device, "peak_gbytes_per_s"), 0);
    fprintf(out, " GB/s by the clocks, ");
    if (copy) {
        put_number(out, number_of(device, "copy_gbytes_per_s"), 0);
        fprintf(out, " GB/s measured (copy), ");
    }
    fprintf(out, "%.1f TFLOP/s.", number_of(device, "peak_gflops") / 1e3);
}

static void picture(FILE *out, const char *name, const char *folder)
{
    char file[200];
    snprintf(file, sizeof file, "docs/results/%s.svg", name);
    if (access(file, R_OK) == 0)
        fprintf(out, "\n![%s, measured](%sresults/%s.svg)\n", name, folder, name);
}

/* `whole`: with every column and at every size, as in docs/results. */
static void table_of_result(FILE *out, const struct result *r, const char *folder, int whole,
                            int at_headline)
{
    char roofline[120];
    provenance(out, r, whole);
    if (whole) {
        fprintf(out, "\n");
        whole_table(out, r);
    } else {
        short_table(out, r, at_headline, folder);
    }
    picture(out, r->name, folder);
    snprintf(roofline, sizeof roofline, "%s_roofline", r->name);
    if (is_counted_at_sizes(r))
        picture(out, roofline, folder);
}

char *tables_of_card(const char *card)
{
    char *made = NULL;
    size_t size;
    int rows = 0;
    FILE *out = open_memstream(&made, &size);
    for (int i = 0; i < other_count; i++) {
        const struct result *r = &others[i];
        if (strcmp(r->card, card) != 0)
            continue;
        if (!rows++)
            fprintf(out,
                    "# %s: whole tables\n\nWritten by `make bench` from the JSON files here.\n",
                    text_of(json_object_get(r->root, "device"), "name"));
        fprintf(out, "\n## %s\n\n", r->name);
        provenance(out, r, 1);
        fprintf(out, "\n");
        whole_table(out, r);
    }
    fclose(out);
    return made;
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

static const char *const peaks[LAB_PEAKS] = {
    [LAB_PEAK_FLOAT] = " % (FP32 peak)",
    [LAB_PEAK_DOUBLE] = " % (FP64 peak)",
    [LAB_PEAK_POPC] = " % (POPC peak)",
    [LAB_PEAK_BIT_TENSOR] = " % (binary tensor cores)",
};

/* What the arithmetic of a lab's step is held against; NULL: memory is its ceiling. */
static const char *peak_of(const char *lab, json_t *row)
{
    const struct lab_step *all;
    for (int i = lab_all_steps(&all) - 1; i >= 0 && by_arithmetic(row); i--)
        if (strcmp(all[i].lab, lab) == 0 && all[i].step == number_of(row, "step"))
            return peaks[lab_problem_of(all[i].problem)->peak];
    return NULL;
}

static void table_of_ladder(FILE *out, const char *folder)
{
    const struct result *from, *before = NULL;
    for (int i = 0; i < LABS; i++)
        if (best_of(from = result_named(lab_ids[i])) && (!before || !same_origin(from, before))) {
            provenance(out, from, 1);
            fprintf(out, "\n");
            before = from;
        }
    fprintf(out, "\n| lab | its best step | size | ms | spread | GB/s | GFLOP/s | of the ceiling | "
                 "× library |\n");
    fprintf(out, "|---|---|---|---|---|---|---|---|---|\n");
    for (int i = 0; i < LABS; i++) {
        from = result_named(lab_ids[i]);
        json_t *row = best_of(from);
        lab_link(out, lab_ids[i], folder);
        if (!row) {
            fprintf(out, "not measured yet | – | – | – | – | – | – | – |\n");
            continue;
        }
        const char *peak = peak_of(lab_ids[i], row);
        put_label(out, text_of(row, "label"));
        fprintf(out, " | %s |", size_of(from, row));
        put_cell(out, number_of(row, "ms"), -1, "");
        put_cell(out, 100 * number_of(row, "spread"), 1, " %");
        put_cell(out, number_of(row, "gbytes_per_s"), number_of(row, "gbytes_per_s") < 100, "");
        put_cell(out, number_of(row, "gflops"), number_of(row, "gflops") < 100, "");
        put_cell(out, number_of(row, peak ? "percent_of_peak" : "percent_of_copy"), 1,
                 peak ? peak : " % (copy)");
        put_cell(out, number_of(row, "library_ratio"), 2, "×");
        fprintf(out, "\n");
    }
    picture(out, "ladder", folder);
}

/* What belongs between the markers called `name` in `page`: "ladder", or a lab's name, with
 * _headline after it for the rows at its headline size. `folder`: from there to docs/. Shortens
 * `name`. */
static void block(FILE *out, const char *page, char *name, const char *folder)
{
    char *tail = strstr(name, "_headline");
    int at_headline = tail && strcmp(tail, "_headline") == 0;
    if (at_headline)
        *tail = 0;
    const struct result *r = result_named(name);
    if (strcmp(name, "ladder") != 0 && !is_lab(name))
        die("%s: marker bench:%s: there is no such lab in steps.h", page, name);
    if (strcmp(name, "ladder") == 0 && result_count > 0)
        table_of_ladder(out, folder);
    else if (r)
        table_of_result(out, r, folder, strcmp(folder, "../") == 0, at_headline);
    else
        fprintf(out, "*Not measured yet: `make bench` on a machine with a GPU fills this in.*\n");
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

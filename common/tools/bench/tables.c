/* A result's tables: the whole one, for docs/results, and the short one of a lab's page. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

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

void put_cell(FILE *out, double value, int decimals, const char *unit)
{
    fputc(' ', out);
    put_number(out, value, decimals);
    fprintf(out, "%s |", isfinite(value) ? unit : "");
}

void put_label(FILE *out, const char *text)
{
    for (; *text; text++)
        fprintf(out, *text == '|' ? "\\%c" : "%c", *text);
}

static void put_step(FILE *out, json_t *row)
{
    double step = number_of(row, "step");
    if (step >= 0)
        fprintf(out, "%.0f ", step);
}

static void row_of_whole(FILE *out, const struct result *r, json_t *row)
{
    double share = number_of(row, "spread");
    fprintf(out, "| ");
    put_step(out, row);
    fprintf(out, "| ");
    put_label(out, text_of(row, "label"));
    if (is_wrong(row)) {
        fprintf(out, " **(wrong)** | %s | – | – | – | – | – | – | – | – |\n", size_of(r, row));
        return;
    }
    fprintf(out, " | %s |", size_of(r, row));
    put_cell(out, number_of(row, "ms"), -1, "");
    put_cell(out, share > 0 ? 100 * share : NAN, 1, " %");
    put_cell(out, number_of(row, "gbytes_per_s"), number_of(row, "gbytes_per_s") < 100, "");
    put_cell(out, number_of(row, "gflops"), number_of(row, "gflops") < 100, "");
    put_cell(out, number_of(row, "percent_of_peak"), 1, " %");
    put_cell(out, number_of(row, "percent_of_copy"), 1, " %");
    put_cell(out, number_of(row, "speedup_over_previous"), 2, "×");
    put_cell(out, number_of(row, "library_ratio"), 2, "×");
    fprintf(out, "\n");
}

/* Products in binary operations have a table of their own, see sizes.c. */
static int is_in_tables(const struct result *r, json_t *row)
{
    return !is_kind(row, "reference") && !(is_counted_at_sizes(r) && text_of(row, "unit")[0]);
}

void whole_table(FILE *out, const struct result *r)
{
    json_t *row;
    size_t i;
    int rows = 0;
    json_array_foreach(json_object_get(r->root, "rows"), i, row)
    {
        if (!is_in_tables(r, row))
            continue;
        if (!rows++)
            fprintf(out,
                    "\n| step | what | size | ms | spread | GB/s | GFLOP/s | of peak | of copy | "
                    "× before | × library |\n|---|---|---|---|---|---|---|---|---|---|---|\n");
        row_of_whole(out, r, row);
    }
    if (is_counted_at_sizes(r))
        table_of_sizes(out, r, NULL);
}

/* Does a headline table have this row: one at the headline size, or of a step that was not
 * measured there, at its largest size? What is no kernel stands in the tables of labs
 * 01 and 02, settings in docs/results. */
static int in_headline(const struct result *r, json_t *row)
{
    json_t *other;
    size_t i;
    if (is_kind(row, "cpu") || is_kind(row, "transfer") || is_kind(row, "preparation") ||
        is_kind(row, "setting"))
        return 0;
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

void put_spread(FILE *out, const char *up_to, double share)
{
    if (share > QUIET_SPREAD)
        fprintf(out, " (spread %s%.1f %%)", up_to, 100 * share);
}

/* A card's folder in capitals: what its columns are called. */
static void put_name(FILE *out, const struct result *r)
{
    for (const char *c = r->card; *c; c++)
        fputc(toupper((unsigned char)*c), out);
}

void put_card(FILE *out, const struct result *r, const char *folder)
{
    fprintf(out, "[");
    put_name(out, r);
    fprintf(out, "](%sresults/%s/tables.md#%s)", folder, r->card, r->name);
}

/* "4 ways" of the size "2048x2048, 4 ways"; NULL for a size without variants. */
static const char *variant_of(const struct result *r, json_t *row)
{
    const char *comma = strstr(size_of(r, row), ", ");
    return comma ? comma + 2 : NULL;
}

const struct result *same_of_another(const struct result *r, int *i)
{
    while (*i < other_count)
        if (strcmp(others[(*i)++].name, r->name) == 0)
            return &others[*i - 1];
    return NULL;
}

/* The row of another card's result that belongs to this one, NULL where there is none. Rows of one
 * name and size keep their order. */
static json_t *row_like(const struct result *other, const struct result *r, json_t *row)
{
    json_t *each, *mine;
    size_t i;
    int before = 0;
    json_array_foreach(json_object_get(r->root, "rows"), i, mine)
    {
        if (mine == row)
            break;
        before += strcmp(text_of(mine, "label"), text_of(row, "label")) == 0 &&
                  strcmp(size_of(r, mine), size_of(r, row)) == 0;
    }
    json_array_foreach(json_object_get(other->root, "rows"), i, each)
    {
        if (strcmp(text_of(each, "label"), text_of(row, "label")) == 0 &&
            strcmp(size_of(other, each), size_of(r, row)) == 0 && before-- == 0)
            return is_wrong(each) ? NULL : each;
    }
    return NULL;
}

static void row_of_short(FILE *out, const struct result *r, json_t *row, const char *usual,
                         const char *rate)
{
    const struct result *other;
    int wrong = is_wrong(row), i = 0;
    double speedup = number_of(row, "speedup_over_previous");
    fprintf(out, "| ");
    put_step(out, row);
    put_label(out, text_of(row, "label"));
    if (strcmp(size_of(r, row), usual) != 0)
        fprintf(out, ", %s", size_of(r, row));
    if (wrong)
        fprintf(out, " **(wrong)**");
    else
        put_spread(out, "", number_of(row, "spread"));
    fprintf(out, " |");
    put_cell(out, wrong ? NAN : number_of(row, "ms"), -1, "");
    put_cell(out, wrong ? NAN : number_of(row, rate), number_of(row, rate) < 100, "");
    put_cell(out, wrong ? NAN : number_of(row, "percent_of_peak"), 1, " %");
    put_cell(out, wrong ? NAN : speedup, speedup < 100 ? 2 : 0, "×");
    put_cell(out, wrong ? NAN : number_of(row, "library_ratio"), 2, "×");
    while ((other = same_of_another(r, &i))) {
        json_t *like = row_like(other, r, row);
        put_cell(out, like ? number_of(like, "ms") : NAN, -1, "");
    }
    fprintf(out, "\n");
}

static void head_of_short(FILE *out, const struct result *r, int flops, const char *folder)
{
    const struct result *other;
    int i = 0;
    fprintf(out, "\n| step | ms | %s | of peak | × before | × library |",
            flops ? "GFLOP/s" : "GB/s");
    while ((other = same_of_another(r, &i))) {
        fprintf(out, " ");
        put_card(out, other, folder);
        fprintf(out, ", ms |");
    }
    fprintf(out, "\n|---|---|---|---|---|---|");
    for (i = 0; same_of_another(r, &i);)
        fprintf(out, "---|");
    fprintf(out, "\n");
}

/* The row of one step in the table of variants: the times at all of them. */
static void row_of_variants(FILE *out, const struct result *r, json_t *row)
{
    json_t *each;
    size_t i;
    fprintf(out, "| ");
    put_step(out, row);
    put_label(out, text_of(row, "label"));
    fprintf(out, " |");
    json_array_foreach(json_object_get(r->root, "rows"), i, each)
    {
        if (variant_of(r, each) && strcmp(text_of(each, "label"), text_of(row, "label")) == 0)
            put_cell(out, is_wrong(each) ? NAN : number_of(each, "ms"), -1, "");
    }
    fprintf(out, "\n");
}

/* For a size that has variants ("2048x2048, 4 ways"): a column for each. */
static void table_of_variants(FILE *out, const struct result *r)
{
    json_t *row, *rows = json_object_get(r->root, "rows"), *first = NULL;
    size_t i;
    int columns = 0;
    json_array_foreach(rows, i, row)
    {
        if (!variant_of(r, row) || !is_kind(row, "solution") ||
            (first && strcmp(text_of(row, "label"), text_of(first, "label")) != 0))
            continue;
        if (!first)
            fprintf(out, "\n| ms at %.*s |", (int)strcspn(size_of(r, row), ","), size_of(r, row));
        first = first ? first : row;
        fprintf(out, " %s |", variant_of(r, row));
        columns++;
    }
    if (!first)
        return;
    fprintf(out, "\n|---|");
    while (columns-- > 0)
        fprintf(out, "---|");
    fprintf(out, "\n");
    json_array_foreach(rows, i, row)
    {
        if (variant_of(r, row) && is_kind(row, "solution") &&
            strcmp(variant_of(r, row), variant_of(r, first)) == 0)
            row_of_variants(out, r, row);
    }
}

/* Is `row` in the short table's first part? */
static int is_in_short(const struct result *r, json_t *row, int at_headline)
{
    return is_in_tables(r, row) && !variant_of(r, row) && (!at_headline || in_headline(r, row));
}

/* The size that its caption names, and its rows do not: NULL where it has no rows. */
static const char *usual_size(const struct result *r, int at_headline)
{
    const char *last = NULL;
    json_t *row;
    size_t i;
    json_array_foreach(json_object_get(r->root, "rows"), i, row)
    {
        if (!is_in_short(r, row, at_headline))
            continue;
        last = size_of(r, row);
        if (strcmp(last, headline(r)) == 0)
            break;
    }
    return last;
}

void short_table(FILE *out, const struct result *r, int at_headline, const char *folder)
{
    json_t *row, *step = typical(r);
    size_t i;
    int flops = step && by_arithmetic(step) && !is_counted_at_sizes(r);
    const char *usual = usual_size(r, at_headline);
    if (usual)
        fprintf(out, " Size %s and spread", usual);
    else
        fprintf(out, " Spread");
    fprintf(out, " below %.0f %%, unless a row says otherwise.\n", 100 * QUIET_SPREAD);
    if (usual)
        head_of_short(out, r, flops, folder);
    json_array_foreach(json_object_get(r->root, "rows"), i, row)
    {
        if (is_in_short(r, row, at_headline))
            row_of_short(out, r, row, usual, flops ? "gflops" : "gbytes_per_s");
    }
    table_of_variants(out, r);
    if (is_counted_at_sizes(r))
        table_of_sizes(out, r, folder);
}

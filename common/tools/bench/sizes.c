/* A lab that is measured at several sizes and in binary operations (lab 09): a table with a column
 * for each size, the same as curves over the sizes, and a roofline. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

enum { MAX_SIZES = 8, MAX_LINES = 48 };

static const char baseline[] = "cublasGemmEx, int8"; /* as library.h calls it */

/* What a result holds in binary operations: its sizes, and one line for each step, setting and
 * library, a row or NULL at each size. */
struct sizes {
    int sizes, lines;
    const char *size[MAX_SIZES];
    json_t *row[MAX_LINES][MAX_SIZES];
    json_t *first[MAX_LINES]; /* of the line's rows: says its name, kind and step */
};

static int is_binary(json_t *row)
{
    return text_of(row, "unit")[0] != 0;
}

int is_counted_at_sizes(const struct result *r)
{
    json_t *row;
    size_t i;
    json_array_foreach(json_object_get(r->root, "rows"), i, row) if (is_binary(row)) return 1;
    return 0;
}

static int line_of(struct sizes *s, json_t *row)
{
    for (int i = 0; i < s->lines; i++)
        if (strcmp(text_of(s->first[i], "label"), text_of(row, "label")) == 0)
            return i;
    if (s->lines == MAX_LINES)
        die("more than %d steps and libraries", MAX_LINES);
    s->first[s->lines] = row;
    return s->lines++;
}

static int column_of(struct sizes *s, const char *size)
{
    for (int i = 0; i < s->sizes; i++)
        if (strcmp(s->size[i], size) == 0)
            return i;
    if (s->sizes == MAX_SIZES)
        die("more than %d sizes", MAX_SIZES);
    s->size[s->sizes] = size;
    return s->sizes++;
}

static struct sizes sizes_of(const struct result *r)
{
    struct sizes s;
    json_t *row;
    size_t i;
    memset(&s, 0, sizeof s);
    json_array_foreach(json_object_get(r->root, "rows"), i, row)
    {
        if (!is_binary(row) ||
            !(is_kind(row, "solution") || is_kind(row, "setting") || is_kind(row, "library")))
            continue;
        int line = line_of(&s, row), column = column_of(&s, size_of(r, row));
        s.row[line][column] = row;
    }
    return s;
}

/* T op/s of a line at a size, NAN where it was not measured or is wrong. */
static double reached(const struct sizes *s, int line, int size)
{
    json_t *row = s->row[line][size];
    return row && !is_wrong(row) ? number_of(row, "gflops") / 1e3 : NAN;
}

static double baseline_at(const struct sizes *s, int size)
{
    for (int i = 0; i < s->lines; i++)
        if (strcmp(text_of(s->first[i], "label"), baseline) == 0)
            return reached(s, i, size);
    return NAN;
}

/* m, n and k of a size's text. */
static void numbers_of(const char *size, double mnk[3])
{
    if (sscanf(size, "%lfx%lfx%lf", &mnk[0], &mnk[1], &mnk[2]) != 3)
        die("size '%s' is not m x n x k", size);
}

/* "8192³", or the size as it stands. */
static void put_size(FILE *out, const char *size)
{
    double mnk[3];
    numbers_of(size, mnk);
    if (mnk[0] == mnk[1] && mnk[1] == mnk[2])
        fprintf(out, "%.0f³", mnk[0]);
    else
        fprintf(out, "%s", size);
}

/* The largest size at which every step was measured: another card's column is about that. */
static int common_size(const struct sizes *s)
{
    for (int j = s->sizes - 1; j > 0; j--) {
        int missing = 0;
        for (int i = 0; i < s->lines; i++)
            missing |= !is_kind(s->first[i], "setting") && !isfinite(reached(s, i, j));
        if (!missing)
            return j;
    }
    return 0;
}

/* What another card reached there, NAN if it is not known. */
static double reached_elsewhere(const struct result *other, json_t *first, const char *size)
{
    struct sizes s = sizes_of(other);
    for (int i = 0; i < s.lines; i++)
        for (int j = 0; j < s.sizes; j++)
            if (strcmp(text_of(s.first[i], "label"), text_of(first, "label")) == 0 &&
                strcmp(s.size[j], size) == 0)
                return reached(&s, i, j);
    return NAN;
}

static void head_of_sizes(FILE *out, const struct result *r, const struct sizes *s,
                          const char *folder)
{
    const struct result *other;
    int columns = s->sizes, at = 0;
    fprintf(out, "\nT op/s (2 m n k operations)%s.\n\n",
            folder ? "" : "; in brackets how many times cuBLAS int8");
    fprintf(out, folder ? "| step |" : "| step | what |");
    for (int j = 0; j < s->sizes; j++) {
        fprintf(out, " ");
        put_size(out, s->size[j]);
        fprintf(out, " |");
    }
    while (folder && (other = same_of_another(r, &at))) {
        fprintf(out, " ");
        put_card(out, other, folder);
        fprintf(out, ", ");
        put_size(out, s->size[common_size(s)]);
        fprintf(out, " |");
        columns++;
    }
    fprintf(out, folder ? "\n|---|" : " spread at most |\n|---|---|---|");
    for (int j = 0; j < columns; j++)
        fprintf(out, "---|");
    fprintf(out, "\n");
}

void table_of_sizes(FILE *out, const struct result *r, const char *folder)
{
    struct sizes s = sizes_of(r);
    head_of_sizes(out, r, &s, folder);
    for (int i = 0; i < s.lines; i++) {
        const struct result *other;
        if (folder && is_kind(s.first[i], "setting"))
            continue;
        double step = number_of(s.first[i], "step"), spread = 0;
        int at = 0;
        for (int j = 0; j < s.sizes; j++)
            if (isfinite(reached(&s, i, j)))
                spread = fmax(spread, number_of(s.row[i][j], "spread"));
        fprintf(out, "| ");
        if (step >= 0)
            fprintf(out, "%.0f ", step);
        fprintf(out, "%s%s", folder ? "" : "| ", text_of(s.first[i], "label"));
        if (folder)
            put_spread(out, "up to ", spread);
        fprintf(out, " |");
        for (int j = 0; j < s.sizes; j++) {
            double value = reached(&s, i, j), ratio = value / baseline_at(&s, j);
            fputc(' ', out);
            put_number(out, value, value < 10 ? 1 : 0);
            if (!folder && isfinite(value) && isfinite(ratio))
                fprintf(out, ratio < 0.995 ? " (%.2f×)" : " (%.1f×)", ratio);
            fprintf(out, s.row[i][j] && is_wrong(s.row[i][j]) ? " **(wrong)** |" : " |");
        }
        while (folder && (other = same_of_another(r, &at))) {
            double value = reached_elsewhere(other, s.first[i], s.size[common_size(&s)]);
            put_cell(out, value, value < 10 ? 1 : 0, "");
        }
        if (!folder)
            fprintf(out, " %.1f %% |", 100 * spread);
        fprintf(out, "\n");
    }
}

/* ---- plots ---- */

static void label_of(FILE *out, const struct sizes *s, int line)
{
    for (const char *c = text_of(s->first[line], "label"); *c; c++)
        if (*c != '"' && *c != '\\')
            fputc(*c, out);
}

static void begin(FILE *out, const struct result *r, const char *name, const char *what)
{
    json_t *device = json_object_get(r->root, "device");
    fprintf(out, "set terminal svg size 960,620 font \"Helvetica,13\" background \"white\"\n");
    fprintf(out, "set output \"docs/results/%s.svg\"\n", name);
    fprintf(out, "set title \"%s, %s\" noenhanced\n", what, text_of(device, "name"));
    fprintf(out, "set ylabel \"T op/s\"\nset logscale y 10\nset grid\n");
    fprintf(out, "set key outside right noenhanced reverse Left\n");
}

/* Which lines a plot shows: the libraries, and the steps that beat FP32 somewhere. */
static int shown(const struct sizes *s, int line)
{
    double best = 0, least = 0;
    if (is_kind(s->first[line], "setting"))
        return 0;
    for (int i = 0; i < s->lines; i++)
        for (int j = 0; j < s->sizes; j++) {
            double value = reached(s, i, j);
            if (i == line && isfinite(value))
                best = fmax(best, value);
            if (strstr(text_of(s->first[i], "label"), "FP32") && isfinite(value))
                least = fmax(least, value);
        }
    return is_kind(s->first[line], "library") || best > 1.1 * least;
}

/* How one line is drawn: what cuBLAS does dashed. */
static void style(FILE *out, const struct sizes *s, int line, int *colour)
{
    if (is_kind(s->first[line], "library")) {
        fprintf(out, " dt 2 lw 2 lc rgb \"#636363\" pt %d title \"", 4 + line % 3);
    } else { /* gnuplot has eight colours: then other points */
        fprintf(out, " lw 2 lt %d pt %d ps 0.7 title \"", *colour % 8 + 1, 7 + *colour / 8 * 2);
        ++*colour;
    }
    label_of(out, s, line);
    fprintf(out, "\"");
}

char *script_of_sizes(const struct result *r, const char *name)
{
    struct sizes s = sizes_of(r);
    char *made = NULL;
    size_t length;
    int colour = 0, first = 1;
    FILE *out = open_memstream(&made, &length);
    fprintf(out, "# Drawn by make bench from docs/results.\n");
    for (int i = 0; i < s.lines; i++) {
        fprintf(out, "$line%d << EOD\n", i);
        for (int j = 0; j < s.sizes; j++) {
            double mnk[3];
            numbers_of(s.size[j], mnk);
            if (isfinite(reached(&s, i, j)))
                fprintf(out, "%.0f %.6g\n", mnk[2], reached(&s, i, j));
        }
        fprintf(out, "EOD\n");
    }
    begin(out, r, name, "Products of +1 and -1 against cuBLAS");
    fprintf(out, "set xlabel \"n (m = n = k)\"\nset logscale x 2\nplot ");
    for (int i = 0; i < s.lines; i++)
        if (shown(&s, i)) {
            fprintf(out, "%s$line%d using 1:2 with linespoints", first ? "" : ", \\\n     ", i);
            style(out, &s, i, &colour);
            first = 0;
        }
    fprintf(out, "\n");
    fclose(out);
    return made;
}

/* Operations for each byte that must be moved: by the row's own count, or, for a library, with its
 * own element's size. */
static double intensity(const struct sizes *s, int line, int size)
{
    json_t *row = s->row[line][size];
    double mnk[3], bytes = strstr(text_of(row, "label"), "int8") ? 1 : 4;
    numbers_of(s->size[size], mnk);
    double m = mnk[0], n = mnk[1], k = mnk[2];
    if (!is_kind(row, "library"))
        return number_of(row, "gflops") / number_of(row, "gbytes_per_s");
    return 2 * m * n * k / (bytes * (m * k + k * n) + 4 * m * n);
}

static void roof(FILE *out, const char *what, double gops)
{
    if (gops > 0)
        fprintf(out,
                ", \\\n     x * copy < %.6g ? x * copy : %.6g lw 2 lc rgb \"#d95f02\" title "
                "\"roof: %s, %.0f\"",
                gops / 1e3, gops / 1e3, what, gops / 1e3);
}

char *script_of_roofline(const struct result *r, const char *name)
{
    struct sizes s = sizes_of(r);
    json_t *device = json_object_get(r->root, "device");
    char *made = NULL;
    size_t length;
    int colour = 0, first = 1;
    FILE *out = open_memstream(&made, &length);
    fprintf(out, "# Drawn by make bench from docs/results.\n");
    for (int i = 0; i < s.lines; i++) {
        fprintf(out, "$line%d << EOD\n", i);
        for (int j = 0; j < s.sizes; j++)
            if (isfinite(reached(&s, i, j)))
                fprintf(out, "%.6g %.6g\n", intensity(&s, i, j), reached(&s, i, j));
        fprintf(out, "EOD\n");
    }
    begin(out, r, name, "Roofline: one point for each size");
    fprintf(out, "set xlabel \"operations for each byte read or written once\"\n");
    fprintf(out, "set logscale x 10\nset xrange [100:200000]\nset samples 400\n");
    fprintf(out, "copy = %.6g\nplot ", number_of(device, "copy_gbytes_per_s") / 1e3);
    for (int i = 0; i < s.lines; i++)
        if (shown(&s, i)) {
            fprintf(out, "%s$line%d using 1:2 with linespoints", first ? "" : ", \\\n     ", i);
            style(out, &s, i, &colour);
            first = 0;
        }
    roof(out, "FP32", number_of(device, "peak_gflops"));
    roof(out, "population counts", number_of(device, "peak_popc_gops"));
    roof(out, "binary tensor cores", number_of(device, "peak_binary_gops"));
    fprintf(out, "\n");
    fclose(out);
    return made;
}

/* Plots: bars of what was reached, lines for the ceilings. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "bench.h"

static void bar(FILE *out, const char *name, json_t *row, int arithmetic)
{
    fputc('"', out);
    for (; *name; name++)
        if (*name != '"' && *name != '\\')
            fputc(*name, out);
    double reached = arithmetic ? number_of(row, "gflops") / 1e3 : number_of(row, "gbytes_per_s");
    fprintf(out, "\" %.6g %d\n", reached, is_kind(row, "solution") ? 1 : 2);
}

/* Every lab's best step, those that arithmetic limits left out: they have another axis. The number
 * of bars; *from: the last one's result. */
static int bars_of_ladder(FILE *out, const struct result **from)
{
    int bars = 0;
    for (int lab = 0; lab < LABS; lab++) {
        const struct result *in = result_named(lab_ids[lab]);
        json_t *row = best_of(in);
        if (!row || by_arithmetic(row))
            continue;
        bar(out, lab_ids[lab], row, 0);
        *from = in;
        bars++;
    }
    return bars;
}

/* All rows of a result at its headline size. */
static int bars_of_result(FILE *out, const struct result *r, int arithmetic)
{
    int bars = 0;
    json_t *row;
    size_t i;
    json_array_foreach(json_object_get(r->root, "rows"), i, row)
    {
        if (is_wrong(row) || strcmp(size_of(r, row), headline(r)) != 0 ||
            !(number_of(row, "ms") > 0) ||
            !(is_kind(row, "solution") || is_kind(row, "library") || is_kind(row, "ceiling")))
            continue;
        bar(out, text_of(row, "label"), row, arithmetic);
        bars++;
    }
    return bars;
}

static void ceiling(FILE *out, double at, const char *dash)
{
    if (at > 0)
        fprintf(
            out,
            "set arrow from %.6g,graph 0 to %.6g,graph 1 nohead front lw 2 lc rgb \"#d95f02\"%s\n",
            at, at, dash);
}

static void rest_of_script(FILE *out, const struct result *from, const char *name, int bars,
                           int arithmetic)
{
    json_t *device = json_object_get(from->root, "device");
    fprintf(out, "set terminal svg size 900,%d font \"Helvetica,13\" background \"white\"\n",
            130 + 28 * bars);
    fprintf(out, "set output \"docs/results/%s.svg\"\n", name);
    fprintf(out, "set title \"%s: %s, %s\" noenhanced\n", name, text_of(device, "name"),
            headline(from));
    fprintf(out, "set xlabel \"%s\"\nset yrange [%d.5:-0.5]\nset grid x\n",
            arithmetic ? "TFLOP/s; dashed: peak of FP32"
                       : "GB/s; line: a copy, dashed: by the clocks",
            bars - 1);
    fprintf(out, "set style fill solid 0.8 noborder\nset key off\nset ytics noenhanced\n");
    fprintf(out, "set linetype 1 lc rgb \"#3182bd\"\nset linetype 2 lc rgb \"#969696\"\n");
    double peak = arithmetic ? number_of(device, "peak_gflops") / 1e3
                             : number_of(device, "peak_gbytes_per_s");
    fprintf(out, "set xrange [0:%.6g<*]\n", peak > 0 ? 1.02 * peak : 1);
    ceiling(out, peak, " dt 2");
    ceiling(out, arithmetic ? NAN : number_of(device, "copy_gbytes_per_s"), "");
    fprintf(out, "plot $bars using (0):0:(0):2:($0-0.35):($0+0.35):3:ytic(1) "
                 "with boxxyerror lc variable\n");
}

/* A gnuplot script, or NULL where there is nothing to draw; the caller frees it. */
static char *script_of(const struct result *result, const char *name)
{
    char *made = NULL;
    size_t size;
    const struct result *from = result;
    int arithmetic = result && typical(result) && by_arithmetic(typical(result));
    FILE *out = open_memstream(&made, &size);
    fprintf(out, "# Drawn by make bench from docs/results.\n$bars << EOD\n");
    int bars = result ? bars_of_result(out, result, arithmetic) : bars_of_ladder(out, &from);
    fprintf(out, "EOD\n");
    if (bars)
        rest_of_script(out, from, name, bars, arithmetic);
    fclose(out);
    if (bars)
        return made;
    free(made);
    return NULL;
}

/* Writes build/plots/NAME.gp, frees it, and lets gnuplot draw what it says. */
static void draw_script(char *script, const char *name)
{
    char file[200], command[300];
    mkdir("build", 0777);
    mkdir("build/plots", 0777);
    snprintf(file, sizeof file, "build/plots/%s.gp", name);
    put(file, script);
    free(script);
    snprintf(command, sizeof command, "gnuplot %s", file); /* a name of letters, digits and _ */
    if (system("command -v gnuplot >/dev/null 2>&1") != 0)
        fprintf(stderr, "render: gnuplot is missing: docs/results/%s.svg is not drawn\n", name);
    else if (system(command) != 0)
        die("gnuplot fails on %s", file);
}

void draw(const struct result *result, const char *name)
{
    char roofline[120];
    if (result && is_counted_at_sizes(result)) {
        snprintf(roofline, sizeof roofline, "%s_roofline", name);
        draw_script(script_of_sizes(result, name), name);
        draw_script(script_of_roofline(result, roofline), roofline);
        return;
    }
    char *script = script_of(result, name);
    if (script)
        draw_script(script, name);
}

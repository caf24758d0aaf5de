/* Inline SVG: its colours are the page's (report.css), its words are text that can be read aloud
 * and selected. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "html.h"
#include "totals/totals.h"

void plot_histogram(FILE *f, const double *share, int count, const char *label)
{
    enum { BINS = 10, WIDTH = 300, HEIGHT = 64, GAP = 3 };
    int bin[BINS] = {0}, most = 1;
    for (int i = 0; i < count; i++) {
        int b = (int)(share[i] * BINS);
        b = b < 0 ? 0 : b >= BINS ? BINS - 1 : b;
        most = ++bin[b] > most ? bin[b] : most;
    }
    html(
        f,
        "<svg class=\"hist\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s: students by their "
        "share of the points, in tenths:",
        WIDTH, HEIGHT + 18, label);
    for (int b = 0; b < BINS; b++)
        fprintf(f, " %d", bin[b]);
    fputs("\">", f);
    for (int b = 0; b < BINS; b++) {
        int height = bin[b] ? 3 + (HEIGHT - 15) * bin[b] / most : 1, x = b * WIDTH / BINS;
        fprintf(f, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"2\"%s/>", x,
                HEIGHT - height, WIDTH / BINS - GAP, height, bin[b] ? "" : " class=\"none\"");
        if (bin[b])
            fprintf(f, "<text x=\"%d\" y=\"%d\" class=\"mid\">%d</text>",
                    x + (WIDTH / BINS - GAP) / 2, HEIGHT - height - 3, bin[b]);
    }
    fprintf(f,
            "<text x=\"0\" y=\"%d\">0 %%</text><text x=\"%d\" y=\"%d\" class=\"mid\">50 %%</text>"
            "<text x=\"%d\" y=\"%d\" class=\"end\">100 %%</text></svg>\n",
            HEIGHT + 14, WIDTH / 2, HEIGHT + 14, WIDTH - GAP, HEIGHT + 14);
}

/* Of sorted values. */
static double quantile(const double *value, int count, double q)
{
    double at = q * (count - 1);
    int low = (int)at, high = low + 1 < count ? low + 1 : low;
    return value[low] + (at - low) * (value[high] - value[low]);
}

void plot_progress(FILE *f, const char *const *lab, double *share, const int *count, int labs,
                   int room)
{
    enum { LEFT = 44, BOTTOM = 160, STEP = 64, RIGHT = 20 }; /* for the last lab's number */
    const int width = LEFT + labs * STEP + RIGHT;
    html(f,
         "<figure class=\"progress\"><svg viewBox=\"0 0 %d %d\" style=\"max-width:%dpx\" "
         "role=\"img\" aria-label=\"Share of the points, lab by lab:",
         width, BOTTOM + 22, 2 * width);
    for (int l = 0; l < labs; l++)
        html(f, " %s median %.0f %%,", lab[l],
             count[l] ? 100 * median_of(share + (size_t)l * room, count[l]) : 0.0);
    fputs("\">", f);
    for (int k = 0; k <= 4; k++)
        fprintf(f,
                "<path class=\"grid\" d=\"M%d %dH%d\"/><text x=\"%d\" y=\"%d\" class=\"end\">%d "
                "%%</text>",
                LEFT, BOTTOM - 36 * k, LEFT + labs * STEP, LEFT - 6, BOTTOM - 36 * k + 4, 25 * k);
    for (int l = 0; l < labs; l++) {
        const double *value = share + (size_t)l * room;
        int x = LEFT + l * STEP + STEP / 2;
        html(f, "<text x=\"%d\" y=\"%d\" class=\"mid\">%d</text>", x, BOTTOM + 16, atoi(lab[l]));
        if (!count[l])
            continue;
        fprintf(f,
                "<path class=\"half\" d=\"M%d %.1fV%.1f\"/><circle class=\"good\" cx=\"%d\" "
                "cy=\"%.1f\" r=\"5\"/>",
                x, BOTTOM - 144 * quantile(value, count[l], 0.25),
                BOTTOM - 144 * quantile(value, count[l], 0.75), x,
                BOTTOM - 144 * quantile(value, count[l], 0.5));
        fprintf(f, "<text x=\"%d\" y=\"%.1f\">%.0f %%</text>", x + 10,
                BOTTOM - 144 * quantile(value, count[l], 0.5) + 4,
                100 * quantile(value, count[l], 0.5));
    }
    fputs("</svg><figcaption>Of those who handed in a file: ● the median share of a lab's points, "
          "the bar the middle "
          "half of the class.</figcaption></figure>\n",
          f);
}

/* ---- the ladder: a line per step, on a logarithmic axis */

enum { LABEL = 148, TRACK = 190, AFTER = 52, ROW = 22, TOP = 6 };

struct rung {
    const char *name;
    int number;
    const struct step_result *r;
    double mine, reference, library; /* NAN where there is none */
};

struct axis {
    double low, high; /* logarithms */
    int times;        /* milliseconds; else multiples of full marks */
};

static double place(const struct axis *a, double value)
{
    double at = (log(value) - a->low) / (a->high - a->low);
    return LABEL + TRACK * fmin(1, fmax(0, at));
}

/* The student's rungs; how many of them have something to show. */
static int rungs_of(const struct context *c, int student, int lab, struct rung *rung)
{
    int shown = 0;
    for (int i = 0; i < c->steps[lab]; i++) {
        const struct step_result *r = result_of(c, student, slot_of(c, lab) + i);
        const struct lab_step *fact = &c->facts[c->first[lab] + i];
        double ratio = step_ratio(c, lab, i, r);
        rung[i] = (struct rung){fact->name, fact->step, r, NAN, NAN, NAN};
        if (c->backend == GPU && step_is_right(r) && r->figures.ms > 0) {
            rung[i].mine = r->figures.ms;
            rung[i].reference = r->figures.ms / ratio;
            rung[i].library = r->figures.ms * r->figures.library_ratio;
        } else if (c->backend == EMULATOR && ratio > 0) {
            rung[i].mine = ratio;
            rung[i].reference = 1;
        }
        shown += !isnan(rung[i].mine);
    }
    return shown;
}

static struct axis axis_of(const struct context *c, const struct rung *rung, int count)
{
    struct axis a = {INFINITY, -INFINITY, c->backend == GPU};
    for (int i = 0; i < count; i++) {
        a.low = fmin(a.low, fmin(rung[i].mine, fmin(rung[i].reference, rung[i].library)));
        a.high = fmax(a.high, fmax(rung[i].mine, fmax(rung[i].reference, rung[i].library)));
    }
    /* the same for everybody: a quarter of what gives full marks to eight times that */
    if (!a.times) {
        a.low = 0.25;
        a.high = 8;
    }
    a.low = log(a.low) - 0.12;
    a.high = log(a.high) + 0.12;
    return a;
}

static void draw_ticks(FILE *f, const struct axis *a, int bottom)
{
    static const double step[] = {1, 2, 5};
    double last = -1e9;
    for (int k = -18; k < 24; k++) {
        double value = a->times ? step[(k + 18) % 3] * pow(10, floor(k / 3.0)) : pow(2, k);
        if (log(value) < a->low || log(value) > a->high || place(a, value) - last < 34)
            continue;
        last = place(a, value);
        fprintf(f, "<path class=\"%s\" d=\"M%.0f %dV%d\"/>",
                !a->times && value == 1 ? "full" : "grid", last, TOP, bottom);
        fprintf(f, "<text x=\"%.0f\" y=\"%d\" class=\"mid\">%g%s</text>", last, bottom + 14, value,
                a->times ? "" : "×");
    }
}

static void draw_rung(FILE *f, const struct axis *a, const struct rung *g, int y)
{
    double ratio = g->mine / g->reference;
    const char *tone = ratio <= 1.2 ? "good" : ratio < 4 ? "fair" : "poor";
    html(f, "<text x=\"0\" y=\"%d\">%d %s</text>", y + 4, g->number, g->name);
    if (isnan(g->mine)) {
        html(f, "<text x=\"%d\" y=\"%d\" class=\"faint\">%s</text>", LABEL + 4, y + 4,
             step_is_right(g->r) ? "right; nothing to compare"
                                 : verdict_words(g->r->ruling.verdict));
        return;
    }
    if (!isnan(g->reference)) {
        fprintf(f, "<path class=\"%s\" d=\"M%.1f %dH%.1f\"/>", tone, place(a, g->reference), y,
                place(a, g->mine));
        if (a->times)
            fprintf(f, "<path class=\"ref\" d=\"M%.1f %dl5 5l-5 5l-5-5z\"/>",
                    place(a, g->reference), y - 5);
    }
    if (!isnan(g->library))
        fprintf(f, "<path class=\"lib\" d=\"M%.1f %dv12\"/>", place(a, g->library), y - 6);
    fprintf(f, "<circle class=\"%s\" cx=\"%.1f\" cy=\"%d\" r=\"4.5\"/>",
            isnan(g->reference) ? "fair" : tone, place(a, g->mine), y);
    if (!isnan(g->reference))
        fprintf(f, "<text x=\"%d\" y=\"%d\" class=\"end\">%.2f×</text>", LABEL + TRACK + AFTER,
                y + 4, ratio);
}

void plot_ladder(FILE *f, const struct context *c, int student, int lab)
{
    struct rung rung[MAX_STEPS];
    int count = c->steps[lab], bottom = TOP + count * ROW, rows = 0;
    if (!rungs_of(c, student, lab, rung))
        return;
    struct axis a = axis_of(c, rung, count);
    for (int i = 0; i < count; i++)
        rows += step_counts(c, lab, i);
    bottom = TOP + rows * ROW;
    html(f,
         "<figure class=\"ladder\"><svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s, each "
         "step against %s\">",
         LABEL + TRACK + AFTER, bottom + 20, c->lab[lab],
         a.times ? "the reference solution's time" : "what gives full marks");
    draw_ticks(f, &a, bottom);
    rows = 0;
    for (int i = 0; i < count; i++)
        if (step_counts(c, lab, i))
            draw_rung(f, &a, &rung[i], TOP + ROW / 2 + ROW * rows++);
    fputs("</svg>", f);
    if (a.times)
        fputs("<figcaption>Milliseconds, logarithmic: <b>●</b> this file, ◇ the reference, ❘ the "
              "library; at the right, the time over the reference's.</figcaption>",
              f);
    else
        fputs("<figcaption>The counter that costs most, over what gives full marks (the line at "
              "1×); left of it is better than asked for.</figcaption>",
              f);
    fputs("</figure>\n", f);
}

void plot_access(FILE *f, const struct drawing *d)
{
    if (!d->line)
        return;
    html(f, "<details class=\"drawing\" data-access=\"%s\"><summary>Line %d", d->access, d->line);
    html(f,
         ", one access of a warp, lane by lane</summary><code>%s</code><p class=\"says\"></p>"
         "<figure tabindex=\"0\"></figure></details>\n",
         d->source);
}

int pictures_of(const struct context *c, int student)
{
    const int first = student < 0 ? 0 : student, end = student < 0 ? c->students : student + 1;
    for (int s = first; s < end; s++)
        for (int l = 0; l < c->labs; l++)
            for (int i = 0; i < c->steps[l]; i++)
                if (result_of(c, s, slot_of(c, l) + i)->drawing.line)
                    return PAGE_PICTURES;
    return 0;
}

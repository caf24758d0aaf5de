/* What the class as a whole did: each lab's distribution, what went wrong most often, which steps
 * are slowest, whose files are alike, and a row for each student. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "intake/answers.h"
#include "html.h"
#include "inspect/similar.h"
#include "totals.h"

enum { MOST_FAILURES = 20, MOST_SLOW = 15, MOST_PAIRS = 200 };

static void *grow(size_t count, size_t size)
{
    void *room = calloc(count ? count : 1, size);
    if (!room)
        die("no memory left for the reports");
    return room;
}

static void student_link(FILE *f, const struct context *c, int student)
{
    html(f, "<a href=\"#s%d\"><bdi>%s</bdi></a>", student, student_name(c, student));
}

/* ---- labs */

/* From right to not there, as bars and legend show them. */
static const enum verdict shown[VERDICTS] = {PASS,    SLOW,        WRONG,         CRASH,
                                             TIMEOUT, REFUSED,     COMPILE_ERROR, NOT_ATTEMPTED,
                                             SKIPPED, GRADER_ERROR};

static void verdict_bar(FILE *f, const struct context *c, int lab, int i)
{
    int count[VERDICTS] = {0};
    const struct lab_step *fact = &c->facts[c->first[lab] + i];
    for (int s = 0; s < c->students; s++)
        count[result_of(c, s, slot_of(c, lab) + i)->ruling.verdict]++;
    html(f, "<li><span class=\"what\"><span class=\"num\">%d</span> %s</span><span class=\"bar\">",
         fact->step, fact->name);
    for (int k = 0; k < VERDICTS; k++)
        if (count[shown[k]])
            html(f, "<i class=\"%s\" style=\"flex:%d\" title=\"%d %s\"></i>",
                 verdict_name(shown[k]), count[shown[k]], count[shown[k]], verdict_words(shown[k]));
    html(f, "</span><span class=\"n\">%d</span></li>\n", count[PASS] + count[SLOW]);
}

static void lab_card(FILE *f, const struct context *c, int lab)
{
    double *share = grow((size_t)c->students, sizeof *share), max;
    int full = 0;
    for (int s = 0; s < c->students; s++) {
        double have = lab_points(c, s, lab, &max);
        share[s] = max > 0 ? have / max : 0;
        full += max > 0 && have >= max;
    }
    double middle = median_of(share, c->students);
    html(f, "<article class=\"card\"><h3>%s</h3><p>median %.0f %%; %d of %d have full marks</p>\n",
         c->lab[lab], 100 * middle, full, c->students);
    plot_histogram(f, share, c->students, c->lab[lab]);
    fputs("<ol class=\"verdicts\">\n", f);
    for (int i = 0; i < c->steps[lab]; i++)
        if (step_counts(c, lab, i))
            verdict_bar(f, c, lab, i);
    fputs("</ol></article>\n", f);
    free(share);
}

static void legend(FILE *f, const struct context *c)
{
    int seen[VERDICTS] = {0};
    for (size_t i = 0; i < (size_t)c->students * c->slots; i++)
        seen[c->result[i].ruling.verdict] = 1;
    fputs("<p class=\"legend\">Of each step, how many are right, and what the others are:", f);
    for (int k = 0; k < VERDICTS; k++)
        if (seen[shown[k]]) {
            fputs(" ", f);
            verdict_word(f, shown[k]);
        }
    fputs("</p>\n", f);
}

/* ---- common failures */

struct failure {
    char *shape;
    int lab, i, student, count;
    enum verdict verdict;
};

static int by_kind(const void *a, const void *b)
{
    const struct failure *x = a, *y = b;
    int order = x->lab != y->lab ? x->lab - y->lab
                : x->i != y->i   ? x->i - y->i
                                 : (int)x->verdict - (int)y->verdict;
    order = order ? order : strcmp(x->shape, y->shape);
    return order ? order : x->student - y->student;
}

static int by_count(const void *a, const void *b)
{
    const struct failure *x = a, *y = b;
    return x->count != y->count ? y->count - x->count : by_kind(a, b);
}

static struct failure *failures_of(const struct context *c, int *kinds)
{
    struct failure *all = grow((size_t)c->students * c->slots, sizeof *all);
    int found = 0, kept = 0;
    for (int s = 0; s < c->students; s++)
        for (int l = 0; l < c->labs; l++)
            for (int i = 0; i < c->steps[l]; i++) {
                const struct step_result *r = result_of(c, s, slot_of(c, l) + i);
                enum verdict v = r->ruling.verdict;
                if (v != PASS && v != NOT_ATTEMPTED && v != SKIPPED)
                    all[found++] =
                        (struct failure){message_shape(r->ruling.message), l, i, s, 1, v};
            }
    qsort(all, (size_t)found, sizeof *all, by_kind);
    for (int i = 0; i < found; i++) {
        struct failure *last = kept ? &all[kept - 1] : NULL;
        if (last && last->lab == all[i].lab && last->i == all[i].i &&
            last->verdict == all[i].verdict && strcmp(last->shape, all[i].shape) == 0) {
            last->count++;
            free(all[i].shape);
        } else {
            all[kept++] = all[i];
        }
    }
    qsort(all, (size_t)kept, sizeof *all, by_count);
    *kinds = kept;
    return all;
}

static void failures_table(FILE *f, const struct context *c)
{
    int kinds;
    struct failure *all = failures_of(c, &kinds);
    if (kinds)
        fputs("<section id=\"failures\"><h2>Common failures</h2>\n<table class=\"sortable\"><thead>"
              "<tr><th class=\"n\">students</th><th>step</th><th>verdict</th><th>for example</th>"
              "</tr></thead><tbody>\n",
              f);
    for (int i = 0; i < kinds; i++) {
        const struct failure *x = &all[i];
        const struct lab_step *fact = &c->facts[c->first[x->lab] + x->i];
        if (i < MOST_FAILURES) {
            html(f, "<tr><td class=\"n\" data-lab=\"students\">%d</td><td>%s, %d %s</td><td>",
                 x->count, fact->lab, fact->step, fact->name);
            verdict_word(f, x->verdict);
            html(f, "</td><td class=\"m\">%s (",
                 result_of(c, x->student, slot_of(c, x->lab) + x->i)->ruling.message);
            student_link(f, c, x->student);
            fputs(")</td></tr>\n", f);
        }
        free(x->shape);
    }
    if (kinds)
        fputs("</tbody></table>\n", f);
    if (kinds > MOST_FAILURES)
        html(f, "<p class=\"faint\">%d kinds more, of at most %d students each.</p>\n",
             kinds - MOST_FAILURES, all[MOST_FAILURES].count);
    if (kinds)
        fputs("</section>\n", f);
    free(all);
}

/* ---- slowest steps */

struct pace {
    int lab, i, count, slowest;
    double median, worst;
};

static int by_median(const void *a, const void *b)
{
    const struct pace *x = a, *y = b;
    return x->median != y->median ? (x->median < y->median) - (x->median > y->median)
           : x->lab != y->lab     ? x->lab - y->lab
                                  : x->i - y->i;
}

static struct pace pace_of(const struct context *c, int lab, int i, double *ratio)
{
    struct pace p = {lab, i, 0, 0, NAN, 0};
    for (int s = 0; s < c->students; s++) {
        double value = step_ratio(c, lab, i, result_of(c, s, slot_of(c, lab) + i));
        if (isnan(value))
            continue;
        if (value > p.worst) {
            p.worst = value;
            p.slowest = s;
        }
        ratio[p.count++] = value;
    }
    p.median = median_of(ratio, p.count);
    return p;
}

static void slowest_table(FILE *f, const struct context *c)
{
    double *ratio = grow((size_t)c->students, sizeof *ratio);
    struct pace *all = grow((size_t)c->slots, sizeof *all);
    int count = 0;
    for (int l = 0; l < c->labs; l++)
        for (int i = 0; i < c->steps[l]; i++) {
            struct pace p = pace_of(c, l, i, ratio);
            if (p.count)
                all[count++] = p;
        }
    qsort(all, (size_t)count, sizeof *all, by_median);
    if (count)
        html(f,
             "<section id=\"slowest\"><h2>Slowest steps</h2>\n<p class=\"faint\">Among those that "
             "are right: %s.</p>\n<table class=\"sortable\"><thead><tr><th>step</th><th "
             "class=\"n\">right</th><th class=\"n\">median</th><th class=\"n\">worst</th><th>"
             "whose</th></tr></thead><tbody>\n",
             c->backend == GPU ? "times over the reference's, measured in the same run"
                               : "the counter that costs most, over what gives full marks");
    for (int i = 0; i < count && i < MOST_SLOW; i++) {
        const struct lab_step *fact = &c->facts[c->first[all[i].lab] + all[i].i];
        html(f,
             "<tr><td class=\"m\">%s, %d %s</td><td class=\"n\" data-lab=\"right\">%d</td><td "
             "class=\"n\" data-lab=\"median\" "
             "data-v=\"%.6g\">%.2f×</td><td class=\"n\" data-lab=\"worst\" "
             "data-v=\"%.6g\">%.2f×</td><td>",
             fact->lab, fact->step, fact->name, all[i].count, all[i].median, all[i].median,
             all[i].worst, all[i].worst);
        student_link(f, c, all[i].slowest);
        fputs("</td></tr>\n", f);
    }
    if (count)
        fputs("</tbody></table></section>\n", f);
    free(all);
    free(ratio);
}

/* ---- near-identical files */

static void similar_table(FILE *f, const struct context *c)
{
    struct alike *pair;
    int count = similar_files(c, &pair);
    if (count)
        fputs(
            "<section id=\"similar\"><h2>Files that are alike</h2>\n<p class=\"faint\">For you to "
            "look at: nothing was judged by it. Comments, white space and names do not count, nor "
            "does what the stub already held. Short steps have few right answers: honest files "
            "are alike, too.</p>\n<table class=\"sortable\"><thead><tr><th>lab</th><th>one</th>"
            "<th>other</th><th class=\"n\">shared</th><th class=\"n\">tokens of their own</th>"
            "<th>how</th></tr></thead><tbody>\n",
            f);
    for (int i = 0; i < count && i < MOST_PAIRS; i++) {
        const struct alike *p = &pair[i];
        html(f, "<tr><td>%s</td><td>", c->lab[p->lab]);
        student_link(f, c, p->one);
        fputs("</td><td>", f);
        if (p->other < 0)
            fputs("the reference solution", f);
        else
            student_link(f, c, p->other);
        html(f,
             "</td><td class=\"n\" data-lab=\"shared\" data-v=\"%.4f\">%.0f %%</td><td class=\"n\" "
             "data-lab=\"tokens\">%d</td><td>%s"
             "</td></tr>\n",
             p->share, 100 * p->share, p->tokens,
             p->how == ALIKE_BYTES    ? "byte for byte"
             : p->how == ALIKE_TOKENS ? "but for names, comments and white space"
                                      : "in part");
    }
    if (count)
        fputs("</tbody></table>\n", f);
    if (count > MOST_PAIRS)
        html(f, "<p class=\"faint\">And %d pairs more, less alike.</p>\n", count - MOST_PAIRS);
    if (count)
        fputs("</section>\n", f);
    free(pair);
}

/* ---- students */

static void student_row(FILE *f, const struct context *c, int student)
{
    double max, have;
    int right = 0, asked = 0;
    fputs("<tr><th scope=\"row\">", f);
    student_link(f, c, student);
    fputs("</th>", f);
    for (int l = 0; l < c->labs; l++) {
        have = lab_points(c, student, l, &max);
        html(f, "<td class=\"n share\" data-v=\"%.4f\" data-lab=\"%s\" style=\"--p:%.3f\">", have,
             c->lab[l], max > 0 ? have / max : 0);
        points(f, have);
        fputs("</td>", f);
        for (int i = 0; i < c->steps[l]; i++)
            count_step(c, student, l, i, &asked, &right);
    }
    html(f, "<td class=\"n\" data-v=\"%d\" data-lab=\"right\">%d / %d</td>", right, right, asked);
    if (c->written_count) {
        html(f, "<td class=\"n\" data-v=\"%.4f\" data-lab=\"written\">",
             answers_points(c, student, -1));
        points(f, answers_points(c, student, -1));
        fputs("</td>", f);
    }
    have = student_points(c, student, &max) + answers_points(c, student, -1);
    html(f, "<td class=\"n total\" data-v=\"%.4f\">", have);
    points(f, have);
    fputs("</td></tr>\n", f);
}

static void students_table(FILE *f, const struct context *c)
{
    double max;
    fputs("<section id=\"students\"><h2>Students</h2>\n<table class=\"sortable cards\"><thead><tr>"
          "<th>student</th>",
          f);
    for (int l = 0; l < c->labs; l++) {
        lab_points(c, 0, l, &max);
        html(f, "<th class=\"n\" title=\"%s, of %.0f\">%s</th>", c->lab[l], max, c->lab[l]);
    }
    fprintf(f, "<th class=\"n\">right</th>%s<th class=\"n\">points</th></tr></thead><tbody>\n",
            c->written_count ? "<th class=\"n\">written</th>" : "");
    for (int s = 0; s < c->students; s++)
        student_row(f, c, s);
    fputs("</tbody></table></section>\n", f);
}

void class_overview(FILE *f, const struct context *c)
{
    html(f, "<section id=\"labs\"><h2>Labs</h2>\n");
    legend(f, c);
    fputs("<div class=\"cards\">\n", f);
    for (int l = 0; l < c->labs; l++)
        lab_card(f, c, l);
    fputs("</div></section>\n", f);
    students_table(f, c);
    failures_table(f, c);
    slowest_table(f, c);
    similar_table(f, c);
}

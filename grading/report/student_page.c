/* One student: in the class page, and as a page of its own to hand back. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "intake/answers.h"
#include "html.h"
#include "totals.h"

const char *verdict_words(enum verdict v)
{
    static char words[40];
    snprintf(words, sizeof words, "%s", verdict_name(v));
    for (char *at = words; *at; at++)
        *at = *at == '_' ? ' ' : *at;
    return words;
}

void verdict_word(FILE *f, enum verdict v)
{
    html(f, "<span class=\"v %s\">%s</span>", verdict_name(v), verdict_words(v));
}

/* What was counted, and what gives full marks: all that the points for efficiency come from where
 * nothing is timed. */
static void counters(FILE *f, const struct context *c, int lab, int i, const struct step_result *r)
{
    const struct lab_lesson *rubric =
        rubric_step(&c->rubric[lab], c->facts[c->first[lab] + i].step);
    for (int k = 0; k < rubric->rules && step_is_right(r); k++) {
        const struct lab_rule *rule = &rubric->rule[k];
        double value = score_count(c, r, rule);
        if (isnan(value))
            continue;
        html(f, "<span class=\"figures\">%.0f %s", value, rule->what);
        if (rule->none_at > 0)
            html(f, "; full marks up to %.0f", rule->at_most);
        if (rule->wanted > 0)
            html(f, "; full marks from %.0f", rule->wanted);
        fputs("</span>", f);
    }
}

static void step_row(FILE *f, const struct context *c, int student, int lab, int i)
{
    const struct step_result *r = result_of(c, student, slot_of(c, lab) + i);
    const struct lab_step *fact = &c->facts[c->first[lab] + i];
    const struct figures *g = &r->figures;
    html(f, "<tr><th scope=\"row\"><span class=\"num\">%d</span> %s</th><td>", fact->step,
         fact->name);
    verdict_word(f, r->ruling.verdict);
    fputs("</td><td class=\"n\">", f);
    points(f, r->points);
    fputs("<span class=\"of\"> / ", f);
    points(f, r->max);
    html(f, "</span></td><td class=\"m\">%s", r->ruling.message);
    if (g->ms > 0 && g->gbytes_per_s > 0)
        html(f, "<span class=\"figures\">%.4g ms, %.0f GB/s, %.0f GFLOP/s", g->ms, g->gbytes_per_s,
             g->gflops);
    if (g->ms > 0 && g->percent_of_peak > 0)
        html(f, ", %.1f %% of the peak", g->percent_of_peak);
    if (g->ms > 0 && g->gbytes_per_s > 0)
        fputs("</span>", f);
    counters(f, c, lab, i, r);
    fputs("</td></tr>\n", f);
}

static void written_rows(FILE *f, const struct context *c, int student, int lab)
{
    int begun = 0;
    for (int i = 0; i < c->written_count; i++) {
        const struct written *w = &c->written[i];
        if (w->student != student || w->lab != lab)
            continue;
        if (!begun++)
            fputs("<table class=\"steps written\"><caption>Written answers</caption><thead><tr>"
                  "<th>question</th><th></th><th class=\"n\">points</th><th>comment</th></tr>"
                  "</thead><tbody>\n",
                  f);
        char *question = answers_question(c, lab, w->question);
        html(f,
             "<tr><th scope=\"row\"><span class=\"num\">%s</span> %s</th><td></td><td "
             "class=\"n\">",
             w->question, question ? question : "");
        points(f, w->points);
        html(f, "</td><td class=\"m\">%s</td></tr>\n", w->comment);
        free(question);
    }
    if (begun)
        fputs("</tbody></table>\n", f);
}

static void lab_section(FILE *f, const struct context *c, int student, int lab)
{
    double max, have = lab_points(c, student, lab, &max);
    html(f, "<section class=\"lab\"><h3>%s <span class=\"of\">", c->lab[lab]);
    points(f, have);
    fputs(" of ", f);
    points(f, max);
    if (answers_points(c, student, lab) > 0) {
        fputs(", and ", f);
        points(f, answers_points(c, student, lab));
        fputs(" for written answers", f);
    }
    fputs(
        "</span></h3>\n<div class=\"pair\"><div>\n<table class=\"steps\"><thead><tr><th>step</th>"
        "<th>verdict</th><th class=\"n\">points</th><th>what was found</th></tr></thead><tbody>\n",
        f);
    for (int i = 0; i < c->steps[lab]; i++)
        if (step_counts(c, lab, i))
            step_row(f, c, student, lab, i);
    fputs("</tbody></table>\n", f);
    written_rows(f, c, student, lab);
    fputs("</div>\n", f);
    plot_ladder(f, c, student, lab);
    fputs("</div></section>\n", f);
}

static void total(FILE *f, const struct context *c, int student)
{
    double max, have = student_points(c, student, &max), written = answers_points(c, student, -1);
    points(f, have);
    fputs(" of ", f);
    points(f, max);
    if (written > 0) {
        fputs(" + ", f);
        points(f, written);
    }
}

void student_section(FILE *f, const struct context *c, int student)
{
    html(f, "<details class=\"student\" id=\"s%d\"><summary><bdi>%s</bdi> <span class=\"of\">",
         student, student_name(c, student));
    total(f, c, student);
    fputs("</span></summary>\n", f);
    for (int l = 0; l < c->labs; l++)
        lab_section(f, c, student, l);
    fputs("</details>\n", f);
}

void student_page(const struct context *c, int student, const char *path)
{
    FILE *f = atomic_open(path);
    char *title = text_of("Grades of %s", student_name(c, student));
    page_begin(f, title, 0);
    html(f, "<header class=\"top\"><h1><bdi>%s</bdi></h1>\n<p class=\"lead\"><strong>",
         student_name(c, student));
    total(f, c, student);
    html(f, "</strong> points%s. Graded with backend %s: %s.</p>\n",
         answers_points(c, student, -1) > 0 ? " (steps + written answers)" : "",
         c->tools[c->backend].name, c->device.name);
    if (c->leaderboard)
        html(f, "<p>On the leaderboard you are <strong>%s</strong>; nobody else is told.</p>\n",
             board_name(c, student));
    fputs("</header>\n<main>\n", f);
    for (int l = 0; l < c->labs; l++)
        lab_section(f, c, student, l);
    fputs("</main>\n<footer><p>A message looks wrong? <code>make run LAB=… BACKEND=emulator</code> "
          "shows the same checks on your own machine; your instructor can repeat this grading with "
          "the inputs that it drew.</p></footer>\n",
          f);
    page_end(f, 0);
    atomic_close(f, path);
    free(title);
}

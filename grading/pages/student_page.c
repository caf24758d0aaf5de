/* One student: in the class page, and as a page of its own to hand back. What failed comes first,
 * then each lab: what is right, what was not attempted, what it was before. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "totals/adjust.h"
#include "intake/written_answers.h"
#include "results/result_cache.h"
#include "html.h"
#include "totals/totals.h"
#include "totals/handed_in_report.h"

const char *verdict_words(enum verdict v)
{
    static char words[40];
    snprintf(words, sizeof words, "%s", v == SLOW ? "right, but …" : verdict_name(v));
    for (char *at = words; *at; at++)
        *at = *at == '_' ? ' ' : *at;
    return words;
}

void verdict_word(FILE *f, enum verdict v)
{
    html(f, "<span class=\"v %s\">%s</span>", verdict_name(v), verdict_words(v));
}

static void counter(FILE *f, const struct lab_rule *rule, double value)
{
    html(f, "<span class=\"figures\">%.0f %s", value, rule->what);
    if (rule->none_at > 0)
        html(f, "; full marks up to %.0f", rule->at_most);
    if (rule->wanted > 0)
        html(f, "; full marks from %.0f", rule->wanted);
    fputs("</span>", f);
}

/* What was counted, and what gives full marks: all that the points for efficiency come from where
 * nothing is timed. Folded where they are full. */
static void counters(FILE *f, const struct context *c, int lab, int i, const struct step_result *r)
{
    const struct lab_lesson *rubric =
        rubric_step(&c->rubric[lab], c->facts[c->first[lab] + i].step);
    int folded = r->points >= r->max, shown = 0;
    for (int k = 0; k < rubric->rules && step_is_right(r); k++) {
        double value = score_count(c, r, &rubric->rule[k]);
        if (isnan(value))
            continue;
        if (!shown++ && folded)
            fputs("<details class=\"counted\"><summary>counters</summary>", f);
        counter(f, &rubric->rule[k], value);
    }
    if (shown && folded)
        fputs("</details>", f);
}

static void by_hand(FILE *f, const struct context *c, int student, int lab, int step)
{
    OWNED char *text = adjust_text(c, student, lab, step);
    if (*text)
        html(f, "<span class=\"adjusted\">Adjusted: %s</span>", text);
}

/* `whole`: the lab's name, too. */
static void step_row(FILE *f, const struct context *c, int student, int lab, int i, int whole)
{
    const struct step_result *r = result_of(c, student, slot_of(c, lab) + i);
    const struct lab_step *fact = &c->facts[c->first[lab] + i];
    const struct figures *g = &r->figures;
    fputs("<tr><th scope=\"row\">", f);
    if (whole)
        html(f, "<span class=\"of\">%s</span> ", fact->lab);
    html(f, "<span class=\"num\">%d</span>&nbsp;%s</th><td>", fact->step, fact->name);
    verdict_word(f, r->ruling.verdict);
    html(f, "</td><td class=\"n\">%s<span class=\"of\"> / %s</span></td><td class=\"m\">%s",
         points(r->points), points(r->max), r->ruling.message);
    by_hand(f, c, student, lab, fact->step);
    if (g->ms > 0 && g->gbytes_per_s > 0)
        html(f, "<span class=\"figures\">%.4g ms, %.0f GB/s, %.0f GFLOP/s", g->ms, g->gbytes_per_s,
             g->gflops);
    if (g->ms > 0 && g->percent_of_peak > 0)
        html(f, ", %.1f %% of the peak", g->percent_of_peak);
    if (g->ms > 0 && g->gbytes_per_s > 0)
        fputs("</span>", f);
    counters(f, c, lab, i, r);
    fputs("</td></tr>\n", f);
    if (r->drawing.line) {
        fputs("<tr><td colspan=\"4\">", f);
        plot_access(f, &r->drawing);
        fputs("</td></tr>\n", f);
    }
}

static const char steps_head[] =
    "<table class=\"steps\"><thead><tr><th>step</th><th>verdict</th><th class=\"n\">points</th>"
    "<th>what was found</th></tr></thead><tbody>\n";

/* Of all labs; nothing where nothing failed. */
static void failed_steps(FILE *f, const struct context *c, int student)
{
    int rows = 0;
    for (int l = 0; l < c->labs; l++)
        for (int i = 0; i < c->steps[l]; i++)
            if (step_counts(c, l, i) && has_failed(result_of(c, student, slot_of(c, l) + i))) {
                if (!rows++)
                    fprintf(f, "<section class=\"lab failed\"><h3>What failed</h3>\n%s",
                            steps_head);
                step_row(f, c, student, l, i, c->labs > 1);
            }
    if (rows)
        fputs("</tbody></table></section>\n", f);
}

/* What is right, lacking points before the rest; then what could not be graded here. How many there
 * are. */
static int other_steps(FILE *f, const struct context *c, int student, int lab)
{
    static const enum verdict order[] = {SLOW, PASS, SKIPPED};
    int rows = 0;
    for (size_t k = 0; k < sizeof order / sizeof *order; k++)
        for (int i = 0; i < c->steps[lab]; i++)
            if (step_counts(c, lab, i) &&
                result_of(c, student, slot_of(c, lab) + i)->ruling.verdict == order[k]) {
                if (!rows++)
                    fputs(steps_head, f);
                step_row(f, c, student, lab, i, 0);
            }
    if (rows)
        fputs("</tbody></table>\n", f);
    return rows;
}

static int not_attempted(FILE *f, const struct context *c, int student, int lab)
{
    double left = 0;
    int listed = 0;
    for (int i = 0; i < c->steps[lab]; i++) {
        const struct step_result *r = result_of(c, student, slot_of(c, lab) + i);
        const struct lab_step *fact = &c->facts[c->first[lab] + i];
        if (!step_counts(c, lab, i) || r->ruling.verdict != NOT_ATTEMPTED)
            continue;
        if (!listed++)
            html(f, "<p>%s Not attempted: ", r->ruling.nothing ? r->ruling.message : "");
        html(f, "%s<span class=\"step\">%d&nbsp;%s</span>", listed > 1 ? ", " : "", fact->step,
             fact->name);
        left += r->max;
        by_hand(f, c, student, lab, fact->step);
    }
    if (listed)
        html(f, " <span class=\"of\">(%g points)</span>.</p>\n", left);
    return listed;
}

/* ---- what came of it before */

static double sum_of(const json_t *steps, const char *name)
{
    const json_t *step;
    double sum = 0;
    size_t i;
    json_array_foreach(steps, i, step) sum += json_number_in(step, name);
    return sum;
}

static void earlier_row(FILE *f, const struct context *c, int student, int lab, json_t *earlier)
{
    json_t *steps = json_object_get(earlier, "steps"), *step;
    time_t when = (time_t)json_number_in(earlier, "graded");
    struct tm local;
    char date[40];
    size_t k;
    int differ = 0;
    strftime(date, sizeof date, "%d %b %Y, %H:%M", localtime_r(&when, &local));
    html(f,
         "<tr><th scope=\"row\">%s</th><td class=\"n\">%.4g<span class=\"of\"> / %g</span></td><td "
         "class=\"m\">",
         date, sum_of(steps, "points"), sum_of(steps, "max"));
    json_array_foreach(steps, k, step)
    {
        const char *verdict = json_text_in(step, "verdict"),
                   *message = json_text_in(step, "message");
        int number = (int)json_number_in(step, "step");
        for (int i = 0; i < c->steps[lab] && verdict && message; i++)
            if (c->facts[c->first[lab] + i].step == number &&
                strcmp(verdict,
                       verdict_name(result_of(c, student, slot_of(c, lab) + i)->ruling.verdict)) !=
                    0) {
                OWNED char *text = text_of("%s", message);
                hide_addresses(text);
                html(f, "<span class=\"figures\">step %d was %s (%.4g points)%s%s</span>", number,
                     verdict, json_number_in(step, "points"), *text ? ": " : "", text);
                differ++;
            }
    }
    html(f, "%s</td></tr>\n", differ ? "" : "the same verdicts");
}

/* The newest first. */
static void earlier_results(FILE *f, const struct context *c, int student, int lab)
{
    json_auto_t *list = keep_earlier(c, student, lab);
    size_t count = json_array_size(list);
    if (count)
        html(
            f,
            "<details class=\"history\"><summary>Earlier results: %zu</summary>\n<table><thead>"
            "<tr><th>graded</th><th class=\"n\">points</th><th>what was otherwise</th></tr></thead>"
            "<tbody>\n",
            count);
    for (size_t i = count; i-- > 0;)
        earlier_row(f, c, student, lab, json_array_get(list, i));
    if (count)
        fputs("</tbody></table></details>\n", f);
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
        OWNED char *question = answers_question(c, lab, w->question);
        html(f,
             "<tr><th scope=\"row\"><span class=\"num\">%s</span> %s</th><td></td><td "
             "class=\"n\">%s</td><td class=\"m\">%s</td></tr>\n",
             w->question, question ? question : "", points(w->points), w->comment);
    }
    if (begun)
        fputs("</tbody></table>\n", f);
}

static void lab_section(FILE *f, const struct context *c, int student, int lab)
{
    double max, have = lab_points(c, student, lab, &max);
    html(f, "<section class=\"lab\"><h3>%s <span class=\"of\">%s of %s%s", c->lab[lab],
         points(have), points(max), bonus_words(c, lab));
    if (answers_points(c, student, lab) > 0)
        html(f, ", and %s for written answers", points(answers_points(c, student, lab)));
    fputs("</span></h3>\n", f);
    OWNED char *file = handed_in_text(c, student, lab);
    if (*file)
        html(f, "<p class=\"faint m\">%s</p>\n", file);
    by_hand(f, c, student, lab, -1);
    fputs("<div class=\"pair\"><div>\n", f);
    int rows = other_steps(f, c, student, lab);
    if (!not_attempted(f, c, student, lab) && !rows)
        fputs("<p class=\"faint\">Every step is above, under what failed.</p>\n", f);
    written_rows(f, c, student, lab);
    earlier_results(f, c, student, lab);
    fputs("</div>\n", f);
    plot_ladder(f, c, student, lab);
    fputs("</div></section>\n", f);
}

static void total(FILE *f, const struct context *c, int student)
{
    double max, most, have = total_points(c, student, -1, &max, &most);
    OWNED char *capped = capped_text(most, have);
    html(f, "%s of %s%s", points(have), points(max), capped);
}

void student_section(FILE *f, const struct context *c, int student)
{
    html(f, "<details class=\"student\" id=\"s%d\"><summary><bdi>%s</bdi> <span class=\"of\">",
         student, student_shown(c, student));
    total(f, c, student);
    fputs("</span></summary>\n", f);
    if (c->student[student].name)
        html(f, "<p class=\"faint\">In SUBMISSIONS: %s</p>\n", student_name(c, student));
    failed_steps(f, c, student);
    for (int l = 0; l < c->labs; l++)
        lab_section(f, c, student, l);
    fputs("</details>\n", f);
}

void student_page(const struct context *c, int student, const char *path)
{
    FILE *f = atomic_open(path);
    OWNED char *title = text_of("Grades of %s", student_shown(c, student));
    const int scripts = pictures_of(c, student);
    page_begin(f, title, scripts);
    html(f, "<header class=\"top\"><h1><bdi>%s</bdi></h1>\n<p class=\"lead\"><strong>",
         student_shown(c, student));
    total(f, c, student);
    html(f, "</strong> points%s. Graded with backend %s: %s.</p>\n",
         answers_points(c, student, -1) > 0 ? " (steps + written answers)" : "",
         c->tools[c->backend].name, c->device.name);
    if (c->leaderboard)
        html(f, "<p>On the leaderboard you %s <strong>%s</strong>; nobody else is told.</p>\n",
             is_on_board(c, student) ? "are" : "will be, once a step is right,",
             board_name(c, student));
    fputs("</header>\n<main>\n", f);
    failed_steps(f, c, student);
    for (int l = 0; l < c->labs; l++)
        lab_section(f, c, student, l);
    fputs("</main>\n<footer><p>A message looks wrong? <code>make run LAB=… BACKEND=emulator</code> "
          "shows the same checks on your own machine, and <code>make view LAB=…</code> draws all "
          "accesses; your instructor can repeat this grading with the inputs that it drew.</p>"
          "</footer>\n",
          f);
    page_end(f, scripts);
    atomic_close(f, path);
}

/* What the class as a whole did: a row for each student, what went wrong most often and with whom,
 * each lab's distribution, which steps are slowest. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "intake/written_answers.h"
#include "html.h"
#include "totals/totals.h"

enum { MOST_CAUSES = 20, MOST_SLOW = 15 };

void student_link(FILE *f, const struct context *c, int student)
{
    html(f, "<a href=\"#s%d\"><bdi>%s</bdi></a>", student, student_shown(c, student));
}

/* ---- labs */

static const struct {
    const char *class, *words;
} groups[GROUPS] = {[GROUP_PASS] = {"pass", "pass"},
                    [GROUP_RIGHT_BUT] = {"slow", "right, but …"},
                    [GROUP_WRONG] = {"wrong", "wrong, crash, timeout"},
                    [GROUP_REFUSED] = {"refused", "does not compile, refused"},
                    [GROUP_NOT_ATTEMPTED] = {"not_attempted", "not attempted"},
                    [GROUP_NO_FILE] = {"no_file", "no file"},
                    [GROUP_NOT_GRADED] = {"grader_error", "not graded"}};

static void verdict_bar(FILE *f, const struct context *c, int lab, int i)
{
    int count[GROUPS] = {0};
    const struct lab_step *fact = &c->facts[c->first[lab] + i];
    for (int s = 0; s < c->students; s++)
        count[group_of(result_of(c, s, slot_of(c, lab) + i))]++;
    html(f, "<li><span class=\"what\"><span class=\"num\">%d</span> %s</span><span class=\"bar\">",
         fact->step, fact->name);
    for (int g = 0; g < GROUPS; g++)
        if (count[g])
            html(f, "<i class=\"%s\" style=\"flex:%d\" title=\"%d %s\"></i>", groups[g].class,
                 count[g], count[g], groups[g].words);
    html(f, "</span><span class=\"n\">%d</span></li>\n",
         count[GROUP_PASS] + count[GROUP_RIGHT_BUT]);
}

static void lab_card(FILE *f, const struct context *c, int lab)
{
    OWNED double *share = zeros((size_t)c->students, sizeof *share);
    double max;
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
}

/* The bars' own colours, of those groups that there are. */
static void legend(FILE *f, const struct context *c)
{
    int seen[GROUPS] = {0};
    for (size_t i = 0; i < (size_t)c->students * c->slots; i++)
        seen[group_of(&c->result[i])] = 1;
    fputs("<p class=\"legend\">Students by step:", f);
    for (int g = 0; g < GROUPS; g++)
        if (seen[g])
            html(f, " <span><i class=\"%s\"></i> %s</span>", groups[g].class, groups[g].words);
    html(f, ". The number behind a bar: how many of %d are right.</p>\n", c->students);
}

/* ---- common failures */

struct failure {
    char *shape;
    int lab, i, student;
    enum verdict verdict;
};

/* Failures first to before end have one cause: the same message in the same lab. */
struct cause {
    int first, end, students;
};

static int by_shape(const struct failure *x, const struct failure *y)
{
    return x->lab != y->lab           ? x->lab - y->lab
           : x->verdict != y->verdict ? (int)x->verdict - (int)y->verdict
                                      : strcmp(x->shape, y->shape);
}

static int by_cause(const void *a, const void *b)
{
    const struct failure *x = a, *y = b;
    int order = by_shape(x, y);
    return order ? order : x->student != y->student ? x->student - y->student : x->i - y->i;
}

static int by_count(const void *a, const void *b)
{
    const struct cause *x = a, *y = b;
    return x->students != y->students ? y->students - x->students : x->first - y->first;
}

/* In the order of causes; their number. */
static struct failure *failures_of(const struct context *c, int *count)
{
    struct failure *all = zeros((size_t)c->students * c->slots, sizeof *all);
    *count = 0;
    for (int s = 0; s < c->students; s++)
        for (int l = 0; l < c->labs; l++)
            for (int i = 0; i < c->steps[l]; i++) {
                const struct step_result *r = result_of(c, s, slot_of(c, l) + i);
                if (has_failed(r))
                    all[(*count)++] = (struct failure){message_shape(r->ruling.message), l, i, s,
                                                       r->ruling.verdict};
            }
    qsort(all, (size_t)*count, sizeof *all, by_cause);
    return all;
}

/* The most common first; their number. */
static struct cause *causes_of(const struct failure *all, int count, int *causes)
{
    struct cause *cause = zeros((size_t)count, sizeof *cause);
    *causes = 0;
    for (int i = 0; i < count; i++) {
        int same = i > 0 && by_shape(&all[i - 1], &all[i]) == 0;
        struct cause *now = &cause[*causes - same];
        if (!same) {
            *now = (struct cause){i, i, 0};
            ++*causes;
        }
        now->students += !same || all[i - 1].student != all[i].student;
        now->end = i + 1;
    }
    qsort(cause, (size_t)*causes, sizeof *cause, by_count);
    return cause;
}

static void cause_row(FILE *f, const struct context *c, const struct failure *all,
                      const struct cause *cause)
{
    const struct failure *x = &all[cause->first];
    int has[MAX_STEPS] = {0}, listed = 0;
    for (int i = cause->first; i < cause->end; i++)
        has[all[i].i] = 1;
    html(f, "<tr><td class=\"n\" data-lab=\"students\">%d</td><td>%s: ", cause->students,
         c->lab[x->lab]);
    for (int i = 0; i < c->steps[x->lab]; i++)
        if (has[i])
            fprintf(f, "%s%d", listed++ ? ", " : "", c->facts[c->first[x->lab] + i].step);
    fputs("</td><td>", f);
    verdict_word(f, x->verdict);
    html(f, "</td><td class=\"m\">%s<span class=\"who\">",
         result_of(c, x->student, slot_of(c, x->lab) + x->i)->ruling.message);
    for (int i = cause->first; i < cause->end; i++)
        if (i == cause->first || all[i - 1].student != all[i].student) {
            fputs(i > cause->first ? ", " : "", f);
            student_link(f, c, all[i].student);
        }
    fputs("</span></td></tr>\n", f);
}

static void failures_table(FILE *f, const struct context *c)
{
    int count, causes;
    OWNED struct failure *all = failures_of(c, &count);
    OWNED struct cause *cause = causes_of(all, count, &causes);
    if (causes)
        fputs("<section id=\"failures\"><h2>Common failures</h2>\n<p class=\"faint\">One row per "
              "cause: messages of a lab that differ only in their numbers.</p>\n<table "
              "class=\"sortable\"><thead><tr><th class=\"n\">students</th><th>lab: steps</th><th>"
              "verdict</th><th>for example; who</th></tr></thead><tbody>\n",
              f);
    for (int i = 0; i < causes && i < MOST_CAUSES; i++)
        cause_row(f, c, all, &cause[i]);
    if (causes)
        fputs("</tbody></table>\n", f);
    if (causes > MOST_CAUSES)
        html(f, "<p class=\"faint\">%d causes more, of at most %d students each.</p>\n",
             causes - MOST_CAUSES, cause[MOST_CAUSES].students);
    if (causes)
        fputs("</section>\n", f);
    for (int i = 0; i < count; i++)
        free(all[i].shape);
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
    OWNED double *ratio = zeros((size_t)c->students, sizeof *ratio);
    OWNED struct pace *all = zeros((size_t)c->slots, sizeof *all);
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
}

/* ---- students */

void state_cell(FILE *f, enum lab_state state, const char *lab, double have, double max)
{
    static const char *const words[] = {[LAB_UNTOUCHED] = "untouched",
                                        [LAB_EMPTY_FILE] = "empty file",
                                        [LAB_NO_FILE] = "missing",
                                        [LAB_EXCUSED] = "excused"};
    const int graded = state == LAB_GRADED || have != 0;
    html(f, "<td class=\"n share%s\" data-v=\"%.4f\" data-lab=\"%s\" style=\"--p:%.3f\">%s</td>",
         graded ? "" : " none", have, lab, max > 0 ? fmin(1, fmax(0, have / max)) : 0,
         graded ? points(have) : words[state]);
}

static void student_row(FILE *f, const struct context *c, int student)
{
    double max, have, most;
    int right = 0, asked = 0;
    fputs("<tr><th scope=\"row\">", f);
    student_link(f, c, student);
    fputs("</th>", f);
    for (int l = 0; l < c->labs; l++) {
        have = lab_points(c, student, l, &max);
        state_cell(f, lab_state(c, student, l), c->lab[l], have, max);
        for (int i = 0; i < c->steps[l]; i++)
            count_step(c, student, l, i, &asked, &right);
    }
    html(f, "<td class=\"n\" data-v=\"%d\" data-lab=\"right\">%d / %d</td>", right, right, asked);
    if (c->written_count)
        html(f, "<td class=\"n\" data-v=\"%.4f\" data-lab=\"written\">%s</td>",
             answers_points(c, student, -1), points(answers_points(c, student, -1)));
    have = total_points(c, student, -1, &max, &most);
    html(f, "<td class=\"n total\" data-v=\"%.4f\">%s</td></tr>\n", have, points(have));
}

static void students_table(FILE *f, const struct context *c)
{
    double max;
    fputs("<section id=\"students\"><h2>Students</h2>\n<table class=\"sortable cards\"><thead><tr>"
          "<th>student</th>",
          f);
    for (int l = 0; l < c->labs; l++) {
        lab_points(c, 0, l, &max);
        html(f, "<th class=\"n\">%s <span class=\"of\">/&nbsp;%g%s</span></th>",
             lab_words(c->lab[l]), max, bonus_words(c, l));
    }
    student_points(c, 0, &max);
    fprintf(f, "<th class=\"n\">right</th>%s",
            c->written_count ? "<th class=\"n\">written</th>" : "");
    fprintf(f,
            "<th class=\"n\">points <span class=\"of\">/&nbsp;%g</span></th></tr></thead><tbody>\n",
            max);
    for (int s = 0; s < c->students; s++)
        student_row(f, c, s);
    fputs("</tbody></table></section>\n", f);
}

void class_overview(FILE *f, const struct context *c)
{
    students_table(f, c);
    failures_table(f, c);
    fputs("<section id=\"labs\"><h2>Labs</h2>\n", f);
    legend(f, c);
    fputs("<div class=\"cards\">\n", f);
    for (int l = 0; l < c->labs; l++)
        lab_card(f, c, l);
    fputs("</div></section>\n", f);
    slowest_table(f, c);
}

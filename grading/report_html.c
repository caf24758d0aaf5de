/* report.html: one page that needs nothing else. */
#include <stdlib.h>

#include "judge.h"

static const char head[] =
    "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" "
    "content=\"width=device-width\">"
    "<title>Grades</title>\n<style>body{font:16px/1.4 system-ui,sans-serif;margin:1rem "
    "auto;max-width:70rem;padding:0 1rem}"
    "table{border-collapse:collapse;width:100%;margin:.5rem 0 "
    "2rem}th,td{text-align:left;padding:.3rem .6rem;border-bottom:1px solid #ccc;"
    "vertical-align:top}td.n{text-align:right;white-space:nowrap}td.m{overflow-wrap:anywhere}.pass{"
    "color:#060}.slow{color:#850}"
    ".not_attempted,.skipped{color:#555}.wrong,.crash,.timeout,.refused,.compile_error,.grader_"
    "error{color:#a00}"
    ".loud{background:#fd6;padding:.5rem}</style>\n<h1>Grades</h1>\n";

static void overview(const struct context *c, FILE *f)
{
    double max, points;
    fputs("<table><tr><th>student", f);
    for (int l = 0; l < c->labs; l++)
        fprintf(f, "<th>%s", c->lab[l]);
    fputs("<th>points</tr>\n", f);
    for (int s = 0; s < c->students; s++) {
        fprintf(f, "<tr><td><a href=\"#s%d\">", s);
        escape_markup(f, c->student[s].id);
        fputs("</a>", f);
        for (int l = 0; l < c->labs; l++) {
            fputs("<td>", f);
            for (int i = 0; i < c->steps[l]; i++) {
                const char *verdict =
                    verdict_name(result_of(c, s, slot_of(c, l) + i)->ruling.verdict);
                fprintf(f, "%s%d <span class=\"%s\">%s</span>", i ? ", " : "",
                        c->facts[c->first[l] + i].step, verdict, verdict);
            }
        }
        points = student_points(c, s, &max);
        fprintf(f, "<td class=\"n\">%.1f of %.1f</tr>\n", points, max);
    }
    fputs("</table>\n", f);
}

static void details(const struct context *c, FILE *f, int student)
{
    fprintf(f, "<h2 id=\"s%d\">", student);
    escape_markup(f, c->student[student].id);
    fputs("</h2>\n<table><tr><th>lab<th>step<th>verdict<th>points<th>message</tr>\n", f);
    for (int l = 0; l < c->labs; l++)
        for (int i = 0; i < c->steps[l]; i++) {
            const struct step_result *r = result_of(c, student, slot_of(c, l) + i);
            const struct step_fact *fact = &c->facts[c->first[l] + i];
            const char *verdict = verdict_name(r->ruling.verdict);
            fprintf(f,
                    "<tr><td>%s<td>%d %s<td class=\"%s\">%s<td class=\"n\">%.1f of %.1f<td "
                    "class=\"m\">",
                    fact->lab, fact->step, fact->name, verdict, verdict, r->points, r->max);
            escape_markup(f, r->ruling.message);
            if (r->figures.ms > 0)
                fprintf(f, " (%.4f ms, %.1f GB/s)", r->figures.ms, r->figures.gbytes_per_s);
            fputs("</tr>\n", f);
        }
    fputs("</table>\n", f);
}

void report_html(const struct context *c, const char *path)
{
    FILE *f = atomic_open(path);
    fputs(head, f);
    fprintf(f, "<p>Backend %s: ", c->tools[c->backend].name);
    escape_markup(f, c->device.name);
    fputs("</p>\n", f);
    if (!c->isolated)
        fputs("<p class=\"loud\"><strong>Not isolated:</strong> bubblewrap was not available, so "
              "programs ran with limits only.</p>\n",
              f);
    if (c->students > 1)
        overview(c, f);
    for (int s = 0; s < c->students; s++)
        details(c, f, s);
    fputs("</html>\n", f);
    atomic_close(f, path);
}

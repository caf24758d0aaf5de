/* OUT/review.html: each student's text with what was found at its lines, and beside it the points
 * that an instructor types. All of it is in the page, as JSON; review.js shows it, and saves what
 * was typed as review.csv, which the next run on this OUT takes (totals/adjust.c). */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/encoding.h"
#include "base/json_file.h"
#include "html.h"
#include "intake/handed_in.h"
#include "intake/written_answers.h"
#include "totals/adjust.h"
#include "totals/handed_in_report.h"

enum { LARGEST = 1 << 20 };

static json_t *step_json(const struct context *c, int student, int lab, int i)
{
    const struct step_result *r = result_of(c, student, slot_of(c, lab) + i);
    const struct lab_step *fact = &c->facts[c->first[lab] + i];
    json_t *counters = json_object();
    for (int m = 0; m < c->metrics; m++)
        if (r->counter[m] >= 0)
            json_object_set_new(counters, c->metric[m], json_figure(r->counter[m]));
    return json_pack("{s:o,s:i,s:s,s:s,s:o,s:f,s:f,s:i}", "counters", counters, "step", fact->step,
                     "name", fact->name, "verdict", verdict_words(r->ruling.verdict), "message",
                     json_text(r->ruling.message), "points", r->points, "max", r->max, "line",
                     r->drawing.line);
}

/* What review.csv had, for the fields; the rest for the reader. */
static json_t *marks_json(const struct context *c, int student, int lab)
{
    json_t *list = json_array();
    for (int i = 0; i < c->written_count; i++) {
        const struct written *w = &c->written[i];
        if (w->student == student && w->lab == lab)
            json_array_append_new(
                list, json_pack("{s:o,s:f,s:o,s:b}", "question", json_text(w->question), "points",
                                w->points, "why", json_text(w->comment), "typed", w->is_review));
    }
    for (int i = 0; i < c->adjusted_count; i++) {
        const struct adjustment *a = &c->adjusted[i];
        if (a->student == student && a->lab == lab)
            json_array_append_new(list, json_pack("{s:i,s:f,s:o,s:o,s:b}", "step", a->step,
                                                  "points", a->points, "who", json_text(a->who),
                                                  "why", json_text(a->why), "typed", a->is_review));
    }
    return list;
}

static json_t *file_json(const struct context *c, int student, int lab)
{
    size_t size;
    double max, points = lab_points(c, student, lab, &max);
    OWNED char *file = find_file(c, &c->student[student], c->lab[lab]),
               *text = file ? read_source(file, LARGEST, &size) : NULL,
               *shown = handed_in_text(c, student, lab);
    json_t *object =
               json_pack("{s:s,s:o,s:f,s:f,s:o}", "lab", c->lab[lab], "file", json_text(shown),
                         "points", points, "max", max, "marks", marks_json(c, student, lab)),
           *steps = json_array(), *lines = json_array();
    char *rest = text;
    for (char *line; rest && (line = strsep(&rest, "\n"));)
        json_array_append_new(lines, json_text(line));
    for (int i = 0; i < c->steps[lab]; i++)
        if (step_counts(c, lab, i))
            json_array_append_new(steps, step_json(c, student, lab, i));
    json_object_set_new(object, "steps", steps);
    json_object_set_new(object, "text", lines);
    return object;
}

/* The questions that a rubric has, and those that points were given for. */
static json_t *questions_json(const struct context *c, int lab)
{
    json_t *list = json_object(), *asked = c->rubric[lab].questions, *question;
    const char *name;
    json_object_foreach(asked, name, question)
        json_object_set_new(list, name, json_deep_copy(question));
    for (int i = 0; i < c->written_count; i++)
        if (c->written[i].lab == lab && !json_object_get(list, c->written[i].question))
            json_object_set_new(list, c->written[i].question, json_object());
    json_object_foreach(list, name, question)
    {
        OWNED char *text = answers_question(c, lab, name);
        json_object_set_new(question, "text", json_text(text ? text : ""));
    }
    return list;
}

/* Nothing in it ends a script. */
static void put_json(FILE *f, const json_t *value)
{
    OWNED char *text = json_dumps(value, JSON_ENSURE_ASCII | JSON_REAL_PRECISION(REPORT_DIGITS));
    if (!text)
        die("no memory left for review.html");
    for (const char *at = text; *at; at++)
        if (*at == '<')
            fputs("\\u003c", f);
        else
            fputc(*at, f);
}

void review_page(const struct context *c, const char *path)
{
    FILE *f = atomic_open(path);
    json_auto_t *labs = json_object();
    for (int l = 0; l < c->labs; l++)
        json_object_set_new(labs, c->lab[l], questions_json(c, l));
    page_begin(f, "Review", PAGE_REVIEW);
    fputs("<header class=\"top\"><h1>Review</h1></header>\n<main id=\"review\"></main>\n"
          "<script type=\"application/json\" id=\"data\">{\"questions\":",
          f);
    put_json(f, labs);
    fputs(",\"students\":[", f);
    for (int s = 0; s < c->students; s++) {
        json_auto_t *student = json_pack("{s:o,s:o,s:[]}", "id", json_text(student_name(c, s)),
                                         "name", json_text(student_shown(c, s)), "labs");
        for (int l = 0; l < c->labs; l++)
            json_array_append_new(json_object_get(student, "labs"), file_json(c, s, l));
        fputs(s ? ",\n" : "\n", f);
        put_json(f, student);
    }
    fputs("]}</script>\n", f);
    page_end(f, PAGE_REVIEW);
    atomic_close(f, path);
}

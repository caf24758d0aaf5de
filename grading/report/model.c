/* What jq makes the reports of: all that is known of a run, as it was found. Sums and ratios are
 * jq's (totals.jq), so that no two reports can disagree. */

#include "engine/attainment.h"
#include "inspect/inspect.h"
#include "intake/intake.h"
#include "report.h"
#include "results/result_cache.h"

enum { LARGEST = 1 << 20 };

static json_t *text_or_null(const char *text)
{
    return text && *text ? json_text(text) : json_null();
}

/* ---- a student's lab */

static double counter_of(const void *counters, const char *metric)
{
    const json_t *value = json_object_get(counters, metric);
    return value ? json_number_value(value) : NAN;
}

/* What was counted, and what gives full marks: all that the points for efficiency come from where
 * nothing is timed. */
static json_t *counted_json(const struct lab_lesson *rubric, const json_t *step)
{
    const char *verdict = json_text_in(step, "verdict");
    const int right = !strcmp(verdict, verdict_name(PASS)) || !strcmp(verdict, verdict_name(SLOW));
    json_t *list = json_array();
    for (int k = 0; k < rubric->rules && right; k++) {
        const struct lab_rule *rule = &rubric->rule[k];
        double value = lab_rule_count(rule, counter_of, json_object_get(step, "counters"));
        if (isnan(value))
            continue;
        OWNED char *text = text_of("%.0f %s", value, rule->what);
        if (rule->none_at > 0)
            text_add(&text, "; full marks up to %.0f", rule->at_most);
        if (rule->wanted > 0)
            text_add(&text, "; full marks from %.0f", rule->wanted);
        json_array_append_new(list, json_text(text));
    }
    return list;
}

/* Points that an instructor typed, and their sum for steps. */
static json_t *marks_json(const struct context *c, int student, int lab, double *steps)
{
    json_t *list = json_array();
    for (const struct mark *m = c->mark; m < c->mark + c->marks; m++)
        if (m->student == student && m->lab == lab) {
            *steps += m->step >= 0 ? m->points : 0;
            json_array_append_new(list,
                                  json_pack("{s:o, s:f, s:o, s:o, s:o, s:b}", "step",
                                            m->step < 0 ? json_null() : json_integer(m->step),
                                            "points", m->points, "who", json_text(m->who), "why",
                                            json_text(m->why), "question", json_text(m->question),
                                            "typed", m->file == REVIEW_FILE));
        }
    return list;
}

/* Which file, its hash, time and commit, what was passed over, and what lateness costs of so many
 * points; null where nothing was handed in. */
static json_t *handed_in_json(const struct context *c, int student, int lab, double points)
{
    const struct handed_file *h = &handed_in(c, student, lab)->file;
    const struct lateness l = lateness_of(c, student, lab, points);
    if (!h->file)
        return json_null();
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:b, s:i, s:f, s:o}", "file", json_text(h->shown),
                     "sha256", text_or_null(h->sha256), "submitted",
                     h->when ? json_integer(h->when) : json_null(), "submitted_by",
                     text_or_null(h->source), "commit", text_or_null(h->commit), "late", l.late,
                     "late_days", l.days, "late_penalty", l.penalty, "passed_over",
                     text_or_null(handed_in(c, student, lab)->passed_over));
}

/* The lines of the student's file. */
static json_t *lines_json(const struct context *c, int student, int lab)
{
    size_t size;
    OWNED char *file = find_file(c, student, lab),
               *text = file ? read_source(file, LARGEST, &size) : NULL;
    json_t *lines = json_array();
    char *rest = text;
    for (char *line; rest && (line = strsep(&rest, "\n"));)
        json_array_append_new(lines, json_text(line));
    return lines;
}

/* Adds to *faults how many steps are our fault. */
static json_t *lab_json(const struct context *c, int student, int lab, int *faults)
{
    json_auto_t *kept = keep_load(c, student, lab, KEEP_ANY_KEY | KEEP_FAULTS);
    json_t *steps = json_array(), *marks, *step;
    double points = 0;
    size_t i;
    json_array_foreach(json_object_get(kept, "steps"), i, step)
    {
        const struct lab_step *fact = fact_of(c, lab, (int)i);
        if (c->only_step >= 0 && fact->step != c->only_step)
            continue;
        json_object_set_new(step, "name", json_string(fact->name));
        json_object_set_new(step, "counted", counted_json(rubric_of(c, lab, (int)i), step));
        json_array_append(steps, step);
        points += json_number_in(step, "points");
        *faults += strcmp(json_text_in(step, "verdict"), verdict_name(GRADER_ERROR)) == 0;
    }
    marks = marks_json(c, student, lab, &points);
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o*}", "steps", steps, "marks", marks, "handed_in",
                     handed_in_json(c, student, lab, points), "others",
                     json_text(handed_in(c, student, lab)->others), "conflict",
                     text_or_null(handed_in(c, student, lab)->conflict), "text",
                     lines_json(c, student, lab));
}

static json_t *student_json(const struct context *c, int student, int *faults)
{
    const struct student *s = &c->student[student];
    const char *folder = s->folder ? strrchr(s->folder, '/') : NULL;
    json_t *labs = json_array();
    for (int l = 0; l < c->labs; l++)
        json_array_append_new(labs, lab_json(c, student, l, faults));
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:b, s:i, s:o, s:o}", "id",
                     json_text(student_name(c, student)), "name", text_or_null(s->name), "person",
                     text_or_null(s->person), "note", text_or_null(s->note), "email",
                     text_or_null(s->email), "excused", s->excused, "row", s->row, "folder",
                     text_or_null(folder ? folder + 1 : NULL), "labs", labs);
}

/* ---- the run */

/* The questions that a rubric has, and those that points were given for. */
static json_t *questions_json(const struct context *c, int lab)
{
    json_t *rubric = c->rubric[lab].questions, *question,
           *list = rubric ? json_deep_copy(rubric) : json_object();
    const char *name;
    for (const struct mark *m = c->mark; m < c->mark + c->marks; m++)
        if (m->lab == lab && *m->question && !json_object_get(list, m->question))
            json_object_set_new(list, m->question, json_object());
    json_object_foreach(list, name, question)
    {
        OWNED char *text = answers_question(c, lab, name);
        json_object_set_new(question, "text", json_text(text ? text : ""));
    }
    return list;
}

static json_t *labs_json(const struct context *c)
{
    json_t *labs = json_array();
    for (int l = 0; l < c->labs; l++) {
        const struct lab_file *f = lab_file_of(c->lab[l]);
        json_array_append_new(
            labs, json_pack("{s:s, s:s, s:s, s:b, s:b, s:f, s:o}", "lab", c->lab[l], "file",
                            f->name, "called", f->called, "core", f->track == LAB_CORE, "bonus",
                            c->rubric[l].bonus, "written_max", c->rubric[l].written_max,
                            "questions", questions_json(c, l)));
    }
    return labs;
}

static json_t *roster_json(const struct roster *r)
{
    json_t *header = json_array(), *rows = json_array();
    for (int i = 0; i < r->columns; i++)
        json_array_append_new(header, json_string(r->header[i]));
    for (const struct roster_row *row = r->row; row < r->row + r->rows; row++) {
        json_t *fields = json_array();
        for (int i = 0; i < r->columns; i++)
            json_array_append_new(fields, json_string(row->field[i]));
        json_array_append_new(
            rows, json_pack("{s:o, s:b, s:o}", "fields", fields, "person", row->person, "student",
                            row->student < 0 ? json_null() : json_integer(row->student)));
    }
    return json_pack("{s:s?, s:o, s:i, s:i, s:o}", "kind", r->system, "header", header, "name",
                     r->name, "extension", r->extension, "rows", rows);
}

static json_t *head_json(const struct context *c)
{
    char seed[40];
    int one = c->students == 1 ? 0 : -1; /* whose results the terminal shows one by one: nobody's */
    for (int s = 0; s < c->students && c->regrade && *c->student_id; s++)
        one = strcmp(c->student[s].id, c->student_id) == 0 ? s : one;
    snprintf(seed, sizeof seed, "0x%016llx", (unsigned long long)c->seed);
    json_t *head = json_pack("{s:s, s:s, s:o, s:o, s:o, s:o, s:b}", "seed", seed, "backend",
                             backend_name(c->backend), "device", json_text(c->device.name),
                             "course", json_text(c->course), "out", json_text(c->out), "from",
                             json_text(c->submissions ? c->submissions
                                       : c->tree      ? c->tree
                                                      : ""),
                             "isolated", c->isolated);
    json_object_update_new(
        head,
        json_pack("{s:s?, s:s?, s:b, s:b, s:b, s:b, s:o, s:o, s:i, s:o, s:o*, s:o*}", "tree",
                  c->submissions ? NULL : c->tree, "system", c->system ? c->system->name : NULL,
                  "submissions", c->submissions != NULL, "late", c->late != NULL, "feedback",
                  c->feedback != NULL, "people", c->roster || c->metadata, "unused",
                  json_text(c->unused ? c->unused : ""), "strangers",
                  json_text(c->strangers ? c->strangers : ""), "one", one, "labs", labs_json(c),
                  "roster", c->roster ? roster_json(c->roster) : NULL, "alike", similar_files(c)));
    return head;
}

static void put_json(FILE *f, json_t *value, size_t length)
{
    OWNED char *text = json_dumps(value, JSON_COMPACT | JSON_REAL_PRECISION(REPORT_DIGITS));
    if (!text)
        die("no memory left for a report");
    fprintf(f, "%.*s", (int)(strlen(text) - length), text);
    json_decref(value);
}

/* One student after the other, so that memory does not grow with the class. */
FILE *model_of(const struct context *c, int *faults)
{
    const int file = memfd_create("model", 0);
    FILE *f = file < 0 ? NULL : fdopen(file, "w");
    if (!f)
        die("no memory left for a report");
    *faults = 0;
    put_json(f, head_json(c), strlen("}"));
    fputs(",\"students\":[", f);
    for (int s = 0; s < c->students; s++) {
        fputs(s ? ",\n" : "\n", f);
        put_json(f, student_json(c, s, faults), 0);
    }
    fputs("]}\n", f);
    return f;
}

/* What the pages and results.json say of a student, as JSON. */
#include <math.h>

#include "intake/intake.h"
#include "pages.h"
#include "results/result_cache.h"
#include "totals/totals.h"

enum { LARGEST = 1 << 20 };

/* What was counted, and what gives full marks: all that the points for efficiency come from where
 * nothing is timed. */
static json_t *counted_json(const struct context *c, int lab, int i, const struct step_result *r)
{
    const struct lab_lesson *rubric = rubric_of(c, lab, i);
    json_t *list = json_array();
    for (int k = 0; k < rubric->rules && step_is_right(r); k++) {
        const struct lab_rule *rule = &rubric->rule[k];
        double value = score_count(c, r, rule);
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

static json_t *by_hand(const struct context *c, int student, int lab, int step)
{
    OWNED char *text = adjust_text(c, student, lab, step);
    return json_text(text);
}

static json_t *step_json(const struct context *c, int student, int lab, int i, enum audience whose)
{
    const struct step_result *r = result_of(c, student, lab, i);
    const struct lab_step *fact = fact_of(c, lab, i);
    json_t *step = keep_step_json(c, fact->step, r), *value;
    const char *name;
    void *next;
    if (r->ruling.verdict == GRADER_ERROR)
        json_object_clear(json_object_get(step, "counters"));
    if (whose == FOR_PROGRAMS)
        return step;
    if (whose != FOR_REVIEW)
        json_object_del(step, "counters");
    json_object_set_new(step, "name", json_string(fact->name));
    json_object_set_new(step, "by_hand", by_hand(c, student, lab, fact->step));
    json_object_set_new(step, "group", json_integer(group_of(r)));
    json_object_set_new(step, "counted", counted_json(c, lab, i, r));
    json_object_foreach_safe(step, next, name, value)
    {
        if (json_is_null(value))
            json_object_del(step, name);
    }
    return step;
}

static json_t *written_json(const struct context *c, int student, int lab, enum audience whose)
{
    json_t *list = json_array();
    for (int i = 0; i < c->marks; i++) {
        const struct mark *w = &c->mark[i];
        if (w->student != student || w->lab != lab || !*w->question)
            continue;
        OWNED char *text = whose ? answers_question(c, lab, w->question) : NULL;
        json_array_append_new(list,
                              json_pack("{s:o, s:f, s:o, s:o*}", "question", json_text(w->question),
                                        "points", w->points, "comment", json_text(w->why), "text",
                                        whose ? json_text(text ? text : "") : NULL));
    }
    return list;
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

/* All that counts of a lab, what was taken off, and what is there for no lab. */
static json_t *sums_json(const struct context *c, int student, int lab)
{
    double max, most, total = total_points(c, student, lab, &max, &most);
    const struct lateness lateness = lateness_at(c, student, lab);
    OWNED char *late = lateness_text(&lateness), *capped = capped_text(most, total);
    return json_pack("{s:f, s:f, s:s, s:s, s:o}", "total", total, "total_max", max, "late", late,
                     "capped", capped, "others", json_text(find_others(c, student, lab)));
}

static json_t *lab_json(const struct context *c, int student, int l, enum audience whose)
{
    double max, points = lab_points(c, student, l, &max);
    json_t *lab = json_pack("{s:s, s:f, s:f, s:b, s:s*}", "lab", c->lab[l], "points", points, "max",
                            max, "bonus", c->rubric[l].bonus, "absent", lab_absence(c, student, l)),
           *steps = json_array();
    for (int i = 0; i < c->steps[l]; i++)
        if (whose == FOR_PROGRAMS || step_counts(c, l, i))
            json_array_append_new(steps, step_json(c, student, l, i, whose));
    if ((whose == FOR_PROGRAMS || whose == FOR_EXPORTS) && c->handed)
        json_object_set_new(lab, "handed_in", handed_in_json(c, student, l));
    json_object_set_new(lab, "steps", steps);
    if (whose == FOR_PROGRAMS && marks_by_hand(c))
        json_object_set_new(lab, "adjustments", marks_json(c, student, l, 0));
    if (marks_written(c))
        json_object_set_new(lab, "written", written_json(c, student, l, whose));
    if (whose == FOR_PROGRAMS)
        return lab;
    OWNED char *file = handed_in_text(c, student, l);
    json_object_set_new(lab, "file", json_text(file));
    json_object_set_new(lab, "state", json_integer(lab_state(c, student, l)));
    json_object_set_new(lab, "by_hand", by_hand(c, student, l, -1));
    if (whose != FOR_READERS)
        json_object_set_new(lab, "marks", marks_json(c, student, l, 1));
    if (whose == FOR_REVIEW)
        json_object_set_new(lab, "text", lines_json(c, student, l));
    if (whose == FOR_EXPORTS)
        json_object_update_new(lab, sums_json(c, student, l));
    return lab;
}

json_t *student_json(const struct context *c, int student, enum audience whose)
{
    const struct student *s = &c->student[student];
    double max, most, points = student_points(c, student, &max), total_max,
                      total = total_points(c, student, -1, &total_max, &most);
    json_t *labs = json_array();
    json_t *object = json_pack(
        "{s:o, s:o*, s:o*, s:o*, s:f, s:f, s:f, s:f}", "id", json_text(student_name(c, student)),
        "name", s->name ? json_text(s->name) : NULL, "person",
        s->person ? json_text(s->person) : NULL, "note", s->note ? json_text(s->note) : NULL,
        "points", points, "max", max, "total", total, "total_max", total_max);
    for (int l = 0; l < c->labs; l++)
        json_array_append_new(labs, lab_json(c, student, l, whose));
    if (whose) {
        OWNED char *capped = capped_text(most, total);
        json_object_set_new(object, "shown", json_text(student_shown(c, student)));
        json_object_set_new(object, "capped", json_text(capped));
    }
    if (whose == FOR_EXPORTS) {
        OWNED char *why = why_nothing(c, student);
        json_object_set_new(object, "why", json_text(why));
        json_object_set_new(object, "row", json_integer(s->row));
        json_object_set_new(object, "email", json_text(s->email ? s->email : ""));
    }
    json_object_set_new(object, "labs", labs);
    return object;
}

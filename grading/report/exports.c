/* What other systems read. Each function says which format, and where that is written down. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "course_exports.h"
#include "intake/written_answers.h"
#include "intake/roster.h"
#include "exports.h"
#include "totals/adjust.h"
#include "pages/pages.h"
#include "totals/totals.h"
#include "base/unicode.h"
#include "totals/handed_in_report.h"
#include "base/csv.h"

/* ---- Gradescope: results.json as its autograder specification has it, one for each student */

/* One of a submission's tests, as Gradescope shows them. */
static json_t *shown_test(const char *name, double score, const char *output)
{
    return json_pack("{s:o, s:f, s:o, s:s}", "name", json_text(name), "score", score, "output",
                     json_text(output), "output_format", "text");
}

static json_t *step_test(const struct context *c, int student, int lab, int i,
                         const struct step_result *r)
{
    const struct lab_step *f = &c->facts[c->first[lab] + i];
    OWNED char *by_hand = adjust_text(c, student, lab, f->step),
               *what = text_of("%s%s%s%s%s", verdict_name(r->ruling.verdict),
                               r->ruling.message[0] ? ": " : "", r->ruling.message,
                               *by_hand ? "\nAdjusted: " : "", by_hand),
               *name = text_of("%s, step %d: %s", f->lab, f->step, f->name),
               *number = text_of("%ld.%d", strtol(f->lab, NULL, 10), f->step);
    json_t *test = shown_test(name, r->points, what);
    json_object_set_new(test, "number", json_string(number));
    json_object_set_new(test, "max_score", json_real(r->max));
    if (!step_is_left_out(r))
        json_object_set_new(test, "status", json_string(step_is_right(r) ? "passed" : "failed"));
    return test;
}

static void add_written(const struct context *c, int student, json_t *tests)
{
    for (int i = 0; i < c->written_count; i++) {
        const struct written *w = &c->written[i];
        if (w->student != student)
            continue;
        OWNED char *name = text_of("%s, question %s", c->lab[w->lab], w->question);
        json_array_append_new(tests, shown_test(name, w->points, w->comment));
    }
}

/* What was adjusted of a lab as a whole. */
static void add_adjusted(const struct context *c, int student, json_t *tests)
{
    for (int l = 0; l < c->labs; l++) {
        OWNED char *what = adjust_text(c, student, l, -1),
                   *name = text_of("%s, adjusted", c->lab[l]);
        if (*what)
            json_array_append_new(tests, shown_test(name, adjust_points(c, student, l, -1), what));
    }
}

static json_t *board_value(const char *name, double value, const char *order)
{
    return json_pack("{s:s, s:f, s:s}", "name", name, "value", value, "order", order);
}

/* A line for each lab. */
static char *handed_in_texts(const struct context *c, int student)
{
    char *text = text_of("%s", "");
    for (int l = 0; l < c->labs && c->handed; l++) {
        OWNED char *one = handed_in_text(c, student, l);
        text_add(&text, "%s: %s.\n", c->lab[l], one);
    }
    return text;
}

void write_gradescope(const struct context *c, int student, const char *path)
{
    double max, most, have = total_points(c, student, -1, &max, &most);
    json_t *tests = json_array();
    json_auto_t *board = json_array();
    OWNED char *handed = handed_in_texts(c, student),
               *output = text_of("%s%sBackend: %s (%s).", handed,
                                 c->isolated ? ""
                                             : "Graded without isolation (bubblewrap was not "
                                               "available).\n",
                                 c->tools[c->backend].name, c->device.name);
    json_t *root =
        json_pack("{s:f, s:o, s:s, s:s, s:s}", "score", have, "output", json_text(output),
                  "output_format", "text", "visibility", "visible", "stdout_visibility", "hidden");
    for (int l = 0; l < c->labs; l++)
        for (int i = 0; i < c->steps[l]; i++) {
            const struct step_result *r = result_of(c, student, slot_of(c, l) + i);
            OWNED char *name = text_of("%s, step %d", c->lab[l], c->facts[c->first[l] + i].step);
            double ratio = step_ratio(c, l, i, r);
            if (step_counts(c, l, i))
                json_array_append_new(tests, step_test(c, student, l, i, r));
            if (ratio > 0)
                json_array_append_new(board, board_value(name, ratio, "asc"));
        }
    add_written(c, student, tests);
    add_adjusted(c, student, tests);
    json_object_set_new(root, "tests", tests);
    if (c->leaderboard)
        json_object_set(root, "leaderboard", board);
    json_to_file(root, path, REPORT_DIGITS);
}

/* ---- gradebook.csv: RFC 4180, a row for each student, a column for each lab */

/* With a roster: the person's name, and the roster's other columns. */
static void put_people_head(const struct context *c, FILE *f)
{
    if (c->roster || c->metadata)
        fputs(",name", f);
    for (int i = 0; c->roster && i < c->roster->columns; i++)
        if (roster_keeps(c->roster, i)) {
            fputc(',', f);
            csv_cell(f, c->roster->header[i]);
        }
}

static void put_person(const struct context *c, FILE *f, int student)
{
    const struct student *s = &c->student[student];
    if (c->roster || c->metadata) {
        fputc(',', f);
        csv_cell(f, s->name ? s->name : "");
    }
    for (int i = 0; c->roster && i < c->roster->columns; i++)
        if (roster_keeps(c->roster, i)) {
            const char *value = roster_field(c, s, i);
            fputc(',', f);
            csv_cell(f, value ? value : "");
        }
}

static void put_end(const struct context *c, FILE *f, int student)
{
    double sum = 0;
    for (int l = 0; l < c->labs && c->late; l++)
        sum += lateness_at(c, student, l).penalty;
    if (c->late)
        fprintf(f, ",%.2f", sum);
    OWNED char *why = why_nothing(c, student);
    fputc(',', f);
    csv_cell(f, clean_text(why));
    fputs("\r\n", f);
}

static void put_lab(const struct context *c, FILE *f, int student, int lab)
{
    double max;
    const char *absence = lab_absence(c, student, lab);
    if (absence)
        fprintf(f, ",%s", absence);
    else
        fprintf(f, ",%.2f", lab_points(c, student, lab, &max));
}

void write_gradebook(const struct context *c, const char *path)
{
    FILE *f = atomic_open(path);
    double max, most;
    fputs("student", f);
    put_people_head(c, f);
    for (int l = 0; l < c->labs; l++)
        fprintf(f, ",%s", c->lab[l]);
    for (int l = 0; l < c->labs && c->written_count; l++)
        fprintf(f, ",%s written", c->lab[l]);
    fprintf(f, ",total%s,note\r\n", c->late ? ",late penalty" : "");
    for (int s = 0; s < c->students; s++) {
        csv_cell(f, student_name(c, s));
        put_person(c, f, s);
        for (int l = 0; l < c->labs; l++)
            put_lab(c, f, s, l);
        for (int l = 0; l < c->labs && c->written_count; l++)
            fprintf(f, ",%.2f", answers_points(c, s, l));
        fprintf(f, ",%.2f", total_points(c, s, -1, &max, &most));
        put_end(c, f, s);
    }
    atomic_close(f, path);
}

/* ---- junit.xml, as JUnit's Ant task writes it: what is wrong is a failure, what we could not do
 * an error */

static const char *element_of(const struct ruling *r)
{
    enum verdict v = r->verdict;
    return v == GRADER_ERROR                       ? "error"
           : v == SKIPPED || r->nothing == NO_FILE ? "skipped"
           : v == PASS || v == SLOW                ? "system-out"
                                                   : "failure";
}

static void write_case(FILE *f, const struct lab_step *fact, const char *id,
                       const struct step_result *r)
{
    OWNED char *message = escaped(r->ruling.message);
    const char *element = element_of(&r->ruling);
    fprintf(f, "  <testcase classname=\"%s.%s\" name=\"step %d %s\"", id, fact->lab, fact->step,
            fact->name);
    if (r->figures.ms > 0)
        fprintf(f, " time=\"%.9f\"", r->figures.ms / 1e3);
    if (element[1] == 'y')
        fprintf(f, "><system-out>%s</system-out>", message);
    else if (*element == 's')
        fprintf(f, "><skipped message=\"%s\"/>", message);
    else
        fprintf(f, "><%s message=\"%s\" type=\"%s\"/>", element, message,
                verdict_name(r->ruling.verdict));
    fputs("</testcase>\n", f);
}

static void write_suite(FILE *f, const struct context *c, int student)
{
    int count[3] = {0}; /* failures, errors, skipped */
    OWNED char *name = escaped(student_name(c, student)), *device = escaped(c->device.name);
    for (int i = 0; i < c->slots; i++) {
        const char *element = element_of(&result_of(c, student, i)->ruling);
        count[0] += strcmp(element, "failure") == 0;
        count[1] += strcmp(element, "error") == 0;
        count[2] += strcmp(element, "skipped") == 0;
    }
    fprintf(f,
            " <testsuite name=\"%s\" tests=\"%d\" failures=\"%d\" errors=\"%d\" skipped=\"%d\">\n"
            "  <properties><property name=\"backend\" value=\"%s\"/><property name=\"device\" "
            "value=\"%s\"/><property name=\"isolated\" value=\"%s\"/>",
            name, c->slots, count[0], count[1], count[2], c->tools[c->backend].name, device,
            c->isolated ? "yes" : "no");
    for (int l = 0; l < c->labs && c->handed; l++) {
        OWNED char *text = handed_in_text(c, student, l), *value = escaped(text);
        fprintf(f, "<property name=\"handed in\" value=\"%s: %s\"/>", c->lab[l], value);
    }
    fputs("</properties>\n", f);
    for (int l = 0; l < c->labs; l++)
        for (int i = 0; i < c->steps[l]; i++)
            write_case(f, &c->facts[c->first[l] + i], name,
                       result_of(c, student, slot_of(c, l) + i));
    fputs(" </testsuite>\n", f);
}

void write_junit(const struct context *c, const char *path)
{
    FILE *f = atomic_open(path);
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n", f);
    for (int s = 0; s < c->students; s++)
        write_suite(f, c, s);
    fputs("</testsuites>\n", f);
    atomic_close(f, path);
}

/* The files of a run: what each is called, and what writes it. The table of them is at the end. */
#include <errno.h>
#include <time.h>
#include <unistd.h>

#include "intake/intake.h"
#include "report.h"
#include "pages/pages.h"
#include "totals/totals.h"

/* ---- results.json, which is the contract (version 1), and run.json */

/* Student by student, so that memory does not grow with the class. "isolated" is there only where
 * it is false. */
static void write_results(const struct context *c, const char *path)
{
    enum { FLAGS = JSON_INDENT(1) | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(REPORT_DIGITS) };
    FILE *f = atomic_open(path);
    json_auto_t *head =
        json_pack("{s:i, s:s, s:o, s:s?, s:o*}", "schema", 1, "backend", c->tools[c->backend].name,
                  "device", json_text(c->device.name), "tree", c->submissions ? NULL : c->tree,
                  "isolated", c->isolated ? NULL : json_false());
    OWNED char *text = json_dumps(head, FLAGS | JSON_EMBED);
    int bad = !text;
    if (text) /* without its last line break */
        fprintf(f, "{%.*s,\n \"students\": [\n", (int)strlen(text) - 1, text);
    for (int s = 0; s < c->students && !bad; s++) {
        json_auto_t *student = student_json(c, s, FOR_PROGRAMS);
        bad = json_dumpf(student, f, FLAGS);
        fputs(s + 1 < c->students ? ",\n" : "\n", f);
    }
    fputs("]\n}\n", f);
    if (bad)
        die("cannot write %s: %s", path, strerror(errno));
    atomic_close(f, path);
}

/* What is needed to repeat the run, beside the results. */
static void write_run(const struct context *c, const char *path)
{
    char seed[40], date[40];
    time_t now = time(NULL);
    struct tm utc;
    snprintf(seed, sizeof seed, "0x%016llx", (unsigned long long)c->seed);
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
    json_to_file(json_pack("{s:s, s:s, s:b, s:b}", "seed", seed, "finished", date, "isolated",
                           c->isolated, "counters", c->have_emulator),
                 path, REPORT_DIGITS);
}

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
    const struct lab_step *f = fact_of(c, lab, i);
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

/* What was typed for a question, or for a lab as a whole. */
static void add_marks(const struct context *c, int student, json_t *tests)
{
    for (int i = 0; i < c->marks; i++) {
        const struct mark *m = &c->mark[i];
        if (m->student != student || m->step >= 0)
            continue;
        OWNED char *name = text_of("%s, %s%s", c->lab[m->lab],
                                   *m->question ? "question " : "adjusted", m->question),
                   *why = text_of("%+.4g by %s: %s", m->points, m->who, m->why);
        json_array_append_new(tests, shown_test(name, m->points, *m->question ? m->why : why));
    }
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

static void write_gradescope(const struct context *c, int student, const char *path)
{
    double max, most, have = total_points(c, student, -1, &max, &most);
    json_t *tests = json_array();
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
            const struct step_result *r = result_of(c, student, l, i);
            if (step_counts(c, l, i))
                json_array_append_new(tests, step_test(c, student, l, i, r));
        }
    add_marks(c, student, tests);
    json_object_set_new(root, "tests", tests);
    json_to_file(root, path, REPORT_DIGITS);
}

/* ---- gradebook.csv, a row for each student; submissions.csv, one for each lab of each */

enum { PEOPLE = 1, WRITTEN = 2, LATE = 4 };

static const struct column gradebook[] = {
    {.heading = "student", .path = "id"},
    {.heading = "name", .path = "name", .only = PEOPLE},
    {.heading = "%s", .path = "value", .each = "roster"},
    {.heading = "%s", .path = "points", .each = "labs"},
    {.heading = "%s written", .path = "written", .each = "labs", .only = WRITTEN},
    {.heading = "total", .path = "total"},
    {.heading = "late penalty", .path = "penalty", .only = LATE},
    {.heading = "note", .path = "note"},
    {0}};

/* The roster's columns that a report keeps. */
static json_t *roster_json(const struct context *c, const struct student *s)
{
    json_t *list = json_array();
    for (int i = 0; c->roster && i < c->roster->columns; i++) {
        const char *value = roster_field(c, s, i);
        if (roster_keeps(c->roster, i))
            json_array_append_new(
                list, table_cell(c->roster->header[i], json_string(value ? value : "")));
    }
    return list;
}

static json_t *grades_json(const void *model, int student)
{
    const struct context *c = model;
    const struct student *s = &c->student[student];
    double max, most, penalty = 0, total = total_points(c, student, -1, &max, &most);
    json_t *labs = json_array();
    for (int l = 0; l < c->labs; l++) {
        const char *absence = lab_absence(c, student, l);
        json_t *points =
            absence ? json_string(absence) : json_real(lab_points(c, student, l, &max));
        json_array_append_new(labs, json_pack("{s:s, s:o, s:f}", "name", c->lab[l], "points",
                                              points, "written", answers_points(c, student, l)));
        penalty += c->late ? lateness_at(c, student, l).penalty : 0;
    }
    OWNED char *why = why_nothing(c, student);
    return json_pack("{s:o, s:o, s:o, s:o, s:f, s:f, s:o}", "id",
                     json_text(student_name(c, student)), "name", json_text(s->name ? s->name : ""),
                     "roster", roster_json(c, s), "labs", labs, "total", total, "penalty", penalty,
                     "note", json_text(why));
}

static void write_gradebook(const struct context *c, const char *path)
{
    table_write(path, gradebook,
                (c->roster || c->metadata ? PEOPLE : 0) | (marks_written(c) ? WRITTEN : 0) |
                    (c->late ? LATE : 0),
                grades_json, c, c->students);
}

static const struct column submissions[] = {
    {.heading = "student", .path = "id"},
    {.heading = "name", .path = "name"},
    {.heading = "lab", .path = "lab"},
    {.heading = "file", .path = "handed_in/file"},
    {.heading = "sha256", .path = "handed_in/sha256"},
    {.heading = "submitted", .path = "handed_in/submitted"},
    {.heading = "submitted_by", .path = "handed_in/submitted_by"},
    {.heading = "commit", .path = "handed_in/commit"},
    {.heading = "late", .path = "handed_in/late", .otherwise = "no"},
    {.heading = "late_days", .path = "handed_in/late_days", .otherwise = "0"},
    {.heading = "late_penalty", .path = "handed_in/late_penalty", .otherwise = "0.00"},
    {.heading = "passed_over", .path = "handed_in/passed_over"},
    {.heading = "note", .path = "note"},
    {0}};

static json_t *submission_json(const void *model, int number)
{
    const struct context *c = model;
    const int s = number / c->labs, l = number % c->labs;
    const char *name = c->student[s].name;
    json_t *handed = handed_in_json(c, s, l);
    const char *note = json_is_null(handed) ? result_of(c, s, l, 0)->ruling.message : "";
    return json_pack("{s:o, s:o, s:s, s:o, s:o}", "id", json_text(student_name(c, s)), "name",
                     json_text(name ? name : ""), "lab", c->lab[l], "handed_in", handed, "note",
                     json_text(note));
}

static void write_submissions(const struct context *c, const char *path)
{
    table_write(path, submissions, 0, submission_json, c, c->students * c->labs);
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
    OWNED char *name = escaped(student_name(c, student));
    for (int i = 0; i < c->slots; i++) {
        const char *element = element_of(&result_of(c, student, 0, i)->ruling);
        count[0] += strcmp(element, "failure") == 0;
        count[1] += strcmp(element, "error") == 0;
        count[2] += strcmp(element, "skipped") == 0;
    }
    fprintf(f,
            " <testsuite name=\"%s\" tests=\"%d\" failures=\"%d\" errors=\"%d\" skipped=\"%d\">\n"
            "  <properties><property name=\"isolated\" value=\"%s\"/></properties>\n",
            name, c->slots, count[0], count[1], count[2], c->isolated ? "yes" : "no");
    for (int l = 0; l < c->labs; l++)
        for (int i = 0; i < c->steps[l]; i++)
            write_case(f, fact_of(c, l, i), name, result_of(c, student, l, i));
    fputs(" </testsuite>\n", f);
}

static void write_junit(const struct context *c, const char *path)
{
    FILE *f = atomic_open(path);
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n", f);
    for (int s = 0; s < c->students; s++)
        write_suite(f, c, s);
    fputs("</testsuites>\n", f);
    atomic_close(f, path);
}

/* ---- all of them: a row for each */

static const struct {
    const char *name;
    void (*write)(const struct context *c, const char *path);
    enum roster_kind only; /* with a roster of this kind; else an earlier file is removed */
} exports[] = {{"results.json", write_results, ROSTER_PLAIN},
               {"run.json", write_run, ROSTER_PLAIN},
               {"gradebook.csv", write_gradebook, ROSTER_PLAIN},
               {"submissions.csv", write_submissions, ROSTER_PLAIN},
               {"canvas.csv", write_canvas, ROSTER_CANVAS},
               {"moodle.csv", write_moodle, ROSTER_MOODLE},
               {"junit.xml", write_junit, ROSTER_PLAIN},
               {"report.html", report_html, ROSTER_PLAIN},
               {"review.html", review_page, ROSTER_PLAIN}};
enum { EXPORTS = sizeof exports / sizeof *exports };

void write_exports(const struct context *c)
{
    for (int i = 0; i < EXPORTS; i++) {
        OWNED char *path = text_of("%s/%s", c->out, exports[i].name);
        if (!exports[i].only || (c->roster && c->roster->kind == exports[i].only))
            exports[i].write(c, path);
        else
            unlink(path);
    }
    for (int s = 0; s < c->students; s++) {
        OWNED char *folder = text_of("%s/gradescope/%s", c->out, c->student[s].id),
                   *path = text_of("%s/results.json", folder);
        make_folders(folder);
        write_gradescope(c, s, path);
    }
}

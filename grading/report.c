/* The reports. results.json is the contract (version 1); the others are views of the same results. */
#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "judge.h"

static double lab_points(const struct context *c, int student, int lab, double *max)
{
    double points = 0;
    *max = 0;
    for (int i = 0; i < c->steps[lab]; i++) {
        const struct step_result *r = result_of(c, student, slot_of(c, lab) + i);
        if (c->only_step >= 0 && c->facts[c->first[lab] + i].step != c->only_step)
            continue;
        points += r->points;
        *max += r->max;
    }
    return points;
}

double student_points(const struct context *c, int student, double *max)
{
    double points = 0, all = 0, of_lab;
    for (int l = 0; l < c->labs; l++) {
        points += lab_points(c, student, l, &of_lab);
        all += of_lab;
    }
    *max = all;
    return points;
}

/* ---- JSON */

static json_t *figure(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

/* A text that may not be UTF-8 (a student's compiler output, a folder's name). */
static json_t *text(const char *value)
{
    json_t *string = json_string(value);
    if (string)
        return string;
    char *copy = text_of("%s", value);
    for (char *at = copy; *at; at++)
        *at = (unsigned char)*at < 128 ? *at : '?';
    string = json_string(copy);
    free(copy);
    return string;
}

static json_t *step_json(const struct context *c, int lab, int i, const struct step_result *r)
{
    const struct {
        const char *name;
        double value;
    } figures[] = {{"ms", r->figures.ms},
                   {"gbytes_per_s", r->figures.gbytes_per_s},
                   {"gflops", r->figures.gflops},
                   {"percent_of_peak", r->figures.percent_of_peak},
                   {"speedup_over_previous", r->figures.speedup_over_previous},
                   {"speedup_over_reference", r->figures.speedup_over_reference},
                   {"library_ratio", r->figures.library_ratio}};
    json_t *step = json_object(), *counters = json_object();
    json_object_set_new(step, "step", json_integer(c->facts[c->first[lab] + i].step));
    json_object_set_new(step, "verdict", json_string(verdict_name(r->ruling.verdict)));
    json_object_set_new(step, "message", text(r->ruling.message));
    json_object_set_new(step, "points", json_real(r->points));
    json_object_set_new(step, "max", json_real(r->max));
    for (size_t f = 0; f < sizeof figures / sizeof *figures; f++)
        json_object_set_new(step, figures[f].name, figure(figures[f].value));
    for (int m = 0; m < c->metrics; m++)
        if (!isnan(r->counter[m]) && r->ruling.verdict != GRADER_ERROR)
            json_object_set_new(counters, c->metric[m], figure(r->counter[m]));
    json_object_set_new(step, "counters", counters);
    return step;
}

static json_t *student_json(const struct context *c, int student)
{
    double max, points = student_points(c, student, &max);
    json_t *object = json_object(), *labs = json_array();
    json_object_set_new(object, "id", text(c->student[student].id));
    json_object_set_new(object, "points", json_real(points));
    json_object_set_new(object, "max", json_real(max));
    for (int l = 0; l < c->labs; l++) {
        json_t *lab = json_object(), *steps = json_array();
        points = lab_points(c, student, l, &max);
        json_object_set_new(lab, "lab", json_string(c->lab[l]));
        json_object_set_new(lab, "points", json_real(points));
        json_object_set_new(lab, "max", json_real(max));
        for (int i = 0; i < c->steps[l]; i++)
            json_array_append_new(steps,
                                  step_json(c, l, i, result_of(c, student, slot_of(c, l) + i)));
        json_object_set_new(lab, "steps", steps);
        json_array_append_new(labs, lab);
    }
    json_object_set_new(object, "labs", labs);
    return object;
}

static void write_json(json_t *root, const char *path)
{
    FILE *f = atomic_open(path);
    if (json_dumpf(root, f, JSON_INDENT(1) | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(12)) ||
        fputc('\n', f) == EOF)
        die("cannot write %s: %s", path, strerror(errno));
    json_decref(root);
    atomic_close(f, path);
}

static void write_results(const struct context *c, const char *path)
{
    json_t *root = json_object(), *students = json_array();
    json_object_set_new(root, "schema", json_integer(1));
    json_object_set_new(root, "backend", json_string(c->tools[c->backend].name));
    json_object_set_new(root, "device", text(c->device.name));
    json_object_set_new(root, "tree", c->submissions ? json_null() : json_string(c->tree));
    for (int s = 0; s < c->students; s++)
        json_array_append_new(students, student_json(c, s));
    json_object_set_new(root, "students", students);
    write_json(root, path);
}

/* What is needed to repeat the run, beside the results. */
static void write_run(const struct context *c, const char *path)
{
    char seed[40], date[40];
    time_t now = time(NULL);
    struct tm utc;
    json_t *root = json_object();
    snprintf(seed, sizeof seed, "0x%016llx", (unsigned long long)c->seed);
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
    json_object_set_new(root, "seed", json_string(seed));
    json_object_set_new(root, "finished", json_string(date));
    json_object_set_new(root, "isolated", json_boolean(c->isolated));
    json_object_set_new(root, "counters", json_boolean(c->have_emulator));
    write_json(root, path);
}

static const char *isolation_line(const struct context *c)
{
    return c->isolated ? "" : "Graded without isolation (bubblewrap was not available).\n";
}

static void write_gradescope(const struct context *c, int student, const char *path)
{
    double max, points = student_points(c, student, &max);
    json_t *root = json_object(), *tests = json_array();
    char *output = text_of("%sBackend: %s (%s).", isolation_line(c), c->tools[c->backend].name,
                           c->device.name),
         name[200];
    json_object_set_new(root, "score", json_real(points));
    json_object_set_new(root, "output", text(output));
    for (int l = 0; l < c->labs; l++)
        for (int i = 0; i < c->steps[l]; i++) {
            const struct step_result *r = result_of(c, student, slot_of(c, l) + i);
            const struct step_fact *f = &c->facts[c->first[l] + i];
            char *what = text_of("%s%s%s", verdict_name(r->ruling.verdict),
                                 r->ruling.message[0] ? ": " : "", r->ruling.message);
            json_t *test = json_object();
            snprintf(name, sizeof name, "%s, step %d: %s", f->lab, f->step, f->name);
            json_object_set_new(test, "name", json_string(name));
            json_object_set_new(test, "score", json_real(r->points));
            json_object_set_new(test, "max_score", json_real(r->max));
            json_object_set_new(test, "status",
                                json_string(r->ruling.verdict == PASS ? "passed" : "failed"));
            json_object_set_new(test, "output", text(what));
            json_array_append_new(tests, test);
            free(what);
        }
    json_object_set_new(root, "tests", tests);
    free(output);
    write_json(root, path);
}

/* ---- CSV, JUnit */

static void csv_cell(FILE *f, const char *value)
{
    if (!strpbrk(value, ",\"\r\n")) {
        fputs(value, f);
        return;
    }
    fputc('"', f);
    for (; *value; value++)
        fprintf(f, *value == '"' ? "\"\"" : "%c", *value);
    fputc('"', f);
}

static void write_gradebook(const struct context *c, const char *path)
{
    FILE *f = atomic_open(path);
    double max;
    fputs("student", f);
    for (int l = 0; l < c->labs; l++)
        fprintf(f, ",%s", c->lab[l]);
    fputs(",total\n", f);
    for (int s = 0; s < c->students; s++) {
        csv_cell(f, c->student[s].id);
        for (int l = 0; l < c->labs; l++)
            fprintf(f, ",%.2f", lab_points(c, s, l, &max));
        fprintf(f, ",%.2f\n", student_points(c, s, &max));
    }
    atomic_close(f, path);
}

/* Length of the UTF-8 character at `at`, 0 if there is none. */
static int character(const unsigned char *at)
{
    int length = *at < 0x80                  ? 1
                 : *at >= 0xc2 && *at < 0xe0 ? 2
                 : *at >= 0xe0 && *at < 0xf0 ? 3
                 : *at >= 0xf0 && *at < 0xf5 ? 4
                                             : 0;
    for (int i = 1; i < length; i++)
        if ((at[i] & 0xc0) != 0x80)
            return 0;
    return length;
}

void escape_markup(FILE *f, const char *value)
{
    const unsigned char *at = (const unsigned char *)value;
    while (*at) {
        int length = character(at);
        if (strchr("&<>\"", *at))
            fprintf(f, "&#%d;", *at);
        else if (length == 0 || *at < ' ' || *at == 127)
            fputc('?', f);
        else
            fwrite(at, 1, (size_t)length, f);
        at += length ? length : 1;
    }
}

static void write_case(const struct context *c, FILE *f, const struct step_fact *fact,
                       const char *id, const struct step_result *r)
{
    const char *element = r->ruling.verdict == GRADER_ERROR                        ? "error"
                          : r->ruling.verdict == SKIPPED                           ? "skipped"
                          : r->ruling.verdict == PASS || r->ruling.verdict == SLOW ? "system-out"
                                                                                   : "failure";
    (void)c;
    fputs("  <testcase classname=\"", f);
    escape_markup(f, id);
    fprintf(f, ".%s\" name=\"step %d %s\" time=\"0\">", fact->lab, fact->step, fact->name);
    if (strcmp(element, "system-out") == 0) {
        fputs("<system-out>", f);
        escape_markup(f, r->ruling.message);
        fputs("</system-out>", f);
    } else {
        fprintf(f, "<%s message=\"", element);
        escape_markup(f, r->ruling.message);
        if (strcmp(element, "skipped") == 0)
            fputs("\"/>", f);
        else
            fprintf(f, "\" type=\"%s\"/>", verdict_name(r->ruling.verdict));
    }
    fputs("</testcase>\n", f);
}

static void write_junit(const struct context *c, const char *path)
{
    FILE *f = atomic_open(path);
    int errors = 0, skipped = 0, failures = 0, tests = c->students * c->slots;
    for (int i = 0; i < tests; i++) {
        enum verdict v = c->result[i].ruling.verdict;
        errors += v == GRADER_ERROR;
        skipped += v == SKIPPED;
        failures += v != GRADER_ERROR && v != SKIPPED && v != PASS && v != SLOW;
    }
    fprintf(f,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n<testsuite name=\"labs\" "
            "tests=\"%d\" failures=\"%d\" "
            "errors=\"%d\" skipped=\"%d\">\n  <properties><property name=\"backend\" "
            "value=\"%s\"/><property name=\"isolated\" "
            "value=\"%s\"/></properties>\n",
            tests, failures, errors, skipped, c->tools[c->backend].name,
            c->isolated ? "yes" : "no");
    for (int s = 0; s < c->students; s++)
        for (int l = 0; l < c->labs; l++)
            for (int i = 0; i < c->steps[l]; i++)
                write_case(c, f, &c->facts[c->first[l] + i], c->student[s].id,
                           result_of(c, s, slot_of(c, l) + i));
    fputs("</testsuite>\n</testsuites>\n", f);
    atomic_close(f, path);
}

void report_files(const struct context *c)
{
    static const struct {
        const char *name;
        void (*write)(const struct context *, const char *);
    } files[] = {{"results.json", write_results},
                 {"run.json", write_run},
                 {"gradebook.csv", write_gradebook},
                 {"junit.xml", write_junit},
                 {"report.html", report_html}};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char *path = text_of("%s/%s", c->out, files[i].name);
        files[i].write(c, path);
        free(path);
    }
    for (int s = 0; s < c->students; s++) {
        char *folder = text_of("%s/gradescope/%s", c->out, c->student[s].id),
             *path = text_of("%s/results.json", folder);
        make_folders(folder);
        write_gradescope(c, s, path);
        free(folder);
        free(path);
    }
}

/* ---- the terminal */

void report_terminal(const struct context *c)
{
    double max, points;
    int several = c->students > 1, width = 7;
    for (int s = 0; s < c->students && several; s++)
        width = (int)strlen(c->student[s].id) > width ? (int)strlen(c->student[s].id) : width;
    width = width > 24 ? 24 : width;
    if (several)
        printf("\n%-*s  ", width, "student");
    printf("%s%-20s %-22s %-14s %13s  %s\n", several ? "" : "\n", "lab", "step", "verdict",
           "points", "message");
    for (int s = 0; s < c->students; s++)
        for (int l = 0; l < c->labs; l++)
            for (int i = 0; i < c->steps[l]; i++) {
                const struct step_result *r = result_of(c, s, slot_of(c, l) + i);
                const struct step_fact *f = &c->facts[c->first[l] + i];
                if (r->ruling.verdict == SKIPPED && c->only_step >= 0 && f->step != c->only_step)
                    continue;
                if (several)
                    printf("%-*.*s  ", width, width, c->student[s].id);
                printf("%-20s %2d %-19s %-14s %5.1f of %4.1f  %s\n", f->lab, f->step, f->name,
                       verdict_name(r->ruling.verdict), r->points, r->max, r->ruling.message);
            }
    for (int s = 0; s < c->students && !several; s++) {
        points = student_points(c, s, &max);
        printf("%.1f of %.1f points.\n", points, max);
    }
    if (!c->isolated)
        printf("NOT ISOLATED: see the first lines.\n");
    printf("Reports: %s/report.html, results.json, gradebook.csv, junit.xml, gradescope/. Seed "
           "0x%016llx (SEED=… repeats it).\n",
           c->out, (unsigned long long)c->seed);
}

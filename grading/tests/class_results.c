/* A class's results.json and reports: fields, verdicts, points. */
#include <glob.h>
#include <jansson.h>
#include <math.h>

#include "edits.h"
#include "tests.h"

/* ---- reading the grades */

json_t *student_of(const json_t *results, const char *id)
{
    size_t i;
    json_t *student;
    json_array_foreach(json_object_get(results, "students"), i, student)
    {
        if (strcmp(json_text_in(student, "id"), id) == 0)
            return student;
    }
    return NULL;
}

json_t *step_of(const json_t *results, const char *id, int step)
{
    json_t *lab = json_array_get(json_object_get(student_of(results, id), "labs"), 0), *one;
    size_t i;
    json_array_foreach(json_object_get(lab, "steps"), i, one)
    {
        if (json_number_in(one, "step") == step)
            return one;
    }
    return NULL;
}

/* `share`: of the step's points. On a GPU a right one's points depend on its time, too: unusual
 * ones may be slow, and wasteful ones quick. But for the solution. */
void expect_class_step(json_t *results, const char *id, int step, enum verdict verdict,
                       const char *message, double share)
{
    json_t *s = step_of(results, id, step);
    const char *got = json_text_in(s, "verdict"), *said = json_text_in(s, "message");
    double have = json_number_in(s, "points"), full = lab_lesson_of("01_naive_gemv", step)->points,
           points = share * full;
    int timed = on_gpu() && (verdict == PASS || verdict == SLOW) && strcmp(id, "solution") != 0,
        right = got && (strcmp(got, verdict_name(verdict)) == 0 ||
                        (timed && (strcmp(got, "pass") == 0 || strcmp(got, "slow") == 0)));
    expect(right && (!message || timed || strstr(said, message)),
           "%s, step %d: %s '%s' instead of %s%s%s", id, step, got ? got : "missing",
           said ? said : "", verdict_name(verdict), message ? ": …" : "", message ? message : "");
    expect(timed ? have >= 0.7 * full && have <= full : fabs(have - points) < 0.05,
           "%s, step %d: %g points instead of %g", id, step, have, points);
}

/* What nothing but a clock can see is anything but a pass on a GPU. */
static void expect_elusive(json_t *results, const struct submission *s)
{
    const char *verdict = json_text_in(step_of(results, s->name, s->step), "verdict");
    expect(verdict && (strcmp(verdict, "refused") == 0 || strcmp(verdict, "wrong") == 0),
           "%s, step %d: %s on a GPU", s->name, s->step, verdict ? verdict : "missing");
}

void expect_submission(json_t *results, const struct submission *s)
{
    if (s->verdict == LUCKY && on_gpu())
        return;
    for (int step = 0; step < 4; step++) {
        int hit = s->step < 0 || s->step == step;
        enum verdict v = hit ? verdict_emulated(s) : PASS;
        if (hit && s->verdict == ELUSIVE && on_gpu())
            expect_elusive(results, s);
        else
            expect_class_step(results, s->name, step, v, hit ? s->message : NULL,
                              v == PASS   ? 1
                              : v == SLOW ? 0.7
                                          : 0);
    }
}

/* ---- schema 1: every field, of its type, and no other */

static const char *type_name(const json_t *value)
{
    return json_is_object(value)    ? "object"
           : json_is_array(value)   ? "array"
           : json_is_string(value)  ? "string"
           : json_is_integer(value) ? "integer"
           : json_is_real(value)    ? "real"
           : json_is_null(value)    ? "null"
           : json_is_false(value)   ? "false"
           : json_is_true(value)    ? "true"
                                    : "other";
}

/* `fields`: "name:type|type name?:type …"; `?`: it may be missing. How many are not so: they are
 * printed. */
static int odd_fields(json_t *object, const char *fields, const char *where)
{
    OWNED char *copy = text_of("%s", fields);
    char *rest = copy;
    size_t count = 0;
    int odd = 0;
    for (char *field; (field = strsep(&rest, " ")); count++) {
        char *types = strchr(field, ':'), *may_miss = strchr(field, '?');
        *types++ = 0;
        if (may_miss)
            *may_miss = 0;
        json_t *value = json_object_get(object, field);
        if (!value && may_miss)
            count--;
        else if ((!value || !strstr(types, json_is_integer(value) && strstr(types, "real")
                                               ? "real"
                                               : type_name(value))) &&
                 ++odd)
            printf("%s.%s is %s, not %s\n", where, field, type_name(value), types);
    }
    if (json_object_size(object) != count && ++odd)
        printf("%s has %zu fields instead of %zu\n", where, json_object_size(object), count);
    return odd;
}

/* A student's part of the results. */
static int odd_student(json_t *student)
{
    static const char step_fields[] =
        "step:integer verdict:string message:string points:real max:real ms:real|null "
        "gbytes_per_s:real|null gflops:real|null percent_of_peak:real|null "
        "speedup_over_previous:real|null speedup_over_reference:real|null "
        "library_ratio:real|null reference_over_previous:real|null spread:real|null "
        "floor_ms:real|null floor_unit:string|null counters:object "
        "nothing?:string";
    const char *id = json_text_in(student, "id");
    int odd = odd_fields(
        student,
        "id:string name?:string person?:string note?:string points:real max:real total:real "
        "total_max:real labs:array",
        "student");
    json_t *lab, *step;
    size_t l, i;
    json_array_foreach(json_object_get(student, "labs"), l, lab)
    {
        odd += odd_fields(lab,
                          "lab:string points:real max:real bonus:true|false absent?:string "
                          "handed_in?:object|null "
                          "adjustments?:array written?:array steps:array",
                          id);
        json_array_foreach(json_object_get(lab, "steps"), i, step) odd +=
            odd_fields(step, step_fields, id);
    }
    return odd;
}

/* "isolated" is there only where it is false. */
void check_schema(json_t *results, int isolated)
{
    size_t s;
    json_t *student;
    expect(!odd_fields(results,
                       isolated ? "schema:integer backend:string device:string tree:string|null "
                                  "students:array"
                                : "schema:integer backend:string device:string tree:string|null "
                                  "isolated:false students:array",
                       "results"),
           "schema: results.json is not as documented");
    expect(json_number_in(results, "schema") == 1, "schema: not version 1");
    json_array_foreach(json_object_get(results, "students"), s, student)
        expect(!odd_student(student), "schema: student %zu is not as documented", s);
}

/* By the run's own first words. */
int was_isolated(const char *out)
{
    OWNED char *path = text_of("%s.log", out), *log = read_file(path, 1 << 20, NULL);
    int isolated = log && strstr(log, "\nIsolated: "),
        open = log && strstr(log, "\nNOT ISOLATED: ");
    expect(isolated != open, "%s says not whether programs were isolated", path);
    return isolated;
}

/* Every report is there, nothing temporary is, and each student has a Gradescope file. */
void check_reports(const char *out, json_t *results)
{
    static const char *const files[] = {"results.json", "run.json", "gradebook.csv", "junit.xml",
                                        "report.html"};
    size_t s;
    json_t *student;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        OWNED char *path = text_of("%s/%s", out, files[i]);
        OWNED char *temporary = text_of("%s.new*", path), *text = read_file(path, 1 << 24, NULL);
        glob_t left;
        expect(text && strlen(text) > 20, "reports: %s is missing or empty", files[i]);
        expect(glob(temporary, 0, NULL, &left) == GLOB_NOMATCH, "reports: %s is left over",
               temporary);
        globfree(&left);
    }
    json_array_foreach(json_object_get(results, "students"), s, student)
    {
        const char *id = json_text_in(student, "id");
        OWNED char *path = text_of("%s/gradescope/%s/results.json", out, id);
        json_auto_t *grades = json_load_file(path, 0, NULL);
        expect(grades && json_is_number(json_object_get(grades, "score")) &&
                   json_array_size(json_object_get(grades, "tests")) == 4 &&
                   json_number_in(grades, "score") == json_number_in(student, "points"),
               "reports: %s", path);
    }
}

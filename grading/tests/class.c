/* The whole judge on a class whose grades are known: the solution, the stub, mutants, unusual
 * kernels, attacks, and files that do not compile or are not there. One run of the judge grades all
 * of them, as it would a real class. */
#include <glob.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "edits.h"
#include "tests.h"

#define LAB "01_naive_gemv"

static const char solution_file[] = "solutions/" LAB "/naive_gemv.cu",
                  stub_file[] = "labs/" LAB "/naive_gemv.cu";

/* ---- reading the grades */

static json_t *student_of(json_t *results, const char *id)
{
    size_t i;
    json_t *student;
    json_array_foreach(json_object_get(results, "students"), i,
                       student) if (strcmp(json_string_value(json_object_get(student, "id")), id) ==
                                    0) return student;
    return NULL;
}

static json_t *step_of(json_t *results, const char *id, int step)
{
    json_t *labs = json_object_get(student_of(results, id), "labs");
    return json_array_get(json_object_get(json_array_get(labs, 0), "steps"), (size_t)step);
}

/* On a GPU a right one's points depend on its time, too: unusual ones may be slow, and wasteful
 * ones quick. But for the solution. */
static void expect_step(json_t *results, const char *id, int step, enum verdict verdict,
                        const char *message, double points)
{
    json_t *s = step_of(results, id, step);
    const char *got = json_string_value(json_object_get(s, "verdict")),
               *said = json_string_value(json_object_get(s, "message"));
    double have = json_number_value(json_object_get(s, "points"));
    int timed = on_gpu() && (verdict == PASS || verdict == SLOW) && strcmp(id, "solution") != 0,
        right = got && (strcmp(got, verdict_name(verdict)) == 0 ||
                        (timed && (strcmp(got, "pass") == 0 || strcmp(got, "slow") == 0)));
    expect(right && (!message || timed || strstr(said, message)),
           "%s, step %d: %s '%s' instead of %s%s%s", id, step, got ? got : "missing",
           said ? said : "", verdict_name(verdict), message ? ": …" : "", message ? message : "");
    expect(points < 0 || (timed ? have >= 7 && have <= 10 : have == points),
           "%s, step %d: %g points instead of %g", id, step, have, points);
}

/* What nothing but a clock can see is anything but a pass on a GPU. */
static void expect_elusive(json_t *results, const struct submission *s)
{
    const char *verdict =
        json_string_value(json_object_get(step_of(results, s->name, s->step), "verdict"));
    expect(verdict && (strcmp(verdict, "refused") == 0 || strcmp(verdict, "wrong") == 0),
           "%s, step %d: %s on a GPU", s->name, s->step, verdict ? verdict : "missing");
}

static void expect_submission(json_t *results, const struct submission *s)
{
    if (s->verdict == LUCKY && on_gpu())
        return;
    for (int step = 0; step < 2; step++) {
        int hit = s->step < 0 || s->step == step;
        enum verdict v = hit ? verdict_emulated(s) : PASS;
        if (hit && s->verdict == ELUSIVE && on_gpu())
            expect_elusive(results, s);
        else
            expect_step(results, s->name, step, v, hit ? s->message : NULL,
                        v == PASS   ? 10
                        : v == SLOW ? 7
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
    char *copy = text_of("%s", fields), *rest = copy;
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
        else if ((!value || !strstr(types, type_name(value))) && ++odd)
            printf("%s.%s is %s, not %s\n", where, field, type_name(value), types);
    }
    if (json_object_size(object) != count && ++odd)
        printf("%s has %zu fields instead of %zu\n", where, json_object_size(object), count);
    free(copy);
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
    const char *id = json_string_value(json_object_get(student, "id"));
    int odd = odd_fields(
        student, "id:string name?:string note?:string points:real max:real labs:array", "student");
    json_t *lab, *step;
    size_t l, i;
    json_array_foreach(json_object_get(student, "labs"), l, lab)
    {
        odd += odd_fields(lab,
                          "lab:string points:real max:real bonus:true|false handed_in?:object|null "
                          "adjustments?:array written?:array steps:array",
                          id);
        json_array_foreach(json_object_get(lab, "steps"), i, step) odd +=
            odd_fields(step, step_fields, id);
    }
    return odd;
}

/* "isolated" is there only where it is false. */
static void check_schema(json_t *results, int isolated)
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
    expect(json_integer_value(json_object_get(results, "schema")) == 1, "schema: not version 1");
    json_array_foreach(json_object_get(results, "students"), s, student)
        expect(!odd_student(student), "schema: student %zu is not as documented", s);
}

/* By the run's own first words. */
static int was_isolated(const char *out)
{
    char *path = text_of("%s.log", out), *log = read_file(path, 1 << 20, NULL);
    int isolated = log && strstr(log, "\nIsolated: bubblewrap"),
        open = log && strstr(log, "\nNOT ISOLATED: ");
    expect(isolated != open, "%s says not whether programs were isolated", path);
    free(log);
    free(path);
    return isolated;
}

/* Every report is there, nothing temporary is, and each student has a Gradescope file. */
static void check_reports(const char *out, json_t *results)
{
    static const char *const files[] = {"results.json", "run.json", "gradebook.csv", "junit.xml",
                                        "report.html"};
    size_t s;
    json_t *student;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char *path = text_of("%s/%s", out, files[i]), *temporary = text_of("%s.new*", path),
             *text = read_file(path, 1 << 24, NULL);
        glob_t left;
        expect(text && strlen(text) > 20, "reports: %s is missing or empty", files[i]);
        expect(glob(temporary, 0, NULL, &left) == GLOB_NOMATCH, "reports: %s is left over",
               temporary);
        globfree(&left);
        free(path);
        free(temporary);
        free(text);
    }
    json_array_foreach(json_object_get(results, "students"), s, student)
    {
        const char *id = json_string_value(json_object_get(student, "id"));
        char *path = text_of("%s/gradescope/%s/results.json", out, id);
        json_t *grades = json_load_file(path, 0, NULL);
        expect(grades && json_is_number(json_object_get(grades, "score")) &&
                   json_array_size(json_object_get(grades, "tests")) == 2 &&
                   json_number_value(json_object_get(grades, "score")) ==
                       json_number_value(json_object_get(student, "points")),
               "reports: %s", path);
        json_decref(grades);
        free(path);
    }
}

static void expect_odd_ones(json_t *results)
{
    expect_step(results, "solution", 0, PASS, NULL, 10);
    expect_step(results, "solution", 1, PASS, NULL, 10);
    expect_step(results, "own_headers", 0, PASS, NULL, 10);
    expect_step(results, "own_headers", 1, PASS, NULL, 10);
    expect_step(results, "stub", 0, NOT_ATTEMPTED, "TODO", 0);
    expect_step(results, "stub", 1, NOT_ATTEMPTED, "TODO", 0);
    expect_step(results, "only_step_0", 0, PASS, NULL, 10);
    expect_step(results, "only_step_0", 1, NOT_ATTEMPTED, "launch_gemv_naive", 0);
    for (int step = 0; step < 2; step++) {
        expect_step(results, "no file", step, NOT_ATTEMPTED,
                    "There is no file naive_gemv.cu anywhere below the student's folder; there "
                    "are: hw.zip (holds no .cu file that can be unpacked), main .cu.",
                    0);
        expect_step(results, "empty", step, NOT_ATTEMPTED, "naive_gemv.cu is empty.", 0);
        expect_step(results, "blank", step, NOT_ATTEMPTED, "naive_gemv.cu is empty.", 0);
        expect_step(results, "not_text", step, COMPILE_ERROR, "zero bytes", 0);
    }
}

/* A file beside the submission, under the name of one that it includes: only the one file is
 * taken. */
static void hand_in_own_headers(const char *class, const char *solution)
{
    static const char *const names[] = {"lab.h", "cuda_runtime.h", "stdlib.h", "problem.h"};
    char *folder = text_of("%s/own_headers/week 1", class);
    hand_in(class, "own_headers", solution);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        hand_in_file(folder, names[i], "#error this header is the student's own\n");
    free(folder);
}

static void hand_in_odd_ones(const char *class, const char *solution)
{
    char *stub = read_file(stub_file, 1 << 20, NULL), *text, *folder = text_of("%s/no file", class);
    const char *second = strstr(solution, "#if LAB_STEP(1)"), *end = strstr(solution, "LAB_MAIN(");
    hand_in(class, "solution", solution);
    hand_in(class, "stub", stub ? stub : "");
    hand_in_own_headers(class, solution);
    hand_in(class, "empty", "");
    hand_in(class, "blank", "\xef\xbb\xbf\r\n \t\n");
    hand_in_file(folder, "main\n.cu", solution);
    hand_in_file(folder, "hw.zip", "PK");
    hand_in_file(class, "nobody.zip", "PK");
    hand_in(class, "only_step_0",
            text = text_of("%.*s%s", (int)(second - solution), solution, end));
    free(text);
    char *path = text_of("%s/not_text", class);
    make_folders(path);
    free(path);
    path = text_of("%s/not_text/naive_gemv.cu", class);
    FILE *f = atomic_open(path);
    fwrite("int x;\0int y;", 1, 13, f);
    atomic_close(f, path);
    free(path);
    free(folder);
    free(stub);
}

/* A hand-in that nobody grades is named. */
static void expect_unused(const char *out)
{
    char *path = text_of("%s.log", out), *log = read_file(path, 1 << 20, NULL);
    expect(log && strstr(log, "\nNot used (no student's folder, no name of the form "
                              "STUDENT_naive_gemv.cu): nobody.zip (unpack it).\n"),
           "%s does not name what is not used", path);
    free(log);
    free(path);
}

/* Runs the judge on a class. 1 if it came to its end. */
static int run_judge(const char *class, const char *out)
{
    setenv("SUBMISSIONS", class, 1);
    setenv("OUT", out, 1);
    setenv("LIMIT", on_gpu() ? "25" : "7", 1); /* starting on a GPU takes seconds where many do */
    setenv("QUIET", "1", 1);
    char *command = text_of("build/grading/judge > %s.log", out);
    int status = system(command);
    unsetenv("LIMIT");
    free(command);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* What the judge cannot do, it says in one line, with status 2, before anything is graded. */
static void expect_refusal(const char *setting, const char *says)
{
    char *out = scratch("out"),
         *command = text_of("SUBMISSIONS= LAB=1 OUT=%s %s build/grading/judge 2>&1", out, setting),
         text[2000] = "";
    FILE *f = popen(command, "r");
    size_t got = f ? fread(text, 1, sizeof text - 1, f) : 0;
    int status = f ? pclose(f) : -1;
    text[got] = 0;
    expect(WIFEXITED(status) && WEXITSTATUS(status) == 2 && strncmp(text, "judge: ", 7) == 0 &&
               strstr(text, says) && strchr(text, '\n') == text + got - 1,
           "%s: status %x, '%s'", setting, (unsigned)status, text);
    free(command);
    free(out);
}

static void test_refusals(const char *empty)
{
    char *none = text_of("SUBMISSIONS=%s", empty);
    const struct {
        const char *setting, *says;
    } table[] = {
        {"LAB=77", "LAB=77: there is no lab 77"},
        {"STEP=9", "STEP=9: there is no such step"},
        {"STEP=x", "STEP=x: give a whole number from 0"},
        {"TREE=other", "TREE=other: it is labs or solutions"},
        {"BACKEND=tpu", "BACKEND=tpu: it is gpu or emulator"},
        {"JOBS=0", "JOBS=0: give a whole number from 1"},
        {"SANDBOX=jail", "SANDBOX=jail: it is bwrap, user or none"},
        {"SUBMISSIONS=/nowhere/at/all", "SUBMISSIONS=/nowhere/at/all: No such file"},
        {none, "has no folders: it needs one for each student"},
        {"SUBMISSIONS='  '", "SUBMISSIONS is blank: give the folder"},
        {"SUBMISSIONS=README.md", "README.md: Not a directory; give the folder"},
        {"ANSWERS=docs", "docs: it is a folder or a device: give a CSV file"},
        {"OUT=/dev/null/x", "cannot make the folder /dev/null"},
        {"OUT=docs", "OUT=docs has things in it that are not the grader's"},
        {"GRADE_EMU_COMPILE='echo g++: not found; exit 127'", "the compiler does not work"},
        {"GRADE_EMU_LINK='echo ld: not found; exit 127'", "ld: not found; have a g++ on PATH"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        expect_refusal(table[i].setting, table[i].says);
    free(none);
}

/* Where the emulator grades, lab 09's Hopper steps are in no sum, whatever is handed in. */
static void test_left_out(void)
{
    char *class = scratch("left-out-class"), *out = scratch("left-out-grades"),
         *folder = text_of("%s/nobody", class), *path = text_of("%s/results.json", out);
    make_folders(folder);
    setenv("LAB", "9", 1);
    expect(run_judge(class, out), "left out: the judge did not come to its end: see %s.log", out);
    json_t *results = json_load_file(path, 0, NULL), *step;
    double max = 0;
    size_t i;
    json_array_foreach(
        json_object_get(json_array_get(json_object_get(student_of(results, "nobody"), "labs"), 0),
                        "steps"),
        i, step)
    {
        int number = (int)json_integer_value(json_object_get(step, "step")), hopper = number >= 17;
        double of = json_number_value(json_object_get(step, "max"));
        const char *said = json_string_value(json_object_get(step, "message"));
        max += of;
        expect(strcmp(json_string_value(json_object_get(step, "verdict")),
                      hopper ? "skipped" : "not_attempted") == 0 &&
                   (of == 0) == hopper && strstr(said, hopper ? "BACKEND=gpu" : "no file"),
               "left out: step %d is of %g points: %s", number, of, said);
    }
    expect(max > 0 &&
               json_number_value(json_object_get(student_of(results, "nobody"), "max")) == max,
           "left out: the steps add up to %g", max);
    json_decref(results);
    free(path);
    free(folder);
    free(class);
    free(out);
}

/* Reports among the submissions would be graded as students, and submissions in scratch space be
 * cleared away with it. */
static void test_places(const char *class)
{
    static const struct {
        const char *submissions, *more, *says; /* %s: the class */
    } table[] = {
        {"", "OUT=%s", "where each folder is a student's: choose an OUT outside of it"},
        {"", "OUT=%s/ann/", "where each folder is a student's: choose an OUT outside of it"},
        {"", "OUT=%s/grades/now", "where each folder is a student's: choose an OUT outside of it"},
        {"", "GRADE_WORK=%s/grades", "choose another GRADE_WORK"},
        {"/ann", "GRADE_WORK=%s", "choose another GRADE_WORK"},
        {"/kept", "OUT=%s", "lies in OUT/kept, where the grader writes"},
        {"/work/run", "OUT=%s", "lies in OUT/work, where the grader writes"},
    };
    static const char *const folders[] = {"ann", "kept", "work/run"};
    char *grades = text_of("%s/grades", class), *file = text_of("%s/work/run/a.cu", class);
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        char *folder = text_of("%s/%s", class, folders[i]);
        make_folders(folder);
        free(folder);
    }
    write_text(file, "");
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char *out = edited(table[i].more, "%s", class),
             *setting = text_of("SUBMISSIONS=%s%s %s", class, table[i].submissions, out);
        expect_refusal(setting, table[i].says);
        free(out);
        free(setting);
    }
    expect(access(grades, F_OK) != 0, "%s is made for a run that is refused", grades);
    expect(access(file, F_OK) == 0, "%s is cleared away", file);
    free(grades);
    free(file);
}

/* The texts that make the class. Of the mutants every fifth and of the attacks every third is
 * enough for every day: whole_class has all of them. */
static const struct table {
    const char *name;
    int every;
} tables[] = {{"mutants/01_wrong", 5},
              {"mutants/01_right", 5},
              {"mutants/01_language", 5},
              {"attacks/01_attacks", 3}};
enum { TABLES = sizeof tables / sizeof *tables };

/* The names are folders of one class: no two of the tables may meet. */
static void hand_in_table(const char *class, const char *table, int every, const char *solution)
{
    const struct submissions all = submissions_of(table);
    int others = 0, count = 0;
    for (int i = 0; i < all.count; i += every, count++) {
        char *folder = text_of("%s/%s", class, all.list[i].name);
        if (access(folder, F_OK) == 0 && ++others)
            printf("%s:%d: another table has a %s, too\n", all.path, all.list[i].line, folder);
        hand_in_edited(class, &all.list[i], solution);
        free(folder);
    }
    expect(!others, "class: %d names of %s are taken", others, table);
    printf("grader, class: %d of %d submissions of %s\n", count, all.count, table);
}

static void expect_table(json_t *results, const char *table, int every)
{
    const struct submissions all = submissions_of(table);
    for (int i = 0; i < all.count; i += every)
        expect_submission(results, &all.list[i]);
}

static void grade_tables(int whole)
{
    char *class = scratch("class"), *out = scratch("class-grades"),
         *solution = read_file(solution_file, 1 << 20, NULL);
    for (size_t t = 0; solution && t < TABLES; t++)
        hand_in_table(class, tables[t].name, whole ? 1 : tables[t].every, solution);
    if (solution)
        hand_in_odd_ones(class, solution);
    setenv("LAB", "1", 1);
    expect(solution && run_judge(class, out), "the judge did not come to its end: see %s.log", out);
    char *path = text_of("%s/results.json", out);
    json_t *results = json_load_file(path, 0, NULL);
    expect(results != NULL, "%s is no JSON", path);
    if (results) {
        for (size_t t = 0; t < TABLES; t++)
            expect_table(results, tables[t].name, whole ? 1 : tables[t].every);
        expect_odd_ones(results);
        expect_unused(out);
        check_schema(results, was_isolated(out));
        check_reports(out, results);
    }
    json_decref(results);
    free(path);
    free(solution);
    free(class);
    free(out);
}

void test_whole_class(void)
{
    grade_tables(1);
}

void test_class(void)
{
    char *nobody = scratch("nobody");
    test_refusals(nobody);
    test_places(nobody);
    free(nobody);
    if (!on_gpu())
        test_left_out();
    grade_tables(0);
}

/* The whole judge on a class whose grades are known: the solution, the stub, mutants, unusual
 * kernels, attacks, and files that do not compile or are not there. One run of the judge grades all
 * of them, as it would a real class. */
#include <jansson.h>
#include <unistd.h>

#include "edits.h"
#include "tests.h"

#define LAB "01_naive_gemv"

static const char solution_file[] = "solutions/" LAB "/naive_gemv.cu",
                  stub_file[] = "labs/" LAB "/naive_gemv.cu";

static void expect_odd_ones(json_t *results)
{
    expect_class_step(results, "solution", 0, PASS, NULL, 1);
    expect_class_step(results, "solution", 1, PASS, NULL, 1);
    expect_class_step(results, "own_headers", 0, PASS, NULL, 1);
    expect_class_step(results, "own_headers", 1, PASS, NULL, 1);
    expect_class_step(results, "stub", 0, NOT_ATTEMPTED, "TODO", 0);
    expect_class_step(results, "stub", 1, NOT_ATTEMPTED, "TODO", 0);
    expect_class_step(results, "only_step_0", 0, PASS, NULL, 1);
    expect_class_step(results, "only_step_0", 1, NOT_ATTEMPTED, "launch_gemv_naive", 0);
    for (int step = 0; step < 4; step++) {
        expect_class_step(results, "no file", step, NOT_ATTEMPTED,
                          "There is no file naive_gemv.cu in what was handed in; there "
                          "are: hw.zip (holds no .cu file that can be unpacked), main .cu.",
                          0);
        expect_class_step(results, "empty", step, NOT_ATTEMPTED, "naive_gemv.cu is empty.", 0);
        expect_class_step(results, "blank", step, NOT_ATTEMPTED, "naive_gemv.cu is empty.", 0);
        expect_class_step(results, "not_text", step, COMPILE_ERROR, "zero bytes", 0);
    }
}

/* A file beside the submission, under the name of one that it includes: only the one file is
 * taken. */
static void hand_in_own_headers(const char *class, const char *solution)
{
    static const char *const names[] = {"lab.h", "cuda_runtime.h", "stdlib.h", "problem.h"};
    OWNED char *folder = text_of("%s/own_headers/week 1", class);
    hand_in(class, "own_headers", solution);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        hand_in_file(folder, names[i], "#error this header is the student's own\n");
}

static void hand_in_odd_ones(const char *class, const char *solution)
{
    OWNED char *stub = read_file(stub_file, 1 << 20, NULL);
    const char *second = strstr(solution, "#if LAB_STEP(1)"), *end = strstr(solution, "LAB_MAIN(");
    OWNED char *folder = text_of("%s/no file", class), *other = text_of("%s/not_text", class),
               *path = text_of("%s/naive_gemv.cu", other),
               *half = text_of("%.*s%s", (int)(second - solution), solution, end);
    hand_in(class, "solution", solution);
    hand_in(class, "stub", stub ? stub : "");
    hand_in_own_headers(class, solution);
    hand_in(class, "empty", "");
    hand_in(class, "blank", "\xef\xbb\xbf\r\n \t\n");
    hand_in_file(folder, "main\n.cu", "int main;\n");
    hand_in_file(folder, "hw.zip", "PK");
    hand_in_file(class, "nobody.zip", "PK");
    hand_in(class, "only_step_0", half);
    make_folders(other);
    FILE *f = atomic_open(path);
    fwrite("int x;\0int y;", 1, 13, f);
    atomic_close(f, path);
}

/* A hand-in that nobody grades is named. */
static void expect_unused(const char *out)
{
    OWNED char *path = text_of("%s.log", out), *log = read_file(path, 1 << 20, NULL);
    expect(log && strstr(log, "\nNot used (read are folders, one for each person): nobody.zip "
                              "(unpack it).\n"),
           "%s does not name what is not used", path);
}

static json_t *grade_class_of(int lab, const char *class, const char *out)
{
    /* starting on a GPU takes seconds where many do */
    OWNED char *more = text_of("LAB=%d LIMIT=%d", lab, on_gpu() ? 25 : 7);
    return run_judge(class, out, more);
}

/* What the judge cannot do, it says in one line, with status 2, before anything is graded. */
static void expect_refusal(const char *setting, const char *says)
{
    OWNED char *out = scratch("out"), *more = text_of("LAB=1 %s", setting);
    int status = end_judge(begin_judge("", out, more));
    OWNED char *text = text_at(out, "../out.log");
    expect(status == 2 && strncmp(text, "judge: ", 7) == 0 && strstr(text, says) &&
               strchr(text, '\n') == text + strlen(text) - 1,
           "%s: status %d, '%s'", setting, status, text);
}

static void test_refusals(const char *empty)
{
    OWNED char *none = text_of("SUBMISSIONS=%s", empty);
    const struct {
        const char *setting, *says;
    } table[] = {
        {"LAB=77", "LAB=77: there is no lab 77"},
        {"TREE=other", "TREE=other: it is labs or solutions"},
        {"BACKEND=tpu", "BACKEND=tpu: it is emulator or gpu"},
        {"JOBS=0", "JOBS=0: give a whole number from 1"},
        {"SANDBOX=jail", "SANDBOX=jail: it is bwrap, user or none"},
        {"SUBMISSIONS=/nowhere/at/all", "SUBMISSIONS=/nowhere/at/all: No such file"},
        {none, "holds nothing of anybody"},
        {"SUBMISSIONS='  '", "SUBMISSIONS is blank: give the folder"},
        {"SUBMISSIONS=README.md", "README.md: Not a directory; give the folder"},
        {"ANSWERS=docs", "docs: it is a folder or a device: give a CSV file"},
        {"DEADLINE=2026-11-20 GRACE=15", "GRACE=15: give a time with its unit, like 15m"},
        {"OUT=/dev/null/x", "cannot make the folder /dev/null"},
        {"OUT=docs", "OUT=docs has things in it that are not the grader's"},
        {"GRADE_EMU_COMPILE='echo clang++: not found; exit 127'", "the compiler does not work"},
        {"GRADE_EMU_LINK='echo ld: not found; exit 127'", "ld: not found; have a clang on PATH"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        expect_refusal(table[i].setting, table[i].says);
}

/* Where the emulator grades, lab 09's Hopper steps are in no sum, whatever is handed in. */
static void test_left_out(void)
{
    OWNED char *class = scratch("left-out-class"), *out = scratch("left-out-grades"),
               *folder = text_of("%s/nobody", class);
    make_folders(folder);
    json_auto_t *results = grade_class_of(9, class, out);
    json_t *step;
    double max = 0;
    size_t i;
    json_array_foreach(
        json_object_get(json_array_get(json_object_get(student_of(results, "nobody"), "labs"), 0),
                        "steps"),
        i, step)
    {
        int number = (int)json_number_in(step, "step"), hopper = number >= 17;
        double of = json_number_in(step, "max");
        const char *said = json_text_in(step, "message");
        max += of;
        expect(strcmp(json_text_in(step, "verdict"), hopper ? "skipped" : "not_attempted") == 0 &&
                   (of == 0) == hopper && strstr(said, hopper ? "BACKEND=gpu" : "no file"),
               "left out: step %d is of %g points: %s", number, of, said);
    }
    expect(max > 0 && json_number_in(student_of(results, "nobody"), "max") == max,
           "left out: the steps add up to %g", max);
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
        {"/kept", "OUT=%s", ", where the grader writes"},
        {"/work/run", "OUT=%s", ", where the grader writes"},
    };
    static const char *const folders[] = {"ann", "kept", "work/run"};
    OWNED char *grades = text_of("%s/grades", class), *file = text_of("%s/work/run/a.cu", class);
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        OWNED char *folder = text_of("%s/%s", class, folders[i]);
        make_folders(folder);
    }
    write_text(file, "");
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        OWNED char *out = edited(table[i].more, "%s", class),
                   *setting = text_of("SUBMISSIONS=%s%s %s", class, table[i].submissions, out);
        expect_refusal(setting, table[i].says);
    }
    expect(access(grades, F_OK) != 0, "%s is made for a run that is refused", grades);
    expect(access(file, F_OK) == 0, "%s is cleared away", file);
}

/* The texts that make the class, and of how many one is enough for every day: whole_class has all
 * of them. */
static const struct table {
    const char *name;
    int every;
} tables[] = {{"mutants/01_wrong", 21},
              {"mutants/01_right", 12},
              {"mutants/01_language", 12},
              {"attacks/01_attacks", 12}};
enum { TABLES = sizeof tables / sizeof *tables };

/* The names are folders of one class: no two of the tables may meet. */
static void hand_in_table(const char *class, const char *table, int every, const char *solution)
{
    const struct submissions all = submissions_of(table);
    int others = 0, count = 0;
    for (int i = 0; i < all.count; i += every, count++) {
        OWNED char *folder = text_of("%s/%s", class, all.list[i].name);
        if (access(folder, F_OK) == 0 && ++others)
            printf("%s:%d: another table has a %s, too\n", all.path, all.list[i].line, folder);
        hand_in_edited(class, &all.list[i], solution);
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

/* No message shows where we work. */
static void expect_no_folders(const char *out)
{
    OWNED char *path = text_of("%s/results.json", out), *text = read_file(path, 64 << 20, NULL),
               *folder = realpath(out, NULL);
    const char *shown = text && folder ? strstr(text, folder) : NULL;
    expect(text && folder && !shown, "class: a message shows %.200s", shown ? shown : "nothing");
}

static void grade_tables(int whole)
{
    OWNED char *class = scratch("class"), *out = scratch("class-grades"),
               *solution = read_file(solution_file, 1 << 20, NULL);
    for (size_t t = 0; solution && t < TABLES; t++)
        hand_in_table(class, tables[t].name, whole ? 1 : tables[t].every, solution);
    if (solution)
        hand_in_odd_ones(class, solution);
    expect(solution != NULL, "%s is missing", solution_file);
    json_auto_t *results = grade_class_of(1, class, out);
    if (results) {
        for (size_t t = 0; t < TABLES; t++)
            expect_table(results, tables[t].name, whole ? 1 : tables[t].every);
        expect_odd_ones(results);
        expect_unused(out);
        check_schema(results, was_isolated(out));
        check_reports(out, results);
        expect_no_folders(out);
    }
}

void test_whole_class(void)
{
    grade_tables(1);
}

void test_class(void)
{
    OWNED char *nobody = scratch("nobody");
    test_refusals(nobody);
    test_places(nobody);
    if (!on_gpu())
        test_left_out();
    grade_tables(0);
}

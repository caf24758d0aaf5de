/* A class on one, two and four GPUs of this machine: the same verdicts, more of them in the same time, and the same ratios of a
 * kernel's time to the reference's. */
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "tests.h"
#include "timing.h"

#define LAB       "02_coalesced_gemv"
#define FILE_NAME "coalesced_gemv.cu"
enum { RIGHT = 12, WRONG_ONES = 2, FAKE = 2, RUNS = 3 };

struct run {
    int gpus, right, wrong; /* of the class: so many are right */
    double wall, span;      /* s; span: from the first GPU taken to the last released */
    json_t *results;
};

static int count_gpus(void)
{
    int count = 0;
    FILE *f = popen("nvidia-smi -L 2>/dev/null | grep -c '^GPU'", "r");
    if (!f || fscanf(f, "%d", &count) != 1)
        count = 0;
    if (f)
        pclose(f);
    return count;
}

/* Right ones differ in a comment, so that each is a file of its own; wrong ones store twice the sum in step 2. */
static void hand_in_class(const char *class, const char *solution, int right, int wrong)
{
    for (int i = 0; i < right + wrong; i++) {
        char *folder = text_of("%s/student%02d", class, i),
             *path = text_of("%s/" FILE_NAME, folder), *text;
        const char *last = strstr(solution, "LAB_MAIN(");
        text = text_of("%.*s%s/* %d */\n%s", (int)(last - solution), solution,
                       i < right ? "" : "#if LAB_STEP(2)\n#error not done\n#endif\n", i, last);
        make_folders(folder);
        write_text(path, text);
        free(text);
        free(path);
        free(folder);
    }
}

/* `more`: variables for the judge */
static void grade(struct run *r, const char *class, const char *out, const char *more)
{
    char list[64] = "0", *path, *log, *command;
    const char *line;
    for (int i = 1; i < r->gpus; i++)
        snprintf(list + strlen(list), sizeof list - strlen(list), ",%d", i);
    command = text_of("GPUS=%s SUBMISSIONS=%s OUT=%s LAB=2 SEED=5 FRESH=1 QUIET=1 %s "
                      "build/grading/judge > %s-%d.log 2>&1",
                      list, class, out, more, out, r->gpus);
    path = text_of("%s-%d.log", out, r->gpus);
    double begin = lab_now_ms();
    int status = system(command);
    r->wall = (lab_now_ms() - begin) / 1e3;
    log = read_file(path, 1 << 20, NULL);
    line = log ? strstr(log, "in use over ") : NULL;
    r->span = line ? atof(line + strlen("in use over ")) : NAN;
    expect(WIFEXITED(status) && WEXITSTATUS(status) == 0 && line && line[-2] == '0' + r->gpus,
           "gpus: exit status %x, or not all %d GPUs in use: see %s", (unsigned)status, r->gpus,
           path);
    free(path);
    path = text_of("%s/results.json", out);
    r->results = json_load_file(path, 0, NULL);
    printf("grader, gpus: %d GPU%s, %d gradings in %.1f s, %.1f s of it on GPUs: %.3f a second%s\n",
           r->gpus, r->gpus > 1 ? "s" : "", r->right + r->wrong, r->wall, r->span,
           r->right / r->span, line && strstr(log, "NOT ISOLATED") ? " (not isolated)" : "");
    if (line)
        printf("    GPUs: %.*s\n", (int)strcspn(line, "\n"), line);
    fflush(stdout);
    free(command);
    free(path);
    free(log);
}

static const json_t *step_at(const json_t *results, size_t student, size_t step)
{
    const json_t *s = json_array_get(json_object_get(results, "students"), student);
    const json_t *lab = json_array_get(json_object_get(s, "labs"), 0);
    return json_array_get(json_object_get(lab, "steps"), step);
}

/* Against the run on one GPU; `gain`: so much more throughput at least. */
static void compare(const struct run *one, const struct run *many, double gain, double differ)
{
    double worst = 0, sum = 0;
    int pairs = 0;
    for (int s = 0; s < one->right + one->wrong; s++)
        for (size_t i = 0; i < 2; i++) {
            const json_t *a = step_at(one->results, (size_t)s, i),
                         *b = step_at(many->results, (size_t)s, i);
            const char *first = json_string_value(json_object_get(a, "verdict")),
                       *second = json_string_value(json_object_get(b, "verdict")),
                       *want = s < one->right || i == 0 ? "pass" : "compile_error";
            double x = json_number_value(json_object_get(a, "speedup_over_reference")),
                   y = json_number_value(json_object_get(b, "speedup_over_reference"));
            expect(first && second && strcmp(first, want) == 0 && strcmp(second, want) == 0,
                   "gpus: student %d, step %zu: %s on one, %s on %d", s, i + 1, first, second,
                   many->gpus);
            if (!(x > 0) || !(y > 0))
                continue;
            worst = fmax(worst, fabs(y / x - 1));
            sum += fabs(y / x - 1);
            pairs++;
        }
    expect(pairs >= 2 * one->right, "gpus: only %d ratios to compare", pairs);
    expect(worst < differ, "gpus: a ratio differs by %.1f %% on %d GPUs", 100 * worst, many->gpus);
    expect(one->span / many->span >= gain, "gpus: %d GPUs do %.2f times the work of one",
           many->gpus, one->span / many->span);
    printf("grader, gpus: %d against 1: %.2f times the throughput on GPUs, %.2f of the whole run; "
           "ratios to the reference differ by %.2f %% at most, %.2f %% on average\n",
           many->gpus, one->span / many->span, one->wall / many->wall, 100 * worst,
           100 * sum / (pairs ? pairs : 1));
}

/* Two more, for runners that only say so: fake_runner.c tells what these words mean. */
static const struct {
    const char *word, *verdict[2];
} told[] = {{"copies", {"pass", "wrong"}}, {"spoils", {"pass", "pass"}}};
enum { TOLD = sizeof told / sizeof *told };

static void hand_in_told(const char *class, const char *solution)
{
    for (int i = 0; i < TOLD; i++) {
        char *folder = text_of("%s/told%02d", class, i), *path = text_of("%s/" FILE_NAME, folder),
             *text = text_of("/* fake: %s */\n%s", told[i].word, solution);
        make_folders(folder);
        write_text(path, text);
        free(text);
        free(path);
        free(folder);
    }
}

static void expect_told(const struct run *r)
{
    for (int i = 0; i < TOLD; i++)
        for (size_t step = 0; step < 2; step++) {
            const char *got = json_string_value(json_object_get(
                step_at(r->results, (size_t)(r->right + r->wrong + i), step), "verdict"));
            expect(got && strcmp(got, told[i].verdict[step]) == 0,
                   "gpus: '%s', step %zu: %s instead of %s", told[i].word, step + 1, got,
                   told[i].verdict[step]);
        }
}

/* The same with runners that have no GPU and only say that they do: whether the judge drives several is seen on any machine. */
void test_fake_gpus(void)
{
    struct run run[2] = {{1, FAKE, 0, 0, 0, NULL}, {2, FAKE, 0, 0, 0, NULL}};
    char *class = scratch("fake-gpus"), *out = scratch("fake-gpus-grades"),
         *solution = read_file("solutions/" LAB "/" FILE_NAME, 1 << 20, NULL);
    if (solution)
        hand_in_class(class, solution, FAKE, 0);
    if (solution)
        hand_in_told(class, solution);
    for (int i = 0; i < 2; i++)
        grade(&run[i], class, out,
              "BACKEND=gpu JOBS=4 GRADE_EMU_COMPILE= "
              "GRADE_GPU_RUNNER=$PWD/build/grading/tests/fake_runner "
              "GRADE_GPU_LIBRARY_RUNNER=$PWD/build/grading/tests/fake_runner "
              "GRADE_GPU_VISIBLE=$PWD/build/grading/tests/fake_runner "
              "GRADE_GPU_COMPILE='! grep -q ^#error $SOURCE && gcc -x c -c /dev/null -o $OBJECT' "
              "GRADE_GPU_LINK='cp $RUNNER $PROGRAM'");
    compare(&run[0], &run[1], 0, 1); /* times tell nothing here */
    expect_told(&run[1]);
    json_decref(run[0].results);
    json_decref(run[1].results);
    free(solution);
    free(class);
    free(out);
}

void test_gpus(void)
{
    struct run run[RUNS] = {{1, RIGHT, WRONG_ONES, 0, 0, NULL},
                            {2, RIGHT, WRONG_ONES, 0, 0, NULL},
                            {4, RIGHT, WRONG_ONES, 0, 0, NULL}};
    char *class = scratch("gpus"), *out = scratch("gpus-grades"),
         *solution = read_file("solutions/" LAB "/" FILE_NAME, 1 << 20, NULL);
    int have = count_gpus();
    if (!have || !solution) {
        printf("skipped: no GPU here for the class on several GPUs\n");
        expect(have == 0, "gpus: no solution of " LAB);
    } else {
        hand_in_class(class, solution, RIGHT, WRONG_ONES);
        for (int i = 0; i < RUNS && run[i].gpus <= have; i++) {
            grade(&run[i], class, out, "");
            if (i)
                compare(&run[0], &run[i], run[i].gpus == 2 ? 1.8 : 3.4, 0.03);
        }
        if (have < 4)
            printf("skipped: only %d GPU%s here\n", have, have > 1 ? "s" : "");
    }
    for (int i = 0; i < RUNS; i++)
        json_decref(run[i].results);
    free(solution);
    free(class);
    free(out);
}

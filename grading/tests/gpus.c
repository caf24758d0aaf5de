/* A class on one, two and four GPUs of this machine: the same verdicts, more of them in the same
 * time, and the same ratios of a kernel's time to the reference's. */
#include <jansson.h>
#include <math.h>

#include "tests.h"
#include "lab/measure/timing.h"

enum { RIGHT = 10, WRONG_ONES = 2, FAKE = 1, RUNS = 3 };

struct course {
    const char *lab, *file;
    int number, steps;
};
/* A lab of many steps, as most are: a class spends its evening on those. */
static const struct course real = {"07_tiled_gemm", "tiled_gemm.cu", 7, 8},
                           fake = {"02_coalesced_gemv", "coalesced_gemv.cu", 2, 2};

struct run {
    const struct course *course;
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

static char *solution_of(const struct course *course)
{
    OWNED char *path = text_of("solutions/%s/%s", course->lab, course->file);
    char *text = read_file(path, 1 << 20, NULL);
    if (!text)
        die("%s is missing", path);
    return text;
}

static void hand_in_as(const char *class, const char *who, int i, const struct course *course,
                       const char *text)
{
    OWNED char *folder = text_of("%s/%s%02d", class, who, i);
    hand_in_file(folder, course->file, text);
}

/* Right ones differ in a comment, so that each is a file of its own; wrong ones store twice the sum
 * in the first step. */
static void hand_in_class(const char *class, const struct course *course, int right, int wrong)
{
    static const char sum[] = "= sum;";
    OWNED char *solution = solution_of(course);
    char *at = strstr(solution, sum);
    expect(at != NULL, "gpus: there is no '%s' to edit in the solution of %s", sum, course->lab);
    for (int i = 0; i < right + wrong && at; i++) {
        OWNED char *text = text_of("%.*s= %s%s\n/* %d */\n", (int)(at - solution), solution,
                                   i < right ? "" : "2 * ", at + 2, i);
        hand_in_as(class, "student", i, course, text);
    }
}

/* `more`: variables for the judge */
static void grade(struct run *r, const char *class, const char *out, const char *more)
{
    static const char *const list[] = {"0", "0,1", NULL, "0,1,2,3"};
    OWNED char *all = text_of("GPUS=%s LAB=%d SEED=5 FRESH=1 %s", list[r->gpus - 1],
                              r->course->number, more),
               *path = text_of("%s.log", out);
    double begin = lab_now_ms();
    r->results = run_judge(class, out, all);
    r->wall = (lab_now_ms() - begin) / 1e3;
    OWNED char *log = read_file(path, 1 << 20, NULL);
    const char *line = log ? strstr(log, "in use over ") : NULL;
    r->span = line ? atof(line + strlen("in use over ")) : NAN;
    expect(line && line[-2] == '0' + r->gpus, "gpus: not all %d GPUs are in use: see %s", r->gpus,
           path);
    printf("grader, gpus: %d GPU%s, %d gradings in %.1f s, %.1f s of it on GPUs: %.3f a second%s\n",
           r->gpus, r->gpus > 1 ? "s" : "", r->right + r->wrong, r->wall, r->span,
           r->right / r->span, line && strstr(log, "NOT ISOLATED") ? " (not isolated)" : "");
    if (line)
        printf("    GPUs: %.*s\n", (int)strcspn(line, "\n"), line);
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
    char where[80] = "";
    for (int s = 0; s < one->right + one->wrong; s++)
        for (size_t i = 0; i < (size_t)one->course->steps; i++) {
            const json_t *a = step_at(one->results, (size_t)s, i),
                         *b = step_at(many->results, (size_t)s, i);
            const char *first = json_text_in(a, "verdict"), *second = json_text_in(b, "verdict"),
                       *want = s < one->right || i > 0 ? "pass" : "wrong";
            double x = json_number_in(a, "speedup_over_reference"),
                   y = json_number_in(b, "speedup_over_reference");
            expect(first && second && strcmp(first, want) == 0 && strcmp(second, want) == 0,
                   "gpus: student %d, step %zu: %s on one, %s on %d", s, i + 1, first, second,
                   many->gpus);
            if (!(x > 0) || !(y > 0))
                continue;
            if (fabs(y / x - 1) > worst) {
                worst = fabs(y / x - 1);
                snprintf(where, sizeof where, "student %d, step %zu, %.4f and %.4f", s, i + 1, x,
                         y);
            }
            sum += fabs(y / x - 1);
            pairs++;
        }
    expect(pairs >= one->course->steps * one->right, "gpus: only %d ratios to compare", pairs);
    expect(worst < differ, "gpus: a ratio differs by %.1f %% on %d GPUs: %s", 100 * worst,
           many->gpus, where);
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

static void hand_in_told(const char *class)
{
    OWNED char *solution = solution_of(&fake);
    for (int i = 0; i < TOLD; i++) {
        OWNED char *text = text_of("/* fake: %s */\n%s", told[i].word, solution);
        hand_in_as(class, "told", i, &fake, text);
    }
}

static void expect_told(const struct run *r)
{
    for (int i = 0; i < TOLD; i++)
        for (size_t step = 0; step < 2; step++) {
            const char *got = json_text_in(
                step_at(r->results, (size_t)(r->right + r->wrong + i), step), "verdict");
            expect(got && strcmp(got, told[i].verdict[step]) == 0,
                   "gpus: '%s', step %zu: %s instead of %s", told[i].word, step + 1, got,
                   told[i].verdict[step]);
        }
}

/* Runners that have no GPU and only say that they do, after a compiler that takes all but #error:
 * what the judge does of its own is seen on any machine. */
#define FAKE_RUNNER "$PWD/build/grading/tests/fake_runner"
static const char pretended[] =
    "BACKEND=gpu JOBS=4 GRADE_GPU_RUNNER=" FAKE_RUNNER " GRADE_GPU_LIBRARY_RUNNER=" FAKE_RUNNER
    " GRADE_GPU_VISIBLE=" FAKE_RUNNER
    " GRADE_GPU_COMPILE='! grep -q ^#error $SOURCE && gcc -x c -c /dev/null -o $OBJECT && "
    ": >$OBJECT.i && : >$OBJECT.names' GRADE_GPU_LINK='cp $RUNNER $PROGRAM'";

/* And a compiler for the emulator that takes no file but the judge's own trial: no counters are
 * taken then. */
static const char no_emulator[] =
    "GRADE_EMU_PREPROCESS= GRADE_EMU_RUNNER=" FAKE_RUNNER " GRADE_EMU_VISIBLE=" FAKE_RUNNER
    " GRADE_EMU_COMPILE='if grep -q 01_naive_gemv $SOURCE; then gcc -x c -c /dev/null -o $OBJECT "
    "&& : >$OBJECT.i && : >$OBJECT.names; else echo error: none here; exit 1; fi' "
    "GRADE_EMU_LINK='cp $RUNNER $PROGRAM'";

/* What the emulator does not take, in step 2; what is said of it, and whether it is a pass. */
static const struct {
    const char *line, *says;
    int passes;
} untaken[] = {
    {"    half none;\n", "unknown type name 'half'", 1},
    {"    __shared__ float s[4];\n    __pipeline_memcpy_async(s, A, 12);\n", "4, 8 or 16 bytes", 1},
    {"#error no\n", "error: no", 0}};

static void test_untaken(void)
{
    static const char at[] = "    long width = ";
    OWNED char *class = scratch("untaken"), *out = scratch("untaken-grades"),
               *solution = solution_of(&fake), *more = text_of("LAB=2 FRESH=1 %s", pretended);
    const char *place = strstr(solution, at);
    for (int i = 0; place && i < (int)(sizeof untaken / sizeof *untaken); i++) {
        OWNED char *text = text_of("#include <cuda_pipeline.h>\n%.*s%s%s", (int)(place - solution),
                                   solution, untaken[i].line, place);
        hand_in_as(class, "untaken", i, &fake, text);
    }
    json_t *results = run_judge(class, out, more);
    for (size_t i = 0; i < sizeof untaken / sizeof *untaken; i++)
        for (size_t step = 0; step < 2; step++) {
            const json_t *r = step_at(results, i, step);
            const char *got = json_text_in(r, "verdict"), *message = json_text_in(r, "message");
            const int passes = untaken[i].passes,
                      full = json_number_in(r, "points") == json_number_in(r, "max"),
                      said = strstr(message, untaken[i].says) != NULL,
                      noted = strstr(message, "Its idea was not checked") != NULL;
            expect(strcmp(got, passes ? "pass" : "compile_error") == 0 && full == passes &&
                       said == (step == 1) && noted == (step && passes),
                   "untaken %zu, step %zu: %s, %s", i, step + 1, got, message);
        }
    json_decref(results);
}

void test_fake_gpus(void)
{
    struct run run[2] = {{&fake, 1, FAKE, 0, 0, 0, NULL}, {&fake, 2, FAKE, 0, 0, 0, NULL}};
    OWNED char *class = scratch("fake-gpus"), *out = scratch("fake-gpus-grades"),
               *more = text_of("%s %s", no_emulator, pretended);
    hand_in_class(class, &fake, FAKE, 0);
    hand_in_told(class);
    for (int i = 0; i < 2; i++)
        grade(&run[i], class, out, more);
    compare(&run[0], &run[1], 0, 1); /* times tell nothing here */
    expect_told(&run[1]);
    json_decref(run[0].results);
    json_decref(run[1].results);
    test_untaken();
}

void test_gpus(void)
{
    struct run run[RUNS] = {{&real, 1, RIGHT, WRONG_ONES, 0, 0, NULL},
                            {&real, 2, RIGHT, WRONG_ONES, 0, 0, NULL},
                            {&real, 4, RIGHT, WRONG_ONES, 0, 0, NULL}};
    OWNED char *class = scratch("gpus"), *out = scratch("gpus-grades");
    int have = count_gpus();
    if (!have) {
        printf("skipped: no GPU here for the class on several GPUs\n");
    } else {
        hand_in_class(class, &real, RIGHT, WRONG_ONES);
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
}

/* Results that are kept: a class is graded in one go; then again with the judge killed at random
 * moments, by two judges at once, and after changes, and the outcome must be the same to the
 * byte. */
#include <jansson.h>
#include <sys/wait.h>
#include <unistd.h>

#include "edits.h"
#include "tests.h"
#include "lab/measure/timing.h"

enum { ALL_EDITED = 6, EVERY_DAY = 1 };
/* The class: so many edits of the solution (ann, bob, …), a student without a file, the stub. */
static const struct submission *edit;
static int edit_count;
static int class_size(void)
{
    return edit_count + 2;
}

pid_t begin_run(const char *class, const char *out, const char *more)
{
    OWNED char *all = text_of("LAB=1 LIMIT=20 QUIET= SEED=7 %s", more);
    return begin_judge(class, out, all);
}

char *text_at(const char *folder, const char *name)
{
    OWNED char *path = text_of("%s/%s", folder, name);
    char *text = read_file(path, 1 << 24, NULL);
    return text ? text : text_of("(no %s)", name);
}

/* Grades; the judge must have taken `kept` results from before; -1: it must refuse to. */
void expect_run(const char *what, const char *class, const char *out, const char *more, int kept,
                int of, const char *results)
{
    char line[80];
    int status = end_judge(begin_run(class, out, more));
    OWNED char *path = text_of("%s.log", out), *log = read_file(path, 1 << 20, NULL),
               *got = text_at(out, "results.json");
    snprintf(line, sizeof line, "Kept from earlier runs: %d of %d gradings.", kept, of);
    expect(status == (kept < 0 ? 2 : 0), "resume, %s: exit status %d: see %s", what, status, path);
    expect(log && (kept > 0 ? strstr(log, line) != NULL : !strstr(log, "Kept from")),
           "resume, %s: not '%s' in %s", what, line, path);
    expect(!results || strcmp(got, results) == 0, "resume, %s: %s/results.json differs", what, out);
}

/* ---- the class */

static void hand_in_all(const char *class, const char *solution)
{
    OWNED char *nothing = text_of("%s/gil", class),
               *stub = read_file("labs/01_naive_gemv/naive_gemv.cu", 1 << 20, NULL);
    for (int i = 0; i < edit_count; i++)
        hand_in_edited(class, &edit[i], solution);
    make_folders(nothing);
    hand_in(class, "hal", stub ? stub : "");
}

static void expect_all(const char *out)
{
    OWNED char *path = text_of("%s/results.json", out);
    json_auto_t *root = json_load_file(path, 0, NULL);
    json_t *students = json_object_get(root, "students");
    expect(json_array_size(students) == (size_t)class_size(), "resume: %zu students in %s",
           json_array_size(students), path);
    for (int i = 0; i < class_size(); i++) {
        json_t *student = json_array_get(students, (size_t)i),
               *lab = json_array_get(json_object_get(student, "labs"), 0);
        for (int step = 0; step < 2; step++) {
            const char *got = json_text_in(
                json_array_get(json_object_get(lab, "steps"), (size_t)step), "verdict");
            const char *want = i >= edit_count        ? "not_attempted"
                               : edit[i].step == step ? verdict_name(edit[i].verdict)
                                                      : "pass";
            expect(got && strcmp(got, want) == 0, "resume: %s, step %d: %s instead of %s",
                   json_text_in(student, "id"), step, got ? got : "nothing", want);
        }
    }
}

/* ---- what can happen to a run */

/* A loaded machine takes its time to end them. */
static int processes_left(const char *work)
{
    int alive = processes_with(work);
    for (int wait = 0; wait < 500 && alive; wait++, alive = processes_with(work))
        usleep(20000);
    return alive;
}

/* Kills the judge at some moments that together are as long as a whole run; then lets it end. */
static void test_kills(const char *class, double ms, const char *results, int kills)
{
    OWNED char *out = scratch("resume-killed");
    OWNED char *work = text_of("%s/work/run", out);
    int hit = 0;
    srand((unsigned)time(NULL));
    for (int i = 0; i < kills; i++) {
        pid_t pid = begin_run(class, out, "");
        usleep((useconds_t)(1e3 * ms / kills * 2 * rand() / RAND_MAX));
        hit += waitpid(pid, NULL, WNOHANG) == 0;
        kill(pid, SIGKILL);
        waitpid(pid, NULL, 0);
        int alive = processes_left(work);
        expect(alive == 0, "resume: %d processes outlive kill %d of the judge", alive, i + 1);
    }
    expect(hit >= kills / 2, "resume: only %d of %d kills met a judge at work", hit, kills);
    int status = end_judge(begin_run(class, out, ""));
    OWNED char *got = text_at(out, "results.json");
    expect(status == 0 && strcmp(got, results) == 0,
           "resume, killed %d times: exit status %d; %s/results.json %s", hit, status, out,
           strcmp(got, results) == 0 ? "is the same" : "differs");
    printf("grader, resume: a class of %d, killed %d times at random moments\n", class_size(), hit);
}

/* How many steps of a run's results.json were not come to; -1 where there is no such file. */
static int left_in(const char *out)
{
    int left = 0;
    OWNED char *path = text_of("%s/results.json", out);
    OWNED char *text = read_file(path, 1 << 24, NULL);
    for (const char *at = text; at && (at = strstr(at, "The run was ended before")); at++)
        left++;
    left = text ? left : -1;
    return left;
}

/* Does a process catch a signal? A judge does once it has begun to grade. */
static int catches(pid_t pid, int signal)
{
    unsigned long long caught = 0;
    char line[256];
    OWNED char *path = text_of("/proc/%d/status", (int)pid);
    FILE *f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f) && sscanf(line, "SigCgt: %llx", &caught) != 1)
        continue;
    if (f)
        fclose(f);
    return caught >> (signal - 1) & 1;
}

/* A judge that is asked to end reports what it has, and the next run grades the rest. */
static void test_ends(const char *class, const char *results, size_t signals)
{
    static const struct {
        int signal;
        const char *name;
    } ends[] = {{SIGTERM, "Terminated"}, {SIGINT, "Interrupt"}, {SIGHUP, "Hangup"}};
    OWNED char *out = scratch("resume-ended"), *work = text_of("%s/work/run", out),
               *path = text_of("%s.log", out);
    for (size_t i = 0; i < signals; i++) {
        pid_t pid = begin_run(class, out, i == 0 ? "" : "REGRADE=1");
        for (int wait = 0; wait < 3000 && !catches(pid, ends[i].signal); wait++)
            usleep(20000);
        int working = kill(pid, ends[i].signal) == 0;
        kill(pid, ends[i].signal); /* as from `timeout`, to its group, and from make once more */
        int status = end_judge(pid);
        OWNED char *log = read_file(path, 1 << 20, NULL);
        expect(working && status == 2 && log && strstr(log, ends[i].name),
               "resume, %s: exit status %d, see %s", ends[i].name, status, path);
        expect(left_in(out) > 0, "resume, %s: %d steps were left in %s/results.json", ends[i].name,
               left_in(out), out);
        expect(processes_left(work) == 0, "resume, %s: processes outlive it", ends[i].name);
    }
    int status = end_judge(begin_run(class, out, ""));
    OWNED char *got = text_at(out, "results.json");
    expect(status == 0 && strcmp(got, results) == 0, "resume, ended: %s/results.json differs", out);
}

static void test_two_at_once(const char *class, const char *results)
{
    OWNED char *out = scratch("resume-two");
    pid_t one = begin_run(class, out, ""), two = begin_run(class, out, "");
    int first = end_judge(one), second = end_judge(two);
    OWNED char *got = text_at(out, "results.json");
    expect(first == 0 && second == 0 && strcmp(got, results) == 0,
           "resume, two judges on one folder: exit status %d and %d", first, second);
}

static void test_a_class(const char *solution, int edited_ones, int kills, size_t signals)
{
    OWNED char *class = scratch("kept-class"), *out = scratch("resume");
    const struct submissions edits = submissions_of("mutants/01_resume");
    edit = edits.list;
    edit_count = edited_ones;
    expect(edits.count == ALL_EDITED, "resume: %d submissions instead of %d", edits.count,
           ALL_EDITED);
    hand_in_all(class, solution);
    double begin = lab_now_ms();
    expect_run("first", class, out, "", 0, class_size(), NULL);
    double ms = lab_now_ms() - begin;
    expect_all(out);
    OWNED char *results = text_at(out, "results.json");
    test_kills(class, ms, results, kills);
    test_ends(class, results, signals);
}

static char *solution_text(void)
{
    char *text = read_file("solutions/01_naive_gemv/naive_gemv.cu", 1 << 20, NULL);
    return text ? text : text_of("%s", "");
}

/* More students, more signals, and other moments than every day's: they are random. */
void test_more_kills(void)
{
    OWNED char *solution = solution_text();
    test_a_class(solution, ALL_EDITED, 10, 3);
}

void test_resume(void)
{
    OWNED char *solution = solution_text(), *pair = scratch("pair"),
               *pair_out = scratch("resume-pair");
    test_hash();
    test_a_class(solution, EVERY_DAY, 1, 1);
    fake_tools(1);
    hand_in_pair(pair, solution);
    expect_run("a pair", pair, pair_out, "", 0, PAIR, NULL);
    OWNED char *results = text_at(pair_out, "results.json");
    test_two_at_once(pair, results);
    test_changes(pair, pair_out, solution, results);
    test_replay(pair, pair_out, results);
    test_seed(pair, pair_out);
    test_mistakes(pair, pair_out);
    test_own_rubrics(pair, pair_out);
    if (bubblewrap_works())
        test_not_isolated(pair, pair_out);
    else
        printf("skipped: nothing is isolated here, so that a run without isolation is no other\n");
    fake_tools(0);
}

/* Results that are kept: a class is graded in one go; then again with the judge killed at random
 * moments, by two judges at once, and after changes, and the outcome must be the same to the
 * byte. */
#include <jansson.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "edits.h"
#include "base/sha256.h"
#include "results/result_cache.h"
#include "sandbox/sandbox.h"
#include "tests.h"
#include "lab/measure/timing.h"

enum { ALL_EDITED = 6, EVERY_DAY = 2, PAIR = 2 };
/* The class: so many edits of the solution (ann, bob, …), a student without a file, the stub. */
static const struct submission *edit;
static int edit_count;
static int class_size(void)
{
    return edit_count + 2;
}

/* ---- the judge as a process */

static pid_t begin_judge(const char *class, const char *out, const char *more)
{
    char *command = text_of("SUBMISSIONS=%s OUT=%s LAB=1 LIMIT=20 QUIET= SEED=7 %s exec "
                            "build/grading/judge >%s.log 2>&1",
                            class, out, more, out);
    pid_t pid = fork();
    if (pid == 0) {
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    free(command);
    return pid;
}

/* Its exit status, 256 if it did not exit. */
static int end_judge(pid_t pid)
{
    int status;
    return waitpid(pid, &status, 0) == pid && WIFEXITED(status) ? WEXITSTATUS(status) : 256;
}

static char *text_at(const char *folder, const char *name)
{
    char *path = text_of("%s/%s", folder, name), *text = read_file(path, 1 << 24, NULL);
    free(path);
    return text ? text : text_of("(no %s)", name);
}

/* Grades; the judge must have taken `kept` results from before; -1: it must refuse to. */
static void expect_run(const char *what, const char *class, const char *out, const char *more,
                       int kept, int of, const char *results)
{
    char line[80];
    int status = end_judge(begin_judge(class, out, more));
    char *log = text_at(out, "../resume.log"), *path = text_of("%s.log", out), *got;
    free(log);
    log = read_file(path, 1 << 20, NULL);
    snprintf(line, sizeof line, "Kept from earlier runs: %d of %d gradings.", kept, of);
    expect(status == (kept < 0 ? 2 : 0), "resume, %s: exit status %d: see %s", what, status, path);
    expect(log && (kept > 0 ? strstr(log, line) != NULL : !strstr(log, "Kept from")),
           "resume, %s: not '%s' in %s", what, line, path);
    got = text_at(out, "results.json");
    expect(!results || strcmp(got, results) == 0, "resume, %s: %s/results.json differs", what, out);
    free(got);
    free(log);
    free(path);
}

/* ---- the class */

static void hand_in_all(const char *class, const char *solution)
{
    char *nothing = text_of("%s/gil", class),
         *stub = read_file("labs/01_naive_gemv/naive_gemv.cu", 1 << 20, NULL);
    for (int i = 0; i < edit_count; i++)
        hand_in_edited(class, &edit[i], solution);
    make_folders(nothing);
    hand_in(class, "hal", stub ? stub : "");
    free(nothing);
    free(stub);
}

static void expect_all(const char *out)
{
    char *path = text_of("%s/results.json", out);
    json_t *root = json_load_file(path, 0, NULL), *students = json_object_get(root, "students");
    expect(json_array_size(students) == (size_t)class_size(), "resume: %zu students in %s",
           json_array_size(students), path);
    for (int i = 0; i < class_size(); i++) {
        json_t *student = json_array_get(students, (size_t)i),
               *lab = json_array_get(json_object_get(student, "labs"), 0);
        for (int step = 0; step < 2; step++) {
            const char *got = json_string_value(json_object_get(
                json_array_get(json_object_get(lab, "steps"), (size_t)step), "verdict"));
            const char *want = i >= edit_count        ? "not_attempted"
                               : edit[i].step == step ? verdict_name(edit[i].verdict)
                                                      : "pass";
            expect(got && strcmp(got, want) == 0, "resume: %s, step %d: %s instead of %s",
                   json_string_value(json_object_get(student, "id")), step, got ? got : "nothing",
                   want);
        }
    }
    json_decref(root);
    free(path);
}

/* ---- what can happen to a run */

/* Kills the judge at some moments that together are as long as a whole run; then lets it end. */
static void test_kills(const char *class, double ms, const char *results, int kills)
{
    char *out = scratch("resume-killed"), *work = text_of("%s/work/run", out);
    int hit = 0;
    srand((unsigned)time(NULL));
    for (int i = 0; i < kills; i++) {
        pid_t pid = begin_judge(class, out, "");
        usleep((useconds_t)(1e3 * ms / kills * 2 * rand() / RAND_MAX));
        hit += waitpid(pid, NULL, WNOHANG) == 0;
        kill(pid, SIGKILL);
        waitpid(pid, NULL, 0);
        int alive = processes_with(work); /* a loaded machine takes its time to end them */
        for (int wait = 0; wait < 500 && alive; wait++, alive = processes_with(work))
            usleep(20000);
        expect(alive == 0, "resume: %d processes outlive kill %d of the judge", alive, i + 1);
    }
    char *half = text_of("%s/kept/run.json", out), *run = read_file(half, 1 << 16, NULL);
    expect(hit >= kills / 2, "resume: only %d of %d kills met a judge at work", hit, kills);
    int status = end_judge(begin_judge(class, out, ""));
    char *got = text_at(out, "results.json");
    expect(status == 0 && strcmp(got, results) == 0,
           "resume, killed %d times: exit status %d; %s/results.json %s", hit, status, out,
           strcmp(got, results) == 0 ? "is the same" : "differs");
    printf("grader, resume: a class of %d, killed %d times at random moments\n", class_size(), hit);
    free(got);
    free(half);
    free(run);
    free(work);
    free(out);
}

/* How many steps of a run's results.json were not come to; -1 where there is no such file. */
static int left_in(const char *out)
{
    int left = 0;
    char *path = text_of("%s/results.json", out), *text = read_file(path, 1 << 24, NULL);
    for (const char *at = text; at && (at = strstr(at, "The run was ended before")); at++)
        left++;
    left = text ? left : -1;
    free(text);
    free(path);
    return left;
}

/* A judge that is asked to end reports what it has, and the next run grades the rest. */
static void test_ends(const char *class, double ms, const char *results, size_t signals)
{
    static const struct {
        int signal;
        const char *name;
    } ends[] = {{SIGTERM, "Terminated"}, {SIGINT, "Interrupt"}, {SIGHUP, "Hangup"}};
    char *out = scratch("resume-ended"), *work = text_of("%s/work/run", out),
         *path = text_of("%s.log", out);
    for (size_t i = 0; i < signals; i++) {
        pid_t pid = begin_judge(class, out, i == 0 ? "" : "REGRADE=1");
        usleep((useconds_t)(1e3 * ms / 2));
        int working = kill(pid, ends[i].signal) == 0;
        kill(pid, ends[i].signal); /* as from `timeout`, to its group, and from make once more */
        int status = end_judge(pid);
        char *log = read_file(path, 1 << 20, NULL);
        expect(working && status == 2 && log && strstr(log, ends[i].name),
               "resume, %s: exit status %d, see %s", ends[i].name, status, path);
        expect(left_in(out) > 0, "resume, %s: %d steps were left in %s/results.json", ends[i].name,
               left_in(out), out);
        expect(processes_with(work) == 0, "resume, %s: processes outlive it", ends[i].name);
        free(log);
    }
    int status = end_judge(begin_judge(class, out, ""));
    char *got = text_at(out, "results.json");
    expect(status == 0 && strcmp(got, results) == 0, "resume, ended: %s/results.json differs", out);
    free(got);
    free(path);
    free(work);
    free(out);
}

static void test_two_at_once(const char *class, const char *results)
{
    char *out = scratch("resume-two");
    pid_t one = begin_judge(class, out, ""), two = begin_judge(class, out, "");
    int first = end_judge(one), second = end_judge(two);
    char *got = text_at(out, "results.json");
    expect(first == 0 && second == 0 && strcmp(got, results) == 0,
           "resume, two judges on one folder: exit status %d and %d", first, second);
    free(got);
    free(out);
}

static void expect_seed(const char *name, const char *out, int is_seven)
{
    char *log = text_at(out, "run.json");
    expect(!strstr(log, "0x0000000000000007") == !is_seven, "resume, %s: the seed is %s", name,
           log);
    free(log);
}

/* For runs of which only matters what is graded again: ann is right, bob wrong. */
static void hand_in_pair(const char *class, const char *solution)
{
    char *wrong = text_of("%s/* fake: wrong */\n", solution);
    hand_in(class, "ann", solution);
    hand_in(class, "bob", wrong);
    free(wrong);
}

/* A folder keeps its seed, until it is told otherwise. */
static void test_seed(const char *class, const char *out)
{
    expect_run("no seed given", class, out, "SEED=", PAIR, PAIR, NULL);
    expect_seed("no seed given", out, 1);
    expect_run("all anew", class, out, "SEED= FRESH=1", 0, PAIR, NULL);
    expect_seed("all anew", out, 0);
    expect_run("another seed", class, out, "SEED=8", 0, PAIR, NULL);
    expect_run("no number", class, out, "SEED=8x", -1, PAIR, NULL);
    expect_run("the first seed", class, out, "", 0, PAIR, NULL);
}

/* What asks for nothing that is there fails, and leaves the last run as it was. */
static void test_mistakes(const char *class, const char *out)
{
    char *nothing = scratch("resume-nothing");
    expect_run("answers that are not there", class, out, "ANSWERS=/nowhere.csv LAB=02", -1, PAIR,
               NULL);
    expect_run("regrade nobody", class, out, "REGRADE=1 STUDENT=nobody", -1, PAIR, NULL);
    expect_run("regrade another lab", class, out, "REGRADE=1 LAB=02", -1, PAIR, NULL);
    expect_run("regrade one step", class, out, "REGRADE=1 STEP=1", -1, PAIR, NULL);
    expect_run("regrade where nothing was graded", class, nothing, "REGRADE=1", -1, PAIR, NULL);
    expect_run("a lab that is not there", class, out, "LAB=01,99", -1, PAIR, NULL);
    expect_run("no submissions", "", out, "", -1, PAIR, NULL);
    expect_run("blank submissions", "' '", out, "", -1, PAIR, NULL);
    expect_run("no compiler", class, out, "GRADE_EMU_COMPILE='exit 1' REGRADE=1", -1, PAIR, NULL);
    expect_run("regrade one", "", out, "LAB= REGRADE=1 STUDENT=bob", PAIR - 1, PAIR, NULL);
    free(nothing);
}

/* The last run's labs are taken whole, however many they were. */
static void test_many_labs(void)
{
    char *out = scratch("resume-labs"), *kept = text_of("%s/kept", out),
         *path = text_of("%s/run.json", kept);
    struct last_run last;
    const char *labs = "01_naive_gemv,02_coalesced_gemv,03_constant_gemv,04_shared_gemv,"
                       "05_shuffle_gemv,06_tiled_transpose,07_tiled_gemm";
    char *text = text_of("{\"seed\": \"0x5\", \"lab\": \"%s\"}", labs);
    make_folders(kept);
    write_text(path, text);
    keep_last_run(out, &last);
    expect(last.there && last.seed == 5 && strcmp(last.lab, labs) == 0, "resume: labs '%s'",
           last.lab);
    free(text);
    free(path);
    free(kept);
    free(out);
}

static void test_changes(const char *class, const char *out, const char *solution,
                         const char *results)
{
    char *kept = text_of("%s/kept/students/ann/01_naive_gemv/result.json", out),
         *whole = read_file(kept, 1 << 20, NULL), *half;
    expect_run("nothing changed", class, out, "", PAIR, PAIR, results);
    hand_in(class, "bob", solution);
    expect_run("one file changed", class, out, "", PAIR - 1, PAIR, NULL);
    char *mine = text_of("%s/bob/week 1/naive_gemv.cu", class),
         *other = text_of("%s/bob/week 1/main.cu", class);
    expect(rename(mine, other) == 0, "resume: cannot rename %s", mine);
    expect_run("the file has another name", class, out, "", PAIR - 1, PAIR - 1, NULL);
    expect_run("it has it still", class, out, "", PAIR - 1, PAIR - 1, NULL);
    expect(remove(other) == 0, "resume: cannot remove %s", other);
    expect_run("nor is that there", class, out, "", PAIR - 1, PAIR - 1, NULL);
    free(mine);
    free(other);
    hand_in_pair(class, solution);
    expect_run("changed back", class, out, "", PAIR - 1, PAIR, results);
    expect_run("another limit", class, out, "LIMIT=21", 0, PAIR, results);
    expect_run("regrade all", class, out, "REGRADE=1", 0, PAIR, results);
    expect_run("regrade one", class, out, "REGRADE=1 STUDENT=bob", PAIR - 1, PAIR, results);
    expect_run("regrade one, as last time", "", out, "LAB= REGRADE=1 STUDENT=bob", PAIR - 1, PAIR,
               results);
    half = text_of("%.*s", whole ? (int)strlen(whole) / 2 : 0, whole ? whole : "");
    write_text(kept, half);
    expect_run("a damaged result", class, out, "", PAIR - 1, PAIR, results);
    free(half);
    half = whole ? edited(whole,
                          "\"verdict\": \"pass\",\n   \"message\": \"\",\n   \"points\": 10.0", "")
                 : NULL;
    expect(half == NULL, "resume: the kept result of ann has only one step");
    free(half);
    free(whole);
    free(kept);
}

static void test_replay(const char *class, const char *out, const char *results)
{
    static const char *const says[] = {
        "Replay of bob, 01_naive_gemv, seed 0x0000000000000007.\n", "step 1, ",
        "recorded: wrong, 0.0 of 10.0 points: ", "now: again wrong", "should be"};
    int status = end_judge(begin_judge(class, out, "REPLAY=1 STUDENT=bob"));
    char *path = text_of("%s.log", out), *log = read_file(path, 1 << 20, NULL), *after;
    expect(status == 0 && log, "replay: exit status %d", status);
    for (size_t i = 0; log && i < sizeof says / sizeof *says; i++)
        expect(strstr(log, says[i]) != NULL, "replay: '%s' is not in %s", says[i], path);
    after = text_at(out, "results.json");
    expect(strcmp(after, results) == 0, "replay: it changes the results");
    status = end_judge(begin_judge(class, out, "REPLAY=1 STUDENT=zoe"));
    expect(status == 2, "replay of nobody: exit status %d", status);
    free(after);
    free(log);
    free(path);
}

/* Without bubblewrap every output says so, and nothing that was graded inside walls is passed off
 * as graded without, or the other way round. */
static void test_not_isolated(const char *class, const char *out)
{
    static const struct {
        const char *file, *says;
    } outputs[] = {{"results.json", "\"isolated\": false"},
                   {"run.json", "\"isolated\": false"},
                   {"junit.xml", "name=\"isolated\" value=\"no\""},
                   {"report.html", "Not isolated"},
                   {"gradescope/ann/results.json", "without isolation"},
                   {"kept/students/ann/01_naive_gemv/result.json", "\"isolated\": false"}};
    char *log = text_of("%s.log", out), *text;
    expect_run("limits only", class, out, "SANDBOX=none", 0, PAIR, NULL);
    text = read_file(log, 1 << 20, NULL);
    expect(text && strstr(text, "NOT ISOLATED: SANDBOX=none"), "not isolated: %s does not say so",
           log);
    free(text);
    for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++) {
        text = text_at(out, outputs[i].file);
        expect(strstr(text, outputs[i].says) != NULL, "not isolated: %s does not say so",
               outputs[i].file);
        free(text);
    }
    free(log);
}

static int bubblewrap_works(void)
{
    int works = sandbox_open("");
    sandbox_close();
    return works;
}

static void test_hash(void)
{
    static const struct {
        const char *text, *hash;
    } table[] = {{"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
                 {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
                 {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                  "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"}};
    char got[HASH_TEXT];
    struct hash h;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        hash_begin(&h);
        for (const char *at = table[i].text; *at; at++)
            hash_add(&h, at, 1);
        hash_end(&h, got);
        expect(strcmp(got, table[i].hash) == 0, "hash of '%s': %s", table[i].text, got);
    }
}

/* An instructor's points and limits: another result, kept like any, and taken again by a
 * regrade. */
static void test_own_rubrics(const char *class, const char *out)
{
    char *folder = scratch("own-rubrics"), *file = text_of("%s/01_naive_gemv.json", folder),
         *more = text_of("RUBRICS=%s", folder), *wrong = text_of("%s/99_lab.json", folder), *got;
    write_text(file, "{\"steps\": [{\"step\": 1, \"points\": 30}]}");
    expect_run("rubrics of one's own", class, out, more, 0, PAIR, NULL);
    got = text_at(out, "results.json");
    expect(strstr(got, "\"max\": 40.0") != NULL, "resume: 30 points for step 1 are not in %s", out);
    expect_run("the same rubrics", class, out, more, PAIR, PAIR, got);
    expect_run("regrade by them", "", out, "LAB= REGRADE=1 STUDENT=bob", PAIR - 1, PAIR, got);
    free(got);
    write_text(wrong, "{}");
    expect_run("a rubric for no lab", class, out, more, -1, PAIR, NULL);
    free(wrong);
    free(more);
    free(file);
    free(folder);
}

/* The class in one go, then killed so often and ended by so many signals. */
static void test_a_class(const char *solution, int edited_ones, int kills, size_t signals)
{
    char *class = scratch("kept-class"), *out = scratch("resume");
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
    char *results = text_at(out, "results.json");
    test_kills(class, ms, results, kills);
    test_ends(class, ms, results, signals);
    free(results);
    free(class);
    free(out);
}

static char *solution_text(void)
{
    char *text = read_file("solutions/01_naive_gemv/naive_gemv.cu", 1 << 20, NULL);
    return text ? text : text_of("%s", "");
}

/* More students, more signals, and other moments than every day's: they are random. */
void test_more_kills(void)
{
    char *solution = solution_text();
    test_a_class(solution, ALL_EDITED, 10, 3);
    free(solution);
}

void test_resume(void)
{
    char *solution = solution_text(), *pair = scratch("pair"), *pair_out = scratch("resume-pair"),
         *results;
    test_hash();
    test_a_class(solution, EVERY_DAY, 2, 1);
    fake_tools(1);
    hand_in_pair(pair, solution);
    expect_run("a pair", pair, pair_out, "", 0, PAIR, NULL);
    results = text_at(pair_out, "results.json");
    test_two_at_once(pair, results);
    test_changes(pair, pair_out, solution, results);
    test_replay(pair, pair_out, results);
    test_seed(pair, pair_out);
    test_mistakes(pair, pair_out);
    test_own_rubrics(pair, pair_out);
    test_many_labs();
    if (bubblewrap_works())
        test_not_isolated(pair, pair_out);
    else
        printf("skipped: nothing is isolated here, so that a run without isolation is no other\n");
    fake_tools(0);
    free(results);
    free(pair_out);
    free(pair);
    free(solution);
}

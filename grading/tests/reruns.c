/* Runs on an OUT that a run has left: seeds, mistakes, other labs, a replay. */
#include "results/result_cache.h"
#include "sandbox/sandbox.h"
#include "tests.h"

static void expect_seed(const char *name, const char *out, int is_seven)
{
    OWNED char *log = text_at(out, "run.json");
    expect(!strstr(log, "0x0000000000000007") == !is_seven, "resume, %s: the seed is %s", name,
           log);
}

/* For runs of which only matters what is graded again: ann is right, bob wrong. */
void hand_in_pair(const char *class, const char *solution)
{
    OWNED char *wrong = text_of("%s/* fake: wrong */\n", solution);
    hand_in(class, "ann", solution);
    hand_in(class, "bob", wrong);
}

/* A folder keeps its seed, until it is told otherwise. */
void test_seed(const char *class, const char *out)
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
void test_mistakes(const char *class, const char *out)
{
    OWNED char *nothing = scratch("resume-nothing");
    expect_run("answers that are not there", class, out, "ANSWERS=/nowhere.csv LAB=02", -1, PAIR,
               NULL);
    expect_run("regrade nobody", class, out, "REGRADE=1 STUDENT=nobody", -1, PAIR, NULL);
    expect_run("regrade another lab", class, out, "REGRADE=1 LAB=02", -1, PAIR, NULL);
    expect_run("regrade where nothing was graded", class, nothing, "REGRADE=1", -1, PAIR, NULL);
    expect_run("a lab that is not there", class, out, "LAB=01,99", -1, PAIR, NULL);
    expect_run("no submissions", "", out, "", -1, PAIR, NULL);
    expect_run("blank submissions", "' '", out, "", -1, PAIR, NULL);
    expect_run("no compiler", class, out, "GRADE_EMU_COMPILE='exit 1' REGRADE=1", -1, PAIR, NULL);
    expect_run("regrade one", "", out, "LAB= REGRADE=1 STUDENT=bob", PAIR - 1, PAIR, NULL);
}

void test_changes(const char *class, const char *out, const char *solution, const char *results)
{
    OWNED char *kept = text_of("%s/kept/students/ann/01_naive_gemv/result.json", out),
               *whole = read_file(kept, 1 << 20, NULL),
               *half = text_of("%.*s", whole ? (int)strlen(whole) / 2 : 0, whole ? whole : "");
    expect_run("nothing changed", class, out, "", PAIR, PAIR, results);
    hand_in(class, "bob", solution);
    expect_run("one file changed", class, out, "", PAIR - 1, PAIR, NULL);
    OWNED char *mine = text_of("%s/bob/week 1/naive_gemv.cu", class),
               *other = text_of("%s/bob/week 1/main.txt", class);
    expect(rename(mine, other) == 0, "resume: cannot rename %s", mine);
    expect_run("the file has another name", class, out, "", PAIR - 1, PAIR - 1, NULL);
    expect_run("it has it still", class, out, "", PAIR - 1, PAIR - 1, NULL);
    expect(remove(other) == 0, "resume: cannot remove %s", other);
    expect_run("nor is that there", class, out, "", PAIR - 1, PAIR - 1, NULL);
    hand_in_pair(class, solution);
    expect_run("changed back", class, out, "", PAIR - 1, PAIR, results);
    expect_run("another limit", class, out, "LIMIT=21", 0, PAIR, results);
    expect_run("regrade all", class, out, "REGRADE=1", 0, PAIR, results);
    expect_run("regrade one", class, out, "REGRADE=1 STUDENT=bob", PAIR - 1, PAIR, results);
    expect_run("regrade one, as last time", "", out, "LAB= REGRADE=1 STUDENT=bob", PAIR - 1, PAIR,
               results);
    write_text(kept, half);
    expect_run("a damaged result", class, out, "", PAIR - 1, PAIR, results);
    expect(whole && times_in(whole, "\"verdict\": \"pass\",\n   \"message\": \"\"") > 1,
           "resume: the kept result of ann has only one step");
}

void test_replay(const char *class, const char *out, const char *results)
{
    static const char *const says[] = {
        "Replay of bob, 01_naive_gemv, seed 0x0000000000000007.\n", "step 1, ",
        "recorded: wrong, 0.0 of 10.0 points: ", "now: again wrong", "should be"};
    int status = end_judge(begin_run(class, out, "REPLAY=1 STUDENT=bob"));
    OWNED char *path = text_of("%s.log", out), *log = read_file(path, 1 << 20, NULL);
    expect(status == 0 && log, "replay: exit status %d", status);
    for (size_t i = 0; log && i < sizeof says / sizeof *says; i++)
        expect(strstr(log, says[i]) != NULL, "replay: '%s' is not in %s", says[i], path);
    OWNED char *after = text_at(out, "results.json");
    expect(strcmp(after, results) == 0, "replay: it changes the results");
    status = end_judge(begin_run(class, out, "REPLAY=1 STUDENT=zoe"));
    expect(status == 2, "replay of nobody: exit status %d", status);
}

/* Without bubblewrap every output says so, and nothing that was graded inside walls is passed off
 * as graded without, or the other way round. */
void test_not_isolated(const char *class, const char *out)
{
    static const struct {
        const char *file, *says;
    } outputs[] = {{"results.json", "\"isolated\":false"},
                   {"run.json", "\"isolated\":false"},
                   {"junit.xml", "name=\"isolated\" value=\"no\""},
                   {"report.html", "Not isolated"},
                   {"gradescope/ann/results.json", "without isolation"},
                   {"kept/students/ann/01_naive_gemv/result.json", "\"isolated\": false"}};
    OWNED char *path = text_of("%s.log", out);
    expect_run("limits only", class, out, "RUBRICS=none SANDBOX=none", 0, PAIR, NULL);
    OWNED char *log = read_file(path, 1 << 20, NULL);
    expect(log && strstr(log, "NOT ISOLATED: SANDBOX=none"), "not isolated: %s does not say so",
           path);
    for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++) {
        OWNED char *text = text_at(out, outputs[i].file);
        expect(strstr(text, outputs[i].says) != NULL, "not isolated: %s does not say so",
               outputs[i].file);
    }
}

int bubblewrap_works(void)
{
    int works = sandbox_open("") == SANDBOX_BUBBLEWRAP;
    sandbox_close();
    return works;
}

void test_hash(void)
{
    static const struct {
        const char *text, *hash;
    } table[] = {{"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
                 {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
                 {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                  "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"}};
    char got[HASH_TEXT];
    struct sha256_ctx h;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        sha256_init(&h);
        for (const char *at = table[i].text; *at; at++)
            hash_add(&h, at, 1);
        hash_end(&h, got);
        expect(strcmp(got, table[i].hash) == 0, "hash of '%s': %s", table[i].text, got);
    }
}

/* An instructor's points and limits: another result, kept like any, and taken again by a
 * regrade. */
void test_own_rubrics(const char *class, const char *out)
{
    OWNED char *folder = scratch("own-rubrics"), *file = text_of("%s/01_naive_gemv.json", folder),
               *more = text_of("RUBRICS=%s", folder), *wrong = text_of("%s/99_lab.json", folder);
    write_text(file, "{\"steps\": [{\"step\": 1, \"points\": 30}]}");
    expect_run("rubrics of one's own", class, out, more, 0, PAIR, NULL);
    OWNED char *got = text_at(out, "results.json");
    expect(strstr(got, "\"max\":40,") != NULL, "resume: 30 points for step 1 are not in %s", out);
    expect_run("the same rubrics", class, out, more, PAIR, PAIR, got);
    expect_run("the same rubrics, kept", class, out, "", PAIR, PAIR, got);
    expect_run("regrade by them", "", out, "LAB= REGRADE=1 STUDENT=bob", PAIR - 1, PAIR, got);
    write_text(wrong, "{}");
    expect_run("a rubric for no lab", class, out, more, -1, PAIR, NULL);
}

/* The class in one go, then killed so often and ended by so many signals. */

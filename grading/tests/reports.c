/* Tests of the reports: a class of made-up results, with names and messages that try to be more
 * than text, goes through every writer; then the points for written answers, and files that are
 * alike. What a browser makes of the pages: browser_test.sh. */
#include <fcntl.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "intake/answers.h"
#include "report/exports.h"
#include "pages/html.h"
#include "inspect/similar.h"
#include "totals/totals.h"
#include "tests.h"
#include "lab/measure/timing.h"
#include "report/report.h"
#include "base/csv.h"
#include "totals/handed_in_report.h"

static const char hostile_message[] =
    "</td></table></details><script>document.title='owned'</script>"
    "<img src=\"http://example.com/x\" onerror=\"document.title='owned'\"> & \x01\x1b[31m \xff\xfe "
    "\xed\xa0\x80 \xef\xbf\xbf ]]> naive_gemv.cu:12: y[3] is 5, should be 7.";

static const char *const hostile_ids[] = {
    "<script>document.title='owned'<_script>",
    "\"><img src=x onerror=document.title='owned'>",
    "' onmouseover='document.title=1",
    "=HYPERLINK(\"x\",\"grade\")",
    "+1+2",
    "@SUM(A1)",
    "-2",
    "a, b \"c\"",
    "line\nbreak",
    "\xff\xfe no UTF-8",
    "\xe2\x80\xae"
    "desrever",
    "Zo\xc3\xab O'Hara",
    "&amp;",
    "\x1b]0;owned\x07",
    "{{7*7}} ${7*7} %s%n%s",
};
/* These sit from student FURTHER on, where a class has so many. */
static const char *const further_ids[] = {
    "c1 \xc2\x9b"
    "31m",
    "none \xef\xbf\xbe \xef\xb7\x90",
    "marks \xe2\x80\x8f\xd8\x9c\xe2\x81\xa7",
    "twin\xfe",
    "twin\xff",
    "\xef\xbc\x9d"
    "1+1",
    "\xef\xbc\x8b"
    "1",
    "\xef\xbc\x8d"
    "1",
    "\xef\xbc\xa0SUM(A1)",
    "\t=1",
};
enum {
    HOSTILE = sizeof hostile_ids / sizeof *hostile_ids,
    FURTHER = 30,
    FURTHER_END = FURTHER + sizeof further_ids / sizeof *further_ids
};

/* ---- a class that was never graded */

static void add_labs(struct context *c)
{
    static const char *const labs[] = {"01_naive_gemv", "06_tiled_transpose", "07_tiled_gemm"};
    char why[400];
    int facts = lab_all_steps(&c->facts);
    for (size_t k = 0; k < sizeof labs / sizeof *labs; k++) {
        int l = c->labs++;
        expect(rubric_read(labs[k], NULL, &c->rubric[l], why, sizeof why) == 0, "reports: %s", why);
        for (int i = 0; i < facts; i++)
            if (strcmp(c->facts[i].lab, labs[k]) == 0) {
                c->first[l] = c->steps[l] ? c->first[l] : i;
                c->lab[l] = c->facts[i].lab;
                c->steps[l]++;
            }
        c->slots += c->steps[l];
        for (int s = 0; s < c->rubric[l].steps; s++)
            for (int r = 0; r < c->rubric[l].step[s].rules; r++) {
                const char *metric = c->rubric[l].step[s].rule[r].metric;
                int known = 0;
                for (int m = 0; m < c->metrics; m++)
                    known |= strcmp(c->metric[m], metric) == 0;
                if (!known)
                    c->metric[c->metrics++] = metric;
            }
    }
}

/* A column of a tile: 32 lanes in one bank. */
static void make_drawing(struct drawing *d)
{
    size_t used = (size_t)sprintf(d->access, "1 0 4 32 1 4096 0 4294967295");
    for (int lane = 0; lane < 32; lane++)
        used += (size_t)sprintf(d->access + used, " %d", 128 * lane);
    d->line = 113;
    snprintf(d->source, sizeof d->source, "%.*s", (int)sizeof d->source - 1, hostile_message);
}

static void make_up(struct context *c, int lab, int i, struct step_result *r, double skill,
                    uint64_t dice)
{
    static const char *const says[VERDICTS] = {
        "",
        "y[%d] is 5, should be 7: the last partial tile is wrong (33x31).",
        "Right, but slow.",
        "Nothing was written: the TODOs are still to do.",
        "naive_gemv.cu:%d: expected ';'",
        "It was killed by SIGSEGV (Segmentation fault).",
        "It gave no answer within 60 s.",
        "naive_gemv.cu:%d: calls fork: a lab starts, stops and signals no processes.",
        "",
        ""};
    const struct lab_lesson *rubric =
        rubric_step(&c->rubric[lab], c->facts[c->first[lab] + i].step);
    double luck = (double)(dice % 1000) / 1000;
    enum verdict v = luck < skill ? PASS : (enum verdict)(1 + dice / 1000 % 7);
    r->ruling.verdict = v;
    snprintf(r->ruling.message, MESSAGE, says[v], (int)(dice / 7000 % 90));
    r->max = rubric->points;
    r->points = v == PASS ? r->max : v == SLOW ? r->max * rubric->correctness : 0;
    r->figures = (struct figures){NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN};
    for (int m = 0; m < MAX_METRICS; m++)
        r->counter[m] = NAN;
    if (v != PASS && v != SLOW)
        return;
    if (v == SLOW)
        make_drawing(&r->drawing);
    double ratio = (v == SLOW ? 4 : 0.9) + luck * 2;
    if (c->backend == GPU) {
        double ms = 3.0 / (1 + i) * ratio;
        r->figures = (struct figures){ms,  0.01,      1000 / ms,   500 / ms, 20 / ms,
                                      1.3, 1 / ratio, 0.7 / ratio, NAN,      NAN};
    }
    for (int k = 0; k < rubric->rules; k++)
        for (int m = 0; m < c->metrics; m++)
            if (strcmp(c->metric[m], rubric->rule[k].metric) == 0)
                r->counter[m] = rubric->rule[k].none_at > 0 ? rubric->rule[k].at_most * ratio
                                                            : rubric->rule[k].at_least * 2;
}

/* `students` of them, the hostile ones first; sorted by nothing. */
void make_class(struct context *c, int students, int backend, const char *out)
{
    static struct student list[2000];
    uint64_t dice = 17;
    memset(c, 0, sizeof *c);
    c->root = ".";
    c->course = c->student_id = "";
    c->submissions = out; /* no folder of a student's holds a file */
    c->out = out;
    c->backend = backend;
    c->tools[EMULATOR].name = "emulator";
    c->tools[GPU].name = "gpu";
    c->isolated = c->have_emulator = 1;
    c->only_step = -1;
    c->leaderboard = 1;
    c->seed = 99;
    snprintf(c->device.name, sizeof c->device.name, "%s",
             backend == GPU ? "A <b>made-up</b> GPU" : "the emulator: counters are exact");
    add_labs(c);
    c->students = students;
    c->student = list;
    c->result = calloc((size_t)students * c->slots, sizeof *c->result);
    for (int s = 0; s < students; s++) {
        double skill = 0.2 + 0.8 * (double)(lab_mix(dice += 3) % 1000) / 1000;
        list[s].folder = (char *)"build/grading/tests/nothing-here";
        if (s < HOSTILE)
            snprintf(list[s].id, sizeof list[s].id, "%s", hostile_ids[s]);
        else if (s >= FURTHER && s < FURTHER_END)
            snprintf(list[s].id, sizeof list[s].id, "%s", further_ids[s - FURTHER]);
        else if (s == HOSTILE)
            memset(list[s].id, 'w', sizeof list[s].id - 1);
        else
            snprintf(list[s].id, sizeof list[s].id, "student%03d", s);
        for (int l = 0; l < c->labs; l++)
            for (int i = 0; i < c->steps[l]; i++)
                make_up(c, l, i, result_of(c, s, slot_of(c, l) + i), skill, lab_mix(dice += 5));
    }
    struct step_result *first = c->result;
    err(&first->ruling, WRONG, "%s", hostile_message);
    first->points = 0;
}

char *contents(const char *out, const char *name)
{
    char *path = text_of("%s/%s", out, name), *text = read_file(path, 1 << 28, NULL);
    expect(text != NULL, "reports: %s is missing", path);
    free(path);
    return text ? text : text_of("%s", "");
}

int times_in(const char *text, const char *part)
{
    int count = 0;
    for (; (text = strstr(text, part)); text += strlen(part))
        count++;
    return count;
}

/* ---- no text holds what could command a terminal, turn the text around or end a reader's
 * program */

/* The character at *at, which moves past it; -1 if it is no UTF-8. */
static long next_character(const char **at)
{
    static const long least[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned char first = (unsigned char)*(*at)++;
    int length = first < 0x80 ? 1 : first < 0xc0 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    long value = length == 1 ? first : first & (0xff >> (length + 1));
    if (!length || first > 0xf4)
        return -1;
    for (int i = 1; i < length; i++) {
        if ((**at & 0xc0) != 0x80)
            return -1;
        value = value << 6 | (*(*at)++ & 0x3f);
    }
    return value < least[length] || value > 0x10ffff || (value >= 0xd800 && value < 0xe000) ? -1
                                                                                            : value;
}

static int is_allowed(long c, const char *breaks)
{
    return c >= 0 && (c >= 32 || strchr(breaks, (int)c)) && !(c >= 127 && c < 160) && c != 0x61c &&
           c != 0x200e && c != 0x200f && !(c >= 0x2028 && c <= 0x202e) &&
           !(c >= 0x2066 && c <= 0x2069) && !(c >= 0xfdd0 && c <= 0xfdef) && (c & 0xfffe) != 0xfffe;
}

/* 1 if a character of the text is not allowed: it is printed. */
static int is_unclean(const char *what, const char *text, const char *breaks)
{
    long c = ' ';
    for (const char *at = text; *at && is_allowed(c, breaks);)
        c = next_character(&at);
    if (is_allowed(c, breaks))
        return 0;
    printf("%s holds the character %lx: '%.60s'\n", what, (unsigned long)c, text);
    return 1;
}

void expect_clean(const char *what, const char *text, const char *breaks)
{
    expect(!is_unclean(what, text, breaks), "reports: %s holds what is not allowed", what);
}

/* How many strings of a JSON value hold what is not allowed. */
static int unclean_strings(const char *what, const json_t *value)
{
    const char *key;
    json_t *one;
    size_t i;
    int found = json_is_string(value) && is_unclean(what, json_string_value(value), "");
    json_array_foreach(value, i, one) found += unclean_strings(what, one);
    json_object_foreach((json_t *)value, key, one) found += unclean_strings(what, one);
    return found;
}

static void expect_clean_json(const char *what, const json_t *value)
{
    int found = unclean_strings(what, value);
    expect(value && !found, "reports: %d strings of %s hold what is not allowed", found, what);
}

/* What report_terminal prints. */
static char *on_terminal(const struct context *c)
{
    char *path = text_of("%s/terminal", c->out);
    fflush(stdout);
    int own = dup(1), fd = open(path, O_CREAT | O_TRUNC | O_WRONLY, 0600);
    dup2(fd, 1);
    report_terminal(c);
    fflush(stdout);
    dup2(own, 1);
    close(own);
    close(fd);
    free(path);
    return contents(c->out, "terminal");
}

static void check_characters(const struct context *c)
{
    static const struct {
        const char *name, *breaks;
    } files[] = {{"gradebook.csv", "\r\n"},
                 {"junit.xml", "\n"},
                 {"report.html", "\n"},
                 {"leaderboard.html", "\n"}};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char *text = contents(c->out, files[i].name);
        expect_clean(files[i].name, text, files[i].breaks);
        free(text);
    }
    char *path = text_of("%s/results.json", c->out), *text;
    json_t *root = json_load_file(path, 0, NULL);
    expect(json_array_size(json_object_get(root, "students")) == (size_t)c->students,
           "reports: somebody is not in results.json");
    expect_clean_json("results.json", root);
    json_decref(root);
    free(path);
    for (int s = 0; s < c->students; s++) {
        char *page = text_of("students/%s/feedback.html", c->student[s].id);
        text = contents(c->out, page);
        expect_clean("feedback.html", text, "\n");
        free(text);
        free(page);
    }
}

/* ---- the terminal: a row per lab of a class, a row per step of one student */

/* Of the longest line, in characters. */
static int columns_of(const char *text)
{
    int most = 0, now = 0;
    for (; *text; text++) {
        now = *text == '\n' ? 0 : now + ((*text & 0xc0) != 0x80);
        most = now > most ? now : most;
    }
    return most;
}

static void check_student_on_terminal(struct context *c, int student)
{
    int rows = 0, wanted = 0;
    c->regrade = 1;
    c->student_id = c->student[student].id;
    char *text = on_terminal(c);
    expect_clean("the terminal", text, "\n");
    expect(columns_of(text) <= 100, "terminal: %d columns", columns_of(text));
    const char *name = student_name(c, student);
    expect(strncmp(text + strspn(text, " \n"), name, strnlen(name, 60)) == 0,
           "terminal: whose rows is not said");
    for (int i = 0; i < c->slots; i++)
        wanted += result_of(c, student, i)->ruling.verdict != NOT_ATTEMPTED;
    for (int l = 0; l < c->labs; l++)
        for (int i = 0; i < c->steps[l]; i++) {
            char *row = text_of("%-20s %2d %-24s ", c->lab[l], c->facts[c->first[l] + i].step,
                                c->facts[c->first[l] + i].name);
            rows += times_in(text, row);
            free(row);
        }
    expect(rows == wanted, "terminal: %d rows instead of %d", rows, wanted);
    free(text);
    c->regrade = 0;
    c->student_id = "";
}

static void check_terminal(struct context *c)
{
    char *text = on_terminal(c);
    expect_clean("the terminal", text, "\n");
    expect(columns_of(text) <= 100, "terminal: %d columns", columns_of(text));
    for (int l = 0; l < c->labs; l++) {
        char *row = text_of("\n%-20s ", c->lab[l]), *at = strstr(text, row);
        int n[7] = {0}, sum = 0;
        expect(at && sscanf(at + strlen(row), "%d of %d %d %d %d %d %d", n, n + 1, n + 2, n + 3,
                            n + 4, n + 5, n + 6) == 7,
               "terminal: no row for %s", c->lab[l]);
        for (int i = 2; i < 7; i++)
            sum += n[i];
        expect(n[1] == c->students && sum == c->students * c->steps[l],
               "terminal: %s has %d steps of %d students", c->lab[l], sum, n[1]);
        free(row);
    }
    free(text);
    for (int s = 0; s < 20; s++)
        check_student_on_terminal(c, s);
}

/* ---- the pages as text */

void check_page(const char *out, const char *name, int scripts)
{
    char *text = contents(out, name);
    scripts += strstr(text, "class=\"drawing\"") != NULL;
    expect(times_in(text, "<script") == scripts && times_in(text, "</script") == scripts,
           "reports: %s has %d scripts instead of %d", name, times_in(text, "<script"), scripts);
    expect(!strstr(text, "<img") && !strstr(text, "onerror=\"") && !strstr(text, "=\"http") &&
               !strstr(text, "url(") && !strstr(text, "<b>made-up"),
           "reports: %s holds markup from outside, or points outside", name);
    expect(strstr(text, "Content-Security-Policy") && strstr(text, "default-src 'none'"),
           "reports: %s may load things", name);
    for (const char *at = text; *at; at++)
        if ((unsigned char)*at < 32 && *at != '\n') {
            expect(0, "reports: %s holds a control character %d", name, *at);
            break;
        }
    expect(strstr(text, "</html>") != NULL, "reports: %s is cut off", name);
    free(text);
}

static void check_xml(const char *out, const struct context *c)
{
    char *text = contents(out, "junit.xml"),
         *command = text_of("xmllint --noout %s/junit.xml", out);
    int wrong = 0, faults = 0;
    for (int i = 0; i < c->students * c->slots; i++) {
        enum verdict v = c->result[i].ruling.verdict;
        wrong += v != PASS && v != SLOW && v != GRADER_ERROR && v != SKIPPED;
        faults += v == GRADER_ERROR;
    }
    expect(times_in(text, "<failure ") == wrong && times_in(text, "<error ") == faults,
           "junit: %d failures of %d, %d errors of %d", times_in(text, "<failure "), wrong,
           times_in(text, "<error "), faults);
    if (system("command -v xmllint >/dev/null") == 0)
        expect(system(command) == 0, "junit: xmllint finds it not well-formed");
    else
        printf("skipped: xmllint is not here, junit.xml is not parsed\n");
    free(command);
    free(text);
}

/* Reads a field of RFC 4180; the end of it. */
static const char *csv_field(const char *at, char *field, size_t size)
{
    size_t used = 0;
    int quoted = *at == '"';
    at += quoted;
    for (; *at && (quoted ? !(at[0] == '"' && at[1] != '"') : !strchr(",\r\n", *at)); at++) {
        at += quoted && *at == '"';
        if (used + 1 < size)
            field[used++] = *at;
    }
    field[used] = 0;
    return at + quoted;
}

static void check_gradebook(const char *out, const struct context *c)
{
    char *text = contents(out, "gradebook.csv"), *names = calloc((size_t)c->students, 400),
         field[400];
    const char *at = strstr(text, "\r\n");
    double max;
    expect(strncmp(text, "student,01_naive_gemv,06_tiled_transpose,07_tiled_gemm,", 55) == 0,
           "gradebook: its first line is %.70s", text);
    for (int s = 0; s < c->students && at; s++) {
        double sum = 0, last = -1;
        const char *id = student_name(c, s);
        char *guarded = csv_text(id);
        at = csv_field(at + 2, field, sizeof field);
        int same = 0;
        for (int other = 0; other < s; other++)
            same |= strcmp(field, names + 400 * other) == 0;
        expect(!same, "gradebook: '%s' twice", field);
        snprintf(names + 400 * s, 400, "%s", field);
        expect(strcmp(field, guarded) == 0, "gradebook: row %d is of '%s', not '%s'", s, field, id);
        free(guarded);
        while (*at == ',') {
            at = csv_field(at + 1, field, sizeof field);
            last = strtod(field, NULL);
            sum += *at == ',' ? last : 0;
        }
        double have = student_points(c, s, &max) + answers_points(c, s, -1);
        expect(fabs(sum - have) < 0.05 && fabs(last - have) < 0.005 && at[0] == '\r' &&
                   at[1] == '\n',
               "gradebook: row %d has %g, total %g, instead of %g", s, sum, last, have);
    }
    expect(at && strcmp(at, "\r\n") == 0, "gradebook: it does not end after its last student");
    free(names);
    free(text);
}

/* Only what Gradescope's specification knows, of the types that it asks for. */
static int unknown_fields(json_t *object, const char *const *known, const char *where)
{
    const char *key;
    json_t *value;
    int unknown = 0;
    json_object_foreach(object, key, value)
    {
        int found = 0;
        for (const char *const *k = known; *k; k++)
            found |= strcmp(*k, key) == 0;
        if (!found && ++unknown)
            printf("%s has a field '%s'\n", where, key);
    }
    return unknown;
}

/* A test of a file: only fields that are known, a status that is, and an output. 1 if not. */
static int is_odd_test(json_t *test, const char *where)
{
    static const char *const known[] = {"score",       "max_score",     "status",     "name",
                                        "number",      "output",        "tags",       "visibility",
                                        "name_format", "output_format", "extra_data", NULL};
    const char *status = json_string_value(json_object_get(test, "status"));
    int fine = !status || strcmp(status, "passed") == 0 || strcmp(status, "failed") == 0;
    if (!fine || !json_is_string(json_object_get(test, "output")))
        printf("%s: a test of status '%s'%s\n", where, status ? status : "",
               json_is_string(json_object_get(test, "output")) ? "" : " has no output");
    return unknown_fields(test, known, where) || !fine ||
           !json_is_string(json_object_get(test, "output"));
}

static void check_gradescope(const char *out, const struct context *c, int student)
{
    static const char *const top[] = {"score",      "execution_time",
                                      "output",     "output_format",
                                      "visibility", "stdout_visibility",
                                      "tests",      "leaderboard",
                                      "extra_data", NULL};
    char *path = text_of("%s/gradescope/%s/results.json", out, c->student[student].id);
    json_t *root = json_load_file(path, 0, NULL), *one;
    double max, sum = 0;
    size_t i;
    int odd = 0;
    expect_clean_json(path, root);
    expect(json_is_real(json_object_get(root, "score")), "gradescope: %s has no score", path);
    odd += unknown_fields(root, top, path);
    json_array_foreach(json_object_get(root, "tests"), i, one)
    {
        odd += is_odd_test(one, path);
        sum += json_number_value(json_object_get(one, "score"));
    }
    expect(!odd, "gradescope: %s has %d parts that Gradescope does not know", path, odd);
    double have = student_points(c, student, &max) + answers_points(c, student, -1);
    expect(fabs(json_number_value(json_object_get(root, "score")) - have) < 1e-9 &&
               fabs(sum - have) < 1e-9,
           "gradescope: %s adds up to %g and says %g, instead of %g", path, sum,
           json_number_value(json_object_get(root, "score")), have);
    json_decref(root);
    free(path);
}

void check_exports(const char *out, const struct context *c, int student)
{
    check_gradebook(out, c);
    check_gradescope(out, c, student);
}

/* Anonymous: no id, and no two with the same name. */
static void check_board(const char *out, const struct context *c)
{
    char *text = contents(out, "leaderboard.html");
    expect(!strstr(text, "student0") && !strstr(text, "Hara"), "leaderboard: it names a student");
    for (int s = 0; s < c->students; s++) {
        char *mine = text_of("%s", board_name(c, s)),
             *page = text_of("students/%s/feedback.html", c->student[s].id),
             *own = s % 20 == 0 ? contents(out, page) : NULL;
        int others = 0;
        for (int other = 0; other < s; other++)
            others += strcmp(mine, board_name(c, other)) == 0;
        expect(!others, "leaderboard: %s twice", mine);
        expect(!own || strstr(own, mine), "leaderboard: %s does not learn its own name", page);
        free(own);
        free(page);
        free(mine);
    }
    free(text);
}

static void test_class_of(int students, int backend, const char *name)
{
    static struct context c;
    char *out = scratch(name);
    double begin = lab_now_ms();
    make_class(&c, students, backend, out);
    make_peculiar(&c);
    report_files(&c);
    double seconds = (lab_now_ms() - begin) / 1e3;
    expect(seconds < 30, "reports: %d students take %.1f s", students, seconds);
    check_page(out, "report.html", 1);
    check_page(out, "leaderboard.html", 0);
    for (int s = 0; s < HOSTILE + 2 && s < students; s++) {
        char *page = text_of("students/%s/feedback.html", c.student[s].id);
        check_page(out, page, 0);
        check_gradescope(out, &c, s);
        free(page);
    }
    check_xml(out, &c);
    check_gradebook(out, &c);
    check_board(out, &c);
    check_characters(&c);
    check_terminal(&c);
    check_peculiar(&c);
    for (int s = 31; s < 34; s++)
        free(c.student[s].folder);
    printf("grader, reports: %d students in %.1f s\n", students, seconds);
    free(c.result);
    free(out);
}

/* ---- what an earlier run left in OUT, and a step that nothing here can grade */

static int is_there(const char *out, const char *name)
{
    char *path = text_of("%s/%s", out, name);
    struct stat s;
    int there = lstat(path, &s) == 0;
    free(path);
    return there;
}

static void put(const char *out, const char *folder, const char *file, const char *text)
{
    char *path = text_of("%s/%s", out, folder);
    hand_in_file(path, file, text);
    free(path);
}

static void test_stale(void)
{
    static const struct {
        const char *name;
        int stays;
    } table[] = {{"students/student016/feedback.html", 1},
                 {"gradescope/student016/results.json", 1},
                 {"students/student018", 0},
                 {"gradescope/student018", 0},
                 {"students/student019/notes.txt", 1},
                 {"students/student019/feedback.html", 1},
                 {"students/own/feedback.html", 1},
                 {"gradescope/own/results.json", 1},
                 {"students/link", 1},
                 {"students/student017/feedback.html", 1},
                 {"students/empty", 1},
                 {"students/read me", 1},
                 {"leaderboard.html", 0}};
    static struct context c;
    char *out = scratch("stale"), *link = text_of("%s/students/link", out);
    make_class(&c, HOSTILE + 5, EMULATOR, out);
    report_files(&c);
    expect(is_there(out, "students/student018/feedback.html") && is_there(out, "leaderboard.html"),
           "stale: a page is missing from the start");
    put(out, "students/student019", "notes.txt", "mine");
    put(out, "students/own", "feedback.html", "<title>My own</title>");
    put(out, "gradescope/own", "results.json", "{}");
    put(out, "students/empty", "x", "");
    put(out, "students", "read me", "<title>Grades of ");
    expect(symlink("student017", link) == 0, "stale: no link");
    c.students = HOSTILE + 3; /* two have left */
    c.leaderboard = 0;
    report_files(&c);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        expect(is_there(out, table[i].name) == table[i].stays, "stale: %s %s", table[i].name,
               table[i].stays ? "is gone" : "is still there");
    put(out, "", "leaderboard.html", "<title>Of my own</title>");
    report_files(&c);
    expect(is_there(out, "leaderboard.html"), "stale: somebody else's leaderboard is gone");
    free(c.result);
    free(link);
    free(out);
}

static void test_left_out(void)
{
    static struct context c;
    char *out = scratch("left-out"), *text;
    double before, after, have;
    int asked = 0, right = 0;
    make_class(&c, HOSTILE + 5, EMULATOR, out);
    struct step_result *r = result_of(&c, 16, 0);
    have = student_points(&c, 16, &before) - r->points;
    err(&r->ruling, SKIPPED, "It needs another GPU.");
    before -= r->max;
    r->points = r->max = 0;
    expect(fabs(student_points(&c, 16, &after) - have) < 1e-9 && fabs(after - before) < 1e-9,
           "left out: %g points instead of %g", after, before);
    for (int i = 0; i < c.steps[0]; i++)
        count_step(&c, 16, 0, i, &asked, &right);
    expect(asked == c.steps[0] - 1 && right <= asked, "left out: %d steps count", asked);
    report_files(&c);
    check_gradescope(out, &c, 16);
    check_xml(out, &c);
    check_gradebook(out, &c);
    text = contents(out, "gradescope/student016/results.json");
    expect(times_in(text, "\"status\":") == c.slots - 1 && strstr(text, "skipped: It needs"),
           "left out: it passes or fails in Gradescope's file");
    free(text);
    free(c.result);
    free(out);
}

/* ---- points for written answers */

static void test_answers(void)
{
#define HEAD "student,lab,question,points,comment\n"
    static const struct {
        const char *text, *says; /* NULL: it is fine */
        double sum;
    } table[] = {
        {HEAD, NULL, 0},
        {HEAD "student016,01,1,2.5,good\r\nstudent016,01_naive_gemv,2,1,\n", NULL, 3.5},
        {"\xef\xbb\xbf" HEAD "student016,1,3,2,\"a \"\"quoted\"\"\nremark, of two lines\"\n", NULL,
         2},
        {"student;lab;question;points;comment\nstudent016;6;1;0.5;well, yes\n", NULL, 0.5},
        {HEAD "student016,02,1,7,not graded now\n", NULL, 0},
        {HEAD "'=HYPERLINK(\"x\",\"grade\"),1,1,1,\n", "there is more after a closing quote", 0},
        {HEAD "\"'=HYPERLINK(\"\"x\"\",\"\"grade\"\")\",1,1,1,\n", NULL, 1},
        {HEAD "-2,7,1,1,\n'-2,7,2,1\n", NULL, 2},
        {"", "line 1: must be student,lab,question,points,comment", 0},
        {"name,lab,question,points,comment\n", "line 1: must be student,lab", 0},
        {HEAD "nobody,01,1,1,\n", "line 2: there is no student 'nobody'", 0},
        {HEAD "student016,77,1,1,\n", "line 2: there is no lab '77'", 0},
        {HEAD "student016,01,99,1,\n", "line 2: docs/01_naive_gemv.md has no question 99", 0},
        {HEAD "student016,01,,1,\n", "line 2: question ''", 0},
        {HEAD "student016,01,1,good,\n", "line 2: points 'good': not a number", 0},
        {HEAD "student016,01,1,\"2,5\",\n", "a point, not a comma", 0},
        {HEAD "student016,01,1,-1,\n", "line 2: points -1: must be from 0", 0},
        {HEAD "student016,01,1,nan,\n", "line 2: points 'nan'", 0},
        {HEAD "student016,01,1,inf,\n", "line 2: points 'inf'", 0},
        {HEAD "student016,01,1,0x10,\n", "line 2: points '0x10': not a number like 2", 0},
        {HEAD "student016,01,1,1e1,\n", "line 2: points '1e1'", 0},
        {HEAD "student016,01,1, 1,\n", "line 2: points ' 1'", 0},
        {HEAD "student016,01,1,.,\n", "line 2: points '.'", 0},
        {HEAD "student016,01,1,,\n", "line 2: points ''", 0},
        {HEAD "student016,01,1,1.,\nstudent016,01,2,.5,\nstudent016,01,3,+2,\n", NULL, 3.5},
        {HEAD "student016,01,1,2,5\n", "line 2: points '2', comment '5': a number takes a point",
         0},
        {HEAD "student016,01,1,2,5,\n", "line 2: has more than the 5 fields", 0},
        {"Student,Lab,QUESTION,Points,Comment\nstudent016,01,1,2,\n", NULL, 2},
        {"student,lab,question,points\nstudent016,01,1,2.5\n", NULL, 2.5},
        {"Student;Lab;Question;Points\nstudent016;01;1;2.5\n", NULL, 2.5},
        {"student,lab,question,points\nstudent016,01,1,2,5\n", "names no comment", 0},
        {"student,lab,question\n", "line 1: must be student,lab", 0},
        {"student,lab,question,points,remark\n", "'comment' is 'remark'", 0},
        {HEAD "???desrever,01,1,1,\n?? no UTF-8,01,1,1,\n", NULL, 2},
        {HEAD "student016,01,1\n", "line 2: has 3 fields", 0},
        {HEAD "\n\nstudent016,01,1,1,\"open\n", "line 4: a quote is opened", 0},
        {HEAD "student016,01,1,1,\"a\"b\n", "line 2: there is more after a closing quote", 0},
        {HEAD "student016,01,1,1,\"one\ntwo\"\nstudent016,01,1,2,\n",
         "line 4: question 1 of lab 01_naive_gemv is there twice", 0},
    };
    static struct context c;
    char *out = scratch("answers"), *file = text_of("%s/answers.csv", out), why[700];
    make_class(&c, HOSTILE + 5, EMULATOR, out);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        write_text(file, table[i].text);
        why[0] = 0;
        int bad = answers_read(&c, file, why, sizeof why);
        double sum = 0;
        for (int s = 0; s < c.students; s++)
            sum += answers_points(&c, s, -1);
        if (table[i].says)
            expect(bad && strstr(why, table[i].says) && strstr(why, "answers.csv: line "),
                   "answers %zu: says '%s' instead of '%s'", i, why, table[i].says);
        else
            expect(!bad && sum == table[i].sum, "answers %zu: %g points, '%s'", i, sum, why);
        answers_forget(&c);
    }
    expect(answers_read(&c, "no/such.csv", why, sizeof why) && strstr(why, "no/such.csv: No such"),
           "answers: no file: %s", why);
    char number[12] = "", *question = NULL, *row; /* one whose text would be markup */
    for (int i = 1; i < 40 && !(question && strstr(question, "<<<")); i++) {
        free(question);
        snprintf(number, sizeof number, "%d", i);
        question = answers_question(&c, 0, number);
    }
    expect(question != NULL, "answers: no question of lab 01 shows a launch");
    free(question);
    row = text_of(HEAD "student016,01,%s,2.25,<script>alert(1)</script> the stream\n", number);
    write_text(file, row);
    free(row);
    expect(answers_read(&c, file, why, sizeof why) == 0, "answers: %s", why);
    report_files(&c);
    check_page(out, "report.html", 1);
    check_gradebook(out, &c);
    check_gradescope(out, &c, 16);
    char *text = contents(out, "students/student016/feedback.html");
    expect(strstr(text, "&#60;&#60;&#60;grid, block, bytes") && strstr(text, "the stream") &&
               !strstr(text, "<script>alert"),
           "answers: question and comment are not on the student's page");
    free(text);
    answers_forget(&c);
    free(c.result);
    free(file);
    free(out);
}

/* ---- files that are alike */

static void hand_in_as(const char *class, int number, const char *text)
{
    char *folder = text_of("%s/s%03d", class, number),
         *path = text_of("%s/tiled_transpose.cu", folder);
    make_folders(folder);
    write_text(path, text);
    free(path);
    free(folder);
}

/* The text with other names, comments and white space: what a copyist does first. */
static char *disguised(const char *text)
{
    char *one = edited(text, "#include \"lab.h\"", "#include \"lab.h\"\n/* all mine */\n"),
         *to = malloc(3 * strlen(one) + 1), *start = to;
    for (const char *at = one; *at;) {
        if (strncmp(at, "row", 3) == 0) {
            to += sprintf(to, "zeile_");
            at += 3;
        } else if (strncmp(at, ", ", 2) == 0) {
            to += sprintf(to, " ,\n  ");
            at += 2;
        } else {
            *to++ = *at++;
        }
    }
    *to = 0;
    free(one);
    return start;
}

/* A text of its own: other statements in another order, nothing of which the others have. */
static char *unlike_others(const char *stub, int number)
{
    static const char *const parts[] = {"if (a > %d) b = c[%d];\n", "for (;;) b += %d * %d;\n",
                                        "while (b -- < %d) c[b] ^= %d;\n", "b = b ? %d : ~%d;\n",
                                        "do { c[%d] = b / a; } while (a %% %d);\n"};
    char *text = text_of("%s\n", stub);
    uint64_t dice = (uint64_t)number;
    for (int i = 0; i < 40; i++) {
        dice = lab_mix(dice + 1);
        char *line = text_of(parts[dice % 5], (int)(dice >> 8 & 1023), (int)(dice >> 20 & 1023)),
             *longer = text_of("%s%s", text, line);
        free(line);
        free(text);
        text = longer;
    }
    return text;
}

static const struct alike *pair_of(const struct alike *pairs, int count, int one, int other)
{
    for (int i = 0; i < count; i++)
        if ((pairs[i].one == one && pairs[i].other == other) ||
            (pairs[i].one == other && pairs[i].other == one))
            return &pairs[i];
    return NULL;
}

static void make_files(const char *class, int students)
{
    char *solution = read_file("solutions/06_tiled_transpose/tiled_transpose.cu", 1 << 20, NULL),
         *stub = read_file("labs/06_tiled_transpose/tiled_transpose.cu", 1 << 20, NULL), *text;
    for (int s = 10; s < students; s++) {
        hand_in_as(class, s, text = unlike_others(stub, s));
        free(text);
    }
    text = unlike_others(stub, 10);
    hand_in_as(class, 0, text); /* 10's, byte for byte */
    free(text);
    char *mine = unlike_others(stub, 11);
    hand_in_as(class, 1, text = disguised(mine)); /* 11's, in disguise */
    free(text);
    hand_in_as(class, 2, text = text_of("%s\nint one_more(int a) { return a * 5 + 3; }\n", mine));
    free(text);
    hand_in_as(class, 3, stub);
    hand_in_as(class, 4, stub);
    hand_in_as(class, 5, text = disguised(solution));
    free(text);
    hand_in_as(class, 6, text = text_of("\xef\xbb\xbf%s", solution)); /* as some editors save it */
    free(text);
    for (int s = 7; s < 10; s++)
        hand_in_as(class, s, "");
    free(mine);
    free(stub);
    free(solution);
}

static void test_similar(void)
{
    enum { STUDENTS = 200 };
    static struct context c;
    char *class = scratch("alike");
    struct alike *pairs;
    struct prints a = prints_of("int x = y + 1; /* sum */ if (x < 2) { x++; } return f(x, 3);"),
                  b = prints_of("int sum=total\n+1;// x\nif(sum<2){sum++;}return g(sum,3);"),
                  d = prints_of("int sum=total\n-1;// x\nif(sum<2){sum++;}return g(sum,3);");
    expect(a.count > 0 && a.whole == b.whole && a.whole != d.whole,
           "alike: names, comments and white space count, or signs do not");
    free(a.hash);
    free(b.hash);
    free(d.hash);
    make_class(&c, STUDENTS, EMULATOR, class);
    for (int s = 0; s < STUDENTS; s++)
        c.student[s].folder = text_of("%s/s%03d", class, s);
    make_files(class, STUDENTS);
    double begin = lab_now_ms();
    int count = similar_files(&c, &pairs);
    double seconds = (lab_now_ms() - begin) / 1e3;
    const struct alike *bytes = pair_of(pairs, count, 0, 10),
                       *tokens = pair_of(pairs, count, 1, 11), *part = pair_of(pairs, count, 1, 2),
                       *known = pair_of(pairs, count, 5, -1),
                       *marked = pair_of(pairs, count, 6, -1);
    expect(bytes && bytes->how == ALIKE_BYTES, "alike: a copy, byte for byte, is not found");
    expect(tokens && tokens->how == ALIKE_TOKENS, "alike: a copy in disguise is not found");
    expect(part && part->how == ALIKE_PARTS && part->share > 0.8,
           "alike: a copy with a line more is not found");
    expect(known && known->how == ALIKE_TOKENS, "alike: the reference solution is not recognised");
    expect(marked && marked->how == ALIKE_TOKENS,
           "alike: the reference solution behind a byte order mark is not recognised");
    expect(count == 5, "alike: %d pairs instead of 5", count);
    expect(seconds < 5, "alike: %d files take %.1f s", STUDENTS, seconds);
    printf("grader, alike: %d files in %.2f s\n", STUDENTS, seconds);
    for (int s = 0; s < STUDENTS; s++)
        free(c.student[s].folder);
    free(pairs);
    free(c.result);
    free(class);
}

void test_reports(void)
{
    static const struct {
        const char *message, *shape;
    } shapes[] = {
        {"y[17] is 5.25, not 7 (33x31).", "y[#] is #, not # (#x#)."}, {"", ""}, {"no", "no"}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        char *shape = message_shape(shapes[i].message);
        expect(strcmp(shape, shapes[i].shape) == 0, "reports: '%s' has the shape '%s'",
               shapes[i].message, shape);
        free(shape);
    }
    test_class_of(40, GPU, "reports-gpu");
    test_class_of(60, EMULATOR, "reports-emulator");
    test_class_of(200, EMULATOR, "reports-large");
    test_stale();
    test_left_out();
    test_answers();
    test_similar();
}

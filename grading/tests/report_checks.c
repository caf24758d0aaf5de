/* What every report must hold, whatever the class. */
#include <fcntl.h>
#include <jansson.h>
#include <math.h>
#include <unistd.h>

#include "intake/intake.h"
#include "tests.h"
#include "report/report.h"

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

char *reported(const struct context *c)
{
    OWNED char *path = text_of("%s/terminal", c->out);
    fflush(stdout);
    int own = dup(1), fd = open(path, O_CREAT | O_TRUNC | O_WRONLY, 0600);
    dup2(fd, 1);
    results_keep(c);
    report_files(c);
    fflush(stdout);
    dup2(own, 1);
    close(own);
    close(fd);
    return contents(c->out, "terminal");
}

void check_characters(const struct context *c)
{
    static const struct {
        const char *name, *breaks;
    } files[] = {{"gradebook.csv", "\r\n"}, {"junit.xml", "\n"}, {"report.html", "\n"}};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        OWNED char *text = contents(c->out, files[i].name);
        expect_clean(files[i].name, text, files[i].breaks);
    }
    OWNED char *path = text_of("%s/results.json", c->out);
    json_auto_t *root = json_load_file(path, 0, NULL);
    expect(json_array_size(json_object_get(root, "students")) == (size_t)c->students,
           "reports: somebody is not in results.json");
    expect_clean_json("results.json", root);
    for (int s = 0; s < c->students; s++) {
        OWNED char *page = text_of("students/%s/feedback.html", c->student[s].id),
                   *text = contents(c->out, page);
        expect_clean("feedback.html", text, "\n");
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
    OWNED char *text = reported(c);
    expect_clean("the terminal", text, "\n");
    expect(columns_of(text) <= 100, "terminal: %d columns", columns_of(text));
    const char *name = student_name(c, student);
    expect(strncmp(text + strspn(text, " \n"), name, strnlen(name, 60)) == 0,
           "terminal: whose rows is not said");
    for (int i = 0; i < slots_of(c); i++)
        wanted += result_of(c, student, 0, i)->ruling.verdict != NOT_ATTEMPTED;
    for (int l = 0; l < c->labs; l++)
        for (int i = 0; i < c->steps[l]; i++) {
            OWNED char *row = text_of("\n%s, step %d, %s: ", c->lab[l], fact_of(c, l, i)->step,
                                      fact_of(c, l, i)->name);
            rows += times_in(text, row);
        }
    expect(rows == wanted, "terminal: %d rows instead of %d", rows, wanted);
    c->regrade = 0;
    c->student_id = "";
}

void check_terminal(struct context *c)
{
    OWNED char *text = reported(c);
    expect_clean("the terminal", text, "\n");
    expect(columns_of(text) <= 100, "terminal: %d columns", columns_of(text));
    for (int l = 0; l < c->labs; l++) {
        OWNED char *row = text_of("\n%-20s ", c->lab[l]);
        char *at = strstr(text, row);
        int n[7] = {0}, sum = 0;
        expect(at && sscanf(at + strlen(row), "%d of %d %d %d %d %d %d", n, n + 1, n + 2, n + 3,
                            n + 4, n + 5, n + 6) == 7,
               "terminal: no row for %s", c->lab[l]);
        for (int i = 2; i < 7; i++)
            sum += n[i];
        expect(n[1] == c->students && sum == c->students * c->steps[l],
               "terminal: %s has %d steps of %d students", c->lab[l], sum, n[1]);
    }
    for (int s = 0; s < 20; s += c->backend == GPU ? 10 : 20)
        check_student_on_terminal(c, s);
}

/* ---- the pages as text */

char *page_data(const char *out, const char *name)
{
    static const char begin[] = "id=\"data\">", end[] = "</script>";
    OWNED char *text = contents(out, name);
    const char *at = strstr(text, begin), *to = at ? strstr(at, end) : NULL;
    expect(to != NULL, "reports: %s has no data", name);
    at = to ? at + strlen(begin) : "";
    return text_of("%.*s", to ? (int)(to - at) : 0, at);
}

void check_page(const char *out, const char *name)
{
    OWNED char *text = contents(out, name), *data = page_data(out, name);
    json_auto_t *root = json_loads(data, JSON_REJECT_DUPLICATES, NULL);
    expect(json_is_object(root) && !strchr(data, '<'), "reports: %s: its data are no JSON", name);
    expect_clean_json(name, root);
    expect(times_in(text, "<script") == 2 && times_in(text, "</script") == 2,
           "reports: %s has %d scripts instead of 2", name, times_in(text, "<script"));
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
}

void check_xml(const char *out, const struct context *c)
{
    OWNED char *text = contents(out, "junit.xml"),
               *command = text_of("xmllint --noout %s/junit.xml", out);
    int wrong = 0, faults = 0;
    for (int i = 0; i < c->students * slots_of(c); i++) {
        const struct ruling *r = &result_of(c, i / slots_of(c), 0, i % slots_of(c))->ruling;
        const enum verdict v = r->verdict;
        wrong += v != PASS && v != SLOW && v != GRADER_ERROR && v != SKIPPED &&
                 !(r->nothing && strcmp(r->nothing, NO_FILE) == 0);
        faults += v == GRADER_ERROR;
    }
    expect(times_in(text, "<failure ") == wrong && times_in(text, "<error ") == faults,
           "junit: %d failures of %d, %d errors of %d", times_in(text, "<failure "), wrong,
           times_in(text, "<error "), faults);
    if (system("command -v xmllint >/dev/null") == 0)
        expect(system(command) == 0, "junit: xmllint finds it not well-formed");
    else
        printf("skipped: xmllint is not here, junit.xml is not parsed\n");
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

void check_gradebook(const char *out, const struct context *c)
{
    OWNED char *text = contents(out, "gradebook.csv"), *names = calloc((size_t)c->students, 400);
    char field[400];
    const char *at = strstr(text, "\r\n");
    double max;
    expect(strncmp(text, "student,01_naive_gemv,06_tiled_transpose,07_tiled_gemm,", 55) == 0,
           "gradebook: its first line is %.70s", text);
    for (int s = 0; s < c->students && at; s++) {
        double sum = 0, last = -1;
        const char *id = student_name(c, s);
        at = csv_field(at + 2, field, sizeof field);
        int same = 0;
        for (int other = 0; other < s; other++)
            same |= strcmp(field, names + 400 * other) == 0;
        expect(!same, "gradebook: '%s' twice", field);
        snprintf(names + 400 * s, 400, "%s", field);
        struct context asked = *c;
        asked.student_id = field;
        expect(whom_asked(&asked) == s, "gradebook: row %d is of '%s', not '%s'", s, field, id);
        while (*at == ',') {
            at = csv_field(at + 1, field, sizeof field);
            if (*at != ',') /* the note */
                break;
            sum += last > -1 ? last : 0;
            last = strtod(field, NULL);
        }
        double have = points_found(c, s, -1, &max) + answers_found(c, s);
        expect(fabs(sum - have) < 0.05 && fabs(last - have) < 0.005 && at[0] == '\r' &&
                   at[1] == '\n',
               "gradebook: row %d has %g, total %g, instead of %g", s, sum, last, have);
    }
    expect(at && strcmp(at, "\r\n") == 0, "gradebook: it does not end after its last student");
}

void check_gradescope(const char *out, const struct context *c, int student)
{
    OWNED char *path = text_of("%s/gradescope/%s/results.json", out, c->student[student].id);
    json_auto_t *root = json_load_file(path, 0, NULL);
    json_t *one;
    double max, sum = 0;
    size_t i;
    expect_clean_json(path, root);
    json_array_foreach(json_object_get(root, "tests"), i, one) sum += json_number_in(one, "score");
    double have = points_found(c, student, -1, &max) + answers_found(c, student);
    expect(fabs(json_number_in(root, "score") - have) < 1e-9 && fabs(sum - have) < 1e-9,
           "gradescope: %s adds up to %g and says %g, instead of %g", path, sum,
           json_number_in(root, "score"), have);
}

void check_accepted(const char *kind, const char *out, const char *of)
{
    OWNED char *check = text_of("grading/tests/accepted.sh %s - '%s/%s'", kind, out, of);
    expect(system(check) == 0, "reports: %s", check);
}

void check_exports(const char *out, const struct context *c, int student)
{
    check_gradebook(out, c);
    check_gradescope(out, c, student);
}

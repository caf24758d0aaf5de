/* Tests of the judge's parts that work on texts: protocol, rubrics, source scan, symbols, points,
 * files. */
#include <unistd.h>

#include "tests.h"
#include "inspect/inspect.h"
#include "judge/judge.h"
#include "results/result_cache.h"

static void test_protocol(void)
{
    static const char *const values[] = {
        "", "plain", "two words", "50 % of x=1\nnext line", "\001\177\xc3\xbc", "%", "%41"};
    char line[PROTOCOL_LINE], back[200];
    double number = 0;
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        strcpy(line, "7 ok");
        protocol_add(line, "first", "x");
        protocol_add(line, "key", values[i]);
        protocol_add_number(line, "last", -0.1);
        expect(!strchr(line, '\n'), "protocol: a newline gets through from '%s'", values[i]);
        expect(protocol_get(line, "key", back, sizeof back) && strcmp(back, values[i]) == 0,
               "protocol: '%s' comes back as '%s'", values[i], back);
        expect(protocol_get_number(line, "last", &number) && number == -0.1,
               "protocol: number after '%s'", values[i]);
    }
    expect(!protocol_get("1 ok a=%4", "a", back, sizeof back) &&
               !protocol_get("1 ok a=%zz", "a", back, sizeof back),
           "protocol: broken escapes are taken");
    expect(!protocol_get("1 ok ab=1", "a", back, sizeof back) &&
               !protocol_get("1 ok a", "a", back, sizeof back) &&
               !protocol_get("", "a", back, sizeof back),
           "protocol: a key is found that is not there");
    expect(!protocol_get_number("1 ok a=1x", "a", &number) &&
               !protocol_get_number("1 ok a=", "a", &number),
           "protocol: '1x' is a number");
    strcpy(line, "1 ok");
    for (int i = 0; i < 3000; i++)
        protocol_add(line, "k", "%%%%%%%%");
    expect(strlen(line) < PROTOCOL_LINE - 1, "protocol: a line grows to %zu", strlen(line));
    OWNED char *huge = malloc(100000);
    memset(huge, 'a', 99999);
    huge[99999] = 0;
    strcpy(line, "1 ok");
    protocol_add(line, "k", huge);
    expect(strlen(line) < PROTOCOL_LINE - 1, "protocol: a value grows to %zu", strlen(line));
}

/* What an instructor's file may say, and each mistake in it by its field. */
static void test_clean(void)
{
    static const struct {
        const char *raw, *clean;
    } table[] = {
        {"Zo\xc3\xab O'Hara", "Zo\xc3\xab O'Hara"},
        {"\xe6\x9d\x8e \xf0\x9f\x98\x80", "\xe6\x9d\x8e \xf0\x9f\x98\x80"},
        {"a\nb\tc\rd", "a b c d"},
        {"\x01\x1b[31m\x7f", "??[31m?"},
        {"M\xfcller", "M?ller"},
        {"\xc2\x9b"
         "31m",
         "??31m"},
        {"\xe2\x80\xae"
         "a\xe2\x81\xa6\xd8\x9c\xe2\x80\x8f",
         "???a????????"},
        {"\xe2\x80\xa8\xe2\x80\xa9", "??????"},
        {"\xef\xbf\xbe\xef\xb7\x90\xf0\x9f\xbf\xbf", "??????????"},
        {"\xc0\xaf\xed\xa0\x80\xf4\x90\x80\x80", "?????????"},
        {"cut \xe2\x80", "cut ??"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        OWNED char *text = text_of("%s", table[i].raw);
        expect(strcmp(clean_text(text), table[i].clean) == 0, "clean %zu: '%s'", i, text);
    }
    struct ruling r;
    err(&r, WRONG, "%*s\xc3\xab", MESSAGE - 2, "");
    expect(strlen(r.message) == MESSAGE - 1 && r.message[MESSAGE - 2] == '?',
           "clean: a message is cut inside a character");
}

/* A folder of any name is shown cleaned, and found again by the next run. */
static void test_places(void)
{
    static const char *const places[] = {"/a/b c", "/\xff\xe4/\xc3\xbc", "/a\nb\t\x1b[31m\x7f",
                                         "/100%/%41%zz%4", "/'\"\\$(x)`"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        static const char *const names[] = {"SUBMISSIONS", "ROSTER", "RUBRICS", "ANSWERS",
                                            "ADJUST"};
        OWNED char *out = scratch("places"), *kept = text_of("%s/kept", out), *line = NULL,
                   *settings = text_of("%s/settings", kept),
                   *clean = clean_text(text_of("In %s.\n", places[i]));
        struct context c = {.out = out, .tree = "labs", .asked_lab = "", .only_step = -1};
        c.submissions = c.roster_file = c.rubrics = c.answers = c.adjust = places[i];
        c.course = c.deadline = c.late_rule = c.grace = "";
        make_folders(kept);
        options_keep(&c);
        size_t size;
        OWNED char *last = read_file(settings, 1 << 16, &size);
        for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
            OWNED char *is = text_of("%c%s=%s", 0, names[k], places[i]);
            expect(last && memmem(last, size, is, strlen(names[k]) + strlen(places[i]) + 3),
                   "places %zu: the next run does not find %s", i, names[k]);
        }
        FILE *f = open_memstream(&line, &size);
        say_line(f, "In %s.", places[i]);
        fclose(f);
        clean[strlen(clean) - 1] = '\n'; /* the line's own */
        expect(strcmp(line, clean) == 0, "places %zu: '%s' is said", i, line);
    }
}

/* A carriage return ends a line for g++; what is compiled has none, and lines as they were. */
static void test_line_ends(void)
{
    static const struct {
        const char *text, *says;
    } table[] = {{"// a\r#include \"/etc/passwd\"\r", "x.cu:2: #include of /etc/passwd"},
                 {"#define IT\r\r\n# 1 \"stdio.h\" 1 3\r", "x.cu:3: #1 is not"},
                 {"int a;\r\nasm\r\n(\"nop\");\r\n", "x.cu:2: 'asm'"},
                 {"// asm \\\r\nasm\r#pragma weak x\n", "x.cu:3: #pragma weak"}};
    static struct context c;
    static struct built steps[MAX_STEPS];
    OWNED char *folder = scratch("line-ends"), *path = text_of("%s/x.cu", folder),
               *work = text_of("%s/work", folder);
    c.root = folder;
    c.steps[0] = lab_all_steps(&c.rubric[0].declared) > 0;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        write_text(path, table[i].text);
        build_file(&c, EMULATOR, 0, path, work, 0, steps);
        expect(steps[0].ruling.verdict == REFUSED &&
                   strncmp(steps[0].ruling.message, table[i].says, strlen(table[i].says)) == 0,
               "line ends %zu: %s", i, steps[0].ruling.message);
        built_free(steps, 1);
    }
}

static void test_files(void)
{
    OWNED char *folder = scratch("files"), *path = text_of("%s/a", folder);
    write_text(path, "old");
    FILE *f = atomic_open(path);
    fputs("half of the n", f);
    fflush(f);
    OWNED char *before = read_file(path, 100, NULL);
    expect(before && strcmp(before, "old") == 0, "atomic: a reader sees '%s' while it is written",
           before ? before : "nothing");
    atomic_close(f, path);
    OWNED char *text = read_file(path, 100, NULL);
    expect(text && strcmp(text, "half of the n") == 0, "atomic: '%s' after it is written",
           text ? text : "nothing");
    expect(!read_file(path, 5, NULL), "read_file: more than the limit is read");
    OWNED char *link = text_of("%s/link", folder);
    expect(symlink("/etc/passwd", link) == 0 && !read_file(link, 100000, NULL),
           "read_file: follows a link");
}

/* The TODOs of a step between #if LAB_STEP(STEP) && HOPPER_KNOWN and its #endif: first and last. */
static void guarded_todos(const char *stub, int step, int todos[2])
{
    OWNED char *guard = text_of("#if LAB_STEP(%d) && HOPPER_KNOWN", step);
    const char *at = strstr(stub, guard), *end = at ? strstr(at, "\n#endif") : NULL;
    todos[0] = todos[1] = 0;
    while (at && (at = strstr(at, "/* TODO ")) && at < end) {
        todos[1] = atoi(at += strlen("/* TODO "));
        todos[0] = todos[0] ? todos[0] : todos[1];
    }
}

/* What of lab 08/hopper only Hopper GPUs try, as `make run` and the judge say it; which
 * functions are as in the stub. */
static void test_uncovered(void)
{
    static const char lab[] = "08_thread_tiled_gemm_hopper",
                      todo[] = "/* TODO 15:", fill[] = "p->shared = 0; /* TODO 15:";
    char said[200], expected[200];
    int todos[2], none[2] = {0};
    OWNED char *stub = read_file("labs/08_thread_tiled_gemm/hopper.cu", 1 << 20, NULL),
               *solution = read_file("solutions/08_thread_tiled_gemm/hopper.cu", 1 << 20, NULL),
               *one = stub ? edited(stub, todo, fill) : NULL;
    expect(stub && solution && one, "uncovered: lab 08's files");
    if (stub && solution && one) {
        guarded_todos(stub, 6, todos);
        snprintf(expected, sizeof expected, LAB_UNTRIED, todos[0], todos[1]);
        expect(todos[1] == todos[0] + 1 &&
                   strcmp(lab_untried(lab, 6, 8, 0, 1, said, sizeof said), expected) == 0,
               "uncovered: make run says '%s', the text '%s'", said, expected);
        const int empty = untouched_todos(stub, stub, todos),
                  full = untouched_todos(stub, solution, todos),
                  some = untouched_todos(stub, one, todos),
                  other = untouched_todos(stub, stub, none);
        expect(empty == 2 && full == 0, "uncovered: %d in the stub, %d in the solution", empty,
               full);
        expect(some == 1 && other == 0, "uncovered: %d with one filled in, %d of none", some,
               other);
    }
    expect(!lab_untried(lab, 6, 9, 0, 0, said, sizeof said)[0] &&
               !lab_untried("08_thread_tiled_gemm", 6, 8, 0, 1, said, sizeof said)[0],
           "uncovered: said of what is covered");
}

void test_texts(void)
{
    test_protocol();
    test_rubrics();
    test_changed_rubric();
    test_scan();
    test_scan_preprocessed();
    test_symbols();
    test_points();
    test_uncovered();
    test_gradable();
    test_clean();
    test_places();
    test_line_ends();
    test_files();
    test_submissions();
    test_intake();
    test_naming();
    test_identity();
}

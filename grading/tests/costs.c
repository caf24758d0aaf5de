/* What a submission costs the judge itself, outside of every sandbox and its limits: the checks of
 * texts and objects must take time in proportion to their length, whatever is in them. Processor
 * time of this process, so that other programs do not matter. */
#include <time.h>

#include "inspect/inspect.h"
#include "judge/judge.h"
#include "tests.h"

enum { LENGTH = 1 << 20 };      /* the largest file that is taken */
static const double most = 0.5; /* s, for one check; there are four of a text */

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Filled with `again`, behind `first`; %d becomes a number that grows. */
static char *text_full_of(const char *first, const char *again)
{
    char *text = malloc(LENGTH + 200);
    size_t used = (size_t)sprintf(text, "%s", first);
    for (int i = 0; used < LENGTH; i++)
        for (const char *at = again; *at; at++)
            if (strncmp(at, "%d", 2) == 0)
                at += (used += (size_t)sprintf(text + used, "%d", i)) > 0;
            else
                text[used++] = *at;
    text[LENGTH] = 0;
    return text;
}

static void scan_text(const char *text)
{
    struct ruling r;
    scan_source(text, "x.cu", &r);
}

static void scan_expanded(const char *text)
{
    struct ruling r;
    OWNED char *marked = text_of("# 1 \"x.cu\"\n%s", text);
    scan_preprocessed(marked, "x.cu", &r);
}

static void look_for_line(const char *text)
{
    scan_line_of(text, "nowhere");
}

static void fingerprint(const char *text)
{
    struct prints p = {0};
    prints_add(&p, text, 0);
    free(p.at);
}

static void test_texts_cost(void)
{
    static const struct {
        const char *first, *again;
    } table[] = {
        {"", "["},
        {"", "[["},
        {"", "[[ "},
        {"", "[["
             "unused]] "},
        {"", "[[gnu::unused, "},
        {"[[", "(("},
        {"", "<:"},
        {"", "("},
        {"", "{"},
        {"", "<<<"},
        {"", "#"},
        {"", "# "},
        {"", "#\n"},
        {"", "%:"},
        {"", "\""},
        {"", "\"\n"},
        {"", "\"\\"},
        {"\"", "\\\n"},
        {"", "'"},
        {"", "1'"},
        {"", "R\"("},
        {"", "R\"x%d("},
        {"", "R\"\n"},
        {"", "/*"},
        {"", "/*/"},
        {"", "/**/"},
        {"", "//"},
        {"//", "\\\n"},
        {"", "/\\\n"},
        {"", "\\\n"},
        {"", "\\"},
        {"", "\\ "},
        {"a\\", " "},
        {"#define a \\", " "},
        {"", "a\\\n"},
        {"", "\?\?/\n"},
        {"", "\?\?("},
        {"", "a"},
        {"", "a "},
        {"", "a\n"},
        {"", "\n"},
        {"", "\r\n"},
        {"", " "},
        {"", "0"},
        {"", "1."},
        {"", "_"},
        {"", "__ "},
        {"", "_%d "},
        {"", "__a%d "},
        {"", "emu"},
        {"", "cudaMalloc"},
        {"", "cudaMalloc "},
        {"", "lab_entries "},
        {"", "::"},
        {"", "\xff"},
        {"", "\xf0\x9f\x98\x80 "},
        {"", "\xef\xbb\xbf"},
        {"", "__attribute__"},
        {"", "__attribute__ "},
        {"", "__attribute__("},
        {"", "__attribute__(("},
        {"", "__attribute__((unused"},
        {"", "__attribute__((unused)) "},
        {"", "__attribute__((unused,"},
        {"__attribute__((", "unused,"},
        {"__attribute__((", "("},
        {"#define x\n", "__attribute__((unused)) "},
        {"", "_Pragma(\"unroll\") "},
        {"", "_Pragma "},
        {"", "_Pragma("},
        {"", "#pragma unroll\n"},
        {"#pragma unroll", " 1"},
        {"", "#include \"lab.h\"\n"},
        {"#include \"", "/"},
        {"", "#define a%d\n"},
        {"", "#define a%d __a%d __b\n"},
        {"", "#define a \\\n"},
        {"#define a", " __a"},
        {"#define a", " __restrict__"},
        {"#define a", " ## b"},
        {"", "#if 1\n"},
        {"", "#if a%d\n"},
        {"#if", "("},
        {"", "# 1 \"x.cu\"\n"},
        {"", "# 1 \"y.cu\"\n"},
        {"", "# 1 \"x.cu\"\n# 1 \"y.cu\"\n"},
        {"# 1 \"", "x"},
        {"# ", "1"},
        {"", "__global__ void k%d() {}\n"},
        {"", "k<<<1, 1>>>();\n"},
        {"", "extern \"C\" void launch_x%d() {}\n"},
        {"", "asm "},
        {"const char *a[] = {", "\"[[\", "},
        {"", "R\"x%d( )y\" "},
        {"", "R\"abcdefghijklmnop("},
        {"R\"x(", ")y\""},
        {"", "u8R\"(a)\""},
        {"R\"((((((((((((((((", ")"},
        {"", "#define a%d a%d "},
        {"", "#define f%d(x, ...) __VA_OPT__(x) ## x\n"},
        {"", "#define f%d(x) #x\n"},
        {"", "__VA_OPT__(__VA_OPT__("},
        {"", "#ifdef __INTELLISENSE__\n"},
        {"", "#ifdef __INTELLISENSE__\n#endif\n"},
        {"#ifdef __INTELLISENSE__\n", "#if 1\n"},
        {"#ifdef __INTELLISENSE__\n", "'\n#ifdef __INTELLISENSE__\n"},
        {"", "\?\?=define a\?\?(\n"},
        {"", "<:<::"},
        {"", "<::"},
        {"", "%:%:"},
        {"", "%:define a%d %:%:\n"},
        {"", "<%"},
        {"", "\\u0061sm "},
        {"", "\\U0001F600"},
        {"", "LAB_MAIN("},
        {"LAB_MAIN(", "x"},
        {"", "_Pragma(L"},
        {"", "_Pragma(R\"("},
        {"", "\"a\" "},
        {"", "L\"a\" "},
        {"", "u8'a'"},
        {"", "1e+"},
        {"", "0x1p"},
        {"", "1'1"},
        {"", "..."},
        {"", "->*"},
        {"", "[[]] "},
        {"", "[[using gnu: unused]] "},
        {"[[", "[gnu::"},
        {"", "__attribute__((format(printf, 1, 2))) "},
        {"", "/*\n*/ #\n"},
        {"", "/\\\n*a*\\\n/"},
        {"", "#/**/define/**/a%d\n"},
        {"", "#pragma GCC unroll %d\n"},
        {"", "#include <vector>\n"},
        {"#include <", "a"},
        {"", "#line\\\n"},
        {"", "# %d \"x.cu\" 1 3\n"},
        {"# 1 \"x.cu\"\n", "# 1 \"x.cu\"\n[["},
        {"", "\r"},
        {"", "\r\\\n"},
        {"", "\\\r\n"},
        {"", "\v\f"},
        {"", "\xc2\xa0"},
        {"", "\x01"},
        {"", "$"},
        {"", "@"},
        {"", "`"},
        {"", "template<int...> struct a%d;"},
        {"constexpr int a = ", "1 + "},
        {"", "}"},
        {"", ")"},
        {"", "])"},
        {"", "launch_x%d("},
        {"", "stdout->_fileno "},
        {"", "TODO %d "},
        {"", "#if HOPPER_KNOWN\n"},
        {"", "unsigned "},
    };
    static const struct {
        const char *name;
        void (*run)(const char *text);
    } checks[] = {{"scan", scan_text},
                  {"scan of what is preprocessed", scan_expanded},
                  {"look for a line", look_for_line},
                  {"compare", fingerprint}};
    double worst = 0;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        OWNED char *text = text_full_of(table[i].first, table[i].again);
        for (size_t k = 0; k < sizeof checks / sizeof *checks; k++) {
            double begin = seconds();
            checks[k].run(text);
            double took = seconds() - begin;
            worst = took > worst ? took : worst;
            expect(took < most, "costs: %s, 1 MiB of '%s%s': %.1f s", checks[k].name,
                   table[i].first, table[i].again, took);
        }
    }
    printf("grader, costs: at most %.2f s for a check of a text of 1 MiB\n", worst);
}

/* ---- objects: what an assembler makes of lines that are alike */

static const struct object_kind {
    const char *line; /* with its number */
    int count;
    enum verdict verdict;
    const char *message;
} objects[] = {
    {".globl _Z%dk\n_Z%dk: .byte 1\n", 45000, PASS, ""},
    {".globl counter%d\ncounter%d: .byte 1\n", 45000, PASS, ""},
    {".quad _ZN3emu%dE\n", 45000, PASS, ""},
    {".globl _Z%dk\n_Z%dk: .byte 1\n", 60000, REFUSED, "more than 50000 functions"},
    {".section .text.k%d,\"ax\"\n.globl _Z%dk\n_Z%dk: .byte 1\n", 40000, PASS, ""},
    {".section .a%d,\"a\"\nlocal%d: .byte 1\n", 70000, PASS, ""}, /* more than a header can count */
    {".text\n.globl write%d\nwrite%d: ret\n", 1, REFUSED, "write0"},
    {".globl f%d\n.type f%d, @gnu_indirect_function\nf%d: ret\n", 1, REFUSED, "chooses it"},
    {".globl _Znwm\n_Znwm: ret # %d\n", 1, REFUSED, "operator new"},
    {".globl __cudaX%d\n__cudaX%d: .byte 1\n", 1, REFUSED, "give it another name"},
};

static void write_lines(const char *path, const struct object_kind *kind)
{
    FILE *f = fopen(path, "w");
    if (!f)
        die("cannot write %s", path);
    fputs(".data\n", f);
    for (int i = 0; i < kind->count; i++)
        for (const char *at = kind->line; *at; at++)
            if (strncmp(at, "%d", 2) == 0)
                at += fprintf(f, "%d", i) > 0;
            else
                fputc(*at, f);
    fclose(f);
}

static void test_objects_cost(void)
{
    OWNED char *folder = scratch("costs"), *source = text_of("%s/x.s", folder),
               *object = text_of("%s/x.o", folder),
               *command =
                   text_of("as %s -o %s && nm -gP %s >%s.names", source, object, object, object),
               *names = text_of("%s.names", object), *text = text_full_of("", "a ");
    double worst = 0;
    for (size_t i = 0; i < sizeof objects / sizeof *objects; i++) {
        struct ruling r = {.verdict = PASS};
        write_lines(source, &objects[i]);
        if (system(command)) {
            expect(0, "costs: as fails on '%s'", objects[i].line);
            continue;
        }
        double begin = seconds();
        check_symbols(names, EMULATOR, text, "x.cu", &r);
        double took = seconds() - begin;
        worst = took > worst ? took : worst;
        expect(r.verdict == objects[i].verdict && strstr(r.message, objects[i].message),
               "costs: %d times '%s': %s '%s'", objects[i].count, objects[i].line,
               verdict_name(r.verdict), r.message);
        expect(took < most, "costs: %d times '%s' takes %.1f s", objects[i].count, objects[i].line,
               took);
    }
    printf("grader, costs: at most %.2f s for an object\n", worst);
}

/* ---- all that is done before a program runs, around a compiler that has 5 s */

static void test_builds_cost(void)
{
    static const struct {
        const char *first, *again;
    } table[] = {
        {"#include \"lab.h\"\n", "__global__ void k%d(int *p) { *p = %d; }\n"},
        {"#include \"lab.h\"\n", "#warning %d\n"},
        {"#include \"lab.h\"\n", "\xff"}, /* which g++ shows in 17 GB, behind an empty line */
        {"#include \"lab.h\"\n", "#pragma message \"x%d\"\n"},
        {"#include \"lab.h\"\n", "extern int a%d; int b%d = a%d;\n"},
        {"#include \"lab.h\"\n#define A(x) x x x x x x x x\nconst char *t = A(A(A(\"", "x"},
    };
    static struct context c;
    static struct built steps[MAX_STEPS];
    OWNED char *folder = scratch("costs");
    OWNED char *top = realpath(".", NULL);
    OWNED char *path = text_of("%s/x.cu", folder), *work = text_of("%s/%s/work", top, folder);
    c.root = top;
    c.steps[0] = 1;
    lab_all_steps(&c.rubric[0].declared);
    c.compile_seconds = 5;
    sandbox_open("");
    for (size_t i = 0; *tool(EMULATOR, "COMPILE") && i < sizeof table / sizeof *table; i++) {
        OWNED char *text = text_full_of(table[i].first, table[i].again);
        write_text(path, text);
        double begin = seconds();
        build_file(&c, EMULATOR, 0, path, work, 0, steps);
        double took = seconds() - begin;
        expect(took < 2, "costs: building 1 MiB of '%s' takes %.1f s of the judge's own time",
               table[i].again, took);
        const char *within = strstr(steps[0].ruling.message, "within ");
        expect(!within || (atof(within + 7) >= 1 && atof(within + 7) <= c.compile_seconds),
               "costs: '%s': %s", table[i].again, steps[0].ruling.message);
        expect(!strstr(steps[0].ruling.message, "nothing, but"), "costs: nothing is said of '%s'",
               table[i].again);
        expect(steps[0].ruling.verdict != GRADER_ERROR, "costs: 1 MiB of '%s' is %s: %s",
               table[i].again, verdict_name(steps[0].ruling.verdict), steps[0].ruling.message);
        built_free(steps, 1);
    }
    sandbox_close();
}

void test_costs(void)
{
    test_texts_cost();
    test_objects_cost();
    test_builds_cost();
}

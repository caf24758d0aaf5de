/* What a submission costs the judge itself, outside of every sandbox and its limits: the checks of texts and objects must take time in
 * proportion to their length, whatever is in them. Processor time of this process, so that other programs do not matter. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "inspect.h"
#include "similar.h"
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
    const char *number = strstr(again, "%d");
    for (int i = 0; used < LENGTH; i++)
        used += (size_t)(number ? sprintf(text + used, "%.*s%d%s", (int)(number - again), again, i,
                                          number + 2)
                                : sprintf(text + used, "%s", again));
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
    char *marked = text_of("# 1 \"x.cu\"\n%s", text);
    scan_preprocessed(marked, "x.cu", &r);
    free(marked);
}

static void look_for_line(const char *text)
{
    scan_line_of(text, "nowhere");
}

static void fingerprint(const char *text)
{
    struct prints p = prints_of(text);
    free(p.hash);
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
        char *text = text_full_of(table[i].first, table[i].again);
        for (size_t k = 0; k < sizeof checks / sizeof *checks; k++) {
            double begin = seconds();
            checks[k].run(text);
            double took = seconds() - begin;
            worst = took > worst ? took : worst;
            expect(took < most, "costs: %s, 1 MiB of '%s%s': %.1f s", checks[k].name,
                   table[i].first, table[i].again, took);
        }
        free(text);
    }
    printf("grader, costs: at most %.2f s for a check of a text of 1 MiB\n", worst);
}

void test_costs(void)
{
    test_texts_cost();
}

/* The grader's reading of a text against the compilers': what clang includes, or g++ where it is
 * here (nvcc asks it), scan_source must have seen as an #include, however quotes, comments, raw
 * strings, splices and conditions are mixed. The texts are drawn from one seed. */

#include "inspect/inspect.h"
#include "lab/problems/problems.h"
#include "tests.h"

enum { TEXTS = 1200, LEAST_LIVE = 100 };

static const char *const pieces[] = {"\"",
                                     "'",
                                     "R\"x(",
                                     ")x\"",
                                     "R\"(",
                                     ")\"",
                                     "/*",
                                     "*/",
                                     "//",
                                     "\\\n",
                                     "\\ \n",
                                     "\n",
                                     "\n",
                                     "\n#\n",
                                     "\n#if 0\n",
                                     "\n#endif\n",
                                     "\n#else\n",
                                     "\n#if 1\n",
                                     "\n#define D(x)\n",
                                     "D(",
                                     ")",
                                     "1'",
                                     "u8",
                                     "R",
                                     "u'",
                                     "uR\"(",
                                     "%:",
                                     "#",
                                     "/\\\n",
                                     "*\\\n/",
                                     "\n#define IT ",
                                     "\t",
                                     "\f",
                                     "\xff",
                                     "\\\"",
                                     "\\'",
                                     "<:",
                                     "\?\?/\n",
                                     "\n#define R\n",
                                     "\"\"R\"x(",
                                     "\n#define E(a) #a\n",
                                     "E(",
                                     "0x1p",
                                     "\n#ifdef __INTELLISENSE__\n",
                                     "\n#ifndef __INTELLISENSE__\n",
                                     "\n#include \"probe.h\"\n",
                                     "\n #include \"probe.h\"\n",
                                     "%:include \"probe.h\"\n",
                                     "\n#/**/include \"probe.h\"\n",
                                     "\n#in\\\nclude \"probe.h\"\n"};
enum { PIECES = sizeof pieces / sizeof *pieces };

static char *draw(uint64_t *seed)
{
    char *text = zeros(1, 1), *longer;
    for (int i = 0, count = 3 + (int)((*seed = lab_mix(*seed)) % 12); i <= count; i++) {
        const char *piece =
            i < count ? pieces[(*seed = lab_mix(*seed)) % PIECES] : "\n#include \"probe.h\"\n";
        longer = text_of("%s%s", text, piece);
        text = longer;
    }
    return text;
}

/* NUMBER.i: what they make of each text that they take. */
void test_readings(void)
{
    OWNED char *folder = scratch("readings"), *probe = text_of("%s/probe.h", folder),
               *command = text_of("cd %s && for i in $(seq 0 %d); do for cxx in "
                                  "${EMU_CXX:-clang++} $(command -v g++); do "
                                  "$cxx -std=c++17 -E -w $i.cc >$i.one 2>$i.log && "
                                  "cat $i.one >>$i.i; done; done; true",
                                  folder, TEXTS - 1);
    uint64_t seed = 27;
    int live = 0;
    write_text(probe, "PROBE_IS_LIVE\n");
    for (int i = 0; i < TEXTS; i++) {
        OWNED char *text = draw(&seed), *path = text_of("%s/%d.cc", folder, i);
        write_text(path, text);
    }
    expect(system(command) == 0, "readings: no compiler was started");
    for (int i = 0; i < TEXTS; i++) {
        struct ruling r = {.verdict = PASS};
        OWNED char *path = text_of("%s/%d.cc", folder, i), *made = text_of("%s/%d.i", folder, i),
                   *text = read_file(path, 1 << 20, NULL),
                   *expanded = read_file(made, 1 << 20, NULL);
        int is_live = text && expanded && strstr(expanded, "PROBE_IS_LIVE");
        live += is_live;
        if (is_live)
            expect(scan_source(text, "x.cu", &r),
                   "readings: a compiler includes what is not seen in %s", path);
    }
    expect(live >= LEAST_LIVE, "readings: %d texts of %d include anything", live, TEXTS);
    printf("grader, readings: %d texts, of which %d include a file\n", TEXTS, live);
}

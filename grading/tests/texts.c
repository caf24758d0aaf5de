/* Tests of the judge's parts that work on texts: protocol, rubrics, source scan, symbols, points,
 * files. */
#include "tests.h"

#include <math.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "inspect/inspect.h"
#include "judge/stage.h"
#include "inspect/lexer.h"

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
    char *huge = malloc(100000);
    memset(huge, 'a', 99999);
    huge[99999] = 0;
    strcpy(line, "1 ok");
    protocol_add(line, "k", huge);
    expect(strlen(line) < PROTOCOL_LINE - 1, "protocol: a value grows to %zu", strlen(line));
    free(huge);
}

/* What an instructor's file may say, and each mistake in it by its field. */
static void test_rubrics(void)
{
#define LAB    "{\"lab\": \"01_naive_gemv\", \"steps\": ["
#define STEP1  LAB "{\"step\": 1, \"points\": 5, \"correctness\": 0.5, \"efficiency\": "
#define RULE   "{\"metric\": \"idc__requests\", \"what\": \"things\", \"at_most\": 5}"
#define STORED "{\"metric\": \"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum\", "
    static const struct {
        const char *text, *message; /* NULL: it is fine */
    } table[] = {
        {LAB "{\"step\": 0, \"points\": 5}]}", NULL},
        {"{\"_comment\": \"y\", \"steps\": [{\"step\": 0}]}", NULL},
        {STEP1 "{\"size\": [4, 4], \"counters\": [" RULE "]}}]}", NULL},
        {STEP1 "{\"counters\": [" STORED "\"at_most\": 7}]}}]}", NULL},
        {LAB "{\"step\": 0, \"points\": 5}", "01_naive_gemv.json: line 1"},
        {"{\"lab\": \"y\", \"steps\": [{\"step\": 0}]}", "01_naive_gemv.json: lab: is \"y\""},
        {"{\"lab\": \"01_naive_gemv\"}", "01_naive_gemv.json: steps: must be a list"},
        {"[]", "01_naive_gemv.json: : must be an object"},
        {LAB "]}", "steps: must be a list"},
        {LAB "5]}", "steps[0]: must be an object"},
        {LAB "{\"points\": 5}]}", "steps[0].step: is missing"},
        {LAB "{\"step\": 7}]}", "steps[0].step: 7: this lab has no such step"},
        {LAB "{\"step\": 0, \"points\": \"5\"}]}", "steps[0].points: must be a number"},
        {LAB "{\"step\": 0, \"points\": -5}]}", "steps[0].points: is -5, must be"},
        {LAB "{\"step\": 0, \"pionts\": 5}]}", "steps[0].pionts: no such field"},
        {LAB "{\"step\": 0}, {\"step\": 0}]}", "steps[1].step: 0 is there twice"},
        {STEP1 "{\"size\": [4, 0]}}]}", "efficiency.size: must be whole"},
        {STEP1 "{\"size\": 4}}]}", "efficiency.size: must be [rows"},
        {STEP1 "{\"counters\": {}}}]}", "steps[0].efficiency.counters: must be a list"},
        {STEP1 "{\"counters\": [{\"what\": \"w\"}]}}]}",
         "steps[0].efficiency.counters[0].metric: is missing"},
        {STEP1 "{\"counters\": [" RULE ", {\"metric\": \"a b\", \"what\": \"w\"}]}}]}",
         "counters[1].metric: 'a b' is no counter: docs/emulator.md lists"},
        {STEP1 "{\"counters\": [{\"metric\": \"bogus__counter.sum\", \"what\": \"w\"}]}}]}",
         "steps[0].efficiency.counters[0].metric: 'bogus__counter.sum' is no counter"},
        {STEP1 "{\"counters\": [{\"metric\": \"\", \"what\": \"w\"}]}}]}",
         "counters[0].metric: '' is no counter"},
        {STEP1 "{\"counters\": [{\"metric\": \"idc__requests.sum\"}]}}]}",
         "counters[0].what: is missing"},
        {STEP1 "{\"counters\": [" STORED "\"at_most\": 5, \"none_at\": 4}]}}]}",
         "counters[0].none_at: is less than at_most"},
        {STEP1 "{\"time\": {\"full_at\": 5}}}]}", "steps[0].efficiency.time.none_at"},
        {"\xef\xbb\xbf" LAB "{\"step\": 1, \"points\": 5}]}", NULL},
        {"\xef\xbb\xbf", "line 1: "},
    };
    char *folder = scratch("rubrics"), *file = text_of("%s/01_naive_gemv.json", folder), why[400];
    struct lab_rubric r;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        write_text(file, table[i].text);
        int status = rubric_read("01_naive_gemv", folder, &r, why, sizeof why);
        if (!table[i].message)
            expect(status == 0, "rubric %zu: %s", i, why);
        else
            expect(status && strstr(why, table[i].message) && !strchr(why, '\n'),
                   "rubric %zu: says '%s' instead of '%s'", i, status ? why : "nothing",
                   table[i].message);
        rubric_forget(&r);
    }
    free(file);
    free(folder);
}

/* A file changes what it names and nothing else; without one the declaration holds. */
static void test_changed_rubric(void)
{
    char *folder = scratch("rubrics"), *file = text_of("%s/01_naive_gemv.json", folder), why[400];
    struct lab_rubric r;
    const struct lab_lesson *declared = lab_lesson_of("01_naive_gemv", 1);
    write_text(file, LAB "{\"step\": 1, \"points\": 25, \"efficiency\": {\"counters\": [" STORED
                         "\"at_most\": 2000}, " RULE "], \"time\": {\"full_at\": 1.5}}}]}");
    expect(rubric_read("01_naive_gemv", folder, &r, why, sizeof why) == 0, "changes: %s", why);
    const struct lab_lesson *now = rubric_step(&r, 1);
    expect(now->points == 25 && now->correctness == declared->correctness &&
               now->size.m == declared->size.m && rubric_step(&r, 0)->points == 10,
           "changes: %g points, correctness %g", now->points, now->correctness);
    expect(now->rules == declared->rules + 1 && now->rule[1].at_most == 2000 &&
               now->rule[1].none_at == 8000 &&
               strcmp(now->rule[1].hint, declared->rule[1].hint) == 0 &&
               now->rule[0].at_most == declared->rule[0].at_most,
           "changes: %d rules, stores up to %g", now->rules, now->rule[1].at_most);
    expect(strcmp(now->rule[now->rules - 1].what, "things") == 0 && now->time.full_at == 1.5 &&
               now->time.none_at == declared->time.none_at,
           "changes: the last rule is of %s", now->rule[now->rules - 1].what);
    rubric_forget(&r);
    remove(file);
    expect(rubric_read("01_naive_gemv", folder, &r, why, sizeof why) == 0 &&
               memcmp(&r.step[1], declared, sizeof *declared) == 0,
           "changes: without a file the declaration holds");
    free(file);
    free(folder);
}

static void test_scan(void)
{
    static const struct {
        const char *text, *message; /* NULL: it is fine */
    } table[] = {
        {"#include \"lab.h\"\n#include <math.h>\n#pragma unroll 4\nint x;", NULL},
        {"// asm(\"nop\")\n/* #include \"/etc/passwd\" */ const char *s = \"asm "
         "__attribute__((naked))\"; char c = '\\'';",
         NULL},
        {"int section, alias, constructor; int naked(int asmx) { return asmx; }", NULL},
        {"__attribute__((aligned(16))) float x[4]; [[maybe_unused]] int y; struct alignas(8) z {};",
         NULL},
        {"auto s = R\"(asm(\"x\") \" )\"; int y = 1'000'000;", NULL},
        {"_Pragma(\"unroll 8\") for (;;);", NULL},
        {"int a[3]; int b = a[a[0]];", NULL},
        {"\n\nvoid f() { asm(\"syscall\"); }", "x.cu:3: 'asm'"},
        {"void f() { __asm__ volatile(\"nop\"); }", "x.cu:1: '__asm__'"},
        {"as\\\nm(\"nop\");", "x.cu:1: 'asm'"},
        {"#include \"binary_mma.h\"\n#include \"binary_hopper.h\"\n__device__ void f(int (&c)[4], "
         "uint32_t (&a)[4], uint32_t (&b)[2], uint64_t *x) { binary_mma(c, a, b); "
         "load_matrices(a, b); add_bits(a, b[0], b[1]); barrier_wait(x, 0); wgmma_begin(); }",
         NULL},
        {"__device__ void f() { HOPPER_ASM(\"nop;\"); }", "x.cu:1: 'HOPPER_ASM'"},
        {"#define MINE HOPPER_WGMMA\n", "HOPPER_WGMMA"},
        {"void f(void **p) { cudaGetDriverEntryPointByVersion(\"cuMemcpy\", p, 12000, 0, 0); }",
         "'cudaGetDriverEntryPointByVersion': a lab asks the driver"},
        {"/* */ __attribute__((no_sanitize(\"thread\"))) void f();",
         "x.cu:1: the attribute 'no_sanitize'"},
        {"\n__attribute__ ( ( __no_sanitize_thread__ ) ) void f();", "x.cu:2: the attribute"},
        {"[[gnu::no_sanitize_thread]] void f();", "x.cu:1: the attribute"},
        {"[[ gnu :: constructor ]] void f();", "the attribute 'constructor'"},
        {"__attribute__((unused, constructor(101))) void f();", "the attribute 'constructor'"},
        {"__attribute((section(\".text\"))) int f();", "the attribute 'section'"},
        {"#define A __attribute__((disable_tail_calls))\n", "attribute"},
        {"#include \"/etc/passwd\"\n", "x.cu:1: #include of /etc/passwd"},
        {"  #  include </etc/passwd>\n", "#include of /etc/passwd"},
        {"#include \"../../solutions/x.cu\"\n", "#include of ../../solutions/x.cu"},
        {"#include \"emulator/emulator.h\"\n", "#include of"},
        {"%:include \"/etc/passwd\"\n", "#include of"},
        {"#inc\\\nlude \"/etc/passwd\"\n", "#include of"},
        {"#define F \"/etc/passwd\"\n#include F\n", "x.cu:2: #include must name"},
        {"#embed \"/etc/passwd\"\n", "#embed"},
        {"#pragma GCC optimize(\"no-sanitize\")\n", "#pragma GCC optimize"},
        {"#pragma clang attribute push\n", "#pragma clang"},
        {"_Pragma(\"GCC push_options\")", "#pragma GCC push_options"},
        {"#define LAB_MAIN(x) int y;\n", "#define LAB_MAIN"},
        {"#undef cudaMalloc\n", "#undef cudaMalloc"},
        {"#define __syncthreads()\n", "#define __syncthreads"},
        {"extern \"C\" void emu_begin();\n", "'emu_begin' belongs to the emulator"},
        {"extern \"C\" void __tsan_read4(void *);\n", "'__tsan_read4'"},
        {"#ifdef LAB_EMULATOR\n#endif\n", "'LAB_EMULATOR'"},
        {"#if __has_include(\"/etc/passwd\")\n#endif\n", "'__has_include'"},
        {"#line 5 \"other.cu\"\n", "#line"},
        {"# 5 \"/usr/include/other.h\" 1 3\n", "#5 is not"},
        {"<:<:gnu::constructor:>:> void f();", "the attribute 'constructor'"},
        {"int a<:3:>; bool b = c<::d; auto e = x<:y<:0:>:>; <% %>", NULL},
        {"void f() { as\\ \t\nm volatile(\"nop\"); }", "x.cu:1: 'asm'"},
        {"D(1'\"') asm(\"nop\"); D(\"'\"'", "x.cu:1: 'asm'"},
        {"\xef\xbb\xbf#include \"/etc/passwd\"\n", "x.cu:1: #include of /etc/passwd"},
        {"\xef\xbb\xbf#include \"lab.h\"\n", NULL},
        {"#define pure constructor\n__attribute__((pure)) static void f();",
         "x.cu:2: the attribute 'pure' is a macro"},
        {"#define unused section(\".init_array\")\n__attribute__((used, unused)) static int x;",
         "x.cu:2: the attribute 'unused' is a macro"},
        {"#define A __attribute__\nA((constructor)) void f();", "write __attribute__"},
        {"#define A ((constructor))\n__attribute__ A void f();", "write __attribute__"},
        {"#include \"./emulator/emulator.h\"\n", "#include of emulator/emulator.h"},
        {"#include \".//emulator/emulator.h\"\n", "#include of emulator/emulator.h"},
        {"#include \"lab_main.h\"\n", "#include of lab_main.h: a lab includes lab.h"},
        {"#include <emu_launch.h>\n", "#include of emu_launch.h"},
        {"#include <immintrin.h>\n", "#include of immintrin.h"},
        {"#include \"./lab.h\"\n#include <vector>\n#include <sys/types.h>\n#include "
         "<cuda/std/atomic>\n#include <bits/stdc++.h>\n#include <cub/cub.cuh>\n#include "
         "<cooperative_groups/reduce.h>\n#include \"hopper.h\"\n",
         NULL},
        {"#define P(a, b) a##b\n#define inline P(as, m)\n#include \"lab.h\"\n",
         "x.cu:3: #include behind the #define in line 1"},
        {"#define inline __CONCAT(as, m)\n#include \"lab.h\"\n", "x.cu:2: #include behind"},
        {"#define L [\n#define inline L L gnu::constructor]]\n#include \"lab.h\"\n",
         "x.cu:3: #include behind the #define in line 2"},
        {"#define WAIT __syncthreads()\n#define ALL(x) __shfl_sync(~0u, x, 0)\n#define F static "
         "__device__ __forceinline__\n#include \"lab.h\"\n",
         NULL},
        {"#define N 32\n#define DIV(a, b) (((a) + (b) - 1) / (b))\n#define CHECK(x) do { if (x) "
         "{ fprintf(stderr, \"%s %s:%d\", #x, __FILE__, __LINE__); exit(1); } } \\\n while "
         "(0)\n#include \"lab.h\"\n#define JOIN(a, b) a##b\n",
         NULL},
        {"void f() { stdout->_fileno = 4; }", "'_fileno': a lab does not look inside a FILE"},
        {"void f() { stdout->_IO_write_ptr++; }", "'_IO_write_ptr'"},
        {"long long t = __builtin_ia32_rdtsc();", "'__builtin_ia32_rdtsc'"},
        {"#ifdef __CUDA_EMULATOR__\n#endif\n", "'__CUDA_EMULATOR__'"},
        {"void f() { WARPGROUP_ASM(\"nop\"); }", "'WARPGROUP_ASM'"},
        {"#define cudaCheckErrors(msg) do { cudaError_t e = cudaGetLastError(); if (e) exit(1); } "
         "while (0)\n#ifndef __MY_GEMV__\n#define __MY_GEMV__\n#endif\n#undef __MY_GEMV__\n",
         NULL},
        {"#define cudaGetErrorString(e) \"\"\n", "#define cudaGetErrorString"},
        {"#define __ldg(x) x\n", "#define __ldg"},
        {"#define __builtin_expect(x, y) x\n", "#define __builtin_expect"},
        {"#pragma pack(push, 1)\nstruct s { char c; int i; };\n#pragma pack (pop)\n", NULL},
        {"#pragma region a\n#pragma warning(disable : 4244)\n#pragma message \"x\"\n#pragma "
         "nv_diag_suppress 177\n#pragma hd_warning_disable\n#pragma endregion a\n",
         NULL},
        {"#pragma GCC system_header\n", "#pragma GCC system_header"},
        {"#pragma push_macro(\"x\")\n", "#pragma push_macro"},
        {"[[deprecated(\"x\")]] void f(); [[deprecated]] void g(); struct [[nodiscard]] s {};",
         NULL},
        {"#ifdef __INTELLISENSE__\n#define __global__\n#define __syncthreads()\n#include "
         "<intrin.h>\n#if 1\n#endif\n#endif\nint x;",
         NULL},
        {"#if defined(__INTELLISENSE__) // my editor\n#define __ldg(x) *(x)\n#else\nint y;\n#endif",
         "#define __ldg"},
        {"#if defined(__INTELLISENSE__)\n#define __ldg(x) *(x)\n#else\nint y;\n#endif", NULL},
        {"#ifdef __INTELLISENSE__\n#endif\n#define __ldg(x) *(x)\n", "x.cu:3: #define __ldg"},
        {"#ifdef __INTELLISENSE__\n#else\n#define __ldg(x) *(x)\n#endif\n",
         "x.cu:3: #define __ldg"},
        {"#define __INTELLISENSE__ 1\n", "#define __INTELLISENSE__"},
        {"#undef __INTELLISENSE__\n", "#undef __INTELLISENSE__"},
        {"#ifdef __INTELLISENSE__\n\"\n#endif\n#define __ldg(x) *(x)\n#if 1\n\"\n#endif\n",
         "#define __ldg"},
        {"#ifdef __INTELLISENSE__\nR\"x(\n#endif\n#define __ldg(x) *(x)\n)x\"\n#define __ldca(x) "
         "*(x)\n#endif\n",
         "#define __ldca"},
        {"#ifndef __INTELLISENSE__\n#define __ldg(x) *(x)\n#endif\n", "#define __ldg"},
        {"#include <cuComplex.h>\n#include <cuda_fp16.h>\n#include <nvtx3/nvToolsExt.h>\n", NULL},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct ruling r = {.verdict = PASS};
        int bad = scan_source(table[i].text, "x.cu", &r);
        if (!table[i].message)
            expect(!bad, "scan %zu: refuses what is fine: %s", i, r.message);
        else
            expect(bad && r.verdict == REFUSED && strstr(r.message, table[i].message),
                   "scan %zu: '%s' instead of '%s'", i, r.message, table[i].message);
    }
    expect(scan_line_of("a\n// fopen\n\"fopen\"\nx = fopen(y);", "fopen") == 4,
           "scan: the line of a call");
    expect(scan_line_of("fopenx xfopen", "fopen") == 0, "scan: part of a word");
}

/* What the preprocessor made of it: only the lines of x.cu count. */
static void test_scan_preprocessed(void)
{
    static const struct {
        const char *text, *message; /* NULL: it is fine */
    } table[] = {
        {"void f() { asm(\"nop\"); }", "'asm'"},
        {"__attribute__((weak)) __emu_global__ __attribute__((global, launch_bounds(256))) void "
         "f();",
         NULL},
        {"__attribute__((constructor)) void f();", "x.cu:7: the attribute 'constructor'"},
        {"__attribute__\n# 7 \"x.cu\" 3\n((\n# 9 \"x.cu\"\nconstructor)) void f();",
         "x.cu:9: the attribute 'constructor'"},
        {"[\n# 8 \"x.cu\"\n[ gnu::constructor]] void f();", "x.cu:8: the attribute 'constructor'"},
        {"#pragma GCC optimize(\"O3\")\n", "#pragma GCC optimize"},
        {" # 1 \"lab.h\" 3\nasm(\"nop\");", "is not accepted"},
        {"const char *s = R\"(\n# 1 \"lab.h\" 3\n)\"; asm(\"nop\");", "x.cu:9: 'asm'"},
        {"__attribute__((no_sanitize(\"thread\"))) void k();", "the attribute 'no_sanitize'"},
        {"\n# 1 \"lab.h\" 1\nasm(\"nop\");\n# 4 \"y/x.cu\"\nasm(\"nop\");\n# 9 \"x.cu\" 2\nint x;",
         NULL},
        {"\n# 1 \"lab.h\" 1\nasm(\"nop\");\n# 9 \"x.cu\" 2\nint x;\n_IO_putc();",
         "x.cu:10: '_IO_putc'"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct ruling r = {.verdict = PASS};
        char *text = text_of("# 0 \"x.cu\"\n# 1 \"/usr/include/y.h\" 1 3 4\nasm(\"nop\"); "
                             "__attribute__((constructor))\n# 7 \"x.cu\"\n%s",
                             table[i].text);
        int bad = scan_preprocessed(text, "x.cu", &r);
        expect(table[i].message
                   ? bad && r.verdict == REFUSED && strstr(r.message, table[i].message) != NULL
                   : !bad,
               "scan, preprocessed %zu: '%s' instead of '%s'", i, r.message,
               table[i].message ? table[i].message : "");
        free(text);
    }
}

static void test_symbols(void)
{
    static const struct {
        const char *text;
        enum verdict verdict;
        const char *message;
    } table[] = {
        {"#include <stdio.h>\n#include <math.h>\nextern \"C\" void launch_x(float *a) { "
         "printf(\"%f\", sqrt(a[0])); }",
         PASS, ""},
        {"#include <stdlib.h>\nstatic void *p; extern \"C\" void launch_x() { p = malloc(5); if "
         "(!p) exit(1); }",
         PASS, ""},
        {"int counter; float table[4]; int helper(int x) { return x + counter; }", PASS, ""},
        {"#include <stdio.h>\nextern \"C\" void launch_x() {\n fopen(\"x\", \"r\"); }", REFUSED,
         "x.cc:3: calls fopen: a lab opens"},
        {"#include <unistd.h>\nvoid f() { fork(); }", REFUSED, "x.cc:2: calls fork: a lab starts"},
        {"#include <stdlib.h>\nvoid f() { if (system(\"ls\")) return; }", REFUSED, "calls system"},
        {"#include <unistd.h>\nlong f() { return syscall(39); }", REFUSED, "calls syscall"},
        {"#include <time.h>\nvoid f() { timespec t; clock_gettime(0, &t); }", REFUSED,
         "calls clock_gettime: the grader does the timing"},
        {"#include <thread>\nvoid f() { std::thread t([] {}); t.join(); }", REFUSED, "std::"},
        {"extern \"C\" int cublasSgemv_v2(); int f() { return cublasSgemv_v2(); }", REFUSED,
         "cublasSgemv_v2"},
        {"extern \"C\" int mystery(); int f() { return mystery(); }", REFUSED,
         "calls mystery, which is not on the list"},
        {"namespace lib { int helper(int); }\nint f() { return lib::helper(1); }", COMPILE_ERROR,
         "x.cc:1: lib::helper is declared but"},
        /* newer compilers and C libraries call these for <iostream>, strtol and fscanf */
        {"namespace std { void ios_base_library_init(); }\nvoid f() { "
         "std::ios_base_library_init(); }",
         PASS, ""},
        {"extern \"C\" long __isoc23_strtol(const char *, char **, int);\nlong f(const char *s) { "
         "return __isoc23_strtol(s, 0, 10); }",
         PASS, ""},
        {"extern \"C\" int __isoc23_fscanf(void *);\nint f() { return __isoc23_fscanf(0); }",
         REFUSED, "calls __isoc23_fscanf: a lab opens and reads no files"},
        {"int main() { return 0; }", REFUSED, "x.cc:1: defines main"},
        {"extern \"C\" int cudaEventElapsedTime(float *m, void *, void *) { *m = 0; return 0; }",
         REFUSED, "defines the C function cudaEventElapsedTime"},
        {"extern \"C\" long write(int, const void *, long n) { return n; }", REFUSED,
         "defines the C function write"},
        {"extern \"C\" { int emu_builtins[4]; }", REFUSED, "give it another name"},
        {"extern \"C\" int environ; int environ;", REFUSED, "x.cc:1: defines environ"},
        {"extern \"C\" void gemv(float *a) { *a = 1; }", REFUSED,
         "x.cc:1: defines the C function gemv: leave out extern \"C\""},
        {"#define GLUE(a, b) a##b\nextern \"C\" unsigned long GLUE(str, len)(const char *) { "
         "return 0; }",
         REFUSED, "x.cc: defines the C function strlen"},
        {"#define GLUE(a, b) a##b\nextern \"C\" { void *GLUE(env, iron); }", REFUSED,
         "x.cc: defines environ"},
        {"extern const char write[] __attribute__((section(\".text\")));\nconst char write[] = "
         "\"\\303\";",
         REFUSED, "x.cc:1: defines the C function write"},
        {"#include <unistd.h>\nint f() { return truncate(\"x\", 0); }", REFUSED,
         "x.cc:2: calls truncate: a lab does not touch descriptors"},
        {"#include <time.h>\nvoid f(timespec *t) { nanosleep(t, t); }", REFUSED,
         "calls nanosleep: a lab does not wait"},
        {"#include <utmp.h>\nvoid f() { logwtmp(\"\", \"\", \"\"); }", REFUSED, "calls logwtmp"},
        {"#include <math.h>\nfloat f(float x) { return nanf(\"\") + truncf(x) + logf(x) * "
         "atan2f(x, "
         "x) + fmaf(x, x, lgamma(x)); }",
         PASS, ""},
        {"#include <map>\n#include <sstream>\n#include <stdexcept>\n#include <string>\n"
         "#include <unordered_map>\nstd::string f(int n) {\n"
         "    std::map<int, std::string> names; std::unordered_map<std::string, int> numbers;\n"
         "    names[n] = std::to_string(n) + \"x\"; numbers[names[n]] = n; names.erase(n - 1);\n"
         "    std::ostringstream o; o << std::hex << n << 1.5 << 'c' << names[n].substr(1) << "
         "true;\n"
         "    std::istringstream in(o.str()); int back = 0; in >> back;\n"
         "    try {\n"
         "        if (back > 4) throw std::runtime_error(o.str());\n"
         "        if (back > 3) throw std::out_of_range(\"x\");\n"
         "        return std::string(n, 'y') + names.at(back) + std::string(1, names[n].at(n));\n"
         "    } catch (const std::exception &e) { return e.what(); } catch (...) { throw; } }",
         PASS, ""},
        {"#include <functional>\n#include <list>\n#include <memory>\n#include <random>\n#include "
         "<iostream>\nint f(int n) {\n"
         "    std::function<int(int)> g = [n](int x) { return x + n; }; std::list<int> l(n, 1); "
         "l.sort();\n"
         "    auto p = std::make_shared<int>(g(n)); std::weak_ptr<int> w = p; std::mt19937 r(n);\n"
         "    std::clog << *w.lock() << std::flush; return std::uniform_int_distribution<>(0, "
         "n)(r); }",
         PASS, ""},
        {"#include <fstream>\nvoid f() {\n std::ofstream o(\"x\"); o << 1; }", REFUSED,
         "std::basic_filebuf, which is not on the list"},
        {"#include <random>\nunsigned f() { return std::random_device()(); }", REFUSED,
         "std::random_device"},
    };
    char *folder = scratch("symbols"), *source = text_of("%s/x.cc", folder),
         *object = text_of("%s/x.o", folder);
    char *command = text_of("g++ -w -O1 -c %s -o %s", source, object);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct ruling r = {.verdict = PASS};
        write_text(source, table[i].text);
        if (system(command)) {
            expect(0, "symbols %zu: g++ failed", i);
            continue;
        }
        check_symbols(object, EMULATOR, table[i].text, "x.cc", &r);
        expect(r.verdict == table[i].verdict && strstr(r.message, table[i].message),
               "symbols %zu: %s '%s' instead of %s '%s'", i, verdict_name(r.verdict), r.message,
               verdict_name(table[i].verdict), table[i].message);
    }
    struct ruling r = {.verdict = PASS};
    write_text(object, "\177ELF and then nothing of the kind");
    expect(check_symbols(object, EMULATOR, "", "x.cc", &r) && r.verdict == GRADER_ERROR,
           "symbols: a broken object");
    free(command);
    free(object);
    free(source);
    free(folder);
}

static void test_points(void)
{
    static const struct {
        int backend;
        double count, speedup, points;
        enum verdict verdict;
    } table[] = {
        {EMULATOR, 100, NAN, 10, PASS},  {EMULATOR, 50, NAN, 10, PASS},
        {EMULATOR, 200, NAN, 8.5, SLOW}, {EMULATOR, 300, NAN, 7, SLOW},
        {EMULATOR, 9, NAN, 0, REFUSED},  {EMULATOR, NAN, NAN, 0, REFUSED},
        {GPU, 100, 1, 10, PASS},         {GPU, 100, 5, 10, PASS},
        {GPU, 100, 1 / 1.2, 10, PASS},   {GPU, 100, 1 / 2.6, 9.25, PASS},
        {GPU, 100, 0.25, 8.5, PASS},     {GPU, 300, 0.25, 7, SLOW},
        {GPU, 300, 1, 8.5, SLOW},        {GPU, 100, NAN, 10, PASS},
    };
    static struct context c;
    struct lab_lesson rubric = {.points = 10,
                                .correctness = 0.7,
                                .size = {8, 8, 1},
                                .time = {0.5, 1.2, 4},
                                .rule = {{"a.sum", "things", 100, 300, 0, 10, .hint = "Do less."}},
                                .rules = 1};
    c.metric[0] = "a.sum";
    c.metrics = 1;
    c.have_emulator = 1;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct step_result r;
        memset(&r, 0, sizeof r);
        c.backend = table[i].backend;
        r.counter[0] = table[i].count;
        r.figures.speedup_over_reference = table[i].speedup;
        score_step(&c, &rubric, &r);
        expect(fabs(r.points - table[i].points) < 1e-9 && r.ruling.verdict == table[i].verdict,
               "points %zu: %g, %s (%s)", i, r.points, verdict_name(r.ruling.verdict),
               r.ruling.message);
        expect(r.max == 10, "points %zu: the maximum is %g", i, r.max);
    }
    rubric.rule[0].wanted = 80; /* uses of what the step teaches; 20 are none, half is a third */
    struct step_result half = {.counter = {40}, .figures = {.speedup_over_reference = NAN}},
                       show = {.counter = {20}, .figures = {.speedup_over_reference = NAN}};
    c.backend = EMULATOR;
    score_step(&c, &rubric, &half);
    expect(fabs(half.points - 8) < 1e-9 && half.ruling.verdict == SLOW &&
               strstr(half.ruling.message, "40 things at 8x8; this step needs at least 80."),
           "points: half of what is wanted gives %g, %s", half.points, half.ruling.message);
    score_step(&c, &rubric, &show);
    expect(show.points == 7 && show.ruling.verdict == SLOW,
           "points: a quarter of what is wanted gives %g, %s", show.points, show.ruling.message);
    struct step_result wrong = {.ruling = {.verdict = WRONG, .message = "no"}};
    score_step(&c, &rubric, &wrong);
    expect(wrong.points == 0 && wrong.max == 10, "points: a wrong step gets %g", wrong.points);
}

/* What the emulator can never run is in no sum, and the message says what could. */
static void test_gradable(void)
{
    static struct context c;
    const struct lab_step *facts;
    int count = lab_all_steps(&facts), left_out = 0;
    for (int i = 0; i < count; i++) {
        struct ruling r = {.verdict = PASS};
        c.backend = EMULATOR;
        if (check_is_gradable(&c, &facts[i], &r))
            continue;
        left_out++;
        expect(r.verdict == SKIPPED && strstr(r.message, "needs a Hopper GPU") &&
                   strstr(r.message, "BACKEND=gpu"),
               "gradable: %s, step %d: %s", facts[i].lab, facts[i].step, r.message);
        c.backend = GPU;
        c.gpus = 2;
        c.device.major = c.gpu[0].major = c.gpu[1].major = 8;
        expect(!check_is_gradable(&c, &facts[i], &r) && strstr(r.message, "such a GPU"),
               "gradable: on another GPU: %s", r.message);
        c.gpu[1].major = 9;
        expect(check_is_gradable(&c, &facts[i], &r), "gradable: the second GPU could: %s",
               r.message);
    }
    expect(left_out == 11, "gradable: %d steps instead of 11 are not for the emulator", left_out);
}

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
        char *text = text_of("%s", table[i].raw);
        expect(strcmp(clean_text(text), table[i].clean) == 0, "clean %zu: '%s'", i, text);
        free(text);
    }
    struct ruling r;
    err(&r, WRONG, "%*s\xc3\xab", MESSAGE - 2, "");
    expect(strlen(r.message) == MESSAGE - 1 && r.message[MESSAGE - 2] == '?',
           "clean: a message is cut inside a character");
}

static void test_files(void)
{
    char *folder = scratch("files"), *path = text_of("%s/a", folder), *text;
    write_text(path, "old");
    FILE *f = atomic_open(path);
    fputs("half of the n", f);
    fflush(f);
    text = read_file(path, 100, NULL);
    expect(text && strcmp(text, "old") == 0, "atomic: a reader sees '%s' while it is written",
           text ? text : "nothing");
    free(text);
    atomic_close(f, path);
    text = read_file(path, 100, NULL);
    expect(text && strcmp(text, "half of the n") == 0, "atomic: '%s' after it is written",
           text ? text : "nothing");
    free(text);
    expect(!read_file(path, 5, NULL), "read_file: more than the limit is read");
    char *link = text_of("%s/link", folder);
    expect(symlink("/etc/passwd", link) == 0 && !read_file(link, 100000, NULL),
           "read_file: follows a link");
    free(link);
    free(path);
    free(folder);
}

/* What of lab 08/hopper only Hopper GPUs try, as `make run` and the judge say it; which
 * functions are as in the stub. */
static void test_uncovered(void)
{
    static const char lab[] = "08_thread_tiled_gemm_hopper",
                      todo[] = "/* TODO 15:", fill[] = "p->shared = 0; /* TODO 15:";
    char said[200], expected[200],
        *stub = read_file("labs/08_thread_tiled_gemm/hopper.cu", 1 << 20, NULL),
        *solution = read_file("solutions/08_thread_tiled_gemm/hopper.cu", 1 << 20, NULL),
        *one = stub ? edited(stub, todo, fill) : NULL;
    expect(stub && solution && one, "uncovered: lab 08's files");
    if (stub && solution && one) {
        struct uncovered empty = uncovered_todos(stub, stub, 6),
                         full = uncovered_todos(stub, solution, 6),
                         some = uncovered_todos(stub, one, 6),
                         other = uncovered_todos(stub, stub, 1);
        snprintf(expected, sizeof expected, LAB_UNTRIED, empty.first, empty.last);
        expect(strcmp(lab_untried(lab, 6, 8, 0, 1, said, sizeof said), expected) == 0,
               "uncovered: make run says '%s', the text '%s'", said, expected);
        expect(empty.count == 2 && empty.untouched == 2 && full.count == 2 && full.untouched == 0,
               "uncovered: %d of %d in the stub, %d of %d in the solution", empty.untouched,
               empty.count, full.untouched, full.count);
        expect(some.untouched == 1, "uncovered: %d with one filled in", some.untouched);
        expect(other.count == 0, "uncovered: step 1 has %d", other.count);
    }
    expect(!lab_untried(lab, 6, 9, 0, 0, said, sizeof said)[0] &&
               !lab_untried("08_thread_tiled_gemm", 6, 8, 0, 1, said, sizeof said)[0],
           "uncovered: said of what is covered");
    free(stub);
    free(solution);
    free(one);
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
    test_files();
    test_submissions();
    test_intake();
    test_naming();
}

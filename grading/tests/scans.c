/* What a text and an object may hold. */
#include <unistd.h>

#include "tests.h"
#include "inspect/inspect.h"

void test_scan(void)
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
        {"auto s = \"asm\"; int y = 1'000'000, R = 4; f(R, \"x\");", NULL},
        {"_Pragma(\"unroll 8\") for (;;);", NULL},
        {"int a[3]; int b = a[a[0]];", NULL},
        {"\n\nvoid f() { asm(\"syscall\"); }", "x.cu:3: 'asm'"},
        {"void f() { __asm__ volatile(\"nop\"); }", "x.cu:1: '__asm__'"},
        {"as\\\nm(\"nop\");", "x.cu:1: 'asm'"},
        {"#include \"binary/binary_mma.h\"\n#include \"binary/binary_hopper.h\"\n__device__ void "
         "f(int (&c)[4], "
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
        {"#include \"step0\"\n", "#include of step0"},
        {"#include \"emulator/emulator.h\"\n", "#include of"},
        {"%:include \"/etc/passwd\"\n", "#include of"},
        {"#inc\\\nlude \"/etc/passwd\"\n", "#include of"},
        {"#define F \"/etc/passwd\"\n#include F\n", "x.cu:2: #include must name"},
        {"#embed \"/etc/passwd\"\n", "#embed"},
        {"#pragma GCC optimize(\"no-sanitize\")\n", "#pragma GCC optimize"},
        {"#pragma clang attribute push\n", "#pragma clang"},
        {"_Pragma(\"GCC push_options\")", "#pragma GCC push_options"},
        {"#define UNROLL(n) _Pragma(TEXT(unroll n))\n", NULL}, /* the preprocessor's text has it */
        {"_Pragma(R\"(GCC optimize(3))\")", "x.cu:1: a raw string"},
        {"#define LAB_MAIN(x) int y;\n", "#define LAB_MAIN"},
        {"#undef cudaMalloc\n", "#undef cudaMalloc"},
        {"#define __syncthreads()\n", "#define __syncthreads"},
        {"extern \"C\" void emu_begin();\n", "'emu_begin' belongs to the emulator"},
        {"extern \"C\" void __tsan_read4(void *);\n", "'__tsan_read4'"},
        {"extern \"C\" void __ubsan_handle_add_overflow(void);\n", "'__ubsan_handle_add_overflow'"},
        {"#ifdef LAB_EMULATOR\n#endif\n", "'LAB_EMULATOR'"},
        {"#if __has_include(\"/etc/passwd\")\n#endif\n", "'__has_include'"},
        {"#line 5 \"other.cu\"\n", "#line"},
        /* a quote that nothing closes ends with its line, and a "#" alone is a line of its own */
        {"#define IT don't\n#include \"/etc/passwd\"\n", "x.cu:2: #include of /etc/passwd"},
        {"#define IT \"so\n# 1 \"stdio.h\" 1 3\n", "x.cu:2: #1 is not"},
        {"D('\n#define LAB_MAIN(x)\n)", "x.cu:2: #define LAB_MAIN"},
        {"#\n#include \"/etc/passwd\"\n", "x.cu:2: #include of /etc/passwd"},
        {"# // nothing\n\n#pragma GCC optimize(3)\n", "x.cu:3: #pragma GCC optimize"},
        {"#/* one\n line */include \"/etc/passwd\"\n", "#include of /etc/passwd"},
        {"#\n#define SIZE 4\nchar c = '\\'', d = '\\\\'; const char *s = \"\";", NULL},
        {"#define IT \"\"R\"x(\n# 1 \"stdio.h\" 1 3\n//)x\"", "x.cu:1: a raw string"},
        {"#define IT 'a'u8R\"x(\n# 1 \"stdio.h\" 1 3\n//)x\"", "x.cu:1: a raw string"},
        {"auto s = R\"(a)\"LR\"(b)\";", "x.cu:1: a raw string"},
        {"auto s = \"c\"_R \"d\";", NULL},
        {"auto s = R\\\n\"(b)\";", "x.cu:1: a raw string"},
        {"# 5 \"/usr/include/other.h\" 1 3\n", "#5 is not"},
        {"<:<:gnu::constructor:>:> void f();", "the attribute 'constructor'"},
        {"int a<:3:>; bool b = c<::d; auto e = x<:y<:0:>:>; <% %>", NULL},
        {"void f() { as\\ \t\nm volatile(\"nop\"); }", "x.cu:1: 'asm'"},
        {"D(1'\"') asm(\"nop\"); D(\"'\"'", "x.cu:1: 'asm'"},
        {"\xef\xbb\xbf#include \"/etc/passwd\"\n", "x.cu:1: #include of /etc/passwd"},
        {"\xef\xbb\xbf#include \"lab.h\"\n", NULL},
        {"#define unused constructor\n#define inline __attribute__((unused))\n"
         "#include \"lab.h\"\n",
         "x.cu:3: #include behind the #define in line 2"},
        {"#define A __attribute__\nA((constructor)) void f();", "write __attribute__"},
        {"#define A ((constructor))\n__attribute__ A void f();", "write __attribute__"},
        {"#include \"./emulator/emulator.h\"\n", "#include of emulator/emulator.h"},
        {"#include \".//emulator/emulator.h\"\n", "#include of emulator/emulator.h"},
        {"#include \"lab_main.h\"\n", "#include of lab_main.h: a lab includes lab.h"},
        {"#include <emu_launch.h>\n", "#include of emu_launch.h"},
        {"#include <immintrin.h>\n", "#include of immintrin.h"},
        {"#include \"./lab.h\"\n#include <vector>\n#include <sys/types.h>\n#include "
         "<cuda/std/atomic>\n#include <bits/stdc++.h>\n#include <cub/cub.cuh>\n#include "
         "<cooperative_groups/reduce.h>\n#include \"hopper/hopper.h\"\n",
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
void test_scan_preprocessed(void)
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
        {"const char *s = R\"(\n# 1 \"lab.h\" 3\n)\"; asm(\"nop\");", "x.cu:7: a raw string"},
        {"__attribute__((no_sanitize(\"thread\"))) void k();", "the attribute 'no_sanitize'"},
        {"\n# 1 \"lab.h\" 1\nasm(\"nop\");\n# 4 \"y/x.cu\"\nasm(\"nop\");\n# 9 \"x.cu\" 2\nint x;",
         NULL},
        {"\n# 1 \"lab.h\" 1\nasm(\"nop\");\n# 9 \"x.cu\" 2\nint x;\n_IO_putc();",
         "x.cu:10: '_IO_putc'"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct ruling r = {.verdict = PASS};
        OWNED char *text = text_of("# 0 \"x.cu\"\n# 1 \"/usr/include/y.h\" 1 3 4\nasm(\"nop\"); "
                                   "__attribute__((constructor))\n# 7 \"x.cu\"\n%s",
                                   table[i].text);
        int bad = scan_preprocessed(text, "x.cu", &r);
        expect(table[i].message
                   ? bad && r.verdict == REFUSED && strstr(r.message, table[i].message) != NULL
                   : !bad,
               "scan, preprocessed %zu: '%s' instead of '%s'", i, r.message,
               table[i].message ? table[i].message : "");
    }
}

void test_symbols(void)
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
        /* in place of an archive's part, or of a function that the runner calls */
        {"extern const char emu_findings[8]; const char emu_findings[8] = {1};", REFUSED,
         "x.cc:1: defines emu_findings, which is not the lab's: give it another name"},
        {"\nint emu_block;", REFUSED, "x.cc:2: defines emu_block"},
        {"inline int emu_popcs; int *f() { return &emu_popcs; }", REFUSED, "defines emu_popcs"},
        {"template <int n> int memory_areas[n]; int emu_records = 3;", REFUSED,
         "defines emu_records"},
        /* hidden in the library */
        {"int races_by_lane, stamp_now;", PASS, ""},
        {"int read;", REFUSED, "x.cc:1: defines read, which is not the lab's"},
        {"extern char mmap[9]; char mmap[9];", REFUSED, "defines mmap"},
        {"namespace mine { int read, races_observer; } static int mmap; int *f() { return &mmap; }",
         PASS, ""},
        {"extern \"C\" void gemv(float *a) { *a = 1; }", REFUSED,
         "x.cc:1: defines the C function gemv: leave out extern \"C\""},
        /* a kernel's stubs, as clang's and as nvcc's */
        {"extern \"C\" void __device_stub__gemv(float *a) { *a = 1; }", PASS, ""},
        {"extern \"C\" void __device_stub__emu_begin() {}", REFUSED,
         "x.cc:1: defines the C function __device_stub__emu_begin"},
        {"extern \"C\" void gemv(float *a) { *a = 1; }\n"
         "void __device_stub__Z4gemvPf(float *a) { gemv(a); }",
         PASS, ""},
        {"extern \"C\" long write(int, const void *, unsigned long) { return 0; }\n"
         "void __device_stub__Z5writeiPKvm() {}",
         REFUSED, "x.cc:1: defines the C function write"},
        {"#define GLUE(a, b) a##b\nextern \"C\" unsigned long GLUE(str, len)(const char *) { "
         "return 0; }",
         REFUSED, "x.cc: defines the C function strlen"},
        {"#define GLUE(a, b) a##b\nextern \"C\" { void *GLUE(env, iron); }", REFUSED,
         "x.cc: defines environ"},
        {"extern const char write[] __attribute__((section(\".text\")));\nconst char write[] = "
         "\"\\303\";",
         REFUSED, "x.cc:1: defines "},
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
         ", which is not on the list"},
        {"#include <random>\nunsigned f() { return std::random_device()(); }", REFUSED,
         "std::random_device"},
    };
    OWNED char *folder = scratch("symbols"), *source = text_of("%s/x.cc", folder),
               *object = text_of("%s/x.o", folder);
    /* clang, and g++ where it is here: nvcc asks it */
    OWNED char *command =
        text_of("for cxx in ${EMU_CXX:-clang++} $(command -v g++); do "
                "$cxx -w -O1 -c %s -o %s && nm -gP %s >%s.$((n += 1)) || exit 1; done",
                source, object, object, object);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        write_text(source, table[i].text);
        if (system(command))
            expect(0, "symbols %zu: a compiler failed", i);
        for (int n = 1; n <= 2; n++) {
            struct ruling r = {.verdict = PASS};
            OWNED char *made = text_of("%s.%d", object, n);
            if (n > 1 && access(made, F_OK))
                continue;
            check_symbols(made, EMULATOR, table[i].text, "x.cc", &r);
            expect(r.verdict == table[i].verdict && strstr(r.message, table[i].message),
                   "symbols %zu, compiler %d: %s '%s' instead of %s '%s'", i, n,
                   verdict_name(r.verdict), r.message, verdict_name(table[i].verdict),
                   table[i].message);
        }
    }
    struct ruling r = {.verdict = PASS};
    write_text(object, "nothing of the kind");
    expect(check_symbols(object, EMULATOR, "", "x.cc", &r) && r.verdict == GRADER_ERROR,
           "symbols: a broken object");
}

/* Submissions that try one thing each, by accident or by wit. */
#include "edits.h"

#define BEFORE_LAUNCH "const int threads = 128;"
#define IN_KERNEL "float sum = 0;"
#define TOP "#include \"lab.h\"\n"

static const struct submission attacks_01[] = {
    {"endless_host", 1, TIMEOUT, "loop", {{BEFORE_LAUNCH, "for (volatile int i = 0;; i++)\n        ;\n    " BEFORE_LAUNCH}}},
    {"endless_kernel", 1, TIMEOUT, "", {{IN_KERNEL, "float sum = 0;\n    for (volatile int i = 0; i >= 0; i = 1)\n        ;"}}},
    {"exit_0", 1, CRASH, "ended by itself, with exit status 0, before it answered",
     {{TOP, TOP "#include <stdlib.h>\n"}, {BEFORE_LAUNCH, "exit(0);\n    " BEFORE_LAUNCH}}},
    {"abort", 1, CRASH, "SIGABRT", {{TOP, TOP "#include <stdlib.h>\n"}, {BEFORE_LAUNCH, "abort();\n    " BEFORE_LAUNCH}}},
    {"null_on_host", 1, CRASH, "SIGSEGV", {{BEFORE_LAUNCH, "*(volatile int *)0 = 1;\n    " BEFORE_LAUNCH}}},
    {"device_on_host", 1, REFUSED, "naive_gemv.cu:", {{BEFORE_LAUNCH, "y[0] = x[0];\n    " BEFORE_LAUNCH}}},
    {"fork_bomb", 1, REFUSED, "calls fork",
     {{TOP, TOP "#include <unistd.h>\n"}, {BEFORE_LAUNCH, "for (;;)\n        fork();\n    " BEFORE_LAUNCH}}},
    {"huge_output", 1, PASS, NULL,
     {{TOP, TOP "#include <stdio.h>\n"},
      {BEFORE_LAUNCH, "for (int i = 0; i < 100000; i++)\n        printf(\"1 ok ms=0 %060d\\n\", i);\n    " BEFORE_LAUNCH}}},
    {"endless_output", 1, TIMEOUT, NULL,
     {{TOP, TOP "#include <stdio.h>\n"}, {BEFORE_LAUNCH, "for (;;)\n        puts(\"and on and on\");\n    " BEFORE_LAUNCH}}},
    {"own_main", -1, REFUSED, "defines main", {{"LAB_MAIN(01_naive_gemv)", "LAB_MAIN(01_naive_gemv)\nint main()\n{\n    return 0;\n}"}}},
    {"constructor", -1, REFUSED, "constructor",
     {{TOP, TOP "__attribute__((constructor)) static void early()\n{\n}\n"}}},
    {"includes_passwd", -1, REFUSED, "#include of /etc/passwd", {{TOP, TOP "#include \"/etc/passwd\"\n"}}},
    {"includes_solution", -1, REFUSED, "#include of ../../", {{TOP, TOP "#include \"../../../../solutions/01_naive_gemv/naive_gemv.cu\"\n"}}},
    {"opens_file", 1, REFUSED, "calls fopen: a lab opens and reads no files",
     {{TOP, TOP "#include <stdio.h>\n"}, {BEFORE_LAUNCH, "if (fopen(\"/tmp/x\", \"w\"))\n        return;\n    " BEFORE_LAUNCH}}},
    {"writes_to_judge", 1, REFUSED, "calls write",
     {{TOP, TOP "#include <unistd.h>\n"}, {BEFORE_LAUNCH, "if (write(4, \"1 ok ms=1\\n\", 10))\n        return;\n    " BEFORE_LAUNCH}}},
    {"reads_clock", 1, REFUSED, "calls clock_gettime",
     {{TOP, TOP "#include <time.h>\n"}, {BEFORE_LAUNCH, "timespec now;\n    clock_gettime(0, &now);\n    " BEFORE_LAUNCH}}},
    {"starts_thread", 1, REFUSED, "std::",
     {{TOP, TOP "#include <thread>\n"}, {BEFORE_LAUNCH, "std::thread([] {}).detach();\n    " BEFORE_LAUNCH}}},
    {"no_sanitize", -1, REFUSED, "no_sanitize",
     {{"__global__ void gemv_naive", "__attribute__((no_sanitize(\"thread\"))) __global__ void gemv_naive"}}},
    {"optimize_pragma", -1, REFUSED, "#pragma GCC optimize", {{TOP, TOP "#pragma GCC optimize(\"O3\")\n"}}},
    {"asm_syscall", -1, REFUSED, "'asm'", {{BEFORE_LAUNCH, "asm volatile(\"syscall\" ::\"a\"(60), \"D\"(0) : \"memory\");\n    " BEFORE_LAUNCH}}},
    {"asks_emulator", -1, REFUSED, "emu_begin", {{TOP, TOP "extern \"C\" void emu_begin(void);\n"}}},
    {"pasted_emulator", 1, REFUSED, NULL,
     {{TOP, TOP "#define JOIN(a, b) a##b\nextern \"C\" void JOIN(em, u_begin)(void);\n"},
      {LAUNCH, LAUNCH "\n    JOIN(em, u_begin)();"}}},
    {"redefines_main", -1, REFUSED, "#undef LAB_MAIN", {{TOP, TOP "#undef LAB_MAIN\n#define LAB_MAIN(x)\n"}}},
    {"own_events", -1, REFUSED, "defines the C function cudaEventElapsedTime",
     {{TOP, TOP "extern \"C\" cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t, cudaEvent_t)\n{\n    *ms = 1e-9f;\n"
                "    return cudaSuccess;\n}\n"}}},
    {"own_write", -1, REFUSED, "defines the C function write",
     {{TOP, TOP "extern \"C\" long write(int, const void *, unsigned long n)\n{\n    return n;\n}\n"}}},
};

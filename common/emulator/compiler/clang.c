/* clang's two readings of a file, as nvcc would have them: the device's program and the host's.
 * What both begin with, cuda_runtime.h, is read once for all (headers.device.pch, headers.host.pch,
 * beside this program). EMU_INCLUDE: where the emulator's
 * headers are. */
#include "clang.h"
#include "unit.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct command {
    const char *word[MOST_WORDS];
    int count;
};

static void add(struct command *c, const char *word)
{
    if (c->count == MOST_WORDS - 1)
        die("too many options");
    c->word[c->count++] = word;
}

static void add_all(struct command *c, const char *const *words)
{
    for (; *words; words++)
        add(c, *words);
}

/* What it says goes to the file, if there is one. */
static pid_t start(struct command *c, const char *said)
{
    add(c, NULL);
    const pid_t child = fork();
    if (child < 0)
        die("no process");
    if (!child) {
        if (said && !freopen(said, "w", stderr))
            _exit(126);
        execvp(c->word[0], (char *const *)c->word);
        fprintf(stderr, "%s: not found\n", c->word[0]);
        _exit(127);
    }
    return child;
}

int status_of(pid_t child)
{
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

char *joined(const char *a, const char *b)
{
    char *text;
    if (asprintf(&text, "%s%s", a, b) < 0)
        die("no memory");
    return text;
}

/* ---- the headers ---- */

static char *beside_us(const char *name)
{
    char self[PATH_MAX], *path;
    const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    self[length > 0 ? length : 0] = 0;
    char *slash = strrchr(self, '/');
    if (!slash)
        return joined("", name);
    slash[1] = 0;
    path = joined(self, name);
    return path;
}

/* Are these the headers that were read, at the place where they were? */
static int are_ready(void)
{
    char at[PATH_MAX] = "", then[PATH_MAX] = "";
    char *note = beside_us(HEADERS_NOTE);
    FILE *in = fopen(note, "r");
    const int read = in && fgets(then, sizeof then, in);
    if (in)
        fclose(in);
    free(note);
    return read && realpath(include_folder(), at) && !strcmp(at, then);
}

/* None that the headers would have to be read anew for: the language, other predefined names. */
static int is_harmless(const char *option)
{
    return *option != '-' || strchr("DIMWwg", option[1]) || !strcmp(option, "-isystem");
}

static void add_headers(struct command *c, const struct request *r, const char *name,
                        const char *const *own)
{
    int usable = !r->headers && !r->preprocessed && !r->relaxed && are_ready();
    for (int i = 0; usable && r->options[i]; i++)
        usable = is_harmless(r->options[i]);
    for (; usable && *own; own++)
        usable = is_harmless(*own);
    if (usable) {
        add(c, "-Xclang");
        add(c, "-include-pch");
        add(c, "-Xclang");
        add(c, beside_us(name));
    } else {
        add(c, "-include");
        add(c, "cuda_runtime.h");
    }
}

/* ---- the two sides ---- */

static const char *const no_words[] = {NULL};
static const char *const for_both[] = {"-D__CUDACC__",
                                       "-D__NVCC__",
                                       "-x",
                                       "cuda",
                                       "-std=c++17",
                                       "-nocudainc",
                                       "-nocudalib",
                                       "-nobuiltininc", /* its own std::min for the device */
                                       "-idirafter",
                                       EMU_CLANG_HEADERS,
                                       "--cuda-gpu-arch=sm_80",
                                       "-Wno-unknown-cuda-version",
                                       "-Xclang",
                                       "-target-sdk-version=11.5",
                                       "-Wno-gnu-alignof-expression",
                                       NULL};
static const char *const for_device[] = {
    "--cuda-device-only",
    "-O2",
    "-Xclang",
    "-disable-llvm-passes",
    "-fno-strict-aliasing",
    "-fno-finite-loops",
    "-ffp-contract=off",
    "-fno-builtin-printf", /* as any function: no packing of its arguments */
    "-g",
    "-Xclang",
    "-debug-info-kind=limited", /* names: unset.c */
    "-Wall",
    "-Wtype-limits",
    "-Xclang",
    "-fsanitize=array-bounds,signed-integer-overflow,shift-base",
    "-Xclang",
    "-fsanitize-recover=array-bounds,signed-integer-overflow,shift-base",
    NULL};
static const char *const for_host[] = {"--cuda-host-only",
                                       "-O1",
                                       "-fsanitize=signed-integer-overflow,integer-divide-by-zero",
                                       "-gline-tables-only",
                                       "-fno-pie",
                                       "-w",
                                       "-fno-builtin-memset",
                                       "-fno-builtin-memcpy",
                                       "-fno-builtin-memmove",
                                       NULL};

static void begin(struct command *c, const struct request *r, const char *const *side)
{
    c->count = 0;
    const char *clang = getenv("EMU_CXX");
    add(c, clang && *clang ? clang : EMU_CLANG);
    add(c, "-isystem");
    add(c, include_folder());
    add(c, "-isystem");
    add(c, joined(include_folder(), "/small"));
    add_all(c, for_both);
    add_all(c, side);
    if (getenv("SOURCE_DATE_EPOCH")) { /* the grader's: day and time are constants */
        static const char *const constant[] = {"-Wno-builtin-macro-redefined",
                                               "-D__DATE__=\"Jan  1 1970\"",
                                               "-D__TIME__=\"00:00:00\"", NULL};
        add_all(c, constant);
    }
    if (r->relaxed) {
        add(c, "-D__CUDACC_RELAXED_CONSTEXPR__"); /* as nvcc says it */
    } else {
        add(c, "-Xclang");
        add(c, "-fno-cuda-host-device-constexpr");
    }
    add_all(c, r->options);
}

static void end(struct command *c, const struct request *r, const char *to)
{
    if (r->headers) {
        add(c, "-Xclang");
        add(c, "-emit-pch");
    }
    if (r->preprocessed) {
        add(c, "-DEMU_PREPROCESSED");
        add(c, "-D_Pragma(x)=__pragma(x)"); /* to be read, and not obeyed: it may open files */
    }
    add(c, r->preprocessed ? "-E" : "-c");
    if (!r->preprocessed)
        add(c, "-emit-llvm");
    add(c, "-o");
    add(c, to);
    add(c, r->source);
}

pid_t start_device(const struct request *r, const char *to, const char *said)
{
    struct command c;
    begin(&c, r, for_device);
    add_headers(&c, r, HEADERS_DEVICE, no_words);
    end(&c, r, to);
    return start(&c, said);
}

pid_t start_host(const struct request *r, const char *to, const char *id, const char *said)
{
    struct command c;
    begin(&c, r, for_host);
    add_all(&c, r->on_host);
    add_headers(&c, r, HEADERS_HOST, r->on_host);
    if (id) {
        add(&c, "-Xclang");
        add(&c, "-fcuda-include-gpubinary");
        add(&c, "-Xclang");
        add(&c, id);
    }
    end(&c, r, to);
    return start(&c, said);
}

int join(const char *host, const char *device, const char *to)
{
    struct command c = {.count = 0};
    const char *const words[] = {"ld", "-r", "-o", to, host, device, NULL};
    add_all(&c, words);
    return status_of(start(&c, NULL));
}

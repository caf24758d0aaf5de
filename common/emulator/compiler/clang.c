/* clang's two readings of a file, as nvcc would have them: the device's program and the host's.
 * What both begin with, cuda_runtime.h, is read once for all (headers.*.pch beside this program).
 * EMU_INCLUDE: the headers' folder. */
#include "unit.h"

#include <limits.h>
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
#define ADD(c, ...) add_all(c, (const char *const[]){__VA_ARGS__, NULL})

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

static char *beside_us(const char *name)
{
    char *self = realpath("/proc/self/exe", NULL);
    if (!self)
        return joined("", name);
    strrchr(self, '/')[1] = 0;
    return joined(self, name);
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
    IS(*option != '-' || strchr("DIMWwg", option[1]) || !strcmp(option, "-isystem"));

static void add_side(struct command *c, enum side side)
{
    static const char checks[] = "array-bounds,signed-integer-overflow,shift-base";
    if (side == HOST) {
        ADD(c, "--cuda-host-only", "-O1",
            "-fsanitize=signed-integer-overflow,integer-divide-by-zero", "-gline-tables-only",
            "-fno-pie", "-w", "-fno-builtin-memset", "-fno-builtin-memcpy", "-fno-builtin-memmove");
        return;
    }
    /* printf is as any function: no packing of its arguments; limited: names (unset.c) */
    ADD(c, "--cuda-device-only", "-O2", "-Xclang", "-disable-llvm-passes", "-fno-strict-aliasing",
        "-fno-finite-loops", "-fno-optimize-sibling-calls", "-fno-math-errno", "-ffp-contract=off",
        "-fno-builtin-printf", "-g", "-Xclang", "-debug-info-kind=limited", "-Wall",
        "-Wtype-limits", "-Xclang", joined("-fsanitize=", checks), "-Xclang",
        joined("-fsanitize-recover=", checks));
}

static void begin(struct command *c, const struct request *r, enum side side)
{
    const char *clang = getenv("EMU_CXX");
    /* -nobuiltininc: its own std::min for the device; -fdebug…: names of files stay as they are */
    ADD(c, clang && *clang ? clang : EMU_CLANG, "-isystem", include_folder(), "-isystem",
        joined(include_folder(), "/small"), "-D__CUDACC__", "-D__NVCC__", "-x", "cuda",
        "-std=c++17", "-nocudainc", "-nocudalib", "-nobuiltininc", "-idirafter", EMU_CLANG_HEADERS,
        "--cuda-gpu-arch=sm_80", "-Wno-unknown-cuda-version", "-Xclang", "-target-sdk-version=11.5",
        "-Wno-gnu-alignof-expression", "-fdebug-compilation-dir=/");
    add_side(c, side);
    if (getenv("SOURCE_DATE_EPOCH")) /* the grader's: day and time are constants */
        ADD(c, "-Wno-builtin-macro-redefined", "-D__DATE__=\"Jan  1 1970\"",
            "-D__TIME__=\"00:00:00\"");
    if (r->relaxed)
        add(c, "-D__CUDACC_RELAXED_CONSTEXPR__"); /* as nvcc says it */
    else
        ADD(c, "-Xclang", "-fno-cuda-host-device-constexpr");
    add_all(c, r->options);
}

pid_t start_clang(const struct request *r, enum side side, const char *to, const char *id,
                  const char *said)
{
    struct command c = {.count = 0};
    begin(&c, r, side);
    if (side == HOST)
        add_all(&c, r->on_host);
    int usable = !r->headers && !r->preprocessed && !r->relaxed && are_ready();
    for (const char *const *o = r->options; usable && *o; o++)
        usable = is_harmless(*o);
    for (const char *const *o = r->on_host; usable && side == HOST && *o; o++)
        usable = is_harmless(*o);
    if (usable)
        ADD(&c, "-Xclang", "-include-pch", "-Xclang",
            beside_us(side == DEVICE ? HEADERS_DEVICE : HEADERS_HOST));
    else
        ADD(&c, "-include", "cuda_runtime.h");
    if (id)
        ADD(&c, "-Xclang", "-fcuda-include-gpubinary", "-Xclang", id);
    if (r->headers)
        ADD(&c, "-Xclang", "-emit-pch");
    /* To be read, and not obeyed: a pragma may open files. No file can tell this run from the one
     * that compiles, so that what #if takes out here is compiled nowhere. */
    if (r->preprocessed)
        ADD(&c, "-D_Pragma=_Pragma", "-E");
    else
        ADD(&c, "-c", "-emit-llvm");
    ADD(&c, "-o", to, r->source);
    return start(&c, said);
}

int join(const char *host, const char *device, const char *to)
{
    struct command c = {.count = 0};
    ADD(&c, "ld", "-r", "-o", to, host, device);
    return status_of(start(&c, NULL));
}

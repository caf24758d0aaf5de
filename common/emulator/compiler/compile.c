/* compile [-D… -I… -M…] -o FILE.o FILE.cu
 *
 * clang reads the file twice, as nvcc would have it: as the
 * device's program and as the host's. The host's becomes an object file at once. The device's comes
 * as LLVM's text, into which the recording is put, and becomes another; the linker makes one of the
 * two. */
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_WORDS = 512 };
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

static pid_t start(struct command *c)
{
    add(c, NULL);
    const pid_t child = fork();
    if (child < 0)
        die("no process");
    if (!child) {
        execvp(c->word[0], (char *const *)c->word);
        fprintf(stderr, "%s: not found\n", c->word[0]);
        _exit(127);
    }
    return child;
}

static int status_of(pid_t child)
{
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static char *joined(const char *a, const char *b)
{
    char *text;
    if (asprintf(&text, "%s%s", a, b) < 0)
        die("no memory");
    return text;
}

static void add_common(struct command *c, const char *const *options)
{
    add(c, EMU_CLANG);
    static const char *const all[] = {"-D__CUDACC__",
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
                                      "-include",
                                      "cuda_runtime.h",
                                      NULL};
    add(c, "-isystem");
    add(c, include_folder());
    add(c, "-isystem");
    add(c, joined(include_folder(), "/small"));
    add_all(c, all);
    add_all(c, options);
}

static pid_t start_device(const char *source, const char *to, const char *const *options)
{
    static const char *const more[] = {"--cuda-device-only",
                                       "-O2",
                                       "-Xclang",
                                       "-disable-llvm-passes",
                                       "-fno-strict-aliasing",
                                       "-fwrapv",
                                       "-fno-finite-loops",
                                       "-ffp-contract=off",
                                       "-g",
                                       "-Xclang",
                                       "-debug-info-kind=limited", /* names of variables: unset.c */
                                       "-emit-llvm",
                                       "-Xclang",
                                       "-fsanitize=array-bounds",
                                       "-Xclang",
                                       "-fsanitize-recover=array-bounds",
                                       "-c",
                                       NULL};
    struct command c = {.count = 0};
    add_common(&c, options);
    add_all(&c, more);
    add(&c, "-o");
    add(&c, to);
    add(&c, source);
    return start(&c);
}

static pid_t start_host(const char *source, const char *to, const char *id,
                        const char *const *options)
{
    static const char *const more[] = {"--cuda-host-only",
                                       "-O1",
                                       "-fsanitize=thread",
                                       "-gdwarf-4",
                                       "-fno-pie",
                                       "-w",
                                       "-c",
                                       "-mllvm",
                                       "-tsan-distinguish-volatile=1",
                                       "-fno-builtin-memset",
                                       "-fno-builtin-memcpy",
                                       "-fno-builtin-memmove",
                                       "-Xclang",
                                       "-fcuda-include-gpubinary",
                                       "-Xclang",
                                       NULL};
    struct command c = {.count = 0};
    add_common(&c, options);
    add_all(&c, more);
    add(&c, id);
    add(&c, "-o");
    add(&c, to);
    add(&c, source);
    return start(&c);
}

static void write_id(const char *file, const char *id)
{
    FILE *out = fopen(file, "w");
    if (!out || fwrite(id, 1, strlen(id) + 1, out) != strlen(id) + 1 || fclose(out))
        die("cannot write %s", file);
}

static int join(const char *host, const char *device, const char *to)
{
    struct command c = {.count = 0};
    const char *const words[] = {"ld", "-r", "-o", to, host, device, NULL};
    add_all(&c, words);
    return status_of(start(&c));
}

/* What of LLVM's passes makes the loads and stores that nvcc makes. None that joins or splits them
 * (vector-combine, memcpyopt, loop-idiom), that drops a variable's stores because no kernel reads
 * it (globalopt), or that moves code between the arms of a branch. */
#define SIMPLIFY "simplifycfg,sroa,early-cse<memssa>,instcombine,simplifycfg"
static const char as_nvcc[] =
    "always-inline,inferattrs,function(" SIMPLIFY "),"
    "cgscc(devirt<4>(inline,function(" SIMPLIFY
    ",reassociate,loop-mssa(loop-instsimplify,loop-simplifycfg,licm,loop-rotate,licm,"
    "simple-loop-unswitch),simplifycfg,instcombine,loop(indvars,loop-deletion),sroa,"
    "early-cse<memssa>,sccp,bdce,instcombine,dse,adce,simplifycfg,instcombine))),globaldce";

static void make_image(const char *from, const char *to, const char *id, int takes_lambdas)
{
    struct unit u = {.id = id, .takes_lambdas = takes_lambdas};
    read_image(&u, from);
    prepare(&u);
    optimize(&u, as_nvcc);
    drop_reloads(&u);
    record(&u);
    write_tables(&u);
    write_object(&u, to);
}

int main(int count, char **argument)
{
    const char *options[MOST_WORDS / 2], *on_host[MOST_WORDS / 2], *source = NULL, *to = NULL;
    int all = 0, host = 0, takes_lambdas = 0, takes_constexpr = 0;
    for (int i = 1; i < count && all < MOST_WORDS / 2 - 6; i++) {
        const char *word = argument[i];
        if (!strcmp(word, "-o") && i + 1 < count)
            to = argument[++i];
        else if (!strncmp(word, "-M", 2)) {
            on_host[host++] = word;
            if ((!strcmp(word, "-MF") || !strcmp(word, "-MT")) && i + 1 < count)
                on_host[host++] = argument[++i];
        } else if (!strcmp(word, "--extended-lambda") || !strcmp(word, "--expt-extended-lambda")) {
            takes_lambdas = 1;
        } else if (!strcmp(word, "--expt-relaxed-constexpr")) {
            takes_constexpr = 1;
        } else if (*word == '-') {
            options[all++] = on_host[host++] = word;
            if (!word[2] && strchr("DIU", word[1]) && i + 1 < count)
                options[all++] = on_host[host++] = argument[++i];
        } else
            source = word;
    }
    for (int i = 0; i < 2 && !takes_constexpr; i++) /* constexpr functions are the host's */
        options[all++] = on_host[host++] = i ? "-fno-cuda-host-device-constexpr" : "-Xclang";
    options[all] = on_host[host] = NULL;
    if (!source || !to)
        die("usage: compile [options] -o FILE.o FILE.cu");
    const char *image = joined(to, ".bc"), *device = joined(to, ".device.o"),
               *plain = joined(to, ".host.o"), *id = joined(to, ".id");
    write_id(id, to);
    const pid_t second = start_host(source, plain, id, on_host);
    int status = status_of(start_device(source, image, options));
    if (!status)
        make_image(image, device, to, takes_lambdas);
    const int host_status = status_of(second);
    status = status ? status : host_status;
    if (!status)
        status = join(plain, device, to);
    const char *const made[] = {image, device, plain, id};
    for (size_t i = 0; i < sizeof made / sizeof *made; i++)
        unlink(made[i]);
    return status;
}

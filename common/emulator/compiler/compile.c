/* compile [options] -o FILE.o FILE.cu
 * compile [options] --preprocessed TEXT FILE.cu: only what the preprocessor makes, of both sides
 * compile --headers FOLDER EMPTY.cu: reads cuda_runtime.h once for all (clang.c)
 *
 * Options: clang's; -Xcompiler WORD for the host's side alone; two of nvcc's (main, below). clang
 * reads the file twice at the same time. The host's side becomes an object file at once. The
 * device's comes as LLVM's text, into which the recording is put; the linker joins the two. */
#include "unit.h"

#include <limits.h>
#include <llvm/Config/llvm-config.h>
#include <unistd.h>

static void write_text(const char *file, const char *text, size_t length)
{
    FILE *out = fopen(file, "w");
    if (!out || fwrite(text, 1, length, out) != length || fclose(out))
        die("cannot write %s", file);
}

/* What of LLVM's passes makes the loads and stores that nvcc makes. None that joins or splits them
 * (vector-combine, memcpyopt, loop-idiom), that drops a variable's stores because no kernel reads
 * it (globalopt), or that moves code between the arms of a branch. */
#if LLVM_VERSION_MAJOR >= 18 /* it asks for one round to be enough, unless told */
#define COMBINE "instcombine<no-verify-fixpoint>"
#else
#define COMBINE "instcombine"
#endif
#define SIMPLIFY "simplifycfg,sroa,early-cse<memssa>," COMBINE ",simplifycfg"
static const char as_nvcc[] =
    "always-inline,inferattrs,function(" SIMPLIFY "),cgscc(devirt<4>(inline,function(" SIMPLIFY
    ",reassociate,loop-mssa(loop-instsimplify,loop-simplifycfg,licm,loop-rotate,licm,"
    "simple-loop-unswitch),simplifycfg," COMBINE ",loop(indvars,loop-deletion),sroa,"
    "early-cse<memssa>,sccp,bdce," COMBINE ",dse,adce,simplifycfg," COMBINE "))),globaldce";

static void make_image(const char *from, const char *to, const struct request *r)
{
    struct unit u = {.id = r->to, .takes_lambdas = r->takes_lambdas};
    read_image(&u, from);
    prepare(&u);
    optimize(&u, as_nvcc);
    drop_reloads(&u);
    record(&u);
    write_tables(&u);
    write_object(&u, to);
}

/* Both sides at the same time; the status of the first that fails, which says why. */
static int read_both(const struct request *r, const char *device, const char *host)
{
    const char *said[] = {joined(device, ".said"), joined(host, ".said")};
    const pid_t other = start_clang(r, HOST, host, NULL, said[1]);
    const int status = status_of(start_clang(r, DEVICE, device, NULL, said[0])),
              host_status = status_of(other);
    say(said[status ? 0 : 1]);
    unlink(said[0]);
    unlink(said[1]);
    return status ? status : host_status;
}

static int preprocess(const struct request *r)
{
    const char *host = joined(r->preprocessed, ".host");
    const int status = read_both(r, r->preprocessed, host);
    char piece[1 << 16];
    FILE *in = fopen(host, "r"), *out = fopen(r->preprocessed, "a");
    for (size_t got; in && out && (got = fread(piece, 1, sizeof piece, in)) > 0;)
        fwrite(piece, 1, got, out);
    if (!out || ferror(out) | fclose(out))
        die("cannot write %s", r->preprocessed);
    unlink(host);
    return status;
}

static int read_headers(const struct request *r)
{
    char folder[PATH_MAX];
    const int status =
        read_both(r, joined(r->headers, "/" HEADERS_DEVICE), joined(r->headers, "/" HEADERS_HOST));
    if (!realpath(EMU_INCLUDE_DIR, folder))
        die("there is no folder %s", EMU_INCLUDE_DIR);
    write_text(joined(r->headers, "/" HEADERS_NOTE), folder, strlen(folder));
    return status;
}

/* What is made on the way. However this program ends, the host's side has ended, and it goes. */
static pid_t second;
static char *image, *device, *host, *plain, *id, *device_said, *host_said;

static void clean(void)
{
    const char *const made[] = {image, device, host, plain, id, device_said, host_said};
    if (second)
        status_of(second);
    for (size_t i = 0; i < sizeof made / sizeof *made; i++)
        unlink(made[i]);
}

/* A process of its own, beside the device's side. */
static pid_t start_plain(const struct request *r)
{
    const pid_t child = fork();
    if (child < 0)
        die("no process");
    if (child)
        return child;
    const int status = status_of(start_clang(r, HOST, host, id, host_said));
    if (!status)
        make_host(host, plain);
    exit(status);
}

static int compile(const struct request *r)
{
    image = joined(r->to, ".bc"), device = joined(r->to, ".device.o");
    host = joined(r->to, ".host.bc"), plain = joined(r->to, ".host.o"), id = joined(r->to, ".id");
    device_said = joined(r->to, ".device.said"), host_said = joined(r->to, ".host.said");
    write_text(id, r->to, strlen(r->to) + 1);
    second = start_plain(r);
    atexit(clean);
    int status = status_of(start_clang(r, DEVICE, image, NULL, device_said));
    say(device_said);
    if (!status)
        make_image(image, device, r);
    const int host_status = status_of(second);
    second = 0;
    if (!status)
        say(host_said);
    if (status || host_status)
        return status ? status : host_status;
    return join(plain, device, r->to);
}

static int takes_value(const char *word)
{
    return (word[0] == '-' && word[1] && !word[2] && strchr("DIU", word[1])) ||
           !strcmp(word, "-include") || !strcmp(word, "-isystem");
}

int main(int count, char **argument)
{
    struct request r = {.source = NULL};
    int all = 0, host = 0;
    if (count == 3 && !strcmp(argument[1], "--say")) { /* what clang has said of host code alone */
        say(argument[2]);
        return 0;
    }
    for (int i = 1; i < count && all + host < MOST_WORDS / 4 - 3; i++) {
        const char *word = argument[i], *next = i + 1 < count ? argument[i + 1] : "";
        if (!strcmp(word, "-o"))
            r.to = argument[++i];
        else if (!strcmp(word, "--preprocessed"))
            r.preprocessed = argument[++i];
        else if (!strcmp(word, "--headers"))
            r.headers = argument[++i];
        else if (!strcmp(word, "-Xcompiler"))
            r.on_host[host++] = argument[++i];
        else if (strstr(word, "-expt-relaxed-constexpr"))
            r.relaxed = 1;
        else if (strstr(word, "-extended-lambda"))
            r.takes_lambdas = 1;
        else if (!strncmp(word, "-M", 2)) {
            r.on_host[host++] = word;
            if (strchr("FTQ", word[2]) && word[2])
                r.on_host[host++] = next, i++;
        } else if (*word == '-') {
            r.options[all++] = word;
            if (takes_value(word))
                r.options[all++] = next, i++;
        } else
            r.source = word;
    }
    if (!r.source || (!r.to && !r.preprocessed && !r.headers))
        die("usage: compile [options] -o FILE.o FILE.cu");
    return r.headers ? read_headers(&r) : r.preprocessed ? preprocess(&r) : compile(&r);
}

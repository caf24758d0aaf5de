/* frontend [preprocessor options] [--preprocessed TEXT] [-o OUT] FILE.cu
 *
 * --extended-lambda and --expt-relaxed-constexpr are nvcc's options, and allow what they allow
 * there.
 *
 * Preprocesses FILE.cu with $CXX (default g++) and the shim's headers, and writes C++ to OUT or
 * standard output. Exit status: 0, 1 when the file is refused (messages as a compiler's), 2 when
 * the front end itself could not work. */
#include "front.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef EMU_INCLUDE_DIR
#define EMU_INCLUDE_DIR "common/emulator/include"
#endif

static void die(const char *what, const char *which)
{
    fprintf(stderr, "frontend: %s%s%s\n", what, *which ? ": " : "", which);
    exit(2);
}

void *grow(void *array, int count, size_t size)
{
    if (count & (count - 1)) /* room is doubled at the powers of two */
        return array;
    array = realloc(array, (count ? 2 * (size_t)count : 1) * size);
    if (!array)
        die("out of memory", "");
    return array;
}

char *format_text(const char *format, ...)
{
    va_list list;
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    va_start(list, format);
    vfprintf(f, format, list);
    va_end(list);
    fclose(f);
    return text;
}

void report(struct source *s, int token, const char *format, ...)
{
    const struct token *t = &s->tokens[token];
    va_list list;
    fprintf(stderr, "%s:%d:%d: error: ", s->files[t->file], t->line, t->column);
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
    fputc('\n', stderr);
    s->errors++;
}

void report_line(struct source *s, int file, int line, const char *format, ...)
{
    va_list list;
    fprintf(stderr, "%s:%d: error: ", s->files[file], line);
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
    fputc('\n', stderr);
    s->errors++;
}

/* FNV-1a. */
static unsigned number_of(const char *name)
{
    unsigned hash = 2166136261u;
    for (; *name; name++)
        hash = (hash ^ (unsigned char)*name) * 16777619u;
    return hash;
}

/* Begins what a file tells the emulator's library of itself: an array in a section emu_NAME. */
static void begin_section(const struct source *s, const char *type, const char *name, FILE *out)
{
    fprintf(out,
            "\n__attribute__((used, section(\"emu_%s\"))) static const %s emu_%s_%08x[] =", name,
            type, name, s->unit);
}

/* For bounds.c: the file, the line and the column of each subscript of a local array. */
static void write_subscripts(const struct source *s, FILE *out)
{
    if (!s->subscript_count)
        return;
    begin_section(s, "unsigned", "subscripts", out);
    fputs(" {", out);
    for (int i = 0; i < s->subscript_count; i++) {
        const struct token *t = &s->tokens[s->subscripts[i].token];
        fprintf(out, "%uu, %d, %d,", number_of(s->files[t->file]), t->line,
                s->subscripts[i].column);
    }
    fputs("};\n", out);
}

/* The shim's headers: EMU_INCLUDE, or where the repository has them, two folders above this
 * program's. */
static char *include_folder(void)
{
    char self[4096];
    if (getenv("EMU_INCLUDE"))
        return strdup(getenv("EMU_INCLUDE"));
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    self[length > 0 ? length : 0] = 0;
    for (int up = 0; up < 3; up++) {
        char *slash = strrchr(self, '/');
        if (!slash)
            return strdup(EMU_INCLUDE_DIR);
        *slash = 0;
    }
    return format_text("%s/%s", self, EMU_INCLUDE_DIR);
}

/* Runs the preprocessor and reads all that it writes. */
static void preprocess(struct source *s, char **options, int count, const char *file,
                       bool on_device)
{
    const char *compiler = getenv("CXX");
    compiler = compiler && *compiler ? compiler : "g++";
    char *const fixed[] = {"-E",           "-x",         "c++",      "-std=c++17",
                           "-D__CUDACC__", "-D__NVCC__", "-include", "cuda_runtime.h"};
    enum { FIXED = sizeof fixed / sizeof *fixed };
    char **arguments = calloc((size_t)count + FIXED + 8, sizeof *arguments);
    int n = 0;
    arguments[n++] = (char *)compiler;
    for (int i = 0; i < FIXED; i++)
        arguments[n++] = fixed[i];
    if (on_device)
        arguments[n++] = "-DEMU_DEVICE_SIDE";
    for (int i = 0; i < count; i++)
        arguments[n++] = options[i];
    arguments[n++] = "-isystem";
    char *include = include_folder();
    arguments[n++] = include;
    arguments[n++] = "-isystem";
    arguments[n++] = format_text("%s/small", include);
    arguments[n++] = (char *)file;

    int ends[2];
    FILE *said = fdopen(memfd_create("said", MFD_CLOEXEC), "w+");
    if (!said || pipe(ends))
        die("no pipe", "");
    pid_t child = fork();
    if (child < 0)
        die("cannot fork", "");
    if (child == 0) {
        dup2(ends[1], 1);
        dup2(fileno(said), 2);
        close(ends[0]);
        close(ends[1]);
        execvp(compiler, arguments);
        perror(compiler);
        _exit(127);
    }
    close(ends[1]);
    size_t room = 1 << 20;
    s->text = malloc(room);
    for (ssize_t got;
         s->text && (got = read(ends[0], s->text + s->length, room - s->length - 1)) > 0;) {
        s->length += (size_t)got;
        if (room - s->length < 2)
            s->text = realloc(s->text, room *= 2);
    }
    close(ends[0]);
    if (!s->text)
        die("out of memory", "");
    s->text[s->length] = 0;
    int status;
    const pid_t ended = waitpid(child, &status, 0);
    const bool failed = ended < 0 || !WIFEXITED(status) || WEXITSTATUS(status);
    rewind(said);
    if (on_device || failed) /* else it has been said */
        pass_on(said);
    fclose(said);
    if (failed)
        exit(WIFEXITED(status) && WEXITSTATUS(status) == 127 ? 2 : 1);
}

/* The text as the preprocessor wrote it, and the host's if there is one: the grader reads it. */
static void write_preprocessed(const struct source *s, const struct source *host, const char *name)
{
    FILE *out = name ? fopen(name, "w") : NULL;
    if (name &&
        (!out || fwrite(s->text, 1, s->length, out) != s->length ||
         fwrite(host->text ? host->text : "", 1, host->length, out) != host->length || fclose(out)))
        die("cannot write", name);
}

/* One of the program's own files names the macro. */
static bool asks_for_side(const struct source *s)
{
    bool any = false;
    for (int i = 0; i < s->file_count && !any; i++) {
        FILE *in = s->file_is_system[i] ? NULL : fopen(s->files[i], "r");
        char *text = NULL;
        size_t room = 0;
        if (in && getdelim(&text, &room, 0, in) > 0)
            any = strstr(text, "__CUDA_ARCH__") != NULL;
        if (in)
            fclose(in);
    }
    return any;
}

/* The text with its edits, as if it had been read so. */
static void read_again(struct source *s)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    write_edited(s, out);
    fclose(out);
    s->edits = NULL;
    s->tokens = NULL;
    s->edit_count = s->token_count = 0;
    s->text = text;
    s->length = size;
    lex(s);
}

/* Whether a function of this name that is no kernel has a body, too. */
static bool is_also_device(const struct source *s, const struct function *kernel)
{
    for (int i = 0; i < s->function_count; i++)
        if (!(s->functions[i].sides & SIDE_GLOBAL) && s->functions[i].body >= 0 &&
            same_text(s, s->functions[i].name, kernel->name))
            return true;
    return false;
}

/* The kernels' names, for owners.c. */
static void write_kernels(const struct source *s, FILE *out)
{
    bool any = false;
    for (int i = 0; i < s->function_count; i++) {
        const struct function *f = &s->functions[i];
        if (!(f->sides & SIDE_GLOBAL) || f->body < 0 || is_also_device(s, f))
            continue;
        if (!any)
            begin_section(s, "char", "kernels", out);
        any = true;
        fprintf(out, " \"%.*s\\0\"", s->tokens[f->name].length, s->tokens[f->name].text);
    }
    if (any)
        fputs(";\n", out);
}

/* d, m or c for device, managed or constant memory, the function's name (may be empty) and the
 * variable's, for owners.c. */
static void write_statics(const struct source *s, FILE *out)
{
    if (!s->static_count)
        return;
    begin_section(s, "char", "statics", out);
    for (int i = 0; i < s->static_count; i++) {
        const struct variable *v = &s->statics[i];
        char *function = v->owner < 0 ? strdup("") : word_text(s, v->owner);
        fprintf(out, " \"%c\" \"%s\\0\" \"%s\\0\"", v->kind, function, word_text(s, v->name));
    }
    fputs(";\n", out);
}

/* For hurry.c. */
static void write_short_numbers(const struct source *s, FILE *out)
{
    if (!s->short_numbers)
        return;
    begin_section(s, "char", "short_numbers", out);
    fputs(" {1};\n", out);
}

/* Variables that are thread-local, too, but no shared memory: for owners.c. */
static void write_thread_locals(const struct source *s, FILE *out)
{
    if (!s->thread_local_count)
        return;
    begin_section(s, "char", "thread_locals", out);
    for (int i = 0; i < s->thread_local_count; i++) {
        const struct token *t = &s->tokens[s->thread_locals[i]];
        fprintf(out, " \"%.*s\\0\"", t->length, t->text);
    }
    fputs(";\n", out);
}

int main(int argc, char **argv)
{
    struct source s = {0};
    const char *file = NULL, *out_name = NULL, *preprocessed = NULL;
    char **options = calloc((size_t)argc, sizeof *options);
    int count = 0;
    for (int i = 1; i < argc; i++) {
        static const char *const with_value[] = {"-I",       "-D",  "-U",  "-isystem",
                                                 "-include", "-MF", "-MT", "-MQ"};
        bool takes_value = false;
        for (size_t k = 0; k < sizeof with_value / sizeof *with_value; k++)
            takes_value |= !strcmp(argv[i], with_value[k]);
        if (!strcmp(argv[i], "--extended-lambda") || !strcmp(argv[i], "-extended-lambda"))
            s.extended_lambda = true;
        else if (!strcmp(argv[i], "--expt-relaxed-constexpr") ||
                 !strcmp(argv[i], "-expt-relaxed-constexpr"))
            s.relaxed_constexpr = true;
        else if (!strcmp(argv[i], "--preprocessed") && i + 1 < argc)
            preprocessed = argv[++i];
        else if (!strcmp(argv[i], "-o") && i + 1 < argc)
            out_name = argv[++i];
        else if (argv[i][0] != '-')
            file = argv[i];
        else
            options[count++] = argv[i];
        if (takes_value && i + 1 < argc)
            options[count++] = argv[++i];
    }
    if (!file)
        die("usage: frontend [preprocessor options] [--preprocessed TEXT] [-o OUT] FILE.cu", "");
    s.unit = number_of(out_name ? out_name : file);
    struct source host = {0};
    preprocess(&s, options, count, file, true);
    lex(&s);
    if (asks_for_side(&s)) {
        preprocess(&host, options, count, file, false);
        lex(&host);
    }
    write_preprocessed(&s, &host, preprocessed);
    if (host.text && merge_variants(&s, &host) && !s.errors)
        read_again(&s);
    s.short_numbers = has_short_numbers(&s);
    rewrite_declarations(&s);
    check_absent(&s);
    check_builtins(&s);
    check_calls(&s);
    if (!s.errors) {
        FILE *out = out_name ? fopen(out_name, "w") : stdout;
        if (!out)
            die("cannot write", out_name);
        write_edited(&s, out);
        write_kernels(&s, out);
        write_statics(&s, out);
        write_subscripts(&s, out);
        write_short_numbers(&s, out);
        write_thread_locals(&s, out);
        if (fflush(out) || (out_name && fclose(out)))
            die("cannot write", out_name ? out_name : "standard output");
    }
    return s.errors > 0;
}

/* From a student's file to programs: one for the whole file, or one for each step that compiles alone. Compilers run in the
 * sandbox, in a clean folder, and see the file, common/ and the toolchain. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "inspect.h"
#include "stage.h"

enum { LARGEST_SOURCE = 1 << 20, LARGEST_PREPROCESSED = 64 << 20, COMPILE_SECONDS = 180 };

struct source {
    const struct context *c;
    int backend, trusted;
    const char *folder;
    char name[128], *text; /* "naive_gemv.cu" and what is in it */
};

/* The line of a compiler's or linker's output that says what is wrong, without folders. */
static void first_error(const char *output, char *line, size_t size)
{
    static const char *const signs[] = {
        "undefined reference", "multiple definition", "error:", "error :", "fatal", "Error"};
    const char *at = NULL;
    for (size_t i = 0; !at && i < sizeof signs / sizeof *signs; i++)
        at = strstr(output, signs[i]);
    const char *begin = at ? at : output;
    while (begin > output && begin[-1] != '\n')
        begin--;
    size_t length = strcspn(begin, "\n");
    for (const char *slash;
         (slash = memchr(begin, '/', length)) && slash < begin + strcspn(begin, ":( ");) {
        length -= (size_t)(slash + 1 - begin);
        begin = slash + 1;
    }
    snprintf(line, size, "%.*s", (int)(length < 400 ? length : 400), begin);
}

/* What compilers, linkers and bubblewrap say when this machine has run out of something: no fault of the file's. */
static const char *own_trouble(const char *output, const char *source)
{
    static const char *const signs[] = {"No space left on device",
                                        "no space left on device",
                                        "Disk quota exceeded",
                                        "Cannot fork",
                                        "cannot fork",
                                        "Can't fork",
                                        "Resource temporarily unavailable",
                                        "Cannot allocate memory",
                                        "Killed signal",
                                        "signal 9",
                                        "Too many open files",
                                        "Input/output error",
                                        "cannot write: "};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (strstr(output, signs[i]) && !strstr(source, signs[i])) /* nor a word of its own */
            return signs[i];
    return strncmp(output, "bwrap: ", 7) == 0 ? "bubblewrap did not start" : NULL;
}

/* Runs a shell command in the source's folder with NAME=value pairs. 1 if it succeeded, else 0 with `ruling` set. */
static int command(const struct source *s, const char *line, const char *const *variables,
                   struct ruling *ruling)
{
    const struct context *c = s->c;
    const char *argv[] = {"/bin/sh", "-c", line, NULL}, *env[24], *path = getenv("PATH");
    char *visible = text_of("%s/common:%s", c->root, c->tools[s->backend].visible), error[420];
    char *paths = text_of("PATH=%s", path ? path : "/usr/bin:/bin"),
         *libraries = text_of("LD_LIBRARY_PATH=%s",
                              getenv("LD_LIBRARY_PATH") ? getenv("LD_LIBRARY_PATH") : "");
    int used = 0;
    env[used++] = paths;
    env[used++] = libraries;
    env[used++] = "LC_ALL=C";
    env[used++] = "HOME=/nonexistent";
    env[used++] = "TMPDIR=.";
    for (; *variables; variables++)
        env[used++] = *variables;
    env[used] = NULL;
    struct job job = {argv, env, s->folder, visible, 1, 0, {-1, -1, -1}, COMPILE_SECONDS,
                      64,   6e9, 512e6};
    struct sandboxed box;
    sandbox_run(&box, &job);
    free(visible);
    free(paths);
    free(libraries);
    if (box.ending == ENDED && WIFEXITED(box.status) && WEXITSTATUS(box.status) == 0)
        return 1;
    first_error(box.text, error, sizeof error);
    if (box.ending == ENDED && own_trouble(box.text, s->text))
        die("%s cannot be compiled, and that is this machine's fault: %s", s->name,
            error[0] ? error : own_trouble(box.text, s->text));
    if (box.ending != ENDED || sandbox_signal(&box)) {
        sandbox_describe(&box, error, sizeof error);
        err(ruling, COMPILE_ERROR, "%s: the compiler %s.", s->name, error);
    } else {
        err(ruling, COMPILE_ERROR, "%s",
            error[0] ? error : "the compiler failed without a message");
    }
    return 0;
}

/* What the compiler left behind: $OBJECT.i and the object. 0 if fine; 1 with `ruling` set. */
static int check_compiled(const struct source *s, const char *object, struct ruling *ruling)
{
    char *path = text_of("%s.i", object), *text = read_file(path, LARGEST_PREPROCESSED, NULL);
    int bad = 1;
    if (text)
        bad = scan_preprocessed(text, s->name, ruling) ||
              check_symbols(object, s->backend, s->text, s->name, ruling);
    else
        err(ruling, GRADER_ERROR, "The preprocessed %s cannot be read: %s.", s->name,
            strerror(errno));
    free(text);
    free(path);
    return bad;
}

/* One object and one program; `only`: a step's number, or -1 for all. Its path, or NULL with `ruling` set. */
static char *build_one(const struct source *s, int only, struct ruling *ruling)
{
    const struct backend *tools = &s->c->tools[s->backend];
    char *flags =
        only < 0 ? text_of("FLAGS=-DLAB_STEPS") : text_of("FLAGS=-DLAB_STEPS -DLAB_ONLY=%d", only);
    char *source = text_of("SOURCE=%s", s->name), *object = text_of("OBJECT=step%d.o", only),
         *program = NULL;
    char *object_path = text_of("%s/step%d.o", s->folder, only),
         *runner = text_of("RUNNER=%s", s->trusted ? tools->library_runner : tools->runner);
    char *to = text_of("PROGRAM=step%d", only);
    const char *compile[] = {source, object, flags, NULL},
               *link[] = {object, runner, to,
                          s->trusted ? "LIBRARIES=-lcublas" : "LIBRARIES=", NULL};
    if (command(s, tools->compile, compile, ruling) &&
        (s->trusted || !check_compiled(s, object_path, ruling)) &&
        command(s, tools->link, link, ruling))
        program = text_of("%s/step%d", s->folder, only);
    free(flags);
    free(source);
    free(object);
    free(object_path);
    free(runner);
    free(to);
    return program;
}

static int is_empty(const char *text)
{
    text += strncmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0; /* Notepad's mark */
    return text[strspn(text, " \t\r\n\v\f")] == 0;
}

/* What cannot be read is for the instructor to see to, whoever made it so; the path as it is in SUBMISSIONS. */
static int rule_unread(const struct source *s, const char *file, struct ruling *ruling)
{
    const char *top = s->c->submissions ? s->c->submissions : s->c->root;
    int error = errno;
    size_t length = strlen(top);
    const char *what = error == ELOOP                      ? "a symbolic link"
                       : error == EINVAL || error == ENXIO ? "a folder, a pipe or a device"
                                                           : NULL;
    if (error == EFBIG)
        return err(ruling, REFUSED, "%s: the file is larger than 1 MiB.", s->name);
    if (strncmp(file, top, length) == 0 && file[length] == '/')
        file += length + 1;
    if (what)
        return err(ruling, GRADER_ERROR,
                   "%.300s is %s: put the file itself in its place and grade again.", file, what);
    return err(ruling, GRADER_ERROR,
               "%.300s cannot be read (%s): make it readable (chmod -R u+rX does that for a "
               "folder) and grade again.",
               file, strerror(error));
}

/* Copies the file into its folder. 0, or 1 with `ruling` set. */
static int take_in(struct source *s, const char *file, struct ruling *ruling)
{
    size_t size = 0;
    const char *slash = strrchr(file, '/');
    snprintf(s->name, sizeof s->name, "%s", slash ? slash + 1 : file);
    s->text = read_file(file, LARGEST_SOURCE, &size);
    if (!s->text)
        return rule_unread(s, file, ruling);
    if (strlen(s->text) != size)
        return err(ruling, COMPILE_ERROR,
                   "%s: has zero bytes in it: save it as plain text (UTF-8).", s->name);
    if (is_empty(s->text))
        return err(ruling, NOT_ATTEMPTED, "%s is empty.", s->name);
    if (!s->trusted && scan_source(s->text, s->name, ruling))
        return 1;
    char *copy = text_of("%s/%s", s->folder, s->name);
    FILE *f = fopen(copy, "we");
    if (!f || fwrite(s->text, 1, size, f) != size || fclose(f))
        die("cannot write %s: %s", copy, strerror(errno));
    free(copy);
    return 0;
}

void build_file(const struct context *c, int backend, int lab, const char *file, const char *folder,
                int trusted, struct built *steps)
{
    struct source s = {c, backend, trusted, folder, "", NULL};
    struct ruling ruling = {PASS, 0, ""};
    int count = c->steps[lab];
    remove_tree(folder);
    make_folders(folder);
    memset(steps, 0, (size_t)count * sizeof *steps);
    int failed = take_in(&s, file, &ruling);
    char *whole = failed ? NULL : build_one(&s, -1, &ruling);
    for (int i = 0; i < count; i++) {
        steps[i].ruling = ruling;
        if (whole)
            steps[i].program = text_of("%s", whole);
        else if (!failed)
            steps[i].program = build_one(&s, c->facts[c->first[lab] + i].step, &steps[i].ruling);
    }
    free(whole);
    free(s.text);
}

void build_probe(const struct context *c)
{
    static const char text[] = "#include \"lab.h\"\nLAB_MAIN(01_naive_gemv)\n";
    struct ruling ruling = {PASS, 0, ""};
    char *file = text_of("%s/trial.cu", c->work), *folder = text_of("%s/trial", c->work);
    struct source s = {c, EMULATOR, 0, folder, "", NULL};
    FILE *f = atomic_open(file);
    fputs(text, f);
    atomic_close(f, file);
    make_folders(folder);
    char *program = take_in(&s, file, &ruling) ? NULL : build_one(&s, -1, &ruling);
    if (!program)
        die("nobody is graded, since the compiler does not work%s: %s; have a g++ on PATH%s, "
            "and grade again",
            c->isolated ? " in the sandbox" : "", ruling.message,
            c->isolated ? " that lies under /usr or in a bin folder outside your home" : "");
    free(program);
    free(s.text);
    free(folder);
    free(file);
}

void built_free(struct built *steps, int count)
{
    for (int i = 0; i < count; i++)
        free(steps[i].program);
}

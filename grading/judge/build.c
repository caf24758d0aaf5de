/* From a student's file to programs: one for the whole file, or one for each step that compiles
 * alone. Compilers run in the sandbox, in a clean folder, and see the file, common/ and the
 * toolchain. */
#include <sys/wait.h>

#include "inspect/inspect.h"
#include "judge.h"
#include "lab/measure/timing.h"

enum { LARGEST_SOURCE = 1 << 20, LARGEST_PREPROCESSED = 64 << 20, TRIAL_SECONDS = 60 };
enum { COMPILER_FILE_MB = 256, COMPILER_GB = 6, COMPILER_PROCESSES = 64 };

struct source {
    const struct context *c;
    int backend, trusted;
    const char *folder;
    char name[128], *text; /* "naive_gemv.cu" and what is in it */
    double left;           /* seconds that compiling it may still take, all steps together */
    int no_excuse; /* this machine was tried, and is well: whatever fails is the file's fault */
};

/* "   12 | int x;": a compiler shows the line of source, which may hold any words. */
static int is_quoted(const char *line)
{
    line += strspn(line, " ");
    line += strspn(line, "0123456789");
    return line[strspn(line, " ")] == '|';
}

/* The first line with this sign in it that is the compiler's own, and no warning; or NULL. */
static const char *line_with(const char *output, const char *sign)
{
    for (const char *at = output; (at = strstr(at, sign)); at++) {
        const char *begin = at, *warning = strstr(output, "warning");
        while (begin > output && begin[-1] != '\n')
            begin--;
        while (warning && warning < begin)
            warning = strstr(warning + 1, "warning");
        if (!is_quoted(begin) && !(warning && warning < at))
            return begin;
    }
    return NULL;
}

/* Leaves of each path in a line its last name; a comment's sign is none. */
static void drop_folders(char *line)
{
    char *to = line;
    for (const char *at = line; *at;) {
        size_t word = strcspn(at, " `'\"(:");
        const char *slash = *at == '/' && at[1] != '*' ? memrchr(at, '/', word) : NULL;
        const char *from = slash ? slash + 1 : at;
        const size_t keep = (size_t)(at + word - from);
        memmove(to, from, keep);
        to += keep;
        at += word;
        if (*at)
            *to++ = *at++;
    }
    *to = 0;
}

/* The line of a compiler's or linker's output that says what is wrong, without folders. */
static void first_error(const char *output, char *line, size_t size)
{
    static const char *const signs[] = {
        "undefined reference", "multiple definition", "error:", "error :", "fatal", "Error"};
    const char *begin = NULL;
    for (size_t i = 0; !begin && i < sizeof signs / sizeof *signs; i++)
        begin = line_with(output, signs[i]);
    if (!begin)
        begin = output + strspn(output, " \n");
    OWNED char *all = text_of("%.*s", (int)strcspn(begin, "\n"), begin);
    drop_folders(all);
    snprintf(line, size, "%.400s", all);
}

/* Could it be that this machine has run out of something? A file can say so, too, so that this asks
 * for a trial and decides nothing. */
static int is_suspicious(const struct sandboxed *box)
{
    static const char signs[] = "No space left on device\0no space left on device\0"
                                "Disk quota exceeded\0Cannot fork\0cannot fork\0Can't fork\0"
                                "Resource temporarily unavailable\0Cannot allocate memory\0"
                                "Killed signal\0signal 9\0Too many open files\0"
                                "Input/output error\0cannot write: \0";
    for (const char *sign = signs; *sign; sign += strlen(sign) + 1)
        if (strstr(box->text, sign))
            return 1;
    return box->ending == ENDED && (sandbox_signal(box) || !box->text[strspn(box->text, " \n")]);
}

/* Runs a shell command in the source's folder with NAME=value pairs, for at most so many
 * seconds. */
static void run_command(const struct source *s, const char *line, const char *const *variables,
                        double seconds, struct sandboxed *box)
{
    const struct context *c = s->c;
    const char *path = getenv("PATH"), *found = getenv("LD_LIBRARY_PATH");
    OWNED char *paths = text_of("PATH=%s", path ? path : "/usr/bin:/bin"),
               *libraries = text_of("LD_LIBRARY_PATH=%s", found ? found : ""),
               *root = text_of("ROOT=%s", c->reach ? c->reach : c->root);
    /* The day and the time are constants. */
    const char *env[26] = {paths,
                           libraries,
                           root,
                           "LC_ALL=C",
                           "HOME=/nonexistent",
                           "TMPDIR=.",
                           "TZ=UTC0",
                           "SOURCE_DATE_EPOCH=0"};
    for (int used = 8; *variables; variables++)
        env[used++] = *variables;
    struct job job = {.argv = (const char *const[]){"/bin/sh", "-c", line, NULL},
                      .env = env,
                      .folder = s->folder,
                      .visible = tool(s->backend, "VISIBLE"),
                      .writable = 1,
                      .fd = {-1, -1, -1},
                      .seconds = seconds,
                      .processes = COMPILER_PROCESSES,
                      .memory = COMPILER_GB * 1e9,
                      .file_bytes = COMPILER_FILE_MB * 1e6};
    sandbox_run(box, &job);
}

static void write_file(const char *folder, const char *name, const char *text)
{
    OWNED char *path = text_of("%s/%s", folder, name);
    const struct timespec epoch[2] = {{0, 0}, {0, 0}}; /* for __TIMESTAMP__ */
    write_bytes(path, text, strlen(text));
    utimensat(AT_FDCWD, path, epoch, 0);
}

static char *build_one(struct source *s, int only, double most, struct ruling *ruling);

/* Does a file without any mistake compile here and now? */
static int machine_is_well(const struct context *c, int backend, const char *folder,
                           struct ruling *ruling)
{
    static char text[] = "#include \"lab.h\"\nLAB_MAIN(01_naive_gemv)\n";
    struct source trial = {c, backend, 0, folder, "trial.cu", text, TRIAL_SECONDS, 1};
    make_folders(folder);
    write_file(folder, trial.name, text);
    OWNED char *program = build_one(&trial, -1, TRIAL_SECONDS, ruling);
    remove_tree(folder);
    return program != NULL;
}

/* The same against the time that is left. What looks like this machine's fault is one if a file
 * without mistakes fails, too; else the command has another try. 1 if it succeeded, else 0 with
 * `ruling` set. */
static int command(struct source *s, const char *line, const char *const *variables, double most,
                   struct ruling *ruling)
{
    struct sandboxed box;
    struct ruling trial;
    char error[420];
    OWNED char *folder = text_of("%s-trial", s->folder);
    for (;;) {
        double begin = lab_now_ms(), seconds = s->left < most ? s->left : most;
        if (seconds < 1)
            return !err(ruling, COMPILE_ERROR,
                        "%s: no time is left to compile it: %d s are given for the whole file.",
                        s->name, s->c->compile_seconds);
        run_command(s, line, variables, seconds, &box);
        s->left -= (lab_now_ms() - begin) / 1e3;
        if (box.ending == ENDED && WIFEXITED(box.status) && WEXITSTATUS(box.status) == 0)
            return 1;
        first_error(box.text, error, sizeof error);
        if (!box.never_began && (s->no_excuse || !is_suspicious(&box)))
            break;
        if (s->no_excuse || !machine_is_well(s->c, s->backend, folder, &trial))
            die("%s cannot be compiled, and that is this machine's fault: %s", s->name,
                error[0] ? error : "the compiler ended without a word");
        s->no_excuse = 1;
    }
    const int written = line_with(box.text, "File size limit exceeded") ||
                        sandbox_signal(&box) == SIGXFSZ,
              filled = line_with(box.text, "out of memory allocating") ||
                       line_with(box.text, "virtual memory exhausted");
    if (written || filled) {
        err(ruling, REFUSED,
            written ? "%s: the compiler makes a file of more than %d MB of it: are there large "
                      "arrays with values?"
                    : "%s: the compiler needs more than %d GB of memory for it.",
            s->name, written ? COMPILER_FILE_MB : COMPILER_GB);
    } else if (box.ending != ENDED || sandbox_signal(&box)) {
        sandbox_describe(&box, error, sizeof error);
        err(ruling, COMPILE_ERROR, "%s: the compiler %s.", s->name, error);
    } else {
        err(ruling, COMPILE_ERROR, "The compiler says: %s",
            error[0] ? error : "nothing, but it failed.");
    }
    return 0;
}

/* What the preprocessor made of it, $OBJECT.i. 0 if fine; 1 with `ruling` set. */
static int check_preprocessed(const struct source *s, const char *object, struct ruling *ruling)
{
    OWNED char *path = text_of("%s.i", object), *text = read_file(path, LARGEST_PREPROCESSED, NULL);
    if (text)
        return scan_preprocessed(text, s->name, ruling);
    if (errno == EFBIG)
        return err(ruling, REFUSED,
                   "%s: what it includes and its macros make more than %d MB of text.", s->name,
                   LARGEST_PREPROCESSED >> 20);
    return err(ruling, GRADER_ERROR, "The preprocessed %s cannot be read: %s.", s->name,
               strerror(errno));
}

/* The object in at most so many seconds for each command. What the preprocessor makes of the file
 * is read before a compiler or an assembler sees it, where the tools make it apart, and else before
 * a word of theirs is shown. 1 if it is fine. */
static int compile(struct source *s, const char *object, const char *const *variables, double most,
                   struct ruling *ruling)
{
    const char *preprocess = tool(s->backend, "PREPROCESS");
    struct ruling text = {.verdict = PASS};
    if (*preprocess && (!command(s, preprocess, variables, most, ruling) ||
                        (!s->trusted && check_preprocessed(s, object, ruling))))
        return 0;
    if (!command(s, tool(s->backend, "COMPILE"), variables, most, ruling)) {
        if (!s->trusted && check_preprocessed(s, object, &text) && text.verdict == REFUSED)
            *ruling = text;
        return 0;
    }
    if (s->trusted)
        return 1;
    if (!scan_line_of(s->text, "LAB_MAIN"))
        return !err(ruling, COMPILE_ERROR,
                    "%s: the last line, LAB_MAIN(…) as the stub has it, is missing.", s->name);
    OWNED char *names = text_of("%s.names", object);
    return !check_preprocessed(s, object, ruling) &&
           !check_symbols(names, s->backend, s->text, s->name, ruling);
}

/* One object and one program in at most so many seconds each; `only`: a step's number, or -1 for
 * all. Its path, or NULL with `ruling` set. */
static char *build_one(struct source *s, int only, double most, struct ruling *ruling)
{
    OWNED char *flags =
        only < 0 ? text_of("FLAGS=-DLAB_STEPS") : text_of("FLAGS=-DLAB_STEPS -DLAB_ONLY=%d", only);
    OWNED char *source = text_of("SOURCE=%s", s->name), *object = text_of("OBJECT=step%d.o", only);
    char *program = NULL;
    OWNED char *object_path = text_of("%s/step%d.o", s->folder, only);
    OWNED char *reached =
        reach_of(s->c, tool(s->backend, s->trusted ? "LIBRARY_RUNNER" : "RUNNER"));
    OWNED char *runner = text_of("RUNNER=%s", reached);
    OWNED char *to = text_of("PROGRAM=step%d", only);
    const char *variables[] = {source, object, flags, NULL},
               *link[] = {object, runner, to,
                          s->trusted ? "LIBRARIES=-lcublas" : "LIBRARIES=", NULL};
    if (compile(s, object_path, variables, most, ruling) &&
        command(s, tool(s->backend, "LINK"), link, most, ruling))
        program = text_of("%s/step%d", s->folder, only);
    return program;
}

/* What cannot be read is for the instructor to see to, whoever made it so; the path as it is in
 * SUBMISSIONS. */
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

/* Line ends as clang sees them, a carriage return alone among them: what is a comment, and what a
 * directive, must be the same in its reading and in ours. */
static void unify_lines(char *text)
{
    char *to = text;
    for (const char *at = text; *at; at++)
        if (*at != '\r')
            *to++ = *at;
        else if (at[1] != '\n')
            *to++ = '\n';
    *to = 0;
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
    unify_lines(s->text);
    const char *begin =
        s->text + (strncmp(s->text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0); /* Notepad's */
    if (!begin[strspn(begin, BLANKS)]) {
        err(ruling, NOT_ATTEMPTED, "%s is empty.", s->name);
        ruling->nothing = EMPTY_FILE;
        return 1;
    }
    if (!s->trusted && scan_source(s->text, s->name, ruling))
        return 1;
    write_file(s->folder, s->name, s->text);
    return 0;
}

int build_file(const struct context *c, int backend, int lab, const char *file, const char *folder,
               int trusted, struct built *steps)
{
    double all = c->compile_seconds;
    struct source s = {c, backend, trusted, folder, "", NULL, all, trusted};
    struct ruling ruling = {.verdict = PASS};
    int count = c->steps[lab];
    remove_tree(folder);
    make_folders(folder);
    memset(steps, 0, (size_t)count * sizeof *steps);
    int failed = take_in(&s, file, &ruling);
    OWNED char *whole = failed ? NULL : build_one(&s, -1, trusted ? all : all * 2 / 3, &ruling);
    for (int i = 0; i < count; i++) {
        steps[i].ruling = ruling;
        if (whole)
            steps[i].program = text_of("%s", whole);
        else if (!failed)
            steps[i].program = build_one(&s, fact_of(c, lab, i)->step,
                                         fmax(s.left / (count - i), all / 12), &steps[i].ruling);
    }
    free(s.text);
    return whole != NULL;
}

void build_probe(const struct context *c)
{
    struct ruling ruling = {.verdict = PASS};
    OWNED char *folder = text_of("%s/trial", c->work);
    if (!machine_is_well(c, EMULATOR, folder, &ruling))
        die("nobody is graded, since the compiler does not work%s: %s; have a clang on PATH%s, "
            "and grade again",
            c->isolated ? " in the sandbox" : "", ruling.message,
            c->isolated ? " that lies under /usr or in a bin folder outside your home" : "");
}

void built_free(struct built *steps, int count)
{
    for (int i = 0; i < count; i++)
        free(steps[i].program);
}

/* One runner process and the conversation with it (protocol.h). Whatever it does, an answer comes
 * back here in time: an answer, the news that it is gone, or that it talks nonsense. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/wait.h>
#include <unistd.h>

#include "judge/stage.h"
#include "lab/measure/timing.h"

/* The environment of whatever is run: little, so that it is the same everywhere. */
static void fill_environment(const char **env, int count)
{
    static const char *const passed[] = {"LD_LIBRARY_PATH", "CUDA_VISIBLE_DEVICES",
                                         "CUDA_DEVICE_ORDER", "NVIDIA_VISIBLE_DEVICES"};
    int used = 0;
    env[used++] = "PATH=/usr/local/bin:/usr/bin:/bin";
    env[used++] = "HOME=/nonexistent";
    env[used++] = "LC_ALL=C";
    env[used++] = "CUDA_CACHE_DISABLE=1";
    for (size_t i = 0; i < sizeof passed / sizeof *passed && used + 1 < count; i++)
        if (getenv(passed[i]))
            env[used++] = text_of("%s=%s", passed[i], getenv(passed[i]));
    env[used] = NULL;
}

/* A file without a name that the runner maps, too. Sealed, so that it cannot shrink under our
 * hands. */
static int memory_file(size_t bytes)
{
    int fd = memfd_create("outputs", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (fd < 0 || ftruncate(fd, (off_t)bytes) ||
        fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL))
        die("no memory file of %zu bytes: %s", bytes, strerror(errno));
    return fd;
}

void runner_start(struct runner *r, const struct context *c, int backend, const char *lab,
                  const char *program, size_t bytes, double seconds)
{
    int to[2], from[2], memory = memory_file(bytes);
    memset(r, 0, sizeof *r);
    if (pipe2(to, O_CLOEXEC) || pipe2(from, O_CLOEXEC))
        die("no pipe: %s", strerror(errno));
    r->memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
    if (r->memory == MAP_FAILED)
        die("cannot map %zu bytes: %s", bytes, strerror(errno));
    r->bytes = bytes;
    r->explain = c->explain;
    r->ask = to[1];
    r->answer = from[0];
    fcntl(r->ask, F_SETFL, O_NONBLOCK);
    r->folder = text_of("%s", program);
    *strrchr(r->folder, '/') = 0;
    r->argv[0] = program;
    r->argv[1] = lab;
    fill_environment(r->env, sizeof r->env / sizeof *r->env);
    struct job job = {r->argv,
                      r->env,
                      r->folder,
                      c->tools[backend].run_visible,
                      0,
                      backend == GPU,
                      {to[0], from[1], memory},
                      seconds,
                      backend == GPU ? 4 : 1,
                      backend == GPU ? 32e9 : 3e9,
                      backend == GPU ? 1e9 : 16e6};
    sandbox_start(&r->box, &job);
    close(to[0]);
    close(from[1]);
    close(memory);
}

void runner_extend(struct runner *r, double seconds)
{
    r->box.job.seconds = seconds;
    r->box.deadline = lab_now_ms() + seconds * 1e3;
}

/* Reads one line into r->line; ANSWERED if it came. */
static enum answer read_line(struct runner *r)
{
    r->pending = 0;
    while (r->pending + 1 < sizeof r->line) {
        if (!sandbox_wait(&r->box, r->answer, 1000)) {
            if (r->box.ending != RUNNING)
                return GONE;
            continue;
        }
        ssize_t got = read(r->answer, r->line + r->pending, sizeof r->line - 1 - r->pending);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0) { /* it closed the pipe: it is about to end, or pretends to */
            sandbox_wait(&r->box, -1, 500);
            return r->box.ending != RUNNING ? GONE : NONSENSE;
        }
        r->pending += (size_t)got;
        r->line[r->pending] = 0;
        char *newline = strchr(r->line, '\n');
        if (!newline && strlen(r->line) == r->pending)
            continue;
        if (!newline || newline != r->line + r->pending - 1)
            return NONSENSE; /* a zero byte, or more than was asked for */
        *newline = 0;
        return ANSWERED;
    }
    return NONSENSE;
}

void runner_send(struct runner *r, const char *verb, int step, const struct lab_case *q,
                 const char *last)
{
    static const struct lab_case none;
    char line[PROTOCOL_LINE];
    int used;
    if (!q)
        q = &none;
    if (getrandom(&r->id, sizeof r->id, 0) != sizeof r->id)
        die("the system gives no random numbers");
    used = snprintf(line, sizeof line, "%llu %s %d %u %u %u %d %d %d %llu %s\n",
                    (unsigned long long)r->id, verb, step, (unsigned)q->problem, (unsigned)q->data,
                    (unsigned)q->memory, q->m, q->n, q->k, (unsigned long long)q->seed,
                    last && *last ? last : "-");
    if (used >= (int)sizeof line)
        die("a request is longer than %d bytes", PROTOCOL_LINE);
    r->deaf = write(r->ask, line, (size_t)used) != used;
}

enum answer runner_hear(struct runner *r)
{
    char word[8] = "", *rest;
    if (r->deaf) { /* it has closed its end, or does not read */
        sandbox_wait(&r->box, -1, 2000);
        return r->box.ending != RUNNING ? GONE : NONSENSE;
    }
    enum answer how = read_line(r);
    if (how != ANSWERED)
        return how;
    if (strtoull(r->line, &rest, 10) != r->id || sscanf(rest, " %7s", word) != 1)
        return NONSENSE;
    if (strcmp(word, "gone") == 0) { /* its last word: it ends by itself */
        r->gone = 1;
        sandbox_wait(&r->box, -1, 2000);
        return GONE;
    }
    return strcmp(word, "ok") == 0 ? ANSWERED : strcmp(word, "error") == 0 ? FAILED : NONSENSE;
}

enum answer runner_ask(struct runner *r, const char *verb, int step, const struct lab_case *q,
                       const char *last)
{
    runner_send(r, verb, step, q, last);
    return runner_hear(r);
}

void runner_dismiss(struct runner *r)
{
    if (r->ask >= 0)
        close(r->ask);
    r->ask = -1;
}

void runner_stop(struct runner *r)
{
    runner_dismiss(r);
    close(r->answer);
    if (r->box.ending ==
        RUNNING) /* let it end by itself, so that a GPU's context is closed in order */
        sandbox_wait(&r->box, -1, 500);
    sandbox_stop(&r->box);
    munmap(r->memory, r->bytes);
    free(r->folder);
    for (int i = 4; r->env[i]; i++)
        free((char *)r->env[i]);
}

/* The last line that it printed, if any, in quotes. */
static void last_words(const struct sandboxed *s, char *text, size_t size)
{
    size_t end = s->length, begin, used = 0;
    while (end && (s->text[end - 1] == '\n' || s->text[end - 1] == '\r'))
        end--;
    for (begin = end; begin && s->text[begin - 1] != '\n' && end - begin < 200; begin--)
        ;
    text[0] = 0;
    if (begin == end)
        return;
    used = (size_t)snprintf(text, size, " It printed: ");
    for (size_t i = begin; i < end && used + 2 < size; i++)
        text[used++] = s->text[i] < ' ' || s->text[i] > '~' ? '?' : s->text[i];
    text[used] = 0;
}

int runner_finding(const struct runner *r, struct finding *f)
{
    char file[200], what[600];
    double line = 0;
    if (!protocol_get(r->line, "finding", what, sizeof what))
        return 0;
    protocol_get(r->line, "kind", f->kind, sizeof f->kind);
    protocol_get(r->line, "file", file, sizeof file);
    protocol_get_number(r->line, "line", &line);
    const char *slash = strrchr(file, '/');
    if (file[0])
        snprintf(f->text, sizeof f->text, "%s:%.0f: %s.", slash ? slash + 1 : file, line, what);
    else
        snprintf(f->text, sizeof f->text, "%s.", what);
    return 1;
}

/* How the program ended: by its own last word if it sent one, since an exit status can look like a
 * signal. */
static void describe_end(const struct runner *r, char *text, size_t size, int *number)
{
    double status = 0;
    *number = r->gone ? 0 : sandbox_signal(&r->box);
    if (!r->gone) {
        sandbox_describe(&r->box, text, size);
        return;
    }
    protocol_get_number(r->line, "status", &status);
    snprintf(text, size, "ended by itself, with exit status %.0f, before it answered", status);
}

int runner_is_before_main(const struct runner *r)
{
    const float begun = *(const volatile float *)r->memory;
    return (r->box.ending == OUT_OF_TIME || sandbox_signal(&r->box) == SIGXCPU) && !r->line[0] &&
           begun == 0;
}

void runner_excuse(const struct runner *r, enum answer how, struct ruling *ruling)
{
    char what[200], printed[300];
    struct finding finding;
    int number;
    last_words(&r->box, printed, sizeof printed);
    if (how == NONSENSE) {
        err(ruling, REFUSED, "The program wrote to the grader's own channel, or closed it.%s",
            printed);
        return;
    }
    if (r->box.never_began)
        die("bubblewrap did not start a program:%s", printed);
    if (r->gone && runner_finding(r, &finding)) {
        err(ruling, REFUSED, "%s", finding.text);
        return;
    }
    describe_end(r, what, sizeof what, &number);
    if (r->box.ending == OUT_OF_TIME || number == SIGXCPU)
        err(ruling, TIMEOUT, "The program %s: is there a loop that never ends%s?%s", what,
            runner_is_before_main(r) ? " in what a variable outside of functions begins with" : "",
            printed);
    else if (r->box.ending == OUT_OF_PROCESSES)
        err(ruling, REFUSED, "The program %s.%s", what, printed);
    else
        err(ruling, CRASH, "The program %s.%s%s", what,
            number == SIGSEGV || number == SIGBUS ? " Is a device pointer used in host code?" : "",
            printed);
}

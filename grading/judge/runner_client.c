/* One runner process in its sandbox, and what its end means. engine/talk.h has the conversation. */
#include <signal.h>

#include "engine/asker.h"
#include "judge.h"
#include "lab/measure/timing.h"

/* The environment of whatever is run: little, so that it is the same everywhere. `gpu`: what it
 * says of GPUs; "": what the judge's own says. */
static void fill_environment(const char **env, const char *gpu)
{
    static const char *const passed[] = {"CUDA_VISIBLE_DEVICES", "LD_LIBRARY_PATH",
                                         "CUDA_DEVICE_ORDER", "NVIDIA_VISIBLE_DEVICES"};
    *env++ = "PATH=/usr/local/bin:/usr/bin:/bin";
    *env++ = "HOME=/nonexistent";
    *env++ = "LC_ALL=C";
    *env++ = "CUDA_CACHE_DISABLE=1";
    if (*gpu)
        *env++ = gpu;
    for (size_t i = *gpu != 0; i < sizeof passed / sizeof *passed; i++)
        if (getenv(passed[i]))
            *env++ = getenv(passed[i]) - strlen(passed[i]) - 1; /* the whole "NAME=value" */
    *env = NULL;
}

/* See talk_wait. */
static int wait_for(void *holder, int fd, int ms)
{
    struct runner *r = holder;
    return sandbox_wait(&r->box, fd, ms) ? 1 : r->box.ending != RUNNING ? -1 : 0;
}

void runner_start(struct runner *r, const struct context *c, int backend, const char *lab,
                  const char *program, size_t bytes, double seconds)
{
    int theirs[3];
    const char *env[9];
    const int alone = backend == GPU && *c->device.visible;
    OWNED char *folder = text_of("%s", program),
               *gpu = text_of("%s%s", alone ? "CUDA_VISIBLE_DEVICES=" : "",
                              alone ? c->device.visible : "");
    memset(r, 0, sizeof *r);
    if (talk_open(&r->talk, wait_for, r, bytes, theirs))
        die("no pipes and memory file of %zu bytes: %s", bytes, strerror(errno));
    r->explain = c->explain;
    fill_environment(env, gpu);
    *strrchr(folder, '/') = 0;
    struct job job = {.argv = (const char *const[]){program, lab, NULL},
                      .env = env,
                      .folder = folder,
                      .visible = getenv("GRADE_RUN_VISIBLE"),
                      .gpu = backend == GPU,
                      .fd = {theirs[0], theirs[1], theirs[2]},
                      .seconds = seconds,
                      .processes = backend == GPU ? 4 : 1,
                      .memory = backend == GPU ? 32e9 : 3e9,
                      .file_bytes = backend == GPU ? 1e9 : 16e6};
    sandbox_start(&r->box, &job);
    for (int i = 0; i < 3; i++)
        close(theirs[i]);
}

void runner_extend(struct runner *r, double seconds)
{
    r->box.job.seconds = seconds;
    r->box.deadline = lab_now_ms() + seconds * 1e3;
}

enum talk_answer runner_ask(struct runner *r, const char *verb, int step, const struct lab_case *q,
                            const char *last)
{
    if (talk_send(&r->talk, verb, step, q, 0, last))
        die("a request cannot be sent: %s", strerror(errno));
    return talk_hear(&r->talk);
}

void runner_stop(struct runner *r)
{
    talk_dismiss(&r->talk);
    if (r->box.ending ==
        RUNNING) /* let it end by itself, so that a GPU's context is closed in order */
        sandbox_wait(&r->box, -1, 500);
    sandbox_stop(&r->box);
    talk_close(&r->talk);
}

/* The last line that it printed, if any, in quotes. */
static void last_words(const struct sandboxed *s, char *text, size_t size)
{
    size_t end = s->length, begin;
    while (end && strchr("\r\n", s->text[end - 1]))
        end--;
    for (begin = end; begin && s->text[begin - 1] != '\n' && end - begin < 200;)
        begin--;
    snprintf(text, size, "%s%.*s", begin < end ? " It printed: " : "", (int)(end - begin),
             s->text + begin);
    for (; *text; text++)
        *text = *text < ' ' || *text > '~' ? '?' : *text;
}

/* How the program ended: by its own last word if it sent one, since an exit status can look like a
 * signal. */
static void describe_end(const struct runner *r, char *text, size_t size, int *number)
{
    double status = 0;
    *number = r->talk.gone ? 0 : sandbox_signal(&r->box);
    if (!r->talk.gone) {
        sandbox_describe(&r->box, text, size);
        return;
    }
    protocol_get_number(r->talk.line, "status", &status);
    snprintf(text, size, "ended by itself, with exit status %.0f, before it answered", status);
}

static struct ruling stuck; /* TIMEOUT, where a main was never reached */

int runner_is_stuck(struct ruling *ruling)
{
    if (stuck.verdict == TIMEOUT)
        *ruling = stuck;
    return stuck.verdict == TIMEOUT;
}

void runner_forget(void)
{
    stuck.verdict = PASS;
}

void runner_excuse(const struct runner *r, enum talk_answer how, struct ruling *ruling)
{
    char what[200], printed[300];
    char kind[40], finding[800];
    int number;
    last_words(&r->box, printed, sizeof printed);
    if (how == TALK_NONSENSE) {
        err(ruling, REFUSED, "The program wrote to the grader's own channel, or closed it.%s",
            printed);
        return;
    }
    if (r->box.never_began)
        die("bubblewrap did not start a program:%s", printed);
    if (r->talk.gone && asker_finding(r->talk.line, kind, finding, sizeof finding)) {
        err(ruling, REFUSED, "%s", finding);
        return;
    }
    describe_end(r, what, sizeof what, &number);
    if (r->box.ending == OUT_OF_TIME || number == SIGXCPU) {
        const int before = !r->talk.line[0] && *(const volatile float *)r->talk.memory == 0;
        err(ruling, TIMEOUT, "The program %s: is there a loop that never ends%s?%s", what,
            before ? " in what a variable outside of functions begins with" : "", printed);
        stuck = before ? *ruling : stuck;
    } else if (r->box.ending == OUT_OF_PROCESSES)
        err(ruling, REFUSED, "The program %s.%s", what, printed);
    else
        err(ruling, CRASH, "The program %s.%s%s", what,
            number == SIGSEGV || number == SIGBUS ? " Is a device pointer used in host code?" : "",
            printed);
}

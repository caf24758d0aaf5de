/* The run: a worker process for each student and lab that has no result that still holds.
 *
 * Building and emulating need a processor each, so JOBS workers at most do that. A worker that has
 * come to the GPU's part waits for one and costs nothing meanwhile; others take its place, so that
 * every GPU finds somebody waiting. A worker writes its result down (result_cache.c) before it
 * ends. Dies the judge, the kernel kills the workers and theirs. A run that is asked to end
 * (Ctrl-C, TERM) kills its workers and reports what it has. */
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>

#include "intake/intake.h"
#include "results/result_cache.h"
#include "judge.h"
#include "lab/measure/timing.h"

enum { NAP_MS = 20, WAITING_PER_GPU = 2 };

/* ---- the end before the end */

enum { ECHO_MS = 1000 };
static volatile sig_atomic_t ended; /* the signal; 0: none came */
static double ended_ms;

/* The first signal ends the run, with reports; a second one the judge. One that comes at once is
 * the first again: `timeout` sends one to its whole group, and make passes its own on. */
static void on_end(int signal)
{
    double now = lab_now_ms();
    if (!ended)
        ended_ms = now;
    if (now - ended_ms > ECHO_MS) {
        sigaction(signal, &(struct sigaction){.sa_handler = SIG_DFL}, NULL);
        raise(signal);
    }
    ended = signal;
}

/* ---- the run */

struct worker {
    pid_t pid; /* 0: a free place */
    int student, lab;
};

struct engine {
    struct context *c;
    struct worker *worker;
    int workers;                   /* places */
    unsigned char *done;           /* [student * labs + lab] */
    int all, kept, finished;       /* gradings; kept: of those finished, from an earlier run */
    int running, building, on_gpu; /* workers, as collect found them */
    double begin, shown;           /* ms */
};

/* ---- how far it is: one line that is written over and over on a terminal, a line now and
 * then in a log */

enum { TERMINAL_MS = 200, LOG_MS = 10000 };

/* With the time when it will be over, going by what has been graded so far. */
static void progress(struct engine *e, int over)
{
    const int terminal = isatty(2), graded = e->finished - e->kept, left = e->all - e->finished;
    const double now = lab_now_ms(), each = graded ? (now - e->begin) / 1e3 / graded : 0;
    const time_t end = time(NULL) + (time_t)(each * left);
    struct tm local;
    char until[40] = "", gpu[40] = "";
    if (e->c->quiet || (over ? !terminal && now - e->begin < LOG_MS
                             : now - e->shown < (terminal ? TERMINAL_MS : LOG_MS)))
        return;
    e->shown = now;
    if (graded && left)
        strftime(until, sizeof until, ", until about %a %H:%M", localtime_r(&end, &local));
    if (e->on_gpu)
        snprintf(gpu, sizeof gpu, " (%d on a GPU)", e->on_gpu);
    fprintf(stderr, "%s%d of %d done, %d running%s, %d left%s%s%s", terminal ? "\r" : "",
            e->finished, e->all, e->running, gpu, left - e->running, until,
            terminal ? "\033[K" : "", over || !terminal ? "\n" : "");
    fflush(stderr);
}

/* ---- workers */

static void work(struct engine *e, int student, int lab, pid_t parent)
{
    struct context *c = e->c;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(1);
    setpgid(0, 0); /* Ctrl-C is the judge's: no compiler may die of it, and be believed */
    sandbox_adopt();
    sandbox_step_back(c->backend == GPU);
    grade_lab(c, student, lab);
    fflush(NULL);
    _exit(0);
}

static void start_worker(struct engine *e, struct worker *w, int index)
{
    pid_t parent = getpid();
    e->building++;
    e->running++;
    w->student = index / e->c->labs;
    w->lab = index % e->c->labs;
    if (e->c->backend == GPU)
        references_need(e->c, w->lab);
    e->c->stage = &e->c->stages[w - e->worker];
    *e->c->stage = STAGE_BUILD;
    fflush(NULL);
    w->pid = fork();
    if (w->pid < 0)
        die("no process for a worker: %s", strerror(errno));
    if (w->pid == 0)
        work(e, w->student, w->lab, parent);
}

static void blame_ourselves(struct context *c, const struct worker *w, int status)
{
    OWNED char *how = WIFSIGNALED(status)
                          ? text_of("%s", strsignal(WTERMSIG(status)))
                          : text_of("exit status %d; it has said why", WEXITSTATUS(status)),
               *why = text_of("The grader itself failed: %s.", how);
    grade_failed(c, w->student, w->lab, why);
}

/* Takes in what has ended, and counts what is at work. */
static void collect(struct engine *e)
{
    int status;
    for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;) {
        if (tree_has(pid)) /* a reference: whoever needs it starts another */
            tree_replace(pid, 0);
        for (struct worker *w = e->worker; w < e->worker + e->workers; w++)
            if (w->pid == pid) {
                w->pid = 0;
                if (status != 0 && ended)
                    continue;
                e->finished++;
                e->done[w->student * e->c->labs + w->lab] = 1;
                if (status != 0)
                    blame_ourselves(e->c, w, status);
            }
    }
    e->running = e->building = e->on_gpu = 0;
    for (int i = 0; i < e->workers; i++)
        if (e->worker[i].pid) {
            e->running++;
            e->building += e->c->stages[i] == STAGE_BUILD;
            e->on_gpu += e->c->stages[i] == STAGE_GPU;
        }
}

static struct worker *free_place(struct engine *e)
{
    for (int i = 0; i < e->workers; i++)
        if (!e->worker[i].pid)
            return &e->worker[i];
    return NULL;
}

/* Kills who is at work. What they were at, and what nobody has begun, the next run grades. */
static void end_early(struct engine *e)
{
    for (int i = 0; i < e->workers; i++)
        if (e->worker[i].pid)
            kill(e->worker[i].pid, SIGKILL);
    for (; e->running; usleep(NAP_MS * 1000))
        collect(e);
    for (int i = 0; i < e->c->students * e->c->labs; i++)
        if (!e->done[i])
            grade_failed(e->c, i / e->c->labs, i % e->c->labs,
                         "The run was ended before this was graded. The same command goes on from "
                         "there.");
    fprintf(stderr,
            "judge: ended (%s) after %d of %d gradings; the reports have these, and the same "
            "command goes on from there\n",
            strsignal(ended), e->finished, e->all);
}

void engine_run(struct context *c)
{
    static struct engine e; /* to the end */
    int next = 0;
    const int all = c->students * c->labs;
    questions_draw(c);
    e.c = c;
    e.workers = c->jobs + c->gpus * (1 + WAITING_PER_GPU);
    e.worker = zeros((size_t)e.workers, sizeof *e.worker);
    e.done = zeros((size_t)all, 1);
    c->stages = mmap(NULL, (size_t)e.workers * sizeof *c->stages, PROT_READ | PROT_WRITE,
                     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (c->stages == MAP_FAILED)
        die("no memory left");
    keep_take(c, e.done, KEEP_STRICT);
    e.finished = e.kept = keep_count(c, e.done, &e.all);
    for (int i = 0; i < all; i++) /* what nobody handed in is done from here on */
        if (!e.done[i] && !is_handed_in(c, i / c->labs, i % c->labs)) {
            grade_lab(c, i / c->labs, i % c->labs);
            e.done[i] = 1;
        }
    e.begin = e.shown = lab_now_ms();
    struct sigaction how = {.sa_handler = on_end};
    sigaction(SIGINT, &how, NULL);
    sigaction(SIGTERM, &how, NULL);
    sigaction(SIGHUP, &how, NULL);
    while (e.finished < e.all && !ended) {
        collect(&e);
        for (; e.building < c->jobs && next < all && free_place(&e); next++)
            if (!e.done[next])
                start_worker(&e, free_place(&e), next);
        progress(&e, 0);
        if (e.finished < e.all)
            usleep(NAP_MS * 1000);
    }
    progress(&e, 1);
    if (e.finished < e.all)
        end_early(&e);
    references_stop(c);
    questions_forget(); /* so that what reports take does not add to it */
}

/* The run: a worker process for each student and lab that has no result that still holds.
 *
 * Building and emulating need a processor each, so JOBS workers at most do that. A worker that has
 * come to the GPU's part waits for one and costs nothing meanwhile; others take its place, so that
 * every GPU finds somebody waiting. A worker writes its result down (result_cache.c) before it
 * ends. Dies the judge, the kernel kills the workers and theirs. A run that is asked to end
 * (Ctrl-C, TERM) kills its workers and reports what it has. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "intake/intake.h"
#include "results/result_cache.h"
#include "stage.h"
#include "lab/measure/timing.h"
#include "sandbox/sandbox.h"

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

static void listen_for_end(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction how = {.sa_handler = on_end};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        sigaction(signals[i], &how, NULL);
}

/* Nothing of it is kept, so that the next run grades it. */
static void leave_ungraded(const struct context *c, int student, int lab)
{
    for (int i = 0; i < c->steps[lab]; i++) {
        struct step_result *r = result_of(c, student, lab, i);
        r->points = 0;
        err(&r->ruling, GRADER_ERROR,
            "The run was ended before this was graded. The same command goes on from there.");
    }
}

/* ---- how far the run is: one line that is written over and over on a terminal, a line now and
 * then in a log */

struct progress {
    int quiet, done, running, on_gpu, all; /* gradings */
    int kept;                              /* of `done`, from an earlier run */
    double begin, shown;                   /* ms */
};
enum { TERMINAL_MS = 200, LOG_MS = 10000 };

/* With the time when it will be over, going by what has been graded so far. */
static void progress_say(const struct progress *p)
{
    const int terminal = isatty(2), graded = p->done - p->kept, left = p->all - p->done;
    const double each = graded ? (lab_now_ms() - p->begin) / 1e3 / graded : 0;
    const time_t end = time(NULL) + (time_t)(each * left);
    struct tm local;
    char until[40] = "", gpu[40] = "";
    if (graded && left)
        strftime(until, sizeof until, ", until about %a %H:%M", localtime_r(&end, &local));
    if (p->on_gpu)
        snprintf(gpu, sizeof gpu, " (%d on a GPU)", p->on_gpu);
    fprintf(stderr, "%s%d of %d done, %d running%s, %d left%s%s", terminal ? "\r" : "", p->done,
            p->all, p->running, gpu, left - p->running, until, terminal ? "\033[K" : "\n");
    fflush(stderr);
}

static void progress_show(struct progress *p)
{
    if (p->quiet || lab_now_ms() - p->shown < (isatty(2) ? TERMINAL_MS : LOG_MS))
        return;
    p->shown = lab_now_ms();
    progress_say(p);
}

static void progress_end(struct progress *p)
{
    if (p->quiet || (!isatty(2) && lab_now_ms() - p->begin < LOG_MS))
        return;
    progress_say(p);
    if (isatty(2))
        fputc('\n', stderr);
}

/* ---- workers */

struct worker {
    pid_t pid; /* 0: a free place */
    int student, lab;
};

struct engine {
    struct context *c;
    struct worker *worker;
    int workers;         /* places */
    unsigned char *done; /* [student * labs + lab] */
    struct progress progress;
};

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

static void blame_ourselves(const struct context *c, const struct worker *w, int status)
{
    for (int i = 0; i < c->steps[w->lab]; i++) {
        struct step_result *r = result_of(c, w->student, w->lab, i);
        r->points = 0;
        if (WIFSIGNALED(status))
            err(&r->ruling, GRADER_ERROR, "The grader itself failed: %s.",
                strsignal(WTERMSIG(status)));
        else
            err(&r->ruling, GRADER_ERROR,
                "The grader itself failed, with exit status %d; it has said why.",
                WEXITSTATUS(status));
    }
    OWNED char *file = keep_file(c, w->student, w->lab);
    keep_save(c, w->student, w->lab,
              access(file, R_OK) ? NULL : file); /* no run takes it for good */
}

static void collect(struct engine *e)
{
    int status;
    for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;) {
        if (tree_has(pid)) /* a reference: whoever needs it starts another */
            tree_replace(pid, 0);
        for (int i = 0; i < e->workers; i++)
            if (e->worker[i].pid == pid) {
                struct worker *w = &e->worker[i];
                w->pid = 0;
                if (status != 0 && ended) {
                    leave_ungraded(e->c, w->student, w->lab);
                    continue;
                }
                e->progress.done++;
                e->done[w->student * e->c->labs + w->lab] = 1;
                if (status != 0)
                    blame_ourselves(e->c, w, status);
            }
    }
}

/* How many are at work, and how many of these need a processor of their own. */
static int count_workers(struct engine *e, int *building)
{
    int running = 0, on_gpu = 0;
    *building = 0;
    for (int i = 0; i < e->workers; i++)
        if (e->worker[i].pid) {
            running++;
            *building += e->c->stages[i] == STAGE_BUILD;
            on_gpu += e->c->stages[i] == STAGE_GPU;
        }
    e->progress.running = running;
    e->progress.on_gpu = on_gpu;
    return running;
}

static struct worker *free_place(struct engine *e)
{
    for (int i = 0; i < e->workers; i++)
        if (!e->worker[i].pid)
            return &e->worker[i];
    return NULL;
}

static void open_engine(struct engine *e, struct context *c)
{
    size_t all = (size_t)c->students * c->labs;
    e->c = c;
    e->workers = c->jobs + c->gpus * (1 + WAITING_PER_GPU);
    e->worker = zeros((size_t)e->workers, sizeof *e->worker);
    e->done = zeros(all, 1);
    c->stages = mmap(NULL, (size_t)e->workers * sizeof *c->stages, PROT_READ | PROT_WRITE,
                     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (c->stages == MAP_FAILED)
        die("no memory left");
}

/* Kills who is at work; what they were at, and what nobody has begun, is left ungraded. */
static void end_early(struct engine *e)
{
    int slots = e->c->students * e->c->labs, building;
    for (int i = 0; i < e->workers; i++)
        if (e->worker[i].pid)
            kill(e->worker[i].pid, SIGKILL);
    for (; count_workers(e, &building); usleep(NAP_MS * 1000))
        collect(e);
    for (int i = 0; i < slots; i++)
        if (!e->done[i])
            leave_ungraded(e->c, i / e->c->labs, i % e->c->labs);
    fprintf(stderr,
            "judge: ended (%s) after %d of %d gradings; the reports have these, and the same "
            "command goes on from there\n",
            strsignal(ended), e->progress.done, e->progress.all);
}

/* What is kept is done, and so is, from here on, what nobody handed in. */
static void take_stock(struct engine *e)
{
    struct context *c = e->c;
    int all, kept;
    keep_take(c, e->done, KEEP_STRICT);
    kept = keep_count(c, e->done, &all);
    for (int i = 0; i < c->students * c->labs; i++)
        if (!e->done[i] && !is_handed_in(c, i / c->labs, i % c->labs)) {
            grade_lab(c, i / c->labs, i % c->labs);
            e->done[i] = 1;
        }
    e->progress = (struct progress){
        .quiet = c->quiet, .done = kept, .kept = kept, .all = all, .begin = lab_now_ms()};
    e->progress.shown = e->progress.begin;
}

void engine_run(struct context *c)
{
    static struct engine e; /* to the end */
    int slots = c->students * c->labs, next = 0, building;
    open_engine(&e, c);
    take_stock(&e);
    listen_for_end();
    while (e.progress.done < e.progress.all && !ended) {
        collect(&e);
        for (count_workers(&e, &building); building < c->jobs && next < slots && free_place(&e);
             next++)
            if (!e.done[next]) {
                start_worker(&e, free_place(&e), next);
                building++;
            }
        count_workers(&e, &building);
        progress_show(&e.progress);
        if (e.progress.done < e.progress.all)
            usleep(NAP_MS * 1000);
    }
    progress_end(&e.progress);
    if (e.progress.done < e.progress.all)
        end_early(&e);
    references_stop(c);
}

/* The judge: grades labs. `make grade` starts it.
 *
 * Theory of operation
 *
 * The judge holds no code of a student's and no CUDA. For each file it has a compiler make a program, in a sandbox: the
 * student's steps and our runner. The runner is asked one case at a time, over a pipe, and leaves the bytes of the output in a
 * memory file. The judge generates the same inputs from the same seed (problem.h), has computed the right answers before any
 * student's program started (verify.h), and compares. A program can therefore crash, hang, lie or print whatever it wants: it costs
 * its own step and nothing else, and no word of its own about being right is ever asked for.
 *
 *   judge (this process)                      reads options and rubrics, draws the questions, writes the reports
 *    └ worker, one per student and lab        grade.c: builds, asks, scores; leaves results in shared memory
 *       ├ compiler                            in a sandbox; sees the file, common/ and the toolchain
 *       ├ runner, a fresh one per step        in a sandbox; sees itself
 *       └ runner with the reference solution  GPU only: asked in turn with the other, one active at a time
 *
 * Workers run JOBS at a time. If one dies, its steps are our fault (grader_error) and the others go on. Emulators run side by
 * side; the GPU is locked for one worker at a time, since only then do times mean something.
 *
 * Order of the stages, each of which can end a step's grading with a verdict:
 *   scan.c     the text: directives, attributes, assembly that would blind the counters or read files    refused
 *   build.c    compiles whole, or else each step alone                                                compile_error
 *   symbols.c  what the object calls and defines, against a list                                       refused
 *   check.c    every case, in the emulator and, on a GPU, there too       wrong, not_attempted, crash, timeout, refused
 *   measure.c  GPU: times, interleaved with the reference                                               refused
 *   score.c    points by the rubric; counters below what the problem needs are forged                  refused, slow, pass
 *
 * Faults are kept apart: err() rules against a program, die() ends the judge. The exit status is 0 when grading was completed,
 * whatever the grades, and 2 when it was not. */
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "answers.h"
#include "stage.h"

struct work {
    int student, lab;
    pid_t pid;
};

static void announce(const struct context *c)
{
    printf("Grading %s, %d lab%s, backend %s: %s.\n", c->submissions ? c->submissions : c->tree,
           c->labs, c->labs == 1 ? "" : "s", c->tools[c->backend].name, c->device.name);
    if (c->isolated)
        printf("Isolated: bubblewrap, no network, only the student's own file in sight.\n");
    else
        printf("NOT ISOLATED: %s. Programs have limits on time, processes, memory and file sizes, "
               "but can read this user's "
               "files.\n",
               strcmp(c->sandbox, "none") == 0 ? "SANDBOX=none"
                                               : "bubblewrap is missing or does not work here");
    if (!c->have_emulator)
        printf("The emulator is not built: no counters are taken, and times alone decide on "
               "efficiency.\n");
    fflush(stdout);
}

/* Until a worker fills them in, results say that we failed. */
static void prepare_results(struct context *c)
{
    size_t count = (size_t)c->students * c->slots;
    c->result = mmap(NULL, count * sizeof *c->result, PROT_READ | PROT_WRITE,
                     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (c->result == MAP_FAILED)
        die("no memory left for the results of %d students", c->students);
    for (size_t i = 0; i < count; i++) {
        struct step_result *r = &c->result[i];
        err(&r->ruling, GRADER_ERROR, "The grader did not come to this step.");
        r->figures = (struct figures){NAN, NAN, NAN, NAN, NAN, NAN, NAN};
    }
    for (int s = 0; s < c->students; s++)
        for (int l = 0; l < c->labs; l++)
            for (int i = 0; i < c->steps[l]; i++)
                result_of(c, s, slot_of(c, l) + i)->max =
                    rubric_step(&c->rubric[l], c->facts[c->first[l] + i].step)->points;
}

/* Takes the reference solution's word for what the device is. */
static void prepare_gpu(struct context *c)
{
    char why[MESSAGE];
    struct runner r;
    for (int l = 0; l < c->labs; l++) {
        char *program = build_reference(c, l, why, sizeof why);
        if (!program)
            die("the reference solution of %s does not build: %s", c->lab[l], why);
        if (l == 0) {
            runner_start(&r, c, GPU, program, 4096, 60);
            if (runner_ask(&r, "device", 0, NULL, NULL) != ANSWERED)
                die("no usable GPU: %s",
                    protocol_get(r.line, "cuda", why, sizeof why) ? why : r.box.text);
            protocol_get(r.line, "name", c->device.name, sizeof c->device.name);
            protocol_get_number(r.line, "peak_gbytes", &c->device.peak_gbytes);
            protocol_get_number(r.line, "peak_gflops", &c->device.peak_gflops);
            protocol_get_number(r.line, "major", &c->device.major);
            protocol_get_number(r.line, "minor", &c->device.minor);
            protocol_get_number(r.line, "l2", &c->device.l2_bytes);
            protocol_get_number(r.line, "free", &c->device.free_bytes);
            runner_stop(&r);
        }
        free(program);
    }
}

/* So that a leak is a leak. */
static void let_go(struct context *c)
{
    munmap(c->result, (size_t)c->students * c->slots * sizeof *c->result);
    for (int s = 0; s < c->students; s++)
        free(c->student[s].folder);
    free(c->student);
    answers_forget(c);
    questions_forget();
    options_forget(c);
    sandbox_close();
}

static pid_t start_worker(struct context *c, int student, int lab, struct work *work)
{
    fflush(NULL);
    pid_t pid = fork();
    if (pid < 0)
        die("no process for a worker: %s", strerror(errno));
    if (pid == 0) {
        sandbox_adopt();
        grade_lab(c, student, lab);
        fflush(NULL);
        free(work);
        let_go(c);
        _exit(0);
    }
    return pid;
}

static void blame_ourselves(const struct context *c, const struct work *w, int status)
{
    for (int i = 0; i < c->steps[w->lab]; i++) {
        struct step_result *r = result_of(c, w->student, slot_of(c, w->lab) + i);
        r->points = 0;
        if (WIFSIGNALED(status))
            err(&r->ruling, GRADER_ERROR, "The grader itself failed: %s.",
                strsignal(WTERMSIG(status)));
        else
            err(&r->ruling, GRADER_ERROR,
                "The grader itself failed, with exit status %d; it has said why.",
                WEXITSTATUS(status));
    }
}

static void show_progress(const struct context *c, int done, int running, int all)
{
    if (!c->quiet && isatty(2))
        fprintf(stderr, "\r%d of %d done, %d running %s", done, all, running,
                done == all ? "\n" : "");
}

static void run_all(struct context *c)
{
    int all = c->students * c->labs, begun = 0, done = 0;
    struct work *work = calloc((size_t)all, sizeof *work);
    if (!work)
        die("no memory left");
    while (done < all) {
        for (; begun < all && begun - done < c->jobs; begun++) {
            work[begun].student = begun / c->labs;
            work[begun].lab = begun % c->labs;
            work[begun].pid = start_worker(c, work[begun].student, work[begun].lab, work);
        }
        show_progress(c, done, begun - done, all);
        int status;
        pid_t pid = wait(&status);
        if (pid < 0 && errno != EINTR)
            die("lost its workers: %s", strerror(errno));
        for (int i = 0; pid > 0 && i < begun; i++)
            if (work[i].pid == pid) {
                work[i].pid = 0;
                done++;
                if (status != 0)
                    blame_ourselves(c, &work[i], status);
            }
    }
    show_progress(c, done, 0, all);
    free(work);
}

/* Before anything is graded: a mistake in that file should not cost an evening. */
static void read_answers(struct context *c)
{
    char why[700];
    if (c->answers && answers_read(c, c->answers, why, sizeof why))
        die("ANSWERS=%s", why);
}

static int count_faults(const struct context *c)
{
    int faults = 0;
    for (size_t i = 0; i < (size_t)c->students * c->slots; i++)
        faults += c->result[i].ruling.verdict == GRADER_ERROR;
    return faults;
}

int main(void)
{
    static struct context c;
    signal(SIGPIPE, SIG_IGN); /* a runner that has gone is an answer, not our end */
    options_read(&c);
    c.isolated = sandbox_open(c.sandbox);
    find_students(&c);
    read_answers(&c);
    snprintf(c.device.name, sizeof c.device.name,
             "the emulator: counters are exact, nothing is timed");
    if (c.backend == GPU)
        prepare_gpu(&c);
    announce(&c);
    questions_draw(&c);
    prepare_results(&c);
    run_all(&c);
    report_files(&c);
    report_terminal(&c);
    int faults = count_faults(&c);
    if (faults)
        fprintf(stderr, "judge: %d step%s could not be graded, by no fault of the students\n",
                faults, faults == 1 ? "" : "s");
    let_go(&c);
    return faults ? 2 : 0;
}

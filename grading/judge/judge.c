/* The judge: grades labs. `make grade` starts it; docs/development.md has its theory of operation.
 *
 *   judge (this process)            options, rubrics, questions; writes the reports
 *    └ worker: one student, one lab grade.c: builds, asks, scores; leaves results in OUT/kept
 *       ├ compiler                  in a sandbox; sees the file, our headers, the toolchain
 *       ├ runner, fresh for a step  in a sandbox; sees itself
 *       └ the reference's runner    GPU only: asked in turn with the other, one active at a time
 *
 * Order of the stages, each of which can end a step's grading with a verdict:
 *   scan.c            what in the text would blind the counters or read files      refused
 *   build.c           compiles whole, or else each step alone                      compile_error
 *   object_symbols.c  what the object calls and defines, against a list            refused
 *   questions.c       every case, in the emulator and, on a GPU, there too         wrong, crash, …
 *   measure.c         GPU: times, interleaved with the reference                   refused
 *   score.c           points by the rubric; impossible counters are forged        refused, slow, …
 *
 * err() rules against a program, die() ends the judge. The exit status is 0 when grading was
 * completed, whatever the grades, and 2 when it was not. */
#include <signal.h>

#include "intake/intake.h"
#include "report/report.h"
#include "results/result_cache.h"
#include "judge.h"

static void announce(const struct context *c)
{
    say_line(stdout, "Grading %s, %d lab%s, backend %s: %s.",
             c->submissions ? c->submissions : c->tree, c->labs, c->labs == 1 ? "" : "s",
             backend_name(c->backend), c->device.name);
    if (c->from)
        say_line(stdout, "Read as %s.", c->from);
    if (c->kept)
        say_line(stdout, "As in the last run: %s.", c->kept);
    if (c->unused && *c->unused)
        printf("Not used (read are %s): %s.\n", c->system->form, c->unused);
    if (c->strangers && *c->strangers)
        printf("Not on the roster, and not graded: %s.\n", c->strangers);
    if (c->slurm)
        printf("Programs run on the nodes of a cluster, through Slurm, and are isolated where "
               "bubblewrap is there.\n");
    else if (c->isolated)
        printf("Isolated: %s.\n",
               c->as_user ? "programs run as other users, without network, and can read what "
                            "everybody can, but nothing of this class"
                          : "bubblewrap, no network, only the student's own file in sight");
    else if (c->as_user)
        printf("NOT ISOLATED: programs run as other users, but everybody can read %s: move it "
               "where only root can, or chmod 700 it.\n",
               reach_open_to_all(c));
    else
        printf("NOT ISOLATED: %s. Programs have limits on time, processes, memory and file sizes, "
               "but can read this user's "
               "files.\n",
               strcmp(c->sandbox, "none") == 0 ? "SANDBOX=none"
                                               : "bubblewrap is missing or does not work here");
    fflush(stdout);
}

/* Before anything is graded: a mistake in these files should not cost an evening. */
static void read_answers(struct context *c)
{
    OWNED char *review = text_of("%s/review.csv", c->out);
    if (c->answers)
        marks_read(c, ANSWERS_FILE, c->answers);
    if (c->adjust)
        marks_read(c, ADJUST_FILE, c->adjust);
    const int before = c->marks;
    if (access(review, F_OK) == 0)
        marks_read(c, REVIEW_FILE, review);
    if (c->marks > before)
        say_line(stdout, "Points typed at the review, from %s: %d.", review, c->marks - before);
}

/* A name mistyped must not look like a success. */
static void check_regrade(struct context *c)
{
    int labs = !*c->regrade_lab;
    if (*c->student_id)
        whom_asked(c);
    for (int l = 0; l < c->labs; l++)
        labs |= lab_matches(c->regrade_lab, c->lab[l]);
    if (!labs)
        die("LAB=%s was not in the last run on %s", c->regrade_lab, c->out);
}

static void prepare(struct context *c)
{
    const enum sandbox_kind kind = sandbox_open(c->sandbox);
    const char *const ours[] = {c->root, c->out, c->submissions};
    for (int i = 0; i < 3 && kind == SANDBOX_BUBBLEWRAP;
         i++) /* jobs in it see the system's folders */
        if (ours[i] && strncmp(ours[i], "/usr/", strlen("/usr/")) == 0)
            die("%s lies below /usr, which every program sees: move it elsewhere", ours[i]);
    c->as_user = kind == SANDBOX_USER;
    c->isolated = kind == SANDBOX_BUBBLEWRAP || (c->as_user && !reach_open_to_all(c));
    if (!c->task && !c->replay && system("command -v jq >/dev/null"))
        die("jq is missing, which writes the reports: `make setup` installs it");
    keep_open(c);
    if (c->as_user && !c->slurm)
        reach_make(c);
    find_students(c);
    if (c->task)
        slurm_choose(c);
    collect_files(c);
    read_answers(c);
    if (c->regrade)
        check_regrade(c);
    snprintf(c->device.name, sizeof c->device.name,
             "the emulator: counters are exact, nothing is timed");
    snprintf(c->machine, sizeof c->machine, "emulator");
    if (c->backend == GPU && !c->slurm)
        gpus_find(c);
    if (!c->slurm)
        build_probe(c);
    options_keep(c);
    announce(c);
}

int main(void)
{
    static struct context c;
    int faults = 0;
    signal(SIGPIPE, SIG_IGN); /* a runner that has gone is an answer, not our end */
    options_read(&c);
    prepare(&c);
    if (c.replay) {
        replay(&c);
    } else {
        (c.slurm ? slurm_run : engine_run)(&c);
        if (!c.task) { /* of a Slurm job: whoever submitted it reports */
            faults = report_files(&c);
            gpu_report(&c);
        }
    }
    if (faults)
        fprintf(stderr, "judge: %d step%s could not be graded, by no fault of the students\n",
                faults, faults == 1 ? "" : "s");
    int lost = ferror(stdout);
    if (fclose(stdout) || lost) {
        fprintf(stderr, "judge: what was to be said here is lost (is a disk full?): see %s\n",
                c.out);
        lost = 1;
    }
    remove_tree(c.work);
    reach_forget(&c);
    return faults || lost ? 2 : 0;
}

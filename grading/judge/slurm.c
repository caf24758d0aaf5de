/* RUNNER=slurm: grading on the nodes of a cluster that share this folder.
 *
 * The judge that `make grade` starts has slurm.sh submit a job array, one task a student who has
 * gradings left, and wait for it. A task is this judge again, told to grade one student only
 * (GRADE_TASK): it leaves results in OUT/kept, as any judge does, and writes no report. So whatever
 * happens to a task (its node dies, its time is up, it is cancelled), the results tell what is
 * left; that is submitted again, ATTEMPTS times in all, and what is left then is reported as ours.
 * A judge that was killed while it waited finds its job by OUT/slurm/job. */

#include "intake/intake.h"
#include "results/result_cache.h"
#include "judge.h"

enum { ATTEMPTS = 3, MOST_TASKS = 1000 /* Slurm's own default is below 1001 */ };

/* ---- who is left: a student is of the task that has their place in the class */

static int task_of(int student)
{
    return 1 + student % MOST_TASKS;
}

/* done[student * labs + lab]; the numbers of their tasks, as sbatch takes them. Free it. */
static char *tasks_left(const struct context *c, const unsigned char *done, int *students)
{
    unsigned char asked[MOST_TASKS + 1] = {0};
    char *list = text_of("%s", "");
    *students = 0;
    for (int s = 0; s < c->students; s++) {
        if (!memchr(done + s * c->labs, 0, (size_t)c->labs))
            continue;
        ++*students;
        if (!asked[task_of(s)]++)
            text_add(&list, "%s%d", *list ? "," : "", task_of(s));
    }
    return list;
}

void slurm_choose(struct context *c)
{
    int mine = 0;
    for (int s = 0; s < c->students; s++)
        if (task_of(s) == c->task)
            c->student[mine++] = c->student[s];
    c->students = mine;
    if (!mine)
        die("task %d has nobody to grade", c->task);
}

/* ---- the job */

/* `what`: submit, or wait for what was submitted before. */
static void run_script(const char *what)
{
    OWNED char *line = text_of("\"$GRADE_ROOT\"/grading/judge/slurm.sh %s", what);
    fflush(NULL);
    if (system(line))
        die("RUNNER=slurm: no job was waited for to its end; the same command goes on from there");
}

void slurm_run(struct context *c)
{
    OWNED unsigned char *done = zeros((size_t)c->students * c->labs, 1);
    OWNED char *folder = text_of("%s/slurm", c->out);
    int all;
    make_folders(folder);
    c->machine[0] = 0;
    c->isolated = 1; /* until a node says otherwise */
    setenv("OUT", c->out, 1);
    run_script("wait");
    keep_take(c, done, KEEP_ANY_MACHINE);
    keep_count(c, done, &all);
    c->fresh = c->regrade = 0; /* that much is dropped */
    options_pass_on(c);
    int left;
    for (int attempt = 0;; attempt++) {
        OWNED char *tasks = tasks_left(c, done, &left);
        if (left && attempt)
            printf("%d student%s came back without a result%s.\n", left, left == 1 ? "" : "s",
                   attempt < ATTEMPTS ? ": once more" : "");
        if (!left || attempt == ATTEMPTS)
            break;
        setenv("GRADE_TASKS", tasks, 1);
        run_script("submit");
        keep_take(c, done, KEEP_ANY_MACHINE);
    }
    OWNED char *why =
        text_of("No result came back from Slurm in %d attempts: see slurm/*.out.", ATTEMPTS);
    keep_take(c, done, KEEP_ANY_MACHINE | KEEP_FAULTS);
    for (int i = 0; i < c->students * c->labs; i++)
        if (!done[i])
            grade_failed(c, i / c->labs, i % c->labs, why);
    if (c->backend == GPU && c->machine[0])
        snprintf(c->device.name, sizeof c->device.name, "%s", c->machine);
}

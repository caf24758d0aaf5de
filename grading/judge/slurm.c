/* RUNNER=slurm: grading on the nodes of a cluster that share this folder.
 *
 * The judge that `make grade` starts submits a job array, one task a student who has gradings left,
 * and waits. A task is this judge again, told to grade one student only (GRADE_TASK): it leaves
 * results in OUT/kept, as any judge does, and writes no report. So whatever happens to a task (its
 * node dies, its time is up, it is cancelled), the results tell what is left; that is submitted
 * again, ATTEMPTS times in all (--no-requeue: Slurm itself would wait two minutes), and what is
 * left then is reported as ours. A judge that was killed while it waited finds its job by
 * OUT/slurm/job. */
#include <ctype.h>
#include <errno.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "intake/handed_in.h"
#include "results/result_cache.h"
#include "judge.h"

enum { ATTEMPTS = 3, MOST_TASKS = 1000 /* Slurm's own default is below 1001 */, POLL_MS = 1000 };

struct cluster {
    struct context *c;
    unsigned char *done; /* [student * labs + lab] */
    char *folder, *list; /* OUT/slurm, and in it who is graded by the present job */
    long job;
    int tasks;
    struct progress progress;
};

/* ---- commands */

/* Runs a shell command. Its exit status, and the first of what it printed. */
static int command(const char *line, char *text, size_t size)
{
    fflush(NULL);
    FILE *f = popen(line, "re");
    size_t got = f ? fread(text, 1, size - 1, f) : 0;
    char rest[4096];
    while (f && fread(rest, 1, sizeof rest, f) > 0)
        ;
    int status = f ? pclose(f) : -1;
    text[got] = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 255;
}

/* What a task must know of this run, for slurm.sh. */
static void tell_tasks(const struct cluster *s)
{
    const struct context *c = s->c;
    OWNED char *step = c->only_step < 0 ? text_of("%s", "") : text_of("%d", c->only_step),
               *tasks = text_of("%d", s->tasks), *limit = text_of("%d", c->seconds),
               *seed = text_of("0x%016llx", (unsigned long long)c->seed);
    const char *const settings[][2] = {
        {"GRADE_ROOT", c->root},       {"GRADE_OUT", c->out},
        {"GRADE_TREE", c->tree},       {"GRADE_SUBMISSIONS", c->submissions},
        {"GRADE_LAB", c->asked_lab},   {"GRADE_STEP", step},
        {"GRADE_RUBRICS", c->rubrics}, {"GRADE_ROSTER", c->roster_file},
        {"GRADE_LIST", s->list},       {"GRADE_TASKS", tasks},
        {"GRADE_LIMIT", limit},        {"GRADE_SEED", seed}};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        setenv(settings[i][0], settings[i][1] ? settings[i][1] : "", 1);
}

/* ---- who is left */

static int is_left(const struct cluster *s, int student)
{
    for (int l = 0; l < s->c->labs; l++)
        if (!s->done[student * s->c->labs + l])
            return 1;
    return 0;
}

static int students_left(const struct cluster *s)
{
    int count = 0;
    for (int i = 0; i < s->c->students; i++)
        count += is_left(s, i);
    return count;
}

/* Writes the list that tasks read: students in the order of tasks, a zero byte behind each. */
static void write_list(const struct cluster *s)
{
    FILE *f = atomic_open(s->list);
    for (int i = 0; i < s->c->students; i++)
        if (is_left(s, i))
            fprintf(f, "%s%c", s->c->student[i].id, 0);
    atomic_close(f, s->list);
}

void slurm_choose(struct context *c)
{
    const char *path = getenv("GRADE_LIST"), *count = getenv("GRADE_TASKS");
    size_t size = 0;
    OWNED char *text = read_file(path ? path : "", SIZE_MAX, &size);
    int mine = 0, line = 0, tasks = count && atoi(count) > 0 ? atoi(count) : 1;
    if (!text)
        die("GRADE_LIST=%s: %s", path ? path : "", strerror(errno));
    for (const char *id = text; id < text + size; id += strlen(id) + 1, line++)
        for (int s = mine; s < c->students && line % tasks == c->task - 1; s++)
            if (strcmp(c->student[s].id, id) == 0) { /* both lists are sorted */
                struct student other = c->student[mine];
                c->student[mine++] = c->student[s];
                c->student[s] = other;
                break;
            }
    for (int s = mine; s < c->students; s++)
        student_forget(&c->student[s]);
    c->students = mine;
    if (!mine)
        die("task %d has nobody to grade", c->task);
}

/* ---- the job */

static void remember(const struct cluster *s)
{
    OWNED char *path = text_of("%s/job", s->folder);
    FILE *f = atomic_open(path);
    fprintf(f, "%ld %d\n", s->job, s->tasks);
    atomic_close(f, path);
}

static void submit(struct cluster *s)
{
    free(s->list);
    s->list = text_of("%s/students-%ld-%d", s->folder, (long)time(NULL), (int)getpid());
    int left = students_left(s);
    write_list(s);
    s->tasks = left < MOST_TASKS ? left : MOST_TASKS;
    tell_tasks(s);
    char text[1000], *options;
    int status = command("\"$GRADE_ROOT\"/grading/judge/slurm.sh submit", text, sizeof text);
    if (status || !isdigit((unsigned char)text[0]))
        die("sbatch says: %s", text[0] ? text : "nothing; is Slurm installed here?");
    s->job = strtol(text, &options, 10);
    remember(s);
    printf("Slurm job %ld: %d task%s (%.*s).\n", s->job, s->tasks, s->tasks == 1 ? "" : "s",
           (int)strcspn(options + strspn(options, " \n"), "\n"), options + strspn(options, " \n"));
    fflush(stdout);
}

/* Tasks of the job that are still to come or run; -1: Slurm does not answer now. */
static int in_queue(const struct cluster *s, int *running)
{
    static char text[MOST_TASKS * 40];
    OWNED char *line = text_of("squeue -h -r -j %ld -o %%T 2>&1", s->job);
    char *rest = text;
    int status = command(line, text, sizeof text), count = 0;
    *running = 0;
    if (status)
        return strstr(text, "Invalid job id") ? 0 : -1;
    for (char *state; (state = strsep(&rest, "\n"));) {
        count += isupper((unsigned char)state[0]) != 0;
        *running += strcmp(state, "RUNNING") == 0;
    }
    return count;
}

static void wait_for_job(struct cluster *s)
{
    for (int left = -1, running = 0; left;) {
        left = in_queue(s, &running);
        if (left >= 0) {
            s->progress.running = running;
            s->progress.done = s->progress.all - left > 0 ? s->progress.all - left : 0;
        }
        progress_show(&s->progress);
        if (left)
            usleep(POLL_MS * 1000);
    }
}

/* A judge that waited for a job was killed, and the job goes on. */
static void wait_for_former(struct cluster *s)
{
    OWNED char *path = text_of("%s/job", s->folder), *text = read_file(path, 100, NULL);
    if (text && sscanf(text, "%ld %d", &s->job, &s->tasks) == 2) {
        progress_begin(&s->progress, s->c->quiet, s->tasks);
        wait_for_job(s);
    }
}

static void give_up(struct cluster *s)
{
    struct context *c = s->c;
    for (int i = 0; i < c->students * c->labs; i++) {
        int student = i / c->labs, lab = i % c->labs;
        if (s->done[i] || keep_load(c, student, lab, KEEP_ANY_MACHINE | KEEP_FAULTS))
            continue;
        for (int k = 0; k < c->steps[lab]; k++)
            err(&result_of(c, student, slot_of(c, lab) + k)->ruling, GRADER_ERROR,
                "No result came back from Slurm in %d attempts: see slurm/%ld_*.out.", ATTEMPTS,
                s->job);
    }
}

/* Scratch space of tasks that were killed. */
static void clean_up(const struct context *c)
{
    glob_t left;
    OWNED char *top = text_of("%s", c->work);
    char *pattern;
    *strrchr(top, '/') = 0;
    pattern = text_of("%s/task-*", top);
    if (glob(pattern, 0, NULL, &left) == 0)
        for (size_t i = 0; i < left.gl_pathc; i++)
            remove_tree(left.gl_pathv[i]);
    globfree(&left);
    free(pattern);
}

void slurm_run(struct context *c)
{
    struct cluster s;
    int all;
    memset(&s, 0, sizeof s);
    s.c = c;
    s.done = zeros((size_t)c->students * c->labs, 1);
    s.folder = text_of("%s/slurm", c->out);
    make_folders(s.folder);
    c->machine[0] = 0;
    c->isolated = 1; /* until a node says otherwise */
    wait_for_former(&s);
    keep_take(c, s.done, KEEP_ANY_MACHINE);
    keep_count(c, s.done, &all);
    c->fresh = c->regrade = 0; /* that much is dropped */
    int left = students_left(&s);
    for (int attempt = 0; attempt < ATTEMPTS && left; attempt++) {
        submit(&s);
        progress_begin(&s.progress, c->quiet, s.tasks);
        wait_for_job(&s);
        progress_end(&s.progress);
        keep_take(c, s.done, KEEP_ANY_MACHINE);
        left = students_left(&s);
        if (left)
            printf("%d student%s came back without a result%s.\n", left, left == 1 ? "" : "s",
                   attempt + 1 < ATTEMPTS ? ": once more" : "");
    }
    if (left)
        give_up(&s);
    clean_up(c);
    if (c->backend == GPU && c->machine[0])
        snprintf(c->device.name, sizeof c->device.name, "%s", c->machine);
    free(s.done);
    free(s.folder);
    free(s.list);
}

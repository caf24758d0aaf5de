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

extern char **environ;

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

static char *quoted(const char *value)
{
    char *text = zeros(4 * strlen(value) + 3, 1), *at = text;
    *at++ = '\'';
    for (; *value; value++)
        if (*value == '\'')
            at = stpcpy(at, "'\\''");
        else
            *at++ = *value;
    strcpy(at, "'");
    return text;
}

static void put_quoted(FILE *f, const char *value)
{
    OWNED char *text = quoted(value);
    fputs(text, f);
}

/* Does a task need this variable ("NAME=value")? One with a name that a shell can export. */
static int is_passed(const char *variable)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789";
    if (variable[strspn(variable, letters)] != '=')
        return 0;
    static const char *const names[] = {
        "GRADE_", "PATH=", "LD_LIBRARY_PATH=", "BACKEND=", "SANDBOX=", "LIMIT=", "COMPILE_LIMIT="};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strncmp(variable, names[i], strlen(names[i])) == 0)
            return 1;
    return 0;
}

/* The batch script: the judge's own surroundings, so that a site whose jobs begin with a clean
 * slate does not matter. */
static char *write_script(const struct cluster *s)
{
    const struct context *c = s->c;
    char *path = text_of("%s/job.sh", s->folder), step[16] = "";
    FILE *f = atomic_open(path);
    if (c->only_step >= 0)
        snprintf(step, sizeof step, "%d", c->only_step);
    fputs("#!/bin/sh\n#SBATCH --job-name=grade\n", f);
    for (char **e = environ; *e; e++)
        if (is_passed(*e)) {
            fprintf(f, "export %.*s=", (int)strcspn(*e, "="), *e);
            put_quoted(f, strchr(*e, '=') + 1);
            fputc('\n', f);
        }
    const char *const settings[] = {"TREE",     c->tree,  "SUBMISSIONS", c->submissions, "OUT",
                                    c->out,     "LAB",    c->asked_lab,  "STEP",         step,
                                    "SEED",     "",       "GRADE_LIST",  s->list,        "RUBRICS",
                                    c->rubrics, "ROSTER", c->roster_file};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i += 2) {
        fprintf(f, "export %s=", settings[i]);
        put_quoted(f, settings[i + 1] ? settings[i + 1] : "");
        fputc('\n', f);
    }
    fprintf(f,
            "export GRADE_SEED=0x%016llx LIMIT=%d GRADE_TASK=$SLURM_ARRAY_TASK_ID GRADE_TASKS=%d "
            "RUNNER= QUIET=1 "
            "REGRADE= FRESH= "
            "STUDENT=\nexport JOBS=${SLURM_CPUS_PER_TASK:-1}\ncd ",
            (unsigned long long)c->seed, c->seconds, s->tasks);
    put_quoted(f, c->root);
    fputs(" && exec build/grading/judge\n", f);
    atomic_close(f, path);
    return path;
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

/* What sbatch is told besides: PARTITION, GRES, TIME, and the words of SBATCH. To a shell each is
 * one word, whatever is in it. */
static char *more_options(void)
{
    static const struct {
        const char *variable, *option;
    } options[] = {{"PARTITION", "--partition="}, {"GRES", "--gres="}, {"TIME", "--time="}};
    char *more = text_of("%s", "");
    OWNED char *words = text_of("%s", getenv("SBATCH") ? getenv("SBATCH") : "");
    char *rest = words;
    for (char *word; (word = strsep(&rest, " \t\n"));) {
        OWNED char *safe = quoted(word);
        text_add(&more, "%s%s", *word ? " " : "", *word ? safe : "");
    }
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        const char *value = getenv(options[i].variable);
        if (!value || !*value)
            continue;
        OWNED char *safe = quoted(value);
        text_add(&more, " %s%s", options[i].option, safe);
    }
    return more;
}

static void submit(struct cluster *s)
{
    free(s->list);
    s->list = text_of("%s/students-%ld-%d", s->folder, (long)time(NULL), (int)getpid());
    int left = students_left(s);
    write_list(s);
    s->tasks = left < MOST_TASKS ? left : MOST_TASKS;
    OWNED char *script = write_script(s);
    char text[1000];
    OWNED char *more = more_options();
    OWNED char *root = quoted(s->c->root), *folder = quoted(s->folder), *program = quoted(script);
    OWNED char *line = text_of("sbatch --parsable --no-requeue --array=1-%d --chdir=%s "
                               "--output=%s/%%A_%%a.out%s %s 2>&1",
                               s->tasks, root, folder, more, program);
    int status = command(line, text, sizeof text);
    if (status || !isdigit((unsigned char)text[0]))
        die("sbatch says: %s", text[0] ? text : "nothing; is Slurm installed here?");
    s->job = atol(text);
    remember(s);
    printf("Slurm job %ld: %d task%s (%s).\n", s->job, s->tasks, s->tasks == 1 ? "" : "s", line);
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

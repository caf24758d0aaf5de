/* What the judge is told. It takes no arguments: `make grade` and its variables are the interface,
 * which docs/instructor.md lists, and they arrive here as environment variables (empty counts as
 * unset). Beside these REGRADE=1 and REPLAY=1, of the targets of that name.
 *
 * From grading.mk, which says what they are: GRADE_ROOT, GRADE_RUN_VISIBLE, and GRADE_EMU_… and
 * GRADE_GPU_…; a backend whose COMPILE is empty is not there. From slurm.c, to its job's judges:
 * GRADE_TASK. From tests: GRADE_STEP, only this one of a lab. */
#include <dirent.h>
#include <sys/random.h>
#include <sys/utsname.h>

#include "intake/intake.h"
#include "judge.h"

#define OUT_OTHERWISE "build/grade"
/* In OUT: what the last run was told, NAME=value, a zero byte behind each. */
#define KEPT_SETTINGS "kept/settings"

static const char *setting(const char *name, const char *otherwise)
{
    const char *value = getenv(name);
    return value && *value ? value : otherwise;
}

static int whole_setting(const char *name, int otherwise, int least)
{
    const char *value = setting(name, NULL);
    char *end;
    if (!value)
        return otherwise;
    long number = strtol(value, &end, 10);
    if (*end || number < least || number > 1000000)
        die("%s=%s: give a whole number from %d", name, value, least);
    return (int)number;
}

static const char *absolute(const char *path, const char *what)
{
    char *full = realpath(path, NULL);
    if (!full)
        die("%s=%s: %s", what, path, strerror(errno));
    return full;
}

/* "" for the first, which is the default. */
static const char *one_of(const char *value, const char *name, const char *first,
                          const char *second, const char *third)
{
    if (!value || strcmp(value, first) == 0)
        return "";
    if (strcmp(value, second) != 0 && (!third || strcmp(value, third) != 0))
        die("%s=%s: it is %s%s%s or %s", name, value, first, third ? ", " : "", third ? second : "",
            third ? third : second);
    return value;
}

static int is_inside(const char *path, const char *folder)
{
    size_t length = strlen(folder);
    return strncmp(path, folder, length) == 0 && (!path[length] || path[length] == '/');
}

/* What the grader writes would be graded as students, and what it clears away would take
 * submissions with it. */
static void check_places(const struct context *c)
{
    if (c->submissions && is_inside(c->out, c->submissions)) {
        OWNED char *made = text_of("%s", c->out); /* just now, if nothing is in it */
        while (strlen(made) > strlen(c->submissions) && rmdir(made) == 0)
            *strrchr(made, '/') = 0;
        die("OUT=%s lies in SUBMISSIONS=%s, where each folder is a student's: choose an OUT "
            "outside of it",
            c->out, c->submissions);
    }
    if (c->submissions && is_inside(c->submissions, c->out))
        die("SUBMISSIONS=%s lies in OUT=%s, where the grader writes: choose an OUT elsewhere",
            c->submissions, c->out);
}

static int holds(const char *folder, const char *name)
{
    OWNED char *path = text_of("%s/%s", folder, name);
    return access(path, F_OK) == 0;
}

/* Reports would replace, and the scratch space's clearing take, what somebody has in a folder that
 * is no OUT of ours. */
static void check_out(const char *out)
{
    DIR *d = opendir(out);
    struct dirent *e;
    while (d && (e = readdir(d))) /* another judge may begin here, too: `kept` is made first */
        if (e->d_name[0] != '.' && !holds(out, "kept") && !holds(out, "lock"))
            die("OUT=%s has things in it that are not the grader's, like %s: choose a folder that "
                "is empty or not there yet",
                out, e->d_name);
    if (d)
        closedir(d);
}

/* OUT with the mark that it is ours, and the scratch space: a folder of its own for each task of a
 * Slurm job. */
static void choose_folders(struct context *c)
{
    const char *out = setting("OUT", OUT_OTHERWISE);
    struct utsname host;
    make_folders(out);
    c->out = absolute(out, "OUT");
    check_places(c);
    check_out(out);
    OWNED char *kept = text_of("%s/kept", out); /* first of all, for check_out of the next run */
    make_folders(kept);
    c->work = c->task && uname(&host) == 0
                  ? text_of("%s/work/task-%d-%s-%d", c->out, c->task, host.nodename, (int)getpid())
                  : text_of("%s/work/run", c->out);
    make_folders(c->work);
}

/* What a setting was in the last run; "" where it had none. */
static const char *last_text(const struct context *c, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = c->last_run; at && *at; at += strlen(at) + 1)
        if (strncmp(at, name, length) == 0 && at[length] == '=')
            return at + length + 1;
    return "";
}

static int repeats(const struct context *c)
{
    return c->regrade || c->replay;
}

/* What is to be graded: as asked, or, to grade some of it again, as in the last run. */
static void choose_work(struct context *c)
{
    const char *submissions = setting("SUBMISSIONS", NULL), *out = setting("OUT", OUT_OTHERWISE);
    OWNED char *kept = text_of("%s/" KEPT_SETTINGS, out);
    c->last_run = read_file(kept, 1 << 20, NULL);
    const char *before = last_text(c, "SUBMISSIONS");
    c->tree = setting("TREE", "labs");
    c->asked_lab = setting("LAB", "");
    c->only_step = whole_setting("GRADE_STEP", -1, 0);
    c->student_id = setting("STUDENT", "");
    c->regrade = whole_setting("REGRADE", 0, 0);
    c->replay = whole_setting("REPLAY", 0, 0);
    c->regrade_lab = c->regrade ? c->asked_lab : "";
    if (submissions && !submissions[strspn(submissions, " \t")])
        die("SUBMISSIONS is blank: give the folder that the submissions are in");
    if (repeats(c) && !c->last_run)
        die("OUT=%s: nothing was graded there yet, so there is nothing to repeat: `make grade` "
            "first",
            out);
    if (repeats(c)) {
        if (!submissions && *before)
            submissions = before;
        c->tree = last_text(c, "TREE");
    }
    if (c->regrade)
        c->asked_lab = last_text(c, "LAB");
    if (!submissions && *before)
        die("the last run on OUT=%s graded SUBMISSIONS=%s, and this one has none: give it, or "
            "another OUT for TREE=%s",
            out, before, c->tree);
    one_of(c->tree, "TREE", "labs", "solutions", NULL);
    c->submissions = submissions ? absolute(submissions, "SUBMISSIONS") : NULL;
}

/* One seed for an OUT, so that a class that grows or a run that was cut off is asked the same
 * questions. */
static void choose_seed(struct context *c)
{
    const char *given = setting("SEED", NULL);
    char *end = "";
    c->seed_given = !c->task && given;
    c->seed = strtoull(given ? given : last_text(c, "SEED"), &end, 0);
    if (given && (*end || *given == '-'))
        die("SEED=%s: give a whole number, like 7 or 0x1f", given);
    if (!given && (!c->last_run || c->fresh) &&
        getrandom(&c->seed, sizeof c->seed, 0) != sizeof c->seed)
        die("the system gives no random numbers: %s", strerror(errno));
}

/* What a run on the same submissions takes from the one before where it is not given, in the order
 * in which its first lines tell of it. "none" stands for nothing. */
static const struct {
    const char *name;
    size_t at; /* of a text in the context */
    /* FLAG: 0 is nothing, too. IF_DEADLINE: a text that means nothing without one. */
    enum { TEXT, PATH, FLAG, IF_DEADLINE } kind;
} settings[] = {{"ANSWERS", offsetof(struct context, answers), PATH},
                {"ADJUST", offsetof(struct context, adjust), PATH},
                {"FEEDBACK", offsetof(struct context, feedback), FLAG},
                {"COURSE", offsetof(struct context, course), TEXT},
                {"RUBRICS", offsetof(struct context, rubrics), PATH},
                {"ROSTER", offsetof(struct context, roster_file), PATH},
                {"DEADLINE", offsetof(struct context, deadline), TEXT},
                {"LATE", offsetof(struct context, late_rule), IF_DEADLINE},
                {"GRACE", offsetof(struct context, grace), IF_DEADLINE},
                {"FROM", offsetof(struct context, asked_from), TEXT},
                {"AT", offsetof(struct context, at), IF_DEADLINE},
                {"LAB", offsetof(struct context, asked_lab), TEXT}};
enum { SETTINGS = sizeof settings / sizeof *settings };

static void take_setting(struct context *c, int i, int same)
{
    const char *name = settings[i].name, *given = setting(name, NULL), *value = given;
    const char *last = same ? last_text(c, name) : "";
    if (!given && *last && (settings[i].kind != IF_DEADLINE || c->deadline)) {
        OWNED char *before = repeats(c) ? NULL : c->kept;
        if (!repeats(c))
            c->kept = text_of("%s%s%s=%s", before ? before : "", before ? ", " : "", name, last);
        value = last;
    }
    if (value && (strcmp(value, "none") == 0 ||
                  (settings[i].kind == FLAG && whole_setting(name, 1, 0) == 0)))
        value = NULL;
    *(const char **)((char *)c + settings[i].at) =
        value && settings[i].kind == PATH ? absolute(value, name) : value;
}

/* A run on the same submissions, or one that repeats, is as the last one was. */
static void take_settings(struct context *c)
{
    const int same =
        !c->task && (repeats(c) || (c->last_run && strcmp(c->submissions ? c->submissions : "",
                                                          last_text(c, "SUBMISSIONS")) == 0));
    const char *lab = c->asked_lab;
    for (int i = 0; i < SETTINGS; i++)
        take_setting(c, i, same && (c->submissions || strcmp(settings[i].name, "LAB") != 0));
    c->asked_lab = repeats(c) ? lab : c->asked_lab ? c->asked_lab : "";
    c->course = c->course ? c->course : "";
}

void options_keep(const struct context *c)
{
    OWNED char *path = text_of("%s/" KEPT_SETTINGS, c->out);
    if (c->task || c->replay)
        return;
    FILE *f = atomic_open(path);
    fprintf(f, "SEED=0x%016llx%cLIMIT=%d%cCOMPILE_LIMIT=%d%cBACKEND=%s%c",
            (unsigned long long)c->seed, 0, c->seconds, 0, c->compile_seconds, 0,
            backend_name(c->backend), 0);
    fprintf(f, "SUBMISSIONS=%s%cTREE=%s%c", c->submissions ? c->submissions : "", 0, c->tree, 0);
    for (int i = 0; i < SETTINGS; i++) {
        const char *text = *(const char *const *)((const char *)c + settings[i].at);
        fprintf(f, "%s=%s%c", settings[i].name, text ? text : "", 0);
    }
    atomic_close(f, path);
}

void options_pass_on(const struct context *c)
{
    OWNED char *path = text_of("%s/" KEPT_SETTINGS, c->out);
    size_t size = 0;
    char *all = read_file(path, 1 << 20, &size);
    for (char *at = all; at < all + size; at += strlen(at) + 1)
        putenv(at); /* which keeps it */
}

void options_read(struct context *c)
{
    memset(c, 0, sizeof *c);
    c->root = absolute(setting("GRADE_ROOT", "."), "GRADE_ROOT");
    if (strchr(c->root, ':'))
        die("%s has a colon in its path, which separates folders: move the project elsewhere",
            c->root);
    c->task = whole_setting("GRADE_TASK", 0, 0);
    choose_work(c);
    choose_folders(c);
    c->fresh = whole_setting("FRESH", 0, 0);
    c->slurm = *one_of(setting("RUNNER", NULL), "RUNNER", "local", "slurm", NULL);
    c->jobs = whole_setting("JOBS", (int)sysconf(_SC_NPROCESSORS_ONLN), 1);
    c->quiet = whole_setting("QUIET", 0, 0);
    take_settings(c);
    if (c->roster_file && !c->submissions)
        die("ROSTER=%s says who hands in, and there is no SUBMISSIONS: give the folder",
            c->roster_file);
    c->at = one_of(c->at, "AT", "latest", "deadline", NULL);
    if (strcmp(c->at, "deadline") == 0 && !c->deadline)
        die("AT=deadline needs a DEADLINE, like 2026-11-20T23:59+01:00");
    late_read(c, c->deadline, c->late_rule, c->grace);
    c->sandbox = setting("SANDBOX", "");
    if (*c->sandbox)
        one_of(c->sandbox, "SANDBOX", "bwrap", "user", "none");
    c->backend =
        *one_of(setting("BACKEND", NULL), "BACKEND", "emulator", "gpu", NULL) ? GPU : EMULATOR;
    for (int b = 0; b <= c->backend; b++) /* a GPU's counters are the emulator's */
        if (!*tool(b, "COMPILE"))
            die("no compiler of backend %s is set: start the judge with `make grade`",
                backend_name(b));
    if (repeats(c) && strcmp(last_text(c, "BACKEND"), backend_name(c->backend)) != 0)
        die("what is in %s was graded with BACKEND=%s: give that", c->out, last_text(c, "BACKEND"));
    c->seconds = whole_setting("LIMIT", repeats(c) ? atoi(last_text(c, "LIMIT")) : 60, 1);
    c->compile_seconds =
        whole_setting("COMPILE_LIMIT", repeats(c) ? atoi(last_text(c, "COMPILE_LIMIT")) : 180, 10);
    choose_seed(c);
    labs_choose(c);
}

/* What the judge is told. It takes no arguments: `make grade` and its variables are the interface, and they arrive here as
 * environment variables, all of them listed below.
 *
 * From whoever calls make (empty counts as unset):
 *   TREE         labs (default) or solutions: grade the working tree
 *   SUBMISSIONS  a folder with one folder per student, instead
 *   LAB, STEP    only this lab ("01", "1" or its full name), only this step
 *   BACKEND      gpu or emulator
 *   JOBS         gradings at a time (default: one per processor); timing is always one at a time
 *   OUT          where the reports go (default build/grade)
 *   SEED         repeat a run with the inputs that it drew (OUT/run.json has the number)
 *   SANDBOX      bwrap or none (default: bubblewrap if it works, else limits only)
 *   QUIET        1: no progress line
 *   ANSWERS      a CSV file with points for written answers (answers.c)
 *   LEADERBOARD  1: write leaderboard.html, too
 *   LIMIT        seconds that one step may run (default 60; 180 on a GPU)
 *
 * From grading.mk:
 *   GRADE_ROOT   the project's top folder
 *   GRADE_WORK   scratch space (default build/grading/work)
 *   GRADE_EMU_COMPILE, GRADE_GPU_COMPILE  a shell command that compiles $SOURCE to $OBJECT with the extra flags $FLAGS
 *   GRADE_EMU_LINK, GRADE_GPU_LINK        a shell command that links $OBJECT, $RUNNER and $LIBRARIES to $PROGRAM
 *   GRADE_EMU_RUNNER, GRADE_GPU_RUNNER    the runner's object file
 *   GRADE_GPU_LIBRARY_RUNNER              the same with cuBLAS, for the reference solution
 *   GRADE_EMU_VISIBLE, GRADE_GPU_VISIBLE  folders and files, colon-separated, that those commands read besides the system's
 *   GRADE_RUN_VISIBLE                     the same for running (libraries outside the system's folders)
 * A backend whose COMPILE is empty is not there. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "judge.h"

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

/* Does LAB=wanted mean this lab? */
static int lab_matches(const char *wanted, const char *lab)
{
    char *end;
    long number = strtol(wanted, &end, 10);
    return strcmp(wanted, lab) == 0 || (*wanted && !*end && number == strtol(lab, NULL, 10));
}

/* A lab is graded if it was asked for, or if it has a rubric and nothing was asked for. */
static void choose_labs(struct context *c, const char *wanted)
{
    int facts = catalogue(&c->facts);
    char why[400];
    for (int i = 0, next; i < facts; i = next) {
        const char *lab = c->facts[i].lab;
        for (next = i; next < facts && strcmp(c->facts[next].lab, lab) == 0; next++)
            ;
        char *file = text_of("%s/grading/rubrics/%s.json", c->root, lab);
        if (wanted ? lab_matches(wanted, lab) : access(file, R_OK) == 0) {
            c->lab[c->labs] = lab;
            c->first[c->labs] = i;
            c->steps[c->labs] = next - i;
            if (rubric_read(file, &c->rubric[c->labs], why, sizeof why))
                die("%s", why);
            c->slots += next - i;
            c->labs++;
        }
        free(file);
    }
    if (!c->labs)
        die("LAB=%s: there is no such lab", wanted ? wanted : "");
}

static void check_rubrics(const struct context *c)
{
    int known = 0;
    for (int l = 0; l < c->labs; l++)
        for (int s = 0; s < c->steps[l]; s++) {
            const struct step_fact *f = &c->facts[c->first[l] + s];
            if (!rubric_step(&c->rubric[l], f->step))
                die("grading/rubrics/%s.json: \"steps\": step %d (%s) is missing", f->lab, f->step,
                    f->name);
            known += f->step == c->only_step;
        }
    if (c->only_step >= 0 && !known)
        die("STEP=%d: there is no such step", c->only_step);
}

static void add_metric(struct context *c, const char *name)
{
    for (int i = 0; i < c->metrics; i++)
        if (strcmp(c->metric[i], name) == 0)
            return;
    if (c->metrics == MAX_METRICS)
        die("the rubrics name more than %d counters", MAX_METRICS);
    c->metric[c->metrics++] = name;
    snprintf(c->metric_line + strlen(c->metric_line),
             sizeof c->metric_line - strlen(c->metric_line), "%s%s", c->metrics > 1 ? "," : "",
             name);
}

/* Counted for every step, since an instructor asks for them; and whatever the rubrics name. */
static void choose_metrics(struct context *c)
{
    static const char *const always[] = {"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
                                         "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
                                         "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
                                         "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
                                         "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
                                         "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"};
    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        add_metric(c, always[i]);
    for (int l = 0; l < c->labs; l++)
        for (int s = 0; s < c->rubric[l].steps; s++)
            for (int r = 0; r < c->rubric[l].step[s].rules; r++)
                add_metric(c, c->rubric[l].step[s].rule[r].metric);
}

static void choose_tools(struct context *c)
{
    static const char *const prefix[BACKENDS] = {"EMU", "GPU"}, *const names[BACKENDS] = {
                                                                    "emulator", "gpu"};
    const char *wanted = setting("BACKEND", "emulator");
    for (int b = 0; b < BACKENDS; b++) {
        struct {
            const char *name, **to;
        } parts[] = {{"COMPILE", &c->tools[b].compile},
                     {"LINK", &c->tools[b].link},
                     {"RUNNER", &c->tools[b].runner},
                     {"LIBRARY_RUNNER", &c->tools[b].library_runner},
                     {"VISIBLE", &c->tools[b].visible}};
        c->tools[b].name = names[b];
        for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
            char name[64];
            snprintf(name, sizeof name, "GRADE_%s_%s", prefix[b], parts[i].name);
            *parts[i].to = setting(name, "");
        }
        c->tools[b].run_visible = setting("GRADE_RUN_VISIBLE", "");
    }
    c->backend = strcmp(wanted, "gpu") == 0 ? GPU : EMULATOR;
    if (c->backend == EMULATOR && strcmp(wanted, "emulator") != 0)
        die("BACKEND=%s: it is gpu or emulator", wanted);
    if (!c->tools[c->backend].compile[0])
        die("BACKEND=%s: GRADE_%s_COMPILE is not set: start the judge with `make grade`", wanted,
            prefix[c->backend]);
    c->have_emulator = c->tools[EMULATOR].compile[0] != 0;
}

void options_read(struct context *c)
{
    memset(c, 0, sizeof *c);
    const char *seed = setting("SEED", NULL), *submissions = setting("SUBMISSIONS", NULL);
    c->root = absolute(setting("GRADE_ROOT", "."), "GRADE_ROOT");
    c->tree = setting("TREE", "labs");
    if (strcmp(c->tree, "labs") != 0 && strcmp(c->tree, "solutions") != 0)
        die("TREE=%s: it is labs or solutions", c->tree);
    c->submissions = submissions ? absolute(submissions, "SUBMISSIONS") : NULL;
    c->only_step = whole_setting("STEP", -1, 0);
    c->jobs = whole_setting("JOBS", (int)sysconf(_SC_NPROCESSORS_ONLN), 1);
    c->quiet = whole_setting("QUIET", 0, 0);
    c->leaderboard = whole_setting("LEADERBOARD", 0, 0);
    c->answers = setting("ANSWERS", NULL);
    c->sandbox = setting("SANDBOX", "");
    if (strcmp(c->sandbox, "") != 0 && strcmp(c->sandbox, "bwrap") != 0 &&
        strcmp(c->sandbox, "none") != 0)
        die("SANDBOX=%s: it is bwrap or none", c->sandbox);
    choose_tools(c);
    c->seconds = whole_setting("LIMIT", c->backend == GPU ? 180 : 60, 1);
    const char *out = setting("OUT", "build/grade"),
               *work = setting("GRADE_WORK", "build/grading/work");
    make_folders(out);
    make_folders(work);
    c->out = absolute(out, "OUT");
    c->work = absolute(work, "GRADE_WORK");
    if (seed)
        c->seed = strtoull(seed, NULL, 0);
    else if (getrandom(&c->seed, sizeof c->seed, 0) != sizeof c->seed)
        die("the system gives no random numbers: %s", strerror(errno));
    choose_labs(c, setting("LAB", NULL));
    check_rubrics(c);
    choose_metrics(c);
}

void options_forget(struct context *c)
{
    free((char *)c->root);
    free((char *)c->out);
    free((char *)c->work);
    free((char *)c->submissions);
}

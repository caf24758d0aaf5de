/* Making a class: files in students' folders, most of them the solution with a submission's
 * edits. And grading it: the judge as a process. */
#include <sys/wait.h>
#include <unistd.h>

#include "edits.h"
#include "tests.h"

static int occurrences(const char *text, const char *part)
{
    int count = 0;
    for (; (text = strstr(text, part)); text += strlen(part))
        count++;
    return count;
}

char *edited(const char *text, const char *from, const char *to)
{
    if (occurrences(text, from) != 1)
        return NULL;
    const char *at = strstr(text, from);
    return text_of("%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
}

void hand_in_file(const char *folder, const char *file, const char *text)
{
    OWNED char *path = text_of("%s/%s", folder, file);
    make_folders(folder);
    write_text(path, text);
}

void hand_in(const char *class, const char *who, const char *text)
{
    OWNED char *folder = text_of("%s/%s/week 1", class, who);
    hand_in_file(folder, "naive_gemv.cu", text);
}

void hand_in_edited(const char *class, const struct submission *s, const char *solution)
{
    OWNED char *text = edited_by(s, solution);
    if (text)
        hand_in(class, s->name, text);
}

void fake_tools(int wanted)
{
    static struct {
        const char *name, *fake;
        char *real;
    } tools[] = {{"GRADE_EMU_RUNNER", "build/grading/tests/fake_runner", NULL},
                 {"GRADE_EMU_VISIBLE", "build/grading/tests/fake_runner", NULL},
                 {"GRADE_EMU_PREPROCESS", ":>$OBJECT.i", NULL},
                 {"GRADE_EMU_COMPILE",
                  "! grep -q ^#error $SOURCE && gcc -x c -c /dev/null -o $OBJECT && : >$OBJECT.i "
                  "&& : >$OBJECT.names",
                  NULL},
                 {"GRADE_EMU_LINK", "cp $RUNNER $PROGRAM", NULL}};
    for (size_t i = 0; i < sizeof tools / sizeof *tools; i++) {
        if (!tools[i].real)
            tools[i].real = text_of("%s", getenv(tools[i].name) ? getenv(tools[i].name) : "");
        OWNED char *path =
            strncmp(tools[i].fake, "build/", 6) == 0 ? realpath(tools[i].fake, NULL) : NULL;
        setenv(tools[i].name, !wanted ? tools[i].real : path ? path : tools[i].fake, 1);
    }
}

pid_t begin_judge(const char *class, const char *out, const char *more)
{
    OWNED char *command = text_of("SUBMISSIONS=%s OUT=%s QUIET=1 %s exec build/grading/judge "
                                  ">%s.log 2>&1",
                                  class, out, more, out);
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    return pid;
}

int end_judge(pid_t pid)
{
    int status;
    return waitpid(pid, &status, 0) == pid && WIFEXITED(status) ? WEXITSTATUS(status) : 256;
}

json_t *run_judge(const char *class, const char *out, const char *more)
{
    OWNED char *path = text_of("%s/results.json", out);
    int status = end_judge(begin_judge(class, out, more));
    json_t *results = json_load_file(path, 0, NULL);
    expect(status == 0 && results, "%s: exit status %d, %s results.json: see %s.log", more, status,
           results ? "with" : "without a", out);
    return results;
}

void expect_solution(const char *part, const char *lab)
{
    static char *last, *out;
    static double points, max;
    if (!last || strcmp(last, lab) != 0) {
        OWNED char *more = text_of("BACKEND=emulator TREE=solutions GRADE_STEP=1 LAB=%s", lab);
        out = scratch("solution");
        json_auto_t *results = run_judge("", out, more);
        const json_t *student = json_array_get(json_object_get(results, "students"), 0),
                     *first = json_array_get(json_object_get(student, "labs"), 0);
        last = text_of("%s", lab);
        points = json_number_in(first, "points");
        max = json_number_in(first, "max");
    }
    expect(points == max && max > 0, "%s: the solution of %s has %g of %g points", part, lab,
           points, max);
}

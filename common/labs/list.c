/* What labs, files and steps there are, for make and its scripts (labs.sh compiles and asks):
 *
 *   list steps      a line "lab step name problem track file called", tabs between, for each step
 *                   of each lab that is here; track is core, expert or optional, the file is below
 *                   labs/ and solutions/, `called` what LAB= takes
 *   list files      a word "lab|track|file|called|before|NAMES", for make, for each such lab
 *   list entries    entries_of.h, made of the data beside it, a macro a line
 *   list limits LAB    of its steps with a lesson, the rows of a table: step | at most |
 *   list file LAB, list called LAB    one of those two
 *   list step LAB STEP [several]      the step's number without zeros in front, or with `several`
 *                   all that 5,6 or 5-8 means; exits with 2 where the lab has no such step */
#include <ctype.h>
#include <unistd.h>

#include "lab/lesson.h"
#include "lab/problems/problems.h"

static const char *const problem_names[] = {
#define NAME(name, ...) #name,
    LAB_PROBLEM_LIST(NAME)};
static const char *const tracks[] = {"core", "expert"};

static int is_here(const struct lab_file *f)
{
    static const char *const trees[] = {"solutions", "labs"};
    char path[300];
    for (int t = 0; t < 2; t++) {
        snprintf(path, sizeof path, "%s/%s/%s.cu", trees[t], f->folder, f->name);
        if (f->track == LAB_CORE) /* whatever its file is called */
            snprintf(path, sizeof path, "%s/%s", trees[t], f->folder);
        if (access(path, F_OK) == 0)
            return 1;
    }
    return 0;
}

static void list_steps(const struct lab_file *f)
{
    const struct lab_step *s;
    for (int count = lab_steps_of(f->lab, &s); count > 0; count--, s++)
        printf("%s\t%d\t%s\t%s\t%s\t%s/%s.cu\t%s\n", f->lab, s->step, s->name,
               problem_names[s->problem], s->lesson.optional ? "optional" : tracks[f->track],
               f->folder, f->name, f->called);
}

static void list_file(const struct lab_file *f)
{
    const struct lab_file *before = lab_file_before(f->lab);
    printf("%s|%s|%s/%s.cu|%s|%s|%s,%s,%s,%s/%s\n", f->lab, tracks[f->track], f->folder, f->name,
           f->called, before ? before->lab : "-", f->lab, f->called,
           f->called + (*f->called == '0'), f->folder, f->name);
}

/* All rules of a step that bound it from above, then those from below. */
static void list_limits(const struct lab_step *s)
{
    const struct lab_lesson *l = &s->lesson;
    const char *comma = "";
    printf("| %d |", s->step);
    for (const struct lab_rule *rule = l->rule; rule < l->rule + l->rules; rule++)
        if (rule->none_at > 0) {
            printf("%s %.0f %s", comma, rule->at_most, rule->what);
            if (rule->also > 0)
                printf(" (%.0f at %d × %d)", rule->also, l->also.m, l->also.n);
            comma = ",";
        }
    for (const struct lab_rule *rule = l->rule; rule < l->rule + l->rules; rule++)
        if (rule->wanted > 0) {
            printf("%s at least %.0f %s", comma, rule->wanted, rule->what);
            comma = ",";
        }
    printf(" |\n");
}

static void list_entries(const struct lab_file *f)
{
    const struct lab_step *s;
    printf("#define LAB_STEPS_OF_%s(STEP)", f->lab);
    for (int count = lab_steps_of(f->lab, &s); count > 0; count--, s++)
        printf(" STEP(%d,%s,%s,%s)", s->step, s->name, problem_names[s->problem], s->prepare);
    putchar('\n');
}

/* Prints the step that `text` says, or where `several` those of a list of numbers and ranges. */
static int step(const char *lab, const char *text, int several)
{
    const struct lab_step *s;
    const char *at = text, *wrong = text;
    char *end, all[LAB_MOST_STEPS * 12] = "", number[20];
    for (;;) {
        long first = strtol(at, &end, 10), last = first;
        if (several && *end == '-')
            last = strtol(end + 1, &end, 10);
        if (!isdigit((unsigned char)*at) || last < first || last > 9999 ||
            (*end && (!several || *end != ',')))
            break;
        for (; first <= last; first++) {
            snprintf(number, sizeof number, "%ld", first);
            if (!lab_lesson_of(lab, (int)first) || strlen(all) + 12 > sizeof all)
                break;
            strcat(strcat(all, *all ? " " : ""), number);
        }
        wrong = first <= last ? number : text;
        if (first <= last)
            break;
        at = end + 1;
        if (!*end)
            return puts(all) == EOF;
    }
    fprintf(stderr, "Lab %s has no step '%s'. Say STEP= and one of:", lab, wrong);
    for (int count = lab_steps_of(lab, &s); count > 0; count--, s++)
        fprintf(stderr, " %d", s->step);
    fprintf(stderr, "%s\n", several ? "; or several, like STEP=1,2 or STEP=1-3" : "");
    return 2;
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    const struct lab_file *files, *f = argc > 2 ? lab_file_of(argv[2]) : NULL;
    const struct lab_step *s;
    const int count = lab_files(&files);
    if (argc > 3 && strcmp(what, "step") == 0)
        return step(argv[2], argv[3], argc > 4);
    if (f && strcmp(what, "file") == 0)
        return printf("%s/%s.cu\n", f->folder, f->name) < 0;
    if (f && strcmp(what, "called") == 0)
        return puts(f->called) < 0;
    if (f && strcmp(what, "limits") == 0)
        for (int steps = lab_steps_of(f->lab, &s); steps > 0; steps--, s++)
            if (s->lesson.rules)
                list_limits(s);
    if (strcmp(what, "entries") == 0)
        puts("/* Made of the data beside it: the steps of each lab, for LAB_MAIN (lab.h). */\n"
             "/* clang-format off */");
    for (f = files; f < files + count; f++)
        if (is_here(f) && strcmp(what, "steps") == 0)
            list_steps(f);
        else if (is_here(f) && strcmp(what, "files") == 0)
            list_file(f);
        else if (strcmp(what, "entries") == 0)
            list_entries(f);
    if (strcmp(what, "entries") == 0) {
        printf("#define LAB_EVERY_STEP(STEP)");
        for (f = files; f < files + count; f++)
            printf(" LAB_STEPS_OF_%s(STEP)", f->lab);
        putchar('\n');
    }
    return 0;
}

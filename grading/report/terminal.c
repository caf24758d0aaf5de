/* What a run ends with on the terminal: of one's own files, or of the student who was graded again,
 * a row for each attempted step, then one for each lab; of a class a row for each lab. At most 100
 * columns. */
#include "totals/totals.h"
#include "report.h"

enum { WIDTH = 100, INDENT = 8 };

/* As wide as a table's column: an expert file by its short name. Good until the next call. */
static const char *shown(const char *lab)
{
    static char name[64];
    const struct lab_file *f = lab_file_of(lab);
    return f->track == LAB_CORE ? lab : lab_called(lab, name, sizeof name);
}

static void put_step(const struct context *c, int student, int lab, int i, int *not_attempted)
{
    const struct step_result *r = result_of(c, student, lab, i);
    const struct lab_step *f = fact_of(c, lab, i);
    if (!step_counts(c, lab, i))
        return;
    if (r->ruling.verdict == NOT_ATTEMPTED) {
        ++*not_attempted;
        return;
    }
    printf("%-20s %2d %-24s %-14s %5.1f of %4.1f\n", shown(f->lab), f->step, f->name,
           verdict_name(r->ruling.verdict), r->points, r->max);
    put_wrapped(stdout, INDENT, WIDTH, r->ruling.message);
}

/* Of the students from `first` to before `end`: a row for each lab, its steps by what became of
 * them. */
static void put_labs(const struct context *c, int first, int end)
{
    printf("%-20s %14s %5s %10s %6s %8s %10s %17s\n", "lab, its steps", "handed in", "pass",
           "right, but", "wrong", "missing", "not graded", "mean points");
    for (int l = 0; l < c->labs; l++) {
        int count[GROUPS] = {0}, handed_in = 0;
        double max = 0, sum = 0;
        for (int s = first; s < end; s++) {
            for (int i = 0; i < c->steps[l]; i++)
                if (step_counts(c, l, i))
                    count[group_of(result_of(c, s, l, i))]++;
            handed_in += lab_state(c, s, l) < LAB_NO_FILE;
            sum += lab_points(c, s, l, &max);
        }
        printf("%-20s %5d of %-5d %5d %10d %6d %8d %10d %8.1f of %5.1f\n", shown(c->lab[l]),
               handed_in, end - first, count[GROUP_PASS], count[GROUP_RIGHT_BUT],
               count[GROUP_WRONG] + count[GROUP_REFUSED],
               count[GROUP_NOT_ATTEMPTED] + count[GROUP_NO_FILE], count[GROUP_NOT_GRADED],
               sum / (end - first), max);
    }
}

static void put_student(const struct context *c, int student)
{
    double max, of_lab, bonus = 0, points = student_points(c, student, &max);
    int here = 0, all = 0;
    for (int l = 0; l < c->labs && c->handed; l++) {
        OWNED char *file = handed_in_text(c, student, l);
        say_line(stdout, "%s: %s.", c->lab[l], file);
    }
    printf("%-20s %-27s %-14s %13s\n", "lab", "step", "verdict", "points");
    for (int l = 0; l < c->labs; l++) {
        int missing = 0;
        bonus += c->rubric[l].bonus ? lab_points(c, student, l, &of_lab) : 0;
        for (int i = 0; i < c->steps[l]; i++)
            put_step(c, student, l, i, &missing);
        const struct step_result *first = result_of(c, student, l, 0);
        if (missing && first->ruling.nothing && !c->rubric[l].bonus) {
            printf("%s\n", shown(c->lab[l]));
            put_wrapped(stdout, INDENT, WIDTH, first->ruling.message);
        }
        here += missing;
        all += c->steps[l];
    }
    if (here == all)
        printf("No step is attempted.\n");
    putchar('\n');
    put_labs(c, student, student + 1);
    printf("%.1f of %.1f points", points, max);
    if (bonus > 0)
        printf(", %.1f of them a bonus", bonus);
    printf("%s.\n", here ? "; steps that are not attempted count as 0" : "");
}

void report_terminal(const struct context *c)
{
    int one = c->students == 1 ? 0 : -1;
    for (int s = 0; s < c->students && c->regrade && *c->student_id; s++)
        one = strcmp(c->student[s].id, c->student_id) == 0 ? s : one;
    putchar('\n');
    if (one >= 0 && c->submissions)
        put_wrapped(stdout, INDENT, WIDTH, student_name(c, one));
    if (one >= 0)
        put_student(c, one);
    else
        put_labs(c, 0, c->students);
    if (!c->isolated)
        printf("NOT ISOLATED: see the first lines.\n");
    say_line(stdout, "Reports: %s/report.html", c->out);
    printf("Seed 0x%016llx (SEED=… repeats it).\n", (unsigned long long)c->seed);
}

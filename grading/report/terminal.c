/* What a run ends with on the terminal: of one's own files, or of the student who was graded again,
 * the text that a mail has; then, as of a class, a row for each lab. At most 100 columns. */
#include "totals/totals.h"
#include "report.h"

/* As wide as a table's column: an expert file by its short name. Good until the next call. */
static const char *shown(const char *lab)
{
    static char name[64];
    const struct lab_file *f = lab_file_of(lab);
    return f->track == LAB_CORE ? lab : lab_called(lab, name, sizeof name);
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

void report_terminal(const struct context *c)
{
    int one = c->students == 1 ? 0 : -1;
    for (int s = 0; s < c->students && c->regrade && *c->student_id; s++)
        one = strcmp(c->student[s].id, c->student_id) == 0 ? s : one;
    putchar('\n');
    if (one >= 0) {
        put_results(stdout, c, one);
        putchar('\n');
    }
    put_labs(c, one >= 0 ? one : 0, one >= 0 ? one + 1 : c->students);
    if (!c->isolated)
        printf("NOT ISOLATED: see the first lines.\n");
    say_line(stdout, "Reports: %s/report.html", c->out);
    printf("Seed 0x%016llx (SEED=… repeats it).\n", (unsigned long long)c->seed);
}

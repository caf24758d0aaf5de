/* An appeal: what was graded, once more, with the seed that it was graded with, and every case
 * told. */
#include "results/result_cache.h"
#include "judge.h"
#include "intake/intake.h"

static void compare(const struct context *c, int student, const struct step_result *before)
{
    for (int i = 0; i < c->steps[0]; i++) {
        const struct step_result *now = result_of(c, student, 0, i);
        const struct lab_step *f = fact_of(c, 0, i);
        int same = now->ruling.verdict == before[i].ruling.verdict;
        printf("%2d %-20s recorded: %s, %.1f of %.1f points%s%s\n", f->step, f->name,
               verdict_name(before[i].ruling.verdict), before[i].points, before[i].max,
               before[i].ruling.message[0] ? ": " : "", before[i].ruling.message);
        printf("%24snow: %s%s, %.1f points%s%s\n", "",
               same ? "again " : "NOT THE SAME: ", verdict_name(now->ruling.verdict), now->points,
               now->ruling.message[0] ? ": " : "", now->ruling.message);
    }
}

void replay(struct context *c)
{
    static unsigned char stage;
    if (!*c->student_id || c->labs != 1)
        die("a replay needs STUDENT=id and one LAB, like STUDENT=ann LAB=03");
    const int student = whom_asked(c);
    OWNED struct step_result *before = zeros((size_t)c->steps[0], sizeof *before);
    int holds = keep_load(c, student, 0, KEEP_STRICT);
    if (!keep_load(c, student, 0, KEEP_ANY_KEY | KEEP_FAULTS | KEEP_SEED))
        die("no grading of %s, %s is kept in %s", c->student_id, c->lab[0], c->out);
    for (int i = 0; i < c->steps[0]; i++)
        before[i] = *result_of(c, student, 0, i);
    printf("Replay of %s, %s, seed 0x%016llx%s.\n", student_name(c, student), c->lab[0],
           (unsigned long long)c->seed,
           holds ? "" : "; since then the submission, the grader or the machine has changed");
    questions_draw(c);
    c->stage = &stage;
    c->explain = 1;
    grade_again(c, student, 0);
    compare(c, student, before);
}

/* An appeal: what was graded, once more, with the seed that it was graded with, and every case
 * told. */
#include "results/result_cache.h"
#include "judge.h"
#include "intake/intake.h"

/* `before`: the steps as they are kept. */
static void compare(const struct context *c, const json_t *before, const struct step_result *now)
{
    const json_t *one;
    size_t i;
    json_array_foreach(before, i, one)
    {
        const struct lab_step *f = fact_of(c, 0, (int)i);
        const char *message = json_text_in(one, "message"), *was = json_text_in(one, "verdict"),
                   *is = verdict_name(now[i].ruling.verdict);
        printf("%2d %-20s recorded: %s, %.1f of %.1f points%s%s\n", f->step, f->name, was,
               json_number_in(one, "points"), json_number_in(one, "max"),
               message && *message ? ": " : "", message ? message : "");
        printf("%24snow: %s%s, %.1f points%s%s\n", "",
               strcmp(was, is) == 0 ? "again " : "NOT THE SAME: ", is, now[i].points,
               now[i].ruling.message[0] ? ": " : "", now[i].ruling.message);
    }
}

void replay(struct context *c)
{
    static unsigned char stage;
    if (!*c->student_id || c->labs != 1)
        die("a replay needs STUDENT=id and one LAB, like STUDENT=ann LAB=03");
    static struct step_result now[MAX_STEPS];
    const int student = whom_asked(c);
    json_auto_t *holds = keep_load(c, student, 0, KEEP_STRICT),
                *before = keep_load(c, student, 0, KEEP_ANY_KEY | KEEP_FAULTS);
    if (!before)
        die("no grading of %s, %s is kept in %s", c->student_id, c->lab[0], c->out);
    c->seed = strtoull(json_text_in(before, "seed"), NULL, 0);
    printf("Replay of %s, %s, seed 0x%016llx%s.\n", student_name(c, student), c->lab[0],
           (unsigned long long)c->seed,
           holds ? "" : "; since then the submission, the grader or the machine has changed");
    questions_draw(c);
    c->stage = &stage;
    c->explain = 1;
    grade_again(c, student, 0, now);
    compare(c, json_object_get(before, "steps"), now);
}

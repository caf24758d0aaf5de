/* Points. A step is worth the same on either backend: the share for efficiency is fixed by the
 * rubric, and what differs is only how it is found. In the emulator the counters decide all of it;
 * on a GPU the rubric's `time.share` of it goes to the time against the reference solution, and the
 * rest stays with the counters, which are the same numbers. */

#include "context.h"
#include "engine/attainment.h"

double score_share(const struct context *c, const struct lab_lesson *rubric,
                   const struct step_result *r)
{
    const struct lab_lesson at = lab_lesson_at(rubric, r->counted, c->seed);
    const struct lab_attainment a = lab_evaluate(&at, lab_answered_count, r->answer);
    return a.how == LAB_NOT_COMPUTED || a.how == LAB_NOT_COUNTED ? -1 : a.share;
}

void score_step(const struct context *c, const struct lab_lesson *rubric, const char *untaken,
                struct step_result *r)
{
    struct lab_attainment a = {.share = 1};
    const struct lab_lesson at = lab_lesson_at(rubric, r->counted, c->seed);
    const double full_at = lab_full_at(rubric, r->figures.reference_over_previous);
    double time = NAN, efficiency;
    char text[300];
    r->max = rubric->points;
    r->points = 0;
    if (r->ruling.verdict != PASS)
        return;
    if (!untaken)
        a = lab_evaluate(&at, lab_answered_count, r->answer);
    lab_attainment_text(&a, &at, text, sizeof text);
    if (a.how == LAB_NOT_COMPUTED || a.how == LAB_NOT_COUNTED) {
        err(&r->ruling, REFUSED, "%s", text);
        return;
    }
    if (rubric->time.share > 0 && !isnan(r->figures.speedup_over_reference))
        time = lab_slope(1 / r->figures.speedup_over_reference, full_at, rubric->time.none_at);
    double share = isnan(time) ? 0 : rubric->time.share;
    efficiency = share * (isnan(time) ? 0 : time) + (1 - share) * a.share;
    r->points = rubric->points * (rubric->correctness + (1 - rubric->correctness) * efficiency);
    if ((efficiency <= 0 && rubric->correctness < 1) || a.how == LAB_NOT_REACHED)
        r->ruling.verdict = SLOW;
    if (a.how == LAB_NOT_REACHED)
        err_add(&r->ruling, "Right, but %s%s%s", text, a.rule->hint && *a.rule->hint ? " " : "",
                a.rule->hint ? a.rule->hint : "");
    if (!isnan(time) && time < 1)
        err_add(&r->ruling, "%.2f times the reference's time; up to %.2f give full marks.",
                1 / r->figures.speedup_over_reference, full_at);
    if (untaken && rubric->rules)
        err_add(&r->ruling,
                "Its idea was not checked, and costs no points: the emulator does not take it. %s",
                untaken);
}

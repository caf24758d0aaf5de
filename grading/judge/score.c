/* Points. A step is worth the same on either backend: the share for efficiency is fixed by the
 * rubric, and what differs is only how it is found. In the emulator the counters decide all of it;
 * on a GPU the rubric's `time.share` of it goes to the time against the reference solution, and the
 * rest stays with the counters, which are the same numbers. */
#include <math.h>
#include <string.h>

#include "judge.h"

/* Atomics load and store without counting as either: the sectors that they touch, and the turns of
 * shared memory. */
#define ATOMICS        "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum"
#define SHARED_ATOMICS "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum"

/* 1 up to `full`, 0 from `none`, linear between. */
static double slope(double value, double full, double none)
{
    return value <= full ? 1 : value >= none ? 0 : (none - value) / (none - full);
}

static double counter_of(const struct context *c, const struct step_result *r, const char *metric)
{
    for (int i = 0; i < c->metrics; i++)
        if (strcmp(c->metric[i], metric) == 0)
            return r->counter[i];
    return NAN;
}

double score_count(const struct context *c, const struct step_result *r,
                   const struct lab_rule *rule)
{
    static const char *const either[][3] = {
        {"t_sectors_pipe_lsu_mem_global_op_ld", "t_sectors_pipe_lsu_mem_global_op_st", ATOMICS},
        {"wavefronts_mem_shared_op_ld", "wavefronts_mem_shared_op_st", SHARED_ATOMICS}};
    double value = counter_of(c, r, rule->metric);
    for (int i = 0; i < 2; i++)
        if (strstr(rule->metric, either[i][0]) || strstr(rule->metric, either[i][1])) {
            double atomics = counter_of(c, r, either[i][2]);
            value += isnan(atomics) ? 0 : atomics;
        }
    return value;
}

/* The counter that costs most, since it is the one to mend, of several the one that says that the
 * step's idea is missing; NULL if none costs anything. */
static const struct lab_rule *worst_rule(const struct context *c, const struct lab_lesson *rubric,
                                         const struct step_result *r, double *share)
{
    const struct lab_rule *worst = NULL;
    *share = 1;
    for (int i = 0; i < rubric->rules; i++) {
        const struct lab_rule *rule = &rubric->rule[i];
        double value = score_count(c, r, rule),
               mine = rule->none_at > 0 ? slope(value, rule->at_most, rule->none_at) : 1;
        if (value < rule->wanted) /* one use for show is none */
            mine = fmin(mine, fmax(0, (4 * value / rule->wanted - 1) / 3));
        if (mine < *share || (worst && mine == *share && value < rule->wanted)) {
            *share = mine;
            worst = rule;
        }
    }
    return worst;
}

/* Counts that no honest run can give. 1 with the ruling set. */
static int below_compulsory(const struct context *c, const struct lab_lesson *rubric,
                            struct step_result *r)
{
    for (int i = 0; i < rubric->rules; i++) {
        const struct lab_rule *rule = &rubric->rule[i];
        double value = score_count(c, r, rule);
        if (!isnan(value) && value < rule->at_least)
            return err(&r->ruling, REFUSED,
                       "The result is right, but the kernel did not compute it: %.0f %s, where "
                       "%.0f are needed at least (%dx%d).",
                       value, rule->what, rule->at_least, rubric->size.m, rubric->size.n);
        if (isnan(value) && c->have_emulator)
            return err(&r->ruling, REFUSED, "The program did not say how many %s it counted.",
                       rule->what);
    }
    return 0;
}

void score_step(const struct context *c, const struct lab_lesson *rubric, struct step_result *r)
{
    double counters = 1, time = NAN, efficiency;
    char *text = r->ruling.message;
    r->max = rubric->points;
    r->points = 0;
    if (r->ruling.verdict != PASS || (c->have_emulator && below_compulsory(c, rubric, r)))
        return;
    const struct lab_rule *worst = c->have_emulator ? worst_rule(c, rubric, r, &counters) : NULL;
    if (rubric->time.share > 0 && !isnan(r->figures.speedup_over_reference))
        time = slope(1 / r->figures.speedup_over_reference, rubric->time.full_at,
                     rubric->time.none_at);
    double share = isnan(time) ? 0 : c->have_emulator ? rubric->time.share : 1;
    efficiency = share * (isnan(time) ? 0 : time) + (1 - share) * counters;
    r->points = rubric->points * (rubric->correctness + (1 - rubric->correctness) * efficiency);
    if (efficiency <= 0 && rubric->correctness < 1)
        r->ruling.verdict = SLOW;
    if (worst)
        snprintf(text + strlen(text), MESSAGE - strlen(text),
                 "%sRight, but %.0f %s at %dx%d, where %.0f give full marks. %s",
                 text[0] ? " " : "", score_count(c, r, worst), worst->what, rubric->size.m,
                 rubric->size.n,
                 score_count(c, r, worst) < worst->wanted ? worst->wanted : worst->at_most,
                 worst->hint ? worst->hint : "");
    if (!isnan(time) && time < 1)
        snprintf(text + strlen(text), MESSAGE - strlen(text),
                 "%s%.1f times the reference's time; up to %.1f give full marks.",
                 text[0] ? " " : "", 1 / r->figures.speedup_over_reference, rubric->time.full_at);
}

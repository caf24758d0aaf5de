/* Has the idea of a step been reached? A step that is right is held against its lesson: what one
 * launch counted, and the limits of the rules; which lines cost most; what both make of the step.
 * `make run` and the grader ask here. Plain C, no CUDA. */
#pragma once

#include "engine/talk.h"
#include "lab/check/finding.h"
#include "lab/measure/sizes.h"

/* What a launch counted under a metric's name; NAN: that was not counted. */
typedef double lab_counted(const void *launch, const char *metric);

/* 1 up to `full`, 0 from `none`, linear between. */
static inline double lab_slope(double value, double full, double none)
{
    return value <= full ? 1 : value >= none ? 0 : (none - value) / (none - full);
}

/* What a rule counts. Atomics load and store without counting as either: to sectors and to
 * wavefronts, of loads as of stores, theirs are added. */
static inline double lab_rule_count(const struct lab_rule *rule, lab_counted *counted,
                                    const void *launch)
{
    static const char *const either[][3] = {
        {"t_sectors_pipe_lsu_mem_global_op_ld", "t_sectors_pipe_lsu_mem_global_op_st",
         "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum"},
        {"wavefronts_mem_shared_op_ld", "wavefronts_mem_shared_op_st",
         "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum"}};
    double value = counted(launch, rule->metric);
    for (int i = 0; i < 2; i++)
        if (strstr(rule->metric, either[i][0]) || strstr(rule->metric, either[i][1])) {
            double atomics = counted(launch, either[i][2]);
            value += isnan(atomics) ? 0 : atomics;
        }
    return strstr(rule->metric, ".ratio") ? round(value) : value; /* an average is told rounded */
}

/* The share of its points that a rule gives for this count. */
static inline double lab_rule_share(const struct lab_rule *rule, double value)
{
    double share = rule->none_at > 0 ? lab_slope(value, rule->at_most, rule->none_at) : 1;
    if (value < rule->wanted) /* one use for show is none */
        share = fmin(share, fmax(0, (4 * value / rule->wanted - 1) / 3));
    return share;
}

/* Holds a launch against a lesson. Of several rules that cost something, the one that costs most is
 * told; of equal ones, the one that says that the step's idea is missing. */
static inline struct lab_attainment lab_evaluate(const struct lab_lesson *lesson,
                                                 lab_counted *counted, const void *launch)
{
    struct lab_attainment a = {LAB_REACHED, NULL, 0, 0, 1};
    for (int i = 0; i < lesson->rules; i++) {
        const struct lab_rule *rule = &lesson->rule[i];
        double value = lab_rule_count(rule, counted, launch);
        if (isnan(value) || value < rule->at_least) {
            a.how = isnan(value) ? LAB_NOT_COUNTED : LAB_NOT_COMPUTED;
            a.rule = rule;
            a.count = value;
            a.limit = rule->at_least;
            return a;
        }
    }
    for (int i = 0; i < lesson->rules; i++) {
        const struct lab_rule *rule = &lesson->rule[i];
        double value = lab_rule_count(rule, counted, launch), share = lab_rule_share(rule, value);
        const int follows = strstr(rule->metric, ".ratio") != NULL; /* from what else is wrong */
        if (share < a.share || (a.rule && share == a.share && value < rule->wanted && !follows)) {
            a.how = LAB_NOT_REACHED;
            a.share = share;
            a.rule = rule;
            a.count = value;
            a.limit = value < rule->wanted ? rule->wanted : rule->at_most;
        }
    }
    return a;
}

/* Up to how many times the reference's time a step has full points for it, on a GPU where the
 * reference is `gain` times as fast as the reference's step before (NAN: not known). The kernel of
 * the step before must not have them, where a clock can tell the two apart. */
static inline double lab_full_at(const struct lab_lesson *lesson, double gain)
{
    static const double apart = 1.05; /* what differs by less is the same, within the spread */
    double middle = gain > 1 ? fmax(sqrt(gain), apart) : INFINITY;
    return fmin(lesson->time.full_at, middle);
}

/* ---- what a runner of the emulator counted */

/* The counters that a lesson's rules look at, with commas between them (lab_rule_count). */
static inline void lab_lesson_metrics(const struct lab_lesson *lesson, char *text, size_t size)
{
    snprintf(text, size, "%s",
             "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum,"
             "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum");
    for (int i = 0; i < lesson->rules; i++)
        lab_append(text, size, ",%s", lesson->rule[i].metric);
}

static inline double lab_answered_count(const void *line, const char *metric)
{
    double value;
    return protocol_get_number((const char *)line, metric, &value) ? value : NAN;
}

/* Asks for the lines that add most to a metric; NULL: that move most bytes. */
static inline void lab_ask_lines(struct lab_lesson_run *run, struct talk *t, const char *metric)
{
    double count = 0;
    run->lines = 0;
    if (talk_send(t, "lines", 0, NULL, 0, metric) || talk_hear(t) != TALK_ANSWERED)
        return;
    protocol_get_number(t->line, "lines", &count);
    memcpy(run->line, t->memory, sizeof run->line);
    run->lines = (int)fmin(count, LAB_DEAREST);
}

/* Right after the counted launch was answered: its counters against the lesson. */
static inline void lab_take_counts(struct lab_lesson_run *run, struct talk *t)
{
    char line[PROTOCOL_LINE];
    memcpy(line, t->line, sizeof line);
    run->attained = lab_evaluate(run->lesson, lab_answered_count, line);
    const struct lab_rule *rule = run->attained.rule;
    run->lines = 0;
    if (rule)
        lab_ask_lines(run, t, rule->metric);
    /* Of what is missing, or of accesses that take long; where lanes part, none is to blame. */
    if (!run->lines && !(rule && strstr(rule->metric, "blocks_apart")))
        lab_ask_lines(run, t, NULL);
}

/* What the counters make of a step that is right: a pass, or what its idea lacks. */
static inline void lab_judge_lesson(const struct lab_lesson_run *run, struct lab_result *r)
{
    const struct lab_attainment *a = &run->attained;
    char hint[400];
    lab_costs_text(run, r->costs, sizeof r->costs);
    if (a->how == LAB_REACHED)
        return;
    r->state = a->how == LAB_NOT_REACHED ? LAB_BUT : LAB_REFUSED;
    lab_attainment_text(a, run->lesson, r->message, sizeof r->message);
    if (a->how == LAB_NOT_REACHED && lab_hint_text(run, hint, sizeof hint)[0])
        lab_append(r->message, sizeof r->message, "\n%s", hint);
}

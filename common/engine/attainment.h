/* Has the idea of a step been reached? A step that is right is held against its lesson: what one
 * launch counted, and the limits of the rules; which lines cost most; what both make of the step.
 * `make run` and the grader ask here. Plain C, no CUDA. */
#pragma once

#include "engine/talk.h"
#include "lab/check/finding.h"
#include "lab/measure/sizes.h"

/* What a launch counted under a metric's name; NAN: that was not counted. */
typedef double lab_counted(const void *launch, const char *metric);

enum lab_reached {
    LAB_REACHED,
    LAB_NOT_REACHED,  /* right, but …: `rule` says what costs most */
    LAB_NOT_COMPUTED, /* fewer than any honest launch has of what `rule` counts */
    LAB_NOT_COUNTED   /* nothing is known of what `rule` counts */
};

struct lab_attainment {
    enum lab_reached how;
    const struct lab_rule *rule; /* NULL: the lesson is reached */
    double count, limit;         /* of that rule */
    double share;                /* of the points that the counters give: 0 to 1 */
};

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

/* What is missing, in one sentence: "253,952 bank conflicts of shared loads at 512x512; this step
 * may have at most 800." Empty if the lesson is reached. */
static inline const char *lab_attainment_text(const struct lab_attainment *a,
                                              const struct lab_lesson *lesson, char *text,
                                              size_t size)
{
    const struct lab_text count = lab_grouped(a->count), limit = lab_grouped(a->limit),
                          at = lab_lesson_size(lesson);
    text[0] = 0;
    if (a->how == LAB_NOT_COUNTED)
        snprintf(text, size, "The program did not say how many %s it counted.", a->rule->what);
    else if (a->how == LAB_NOT_COMPUTED)
        snprintf(text, size,
                 "The result is right, but the kernel did not compute it: %s %s, where %s are "
                 "needed at least (%s).",
                 count.text, a->rule->what, limit.text, at.text);
    else if (a->how == LAB_NOT_REACHED)
        snprintf(text, size, "%s %s at %s; this step %s %s.", count.text, a->rule->what, at.text,
                 a->count < a->rule->wanted ? "needs at least" : "may have at most", limit.text);
    return text;
}

/* ---- what a runner of the emulator counted */

struct lab_lesson_run {
    const struct lab_lesson *lesson;
    struct lab_attainment attained;
    struct emu_line_report line[TALK_LINES]; /* the dearest */
    int lines;
};

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
    run->lines = (int)fmin(count, TALK_LINES);
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

/* Too many requests, or requests that cost too much? The rule's hint speaks of the former. The
 * other is said here: where the most expensive line, at its ideal, would save half of what is too
 * much, of a lesson that asks for nearly what no launch can stay below. So are loads of which most
 * lanes have no part. Returns `text`. */
static inline const char *lab_hint_text(const struct lab_lesson_run *run, char *text, size_t size)
{
    const struct lab_rule *rule = run->attained.rule;
    snprintf(text, size, "%s", rule->hint ? rule->hint : "");
    const struct emu_line_report *line = &run->line[0];
    const int shared = strstr(rule->metric, "wavefronts_mem_shared") != NULL,
              global = strstr(rule->metric, "t_sectors") && rule->at_most < 2.5 * rule->at_least;
    if (run->lines && strstr(rule->metric, "op_ld") && line->lanes <= 16)
        snprintf(text, size, "In the first line below %.3g of a warp's 32 lanes take part.",
                 line->lanes);
    if (!run->lines || run->attained.count < rule->wanted || !(shared || global) ||
        line->cost < 2 * line->ideal ||
        2 * (double)line->requests * (line->cost - line->ideal) <
            run->attained.count - rule->at_most)
        return text;
    snprintf(text, size, "The first line below costs %.4g %s a request, and %.4g would do: %s.",
             line->cost, line->unit, line->ideal,
             shared ? "lanes meet in one bank; adjacent lanes should use adjacent words"
                    : "adjacent threads should use adjacent elements");
    return text;
}

/* What the counters make of a step that is right: a pass, or what its idea lacks. */
static inline void lab_judge_lesson(const struct lab_lesson_run *run, struct lab_result *r)
{
    const struct lab_attainment *a = &run->attained;
    char hint[400];
    lab_costs_text(run->lesson, run->line, run->lines, r->costs, sizeof r->costs);
    if (a->how == LAB_REACHED)
        return;
    r->state = a->how == LAB_NOT_REACHED ? LAB_BUT : LAB_REFUSED;
    lab_attainment_text(a, run->lesson, r->message, sizeof r->message);
    if (a->how == LAB_NOT_REACHED && lab_hint_text(run, hint, sizeof hint)[0])
        lab_append(r->message, sizeof r->message, "\n%s", hint);
}

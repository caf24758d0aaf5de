/* Has the idea of a step been reached? A step that is right is held against its lesson: what one
 * launch counted, and the limits of the rules; which lines cost most; what both make of the step.
 * `make run` and the grader ask here. Plain C, no CUDA. */
#pragma once

#include "engine/talk.h"
#include "lab/check/runner.h"
#include "lab/lesson.h"

/* A size near one of a lesson, drawn: what is fast at exactly that one only shows. Multiples of a
 * warp less of each side, with as much left over as before; of a product, one side twice as long
 * and half as deep, but where lines are padded; of several ways half. */
static inline struct lab_size lab_near_size(enum lab_problem problem, struct lab_size of,
                                            uint64_t seed)
{
    const enum lab_third third = lab_problem_of(problem)->third;
    const uint64_t draw = lab_mix(seed ^ 0x6e656172u);
    int *const side[2] = {&of.m, &of.n};
    for (int i = 0; i < 2; i++) {
        const int unit = *side[i] < 1024 ? 32 : *side[i] / 512 * 32;
        if (third != LAB_DEPTH && *side[i] > 4 * unit)
            *side[i] -= unit * (1 + (int)(draw >> i & 1));
        else if (third == LAB_DEPTH && of.k > 3 && (int)(draw & 1) == i) {
            *side[i] *= 2;
            of.k /= lab_is(problem, LAB_BINARY) ? 1 : 2;
        }
    }
    of.k /= third == LAB_WAYS && of.k > 1 ? 2 : 1;
    return of;
}

/* A rule's limits, for one size and problem, are those for a near size times the ratio of what they
 * may grow with: the stores of a product with its sides alone, all else of a product with its
 * operations; the loads of a matrix times a vector with both sides; with either side, or both,
 * elsewhere without depth; not at all where a matrix is packed, whose padding counts. What is asked
 * for at least grows alike in a product; elsewhere it shrinks with whatever has become smaller. */
static inline void lab_scale_rule(struct lab_rule *rule, enum lab_problem problem,
                                  struct lab_size from, struct lab_size to)
{
    const double m = (double)to.m / from.m, n = (double)to.n / from.n,
                 k = lab_has_depth(problem) ? (double)to.k / from.k : 1,
                 most = lab_is(problem, LAB_BITS_OUT) ? 1
                        : lab_has_depth(problem)
                            ? m * n * (strstr(rule->metric, "global_op_st") ? 1 : k)
                        : strstr(rule->metric, "global_op_ld") && lab_is(problem, LAB_ROUNDED)
                            ? m * n
                            : fmax(m * n, fmax(m, n)),
                 least = lab_has_depth(problem) ? most : fmin(m, 1) * fmin(n, 1);
    if (strstr(rule->metric, ".ratio")) /* an average */
        return;
    rule->at_most *= most;
    rule->none_at *= most;
    rule->wanted *= least;
    rule->at_least *= least;
}

/* The lesson of counted launch 0 or 1: its size, drawn, zeros if there is no such launch, and its
 * limits there; the rules stay in their places. */
static inline struct lab_lesson lab_lesson_at(const struct lab_lesson *lesson, int launch,
                                              uint64_t seed)
{
    struct lab_lesson at = *lesson;
    const struct lab_size published = launch ? lesson->also : lesson->size;
    at.size = lab_near_size(lesson->problem, published, seed);
    for (int i = 0; i < at.rules && published.m; i++) {
        struct lab_rule *rule = &at.rule[i];
        if (launch) {
            rule->at_most = rule->also;
            rule->none_at = rule->also > 0 ? rule->none_at : 0;
            rule->wanted = rule->at_least = 0;
        }
        lab_scale_rule(rule, lesson->problem, published, at.size);
    }
    return at;
}

/* The launch that is counted: at the size of a lesson from lab_lesson_at. */
static inline struct lab_case lab_lesson_case(const struct lab_lesson *at, uint64_t seed)
{
    struct lab_case c = {at->problem, LAB_REAL,   at->size.m,
                         at->size.n,  at->size.k, lab_mix(seed ^ 0x636f756e74u),
                         LAB_SNUG};
    return c;
}

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

/* "1,015,808": a whole number as people read it. */
static inline const char *lab_grouped(double value, char text[40])
{
    char digits[32];
    int length = snprintf(digits, sizeof digits, "%.0f", value), used = 0;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0 && digits[i - 1] != '-')
            text[used++] = ',';
        text[used++] = digits[i];
    }
    text[used] = 0;
    return text;
}

/* "512x512", "128x128x128": where the counters were taken. */
static inline const char *lab_lesson_size(const struct lab_lesson *lesson, char *text, size_t size)
{
    const struct lab_size *s = &lesson->size;
    snprintf(text, size, s->k > 1 ? "%dx%dx%d" : "%dx%d", s->m, s->n, s->k);
    return text;
}

/* What is missing, in one sentence: "253,952 bank conflicts of shared loads at 512x512; this step
 * may have at most 800." Empty if the lesson is reached. */
static inline const char *lab_attainment_text(const struct lab_attainment *a,
                                              const struct lab_lesson *lesson, char *text,
                                              size_t size)
{
    char count[40], limit[40], at[60];
    lab_lesson_size(lesson, at, sizeof at);
    text[0] = 0;
    if (a->how == LAB_NOT_COUNTED)
        snprintf(text, size, "The program did not say how many %s it counted.", a->rule->what);
    else if (a->how == LAB_NOT_COMPUTED)
        snprintf(text, size,
                 "The result is right, but the kernel did not compute it: %s %s, where %s are "
                 "needed at least (%s).",
                 lab_grouped(a->count, count), a->rule->what, lab_grouped(a->limit, limit), at);
    else if (a->how == LAB_NOT_REACHED)
        snprintf(text, size, "%s %s at %s; this step %s %s.", lab_grouped(a->count, count),
                 a->rule->what, at,
                 a->count < a->rule->wanted ? "needs at least" : "may have at most",
                 lab_grouped(a->limit, limit));
    return text;
}

/* ---- what a runner of the emulator counted */

struct lab_lesson_run {
    const struct lab_lesson *lesson;
    struct lab_attainment attained;
    struct talk_line line[TALK_LINES]; /* the dearest */
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

/* The most expensive lines as a table of 100 columns, the text of each below it. */
static inline void lab_costs_text(const struct lab_lesson_run *run, char *text, size_t size)
{
    char at[40];
    text[0] = 0;
    lab_lesson_size(run->lesson, at, sizeof at);
    if (run->lines)
        lab_append(text, size, "most expensive lines at %s\n%-28s %-15s %10s %6s %10s %-10s %6s\n",
                   at, "line", "access", "requests", "lanes", "cost of", "a request", "ideal");
    for (int i = 0; i < run->lines; i++) {
        const struct emu_line_report *line = &run->line[i].at;
        char requests[40];
        lab_append(text, size, "%-28s %-15s %10s %6.2f %10.2f %-10s %6.2f\n", line->where,
                   line->access, lab_grouped((double)line->requests, requests), line->lanes,
                   line->cost, run->line[i].unit, line->ideal);
        if (line->text[0])
            lab_append(text, size, "    %.80s\n", line->text);
    }
}

/* Too many requests, or requests that cost too much? The rule's hint speaks of the former. The
 * other is said here: where the most expensive line, at its ideal, would save half of what is too
 * much, of a lesson that asks for nearly what no launch can stay below. So are loads of which most
 * lanes have no part. Returns `text`. */
static inline const char *lab_hint_text(const struct lab_lesson_run *run, char *text, size_t size)
{
    const struct lab_rule *rule = run->attained.rule;
    snprintf(text, size, "%s", rule->hint ? rule->hint : "");
    const struct emu_line_report *line = &run->line[0].at;
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
             line->cost, run->line[0].unit, line->ideal,
             shared ? "lanes meet in one bank; adjacent lanes should use adjacent words"
                    : "adjacent threads should use adjacent elements");
    return text;
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

/* The launch whose counters a step's lesson asks for: what the emulator's runner counted, which
 * lines cost most, and what both make of a step that is right. */
#ifndef ENGINE_LESSON_RUN_H
#define ENGINE_LESSON_RUN_H

#include "engine/talk.h"
#include "lab/check/runner.h"
#include "lab/evaluate.h"

enum { LAB_DEAREST = 3 /* lines that are shown */ };

/* What a line of source asks of one kind of memory in one direction. */
struct lab_dear_line {
    char where[90], access[90], unit[90], text[90];
    double requests, lanes, cost, ideal; /* of a request, but for the first */
};

struct lab_lesson_run {
    const struct lab_lesson *lesson;
    struct lab_attainment attained;
    struct lab_dear_line line[LAB_DEAREST];
    int lines;
};

/* The counters that a lesson's rules look at, with commas between them (lab_rule_count). */
static inline void lab_lesson_metrics(const struct lab_lesson *lesson, char *text, size_t size)
{
    int used = snprintf(text, size,
                        "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum,"
                        "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum");
    for (int i = 0; i < lesson->rules && used < (int)size; i++)
        used += snprintf(text + used, size - (size_t)used, ",%s", lesson->rule[i].metric);
}

static inline double lab_answered_count(const void *line, const char *metric)
{
    double value;
    return protocol_get_number((const char *)line, metric, &value) ? value : NAN;
}

/* Asks for the lines that add most to a metric; NULL: that move most bytes. */
static inline void lab_ask_lines(struct lab_lesson_run *run, struct talk *t, const char *metric)
{
    static const char *const keys[] = {"where", "access", "unit", "text"};
    char key[20], numbers[120];
    run->lines = 0;
    if (talk_send(t, "lines", 0, NULL, 0, metric) || talk_hear(t) != TALK_ANSWERED)
        return;
    for (int i = 0; i < LAB_DEAREST; i++) {
        struct lab_dear_line *l = &run->line[i];
        char *const texts[] = {l->where, l->access, l->unit, l->text};
        for (int k = 0; k < 4; k++) {
            snprintf(key, sizeof key, "%s%d", keys[k], i);
            protocol_get(t->line, key, texts[k], sizeof l->where);
        }
        snprintf(key, sizeof key, "numbers%d", i);
        if (!protocol_get(t->line, key, numbers, sizeof numbers) ||
            sscanf(numbers, "%lf %lf %lf %lf", &l->requests, &l->lanes, &l->cost, &l->ideal) != 4)
            return;
        run->lines = i + 1;
    }
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
    int used =
        snprintf(text, size, "most expensive lines at %s\n%-28s %-15s %10s %6s %10s %-10s %6s\n",
                 at, "line", "access", "requests", "lanes", "cost of", "a request", "ideal");
    for (int i = 0; i < run->lines && used < (int)size; i++) {
        const struct lab_dear_line *line = &run->line[i];
        char requests[40];
        used += snprintf(text + used, size - (size_t)used,
                         "%-28s %-15s %10s %6.2f %10.2f %-10s %6.2f\n%s%.80s%s", line->where,
                         line->access, lab_grouped(line->requests, requests), line->lanes,
                         line->cost, line->unit, line->ideal, line->text[0] ? "    " : "",
                         line->text, line->text[0] ? "\n" : "");
    }
    if (!run->lines)
        text[0] = 0;
}

/* Too many requests, or requests that cost too much? The rule's hint speaks of the former. The
 * other is said here: where the most expensive line alone, at its ideal, would keep the limit, of a
 * lesson that asks for nearly what no launch can stay below. Returns `text`. */
static inline const char *lab_hint_text(const struct lab_lesson_run *run, char *text, size_t size)
{
    const struct lab_rule *rule = run->attained.rule;
    snprintf(text, size, "%s", rule->hint ? rule->hint : "");
    const struct lab_dear_line *line = &run->line[0];
    const int shared = strstr(rule->metric, "wavefronts_mem_shared") != NULL,
              global = strstr(rule->metric, "t_sectors") && rule->at_most < 2 * rule->at_least;
    if (!run->lines || run->attained.count < rule->wanted || !(shared || global) ||
        line->cost < 2 * line->ideal ||
        run->attained.count - line->requests * (line->cost - line->ideal) > rule->at_most)
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
    lab_costs_text(run, r->costs, sizeof r->costs);
    if (a->how == LAB_REACHED)
        return;
    r->state = a->how == LAB_NOT_REACHED ? LAB_BUT : LAB_REFUSED;
    lab_attainment_text(a, run->lesson, r->message, sizeof r->message);
    if (a->how == LAB_NOT_REACHED && lab_hint_text(run, hint, sizeof hint)[0]) {
        size_t used = strlen(r->message);
        snprintf(r->message + used, sizeof r->message - used, "\n%s", hint);
    }
}

#endif

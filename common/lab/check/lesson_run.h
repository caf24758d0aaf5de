/* The launch whose counters a step's lesson asks for, in the emulator: what it counted, and which
 * lines cost most. On a GPU nothing is counted; there the emulator's build of the file says it
 * (told.h). */
#ifndef LAB_LESSON_RUN_H
#define LAB_LESSON_RUN_H

#include "harness.h"
#include "lab/evaluate.h"

enum { LAB_DEAREST = 3 /* lines that are shown */ };

struct lab_lesson_run {
    const struct lab_lesson *lesson;
    struct lab_case question;
    int asked;
    struct lab_attainment attained;
#ifdef LAB_EMULATOR
    struct emu_line_report line[LAB_DEAREST];
    int lines;
#endif
};

/* 1 if the lesson asks for counters and they can be taken here. */
static inline int lab_begin_lesson(struct lab_lesson_run *run, const struct lab_lesson *lesson,
                                   uint64_t seed)
{
    memset(run, 0, sizeof *run);
    run->lesson = lesson;
    run->question = lab_lesson_case(lesson, seed);
#ifdef LAB_EMULATOR
    return lesson->rules > 0;
#else
    return 0;
#endif
}

/* Counters need all that the emulator can watch; checks do without its caches, which are slow to
 * follow, and a kernel that is asked why it is wrong without the rest. */
static inline void lab_watch(int counting, int asking)
{
#ifdef LAB_EMULATOR
    emu_watch(asking ? 0 : counting ? EMU_WATCH_ALL : EMU_WATCH_RACES | EMU_WATCH_UNINITIALISED);
#else
    (void)counting, (void)asking;
#endif
}

#ifdef LAB_EMULATOR
static inline double lab_emulator_counted(const void *launch, const char *metric)
{
    (void)launch;
    return emu_metric(metric);
}
#endif

/* Right after the launch, before the emulator forgets it. */
static inline void lab_take_counts(struct lab_lesson_run *run)
{
#ifdef LAB_EMULATOR
    run->attained = lab_evaluate(run->lesson, lab_emulator_counted, NULL);
    if (run->attained.rule)
        run->lines = (int)emu_dearest_lines(run->attained.rule->metric, run->line, LAB_DEAREST);
    /* Of what is missing, or of accesses that take long; where lanes part, none is to blame. */
    if (!run->lines && !(run->attained.rule && strstr(run->attained.rule->metric, "blocks_apart")))
        run->lines = (int)emu_dearest_lines(NULL, run->line, LAB_DEAREST);
#else
    (void)run;
#endif
}

/* The most expensive lines as a table of 100 columns, the text of each below it. */
static inline void lab_costs_text(const struct lab_lesson_run *run, char *text, size_t size)
{
    text[0] = 0;
#ifdef LAB_EMULATOR
    char at[40];
    lab_lesson_size(run->lesson, at, sizeof at);
    int used =
        snprintf(text, size, "most expensive lines at %s\n%-28s %-15s %10s %6s %10s %-10s %6s\n",
                 at, "line", "access", "requests", "lanes", "cost of", "a request", "ideal");
    for (int i = 0; i < run->lines && used < (int)size; i++) {
        const struct emu_line_report *line = &run->line[i];
        char requests[40];
        used += snprintf(text + used, size - (size_t)used,
                         "%-28s %-15s %10s %6.2f %10.2f %-10s %6.2f\n%s%.80s%s", line->where,
                         line->access, lab_grouped((double)line->requests, requests), line->lanes,
                         line->cost, line->unit, line->ideal, line->text[0] ? "    " : "",
                         line->text, line->text[0] ? "\n" : "");
    }
    if (!run->lines)
        text[0] = 0;
#else
    (void)run;
    (void)size;
#endif
}

/* Too many requests, or requests that cost too much? The rule's hint speaks of the former. The
 * other is said here: where the most expensive line alone, at its ideal, would keep the limit, of a
 * lesson that asks for nearly what no launch can stay below. Returns `text`. */
static inline const char *lab_hint_text(const struct lab_lesson_run *run, char *text, size_t size)
{
    const struct lab_rule *rule = run->attained.rule;
    snprintf(text, size, "%s", rule->hint ? rule->hint : "");
#ifdef LAB_EMULATOR
    const struct emu_line_report *line = &run->line[0];
    const int shared = strstr(rule->metric, "wavefronts_mem_shared") != NULL,
              global = strstr(rule->metric, "t_sectors") && rule->at_most < 2 * rule->at_least;
    if (!run->lines || run->attained.count < rule->wanted || !(shared || global) ||
        line->cost < 2 * line->ideal ||
        run->attained.count - (double)line->requests * (line->cost - line->ideal) > rule->at_most)
        return text;
    snprintf(text, size, "The first line below costs %.4g %s a request, and %.4g would do: %s.",
             line->cost, line->unit, line->ideal,
             shared ? "lanes meet in one bank; adjacent lanes should use adjacent words"
                    : "adjacent threads should use adjacent elements");
#endif
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

/* What the emulator found wrong, and what it counted, in words. */
#pragma once

#include "lab/lesson.h"
#include "lab/verdict.h"

/* The finding to report: the first, unless some threads miss a barrier or an exchange. That is the
 * reason for much else, and found later. */
static inline const struct emu_finding_report *lab_first_finding(void)
{
    const struct emu_finding_report *first = emu_finding_at(0), *f;
    if (!first || (strncmp(first->kind, "race", 4) != 0 && strncmp(first->kind, "uninit", 6) != 0))
        return first;
    for (size_t i = 0; (f = emu_finding_at(i)) != NULL; i++)
        if (strcmp(f->kind, "divergent_barrier") == 0 || strcmp(f->kind, "missing_lane") == 0)
            return f;
    return first;
}

/* A finding as a learner reads it: file, line, what; of a kernel also its name, the first thread
 * seen, and how often. */
static inline void lab_finding_text(const struct emu_finding_report *f, char *text, size_t size)
{
    text[0] = 0;
    if (f->file)
        lab_append(text, size, "%s:%u: ", f->file, f->line);
    if (f->called[0])
        lab_append(text, size,
                   f->called[1] ? "(called from line %u, that from line %u) "
                                : "(called from line %u) ",
                   f->called[0], f->called[1]);
    const int asks = f->text[0] && f->text[strlen(f->text) - 1] == '?';
    lab_append(text, size, "%s%s", f->text, asks ? "" : ".");
    if (!f->kernel)
        return;
    lab_append(text, size, "\n(%s, first seen in thread (%u,%u,%u) of block (%u,%u,%u)", f->kernel,
               f->thread[0], f->thread[1], f->thread[2], f->block[0], f->block[1], f->block[2]);
    if (f->times > 1)
        lab_append(text, size, "; %llu times%s", f->times,
                   f->times < EMU_MOST_TIMES ? "" : " or more");
    lab_append(text, size, ")");
}

/* "1,015,808": a whole number as people read it. */
static inline struct lab_text lab_grouped(double value)
{
    struct lab_text said;
    char digits[32];
    int length = snprintf(digits, sizeof digits, "%.0f", value), used = 0;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0 && digits[i - 1] != '-')
            said.text[used++] = ',';
        said.text[used++] = digits[i];
    }
    said.text[used] = 0;
    return said;
}

/* "512x512", "128x128x128": where the counters were taken. */
static inline struct lab_text lab_lesson_size(const struct lab_lesson *lesson)
{
    const struct lab_size *s = &lesson->size;
    struct lab_text said;
    snprintf(said.text, sizeof said.text, s->k > 1 ? "%dx%dx%d" : "%dx%d", s->m, s->n, s->k);
    return said;
}

enum { LAB_DEAREST = 3 /* lines of source, that add most to a metric */ };

/* What a launch was counted to do, and what the lesson makes of it. */
struct lab_lesson_run {
    const struct lab_lesson *lesson;
    struct lab_attainment attained;
    struct emu_line_report line[LAB_DEAREST];
    int lines;
};

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

/* The most expensive lines of a lesson's launch as a table of 100 columns, the text of each below
 * it; "" if there are none. */
static inline void lab_costs_text(const struct lab_lesson_run *run, char *text, size_t size)
{
    text[0] = 0;
    if (run->lines)
        lab_append(text, size, "most expensive lines at %s\n%-28s %-15s %10s %6s %10s %-10s %6s\n",
                   lab_lesson_size(run->lesson).text, "line", "access", "requests", "lanes",
                   "cost of", "a request", "ideal");
    for (const struct emu_line_report *line = run->line; line < run->line + run->lines; line++) {
        lab_append(text, size, "%-28s %-15s %10s %6.2f %10.2f %-10s %6.2f\n", line->where,
                   line->access, lab_grouped((double)line->requests).text, line->lanes, line->cost,
                   line->unit, line->ideal);
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

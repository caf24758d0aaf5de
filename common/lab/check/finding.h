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

/* The most expensive lines of a lesson's launch as a table of 100 columns, the text of each below
 * it; "" if there are none. */
static inline void lab_costs_text(const struct lab_lesson *lesson,
                                  const struct emu_line_report *line, int lines, char *text,
                                  size_t size)
{
    text[0] = 0;
    if (lines)
        lab_append(text, size, "most expensive lines at %s\n%-28s %-15s %10s %6s %10s %-10s %6s\n",
                   lab_lesson_size(lesson).text, "line", "access", "requests", "lanes", "cost of",
                   "a request", "ideal");
    for (; lines > 0; lines--, line++) {
        lab_append(text, size, "%-28s %-15s %10s %6.2f %10.2f %-10s %6.2f\n", line->where,
                   line->access, lab_grouped((double)line->requests).text, line->lanes, line->cost,
                   line->unit, line->ideal);
        if (line->text[0])
            lab_append(text, size, "    %.80s\n", line->text);
    }
}

/* What the emulator found wrong, in words. */
#pragma once

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

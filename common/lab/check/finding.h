/* What the emulator found wrong, in words. */
#pragma once

#include <string.h>

#include "emulator/emulator.h"

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
    char times[40] = "";
    int used = f->file ? snprintf(text, size, "%s:%u: ", f->file, f->line) : 0;
    if (f->called[0])
        used += snprintf(text + used, size - (size_t)used,
                         f->called[1] ? "(called from line %u, that from line %u) "
                                      : "(called from line %u) ",
                         f->called[0], f->called[1]);
    const int asks = f->text[0] && f->text[strlen(f->text) - 1] == '?';
    used += snprintf(text + used, size - (size_t)used, "%s%s", f->text, asks ? "" : ".");
    if (f->times > 1)
        snprintf(times, sizeof times, "; %llu times%s", f->times,
                 f->times < EMU_MOST_TIMES ? "" : " or more");
    if (f->kernel && used < (int)size)
        snprintf(text + used, size - (size_t)used,
                 "\n(%s, first seen in thread (%u,%u,%u) of block (%u,%u,%u)%s)", f->kernel,
                 f->thread[0], f->thread[1], f->thread[2], f->block[0], f->block[1], f->block[2],
                 times);
}

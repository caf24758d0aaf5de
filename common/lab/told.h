/* What the emulator's build of a file found out about each step, for the GPU's build of it, which
 * counts nothing: one writes a file, the other reads it. Both come from the same headers. */
#ifndef LAB_TOLD_H
#define LAB_TOLD_H

#include <stdio.h>
#include <string.h>

#include "lab/check/harness.h"

struct lab_told {
    int step;
    struct lab_result result;
};

/* Adds a step to the file; 0, or -1 where it cannot be written. */
static inline int lab_tell(const char *file, int step, const struct lab_result *r)
{
    struct lab_told told;
    FILE *f = fopen(file, "ab");
    memset(&told, 0, sizeof told);
    told.step = step;
    told.result = *r;
    int written = f && fwrite(&told, sizeof told, 1, f) == 1;
    if (f && fclose(f))
        written = 0;
    return written ? 0 : -1;
}

/* 1 with what the file says of a step; 0 if it says nothing. */
static inline int lab_heard(const char *file, int step, struct lab_result *r)
{
    struct lab_told told;
    int found = 0;
    FILE *f = fopen(file, "rb");
    while (f && !found && fread(&told, sizeof told, 1, f) == 1)
        found = told.step == step;
    if (f)
        fclose(f);
    if (found)
        *r = told.result;
    return found;
}

/* Adds to a step that is right on the GPU what the emulator says of it: the lesson's verdict, or a
 * mistake that the GPU did not show. */
static inline void lab_add_told(const char *file, int step, struct lab_result *r)
{
    struct lab_result emulated;
    if (!lab_heard(file, step, &emulated) || emulated.state == LAB_SKIPPED)
        snprintf(r->costs, sizeof r->costs,
                 "Its idea was not checked: the emulator does not take this step (make run "
                 "BACKEND=emulator says why).\n");
    else if (emulated.state == LAB_PASS)
        memcpy(r->costs, emulated.costs, sizeof r->costs);
    else
        *r = emulated;
}

#endif

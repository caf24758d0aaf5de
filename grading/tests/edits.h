/* Submissions as edits of the solution: this text becomes that text, and must be there exactly
 * once. */
#ifndef EDITS_H
#define EDITS_H

#include "judge/judge.h"

enum { MAX_EDITS = 4 };

/* A verdict for mutants: WRONG, but a GPU may happen to get it right. */
#define LUCKY ((enum verdict)(WRONG + 100))

struct submission {
    const char *name;
    int step;             /* the step that it changes; -1: all get the verdict */
    enum verdict verdict; /* of that step; the others must pass */
    const char *message;  /* part of its message, NULL: any */
    struct {
        const char *from, *to;
    } edit[MAX_EDITS];
};

#endif

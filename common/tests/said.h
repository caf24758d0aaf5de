/* What a verdict says to people, for tests. */
#pragma once

#include "lab/verdict.h"

/* Good until the next call. */
static inline const char *said_of(const struct lab_verdict *v)
{
    static char text[LAB_VERDICT_TEXT];
    return lab_verdict_text(v, 1, text);
}

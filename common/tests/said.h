/* What a verdict says to people, for tests. */
#pragma once

#include "lab/verdict.h"

/* Good until the next call. */
static inline const char *said_of(const struct lab_verdict *v)
{
    static struct lab_sentences said;
    said = lab_verdict_text(v, 1);
    return said.text;
}

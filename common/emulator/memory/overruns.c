/* Subscripts that lie outside of their rows, as g++'s -fsanitize=bounds tells of them, by place. */
#include "overruns.h"
#include "program/lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_OVERRUNS = 32 };
static struct overrun overruns[MOST_OVERRUNS];
static int overrun_count;

void overruns_forget(void)
{
    overrun_count = 0;
}

static struct overrun *add(const void *pc, long long index, const char *type)
{
    const char *bracket = strchr(type, '[');
    if (!bracket || overrun_count == MOST_OVERRUNS)
        return NULL;
    struct overrun *o = &overruns[overrun_count++];
    *o = (struct overrun){pc, index, index, strtoll(bracket + 1, NULL, 10), 0};
    for (; bracket; bracket = strchr(bracket + 1, '['))
        o->dimensions++;
    return o;
}

void overruns_note(const void *pc, long long index, const char *type)
{
    struct overrun *o = overruns;
    while (o < overruns + overrun_count && o->pc != pc)
        o++;
    if (o == overruns + overrun_count && !(o = add(pc, index, type)))
        return;
    o->least = index < o->least ? index : o->least;
    o->most = index > o->most ? index : o->most;
}

const struct overrun *overrun_at(const void *pc)
{
    const struct overrun *found = NULL;
    for (int i = 0; pc && i < overrun_count; i++)
        if ((!found || found->dimensions > 1) && same_line(overruns[i].pc, pc))
            found = &overruns[i];
    return found;
}

const char *overrun_said(char text[120], const void *pc, const void *other, const char *of)
{
    const struct overrun *o = overrun_at(pc);
    text[0] = 0;
    if (!o || o->dimensions > 1)
        o = overrun_at(other);
    if (o && o->dimensions == 1)
        snprintf(text, 120, "line %u uses index %lld of %s with %lld elements: check it, or ",
                 line_of(o->pc).line, o->least < 0 ? o->least : o->most, of, o->count);
    return text;
}

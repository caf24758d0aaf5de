/* Why is it wrong? Finds a size at which the kernel is wrong, asks it there what it does, and adds
 * a sentence to what was said. */
#pragma once

#include "say.h"

/* Wrong only at a larger size: from which on, and why, if that is not too long to ask? */
static inline int lab_ask_beyond(struct lab_probe *p, struct lab_size size)
{
    char from[120] = "";
    const int begin = size.k > 1024 ? 2 : 0; /* a long sum takes too long to ask often */
    for (int i = begin; i < begin + 3; i++) {
        const int d = i % 3;
        const int wrong = lab_probe_shorten(p, &size, d);
        if (wrong > 1)
            lab_append(from, sizeof from, "%s%c = %d it is right, at %d wrong",
                       from[0] ? "; at " : "At ", (p->c.problem == LAB_ONES ? "mkk" : "mnk")[d],
                       wrong - 1, wrong);
        if (d == 2 && lab_is(p->c.problem, LAB_BINARY)) /* whole words can be asked about */
            size.k = (size.k - 1) / BINARY_BITS * BINARY_BITS + BINARY_BITS;
    }
    snprintf(p->where, sizeof p->where, from[0] ? "%s. At " : "At ", from);
    if (lab_say_why(p, size) || !from[0])
        return p->text[0] != 0;
    p->where[0] = 0;
    lab_say(p, "%s.", from);
    return 1;
}

/* After a wrong result: can the kernel be asked why? */
static inline int lab_may_ask(const struct lab_result *r)
{
    return r->state == LAB_WRONG && (r->may_ask || r->outside) && !lab_is_huge(&r->at) &&
           r->at.data != LAB_STARVED;
}

/* Asks at each size of the family, first for rules, then for anything; at the size that failed; and
 * with integers, where that was not of them. 1 if there is something to say. */
static inline int lab_ask_sizes(struct lab_probe *p, const char *sizes, const struct lab_result *r)
{
    const struct lab_size failed = {r->at.m, r->at.n, r->at.k};
    struct lab_size size = failed;
    const char *place = NULL;                            /* the size at which it could be said */
    int differs = 0, right = 1, exchanged = 1, used = 0; /* exchanged: m and n */
    snprintf(p->where, sizeof p->where, "At ");
    for (p->any = 0; p->any < 2; p->any++) {
        for (const char *next = place ? place : sizes; *next && !p->gone; next += used) {
            sscanf(next, "%dx%dx%d %n", &size.m, &size.n, &size.k, &used);
            const enum lab_answer_at at = lab_probe_at(p, size);
            differs |= at == LAB_DIFFERS_AT;
            right &= at == LAB_RIGHT_AT;
            exchanged &= size.m == size.n || at != LAB_RIGHT_AT;
            if (at == LAB_WRONG_AT && (p->any || !place) && lab_say_why(p, size))
                return 1;
            place = p->placed && !place ? next : place;
        }
        sscanf(sizes, "%dx%dx%d", &size.m, &size.n, &size.k);
        size.m = size.n = (size.m > size.n ? size.m : size.n) | 1;
        if (!p->any && !differs && exchanged && lab_probe_at(p, size) == LAB_RIGHT_AT) {
            p->where[0] = 0;
            lab_say(p, "At %dx%d it is right: are m and n exchanged, in an index or the launch?",
                    size.m, size.n);
            return 1;
        }
    }
    const enum lab_answer_at at =
        differs || p->gone || r->outside ? LAB_FAILS_AT : lab_probe_at(p, failed);
    if (at == LAB_WRONG_AT && lab_ask_beyond(p, failed))
        return 1;
    p->where[0] = p->text[0] = 0;
    if (differs)
        lab_say(p, "Two launches with the same inputs give different results: threads race for an "
                   "element, or a value is used that was never set.");
    else if (at == LAB_RIGHT_AT && r->at.data != lab_problem_of(p->c.problem)->data[0])
        lab_say_why(p, failed);
    else if (right && !r->outside) {
        p->c.m = size.m, p->c.n = size.n, p->c.k = size.k;
        lab_say(p, "At %s it is right.", lab_size_text(&p->c).text);
    }
    return p->text[0] != 0;
}

/* Adds to *r what the kernel does. 1 if there was something to add. */
static inline int lab_ask_kernel(const struct lab_runner *runner, struct lab_result *r)
{
    const struct lab_asking *asking = lab_asking_of(r->at.problem);
    struct lab_probe *p = (struct lab_probe *)calloc(1, sizeof *p);
    int said = 0;
    if (p && asking) {
        p->runner = runner;
        p->c = r->at;
        p->c.memory = LAB_SNUG;
        if (lab_has_ld(r->at.problem, 1) && (r->at.data != LAB_EXACT || r->at.memory & LAB_DENSE))
            p->c.memory |= LAB_DENSE; /* as it failed: no gaps between rows */
        said = lab_ask_sizes(p, asking->sizes, r);
    }
    if (said && p->where[0])
        lab_append(r->message, sizeof r->message, "\n%s%s%s%s", p->where, lab_size_text(&p->c).text,
                   r->outside ? ", where no access is bad: " : ": ", p->text);
    else if (said)
        lab_append(r->message, sizeof r->message, "\n%s", p->text);
    free(p);
    return said;
}

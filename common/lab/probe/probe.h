/* Asks a kernel that is wrong what it does: launches with inputs that say where they came from, at
 * a small size at which it is wrong. Over any runner. Plain C. */
#ifndef LAB_PROBE_H
#define LAB_PROBE_H

#include <stdarg.h>

#include "lab/check/runner.h"

enum {
    LAB_ASKED_LINES = 512, /* of the other operand: all, or at the ends and beside powers of two */
    LAB_SENTENCE = 400,
    LAB_ASKED_BYTES = 1 << 18 /* of an output that is asked about, at most */
};

struct lab_probe {
    const struct lab_runner *runner;
    struct lab_case c; /* the size that is asked about */
    struct lab_shape s;
    struct emu_grid launched; /* by the last launch */
    int rows, cols;           /* of the output */
    int instead;              /* 0, or the question that lab_probe_at asks, not integers */
    int gone, open; /* open: what was said is of the last terms; of more, it may be others */
    int any;        /* at no size a rule has been found: what is at one place is said, too */
    char text[LAB_SENTENCE];
};

static inline void lab_say(struct lab_probe *p, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Adds to what is said. */
static inline void lab_say(struct lab_probe *p, const char *format, ...)
{
    const size_t used = strlen(p->text);
    va_list list;
    va_start(list, format);
    vsnprintf(p->text + used, sizeof p->text - used, format, list);
    va_end(list);
}

/* One launch of the case. Its output, or NULL where it did not come to an end, or did what it must
 * not. */
static inline const void *lab_probe_run(struct lab_probe *p, const struct lab_case *c)
{
    struct lab_seen seen;
    const struct lab_shape shape = lab_shape_of(c);
    if (p->gone || lab_bytes(&shape.out) > LAB_ASKED_BYTES)
        return NULL;
    p->runner->check(p->runner->self, c, 1, &seen);
    p->gone = seen.how == LAB_GONE;
    p->launched = seen.launched;
    return seen.how != LAB_ANSWERED || seen.finding[0] || seen.damage[0] || seen.left_out
               ? NULL
               : seen.out;
}

/* The output of one question, element by element in `to`. 0, or -1. */
static inline int lab_probe_ask(struct lab_probe *p, int ask, int at, double *to)
{
    struct lab_case c = p->c;
    c.data = LAB_PROBE;
    c.seed = (uint64_t)ask | (uint64_t)at << LAB_ASK_AT;
    const struct lab_operand o = lab_shape_of(&c).out;
    const void *out = lab_probe_run(p, &c);
    for (int row = 0; out && row < o.rows; row++)
        for (int col = 0; col < o.cols; col++)
            *to++ = lab_get(o.type, out, (size_t)row * (size_t)o.ld + (size_t)col);
    return out ? 0 : -1;
}

enum lab_answer_at { LAB_RIGHT_AT, LAB_WRONG_AT, LAB_DIFFERS_AT, LAB_FAILS_AT };

/* Is the kernel right at this size, with its first kind of data, which is exact? `twice`: it is
 * asked again, and may differ. */
static inline enum lab_answer_at lab_probe_at(struct lab_probe *p, struct lab_size size, int twice)
{
    struct lab_reference r;
    struct lab_case c = p->c;
    enum lab_answer_at how = LAB_FAILS_AT;
    c.m = size.m, c.n = size.n, c.k = size.k;
    c.data = p->instead ? LAB_PROBE : lab_problem_of(c.problem)->data[0];
    c.seed = p->instead ? (uint64_t)p->instead : c.seed;
    const int ready = lab_reference_of(&c, &r) == 0;
    const size_t bytes = lab_bytes(&r.shape.out);
    const void *out = ready ? lab_probe_run(p, &c) : NULL;
    void *first = malloc(bytes);
    if (out && first) {
        how = lab_verify(&r, out).ok ? LAB_RIGHT_AT : LAB_WRONG_AT;
        memcpy(first, out, bytes);
        out = how == LAB_WRONG_AT && twice ? lab_probe_run(p, &c) : NULL;
        if (out && memcmp(first, out, bytes))
            how = LAB_DIFFERS_AT;
    }
    free(first);
    lab_reference_free(&r);
    return how;
}

/* Makes one direction of a size at which the kernel is wrong as short as it may be: one less, and
 * it is right (or does something else). Returns it, 0 where that is not known. */
static inline int lab_probe_shorten(struct lab_probe *p, struct lab_size *size, int direction)
{
    int *const length = direction == 0 ? &size->m : direction == 1 ? &size->n : &size->k;
    int right = 0, wrong = *length;
    while (wrong - right > 1 && !p->gone) {
        *length = right + (wrong - right) / 2;
        *(lab_probe_at(p, *size, 0) == LAB_WRONG_AT ? &wrong : &right) = *length;
    }
    *length = wrong;
    return right ? wrong : 0;
}

/* Sets the size. */
static inline void lab_probe_resize(struct lab_probe *p, struct lab_size size)
{
    p->c.m = size.m, p->c.n = size.n, p->c.k = size.k;
    p->c.data = LAB_PROBE; /* as all questions; also for what an output holds before */
    struct lab_case asked = p->c;
    asked.seed = LAB_ASK_NOTHING; /* as each question, with gaps */
    p->s = lab_shape_of(&asked);
    p->rows = p->s.out.rows;
    p->cols = p->s.out.cols;
    p->text[0] = 0;
    p->open = 0;
}

/* "5", "16 to 46", "8 to 15 of each 16", "0, 3, 17, …": which of `count` numbers are in the set;
 * set[i] < 0: it is not known of number i. Returns how many. */
static inline int lab_set_text(const signed char *set, int count, char *text, size_t size)
{
    int members = 0, known = 1, used = 0, last = 0;
    for (int i = 0; i < count; i++) {
        members += set[i] > 0;
        last = set[i] > 0 ? i : last;
        known &= set[i] >= 0;
    }
    text[0] = 0;
    for (int period = 2; members && known && period <= last && !text[0]; period++) {
        int from = -1, to = -1, holds = 1;
        for (int i = 0; i < period; i++)
            if (set[i]) {
                from = from < 0 ? i : from;
                to = i;
            }
        for (int i = 0; i < count && holds; i++)
            holds = set[i] == (from >= 0 && i % period >= from && i % period <= to);
        if (holds && to - from + 1 < period)
            snprintf(text, size, from == to ? "number %d of each %d" : "%d to %d of each %d", from,
                     from == to ? period : to, period);
    }
    for (int i = 0, said = 0; i < count && said < 4 && !(known && said == 0 && text[0]); i++) {
        int end = i;
        for (int next = i; set[i] > 0 && next < count && set[next]; next++)
            end = set[next] > 0 ? next : end;
        if (set[i] > 0 && said++ < 3)
            used += snprintf(text + used, size - (size_t)used,
                             end > i + 1 ? known ? "%s%d to %d" : "%s%d … %d"
                             : end > i   ? "%s%d and %d"
                                         : "%s%d",
                             said > 1 ? ", " : "", i, end);
        else if (set[i] > 0)
            snprintf(text + used, size - (size_t)used, ", …");
        i = set[i] > 0 ? end : i;
    }
    return members;
}

#endif

/* Asks a kernel that is wrong what it does: launches with inputs that say where they came from, at
 * a small size at which it is wrong. Over any runner. Plain C. */
#pragma once

#include "lab/check/runner.h"

enum {
    LAB_ASKED_LINES = 512, /* of the other operand: all, or at the ends and beside powers of two */
    LAB_SENTENCE = 400,
    LAB_ASKED_BYTES = 1 << 18, /* of an output that is asked about, at most */
    LAB_A_LAUNCH = 1 << 14     /* terms: what a launch costs besides those of its sums */
};

/* Terms that all launches may compute: a message hangs on no clock, and so on no load. */
#define LAB_ASKED_TERMS 2e8

struct lab_probe {
    const struct lab_runner *runner;
    struct lab_case c; /* the size that is asked about */
    struct lab_shape s;
    struct emu_grid launched; /* by the last launch */
    int rows, cols;           /* of the output */
    int gone;                 /* no more can be asked */
    int any;                  /* at no size a rule has been found: what is at one place is said */
    int placed;               /* what is at one place could be said, of a sum */
    int misplaced;            /* places at which another element is, on both sides */
    double terms;             /* that were computed */
    char where[200];          /* what stands before the sentence, and the size */
    char text[LAB_SENTENCE];
    char words[8][100];
    int next;
    signed char set[LAB_ASKED_BYTES / 4]; /* of lines, rows or columns */
};

#define lab_say(p, ...) lab_append((p)->text, sizeof(p)->text, __VA_ARGS__)

/* A phrase, until seven others are made. */
__attribute__((format(printf, 2, 3))) static inline const char *lab_words(struct lab_probe *p,
                                                                          const char *format, ...)
{
    char *const words = p->words[p->next++ % 8];
    va_list list;
    va_start(list, format);
    vsnprintf(words, sizeof *p->words, format, list);
    va_end(list);
    return words;
}

/* One launch of the case. Its output, or NULL where it did not come to an end, or did what it must
 * not. */
static inline const void *lab_probe_run(struct lab_probe *p, const struct lab_case *c)
{
    struct lab_seen seen;
    const struct lab_shape s = lab_shape_of(c);
    const int depth = s.in[0].pack == LAB_PLAIN ? s.depth : s.depth / BINARY_BITS;
    const double tiles =
        ceil(s.out.rows / 32.0) * ceil(s.out.cols / 32.0); /* 128: often all of it */
    p->terms += LAB_A_LAUNCH + (s.out.cols == 1 ? s.out.rows : tiles * 128) * (1 + depth);
    p->gone |= p->terms > LAB_ASKED_TERMS;
    if (p->gone || lab_bytes(&s.out) > LAB_ASKED_BYTES)
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
    c.seed = (uint64_t)ask | (uint64_t)at << LAB_ASK_AT;
    const struct lab_operand o = lab_shape_of(&c).out;
    const void *out = lab_probe_run(p, &c);
    for (int row = 0; out && row < o.rows; row++)
        for (int col = 0; col < o.cols; col++)
            *to++ = lab_get(o.type, out, (size_t)row * (size_t)o.ld + (size_t)col);
    return out ? 0 : -1;
}

enum lab_answer_at { LAB_RIGHT_AT, LAB_WRONG_AT, LAB_DIFFERS_AT, LAB_FAILS_AT };

/* Is the kernel right at this size, with its first kind of data, which is exact? Where it is wrong,
 * it is asked again, and may differ. */
static inline enum lab_answer_at lab_probe_at(struct lab_probe *p, struct lab_size size)
{
    struct lab_reference r;
    struct lab_case c = p->c;
    enum lab_answer_at how = LAB_FAILS_AT;
    size_t wrong = 0;
    double is = 0;
    c.m = size.m, c.n = size.n, c.k = size.k;
    c.data = lab_problem_of(c.problem)->data[0];
    for (int again = lab_reference_of(&c, &r) == 0 ? 0 : 2; again < 2; again++) {
        const void *out = lab_probe_run(p, &c);
        if (!out)
            break;
        const struct lab_verdict v = lab_verify(&r, out);
        how = v.ok && !again                                       ? LAB_RIGHT_AT
              : again && (v.wrong != wrong || !lab_same(v.is, is)) ? LAB_DIFFERS_AT
                                                                   : LAB_WRONG_AT;
        if (how == LAB_RIGHT_AT)
            break;
        wrong = v.wrong;
        is = v.is;
    }
    lab_reference_free(&r);
    return how;
}

/* Makes one direction of a size at which the kernel is wrong shorter. Returns it, if it is right
 * with one less, 0 where that is not known. */
static inline int lab_probe_shorten(struct lab_probe *p, struct lab_size *size, int direction)
{
    int *const length = direction == 0 ? &size->m : direction == 1 ? &size->n : &size->k;
    int right = 0, sure = 0, wrong = *length, power = 1;
    while (power < wrong - power)
        power *= 2;
    for (int asked = 0; wrong - right > 1 && !p->gone; asked++) {
        *length = asked == 0                   ? 1     /* most do not hang on it */
                  : asked == 1 && power > 1024 ? power /* or on how many bits there are */
                                               : right + (wrong - right) / 2;
        const enum lab_answer_at at = lab_probe_at(p, *size);
        sure = at == LAB_WRONG_AT ? sure : at == LAB_RIGHT_AT;
        *(at == LAB_WRONG_AT ? &wrong : &right) = *length;
    }
    *length = wrong;
    return sure ? wrong : 0;
}

static inline void lab_probe_resize(struct lab_probe *p, struct lab_size size)
{
    p->c.m = size.m, p->c.n = size.n, p->c.k = size.k;
    p->c.data = LAB_PROBE; /* as all questions; also for what an output holds before */
    p->s = lab_shape_of(&p->c);
    if (p->s.in_place) /* one line */
        p->s.in[0] = p->s.out = lab_matrix(p->s.out.name, p->s.out.rows * p->s.out.cols, 1);
    p->rows = p->s.out.rows;
    p->cols = p->s.out.cols;
    p->misplaced = 0;
    p->text[0] = 0;
}

/* "row 5", "rows 16 to 46", "rows 0, 8, 16, …": which of `count` numbers are in the set, of which
 * set[i] < 0 is not known. How many goes to *members. */
static inline const char *lab_list(struct lab_probe *p, const char *name, const signed char *set,
                                   int count, int *members)
{
    char text[80] = "", what[20];
    const char *to = " to ";
    *members = 0;
    for (int i = 0; i < count; i++) {
        *members += set[i] > 0;
        to = set[i] < 0 ? " … " : to;
    }
    for (int i = 0, said = 0; i < count && said < 4; i++) {
        int end = i;
        for (int next = i; set[i] > 0 && next < count && set[next]; next++)
            end = set[next] > 0 ? next : end;
        char *const at = text + strlen(text);
        const size_t left = sizeof text - strlen(text);
        if (set[i] > 0 && ++said == 4)
            snprintf(at, left, ", …");
        else if (set[i] > 0)
            snprintf(at, left, end > i ? "%s%d%s%d" : "%s%d", said > 1 ? ", " : " ", i,
                     end > i + 1 ? to : " and ", end);
        i = end;
    }
    snprintf(what, sizeof what, name, *members > 1 ? "s" : "");
    return lab_words(p, "%s%s", what, text);
}

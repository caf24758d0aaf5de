/* Why is it wrong? Finds a size at which the kernel is wrong, asks it there what it does, and adds
 * a sentence to what was said. */
#ifndef LAB_ASK_H
#define LAB_ASK_H

#include "say.h"

/* At which sizes families are asked: those that show most, where no two directions are alike and
 * tiles are left over. Of those at which the kernel is wrong the first is asked about; tall and
 * wide ones show what a grid lacks. */
static const struct lab_asking {
    enum lab_problem family;
    const char *sizes;
} lab_askings[] = {
    {LAB_GEMV_ROW, "5x303x1 37x48x1 47x37x1 303x5x1"},
    {LAB_GEMM, "37x41x40 41x23x37 23x37x70 130x37x9 37x130x9 32x32x32"},
    {LAB_DGEMM, "37x41x40 41x23x37 23x37x70 130x37x9 37x130x9 32x32x32"},
    {LAB_GEMM_TILE, "37x41x24 41x37x23 75x70x23 132x136x20 200x70x9 70x200x9 64x64x24"},
    {LAB_ADD_ONE, "37x70x1 70x37x1 64x96x1 68x132x1 31x31x1 200x37x1 37x200x1"},
    {LAB_TRANSPOSE, "37x70x1 70x37x1 64x96x1 68x132x1 31x31x1 200x37x1 37x200x1"},
    {LAB_BRANCHES, "1x300x8 37x41x4 37x41x2"},
    {LAB_PACK_A, "37x70x1 70x37x1 3x1300x1 200x40x1"},
    {LAB_PACK_B, "37x70x1 70x37x1 1300x3x1 40x200x1"},
    {LAB_PACK_BT, "37x70x1 70x37x1 1300x3x1 40x200x1"},
    {LAB_ONES, "29x1056x1"},
    {LAB_XNOR, "21x23x70 21x23x1120 70x30x64 30x70x64 130x20x32 20x130x32"}};

/* Wrong only at a larger size: from which on, and why? */
static inline int lab_ask_beyond(struct lab_probe *p, struct lab_size size)
{
    int used = 0;
    for (int d = 0; d < 3; d++) {
        const int from = lab_probe_shorten(p, &size, d);
        if (from > 1)
            used += snprintf(p->where + used, sizeof p->where - (size_t)used,
                             "%s%c = %d it is right, at %d wrong", used ? "; at " : "At ", "mnk"[d],
                             from - 1, from);
    }
    snprintf(p->where + used, sizeof p->where - (size_t)used, used ? ". At " : "At ");
    if (lab_is(p->c.problem, LAB_BINARY)) /* whole words can be asked about */
        size.k = (size.k - 1) / BINARY_BITS * BINARY_BITS + BINARY_BITS;
    return lab_say_why(p, size);
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
    int differs = 0, used = 0;
    snprintf(p->where, sizeof p->where, "At ");
    for (p->any = 0; p->any < 2; p->any++)
        for (const char *next = sizes; *next && !p->gone; next += used) {
            sscanf(next, "%dx%dx%d %n", &size.m, &size.n, &size.k, &used);
            const enum lab_answer_at at = lab_probe_at(p, size, LAB_SNUG);
            differs |= at == LAB_DIFFERS_AT;
            if (at == LAB_WRONG_AT && lab_say_why(p, size))
                return 1;
        }
    if (!differs && !p->gone && !r->outside) {
        const enum lab_answer_at at = lab_probe_at(p, failed, LAB_SNUG);
        if (at == LAB_WRONG_AT && lab_ask_beyond(p, failed))
            return 1;
        if (at != LAB_RIGHT_AT || r->at.data == lab_problem_of(p->c.problem)->data[0])
            return 0;
    }
    p->where[0] = 0;
    if (differs)
        snprintf(p->text, sizeof p->text,
                 "Two launches with the same inputs give different results: threads race for an "
                 "element, or a value is used that was never set.");
    else if (!p->gone && !r->outside && lab_has_ld(p->c.problem, 1) && /* gaps between rows */
             lab_probe_at(p, failed, LAB_DENSE) == LAB_WRONG_AT)
        snprintf(p->text, sizeof p->text,
                 "With integers it is right where lda, ldb and ldc are more than a row's length, "
                 "wrong where they are a row's length.");
    return differs || p->text[0] || (!p->gone && !r->outside && lab_say_why(p, size));
}

/* Adds to *r what the kernel does. 1 if there was something to add. */
static inline int lab_ask_kernel(const struct lab_runner *runner, struct lab_result *r)
{
    const char *sizes = NULL;
    struct lab_probe *p = (struct lab_probe *)calloc(1, sizeof *p);
    char size[60] = "";
    for (size_t i = 0; i < sizeof lab_askings / sizeof *lab_askings; i++)
        sizes = lab_askings[i].family == lab_family(r->at.problem) ? lab_askings[i].sizes : sizes;
    if (p) {
        p->runner = runner;
        p->c = r->at;
        p->c.memory = LAB_SNUG;
    }
    const int said = p && sizes && lab_ask_sizes(p, sizes, r);
    const size_t used = strlen(r->message);
    if (said)
        snprintf(r->message + used, sizeof r->message - used, "\n%s%s%s%s", p->where,
                 p->where[0] ? lab_size_text(&p->c, size, sizeof size) : "",
                 !p->where[0] ? ""
                 : r->outside ? ", where no access is bad: "
                              : ": ",
                 p->text);
    free(p);
    return said;
}

#endif

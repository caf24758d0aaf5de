/* Why is it wrong? Finds a size at which the kernel is wrong, asks it there what it does, and adds
 * a sentence to what was said. */
#ifndef LAB_ASK_H
#define LAB_ASK_H

#include "sums.h"

/* At which sizes families are asked: those that show most, where no two directions are alike and
 * tiles are left over. Of those at which the kernel is wrong the first is asked about; tall and
 * wide ones show what a grid lacks. */
static const struct lab_size lab_asked_gemv[] = {
    {5, 303, 1}, {37, 48, 1}, {47, 37, 1}, {303, 5, 1}};
static const struct lab_size lab_asked_gemm[] = {{37, 41, 40}, {41, 23, 37}, {23, 37, 70},
                                                 {130, 37, 9}, {37, 130, 9}, {32, 32, 32}};
static const struct lab_size lab_asked_tiles[] = {{37, 41, 24},   {41, 37, 23}, {75, 70, 23},
                                                  {132, 136, 20}, {200, 70, 9}, {70, 200, 9},
                                                  {64, 64, 24}};
static const struct lab_size lab_asked_moves[] = {
    {37, 70, 1}, {70, 37, 1}, {64, 96, 1}, {68, 132, 1}, {31, 31, 1}, {200, 37, 1}, {37, 200, 1}};
static const struct lab_size lab_asked_rows[] = {
    {37, 70, 1}, {70, 37, 1}, {3, 1300, 1}, {200, 40, 1}};
static const struct lab_size lab_asked_cols[] = {
    {37, 70, 1}, {70, 37, 1}, {1300, 3, 1}, {40, 200, 1}};
static const struct lab_size lab_asked_branches[] = {{1, 300, 8}, {37, 41, 4}, {37, 41, 2}};
static const struct lab_size lab_asked_ones[] = {{29, 1056, 1}};
static const struct lab_size lab_asked_xnor[] = {{21, 23, 70}, {21, 23, 1120}, {70, 30, 64},
                                                 {30, 70, 64}, {130, 20, 32},  {20, 130, 32}};

static const struct lab_asking {
    enum lab_problem family;
    struct lab_sizes sizes;
} lab_askings[] = {
    {LAB_GEMV_ROW, LAB_SIZES(lab_asked_gemv)},     {LAB_GEMM, LAB_SIZES(lab_asked_gemm)},
    {LAB_DGEMM, LAB_SIZES(lab_asked_gemm)},        {LAB_GEMM_TILE, LAB_SIZES(lab_asked_tiles)},
    {LAB_ADD_ONE, LAB_SIZES(lab_asked_moves)},     {LAB_TRANSPOSE, LAB_SIZES(lab_asked_moves)},
    {LAB_BRANCHES, LAB_SIZES(lab_asked_branches)}, {LAB_PACK_A, LAB_SIZES(lab_asked_rows)},
    {LAB_PACK_B, LAB_SIZES(lab_asked_cols)},       {LAB_PACK_BT, LAB_SIZES(lab_asked_cols)},
    {LAB_ONES, LAB_SIZES(lab_asked_ones)},         {LAB_XNOR, LAB_SIZES(lab_asked_xnor)}};

/* Asks about one size. 1 if there is something to say. */
static inline int lab_ask_at(struct lab_probe *p, struct lab_size size)
{
    lab_probe_resize(p, size);
    if (p->s.in[0].pack != LAB_LINES && (p->s.inputs == 1 || p->s.in_place))
        return lab_say_moved(p);
    if (!lab_is(p->c.problem, LAB_BINARY))
        return lab_say_product(p);
    return lab_say_pairs(p, 0) || (p->c.k % BINARY_BITS == 0 && lab_say_product(p)) ||
           (p->any && lab_say_pairs(p, 1));
}

/* Wrong only at a larger size: from which on, and why? */
static inline int lab_ask_beyond(struct lab_probe *p, struct lab_size size, char *when, size_t room)
{
    int used = 0;
    for (int d = 0; d < 3; d++) {
        const int from = lab_probe_shorten(p, &size, d);
        if (from > 1)
            used += snprintf(when + used, room - (size_t)used, "%s%c = %d it is right, at %d wrong",
                             used ? "; at " : "At ", "mnk"[d], from - 1, from);
    }
    snprintf(when + used, room - (size_t)used, used ? ". At " : "Asked at ");
    if (lab_is(p->c.problem, LAB_BINARY)) /* whole words can be asked about */
        size.k = (size.k - 1) / BINARY_BITS * BINARY_BITS + BINARY_BITS;
    return lab_ask_at(p, size);
}

/* After a wrong result: can the kernel be asked why? */
static inline int lab_may_ask(const struct lab_result *r)
{
    return r->state == LAB_WRONG && (r->may_ask || r->outside) && !lab_is_huge(&r->at) &&
           r->at.data != LAB_STARVED;
}

/* Asks at each size of the family, first for rules, then for anything; at the size that failed; and
 * with integers, where that was not of them. Returns what stands before the sentence, NULL: nothing
 * is to be said. */
static inline const char *lab_ask_sizes(struct lab_probe *p, struct lab_sizes sizes,
                                        const struct lab_result *r, char before[160])
{
    const struct lab_size failed = {r->at.m, r->at.n, r->at.k};
    const int gaps = lab_has_ld(p->c.problem, 1); /* between rows: only integers have them */
    int differs = 0;
    for (int i = 0; i < 2 * sizes.count && !p->gone; i++) {
        const struct lab_size size = sizes.at[i % sizes.count];
        const enum lab_answer_at at = lab_probe_at(p, size, LAB_SNUG);
        p->any = i >= sizes.count;
        differs |= at == LAB_DIFFERS_AT;
        if (at == LAB_WRONG_AT && lab_ask_at(p, size))
            return "Asked at ";
    }
    if (differs) {
        snprintf(p->text, sizeof p->text,
                 "Two launches with the same inputs give different results: threads race for an "
                 "element, or a value is used that was never set.");
        return "";
    }
    if (p->gone || r->outside)
        return NULL;
    p->any = 1;
    const enum lab_answer_at at = lab_probe_at(p, failed, LAB_SNUG);
    if (at == LAB_WRONG_AT && lab_ask_beyond(p, failed, before, 160))
        return before;
    if (at != LAB_RIGHT_AT || r->at.data == lab_problem_of(p->c.problem)->data[0])
        return NULL;
    if (gaps && lab_probe_at(p, failed, LAB_DENSE) == LAB_WRONG_AT)
        snprintf(p->text, sizeof p->text,
                 "With integers it is right where lda, ldb and ldc are more than a row's length, "
                 "wrong where they are a row's length.");
    else if (!lab_ask_at(p, sizes.at[0]))
        return NULL;
    return "";
}

/* Adds to *r what the kernel does. 1 if there was something to add. */
static inline int lab_ask_kernel(const struct lab_runner *runner, struct lab_result *r)
{
    const struct lab_asking *how = NULL;
    struct lab_probe *p = (struct lab_probe *)calloc(1, sizeof *p);
    char size[60], before[160];
    for (size_t i = 0; i < sizeof lab_askings / sizeof *lab_askings; i++)
        how = lab_askings[i].family == lab_family(r->at.problem) ? &lab_askings[i] : how;
    if (!p || !how) {
        free(p);
        return 0;
    }
    p->runner = runner;
    p->c = r->at;
    p->c.memory = LAB_SNUG;
    const char *where = lab_ask_sizes(p, how->sizes, r, before);
    const size_t used = strlen(r->message);
    if (where)
        snprintf(r->message + used, sizeof r->message - used, "\n%s%s%s%s", where,
                 where[0] ? lab_size_text(&p->c, size, sizeof size) : "",
                 !where[0]    ? ""
                 : r->outside ? ", where no access is bad: "
                              : ": ",
                 p->text);
    free(p);
    return where != NULL;
}

#endif

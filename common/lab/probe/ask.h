/* Why is it wrong? Finds a size at which the kernel is wrong, asks it there what it does, and adds
 * a sentence to what was said. */
#ifndef LAB_ASK_H
#define LAB_ASK_H

#include "sums.h"

enum { LAB_MOST_ASKED = 7 };

/* How families are asked, and at which sizes: those that show most, where no two directions are
 * alike and tiles are left over. Of those at which the kernel is wrong the first is asked about;
 * tall and wide ones show what a grid lacks. */
static const struct lab_asking {
    enum lab_problem family[2];
    lab_fill *fill;
    struct lab_size size[LAB_MOST_ASKED]; /* zeros: none */
} lab_askings[] = {
    {{LAB_GEMV_ROW, LAB_GEMV_ROW},
     lab_fill_sums,
     {{5, 303, 1}, {37, 48, 1}, {47, 37, 1}, {303, 5, 1}}},
    {{LAB_GEMM, LAB_DGEMM},
     lab_fill_sums,
     {{37, 41, 40}, {41, 23, 37}, {23, 37, 70}, {130, 37, 9}, {37, 130, 9}, {32, 32, 32}}},
    {{LAB_GEMM_TILE, LAB_GEMM_TILE},
     lab_fill_sums,
     {{37, 41, 24},
      {41, 37, 23},
      {75, 70, 23},
      {132, 136, 20},
      {200, 70, 9},
      {70, 200, 9},
      {64, 64, 24}}},
    {{LAB_ADD_ONE, LAB_TRANSPOSE},
     lab_fill_moves,
     {{37, 70, 1},
      {70, 37, 1},
      {64, 96, 1},
      {68, 132, 1},
      {31, 31, 1},
      {200, 37, 1},
      {37, 200, 1}}},
    {{LAB_BRANCHES, LAB_BRANCHES}, lab_fill_moves, {{1, 300, 8}, {37, 41, 4}, {37, 41, 2}}},
    {{LAB_PACK_A, LAB_PACK_A},
     lab_fill_packs,
     {{37, 70, 1}, {70, 37, 1}, {3, 1300, 1}, {200, 40, 1}}},
    {{LAB_PACK_B, LAB_PACK_BT},
     lab_fill_packs,
     {{37, 70, 1}, {70, 37, 1}, {1300, 3, 1}, {40, 200, 1}}},
    {{LAB_ONES, LAB_ONES}, lab_fill_sums, {{29, 1056, 1}}},
    {{LAB_XNOR, LAB_XNOR},
     lab_fill_words,
     {{21, 23, 70}, {21, 23, 1120}, {70, 30, 64}, {30, 70, 64}, {130, 20, 32}, {20, 130, 32}}}};

/* Asks about one size. 1 if there is something to say. */
static inline int lab_ask_at(struct lab_probe *p, const struct lab_asking *how,
                             struct lab_size size)
{
    lab_probe_resize(p, size);
    if (how->fill == lab_fill_moves || how->fill == lab_fill_packs)
        return lab_say_moved(p, how->fill);
    if (how->fill != lab_fill_words)
        return lab_say_product(p, how->fill);
    return lab_say_pairs(p, 0) || (p->c.k % BINARY_BITS == 0 && lab_say_product(p, how->fill)) ||
           (p->any && lab_say_pairs(p, 1));
}

/* Wrong only at a larger size: from which on, and why? */
static inline int lab_ask_beyond(struct lab_probe *p, const struct lab_asking *how,
                                 struct lab_size size, char *when, size_t room)
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
    return lab_ask_at(p, how, size);
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
static inline const char *lab_ask_sizes(struct lab_probe *p, const struct lab_asking *how,
                                        const struct lab_result *r, char before[160])
{
    const struct lab_size failed = {r->at.m, r->at.n, r->at.k};
    const int gaps = lab_has_ld(p->c.problem, 1); /* between rows: only integers have them */
    int differs = 0;
    for (int i = 0; i < 2 * LAB_MOST_ASKED && !p->gone; i++) {
        const struct lab_size size = how->size[i % LAB_MOST_ASKED];
        const enum lab_answer_at at = size.m ? lab_probe_at(p, size, LAB_SNUG) : LAB_RIGHT_AT;
        p->any = i >= LAB_MOST_ASKED;
        differs |= at == LAB_DIFFERS_AT;
        if (at == LAB_WRONG_AT && lab_ask_at(p, how, size))
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
    if (at == LAB_WRONG_AT && lab_ask_beyond(p, how, failed, before, 160))
        return before;
    if (at != LAB_RIGHT_AT || r->at.data == lab_problem_of(p->c.problem)->data[0])
        return NULL;
    if (gaps && lab_probe_at(p, failed, LAB_DENSE) == LAB_WRONG_AT)
        snprintf(p->text, sizeof p->text,
                 "With integers it is right where lda, ldb and ldc are more than a row's length, "
                 "wrong where they are a row's length.");
    else if (!lab_ask_at(p, how, how->size[0]))
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
        for (int f = 0; f < 2; f++)
            how = lab_askings[i].family[f] == lab_family(r->at.problem) ? &lab_askings[i] : how;
    if (!p || !how) {
        free(p);
        return 0;
    }
    p->runner = runner;
    p->c = r->at;
    p->c.memory = LAB_SNUG;
    const char *where = lab_ask_sizes(p, how, r, before);
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

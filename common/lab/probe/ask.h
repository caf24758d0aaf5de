/* Why is it wrong? Finds a size at which the kernel is wrong, asks it there what it does, and adds
 * a sentence to what was said. */
#ifndef LAB_ASK_H
#define LAB_ASK_H

#include "bits.h"
#include "packs.h"
#include "places.h"

/* Sizes that show most: no two directions are alike, and tiles are left over. Of those at which the
 * kernel is wrong the first is asked about; tall and wide ones show what a grid lacks. */
static const struct lab_size
    lab_asked_gemv[] = {{37, 47, 1}, {47, 37, 1}, {5, 303, 1}, {303, 5, 1}},
    lab_asked_gemm[] = {{37, 41, 23}, {41, 23, 37}, {23, 37, 70},
                        {130, 37, 9}, {37, 130, 9}, {31, 31, 31}},
    lab_asked_tile[] = {{37, 41, 23}, {75, 70, 23}, {132, 136, 20},
                        {200, 70, 9}, {70, 200, 9}, {64, 64, 24}},
    lab_asked_moved[] = {{37, 70, 1}, {70, 37, 1},  {64, 96, 1}, {68, 132, 1},
                         {31, 31, 1}, {200, 37, 1}, {37, 200, 1}},
    lab_asked_ways[] = {{1, 300, 8}, {37, 41, 4}, {37, 41, 2}},
    lab_asked_packed[] = {{37, 70, 1}, {70, 37, 1}, {3, 1300, 1}, {1300, 3, 1}},
    lab_asked_ones[] = {{29, 1056, 1}},
    lab_asked_bits[] = {{21, 23, 70}, {21, 23, 1120}, {70, 30, 64},
                        {30, 70, 64}, {130, 20, 32},  {20, 130, 32}};

static const struct lab_size lab_deep_product = {3, 1, 95};

#define LAB_ASKED(family, sizes)                                                                   \
    case LAB_##family: {                                                                           \
        static const struct lab_sizes asked = LAB_SIZES(sizes);                                    \
        return asked;                                                                              \
    }

static inline struct lab_sizes lab_asked_sizes(enum lab_problem problem)
{
    static const struct lab_sizes none = {NULL, 0};
    switch (lab_family(problem)) {
        LAB_ASKED(GEMV_ROW, lab_asked_gemv)
        LAB_ASKED(GEMM, lab_asked_gemm)
        LAB_ASKED(DGEMM, lab_asked_gemm)
        LAB_ASKED(GEMM_TILE, lab_asked_tile)
        LAB_ASKED(ADD_ONE, lab_asked_moved)
        LAB_ASKED(TRANSPOSE, lab_asked_moved)
        LAB_ASKED(BRANCHES, lab_asked_ways)
        LAB_ASKED(PACK_A, lab_asked_packed)
        LAB_ASKED(PACK_B, lab_asked_packed)
        LAB_ASKED(PACK_BT, lab_asked_packed)
        LAB_ASKED(ONES, lab_asked_ones)
        LAB_ASKED(XNOR, lab_asked_bits)
    default:
        return none;
    }
}
#undef LAB_ASKED

/* Asks about one size. 1 if there is something to say. */
static inline int lab_ask_at(struct lab_probe *p, struct lab_size size)
{
    lab_probe_resize(p, size);
    p->text[0] = 0;
    p->open_end = 0;
    switch (lab_family(p->c.problem)) {
    case LAB_ADD_ONE:
    case LAB_TRANSPOSE:
    case LAB_BRANCHES:
        return lab_say_moved(p);
    case LAB_PACK_A:
    case LAB_PACK_B:
    case LAB_PACK_BT:
        return lab_say_packed(p);
    case LAB_ONES:
        return lab_say_product(p, lab_fill_ones, 1);
    case LAB_XNOR:
        return lab_say_pairs(p, 0) ||
               (p->c.k % BINARY_BITS == 0 && lab_say_product(p, lab_fill_pairs, 2)) ||
               (p->any && lab_say_pairs(p, 1));
    default:
        return lab_say_product(p, lab_fill_table, 2);
    }
}

/* What was said is of the last terms: is it the same of more of them? */
static inline void lab_ask_deeper(struct lab_probe *p, struct lab_size size)
{
    struct lab_probe first = *p;
    const struct lab_size deep = lab_has_depth(p->c.problem) ? lab_deep_product : lab_asked_gemv[2];
    if (!p->open_end || lab_is(p->c.problem, LAB_BINARY))
        return;
    if (lab_probe_at(p, deep, 0) != LAB_WRONG_AT || !lab_ask_at(p, deep)) {
        first.gone = p->gone;
        *p = first;
        lab_probe_resize(p, size);
    }
}

/* Wrong only at a larger size: from which on, and why? */
static inline int lab_ask_beyond(struct lab_probe *p, struct lab_size size, char *when, size_t room)
{
    const char *name = "mnk";
    int from[3], used = 0;
    when[0] = 0;
    for (int d = 0; d < 3; d++) {
        from[d] = lab_probe_shorten(p, &size, d);
        if (from[d] > 1)
            used += snprintf(when + used, room - (size_t)used, "%s%c = %d", used ? ", " : "",
                             name[d], from[d]);
    }
    p->any = 1;
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

static inline void lab_add_reason(struct lab_result *r, const char *before, const char *size,
                                  const char *text)
{
    const size_t used = strlen(r->message);
    snprintf(r->message + used, sizeof r->message - used, "\n%s%s%s%s", before, size,
             !size[0]     ? ""
             : r->outside ? ", where no access is bad: "
                          : ": ",
             text);
}

/* Adds to *r what the kernel does. 1 if there was something to add. */
static inline int lab_ask_kernel(const struct lab_runner *runner, struct lab_result *r)
{
    const struct lab_sizes sizes = lab_asked_sizes(r->at.problem);
    const struct lab_size failed = {r->at.m, r->at.n, r->at.k};
    struct lab_probe *p = (struct lab_probe *)calloc(1, sizeof *p);
    char at[60], when[100], before[160];
    int said = 0, differs = 0;
    if (!p)
        return 0;
    p->runner = runner;
    p->c = r->at;
    p->c.memory = LAB_SNUG;
    for (int i = 0; i < 2 * sizes.count && !said && !p->gone; i++) {
        const struct lab_size size = sizes.at[i % sizes.count];
        const enum lab_answer_at how = lab_probe_at(p, size, 1);
        p->any = i >= sizes.count;
        differs |= how == LAB_DIFFERS_AT;
        if (how != LAB_WRONG_AT || !lab_ask_at(p, size))
            continue;
        lab_ask_deeper(p, size);
        lab_add_reason(r, "Asked at ", lab_size_text(&p->c, at, sizeof at), p->text);
        said = 1;
    }
    if (differs && !said) {
        lab_add_reason(r, "", "",
                       "Two launches with the same inputs give different results: threads "
                       "race for an element. What does no barrier or atomic order?");
        said = 1;
    }
    if (!said && !p->gone && !r->outside && lab_probe_at(p, failed, 1) == LAB_WRONG_AT &&
        lab_ask_beyond(p, failed, when, sizeof when)) {
        snprintf(before, sizeof before, "%s%s%s", when[0] ? "It begins to fail at " : "", when,
                 when[0] ? ". At " : "Asked at ");
        lab_add_reason(r, before, lab_size_text(&p->c, at, sizeof at), p->text);
        said = 1;
    }
    if (!said && !p->gone && !r->outside && sizes.count &&
        r->at.data != lab_problem_of(p->c.problem)->plan.data[0] &&
        lab_probe_at(p, failed, 1) == LAB_RIGHT_AT) {
        if (!lab_ask_at(p, sizes.at[0]))
            snprintf(p->text, sizeof p->text,
                     "With integers it is right at this size: it depends on the numbers.");
        lab_add_reason(r, "", "", p->text);
        said = 1;
    }
    if (p->gone)
        r->state = said ? r->state : LAB_WRONG;
    free(p);
    return said;
}

#endif

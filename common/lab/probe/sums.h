/* What a wrong y = A x or C = A B does, in one sentence: what it holds with nothing to multiply,
 * terms that are missing or come several times, a rule; the most common causes first. */
#ifndef LAB_SUMS_H
#define LAB_SUMS_H

#include "say.h"

/* What the output holds where every term is 0. */
static inline int lab_say_base(struct lab_origins *t)
{
    struct lab_probe *p = t->p;
    const int count = p->rows * p->cols;
    const double poison = lab_poison_value(&p->c, p->s.out.type);
    const char *out = p->s.out.name, *other = lab_other_name(t);
    double *nothing = (double *)malloc(sizeof *nothing * (size_t)count);
    int old = 0, first = -1, alike = 1;
    char at[60];
    for (int i = 0; i < count; i++) {
        old += t->base[i] == poison;
        first = first < 0 && t->base[i] != 0 ? i : first;
        alike &= lab_same(t->base[i], t->base[0]);
    }
    if (first >= 0)
        lab_at_text(t, first, at);
    if (old == count)
        lab_say(p,
                "%s holds what it held before plus the product: store the sum, do not add it to "
                "%s. A kernel that must add needs %s set to 0 before its launch.",
                out, out, out);
    else if (old)
        lab_say(p,
                "%d of %d elements of %s, %s first, hold what they held before plus the product: "
                "was all of %s set to 0? Sizes of fills are bytes.",
                old, count, out, at, out);
    else if (first >= 0 && isnan(t->base[first]))
        lab_say(p,
                "With %s all 0, %s is NaN: the sum does not start at 0, or takes what no matrix "
                "holds.",
                other, at);
    else if (!t->follows && alike && t->base[0] != 0)
        lab_say(p, "Every element of %s is %.9g, whatever %s holds.", out, t->base[0], other);
    else if (!t->follows && alike)
        lab_say(p,
                "Every element of %s is 0, whatever %s holds: 0 is stored, or no term gets into a "
                "sum.",
                out, other);
    else if (!t->follows)
        lab_say(p,
                "%s is the same whatever %s holds: it is not used, or is that of an earlier "
                "launch.",
                out, other);
    else if (first >= 0 && nothing && lab_origins_ask(t, LAB_ASK_NOTHING, 0, nothing) == 0 &&
             nothing[first] != 0)
        lab_say(p,
                "With all inputs 0, %s is %.9g: the sum does not start at 0, or something else is "
                "added.",
                at, nothing[first]);
    else if (first >= 0)
        lab_say(p, "With %s all 0, %s is %.9g: something is added that %s does not multiply.",
                other, at, t->base[first], other);
    free(nothing);
    return p->text[0] != 0;
}

/* All terms that are there are at their place: which are missing, and which are there several
 * times? Of all elements alike, or else of the first that is wrong. */
static inline int lab_say_terms(struct lab_origins *t)
{
    struct lab_probe *p = t->p;
    const int k = t->depth, count = t->rows * t->cols;
    int line, elements, alike = 1, most = 0, least = INT_MAX, from = k, run = 1;
    signed char *lacks = (signed char *)malloc(2 * (size_t)k), *more = lacks + k;
    char who[80], terms[100], several[100];
    const int e = lab_first_wrong(t, &line, &elements);
    for (int l = 0; l < t->lines && e >= 0 && lacks; l++) {
        const struct lab_met *met = lab_met_at(t, l, e);
        for (int i = 0; i < count && alike; i++)
            alike = !t->written[i] ||
                    (lab_is_placed(t, l, i) && lab_met_at(t, l, i)->times == met->times);
        most = met->times > most ? met->times : most;
        least = lab_is_placed(t, l, e) && met->times < least ? met->times : least;
        least = lab_is_placed(t, l, e) ? least : -1;
    }
    if (e < 0 || least < 0 || !lacks) {
        free(lacks);
        return 0;
    }
    memset(lacks, -1, 2 * (size_t)k);
    for (int l = 0; l < t->lines; l++) {
        lacks[t->line[l]] = !lab_met_at(t, l, e)->times;
        more[t->line[l]] = lab_met_at(t, l, e)->times == most;
    }
    for (int l = 0; l < k; l++) {
        from = lacks[l] > 0 && l < from ? l : from;
        run &= l < from || lacks[l];
    }
    const int missing = lab_set_text(lacks, k, terms, sizeof terms),
              others = lab_set_text(more, k, several, sizeof several);
    free(lacks);
    snprintf(who, sizeof who, "Every sum of %s", p->s.out.name);
    if (!alike)
        lab_at_text(t, e, who);
    if (most == 0)
        lab_say(p, "%s has no term", who);
    else if (most == least)
        lab_say(p, "%s has every term %d times", who, most);
    else if (most > 1)
        lab_say(p, least ? "%s has %s %s of %d, %d times" : "%s has only %s %s of %d, and %d times",
                who, lab_terms(t, others > 1), several, k, most);
    else if (2 * missing > k)
        lab_say(p, "%s has only %s %s of %d", who, lab_terms(t, others > 1), several, k);
    else
        lab_say(p, "%s lacks %s %s of %d", who, lab_terms(t, missing > 1), terms, k);
    const int group = from & -from; /* the largest power of two that divides it */
    p->open = most == 1 && run && from < k - 1;
    if (most == 1 && run && from == k - 1)
        lab_say(p, ", the last");
    else if (p->open && from == k / 4)
        lab_say(p, ", the first quarter. Sizes of copies are bytes: * sizeof(float)");
    else if (p->open && from && k - from < group)
        lab_say(p, ": what is left past whole groups of %d is missing", group);
    else if (p->open && (from == p->c.m || from == p->c.n))
        lab_say(p, ": those from %c = %d on are missing", from == p->c.m ? 'm' : 'n', from);
    lab_say(p, alike ? "." : ". %d of %d elements are wrong.", elements, count);
    return 1;
}

/* Some elements get no term at all, and are 0; all else is right. */
static inline int lab_say_empty(struct lab_origins *t)
{
    const int count = t->rows * t->cols;
    signed char *gets = (signed char *)calloc((size_t)t->rows, (size_t)t->cols);
    int some = 0, right = gets != NULL;
    for (int i = 0; i < count * t->lines && right; i++) {
        right = lab_is_placed(t, i / count, i % count) && t->met[i].times <= 1;
        gets[i % count] |= t->met[i].times != 0;
        some |= t->met[i].times != 0;
    }
    const int said =
        right && some && t->kind == LAB_SUMS &&
        lab_say_lacking(t->p, gets, "gets no term of a sum", "get no term of a sum", "");
    free(gets);
    return said;
}

/* All is right in integers: what becomes of a number that is none? In double, it needs more than a
 * float, too. */
static inline void lab_say_halves(struct lab_origins *t)
{
    struct lab_probe *p = t->p;
    double *value = t->base;
    if (lab_probe_ask(p, LAB_ASK_HALF, 0, value))
        return;
    for (int row = 0; row < p->rows; row++) {
        const double should = lab_probe_number((uint64_t)row * (uint64_t)p->s.in[0].cols) *
                              (p->s.out.type == LAB_F64 ? LAB_ASK_FINE : 0.5),
                     is = value[row * p->cols];
        if (is == should || (is != floor(is) && is != (float)should))
            continue;
        lab_say(p,
                "Small integers come out right, but %.16g comes out as %.16g: a sum or a factor is "
                "kept in %s.",
                should, is, is == floor(is) ? "an int" : "a float");
        return;
    }
}

/* Which rows (columns) of the own operand get into the first element that has several? */
static inline int lab_say_several(struct lab_origins *t)
{
    struct lab_probe *p = t->p;
    const struct lab_operand *own = &p->s.in[t->side];
    const int lines = t->side ? own->cols : own->rows;
    int line, elements, members = 0;
    const int i = lab_first_wrong(t, &line, &elements);
    signed char *set = (signed char *)calloc((size_t)lines, 1);
    double *value = (double *)malloc(sizeof *value * (size_t)(p->rows * p->cols));
    char at[60], text[100];
    for (int l = 0; l < lines && set && value && i >= 0 && members >= 0; l++) {
        const int status = lab_origins_ask(t, LAB_ASK_OWN, l, value);
        set[l] = status == 0 && value[i] != 0;
        members = status ? -1 : members + set[l];
    }
    if (members > 1) {
        lab_set_text(set, lines, text, sizeof text);
        lab_say(p,
                "%s has terms of %s %s of %s; only those of %d belong there. %d of %d elements are "
                "wrong.",
                lab_at_text(t, i, at), t->side ? "columns" : "rows", text, own->name,
                t->side ? i % t->cols : i / t->cols, elements, t->rows * t->cols);
    }
    free(value);
    free(set);
    return members > 1;
}

/* What C is for each pair of bits that all of A and of B are: a right one is k where they agree, -k
 * where they differ. 1 if that has been said; `any`: also where a pair counts no whole number. */
static inline int lab_say_pairs(struct lab_probe *p, int any)
{
    const int count = p->rows * p->cols, k = p->c.k;
    double c[4], *value = (double *)malloc(sizeof *value * (size_t)count);
    int wrong = 0, whole = 1, status = value ? 0 : -1;
    for (int pair = 0; pair < 4 && status == 0; pair++) {
        status = lab_probe_ask(p, LAB_ASK_PAIR, pair, value);
        c[pair] = status ? 0 : value[0];
        status = c[pair] == lab_poison_value(&p->c, p->s.out.type) ? 1 : status;
        for (int i = 1; i < count && status == 0; i++)
            status = value[i] != value[0]; /* not all alike: another question */
        wrong |= c[pair] != (pair == 0 || pair == 3 ? k : -k);
        whole &= fmod(c[pair], k) == 0;
    }
    free(value);
    if (!status && wrong && whole)
        lab_say(
            p,
            "Where the bits of A and B are 0 and 0, a pair counts %+g in C; 1 and 0: %+g; 0 and "
            "1: %+g; 1 and 1: %+g. +1, -1, -1 and +1 belong there.",
            c[0] / k, c[1] / k, c[2] / k, c[3] / k);
    else if (!status && wrong && any) {
        const double off = c[0] - k, beyond = binary_words(k) * (double)BINARY_BITS - k;
        const int alike = c[1] + k == off && c[2] + k == off && c[3] - k == off;
        lab_say(p,
                "Of k = %d pairs of bits, C is %.0f where all are 0 and 0, %.0f for 1 and 0, %.0f "
                "for 0 and 1, %.0f for 1 and 1; %d, %d, %d, %d belong there%s.",
                k, c[0], c[1], c[2], c[3], k, -k, -k, k,
                alike && off == beyond ? ": the bits beyond k are counted" : "");
    }
    return p->text[0] != 0;
}

/* The sentence about a product at this size. 1 if there is one. */
static inline int lab_say_product(struct lab_probe *p, lab_fill *fill, int sides)
{
    struct lab_origins t[2];
    int wrong[2] = {-1, -1}, several[2] = {0, 0}, none[2] = {0, 0};
    const int numbers = fill == lab_fill_sums;
    memset(t, 0, sizeof t);
    for (int side = 0; side < sides && !p->text[0]; side++) {
        struct lab_origins *now = &t[side];
        wrong[side] = lab_origins_fill(now, p, fill, side);
        for (int i = 0; wrong[side] > 0 && i < now->rows * now->cols * now->lines; i++) {
            several[side] += now->met[i].times == LAB_SEVERAL;
            none[side] += now->met[i].times == LAB_NO_NUMBER;
        }
        if (now->uneven) {
            lab_say_pairs(p, 1);
            lab_say(p, "%sNot all bits of a word count alike, or not each word for itself.",
                    p->text[0] ? " " : "");
        }
        if (wrong[side] < 0 || p->text[0] || lab_say_unwritten(p, now->written) ||
            (fill != lab_fill_words && lab_say_base(now)) ||
            (wrong[side] && (lab_say_empty(now) || lab_say_terms(now))) ||
            (wrong[side] && !several[side] && lab_say_rule(now)))
            break;
        if (!wrong[side] && side == 0 && numbers)
            lab_say_halves(now);
        if (!wrong[side])
            break;
    }
    const int unclear[2] = {several[0] + none[0], several[1] + none[1]},
              better = unclear[1] < unclear[0] || (unclear[1] == unclear[0] && wrong[1] < wrong[0]);
    struct lab_origins *last = wrong[1] > 0 && better ? &t[1] : &t[0];
    if (!p->text[0] && wrong[0] > 0 && wrong[sides - 1] >= 0 &&
        !(numbers && several[0] && several[sides - 1] && lab_say_several(&t[0])))
        lab_say_first(last);
    lab_origins_free(&t[0]);
    lab_origins_free(&t[1]);
    return p->text[0] != 0;
}

#endif

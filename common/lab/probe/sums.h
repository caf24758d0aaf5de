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
    double *nothing = (double *)calloc((size_t)count, sizeof *nothing);
    int old = 0, first = -1, alike = 1;
    char at[60] = "";
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
    else if (!t->follows && alike)
        lab_say(p, "Every element of %s is %.9g, whatever %s holds%s%s%s.", out, t->base[0], other,
                first >= 0 ? "" : ": 0 is stored, no term gets into a sum, or ",
                first >= 0 ? "" : other, first >= 0 ? "" : " is not what is read");
    else if (!t->follows)
        lab_say(p,
                "%s is the same whatever %s holds: it is not used, or is that of an earlier "
                "launch.",
                out, other);
    else if (first >= 0 && nothing && lab_origins_ask(t, LAB_ASK_NOTHING, 0, nothing) == 0)
        nothing[first] != 0
            ? lab_say(p,
                      "With all inputs 0, %s is %.9g: the sum does not start at 0, or something "
                      "else is added.",
                      at, nothing[first])
            : lab_say(p, "With %s all 0, %s is %.9g: something is added that %s does not multiply.",
                      other, at, t->base[first], other);
    free(nothing);
    return p->text[0] != 0;
}

/* All terms that are there are at their place: which are missing, and which are there several
 * times? Of all elements alike, or else of the first that is wrong. */
static inline int lab_say_terms(struct lab_origins *t)
{
    struct lab_probe *p = t->p;
    const int k = t->depth;
    int line, elements, alike = 1, most = 0, least = INT_MAX, once = 0, from = 0;
    signed char *lacks = (signed char *)malloc(3 * (size_t)k), *has = lacks + k, *more = has + k;
    char who[80], terms[100];
    const int e = lab_first_wrong(t, &line, &elements);
    for (int l = 0; l < t->lines && e >= 0 && lacks; l++) {
        const int times = lab_is_placed(t, l, e) ? lab_met_at(t, l, e)->times : -1;
        for (int i = 0; i < t->count && alike; i++)
            alike =
                !t->written[i] || (lab_is_placed(t, l, i) && lab_met_at(t, l, i)->times == times);
        most = times > most ? times : most;
        least = times < least ? times : least;
        once += times == 1;
    }
    if (e < 0 || least < 0 || !lacks) {
        free(lacks);
        return 0;
    }
    memset(lacks, -1, 3 * (size_t)k);
    for (int l = 0; l < t->lines; l++) {
        const int times = lab_met_at(t, l, e)->times;
        lacks[t->line[l]] = times == 0;
        has[t->line[l]] = times > 0;
        more[t->line[l]] = times == most;
    }
    const int missing = lab_set_text(lacks, k, terms, sizeof terms), few = 2 * missing > k || !once;
    const int left = few ? lab_set_text(has, k, terms, sizeof terms) : missing;
    snprintf(who, sizeof who, "Every sum of %s", p->s.out.name);
    if (!alike)
        lab_at_text(t, e, who);
    if (most == least)
        lab_say(p, "%s has every term %d times", who, most);
    else if (missing)
        lab_say(p, "%s %s %s %s of %d", who, few ? "has only" : "lacks", lab_terms(t, left > 1),
                terms, k);
    while (missing && lacks[from] <= 0)
        from++;
    if (missing && from && missing == k - from) {
        if (from == p->c.m || from == p->c.n)
            lab_say(p, ": those from %c = %d on are missing", from == p->c.m ? 'm' : 'n', from);
        else if (from == k / 4)
            lab_say(p, ", the first quarter. Sizes of copies are bytes: * sizeof(float)");
        else if (!few)
            lab_say(p, missing > 1 ? ", the last %d" : ", the last", missing);
    }
    if (most > 1 && most != least) {
        const int several = lab_set_text(more, k, terms, sizeof terms);
        if (!missing)
            lab_say(p, "%s has %s %s of %d", who, lab_terms(t, several > 1), terms, k);
        else if (once)
            lab_say(p, ", and has %s %s", lab_terms(t, several > 1), terms);
        lab_say(p, missing && !once ? ", and %d times" : ", %d times", most);
    }
    lab_say(p, alike ? "." : ". %d of %d elements are wrong.", elements, t->count);
    free(lacks);
    return 1;
}

/* Some elements get no term at all; all else is right. */
static inline int lab_say_empty(struct lab_origins *t)
{
    static const char *const what[] = {"gets no term of a sum", "get no term of a sum"};
    signed char *gets = (signed char *)calloc((size_t)t->count, 1);
    int some = 0, right = gets != NULL;
    for (int i = 0; i < t->count * t->lines && right; i++) {
        right = lab_is_placed(t, i / t->count, i % t->count);
        gets[i % t->count] |= t->met[i].times != 0;
        some |= t->met[i].times != 0;
    }
    const int said = right && some && lab_say_lacking(t->p, gets, what);
    free(gets);
    return said;
}

/* All is right in integers: what becomes of a number that is none? In double, it needs more than a
 * float, too. */
static inline void lab_say_halves(struct lab_origins *t)
{
    struct lab_probe *p = t->p;
    const int in_double = p->s.out.type == LAB_F64;
    if (lab_probe_ask(p, LAB_ASK_HALF, 0, t->base))
        return;
    for (int row = 0; row < p->rows && !p->text[0]; row++) {
        const double should = lab_own_value(t, row, 0) * (in_double ? LAB_ASK_FINE : 0.5),
                     is = t->base[row * p->cols];
        if (is != should && (is == floor(is) || is == (float)should))
            lab_say(p,
                    "Small integers come out right, but %.16g comes out as %.16g: a sum or a "
                    "factor is kept in %s.",
                    should, is, is == floor(is) ? "an int" : "a float");
    }
}

/* What C is for each pair of bits that all of A and of B are: a right one is k where they agree, -k
 * where they differ. 1 if that has been said; `any`: also where a pair counts no whole number. */
static inline int lab_say_pairs(struct lab_probe *p, int any)
{
    const int count = p->rows * p->cols, k = p->c.k;
    const double beyond = binary_words(k) * (double)BINARY_BITS - k;
    double c[4], *value = (double *)malloc(sizeof *value * (size_t)count);
    int wrong = 0, whole = 1, past = 1, status = value ? 0 : -1;
    for (int pair = 0; pair < 4 && status == 0; pair++) {
        const int should = pair == 0 || pair == 3 ? k : -k;
        status = lab_probe_ask(p, LAB_ASK_PAIR, pair, value);
        c[pair] = status ? 0 : value[0];
        for (int i = 0; i < count && status == 0; i++) /* not all alike: another question */
            status = value[i] != value[0] || value[i] == lab_poison_value(&p->c, p->s.out.type);
        wrong |= c[pair] != should;
        whole &= fmod(c[pair], k) == 0;
        past &= c[pair] - should == beyond;
    }
    free(value);
    if (!status && wrong && (whole || any))
        lab_say(p,
                "Of k = %d pairs of bits, C is %.0f where all are 0 and 0, %.0f for 1 and 0, %.0f "
                "for 0 and 1, %.0f for 1 and 1; %d, %d, %d, %d belong there%s.",
                k, c[0], c[1], c[2], c[3], k, -k, -k, k,
                past ? ": the bits beyond k are counted" : "");
    return p->text[0] != 0;
}

/* The sentence about a product at this size. 1 if there is one. */
static inline int lab_say_product(struct lab_probe *p, lab_fill *fill)
{
    const int words = fill == lab_fill_words, sides = p->s.inputs > 1 ? 2 : 1;
    struct lab_origins t[2];
    int wrong[2] = {-1, -1}, several[2] = {0, 0};
    memset(t, 0, sizeof t);
    for (int side = 0; side < sides && !p->text[0]; side++) {
        struct lab_origins *now = &t[side];
        wrong[side] = lab_origins_fill(now, p, fill, side);
        for (int i = 0; wrong[side] > 0 && i < now->count * now->lines; i++)
            several[side] += now->met[i].times < 0;
        if (now->uneven) {
            lab_say_pairs(p, 1);
            lab_say(p, "%sNot all bits of a word count alike, or not each word for itself.",
                    p->text[0] ? " " : "");
        }
        if (wrong[side] < 0 || p->text[0] || lab_say_unwritten(p, now->written) ||
            (!words && lab_say_base(now)) ||
            (wrong[side] && (lab_say_empty(now) || lab_say_terms(now))) ||
            (wrong[side] && !several[side] && lab_say_rule(now)))
            break;
        if (!wrong[side] && side == 0 && !words && sides > 1)
            lab_say_halves(now);
        if (!wrong[side])
            break;
    }
    const int better = wrong[1] > 0 && (several[1] < several[0] ||
                                        (several[1] == several[0] && wrong[1] < wrong[0]));
    if (!p->text[0] && wrong[0] > 0 && wrong[sides - 1] >= 0)
        lab_say_first(&t[better]);
    lab_origins_free(&t[0]);
    lab_origins_free(&t[1]);
    return p->text[0] != 0;
}

#endif

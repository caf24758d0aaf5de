/* What a wrong y = A x or C = A B does, in one sentence: what it holds with nothing to multiply,
 * terms that are missing or come several times, a rule; the most common causes first. */
#ifndef LAB_SUMS_H
#define LAB_SUMS_H

#include "say.h"

/* What the output holds where every term is 0. 1 if that is wrong, and has been said, or is to be
 * asked at another size. */
static inline int lab_say_base(struct lab_origins *t)
{
    struct lab_probe *p = t->p;
    const int count = p->rows * p->cols;
    const double poison = lab_poison_value(&p->c, p->s.out.type);
    const char *out = p->s.out.name, *other = lab_other_name(t);
    int old = 0, first = -1;
    char at[60], value[40];
    for (int i = 0; i < count; i++) {
        old += t->base[i] == poison;
        first = first < 0 && t->base[i] != 0 ? i : first;
    }
    lab_at_text(t, first < 0 ? 0 : first, at);
    lab_value_text(p->s.out.type, t->base[first < 0 ? 0 : first], 9, value);
    if (old)
        lab_say(p,
                "%d of %d elements of %s, %s first, hold what they held before plus the product: "
                "store the sum, do not add it to %s. A kernel that must add needs all of %s set to "
                "0 before its launch; sizes of fills are bytes.",
                old, count, out, at, out, out);
    else if (first >= 0 && (t->follows || isnan(t->base[first])))
        lab_say(p,
                "With %s all 0, %s is %s: the sum does not start at 0, or something is added that "
                "%s does not multiply.",
                other, at, value, other);
    else if (!t->follows && p->any) /* where depth is left over, the last terms are 0 */
        lab_say(p,
                "%s is the same whatever %s holds, and %s is %s: this %s is not read, or what "
                "it gives is not stored.",
                out, other, at, value, other);
    return old || !t->follows || first >= 0;
}

/* Which lines element e has so many times (-1: at all). Returns how many lines. */
static inline int lab_lines_text(const struct lab_origins *t, int e, int times, char text[100])
{
    signed char *set = (signed char *)malloc((size_t)t->depth);
    if (!set)
        return 0;
    memset(set, -1, (size_t)t->depth);
    for (int l = 0; l < t->lines; l++) {
        const int is = lab_met_at(t, l, e)->times;
        set[t->line[l]] = times < 0 ? is > 0 : is == times;
    }
    const int members = lab_set_text(set, t->depth, text, 100);
    free(set);
    return members;
}

/* All terms that are there are at their place: which are missing, and which are there several
 * times? Of all elements alike, or else of the first that is wrong. */
static inline int lab_say_terms(struct lab_origins *t)
{
    struct lab_probe *p = t->p;
    const int k = t->depth;
    int line, elements, alike = 1, most = 0, least = INT_MAX, once = 0, from = 0;
    char who[80], terms[100];
    const int e = lab_first_wrong(t, &line, &elements);
    for (int l = 0; l < t->lines && e >= 0; l++) {
        const int times = lab_is_placed(t, l, e) ? lab_met_at(t, l, e)->times : -1;
        for (int i = 0; i < t->count && alike; i++)
            alike =
                !t->written[i] || (lab_is_placed(t, l, i) && lab_met_at(t, l, i)->times == times);
        most = times > most ? times : most;
        least = times < least ? times : least;
        once += times == 1;
        from += times > 0 && from == t->line[l];
    }
    if (e < 0 || least < 0)
        return 0;
    snprintf(who, sizeof who, "Every sum of %s", p->s.out.name);
    if (!alike)
        lab_at_text(t, e, who);
    const int missing = lab_lines_text(t, e, 0, terms), few = 2 * missing > k || !once,
              said = few ? lab_lines_text(t, e, -1, terms) : missing;
    if (most == least)
        lab_say(p, most ? "%s has every term %d times" : "%s has no term", who, most);
    else if (missing)
        lab_say(p, "%s %s %s %s of %d", who, few ? "has only" : "lacks", lab_terms(t, said > 1),
                terms, k);
    if (from && missing && missing == k - from && (from == p->c.m || from == p->c.n))
        lab_say(p, ": those from %c = %d on are missing", from == p->c.m ? 'm' : 'n', from);
    else if (from && missing && missing == k - from && from == k / 4)
        lab_say(p, ", the first quarter. Sizes of copies are bytes: * sizeof(float)");
    if (most > 1 && most != least) {
        const int several = lab_lines_text(t, e, most, terms);
        if (once || !missing)
            lab_say(p, "%s has %s %s", missing ? ", and" : who, lab_terms(t, several > 1), terms);
        lab_say(p, ", %d times", most);
    }
    lab_say(p, alike ? "." : ". %d of %d elements are wrong.", elements, t->count);
    return 1;
}

/* Some elements get no term at all; all others are right. */
static inline int lab_say_empty(struct lab_origins *t)
{
    static const char *const what[] = {"gets no term of a sum", "get no term of a sum"};
    signed char *gets = (signed char *)calloc((size_t)t->count, 1);
    int some = 0, right = gets != NULL;
    for (int i = 0; i < t->count && right; i++)
        for (int l = 0; l < t->lines; l++)
            some |= gets[i] |= lab_met_at(t, l, i)->times != 0;
    for (int n = 0; n < t->count * t->lines && right; n++)
        right = !gets[n % t->count] || lab_is_right(t, n / t->count, n % t->count);
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
static inline int lab_say_product(struct lab_probe *p)
{
    const int words = lab_is(p->c.problem, LAB_BINARY) != 0, sides = p->s.inputs > 1 ? 2 : 1;
    struct lab_origins t[2];
    int wrong[2] = {-1, -1}, several[2] = {0, 0};
    memset(t, 0, sizeof t);
    for (int side = 0; side < sides && !p->text[0]; side++) {
        struct lab_origins *now = &t[side];
        wrong[side] = lab_origins_fill(now, p, side);
        for (int i = 0; wrong[side] > 0 && i < now->count * now->lines; i++)
            several[side] += now->met[i].times < 0;
        if (words && !wrong[side]) {
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
    if (!p->text[0] && wrong[0] > 0 && wrong[sides - 1] >= 0 && !(words && lab_say_pairs(p, 1)))
        lab_say_first(&t[better]);
    lab_origins_free(&t[0]);
    lab_origins_free(&t[1]);
    return p->text[0] != 0;
}

#endif

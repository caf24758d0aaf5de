/* What a table of origins says, in one sentence: classes of mistakes, the most common first, for
 * whatever is moved, packed or multiplied. */
#ifndef LAB_SAY_H
#define LAB_SAY_H

#include "rules.h"

/* `there`: which elements are. 1 if some are not, and that has been said: which rows or columns, if
 * these are whole, or which columns of the first row; and the launch's blocks and threads. */
static inline int lab_say_lacking(struct lab_origins *t, const signed char *there, const char *what)
{
    struct lab_probe *p = t->p;
    const int count = p->rows * p->cols, flat = p->s.in_place || p->cols == 1,
              length[2] = {flat ? count : p->rows, flat ? 1 : p->cols};
    const unsigned *const block = p->launched.block, *const grid = p->launched.grid;
    signed char *const lacks = (signed char *)malloc((size_t)count);
    int lacking = 0, first = 0, said = !lacks;
    char text[100];
    for (int i = count - 1; i >= 0; i--) {
        first = there[i] ? first : i;
        lacking += !there[i];
    }
    if (lacking == count) /* another size may tell more */
        lab_say(p, "%s", p->any ? "Nothing is written." : "");
    said |= lacking == 0 || lacking == count;
    for (int d = 0; d < 3 && !said; d++) {
        const int from = d ? first % length[1] : first / length[1], end = length[d > 0];
        memset(lacks, 0, (size_t)count);
        for (int i = 0; i < count; i++)
            if (d < 2 || i / length[1] == first / length[1])
                lacks[d ? i % length[1] : i / length[1]] |= !there[i];
        const int members = lab_set_text(lacks, end, text, sizeof text);
        if (members > 1 && from + members == end)
            snprintf(text, sizeof text, "from %d%s on", from, lab_size_name(p, from));
        const char *const s = lab_s(members > 1), *const are = members > 1 ? "are" : "is";
        said = d == 2 || members * length[!d] == lacking;
        if (d == 2)
            lab_say(p, "%d of %d elements of %s are %s; the first %s column%s %s of row %d",
                    lacking, count, p->s.out.name, what, are, s, text, first / length[1]);
        else if (said)
            lab_say(p, "%s%s %s %s %s",
                    flat ? "Element"
                    : d  ? "Column"
                         : "Row",
                    s, text, are, what);
        if (said && block[0])
            lab_say(p, ". The launch had %u x %u block%s of %u x %u threads, %u x %u in all",
                    grid[0], grid[1], lab_s(grid[0] * grid[1] != 1), block[0], block[1],
                    grid[0] * block[0], grid[1] * block[1]);
        lab_say(p, said ? "." : "");
    }
    free(lacks);
    return lacking;
}

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
    if (lab_is(p->c.problem, LAB_BINARY) || p->s.inputs == 1)
        return 0;
    for (int i = 0; i < count; i++) {
        old += t->base[i] == poison;
        first = first < 0 && t->base[i] != 0 ? i : first;
    }
    lab_at_text(t, first < 0 ? 0 : first, at);
    lab_value_text(p->s.out.type, t->base[first < 0 ? 0 : first], 9, value);
    if (old)
        lab_say(p,
                "%d of %d elements of %s, %s first, hold what they held before plus the product: "
                "store the first sum, do not add it to %s. A kernel that must add needs all of %s "
                "set to 0 before its launch; sizes of fills are bytes.",
                old, count, out, at, out, out);
    else if (first >= 0 && isnan(t->base[first]))
        lab_say(p,
                "With %s all 0, %s is %s: it takes a value that was never set, or one outside of "
                "the arrays.",
                other, at, value);
    else if (first >= 0 && t->follows)
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
        const int is = t->met[l * t->count + e].times;
        set[t->line[l]] = times < 0 ? is > 0 : is == times;
    }
    const int members = lab_set_text(set, t->depth, text, 100);
    free(set);
    return members;
}

/* Of which rows of A, or columns of B, is the first wrong element made? 1 if that is not its own
 * alone, and has been said. */
static inline int lab_say_mixed(struct lab_origins *t)
{
    static const char *const names[2] = {"row", "column"};
    struct lab_probe *p = t->p;
    const int i = t->first % t->count;
    char at[60], text[100];
    signed char mixed[LAB_ASKED_LINES];
    if (t->first < 0 || t->kind != LAB_SUMS || p->s.in[0].pack != LAB_PLAIN)
        return 0;
    for (int side = 0; side < p->s.inputs && !p->text[0]; side++) {
        const struct lab_operand *o = &p->s.in[side];
        const int ask = LAB_ASK_ONLY | (side ? LAB_ASK_SIDE : 0), lines = side ? o->cols : o->rows,
                  own = side ? i % t->cols : i / t->cols;
        if (lines == 1 || lines > LAB_ASKED_LINES)
            continue;
        for (int line = 0; line < lines; line++)
            mixed[line] = !lab_probe_ask(p, ask, line, t->raw) && t->raw[i] != 0;
        const int members = lab_set_text(mixed, lines, text, sizeof text);
        if (members > mixed[own])
            lab_say(p, "%s takes %s%s %s of %s; only %s %d belongs there.", lab_at_text(t, i, at),
                    names[side], lab_s(members > 1), text, o->name, names[side], own);
    }
    return p->text[0] != 0;
}

/* All terms that are there are at their place: which are missing, and which are there several
 * times? Of all elements alike, or else of the first that is wrong. */
static inline int lab_say_terms(struct lab_origins *t)
{
    struct lab_probe *p = t->p;
    const int k = t->depth;
    const char *const term = p->s.in[0].pack != LAB_PLAIN ? "word%s"
                             : lab_is_vector(p)           ? "column%s"
                                                          : "term%s l =";
    int alike = 1, most = 0, least = INT_MAX, once = 0;
    char who[80], terms[100], name[20];
    const int e = t->first < 0 ? -1 : t->first % t->count;
    for (int l = 0; l < t->lines && e >= 0; l++) {
        const int at = l * t->count, times = lab_is_placed(t, at + e) ? t->met[at + e].times : -1;
        for (int i = 0; i < t->count && alike; i++)
            alike = !t->written[i] || (lab_is_placed(t, at + i) && t->met[at + i].times == times);
        most = times > most ? times : most;
        least = times < least ? times : least;
        once += times == 1;
    }
    if (e < 0 || least < 0)
        return 0;
    if (most > 1 && lab_say_mixed(t))
        return 1;
    snprintf(who, sizeof who, "Every sum of %s", p->s.out.name);
    if (!alike)
        lab_at_text(t, e, who);
    const int missing = lab_lines_text(t, e, 0, terms), end = atoi(terms),
              few = 2 * missing > k || !once,
              said = few ? lab_lines_text(t, e, -1, terms) : missing;
    snprintf(name, sizeof name, term, lab_s(said > 1));
    if (most == least)
        lab_say(p, most ? "%s has every term %d times" : "%s has no term", who, most);
    else if (missing)
        lab_say(p, "%s %s %s %s of %d", who, few ? "has only" : "lacks", name, terms, k);
    if (missing && end + missing == k && end == k / 4)
        lab_say(p, ", the first quarter. Sizes of copies are bytes: * sizeof(float)");
    else if (missing && end + missing == k && *lab_size_name(p, end))
        lab_say(p, "; it ends at %d%s", end, lab_size_name(p, end));
    if (most > 1 && most != least) {
        const int several = lab_lines_text(t, e, most, terms);
        snprintf(name, sizeof name, term, lab_s(several > 1));
        if (once || !missing)
            lab_say(p, "%s has %s %s", missing ? ", and" : who, name, terms);
        lab_say(p, ", %d times", most);
    }
    lab_say(p, alike ? "." : ". %d of %d elements are wrong.", t->elements, t->count);
    return 1;
}

/* Some elements get no term at all; all others are right. */
static inline int lab_say_empty(struct lab_origins *t)
{
    signed char *gets = (signed char *)calloc((size_t)t->count, 1);
    int some = 0, right = gets != NULL;
    for (int n = 0; n < t->count * t->lines && right; n++)
        some |= gets[n % t->count] |= t->met[n].times != 0;
    for (int n = 0; n < t->count * t->lines && right; n++)
        right = !gets[n % t->count] || lab_is_right(t, n);
    const int said = right && some && lab_say_lacking(t, gets, "without any term");
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
    double c[4], *value = (double *)malloc(sizeof *value * (size_t)count);
    int wrong = 0, whole = 1, past = 1, status = value ? 0 : -1;
    for (int pair = 0; pair < 4 && status == 0; pair++) {
        status = lab_probe_ask(p, LAB_ASK_PAIR, pair, value);
        c[pair] = status ? 0 : value[0];
        for (int i = 0; i < count && status == 0; i++) /* not all alike: another question */
            status = value[i] != value[0] || value[i] == lab_poison_value(&p->c, p->s.out.type);
        const int should = pair == 0 || pair == 3 ? k : -k;
        wrong |= c[pair] != should;
        past &= c[pair] - should == binary_words(k) * BINARY_BITS - k;
        whole &= fmod(c[pair], k) == 0;
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

/* What is at a place that is wrong, and what belongs there. */
static inline void lab_say_place(struct lab_origins *t, int n)
{
    struct lab_probe *p = t->p;
    char at[60], does[60], is[60], should[60];
    const int i = n % t->count, words = p->s.in[0].pack != LAB_PLAIN;
    const struct lab_met *met = &t->met[n], right = t->right[n];
    lab_at_text(t, i, at);
    lab_does_text(t, met, n / t->count, does);
    lab_met_text(t, met, is);
    lab_met_text(t, &right, should);
    if (t->kind == LAB_PACKS && fmod(met->value, (1 << LAB_ASK_BIT_DIGITS) - 1) == 0)
        snprintf(is, sizeof is, "nothing but %d", met->value != 0);
    else if (met->times == 0)
        snprintf(is, sizeof is, "nothing");
    else if (met->times == LAB_SEVERAL && words)
        snprintf(is, sizeof is,
                 t->kind == LAB_PACKS ? "several elements at once" : "no whole word");
    else if (met->times == LAB_SEVERAL)
        lab_value_text(p->s.out.type, met->value + p->s.in_place, 9, is);
    lab_say(p, "%s %s %s", at, does, is);
    if (met->times > 1)
        lab_say(p, ", %d times", met->times);
    if (p->s.in_place)
        lab_say(p, ", where it held %d", lab_probe_number((uint64_t)i));
    lab_say(p, "; %s", right.times ? should : "0, as padding,");
    if (met->times < 0 && t->kind == LAB_SUMS && !words)
        lab_say(p, ", %.0f here,", lab_own_value(t, right.row, right.col));
    lab_say(p, " belongs there.");
}

/* The first place that is wrong, and the last, where one element is known that is there. */
static inline void lab_say_places(struct lab_origins *t)
{
    if (t->first < 0)
        return;
    lab_say_place(t, t->first);
    if (t->misplaced > 1) {
        lab_say(t->p, " ");
        lab_say_place(t, t->last);
    }
    if (t->elements > 1)
        lab_say(t->p, " %d of %d %s are wrong.", t->elements, t->count,
                t->kind == LAB_PACKS ? "bits" : "elements");
}

/* What is never written; of what is moved, also what is written at a wrong place. */
static inline int lab_say_unwritten(struct lab_origins *t)
{
    const int said =
        lab_say_lacking(t, t->written, t->p->s.in_place ? "as before" : "never written");
    int padding = t->p->text[0] != 0;
    for (int i = 0; i < t->count; i++)
        padding &= t->written[lab_word_of(t, i)] || !t->right[i].times;
    if (said && padding)
        lab_say(t->p, " This is padding: it belongs to the layout, as zeros.");
    else if (said && t->kind != LAB_SUMS && t->first >= 0 && t->p->text[0]) {
        lab_say(t->p, " ");
        lab_say_places(t);
    }
    return said;
}

/* The classes of mistakes, the most telling first; the last ones of sums only, where each
 * term is at its place. Each says whether it is what is wrong: 1, also where another size
 * tells more. */
enum { LAB_MOVED = 2, LAB_SIDES = 3, LAB_CLASSES = 5 };
static int (*const lab_classes[LAB_CLASSES])(struct lab_origins *t) = {
    lab_say_unwritten, lab_say_rule, lab_say_base, lab_say_empty, lab_say_terms};

/* The sentence about one size, from what each side tells. 1 if there is one. */
static inline int lab_say_why(struct lab_probe *p, struct lab_size size)
{
    struct lab_origins t[2];
    int said = 0;
    memset(t, 0, sizeof t);
    lab_probe_resize(p, size);
    const int words = lab_is(p->c.problem, LAB_BINARY) != 0;
    if (words && lab_say_pairs(p, 0))
        return 1;
    if (words && p->c.k % BINARY_BITS) /* words are asked about whole */
        return p->any && lab_say_pairs(p, 1);
    int asked = !lab_origins_fill(&t[0], p, 0);
    const int sums = t[0].kind == LAB_SUMS, sides = sums && p->s.inputs > 1 ? 2 : 1;
    if (sides == 2)
        asked = asked && !lab_origins_fill(&t[1], p, 1);
    for (int side = 0; side < sides; side++) {
        const int classes = !sums ? LAB_MOVED : side || t[1].misplaced ? LAB_SIDES : LAB_CLASSES;
        for (int i = 0; i < classes && asked && !said; i++)
            said = lab_classes[i](&t[side]);
    }
    said |= !asked;
    struct lab_origins *const worse = &t[t[1].misplaced > t[0].misplaced];
    const int wrong = t[0].wrong + t[1].wrong;
    if (!said && words && !worse->misplaced)
        said = lab_say_pairs(p, 1);
    if (!said && !wrong && sides == 2 && !words)
        lab_say_halves(&t[0]);
    else if (!said && wrong && (p->any || sums) && (worse->misplaced || !lab_say_mixed(worse)))
        lab_say_places(worse);
    lab_origins_free(&t[0]);
    lab_origins_free(&t[1]);
    return p->text[0] != 0;
}

#endif

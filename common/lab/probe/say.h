/* What a table of origins says, in one sentence: classes of mistakes, the most common first, for
 * whatever is moved, packed or multiplied. */
#ifndef LAB_SAY_H
#define LAB_SAY_H

#include "rules.h"

static inline const char *lab_s(int several)
{
    return several ? "s" : "";
}

/* The operand that is set to 0. */
static inline const char *lab_other_name(const struct lab_origins *t)
{
    return t->p->s.in[t->p->s.inputs > 1 ? !t->side : 0].name;
}

/* "C(0, 1)", "y(3)", "packed[2][5] bit 3" */
static inline const char *lab_at_text(const struct lab_origins *t, int i, char text[60])
{
    const struct lab_operand *o = &t->p->s.out;
    const int word = lab_word_of(t, i);
    snprintf(text, 60,
             t->kind == LAB_PACKS  ? "%s[%d][%d] bit %d"
             : lab_is_vector(t->p) ? "%s(%d)"
                                   : "%s(%d, %d)",
             o->name, lab_is_vector(t->p) ? i : word / o->cols, word % o->cols, i % BINARY_BITS);
    return text;
}

/* "A(3, 5) x(6)": what meets, in the order of the product; "in(2, 3)". */
static inline const char *lab_met_text(const struct lab_origins *t, const struct lab_met *m,
                                       int line, char text[140])
{
    const struct lab_operand *in = t->p->s.in;
    const char *word = in[0].pack == LAB_PLAIN ? "" : "word ";
    const int l = t->line[line], row = t->side ? m->other : m->row, col = t->side ? l : m->col,
              b_row = t->side ? m->row : l, b_col = t->side ? m->col : m->other;
    if (t->kind == LAB_SUMS && t->p->s.inputs == 1)
        snprintf(text, 140, "word %d of line %d", m->col, m->row);
    else if (t->kind == LAB_SUMS && lab_is_vector(t->p))
        snprintf(text, 140, "A(%d, %d) x(%d)", row, col, b_row);
    else if (t->kind == LAB_SUMS)
        snprintf(text, 140, "A(%d, %s%d) B(%s%d, %d)", row, word, col, word, b_row, b_col);
    else if (lab_has_ways(t))
        snprintf(text, 140, "work %d on in(%d, %d)", m->other, m->row, m->col);
    else if (t->p->s.in_place)
        snprintf(text, 140, "%s(%d) + 1", in[0].name, m->row * in[0].cols + m->col);
    else
        snprintf(text, 140, "%s(%d, %d)", in[0].name, m->row, m->col);
    return text;
}

/* `there`: which elements are. 1 if some are not, and that has been said: which rows or columns, if
 * these are whole; and the blocks and threads that the launch had. */
static inline int lab_say_lacking(struct lab_origins *t, const signed char *there, const char *what)
{
    struct lab_probe *p = t->p;
    const int count = p->rows * p->cols, flat = p->s.in_place || p->cols == 1,
              length[2] = {flat ? count : p->rows, flat ? 1 : p->cols};
    const unsigned *const block = p->launched.block, *const grid = p->launched.grid;
    int lacking = 0, first = 0, said = 0;
    char text[100];
    for (int i = count - 1; i >= 0; i--) {
        first = there[i] ? first : i;
        lacking += !there[i];
    }
    if (lacking == count) /* another size may tell more */
        lab_say(p, "%s", p->any ? "Nothing is written." : "");
    if (lacking == 0 || lacking == count)
        return lacking;
    for (int d = 0; d < 2 && !said; d++) {
        signed char *lacks = (signed char *)calloc((size_t)length[d], 1);
        for (int i = 0; i < count && lacks; i++)
            lacks[d ? i % length[1] : i / length[1]] |= !there[i];
        const int members = lacks ? lab_set_text(lacks, length[d], text, sizeof text) : 0;
        const int from = d ? first % length[1] : first / length[1];
        if (members > 1 && from + members == length[d])
            snprintf(text, sizeof text, "from %d%s on", from,
                     from == p->c.m   ? " (= m)"
                     : from == p->c.n ? " (= n)"
                                      : "");
        said = members * length[!d] == lacking;
        if (said)
            lab_say(p, "%s%s %s %s %s",
                    flat ? "Element"
                    : d  ? "Column"
                         : "Row",
                    lab_s(members > 1), text, members > 1 ? "are" : "is", what);
        free(lacks);
    }
    if (!said)
        lab_say(p, "%d of %d elements of %s are %s, (%d, %d) first", lacking, count, p->s.out.name,
                what, first / p->cols, first % p->cols);
    if (block[0])
        lab_say(p, ". The launch had %u x %u block%s of %u x %u threads, %u x %u in all", grid[0],
                grid[1], lab_s(grid[0] * grid[1] != 1), block[0], block[1], grid[0] * block[0],
                grid[1] * block[1]);
    lab_say(p, ".");
    return 1;
}

static inline int lab_say_unwritten(struct lab_origins *t)
{
    const int said =
        lab_say_lacking(t, t->written, t->p->s.in_place ? "as before" : "never written");
    int padding = t->p->text[0] != 0;
    for (int i = 0; i < t->count; i++)
        padding &= t->written[lab_word_of(t, i)] || !t->right[i].times;
    if (said && padding)
        lab_say(t->p, " This is padding: it belongs to the layout, as zeros.");
    return said;
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
                "set to "
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
        const int is = t->met[l * t->count + e].times;
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
    snprintf(who, sizeof who, "Every sum of %s", p->s.out.name);
    if (!alike)
        lab_at_text(t, e, who);
    const int missing = lab_lines_text(t, e, 0, terms), few = 2 * missing > k || !once,
              said = few ? lab_lines_text(t, e, -1, terms) : missing;
    snprintf(name, sizeof name, term, lab_s(said > 1));
    if (most == least)
        lab_say(p, most ? "%s has every term %d times" : "%s has no term", who, most);
    else if (missing)
        lab_say(p, "%s %s %s %s of %d", who, few ? "has only" : "lacks", name, terms, k);
    if (missing == k - k / 4 && few && !strncmp(terms, "0 to", 4) && !strchr(terms, ','))
        lab_say(p, ", the first quarter. Sizes of copies are bytes: * sizeof(float)");
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

/* What is at the first place that is wrong, and what belongs there. */
static inline void lab_say_first(struct lab_origins *t)
{
    struct lab_probe *p = t->p;
    if (t->first < 0)
        return;
    char at[60], is[140], should[140];
    const int i = t->first % t->count, line = t->first / t->count;
    const struct lab_met *met = &t->met[t->first], right = t->right[t->first];
    const int always = t->kind == LAB_PACKS && fmod(met->value, (1 << LAB_ASK_BIT_DIGITS) - 1) == 0;
    const int unknown = met->times < 0 && t->kind == LAB_SUMS && p->s.in[0].pack == LAB_PLAIN;
    lab_at_text(t, i, at);
    lab_met_text(t, met, line, is);
    lab_met_text(t, &right, line, should);
    if (always)
        snprintf(is, sizeof is, "always %d", met->value != 0);
    else if (met->times == 0)
        snprintf(is, sizeof is, "nothing");
    else if (met->times == LAB_SEVERAL && t->kind == LAB_PACKS)
        snprintf(is, sizeof is, "several elements at once");
    else if (met->times == LAB_SEVERAL && p->s.in[0].pack != LAB_PLAIN)
        snprintf(is, sizeof is, "not one whole word of A with one of B");
    else if (met->times == LAB_SEVERAL)
        lab_value_text(p->s.out.type, met->value + p->s.in_place, 9, is);
    if (unknown) /* what is said of it holds of this launch */
        lab_say(p, "Where only %s %d of %s is not 0, but 1, ",
                p->s.in[!t->side].cols == 1 ? "element"
                : t->side                   ? "column"
                                            : "row",
                t->line[line], lab_other_name(t));
    lab_say(p, "%s %s %s", at,
            met->times == LAB_INVERTED ? "is the opposite of"
            : always                   ? "is"
            : t->kind == LAB_SUMS      ? "has"
                                       : "holds",
            is);
    double sum = 0;
    for (int row = 0; unknown && row < t->own_lines && sum < met->value; row++) {
        sum += lab_own_value(t, row, right.col);
        if (sum == met->value)
            lab_say(p, ", %s(0, %d) + … + %s(%d, %d)", p->s.in[t->side].name, right.col,
                    p->s.in[t->side].name, row, right.col);
    }
    if (met->times > 1)
        lab_say(p, ", %d times", met->times);
    if (p->s.in_place)
        lab_say(p, ", where it held %d", lab_probe_number((uint64_t)i));
    lab_say(p, "; %s belongs there", right.times ? should : "0, as padding,");
    if (unknown)
        lab_say(p, ", %.0f", lab_own_value(t, right.row, right.col));
    if (t->elements > 1)
        lab_say(p, ". %d of %d %s are wrong", t->elements, t->count,
                t->kind == LAB_PACKS ? "bits" : "elements");
    lab_say(p, ".");
}

/* The classes of mistakes in sums, and in what is moved or packed, the most telling first. Each
 * says whether it is what is wrong: 1, also where another size tells more. */
enum { LAB_CLASSES = 5 };
static int (*const lab_classes[2][LAB_CLASSES])(struct lab_origins *t) = {
    {lab_say_unwritten, lab_say_base, lab_say_empty, lab_say_terms, lab_say_rule},
    {lab_say_stored, lab_say_unwritten, lab_say_rule, lab_say_rule, lab_say_rule}};

/* The sentence about this size, from what each side tells. 1 if there is one. */
static inline int lab_say_why(struct lab_probe *p)
{
    const int words = lab_is(p->c.problem, LAB_BINARY) != 0;
    struct lab_origins t[2], *now = t;
    int said = 0, sides = 1, asked = 1;
    memset(t, 0, sizeof t);
    for (; now < t + sides && (now == t || t[0].wrong) && asked && !said; now++) {
        asked = lab_origins_fill(now, p, (int)(now - t)) == 0;
        sides = now->kind == LAB_SUMS && p->s.inputs > 1 ? 2 : 1;
        for (int i = 0; i < LAB_CLASSES && asked && !said; i++)
            said = lab_classes[now->kind != LAB_SUMS][i](now);
    }
    const int other = t[1].wrong && (t[1].several < t[0].several ||
                                     (t[1].several == t[0].several && t[1].wrong < t[0].wrong));
    said |= !asked;
    if (!said && words)
        said = lab_say_pairs(p, 1);
    if (!said && t[0].wrong == 0 && words)
        lab_say(p, "Not all bits of a word count alike, or not each word for itself.");
    else if (!said && t[0].wrong == 0 && sides > 1)
        lab_say_halves(&t[0]);
    else if (!said && t[0].wrong && (p->any || t[0].kind == LAB_SUMS))
        lab_say_first(&t[other]);
    lab_origins_free(&t[0]);
    lab_origins_free(&t[1]);
    return p->text[0] != 0;
}

#endif

/* What a table of origins says, in one sentence: rules, the most telling first, for whatever is
 * moved, packed or multiplied. */
#ifndef LAB_SAY_H
#define LAB_SAY_H

#include "rules.h"

/* `there`: which elements are. 1 if some are not, and that has been said: which rows or columns, if
 * these are whole, or which columns of the first row; and the launch's blocks and threads. */
static inline int lab_say_lacking(struct lab_origins *t, const signed char *there, const char *what)
{
    struct lab_probe *p = t->p;
    const int count = p->rows * p->cols;
    const unsigned *const block = p->launched.block, *const grid = p->launched.grid;
    int lacking = 0, first = 0;
    for (int i = count - 1; i >= 0; i--) {
        first = there[i] ? first : i;
        lacking += !there[i];
    }
    if (lacking == count) /* another size may tell more */
        lab_say(p, "%s", p->any ? "Nothing is written." : "");
    int said = lacking == 0 || lacking == count;
    for (int d = 0; d < 3 && !said; d++) { /* rows; columns; columns of one row */
        const int row = first / p->cols, from = d ? first % p->cols : row,
                  end = d ? p->cols : p->rows, across = d ? p->rows : p->cols;
        const char *const name = p->cols == 1 ? "Element%s"
                                 : d == 0     ? "Row%s"
                                 : d == 1     ? "Column%s"
                                              : "column%s";
        int members;
        memset(p->set, 0, sizeof p->set);
        for (int i = 0; i < count; i++)
            if (d < 2 || i / p->cols == row)
                p->set[d ? i % p->cols : i / p->cols] |= !there[i];
        const char *list = lab_list(p, name, p->set, end, &members);
        if (members > 1 && from + members == end)
            list = lab_words(p, "%.*ss from %d%s on", (int)strlen(name) - 2, name, from,
                             lab_size_name(p, from));
        said = d == 2 || members * across == lacking;
        const char *const are = members > 1 ? "are" : "is";
        if (d == 2)
            lab_say(p, "%d of %d elements of %s are %s; the first %s %s of row %d.", lacking, count,
                    p->s.out.name, what, are, list, row);
        else if (said)
            lab_say(p, "%s %s %s.", list, are, what);
        if (said && block[0])
            lab_say(p, " The launch had %u x %u block%s of %u x %u threads, %u x %u in all.",
                    grid[0], grid[1], grid[0] * grid[1] != 1 ? "s" : "", block[0], block[1],
                    grid[0] * block[0], grid[1] * block[1]);
    }
    return lacking;
}

/* What the output holds where every term is 0. 1 if that is wrong, and has been said, or is to be
 * asked at another size. */
static inline int lab_say_base(struct lab_origins *t)
{
    struct lab_probe *p = t->p;
    const double poison = lab_poison_value(&p->c, p->s.out.type);
    const char *out = p->s.out.name, *other = p->s.in[!t->side].name;
    const int one = p->s.inputs == 1;
    int old = 0, kept = 0, first = -1;
    char value[40];
    if (one ? !t->asking->term : lab_is(p->c.problem, LAB_BINARY))
        return 0;
    for (int i = t->count - 1; i >= 0; i--) {
        const int is_old = t->base[i] == poison;
        first = old ? (is_old ? i : first) : t->base[i] != 0 ? i : first;
        old += is_old;
        const struct lab_met right = lab_belongs(t, i); /* stored, and not added to that? */
        kept |= is_old && t->met[i].value + t->base[i] == lab_own_value(t, &right);
    }
    if (one && !old)
        return 0;
    const int at = first < 0 ? 0 : first;
    lab_value_text(p->s.out.type, t->base[at], 9, value);
    if (old && kept)
        lab_say(
            p,
            "%d of %d elements of %s, %s first, keep what they held before where the product is "
            "0: store that, too.",
            old, t->count, out, lab_output_text(t, at));
    else if (old)
        lab_say(p,
                "%d of %d elements of %s, %s first, hold what they held before plus the product: "
                "store the first sum, do not add it to %s. A kernel that must add needs all of %s "
                "set to 0 before its launch; sizes of fills are bytes.",
                old, t->count, out, lab_output_text(t, at), out, out);
    else if (first >= 0 && isnan(t->base[at]))
        lab_say(p,
                "With %s all 0, %s is %s: it takes a value that was never set, or one outside of "
                "the arrays.",
                other, lab_output_text(t, at), value);
    else if (first >= 0 && t->follows)
        lab_say(p,
                "With %s all 0, %s is %s: the sum does not start at 0, or something is added that "
                "%s does not multiply.",
                other, lab_output_text(t, at), value, other);
    else if (!t->follows && p->any) /* where depth is left over, the last terms are 0 */
        lab_say(p,
                "%s is the same whatever %s holds, and %s is %s: this %s is not read, or what it "
                "gives is not stored, or lost again.",
                out, other, lab_output_text(t, at), value, other);
    return old || !t->follows || first >= 0;
}

/* Of which rows of A, or columns of B, is the first wrong element made? 1 if that is not its own
 * alone, and has been said. */
static inline int lab_say_mixed(struct lab_origins *t)
{
    static const char *const names[2] = {"row%s", "column%s"};
    struct lab_probe *p = t->p;
    const int i = t->first % t->count;
    if (t->first < 0 || t->p->s.in[0].pack != LAB_PLAIN || !t->asking->term)
        return 0;
    for (int side = 0; side < 2 && !p->text[0]; side++) {
        const struct lab_operand *o = &p->s.in[side];
        const int lines = side ? o->cols : o->rows, own = side ? i % t->cols : i / t->cols;
        if (lines == 1 || lines > LAB_ASKED_LINES)
            continue;
        for (int line = 0; line < lines; line++)
            p->set[line] = !lab_probe_ask(p, LAB_ASK_ONLY | side * LAB_ASK_SIDE, line, t->raw) &&
                           t->raw[i] != 0;
        int members;
        const char *const list = lab_list(p, names[side], p->set, lines, &members);
        if (members > p->set[own])
            lab_say(p, "%s takes %s of %s; only %.*s %d belongs there.", lab_output_text(t, i),
                    list, o->name, side ? 6 : 3, names[side], own);
    }
    return p->text[0] != 0;
}

/* "columns 0 to 15": the lines that element e has so many times; -1: at all. Returns how many. */
static inline int lab_terms_text(const struct lab_origins *t, int e, int times, const char **text)
{
    signed char *set = (signed char *)malloc((size_t)t->depth);
    int members = 0;
    memset(set, -1, set ? (size_t)t->depth : 0);
    for (int l = 0; l < t->lines && set; l++) {
        const int is = t->met[l * t->count + e].times;
        set[t->line[l]] = times < 0 ? is > 0 : is == times;
    }
    *text = set ? lab_list(t->p, t->asking->terms, set, t->depth, &members) : "";
    free(set);
    return members;
}

/* All terms that are there are at their place: which are missing, and which are there several
 * times? Of all elements alike, or else of the first that is wrong. */
static inline int lab_say_terms(struct lab_origins *t)
{
    struct lab_probe *p = t->p;
    int alike = 1, most = 0, least = INT_MAX, once = 0;
    if (!t->asking->term || t->side || p->misplaced || t->first < 0)
        return 0;
    const int e = t->first % t->count, k = t->depth;
    for (int n = 0; n < t->lines * t->count; n++)
        alike &= !t->written[n % t->count] || t->met[n].times == t->met[n - n % t->count + e].times;
    for (int n = e; n < t->lines * t->count; n += t->count) {
        most = t->met[n].times > most ? t->met[n].times : most;
        least = t->met[n].times < least ? t->met[n].times : least;
        once += t->met[n].times == 1;
    }
    if (least < 0)
        return 0;
    if (most > 1 && lab_say_mixed(t))
        return 1;
    const char *terms, *has,
        *who = alike ? lab_words(p, "Every sum of %s", p->s.out.name) : lab_output_text(t, e);
    const int missing = lab_terms_text(t, e, 0, &terms), few = 2 * missing > k || !once,
              kept = lab_terms_text(t, e, -1, &has);
    if (most == least)
        lab_say(p, most ? "%s has every term %d times" : "%s has no term", who, most);
    else if (missing)
        lab_say(p, "%s %s %s of %d", who, few ? "has only" : "lacks", few ? has : terms, k);
    const int first = missing && atoi(strpbrk(terms, "0123456789")) == kept;
    if (first && kept == k / 4)
        lab_say(p, ", the first quarter. Sizes of copies are bytes: * sizeof(float)");
    else if (first && *lab_size_name(p, kept))
        lab_say(p, "; it ends at %d%s", kept, lab_size_name(p, kept));
    if (most > 1 && most != least) {
        lab_terms_text(t, e, most, &terms);
        if (once || !missing)
            lab_say(p, "%s has %s", missing ? ", and" : who, terms);
        lab_say(p, ", %d times", most);
    }
    lab_say(p, alike ? "." : ". %d of %d elements are wrong.", t->elements, t->count);
    return 1;
}

/* What C is for each pair of bits that all of A and of B are: a right one is k where they agree, -k
 * where they differ. 1 if that has been said; `any`: also where a pair counts no whole number. */
static inline int lab_say_pairs(struct lab_probe *p, int any)
{
    const int count = p->rows * p->cols, k = p->c.k;
    double c[4] = {0}, *value = (double *)malloc(sizeof *value * (size_t)count);
    int wrong = 0, whole = 1, past = 1, alike = 1, status = value ? 0 : -1;
    for (int pair = 0; pair < 4 && status == 0; pair++) {
        status = lab_probe_ask(p, LAB_ASK_PAIR, pair, value);
        c[pair] = status ? 0 : value[0];
        for (int i = 0; i < count && status == 0; i++) /* not all alike: another question */
            status = value[i] != value[0] || value[i] == lab_poison_value(&p->c, p->s.out.type);
        const int should = pair == 0 || pair == 3 ? k : -k;
        wrong |= c[pair] != should;
        past &= c[pair] - should == binary_words(k) * BINARY_BITS - k;
        alike &= c[pair] - should == c[0] - k;
        whole &= fmod(c[pair], k) == 0;
    }
    free(value);
    const double more = c[0] - k;
    if (!status && wrong && alike && !past)
        lab_say(p, "Whatever the bits are, C is %.0f %s than it should be: %s", fabs(more),
                more > 0 ? "more" : "less",
                more == lab_poison_value(&p->c, p->s.out.type)
                    ? "it keeps what it held before; store the result, do not add it."
                    : "where does a count start, and what is added whatever the bits?");
    else if (!status && wrong && (whole || any))
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
    const struct lab_met *met = &t->met[n], right = lab_belongs(t, n);
    const double all = (1 << LAB_ASK_BIT_DIGITS) - 1;
    char value[40], here[40];
    lab_value_text(p->s.out.type, met->value + p->s.in_place, 9, value);
    lab_value_text(p->s.out.type, lab_own_value(t, &right) + p->s.in_place, 9, here);
    const char *const is = t->bits && fmod(met->value, all) == 0
                               ? met->value ? "nothing but 1" : "nothing but 0"
                           : met->times == 0              ? "nothing"
                           : met->times != LAB_SEVERAL    ? lab_met_text(t, met)
                           : t->bits                      ? "several elements at once"
                           : p->s.in[0].pack == LAB_PLAIN ? value
                                                          : "parts of words";
    lab_say(p, "%s ", lab_output_text(t, n % t->count));
    if (met->times == LAB_INVERTED)
        lab_say(p, "is the opposite of");
    else
        lab_say(p, t->asking->does[t->side], t->line[n / t->count]);
    lab_say(p, met->times > 1 ? " %s, %d times" : " %s", is, met->times);
    lab_say(p, "; %s", right.times ? lab_met_text(t, &right) : "0, as padding,");
    lab_say(p, is == value ? ", %s here, belongs there." : " belongs there.", here);
}

/* The first place that is wrong, and the last, where one element is known that is there. */
static inline void lab_say_places(struct lab_origins *t)
{
    lab_say_place(t, t->first);
    if (t->misplaced > 1) {
        lab_say(t->p, " ");
        lab_say_place(t, t->last);
    }
    if (t->elements > 1)
        lab_say(t->p, " %d of %d %s are wrong.", t->elements, t->count,
                t->bits ? "bits" : "elements");
}

/* What is never written; of what is moved, also what is written at a wrong place. */
static inline int lab_say_unwritten(struct lab_origins *t)
{
    const int said =
        lab_say_lacking(t, t->written, t->p->s.in_place ? "as before" : "never written");
    if (t->p->text[0] && !t->asking->term && t->first >= 0) {
        lab_say(t->p, " ");
        lab_say_place(t, t->first);
    } else if (t->p->text[0] && t->bits && !t->inside)
        lab_say(t->p, " This is padding: it belongs to the layout, as zeros.");
    return said;
}

/* Some elements get no term at all; all others are right. */
static inline int lab_say_empty(struct lab_origins *t)
{
    return t->asking->term && !t->side && !t->p->misplaced && !t->rest &&
           t->wrong < t->count * t->lines && lab_say_lacking(t, t->gets, "without any term");
}

/* The sentence about one size, from what each side tells. 1 if there is one. */
static inline int lab_say_why(struct lab_probe *p, struct lab_size size)
{
    /* Each says whether it is what is wrong: 1, also where another size tells more. */
    static int (*const rules[])(struct lab_origins * t) = {
        lab_say_unwritten, lab_say_rule, lab_say_base, lab_say_empty, lab_say_terms};
    struct lab_origins t[2];
    memset(t, 0, sizeof t);
    lab_probe_resize(p, size);
    const int words = lab_is(p->c.problem, LAB_BINARY) != 0, sides = p->s.inputs > 1 ? 2 : 1;
    if (words && lab_say_pairs(p, 0))
        return 1;
    if (words && p->c.k % BINARY_BITS) /* words are asked about whole */
        return p->any && lab_say_pairs(p, 1);
    int said = lab_origins_fill(&t[0], p, 0) || (sides == 2 && lab_origins_fill(&t[1], p, 1));
    for (int side = 0; side < sides; side++)
        for (size_t i = 0; i < sizeof rules / sizeof *rules && !said; i++)
            said = rules[i](&t[side]);
    struct lab_origins *const worse = &t[t[1].misplaced > t[0].misplaced];
    if (!said && words && !worse->misplaced)
        said = lab_say_pairs(p, 1);
    if (!said && t[0].wrong + t[1].wrong == 0 && sides == 2 && !words)
        lab_say(p, "With small integers each term is there, once: is a sum or a factor kept in %s?",
                p->s.out.type == LAB_F64 ? "a float or an integer" : "an integer");
    if (!said && worse->first >= 0 && (p->any || t->asking->term) &&
        (worse->misplaced || !lab_say_mixed(worse)))
        lab_say_places(worse);
    lab_origins_free(&t[0]);
    lab_origins_free(&t[1]);
    return p->text[0] != 0;
}

#endif

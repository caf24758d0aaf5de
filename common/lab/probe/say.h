/* What a table of origins says, in one sentence: rules, the most telling first, for whatever is
 * moved, packed or multiplied. */
#pragma once

#include "rules.h"

static inline void lab_say_launch(struct lab_probe *p, const char *end)
{
    const unsigned *const block = p->launched.block, *const grid = p->launched.grid;
    if (block[0])
        lab_say(p, " The launch had %u x %u block%s of %u x %u threads, %u x %u in all%s", grid[0],
                grid[1], grid[0] * grid[1] != 1 ? "s" : "", block[0], block[1], grid[0] * block[0],
                grid[1] * block[1], end);
}

/* `there`: which elements are. 1 if some are not, and that has been said: which rows or columns, if
 * these are whole, or which columns of the first row; and the launch's blocks and threads. */
static inline int lab_say_lacking(struct lab_origins *t, const signed char *there, const char *what)
{
    struct lab_probe *p = t->p;
    const int count = p->rows * p->cols;
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
        const char *const name = p->cols == 1 ? "element%s" : d == 0 ? "row%s" : "column%s";
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
            lab_say(p, "In %s, %s %s %s.", p->s.out.name, list, are, what);
        if (said)
            lab_say_launch(p, p->launched.grid[0] * p->launched.grid[1] == 1
                                  ? "."
                                  : ": are these too few, or is an index wrong where they store?");
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
    int old = 0, first = -1;
    if (one ? !t->asking->term : lab_is(p->c.problem, LAB_BINARY))
        return 0;
    for (int i = t->count - 1; i >= 0; i--) {
        const int is_old = t->base[i] == poison;
        first = old ? (is_old ? i : first) : t->base[i] != 0 ? i : first;
        old += is_old;
    }
    if (one && !old)
        return 0;
    const int at = first < 0 ? 0 : first;
    const struct lab_text value = lab_value_text(p->s.out.type, t->base[at], 9);
    if (old)
        lab_say(p,
                "%d of %d elements of %s, %s first, still hold what they held before where the sum "
                "is 0: store each sum, or set all of %s to 0 before a kernel adds to it; sizes of "
                "fills are bytes.",
                old, t->count, out, lab_output_text(t, at), out);
    else if (first >= 0 && (t->follows || isnan(t->base[at])))
        lab_say(p, "With %s all 0, %s is %s: %s.", other, lab_output_text(t, at), value.text,
                isnan(t->base[at]) ? "it takes a value that was never set, or one outside of the "
                                     "arrays; of a local array, each thread sets its own"
                                   : "the sum does not start at 0, or something is added that is "
                                     "no multiple of it");
    else if (!t->follows && p->any) /* where depth is left over, the last terms are 0 */
        lab_say(p,
                "%s is the same whatever %s holds, and %s is %s: this %s is not read, or what it "
                "gives is not stored, or lost again.",
                out, other, lab_output_text(t, at), value.text, other);
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
    for (int side = 0; side < 2; side++) {
        const struct lab_operand *o = &p->s.in[side];
        const int lines = side ? o->cols : o->rows, own = side ? i % t->cols : i / t->cols;
        if (lines == 1 || lines > LAB_ASKED_LINES)
            continue;
        for (int line = 0; line < lines; line++)
            p->set[line] = !lab_probe_ask(p, LAB_ASK_ONLY | side * LAB_ASK_SIDE, line, t->raw) &&
                           t->raw[i] != 0;
        int members;
        const char *const list = lab_list(p, names[side], p->set, lines, &members);
        if (members <= p->set[own])
            continue;
        lab_say(p, "%s takes %s of %s; only %.*s %d belongs there.", lab_output_text(t, i), list,
                o->name, side ? 6 : 3, names[side], own);
        lab_say_launch(p, ".");
        return 1;
    }
    return 0;
}

/* "columns 0 to 15": what element e has so many times or more; 0: not. Returns how many. */
static inline int lab_terms_text(const struct lab_origins *t, int e, int times, const char **text)
{
    signed char *set = (signed char *)malloc((size_t)t->depth);
    int members = 0;
    memset(set, -1, set ? (size_t)t->depth : 0);
    for (int l = 0; l < t->lines && set; l++) {
        const int is = t->met[l * t->count + e].times;
        set[t->line[l]] = times ? is >= times : is == 0;
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
    int alike = 1, most = 0, least = INT_MAX, once = 0, again = INT_MAX, often = 0;
    if (!t->asking->term || t->side || p->misplaced || t->first < 0)
        return 0;
    const int e = t->first % t->count, k = t->depth;
    for (int n = 0; n < t->lines * t->count; n++)
        alike &= !t->written[n % t->count] || t->met[n].times == t->met[n - n % t->count + e].times;
    for (int n = e; n < t->lines * t->count; n += t->count) {
        most = t->met[n].times > most ? t->met[n].times : most;
        least = t->met[n].times < least ? t->met[n].times : least;
        once += t->met[n].times == 1;
        again = t->met[n].times > 1 && t->met[n].times < again ? t->met[n].times : again;
    }
    if (least < 0)
        return 0;
    if (most > 1 && lab_say_mixed(t))
        return 1;
    const char *terms, *has,
        *who = alike ? lab_words(p, "Every sum of %s", p->s.out.name) : lab_output_text(t, e);
    const int missing = lab_terms_text(t, e, 0, &terms), few = 2 * missing > k || !once,
              kept = lab_terms_text(t, e, 1, &has);
    if (most == least)
        lab_say(p, most ? "%s has every term %d times" : "%s has no term", who, most);
    else if (missing)
        lab_say(p, "%s %s %s of %d", who, few ? "has only" : "lacks", few ? has : terms, k);
    if (missing && kept == k / 4 && atoi(strpbrk(terms, "0123456789")) == kept)
        lab_say(p, ", the first quarter. Sizes of copies are bytes: * sizeof(float)");
    if (most > 1 && most != least) {
        often = lab_terms_text(t, e, 2, &terms);
        if (once || !missing)
            lab_say(p, "%s has %s", missing ? ", and" : who, terms);
        lab_say(p, ", %s%d times", again < most ? "up to " : "", most);
    }
    lab_say(p, alike ? "." : ". %d of %d elements are wrong.", t->elements, t->count);
    if (often == 1 && most > 2)
        lab_say(p, " Is it taken where there is none, and 0 belongs?");
    return 1;
}

/* What C is for each pair of bits that all of A and of B are: a right one is k where they agree, -k
 * where they differ. 1 if that has been said; `any`: also where a pair counts no whole number, or
 * none, which at a larger k may tell more. */
static inline int lab_say_pairs(struct lab_probe *p, int any)
{
    const int count = p->rows * p->cols, k = p->c.k, spare = binary_words(k) * BINARY_BITS - k;
    double c[4] = {0}, *value = (double *)malloc(sizeof *value * (size_t)count);
    int wrong = 0, whole = 1, alike = 1, status = value ? 0 : -1;
    for (int pair = 0; pair < 4 && status == 0; pair++) {
        status = lab_probe_ask(p, LAB_ASK_PAIR, pair, value);
        c[pair] = status ? 0 : value[0];
        for (int i = 0; i < count && status == 0; i++) /* not all alike: another question */
            status = value[i] != value[0] || value[i] == lab_poison_value(&p->c, p->s.out.type);
        const int should = pair == 0 || pair == 3 ? k : -k;
        wrong |= c[pair] != should;
        alike &= c[pair] - should == c[0] - k;
        whole &= fmod(c[pair], k) == 0;
    }
    free(value);
    const double more = c[0] - k, lost = (k + c[1]) / 2;
    const int wraps = lost > 0 && fmod(lost, 0x10000) == 0,
              lacks = more == 0 && c[1] == c[2] && c[3] == k && lost > 0 && lost == floor(lost) &&
                      2 * lost != k && (lost <= k || wraps); /* half: each counts as one, not two */
    if (status || !wrong || !(whole || any || alike) ||
        (!any && more == 0 && (c[1] == k || c[3] == -3 * k))) /* none is counted */
        return 0;
    if (lacks)
        lab_say(p, "%.0f of k = %d pairs of bits that differ are counted%s", k - lost, k,
                wraps                     ? ": is the count kept in 16 bits?"
                : lost == k % BINARY_BITS ? "; those of the last, incomplete word lack."
                                          : ".");
    else if (alike)
        lab_say(p, "Whatever the bits are, C is %.0f %s than it should be: %s", fabs(more),
                more > 0 ? "more" : "less",
                spare && fmod(more, spare) == 0
                    ? "are the bits beyond k counted, too?"
                    : "where does a count start, and what is added whatever the bits?");
    else
        lab_say(p,
                "Of k = %d pairs of bits, C is %.0f where all are 0 and 0, %.0f for 1 and 0, %.0f "
                "for 0 and 1, %.0f for 1 and 1; %d, %d, %d, %d belong there.",
                k, c[0], c[1], c[2], c[3], k, -k, -k, k);
    return 1;
}

/* What is at the first place that is wrong, and what belongs there. */
static inline void lab_say_place(struct lab_origins *t)
{
    struct lab_probe *p = t->p;
    const char *const at = lab_output_text(t, t->first % t->count);
    const struct lab_met *met = &t->met[t->first], right = lab_belongs(t, t->first);
    const double all = (1 << LAB_ASK_BIT_DIGITS) - 1, more = met->value - lab_own_value(t, &right);
    const struct lab_text value = lab_value_text(p->s.out.type, met->value + p->s.in_place, 9);
    const char *const is =
        t->bits && fmod(met->value, all) == 0      ? met->value ? "nothing but 1" : "nothing but 0"
        : met->times == 0                          ? "nothing"
        : met->times != LAB_SEVERAL                ? lab_met_text(t, met)
        : t->bits                                  ? "several elements, or the opposite of one"
        : p->s.in[0].pack != LAB_PLAIN             ? "bits that do not count once each"
        : p->s.in_place && more > 0 && more < 1000 ? lab_words(p, "%s + %.0f", at, more + 1)
                                                   : value.text;
    lab_say(p, "%s ", at);
    lab_say(p, t->asking->does[t->side], t->line[t->first / t->count]);
    lab_say(p, met->times > 1 ? " %s, %d times" : " %s", is, met->times);
    lab_say(p, "; %s belongs there.", right.times ? lab_met_text(t, &right) : "0, as padding,");
    if (t->elements > 1)
        lab_say(p, " %d of %d %s are wrong.", t->elements, t->count, t->bits ? "bits" : "elements");
    if (t->misplaced)
        lab_say(p, " Is an index wrong where %s is read, or where %s is stored?",
                p->s.in[t->side].name, p->s.out.name);
}

/* What is never written; of what is moved, also what is written at a wrong place. */
static inline int lab_say_unwritten(struct lab_origins *t)
{
    const int said =
        lab_say_lacking(t, t->written, t->p->s.in_place ? "as before" : "never written");
    if (t->p->text[0] && !t->asking->term && t->first >= 0) {
        lab_say(t->p, " ");
        lab_say_place(t);
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
    if (p->s.in[0].pack == LAB_LINES && p->s.in[0].bits % BINARY_BITS) /* they are asked whole */
        return words && p->any && lab_say_pairs(p, 1);
    int said = lab_origins_fill(&t[0], p, 0) || (sides == 2 && lab_origins_fill(&t[1], p, 1));
    for (int side = 0; side < sides; side++)
        for (size_t i = 0; i < sizeof rules / sizeof *rules && !said; i++)
            said = rules[i](&t[side]);
    struct lab_origins *const worse = &t[t[1].misplaced > t[0].misplaced];
    if (!said && words && !worse->misplaced)
        said = lab_say_pairs(p, 1);
    if (!said && t[0].wrong + t[1].wrong == 0 && p->s.out.type <= LAB_F64)
        lab_say(p, "With small integers it is right: is %s kept in %s?",
                sides == 2 ? "a sum or a factor" : "an element",
                p->s.out.type == LAB_F64 ? "a float or an integer" : "an integer");
    p->placed = !said && worse->first >= 0 && t->asking->term;
    if (!said && worse->first >= 0 && p->any && (worse->misplaced || !lab_say_mixed(worse)))
        lab_say_place(worse);
    lab_origins_free(&t[0]);
    lab_origins_free(&t[1]);
    return p->text[0] != 0;
}

/* What a wrong y = A x or C = A B does, in one sentence, from the tables of met.h: the most common
 * causes first. Where no sentence fits, what is met and what belongs there. */
#ifndef LAB_PRODUCTS_H
#define LAB_PRODUCTS_H

#include "forms.h"
#include "unwritten.h"

/* Which lines have this number of times the term that belongs there, in all elements that are
 * written? 0 where elements differ. */
static inline int lab_same_in_all(const struct lab_meetings *t, const char *written, int *times)
{
    for (int line = 0; line < t->lines; line++) {
        times[line] = -1;
        for (int i = 0; i < t->p->rows * t->p->cols; i++) {
            const struct lab_met *met = lab_met_at(t, line, 0, 0) + i;
            if (!written[i])
                continue;
            if (met->times < 0 || (times[line] >= 0 && met->times != times[line]) ||
                (met->times && !lab_is_right(t, line, i / t->p->cols, i % t->p->cols) &&
                 met->times == 1))
                return 0;
            const struct lab_met right = lab_met_right(t, line, i / t->p->cols, i % t->p->cols);
            if (met->times > 1 &&
                (met->row != right.row || met->col != right.col || met->other != right.other))
                return 0;
            times[line] = met->times;
        }
    }
    return 1;
}

static inline const char *lab_terms_text(const struct lab_meetings *t, const int *times, int wanted,
                                         char *text, size_t size, int *members)
{
    char *set = (char *)calloc((size_t)t->depth + 1, 1);
    text[0] = 0;
    *members = 0;
    for (int line = 0; line < t->lines && set; line++)
        set[t->line[line]] = times[line] == wanted;
    if (set && t->lines == t->depth)
        *members = lab_set_text(set, t->depth, text, size);
    else if (set) { /* not all were asked: the first and the last of those that were */
        int first = -1, last = -1;
        for (int l = 0; l < t->depth; l++)
            if (set[l]) {
                first = first < 0 ? l : first;
                last = l;
                ++*members;
            }
        if (first == last)
            snprintf(text, size, "%d", first);
        else
            snprintf(text, size, "%d … %d", first, last);
    }
    free(set);
    return text;
}

/* Only the first quarter of all lines is there: of a number of bytes that is one of elements. The
 * element in which it ends is torn. */
static inline int lab_say_quarter(struct lab_meetings *t)
{
    struct lab_probe *p = t->p;
    const int count = p->rows * p->cols, end = t->depth / 4;
    if (end < 2 || p->s.in[0].pack != LAB_PLAIN)
        return 0;
    for (int i = 0; i < count * t->lines; i++) {
        const int l = t->line[i / count];
        if (l < end && !lab_is_right(t, i / count, i % count / p->cols, i % p->cols))
            return 0;
        if (l > end && t->met[i].times)
            return 0;
    }
    lab_say(p,
            "Every sum of %s has only the first quarter of its %s, %d of %d. Sizes of copies are "
            "bytes: * sizeof(float).",
            p->s.out.name, lab_unit(p, 1), end, t->depth);
    return 1;
}

/* All terms are at their place: which are missing, and which are there several times? */
static inline int lab_say_counts(struct lab_meetings *t, const char *written)
{
    struct lab_probe *p = t->p;
    const int k = t->depth;
    int times[LAB_ASKED_LINES], least = INT_MAX, most = 0, missing, others;
    char terms[100], several[100];
    if (!lab_same_in_all(t, written, times))
        return 0;
    for (int line = 0; line < t->lines; line++) {
        least = times[line] >= 0 && times[line] < least ? times[line] : least;
        most = times[line] > most ? times[line] : most;
    }
    if (most == 1 && least == 1)
        return 0;
    const char *name = p->s.out.name;
    if (most == 0) {
        lab_say(p, "Every element of %s is 0: no term of any sum gets there.", name);
        return 1;
    }
    if (most == least) {
        lab_say(p,
                "Every term is in its sum %d times: do %d threads each add all of them, or as "
                "many rounds?",
                most, most);
        return 1;
    }
    lab_terms_text(t, times, 0, terms, sizeof terms, &missing);
    lab_terms_text(t, times, most, several, sizeof several, &others);
    if (most > 1 && least == 0) {
        lab_say(p, "Each sum of %s has only %s %s of %d, and %d times.", name,
                lab_unit(p, others > 1), several, k, most);
        return 1;
    }
    if (most > 1) {
        lab_say(p, "Every sum of %s has %s %s %d times: does the loop go on by a whole part?", name,
                lab_unit(p, others > 1), several, most);
        return 1;
    }
    lab_say(p, "Every sum of %s lacks %s %s of %d", name, lab_unit(p, missing > 1), terms, k);
    int first = 0, last = t->lines - 1, group = 0, largest = 0;
    while (first < t->lines && times[first])
        first++;
    while (last >= 0 && times[last])
        last--;
    const int from = t->line[first], whole = last - first + 1 == missing;
    for (int g = 4; g <= 128; g *= 2)
        if (k % g && from == k / g * g) {
            group = group ? group : g;
            largest = g;
        }
    t->p->open_end = missing > 1 && !(whole && last == t->lines - 1 && group && group == largest);
    if (whole && last == t->lines - 1 && from == k - 1)
        lab_say(p, ", the last: does the loop end too early?");
    else if (whole && last == t->lines - 1 && group)
        lab_say(p,
                largest == group ? ": what is left past whole groups of %d is never added."
                : largest == 2 * group
                    ? ": what is left past whole groups of %d or %d is never added."
                    : ": what is left past whole groups of %d to %d is never added.",
                group, largest);
    else if (whole && last == t->lines - 1)
        lab_say(p, ": what comes after the first %d is never added.", from);
    else if (whole && first == 0 && last == 0)
        lab_say(p, ", the first: does the loop begin too late?");
    else if (whole && first == 0)
        lab_say(p, ": only what is summed last is kept.");
    else
        lab_say(p, ".");
    return 1;
}

/* Some elements get no term at all, and are 0. 1 if that has been said. */
static inline int lab_say_empty(struct lab_meetings *t)
{
    const int count = t->p->rows * t->p->cols;
    char *gets = (char *)calloc((size_t)count, 1);
    const int right = lab_all_right(t);
    int some = 0;
    for (int i = 0; i < count * t->lines && gets && right; i++) {
        gets[i % count] |= t->met[i].times != 0;
        some |= t->met[i].times != 0;
    }
    const int said = gets && some &&
                     lab_say_lacking(t->p, gets, "gets no term of a sum", "get no term of a sum");
    free(gets);
    return said;
}

/* The first operand's element is taken from elsewhere, by one rule. */
static inline int lab_say_forms(struct lab_meetings *t)
{
    struct lab_probe *p = t->p;
    const struct lab_operand *o = &p->s.in[t->side];
    struct lab_form row, col, other, at;
    const int vector = lab_is_vector(p), own = !(t->side && vector);
    const char *line = lab_index(p);
    char text[3][100], right[60], fault[160];
    const int as_it_is = lab_fit(t, LAB_FORM_OTHER, 0, &other) &&
                         other.of[t->side ? 0 : 2] == (vector && !t->side ? other.of[2] : 1) &&
                         !other.of[t->side ? 2 : 0] && !other.of[4] && !other.constant;
    if (as_it_is && own && lab_fit(t, LAB_FORM_ADDRESS, 0, &at) && !lab_is_usual(t, &at)) {
        if (o->pack != LAB_PLAIN)
            snprintf(right, sizeof right,
                     o->pack == LAB_WORDS ? "word * binary_padded(n) + col"
                     : t->side            ? "col * binary_pitch(k) + word"
                                          : "row * binary_pitch(k) + word");
        else if (o->column_major)
            snprintf(right, sizeof right, "col * lda + row");
        else if (lab_has_ld(p->c.problem, t->side))
            snprintf(right, sizeof right, t->side ? "l * ldb + col" : "row * lda + l");
        else
            snprintf(right, sizeof right, "row * n + col");
        lab_say(p, "%s is read at %s[%s]; what belongs there is %s[%s].", o->name, o->name,
                lab_form_text(t, &at, o, text[0], sizeof text[0]), o->name, right);
        return 1;
    }
    for (int tile = 0; tile <= 128; tile = tile ? 2 * tile : 4) {
        if (!lab_fit(t, LAB_FORM_ROW, tile, &row) || !lab_fit(t, LAB_FORM_COL, tile, &col) ||
            !lab_fit(t, LAB_FORM_OTHER, tile, &other))
            continue;
        if (lab_fit(t, LAB_FORM_ADDRESS, 0, &at) && lab_is_usual(t, &at) && as_it_is)
            return 0;
        const struct lab_form *along = t->side ? &row : &col, *beside = t->side ? &col : &row;
        const int mine = t->side ? 2 : 0, yours = t->side ? 0 : 2;
        fault[0] = 0;
        if (tile && along->of[4] == 1 && !along->of[5])
            snprintf(fault, sizeof fault, ": every %d terms take the first %d %s of %s again", tile,
                     tile, t->side ? (vector ? "elements" : "rows") : "columns", o->name);
        else if (tile && beside->of[4] == 1 && along->of[mine] == 1 && beside->of[mine + 1] == tile)
            snprintf(fault, sizeof fault,
                     ": its tile of %d x %d is transposed where it is written, or where it is read",
                     tile, tile);
        else if (tile && beside->of[yours + 1] == tile && !beside->of[mine + 1])
            snprintf(fault, sizeof fault, ": its tile follows the block's %s, not its %s",
                     t->side ? "row" : "column", t->side ? "column" : "row");
        if (along->of[4] == 1 && beside->of[mine] == 1 &&
            (!tile || (along->of[5] == tile && beside->of[mine + 1] == tile)) && !beside->of[4])
            lab_say(p, "%s(row, col) takes %s(%s, %s) for %s(%s, %s).", p->s.out.name,
                    lab_other_name(t),
                    t->side ? lab_form_text(t, &other, NULL, text[0], sizeof text[0]) : line,
                    t->side ? line : lab_form_text(t, &other, NULL, text[0], sizeof text[0]),
                    lab_other_name(t), t->side ? "row" : line, t->side ? line : "col");
        else if (vector && t->side)
            lab_say(p, "A(row, %s) meets x(%s), not x(%s)%s.", line,
                    lab_form_text(t, &row, NULL, text[0], sizeof text[0]), line, fault);
        else
            lab_say(p, "%s(row%s) takes %s(%s, %s) for %s(%s, %s)%s.", p->s.out.name,
                    vector ? "" : ", col", o->name,
                    lab_form_text(t, &row, NULL, text[0], sizeof text[0]),
                    lab_form_text(t, &col, NULL, text[1], sizeof text[1]), o->name,
                    t->side ? line : "row", t->side ? "col" : line, fault);
        return 1;
    }
    return 0;
}

/* What the output holds where every term is 0. */
static inline int lab_say_base(struct lab_meetings *t, const char *written)
{
    struct lab_probe *p = t->p;
    const int count = p->rows * p->cols, vector = lab_is_vector(p);
    const double poison = lab_poison_value(&p->c, p->s.out.type);
    int old = 0, first = -1, those = 0;
    char at[60];
    for (int i = 0; i < count; i++) {
        those += written[i];
        old += written[i] && t->base[i] == poison;
        first = first < 0 && written[i] && t->base[i] != 0 ? i : first;
    }
    if (t->as_int >= 0) {
        lab_element_text(p, p->s.out.name, t->as_int / p->cols, t->as_int % p->cols, vector, at);
        lab_say(p,
                "%s holds the bits of an integer: an int is stored, or added to, where a float "
                "belongs.",
                at);
        return 1;
    }
    if (first < 0)
        return 0;
    int alike = 1;
    for (int i = 0; i < count; i++)
        alike &= t->base[i] == t->base[0];
    if (!t->changes && old != those) {
        if (alike)
            lab_say(p, "Every element of %s is %.9g, whatever %s holds.", p->s.out.name, t->base[0],
                    lab_other_name(t));
        else
            lab_say(p,
                    "%s changes from launch to launch, %s does not: is something kept of an "
                    "earlier launch?",
                    lab_other_name(t), p->s.out.name);
        return 1;
    }
    lab_element_text(p, p->s.out.name, first / p->cols, first % p->cols, vector, at);
    if (old == those)
        lab_say(
            p,
            "%s holds what it held before plus the product: store the sum, do not add it to %s. "
            "A kernel that must add needs %s set to 0 before its launch.",
            p->s.out.name, p->s.out.name, p->s.out.name);
    else if (old)
        lab_say(p,
                "%d of %d elements of %s, %s first, hold what they held before plus the product: "
                "was all of %s set to 0? Sizes of fills are bytes.",
                old, count, p->s.out.name, at, p->s.out.name);
    else if (isnan(t->base[first]))
        lab_say(p, "With %s all 0, %s is NaN: the sum does not start at 0%s.", lab_other_name(t),
                at,
                lab_has_ld(p->c.problem, t->side)
                    ? ", or takes a NaN, which is all that lies between the lines of a matrix"
                    : "");
    else
        lab_say(p, "With %s all 0, %s is %.9g: the sum does not start at 0.", lab_other_name(t), at,
                t->base[first]);
    return 1;
}

/* All is right in integers: what becomes of one half? */
static inline void lab_say_halves(struct lab_probe *p, struct lab_meetings *t)
{
    double *value = t->base;
    if (lab_probe_ask(p, LAB_ASK_HALF, 0, value))
        return;
    for (int row = 0; row < p->rows; row++) {
        const double should = lab_probe_number((uint64_t)row * (uint64_t)p->s.in[0].cols) / 2.0,
                     is = value[row * p->cols];
        if (is != should && is == floor(is)) {
            lab_say(
                p,
                "Integers come out right, but %.1f comes out as %.0f: a sum or a factor is kept "
                "in an int.",
                should, is);
            return;
        }
    }
}

/* Asks all that a table holds; `written`: which elements any launch has changed. 0, or -1. */
typedef int lab_fill(struct lab_meetings *t, char *written);

/* Asks about one side. `last`: where no sentence fits, the first wrong term is named. Returns how
 * many terms are not as they should be, -1 where it could not be asked. */
static inline int lab_say_side(struct lab_probe *p, lab_fill *fill, int side, int last)
{
    const int count = p->rows * p->cols;
    struct lab_meetings t = {p, side, 0, {0}, lab_terms(p), 0, -1, 0, NULL, NULL};
    lab_choose_lines(&t, count <= 32 ? LAB_ASKED_LINES : 48);
    char *written = (char *)calloc((size_t)count, 1);
    t.met = (struct lab_met *)calloc((size_t)count * (size_t)t.lines, sizeof *t.met);
    t.base = (double *)malloc(sizeof *t.base * (size_t)count);
    int wrong = -1, several = 0;
    if (t.met && t.base && written && fill(&t, written) == 0) {
        wrong = 0;
        for (int i = 0; i < count * t.lines; i++) {
            several += t.met[i].times == LAB_SEVERAL;
            wrong += !lab_is_right(&t, i / count, i % count / p->cols, i % count % p->cols);
        }
        const int said = lab_say_unwritten(p, written) || lab_say_base(&t, written) ||
                         (wrong && (lab_say_empty(&t) || lab_say_quarter(&t))) ||
                         (wrong && !several &&
                          (lab_say_counts(&t, written) || lab_say_sums(&t, 0) ||
                           lab_say_forms(&t) || lab_say_sums(&t, 1)));
        if (!said && wrong && last)
            lab_say_first(&t, written);
        if (!wrong && !p->text[0] && p->s.in[0].pack == LAB_PLAIN)
            lab_say_halves(p, &t);
    }
    free(t.met);
    free(t.base);
    free(written);
    return wrong;
}

/* The sentence about a product at this size. 1 if there is one. */
static inline int lab_say_product(struct lab_probe *p, lab_fill *fill, int sides)
{
    const int a = lab_say_side(p, fill, 0, sides == 1),
              b = sides == 1 || a <= 0 || p->text[0] ? 0 : lab_say_side(p, fill, 1, 0);
    if (a > 0 && b > 0 && !p->text[0])
        lab_say_side(p, fill, b < a, 1);
    return p->text[0] != 0;
}

#endif

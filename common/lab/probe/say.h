/* What a table says, in one sentence: the most common causes first. Where no sentence fits, what is
 * at one place, and what belongs there. */
#ifndef LAB_SAY_H
#define LAB_SAY_H

#include "rules.h"
#include "unwritten.h"

/* The operand that is set to 0. */
static inline const char *lab_other_name(const struct lab_origins *t)
{
    return t->p->s.in[t->p->s.inputs > 1 ? !t->side : 0].name;
}

/* "C(0, 1)", "y(3)", "packed[2][5] bit 3" */
static inline const char *lab_at_text(const struct lab_origins *t, int i, char text[60])
{
    const struct lab_operand *o = &t->p->s.out;
    if (t->kind == LAB_PACKS)
        snprintf(text, 60, "%s[%d][%d] bit %d", o->name, lab_word_of(t, i) / o->cols,
                 lab_word_of(t, i) % o->cols, i % BINARY_BITS);
    else
        snprintf(text, 60, lab_is_vector(t->p) ? "%s(%d)" : "%s(%d, %d)", o->name, i / t->cols,
                 i % t->cols);
    return text;
}

/* "A(3, 5) x(6)": what meets, in the order of the product; "in(2, 3)". */
static inline const char *lab_met_text(const struct lab_origins *t, const struct lab_met *m,
                                       int line, char text[140])
{
    const struct lab_operand *in = t->p->s.in;
    const int l = t->line[line], row = t->side ? m->other : m->row, col = t->side ? l : m->col,
              b_row = t->side ? m->row : l, b_col = t->side ? m->col : m->other;
    if (t->kind == LAB_SUMS && t->p->s.inputs == 1)
        snprintf(text, 140, "word %d of line %d", m->col, m->row);
    else if (t->kind == LAB_SUMS && in[0].pack != LAB_PLAIN)
        snprintf(text, 140, "word %d of row %d of A with word %d of column %d of B", col, row,
                 b_row, b_col);
    else if (t->kind == LAB_SUMS)
        snprintf(text, 140, lab_is_vector(t->p) ? "A(%d, %d) x(%d)" : "A(%d, %d) B(%d, %d)", row,
                 col, b_row, b_col);
    else if (lab_problem_of(t->p->c.problem)->third == LAB_WAYS)
        snprintf(text, 140, "work %d on in(%d, %d)", m->other, m->row, m->col);
    else
        snprintf(text, 140, t->p->c.problem == LAB_ADD_ONE ? "%s(%d, %d) + 1" : "%s(%d, %d)",
                 in[0].name, m->row, m->col);
    return text;
}

/* Which places are wrong? Their first; of how many elements they are. */
static inline int lab_first_wrong(const struct lab_origins *t, int *line, int *elements)
{
    const int count = t->rows * t->cols;
    int first = -1;
    *elements = 0;
    for (int i = 0; i < count; i++) {
        int wrong = -1;
        const int word = t->kind == LAB_PACKS ? lab_word_of(t, i) : i;
        for (int l = t->lines - 1; l >= 0 && t->written[word]; l--)
            wrong = lab_is_right(t, l, i) ? wrong : l;
        if (wrong >= 0 && !(*elements)++) {
            first = i;
            *line = wrong;
        }
    }
    return first;
}

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
    else if (!t->follows && alike)
        lab_say(p,
                t->base[0] == 0 ? "Every element of %s is 0, whatever %s holds: 0 is stored, or "
                                  "no term gets into a sum."
                                : "Every element of %s is the same, whatever %s holds.",
                out, other);
    else if (!t->follows)
        lab_say(p,
                "%s is the same whatever %s holds: it is not used, or is that of an earlier "
                "launch.",
                out, other);
    else if (first >= 0 && isnan(t->base[first]))
        lab_say(p,
                "With %s all 0, %s is NaN: the sum does not start at 0, or takes what no matrix "
                "holds.",
                other, at);
    else if (first >= 0 && nothing && lab_origins_ask(t, LAB_ASK_NOTHING, 0, nothing) == 0 &&
             nothing[first] != 0)
        lab_say(p, "With all inputs 0, %s is %.9g: the sum does not start at 0.", at,
                nothing[first]);
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
        lab_say(p, least ? "%s has %s %s of %d %d times" : "%s has only %s %s of %d, and %d times",
                who, lab_terms(t, others > 1), several, k, most);
    else
        lab_say(p, "%s lacks %s %s of %d", who, lab_terms(t, missing > 1), terms, k);
    const int group = from & -from; /* the largest power of two that divides it */
    if (most == 1 && run && from == k - 1)
        lab_say(p, ", the last");
    else if (most == 1 && run && from && k - from < group)
        lab_say(p, ": what is left past whole groups of %d", group);
    else if (most == 1 && run && (from == p->c.m || from == p->c.n))
        lab_say(p, ": those from %c = %d on", from == p->c.m ? 'm' : 'n', from);
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

/* Where an element comes from, by rules: row, column, of the other operand, address. */
struct lab_source {
    struct lab_form of[4];
    int by_address;
};

/* Adds "A(row, l) x(l)", a term; an element by its address where only that has a rule. */
static inline void lab_say_term(const struct lab_origins *t, const struct lab_source *from)
{
    struct lab_probe *p = t->p;
    const struct lab_operand *in = p->s.in, *own = &in[t->side];
    const char *index = lab_index(t);
    const int two = t->kind == LAB_SUMS && p->s.inputs > 1;
    if (two && t->side) {
        lab_say(p, "%s(", in[0].name);
        lab_say_form(t, &from->of[LAB_FORM_OTHER], NULL, 0);
        lab_say(p, ", %s) ", index);
    }
    lab_say(p, from->by_address ? "%s[" : "%s(", own->name);
    lab_say_form(t, &from->of[from->by_address ? LAB_FORM_ADDRESS : LAB_FORM_ROW],
                 from->by_address ? own : NULL, 0);
    if (!from->by_address && !(own->cols == 1 && lab_is_vector(p))) {
        lab_say(p, ", ");
        lab_say_form(t, &from->of[LAB_FORM_COL], NULL, 0);
    }
    lab_say(p, from->by_address ? "]" : ")");
    if (two && !t->side) {
        lab_say(p, " %s(%s", in[1].name, index);
        if (!lab_is_vector(p)) {
            lab_say(p, ", ");
            lab_say_form(t, &from->of[LAB_FORM_OTHER], NULL, 0);
        }
        lab_say(p, ")");
    }
}

/* All that is met follows one rule, which is not the right one. */
static inline int lab_say_rule(struct lab_origins *t)
{
    struct lab_probe *p = t->p;
    struct lab_source is, right;
    for (int tile = 0; tile <= 128; tile = tile ? 2 * tile : 4) {
        int fits = lab_fit(t, LAB_FORM_OTHER, tile, 0, &is.of[LAB_FORM_OTHER]), same = 1;
        is.by_address = 0;
        for (int what = 0; what < 4; what++)
            lab_fit(t, (enum lab_formed)what, what < 3 ? tile : 0, 1, &right.of[what]);
        if (!fits)
            continue;
        fits = lab_fit(t, LAB_FORM_ROW, tile, 0, &is.of[LAB_FORM_ROW]) &&
               lab_fit(t, LAB_FORM_COL, tile, 0, &is.of[LAB_FORM_COL]);
        if (!fits && tile == 0 && t->kind != LAB_PACKS)
            fits = is.by_address = lab_fit(t, LAB_FORM_ADDRESS, 0, 0, &is.of[LAB_FORM_ADDRESS]);
        right.by_address = is.by_address;
        for (int what = 0; what < 3 + is.by_address; what++)
            same &= (is.by_address && what < 2) || lab_same_form(&is.of[what], &right.of[what]);
        if (!fits || same) {
            if (fits)
                return 0;
            continue;
        }
        lab_say(p, t->kind == LAB_PACKS ? "The bit of %s(%s) %s " : "%s(%s) %s ",
                t->kind == LAB_PACKS ? p->s.in[0].name : p->s.out.name,
                lab_is_vector(p)                    ? "row"
                : t->turned && t->kind == LAB_MOVES ? "col, row"
                                                    : "row, col",
                t->kind == LAB_SUMS    ? "takes"
                : t->kind == LAB_MOVES ? "holds"
                                       : "is that of");
        lab_say_term(t, &is);
        if (t->kind != LAB_PACKS) {
            lab_say(p, " where ");
            lab_say_term(t, &right);
            lab_say(p, " belongs");
        }
        const int *const row = is.of[LAB_FORM_ROW].of, *const col = is.of[LAB_FORM_COL].of;
        if (tile && t->turned && row[0] == 1 && row[3] == tile && col[2] == 1 && col[1] == tile)
            lab_say(p, ": each tile of %d is in the right place, but not transposed inside", tile);
        else if (tile && t->kind == LAB_SUMS && (t->side ? row[2] && col[4] : row[4] && col[0]))
            lab_say(p,
                    ": its tile of %d x %d is transposed where it is written, or where it is read",
                    tile, tile);
        lab_say(p, ".");
        return 1;
    }
    return 0;
}

/* The input's elements are stored at other places, by one rule. */
static inline int lab_say_stored(struct lab_origins *t)
{
    struct lab_probe *p = t->p;
    const struct lab_operand *out = &p->s.out;
    struct lab_form is, right;
    const int tile = t->kind == LAB_PACKS ? BINARY_BITS : 0;
    if (!lab_fit(t, LAB_FORM_PLACE, tile, 0, &is) || !lab_fit(t, LAB_FORM_PLACE, tile, 1, &right) ||
        lab_same_form(&is, &right))
        return 0;
    lab_say(p, "%s(row, col) is stored %s %s[", p->s.in[0].name, tile ? "in" : "at", out->name);
    lab_say_form(t, &is, out, 1);
    lab_say(p, "]; its place is %s[", out->name);
    lab_say_form(t, &right, out, 1);
    lab_say(p, "].");
    return 1;
}

/* What is at the first place that is wrong, and what belongs there. */
static inline void lab_say_first(struct lab_origins *t)
{
    struct lab_probe *p = t->p;
    int line, elements;
    char at[60], is[140], should[140], value[40];
    const int i = lab_first_wrong(t, &line, &elements);
    if (i < 0)
        return;
    const struct lab_met *met = lab_met_at(t, line, i), right = lab_met_right(t, line, i);
    lab_at_text(t, i, at);
    lab_met_text(t, &right, line, should);
    lab_value_text(p->s.out.type, met->value, 9, value);
    if (t->kind == LAB_PACKS && (met->times == 0 || met->times == LAB_ALWAYS_1))
        lab_say(p, "%s is always %d", at, met->times != 0);
    else if (met->times > 0)
        lab_say(p, "%s %s %s", at, t->kind == LAB_SUMS ? "has" : "holds",
                lab_met_text(t, met, line, is));
    else if (t->kind == LAB_PACKS)
        lab_say(p, "%s is not that of %s", at, lab_met_text(t, met, line, is));
    else if (met->times == 0)
        lab_say(p, "%s lacks the term", at);
    else if (t->kind == LAB_MOVES)
        lab_say(p, "%s holds %s, which no element gives", at, value);
    else if (met->times == LAB_NO_NUMBER)
        lab_say(p, "%s takes what is no element of any matrix", at);
    else
        lab_say(p, "Where only %s %d of %s is not 0, but 1, %s is %s",
                lab_is_vector(p) && !t->side ? "element"
                : t->side                    ? "column"
                                             : "row",
                t->line[line], lab_other_name(t), at, value);
    if (met->times > 1)
        lab_say(p, ", %d times", met->times);
    if (t->kind == LAB_PACKS && !right.times)
        lab_say(p, "; it is padding, and must be 0");
    else if (met->times == LAB_SEVERAL && t->kind == LAB_SUMS)
        lab_say(p, ", not %s(%d, %d) = %d", p->s.in[t->side].name, right.row, right.col,
                lab_probe_number((uint64_t)right.row * (uint64_t)p->s.in[t->side].cols +
                                 (uint64_t)right.col));
    else
        lab_say(p, "; %s belongs there", should);
    if (elements > 1)
        lab_say(p, ". %d of %d %s are wrong", elements, t->rows * t->cols,
                t->kind == LAB_PACKS ? "bits" : "elements");
    lab_say(p, ".");
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

/* The sentence about a product at this size. 1 if there is one. */
static inline int lab_say_product(struct lab_probe *p, lab_fill *fill, int sides)
{
    struct lab_origins t[2];
    int wrong[2] = {-1, -1}, several[2] = {0, 0};
    const int numbers = fill == lab_fill_sums;
    memset(t, 0, sizeof t);
    for (int side = 0; side < sides && !p->text[0]; side++) {
        struct lab_origins *now = &t[side];
        wrong[side] = lab_origins_fill(now, p, fill, side);
        for (int i = 0; wrong[side] > 0 && i < now->rows * now->cols * now->lines; i++)
            several[side] += now->met[i].times == LAB_SEVERAL;
        if (wrong[side] < 0 || lab_say_unwritten(p, now->written) ||
            (fill != lab_fill_words && lab_say_base(now)) ||
            (wrong[side] && (lab_say_empty(now) || lab_say_terms(now))) ||
            (wrong[side] && !several[side] && lab_say_rule(now)))
            break;
        if (!wrong[side] && side == 0 && numbers)
            lab_say_halves(now);
        if (!wrong[side])
            break;
    }
    const int better = several[1] < several[0] || (several[1] == several[0] && wrong[1] < wrong[0]);
    struct lab_origins *last = wrong[1] > 0 && better ? &t[1] : &t[0];
    if (!p->text[0] && wrong[0] > 0 && wrong[sides - 1] >= 0 &&
        !(numbers && several[0] && several[sides - 1] && lab_say_several(&t[0])))
        lab_say_first(last);
    lab_origins_free(&t[0]);
    lab_origins_free(&t[1]);
    return p->text[0] != 0;
}

/* Of an array that is changed in place: what is as it was, and what is added elsewhere. */
static inline int lab_say_in_place(struct lab_origins *t)
{
    const int count = t->rows * t->cols;
    signed char *same = (signed char *)calloc((size_t)t->rows, (size_t)t->cols);
    char text[100];
    int kept = 0, alike = same != NULL;
    for (int i = 0; i < count && same; i++) {
        const double more = t->met[i].value - lab_probe_number((uint64_t)i);
        kept += same[i] = more == 0;
        alike &= t->met[i].value - t->met[0].value ==
                 lab_probe_number((uint64_t)i) - lab_probe_number(0);
    }
    if (kept && kept < count) {
        lab_set_text(same, count, text, sizeof text);
        lab_say(t->p, "Element%s %s of %d %s as before.", kept > 1 ? "s" : "", text, count,
                kept > 1 ? "are" : "is");
    } else if (alike && !kept) {
        lab_say(t->p, "%.9g is added to every element, not 1.",
                t->met[0].value - lab_probe_number(0));
    }
    free(same);
    return t->p->text[0] != 0;
}

/* The sentence about what is only moved, or packed. 1 if there is one. */
static inline int lab_say_moved(struct lab_probe *p, lab_fill *fill)
{
    struct lab_origins t;
    const int wrong = lab_origins_fill(&t, p, fill, 0), count = t.rows * t.cols;
    int inverted = wrong > 0 && t.kind == LAB_PACKS, known = 1;
    for (int i = 0; i < count && wrong > 0; i++) {
        inverted &= t.met[i].times == (lab_met_right(&t, 0, i).times ? LAB_INVERTED : 0);
        known &= t.met[i].times >= 0 || !t.written[t.kind == LAB_PACKS ? lab_word_of(&t, i) : i];
    }
    if (inverted)
        lab_say(p, "Every bit is the other way round: 1 stands for +1.");
    else if (wrong > 0 && !(p->s.in_place && lab_say_in_place(&t)) &&
             !(t.kind != LAB_SUMS && known && !p->s.in_place && lab_say_stored(&t)) &&
             !lab_say_unwritten(p, t.written) && !(known && lab_say_rule(&t)) && p->any)
        lab_say_first(&t);
    lab_origins_free(&t);
    return p->text[0] != 0;
}

/* What C is for each pair of bits that all of A and of B are: a right one is k where they agree, -k
 * where they differ. 1 if that has been said. */
static inline int lab_say_pairs(struct lab_probe *p)
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
    else if (!status && wrong && p->any)
        lab_say(p,
                "Of k = %d pairs of bits, C is %.0f where all are 0 and 0, %.0f for 1 and 0, %.0f "
                "for 0 and 1, %.0f for 1 and 1; %d, %d, %d, %d belong there.",
                k, c[0], c[1], c[2], c[3], k, -k, -k, k);
    return p->text[0] != 0;
}

#endif

/* What a table of origins says, in one sentence: a rule that all of it follows, or else what is at
 * the first wrong place, and what belongs there. */
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
    int line = 0, elements = 0;
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
        lab_say(p, "%s takes padding, which is no element of a matrix", at);
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
        const int quarter = same[(count + 3) / 4] && kept == count - (count + 3) / 4;
        lab_say(t->p, "Element%s %s of %d %s as before%s.", kept > 1 ? "s" : "", text, count,
                kept > 1 ? "are" : "is",
                quarter ? ": all but the first quarter. Sizes of copies are bytes: * sizeof(float)"
                        : "");
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
    int inverted = wrong > 0 && t.kind == LAB_PACKS, known = 1, padding = 1;
    for (int i = 0; i < count && wrong > 0; i++) {
        inverted &= t.met[i].times == (lab_met_right(&t, 0, i).times ? LAB_INVERTED : 0);
        known &= t.met[i].times >= 0 || !t.written[t.kind == LAB_PACKS ? lab_word_of(&t, i) : i];
    }
    for (int i = 0; i < count && wrong > 0; i++)
        padding &= t.kind == LAB_PACKS &&
                   (t.written[lab_word_of(&t, i)] || !lab_met_right(&t, 0, i).times);
    if (inverted)
        lab_say(p, "Every bit is the other way round: 1 stands for +1.");
    else if (wrong > 0 && !(p->s.in_place && lab_say_in_place(&t)) &&
             !(t.kind != LAB_SUMS && known && !p->s.in_place && lab_say_stored(&t)) &&
             !lab_say_unwritten(p, t.written) && !(known && lab_say_rule(&t)) && p->any)
        lab_say_first(&t);
    else if (padding && wrong > 0 && strstr(p->text, "never written"))
        lab_say(p, " This is padding: it belongs to the layout, as zeros.");
    lab_origins_free(&t);
    return p->text[0] != 0;
}

#endif

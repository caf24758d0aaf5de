/* What a table of origins says of what is moved, packed or multiplied, in one sentence: a rule that
 * all of it follows, or else what is at the first wrong place, and what belongs there. */
#ifndef LAB_SAY_H
#define LAB_SAY_H

#include "lacking.h"
#include "rules.h"

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

/* The first element that is wrong, -1: none; its first line that is; how many are. */
static inline int lab_first_wrong(const struct lab_origins *t, int *line, int *elements)
{
    int first = -1;
    *elements = 0;
    for (int i = 0; i < t->count; i++) {
        int wrong = -1;
        for (int l = t->lines - 1; l >= 0 && t->written[lab_word_of(t, i)]; l--)
            wrong = lab_is_right(t, l, i) ? wrong : l;
        if (wrong >= 0 && !(*elements)++) {
            first = i;
            *line = wrong;
        }
    }
    return first;
}

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
    if (!from->by_address && own->cols > 1) {
        lab_say(p, ", ");
        lab_say_form(t, &from->of[LAB_FORM_COL], NULL, 0);
    }
    lab_say(p, from->by_address ? "]" : ")");
    if (two && !t->side) {
        lab_say(p, " %s(%s", in[1].name, index);
        if (in[1].cols > 1) {
            lab_say(p, ", ");
            lab_say_form(t, &from->of[LAB_FORM_OTHER], NULL, 0);
        }
        lab_say(p, ")");
    }
}

/* The rule holds of each element: what is not met would come from outside of the operands. */
static inline int lab_holds(const struct lab_origins *t, const struct lab_source *s)
{
    const struct lab_operand *own = &t->p->s.in[t->side];
    const int sums = t->kind == LAB_SUMS, others = t->side ? t->rows : t->cols,
              rows = !sums     ? own->rows
                     : t->side ? t->depth
                               : t->rows,
              cols = !sums     ? own->cols
                     : t->side ? t->cols
                               : t->depth;
    for (int n = 0; n < t->count * t->lines; n++) {
        const struct lab_met *m = &t->met[n], right = lab_met_right(t, n / t->count, n % t->count);
        int at[3];
        if (m->times == 1 || !right.times || !t->written[lab_word_of(t, n % t->count)])
            continue;
        lab_known(t, LAB_FORM_ROW, n, m, at);
        int row = lab_form_at(&s->of[s->by_address ? LAB_FORM_ADDRESS : LAB_FORM_ROW], at),
            col = s->by_address ? row % own->ld : lab_form_at(&s->of[LAB_FORM_COL], at);
        row = s->by_address ? row / own->ld : row;
        if (s->by_address && lab_address(own, t->side, 1, 0) == 1) {
            const int turned = row;
            row = col, col = turned;
        }
        const int other = lab_form_at(&s->of[LAB_FORM_OTHER], at);
        if (m->times ||
            (row >= 0 && row < rows && col >= 0 && col < cols && other >= 0 && other < others))
            return 0;
    }
    return 1;
}

/* In each tile, a number follows from the place of one variable, and the tile's from another? */
static inline int lab_is_exchanged(const struct lab_form *f)
{
    int of_place = 0, of_tile = 0;
    for (int v = 0; v < 3; v++) {
        of_place |= (f->of[2 * v] == 1) << v;
        of_tile |= (f->of[2 * v + 1] == f->tile) << v;
    }
    return of_place && of_tile && of_place != of_tile;
}

/* All that is met follows one rule, which is not the right one. */
static inline int lab_say_rule(struct lab_origins *t)
{
    struct lab_probe *p = t->p;
    struct lab_source is, right;
    for (int tile = LAB_NO_TILE; tile >= 4; tile = tile == LAB_NO_TILE ? 128 : tile / 2) {
        if (t->kind == LAB_PACKS && tile < LAB_NO_TILE && tile != BINARY_BITS)
            continue;
        for (int what = 0; what < 4; what++)
            lab_fit(t, (enum lab_formed)what, what < 3 ? tile : LAB_NO_TILE, 1, &right.of[what]);
        if (!lab_fit(t, LAB_FORM_OTHER, tile, 0, &is.of[LAB_FORM_OTHER]))
            continue;
        is.by_address = !lab_fit(t, LAB_FORM_ROW, tile, 0, &is.of[LAB_FORM_ROW]) ||
                        !lab_fit(t, LAB_FORM_COL, tile, 0, &is.of[LAB_FORM_COL]);
        if (is.by_address && (tile < LAB_NO_TILE || t->kind == LAB_PACKS ||
                              !lab_fit(t, LAB_FORM_ADDRESS, tile, 0, &is.of[LAB_FORM_ADDRESS])))
            continue;
        if (!lab_holds(t, &is))
            continue;
        right.by_address = is.by_address;
        lab_say(p, t->kind == LAB_PACKS ? "The bit of %s(%s) %s " : "%s(%s) %s ",
                t->kind == LAB_PACKS ? p->s.in[0].name : p->s.out.name,
                p->s.out.cols == 1                  ? "row"
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
        if (tile < LAB_NO_TILE && !is.by_address && lab_is_exchanged(&is.of[LAB_FORM_ROW]) &&
            lab_is_exchanged(&is.of[LAB_FORM_COL]))
            lab_say(p, ": rows and columns are exchanged within tiles of %d x %d", tile, tile);
        lab_say(p, ".");
        return 1;
    }
    return 0;
}

/* The input's elements are stored at other places, by one rule, each of them. */
static inline int lab_say_stored(struct lab_origins *t)
{
    struct lab_probe *p = t->p;
    const struct lab_operand *out = &p->s.out, *in = &p->s.in[0];
    struct lab_form is, right;
    const int tile = t->kind == LAB_PACKS ? (int)BINARY_BITS : (int)LAB_NO_TILE;
    int missing = 0;
    if (!lab_fit(t, LAB_FORM_PLACE, tile, 0, &is) || !lab_fit(t, LAB_FORM_PLACE, tile, 1, &right))
        return 0;
    for (int i = 0; i < in->rows * in->cols; i++) {
        const int at[3] = {i / in->cols, i % in->cols, 0}, place = lab_form_at(&is, at);
        missing += place >= 0 && place < p->rows * p->cols &&
                   (t->kind == LAB_PACKS || t->met[place].times != 1);
    }
    for (int i = 0; i < t->count && t->kind == LAB_PACKS; i++)
        missing -= t->met[i].times == 1;
    if (missing || !memcmp(&is, &right, sizeof is))
        return 0;
    lab_say(p, "%s(row, col) is stored %s %s[", in->name, t->kind == LAB_PACKS ? "in" : "at",
            out->name);
    lab_say_form(t, &is, out, 1);
    lab_say(p, "]; its place is %s[", out->name);
    lab_say_form(t, &right, out, 1);
    lab_say(p, "].");
    return 1;
}

/* "A(0, 0) + … + A(4, 0), the last 28 times": rows of which a value is the sum, as where threads
 * without a row have taken the last one. Else the value. */
static inline void lab_sum_text(const struct lab_origins *t, double value, int col, char text[140])
{
    const struct lab_operand *o = &t->p->s.in[t->side];
    lab_value_text(t->p->s.out.type, value, 9, text);
    for (int from = 0; from < o->rows; from++) {
        double sum = lab_own_value(t, from, col);
        for (int to = from + 1; to < o->rows && sum < value; to++) {
            const double own = lab_own_value(t, to, col), times = (value - sum) / own;
            if (times == 1 || (to + 1 == o->rows && times == floor(times))) {
                const int used = snprintf(text, 140, "%s(%d, %d) + … + %s(%d, %d)", o->name, from,
                                          col, o->name, to, col);
                snprintf(text + used, 140 - (size_t)used, times > 1 ? ", the last %.0f times" : "",
                         times);
                return;
            }
            sum += own;
        }
    }
}

/* What is at the first place that is wrong, and what belongs there. */
static inline void lab_say_first(struct lab_origins *t)
{
    struct lab_probe *p = t->p;
    int line = 0, elements = 0;
    char at[60], is[140], should[140];
    const int i = lab_first_wrong(t, &line, &elements);
    if (i < 0)
        return;
    const struct lab_met *met = lab_met_at(t, line, i), right = lab_met_right(t, line, i);
    const int plain = p->s.in[0].pack == LAB_PLAIN;
    lab_at_text(t, i, at);
    lab_met_text(t, met, line, is);
    lab_met_text(t, &right, line, should);
    if (met->times == 0 && t->kind != LAB_PACKS) {
        lab_say(p, "%s lacks %s", at, should);
    } else if (met->times < 0 && t->kind == LAB_SUMS && plain) {
        lab_sum_text(t, met->value, right.col, is);
        lab_say(p, "Where only %s %d of %s is not 0, but 1, %s is %s, not %s(%d, %d) = %.0f",
                p->s.in[!t->side].cols == 1 ? "element"
                : t->side                   ? "column"
                                            : "row",
                t->line[line], lab_other_name(t), at, is, p->s.in[t->side].name, right.row,
                right.col, lab_own_value(t, right.row, right.col));
    } else {
        const char *verb = t->kind == LAB_SUMS ? "has" : "holds";
        if (met->times == LAB_INVERTED) {
            verb = "is the opposite of";
        } else if (t->kind == LAB_PACKS && fmod(met->value, (1 << LAB_ASK_BIT_DIGITS) - 1) == 0) {
            verb = "is always";
            snprintf(is, sizeof is, "%d", met->value != 0);
        } else if (met->times < 0 && t->kind == LAB_MOVES) {
            lab_value_text(p->s.out.type, met->value + p->s.in_place, 9, is);
        } else if (met->times < 0) {
            snprintf(is, sizeof is,
                     t->kind == LAB_PACKS ? "several elements at once"
                                          : "not one whole word of A with one of B");
        }
        lab_say(p, "%s %s %s", at, verb, is);
        if (met->times > 1)
            lab_say(p, ", %d times", met->times);
        if (p->s.in_place)
            lab_say(p, ", where it held %d", lab_probe_number((uint64_t)i));
        lab_say(p, "; %s belongs there", right.times ? should : "0, as padding,");
    }
    if (elements > 1)
        lab_say(p, ". %d of %d %s are wrong", elements, t->count,
                t->kind == LAB_PACKS ? "bits" : "elements");
    lab_say(p, ".");
}

/* The sentence about what is only moved, or packed. 1 if there is one. */
static inline int lab_say_moved(struct lab_probe *p)
{
    struct lab_origins t;
    const int wrong = lab_origins_fill(&t, p, 0);
    int known = wrong > 0, padding = known;
    for (int i = 0; i < t.count && wrong > 0; i++) {
        const int written = t.written[lab_word_of(&t, i)];
        known &= t.met[i].times >= 0 || !written;
        padding &= written || !lab_met_right(&t, 0, i).times;
    }
    if (wrong > 0 && !(known && !p->s.in_place && lab_say_stored(&t))) {
        if (lab_say_unwritten(p, t.written))
            lab_say(p, padding && p->text[0]
                           ? " This is padding: it belongs to the layout, as zeros."
                           : "");
        else if (!(known && lab_say_rule(&t)) && p->any)
            lab_say_first(&t);
    }
    lab_origins_free(&t);
    return p->text[0] != 0;
}

#endif

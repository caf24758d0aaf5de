/* What a product's terms are called, and the sentences about a product whose terms are others than
 * those that belong there, by one rule. */
#ifndef LAB_FORMS_H
#define LAB_FORMS_H

#include "met.h"

/* How a problem calls things: C(row, col) is a sum over l; y(row) over columns; bits come in
 * words. */
static inline int lab_is_vector(const struct lab_probe *p)
{
    return lab_family(p->c.problem) == LAB_GEMV_ROW || lab_family(p->c.problem) == LAB_ONES;
}

/* The operand that is set to 0. */
static inline const char *lab_other_name(const struct lab_meetings *t)
{
    return t->p->s.in[t->p->s.inputs > 1 ? !t->side : 0].name;
}

/* Terms of a sum; of bits, words. */
static inline int lab_terms(const struct lab_probe *p)
{
    return p->s.in[0].pack == LAB_PLAIN ? p->s.depth : binary_words(p->s.in[0].bits);
}

static inline const char *lab_unit(const struct lab_probe *p, int several)
{
    static const char *const names[] = {
        "column", "columns", "term l =", "terms l =", "word", "words", "term", "terms"};
    const int packed = p->s.in[0].pack != LAB_PLAIN;
    return names[(packed ? 4 : lab_is_vector(p) ? 0 : 2) + several];
}

static inline const char *lab_element_text(const struct lab_probe *p, const char *name, int row,
                                           int col, int vector, char text[60])
{
    snprintf(text, 60, vector ? "%s(%d)" : "%s(%d, %d)", name, row, col);
    (void)p;
    return text;
}

/* "A(3, 5) x(6)": what meets, in the order of the product. */
static inline const char *lab_term_text(const struct lab_meetings *t, const struct lab_met *met,
                                        int l, char text[140])
{
    const struct lab_shape *s = &t->p->s;
    const int vector = s->in[1].cols == 1 && lab_is_vector(t->p);
    char a[60], b[60];
    lab_element_text(t->p, s->in[0].name, t->side ? met->other : met->row, t->side ? l : met->col,
                     0, a);
    lab_element_text(t->p, s->in[1].name, t->side ? met->row : l, t->side ? met->col : met->other,
                     vector, b);
    snprintf(text, 140, "%s %s", a, b);
    return text;
}

/* What counts the terms of a sum. */
static inline const char *lab_index(const struct lab_probe *p)
{
    return p->s.in[0].pack != LAB_PLAIN ? "word" : lab_is_vector(p) ? "col" : "l";
}

/* "row * lda + l" */
static inline const char *lab_form_text(const struct lab_meetings *t, const struct lab_form *f,
                                        const struct lab_operand *o, char *text, size_t size)
{
    const struct lab_case *c = &t->p->c;
    const int given = lab_has_ld(c->problem, t->side), packed = o && o->pack != LAB_PLAIN;
    const char *const name[3] = {"row", "col", lab_index(t->p)};
    char factor[30];
    int used = 0, order[6] = {0, 1, 2, 3, 4, 5};
    text[0] = 0;
    for (int i = 0; o && i < 6; i++) /* of an address: the longest steps first */
        for (int j = i; j > 0 && f->of[order[j]] > f->of[order[j - 1]]; j--) {
            const int other = order[j];
            order[j] = order[j - 1];
            order[j - 1] = other;
        }
    for (int at = 0; at < 6; at++) {
        const int i = order[at];
        const char *v = name[i / 2];
        const int by = f->of[i], joined = f->tile && f->of[i] * f->tile == f->of[i | 1];
        const char *plus = used ? " + " : "";
        if (!by || ((i & 1) && f->of[i - 1] * f->tile == by))
            continue;
        if (f->tile && by > 1 && by == (i & 1 ? f->tile : 0)) {
            used += snprintf(text + used, size - (size_t)used, "%s%s / %d * %d", plus, v, f->tile,
                             f->tile);
            continue;
        }
        if (packed && (by == o->ld || by == binary_words(c->k)))
            snprintf(factor, sizeof factor, " * %s",
                     by != o->ld            ? "binary_words(k)"
                     : o->pack == LAB_LINES ? "binary_pitch(k)"
                                            : "binary_padded(n)");
        else if (o && given && by == o->ld && !f->tile)
            snprintf(factor, sizeof factor, " * ld%c", 'a' + t->side);
        else if (o && !f->tile && by > 3 && (by == c->n || by == c->m || (by == c->k && c->k > 1)))
            snprintf(factor, sizeof factor, " * %c", by == c->n ? 'n' : by == c->m ? 'm' : 'k');
        else
            snprintf(factor, sizeof factor, by == 1 ? "" : " * %d", by);
        used += snprintf(text + used, size - (size_t)used, "%s%s", plus, v);
        if (f->tile && !((i & 1) == 0 && joined))
            used += snprintf(text + used, size - (size_t)used, i & 1 ? " / %d" : " %% %d", f->tile);
        used += snprintf(text + used, size - (size_t)used, "%s", factor);
    }
    if (f->constant || !used)
        snprintf(text + used, size - (size_t)used,
                 !used             ? "%d"
                 : f->constant < 0 ? " - %d"
                                   : " + %d",
                 used ? abs(f->constant) : f->constant);
    return text;
}

/* Each element holds a whole sum, but another one's; `any`: by no rule. */
static inline int lab_say_sums(struct lab_meetings *t, int any)
{
    struct lab_probe *p = t->p;
    struct lab_form row, col;
    const int vector = lab_is_vector(p);
    char text[80], other[80], is[60], of[60];
    int wrong = 0, from = -1, at = -1;
    for (int i = 0; i < p->rows * p->cols; i++) {
        const struct lab_met *first = lab_met_at(t, 0, 0, 0) + i;
        for (int line = 0; line < t->lines; line++) {
            const struct lab_met *met = lab_met_at(t, line, 0, 0) + i;
            if (met->times == first->times && (first->times == 0 || first->times == LAB_PADDING))
                continue; /* outside */
            if (met->times != 1 || met->other != first->other ||
                (t->side ? met->col != first->col || met->row != t->line[line]
                         : met->row != first->row || met->col != t->line[line]))
                return 0;
        }
        const int r = t->side ? first->other : first->row, c = t->side ? first->col : first->other;
        if (first->times > 0 && (r != i / p->cols || c != i % p->cols) && !wrong++)
            at = i, from = r * p->cols + c;
    }
    if (!wrong)
        return 0;
    int shaped = 0;
    for (int tile = 0; tile <= 64 && !shaped; tile = tile ? 2 * tile : 4)
        shaped = lab_fit(t, t->side ? LAB_FORM_OTHER : LAB_FORM_ROW, tile, &row) &&
                 lab_fit(t, t->side ? LAB_FORM_COL : LAB_FORM_OTHER, tile, &col);
    if (shaped && !row.tile && !vector && row.of[2] == 1 && !row.of[0] && col.of[0] == 1 &&
        !col.of[2])
        lab_say(p, "%s is stored transposed: %s(row, col) holds the sum of %s(col, row).",
                p->s.out.name, p->s.out.name, p->s.out.name);
    else if (shaped && vector)
        lab_say(p, "%s(row) holds the sum of row %s.", p->s.out.name,
                lab_form_text(t, &row, NULL, text, sizeof text));
    else if (shaped)
        lab_say(p, "%s(row, col) holds the sum that belongs at %s(%s, %s).", p->s.out.name,
                p->s.out.name, lab_form_text(t, &row, NULL, text, sizeof text),
                lab_form_text(t, &col, NULL, other, sizeof other));
    else if (!any)
        return 0;
    else
        lab_say(p, "%s holds the sum that belongs at %s; of %d elements, %d hold another's.",
                lab_element_text(p, p->s.out.name, at / p->cols, at % p->cols, vector, is),
                lab_element_text(p, p->s.out.name, from / p->cols, from % p->cols, vector, of),
                p->rows * p->cols, wrong);
    return 1;
}

/* Is all that is met where it belongs? */
static inline int lab_all_right(const struct lab_meetings *t)
{
    const int count = t->p->rows * t->p->cols;
    for (int i = 0; i < count * t->lines; i++)
        if (t->met[i].times && !lab_is_right(t, i / count, i % count / t->p->cols, i % t->p->cols))
            return 0;
    return 1;
}

/* Is that where the operand's elements belong? */
static inline int lab_is_usual(const struct lab_meetings *t, const struct lab_form *f)
{
    for (int line = 0; line < t->lines; line++)
        for (int i = 0; i < t->p->rows * t->p->cols; i++) {
            const int row = i / t->p->cols, col = i % t->p->cols;
            const struct lab_met right = lab_met_right(t, line, row, col);
            if (lab_form_value(f, row, col, t->line[line]) !=
                lab_formed(t, &right, LAB_FORM_ADDRESS))
                return 0;
        }
    return 1;
}

/* What is there, and what belongs there. */
static inline void lab_say_first(struct lab_meetings *t, const char *written)
{
    struct lab_probe *p = t->p;
    int wrong = 0, at = -1, on = 0, elements = 0;
    char place[60], is[140], should[140];
    for (int i = 0; i < p->rows * p->cols; i++) {
        int here = 0;
        for (int line = 0; line < t->lines && written[i]; line++)
            if (!lab_is_right(t, line, i / p->cols, i % p->cols)) {
                on = wrong++ ? on : line;
                at = at < 0 ? i : at;
                here++;
            }
        elements += here > 0;
    }
    if (at < 0)
        return;
    const struct lab_met *met = lab_met_at(t, on, 0, 0) + at;
    const struct lab_met right = lab_met_right(t, on, at / p->cols, at % p->cols);
    lab_element_text(p, p->s.out.name, at / p->cols, at % p->cols, lab_is_vector(p), place);
    lab_term_text(t, &right, t->line[on], should);
    if (met->times == 0)
        lab_say(p, "%s lacks the term %s", place, should);
    else if (met->times > 1 && met->row == right.row && met->col == right.col)
        lab_say(p, "%s has the term %s %d times", place, should, met->times);
    else if (met->times > 0)
        lab_say(p, "%s has %s where %s belongs", place, lab_term_text(t, met, t->line[on], is),
                should);
    else if (met->times == LAB_PADDING)
        lab_say(p, "%s takes padding for %s", place, should);
    else if (met->times == LAB_NO_NUMBER)
        lab_say(p, "%s takes what is no element of any matrix (a NaN) for %s", place, should);
    else
        lab_say(p, "%s has several terms for %s", place, should);
    if (t->lines * p->rows * p->cols > wrong && wrong > 1)
        lab_say(p, "; of %d terms asked about, %d are wrong, in %d of %d elements",
                t->lines * p->rows * p->cols, wrong, elements, p->rows * p->cols);
    lab_say(p, ".");
}

#endif

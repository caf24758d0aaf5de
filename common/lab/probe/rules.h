/* Where in memory the element lies that is met, as a sum of multiples of row, column and the term's
 * number: how such a rule is found, and written. */
#pragma once

#include "origins.h"

/* Lines of bits that are columns of B have them as rows. */
static inline int lab_by_columns(const struct lab_origins *t)
{
    const struct lab_operand *o = &t->p->s.in[t->side];
    return o->column_major || (o->pack == LAB_LINES && t->side);
}

/* Element (row, col) of the own operand is where in memory. */
static inline int lab_address(const struct lab_origins *t, int row, int col)
{
    const int ld = t->p->s.in[t->side].ld;
    return lab_by_columns(t) ? col * ld + row : row * ld + col;
}

/* Is there an element? */
static inline int lab_is_inside(const struct lab_origins *t, int address)
{
    const int ld = t->p->s.in[t->side].ld,
              lines = lab_by_columns(t) == t->flipped ? t->own_lines : t->width;
    return address >= 0 && address / ld < lines && address % ld < t->own_lines * t->width / lines;
}

/* Row, column, term, and 1. A rule is what each of the four is multiplied by. */
static inline void lab_at(const struct lab_origins *t, int n, int at[4])
{
    at[0] = n % t->count / t->cols;
    at[1] = n % t->cols;
    at[2] = t->line[n / t->count];
    at[3] = 1;
}

static inline int lab_rule_at(const int of[4], const int at[4])
{
    return of[0] * at[0] + of[1] * at[1] + of[2] * at[2] + of[3];
}

static inline int lab_is_one(const struct lab_met *met)
{
    return met->times == 1 || met->times == LAB_OTHER;
}

/* The rule that all that is met follows, from what differs from the first in one number; what is
 * not met would lie outside. 0 if there is none. */
static inline int lab_fit(const struct lab_origins *t, int of[4])
{
    int at[4], first[4] = {0}, base = 0, found = 0;
    memset(of, 0, 4 * sizeof *of);
    for (int n = 0; n < t->count * t->lines; n++) {
        if (!lab_is_one(&t->met[n]))
            continue;
        const int is = lab_address(t, t->met[n].row, t->met[n].col);
        lab_at(t, n, found ? at : first);
        for (int v = 0; v < 3 && found; v++)
            if (at[v] != first[v] && at[(v + 1) % 3] == first[(v + 1) % 3] &&
                at[(v + 2) % 3] == first[(v + 2) % 3])
                of[v] = (is - base) / (at[v] - first[v]);
        base = found++ ? base : is;
    }
    of[3] = base - lab_rule_at(of, first);
    for (int n = 0; n < t->count * t->lines; n++) {
        const struct lab_met *m = &t->met[n];
        lab_at(t, n, at);
        const int address = lab_rule_at(of, at);
        if (lab_is_one(m) ? address != lab_address(t, m->row, m->col)
                          : t->written[n % t->count] && (m->times || lab_is_inside(t, address)))
            return 0;
    }
    return found > 0;
}

/* ---- in words ---- */

/* "C(0, 1)", "y(3)", "packed[2][5] bit 3" */
static inline const char *lab_output_text(const struct lab_origins *t, int i)
{
    const int word = lab_word_of(t, i), cols = t->bits ? t->p->s.out.cols : t->cols;
    return lab_words(t->p, t->asking->out, word / cols, word % cols, i % BINARY_BITS);
}

/* "A(3, 5)": an element that is met. */
static inline const char *lab_met_text(const struct lab_origins *t, const struct lab_met *m)
{
    if (t->kinds && m->work == t->kinds)
        return lab_words(t->p, "in(%d, %d) as it was", m->row, m->col);
    if (t->kinds)
        return lab_words(t->p, "work %d on in(%d, %d)", m->work, m->row, m->col);
    return lab_words(t->p, t->asking->own[t->side], m->row, m->col);
}

/* " (= m)": a number that is a size of the problem. */
static inline const char *lab_size_name(const struct lab_probe *p, int number)
{
    return number == p->c.m ? " (= m)" : number == p->c.n ? " (= n)" : "";
}

/* "lda": a distance in the memory of the own operand, by its name if it has one. */
static inline const char *lab_distance_text(const struct lab_origins *t, int by)
{
    static const char *const names[] = {
        "k", "n", "m", "lda", "ldb", "binary_padded(n)", "binary_words(k)", "binary_pitch(k)"};
    const struct lab_case *c = &t->p->c;
    const struct lab_operand *const in = t->p->s.in, *const o = &in[t->side];
    const int lda = lab_has_ld(c->problem, 0) * in[0].ld,
              ldb = lab_has_ld(c->problem, 1) * in[1].ld, padded = (o->pack == LAB_WORDS) * o->ld,
              pitch = (o->pack == LAB_LINES) * o->ld, words = pitch ? binary_words(o->bits) : 0,
              values[] = {c->k, c->n, c->m, lda, ldb, padded, words, pitch};
    for (size_t i = 0; i < sizeof names / sizeof *names && by > 3; i++)
        if (values[i] == by)
            return names[i];
    return lab_words(t->p, "%d", by);
}

/* Adds "A[row * lda + l]" to what is said, the longest step first. */
static inline void lab_say_address(const struct lab_origins *t, const int of[4])
{
    const char *const name[] = {t->asking->turned ? "col" : "row",
                                t->asking->turned ? "row" : "col", t->asking->term, ""},
                      *sign = "";
    lab_say(t->p, "%s[", t->p->s.in[t->side].name);
    for (int n = 0, done = 0, v = 3; n < 4; n++, v = 3) {
        for (int i = 0; i < 3; i++)
            if (!(done >> i & 1) && (v == 3 || abs(of[i]) > abs(of[v])))
                v = i;
        done |= 1 << v;
        if (of[v] == 0 && (v < 3 || sign[0]))
            continue;
        const int by = abs(of[v]);
        lab_say(t->p, "%s%s%s%s",
                of[v] >= 0 ? sign
                : sign[0]  ? " - "
                           : "-",
                name[v], v < 3 && by > 1 ? " * " : "",
                v < 3 && by == 1 ? "" : lab_distance_text(t, by));
        sign = " + ";
    }
    lab_say(t->p, "]");
}

/* All that is met follows one rule, which is not the right one. */
static inline int lab_say_rule(struct lab_origins *t)
{
    const int varies[] = {t->rows > 1, t->cols > 1, t->depth > 1};
    int is[4], right[4] = {0};
    if (!t->misplaced || t->bits || t->kinds || !lab_fit(t, is))
        return 0;
    for (int v = 0; v < 3; v++) {
        const struct lab_met met = lab_belongs_at(t, v == 0, v == 1, v == 2);
        right[v] = varies[v] * lab_address(t, met.row, met.col);
    }
    lab_say(t->p, "%s(%s) takes ", t->p->s.out.name,
            t->cols == 1        ? "row"
            : t->asking->turned ? "col, row"
                                : "row, col");
    lab_say_address(t, is);
    lab_say(t->p, " where ");
    lab_say_address(t, right);
    lab_say(t->p, t->asking->term ? " belongs." : " belongs: is the index of in or of out wrong?");
    return 1;
}

/* Rules: where in memory the element lies that is met, as a sum of multiples of row, column and the
 * term's number; how a rule is found, and written. Names of elements in words. */
#ifndef LAB_RULES_H
#define LAB_RULES_H

#include "origins.h"

struct lab_form {
    int of[3], constant;
};

/* Element (row, col) is where in memory. Lines of bits that are columns of B have them as rows. */
static inline int lab_address(const struct lab_operand *o, int side, int row, int col)
{
    return o->column_major || (o->pack == LAB_LINES && side) ? col * o->ld + row
                                                             : row * o->ld + col;
}

/* Where what is met at place n (`right`: what belongs there) lies, and row, column and term. 0:
 * nothing is met. */
static inline int lab_met_at(const struct lab_origins *t, int n, int right, int at[3], int *is)
{
    const struct lab_met *m = right ? &t->right[n] : &t->met[n];
    at[0] = n % t->count / t->cols;
    at[1] = n % t->cols;
    at[2] = t->line[n / t->count];
    *is = lab_address(&t->p->s.in[t->side], t->side, m->row, m->col);
    return m->times > 0;
}

static inline int lab_form_at(const struct lab_form *f, const int at[3])
{
    return f->constant + f->of[0] * at[0] + f->of[1] * at[1] + f->of[2] * at[2];
}

/* The rule that all that is met follows (`right`: all that belongs there): from what differs from
 * the first in one number. 0 if there is none. */
static inline int lab_fit(const struct lab_origins *t, int right, struct lab_form *f)
{
    const int all = t->count * t->lines;
    int at[3], first[3] = {0}, base = 0, is, start = 0;
    memset(f, 0, sizeof *f);
    while (start < all && !lab_met_at(t, start, right, first, &base))
        start++;
    for (int n = start; n < all; n++)
        for (int v = 0; v < 3 && lab_met_at(t, n, right, at, &is); v++)
            if (at[v] != first[v] && at[(v + 1) % 3] == first[(v + 1) % 3] &&
                at[(v + 2) % 3] == first[(v + 2) % 3])
                f->of[v] = (is - base) / (at[v] - first[v]);
    f->constant = base - lab_form_at(f, first);
    for (int n = start; n < all; n++)
        if (lab_met_at(t, n, right, at, &is) && is != lab_form_at(f, at))
            return 0;
    return start < all;
}

/* The rule holds of each element: what is not met would lie outside of the operand. */
static inline int lab_holds(const struct lab_origins *t, const struct lab_form *f)
{
    const struct lab_operand *own = &t->p->s.in[t->side];
    const int turned = lab_address(own, t->side, 1, 0) == 1,
              rows = t->flipped ? t->width : t->own_lines,
              cols = t->flipped ? t->own_lines : t->width;
    for (int n = 0; n < t->count * t->lines; n++) {
        const int times = t->met[n].times;
        int at[3], is;
        lab_met_at(t, n, 1, at, &is);
        const int address = lab_form_at(f, at), line = address / own->ld, place = address % own->ld,
                  inside = address >= 0 && line < (turned ? cols : rows) &&
                           place < (turned ? rows : cols);
        if (t->written[n % t->count] && times != 1 && (times || inside))
            return 0;
    }
    return 1;
}

/* ---- in words ---- */

static inline int lab_is_vector(const struct lab_probe *p)
{
    return lab_family(p->c.problem) == LAB_GEMV_ROW || lab_family(p->c.problem) == LAB_ONES ||
           p->s.in_place;
}

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

/* "A(3, 5)": an element that is met. */
static inline void lab_met_text(const struct lab_origins *t, const struct lab_met *m, char text[60])
{
    const struct lab_operand *o = &t->p->s.in[t->side];
    const char *row = t->kind == LAB_SUMS && o->pack != LAB_PLAIN && t->side ? "word " : "",
               *col = t->kind == LAB_SUMS && o->pack != LAB_PLAIN && !t->side ? "word " : "";
    if (t->p->s.in_place)
        snprintf(text, 60, "%s(%d) + 1", o->name, m->row * o->cols + m->col);
    else if (lab_has_ways(t))
        snprintf(text, 60, "work %d on in(%d, %d)", m->work, m->row, m->col);
    else if (o->cols == 1 && lab_is_vector(t->p))
        snprintf(text, 60, "%s(%d)", o->name, m->row);
    else
        snprintf(text, 60, "%s(%s%d, %s%d)", o->name, row, m->row, col, m->col);
}

/* "multiplies row 3 of B by", "holds" */
static inline void lab_does_text(const struct lab_origins *t, const struct lab_met *m, int line,
                                 char text[60])
{
    const struct lab_operand *other = &t->p->s.in[!t->side];
    if (t->p->s.inputs == 1)
        snprintf(text, 60, "%s",
                 m->times == LAB_INVERTED ? "is the opposite of"
                 : t->kind == LAB_SUMS    ? "counts"
                                          : "holds");
    else if (other->cols == 1 && lab_is_vector(t->p))
        snprintf(text, 60, "multiplies %s(%d) by", other->name, t->line[line]);
    else
        snprintf(text, 60, "multiplies %s %d of %s by",
                 other->pack != LAB_PLAIN ? "word"
                 : t->side                ? "column"
                                          : "row",
                 t->line[line], other->name);
}

/* " (= m)": a number that is a size of the problem. */
static inline const char *lab_size_name(const struct lab_probe *p, int number)
{
    return number == p->c.m ? " (= m)" : number == p->c.n ? " (= n)" : "";
}

/* "lda": a distance in the memory of the own operand, by its name if it has one. */
static inline void lab_distance_text(const struct lab_origins *t, int by, char text[40])
{
    const struct lab_case *c = &t->p->c;
    const struct lab_operand *const in = t->p->s.in, *const o = &in[t->side];
    const int lines = o->pack == LAB_LINES;
    const struct {
        const char *name;
        int value;
    } names[] = {{"k", c->k},
                 {"n", c->n},
                 {"m", c->m},
                 {"lda", lab_has_ld(c->problem, 0) ? in[0].ld : 0},
                 {"ldb", lab_has_ld(c->problem, 1) ? in[1].ld : 0},
                 {"binary_padded(n)", o->pack == LAB_WORDS ? o->ld : 0},
                 {"binary_words(k)", lines ? binary_words(o->bits) : 0},
                 {"binary_pitch(k)", lines ? o->ld : 0}};
    snprintf(text, 40, "%d", by);
    for (size_t i = sizeof names / sizeof *names; i-- > 0 && by > 3;)
        if (names[i].value == by)
            snprintf(text, 40, "%s", names[i].name);
}

/* Adds "A[row * lda + l]" to what is said, the longest step first. */
static inline void lab_say_address(const struct lab_origins *t, const struct lab_form *f)
{
    const char *const term = t->p->s.in[0].pack != LAB_PLAIN ? "word"
                             : lab_is_vector(t->p)           ? "col"
                                                             : "l",
                      *const name[3] = {t->turned ? "col" : "row", t->turned ? "row" : "col", term};
    const char *sign = "";
    char by[40];
    lab_say(t->p, "%s[", t->p->s.in[t->side].name);
    for (int n = 0, done = 0; n < 3; n++) {
        int v = -1;
        for (int i = 0; i < 3; i++)
            if (!(done >> i & 1) && (v < 0 || abs(f->of[i]) > abs(f->of[v])))
                v = i;
        done |= 1 << v;
        lab_distance_text(t, abs(f->of[v]), by);
        if (f->of[v])
            lab_say(t->p, "%s%s%s%s",
                    f->of[v] >= 0 ? sign
                    : sign[0]     ? " - "
                                  : "-",
                    name[v], abs(f->of[v]) > 1 ? " * " : "", abs(f->of[v]) > 1 ? by : "");
        sign = f->of[v] ? " + " : sign;
    }
    lab_distance_text(t, abs(f->constant), by);
    if (f->constant || !sign[0])
        lab_say(t->p, "%s%s", f->constant < 0 ? " - " : sign, by);
    lab_say(t->p, "]");
}

/* All that is met follows one rule, which is not the right one. */
static inline int lab_say_rule(struct lab_origins *t)
{
    struct lab_probe *p = t->p;
    struct lab_form is, right;
    if (!t->misplaced || t->kind == LAB_PACKS || lab_has_ways(t) || !lab_fit(t, 0, &is) ||
        !lab_fit(t, 1, &right) || !lab_holds(t, &is))
        return 0;
    lab_say(p, "%s(%s) takes ", p->s.out.name,
            p->s.out.cols == 1 ? "row"
            : t->turned        ? "col, row"
                               : "row, col");
    lab_say_address(t, &is);
    lab_say(p, " where ");
    lab_say_address(t, &right);
    lab_say(p, " belongs.");
    return 1;
}

#endif

/* Rules: a number of what is met follows from where it is met; and how such a rule is written. */
#ifndef LAB_RULES_H
#define LAB_RULES_H

#include "origins.h"

/* A sum of multiples of each variable's place in its tile and of its tile's number. */
struct lab_form {
    int tile; /* at least what a variable reaches: there are no tiles */
    int of[6], constant;
};

enum { LAB_NO_TILE = 1 << 20 };

enum lab_formed {
    LAB_FORM_ROW,
    LAB_FORM_COL,
    LAB_FORM_OTHER,
    LAB_FORM_ADDRESS, /* of the element that is met */
    LAB_FORM_PLACE    /* where in the output the element is that is met: of its row and column */
};

/* Where an element comes from, by rules: row, column, of the other operand, address. */
struct lab_source {
    struct lab_form of[4];
    int by_address;
};

/* Element (row, col) is where in memory. Lines of bits that are columns of B have them as rows. */
static inline int lab_address(const struct lab_operand *o, int side, int row, int col)
{
    return o->column_major || (o->pack == LAB_LINES && side) ? col * o->ld + row
                                                             : row * o->ld + col;
}

/* One thing that is known: the variables, and what follows from them. */
static inline int lab_known(const struct lab_origins *t, enum lab_formed what, int n,
                            const struct lab_met *met, int at[3])
{
    const int i = n % t->count, placed = what == LAB_FORM_PLACE;
    const int is[] = {met->row, met->col, met->other,
                      lab_address(&t->p->s.in[t->side], t->side, met->row, met->col),
                      lab_word_of(t, i)};
    at[0] = placed ? met->row : i / t->cols;
    at[1] = placed ? met->col : i % t->cols;
    at[2] = t->line[n / t->count];
    return is[what];
}

/* The numbers that a form has multiples of: each variable's place in its tile, and its tile's. */
static inline int lab_feature(const int at[3], int j, int tile)
{
    return j % 2 ? at[j / 2] / tile : at[j / 2] % tile;
}

static inline int lab_form_at(const struct lab_form *f, const int at[3])
{
    int sum = f->constant;
    for (int j = 0; j < 6; j++)
        sum += f->of[j] * lab_feature(at, j, f->tile);
    return sum;
}

/* Number n of what is met, or of what belongs there, and what is known of it. 0: nothing is. */
static inline int lab_known_at(const struct lab_origins *t, enum lab_formed what, int n, int right,
                               int at[3], int *is)
{
    const struct lab_met m = right ? lab_met_right(t, n / t->count, n % t->count) : t->met[n];
    if (m.times > 0)
        *is = lab_known(t, what, n, &m, at);
    return m.times > 0;
}

/* The rule that all that is met follows (`right`: all that belongs there): from what differs from
 * the first in one number that is not known yet. 0 if there is none. */
static inline int lab_fit(const struct lab_origins *t, enum lab_formed what, int tile, int right,
                          struct lab_form *f)
{
    const int all = t->count * t->lines;
    const int reach[] = {t->rows, t->cols, t->depth};
    int at[3], first[3] = {0}, base = 0, is, start = 0, known[6] = {0};
    memset(f, 0, sizeof *f);
    f->tile = tile;
    while (start < all && !lab_known_at(t, what, start, right, first, &base))
        start++;
    for (int n = start; n < 3 * all; n++) {
        int rest, unknown = -1, by = 1;
        if (!lab_known_at(t, what, n % all, right, at, &is))
            continue;
        rest = is - base;
        for (int j = 0; j < 6; j++) {
            const int apart = lab_feature(at, j, tile) - lab_feature(first, j, tile);
            rest -= f->of[j] * apart;
            if (apart && !known[j]) {
                unknown = unknown < 0 ? j : 6;
                by = apart;
            }
        }
        if (unknown >= 0 && unknown < 6) {
            known[unknown] = 1;
            f->of[unknown] = rest / by;
        }
    }
    for (int v = 0; v < 6; v += 2)
        f->of[v + 1] = known[v + 1] ? f->of[v + 1] : tile * f->of[v];
    for (int v = 0; v < 3; v++) /* a tile's number is not known from one element beyond the first */
        if (f->of[2 * v + 1] != tile * f->of[2 * v] && reach[v] < tile + 2)
            return 0;
    f->constant = start < all ? base - lab_form_at(f, first) : 0;
    for (int n = start; n < all; n++)
        if (lab_known_at(t, what, n, right, at, &is) && is != lab_form_at(f, at))
            return 0;
    return start < all;
}

/* ---- in words ---- */

static inline int lab_is_vector(const struct lab_probe *p)
{
    return lab_family(p->c.problem) == LAB_GEMV_ROW || lab_family(p->c.problem) == LAB_ONES ||
           p->s.in_place;
}

/* What counts the terms of a sum; several of them. */
static inline const char *lab_index(const struct lab_origins *t)
{
    return t->p->s.in[0].pack != LAB_PLAIN ? "word" : lab_is_vector(t->p) ? "col" : "l";
}

static inline const char *lab_terms(const struct lab_origins *t, int several)
{
    static const char *const names[] = {"term l =", "terms l =", "column",
                                        "columns",  "word",      "words"};
    return names[several + (t->p->s.in[0].pack != LAB_PLAIN ? 4 : lab_is_vector(t->p) ? 2 : 0)];
}

/* " * lda": a number that is a distance in memory, by its name. */
static inline void lab_times_text(const struct lab_origins *t, const struct lab_operand *o, int by,
                                  char text[40])
{
    const struct lab_case *c = &t->p->c;
    const struct lab_operand *in = t->p->s.in;
    const int ld = o && lab_has_ld(c->problem, t->side), other = lab_has_ld(c->problem, !t->side);
    const struct {
        const char *name;
        int value;
    } names[] = {{"binary_pitch(k)", o && o->pack == LAB_LINES ? o->ld : 0},
                 {"binary_words(k)", o && o->pack == LAB_LINES ? binary_words(o->bits) : 0},
                 {"binary_padded(n)", o && o->pack == LAB_WORDS ? o->ld : 0},
                 {t->side ? "ldb" : "lda", ld && t->kind == LAB_SUMS ? in[t->side].ld : 0},
                 {t->side ? "lda" : "ldb", o && other && t->kind == LAB_SUMS ? in[!t->side].ld : 0},
                 {"n", o ? c->n : 0},
                 {"m", o ? c->m : 0},
                 {"k", o ? c->k : 0}};
    snprintf(text, 40, by == 1 ? "" : " * %d", by);
    for (size_t i = sizeof names / sizeof *names; by > 3 && i-- > 0;)
        if (names[i].value == by)
            snprintf(text, 40, " * %s", names[i].name);
}

/* Adds "row * lda + l" to what is said. Of an address in operand `o` (or NULL) long steps come
 * first; `placed`: its variables are the row and column of the element that is met. */
static inline void lab_say_form(const struct lab_origins *t, const struct lab_form *f,
                                const struct lab_operand *o, int placed)
{
    const int turned = t->turned && !placed;
    const char *const name[3] = {turned ? "col" : "row", turned ? "row" : "col", lab_index(t)};
    int said = 0, done[3] = {0};
    for (int n = 0; n < 3; n++) {
        int v = -1;
        for (int i = 0; i < 3; i++)
            if (!done[i] && (v < 0 || (o && abs(f->of[2 * i]) > abs(f->of[2 * v]))))
                v = i;
        done[v] = 1;
        const int joined = f->of[2 * v + 1] == f->of[2 * v] * f->tile;
        for (int j = 0; j < 2 - joined; j++) {
            const int by = f->of[2 * v + j];
            char factor[40], part[20] = "";
            lab_times_text(t, o, abs(by), factor);
            if (!joined)
                snprintf(part, sizeof part, j ? " / %d" : " %% %d", f->tile);
            if (by)
                lab_say(t->p, "%s%s%s%s", by > 0 ? (said ? " + " : "") : (said ? " - " : "-"),
                        name[v], part, factor);
            said |= by != 0;
        }
    }
    if (!said)
        lab_say(t->p, "%d", f->constant);
    else if (f->constant)
        lab_say(t->p, " %c %d", f->constant < 0 ? '-' : '+', abs(f->constant));
}

#endif

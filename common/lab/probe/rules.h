/* Rules: a number of what is met follows from where it is met; how a rule is found, and written. */
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

/* Number n of what is met (`right`: of what belongs there) in *is, and the variables that it may
 * follow from. 0: nothing is met. */
static inline int lab_known(const struct lab_origins *t, enum lab_formed what, int n, int right,
                            int at[3], int *is)
{
    const int i = n % t->count, placed = what == LAB_FORM_PLACE;
    const struct lab_met m = right ? t->right[n] : t->met[n];
    const int all[] = {m.row, m.col, m.other,
                       lab_address(&t->p->s.in[t->side], t->side, m.row, m.col), lab_word_of(t, i)};
    at[0] = placed ? m.row : i / t->cols;
    at[1] = placed ? m.col : i % t->cols;
    at[2] = t->line[n / t->count];
    *is = all[what];
    return m.times > 0;
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
    while (start < all && !lab_known(t, what, start, right, first, &base))
        start++;
    for (int n = start; n < 3 * all; n++) {
        int rest, unknown = -1, by = 1;
        if (!lab_known(t, what, n % all, right, at, &is))
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
    for (int v = 0; v < 3; v++) { /* a tile's number is not known from one element beyond it */
        int *const of = &f->of[2 * v];
        of[1] = known[2 * v + 1] ? of[1] : tile * of[0];
        if (of[1] != tile * of[0] && reach[v] < tile + 2)
            return 0;
    }
    f->constant = start < all ? base - lab_form_at(f, first) : 0;
    for (int n = start; n < all; n++)
        if (lab_known(t, what, n, right, at, &is) && is != lab_form_at(f, at))
            return 0;
    return start < all;
}

/* The rule holds of each element: what is not met would come from outside of the operands. */
static inline int lab_holds(const struct lab_origins *t, const struct lab_source *s)
{
    const struct lab_operand *own = &t->p->s.in[t->side];
    const int rows = t->flipped ? t->width : t->own_lines,
              cols = t->flipped ? t->own_lines : t->width, others = t->side ? t->rows : t->cols,
              turned = lab_address(own, t->side, 1, 0) == 1;
    for (int n = 0; n < t->count * t->lines; n++) {
        const int times = t->met[n].times;
        int at[3], is;
        if (!lab_known(t, LAB_FORM_ROW, n, 1, at, &is) || times == 1 ||
            !t->written[lab_word_of(t, n % t->count)])
            continue;
        const int address = lab_form_at(&s->of[LAB_FORM_ADDRESS], at), far = address / own->ld,
                  near = address % own->ld, other = lab_form_at(&s->of[LAB_FORM_OTHER], at),
                  row = s->by_address ? near + far - (turned ? far : near)
                                      : lab_form_at(&s->of[LAB_FORM_ROW], at),
                  col =
                      s->by_address ? (turned ? far : near) : lab_form_at(&s->of[LAB_FORM_COL], at);
        if (times ||
            (row >= 0 && row < rows && col >= 0 && col < cols && other >= 0 && other < others))
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

/* What counts the terms of a sum. */
static inline const char *lab_index(const struct lab_origins *t)
{
    return t->p->s.in[0].pack != LAB_PLAIN ? "word" : lab_is_vector(t->p) ? "col" : "l";
}

/* " * lda": a number that is a distance in the memory of `o`, by its name. */
static inline void lab_times_text(const struct lab_origins *t, const struct lab_operand *o, int by,
                                  char text[40])
{
    const struct lab_case *c = &t->p->c;
    const int ld[] = {lab_has_ld(c->problem, 0), lab_has_ld(c->problem, 1)},
              lines = o && o->pack == LAB_LINES;
    const struct {
        const char *name;
        int value;
    } names[] = {{"binary_pitch(k)", lines ? o->ld : 0},
                 {"binary_words(k)", lines ? binary_words(o->bits) : 0},
                 {"binary_padded(n)", o && o->pack == LAB_WORDS ? o->ld : 0},
                 {t->side ? "ldb" : "lda", ld[t->side] ? t->p->s.in[t->side].ld : 0},
                 {t->side ? "lda" : "ldb", ld[!t->side] ? t->p->s.in[!t->side].ld : 0},
                 {"n", c->n},
                 {"m", c->m},
                 {"k", c->k}};
    snprintf(text, 40, by == 1 ? "" : " * %d", by);
    for (size_t i = sizeof names / sizeof *names; o && by > 3 && i-- > 0;)
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
    const char *sign = "";
    for (int n = 0, done = 0; n < 3; n++) {
        int v = -1;
        for (int i = 0; i < 3; i++)
            if (!(done >> i & 1) && (v < 0 || (o && abs(f->of[2 * i]) > abs(f->of[2 * v]))))
                v = i;
        done |= 1 << v;
        const int *const of = &f->of[2 * v], joined = of[1] == of[0] * f->tile;
        for (int j = 0; j < 2 - joined; j++) {
            char factor[40], part[20] = "";
            lab_times_text(t, o, abs(of[j]), factor);
            if (!joined)
                snprintf(part, sizeof part, j ? " / %d" : " %% %d", f->tile);
            if (of[j])
                lab_say(t->p, "%s%s%s%s",
                        of[j] > 0 ? sign
                        : sign[0] ? " - "
                                  : "-",
                        name[v], part, factor);
            sign = of[j] ? " + " : sign;
        }
    }
    if (!sign[0])
        lab_say(t->p, "%d", f->constant);
    else if (f->constant)
        lab_say(t->p, " %c %d", f->constant < 0 ? '-' : '+', abs(f->constant));
}

/* Adds "A(row, l)": an element of `o` by its row and column, NULL: these count the terms. */
static inline void lab_say_element(const struct lab_origins *t, const struct lab_operand *o,
                                   const struct lab_form *row, const struct lab_form *col)
{
    const struct lab_form *const of[] = {row, col};
    for (int d = 0; d < (o->cols > 1 ? 2 : 1); d++) {
        lab_say(t->p, "%s", d ? ", " : o->name);
        lab_say(t->p, "%s%s", d ? "" : "(", of[d] ? "" : lab_index(t));
        if (of[d])
            lab_say_form(t, of[d], NULL, 0);
    }
    lab_say(t->p, ")");
}

/* Adds "A(row, l) x(l)", a term; an element by its address where only that has a rule. */
static inline void lab_say_term(const struct lab_origins *t, const struct lab_source *from)
{
    const struct lab_operand *in = t->p->s.in, *own = &in[t->side];
    const int two = t->kind == LAB_SUMS && t->p->s.inputs > 1;
    if (two && t->side) {
        lab_say_element(t, in, &from->of[LAB_FORM_OTHER], NULL);
        lab_say(t->p, " ");
    }
    if (from->by_address) {
        lab_say(t->p, "%s[", own->name);
        lab_say_form(t, &from->of[LAB_FORM_ADDRESS], own, 0);
        lab_say(t->p, "]");
    } else {
        lab_say_element(t, own, &from->of[LAB_FORM_ROW], &from->of[LAB_FORM_COL]);
    }
    if (two && !t->side) {
        lab_say(t->p, " ");
        lab_say_element(t, &in[1], NULL, &from->of[LAB_FORM_OTHER]);
    }
}

/* All that is met follows one rule, which is not the right one. */
static inline int lab_say_rule(struct lab_origins *t)
{
    static const char *const verbs[] = {"takes", "holds", "is that of"};
    struct lab_probe *p = t->p;
    struct lab_source is, right;
    const int bits = t->kind == LAB_PACKS;
    for (int tile = LAB_NO_TILE; tile >= 4 && t->wrong && !t->several;
         tile = tile == LAB_NO_TILE ? 128 : tile / 2) {
        if (bits && tile < LAB_NO_TILE && tile != BINARY_BITS)
            continue;
        for (int what = 0; what < 4; what++)
            lab_fit(t, (enum lab_formed)what, what < 3 ? tile : LAB_NO_TILE, 1, &right.of[what]);
        right.by_address = is.by_address =
            !lab_fit(t, LAB_FORM_ROW, tile, 0, &is.of[LAB_FORM_ROW]) ||
            !lab_fit(t, LAB_FORM_COL, tile, 0, &is.of[LAB_FORM_COL]);
        const int addressed =
            lab_fit(t, LAB_FORM_ADDRESS, LAB_NO_TILE, 0, &is.of[LAB_FORM_ADDRESS]);
        if (!lab_fit(t, LAB_FORM_OTHER, tile, 0, &is.of[LAB_FORM_OTHER]) ||
            (is.by_address && (tile < LAB_NO_TILE || bits || !addressed)) || !lab_holds(t, &is))
            continue;
        lab_say(p, "%s%s(%s) %s ", bits ? "The bit of " : "",
                bits ? p->s.in[0].name : p->s.out.name,
                p->s.out.cols == 1                  ? "row"
                : t->turned && t->kind == LAB_MOVES ? "col, row"
                                                    : "row, col",
                verbs[t->kind]);
        lab_say_term(t, &is);
        lab_say(p, " where ");
        lab_say_term(t, &right);
        lab_say(p, " belongs");
        int tiles = 0, both = 0; /* a place in a tile, and the tile, are of two variables */
        for (int i = 0; i < 6; i += 2) {
            const int *row = &is.of[LAB_FORM_ROW].of[i], *col = &is.of[LAB_FORM_COL].of[i];
            tiles += (row[1] == tile) + (col[1] == tile);
            both |= (row[0] && row[1]) || (col[0] && col[1]);
        }
        if (!is.by_address && tiles == 2 && !both)
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
    const int bits = t->kind == LAB_PACKS, tile = bits ? (int)BINARY_BITS : (int)LAB_NO_TILE;
    int missing = 0;
    if (!t->wrong || t->several || p->s.in_place || !lab_fit(t, LAB_FORM_PLACE, tile, 0, &is) ||
        !lab_fit(t, LAB_FORM_PLACE, tile, 1, &right))
        return 0;
    for (int i = 0; i < in->rows * in->cols; i++) {
        const int at[3] = {i / in->cols, i % in->cols, 0}, place = lab_form_at(&is, at);
        missing += place >= 0 && place < p->rows * p->cols && (bits || t->met[place].times != 1);
    }
    for (int i = 0; i < t->count && bits; i++)
        missing -= t->met[i].times == 1;
    if (missing || !memcmp(&is, &right, sizeof is))
        return 0;
    lab_say(p, "%s(row, col) is stored %s %s[", in->name, bits ? "in" : "at", out->name);
    lab_say_form(t, &is, out, 1);
    lab_say(p, "]; its place is %s[", out->name);
    lab_say_form(t, &right, out, 1);
    lab_say(p, "].");
    return 1;
}

#endif

/* Rules: a number of what is met follows from where it is met; and how such a rule is written. */
#ifndef LAB_RULES_H
#define LAB_RULES_H

#include "origins.h"

/* A sum of multiples of each variable's place in its tile and of its tile's number. */
struct lab_form {
    int tile; /* 0: there are no tiles */
    int of[6], constant;
};

enum lab_formed {
    LAB_FORM_ROW,
    LAB_FORM_COL,
    LAB_FORM_OTHER,
    LAB_FORM_ADDRESS, /* of the element that is met */
    LAB_FORM_PLACE    /* where in the output the element is that is met: of its row and column */
};

/* Element (row, col) is where in memory. Lines of bits that are columns of B have them as rows. */
static inline int lab_address(const struct lab_operand *o, int side, int row, int col)
{
    if (o->pack == LAB_LINES && side)
        return col * o->ld + row;
    return o->column_major ? col * o->ld + row : row * o->ld + col;
}

/* One thing that is known: the variables, and what follows from them. */
static inline int lab_known(const struct lab_origins *t, enum lab_formed what, int line, int i,
                            const struct lab_met *met, int at[3])
{
    at[0] = what == LAB_FORM_PLACE ? met->row : i / t->cols;
    at[1] = what == LAB_FORM_PLACE ? met->col : i % t->cols;
    at[2] = t->line[line];
    return what == LAB_FORM_ROW     ? met->row
           : what == LAB_FORM_COL   ? met->col
           : what == LAB_FORM_OTHER ? met->other
           : what == LAB_FORM_PLACE
               ? t->kind == LAB_PACKS ? lab_word_of(t, i) : i
               : lab_address(&t->p->s.in[t->side], t->side, met->row, met->col);
}

static inline void lab_features(const int at[3], int tile, double feature[7])
{
    feature[0] = 1;
    for (int v = 0; v < 3; v++) {
        feature[2 * v + 1] = tile ? at[v] % tile : at[v];
        feature[2 * v + 2] = tile ? at[v] / tile : 0;
    }
}

/* The rule for all that is met (`right`: for what belongs there), by least squares, and then
 * exactly. 0 if there is none. */
static inline int lab_fit(const struct lab_origins *t, enum lab_formed what, int tile, int right,
                          struct lab_form *f)
{
    const int count = t->rows * t->cols, all = count * t->lines;
    double matrix[7][8] = {{0}}, feature[7], rule[7] = {0}, least[7] = {0};
    int at[3], exact = 1, met = 0;
    for (int pass = 0; pass < 2 && exact; pass++) {
        for (int i = 0; i < all && exact; i++) {
            const struct lab_met belongs = lab_met_right(t, i / count, i % count),
                                 *m = right ? &belongs : t->met + i;
            if (m->times <= 0)
                continue;
            double lacks = lab_known(t, what, i / count, i % count, m, at);
            lab_features(at, tile, feature);
            for (int j = 0; j < 7 && pass == 0; j++) {
                for (int k = 0; k < 7; k++)
                    matrix[j][k] += feature[j] * feature[k];
                matrix[j][7] += feature[j] * lacks;
            }
            for (int j = 0; j < 7; j++)
                lacks -= rule[j] * feature[j];
            exact = pass == 0 || lacks == 0;
            met++;
        }
        for (int j = 0; j < 7 && pass == 0; j++)
            least[j] = 1e-9 * matrix[j][j];
        for (int j = 0; j < 7 && pass == 0; j++) /* what does not vary counts nothing */
            for (int k = 0; k < 7; k++) {
                const double by = k == j                    ? 0
                                  : matrix[j][j] > least[j] ? matrix[k][j] / matrix[j][j]
                                                            : 0;
                for (int l = 0; l < 8; l++)
                    matrix[k][l] -= by * matrix[j][l];
            }
        for (int j = 0; j < 7 && pass == 0; j++)
            rule[j] = matrix[j][j] > least[j] ? rint(matrix[j][7] / matrix[j][j]) : 0;
    }
    f->tile = tile;
    f->constant = (int)rule[0];
    for (int j = 0; j < 6; j++)
        f->of[j] = j % 2 && tile && least[j + 1] == 0 ? tile * f->of[j - 1] : (int)rule[j + 1];
    return exact && met > 0;
}

static inline int lab_same_form(const struct lab_form *a, const struct lab_form *b)
{
    int same = a->constant == b->constant;
    for (int j = 0; j < 6; j++)
        same &= a->of[j] == b->of[j];
    return same;
}

/* ---- in words ---- */

static inline int lab_is_vector(const struct lab_probe *p)
{
    return lab_family(p->c.problem) == LAB_GEMV_ROW || lab_family(p->c.problem) == LAB_ONES;
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
    const char size = by == c->n ? 'n' : by == c->m ? 'm' : by == c->k && c->k > 1 ? 'k' : 0;
    snprintf(text, 40, by == 1 ? "" : " * %d", by);
    if (o && o->pack == LAB_LINES && (by == o->ld || by == binary_words(o->bits)))
        snprintf(text, 40, by == o->ld ? " * binary_pitch(k)" : " * binary_words(k)");
    else if (o && o->pack == LAB_WORDS && by == o->ld)
        snprintf(text, 40, " * binary_padded(n)");
    else if (o && by > 3 && size)
        snprintf(text, 40, " * %c", size);
    for (int i = 1; o && i >= 0; i--)
        if (t->kind == LAB_SUMS && lab_has_ld(c->problem, i ^ t->side) &&
            by == t->p->s.in[i ^ t->side].ld && by > 3)
            snprintf(text, 40, " * ld%c", 'a' + (i ^ t->side));
}

/* Adds "row * lda + l" to what is said. Of an address in operand `o` (or NULL) long steps come
 * first; `placed`: its variables are the row and column of the element that is met. */
static inline void lab_say_form(const struct lab_origins *t, const struct lab_form *f,
                                const struct lab_operand *o, int placed)
{
    const int turned = t->turned && !placed;
    const char *const name[3] = {turned ? "col" : "row", turned ? "row" : "col", lab_index(t)};
    int said = 0, order[3] = {0, 1, 2}, step[3];
    for (int v = 0; v < 3; v++)
        step[v] = abs(f->of[2 * v]) + abs(f->of[2 * v + 1]);
    for (int i = 0; o && i < 2; i++)
        for (int j = i + 1; j < 3; j++)
            if (step[order[j]] > step[order[i]]) {
                const int first = order[i];
                order[i] = order[j];
                order[j] = first;
            }
    for (int i = 0; i < 6; i++) {
        const int v = order[i / 2], by = f->of[2 * v + i % 2],
                  joined = !f->tile || f->of[2 * v + 1] == f->of[2 * v] * f->tile;
        char factor[40], part[20] = "";
        if (!by || (joined && i % 2))
            continue;
        lab_times_text(t, o, abs(by), factor);
        if (!joined)
            snprintf(part, sizeof part, i % 2 ? " / %d" : " %% %d", f->tile);
        lab_say(t->p, "%s%s%s%s",
                by < 0 ? said ? " - " : "-"
                : said ? " + "
                       : "",
                name[v], part, factor);
        said = 1;
    }
    if (f->constant || !said)
        lab_say(t->p,
                !said             ? "%d"
                : f->constant < 0 ? " - %d"
                                  : " + %d",
                said ? abs(f->constant) : f->constant);
}

#endif

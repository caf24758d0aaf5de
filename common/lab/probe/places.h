/* Copies, transposes, packings: where each element of a wrong output came from. */
#ifndef LAB_PLACES_H
#define LAB_PLACES_H

#include "lab/branches.h"
#include "products.h"

static inline const char *lab_source_text(const struct lab_meetings *t, const struct lab_form *row,
                                          const struct lab_form *col, char text[200])
{
    char a[90], b[90];
    snprintf(text, 200, "%s(%s, %s)", t->p->s.in[0].name, lab_form_text(t, row, NULL, a, sizeof a),
             lab_form_text(t, col, NULL, b, sizeof b));
    return text;
}

/* All that was moved went by one rule. */
static inline int lab_say_moves(struct lab_meetings *t)
{
    struct lab_probe *p = t->p;
    struct lab_form row, col, at;
    const char *out = p->s.out.name, *in = p->s.in[0].name;
    char text[200];
    if (lab_fit(t, LAB_FORM_ADDRESS, 0, &at) && at.of[2] == 1 && at.of[0] == p->s.out.ld) {
        lab_say(p, "%s is %s as it was, copied and not transposed.", out, in);
        return 1;
    }
    for (int tile = 0; tile <= 128; tile = tile ? 2 * tile : 4) {
        if (!lab_fit(t, LAB_FORM_ROW, tile, &row) || !lab_fit(t, LAB_FORM_COL, tile, &col))
            continue;
        lab_say(p, "%s(row, col) holds %s%s", out, lab_source_text(t, &row, &col, text),
                t->moves == LAB_MOVED_TURNED ? ", where that of (col, row) belongs" : "");
        if (tile && row.of[0] == 1 && row.of[3] == tile && col.of[2] == 1 && col.of[1] == tile)
            lab_say(p, ": each tile of %d is in the right place, but not transposed inside", tile);
        if (tile && row.of[2] == 1 && row.of[1] == tile && col.of[0] == 1 && col.of[3] == tile)
            lab_say(p, ": each tile of %d is transposed inside, but still where it was", tile);
        lab_say(p, ".");
        return 1;
    }
    if (lab_fit(t, LAB_FORM_ADDRESS, 0, &at)) {
        lab_say(p, "%s(row, col) holds %s[%s].", out, in,
                lab_form_text(t, &at, &p->s.in[0], text, sizeof text));
        return 1;
    }
    return 0;
}

/* The first element that holds another than its own. `what` holds words for a value that no element
 * has; NULL: it is not said. */
static inline void lab_say_place(struct lab_meetings *t, const char *written, const double *value)
{
    struct lab_probe *p = t->p;
    int wrong = 0, first = -1;
    for (int i = 0; i < p->rows * p->cols; i++)
        if (written[i] && !lab_is_right(t, 0, i / p->cols, i % p->cols))
            first = wrong++ ? first : i;
    if (first < 0)
        return;
    const int row = first / p->cols, col = first % p->cols;
    const struct lab_met *met = lab_met_at(t, 0, row, col), right = lab_met_right(t, 0, row, col);
    const char *in = p->s.in[0].name;
    char is[60], hex[40];
    lab_value_text(p->s.out.type, value[first], 9, hex);
    if (met->times == 1)
        snprintf(is, sizeof is, "%s(%d, %d)", in, met->row, met->col);
    else
        snprintf(is, sizeof is, "%s, no element of %s", hex, in);
    lab_say(p, "%s(%d, %d) holds %s; %s(%d, %d) belongs there. %d of %d elements are wrong.",
            p->s.out.name, row, col, is, in, right.row, right.col, wrong, p->rows * p->cols);
}

/* Which element of the input has made this value? */
static inline void lab_find_source(const struct lab_meetings *t, double value, int i,
                                   struct lab_met *met)
{
    const struct lab_probe *p = t->p;
    const struct lab_operand *in = &p->s.in[0];
    int index = -1;
    if (p->c.problem == LAB_ADD_ONE) {
        index = lab_probe_index(value - 1);
    } else if (lab_problem_of(p->c.problem)->third == LAB_WAYS) {
        uint32_t made;
        for (int e = 0; e < in->rows * in->cols && index < 0; e++) {
            lab_branch(i % p->c.k, LAB_ASK_PATTERN + (uint32_t)e, &made);
            index = (double)made == value ? e : -1;
        }
    } else if (value >= LAB_ASK_PATTERN) {
        index = (int)(value - LAB_ASK_PATTERN);
    }
    met->times = index >= 0 && index < in->rows * in->cols;
    met->row = index / in->cols;
    met->col = index % in->cols;
}

/* Is what belongs there added to what was there, in floats or in integers? */
static inline int lab_is_added(const struct lab_meetings *t, const double *value)
{
    const struct lab_probe *p = t->p;
    uint32_t should, sum;
    float was, more;
    for (int i = 0; i < p->rows * p->cols; i++) {
        const struct lab_met right = lab_met_right(t, 0, i / p->cols, i % p->cols);
        should = LAB_ASK_PATTERN + (uint32_t)(right.row * p->s.in[0].cols + right.col);
        if (p->s.out.type == LAB_B32) {
            memcpy(&more, &should, sizeof more);
            was = (float)lab_poison_value(&p->c, LAB_F32);
            was += more;
            memcpy(&sum, &was, sizeof sum);
        } else {
            lab_branch(i % p->c.k, should, &sum);
            sum += (uint32_t)lab_poison_value(&p->c, LAB_U32);
        }
        if ((double)sum != value[i])
            return 0;
    }
    return !p->s.in_place;
}

/* What a whole program on an array has left as it was, or changed twice. */
static inline int lab_say_in_place(struct lab_probe *p, const double *value)
{
    const int count = p->rows * p->cols;
    char *same = (char *)calloc((size_t)count + 1, 1), text[80];
    int twice = 0, kept = 0, first = count;
    for (int i = 0; i < count && same; i++) {
        const double own = lab_probe_number((uint64_t)i);
        same[i] = value[i] == own;
        first = same[i] && first == count ? i : first;
        kept += same[i];
        twice += value[i] == own + 2;
    }
    lab_set_text(same ? same : "", same ? count : 0, text, sizeof text);
    if (twice == count)
        lab_say(p, "1 is added to every element twice.");
    else if (kept && first == (count + 3) / 4 && kept == count - first)
        lab_say(p,
                "Only the first quarter of the array changes, elements 0 to %d: sizes of copies "
                "are bytes, count * sizeof(float).",
                first - 1);
    else if (kept)
        lab_say(p, "Element%s %s of %d %s as before.", kept > 1 ? "s" : "", text, count,
                kept > 1 ? "are" : "is");
    free(same);
    return twice == count || kept;
}

/* The sentence about what is only moved. 1 if there is one. */
static inline int lab_say_moved(struct lab_probe *p)
{
    const int count = p->rows * p->cols, in_place = p->s.in_place,
              turned = lab_problem_of(p->c.problem)->layout == LAB_TRANSPOSE;
    struct lab_meetings t = {
        p, 0, 1, {0}, 1, 0, -1, turned ? LAB_MOVED_TURNED : LAB_MOVED_STRAIGHT, NULL, NULL};
    const double poison = lab_poison_value(&p->c, p->s.out.type);
    char *written = (char *)calloc((size_t)count, 1);
    double *value = (double *)malloc(sizeof *value * (size_t)count);
    t.met = (struct lab_met *)calloc((size_t)count, sizeof *t.met);
    if (t.met && value && written && lab_probe_ask(p, LAB_ASK_LINE, 0, value) == 0) {
        for (int i = 0; i < count; i++) {
            written[i] = in_place || value[i] != poison;
            lab_find_source(&t, value[i], i, &t.met[i]);
        }
        if (lab_is_added(&t, value))
            lab_say(p, "Each element is added to what %s held: store it.", p->s.out.name);
        else if (!(in_place ? lab_say_in_place(p, value) : lab_say_unwritten(p, written))) {
            int known = 1;
            for (int i = 0; i < count; i++)
                known &= t.met[i].times == 1;
            if ((!turned || !known || !lab_say_moves(&t)) && p->any)
                lab_say_place(&t, written, value);
        }
    }
    free(t.met);
    free(value);
    free(written);
    return p->text[0] != 0;
}

#endif

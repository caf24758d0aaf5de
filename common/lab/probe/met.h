/* The table of a product: which element of one operand meets which of the other in each element of
 * the output, as the kernel itself says. */
#ifndef LAB_MET_H
#define LAB_MET_H

#include "probe.h"

/* What an element of the output takes with one line of the other operand. */
struct lab_met {
    int times;    /* 0: nothing */
    int row, col; /* of the own operand: A; on side 1, B */
    int other;    /* of the other one: the column of B; on side 1, the row of A */
};

enum { LAB_SEVERAL = -1, LAB_NO_NUMBER = -2, LAB_PADDING = -3 /* in place of times */ };

enum lab_moves { LAB_MOVED_NOT, LAB_MOVED_STRAIGHT, LAB_MOVED_TURNED };

struct lab_meetings {
    struct lab_probe *p;
    int side, lines, line[LAB_ASKED_LINES], depth;
    int changes; /* the output does, from launch to launch */
    int as_int;  /* an element with the bits of the integer that belongs there; -1: none */
    int moves;   /* nothing is multiplied: one line, and each element comes from an element */
    struct lab_met *met; /* [line][row of C][column of C] */
    double *base;        /* C where the other operand is 0 */
};

static inline struct lab_met *lab_met_at(const struct lab_meetings *t, int line, int row, int col)
{
    return t->met + ((size_t)line * (size_t)t->p->rows + (size_t)row) * (size_t)t->p->cols + col;
}

/* What belongs there. */
static inline struct lab_met lab_met_right(const struct lab_meetings *t, int line, int row, int col)
{
    const int l = t->line[line];
    const struct lab_met moved = {1, t->moves == LAB_MOVED_TURNED ? col : row,
                                  t->moves == LAB_MOVED_TURNED ? row : col, 0};
    if (t->moves)
        return moved;
    const struct lab_met right = {1, t->side ? l : row, t->side ? col : l, t->side ? row : col};
    return right;
}

static inline int lab_is_right(const struct lab_meetings *t, int line, int row, int col)
{
    const struct lab_met is = *lab_met_at(t, line, row, col),
                         right = lab_met_right(t, line, row, col);
    return is.times == 1 && is.row == right.row && is.col == right.col && is.other == right.other;
}

/* The lines that are asked about: all, or those where something may begin. */
static inline void lab_choose_lines(struct lab_meetings *t, int most)
{
    t->lines = 0;
    for (int l = 0; l < t->depth; l++) {
        int near = t->depth <= most || l < 5 || l >= t->depth - 5;
        for (int power = 8; power <= l + 1 && !near; power *= 2)
            near = l == power || l + 1 == power;
        if (near && t->lines < LAB_ASKED_LINES)
            t->line[t->lines++] = l;
    }
}

/* Reads one value: a number of an element, perhaps several times. */
static inline void lab_read_met(const struct lab_meetings *t, double value, int line, int row,
                                int col)
{
    const struct lab_operand *o = &t->p->s.in[t->side];
    const struct lab_met right = lab_met_right(t, line, row, col);
    struct lab_met *met = lab_met_at(t, line, row, col);
    const double own =
        lab_probe_number((uint64_t)right.row * (uint64_t)o->cols + (uint64_t)right.col);
    *met = right;
    met->times = isnan(value) ? LAB_NO_NUMBER : LAB_SEVERAL;
    if (value == 0)
        met->times = 0;
    else if (value > 0 && fmod(value, own) == 0 && value / own <= 1 << 20)
        met->times = (int)(value / own);
    for (int times = 1; times <= 32 && met->times == LAB_SEVERAL; times *= 2) {
        const int index = lab_probe_index(value / times);
        if (index >= 0 && index < o->rows * o->cols) {
            met->times = times;
            met->row = index / o->cols;
            met->col = index % o->cols;
        }
    }
}

/* Of which column (row) of the other operand, by two more launches: low and high are its parts. */
static inline void lab_read_other(const struct lab_meetings *t, const double *value,
                                  const double *low, const double *high, int line)
{
    for (int i = 0; i < t->p->rows * t->p->cols; i++) {
        struct lab_met *met = lab_met_at(t, line, 0, 0) + i;
        if (met->times <= 0)
            continue;
        const double l = low[i] / value[i] - 1, h = high ? high[i] / value[i] - 1 : 0;
        met->other = (int)(h * LAB_ASK_WEIGHTS + l);
        if (l != floor(l) || h != floor(h) || l < 0 || l >= LAB_ASK_WEIGHTS || h < 0)
            met->times = LAB_SEVERAL;
    }
}

/* Are a float's bits those of the integer that belongs there? */
static inline int lab_is_int(const struct lab_meetings *t, double value, int line, int i)
{
    const struct lab_met right = lab_met_right(t, line, i / t->p->cols, i % t->p->cols);
    const int own = lab_probe_number((uint64_t)right.row * (uint64_t)t->p->s.in[t->side].cols +
                                     (uint64_t)right.col);
    const float is = (float)value;
    int bits;
    memcpy(&bits, &is, sizeof bits);
    return t->p->s.out.type == LAB_F32 && bits == own;
}

/* Asks. `written`: which elements any launch has changed. 0, or -1. */
static inline int lab_fill_table(struct lab_meetings *t, char *written)
{
    struct lab_probe *p = t->p;
    const int count = p->rows * p->cols, across = t->side ? p->rows : p->cols,
              side = t->side ? LAB_ASK_SIDE : 0;
    const double poison = lab_poison_value(&p->c, p->s.out.type);
    double *value = (double *)malloc(sizeof *value * 3 * (size_t)count);
    int status = value ? 0 : -1;
    for (int line = 0; line < t->lines && status == 0; line++) {
        double *low = value + count, *high = across > LAB_ASK_WEIGHTS ? low + count : NULL;
        status = lab_probe_ask(p, LAB_ASK_LINE | side, t->line[line], value);
        if (status == 0 && across > 1)
            status = lab_probe_ask(p, LAB_ASK_LOW | side, t->line[line], low);
        if (status == 0 && high)
            status = lab_probe_ask(p, LAB_ASK_HIGH | side, t->line[line], high);
        for (int i = 0; i < count && status == 0; i++) {
            written[i] |= value[i] != poison;
            t->changes |= line > 0 && value[i] != t->base[i];
            t->base[i] = value[i];
            lab_read_met(t, value[i], line, i / p->cols, i % p->cols);
            if (lab_is_int(t, value[i], line, i))
                t->as_int = i;
        }
        if (status == 0 && across > 1)
            lab_read_other(t, value, low, high, line);
    }
    if (status == 0)
        status = lab_probe_ask(p, LAB_ASK_ZERO | side, 0, value);
    for (int i = 0; i < count && status == 0; i++) {
        written[i] |= value[i] != poison;
        t->changes |= value[i] != t->base[i];
        t->base[i] = value[i];
    }
    free(value);
    return status;
}

/* Element (row, col) is where in memory. Lines of bits that are columns of B have them as rows. */
static inline int lab_address(const struct lab_operand *o, int side, int row, int col)
{
    if (o->pack == LAB_LINES && side)
        return col * o->ld + row;
    return o->column_major ? col * o->ld + row : row * o->ld + col;
}

/* A number that follows from row and column of C and the line: a sum of multiples of each one's
 * place in its tile and of its tile's number. */
struct lab_form {
    int tile; /* 0: there are no tiles */
    int of[6], constant;
};

enum lab_formed { LAB_FORM_ROW, LAB_FORM_COL, LAB_FORM_OTHER, LAB_FORM_ADDRESS };

static inline int lab_formed(const struct lab_meetings *t, const struct lab_met *met,
                             enum lab_formed what)
{
    return what == LAB_FORM_ROW   ? met->row
           : what == LAB_FORM_COL ? met->col
           : what == LAB_FORM_OTHER
               ? met->other
               : lab_address(&t->p->s.in[t->side], t->side, met->row, met->col);
}

static inline int lab_form_value(const struct lab_form *f, int row, int col, int l)
{
    const int at[3] = {row, col, l};
    int sum = f->constant;
    for (int v = 0; v < 3; v++)
        sum += f->tile ? f->of[2 * v] * (at[v] % f->tile) + f->of[2 * v + 1] * (at[v] / f->tile)
                       : f->of[2 * v] * at[v];
    return sum;
}

/* What is met at a place where one element is, or NULL. */
static inline const struct lab_met *lab_one_met(const struct lab_meetings *t, int line, int row,
                                                int col)
{
    if (line >= t->lines || row >= t->p->rows || col >= t->p->cols)
        return NULL;
    const struct lab_met *met = lab_met_at(t, line, row, col);
    return met->times > 0 ? met : NULL;
}

/* How much more what is met is `step` further along variable v (row, column, line). INT_MAX where
 * no two such places are. */
static inline int lab_met_step(const struct lab_meetings *t, enum lab_formed what, int tile, int v,
                               int step)
{
    for (int line = 0; line < t->lines; line++)
        for (int row = 0; row < t->p->rows; row++)
            for (int col = 0; col < t->p->cols; col++) {
                const int at[3] = {row, col, t->line[line]};
                int next = line;
                if (step < tile && at[v] % tile == tile - 1)
                    continue;
                while (v == 2 && next < t->lines && t->line[next] < t->line[line] + step)
                    next++;
                if (v == 2 && (next == t->lines || t->line[next] != t->line[line] + step))
                    continue;
                const struct lab_met *a = lab_one_met(t, line, row, col),
                                     *b = lab_one_met(t, next, row + (v == 0 ? step : 0),
                                                      col + (v == 1 ? step : 0));
                if (a && b)
                    return lab_formed(t, b, what) - lab_formed(t, a, what);
            }
    return INT_MAX;
}

/* The multiple that one step along variable v is, within a tile or to the next; of what does not
 * vary, what is right. */
static inline int lab_form_step(const struct lab_meetings *t, enum lab_formed what, int tile, int v,
                                int across)
{
    const int step = across ? tile : 1;
    for (int far = 1; far <= (tile ? 1 : 32); far++) {
        const int met = lab_met_step(t, what, tile, v, far * step);
        if (met != INT_MAX && met % far == 0)
            return met / far;
    }
    const struct lab_met one = lab_met_right(t, 0, 0, 0);
    struct lab_met two = v < 2 ? lab_met_right(t, 0, v == 0, v == 1) : one;
    two.row += v == 2 && t->side && !t->moves;
    two.col += v == 2 && !t->side && !t->moves;
    return step * (lab_formed(t, &two, what) - lab_formed(t, &one, what));
}

/* 1 if all that is met follows such a form. */
static inline int lab_fit(const struct lab_meetings *t, enum lab_formed what, int tile,
                          struct lab_form *f)
{
    int first = 1;
    memset(f, 0, sizeof *f);
    f->tile = tile;
    for (int v = 0; v < 3; v++) {
        f->of[2 * v] = lab_form_step(t, what, tile, v, 0);
        f->of[2 * v + 1] = tile ? lab_form_step(t, what, tile, v, 1) : 0;
    }
    for (int line = 0; line < t->lines; line++)
        for (int row = 0; row < t->p->rows; row++)
            for (int col = 0; col < t->p->cols; col++) {
                const struct lab_met *met = lab_one_met(t, line, row, col);
                if (!met)
                    continue;
                const int lacks =
                    lab_formed(t, met, what) - lab_form_value(f, row, col, t->line[line]);
                f->constant += first ? lacks : 0;
                if (!first && lacks)
                    return 0;
                first = 0;
            }
    return !first;
}

#endif

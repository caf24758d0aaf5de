/* The table: what each element of a wrong output was made of, as the kernel itself says. Of a
 * product, by which element of one operand each line of the other is multiplied; of what is only
 * moved or packed, where each element, or bit, came from. Each is known by its number, whatever
 * family it is of. */
#ifndef LAB_ORIGINS_H
#define LAB_ORIGINS_H

#include "lab/branches.h"
#include "probe.h"

/* What an element of the output takes with one line of the other operand. */
struct lab_met {
    int times;    /* 0: nothing; 1: what is named below; more: so often */
    int row, col; /* of the own operand: A, or the input; on side 1, B */
    int work;     /* which kind, where there are several */
    double value;
};

/* In place of times; the opposite of the element's bit, or pattern. */
enum { LAB_SEVERAL = -1, LAB_INVERTED = -2 };

enum lab_origin_kind { LAB_SUMS, LAB_MOVES, LAB_PACKS };

struct lab_origins {
    struct lab_probe *p;
    enum lab_origin_kind kind;
    int side, turned;                    /* turned: (row, col) comes from (col, row) */
    int rows, cols, count, lines, depth; /* rows, cols, count: of the output, or of its bits */
    int line[LAB_ASKED_LINES];
    int own_lines, width, flipped; /* elements of an own line, which flipped is a column */
    int digits, radix;             /* in which numbers are asked */
    double spread, offset; /* element `index` counts lab_probe_number(index) * spread + offset */
    double scale;          /* ... and what an output adds to that */
    int follows;           /* the output changes with the operand that is set to 0 */
    struct lab_met *met, *right; /* [line][row][col]; what belongs there */
    double *base, *raw;          /* the output where the other operand is 0, and as it is now */
    signed char *written;
    int wrong, misplaced;      /* places that are not right; where another element is */
    int first, last, elements; /* wrong, misplaced if any are; how many elements are wrong */
};

static inline int lab_has_ways(const struct lab_origins *t)
{
    return lab_problem_of(t->p->c.problem)->third == LAB_WAYS;
}

/* Is what is met at place n, if anything, what belongs there? */
static inline int lab_is_placed(const struct lab_origins *t, int n)
{
    const struct lab_met *is = &t->met[n], *right = &t->right[n];
    return is->times == 0 || (is->times > 0 && is->row == right->row && is->col == right->col &&
                              is->work == right->work);
}

static inline int lab_is_right(const struct lab_origins *t, int n)
{
    return t->met[n].times == t->right[n].times && lab_is_placed(t, n);
}

/* Word of memory of element i of a table: it has one of its own, or of bits its bit there. */
static inline int lab_word_of(const struct lab_origins *t, int i)
{
    const struct lab_operand *o = &t->p->s.out;
    const int line = i / t->cols, word = i % t->cols / BINARY_BITS;
    return t->kind != LAB_PACKS   ? i
           : o->pack == LAB_WORDS ? word * o->cols + line
                                  : line * o->cols + word;
}

/* The lines that are asked about: all, or those where something may begin. */
static inline void lab_choose_lines(struct lab_origins *t, int most)
{
    for (int l = 0; l < t->depth; l++) {
        int near = t->depth <= most || l < 5 || l >= t->depth - 5;
        for (int power = 8; power <= l + 1 && !near; power *= 2)
            near = l == power || l + 1 == power;
        if (near && t->lines < LAB_ASKED_LINES)
            t->line[t->lines++] = l;
    }
}

/* Asks for each element's value, a digit after the other, and keeps whether it shows that elements
 * are written, and that the output follows what is asked. 0, or -1. */
static inline int lab_ask_value(struct lab_origins *t, int ask, int at, double *value)
{
    struct lab_probe *p = t->p;
    const double poison = lab_poison_value(&p->c, p->s.out.type);
    memset(value, 0, sizeof *value * (size_t)t->count);
    for (int digit = 0; digit < t->digits; digit++) {
        if (lab_probe_ask(p, ask | (t->side ? LAB_ASK_SIDE : 0) | digit << LAB_ASK_DIGIT, at,
                          t->raw))
            return -1;
        for (int i = 0; i < p->rows * p->cols; i++) {
            t->written[i] |= t->raw[i] != (p->s.in_place ? lab_probe_number((uint64_t)i) : poison);
            t->follows |= !lab_same(t->raw[i], t->base[i]);
        }
        for (int i = 0; i < t->count; i++) {
            const int word = lab_word_of(t, i);
            value[i] += pow(t->radix, digit) * (t->kind == LAB_PACKS
                                                    ? (uint32_t)t->raw[word] >> i % BINARY_BITS & 1
                                                    : (t->raw[word] - t->base[word]) / t->scale);
        }
    }
    return 0;
}

/* The value of an element of the own operand. */
static inline double lab_own_value(const struct lab_origins *t, int row, int col)
{
    const int line = t->flipped ? col : row, at = t->flipped ? row : col;
    return lab_probe_number((uint64_t)(line * t->width + at)) * t->spread + t->offset;
}

/* Is this the value of one element of the own operand, and of no other? Then it is met. */
static inline int lab_is_element(const struct lab_origins *t, double value, struct lab_met *met)
{
    const int index = lab_probe_index((value - t->offset) / t->spread), line = index / t->width,
              at = index % t->width, row = t->flipped ? at : line, col = t->flipped ? line : at;
    if (index < 0 || line >= t->own_lines || t->own_lines * (double)t->width > LAB_ASK_NUMBERS)
        return 0;
    met->row = row;
    met->col = col;
    return 1;
}

/* Which kind of work on which element makes this value? The own ones first. */
static inline int lab_is_worked_on(const struct lab_origins *t, double value, struct lab_met *met)
{
    const struct lab_met right = *met;
    const int kinds = t->p->c.k, inputs = t->rows * t->cols;
    for (int n = 0; n < kinds * inputs; n++) {
        uint32_t made;
        const int index = (right.row * t->width + right.col + n) % inputs;
        met->work = (right.work + n / inputs) % kinds;
        met->row = index / t->width;
        met->col = index % t->width;
        lab_branch(met->work, (uint32_t)lab_own_value(t, met->row, met->col), &made);
        if (made == value)
            return 1;
    }
    return 0;
}

/* Reads one value: the element that belongs there, perhaps several times, or another one, or its
 * opposite. */
static inline void lab_read_met(const struct lab_origins *t, double value, int n)
{
    struct lab_met *met = &t->met[n];
    const double times = value / lab_own_value(t, t->right[n].row, t->right[n].col),
                 opposite =
                     t->kind == LAB_PACKS ? (1 << LAB_ASK_BIT_DIGITS) - 1 - value : value - 0x1p31;
    *met = t->right[n];
    met->value = value;
    met->times = LAB_SEVERAL;
    if (t->kind != LAB_SUMS ? t->kind == LAB_PACKS && value == 0
                            : value == 0 || value == t->offset ||
                                  (fabs(value) < 1 &&
                                   t->line[n / t->count] == t->depth / 4)) /* a part of its bytes */
        met->times = 0;
    else if (t->kind == LAB_SUMS && times >= 1 && times == floor(times) && times <= 1 << 20)
        met->times = (int)times;
    else if (lab_has_ways(t) ? lab_is_worked_on(t, value, met) : lab_is_element(t, value, met))
        met->times = 1;
    else if (t->kind != LAB_SUMS && !lab_has_ways(t) && lab_is_element(t, opposite, met))
        met->times = LAB_INVERTED;
}

/* What is there without the other operand, and for each line of that one value. 0, or -1. */
static inline int lab_fill(struct lab_origins *t)
{
    const int sums = t->kind == LAB_SUMS, outputs = t->p->rows * t->p->cols,
              ask = sums && t->p->s.inputs == 1 ? LAB_ASK_WORD : LAB_ASK_LINE;
    double *value = (double *)malloc(sizeof *value * (size_t)t->count);
    int status = value ? 0 : -1, nothing = 0; /* … is known: a NaN stays one, whatever is asked */
    if (status == 0 && sums && ask == LAB_ASK_LINE) {
        status = lab_ask_value(t, ask, LAB_ASK_NO_LINE, value);
        memcpy(t->base, t->raw, sizeof *t->raw * (size_t)outputs);
        t->follows = 0; /* from this launch on */
    }
    for (int i = 0; i < outputs; i++) {
        nothing |= isnan(t->base[i]) != 0;
        t->base[i] += t->p->s.in_place;
    }
    for (int line = 0; line < t->lines && status == 0 && !nothing; line++) {
        status = lab_ask_value(t, ask, t->line[line], value);
        for (int i = 0; i < t->count && status == 0; i++)
            lab_read_met(t, value[i], line * t->count + i);
    }
    free(value);
    return status;
}

static inline void lab_origins_free(struct lab_origins *t)
{
    free(t->met);
    free(t->right);
    free(t->base);
    free(t->raw);
    free(t->written);
}

/* What is asked about at this size, and how. */
static inline void lab_origins_begin(struct lab_origins *t, struct lab_probe *p, int side)
{
    const struct lab_operand *in = &p->s.in[side], *out = &p->s.out;
    const int words = in->pack == LAB_LINES || in->pack == LAB_WORDS,
              bits = in->pack != LAB_PLAIN && !words;
    const int patterns = in->pack == LAB_PLAIN && in->type != LAB_F32 && in->type != LAB_F64;
    const int across = bits && out->pack == LAB_WORDS;
    memset(t, 0, sizeof *t);
    t->first = t->last = -1;
    t->p = p;
    t->side = side;
    t->kind = bits ? LAB_PACKS : patterns || p->s.in_place ? LAB_MOVES : LAB_SUMS;
    t->turned = lab_problem_of(p->c.problem)->layout == LAB_TRANSPOSE || in->pack == LAB_SIGN_COLS;
    t->rows = across ? p->cols : p->rows;
    t->cols = (bits ? BINARY_BITS : 1) * (across ? p->rows : p->cols);
    t->count = t->rows * t->cols;
    t->depth = t->kind != LAB_SUMS ? 1 : words ? binary_words(in->bits) : p->s.depth;
    t->own_lines = bits || words ? in->lines : in->rows;
    t->width = bits ? in->bits : words ? binary_words(in->bits) : in->cols;
    t->flipped = words ? side : in->pack == LAB_SIGN_COLS;
    t->digits = bits ? LAB_ASK_BIT_DIGITS : words ? LAB_ASK_WORD_DIGITS : 1;
    t->radix = bits ? 2 : 16;
    t->spread = bits ? LAB_ASK_SPREAD : 1;
    t->scale = !words ? 1 : p->s.inputs == 1 ? 1 : 4;
    t->offset = patterns                   ? LAB_ASK_PATTERN
                : bits                     ? LAB_ASK_ALL_BITS
                : words && p->s.inputs > 1 ? -8 * 0x11111
                                           : 0;
    lab_choose_lines(t, p->rows * p->cols <= 32 ? LAB_ASKED_LINES : 48);
}

/* What belongs at each place. */
static inline void lab_origins_right(struct lab_origins *t)
{
    const struct lab_operand *in = &t->p->s.in[0];
    for (int n = 0; n < t->count * t->lines; n++) {
        const int l = t->line[n / t->count], row = n % t->count / t->cols, col = n % t->cols;
        const struct lab_met sum = {1, t->side ? l : row, t->side ? col : l, 0, 0},
                             moved = {1, t->turned ? col : row, t->turned ? row : col,
                                      lab_has_ways(t) ? n % t->p->c.k : 0, 0};
        t->right[n] = t->kind == LAB_SUMS ? sum : moved;
        if (t->kind == LAB_PACKS) /* or padding */
            t->right[n].times = moved.row < in->rows && moved.col < in->cols;
    }
}

/* Parts of words may count together what another word does: where some place counts no whole word,
 * no other word is believed. */
static inline void lab_doubt(struct lab_origins *t)
{
    const int places = t->p->s.in[0].pack == LAB_PLAIN ? 0 : t->count * t->lines;
    int several = 0;
    for (int n = 0; n < places; n++)
        several += t->met[n].times == LAB_SEVERAL;
    for (int n = 0; n < places && several; n++)
        if (t->met[n].times == 1 && !lab_is_right(t, n))
            t->met[n].times = LAB_SEVERAL;
}

/* Asks all that a table holds. 0, or -1 where that could not be asked. */
static inline int lab_origins_fill(struct lab_origins *t, struct lab_probe *p, int side)
{
    lab_origins_begin(t, p, side);
    const size_t outputs = (size_t)(p->rows * p->cols), places = (size_t)(t->count * t->lines);
    t->met = (struct lab_met *)calloc(places, sizeof *t->met);
    t->right = (struct lab_met *)calloc(places, sizeof *t->right);
    t->base = (double *)calloc(outputs, sizeof *t->base);
    t->raw = (double *)calloc(outputs, sizeof *t->raw);
    t->written = (signed char *)calloc(outputs, 1);
    if (!t->met || !t->right || !t->base || !t->raw || !t->written)
        return -1;
    lab_origins_right(t);
    if (lab_fill(t))
        return -1;
    lab_doubt(t);
    for (int i = t->count - 1; i >= 0; i--) {
        const int before = t->wrong, written = t->written[lab_word_of(t, i)];
        for (int n = (t->lines - 1) * t->count + i; n >= 0; n -= t->count) {
            const int wrong = !lab_is_right(t, n), misplaced = wrong && t->met[n].times == 1;
            t->wrong += wrong;
            if (written && misplaced && t->misplaced++ == 0)
                t->last = n;
            if (written && (misplaced || (wrong && !t->misplaced)))
                t->first = n;
        }
        t->elements += written && t->wrong > before;
    }
    return 0;
}

#endif

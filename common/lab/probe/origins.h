/* The table: what each element of a wrong output was made of, as the kernel itself says. Of a
 * product, which element of one operand meets which of the other; of what is only moved or packed,
 * where each element, or bit, came from. */
#ifndef LAB_ORIGINS_H
#define LAB_ORIGINS_H

#include "lab/branches.h"
#include "probe.h"

/* What an element of the output takes with one line of the other operand. */
struct lab_met {
    int times;    /* 0: nothing; 1: what is named below; more: so often */
    int row, col; /* of the own operand: A, or the input; on side 1, B */
    int other;    /* of the other one: the column of B; on side 1, the row of A; the kind of work */
    double value;
};

/* In place of times. Of a bit: it is the opposite of the element's, or always 1. Of what is moved:
 * its opposite. */
enum { LAB_SEVERAL = -1, LAB_INVERTED = -2, LAB_ALWAYS_1 = -3 };

enum lab_origin_kind { LAB_SUMS, LAB_MOVES, LAB_PACKS };

struct lab_origins {
    struct lab_probe *p;
    enum lab_origin_kind kind;
    int side, turned;                    /* turned: (row, col) comes from (col, row) */
    int rows, cols, count, lines, depth; /* rows, cols, count: of the output, or of its bits */
    int line[LAB_ASKED_LINES];
    int follows;         /* the output changes with the operand that is set to 0 */
    int uneven;          /* bits do not all count alike, or words not each for itself */
    struct lab_met *met; /* [line][row][col] */
    double *base;        /* the output where the other operand is 0 */
    signed char *written;
};

typedef int lab_fill(struct lab_origins *t, double *value);

static inline struct lab_met *lab_met_at(const struct lab_origins *t, int line, int i)
{
    return t->met + (size_t)line * (size_t)t->count + i;
}

static inline int lab_has_ways(const struct lab_origins *t)
{
    return lab_problem_of(t->p->c.problem)->third == LAB_WAYS;
}

/* What belongs there. */
static inline struct lab_met lab_met_right(const struct lab_origins *t, int line, int i)
{
    const int l = t->line[line], row = i / t->cols, col = i % t->cols;
    const struct lab_operand *in = &t->p->s.in[0];
    const struct lab_met sum = {1, t->side ? l : row, t->side ? col : l, t->side ? row : col, 0},
                         moved = {1, t->turned ? col : row, t->turned ? row : col, 0, 0};
    struct lab_met right = t->kind == LAB_SUMS ? sum : moved;
    if (t->kind == LAB_MOVES && lab_has_ways(t))
        right.other = i % t->p->c.k;
    if (t->kind == LAB_PACKS && (right.row >= in->rows || right.col >= in->cols))
        right.times = 0; /* padding */
    return right;
}

/* Is what is met, if anything, what belongs there? */
static inline int lab_is_placed(const struct lab_origins *t, int line, int i)
{
    const struct lab_met *is = lab_met_at(t, line, i), right = lab_met_right(t, line, i);
    return is->times == 0 || (is->times > 0 && is->row == right.row && is->col == right.col &&
                              is->other == right.other);
}

static inline int lab_is_right(const struct lab_origins *t, int line, int i)
{
    return lab_met_at(t, line, i)->times == lab_met_right(t, line, i).times &&
           lab_is_placed(t, line, i);
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

/* Asks one thing of a table, and keeps whether it shows that elements are written, and that the
 * output follows what is asked. 0, or -1. */
static inline int lab_origins_ask(struct lab_origins *t, int ask, int at, double *value)
{
    struct lab_probe *p = t->p;
    const double poison = lab_poison_value(&p->c, p->s.out.type);
    if (lab_probe_ask(p, ask | (t->side ? LAB_ASK_SIDE : 0), at, value))
        return -1;
    for (int i = 0; i < p->rows * p->cols; i++) {
        t->written[i] |=
            p->s.in_place ? value[i] != lab_probe_number((uint64_t)i) : value[i] != poison;
        t->follows |= !lab_same(value[i], t->base[i]);
    }
    return 0;
}

/* The value of an element of the own operand: its number, or so many ones as a line has. */
static inline double lab_own_value(const struct lab_origins *t, int row, int col)
{
    return t->p->s.inputs == 1 ? row % 31 + 1
                               : lab_probe_number((uint64_t)(row * t->p->s.in[t->side].cols + col));
}

/* Reads one value: the element that belongs there, perhaps several times, or another one. */
static inline void lab_read_met(const struct lab_origins *t, double value, int line, int i)
{
    const struct lab_operand *o = &t->p->s.in[t->side];
    const struct lab_met right = lab_met_right(t, line, i);
    const double times = value / lab_own_value(t, right.row, right.col);
    struct lab_met *met = lab_met_at(t, line, i);
    const int ones = t->p->s.inputs == 1 && value > 0 && value <= 31,
              index = ones ? ((int)value - 1) * o->cols + right.col : lab_probe_index(value);
    *met = right;
    met->value = value;
    met->times = LAB_SEVERAL;
    if (value == 0 ||
        (fabs(value) < 1 && t->line[line] == t->depth / 4)) { /* a part of its bytes */
        met->times = 0;
    } else if (value > 0 && times == floor(times) && times <= 1 << 20) {
        met->times = (int)times;
    } else if (index >= 0 && index < o->rows * o->cols) {
        met->times = 1;
        met->row = index / o->cols;
        met->col = index % o->cols;
    }
}

/* The column (on side 1, the row) of the other operand that each element takes in all its terms: a
 * column of equal powers of two multiplies what ones give. -1: not one alone. 0, or -1. */
static inline int lab_find_across(struct lab_origins *t, double *value, int *across)
{
    enum { ONES = 8 };
    double *ones = value + t->count;
    const int most = t->p->s.inputs == 1 ? 1 : t->side ? t->rows : t->cols;
    int status = most > 1 ? lab_origins_ask(t, LAB_ASK_ACROSS, ONES, ones) : 0;
    for (int digit = 0; most > 1 << 2 * digit && status == 0; digit++) {
        status = lab_origins_ask(t, LAB_ASK_ACROSS, digit, value);
        for (int i = 0; i < t->count && status == 0; i++) {
            int power; /* of a number from 1/2 on and below 1 */
            const double part = frexp((value[i] - t->base[i]) / (ones[i] - t->base[i]), &power);
            across[i] = part == 0.5 && power > 0 && power < 5 && across[i] >= 0
                            ? across[i] | (power - 1) << 2 * digit
                            : -1;
        }
    }
    return status;
}

/* A product of numbers: for each line of the other operand one launch. */
static inline int lab_fill_sums(struct lab_origins *t, double *value)
{
    const int ask = t->p->s.inputs == 1 ? LAB_ASK_ONES : LAB_ASK_LINE;
    int *across = (int *)calloc((size_t)t->count, sizeof *across),
        status = across ? lab_find_across(t, value, across) : -1;
    for (int line = 0; line < t->lines && status == 0; line++) {
        status = lab_origins_ask(t, ask, t->line[line], value);
        for (int i = 0; i < t->count && status == 0; i++) {
            struct lab_met *met = lab_met_at(t, line, i);
            lab_read_met(t, value[i], line, i);
            met->other = across[i];
            if (met->other < 0 && met->times > 0)
                met->times = LAB_SEVERAL;
        }
    }
    free(across);
    return status;
}

static inline int lab_ask_words(struct lab_origins *t, int line, int ask, double *value)
{
    return lab_origins_ask(t, LAB_ASK_DIGIT, 8 * line + ask, value);
}

/* How many words of the own operand each element meets in each line of the other one: from all
 * zeros on, a word of ones costs each of them twice its bits; if each counts for itself. 0, or
 * -1. */
static inline int lab_count_words(struct lab_origins *t, double *value)
{
    double *all = value + t->count;
    int status = lab_ask_words(t, LAB_ASK_ALL, LAB_ASK_NONE, all);
    for (int line = 0; line < t->lines && status == 0; line++) {
        status = lab_ask_words(t, t->line[line], LAB_ASK_NONE, value);
        for (int i = 0; i < t->count && status == 0; i++) {
            const double times = (t->base[i] - value[i]) / (2 * BINARY_BITS);
            lab_met_at(t, line, i)->times =
                times == floor(times) && times >= 0 ? (int)times : LAB_SEVERAL;
            all[i] += t->base[i] - value[i];
        }
    }
    for (int i = 0; i < t->count && status == 0 && t->lines == t->depth; i++)
        t->uneven |= all[i] != t->base[i];
    return status;
}

/* A product of bits: which words are met, from their numbers, a digit after the other, if all bits
 * of a word count alike. */
static inline int lab_fill_words(struct lab_origins *t, double *value)
{
    const int count = t->count;
    double *without = value + count;
    int *other = (int *)calloc((size_t)count, sizeof *other),
        status = !other || lab_origins_ask(t, LAB_ASK_PAIR, t->side ? 2 : 1, t->base) ||
                 lab_find_across(t, value, other) ||
                 lab_ask_words(t, LAB_ASK_NO_WORD, LAB_ASK_NONE, t->base) ||
                 lab_count_words(t, value);
    for (int digit = 0; digit < 4 && status == 0; digit++) {
        status = lab_ask_words(t, LAB_ASK_NO_WORD, digit, without);
        for (int line = 0; line < t->lines && status == 0; line++) {
            status = lab_ask_words(t, t->line[line], digit, value);
            for (int i = 0; i < count && status == 0; i++) {
                struct lab_met *met = lab_met_at(t, line, i);
                const double less = without[i] - value[i],
                             ones = (BINARY_BITS - less / 2 / met->times) / 2;
                const int whole = ones == floor(ones) && ones >= 0 && ones < LAB_ASK_DIGITS;
                met->row += met->times > 0 && whole ? (int)ones << 4 * digit : 0;
                met->times = met->times > 0 && !whole ? LAB_SEVERAL : met->times;
            }
        }
    }
    for (int i = 0; i < t->lines * count && status == 0; i++) {
        struct lab_met *met = &t->met[i];
        const int at = met->row - 1, words = t->depth; /* from the number */
        met->other = other[i % count];
        met->row = t->side ? at % words : at / words;
        met->col = t->side ? at / words : at % words;
        if (met->times > 0 && at < 0) /* no word: padding */
            met->times = 0;
        else if (met->times > 0 && /* of several words, this may be the mean */
                 (met->other < 0 || (met->times > 1 && !lab_is_placed(t, i / count, i % count))))
            met->times = LAB_SEVERAL;
    }
    free(other);
    return status;
}

/* What is moved: whose value is it, or its opposite? Of what is worked on, its own element's, or
 * another's, with its own kind of work or another. */
static inline int lab_fill_moves(struct lab_origins *t, double *value)
{
    const struct lab_operand *in = &t->p->s.in[0];
    const int inputs = in->rows * in->cols, kinds = lab_has_ways(t) ? t->p->c.k : 1;
    if (lab_origins_ask(t, LAB_ASK_LINE, 0, value))
        return -1;
    for (int i = 0; i < t->count; i++) {
        struct lab_met *met = lab_met_at(t, 0, i);
        const struct lab_met right = lab_met_right(t, 0, i);
        const int own = right.row * in->cols + right.col, opposite = value[i] >= 0x1p31;
        double index = t->p->s.in_place ? lab_probe_index(value[i] - 1)
                                        : value[i] - LAB_ASK_PATTERN - opposite * 0x1p31;
        *met = right;
        met->value = value[i];
        for (int n = 0; kinds > 1 && n < kinds * inputs; n++) {
            uint32_t made;
            met->other = (right.other + n / inputs) % kinds;
            index = (own + n) % inputs;
            lab_branch(met->other, LAB_ASK_PATTERN + (uint32_t)index, &made);
            if (made == value[i])
                break;
            index = -1;
        }
        met->times = !(index >= 0 && index < inputs) ? LAB_SEVERAL
                     : opposite && kinds == 1        ? LAB_INVERTED
                                                     : 1;
        met->row = (int)index / in->cols;
        met->col = (int)index % in->cols;
    }
    return 0;
}

/* What is packed: which element each bit is, from the bits of the elements' numbers. */
static inline int lab_fill_packs(struct lab_origins *t, double *value)
{
    enum { NUMBER_BITS = 13, AGAIN = 7 }; /* of several elements at once no bit is opposite */
    const int bits = t->p->s.out.bits;
    for (int q = -2; q < NUMBER_BITS + AGAIN; q++) { /* all -1, all +1, then bits of numbers */
        if (lab_origins_ask(t, q < 0 ? LAB_ASK_PAIR : LAB_ASK_BITS, q < 0 ? 3 * (q + 2) : q, value))
            return -1;
        for (int i = 0; i < t->count; i++) {
            struct lab_met *met = lab_met_at(t, 0, i);
            const int is = (uint32_t)value[lab_word_of(t, i)] >> i % BINARY_BITS & 1;
            if (q == -2)
                met->times = is ? LAB_INVERTED : 0;
            else if (q == -1)
                met->times = met->times ? is ? LAB_ALWAYS_1 : LAB_INVERTED : is;
            else if (q < NUMBER_BITS)
                met->row |= (is ^ (met->times == LAB_INVERTED)) << q;
            else if ((met->times == 1 || met->times == LAB_INVERTED) &&
                     (is ^ (met->times == LAB_INVERTED)) == (met->row >> (q - NUMBER_BITS) & 1))
                met->times = LAB_SEVERAL;
        }
    }
    for (int i = 0; i < t->count; i++) {
        struct lab_met *met = lab_met_at(t, 0, i);
        const int at = met->row - 1, line = at / bits, element = at % bits;
        met->row = t->turned ? element : line;
        met->col = t->turned ? line : element;
    }
    return 0;
}

static inline void lab_origins_free(struct lab_origins *t)
{
    free(t->met);
    free(t->base);
    free(t->written);
}

/* Asks all that a table holds. Returns how many of its places are not right, -1 where that could
 * not be asked. */
static inline int lab_origins_fill(struct lab_origins *t, struct lab_probe *p, lab_fill *fill,
                                   int side)
{
    const int outputs = p->rows * p->cols, bits = fill == lab_fill_packs ? BINARY_BITS : 1;
    const int across = bits > 1 && p->s.out.pack == LAB_WORDS;
    const struct lab_operand *in = &p->s.in[0];
    memset(t, 0, sizeof *t);
    t->p = p;
    t->side = side;
    t->kind = bits > 1 ? LAB_PACKS : fill == lab_fill_moves ? LAB_MOVES : LAB_SUMS;
    t->turned = lab_problem_of(p->c.problem)->layout == LAB_TRANSPOSE ||
                (bits > 1 && in->pack == LAB_SIGN_COLS);
    t->rows = across ? p->cols : p->rows;
    t->cols = bits * (across ? p->rows : p->cols);
    t->count = t->rows * t->cols;
    t->depth = t->kind != LAB_SUMS     ? 1
               : in->pack == LAB_PLAIN ? p->s.depth
                                       : binary_words(in->bits);
    lab_choose_lines(t, outputs <= 32 ? LAB_ASKED_LINES : 48);
    t->met = (struct lab_met *)calloc((size_t)t->count * (size_t)t->lines, sizeof *t->met);
    t->base = (double *)calloc((size_t)outputs, sizeof *t->base);
    t->written = (signed char *)calloc((size_t)outputs, 1);
    double *value = (double *)malloc(sizeof *value * 3 * (size_t)outputs);
    const int sums = fill == lab_fill_sums && p->s.inputs > 1,
              asked = t->met && t->base && t->written && value &&
                      (!sums || lab_origins_ask(t, LAB_ASK_ZERO, 0, t->base) == 0);
    int wrong = asked ? 0 : -1, nothing = 0;
    t->follows = 0; /* from that launch on */
    for (int i = 0; asked && i < outputs; i++)
        nothing |= isnan(t->base[i]) != 0;
    if (asked && !nothing && fill(t, value)) /* a NaN stays one, whatever is asked */
        wrong = -1;
    for (int i = 0; wrong >= 0 && i < t->count * t->lines; i++)
        wrong += !lab_is_right(t, i / t->count, i % t->count);
    free(value);
    return wrong;
}

#endif

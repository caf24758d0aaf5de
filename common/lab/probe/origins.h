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

/* In place of times. Of a bit: it is the opposite of the element's, or always 1. */
enum { LAB_SEVERAL = -1, LAB_NO_NUMBER = -2, LAB_INVERTED = -3, LAB_ALWAYS_1 = -4 };

enum lab_origin_kind { LAB_SUMS, LAB_MOVES, LAB_PACKS };

struct lab_origins {
    struct lab_probe *p;
    enum lab_origin_kind kind;
    int side, turned;             /* turned: (row, col) comes from (col, row) */
    int rows, cols, lines, depth; /* rows, cols: of the output, or of its bits */
    int line[LAB_ASKED_LINES];
    int follows;         /* the output changes with the operand that is set to 0 */
    int uneven;          /* bits do not all count alike, or words not each for itself */
    struct lab_met *met; /* [line][row][col] */
    double *base;        /* the output where the other operand is 0 */
    signed char *written;
};

static inline struct lab_met *lab_met_at(const struct lab_origins *t, int line, int i)
{
    return t->met + (size_t)line * (size_t)t->rows * (size_t)t->cols + i;
}

/* What belongs there. */
static inline struct lab_met lab_met_right(const struct lab_origins *t, int line, int i)
{
    const int l = t->line[line], row = i / t->cols, col = i % t->cols;
    const struct lab_operand *in = &t->p->s.in[0];
    const struct lab_met sum = {1, t->side ? l : row, t->side ? col : l, t->side ? row : col, 0},
                         moved = {1, t->turned ? col : row, t->turned ? row : col, 0, 0};
    struct lab_met right = t->kind == LAB_SUMS ? sum : moved;
    if (t->kind == LAB_MOVES && lab_problem_of(t->p->c.problem)->third == LAB_WAYS)
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

/* The lines that are asked about: all, or those where something may begin. */
static inline void lab_choose_lines(struct lab_origins *t, int most)
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

/* Asks one thing of a table, and keeps whether it shows that elements are written, and that the
 * output follows what is asked. 0, or -1. */
static inline int lab_origins_ask(struct lab_origins *t, int ask, int at, double *value)
{
    struct lab_probe *p = t->p;
    const double poison = lab_poison_value(&p->c, p->s.out.type);
    if (lab_probe_ask(p, ask | (t->side ? LAB_ASK_SIDE : 0), at, value))
        return -1;
    for (int i = 0; i < p->rows * p->cols; i++) {
        t->written[i] |= value[i] != poison || p->s.in_place;
        t->follows |= !lab_same(value[i], t->base[i]);
    }
    return 0;
}

/* Reads one value: the number of an element, perhaps several times. */
static inline void lab_read_met(const struct lab_origins *t, double value, int line, int i)
{
    const struct lab_operand *o = &t->p->s.in[t->side];
    const struct lab_met right = lab_met_right(t, line, i);
    struct lab_met *met = lab_met_at(t, line, i);
    const double own =
        lab_probe_number((uint64_t)right.row * (uint64_t)o->cols + (uint64_t)right.col);
    *met = right;
    met->value = value;
    met->times = isnan(value) ? LAB_NO_NUMBER : LAB_SEVERAL;
    if (value == 0 || (fabs(value) < 1 && t->line[line] == t->depth / 4)) /* a part of its bytes */
        met->times = 0;
    if (value > 0 && fmod(value, own) == 0 && value / own <= 1 << 20)
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

/* A product of numbers: for each line of the other operand one launch, and one or two more that say
 * which column (row) of it is met: low and high are parts of its number. */
static inline int lab_fill_sums(struct lab_origins *t, double *value)
{
    const int count = t->rows * t->cols, across = t->side ? t->rows : t->cols;
    double *low = value + count, *high = low + count;
    for (int line = 0; line < t->lines; line++) {
        const int l = t->line[line];
        if (lab_origins_ask(t, LAB_ASK_LINE, l, value) ||
            (across > 1 && lab_origins_ask(t, LAB_ASK_LOW, l, low)) ||
            (across > LAB_ASK_WEIGHTS && lab_origins_ask(t, LAB_ASK_HIGH, l, high)))
            return -1;
        for (int i = 0; i < count; i++) {
            struct lab_met *met = lab_met_at(t, line, i);
            lab_read_met(t, value[i], line, i);
            if (met->times <= 0 || across == 1)
                continue;
            const double least = low[i] / value[i] - 1,
                         most = across > LAB_ASK_WEIGHTS ? high[i] / value[i] - 1 : 0;
            met->other = (int)(most * LAB_ASK_WEIGHTS + least);
            if (least != floor(least) || most != floor(most) || least < 0 || most < 0 ||
                least >= LAB_ASK_WEIGHTS || /* of several, this is the mean */
                (met->times > 1 && met->other != lab_met_right(t, line, i).other))
                met->times = LAB_SEVERAL;
        }
    }
    return 0;
}

/* A product of bits: each word of the own operand has as many ones as a digit of its number; one
 * word of each line of the other one is all ones. Differences tell, since no element is 0, if all
 * bits of a word count alike, and each word for itself. */
static inline int lab_fill_words(struct lab_origins *t, double *value)
{
    enum { AGAIN = 4, NO_WORD = 4000, NO_BIT = 30, OTHER_BITS = 8 };
    const int count = t->rows * t->cols, words = binary_words(t->p->c.k);
    double *without = value + count, *all = without + count;
    int *other = (int *)calloc((size_t)count, sizeof *other), status = other ? 0 : -1;
    status = status ? status : lab_origins_ask(t, LAB_ASK_COLUMN, NO_BIT, without);
    for (int bit = 0; bit < OTHER_BITS && status == 0; bit++) {
        status = lab_origins_ask(t, LAB_ASK_COLUMN, bit, value);
        for (int i = 0; i < count && status == 0; i++)
            other[i] |= (value[i] != without[i]) << bit;
    }
    for (int digit = 0; digit <= AGAIN && status == 0; digit++) {
        status = lab_origins_ask(t, LAB_ASK_DIGIT, 8 * NO_WORD + digit, without) ||
                 lab_origins_ask(t, LAB_ASK_DIGIT, 8 * LAB_ASK_ALL + digit, all);
        for (int line = 0; line < t->lines && status == 0; line++) {
            status = lab_origins_ask(t, LAB_ASK_DIGIT, 8 * t->line[line] + digit, value);
            for (int i = 0; i < count && status == 0; i++) {
                struct lab_met *met = lab_met_at(t, line, i);
                const double ones = (2.0 * BINARY_BITS - (without[i] - value[i])) / 4;
                const int holds = ones == floor(ones) && ones >= 0 && ones < LAB_ASK_DIGITS;
                met->value = digit == 0 ? without[i] - value[i] : met->value;
                t->uneven |= digit == AGAIN && met->value != without[i] - value[i];
                all[i] += t->lines == words ? without[i] - value[i] : 0;
                if (value[i] == without[i] || digit == AGAIN)
                    continue;
                met->times = !holds || met->times < 0 ? LAB_SEVERAL : 1;
                met->row += holds ? (int)ones << 4 * digit : 0; /* the number, at first */
            }
        }
        for (int i = 0; i < count && status == 0 && t->lines == words; i++)
            t->uneven |= all[i] != without[i];
    }
    for (int i = 0; i < t->lines * count && status == 0; i++) {
        const int at = t->met[i].row - 1;
        t->met[i].other = other[i % count] - 1;
        t->met[i].row = t->side ? at % words : at / words;
        t->met[i].col = t->side ? at / words : at % words;
        if (t->met[i].times == 1 && (at < 0 || t->met[i].other < 0))
            t->met[i].times = LAB_NO_NUMBER; /* what is padding */
    }
    free(other);
    return status;
}

/* How many ones of each word a line's count has. */
static inline int lab_fill_ones(struct lab_origins *t, double *value)
{
    for (int line = 0; line < t->lines; line++) {
        if (lab_origins_ask(t, LAB_ASK_ONES, t->line[line], value))
            return -1;
        for (int i = 0; i < t->rows; i++) {
            struct lab_met *met = lab_met_at(t, line, i);
            const double times = value[i] / (i % 31 + 1);
            *met = lab_met_right(t, line, i);
            met->value = value[i];
            met->times =
                times == floor(times) && times >= 0 && times < 1 << 20 ? (int)times : LAB_SEVERAL;
            if (met->times == LAB_SEVERAL && value[i] > 0 && value[i] <= 31) {
                met->times = 1;
                met->row = (int)value[i] - 1;
            }
        }
    }
    return 0;
}

/* The value that element `index` of the input gives in element i of what is moved. */
static inline double lab_moved_value(const struct lab_origins *t, int index, int kind)
{
    uint32_t made = LAB_ASK_PATTERN + (uint32_t)index;
    if (t->p->c.problem == LAB_ADD_ONE)
        return lab_probe_number((uint64_t)index) + 1;
    if (lab_problem_of(t->p->c.problem)->third == LAB_WAYS)
        lab_branch(kind, LAB_ASK_PATTERN + (uint32_t)index, &made);
    return made;
}

/* What is moved: whose value is it? Its own first, then another's, then another kind of work. */
static inline int lab_fill_moves(struct lab_origins *t, double *value)
{
    const struct lab_operand *in = &t->p->s.in[0];
    const int inputs = in->rows * in->cols,
              kinds = lab_problem_of(t->p->c.problem)->third == LAB_WAYS ? t->p->c.k : 1;
    if (lab_origins_ask(t, LAB_ASK_LINE, 0, value))
        return -1;
    for (int i = 0; i < t->rows * t->cols; i++) {
        struct lab_met *met = lab_met_at(t, 0, i);
        int own, found;
        *met = lab_met_right(t, 0, i);
        met->value = value[i];
        own = found = met->row * in->cols + met->col;
        if (lab_moved_value(t, own, met->other) != value[i]) {
            found = t->p->c.problem == LAB_ADD_ONE ? lab_probe_index(value[i] - 1)
                    : kinds > 1                    ? 0
                                                   : (int)fmax(value[i] - LAB_ASK_PATTERN, -1);
            while (kinds > 1 && found < inputs && lab_moved_value(t, found, met->other) != value[i])
                found++;
            for (int kind = 0; kind < kinds && found >= inputs; kind++)
                if (lab_moved_value(t, own, kind) == value[i]) {
                    met->other = kind;
                    found = own;
                }
        }
        met->times = found >= 0 && found < inputs ? 1 : LAB_SEVERAL;
        met->row = met->times == 1 ? found / in->cols : -1;
        met->col = met->times == 1 ? found % in->cols : -1;
    }
    return 0;
}

/* Word of memory, and bit in it, of element i of a table of bits. */
static inline int lab_word_of(const struct lab_origins *t, int i)
{
    const struct lab_operand *o = &t->p->s.out;
    const int line = i / t->cols, word = i % t->cols / BINARY_BITS;
    return o->pack == LAB_WORDS ? word * o->cols + line : line * o->cols + word;
}

/* What is packed: which element each bit is, from the bits of the elements' numbers. */
static inline int lab_fill_packs(struct lab_origins *t, double *value)
{
    enum { NUMBER_BITS = 13 };
    const struct lab_operand *o = &t->p->s.out;
    for (int q = -2; q < NUMBER_BITS; q++) { /* all -1, all +1, then bits of numbers */
        if (lab_origins_ask(t, q < 0 ? LAB_ASK_PAIR : LAB_ASK_BITS,
                            q == -2   ? 0
                            : q == -1 ? 3
                                      : q,
                            value))
            return -1;
        for (int i = 0; i < t->rows * t->cols; i++) {
            struct lab_met *met = lab_met_at(t, 0, i);
            const int is = (uint32_t)value[lab_word_of(t, i)] >> i % BINARY_BITS & 1;
            if (q == -2)
                met->times = is ? LAB_INVERTED : 0;
            else if (q == -1)
                met->times = met->times ? is ? LAB_ALWAYS_1 : LAB_INVERTED : is;
            else
                met->row |= is << q;
        }
    }
    for (int i = 0; i < t->rows * t->cols; i++) {
        struct lab_met *met = lab_met_at(t, 0, i);
        const int at = met->row - 1, line = at / o->bits, element = at % o->bits;
        met->row = t->turned ? element : line;
        met->col = t->turned ? line : element;
    }
    return 0;
}

typedef int lab_fill(struct lab_origins *t, double *value);

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
    memset(t, 0, sizeof *t);
    t->p = p;
    t->side = side;
    t->kind = bits > 1 ? LAB_PACKS : fill == lab_fill_moves ? LAB_MOVES : LAB_SUMS;
    t->turned = lab_problem_of(p->c.problem)->layout == LAB_TRANSPOSE ||
                (bits > 1 && p->s.in[0].pack == LAB_SIGN_COLS);
    t->rows = across ? p->cols : p->rows;
    t->cols = bits * (across ? p->rows : p->cols);
    t->depth = t->kind != LAB_SUMS            ? 1
               : p->s.in[0].pack == LAB_PLAIN ? p->s.depth
                                              : binary_words(p->s.in[0].bits);
    lab_choose_lines(t, outputs <= 32 ? LAB_ASKED_LINES : 48);
    t->met =
        (struct lab_met *)calloc((size_t)(t->rows * t->cols) * (size_t)t->lines, sizeof *t->met);
    t->base = (double *)calloc((size_t)outputs, sizeof *t->base);
    t->written = (signed char *)calloc((size_t)outputs, 1);
    double *value = (double *)malloc(sizeof *value * 3 * (size_t)outputs);
    int wrong = -1, nothing = 0;
    const int sums = t->kind == LAB_SUMS && fill != lab_fill_words,
              asked = t->met && t->base && t->written && value &&
                      (!sums || lab_origins_ask(t, LAB_ASK_LINE, 0, t->base) == 0);
    t->follows = 0; /* from that launch on */
    for (int i = 0; asked && i < outputs; i++)
        nothing |= isnan(t->base[i]) != 0;
    if (asked && (nothing || fill(t, value) == 0)) { /* a NaN stays one, whatever is asked */
        wrong = 0;
        for (int i = 0; i < t->rows * t->cols * t->lines; i++)
            wrong += !lab_is_right(t, i / (t->rows * t->cols), i % (t->rows * t->cols));
    }
    if (wrong >= 0 && sums && lab_origins_ask(t, LAB_ASK_ZERO, 0, value) == 0)
        memcpy(t->base, value, sizeof *value * (size_t)outputs);
    free(value);
    return wrong;
}

#endif

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

/* A product of numbers: for each line of the other operand one launch, and one or two more that say
 * which column (row) of it is met: low and high are parts of its number. */
static inline int lab_fill_sums(struct lab_origins *t, double *value)
{
    const int across = t->p->s.inputs == 1 ? 1 : t->side ? t->rows : t->cols;
    double *low = value + t->count, *high = low + t->count;
    for (int line = 0; line < t->lines; line++) {
        const int l = t->line[line];
        if (lab_origins_ask(t, t->p->s.inputs == 1 ? LAB_ASK_ONES : LAB_ASK_LINE, l, value) ||
            (across > 1 && lab_origins_ask(t, LAB_ASK_LOW, l, low)) ||
            (across > LAB_ASK_WEIGHTS && lab_origins_ask(t, LAB_ASK_HIGH, l, high)))
            return -1;
        for (int i = 0; i < t->count; i++) {
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

/* The number of the column (on side 1, of the row) of the other operand that each element counts,
 * with the own one all 0 and all 1; 0: none, or not one alone. */
static inline int lab_find_columns(struct lab_origins *t, double *value, int *other)
{
    enum { NO_BIT = 30, BITS = 8 };
    double *without = value + t->count;
    for (int ask = 0; ask < 2 * (BITS + 1); ask++) {
        const int bit = ask % (BITS + 1) - 1, ones = ask > BITS;
        if (lab_origins_ask(t, LAB_ASK_COLUMN, (bit < 0 ? NO_BIT : bit) + (ones ? LAB_ASK_ONE : 0),
                            bit < 0 ? without : value))
            return -1;
        for (int i = 0; i < t->count && bit >= 0; i++)
            if (!ones)
                other[i] |= (value[i] != without[i]) << bit;
            else if ((other[i] >> bit & 1) != (value[i] != without[i]))
                other[i] = 0;
    }
    return 0;
}

/* A product of bits: each word of the own operand has as many ones as a digit of its number; one
 * word of each line of the other one is all ones. Differences tell, since no element is 0, if all
 * bits of a word count alike, and each word for itself. */
static inline int lab_fill_words(struct lab_origins *t, double *value)
{
    enum { AGAIN = 4, NO_WORD = 4000 };
    const int count = t->count, words = binary_words(t->p->c.k);
    double *without = value + count, *all = without + count;
    int *other = (int *)calloc((size_t)count, sizeof *other),
        status = other ? lab_find_columns(t, value, other) : -1;
    for (int digit = 0; digit <= AGAIN && status == 0; digit++) {
        status = lab_origins_ask(t, LAB_ASK_DIGIT, 8 * NO_WORD + digit, without) ||
                 lab_origins_ask(t, LAB_ASK_DIGIT, 8 * LAB_ASK_ALL + digit, all);
        for (int line = 0; line < t->lines && status == 0; line++) {
            status = lab_origins_ask(t, LAB_ASK_DIGIT, 8 * t->line[line] + digit, value);
            for (int i = 0; i < count && status == 0; i++) {
                struct lab_met *met = lab_met_at(t, line, i);
                const double less = without[i] - value[i], ones = (2.0 * BINARY_BITS - less) / 4;
                const int holds = ones == floor(ones) && ones >= 0 && ones < LAB_ASK_DIGITS;
                met->value = digit == 0 ? less : met->value;
                t->uneven |= digit == AGAIN && met->value != less;
                all[i] += t->lines == words ? less : 0;
                if (less == 0 || digit == AGAIN)
                    continue;
                met->times = !holds || met->times < 0 ? LAB_SEVERAL : 1;
                met->row += holds ? (int)ones << 4 * digit : 0; /* the number, at first */
            }
        }
        for (int i = 0; i < count && status == 0 && t->lines == words; i++)
            t->uneven |= all[i] != without[i];
    }
    for (int i = 0; i < t->lines * count && status == 0; i++) {
        struct lab_met *met = &t->met[i];
        const int at = met->row - 1;
        met->other = other[i % count] - 1;
        met->row = t->side ? at % words : at / words;
        met->col = t->side ? at / words : at % words;
        if (met->times == 1 && at < 0) /* no word: padding, or what does not hang on A */
            met->times = 0;
        else if (met->times == 1 && met->other < 0)
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
    enum { NUMBER_BITS = 13 };
    const int bits = t->p->s.out.bits;
    for (int q = -2; q < NUMBER_BITS; q++) { /* all -1, all +1, then bits of numbers */
        if (lab_origins_ask(t, q < 0 ? LAB_ASK_PAIR : LAB_ASK_BITS, q < 0 ? 3 * (q + 2) : q, value))
            return -1;
        for (int i = 0; i < t->count; i++) {
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

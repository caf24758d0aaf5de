/* The table: what each element of a wrong output was made of, as the kernel itself says. Of a
 * product, by which element of one operand each line of the other is multiplied; of what is only
 * moved or packed, where each element, or bit, came from. Each is known by its number, whatever
 * family it is of. */
#pragma once

#include "lab/branches.h"
#include "probe.h"

/* What an element of the output takes with one line of the other operand. */
struct lab_met {
    int times;    /* 0: nothing; 1: what belongs there; more: so often; or: */
    int row, col; /* of the own operand: A, or the input; on side 1, B */
    int work;     /* which kind, where there are several */
    double value;
};

/* In place of times: more than one element, or parts; one that belongs elsewhere. */
enum { LAB_SEVERAL = -1, LAB_OTHER = -2 };

/* How a family is asked, and what its elements are called. Sizes are those that show most, where no
 * two directions are alike and tiles are left over. Of those at which the kernel is wrong the first
 * is asked about; tall and wide ones show what a grid lacks. */
static const struct lab_asking {
    enum lab_problem family, too;
    /* Numbers are asked in `digits` to base `radix`. Element `index` counts
     * lab_probe_number(index) * spread + offset, and an output adds `scale` times as much. */
    int digits, radix;
    double spread, offset, scale;
    int turned;                         /* (row, col) comes from (col, row) */
    const char *term, *terms;           /* of a sum, or NULL: in an index, in a list */
    const char *does[2], *own[2], *out; /* with what is met; that; the output's elements */
    const char *sizes;
} lab_askings[] = {
#define LAB_SUMS(family, too, digits, offset, scale, term, terms, does, does_b, a, b, out, sizes)  \
    {                                                                                              \
        family, too, digits, 16, 1, offset, scale, 0, term, terms, {does, does_b}, {a, b}, out,    \
            sizes                                                                                  \
    }
#define LAB_MOVES(family, too, offset, turned, in, out, sizes)                                     \
    {                                                                                              \
        family, too, 1, 16, 1, offset, 1, turned, NULL, NULL, {"holds", ""}, {in, ""}, out, sizes  \
    }
#define LAB_PACKS(family, too, turned, in)                                                         \
    {                                                                                              \
        family, too, LAB_ASK_BIT_DIGITS, 2, LAB_ASK_SPREAD, LAB_ASK_ALL_BITS, 1, turned, NULL,     \
            NULL, {"holds", ""}, {in, ""}, "packed[%d][%d] bit %d",                                \
            "37x70x1 70x37x1 3x1300x1 1300x3x1 200x40x1 40x200x1"                                  \
    }
    LAB_SUMS(LAB_GEMM, LAB_DGEMM, 1, 0, 1, "l", "term%s l =", "multiplies row %d of B by",
             "multiplies column %d of A by", "A(%d, %d)", "B(%d, %d)", "C(%d, %d)",
             "37x41x40 41x23x37 23x37x70 130x37x9 37x130x9 32x32x32"),
    LAB_SUMS(LAB_GEMM_TILE, LAB_GEMM_TILE, 1, 0, 1, "l", "term%s l =", "multiplies row %d of B by",
             "multiplies column %d of A by", "A(%d, %d)", "B(%d, %d)", "C(%d, %d)",
             "37x41x24 41x37x23 75x70x23 132x136x20 200x70x9 70x200x9 64x64x24"),
    LAB_SUMS(LAB_GEMV_ROW, LAB_GEMV_ROW, 1, 0, 1, "col", "column%s", "multiplies x(%d) by",
             "multiplies column %d of A by", "A(%d, %d)", "x(%d)", "y(%d)",
             "5x303x1 37x48x1 47x37x1 303x5x1"),
    LAB_SUMS(LAB_XNOR, LAB_XNOR, LAB_ASK_WORD_DIGITS, -8 * 0x11111, 4, "word", "word%s",
             "multiplies word %d of B by", "multiplies word %d of A by", "A(%d, word %d)",
             "B(word %d, %d)", "C(%d, %d)",
             "21x23x70 21x23x1120 70x30x64 30x70x64 130x20x32 20x130x32"),
    LAB_SUMS(LAB_ONES, LAB_ONES, LAB_ASK_WORD_DIGITS, 0, 1, "word", "word%s", "counts", "",
             "packed(%d, word %d)", "", "ones(%d)", "29x1056x1"),
    LAB_MOVES(LAB_ADD_ONE, LAB_ADD_ONE, 0, 0, "a(%d) + 1", "a(%d)",
              "37x70x1 70x37x1 64x96x1 68x132x1 31x31x1 200x37x1 37x200x1"),
    LAB_MOVES(LAB_TRANSPOSE, LAB_TRANSPOSE, LAB_ASK_PATTERN, 1, "in(%d, %d)", "out(%d, %d)",
              "37x70x1 70x37x1 64x96x1 68x132x1 31x31x1 200x37x1 37x200x1"),
    LAB_MOVES(LAB_BRANCHES, LAB_BRANCHES, LAB_ASK_PATTERN, 0, "in(%d, %d)", "out(%d, %d)",
              "1x300x8 37x41x4 37x41x2"),
    LAB_PACKS(LAB_PACK_A, LAB_PACK_A, 0, "A(%d, %d)"),
    LAB_PACKS(LAB_PACK_B, LAB_PACK_BT, 1, "B(%d, %d)")};

static inline const struct lab_asking *lab_asking_of(enum lab_problem problem)
{
    const enum lab_problem family = lab_family(problem);
    for (size_t i = 0; i < sizeof lab_askings / sizeof *lab_askings; i++)
        if (lab_askings[i].family == family || lab_askings[i].too == family)
            return &lab_askings[i];
    return NULL;
}

struct lab_origins {
    struct lab_probe *p;
    const struct lab_asking *asking;
    int bits, side, kinds;               /* of work, where there are several */
    int rows, cols, count, lines, depth; /* rows, cols, count: of the output, or of its bits */
    int line[LAB_ASKED_LINES];
    int own_lines, width, flipped; /* elements of an own line, which flipped is a column */
    int follows;                   /* the output changes with the operand that is set to 0 */
    struct lab_met *met;           /* [line][row][col] */
    double *base, *raw, *value;    /* the output where the other operand is 0; as it is; numbers */
    signed char *written, *gets;   /* which are; which have some term */
    int wrong, misplaced;          /* places that are not right; where another element is */
    int first, elements;           /* the first wrong, misplaced if any are; how many are wrong */
    int rest, inside; /* not right of elements with some term; unwritten, and no padding */
};

/* What belongs at an element of the output with line l. */
static inline struct lab_met lab_belongs_at(const struct lab_origins *t, int row, int col, int l)
{
    struct lab_met met = {1, t->asking->turned ? col : row, t->asking->turned ? row : col, 0, 0};
    if (t->asking->term)
        *(t->side ? &met.row : &met.col) = l;
    if (t->kinds)
        met.work = (row * t->cols + col) % t->kinds;
    if (t->bits) /* or padding */
        met.times = met.row < t->p->s.in[0].rows && met.col < t->p->s.in[0].cols;
    return met;
}

static inline struct lab_met lab_belongs(const struct lab_origins *t, int n)
{
    return lab_belongs_at(t, n % t->count / t->cols, n % t->cols, t->line[n / t->count]);
}

/* Word of memory of element i of a table: it has one of its own, or of bits its bit there. */
static inline int lab_word_of(const struct lab_origins *t, int i)
{
    const struct lab_operand *o = &t->p->s.out;
    const int line = i / t->cols, word = i % t->cols / BINARY_BITS;
    return !t->bits ? i : o->pack == LAB_WORDS ? word * o->cols + line : line * o->cols + word;
}

/* Asks for each element's value, a digit after the other, and keeps whether it shows that elements
 * are written, and that the output follows what is asked. 0, or -1. */
static inline int lab_ask_value(struct lab_origins *t, int ask, int at)
{
    struct lab_probe *p = t->p;
    const double poison = lab_poison_value(&p->c, p->s.out.type);
    memset(t->value, 0, sizeof *t->value * (size_t)t->count);
    double weight = 1;
    for (int digit = 0; digit < t->asking->digits; digit++, weight *= t->asking->radix) {
        if (lab_probe_ask(p, ask | t->side * LAB_ASK_SIDE | digit << LAB_ASK_DIGIT, at, t->raw))
            return -1;
        for (int i = 0; i < p->rows * p->cols; i++) {
            t->written[i] |= t->raw[i] != (p->s.in_place ? lab_probe_number((uint64_t)i) : poison);
            t->follows |= !lab_same(t->raw[i], t->base[i]);
        }
        for (int i = 0; i < t->count; i++) {
            const int word = lab_word_of(t, i);
            const double is = t->bits ? (uint32_t)t->raw[word] >> i % BINARY_BITS & 1
                                      : (t->raw[word] - t->base[word]) / t->asking->scale;
            t->value[i] += weight * is;
        }
    }
    return 0;
}

/* The value of an element of the own operand, or what its work makes of that. */
static inline double lab_own_value(const struct lab_origins *t, const struct lab_met *m)
{
    const int index = t->flipped ? m->col * t->width + m->row : m->row * t->width + m->col;
    const double value = lab_probe_number((uint64_t)index) * t->asking->spread + t->asking->offset;
    uint32_t made;
    if (!t->kinds || m->work == t->kinds) /* none was done */
        return value;
    lab_branch(m->work, (uint32_t)value, &made);
    return made;
}

/* Is this the value of one element of the own operand, and of no other? Then it is met, where *met
 * was what belongs there. */
static inline int lab_is_element(const struct lab_origins *t, double value, struct lab_met *met)
{
    const int index = lab_probe_index((value - t->asking->offset) / t->asking->spread),
              line = index / t->width, at = index % t->width;
    if (index < 0 || line >= t->own_lines || t->own_lines * (double)t->width > LAB_ASK_NUMBERS)
        return 0;
    const int row = t->flipped ? at : line, col = t->flipped ? line : at;
    met->times = row == met->row && col == met->col ? 1 : LAB_OTHER;
    met->row = row;
    met->col = col;
    return 1;
}

static inline void lab_read_met(struct lab_origins *t, int n)
{
    struct lab_met *met = &t->met[n];
    const double value = t->value[n % t->count];
    const int sums = t->asking->term != NULL;
    *met = lab_belongs(t, n);
    const double times = value / lab_own_value(t, met), whole = round(times),
                 loose = fmin(whole * whole * 0x1p-24, 0.1); /* a float that is added to so often */
    met->value = value;
    const int part = fabs(value) < 1 && t->line[n / t->count] == t->depth / 4; /* of its bytes */
    if (sums ? value == 0 || value == t->asking->offset || part : t->bits && value == 0)
        met->times = 0;
    else if (sums && whole >= 1 && fabs(times - whole) <= loose && times < 1 << 20)
        met->times = (int)whole;
    else if (t->kinds || !lab_is_element(t, value, met))
        met->times = LAB_SEVERAL;
    for (int n = 0; n < (t->kinds > 0) * (t->kinds + 1) * t->count && met->times == LAB_SEVERAL;
         n++) {
        struct lab_met other = *met; /* the own ones first */
        other.work = (met->work + n / t->count) % (t->kinds + 1);
        other.row = (met->row * t->cols + met->col + n) % t->count / t->cols;
        other.col = (met->row * t->cols + met->col + n) % t->cols;
        if (lab_own_value(t, &other) == value) {
            other.times = n ? LAB_OTHER : 1;
            *met = other;
        }
    }
}

/* What is there without the other operand, and what is met with each line of that. 0, or -1. */
static inline int lab_fill(struct lab_origins *t)
{
    const int outputs = t->p->rows * t->p->cols, two = t->p->s.inputs > 1,
              ask = t->asking->term && !two ? LAB_ASK_WORD : LAB_ASK_LINE;
    if (t->asking->term && lab_ask_value(t, ask, LAB_ASK_NO_LINE))
        return -1;
    memcpy(t->base, t->raw, sizeof *t->raw * (size_t)outputs);
    t->follows = 0; /* from this launch on */
    for (int i = 0; i < outputs; i++) {
        if (isnan(t->base[i])) /* it stays one, whatever is asked */
            return 0;
        t->base[i] += t->p->s.in_place;
    }
    for (int line = 0; line < t->lines; line++) {
        if (lab_ask_value(t, ask, t->line[line]))
            return -1;
        for (int i = 0; i < t->count; i++)
            lab_read_met(t, line * t->count + i);
    }
    return 0;
}

/* Parts of words may count together what another word does: where some place counts no whole word,
 * no other word is believed. */
static inline void lab_doubt(struct lab_origins *t)
{
    const int places = t->bits || t->p->s.in[0].pack == LAB_PLAIN ? 0 : t->count * t->lines;
    int several = 0;
    for (int n = 0; n < places; n++)
        several |= t->met[n].times == LAB_SEVERAL;
    for (int n = 0; n < places && several; n++)
        if (t->met[n].times == LAB_OTHER)
            t->met[n].times = LAB_SEVERAL;
}

static inline void lab_origins_free(struct lab_origins *t)
{
    free(t->met);
    free(t->base);
    free(t->written);
}

/* What is asked about at this size: of all lines, or of those where something may begin. */
static inline void lab_origins_begin(struct lab_origins *t, struct lab_probe *p, int side)
{
    const struct lab_operand *in = &p->s.in[side];
    const int words = in->pack == LAB_LINES || in->pack == LAB_WORDS;
    memset(t, 0, sizeof *t);
    t->first = -1;
    t->p = p;
    t->asking = lab_asking_of(p->c.problem);
    t->side = side;
    t->kinds = lab_problem_of(p->c.problem)->third == LAB_WAYS ? p->c.k : 0;
    t->bits = in->pack != LAB_PLAIN && !words;
    const int across = t->bits && p->s.out.pack == LAB_WORDS,
              most = p->rows * p->cols <= 32 ? LAB_ASKED_LINES : 48;
    t->rows = across ? p->cols : p->rows;
    t->cols = (t->bits ? BINARY_BITS : 1) * (across ? p->rows : p->cols);
    t->count = t->rows * t->cols;
    t->depth = !t->asking->term ? 1 : words ? binary_words(in->bits) : p->s.depth;
    t->own_lines = t->bits || words ? in->lines : in->rows;
    t->width = t->bits ? in->bits : words ? binary_words(in->bits) : in->cols;
    t->flipped = words ? side : in->pack == LAB_SIGN_COLS;
    for (int l = 0; l < t->depth; l++) {
        int near = t->depth <= most || l < 5 || l >= t->depth - 5;
        for (int power = 8; power <= l + 1 && !near; power *= 2)
            near = l == power || l + 1 == power;
        if (near && t->lines < LAB_ASKED_LINES)
            t->line[t->lines++] = l;
    }
}

/* Asks all that a table holds. 0, or -1 where that could not be asked. */
static inline int lab_origins_fill(struct lab_origins *t, struct lab_probe *p, int side)
{
    lab_origins_begin(t, p, side);
    const size_t outputs = (size_t)(p->rows * p->cols), count = (size_t)t->count;
    t->met = (struct lab_met *)calloc(count * (size_t)t->lines, sizeof *t->met);
    t->base = (double *)calloc(2 * outputs + count, sizeof *t->base);
    t->written = (signed char *)calloc(2 * outputs, 1);
    if (!t->met || !t->base || !t->written)
        return -1;
    t->gets = t->written + outputs;
    t->raw = t->base + outputs;
    t->value = t->raw + outputs;
    if (lab_fill(t))
        return -1;
    lab_doubt(t);
    for (int i = 0; i < t->count; i++) {
        const int written = t->written[lab_word_of(t, i)];
        int wrong = 0, some = 0;
        for (int n = i; n < t->lines * t->count; n += t->count) {
            const int times = t->met[n].times, misplaced = written && times == LAB_OTHER;
            some |= times != 0;
            if (times == lab_belongs(t, n).times)
                continue;
            wrong++;
            if (written && (t->first < 0 || (misplaced && !t->misplaced)))
                t->first = n;
            t->misplaced += misplaced;
        }
        t->wrong += wrong;
        t->inside |= !written && lab_belongs(t, i).times;
        t->elements += written && wrong;
        t->gets[lab_word_of(t, i)] |= (signed char)some;
        t->rest += some ? wrong : 0;
    }
    p->misplaced += t->misplaced;
    return 0;
}

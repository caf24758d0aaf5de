/* Packing signs to bits: which element each bit is, from the bits of the elements' numbers, one
 * launch for each. */
#ifndef LAB_PACKS_H
#define LAB_PACKS_H

#include "unwritten.h"

enum { LAB_NUMBER_BITS = 13 };
enum lab_bit_kind { LAB_BIT_OF_ONE, LAB_BIT_INVERTED, LAB_BIT_ALWAYS_0, LAB_BIT_ALWAYS_1 };

struct lab_packed_bits {
    struct lab_probe *p;
    const struct lab_operand *o;
    int *number;         /* of the element that each bit is, from 1; bits in the order of memory */
    unsigned char *kind; /* enum lab_bit_kind */
    char *written;       /* words */
    int added;           /* each word is what it held plus what belongs there */
};

/* Which element belongs into bit `bit` of word `at`; 0: none, it is padding. */
static inline int lab_packed_number(const struct lab_operand *o, int at, int bit)
{
    const int across = o->pack == LAB_WORDS, line = across ? at % o->cols : at / o->cols,
              element = (across ? at / o->cols : at % o->cols) * BINARY_BITS + bit;
    return line < o->lines && element < o->bits ? line * o->bits + element + 1 : 0;
}

static inline int lab_ask_packed(struct lab_packed_bits *b)
{
    struct lab_probe *p = b->p;
    const int words = p->rows * p->cols;
    const double poison = lab_poison_value(&p->c, p->s.out.type);
    double *value = (double *)malloc(sizeof *value * (size_t)words);
    int status = value ? 0 : -1;
    b->added = 1;
    for (int q = 0; q < LAB_NUMBER_BITS + 2 && status == 0; q++) {
        const int pair = q - LAB_NUMBER_BITS; /* all -1, all +1 */
        status = lab_probe_ask(p, pair < 0 ? LAB_ASK_BITS : LAB_ASK_PAIR, pair < 0 ? q : 3 * pair,
                               value);
        for (int i = 0; i < BINARY_BITS * words && status == 0; i++) {
            const int is = (uint32_t)value[i / BINARY_BITS] >> i % BINARY_BITS & 1;
            const uint32_t more = (uint32_t)value[i / BINARY_BITS] - (uint32_t)poison;
            b->written[i / BINARY_BITS] |= value[i / BINARY_BITS] != poison;
            b->added &=
                pair != 1 || (int)(more >> i % BINARY_BITS & 1) ==
                                 (lab_packed_number(b->o, i / BINARY_BITS, i % BINARY_BITS) > 0);
            if (pair < 0)
                b->number[i] |= is << q;
            else if (pair == 0)
                b->kind[i] = is;
            else
                b->kind[i] = b->kind[i] ? is ? LAB_BIT_ALWAYS_1 : LAB_BIT_INVERTED
                             : is       ? LAB_BIT_OF_ONE
                                        : LAB_BIT_ALWAYS_0;
        }
    }
    free(value);
    return status;
}

/* The word of memory that begins with this element, -1: none does. */
static inline int lab_packed_at(const struct lab_packed_bits *b, int line, int word)
{
    for (int i = 0; i < b->p->rows * b->p->cols; i++)
        if (b->kind[i * BINARY_BITS] == LAB_BIT_OF_ONE &&
            b->number[i * BINARY_BITS] == line * b->o->bits + word * BINARY_BITS + 1)
            return i;
    return -1;
}

/* The words are right, but lie at other distances. */
static inline int lab_say_distance(struct lab_packed_bits *b)
{
    const struct lab_operand *o = b->o;
    const int across = o->pack == LAB_WORDS, words = binary_words(o->bits);
    const int first = lab_packed_at(b, 0, 0), line = lab_packed_at(b, 1, 0),
              word = words > 1 ? lab_packed_at(b, 0, 1) : -1;
    const int apart = across ? word - first : line - first, near = across ? line : word;
    if (first != 0 || line < 0 || word < 0 || near != 1 || apart == o->ld)
        return 0;
    lab_say(b->p, "%s are stored %d words apart; the layout has them %s = %d words apart.",
            across ? "The words of a column" : "Lines", apart,
            across ? "binary_padded(n)" : "binary_pitch(k)", o->ld);
    return 1;
}

/* Just so many words are written as rows of them at another distance take. */
static inline int lab_say_short(struct lab_packed_bits *b)
{
    const struct lab_operand *o = b->o;
    const int words = b->p->rows * b->p->cols;
    int end = words;
    while (end > 0 && !b->written[end - 1])
        end--;
    for (int i = 0; i < end; i++)
        if (!b->written[i])
            return 0;
    if (end == words || end <= o->cols || o->rows < 2 || (end - o->cols) % (o->rows - 1))
        return 0;
    lab_say(b->p,
            "Only the first %d of %d words are written, as of rows that lie %d words apart; the "
            "layout has them %s = %d words apart.",
            end, words, (end - o->cols) / (o->rows - 1),
            o->pack == LAB_WORDS ? "binary_padded(n)" : "binary_pitch(k)", o->ld);
    return 1;
}

static inline void lab_say_bit(struct lab_packed_bits *b, int at)
{
    struct lab_probe *p = b->p;
    const struct lab_operand *o = b->o;
    const int word = at / BINARY_BITS, bit = at % BINARY_BITS,
              right = lab_packed_number(o, word, bit), is = b->number[at] - 1;
    char place[80], which[60];
    snprintf(place, sizeof place, "packed[%d][%d] bit %d", word / o->cols, word % o->cols, bit);
    snprintf(which, sizeof which, "element %d of line %d", (right - 1) % o->bits,
             (right - 1) / o->bits);
    if (!right && b->kind[at] == LAB_BIT_ALWAYS_1)
        lab_say(p, "%s is always 1; it is padding, and must be 0.", place);
    else if (!right)
        lab_say(p, "%s is element %d of line %d; it is padding, and must be 0.", place,
                is % o->bits, is / o->bits);
    else if (b->kind[at] == LAB_BIT_ALWAYS_0 || b->kind[at] == LAB_BIT_ALWAYS_1)
        lab_say(p, "%s is always %d; %s belongs there%s.", place, b->kind[at] == LAB_BIT_ALWAYS_1,
                which,
                bit > 0 && b->kind[at - bit] == LAB_BIT_OF_ONE && o->bits % BINARY_BITS &&
                        (right - 1) % o->bits / BINARY_BITS == o->bits / BINARY_BITS
                    ? ", of the last word, which is not full: all 32 lanes must make the ballot"
                    : "");
    else
        lab_say(p, "%s is element %d of line %d; %s belongs there.", place, is % o->bits,
                is / o->bits, which);
}

/* The sentence about packed words. 1 if there is one. */
static inline int lab_say_packed(struct lab_probe *p)
{
    const int words = p->rows * p->cols, bits = words * BINARY_BITS;
    struct lab_packed_bits b = {p, &p->s.out, NULL, NULL, NULL, 0};
    int wrong = 0, first = 0, inverted = 0, reversed = 0, of_ones = 0, padding = 1;
    b.number = (int *)calloc((size_t)bits, sizeof *b.number);
    b.kind = (unsigned char *)calloc((size_t)bits, 1);
    b.written = (char *)calloc((size_t)words, 1);
    if (b.number && b.kind && b.written && lab_ask_packed(&b) == 0) {
        for (int i = 0; i < bits; i++) {
            const int word = i / BINARY_BITS, right = lab_packed_number(b.o, word, i % BINARY_BITS);
            const int is_right = right ? b.kind[i] == LAB_BIT_OF_ONE && b.number[i] == right
                                       : b.kind[i] == LAB_BIT_ALWAYS_0;
            inverted += b.kind[i] == LAB_BIT_INVERTED && right > 0;
            of_ones += right > 0;
            reversed +=
                b.kind[i] == LAB_BIT_OF_ONE && b.number[i] &&
                b.number[i] == lab_packed_number(b.o, word, BINARY_BITS - 1 - i % BINARY_BITS);
            padding &= b.written[word] || !right;
            first = !is_right && b.written[word] && !wrong++ ? i : first;
        }
        if (inverted == of_ones)
            lab_say(p, "Every bit is the other way round: 1 stands for +1.");
        else if (reversed > of_ones / 2)
            lab_say(p,
                    "The bits of each word are in the opposite order: element 32 w + i is bit i, "
                    "the lowest first.");
        else if (b.added)
            lab_say(p, "Each word is added to what packed held: store it.");
        else if (!lab_say_distance(&b) && !lab_say_short(&b) && lab_say_unwritten(p, b.written) &&
                 padding)
            lab_say(p, " This is padding: it belongs to the layout, as zeros.");
        if (!p->text[0] && wrong)
            lab_say_bit(&b, first);
    }
    free(b.number);
    free(b.kind);
    free(b.written);
    return p->text[0] != 0;
}

#endif

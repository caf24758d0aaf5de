/* Inputs that say where they came from. A case of LAB_PROBE asks a kernel what it does with each
 * element, since every problem here is linear in each operand: `seed` says which launch of a table
 * it is. Included by unusual.h. */
#ifndef LAB_PROBE_ELEMENTS_H
#define LAB_PROBE_ELEMENTS_H

/* What the launch asks. The names hold of side 0; on side 1 the two operands are exchanged. */
enum lab_ask {
    LAB_ASK_ZERO,   /* B is 0 */
    LAB_ASK_LINE,   /* of B only row `at` is not 0: it is 1 */
    LAB_ASK_ACROSS, /* in each row of B, 2 to the power of digit `at` of the column, to base 4; so
                      many ones in each word, and A is 1 */
    LAB_ASK_HALF,   /* row 0 is 1/2; in double LAB_ASK_FINE */
    LAB_ASK_BITS,   /* of +1 and -1: bit at % 13 of the element's number, counted from 1; from 13 on
                      the opposite */
    LAB_ASK_PAIR,   /* all bits of A are at % 2, all of B at / 2 */
    LAB_ASK_DIGIT,  /* each word of A: as many ones as digit at % 8 of its number, counted from 1
                      (LAB_ASK_NONE: none); of B row at / 8 of words is all ones (LAB_ASK_ALL: all
                      rows), the others 0 */
    LAB_ASK_ONES    /* of each line word `at` alone is not 0: line % 31 + 1 ones */
};

enum {
    LAB_ASK_DIGITS = 16, /* a digit is less */
    LAB_ASK_NONE = 4,
    LAB_ASK_NO_WORD = 4000,
    LAB_ASK_ALL = 4001,
    LAB_ASK_SIDE = 1 << 8, /* a bit of the seed, beside enum lab_ask and `at` */
    LAB_ASK_AT = 16,
    LAB_ASK_LEAST = 131045,      /* of the numbers of elements */
    LAB_ASK_NUMBERS = 65521,     /* a prime: elements that have a number of their own */
    LAB_ASK_PATTERN = 0x4f000001 /* the first pattern of 32 bits: a float beyond 2^31 */
};

#define LAB_ASK_FINE (0.5 + 0x1p-30) /* times a number: no float */

/* Element `index`'s own value, not in their order: no multiple and no sum of two is another's. */
LAB_HD int lab_probe_number(uint64_t index)
{
    return 2 * (int)((index * 40503u + 1000u) % LAB_ASK_NUMBERS) + LAB_ASK_LEAST;
}

/* The element that such a value is, -1: none. */
static inline int lab_probe_index(double number)
{
    const double half = (number - LAB_ASK_LEAST) / 2;
    if (!(half >= 0 && half < LAB_ASK_NUMBERS) || half != floor(half))
        return -1;
    return (int)(((uint64_t)half + LAB_ASK_NUMBERS - 1000) * 17382u % LAB_ASK_NUMBERS);
}

LAB_HD double lab_probe_element(struct lab_recipe r, int row, int col)
{
    const enum lab_ask ask = (enum lab_ask)(r.key & 0xff);
    const int side = (r.key & LAB_ASK_SIDE) != 0, at = (int)(r.key >> LAB_ASK_AT);
    const int own = r.operand == side, line = side ? col : row, across = side ? row : col;
    if (r.type == LAB_B32 || r.type == LAB_U32)
        return LAB_ASK_PATTERN + row * (double)r.cols + col;
    if (own)
        return lab_probe_number((uint64_t)row * (uint64_t)r.cols + (uint64_t)col);
    return ask == LAB_ASK_ZERO     ? 0
           : ask == LAB_ASK_ACROSS ? 1 << (across >> 2 * at & 3)
           : line != at            ? 0
           : ask == LAB_ASK_LINE   ? 1
           : r.type == LAB_F64     ? LAB_ASK_FINE
                                   : 0.5;
}

/* Word `word` of a line of bits. */
LAB_HD uint32_t lab_probe_word(struct lab_recipe r, int line, int word)
{
    const enum lab_ask ask = (enum lab_ask)(r.key & 0xff);
    const int side = (r.key & LAB_ASK_SIDE) != 0, at = (int)(r.key >> LAB_ASK_AT);
    const int words = (r.bits - 1) / BINARY_BITS + 1, operand = r.operand % 2,
              own = operand == side;
    const int number = line * words + word + 1;
    uint32_t bits = 0;
    int ones;
    switch (ask) {
    case LAB_ASK_BITS:
        for (int i = 0; i < BINARY_BITS; i++)
            bits |= (uint32_t)(((line * r.bits + word * BINARY_BITS + i + 1) >> at % 13 & 1) ^
                               (at >= 13))
                    << i;
        return bits;
    case LAB_ASK_PAIR:
        return (at >> operand & 1) ? ~0u : 0;
    case LAB_ASK_DIGIT:
        if (!own)
            return word == at / 8 || at / 8 == LAB_ASK_ALL ? ~0u : 0;
        ones = at % 8 == LAB_ASK_NONE ? 0 : (number >> 4 * (at % 8)) % LAB_ASK_DIGITS;
        return (1u << ones) - 1;
    case LAB_ASK_ACROSS:
        return own ? ~0u : (1u << (1 << (line >> 2 * at & 3))) - 1;
    case LAB_ASK_ONES:
        return word == at ? (1u << (line % 31 + 1)) - 1 : 0;
    default:
        return 0;
    }
}

#endif

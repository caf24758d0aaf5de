/* Inputs that say where they came from. A case of LAB_PROBE asks a kernel what it does with each
 * element, since every problem here is linear in each operand: `seed` says which launch of a table
 * it is. One operand holds numbers, of the other one line is not 0. Bits are asked a digit of each
 * number after the other. Included by unusual.h. */
#pragma once

/* What the launch asks. The names hold of side 0; on side 1 the two operands are exchanged. */
enum lab_ask {
    LAB_ASK_LINE, /* of B only row `at` is not 0: it is 1 */
    LAB_ASK_PAIR, /* all bits of A are at % 2, all of B at / 2 */
    LAB_ASK_WORD, /* of one operand, only word `at` of each line is not 0 */
    LAB_ASK_ONLY  /* all of B is 1; of A only row `at`: an output counts its terms from there */
};

enum {
    LAB_ASK_NO_LINE = 1 << 30, /* `at` is none */
    LAB_ASK_SIDE = 1 << 8,     /* a bit of the seed, beside enum lab_ask */
    LAB_ASK_DIGIT = 9,         /* where the digit begins in the seed, and `at` */
    LAB_ASK_AT = 16,
    LAB_ASK_WORD_DIGITS = 5,     /* to base 16, of a number in words: so many bits are 1 */
    LAB_ASK_BIT_DIGITS = 26,     /* to base 2, of a number in single bits, times LAB_ASK_SPREAD: */
    LAB_ASK_SPREAD = 61,         /* ... what several elements together give is none */
    LAB_ASK_ALL_BITS = 1 << 25,  /* is added: two digits are alike everywhere, 0 and 1 */
    LAB_ASK_LEAST = 131045,      /* of the numbers of elements */
    LAB_ASK_NUMBERS = 65521,     /* a prime: elements that have a number of their own */
    LAB_ASK_PATTERN = 0x4f000001 /* before the numbers of patterns: a float beyond 2^31 */
};

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
    const int side = (r.key & LAB_ASK_SIDE) != 0, own = r.operand == side,
              asked = (side ? col : row) == (int)(r.key >> LAB_ASK_AT);
    const double number = lab_probe_number((uint64_t)row * (uint64_t)r.cols + (uint64_t)col);
    if (r.type == LAB_B32 || r.type == LAB_U32)
        return LAB_ASK_PATTERN + number;
    if ((r.key & 0xff) == LAB_ASK_ONLY)
        return !own || asked;
    return own ? number : asked;
}

/* Word `word` of a line of bits. Of a product, each has as many ones as another, for kernels that
 * are told how many: the digit in the lower half, the others from above. With the other operand's
 * 0 they add nothing. */
LAB_HD uint32_t lab_probe_word(struct lab_recipe r, int line, int word)
{
    const int ask = (int)(r.key & 0xff), at = (int)(r.key >> LAB_ASK_AT),
              shift = (int)(r.key >> LAB_ASK_DIGIT & 31), operand = r.operand % 2,
              own = operand == ((r.key & LAB_ASK_SIDE) != 0);
    const uint64_t bit = (uint64_t)line * (uint64_t)r.bits + (uint64_t)(word * BINARY_BITS),
                   words = (uint64_t)((r.bits - 1) / BINARY_BITS + 1);
    uint32_t bits = 0;
    if (ask == LAB_ASK_PAIR)
        return (at >> operand & 1) ? ~0u : 0;
    if (r.pack == LAB_SIGN_ROWS || r.pack == LAB_SIGN_COLS) {
        for (int i = 0; i < BINARY_BITS; i++)
            bits |= (uint32_t)((LAB_ASK_SPREAD * lab_probe_number(bit + (uint64_t)i) |
                                LAB_ASK_ALL_BITS) >>
                                   shift &
                               1)
                    << i;
        return bits;
    }
    if (!own)
        return word == at ? 0xffff : 0x55555555;
    const int digit = lab_probe_number((uint64_t)line * words + (uint64_t)word) >> 4 * shift & 15;
    if (ask == LAB_ASK_WORD)
        return word == at ? (1u << digit) - 1 : 0;
    return ((1u << digit) - 1) | ~0u << (16 + digit);
}

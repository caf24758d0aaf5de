/* Lab 09's problems: their operands, and what one element of them is. Included by question.h.
 *
 * A matrix of +1 and -1 is drawn 32 elements at a time: a word is a function of (seed, operand,
 * line, number of the word), where a line is a row of A or a column of B. So whoever needs packed
 * words (the judge, above all) packs nothing: every layout is the same words, laid out
 * otherwise. */
#ifndef LAB_PROBLEMS_BINARY_SHAPE_H
#define LAB_PROBLEMS_BINARY_SHAPE_H

/* Word `word` of line `line`; bits that are no element are 0. */
LAB_HD uint32_t lab_sign_word(struct lab_recipe r, int line, int word)
{
    int left = r.bits - word * BINARY_BITS;
    if (line >= r.lines || left <= 0)
        return 0;
    if (r.huge &&
        !(lab_at_edge(line, r.lines) && lab_at_edge(word, (r.bits - 1) / BINARY_BITS + 1)))
        return 0;
    uint32_t bits = r.data == LAB_PROBE ? lab_probe_word(r, line, word)
                                        : (uint32_t)(lab_random(r.key, line, word) >> 32);
    if (r.data == LAB_UNIFORM) {
        uint64_t kind = line == 0 ? 1 : line == r.lines - 1 ? 0 : lab_random(r.key, line, -1) >> 61;
        bits = kind == 0 ? 0 : kind == 1 ? ~0u : bits;
    }
    return left < BINARY_BITS ? bits & ((1u << left) - 1) : bits;
}

LAB_HD int lab_popcount(uint32_t word)
{
#if defined(__CUDA_ARCH__) && !defined(LAB_EMULATOR)
    return __popc(word);
#else
    return __builtin_popcount(word);
#endif
}

/* Element (row, col) of an operand that is packed, or made of signs. */
LAB_HD double lab_packed_element(struct lab_recipe r, int row, int col)
{
    int line = r.pack == LAB_SIGN_COLS ? col : row, at = r.pack == LAB_SIGN_COLS ? row : col,
        sum = 0;
    if (r.pack == LAB_LINES)
        return lab_sign_word(r, row, col);
    if (r.pack == LAB_WORDS)
        return lab_sign_word(r, col, row);
    if (r.pack == LAB_SIGN_ROWS || r.pack == LAB_SIGN_COLS)
        return lab_sign_word(r, line, at / BINARY_BITS) >> at % BINARY_BITS & 1 ? 1 : -1;
    for (int word = 0; word * BINARY_BITS < r.bits; word++)
        sum += lab_popcount(lab_sign_word(r, row, word));
    return sum;
}

/* A packed operand of `lines` lines of `bits` elements. */
static inline struct lab_operand lab_packed(const char *name, enum lab_pack pack, int lines,
                                            int bits)
{
    int padded = binary_padded(lines), pitch = pack == LAB_COUNTS ? 1 : binary_pitch(bits);
    struct lab_operand o =
        pack == LAB_WORDS ? lab_matrix(name, pitch, padded) : lab_matrix(name, padded, pitch);
    o.type = pack == LAB_COUNTS ? LAB_I32 : LAB_U32;
    o.pack = pack;
    o.lines = lines;
    o.bits = bits;
    return o;
}

static inline struct lab_operand lab_signs(const char *name, enum lab_pack pack, int rows, int cols)
{
    struct lab_operand o = lab_matrix(name, rows, cols);
    o.pack = pack;
    o.lines = pack == LAB_SIGN_ROWS ? rows : cols;
    o.bits = pack == LAB_SIGN_ROWS ? cols : rows;
    return o;
}

#endif

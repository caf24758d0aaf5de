/* Lab 09: are the words, the integers, the signs right? Everything is exact. Packed words are made
 * anew and compared. A small product is compared element by element; of a large one the integers
 * by Freivalds' algorithm (see dense_verify.h) and then the rows that it names; the signs, which
 * add up to nothing, on every 64th row from one drawn after the output has arrived. */
#pragma once

#include "dense_verify.h"

/* The operand's words as they should be, as if the output were an input. */
static inline int lab_packed_row(const struct lab_reference *r, int row, struct lab_right *to)
{
    for (int col = 0; col < r->shape.out.cols; col++)
        to[col] = lab_right_packed(&r->question, row, col);
    return 0;
}

enum { LAB_SIGN_APART = 64 /* rows from one that is compared to the next */ };

/* Both matrices as lines of binary_words(k) words, whatever layout the kernel reads. */
static inline int lab_xnor_prepare(struct lab_reference *r)
{
    int words = binary_words(r->question.k);
    for (int i = 0; i < 2; i++) {
        struct lab_recipe recipe = lab_recipe_of(&r->question, i);
        uint32_t *to = (uint32_t *)malloc(sizeof *to * (size_t)recipe.lines * (size_t)words);
        r->matrix[i] = to;
        if (!to)
            return -1;
        for (int line = 0; line < recipe.lines; line++)
            for (int word = 0; word < words; word++)
                *to++ = lab_sign_word(recipe, line, word);
    }
    return 0;
}

static inline const uint32_t *lab_xnor_line(const struct lab_reference *r, int operand, int line)
{
    size_t words = (size_t)binary_words(r->question.k);
    return (const uint32_t *)r->matrix[operand] + (size_t)line * words;
}

/* C(row, col), the integer: each pair of bits that differ takes 2 from k. */
static inline int lab_xnor_should(const struct lab_reference *r, int row, int col)
{
    const uint32_t *a = lab_xnor_line(r, 0, row), *b = lab_xnor_line(r, 1, col);
    const int words = binary_words(r->question.k);
    int differ = words % 2 ? lab_popcount(a[words - 1] ^ b[words - 1]) : 0;
    for (int word = 0; word + 2 <= words; word += 2)
        differ += __builtin_popcountll(((uint64_t)(a[word] ^ b[word]) << 32) |
                                       (a[word + 1] ^ b[word + 1]));
    return r->question.k - 2 * differ;
}

/* The word of signs that stands at (row, word) of a packed C. */
static inline uint32_t lab_xnor_signs(const struct lab_reference *r, int row, int word)
{
    uint32_t bits = 0;
    for (int i = 0; i < BINARY_BITS && word * BINARY_BITS + i < r->question.n; i++)
        bits |= (uint32_t)(lab_xnor_should(r, row, word * BINARY_BITS + i) >= 0) << i;
    return bits;
}

static inline int lab_xnor_row(const struct lab_reference *r, int row, struct lab_right *to)
{
    const int signs = lab_is(r->question.problem, LAB_BITS_OUT) != 0;
    for (int col = 0; col < r->shape.out.cols; col++)
        to[col] = (struct lab_right){
            signs ? lab_xnor_signs(r, row, col) : (double)lab_xnor_should(r, row, col), 0, 0};
    return 0;
}

/* sum over a line of +-y, modulo 2^64: y's of +1 added, of -1 subtracted. */
static inline uint64_t lab_xnor_times(const uint32_t *line, int k, const uint64_t *y)
{
    uint64_t sum = 0;
    for (int l = 0; l < k; l++) {
        uint64_t minus =
            (uint64_t)(line[l / BINARY_BITS] >> l % BINARY_BITS & 1) - 1; /* 0 or all ones */
        sum += (y[l] ^ minus) - minus;
    }
    return sum;
}

/* Of a large product: the rows of C that cannot be A B, and a row that is drawn; of signs every
 * 64th row from one that is drawn. A wrong row is missed with probability 2^-32 or less: so rarely
 * an error below 2^32 times a random 64-bit number is 0 modulo 2^64. -1 when memory is short. */
static inline int lab_xnor_suspects(const struct lab_reference *r, const void *output,
                                    char *suspect)
{
    const int32_t *out = (const int32_t *)output;
    const int m = r->question.m, n = r->question.n, k = r->question.k,
              signs = lab_is(r->question.problem, LAB_BITS_OUT) != 0,
              apart = signs ? LAB_SIGN_APART : m;
    const uint64_t key = lab_entropy();
    uint64_t *x = (uint64_t *)calloc((size_t)n + (size_t)k, sizeof *x), *bx = x + n;
    if (!x)
        return -1;
    for (int j = 0; j < n && !signs; j++) {
        const uint32_t *line = lab_xnor_line(r, 1, j);
        x[j] = lab_random(key, 0, j);
        for (int l = 0; l < k; l++) {
            uint64_t minus = (uint64_t)(line[l / BINARY_BITS] >> l % BINARY_BITS & 1) - 1;
            bx[l] += (x[j] ^ minus) - minus;
        }
    }
    for (int i = 0; i < m && !signs; i++) {
        uint64_t cx = 0;
        for (int j = 0; j < n; j++)
            cx += (uint64_t)(int64_t)out[(size_t)i * (size_t)n + (size_t)j] * x[j];
        if (cx != lab_xnor_times(lab_xnor_line(r, 0, i), k, bx))
            suspect[i] = LAB_SUSPECTED;
    }
    for (int i = (int)(key % (uint64_t)apart); i < m; i += apart)
        suspect[i] = LAB_DRAWN;
    free(x);
    return 0;
}

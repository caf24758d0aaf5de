/* Lab 09: are the words, the integers, the signs right? Everything is exact. Packed words are made
 * anew and compared. A small product is compared
 * element by element; of a large one the integers by Freivalds' algorithm (see gemm_verify.h) and
 * then the rows that it names; the signs, which add up to nothing, on every 64th row from one drawn
 * after the output has arrived. */
#ifndef LAB_PROBLEMS_BINARY_VERIFY_H
#define LAB_PROBLEMS_BINARY_VERIFY_H

#include "gemm_verify.h"

/* The operand's words as they should be, as if the output were an input. */
static inline struct lab_recipe lab_packed_recipe(const struct lab_reference *r)
{
    struct lab_recipe recipe = lab_recipe_of(&r->question, 0);
    recipe.pack = r->shape.out.pack;
    return recipe;
}

static inline void lab_packed_verify(const struct lab_reference *r, const void *out,
                                     struct lab_verdict *v)
{
    struct lab_recipe recipe = lab_packed_recipe(r);
    double poison = lab_poison_value(&r->question, r->shape.out.type);
    size_t poisoned = 0;
    for (int row = 0; row < r->shape.out.rows; row++)
        for (int col = 0; col < r->shape.out.cols; col++) {
            double is = lab_out(r, out, row, col), should = lab_packed_element(recipe, row, col);
            if (is == should)
                continue;
            if (v->wrong++ == 0)
                lab_accuse(r, row, col, is, should, v);
            poisoned += is == poison;
        }
    v->ok = v->wrong == 0;
    v->untouched = !v->ok && poisoned == r->count;
}

enum { LAB_SIGN_APART = 64 /* rows from one that is compared to the next */ };

/* Pairs of words up to which every element is compared. */
static const double lab_xnor_full = 1 << 26;

/* Both matrices as lines of binary_words(k) words, whatever layout the kernel reads. */
static inline int lab_xnor_reference(struct lab_reference *r)
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

/* How many bits of words [from, to) differ. */
static inline int lab_xnor_differ(const uint32_t *a, const uint32_t *b, int from, int to)
{
    int sum = 0, word = from;
    for (; word + 2 <= to; word += 2) {
        uint64_t x = ((uint64_t)(a[word] ^ b[word]) << 32) | (a[word + 1] ^ b[word + 1]);
        x -= x >> 1 &
             0x5555555555555555u; /* ones of each 2, 4, 8 bits (Warren, Hacker's Delight, 5-1) */
        x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
        x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
        sum += (int)((x * 0x0101010101010101u) >> 56);
    }
    return word < to ? sum + lab_popcount(a[word] ^ b[word]) : sum;
}

/* C(row, col), the integer. */
static inline int lab_xnor_should(const struct lab_reference *r, int row, int col)
{
    return r->question.k - 2 * lab_xnor_differ(lab_xnor_line(r, 0, row), lab_xnor_line(r, 1, col),
                                               0, binary_words(r->question.k));
}

/* The word of signs that stands at (row, word) of a packed C. */
static inline uint32_t lab_xnor_signs(const struct lab_reference *r, int row, int word)
{
    uint32_t bits = 0;
    for (int i = 0; i < BINARY_BITS && word * BINARY_BITS + i < r->question.n; i++)
        bits |= (uint32_t)(lab_xnor_should(r, row, word * BINARY_BITS + i) >= 0) << i;
    return bits;
}

static inline double lab_xnor_right(const struct lab_reference *r, int row, int col)
{
    return lab_is(r->question.problem, LAB_BITS_OUT) ? (double)lab_xnor_signs(r, row, col)
                                                     : (double)lab_xnor_should(r, row, col);
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

/* Marks the rows of C that cannot be A B (a wrong one is missed with probability 2^-32 or less: an
 * error below 2^32 times a random 64-bit number is 0 modulo 2^64 so rarely). Returns how many, -1
 * when memory is short. */
static inline int lab_xnor_freivalds(const struct lab_reference *r, const int32_t *out,
                                     char *suspect)
{
    int m = r->question.m, n = r->question.n, k = r->question.k, found = 0;
    uint64_t *x = (uint64_t *)calloc((size_t)n + (size_t)k, sizeof *x), *bx = x + n,
             key = lab_entropy();
    if (!x)
        return -1;
    for (int j = 0; j < n; j++) {
        const uint32_t *line = lab_xnor_line(r, 1, j);
        x[j] = lab_random(key, 0, j);
        for (int l = 0; l < k; l++) {
            uint64_t minus = (uint64_t)(line[l / BINARY_BITS] >> l % BINARY_BITS & 1) - 1;
            bx[l] += (x[j] ^ minus) - minus;
        }
    }
    for (int i = 0; i < m; i++) {
        uint64_t cx = 0;
        for (int j = 0; j < n; j++)
            cx += (uint64_t)(int64_t)out[(size_t)i * (size_t)n + (size_t)j] * x[j];
        suspect[i] = (char)(cx != lab_xnor_times(lab_xnor_line(r, 0, i), k, bx));
        found += suspect[i];
    }
    free(x);
    return found;
}

/* Compares a row; how many of its elements were never written. */
static inline size_t lab_xnor_compare(const struct lab_reference *r, const void *out, int row,
                                      struct lab_verdict *v)
{
    double poison = lab_poison_value(&r->question, r->shape.out.type);
    size_t poisoned = 0;
    for (int col = 0; col < r->shape.out.cols; col++) {
        double is = lab_out(r, out, row, col), should = lab_xnor_right(r, row, col);
        if (is == should)
            continue;
        if (v->wrong++ == 0)
            lab_accuse(r, row, col, is, should, v);
        poisoned += is == poison;
    }
    return poisoned;
}

static inline void lab_xnor_verify(const struct lab_reference *r, const void *out,
                                   struct lab_verdict *v)
{
    size_t poisoned = 0;
    int m = r->question.m, status = 0, every = 1, first = 0,
        sign = lab_is(r->question.problem, LAB_BITS_OUT);
    char *suspect = (char *)calloc((size_t)m, 1);
    double pairs = (double)m * r->question.n * binary_words(r->question.k);
    if (suspect && pairs > lab_xnor_full && sign) {
        every = LAB_SIGN_APART;
        first = (int)(lab_entropy() % LAB_SIGN_APART);
    } else if (suspect && pairs > lab_xnor_full) {
        every = m;
        first = (int)(lab_entropy() % (uint64_t)m);
        status = lab_xnor_freivalds(r, (const int32_t *)out, suspect);
    }
    for (int row = 0, said = 0; row < m && suspect && status >= 0; row++)
        if (suspect[row] ? said++ < LAB_GEMM_ROWS_SAID : row >= first && (row - first) % every == 0)
            poisoned += lab_xnor_compare(r, out, row, v);
    if (!suspect || status < 0)
        v->fault = LAB_NOT_VERIFIED;
    free(suspect);
    v->ok = status == 0 && v->wrong == 0 && v->fault == LAB_NO_FAULT;
    v->untouched = poisoned > 0 && poisoned == v->wrong;
    for (size_t i = 0; i < r->count && v->untouched; i++) {
        v->untouched =
            lab_get(r->shape.out.type, out, i) == lab_poison_value(&r->question, r->shape.out.type);
    }
}

#endif

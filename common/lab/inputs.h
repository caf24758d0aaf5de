/* The elements of operands, generated alike by host and device. Every one is a function of (seed,
 * operand, row, column) alone: whoever verifies can recompute any of them without the others, and
 * so can a kernel that fills a matrix in place. All arithmetic is exact (integers, one rounding):
 * no compiler's contraction can make two of them differ.
 *
 * Lab 09's matrices of +1 and -1 are drawn 32 elements at a time: a word is a function of (seed,
 * operand, line, number of the word), where a line is a row of A or a column of B. Every layout is
 * the same words, laid out otherwise. */
#pragma once

#include "question.h"

/* Finalizer of splitmix64 (Steele, Lea, Flood 2014): a bijection in which each input bit changes
 * half of the output. */
LAB_HD uint64_t lab_mix(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

LAB_HD uint64_t lab_key(uint64_t seed, int operand)
{
    return lab_mix(lab_mix(seed) + (uint64_t)operand);
}

LAB_HD uint64_t lab_random(uint64_t key, int row, int col)
{
    return lab_mix(key ^ ((uint64_t)(uint32_t)row << 32 | (uint32_t)col));
}

/* Largest |v| for which `depth` products of two such integers sum exactly in a significand of
 * `bits` bits: depth v^2 <= 2^bits. At least 1. */
static inline int lab_exact_bound(int bits, int depth)
{
    double bound = floor(sqrt(ldexp(1, bits) / depth));
    return bound < 1 ? 1 : bound > 1 << 20 ? 1 << 20 : (int)bound;
}

/* Uniform integer in [-bound, bound]. */
LAB_HD int lab_integer(uint64_t key, int row, int col, int bound)
{
    uint64_t range = 2 * (uint64_t)bound + 1;
    return (int)(((lab_random(key, row, col) >> 32) * range) >> 32) - bound;
}

/* Uniform in [-1, 1), a multiple of 2^-23: exact in float. */
LAB_HD double lab_real(uint64_t key, int row, int col)
{
    return ((int)(lab_random(key, row, col) >> 40) - (1 << 23)) * (1.0 / (1 << 23));
}

/* The same with all 53 bits of a double: uniform in [-1, 1), a multiple of 2^-52. */
LAB_HD double lab_real_wide(uint64_t key, int row, int col)
{
    return (double)((int64_t)(lab_random(key, row, col) >> 11) - ((int64_t)1 << 52)) *
           (1.0 / ((int64_t)1 << 52));
}

/* The bits of a float that no other of the first 2^31 elements of a matrix with `cols` columns has:
 * a bijection on 31 bits of the index, spread over the floats from 2^-63 to 2^65 and their
 * negatives. No NaN, infinity, zero or denormal among them, so that a library that multiplies by
 * one moves them unharmed, too. */
LAB_HD uint32_t lab_pattern(uint64_t key, int row, int col, int cols)
{
    uint32_t x = (uint32_t)((uint64_t)row * (uint64_t)cols + (uint64_t)col) & 0x7fffffffu;
    x ^= (uint32_t)key & 0x7fffffffu;
    for (int round = 0; round < 2; round++) {
        x = x * 0x2c1b3c6du & 0x7fffffffu;
        x ^= x >> 16;
        x = x * 0x297a2d39u & 0x7fffffffu;
        x ^= x >> 15;
    }
    return ((x & 0x40000000u) << 1) | ((x & 0x3fffffffu) + 0x20000000u);
}

/* The same with every second element of another kind: each stands in any 16 neighbors of a row, and
 * in any 16 of a column, whatever the seed. The last four, which whole vectors may leave out, are
 * -0 and signaling NaNs. */
LAB_HD uint32_t lab_bits(uint64_t key, int row, int col, int rows, int cols)
{
    /* of the pattern's bits those that are kept, and those that are set */
    static const uint32_t kinds[8][2] = {{0, 0},
                                         {0, 0x80000000u}, /* -0 */
                                         {0, 0x7f800000u}, /* infinity */
                                         {0, 0xff800000u},
                                         {0x803fffffu, 0x7fc00000u}, /* a quiet NaN */
                                         {0x803fffffu, 0x7f800001u}, /* a signaling NaN */
                                         {0x807fffffu, 1},           /* a denormal */
                                         {0x807fffffu, 1}};
    const uint32_t x = lab_pattern(key, row, col, cols);
    uint32_t kind = (5u * (uint32_t)row + (uint32_t)col) % 16;
    if (row == rows - 1 && col >= cols - 4 && col > 0)
        kind = (cols - col) % 2 ? 3 : 11;
    return kind % 2 ? (x & kinds[kind / 2][0]) | kinds[kind / 2][1] : x;
}

#ifndef LAB_ALONE
#include "unusual.h" /* what only the engine asks */
#else                /* of which there is nothing here */
#define LAB_DENSE                                            0
#define lab_is_huge(c)                                       0
#define lab_stretch(c, s)                                    (void)0
#define lab_next(recipe, i, size)                            ((i) + 1)
#define lab_at_edge(i, size)                                 1
#define lab_probe_word(recipe, line, word)                   0
#define lab_document_x(i)                                    0
#define lab_is_unusual(recipe, row, col, value)              (*(value) = 0, 0)
#define lab_is_common(recipe)                                0
#define lab_fill_common(recipe, by_column, i, from, end, to) (void)0
#endif

/* Word `word` of line `line`; bits that are no element are 0. */
LAB_HD uint32_t lab_sign_word(struct lab_recipe r, int line, int word)
{
    int left = r.bits - word * BINARY_BITS;
    if (line >= r.lines || left <= 0)
        return 0;
    uint32_t bits = (uint32_t)(lab_random(r.key, line, word) >> 32);
    if (r.huge &&
        !(lab_at_edge(line, r.lines) && lab_at_edge(word, (r.bits - 1) / BINARY_BITS + 1)))
        return 0;
    bits = r.data == LAB_PROBE ? lab_probe_word(r, line, word) : bits;
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

/* The operands of a case. Sizes must have passed lab_check_size. */
static inline struct lab_shape lab_shape_of(const struct lab_case *c)
{
    struct lab_shape s;
    memset(&s, 0, sizeof s);
    lab_problem_of(c->problem)->shape(c, &s);
    lab_stretch(c, &s);
    return s;
}

static inline struct lab_recipe lab_recipe_of(const struct lab_case *c, int operand)
{
    struct lab_shape s = lab_shape_of(c);
    int bits = s.in[operand].type == LAB_F64 ? 53 : 24;
    struct lab_recipe r = {c->data,
                           s.in[operand].type,
                           operand,
                           lab_exact_bound(bits, s.depth),
                           s.in[operand].cols,
                           s.in[operand].pack,
                           s.in[operand].lines,
                           s.in[operand].bits,
                           c->data == LAB_PROBE
                               ? c->seed
                               : lab_key(c->seed, operand % 2), /* the counts are of A and B */
                           s.in[operand].rows,
                           lab_is_huge(c)};
    return r;
}

/* Element (row, col) of an operand, exact in its type. */
LAB_HD double lab_element(struct lab_recipe r, int row, int col)
{
    if (r.pack != LAB_PLAIN)
        return lab_packed_element(r, row, col);
    double unusual;
    if (lab_is_unusual(r, row, col, &unusual))
        return unusual;
    if (r.type == LAB_U32)
        return (double)(uint32_t)(lab_random(r.key, row, col) >> 32);
    if (r.type == LAB_B32)
        return r.data == LAB_BITS ? lab_bits(r.key, row, col, r.rows, r.cols)
                                  : lab_pattern(r.key, row, col, r.cols);
    if (r.data == LAB_EXACT)
        return lab_integer(r.key, row, col, r.bound);
    return r.type == LAB_F64 ? lab_real_wide(r.key, row, col) : lab_real(r.key, row, col);
}

/* Stores a value in the operand's type at index `at`. */
LAB_HD void lab_put(enum lab_type type, void *to, size_t at, double value)
{
    if (type == LAB_F64)
        ((double *)to)[at] = value;
    else if (type == LAB_U32 || type == LAB_B32)
        ((uint32_t *)to)[at] = (uint32_t)value;
    else if (type == LAB_I32)
        ((int32_t *)to)[at] = (int32_t)value;
    else
        ((float *)to)[at] = (float)value;
}

LAB_HD double lab_get(enum lab_type type, const void *from, size_t at)
{
    return type == LAB_F64                      ? ((const double *)from)[at]
           : type == LAB_U32 || type == LAB_B32 ? (double)((const uint32_t *)from)[at]
           : type == LAB_I32                    ? (double)((const int32_t *)from)[at]
                                                : (double)((const float *)from)[at];
}

/* An element as it lies in memory. Host only. */
static inline double lab_stored(const struct lab_recipe *r, int row, int col)
{
    double value = lab_element(*r, row, col);
    if (r->data == LAB_DOCUMENT && r->operand)
        value = lab_document_x(row);
    return r->type == LAB_F32 ? (float)value : value;
}

/* A value as it is printed: a 32-bit pattern in hexadecimal, a count whole, a real with so many
 * digits. */
static inline struct lab_text lab_value_text(enum lab_type type, double value, int digits)
{
    struct lab_text is;
    if (type == LAB_U32 || type == LAB_B32)
        snprintf(is.text, sizeof is.text, "0x%08x", (unsigned)value);
    else if (type == LAB_I32)
        snprintf(is.text, sizeof is.text, "%.0f", value);
    else
        snprintf(is.text, sizeof is.text, "%.*g", digits,
                 isnan(value) ? fabs(value) : value); /* no "-nan", which says nothing more */
    return is;
}

/* Writes the operand as it lies in memory; padding is a quiet NaN, so that reading it shows. */
static inline void lab_fill_host(const struct lab_case *c, int operand, void *destination)
{
    const struct lab_shape s = lab_shape_of(c);
    const struct lab_operand *o = &s.in[operand];
    const struct lab_recipe r = lab_recipe_of(c, operand);
    const int lines = o->column_major ? o->cols : o->rows;
    const int line = o->column_major ? o->rows : o->cols;
    for (int i = 0; i < lines; i++) {
        const size_t at = (size_t)i * (size_t)o->ld;
        int j = lab_is_common(&r) ? line : 0;
        lab_fill_common(&r, o->column_major, i, 0, j, (float *)destination + at);
        for (; j < line; j++)
            lab_put(o->type, destination, at + (size_t)j,
                    o->column_major ? lab_stored(&r, j, i) : lab_stored(&r, i, j));
        for (; j < o->ld && i + 1 < lines; j++)
            lab_put(o->type, destination, at + (size_t)j, c->data == LAB_PROBE ? 0 : NAN);
    }
}

/* The largest error of a right sum, over its scale; 0: the output must be exact. */
static inline double lab_tolerance(const struct lab_case *c, int depth)
{
    const struct problem *p = lab_problem_of(c->problem);
    if (c->data == LAB_EXACT || c->data == LAB_SCALED || c->data == LAB_PROBE ||
        !(p->traits & LAB_ROUNDED))
        return 0;
    if (c->data == LAB_DOCUMENT)
        return 1.1e-4;
    return fmin(2 * sqrt(depth), 16) * ldexp(1, p->type == LAB_F64 ? -53 : -24);
}

/* A NaN never is. */
static inline int lab_is_right(double is, const struct lab_right *should, double tolerance)
{
    return fabs((is - should->value) - should->low) <= tolerance * should->scale;
}

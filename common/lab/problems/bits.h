/* Lab 09: packing +1 and -1 to bits, counting the ones, and C = A B of packed bits, by population
 * counts or tensor cores; of the last one only the signs. */
#pragma once

#include "lab/inputs.h"

/* rows and columns of A or of B; lines and elements */
static const struct lab_size lab_sizes_pack[] = {
    {32, 32, 1},  {1, 1, 1},     {31, 33, 1},   {33, 31, 1},   {1, 1000, 1},
    {1000, 1, 1}, {127, 129, 1}, {65, 1025, 1}, {1025, 65, 1}, {3, 2051, 1},
    {2051, 3, 1}, {3, 2048, 1},  {2048, 3, 1}};
static const struct lab_size lab_sizes_xnor[] = {
    {32, 32, 64},    {1, 1, 1},      {5, 7, 31},     {17, 33, 32},    {31, 65, 33},
    {64, 63, 1000},  {130, 129, 95}, {127, 1, 1023}, {1, 257, 1025},  {33, 34, 2050},
    {20, 24, 16383}, {2, 1100, 33},  {1100, 2, 40},  {99, 101, 4129}, {132, 40, 2048},
    {3, 270, 33000}, {2, 130, 32768}};

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

/* PACK_A: the question's m x n is A's m x k; PACK_B, PACK_BT: B's k x n; ONES: m lines of n
 * elements. */
static inline void lab_shape_pack(const struct lab_case *c, struct lab_shape *s)
{
    s->inputs = 1;
    s->depth = 1;
    if (c->problem == LAB_PACK_A) {
        s->in[0] = lab_signs("A", LAB_SIGN_ROWS, c->m, c->n);
        s->out = lab_packed("packed", LAB_LINES, c->m, c->n);
    } else if (c->problem == LAB_ONES) {
        s->in[0] = lab_packed("packed", LAB_LINES, c->m, c->n);
        s->out = lab_packed("ones", LAB_COUNTS, c->m, c->n);
        s->out.rows = c->m;
    } else {
        s->in[0] = lab_signs("B", LAB_SIGN_COLS, c->m, c->n);
        s->out = lab_packed("packed", c->problem == LAB_PACK_B ? LAB_WORDS : LAB_LINES, c->n, c->m);
    }
    s->bytes = (c->problem == LAB_ONES ? 0.125 : 4 + 0.125) * c->m * c->n;
}

static inline void lab_shape_xnor(const struct lab_case *c, struct lab_shape *s)
{
    double m = c->m, n = c->n, k = c->k;
    int tensor = lab_layout(c->problem) != LAB_XNOR, sign = lab_is(c->problem, LAB_BITS_OUT) != 0;
    s->inputs = tensor ? 4 : 2;
    s->in[0] = lab_packed("A", LAB_LINES, c->m, c->k);
    s->in[1] = lab_packed("B", tensor ? LAB_LINES : LAB_WORDS, c->n, c->k);
    s->in[2] = lab_packed("a_ones", LAB_COUNTS, c->m, c->k);
    s->in[3] = lab_packed("b_ones", LAB_COUNTS, c->n, c->k);
    s->out = lab_matrix("C", c->m, sign ? binary_words(c->n) : c->n);
    s->out.type = sign ? LAB_U32 : LAB_I32;
    s->depth = c->k;
    s->flops = 2 * m * n * k;
    s->bytes = (m * k + k * n) / 8 + (sign ? m * n / 8 : 4 * m * n);
}

/* What belongs at (row, col) of packed words or of counts: as if the output were an input. */
static inline struct lab_right lab_right_packed(const struct lab_case *c, int row, int col)
{
    struct lab_recipe recipe = lab_recipe_of(c, 0);
    recipe.pack = lab_shape_of(c).out.pack;
    const struct lab_right right = {lab_packed_element(recipe, row, col), 0, 0};
    return right;
}

/* C(row, col) of the product: each pair of bits that differ takes 2 from k. */
static inline int lab_sum_of_signs(const struct lab_recipe *a, const struct lab_recipe *b, int row,
                                   int col)
{
    const int words = binary_words(a->bits);
    int sum = a->bits;
    for (int word = 0; word < words; word = lab_next(a, word, words))
        sum -= 2 * lab_popcount(lab_sign_word(*a, row, word) ^ lab_sign_word(*b, col, word));
    return sum;
}

/* An integer of C, or the word of the signs of 32 of them. */
static inline struct lab_right lab_right_signs(const struct lab_case *c, int row, int col)
{
    const struct lab_recipe a = lab_recipe_of(c, 0), b = lab_recipe_of(c, 1);
    struct lab_right right = {0, 0, 0};
    uint32_t bits = 0;
    if (c->problem != LAB_SIGN) {
        right.value = lab_sum_of_signs(&a, &b, row, col);
        return right;
    }
    for (int i = 0, at = col * BINARY_BITS; i < BINARY_BITS && at < c->n; i++, at++)
        bits |= (uint32_t)(lab_sum_of_signs(&a, &b, row, at) >= 0) << i;
    right.value = bits;
    return right;
}

/* `longest`: elements of a row. `lines`, `elements`: where times are taken. */
#define LAB_PACK(whose, more, longest, lines, elements)                                            \
    .family = whose, .layout = whose, .traits = more, .type = LAB_U32,                             \
    .most = {BINARY_LARGEST, longest, LAB_GRID_ROWS}, .sizes = {LAB_SIZES(lab_sizes_pack)},        \
    .data = {LAB_SIGNS, LAB_UNIFORM}, .timed = {lines, elements, 1}, .shape = lab_shape_pack,      \
    .right = lab_right_packed
static const struct problem lab_problem_PACK_A = {
    LAB_PACK(LAB_PACK_A, LAB_BITS_OUT, BINARY_LARGEST, 8192, 8192)};
static const struct problem lab_problem_PACK_B = {
    LAB_PACK(LAB_PACK_B, LAB_BITS_OUT, BINARY_LARGEST, 8192, 8192)};
static const struct problem lab_problem_PACK_BT = {
    LAB_PACK(LAB_PACK_BT, LAB_BITS_OUT, BINARY_LARGEST, 8192, 8192)};
static const struct problem lab_problem_ONES = {LAB_PACK(LAB_ONES, 0, LAB_GRID_ROWS, 32768, 8192)};

#define LAB_SIGNED(whose, of_layout, more, unit, call, call_name, who, side)                       \
    .family = whose, .layout = of_layout, .traits = LAB_BINARY | (more), .third = LAB_DEPTH,       \
    .type = LAB_U32, .most = {BINARY_LARGEST, BINARY_LARGEST, LAB_GRID_ROWS}, .peak = unit,        \
    .library = call, .library_name = call_name, .needs = who,                                      \
    .sizes = {LAB_SIZES(lab_sizes_xnor)}, .data = {LAB_SIGNS, LAB_UNIFORM},                        \
    .timed = {side, side, side}, .shape = lab_shape_xnor, .right = lab_right_signs
static const struct problem lab_problem_XNOR = {
    LAB_SIGNED(LAB_XNOR, LAB_XNOR, 0, LAB_PEAK_POPC, LAB_BINARY_FLOAT, "cublasSgemm, FP32 pedantic",
               LAB_ANY_GPU, 2048)};
static const struct problem lab_problem_XNOR_MMA = {
    LAB_SIGNED(LAB_XNOR, LAB_XNOR_MMA, 0, LAB_PEAK_BIT_TENSOR, LAB_BINARY_INT8,
               "cublasGemmEx, int8", LAB_BIT_TENSOR, 4096)};
static const struct problem lab_problem_XNOR_HOPPER = {LAB_SIGNED(
    LAB_XNOR, LAB_XNOR_MMA, 0, LAB_PEAK_BIT_TENSOR, LAB_NO_LIBRARY, NULL, LAB_WARPGROUPS, 4096)};
static const struct problem lab_problem_SIGN = {
    LAB_SIGNED(LAB_SIGN, LAB_SIGN, LAB_BITS_OUT, LAB_PEAK_BIT_TENSOR, LAB_BINARY_INT8,
               "cublasGemmEx, int8 (32-bit C)", LAB_WARPGROUPS, 8192)};

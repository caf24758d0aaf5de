/* Lab 09's products: C = A B of +1 and -1 in packed bits, by population counts or tensor cores; of
 * the last one only the signs. */
#ifndef LAB_PROBLEMS_XNOR_H
#define LAB_PROBLEMS_XNOR_H

#include "binary_verify.h"

static const struct lab_size lab_sizes_xnor[] = {
    {32, 32, 64},   {1, 1, 1},       {5, 7, 31},      {17, 33, 32},
    {31, 65, 33},   {64, 63, 1000},  {130, 129, 95},  {127, 1, 1023},
    {1, 257, 1025}, {33, 34, 2050},  {20, 24, 16383}, {2, 1100, 33},
    {1100, 2, 40},  {99, 101, 4129}, {132, 40, 2048}, {3, 270, 33000}};
static const struct lab_size lab_sizes_xnor_gpu[] = {
    {1000, 1000, 1000}, {515, 772, 2049},   {300, 1000, 16383}, {2100, 1900, 5000},
    {16383, 127, 31},   {127, 16383, 33},   {1000, 999, 1},     {1031, 1033, 32},
    {256, 384, 16384},  {4096, 4096, 4096}, {262140, 3, 40},    {3, 262140, 40}};

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

/* Bits in which two lines differ, of matrices of which only the corners are not 0. */
static inline int lab_corner_differ(struct lab_recipe a, struct lab_recipe b, int row, int col)
{
    int words = binary_words(a.bits), sum = 0;
    for (int word = 0; word < words; word = lab_next_at_edge(word, words))
        sum += lab_popcount(lab_sign_word(a, row, word) ^ lab_sign_word(b, col, word));
    return sum;
}

static inline double lab_xnor_corner(const struct lab_reference *r, int row, int col)
{
    const struct lab_case *c = &r->question;
    struct lab_recipe a = lab_recipe_of(c, 0), b = lab_recipe_of(c, 1);
    uint32_t bits = 0;
    if (!lab_is(c->problem, LAB_BITS_OUT))
        return c->k - 2 * lab_corner_differ(a, b, row, col);
    for (int i = 0, at = col * BINARY_BITS; i < BINARY_BITS && at < c->n; i++, at++)
        bits |= (uint32_t)(c->k >= 2 * lab_corner_differ(a, b, row, at)) << i;
    return bits;
}

LAB_CPU_LOOPS static inline void lab_cpu_xnor(const struct lab_case *c, void *const in[LAB_INPUTS],
                                              void *out)
{
    size_t n = (size_t)c->n,
           across = lab_layout(c->problem) == LAB_XNOR ? (size_t)binary_padded(c->n) : 1,
           along = lab_layout(c->problem) == LAB_XNOR ? 1 : (size_t)binary_pitch(c->k);
    for (size_t row = 0; row < (size_t)c->m; row++)
        for (size_t col = 0; col < n; col++) {
            const uint32_t *a = (const uint32_t *)in[0] + row * (size_t)binary_pitch(c->k),
                           *b = (const uint32_t *)in[1] + col * along;
            int sum = c->k;
            for (size_t word = 0; word < (size_t)binary_words(c->k); word++)
                sum -= 2 * __builtin_popcount(a[word] ^ b[word * across]);
            if (!lab_is(c->problem, LAB_BITS_OUT))
                ((int *)out)[row * n + col] = sum;
            else if (sum >= 0)
                ((uint32_t *)out)[row * (size_t)binary_words(c->n) + col / BINARY_BITS] |=
                    1u << col % BINARY_BITS;
        }
}

static inline void lab_needs_bit_tensor(int major, int minor, int emulator, char *why, size_t size)
{
    if (!emulator && major * 10 + minor < 75)
        snprintf(why, size,
                 "Binary tensor cores came with compute capability 7.5; this GPU has %d.%d.", major,
                 minor);
    else if (!emulator && major >= 10)
        snprintf(why, size,
                 "From compute capability 10.0 on (this GPU: %d.%d) tensor cores have no binary "
                 "instruction any more.",
                 major, minor);
}

static inline void lab_needs_hopper(int major, int minor, int emulator, char *why, size_t size)
{
    if (emulator)
        snprintf(why, size,
                 "The emulator has no warpgroups and no copy engine: this step needs a "
                 "Hopper GPU.");
    else if (major * 10 + minor != 90)
        snprintf(why, size,
                 "Warpgroups that multiply bits are Hopper's alone (compute capability 9.0); this "
                 "GPU has %d.%d.",
                 major, minor);
}

#define LAB_XNOR_WORDS                                                                             \
    .third = LAB_DEPTH, .type = LAB_U32, .most = {BINARY_LARGEST, BINARY_LARGEST, LAB_GRID_ROWS}

#define LAB_XNOR_KIN(side)                                                                         \
    .special = {.tiles = {64, 64, 32}, .few = {3, 3, 3}},                                          \
    .plan = {.small = LAB_SIZES(lab_sizes_xnor),                                                   \
             .large = LAB_SIZES(lab_sizes_xnor_gpu),                                               \
             .alternating = 1,                                                                     \
             .data = {LAB_SIGNS, LAB_UNIFORM}},                                                    \
    .headline_data = LAB_SIGNS, .headline = {{512, 512, 1000}},                                    \
    .headline_gpu = {{1000, 1000, 1000},                                                           \
                     {2048, 2048, 2048},                                                           \
                     {4096, 4096, 4096},                                                           \
                     {8192, 8192, 8192},                                                           \
                     {16384, 16384, 16384}},                                                       \
    .timed = {side, side, side}, .shape = lab_shape_xnor, .reference = lab_xnor_reference,         \
    .verify = lab_xnor_verify, .spot = lab_xnor_spot, .corner = lab_xnor_corner,                   \
    .cpu = lab_cpu_xnor

static const struct problem lab_problem_XNOR = {
    .name = "xnor",
    .family = LAB_XNOR,
    .layout = LAB_XNOR,
    .traits = LAB_BINARY,
    LAB_XNOR_WORDS,
    .peak = LAB_PEAK_POPC,
    .library = LAB_BINARY_FLOAT,
    .library_name = "cublasSgemm, FP32 pedantic",
    LAB_XNOR_KIN(2048),
};

static const struct problem lab_problem_XNOR_MMA = {
    .name = "xnor_mma",
    .family = LAB_XNOR,
    .layout = LAB_XNOR_MMA,
    .traits = LAB_BINARY,
    LAB_XNOR_WORDS,
    .peak = LAB_PEAK_BIT_TENSOR,
    .library = LAB_BINARY_INT8,
    .library_name = "cublasGemmEx, int8",
    .needs = lab_needs_bit_tensor,
    LAB_XNOR_KIN(4096),
};

static const struct problem lab_problem_XNOR_HOPPER = {
    .name = "xnor_hopper",
    .family = LAB_XNOR,
    .layout = LAB_XNOR_MMA,
    .traits = LAB_BINARY,
    LAB_XNOR_WORDS,
    .peak = LAB_PEAK_BIT_TENSOR,
    .needs = lab_needs_hopper,
    LAB_XNOR_KIN(4096),
};

static const struct problem lab_problem_SIGN = {
    .name = "sign",
    .family = LAB_SIGN,
    .layout = LAB_SIGN,
    .traits = LAB_BINARY | LAB_BITS_OUT,
    LAB_XNOR_WORDS,
    .peak = LAB_PEAK_BIT_TENSOR,
    .library = LAB_BINARY_INT8,
    .library_name = "cublasGemmEx, int8 (32-bit C)",
    .needs = lab_needs_hopper,
    LAB_XNOR_KIN(8192),
};

#undef LAB_XNOR_KIN
#endif

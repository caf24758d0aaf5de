/* Lab 09: packing +1 and -1 to bits, and counting the ones. Packed words are made anew and
 * compared. */
#ifndef LAB_PROBLEMS_PACKING_H
#define LAB_PROBLEMS_PACKING_H

#include "lab/verdict.h"

/* rows and columns of A or of B; lines and elements */
static const struct lab_size lab_sizes_pack[] = {
    {32, 32, 1},   {1, 1, 1},     {31, 33, 1},   {33, 31, 1},  {1, 1000, 1}, {1000, 1, 1},
    {127, 129, 1}, {65, 1025, 1}, {1025, 65, 1}, {3, 2051, 1}, {2051, 3, 1}};
static const struct lab_size lab_sizes_pack_gpu[] = {
    {2049, 1023, 1}, {130, 16383, 1}, {16383, 130, 1}, {4096, 4096, 1}};

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
    int first_row = 0, first_col = 0;
    size_t poisoned = 0;
    for (int row = 0; row < r->shape.out.rows; row++)
        for (int col = 0; col < r->shape.out.cols; col++) {
            double is = lab_out(r, out, row, col);
            if (is == lab_packed_element(recipe, row, col))
                continue;
            if (v->wrong++ == 0) {
                first_row = row;
                first_col = col;
            }
            poisoned += is == poison;
        }
    v->ok = v->wrong == 0;
    v->untouched = !v->ok && poisoned == r->count;
    if (v->ok)
        return;
    lab_accuse(r, first_row, first_col, lab_out(r, out, first_row, first_col),
               lab_packed_element(recipe, first_row, first_col), v);
}

/* Some elements against what the recipe says: 1 if all are right. */
static inline int lab_packed_spot(const struct lab_reference *r, const void *out, uint64_t key,
                                  int count)
{
    struct lab_recipe recipe = lab_packed_recipe(r);
    int right = 1;
    for (int i = 0; i < count && right; i++) {
        int row = (int)(lab_random(key, i, 0) % (uint64_t)r->shape.out.rows),
            col = (int)(lab_random(key, i, 1) % (uint64_t)r->shape.out.cols);
        right = lab_out(r, out, row, col) == lab_packed_element(recipe, row, col);
    }
    return right;
}

static inline double lab_packed_corner(const struct lab_reference *r, int row, int col)
{
    return lab_packed_element(lab_packed_recipe(r), row, col);
}

/* Signs to bits, 32 to a word. */
static inline void lab_cpu_pack(const struct lab_case *c, void *const in[LAB_INPUTS], void *out)
{
    struct lab_operand o = lab_shape_of(c).out;
    for (int row = 0; row < c->m; row++)
        for (int col = 0; col < c->n && c->problem != LAB_ONES; col++) {
            int line = c->problem == LAB_PACK_A ? row : col, at = line == row ? col : row;
            size_t word = o.pack == LAB_WORDS
                              ? (size_t)(at / BINARY_BITS) * (size_t)o.ld + (size_t)line
                              : (size_t)line * (size_t)o.ld + (size_t)(at / BINARY_BITS);
            if (((const float *)in[0])[(size_t)row * (size_t)c->n + (size_t)col] > 0)
                ((uint32_t *)out)[word] |= 1u << at % BINARY_BITS;
        }
    for (int line = 0; line < c->m && c->problem == LAB_ONES; line++)
        for (int word = 0; word < binary_words(c->n); word++)
            ((int *)out)[line] += lab_popcount((
                (const uint32_t *)in[0])[(size_t)line * (size_t)binary_pitch(c->n) + (size_t)word]);
}

/* `longest`: elements of a row. */
#define LAB_PACK_KIN(rows, cols, walks, longest)                                                   \
    .type = LAB_U32, .most = {BINARY_LARGEST, longest, LAB_GRID_ROWS},                             \
    .special = {.tiles = {64, 64, 1}, .few = {3, 3, 1}, .walked = walks},                          \
    .plan = {.small = LAB_SIZES(lab_sizes_pack),                                                   \
             .large = LAB_SIZES(lab_sizes_pack_gpu),                                               \
             .alternating = 1,                                                                     \
             .data = {LAB_SIGNS, LAB_UNIFORM}},                                                    \
    .headline_data = LAB_SIGNS, .headline = {{1024, 1024, 1}},                                     \
    .headline_gpu = {{1000, 1000, 1}, {4096, 4096, 1}, {8192, 8192, 1}}, .timed = {rows, cols, 1}, \
    .shape = lab_shape_pack, .verify = lab_packed_verify, .spot = lab_packed_spot,                 \
    .corner = lab_packed_corner, .cpu = lab_cpu_pack

static const struct problem lab_problem_PACK_A = {
    .name = "pack_a",
    .family = LAB_PACK_A,
    .layout = LAB_PACK_A,
    .traits = LAB_BITS_OUT,
    LAB_PACK_KIN(8192, 8192, 2, BINARY_LARGEST),
};

static const struct problem lab_problem_PACK_B = {
    .name = "pack_b",
    .family = LAB_PACK_B,
    .layout = LAB_PACK_B,
    .traits = LAB_BITS_OUT,
    LAB_PACK_KIN(8192, 8192, 1, BINARY_LARGEST),
};

static const struct problem lab_problem_PACK_BT = {
    .name = "pack_bt",
    .family = LAB_PACK_BT,
    .layout = LAB_PACK_BT,
    .traits = LAB_BITS_OUT,
    LAB_PACK_KIN(8192, 8192, 1, BINARY_LARGEST),
};

static const struct problem lab_problem_ONES = {
    .name = "ones",
    .family = LAB_ONES,
    .layout = LAB_ONES,
    .traits = 0,
    LAB_PACK_KIN(32768, 8192, 2, LAB_GRID_ROWS),
};

#undef LAB_PACK_KIN
#endif

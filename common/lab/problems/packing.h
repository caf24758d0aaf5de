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

/* A guess at how a wrong word came about. */
typedef uint32_t lab_word_guess(uint32_t right);

static inline uint32_t lab_word_reversed(uint32_t x)
{
    uint32_t y = 0;
    for (int i = 0; i < BINARY_BITS; i++)
        y |= (x >> i & 1) << (BINARY_BITS - 1 - i);
    return y;
}

static inline uint32_t lab_word_inverted(uint32_t x)
{
    return ~x;
}

/* The operand's words as they should be, as if the output were an input. */
static inline struct lab_recipe lab_packed_recipe(const struct lab_reference *r)
{
    struct lab_recipe recipe = lab_recipe_of(&r->question, 0);
    recipe.pack = r->shape.out.pack;
    return recipe;
}

static inline int lab_words_are(const struct lab_reference *r, const void *out,
                                lab_word_guess *guess)
{
    struct lab_recipe recipe = lab_packed_recipe(r);
    const struct lab_operand *o = &r->shape.out;
    int whole = o->bits / BINARY_BITS, lines = o->lines, step = lines > 50 ? lines / 50 : 1;
    for (int line = 0; line < lines; line += step)
        for (int word = 0; word < whole && word < 8; word++) {
            int across = o->pack == LAB_WORDS;
            uint32_t right = lab_sign_word(recipe, line, word);
            if (lab_out(r, out, across ? word : line, across ? line : word) != (double)guess(right))
                return 0;
        }
    return whole > 0;
}

/* Word number `at` of the output, in memory, as (line, word). */
static inline uint32_t lab_packed_word(struct lab_recipe recipe, const struct lab_operand *o,
                                       int line, int word)
{
    return line < o->lines && word < binary_words(o->bits) ? lab_sign_word(recipe, line, word) : 0;
}

/* Are all words where they would be with `apart` words from one row of the layout to the next? */
static inline int lab_words_lie(const struct lab_reference *r, const void *out, size_t apart)
{
    struct lab_recipe recipe = lab_packed_recipe(r);
    const struct lab_operand *o = &r->shape.out;
    const int across = o->pack == LAB_WORDS;
    const int rows = across ? binary_words(o->bits) : o->lines,
              cols = across ? o->lines : binary_words(o->bits);
    size_t looked = 0;
    for (int row = 1; row < rows && row < 50; row++)
        for (int col = 0; col < cols && col < 50 && (size_t)col < apart; col++, looked++) {
            size_t at = (size_t)row * apart + (size_t)col;
            if (lab_get(o->type, out, at) !=
                (double)lab_packed_word(recipe, o, across ? col : row, across ? row : col))
                return 0;
        }
    return looked > 3;
}

/* Was just so much written as rows of words that lie `apart` words apart take? */
static inline int lab_words_end(const struct lab_reference *r, const void *out, size_t apart)
{
    const struct lab_operand *o = &r->shape.out;
    const double poison = lab_poison_value(&r->question, o->type);
    const size_t end = (size_t)(o->rows - 1) * apart + (size_t)o->cols;
    if (apart >= (size_t)o->cols)
        return 0;
    for (size_t at = 0; at < r->count; at++)
        if ((lab_get(o->type, out, at) == poison) != (at >= end))
            return 0;
    return 1;
}

/* Blocks of 32 lines by 32 words that were not turned round. */
static inline int lab_words_unturned(const struct lab_reference *r, const void *out)
{
    struct lab_recipe recipe = lab_packed_recipe(r);
    const struct lab_operand *o = &r->shape.out;
    int tried = 0;
    for (int row = 0; row < o->rows && row < 64; row++)
        for (int col = 0; col < o->cols && col < 64; col++) {
            int line = row / 32 * 32 + col % 32, word = col / 32 * 32 + row % 32;
            uint32_t guess = lab_packed_word(recipe, o, line, word);
            if (lab_out(r, out, row, col) != (double)guess)
                return 0;
            tried += guess != lab_packed_word(recipe, o, row, col);
        }
    return tried > 3;
}

/* Which line's word lies at (row, col), if it is none of those that belong there? */
static inline void lab_say_word(const struct lab_reference *r, const void *out, int row, int col,
                                char *text, size_t size)
{
    struct lab_recipe recipe = lab_packed_recipe(r);
    const struct lab_operand *o = &r->shape.out;
    double is = lab_out(r, out, row, col);
    int found = 0, from = 0, number = 0;
    for (int line = 0; line < o->lines && found < 2; line++)
        for (int word = 0; word < binary_words(o->bits) && found < 2; word++)
            if (is == (double)lab_sign_word(recipe, line, word)) {
                found++;
                from = line;
                number = word;
            }
    if (found == 1 && is != 0)
        snprintf(text, size,
                 "packed[%d][%d] holds word %d of line %d, which belongs at packed[%d][%d].", row,
                 col, number, from, o->pack == LAB_WORDS ? number : from,
                 o->pack == LAB_WORDS ? from : number);
}

/* The bits of one wrong word: too many, or too few? */
static inline void lab_packed_say_bits(const struct lab_reference *r, const void *out, int row,
                                       int col, int line, int word, char *text, size_t size)
{
    const struct lab_operand *o = &r->shape.out;
    const int last = binary_words(o->bits) - 1, rest = o->bits % BINARY_BITS;
    const uint32_t is = (uint32_t)lab_out(r, out, row, col),
                   should = lab_packed_word(lab_packed_recipe(r), o, line, word);
    if (line >= o->lines || word > last)
        snprintf(text, size, "Line %d, word %d is padding and must be 0.", line, word);
    else if (word == last && rest && is & ~((1u << rest) - 1))
        snprintf(text, size, "The last word of a line holds %d elements; its other bits must be 0.",
                 rest);
    else if (word == last && rest && (is & should) == is)
        snprintf(text, size,
                 "The last word of a line, which holds only %d elements, has lost bits: do all 32 "
                 "lanes make the ballot, those without an element too?",
                 rest);
    else
        lab_say_word(r, out, row, col, text, size);
}

static inline void lab_packed_say(const struct lab_reference *r, const void *out, int first_row,
                                  int first_col, const struct lab_region *poisoned, char *text,
                                  size_t size)
{
    const struct lab_operand *o = &r->shape.out;
    int across = o->pack == LAB_WORDS, line = across ? first_col : first_row,
        word = across ? first_row : first_col;
    if (o->pack == LAB_COUNTS)
        snprintf(text, poisoned->count ? size : 1, "%zu lines were never counted.",
                 poisoned->count);
    else if (lab_words_are(r, out, lab_word_inverted))
        snprintf(text, size, "Every bit is the other way round: 1 stands for +1.");
    else if (lab_words_are(r, out, lab_word_reversed))
        snprintf(text, size,
                 "The bits of each word are in the opposite order: element 32 w + i is bit i, the "
                 "lowest first.");
    else if (lab_words_lie(r, out, (size_t)(across ? o->lines : binary_words(o->bits))) ||
             lab_words_end(r, out, (size_t)(across ? o->lines : binary_words(o->bits))))
        snprintf(
            text, size,
            "Rows of packed words are stored %d words apart; the layout has them %s = %d words "
            "apart.",
            across ? o->lines : binary_words(o->bits),
            across ? "binary_padded(n)" : "binary_pitch(k)", o->ld);
    else if (lab_words_unturned(r, out))
        snprintf(text, size,
                 "Line and word are exchanged within each 32 x 32 words: the tile is not "
                 "transposed where it is read.");
    else if (poisoned->count && (line >= o->lines || word >= binary_words(o->bits)))
        snprintf(text, size,
                 "Padding was never written (%zu words): it belongs to the layout, all zeros.",
                 poisoned->count);
    else if (poisoned->count)
        snprintf(text, size, "Words never written: %zu.", poisoned->count);
    else
        lab_packed_say_bits(r, out, first_row, first_col, line, word, text, size);
}

static inline void lab_packed_verify(const struct lab_reference *r, const void *out,
                                     struct lab_verdict *v)
{
    struct lab_recipe recipe = lab_packed_recipe(r);
    struct lab_region poisoned;
    double poison = lab_poison_value(&r->question, r->shape.out.type);
    int first_row = 0, first_col = 0;
    memset(&poisoned, 0, sizeof poisoned);
    for (int row = 0; row < r->shape.out.rows; row++)
        for (int col = 0; col < r->shape.out.cols; col++) {
            double is = lab_out(r, out, row, col);
            if (is == lab_packed_element(recipe, row, col))
                continue;
            if (v->wrong++ == 0) {
                first_row = row;
                first_col = col;
            }
            if (is == poison)
                lab_region_add(&poisoned, row, col);
        }
    v->ok = v->wrong == 0;
    v->untouched = !v->ok && poisoned.count == r->count;
    if (v->ok)
        return;
    lab_accuse(r, first_row, first_col, lab_out(r, out, first_row, first_col),
               lab_packed_element(recipe, first_row, first_col), v);
    lab_packed_say(r, out, first_row, first_col, &poisoned, v->guess, sizeof v->guess);
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

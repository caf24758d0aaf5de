/* What a wrong product looks like: hypotheses about the kernel, each tried on some of its elements,
 * wrong ones and right ones. One is said only if it explains all of them. */
#ifndef LAB_PROBLEMS_GEMM_DIAGNOSE_H
#define LAB_PROBLEMS_GEMM_DIAGNOSE_H

#include "lab/permuted.h"
#include "lab/unwritten.h"

/* Which element of A, or of B, meets term l of C(i, j). `tile`: the side of a square. */
enum lab_gemm_place {
    LAB_AS_IT_IS,
    LAB_FIRST_TILE,     /* l modulo the tile */
    LAB_TURNED,         /* row and column exchanged within the tile */
    LAB_BLOCK_OF_OTHER, /* A: the rows of block column j; B: the columns of block row i */
    LAB_TURNED_OF_OTHER,
    LAB_BY_COLUMNS,  /* the whole matrix, its leading dimension as it is */
    LAB_ANOTHER_TILE /* A and B meet in each other's place */
};

/* One element of a product like the one asked for. */
struct lab_gemm_guess {
    int from, to, row, col; /* terms; row, col: added to the element's own */
    enum lab_gemm_place a, b;
    int tile;
    int step;      /* from one tile of k to the next, if it is not `tile`; 0: it is */
    int swapped;   /* row and column of C */
    double before; /* what the output held, if the product was added to it */
    double factor;
};

static inline struct lab_gemm_guess lab_gemm_right(const struct lab_reference *r)
{
    struct lab_gemm_guess g = {0, r->question.k, 0, 0, LAB_AS_IT_IS, LAB_AS_IT_IS, 1, 0, 0, 0, 1};
    return g;
}

/* Element (row, col) of A (0) or B; 0 outside, as kernels fill their tiles. */
static inline double lab_gemm_at(const struct lab_reference *r, int operand, int row, int col)
{
    const struct lab_operand *o = &r->shape.in[operand];
    if (row < 0 || col < 0 || row >= o->rows || col >= o->cols)
        return 0;
    return lab_get(o->type, r->matrix[operand], (size_t)row * (size_t)o->ld + (size_t)col);
}

/* Element number `at` in memory; NaN outside. */
static inline double lab_gemm_in_memory(const struct lab_reference *r, int operand, size_t at)
{
    const struct lab_operand *o = &r->shape.in[operand];
    return at < lab_elements(o) ? lab_get(o->type, r->matrix[operand], at) : NAN;
}

static inline double lab_gemm_of_a(const struct lab_reference *r, const struct lab_gemm_guess *g,
                                   int i, int j, int l)
{
    const int t = g->tile, w = l % t, begin = l - w;
    switch (g->a) {
    case LAB_FIRST_TILE:
        return lab_gemm_at(r, 0, i, w);
    case LAB_TURNED:
        return lab_gemm_at(r, 0, i - i % t + w, begin + i % t);
    case LAB_BLOCK_OF_OTHER:
        return lab_gemm_at(r, 0, j - j % t + i % t, l);
    case LAB_TURNED_OF_OTHER:
        return lab_gemm_at(r, 0, j - j % t + w, begin + i % t);
    case LAB_BY_COLUMNS:
        return lab_gemm_in_memory(r, 0, (size_t)l * (size_t)r->shape.in[0].ld + (size_t)i);
    case LAB_ANOTHER_TILE:
        return lab_gemm_at(r, 0, i - i % t + w, begin + j % t);
    default:
        return lab_gemm_at(r, 0, i, l);
    }
}

static inline double lab_gemm_of_b(const struct lab_reference *r, const struct lab_gemm_guess *g,
                                   int i, int j, int l)
{
    const int t = g->tile, w = l % t, begin = l - w;
    switch (g->b) {
    case LAB_FIRST_TILE:
        return lab_gemm_at(r, 1, w, j);
    case LAB_TURNED:
        return lab_gemm_at(r, 1, begin + j % t, j - j % t + w);
    case LAB_BLOCK_OF_OTHER:
        return lab_gemm_at(r, 1, l, i - i % t + j % t);
    case LAB_TURNED_OF_OTHER:
        return lab_gemm_at(r, 1, begin + j % t, i - i % t + w);
    case LAB_BY_COLUMNS:
        return lab_gemm_in_memory(r, 1, (size_t)j * (size_t)r->shape.in[1].ld + (size_t)l);
    case LAB_ANOTHER_TILE:
        return lab_gemm_at(r, 1, begin + i % t, j - j % t + w);
    default:
        return lab_gemm_at(r, 1, l, j);
    }
}

/* How many tiles, `step` apart, hold term l. */
static inline int lab_gemm_times(const struct lab_gemm_guess *g, int l)
{
    int last = l / g->step, first = l < g->tile ? 0 : (l - g->tile) / g->step + 1;
    return last - first + 1;
}

static inline double lab_gemm_element(const struct lab_reference *r, int row, int col,
                                      const struct lab_gemm_guess *g, double *scale)
{
    double sum = 0;
    int i = (g->swapped ? col : row) + g->row, j = (g->swapped ? row : col) + g->col;
    /* squares of tiles are whole, whatever the matrices are */
    int whole = g->a == LAB_TURNED || g->b == LAB_TURNED || g->a >= LAB_TURNED_OF_OTHER ||
                g->b >= LAB_TURNED_OF_OTHER;
    int to = whole && g->a != LAB_BY_COLUMNS && g->b != LAB_BY_COLUMNS
                 ? lab_round_up(g->to, g->tile)
                 : g->to;
    *scale = 0;
    for (int l = g->from; l < to; l++) {
        double product = lab_gemm_of_a(r, g, i, j, l) * lab_gemm_of_b(r, g, i, j, l);
        if (g->step)
            product *= lab_gemm_times(g, l);
        sum += product;
        *scale += fabs(product);
    }
    *scale = *scale * fabs(g->factor) + fabs(g->before);
    return g->before + sum * g->factor;
}

/* Does the guess explain some 60 elements, spread over the output, and not all of them as the right
 * product does? */
static inline int lab_gemm_explains(const struct lab_reference *r, const void *out,
                                    struct lab_gemm_guess g)
{
    size_t step = r->count > 61 ? r->count / 61 : 1, spoken = 0, cols = (size_t)r->shape.out.cols;
    double u = 8 * ldexp(1, r->shape.out.type == LAB_F64 ? -50 : -24),
           exact = r->shape.out.type == LAB_F64 ? 0x1p53 : 0x1p24;
    if (r->count < 2 && r->question.k < 64)
        return 0;
    for (size_t e = 0; e < r->count; e += step) {
        double scale;
        int row = (int)(e / cols), col = (int)(e % cols);
        if (row + g.row < 0 || row + g.row >= r->shape.out.rows || col + g.col < 0 ||
            col + g.col >= r->shape.out.cols)
            continue;
        double value = lab_gemm_element(r, row, col, &g, &scale),
               bound = r->question.data == LAB_EXACT && scale <= exact ? 0 : u * scale;
        if (!(fabs(lab_out(r, out, row, col) - value) <= bound))
            return 0;
        spoken++;
    }
    return spoken > 0;
}

static inline int lab_gemm_is_range(const struct lab_reference *r, const void *out, int from,
                                    int to)
{
    struct lab_gemm_guess g = lab_gemm_right(r);
    g.from = from;
    g.to = to;
    return from < to && lab_gemm_explains(r, out, g);
}

/* "4 to 64": the k-tiles whose last one begins where that of this tile does. */
static inline const char *lab_gemm_tiles(char text[40], int tile, int k)
{
    int most = tile;
    while (2 * most < k && (k - 1) / (2 * most) * (2 * most) == (k - 1) / tile * tile)
        most *= 2;
    snprintf(text, 40, most > tile ? "%d to %d" : "%d", tile, most);
    return text;
}

static inline void lab_gemm_say_depth(const struct lab_reference *r, const void *out, char *text,
                                      size_t size)
{
    int k = r->shape.depth;
    char tiles[40];
    if (lab_gemm_is_range(r, out, 0, k - 1))
        snprintf(text, size, "The last of the k terms is missing from every sum.");
    else if (lab_gemm_is_range(r, out, 1, k))
        snprintf(text, size, "The first of the k terms is missing from every sum.");
    for (int tile = 4; tile < k && tile <= 2048 && !text[0]; tile *= 2) {
        int last = (k - 1) / tile * tile;
        if (k % tile && lab_gemm_is_range(r, out, 0, last))
            snprintf(text, size,
                     "The last %d terms, which do not fill a k-tile of %s, are missing from every "
                     "sum.",
                     k % tile, lab_gemm_tiles(tiles, tile, k));
        else if (lab_gemm_is_range(r, out, last, k))
            snprintf(text, size,
                     "Every sum holds only the last k-tile (of %s): is the sum set to 0 again, or "
                     "lost, between k-tiles?",
                     lab_gemm_tiles(tiles, tile, k));
        else if (lab_gemm_is_range(r, out, 0, last))
            snprintf(text, size, "The last k-tile (of %s) is missing from every sum.",
                     lab_gemm_tiles(tiles, tile, k));
        else if (lab_gemm_is_range(r, out, tile, k))
            snprintf(text, size, "The first k-tile (of %d) is missing from every sum.", tile);
        else if (lab_gemm_is_range(r, out, 0, tile))
            snprintf(text, size, "Every sum holds only the first k-tile (of %d).", tile);
    }
}

/* Tiles that are fetched from the wrong place, or read the wrong way. */
static inline void lab_gemm_say_tile(const struct lab_reference *r, const void *out, char *text,
                                     size_t size)
{
    static const struct {
        enum lab_gemm_place a, b;
        const char *says;
    } ideas[] = {
        {LAB_FIRST_TILE, LAB_AS_IT_IS,
         "Every k-tile of B (%d terms) meets the first k-tile of A: A's column must move on with "
         "the tile."},
        {LAB_AS_IT_IS, LAB_FIRST_TILE,
         "Every k-tile of A (%d terms) meets the first k-tile of B: B's row must move on with the "
         "tile."},
        {LAB_FIRST_TILE, LAB_FIRST_TILE,
         "Every step multiplies the first k-tiles (%d terms) of A and of B again: both must move "
         "on with the tile."},
        {LAB_TURNED, LAB_AS_IT_IS,
         "A's tile (%d x %d) is used transposed: row and column are exchanged where it is written, "
         "or where it is read."},
        {LAB_AS_IT_IS, LAB_TURNED,
         "B's tile (%d x %d) is used transposed: row and column are exchanged where it is written, "
         "or where it is read."},
        {LAB_TURNED, LAB_TURNED, "The tiles (%d x %d) of A and of B are both used transposed."},
        {LAB_BLOCK_OF_OTHER, LAB_AS_IT_IS,
         "A's tile (side %d) is fetched from the rows that belong to the block's columns: A's rows "
         "follow from the block's row."},
        {LAB_AS_IT_IS, LAB_BLOCK_OF_OTHER,
         "B's tile (side %d) is fetched from the columns that belong to the block's rows: B's "
         "columns follow from the block's column."},
        {LAB_TURNED_OF_OTHER, LAB_AS_IT_IS,
         "A's tile (side %d) is fetched with the thread's column as A's row, and transposed: A's "
         "row is the element's row."},
        {LAB_AS_IT_IS, LAB_TURNED_OF_OTHER,
         "B's tile (side %d) is fetched with the thread's row as B's column, and transposed: B's "
         "column is the element's column."},
        {LAB_ANOTHER_TILE, LAB_ANOTHER_TILE,
         "A's and B's tiles (side %d) are exchanged: the sum takes a row of B's tile and a column "
         "of A's."}};
    for (size_t i = 0; i < sizeof ideas / sizeof *ideas && !text[0]; i++)
        for (int tile = 4; tile <= 2048 && !text[0]; tile *= 2) {
            struct lab_gemm_guess g = lab_gemm_right(r);
            g.a = ideas[i].a;
            g.b = ideas[i].b;
            g.tile = tile;
            if ((g.a != LAB_FIRST_TILE && g.b != LAB_FIRST_TILE && tile > 128) ||
                ((g.a == LAB_FIRST_TILE || g.b == LAB_FIRST_TILE) && tile >= r->question.k))
                break;
            if (lab_gemm_explains(r, out, g)) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-extra-args"
                snprintf(text, size, ideas[i].says, tile, tile);
#pragma GCC diagnostic pop
            }
        }
}

/* k-tiles that overlap, or leave gaps. */
static inline void lab_gemm_say_step(const struct lab_reference *r, const void *out, char *text,
                                     size_t size)
{
    for (int tile = 4; tile <= 128 && !text[0]; tile *= 2)
        for (int step = 1; step <= 4 * tile && !text[0]; step *= 2) {
            struct lab_gemm_guess g = lab_gemm_right(r);
            g.tile = tile;
            g.step = step;
            if (step != tile && lab_gemm_explains(r, out, g))
                snprintf(text, size,
                         step < tile
                             ? "k-tiles of %d terms begin every %d terms, so that terms are "
                               "added several times: the loop must go on by a whole tile."
                             : "k-tiles of %d terms begin only every %d terms, so that "
                               "terms are missing: the loop must go on by one tile.",
                         tile, step);
        }
}

/* The whole product, many times. */
static inline void lab_gemm_say_factor(const struct lab_reference *r, const void *out, char *text,
                                       size_t size)
{
    struct lab_gemm_guess g = lab_gemm_right(r);
    double scale, right = 0;
    int row = 0, col = 0;
    for (int e = 0; e < 64 && fabs(right) < 1e-3; e++) {
        row = e % r->shape.out.rows;
        col = e % r->shape.out.cols;
        right = lab_gemm_element(r, row, col, &g, &scale);
    }
    g.factor = rint(lab_out(r, out, row, col) / right);
    if (fabs(g.factor) > 1 && fabs(g.factor) <= 1 << 20 && lab_gemm_explains(r, out, g))
        snprintf(text, size,
                 "Every element is exactly %.0f times what it should be: is the whole sum added by "
                 "%.0f threads, or in as many rounds?",
                 g.factor, g.factor);
}

static inline void lab_gemm_say_whole(const struct lab_reference *r, const void *out, char *text,
                                      size_t size)
{
    const struct lab_case *c = &r->question;
    struct lab_gemm_guess sum = lab_gemm_right(r), a = sum, b = sum, both = sum;
    sum.before = lab_poison_value(c, r->shape.out.type);
    a.a = LAB_BY_COLUMNS;
    b.b = LAB_BY_COLUMNS;
    both.swapped = 1;
    if (lab_gemm_explains(r, out, sum))
        snprintf(text, size, "C holds what it held before plus the product: store it, do not add.");
    else if (c->m == c->n && c->m > 1 && lab_gemm_explains(r, out, both))
        snprintf(text, size, "C looks transposed: is thread x the column?");
    else if (c->m > 1 && c->k > 1 && lab_gemm_explains(r, out, a))
        snprintf(
            text, size,
            "A is read by columns, as A[l * lda + row], as if it were transposed: A(row, l) is "
            "A[row * lda + l].");
    else if (c->k > 1 && c->n > 1 && lab_gemm_explains(r, out, b))
        snprintf(
            text, size,
            "B is read by columns, as B[col * ldb + l], as if it were transposed: B(l, col) is "
            "B[l * ldb + col].");
}

static inline double lab_gemm_value(const struct lab_reference *r, int row, int col)
{
    return r->value[(size_t)row * (size_t)r->shape.out.cols + (size_t)col];
}

/* Which rows or columns of C hold those of others? */
static inline void lab_gemm_say_moved(const struct lab_reference *r, const void *out, char *text,
                                      size_t size)
{
    if (r->value)
        lab_say_permuted(r, out, lab_gemm_value, NULL, text, size);
}

/* A sentence about what kind of mistake gives this output; empty if it resembles none that we
 * know. */
static inline void lab_gemm_diagnose(const struct lab_reference *r, const void *out, char *text,
                                     size_t size)
{
    typedef void say(const struct lab_reference *r, const void *out, char *text, size_t size);
    static say *const ideas[] = {lab_gemm_say_whole, lab_gemm_say_moved,  lab_gemm_say_depth,
                                 lab_gemm_say_tile,  lab_gemm_say_factor, lab_gemm_say_step};
    for (size_t i = 0; i < sizeof ideas / sizeof *ideas && !text[0]; i++)
        ideas[i](r, out, text, size);
}

#endif

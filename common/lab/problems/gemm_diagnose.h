/* What a wrong product looks like: guesses at the mistake, tried on some of its elements. */
#ifndef LAB_PROBLEMS_GEMM_DIAGNOSE_H
#define LAB_PROBLEMS_GEMM_DIAGNOSE_H

#include "lab/verdict.h"

/* One element of a product like the one asked for: terms [from, to), A or B read as if
 * transposed. */
struct lab_gemm_guess {
    int from, to, row, col; /* row, col: added to the element's own */
    int transposed_a, transposed_b, swapped;
    double before; /* what the output held, if the product was added to it */
};

static inline double lab_gemm_element(const struct lab_reference *r, int row, int col,
                                      const struct lab_gemm_guess *g, double *scale)
{
    const struct lab_operand *a = &r->shape.in[0], *b = &r->shape.in[1];
    double sum = g->before;
    int i = (g->swapped ? col : row) + g->row, j = (g->swapped ? row : col) + g->col;
    *scale = 0;
    for (int l = g->from; l < g->to; l++) {
        size_t at_a = g->transposed_a ? (size_t)l * (size_t)a->ld + (size_t)i
                                      : (size_t)i * (size_t)a->ld + (size_t)l,
               at_b = g->transposed_b ? (size_t)j * (size_t)b->ld + (size_t)l
                                      : (size_t)l * (size_t)b->ld + (size_t)j;
        double product =
            lab_get(a->type, r->matrix[0], at_a) * lab_get(b->type, r->matrix[1], at_b);
        sum += product;
        *scale += fabs(product);
    }
    return sum;
}

/* Does the guess explain 60 elements, spread over the output, to within rounding? */
static inline int lab_gemm_explains(const struct lab_reference *r, const void *out,
                                    const struct lab_gemm_guess *g)
{
    size_t step = r->count > 61 ? r->count / 61 : 1, spoken = 0, cols = (size_t)r->shape.out.cols;
    double u = 8 * ldexp(1, r->shape.out.type == LAB_F64 ? -50 : -24);
    for (size_t e = 0; e < r->count; e += step) {
        double scale;
        int row = (int)(e / cols), col = (int)(e % cols);
        if (row + g->row < 0 || row + g->row >= r->shape.out.rows || col + g->col < 0 ||
            col + g->col >= r->shape.out.cols)
            continue;
        double value = lab_gemm_element(r, row, col, g, &scale);
        if (!(fabs(lab_out(r, out, row, col) - value) <= u * (scale + fabs(g->before))))
            return 0;
        spoken++;
    }
    return spoken > 0;
}

static inline void lab_gemm_say_depth(const struct lab_reference *r, const void *out, char *text,
                                      size_t size)
{
    int k = r->shape.depth;
    struct lab_gemm_guess g = {0, k - 1, 0, 0, 0, 0, 0, 0};
    if (k > 1 && lab_gemm_explains(r, out, &g))
        snprintf(text, size, "The last of the k terms is missing from every sum.");
    g.from = 1;
    g.to = k;
    if (!text[0] && k > 1 && lab_gemm_explains(r, out, &g))
        snprintf(text, size, "The first of the k terms is missing from every sum.");
    for (int tile = 4; tile <= 256 && !text[0]; tile *= 2) {
        struct lab_gemm_guess whole = {0, k / tile * tile, 0, 0, 0, 0, 0, 0},
                              rest = {k / tile * tile, k, 0, 0, 0, 0, 0, 0},
                              late = {tile, k, 0, 0, 0, 0, 0, 0},
                              early = {0, tile, 0, 0, 0, 0, 0, 0},
                              short_ = {0, (k + tile - 1) / tile * tile - tile, 0, 0, 0, 0, 0, 0};
        if (k % tile && k > tile && lab_gemm_explains(r, out, &whole))
            snprintf(text, size,
                     "The last %d terms, which do not fill a k-tile of %d, are missing from every "
                     "sum.",
                     k % tile, tile);
        else if (k % tile && k > tile && lab_gemm_explains(r, out, &rest))
            snprintf(text, size, "Every sum holds only the last k-tile (of %d).", tile);
        else if (k > tile && lab_gemm_explains(r, out, &short_))
            snprintf(text, size, "The last k-tile (of %d) is missing from every sum.", tile);
        else if (k > tile && lab_gemm_explains(r, out, &late))
            snprintf(text, size, "The first k-tile (of %d) is missing from every sum.", tile);
        else if (k > tile && lab_gemm_explains(r, out, &early))
            snprintf(text, size, "Every sum holds only the first k-tile (of %d).", tile);
    }
}

/* A sentence about what kind of mistake gives this output; empty if it resembles none that we
 * know. */
static inline void lab_gemm_diagnose(const struct lab_reference *r, const void *out, char *text,
                                     size_t size)
{
    const struct lab_case *c = &r->question;
    struct lab_gemm_guess sum = {0, c->k, 0, 0, 0, 0, 0, lab_poison_value(r->shape.out.type)},
                          a = {0, c->k, 0, 0, 1, 0, 0, 0}, b = {0, c->k, 0, 0, 0, 1, 0, 0},
                          both = {0, c->k, 0, 0, 0, 0, 1, 0};
    if (lab_gemm_explains(r, out, &sum))
        snprintf(text, size, "C holds what it held before plus the product: store it, do not add.");
    else if (c->m == c->n && c->m > 1 && lab_gemm_explains(r, out, &both))
        snprintf(text, size, "C looks transposed: is thread x the column?");
    else if (c->m == c->k && c->m > 1 && lab_gemm_explains(r, out, &a))
        snprintf(text, size, "This is the product with A transposed: A(i, l) is A[i * lda + l].");
    else if (c->k == c->n && c->n > 1 && lab_gemm_explains(r, out, &b))
        snprintf(text, size, "This is the product with B transposed: B(l, j) is B[l * ldb + j].");
    for (int shift = -1; shift <= 1 && !text[0]; shift += 2) {
        struct lab_gemm_guess row = {0, c->k, shift, 0, 0, 0, 0, 0},
                              col = {0, c->k, 0, shift, 0, 0, 0, 0};
        if (c->m > 2 && lab_gemm_explains(r, out, &row))
            snprintf(text, size, "Off by one row: row i of C holds row i %c 1.",
                     shift > 0 ? '+' : '-');
        else if (c->n > 2 && lab_gemm_explains(r, out, &col))
            snprintf(text, size, "Off by one column: column j of C holds column j %c 1.",
                     shift > 0 ? '+' : '-');
    }
    if (!text[0])
        lab_gemm_say_depth(r, out, text, size);
}

#endif

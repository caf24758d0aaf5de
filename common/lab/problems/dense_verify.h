/* What belongs in a row of an output of whole floats or doubles. Of a matrix times a vector, and of
 * what is changed in place: x, or the array, is kept. What is only moved is computed from one
 * element of the input, so nothing is.
 *
 * C = A B in float or double. Small products are compared element by element. Large ones: integers
 * by Freivalds' algorithm (R. Freivalds, 1977: C x = A (B x) for a random vector x, computed modulo
 * 2^64; three matrix-vector products instead of a matrix product) and then, row by row, where it
 * found something; reals on sampled rows. Rows and vectors are drawn after the output has
 * arrived. */
#pragma once

#include <time.h>
#include <unistd.h>

#include "lab/verdict.h"

enum {
    LAB_GEMM_FULL = 1 << 28, /* multiply-adds whose sums are all compared: a second of one core */
    LAB_GEMM_SAMPLED = 8     /* rows compared in full where not all are */
};

/* Row `row` of the product: value, sum of magnitudes and, in double, what value lacks. Exact in
 * integers; in double also for reals, which are integers times 2^-52; for float reals in double,
 * 2^29 times finer than the bound. */
static inline int lab_gemm_row(const struct lab_reference *r, int row, struct lab_right *to)
{
    const struct lab_shape *s = &r->shape;
    const size_t n = (size_t)s->out.cols;
    const int wide = s->out.type == LAB_F64, whole = wide && r->question.data == LAB_REAL;
    lab_wide *sum = (lab_wide *)calloc(whole ? n : 1, sizeof *sum);
    double *value = (double *)calloc(2 * n, sizeof *value), *scale = value + n;
    for (int l = 0; l < s->depth && sum && value; l++) {
        const size_t at = (size_t)l * (size_t)s->in[1].ld;
        const double a =
            lab_get(s->in[0].type, r->matrix[0], (size_t)row * (size_t)s->in[0].ld + (size_t)l);
        const int64_t a_whole = whole ? (int64_t)ldexp(a, 52) : 0; /* a may be large */
        const float *b = (const float *)r->matrix[1] + at;
        const double *b_wide = (const double *)r->matrix[1] + at;
        for (size_t j = 0; j < n; j++) {
            const double other = wide ? b_wide[j] : b[j], product = a * other;
            if (whole)
                sum[j] += (lab_wide)a_whole * (int64_t)(other * 0x1p52);
            else
                value[j] += product;
            scale[j] += fabs(product);
        }
    }
    for (size_t j = 0; j < n && sum && value; j++) {
        const double high = whole ? (double)sum[j] : 0;
        to[j] = whole ? (struct lab_right){ldexp(high, -104),
                                           ldexp((double)(sum[j] - (lab_wide)high), -104), scale[j]}
                      : (struct lab_right){value[j], 0, scale[j]};
    }
    const int status = sum && value ? 0 : -1;
    free(sum);
    free(value);
    return status;
}

/* A number that nobody could know before: the seed of vectors and samples. */
static inline uint64_t lab_entropy(void)
{
    uint64_t x = 0;
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    if (getentropy(&x, sizeof x))
        x = (uint64_t)getpid();
    return lab_mix(x ^ ((uint64_t)t.tv_nsec << 20) ^ (uint64_t)t.tv_sec);
}

enum { LAB_PROBES = 2 };

/* Modulo 2^64: element `at` of a matrix of whole numbers of at most 53 bits. */
static inline uint64_t lab_whole(enum lab_type type, const void *matrix, size_t at)
{
    return (uint64_t)(int64_t)(type == LAB_F64 ? ((const double *)matrix)[at]
                                               : ((const float *)matrix)[at]);
}

static inline void lab_freivalds_times(const struct lab_operand *o, const void *matrix,
                                       const uint64_t *x, uint64_t *y)
{
    for (size_t i = 0; i < (size_t)o->rows; i++) {
        uint64_t sum = 0;
        for (size_t j = 0; j < (size_t)o->cols; j++)
            sum += lab_whole(o->type, matrix, i * (size_t)o->ld + j) * x[j];
        y[i] = sum;
    }
}

/* Marks the rows of an integer C that cannot be A B: C x = A (B x) for a random x. A wrong row is
 * missed with probability 2^-11 or less (an error of at most 53 bits times a random 64-bit number
 * is 0), both times in LAB_PROBES below 2^-20. -1 when memory is short. */
static inline int lab_freivalds(const struct lab_reference *r, const void *out, char *suspect)
{
    const struct lab_operand *a = &r->shape.in[0], *b = &r->shape.in[1], *c = &r->shape.out;
    const size_t m = (size_t)c->rows, n = (size_t)c->cols, k = (size_t)a->cols;
    uint64_t *x = (uint64_t *)malloc((n + k + 2 * m) * sizeof *x), *bx = x + n, *abx = bx + k,
             *cx = abx + m;
    for (int i = 0; x && i < LAB_PROBES; i++) {
        const uint64_t key = lab_entropy();
        for (size_t j = 0; j < n; j++)
            x[j] = lab_random(key, i, (int)j);
        lab_freivalds_times(b, r->matrix[1], x, bx);
        lab_freivalds_times(a, r->matrix[0], bx, abx);
        lab_freivalds_times(c, out, x, cx);
        for (size_t row = 0; row < m; row++)
            suspect[row] |= cx[row] != abx[row];
    }
    free(x);
    return x ? 0 : -1;
}

/* Keeps what rows are made from: of a product both matrices, else the last operand. 0, or -1 when
 * memory is short. */
static inline int lab_dense_prepare(struct lab_reference *r)
{
    const int inputs = r->shape.inputs;
    for (int i = lab_has_depth(r->question.problem) ? 0 : inputs - 1; i < inputs; i++) {
        r->matrix[i] = malloc(lab_bytes(&r->shape.in[i]));
        if (!r->matrix[i])
            return -1;
        lab_fill_host(&r->question, i, r->matrix[i]);
    }
    return 0;
}

/* Of a large product: rows with poison anywhere, and in integers with anything that is none, or, if
 * there are no such rows, those that Freivalds marks; of reals, which he cannot add up, rows drawn
 * now. */
static inline int lab_gemm_suspects(const struct lab_reference *r, const void *out, char *suspect)
{
    const struct lab_operand *c = &r->shape.out;
    const double poison = lab_poison_value(&r->question, c->type),
                 largest = c->type == LAB_F64 ? 0x1p53 : 0x1p24;
    const int whole = r->question.data == LAB_EXACT;
    const uint64_t key = lab_entropy();
    int found = 0;
    for (int row = 0; row < c->rows; row++) {
        for (int col = 0; col < c->cols && !suspect[row]; col++) {
            const double is = lab_out(r, out, row, col);
            if (lab_same(is, poison) ||
                (whole && !(fabs(is) <= largest && is == (double)(int64_t)is))) /* or a NaN */
                suspect[row] = LAB_SUSPECTED;
        }
        found += suspect[row];
    }
    if (whole)
        return found ? 0 : lab_freivalds(r, out, suspect);
    for (int i = 0; i < LAB_GEMM_SAMPLED; i++)
        suspect[i == 0   ? 0
                : i == 1 ? c->rows - 1
                         : (int)(lab_random(key, i, 0) % (uint64_t)c->rows)] = LAB_DRAWN;
    return 0;
}

/* ---- all but products of matrices ---- */

static inline int lab_add_one_row(const struct lab_reference *r, int row, struct lab_right *to)
{
    const float *a = (const float *)r->matrix[0] + (size_t)row * (size_t)r->shape.out.cols;
    for (int col = 0; col < r->shape.out.cols; col++)
        to[col] = (struct lab_right){a[col] + 1.0f, 0, 0}; /* one addition: nothing to forgive */
    return 0;
}

static inline int lab_gemv_row(const struct lab_reference *r, int row, struct lab_right *to)
{
    enum { PART = 256 };
    const struct lab_recipe a = lab_recipe_of(&r->question, 0);
    const int n = r->question.n;
    const float *x = (const float *)r->matrix[1];
    float of_a[PART];
    double sum = 0, magnitude = 0;
    for (int from = 0, end; from < n; from = end) {
        end = n - from > PART ? from + PART : n;
        if (lab_is_common(&a))
            lab_fill_common(&a, 0, row, from, end, of_a);
        for (int i = 0; i < end - from; i++) {
            if (!lab_is_common(&a))
                of_a[i] = (float)lab_element(a, row, from + i);
            const double product = (double)of_a[i] * x[from + i];
            sum += product;
            magnitude += fabs(product);
        }
    }
    *to = (struct lab_right){sum, 0, magnitude};
    return 0;
}

static inline int lab_moved_row(const struct lab_reference *r, int row, struct lab_right *to)
{
    enum { PART = 256 };
    const struct lab_recipe in = lab_recipe_of(&r->question, 0);
    const int cols = r->shape.out.cols, fast = lab_is_common(&in);
    uint32_t part[PART];
    for (int col = 0; col < cols; col++) {
        if (fast && col % PART == 0)
            lab_fill_common(&in, 1, row, col, cols - col > PART ? col + PART : cols, part);
        to[col] = (struct lab_right){
            fast ? part[col % PART] : lab_moved(&r->question, in, row, col), 0, 0};
    }
    return 0;
}

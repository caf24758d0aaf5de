/* C = A B in float or double. Small products are compared element by element. Large ones: integers
 * by Freivalds' algorithm (R. Freivalds, 1977: C x = A (B x) for a random vector x, computed modulo
 * 2^64; three matrix-vector products instead of a matrix product) and then, row by row, where it
 * found something; reals on sampled rows. Rows are drawn after the output has arrived, vectors with
 * the reference, where no kernel can see them. */
#ifndef LAB_PROBLEMS_GEMM_VERIFY_H
#define LAB_PROBLEMS_GEMM_VERIFY_H

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

/* Random vectors x for C x = A (B x): r->probe has the x, n elements each, and behind them the
 * A (B x), m elements each. 0, or -1 when memory is short. */
static inline int lab_freivalds_begin(struct lab_reference *r)
{
    const struct lab_operand *a = &r->shape.in[0], *b = &r->shape.in[1];
    const size_t n = (size_t)b->cols, k = (size_t)b->rows, m = (size_t)a->rows;
    const uint64_t key = lab_entropy();
    uint64_t *bx = (uint64_t *)malloc(k * sizeof *bx);
    r->probe = (uint64_t *)malloc(LAB_PROBES * (n + m) * sizeof *r->probe);
    for (size_t i = 0; bx && r->probe && i < LAB_PROBES; i++) {
        uint64_t *x = r->probe + i * n, *abx = r->probe + LAB_PROBES * n + i * m;
        for (size_t j = 0; j < n; j++)
            x[j] = lab_random(key, (int)i, (int)j);
        lab_freivalds_times(b, r->matrix[1], x, bx);
        lab_freivalds_times(a, r->matrix[0], bx, abx);
    }
    free(bx);
    return bx && r->probe ? 0 : -1;
}

/* Marks the rows of an integer C that cannot be A B: each wrong row is missed with probability
 * below 2^-20 (LAB_PROBES vectors, and an error of at most 53 bits). */
static inline void lab_freivalds(const struct lab_reference *r, const void *out, char *suspect)
{
    const struct lab_operand *c = &r->shape.out;
    const size_t n = (size_t)c->cols, m = (size_t)c->rows;
    const uint64_t *x = r->probe, *abx = x + LAB_PROBES * n;
    for (size_t i = 0; i < m; i++) {
        uint64_t cx[LAB_PROBES] = {0};
        for (size_t j = 0; j < n; j++) {
            const uint64_t is = lab_whole(c->type, out, i * (size_t)c->ld + j);
            for (size_t p = 0; p < LAB_PROBES; p++)
                cx[p] += is * x[p * n + j];
        }
        for (size_t p = 0; p < LAB_PROBES; p++)
            suspect[i] |= cx[p] != abx[p * m + i];
    }
}

/* 0, or -1 when memory is short. */
static inline int lab_gemm_prepare(struct lab_reference *r)
{
    for (int i = 0; i < 2; i++) {
        r->matrix[i] = malloc(lab_bytes(&r->shape.in[i]));
        if (!r->matrix[i])
            return -1;
        lab_fill_host(&r->question, i, r->matrix[i]);
    }
    return r->shape.flops / 2 > LAB_GEMM_FULL && r->question.data == LAB_EXACT
               ? lab_freivalds_begin(r)
               : 0;
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
    if (whole && !found)
        lab_freivalds(r, out, suspect);
    for (int i = 0; i < LAB_GEMM_SAMPLED && !whole; i++)
        suspect[i == 0   ? 0
                : i == 1 ? c->rows - 1
                         : (int)(lab_random(key, i, 0) % (uint64_t)c->rows)] = LAB_DRAWN;
    return 0;
}

#endif

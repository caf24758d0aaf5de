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
    LAB_GEMM_SAMPLED = 8,  /* rows compared in full where not all are */
    LAB_GEMM_ROWS_SAID = 8 /* wrong rows looked at more closely */
};

/* Multiply-adds up to which every element is compared: a second of one core. */
static const double lab_gemm_full = 1 << 28;

static inline int lab_gemm_is_full(const struct lab_reference *r)
{
    return r->shape.flops / 2 <= lab_gemm_full;
}

/* Row `row` of the product: value, sum of magnitudes and, in double, what value lacks. Exact in
 * integers; in double also for reals, which are integers times 2^-52; for float reals in double,
 * 2^29 times finer than the bound. */
static inline int lab_gemm_row(const struct lab_reference *r, int row, double *value, double *scale,
                               double *low)
{
    const struct lab_shape *s = &r->shape;
    int n = s->out.cols, exact = r->question.data != LAB_REAL, wide = s->out.type == LAB_F64;
    lab_wide *sum = NULL;
    memset(value, 0, (size_t)n * sizeof *value);
    memset(scale, 0, (size_t)n * sizeof *scale);
    if (wide && !exact && !(sum = (lab_wide *)calloc((size_t)n, sizeof *sum)))
        return -1;
    for (int l = 0; l < s->depth; l++) {
        double a =
            lab_get(s->in[0].type, r->matrix[0], (size_t)row * (size_t)s->in[0].ld + (size_t)l);
        size_t at = (size_t)l * (size_t)s->in[1].ld;
        const float *b = (const float *)r->matrix[1] + at;
        const double *b_wide = (const double *)r->matrix[1] + at;
        if (sum) {
            int64_t whole = (int64_t)ldexp(a, 52);
            for (int j = 0; j < n; j++) {
                sum[j] += (lab_wide)whole * (int64_t)(b_wide[j] * 0x1p52);
                scale[j] += fabs(a * b_wide[j]);
            }
        } else if (wide) {
            for (int j = 0; j < n; j++)
                value[j] += a * b_wide[j];
        } else if (exact) {
            for (int j = 0; j < n; j++)
                value[j] += a * b[j];
        } else {
            for (int j = 0; j < n; j++) {
                const double product = a * b[j];
                value[j] += product;
                scale[j] += fabs(product);
            }
        }
    }
    for (int j = 0; j < n && low; j++) {
        low[j] = 0;
        if (!sum)
            continue;
        double high = (double)sum[j];
        low[j] = ldexp((double)(sum[j] - (lab_wide)high), -104);
        value[j] = ldexp(high, -104);
    }
    free(sum);
    return 0;
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
static inline int lab_gemm_reference(struct lab_reference *r)
{
    size_t n = (size_t)r->shape.out.cols;
    for (int i = 0; i < 2; i++) {
        r->matrix[i] = malloc(lab_bytes(&r->shape.in[i]));
        if (!r->matrix[i])
            return -1;
        lab_fill_host(&r->question, i, r->matrix[i]);
    }
    if (!lab_gemm_is_full(r))
        return r->question.data == LAB_EXACT ? lab_freivalds_begin(r) : 0;
    r->value = (double *)malloc(r->count * sizeof(double));
    r->scale = (double *)malloc(r->count * sizeof(double));
    r->low = (double *)malloc(r->count * sizeof(double));
    if (!r->value || !r->scale || !r->low)
        return -1;
    for (int row = 0; row < r->shape.out.rows; row++)
        if (lab_gemm_row(r, row, r->value + (size_t)row * n, r->scale + (size_t)row * n,
                         r->low + (size_t)row * n))
            return -1;
    return 0;
}

static inline void lab_gemm_compare_row(const struct lab_reference *r, const void *out, int row,
                                        const double *value, const double *scale, const double *low,
                                        struct lab_verdict *v)
{
    double tolerance = lab_tolerance(&r->question, r->shape.depth);
    for (int col = 0; col < r->shape.out.cols; col++) {
        double is = lab_out(r, out, row, col), bound = tolerance * scale[col];
        double error = fabs((is - value[col]) - low[col]);
        if (error <= bound) {
            v->worst = bound > 0 ? fmax(v->worst, error / bound) : v->worst;
            continue;
        }
        if (v->wrong++ == 0)
            lab_accuse(r, row, col, is, value[col], v);
    }
}

/* Rows that are not compared whole are still looked at: poison anywhere, and in integers anything
 * that is none. Marks their rows; returns the first row whose padding was written, or -1. */
static inline int lab_gemm_scan(const struct lab_reference *r, const void *out, char *suspect,
                                size_t *poisoned)
{
    const struct lab_operand *c = &r->shape.out;
    double poison = lab_poison_value(&r->question, c->type),
           largest = c->type == LAB_F64 ? 0x1p53 : 0x1p24;
    int whole = r->question.data == LAB_EXACT, written = -1;
    for (int row = 0; row < c->rows; row++) {
        for (int col = 0; col < c->cols; col++) {
            double is = lab_out(r, out, row, col);
            *poisoned += lab_same(is, poison) != 0;
            if (lab_same(is, poison) ||
                (whole && !(fabs(is) <= largest && is == (double)(int64_t)is))) /* or a NaN */
                suspect[row] = 1;
        }
        for (int col = c->cols; col < c->ld && row + 1 < c->rows && written < 0; col++)
            if (!lab_same(lab_out(r, out, row, col), poison))
                written = row;
    }
    return written;
}

/* Compares what a large product asks for: suspicious rows, and of reals, which Freivalds cannot add
 * up, rows drawn now. -1 when memory is short. */
static inline int lab_gemm_sample(const struct lab_reference *r, const void *out, char *suspect,
                                  struct lab_verdict *v)
{
    size_t n = (size_t)r->shape.out.cols;
    int m = r->shape.out.rows, closer = 0, found = 0;
    const int exact = r->question.data == LAB_EXACT;
    uint64_t key = lab_entropy();
    double *row_of = (double *)malloc(3 * n * sizeof *row_of);
    for (int i = 0; i < m; i++)
        found += suspect[i] != 0; /* not whole numbers: nothing that Freivalds could add up */
    if (exact && !found)
        lab_freivalds(r, out, suspect);
    for (int i = 0; i < LAB_GEMM_SAMPLED && row_of && !exact; i++)
        suspect[i == 0 ? 0 : i == 1 ? m - 1 : (int)(lab_random(key, i, 0) % (uint64_t)m)] |= 2;
    for (int i = 0; i < m && row_of; i++) {
        closer += suspect[i] == 1;
        if (!suspect[i] || (suspect[i] == 1 && closer > LAB_GEMM_ROWS_SAID))
            continue;
        if (lab_gemm_row(r, i, row_of, row_of + n, row_of + 2 * n)) {
            free(row_of);
            return -1;
        }
        lab_gemm_compare_row(r, out, i, row_of, row_of + n, row_of + 2 * n, v);
    }
    int status = row_of ? 0 : -1;
    free(row_of);
    return status;
}

static inline void lab_gemm_verify(const struct lab_reference *r, const void *out,
                                   struct lab_verdict *v)
{
    size_t n = (size_t)r->shape.out.cols, poisoned = 0;
    char *suspect = (char *)calloc((size_t)r->shape.out.rows, 1);
    int padding = suspect ? lab_gemm_scan(r, out, suspect, &poisoned) : -1,
        status = suspect ? 0 : -1;
    for (int row = 0; row < r->shape.out.rows && suspect && r->value; row++)
        lab_gemm_compare_row(r, out, row, r->value + (size_t)row * n, r->scale + (size_t)row * n,
                             r->low + (size_t)row * n, v);
    if (suspect && !r->value)
        status = lab_gemm_sample(r, out, suspect, v);
    free(suspect);
    v->ok = status == 0 && v->wrong == 0 && poisoned == 0 && padding < 0;
    v->untouched = poisoned == r->count && padding < 0;
    if (status) {
        v->fault = LAB_NOT_VERIFIED;
        v->operand = NULL; /* whatever was seen before memory was short */
    } else if (!v->ok && !v->wrong) {
        v->fault = poisoned ? LAB_NOT_WRITTEN : LAB_PADDING_WRITTEN;
        if (padding >= 0)
            snprintf(v->guess, sizeof v->guess,
                     "Row %d of C is written beyond its end (%d columns, %d apart): is every index "
                     "checked against n?",
                     padding, r->shape.out.cols, r->shape.out.ld);
    }
}

#endif

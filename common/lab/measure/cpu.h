/* What the GPU replaces: each problem in plain C on one core, the loops as one writes them down. */
#ifndef LAB_CPU_H
#define LAB_CPU_H

#include <stdlib.h>

#include "branches.h"
#include "lab/problem.h"
#include "timing.h"

/* Elements or multiply-adds beyond which nobody wants to wait for one core. */
static const double lab_cpu_limit = 1.1e9;

static inline void lab_cpu_add_one(const struct lab_case *c, void *const in[LAB_INPUTS], void *out)
{
    for (size_t i = 0; i < (size_t)c->m * (size_t)c->n; i++)
        ((float *)out)[i] = ((const float *)in[0])[i] + 1;
}

static inline void lab_cpu_gemv(const struct lab_case *c, void *const in[LAB_INPUTS], void *out)
{
    const float *A = (const float *)in[0], *x = (const float *)in[1];
    for (int row = 0; row < c->m; row++) {
        float sum = 0;
        for (int col = 0; col < c->n; col++)
            sum += A[(size_t)row * (size_t)c->n + (size_t)col] * x[col];
        ((float *)out)[row] = sum;
    }
}

static inline void lab_cpu_transpose(const struct lab_case *c, void *const in[LAB_INPUTS],
                                     void *out)
{
    for (int row = 0; row < c->m; row++)
        for (int col = 0; col < c->n; col++)
            ((float *)out)[(size_t)col * (size_t)c->m + (size_t)row] =
                ((const float *)in[0])[(size_t)row * (size_t)c->n + (size_t)col];
}

static inline void lab_cpu_branches(const struct lab_case *c, void *const in[LAB_INPUTS], void *out)
{
    for (size_t i = 0; i < (size_t)c->m * (size_t)c->n; i++)
        lab_branch((int)(i % (size_t)c->k), ((const uint32_t *)in[0])[i], (uint32_t *)out + i);
}

#define LAB_CPU_GEMM(name, type)                                                                   \
    static inline void name(const struct lab_case *c, void *const in[LAB_INPUTS], void *out)       \
    {                                                                                              \
        const type *A = (const type *)in[0], *B = (const type *)in[1];                             \
        size_t n = (size_t)c->n, k = (size_t)c->k;                                                 \
        for (size_t row = 0; row < (size_t)c->m; row++)                                            \
            for (size_t col = 0; col < n; col++) {                                                 \
                type sum = 0;                                                                      \
                for (size_t l = 0; l < k; l++)                                                     \
                    sum += A[row * k + l] * B[l * n + col];                                        \
                ((type *)out)[row * n + col] = sum;                                                \
            }                                                                                      \
    }
LAB_CPU_GEMM(lab_cpu_gemm, float)
LAB_CPU_GEMM(lab_cpu_dgemm, double)

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

static inline void lab_cpu_xnor(const struct lab_case *c, void *const in[LAB_INPUTS], void *out)
{
    size_t n = (size_t)c->n, across = c->problem == LAB_XNOR ? (size_t)binary_padded(c->n) : 1,
           along = c->problem == LAB_XNOR ? 1 : (size_t)binary_pitch(c->k);
    for (size_t row = 0; row < (size_t)c->m; row++)
        for (size_t col = 0; col < n; col++) {
            const uint32_t *a = (const uint32_t *)in[0] + row * (size_t)binary_pitch(c->k),
                           *b = (const uint32_t *)in[1] + col * along;
            int sum = c->k;
            for (size_t word = 0; word < (size_t)binary_words(c->k); word++)
                sum -= 2 * lab_popcount(a[word] ^ b[word * across]);
            if (c->problem == LAB_XNOR)
                ((int *)out)[row * n + col] = sum;
            else if (sum >= 0)
                ((uint32_t *)out)[row * (size_t)binary_words(c->n) + col / BINARY_BITS] |=
                    1u << col % BINARY_BITS;
        }
}

/* Milliseconds of one run on one core (on real data, which has no gaps between its rows); 0 where
 * it was not measured: too large, or no memory. */
static inline double lab_cpu_ms(const struct lab_case *c)
{
    static void (*const run[LAB_PROBLEMS])(const struct lab_case *, void *const *, void *) = {
        lab_cpu_add_one,  lab_cpu_gemv, lab_cpu_gemv,  lab_cpu_gemv,  lab_cpu_transpose,
        lab_cpu_branches, lab_cpu_gemm, lab_cpu_dgemm, lab_cpu_dgemm, lab_cpu_gemm,
        lab_cpu_pack,     lab_cpu_pack, lab_cpu_pack,  lab_cpu_pack,  lab_cpu_xnor,
        lab_cpu_xnor,     lab_cpu_xnor, lab_cpu_xnor};
    struct lab_shape s = lab_shape_of(c);
    void *in[LAB_INPUTS] = {NULL}, *out = NULL;
    double begin = 0, end = 0, ready = 1;
    if ((s.flops > s.bytes ? s.flops / 2 : s.bytes / 8) > lab_cpu_limit)
        return 0;
    out = calloc(lab_elements(&s.out), lab_type_size(s.out.type));
    for (int i = 0; i < s.inputs; i++) {
        in[i] = malloc(lab_bytes(&s.in[i]));
        if (in[i])
            lab_fill_host(c, i, in[i]);
        ready = ready && in[i];
    }
    if (out && ready) {
        begin = lab_now_ms();
        run[c->problem](c, in, out);
        end = lab_now_ms();
    }
    volatile char keep = out ? *(char *)out : 0;
    (void)keep;
    for (int i = 0; i < s.inputs; i++)
        free(in[i]);
    free(out);
    return end - begin;
}

#endif

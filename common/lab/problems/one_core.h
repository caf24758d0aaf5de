/* Each problem in plain C on one core, on data without gaps; `out` holds zeros. The loops are not
 * blocked for caches; they run in the order in which the data lies, so that gcc makes vector
 * instructions of them. */
#pragma once

#include "problems.h"

/* What stands for the CPU is compiled as well as gcc can: sums in any order, so that loops over
 * them become vector instructions. */
#if defined(__GNUC__) && !defined(__clang__) && !defined(LAB_EMULATOR)
#define LAB_CPU_LOOPS                                                                              \
    __attribute__((optimize("O3", "associative-math", "no-signed-zeros", "no-trapping-math")))
#else
#define LAB_CPU_LOOPS
#endif

static inline void lab_cpu_add_one(const struct lab_case *c, void *const in[LAB_INPUTS], void *out)
{
    for (size_t i = 0; i < (size_t)c->m * (size_t)c->n; i++)
        ((float *)out)[i] = ((const float *)in[0])[i] + 1;
}

LAB_CPU_LOOPS static inline void lab_cpu_gemv(const struct lab_case *c, void *const in[LAB_INPUTS],
                                              void *out)
{
    const float *A = (const float *)in[0], *x = (const float *)in[1];
    for (int row = 0; row < c->m; row++) {
        float sum = 0;
        for (int col = 0; col < c->n; col++)
            sum += A[(size_t)row * (size_t)c->n + (size_t)col] * x[col];
        ((float *)out)[row] = sum;
    }
}

LAB_CPU_LOOPS static inline void lab_cpu_transpose(const struct lab_case *c,
                                                   void *const in[LAB_INPUTS], void *out)
{
    for (int row = 0; row < c->m; row++)
        for (int col = 0; col < c->n; col++)
            ((float *)out)[(size_t)col * (size_t)c->m + (size_t)row] =
                ((const float *)in[0])[(size_t)row * (size_t)c->n + (size_t)col];
}

LAB_CPU_LOOPS static inline void lab_cpu_branches(const struct lab_case *c,
                                                  void *const in[LAB_INPUTS], void *out)
{
    for (size_t i = 0; i < (size_t)c->m * (size_t)c->n; i++)
        lab_branch((int)(i % (size_t)c->k), ((const uint32_t *)in[0])[i], (uint32_t *)out + i);
}

#define LAB_CPU_GEMM(name, type)                                                                   \
    LAB_CPU_LOOPS static inline void name(const struct lab_case *c, void *const in[LAB_INPUTS],    \
                                          void *out)                                               \
    {                                                                                              \
        const type *A = (const type *)in[0], *B = (const type *)in[1];                             \
        size_t n = (size_t)c->n, k = (size_t)c->k;                                                 \
        for (size_t row = 0; row < (size_t)c->m; row++)                                            \
            for (size_t l = 0; l < k; l++) { /* B and C in the order in which they lie */          \
                type *__restrict__ sum = (type *)out + row * n, a = A[row * k + l];                \
                for (size_t col = 0; col < n; col++)                                               \
                    sum[col] += a * B[l * n + col];                                                \
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

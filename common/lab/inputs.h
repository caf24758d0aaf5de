/* Inputs that host and device generate alike. Every element is a function of (seed, operand, row,
 * column) alone, so the judge can recompute any of them without the others, and so can a kernel
 * that fills a matrix in place. All arithmetic is exact (integers, one division, one rounding), so
 * that no compiler's contraction can make two of them differ. */
#ifndef LAB_INPUTS_H
#define LAB_INPUTS_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#if defined(__CUDACC__) && !defined(LAB_EMULATOR)
#define LAB_HD static __host__ __device__ inline
#else
#define LAB_HD static inline
#endif

enum lab_data {
    LAB_EXACT,    /* zero-mean integers small enough that every partial sum is exact */
    LAB_REAL,     /* zero-mean reals in [-1, 1), multiples of 2^-23 (in double: 2^-52) */
    LAB_DOCUMENT, /* document 000: a(i,j) = i - 0.1 j + 1, x(i) = log sqrt(i^2 - i + 2) */
    LAB_STARVED,  /* reals, but the device has no memory left: the step must return the error */
    LAB_PATTERNS, /* distinct bit patterns: what is only moved must arrive bit for bit */
    LAB_SIGNS,    /* +1 and -1 */
    /* the same, but the first line is all +1, the last all -1, and a quarter of the others like
     * either: sums reach k and -k */
    LAB_UNIFORM,
    /* bit patterns of all kinds: zeros of both signs, denormals, infinities, NaNs with a payload */
    LAB_BITS,
    /* whole numbers times powers of two, denormals among them; sums are exact, and only of terms
     * that are far from 1 */
    LAB_SCALED,
    LAB_PROBE /* elements that say where they came from (probe/) */
};

/* Finalizer of splitmix64 (Steele, Lea, Flood 2014): a bijection in which each input bit changes
 * half of the output. */
LAB_HD uint64_t lab_mix(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

LAB_HD uint64_t lab_key(uint64_t seed, int operand)
{
    return lab_mix(lab_mix(seed) + (uint64_t)operand);
}

LAB_HD uint64_t lab_random(uint64_t key, int row, int col)
{
    return lab_mix(key ^ ((uint64_t)(uint32_t)row << 32 | (uint32_t)col));
}

/* Largest |v| for which `depth` products of two such integers sum exactly in a significand of
 * `bits` bits: depth v^2 <= 2^bits. At least 1. */
static inline int lab_exact_bound(int bits, int depth)
{
    double bound = floor(sqrt(ldexp(1, bits) / depth));
    return bound < 1 ? 1 : bound > 1 << 20 ? 1 << 20 : (int)bound;
}

/* Uniform integer in [-bound, bound]. */
LAB_HD int lab_integer(uint64_t key, int row, int col, int bound)
{
    uint64_t range = 2 * (uint64_t)bound + 1;
    return (int)(((lab_random(key, row, col) >> 32) * range) >> 32) - bound;
}

/* Uniform in [-1, 1), a multiple of 2^-23: exact in float. */
LAB_HD double lab_real(uint64_t key, int row, int col)
{
    return ((int)(lab_random(key, row, col) >> 40) - (1 << 23)) * (1.0 / (1 << 23));
}

/* The same with all 53 bits of a double: uniform in [-1, 1), a multiple of 2^-52. */
LAB_HD double lab_real_wide(uint64_t key, int row, int col)
{
    return (double)((int64_t)(lab_random(key, row, col) >> 11) - ((int64_t)1 << 52)) *
           (1.0 / ((int64_t)1 << 52));
}

/* The bits of a float that no other of the first 2^31 elements of a matrix with `cols` columns has:
 * a bijection on 31 bits of the index, spread over the floats from 2^-63 to 2^65 and their
 * negatives. No NaN, infinity, zero or denormal among them, so that a library that multiplies by
 * one moves them unharmed, too. */
LAB_HD uint32_t lab_pattern(uint64_t key, int row, int col, int cols)
{
    uint32_t x = (uint32_t)((uint64_t)row * (uint64_t)cols + (uint64_t)col) & 0x7fffffffu;
    x ^= (uint32_t)key & 0x7fffffffu;
    for (int round = 0; round < 2; round++) {
        x = x * 0x2c1b3c6du & 0x7fffffffu;
        x ^= x >> 16;
        x = x * 0x297a2d39u & 0x7fffffffu;
        x ^= x >> 15;
    }
    return ((x & 0x40000000u) << 1) | ((x & 0x3fffffffu) + 0x20000000u);
}

/* The same with every second element of another kind: each stands in any 16 neighbors of a row, and
 * in any 16 of a column, whatever the seed. The last four, which whole vectors may leave out, are
 * -0 and signaling NaNs. */
LAB_HD uint32_t lab_bits(uint64_t key, int row, int col, int rows, int cols)
{
    uint32_t x = lab_pattern(key, row, col, cols), sign = x & 0x80000000u,
             kind = (5u * (uint32_t)row + (uint32_t)col) % 16;
    if (row == rows - 1 && col >= cols - 4 && col > 0)
        kind = (cols - col) % 2 ? 3 : 11;
    switch (kind) {
    case 1:
        return 0;
    case 3:
        return 0x80000000u; /* -0 */
    case 5:
        return 0x7f800000u; /* infinity */
    case 7:
        return 0xff800000u;
    case 9:
        return sign | 0x7fc00000u | (x & 0x3fffffu); /* a quiet NaN */
    case 11:
        return sign | 0x7f800000u | (x & 0x3fffffu) | 1; /* a signaling NaN */
    case 13:
    case 15:
        return sign | (x & 0x7fffffu) | 1; /* a denormal */
    default:
        return x;
    }
}

/* Uniform integer in [1, bound]. */
LAB_HD int lab_positive(uint64_t key, int row, int col, int bound)
{
    return 1 + (int)(((lab_random(key, row, col) >> 32) * (uint64_t)bound) >> 32);
}

/* An element of A (`of_a`) or of what it is multiplied by; `l` counts the terms. A term is a whole
 * number times 2^-60 (in double: 2^-100), so that no partial sum is rounded: but in some the one
 * factor is denormal and the other large, in some one is a zero. */
LAB_HD double lab_scaled(int whole, int l, int of_a, int negative, int wide)
{
    const int least = wide ? -1074 : -149, term = wide ? -100 : -60;
    int mine = term / 2;
    if (l % 8 == (of_a ? 1 : 3))
        mine = least;
    else if (l % 8 == (of_a ? 3 : 1))
        mine = term - least;
    else if (l % 8 == (of_a ? 5 : 7))
        return negative ? -0.0 : 0.0;
    return ldexp((double)whole, mine);
}

/* Document 000's matrix. Written as one division so that it rounds once everywhere. */
LAB_HD double lab_document_a(int row, int col)
{
    return (10.0 * (row + 1.0) - col) / 10.0;
}

/* Document 000's vector: log of the square root of i^2 - i + 2. Host only: log() is not the same
 * function on a device. */
static inline double lab_document_x(int i)
{
    return log(sqrt((double)i * i - i + 2));
}

#endif

/* Instructions that lab 09 needs and CUDA C has no name for, as small device functions; and the
 * store of four elements of C.
 *
 * binary_mma and load_matrices are collective: all 32 lanes of a warp call them together. In the
 * emulator they are exchanges between the lanes.
 *
 * Which lane holds what (words of 32 bits; g = lane / 4, q = lane % 4):
 *   a (16 rows x 8 words)     a[0]: row g, word q;      a[1]: row g + 8, word q;
 *                             a[2]: row g, word q + 4;  a[3]: row g + 8, word q + 4
 *   b (8 columns x 8 words)   b[0]: column g, word q;  b[1]: column g, word q + 4
 *   c (16 rows x 8 columns)   c[0], c[1]: row g, columns 2 q, 2 q + 1;
 *                             c[2], c[3]: row g + 8, the same columns
 * Source: PTX ISA, "Matrix Fragments for mma.m16n8k256". */
#pragma once

#include <stdint.h>
#include "binary.h"

/* 1 where binary_mma counts the ones of a XOR b instead of a AND b: sm_75 has only XOR. From sm_80
 * on there are both, but on sm_90 XOR has a sixth of the speed of AND. */
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
#define BINARY_MMA_XOR 1
#else
#define BINARY_MMA_XOR 0
#endif

/* A full adder at each of 32 bits: *single + x + y = 2 carry + new *single. Returns the carry. The
 * carry and the sum take one instruction each (LOP3: any function of three words). With the two
 * XORs that make x and y, these are four instructions; from plain C, nvcc makes six. */
static __device__ __forceinline__ uint32_t add_bits(uint32_t *single, uint32_t x, uint32_t y)
{
    uint32_t carry, sum;
#ifdef LAB_EMULATOR
    carry = (x & y) | (*single & (x | y));
    sum = x ^ y ^ *single;
#else
    asm("lop3.b32 %0, %1, %2, %3, 0xe8;" : "=r"(carry) : "r"(x), "r"(y), "r"(*single));
    asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(sum) : "r"(x), "r"(y), "r"(*single));
#endif
    *single = sum;
    return carry;
}

/* c += number of ones in (a AND b), for each of 16 x 8 pairs of a row of a and a column of b, over
 * 256 bits. */
#ifdef LAB_EMULATOR /* which is called from the line that calls binary_mma */
__device__ void binary_mma(int (&c)[4], const uint32_t (&a)[4], const uint32_t (&b)[2])
    EMU_CALLS(emu_mma_b1);
#else
static __device__ __forceinline__ void binary_mma(int (&c)[4], const uint32_t (&a)[4],
                                                  const uint32_t (&b)[2])
{
#if BINARY_MMA_XOR
    for (int half = 0; half < 2; half++)
        for (int part = 0; part < 2; part++)
            asm("mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.xor.popc {%0, %1}, {%2}, {%3}, "
                "{%0, %1};"
                : "+r"(c[2 * half]), "+r"(c[2 * half + 1])
                : "r"(a[half + 2 * part]), "r"(b[part]));
#else
    asm("mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
#endif
}
#endif

/* Four blocks of 8 rows x 4 words from shared memory in one instruction (ldmatrix). Lane i names
 * the 16 bytes of row i % 8 of block i / 8, aligned to 16; out[j] is then word q of row g of block
 * j. The eight rows of a block leave shared memory together, so they should lie in
 * different banks. */
#ifdef LAB_EMULATOR
__device__ void load_matrices(uint32_t (&out)[4], const uint32_t *row) EMU_CALLS(emu_ldmatrix);
#else
static __device__ __forceinline__ void load_matrices(uint32_t (&out)[4], const uint32_t *row)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(out[0]), "=r"(out[1]), "=r"(out[2]), "=r"(out[3])
                 : "r"((uint32_t)__cvta_generic_to_shared(row))
                 : "memory");
}
#endif

/* Stores four adjacent elements, from column `col` on, of the row of C that starts at c; those
 * beyond n are left out. At once where the row is a multiple of 16 bytes. */
static __device__ __forceinline__ void store_four(int *c, int col, int n, const int (&value)[4])
{
    if (n % 4 == 0 && (size_t)c % 16 == 0 && col < n)
        *(int4 *)&c[col] = make_int4(value[0], value[1], value[2], value[3]);
    else
        for (int j = 0; j < 4; j++)
            if (col + j < n)
                c[col + j] = value[j];
}

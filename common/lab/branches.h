/* Lab 06's exercise on divergence: eight kinds of work, so unlike each other that no compiler can
 * make one instruction stream of two of them. Integers, so that every device and the judge agree to
 * the last bit. */
#pragma once

#include <stdint.h>

#ifdef __CUDACC__
#define LAB_BOTH static __host__ __device__ inline
#else
#define LAB_BOTH static inline
#endif

enum { LAB_BRANCH_TURNS = 64 /* long enough that memory does not matter */ };

#define LAB_KIND(which, next)                                                                      \
    which:                                                                                         \
    for (int i = 0; i < LAB_BRANCH_TURNS; i++)                                                     \
        v = next;                                                                                  \
    *result = v;                                                                                   \
    break;

/* Work of kind 0 … 7 on one word. Each kind stores its own result, so that counters of stores
 * show how many lanes came along. */
LAB_BOTH void lab_branch(int kind, uint32_t v, uint32_t *result)
{
    switch (kind) {
        LAB_KIND(case 0, v * 1664525u + 1013904223u)
        LAB_KIND(case 1, (v ^ v << 13) + 0x9e3779b9u)
        LAB_KIND(case 2, (v << 5 | v >> 27) + 0x85ebca6bu)
        LAB_KIND(case 3, (v >> 1) ^ ((v & 1) * 0xedb88320u))
        LAB_KIND(case 4, v * (v | 1) + 0x27d4eb2fu)
        LAB_KIND(case 5, (v + (v << 3)) ^ v >> 11)
        LAB_KIND(case 6, (v & 0x55555555u) * 3 + (v >> 1 & 0x55555555u))
        LAB_KIND(default, ~(v >> 7 ^ v * 9) - 0x165667b1u)
    }
}

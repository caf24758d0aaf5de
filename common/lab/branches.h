/* Lab 06's exercise on divergence: eight kinds of work, so unlike each other that no compiler can
 * make one instruction stream of two of them. Integers, so that every device and the judge agree to
 * the last bit. */
#ifndef LAB_BRANCHES_H
#define LAB_BRANCHES_H

#include <stdint.h>

#ifdef __CUDACC__
#define LAB_BOTH static __host__ __device__ inline
#else
#define LAB_BOTH static inline
#endif

enum { LAB_BRANCH_TURNS = 64 /* long enough that memory does not matter */ };

/* Work of kind 0 … 7 on one word. Each kind stores its own result, so that counters of stores
 * show how many lanes came along. */
LAB_BOTH void lab_branch(int kind, uint32_t v, uint32_t *result)
{
    switch (kind) {
    case 0:
        for (int i = 0; i < LAB_BRANCH_TURNS; i++)
            v = v * 1664525u + 1013904223u;
        *result = v;
        break;
    case 1:
        for (int i = 0; i < LAB_BRANCH_TURNS; i++)
            v = (v ^ v << 13) + 0x9e3779b9u;
        *result = v;
        break;
    case 2:
        for (int i = 0; i < LAB_BRANCH_TURNS; i++)
            v = (v << 5 | v >> 27) ^ 0x85ebca6bu;
        *result = v;
        break;
    case 3:
        for (int i = 0; i < LAB_BRANCH_TURNS; i++)
            v = (v >> 1) ^ ((v & 1) * 0xedb88320u);
        *result = v;
        break;
    case 4:
        for (int i = 0; i < LAB_BRANCH_TURNS; i++)
            v = v * (v | 1) + 0x27d4eb2fu;
        *result = v;
        break;
    case 5:
        for (int i = 0; i < LAB_BRANCH_TURNS; i++)
            v = (v + (v << 3)) ^ v >> 11;
        *result = v;
        break;
    case 6:
        for (int i = 0; i < LAB_BRANCH_TURNS; i++)
            v = (v & 0x55555555u) * 3 + (v >> 1 & 0x55555555u);
        *result = v;
        break;
    default:
        for (int i = 0; i < LAB_BRANCH_TURNS; i++)
            v = ~(v >> 7 ^ v * 9) - 0x165667b1u;
        *result = v;
        break;
    }
}

#endif

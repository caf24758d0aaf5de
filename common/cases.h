/* The sizes on which a step must be right: 1, primes, one less and one more than a tile or a warp, tall, wide, one with several 16-byte
 * vectors of a row for each thread, and one beyond the 64 KiB of constant memory. A GPU gets larger ones besides. The learner's program and the judge take them from here. */
#ifndef LAB_CASES_H
#define LAB_CASES_H

#include "problem.h"

struct lab_size {
    int m, n, k;
};

static const struct lab_size lab_sizes_add_one[] = {{5, 5, 1},   {1, 1, 1},   {1, 1000, 1},
                                                    {777, 1, 1}, {31, 33, 1}, {257, 129, 1}};
static const struct lab_size lab_sizes_gemv[] = {
    {1, 1, 1},     {1, 1000, 1},  {1000, 1, 1},   {31, 33, 1},   {33, 31, 1},  {127, 129, 1},
    {257, 255, 1}, {512, 512, 1}, {1021, 509, 1}, {64, 2051, 1}, {3, 8196, 1}, {7, 16385, 1}};
static const struct lab_size lab_sizes_gemv_gpu[] = {
    {4099, 4093, 1}, {70001, 67, 1}, {67, 70001, 1}, {16383, 1021, 1}};

/* Case number `index` of a problem, or 0 when there are no more. Drawn from `seed`: another seed, other numbers. */
static inline int lab_case_at(enum lab_problem problem, int gpu, int index, uint64_t seed,
                              struct lab_case *c)
{
    const struct lab_size *sizes = problem == LAB_ADD_ONE ? lab_sizes_add_one : lab_sizes_gemv;
    int small = problem == LAB_ADD_ONE ? (int)(sizeof lab_sizes_add_one / sizeof *sizes)
                                       : (int)(sizeof lab_sizes_gemv / sizeof *sizes);
    int large =
        gpu && problem != LAB_ADD_ONE ? (int)(sizeof lab_sizes_gemv_gpu / sizeof *sizes) : 0;
    int each = 2 * (small + large), i = index / 2;
    if (index > each || index < 0)
        return 0;
    memset(c, 0, sizeof *c);
    c->problem = problem;
    c->seed = lab_mix(seed + (uint64_t)index);
    if (index == each) { /* the last: what integers and well-behaved reals cannot show */
        c->data = problem == LAB_ADD_ONE ? LAB_STARVED : LAB_DOCUMENT;
        c->m = problem == LAB_ADD_ONE ? 2048 : gpu ? 16384 : 300;
        c->n = problem == LAB_ADD_ONE ? 2048 : gpu ? 16384 : 400;
        c->k = 1;
        return 1;
    }
    struct lab_size s = i < small ? sizes[i] : lab_sizes_gemv_gpu[i - small];
    c->data = index % 2 ? LAB_REAL : LAB_EXACT;
    c->m = s.m;
    c->n = problem == LAB_GEMV_CONST && s.n > LAB_CONSTANT_FLOATS ? LAB_CONSTANT_FLOATS : s.n;
    c->k = s.k;
    return 1;
}

/* The size that a lab is about: document 000's on a GPU, one that an emulator does in a blink without. */
static inline struct lab_case lab_headline(enum lab_problem problem, int gpu, uint64_t seed)
{
    struct lab_case c;
    memset(&c, 0, sizeof c);
    c.problem = problem;
    c.data = problem == LAB_ADD_ONE ? LAB_REAL : LAB_DOCUMENT;
    c.m = c.n = gpu ? 1 << 14 : 1 << 10;
    c.k = 1;
    c.seed = seed;
    return c;
}

#endif

/* The cases of a problem: the sizes of its plan, what integers and well-behaved reals cannot show,
 * and what follows from its shape (special_cases.h). The learner's program and the judge take them
 * from here. */
#ifndef LAB_CASES_H
#define LAB_CASES_H

#include "special_cases.h"

/* Case number `index` of a problem, drawn from `seed`, or 0 when there are no more. */
static inline int lab_case_at(enum lab_problem problem, int gpu, int index, uint64_t seed,
                              struct lab_case *c)
{
    const struct problem *about = lab_problem_of(problem);
    const struct lab_trials *p = lab_trials_of(problem);
    int kinds = p->alternating ? 1 : 2, few = about->sizes.count,
        each = kinds * (few + (gpu ? p->large.count : 0)), i = index / kinds;
    if (index < 0)
        return 0;
    memset(c, 0, sizeof *c);
    c->problem = problem;
    c->seed = lab_mix(seed + (uint64_t)index);
    if (index >= each + p->extras) {
        const uint64_t own = c->seed;
        c->seed = seed;
        const int there = lab_special_at(problem, gpu, index - each - p->extras, c);
        c->seed = own;
        return there;
    }
    if (index >= each) {
        const struct lab_extra *extra = &p->extra[index - each];
        c->data = extra->data;
        lab_take_size(gpu ? extra->gpu : extra->emulator, c);
        return 1;
    }
    c->data = about->data[index % 2];
    lab_take_size(i < few ? about->sizes.at[i] : p->large.at[i - few], c);
    c->n = c->n > about->most[1] ? about->most[1] : c->n;
    return 1;
}

/* The sizes that a lab is about: the documents' on a GPU, one that an emulator does in a blink
 * without. Number `index`, or 0 when there are no more. */
static inline int lab_headline_at(enum lab_problem problem, int gpu, int index, uint64_t seed,
                                  struct lab_case *c)
{
    const struct lab_trials *p = lab_trials_of(problem);
    if (index < 0 || index >= (gpu ? LAB_HEADLINES : 4))
        return 0;
    memset(c, 0, sizeof *c);
    c->problem = problem;
    c->data = p->headline_data;
    c->seed = seed;
    return lab_take_size(gpu ? p->headline_gpu[index] : p->headline[index], c);
}

/* The first of them. */
static inline struct lab_case lab_headline(enum lab_problem problem, int gpu, uint64_t seed)
{
    struct lab_case c;
    lab_headline_at(problem, gpu, 0, seed, &c);
    return c;
}

#endif

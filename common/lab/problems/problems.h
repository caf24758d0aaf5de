/* All problems, by family. Integers are exact: every partial sum is, in whatever order it was
 * summed. Reals may err by min(2 sqrt(depth), 16) u sum|a||b|, u = 2^-24 (double: 2^-53). What is
 * only moved must arrive bit for bit. A NaN never passes. (docs/measuring.md derives it.) */
#pragma once

/* What a problem does not name is 0; g++ would remark on it with -Wextra. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#include "bits.h"
#include "dense.h"
#pragma GCC diagnostic pop

static inline const struct problem *lab_problem_of(enum lab_problem problem)
{
#define LAB_PROBLEM_AT(name, called, tried) &lab_problem_##name,
    static const struct problem *const all[] = {LAB_PROBLEM_LIST(LAB_PROBLEM_AT)};
    return all[problem];
}

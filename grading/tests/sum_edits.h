/* Mistakes that any loop can hold which adds up a row of A x. LOOP(for_, term, store) spells the
 * loop of one step; A and X are the two factors of its term as the solution writes them, FOR its
 * head, STORE what it does with the sum; `unwritten`: the verdict if it does nothing with it. All
 * edits of the step's own loop. */
#ifndef SUM_EDITS_H
#define SUM_EDITS_H

#include "edits.h"

#define SUM(A, X) "sum += " A " * " X ";"
#define SUM_EDIT(LOOP, FOR, A, X, STORE, for_, term, store)                                        \
    {                                                                                              \
        {                                                                                          \
            LOOP(FOR, SUM(A, X), STORE), LOOP(for_, term, store)                                   \
        }                                                                                          \
    }

#define SUM_MUTANTS(step, unwritten, LOOP, FOR, A, X, STORE)                                       \
    {"no_op", step, unwritten, NULL,                                                               \
     SUM_EDIT(LOOP, FOR, A, X, STORE, FOR, SUM(A, X), "(void)sum;")},                              \
        {"doubled", step, WRONG, "should be",                                                      \
         SUM_EDIT(LOOP, FOR, A, X, STORE, FOR, SUM(A, X), "sum *= 2, " STORE)},                    \
        {"constant", step, WRONG, "Every element is",                                              \
         SUM_EDIT(LOOP, FOR, A, X, STORE, FOR, SUM(A, X), "sum = 1, " STORE)},                     \
        {"nan", step, WRONG, NULL,                                                                 \
         SUM_EDIT(LOOP, FOR, A, X, STORE, FOR, SUM(A, X),                                          \
                  "sum = __int_as_float(0x7fffffff), " STORE)},                                    \
        {"overwrites", step, WRONG, "should be",                                                   \
         SUM_EDIT(LOOP, FOR, A, X, STORE, FOR, "sum = " A " * " X ";", STORE)},                    \
        {"subtracts", step, WRONG, "should be",                                                    \
         SUM_EDIT(LOOP, FOR, A, X, STORE, FOR, "sum -= " A " * " X ";", STORE)},                   \
        {"adds_factors", step, WRONG, "should be",                                                 \
         SUM_EDIT(LOOP, FOR, A, X, STORE, FOR, "sum += " A " + " X ";", STORE)},                   \
        {"forgets_x", step, WRONG, "should be",                                                    \
         SUM_EDIT(LOOP, FOR, A, X, STORE, FOR, "sum += " A ";", STORE)},                           \
    {                                                                                              \
        "half_precision", step, WRONG, "should be",                                                \
            SUM_EDIT(LOOP, FOR, A, X, STORE, FOR,                                                  \
                     "sum += __uint_as_float(__float_as_uint(" A ") & 0xffffe000u) * " X ";",      \
                     STORE)                                                                        \
    }

/* Right, each in its own way. */
#define SUM_UNUSUAL(step, LOOP, FOR, A, X, STORE)                                                  \
    {"multiply_add", step, PASS, NULL,                                                             \
     SUM_EDIT(LOOP, FOR, A, X, STORE, FOR, "sum = fmaf(" A ", " X ", sum);", STORE)},              \
        {"twice_negated", step, PASS, NULL,                                                        \
         SUM_EDIT(LOOP, FOR, A, X, STORE, FOR, "sum -= -(" A ") * " X ";", STORE)},                \
    {                                                                                              \
        "product_in_double", step, PASS, NULL,                                                     \
            SUM_EDIT(LOOP, FOR, A, X, STORE, FOR, "sum = (float)(sum + (double)" A " * " X ");",   \
                     STORE)                                                                        \
    }

#endif

/* Transposes, and the exercise on divergence: each element of the output is a function of one
 * element of the input, so nothing is stored. */
#ifndef LAB_PROBLEMS_MOVED_VERIFY_H
#define LAB_PROBLEMS_MOVED_VERIFY_H

#include "lab/verdict.h"

static inline int lab_moved_row(const struct lab_reference *r, int row, struct lab_right *to)
{
    enum { PART = 256 };
    const struct lab_recipe in = lab_recipe_of(&r->question, 0);
    const int cols = r->shape.out.cols, fast = lab_is_common(&in);
    uint32_t part[PART];
    for (int col = 0; col < cols; col++) {
        if (fast && col % PART == 0)
            lab_fill_common(&in, 1, row, col, cols - col > PART ? col + PART : cols, part);
        to[col] = (struct lab_right){
            fast ? part[col % PART] : lab_moved(&r->question, in, row, col), 0, 0};
    }
    return 0;
}

#endif

/* Cases that come again: the same sizes in the same arrays with other data, right after the case. A
 * step that keeps a result, or what it has worked out, by address and size gives the old answer
 * then. */
#ifndef LAB_REPEATED_ARRAYS_H
#define LAB_REPEATED_ARRAYS_H

#include "lab/problem.h"

enum {
    LAB_AGAIN_EVERY = 12,
    LAB_AGAIN_TELLS = 16 /* fewer elements may have been right by chance */
};

#define LAB_AGAIN_WHY                                                                              \
    "Right at first, wrong when launched again with other data in the same arrays: nothing may "   \
    "be kept of an earlier launch."

/* Does case number `index` come again? One of twelve does, drawn with the data; GEMVs have each
 * size twice in a row anyhow. */
static inline int lab_again(const struct lab_case *c, int index, uint64_t seed,
                            struct lab_case *again)
{
    if (c->data == LAB_STARVED || c->data == LAB_DOCUMENT)
        return 0;
    if (((uint64_t)index + seed) % LAB_AGAIN_EVERY != 0)
        return 0;
    *again = *c;
    again->seed = lab_mix(c->seed ^ 0x616761696eu);
    return 1;
}

#endif

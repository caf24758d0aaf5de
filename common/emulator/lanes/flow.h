/* Control flow: where lanes are in the compiler's graph of basic blocks (flow.c). */
#ifndef EMU_FLOW_H
#define EMU_FLOW_H

#include "program/device_image.h"

enum { CALL_DEPTH = 16 };
/* Where a lane is inside one function: in which basic block, how many events into it, and in which
 * round of each loop around it. */
struct frame {
    const struct device_block *block; /* NULL before the first one */
    unsigned index, round[DEVICE_LOOPS];
};
struct position {
    unsigned depth;   /* frames in use, at least 1 */
    unsigned unknown; /* calls beyond CALL_DEPTH, not followed */
    struct frame frame[CALL_DEPTH];
};

/* The lane goes on to this block: rounds are counted. */
void flow_enter(struct position *at, const struct device_block *block);
void flow_call(struct position *at);
void flow_return(struct position *at);
/* <0: a runs first; 0: same place, same round */
int flow_compare(const struct position *a, const struct position *b);
/* A lane in the block `from` can come to `to` without beginning another round of a loop around
 * `from`. */
int flow_leads(const struct device_block *from, const struct device_block *to);
/* The block is a loop of its own, which compilers unroll. NULL: not. */
int flow_self_loop(const struct device_block *block);

#endif

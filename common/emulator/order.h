/* The order of blocks and warps (order.c). */
#ifndef EMU_ORDER_H
#define EMU_ORDER_H

#include "core.h"

extern int order_descending; /* in this launch */

/* When device memory is open to the kernel: chooses the order. Of one block, only its warps' order can be another. */
void order_begin_launch(uint64_t blocks);
/* The launch has been stopped: device memory is as when it began, and the order is ascending. */
void order_put_back(void);

/* The i-th of `count` that has its turn. */
static inline uint64_t order_turn(uint64_t i, uint64_t count)
{
    return order_descending ? count - 1 - i : i;
}

#endif

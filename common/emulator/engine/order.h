/* The order of blocks and warps (order.c). */
#ifndef EMU_ORDER_H
#define EMU_ORDER_H

#include "emulator.h"

#include <stdint.h>

extern enum emu_order order_now; /* in this launch */

/* When device memory is open to the kernel: chooses the order. Of one block, only its warps' order
 * can be another. */
void order_begin_launch(uint64_t blocks);
/* The launch has been stopped: device memory is as when it began, and the order is ascending. */
void order_put_back(void);
void order_restart(
    void); /* the launch's blocks run, for the first time or again: chance is the same */
uint32_t order_random(void);

/* The i-th of `count` blocks. */
uint64_t order_block(uint64_t i, uint64_t count);
/* The i-th of a block's `count` warps. */
static inline unsigned order_warp(unsigned i, unsigned count)
{
    return order_now == EMU_DESCENDING ? count - 1 - i : i;
}

#endif

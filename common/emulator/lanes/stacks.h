/* What threads' local memory holds at first (stacks.c). */
#ifndef EMU_STACKS_H
#define EMU_STACKS_H

#include "fiber.h"

void stacks_begin_launch(const char *kernel);
void stacks_begin_block(void);
/* The fiber is about to run a block's thread from the beginning. */
void stacks_spoil(const struct fiber *fiber);

#endif

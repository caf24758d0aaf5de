/* What threads' local memory holds at first (stacks.c). */
#ifndef EMU_STACKS_H
#define EMU_STACKS_H

#include "fiber.h"

void stacks_begin_launch(const char *kernel);
void stacks_begin_block(void);
/* The fiber is about to run a block's thread from the beginning. Returns where its frames begin. */
char *stacks_spoil(const struct fiber *fiber);
/* A thread has ended whose frames began there: how deep did it go? */
void stacks_measure(const char *top);

#endif

/* What threads' local memory holds at first (stacks.c). */
#ifndef EMU_STACKS_H
#define EMU_STACKS_H

#include <stddef.h>
#include <string.h>

void stacks_begin_launch(const char *kernel);
void stacks_begin_block(void);
extern size_t stacks_depth; /* bytes that are filled */
/* A thread is about to begin: what the caller calls next has its frame there. Returns the end of
 * what was filled. */
static inline __attribute__((always_inline)) char *stacks_spoil(void)
{
    char room[stacks_depth], *end = room + stacks_depth;
    memset(room, 0xff, stacks_depth);
    __asm__ volatile("" : "+r"(end) : : "memory"); /* the compiler sees no use of it */
    return end;
}
/* … it has ended: how deep did it go? */
void stacks_measure(const char *top);

#endif

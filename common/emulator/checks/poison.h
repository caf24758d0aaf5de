/* Values that a shuffle got from a lane that takes no part (poison.c). */
#ifndef EMU_POISON_H
#define EMU_POISON_H

#include <stddef.h>

/* The shuffle that the running thread has made reads `source`: 1 if that lane has given a value,
 * and notes whether it is defined. `replaces`: the thread has no further use for its old value (a
 * broadcast). */
int emu_exchange_reads(unsigned source, int replaces, void *pc);
/* What the thread gets where it has not: 4 or 8 bytes that can be known again. */
void emu_exchange_poison(void *value, size_t bytes, int is_float);

#endif

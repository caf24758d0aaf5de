/* What is wrong with an address (bounds.c). */
#ifndef EMU_BOUNDS_H
#define EMU_BOUNDS_H

#include "memory/memory.h"

/* The area that the program meant, perhaps, with an address that lies in none; or NULL. A store
 * near an input means the output. */
const struct emu_area *bounds_near(uint64_t address, uint32_t word);
/* The finding, of the running thread or of whom finding_blame named. `known`: the place in the
 * program has touched this area before; else it is the nearest one. */
void bounds_say(const struct emu_area *area, int known, uint32_t word, uint64_t address,
                unsigned bytes);
void bounds_say_misaligned(uint32_t word, uint64_t address, unsigned bytes);

#endif

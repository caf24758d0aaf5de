/* Dynamic shared memory: one buffer, of which a launch may use as much as it asked for. */
#ifndef EMU_DYNAMIC_H
#define EMU_DYNAMIC_H

#include "memory.h"

enum { DYNAMIC_ROOM = 256 << 10 };
/* An array with a name: a file-scope extern __shared__ declaration is compiled to an extern array
 * of this symbol. */
extern char emu_dynamic_shared_array[DYNAMIC_ROOM];

void dynamic_begin_launch(size_t bytes);
const struct emu_area *dynamic_area(void);
/* As emu_area_of, dynamic shared memory too. */
const struct emu_area *dynamic_area_of(uintptr_t address);

#endif

/* Which calls the compiler has put in line at a place of the program (inlined.c). */
#ifndef EMU_INLINED_H
#define EMU_INLINED_H

#include "dwarf.h"

void inlined_read(const struct dwarf_sections *sections);

/* The line from which the code at `address` was called, where that call was put in line; `up`: 0
 * the innermost call, 1 the call around it, … No file: there is no such call. */
struct source_line inlined_call(uint64_t address, int up);

#endif

/* Which calls the compiler has put in line at a place of the program (inlined.c). */
#ifndef EMU_INLINED_H
#define EMU_INLINED_H

#include "lines.h"

#include <stddef.h>
#include <stdint.h>

/* Reads sections of the program's own file; `file_of` names file number `index` of the line program
 * at offset `program` of .debug_line. */
struct inlined_sections {
    const uint8_t *info, *abbrev, *ranges;
    size_t info_size, abbrev_size, ranges_size;
    const char *(*file_of)(uint64_t program, uint64_t index);
};
void inlined_read(const struct inlined_sections *sections);

/* The line from which the code at `address` was called, where that call was put in line; `up`: 0
 * the innermost call, 1 the call around it, … No file: there is no such call. */
struct source_line inlined_call(uint64_t address, int up);

#endif

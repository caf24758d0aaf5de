/* The entries of .debug_info (dwarf.c). */
#ifndef EMU_DWARF_H
#define EMU_DWARF_H

#include "lines.h"

#include <stddef.h>
#include <stdint.h>

/* Sections of the program's own file; `file_of` names file number `index` of the line program at
 * offset `program` of .debug_line. */
struct dwarf_sections {
    const uint8_t *info, *abbrev, *ranges;
    size_t info_size, abbrev_size, ranges_size;
    const char *(*file_of)(uint64_t program, uint64_t index);
};

struct dwarf_unit {
    const struct dwarf_sections *sections;
    uint64_t number;      /* unlike any other unit's */
    uint64_t base, lines; /* its first address, and its line program */
};

enum dwarf_tag {
    DWARF_ARRAY = 0x01,
    DWARF_UNIT = 0x11,
    DWARF_STRUCT = 0x13,
    DWARF_TYPEDEF = 0x16,
    DWARF_INLINED = 0x1d,
    DWARF_SUBRANGE = 0x21,
    DWARF_CONST = 0x26,
    DWARF_BASE_TYPE = 0x24,
    DWARF_VARIABLE = 0x34,
    DWARF_VOLATILE = 0x35
};

/* One entry; what it does not say is 0. */
struct dwarf_die {
    uint64_t tag, offset /* in its unit */, type /* the offset of another */;
    uint64_t low, high, ranges, file, line, lines, bytes;
    uint64_t count; /* of a subrange */
    int has_ranges, has_address;
    int is_local; /* the address is an offset in a thread's block */
    uint64_t address;
};
void dwarf_read(const struct dwarf_sections *sections,
                void (*visit)(const struct dwarf_unit *unit, const struct dwarf_die *die));

struct dwarf_cursor {
    const uint8_t *at, *end;
};
uint64_t dwarf_take(struct dwarf_cursor *c, unsigned bytes); /* a number of so many bytes */
uint64_t dwarf_leb(struct dwarf_cursor *c);                  /* … of as many as it needs */

#endif

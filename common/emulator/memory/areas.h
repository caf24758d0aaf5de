/* The list of areas, for the files that hand memory out (areas.c). */
#ifndef EMU_AREAS_H
#define EMU_AREAS_H

#include "memory.h"

enum { RED_ZONE_MIN = 4096, RED_ZONE_MAX = 1 << 20 };

/* All areas, ascending. */
extern struct emu_area **memory_areas;
extern size_t memory_area_count;

/* Ends the program: the system has no memory for us. */
void memory_fatal(const char *what);
/* Takes areas out that `drop` names; the structures themselves are freed. */
void memory_drop_areas(int (*drop)(const struct emu_area *area, const void *with),
                       const void *with);
/* The area that holds an address, to note something in; NULL: none. */
struct emu_area *memory_area_of(uintptr_t address);
/* Did cudaMalloc or one of its kin make it? */
int memory_is_allocation(const struct emu_area *area);

#endif

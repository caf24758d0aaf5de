/* The list of areas, for the files that hand memory out (areas.c). */
#ifndef EMU_AREAS_H
#define EMU_AREAS_H

#include "memory.h"

enum { RED_ZONE_MIN = 4096, RED_ZONE_MAX = 1 << 20 };

/* Ends the program: the system has no memory for us. */
void memory_fatal(const char *what);
/* The freed areas that begin in [begin, end): they are not known any more. */
void memory_forget_freed(uintptr_t begin, uintptr_t end);

#endif

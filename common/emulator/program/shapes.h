/* The types of arrays that the program declares (shapes.c). */
#ifndef EMU_SHAPES_H
#define EMU_SHAPES_H

#include <stddef.h>
#include <stdint.h>

enum { MOST_DIMENSIONS = 4 };
struct shape {
    unsigned width; /* bytes of an element */
    int dimensions;
    size_t count[MOST_DIMENSIONS];
};
/* Of the variable at this address, or (is_local) at this offset in a thread's block, if that is an
 * array of plain elements; NULL: it is none, or not known. */
const struct shape *shape_of(uintptr_t address, int is_local);

#endif

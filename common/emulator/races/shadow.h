/* Memory beside memory: a table of cells for each area that a launch touches, found by the area. */
#ifndef EMU_SHADOW_H
#define EMU_SHADOW_H

#include "memory/memory.h"
#include "memory/by_address.h"

struct cell { /* of one 4-byte word; races_access.c says what the bits mean */
    uint32_t writer, reader;
};
struct origin { /* shared memory only: the events that left `writer` and `reader` */
    uint32_t writer, reader;
};
struct update { /* who changed the word by an atomic, held as a cell's reader is, and the event */
    uint32_t who, origin;
};
struct shadow {
    struct by_address key; /* the area's begin, rounded down to a word; the slot of a block */
    size_t words;
    struct cell *cell;
    struct origin *origin; /* NULL for global memory */
    struct update *update; /* the last atomics on whole words; made on first need */
    struct cell *byte;     /* of single bytes, which pieces of a word touched; made on first need */
    struct origin *byte_origin;
};

/* The shadow of the area that an access of the running block touches. */
struct shadow *shadow_of(const struct emu_area *area);
void shadow_need_bytes(struct shadow *shadow);
void shadow_need_updates(struct shadow *shadow);
/* All cells to zero. */
void shadow_clear(void);
/* Gives back what belongs to freed areas, now and then. */
void shadow_sweep(void);

#endif

/* The rules of the memory units (units.c); addresses by lane, of the lanes in mask. */
#ifndef EMU_UNITS_H
#define EMU_UNITS_H

#include "lanes/events.h"

unsigned units_sectors(const uint64_t *address, uint32_t mask, unsigned bytes);
/* *least: the wavefronts that no arrangement of these lanes could do without. */
unsigned units_wavefronts(const uint64_t *address, uint32_t mask, unsigned bytes,
                          enum event_type type, unsigned *least);
unsigned units_atomic_sectors(const uint64_t *address, uint32_t mask);
unsigned units_words(const uint64_t *address, uint32_t mask);

#endif

/* What each place in the program asked of memory, in the units of the memory system (counts.c). */
#ifndef EMU_COUNTS_H
#define EMU_COUNTS_H

#include "lanes/sites.h"

struct counts {
    uint64_t requests, lanes, bytes;
    uint64_t units;   /* global: sectors; shared: wavefronts; constant: distinct words */
    uint64_t ideal;   /* units that the same bytes would need at least */
    uint64_t hits;    /* global, with caches: sectors found in L1 */
    uint64_t lines;   /* global, with caches: cycles to look up the 128-byte lines of requests */
    uint64_t l2_hits; /* … sectors missing in L1 that L2 has */
};
enum { SPACES = 3 }; /* EMU_GLOBAL, EMU_SHARED, EMU_CONSTANT are counted */

/* Of a site in this launch, by space. */
struct counts *counts_of(const struct site *site);
/* Of shared memory: how often a warp came from another word of the same 16 bytes. */
uint64_t counts_adjacent(const struct site *site);
struct access;
/* Sectors, wavefronts or words that it needs (units.c), and how many the same bytes would need at
 * least; of EMU_HOST: sectors, and 0. */
unsigned counts_units(const struct access *access, unsigned *ideal);

#endif

/* The window: what the lanes of a warp did since their last stops, not merged yet (merge.c). */
#ifndef EMU_WINDOW_H
#define EMU_WINDOW_H

#include "lanes/events.h"

/* Event r of lane l is row[r].word[l]; the address is row[r].address[l]. */
enum { ROWS = 128 };
struct row {
    uint64_t address[EMU_WARP];
    uint64_t old[EMU_WARP]; /* writes only: what the first (at most 8) bytes held before */
    uint32_t word[EMU_WARP];
    /* an odd number of cache lines a row: a column spreads over all cache sets */
    uint64_t unused[8];
};
struct trace {
    struct row row[ROWS];
};
extern struct trace emu_trace;

#endif

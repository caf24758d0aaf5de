/* What is kept of a launch when it is over: its counters and what was found. */
#ifndef EMU_RECORD_H
#define EMU_RECORD_H

#include "counts.h"
#include "engine/exchange.h"
#include "gpu_models.h"
#include "waits.h"

struct line_counts { /* of one place in the program that accesses memory */
    uint32_t word;
    int joined; /* so many of its accesses a compiler may make one, of up to 16 bytes */
    int kept;   /* a compiler may keep what it loads in registers */
    enum emu_space space;
    unsigned bytes;
    struct counts count;
};

struct launch_record {
    char *kernel;
    struct emu_dim3 grid, block;
    size_t static_shared, dynamic_shared;
    const struct emu_gpu *gpu;
    unsigned resident; /* blocks on one SM at once, as far as the grid has them */
    double seconds;    /* the emulator's own */
    int error;
    struct line_counts *place;
    size_t places;
    uint64_t barriers, async_copies, blocks_apart, popcs, events[WARP_EVENTS];
    struct waits waits;
    struct {
        uint64_t dram_read, dram_written; /* bytes */
        uint64_t l2_read, l2_written;     /* sectors */
        uint64_t l2_partial;              /* of l2_written: not whole */
        uint64_t l2_stored_again;         /* … which the warp had just stored to, too */
        int known;
    } memory;
};

size_t record_count(void);
const struct launch_record *record_at(size_t index);
struct emu_occupancy record_occupancy(const struct launch_record *record);

#endif

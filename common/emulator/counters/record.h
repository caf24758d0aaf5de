/* What is counted of a launch, place by place, and kept when it is over. */
#pragma once

#include "accesses/observers.h"
#include "counters/metrics.h"
#include "engine/engine.h"

/* ---- gpu_models.c: limits and rates of the GPUs that the emulator can pose as. Sources: NVIDIA's
 * data sheets, the tables of the CUDA C++ Programming Guide ("Compute Capabilities"),
 * cudaGetDeviceProperties ---- */

struct emu_gpu {
    const char *name;      /* as EMU_GPU names it */
    const char *full_name; /* as the driver does */
    int major, minor;      /* compute capability */
    int sms;
    int clock_khz, memory_khz, bus_bits; /* bandwidth = 2 x memory clock x bus / 8 */
    size_t memory, l2;                   /* bytes */
    int threads_per_sm, blocks_per_sm, registers_per_sm;
    size_t shared_per_sm, shared_per_block; /* shared_per_block: the most that one may opt in to */
    size_t shared_reserved;                 /* what the system takes of every block */
    size_t l1;            /* of an SM; shared memory is a part of it (GTX 1080 Ti: L1 alone) */
    int l1_apart;         /* … it is not */
    int fp32, fp64, popc; /* operations (an FMA is one) an SM does in a cycle */
    double l2_bytes;      /* the most bytes of L2 that all SMs together get in a cycle */
};

/* The one that EMU_GPU names, in any case; the H200 unless said. */
const struct emu_gpu *emu_gpu_now(void);
/* Blocks of `threads` threads and `shared` bytes (static and dynamic) that one SM holds at once, 0
 * if not even one fits, and what it is that there are no more of. */
struct emu_occupancy {
    int blocks, warps; /* on one SM at once */
    int most_warps;    /* that any kernel could have there */
    const char *limit; /* "threads", "blocks", "shared memory" */
};
struct emu_occupancy emu_gpu_occupancy(const struct emu_gpu *gpu, int threads, size_t shared);
/* Bytes of L1 that are left when the blocks of an SM have `shared` bytes of shared memory. */
size_t emu_gpu_l1(const struct emu_gpu *gpu, size_t shared);

/* ---- counts.c: what each place asked of memory, in the units of the memory system ---- */

#define FIELD(name, NAME) uint64_t name;
struct counts {
    EMU_FIELDS(FIELD)
};
#undef FIELD
enum { SPACES = 3 }; /* EMU_GLOBAL, EMU_SHARED, EMU_CONSTANT are counted */

/* Of a site in this launch, by space. */
struct counts *counts_of(const struct site *site);
/* Of shared memory: how often a warp came from another word of the same 16 bytes. */
uint64_t counts_adjacent(const struct site *site);
/* Sectors, wavefronts or words that it needs (units.c), and the least for these bytes. */
unsigned counts_units(const struct access *access, unsigned *ideal);

/* ---- units.c: the rules of the memory units; addresses by lane, of the lanes in mask ---- */

unsigned units_sectors(const uint64_t *address, uint32_t mask, unsigned bytes);
/* *least: the wavefronts that no arrangement of these lanes could do without. */
unsigned units_wavefronts(const uint64_t *address, uint32_t mask, unsigned bytes,
                          enum event_type type, unsigned *least);
unsigned units_atomic_sectors(const uint64_t *address, uint32_t mask);
unsigned units_words(const uint64_t *address, uint32_t mask);

/* ---- waits.c: what a warp has under way when it waits ---- */

struct waits { /* sums over the waits of a launch, each as often as it has loads under way */
    int known;
    uint64_t weight;
    uint64_t loads, bytes; /* under way: those waited for, and those after them */
    uint64_t between;      /* other accesses of the warp, since the load that is waited for */
};

struct wait {
    const void *pc;        /* of the load or copy that is waited for */
    unsigned loads, bytes; /* as above */
    unsigned since;        /* loads and copies since that one, of those under way */
    unsigned between;      /* as above */
};

enum waits_kind { WAITS_NOTHING, WAITS_LOAD, WAITS_COPY };
/* Is the access one whose value, or copy, is waited for? Of a copy its store is, not its load. */
enum waits_kind waits_kind(const struct access *access);
/* The wait that observers were told of just now, by `used` or `copy_arrived`; NULL: it was none. */
const struct wait *waits_now(void);
extern struct waits waits_sums; /* of the launch, where it was watched for caches */

/* ---- record.c: what is kept of a launch ---- */

struct line_counts { /* of one place in the program that accesses memory */
    uint32_t word;
    int joined; /* so many of its accesses a compiler may make one, of up to 16 bytes */
    int kept;   /* a compiler may keep what it loads in registers */
    enum emu_space space;
    struct counts count;
};

struct launch_record {
    char *kernel;
    struct emu_dim3 grid, block;
    size_t static_shared, dynamic_shared;
    const struct emu_gpu *gpu;
    unsigned resident;   /* blocks on one SM at once, as far as the grid has them */
    double seconds;      /* the emulator's own */
    int error, repeated; /* repeated: it did not run */
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

extern struct launch_record *emu_records; /* of all launches since emu_begin */
extern size_t emu_record_count;
void record_again(size_t index); /* of a launch that does the same (api/repeats.c) */
struct emu_occupancy record_occupancy(const struct launch_record *record);

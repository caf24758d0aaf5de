/* How an event of one lane is written. An event is a word: its type, the size of its access, and
 * its place (an address, which fits: programs are linked with -no-pie and begin at 4 MB). */
#pragma once

#include "program/basics.h"

enum event_type {
    EV_READ,
    EV_WRITE,
    EV_ATOMIC,
    EV_BLOCK,  /* a basic block begins */
    EV_CALL,   /* a function that was not inlined begins */
    EV_RETURN, /* … ends */
    /* __threadfence; its size: FENCE_BLOCK, FENCE_DEVICE, or that of an asynchronous copy's bytes.
     * FENCE_USE: what a load brought is needed; address: the rounds whose loads come first */
    EV_FENCE,
    EV_EXTENT /* second row of an access of EXTENT_CODE: address holds an extent */
};
enum { FENCE_BLOCK, FENCE_DEVICE, FENCE_USE = 5 };
enum { OFFSET_BITS = 26, SIZE_SHIFT = OFFSET_BITS, TYPE_SHIFT = 29, EXTENT_CODE = 7 };

/* What the second row of an extent holds: its bytes, and how many of them a GPU moves at once. */
static inline uint64_t extent_of(uint64_t bytes, uint64_t piece) IS(bytes | piece << 48);
static inline uint64_t extent_bytes(uint64_t extent)
{
    return extent & (((uint64_t)1 << 48) - 1);
}
static inline unsigned extent_piece(uint64_t extent) IS((unsigned)(extent >> 48));

static inline enum event_type event_type(uint32_t word) IS((enum event_type)(word >> TYPE_SHIFT));
static inline uint32_t event_offset(uint32_t word)
{
    return word & ((1u << OFFSET_BITS) - 1);
}
static inline const void *event_pc(uint32_t word) IS((const void *)(uintptr_t)event_offset(word));
static inline uint32_t event_word(enum event_type type, uint32_t code, const void *pc)
{
    return (uint32_t)(uintptr_t)pc | (uint32_t)type << TYPE_SHIFT | code << SIZE_SHIFT;
}
/* The word of a write, where this one is another event of the same size and place. */
static inline uint32_t event_as_write(uint32_t word)
    IS((word & ~(7u << TYPE_SHIFT)) | (uint32_t)EV_WRITE << TYPE_SHIFT);

/* ---- the window: what the lanes of a warp did since their last stops (accesses/merge.c) ---- */

/* Event r of lane l is emu_trace[r].word[l]; the address is emu_trace[r].address[l]. */
enum { ROWS = 128 };
struct row {
    uint64_t address[EMU_WARP];
    uint64_t old[EMU_WARP]; /* writes only: what the first (at most 8) bytes held before */
    uint32_t word[EMU_WARP];
    /* an odd number of cache lines a row: a column spreads over all cache sets */
    uint64_t unused[8];
};
extern struct row emu_trace[ROWS];

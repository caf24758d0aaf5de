/* How an event of one lane is written. An event is a word: its type, the size of its access, and
 * where in the program it happened (return address, which fits: programs are linked with -no-pie
 * and begin at 4 MB). */
#ifndef EMU_EVENTS_H
#define EMU_EVENTS_H

#include "program/basics.h"

enum event_type {
    EV_READ,
    EV_WRITE,
    EV_ATOMIC,
    EV_BLOCK,  /* a basic block begins */
    EV_CALL,   /* a function that was not inlined begins */
    EV_RETURN, /* … ends */
    /* __threadfence; its size: FENCE_BLOCK, FENCE_DEVICE, or that of the bytes that an
     * asynchronous copy brings. FENCE_USE: what a load brought is needed; address: the rounds of a
     * loop whose loads come first */
    EV_FENCE,
    EV_EXTENT /* second row of an access of EXTENT_CODE: address holds its size in bytes */
};
enum { FENCE_BLOCK, FENCE_DEVICE, FENCE_USE = 5 };
/* As the size of an extent: 16 bytes that are aligned to 8. */
#define EXTENT_16 ((uint64_t)1 << 32)
/* Above these bits of the size of an extent: the bytes that a GPU moves at once, where the compiler
 * knows; else 0. */
enum { PIECE_SHIFT = 48 };
enum { OFFSET_BITS = 26, SIZE_SHIFT = OFFSET_BITS, TYPE_SHIFT = 29, EXTENT_CODE = 7 };

static inline enum event_type event_type(uint32_t word)
{
    return (enum event_type)(word >> TYPE_SHIFT);
}
static inline uint32_t event_offset(uint32_t word)
{
    return word & ((1u << OFFSET_BITS) - 1);
}
static inline const void *event_pc(uint32_t word)
{
    return (const void *)(uintptr_t)event_offset(word);
}
/* `tag`: type and size, where they belong in the word. */
static inline uint32_t event_word(uint32_t tag, const void *pc)
{
    return (uint32_t)(uintptr_t)pc | tag;
}
/* The word of a write, where this one is another event of the same size and place. */
static inline uint32_t event_as_write(uint32_t word)
{
    return (word & ~(7u << TYPE_SHIFT)) | (uint32_t)EV_WRITE << TYPE_SHIFT;
}

#endif

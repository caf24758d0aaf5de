/* Places in the program that access memory (sites.c). */
#pragma once

#include "emulator.h"
#include "events.h"
#include "memory/memory.h"
#include "program/device_image.h"

enum { SAID_BOUNDS, SAID_MISALIGNED, SAID_RACE, SAID_UNINITIALISED, SAID_RULE, SAID };

struct site {
    uint32_t word;
    unsigned number;                  /* from 0 on: observers keep notes of their own by it */
    unsigned bytes;                   /* of one access; 0: varies (EXTENT_CODE) */
    const struct device_block *block; /* around it; NULL: none */
    struct site *next;                /* another word of the same place */
    int ranged;
    /* the pattern of the last access: addresses relative to the first lane's */
    uint32_t mask;
    unsigned lanes;
    uint8_t fresh; /* it, or the space, is another than observers were told of */
    int64_t low, high;
    uint64_t odd; /* all offsets or-ed: their common alignment */
    uint64_t offset[EMU_WARP];
    /* the area of the last access, of which [begin, end) needs no second look */
    enum emu_space space;
    uintptr_t begin, end;
    const struct emu_area *area;
    uint64_t base, step, regular; /* first address; its change; how often that was the same */
    uint8_t said[SAID];           /* how often it was reported in this launch */
    /* what the hooks know of it: a compare-and-swap; a volatile access; an atomic of block scope;
     * an asynchronous copy begins here */
    uint8_t compares, is_volatile, block_scope, arrives_later;
    uint8_t own_stacks; /* with the last pattern each lane was in its own local memory */
    /* races.c, of a compare-and-swap: its lanes had read the word elsewhere; how often looked into.
     * Of a read: it is such a one */
    uint8_t verifies, looked, verified;
};

struct site *site_of(uint32_t word); /* made when first asked for */
extern struct site **emu_sites;      /* all that there are, by number */
extern size_t emu_site_count;
void sites_begin_run(void); /* counters to zero, areas forgotten */

/* A place reports each of these at most so often in a launch: saying it is slow. */
static inline int may_say(struct site *site, unsigned what)
    IS(site->said[what] < EMU_MOST_TIMES && ++site->said[what]);

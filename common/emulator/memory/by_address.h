/* Records that are found by an address, and whose memory it is where several have the same (blocks,
 * of shared memory). Each begins with a struct by_address, and stays where it is. */
#pragma once

#include "program/basics.h"

struct by_address {
    uintptr_t begin;
    uint64_t owner;
};
struct address_table { /* {0} is empty */
    struct by_address **at;
    size_t room, used;
};

/* NULL where there is none. */
void *by_address_find(const struct address_table *t, uintptr_t begin, uint64_t owner);
/* The same, or a new one: `bytes` bytes, zeros but for the key. `what`: for die_of_memory. */
void *by_address_get(struct address_table *t, uintptr_t begin, uint64_t owner, size_t bytes,
                     const char *what);
/* Frees all records; `drop`, if not NULL, is called with each before. */
void by_address_clear(struct address_table *t, void (*drop)(void *record));

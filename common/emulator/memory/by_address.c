/* Open addressing: a table that is at most half full, and grows (by_address.h). */
#include "by_address.h"

enum { FIRST_ROOM = 256 };

/* Where the record is, or where it belongs. */
static size_t slot_of(const struct address_table *t, uintptr_t begin, uint64_t owner)
{
    size_t slot = (size_t)(((begin >> 2) + owner * UINT64_C(0x2545f4914f6cdd1d)) *
                               UINT64_C(0x9e3779b97f4a7c15) >>
                           32) &
                  (t->room - 1);
    while (t->at[slot] && (t->at[slot]->begin != begin || t->at[slot]->owner != owner))
        slot = (slot + 1) & (t->room - 1);
    return slot;
}

void *by_address_find(const struct address_table *t, uintptr_t begin, uint64_t owner)
{
    return t->room ? t->at[slot_of(t, begin, owner)] : NULL;
}

void *by_address_get(struct address_table *t, uintptr_t begin, uint64_t owner, size_t bytes,
                     const char *what)
{
    if (2 * t->used >= t->room) {
        const struct address_table old = *t;
        t->room = old.room ? 2 * old.room : FIRST_ROOM;
        t->at = new_zeros(t->room, sizeof *t->at, what);
        for (size_t i = 0; i < old.room; i++)
            if (old.at[i])
                t->at[slot_of(t, old.at[i]->begin, old.at[i]->owner)] = old.at[i];
        free(old.at);
    }
    struct by_address **at = &t->at[slot_of(t, begin, owner)];
    if (!*at) {
        *at = new_zeros(1, bytes, what);
        **at = (struct by_address){begin, owner};
        t->used++;
    }
    return *at;
}

void by_address_clear(struct address_table *t, void (*drop)(void *record))
{
    for (size_t i = 0; i < t->room && t->used; i++) {
        if (t->at[i] && drop)
            drop(t->at[i]);
        free(t->at[i]);
        t->at[i] = NULL;
    }
    t->used = 0;
}

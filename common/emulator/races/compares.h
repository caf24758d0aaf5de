/* Plain reads that a compare-and-swap verifies (compares.c). */
#ifndef EMU_COMPARES_H
#define EMU_COMPARES_H

#include "accesses/observers.h"

/* Of a place in the program: its lanes had read the word plainly, in another place; this is such a
 * place; how often that was looked into. */
struct compare_notes {
    uint8_t verifies, verified, looked;
};
extern struct compare_notes *compare_notes;
extern size_t compare_room;
void compares_make_room(unsigned number);
static inline struct compare_notes *compares_of(const struct site *site)
{
    if (UNLIKELY(site->number >= compare_room))
        compares_make_room(site->number);
    return &compare_notes[site->number];
}

/* A compare-and-swap: notes the place that has read the words for it. */
void compares_look(const struct access *access);
/* … in what a lane has recorded. */
void compares_ahead(const struct warp *warp, unsigned number);

#endif

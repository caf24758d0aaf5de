/* What a warp has under way when it waits (waits.c). */
#ifndef EMU_WAITS_H
#define EMU_WAITS_H

#include "accesses/observers.h"

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
struct waits waits_of_launch(void); /* and begins anew */

#endif

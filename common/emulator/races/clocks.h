/* What is known of others' pasts (clocks.c). A clock is never changed once it is made, and counts
 * its users. */
#ifndef EMU_CLOCKS_H
#define EMU_CLOCKS_H

#include "stamps.h"

struct clock;
enum { WHOLE_BLOCK = 0 }; /* as `warp`; else the warp's number plus 1 */
/* Everything with a stamp below `before` that these threads did. */
struct past {
    uint32_t block;
    uint32_t warp, lanes;
    uint32_t before;
};
struct clock *clock_keep(struct clock *clock); /* one user more */
void clock_drop(struct clock **clock);         /* one less; to NULL */
/* *to becomes the two together; `more` stays. */
void clock_join(struct clock **to, struct clock *more);
void clock_add(struct clock **to, struct past past);
int clock_knows(const struct clock *clock, struct owner owner, unsigned lane, uint32_t stamp);

#endif

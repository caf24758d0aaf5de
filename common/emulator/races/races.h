/* Races (races.c). */
#ifndef EMU_RACES_H
#define EMU_RACES_H

#include "accesses/observers.h"

/* From now on lanes are looked at one by one, as soon as they have stopped: there was a fence or a
 * volatile access in this launch. */
extern int races_by_lane;
void races_access(const struct access *access);
/* What a lane has recorded since it ran (races_lane.c). */
void races_lane(struct warp *warp, unsigned lane);

#endif

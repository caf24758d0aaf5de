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

/* ---- what is said of a race (races_report.c) ---- */
enum relation { BEFORE, SELF, SAME_WARP, SAME_BLOCK, BLOCKS_APART };
/* 1. `did`: what the other one did. */
int races_report(const struct access *access, unsigned lane, uint64_t address, uint32_t held,
                 enum relation how, enum event_type did, uint32_t origin);
void races_report_scope(const struct access *access, unsigned lane, uint64_t address,
                        uint32_t held);

#endif

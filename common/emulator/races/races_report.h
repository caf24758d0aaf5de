/* What is said of a race (races_report.c). */
#ifndef EMU_RACES_REPORT_H
#define EMU_RACES_REPORT_H

#include "accesses/observers.h"

enum relation { BEFORE, SELF, SAME_WARP, SAME_BLOCK, BLOCKS_APART };
/* 1. `did`: what the other one did. */
int races_report(const struct access *access, unsigned lane, uint64_t address, uint32_t held,
                 enum relation how, enum event_type did, uint32_t origin);
void races_report_scope(const struct access *access, unsigned lane, uint64_t address,
                        uint32_t held);

#endif

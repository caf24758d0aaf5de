/* From columns of events to the accesses of a warp (merge.c). */
#ifndef EMU_MERGE_H
#define EMU_MERGE_H

#include "lanes/running.h"

void merge_begin(struct warp *warp); /* all lanes are at the kernel's entry */
/* 1 if events are left that must wait for other lanes. */
int merge_window(struct warp *warp, uint32_t ran);
/* These lanes go on from one stop: from one place in the program? */
void merge_released(struct warp *warp, uint32_t lanes, int one_place);
int merge_one_place(const struct warp *warp, uint32_t lanes); /* looks at where each waits */
void merge_flush(struct warp *warp); /* merge what is there, whoever is still to come */
extern unsigned warp_rows;           /* rows merged in this turn of the warp */
/* Events that were no access, of single lanes of parted warps; basic blocks among those of this
 * run. */
extern uint64_t merge_apart, blocks_apart;

#endif

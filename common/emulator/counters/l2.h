/* L2 and DRAM (l2.c). Lines by number (address / 128), sectors as bits. */
#ifndef EMU_L2_H
#define EMU_L2_H

#include "program/basics.h"

struct emu_gpu;
struct launch_record;
void l2_begin_launch(const struct emu_gpu *gpu);
void l2_begin_block(void);
void l2_prefetch(uint64_t number);                   /* the line is asked for soon */
unsigned l2_load(uint64_t number, unsigned sectors); /* how many of the sectors L2 had */
/* `bytes`: written of each sector. */
void l2_store(uint64_t number, unsigned sectors, const uint8_t bytes[4]);
/* Fills in record->memory. `at_once`: blocks that the GPU holds at once. */
void l2_end_launch(struct launch_record *record, unsigned at_once);

#endif

/* The least time that what a launch was counted to do can take on a GPU (floor.c). */
#ifndef EMU_FLOOR_H
#define EMU_FLOOR_H

struct launch_record;

enum floor_unit {
    FLOOR_DRAM,
    FLOOR_L2,
    FLOOR_L1, /* and shared memory: one pipe, one name or the other */
    FLOOR_CONSTANT,
    FLOOR_ISSUE,
    FLOOR_UNITS
};

/* Microseconds that each unit needs, the largest of them, and the name of that unit. */
struct floor_times {
    double part[FLOOR_UNITS], total;
    enum floor_unit most;
    const char *unit;
};

/* `first`: no launch went before that may have left data in L2. */
struct floor_times floor_of(const struct launch_record *record, int first);
/* What keeps the launch from using the whole GPU ("16 blocks for 132 SMs"); empty if nothing. */
const char *floor_remark(const struct launch_record *record, char *text, unsigned long size);

#endif

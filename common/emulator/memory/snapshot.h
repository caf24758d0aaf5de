/* Copies of global memory, made while a kernel may touch it (snapshot.c). */
#ifndef EMU_SNAPSHOT_H
#define EMU_SNAPSHOT_H

#include "memory.h"

/* Areas of global memory, and where each lies in a copy. */
struct parts {
    struct part {
        const struct emu_area *area;
        size_t at, bytes;
    } * part;
    size_t count, room, bytes; /* bytes: of all of them */
};
extern struct parts snapshot_parts; /* those that this launch began with */

struct snapshot {
    unsigned char *bytes;
    size_t room;
};
extern struct snapshot snapshot_before; /* as the launch began, once it was asked for */

/* Lists the parts; there is no copy yet. */
void snapshot_begin_launch(void);
/* Makes snapshot_before, unless it is there. Before the kernel runs. */
void snapshot_keep_before(void);
void snapshot_take(struct snapshot *to);
void snapshot_put_back(const struct snapshot *from);

#endif

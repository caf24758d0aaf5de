/* Reads of memory that nothing has written (uninit.c). */
#ifndef EMU_UNINIT_H
#define EMU_UNINIT_H

#include <stddef.h>

extern const struct observer uninit_observer;

int uninit_any(void); /* such a read was found in this launch */
/* The last wait for asynchronous copies in the block that runs, and how many commits it has left on
 * their way. The device functions set the callback, which returns NULL where there was none. */
struct uninit_wait {
    const void *pc;
    size_t left;
};
extern const struct uninit_wait *(*uninit_last_wait)(void);

#endif

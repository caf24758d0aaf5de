/* Reads of memory that nothing has written (uninit.c). */
#ifndef EMU_UNINIT_H
#define EMU_UNINIT_H

#include <stddef.h>
#include <stdint.h>

int uninit_any(void); /* such a read was found in this launch */
/* The last wait for asynchronous copies in the block that runs, and how many commits it has left on
 * their way. `another`: these bytes are another thread's to copy, which has not come to that wait.
 * The device functions set the callback, for the thread of the block that reads an address; it
 * returns NULL where there was no wait. */
struct uninit_wait {
    const void *pc;
    size_t left;
    int another;
};
extern const struct uninit_wait *(*uninit_last_wait)(unsigned thread, uint64_t address);

#endif

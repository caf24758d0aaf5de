/* Reads of memory that nothing has written (uninit.c). */
#ifndef EMU_UNINIT_H
#define EMU_UNINIT_H

extern const struct observer uninit_observer;

int uninit_any(void); /* such a read was found in this launch */

#endif

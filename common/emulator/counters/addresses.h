/* The addresses of each launch's first warp, in a file (addresses.c). */
#ifndef EMU_ADDRESSES_H
#define EMU_ADDRESSES_H

extern const struct observer addresses_observer;

#endif

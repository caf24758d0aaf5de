/* How far a long launch has come (progress.c). */
#ifndef EMU_PROGRESS_H
#define EMU_PROGRESS_H

extern const struct observer progress_observer;

#endif

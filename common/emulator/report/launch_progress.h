/* How far a long launch has come (launch_progress.c). */
#ifndef EMU_LAUNCH_PROGRESS_H
#define EMU_LAUNCH_PROGRESS_H

extern const struct observer progress_observer;

#endif

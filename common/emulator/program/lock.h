/* One host thread at a time (lock.c). */
#ifndef EMU_LOCK_H
#define EMU_LOCK_H

/* A thread may take it several times, and has it until it has given it as often. */
void lock_take(void);
void lock_give(void);
/* 0 if it could not be had within so many seconds. */
int lock_take_soon(unsigned seconds);
/* Of the thread that has the lock: how often it has taken it; and gives it until that is so
 * often. */
unsigned lock_depth(void);
void lock_give_down_to(unsigned before);

#endif

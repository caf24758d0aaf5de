/* The time limit of a launch (watchdog.c). */
#ifndef EMU_WATCHDOG_H
#define EMU_WATCHDOG_H

extern volatile unsigned long watchdog_progress; /* blocks finished */
void watchdog_install(void);                     /* before main */
void watchdog_start(int hasty); /* soon, and without a finding: the launch may be tried again */
void watchdog_stop(void);
void watchdog_say(const void *pc); /* the finding, once, if the launch is stopped for its time */

#endif

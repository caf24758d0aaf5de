/* The report at the program's end (launch_report.c). */
#ifndef EMU_LAUNCH_REPORT_H
#define EMU_LAUNCH_REPORT_H

void report_register(void); /* it is written when the program exits */
/* A signal is ending the program: the report, if it has not been written. */
void report_last(void);
/* What else is to be written when the program ends. */
void report_also(void (*write)(void));

#endif

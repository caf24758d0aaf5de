/* The report at the program's end (launch_report.c). */
#ifndef EMU_LAUNCH_REPORT_H
#define EMU_LAUNCH_REPORT_H

#include <stdio.h>

struct launch_record;
/* One row for each line, space and direction of a launch (line_costs.c). */
void line_costs_table(FILE *out, const struct launch_record *record);

void report_register(void); /* it is written when the program exits */
/* A signal is ending the program: the report, if it has not been written. */
void report_last(void);
/* What else is to be written when the program ends. */
void report_also(void (*write)(void));

#endif

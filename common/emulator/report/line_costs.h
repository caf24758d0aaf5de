/* What a line of source asks of one kind of memory (line_costs.c). */
#ifndef EMU_LINE_COSTS_H
#define EMU_LINE_COSTS_H

#include <stdio.h>

struct launch_record;
struct line_counts;
/* One row for each line, space and direction of a launch. */
void line_costs_table(FILE *out, const struct launch_record *record);

#endif

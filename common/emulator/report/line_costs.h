/* What a line of source asks of one kind of memory (line_costs.c). */
#ifndef EMU_LINE_COSTS_H
#define EMU_LINE_COSTS_H

#include <stdio.h>

struct launch_record;
struct line_counts;
/* One row for each line, space and direction of a launch. */
void line_costs_table(FILE *out, const struct launch_record *record);

/* A place on the line that adds most to a metric (NULL: that moves most bytes), of all launches
 * since emu_begin; NULL: no line adds to it. */
const struct line_counts *line_costs_dearest(const char *metric);
/* Do both access one space in one direction on one line? */
int line_costs_alike(const struct line_counts *a, const struct line_counts *b);

#endif

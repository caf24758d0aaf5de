/* What goes back to a course system: Canvas, Moodle. */
#ifndef COURSE_EXPORTS_H
#define COURSE_EXPORTS_H

#include "context/context.h"

/* canvas.csv, where the roster is an export of Canvas's gradebook: its identifying columns and a
 * column for each lab, the assignment's own where one is called after the lab, scaled to its points
 * possible. Else the file is removed. */
void write_canvas(const struct context *c, const char *path);
/* moodle.csv, where the roster is a grading worksheet of Moodle's: the worksheet with grades,
 * scaled to its maximum grade, and a line of comment. Else the file is removed. */
void write_moodle(const struct context *c, const char *path);

#endif

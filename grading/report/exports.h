/* What a run writes for other systems and for the instructor (exports.c, course_exports.c). */
#ifndef EXPORTS_H
#define EXPORTS_H

#include "context/context.h"

/* All files of OUT but the pages to hand back and the texts. */
void write_exports(const struct context *c);

/* ---- course_exports.c */
/* canvas.csv, where the roster is an export of Canvas's gradebook: its identifying columns and a
 * column for each lab, the assignment's own where one is called after the lab, scaled to its points
 * possible. */
void write_canvas(const struct context *c, const char *path);
/* moodle.csv, where the roster is a grading worksheet of Moodle's: the worksheet with grades,
 * scaled to its maximum grade, and a line of comment. */
void write_moodle(const struct context *c, const char *path);

#endif

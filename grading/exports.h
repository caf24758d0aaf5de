/* What other systems read: Gradescope, a course system's gradebook, a continuous-integration server. */
#ifndef EXPORTS_H
#define EXPORTS_H

#include "judge.h"
#include "jsons.h"

void write_gradescope(const struct context *c, int student, const char *path);
void write_gradebook(const struct context *c, const char *path);
void write_junit(const struct context *c, const char *path);
/* RFC 4180; what a spreadsheet would take for a formula gets an apostrophe in front. */
void csv_cell(FILE *f, const char *value);

#endif

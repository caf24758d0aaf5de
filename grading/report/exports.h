/* What other systems read: Gradescope, a course system's gradebook, a continuous-integration
 * server. */
#ifndef EXPORTS_H
#define EXPORTS_H

#include "judge/judge.h"
#include "base/json_file.h"

void write_gradescope(const struct context *c, int student, const char *path);
void write_gradebook(const struct context *c, const char *path);
void write_junit(const struct context *c, const char *path);
/* What a spreadsheet would take for a formula, at the begin or behind a separator of any country's,
 * gets an apostrophe in front. Free it. */
char *csv_text(const char *value);
/* The same as a cell of RFC 4180. */
void csv_cell(FILE *f, const char *value);

#endif

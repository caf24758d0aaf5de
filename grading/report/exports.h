/* What other systems read: Gradescope, a course system's gradebook, a continuous-integration
 * server. */
#ifndef EXPORTS_H
#define EXPORTS_H

#include "context/context.h"
#include "base/json_file.h"

void write_gradescope(const struct context *c, int student, const char *path);
void write_gradebook(const struct context *c, const char *path);
void write_junit(const struct context *c, const char *path);

#endif

/* Whom an instructor means: in a row of ANSWERS or ADJUST, or by STUDENT=. */
#ifndef WHOM_H
#define WHOM_H

#include "base/csv.h"
#include "context/context.h"

/* Of a row of a table: the student's number, by the folder's name, by what reports and gradebook
 * make of it, or by what the roster alone knows: a number, a login, an address, a name that no two
 * of them share. -1 with a complaint: nobody, or not clear. */
int whom_of_row(struct csv *t, const struct context *c, const char *text);
/* The same for STUDENT=, whose value becomes the folder's name; dies where it is nobody. */
int whom_asked(struct context *c);

#endif

/* What comes of a run: files, mails, and a summary on the terminal. jq makes them of a model. */
#pragma once

#include "context/context.h"

/* ---- report.c */
#define MAIL_MARK "Subject: Grades of " /* what each mail has in it */

/* How many steps could not be graded, by our fault. */
int report_files(const struct context *c);
/* The name of a student's text in feedback/, without its end: the id, or the begin of a long one
 * and a hash. Free it. */
char *mail_name(const char *id);

/* ---- model.c */
/* What jq will read: a file in memory that holds what is known of a run. */
FILE *model_of(const struct context *c, int *faults);

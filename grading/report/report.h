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
/* `make report`, the runs of a term, joined: reads OUTS, OUT and COURSE from the environment
 * (options.c) and writes OUT/gradebook.csv and OUT/report.html. 0; dies of what cannot be read or
 * would be replaced. */
int term_report(void);

/* ---- model.c */
/* What jq will read: a file in memory to write JSON to; one that holds what is known of a run. */
FILE *model_open(void);
FILE *model_of(const struct context *c, int *faults);

/* What comes of a run: files, mails, and a summary on the terminal. */
#ifndef REPORT_H
#define REPORT_H

#include "context/context.h"

/* ---- report.c */
void report_files(const struct context *c);

/* ---- terminal.c */
void report_terminal(const struct context *c);

/* ---- mail.c */
#define MAIL_MARK "Subject: Grades of " /* what each begins with */
/* OUT/feedback/ID.txt of all students. */
void report_mails(const struct context *c);
/* "ID.txt", with a hash in place of the end of an id that is too long for that. Free it. */
char *mail_file(const char *id);

#endif

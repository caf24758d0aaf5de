/* What comes of a run: files, mails, and a summary on the terminal. */
#ifndef REPORT_H
#define REPORT_H

#include "context/context.h"

/* ---- report.c */
void report_files(const struct context *c);

/* ---- terminal.c */
void report_terminal(const struct context *c);

#endif

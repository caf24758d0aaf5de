/* The runs of a term, joined: make report. */
#ifndef TERM_H
#define TERM_H

#define TERM_TITLE "Grades of the term"

/* Reads OUTS, OUT and COURSE from the environment (options.c) and writes OUT/gradebook.csv and
 * OUT/report.html. 0; dies of what cannot be read or would be replaced. */
int term_report(void);

#endif

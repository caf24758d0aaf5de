/* What comes of a run: files, mails, and a summary on the terminal. */
#ifndef REPORT_H
#define REPORT_H

#include <jansson.h>

#include "context/context.h"

/* ---- report.c */
/* Dies where the program is missing that writes them. */
void report_check(void);
void report_files(const struct context *c);

/* ---- terminal.c */
void report_terminal(const struct context *c);

/* ---- model.c */
/* What jq will read: a file in memory to write JSON to; and one that holds what is known of the
 * students from `first` to before `end`. */
FILE *model_open(void);
FILE *model_of(const struct context *c, int first, int end);
/* Hands over each JSON value that grading/report/PROGRAM.jq makes of it, and closes it. */
void model_run(FILE *model, const char *program, void (*take)(void *owner, json_t *made),
               void *owner);
/* Lists of cells as CSV: numbers with two digits, texts as csv_cell has them, nothing for null. */
void rows_to_file(const json_t *rows, const char *path);

/* ---- hand_back.c: what goes back to each student as a text */
#define MAIL_MARK "Subject: Grades of " /* what each has in it */
/* With FEEDBACK=1 feedback/ID.txt, and for a class of Canvas's or GitHub's canvas/ and github/. */
void hand_back_texts(const struct context *c);
/* The name of a student's text in feedback/: "ID.txt", or the begin of a long one and a hash. */
char *mail_file(const char *id);
/* A student's points and steps, what failed first. */
void put_results(FILE *f, const struct context *c, int student);

/* ---- term.c: the runs of a term, joined: make report */
#define TERM_TITLE "Grades of the term"

/* Reads OUTS, OUT and COURSE from the environment (options.c) and writes OUT/gradebook.csv and
 * OUT/report.html. 0; dies of what cannot be read or would be replaced. */
int term_report(void);

#endif

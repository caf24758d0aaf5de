/* What comes of a run: files, mails, and a summary on the terminal. */
#ifndef REPORT_H
#define REPORT_H

#include <jansson.h>

#include "context/context.h"

/* ---- report.c */
void report_files(const struct context *c);

/* ---- terminal.c */
void report_terminal(const struct context *c);

/* ---- exports.c */
/* All files of OUT but the pages to hand back and the texts. */
void write_exports(const struct context *c);

/* ---- course_exports.c */
/* canvas.csv, where the roster is an export of Canvas's gradebook: its identifying columns and a
 * column for each lab, the assignment's own where one is called after the lab, scaled to its points
 * possible. */
void write_canvas(const struct context *c, const char *path);
/* moodle.csv, where the roster is a grading worksheet of Moodle's: the worksheet with grades,
 * scaled to its maximum grade, and a line of comment. */
void write_moodle(const struct context *c, const char *path);

/* ---- columns.c: a CSV file as a table of columns */
struct column {
    const char *heading;   /* with `each`, %s stands for the part's "name" */
    const char *path;      /* members, with / between them; points have two digits */
    const char *each;      /* a list in the row: a column for each of its parts; NULL */
    const char *otherwise; /* where there is no such value; NULL: nothing */
    int only;              /* there in some tables: a bit of `have`; 0: in all */
};

/* A part of a list: {name, value}. */
json_t *table_cell(const char *name, json_t *value);
/* The columns end with one without a heading. `row` makes one of `rows` rows of the model, or NULL,
 * which is passed over. */
void table_write(const char *path, const struct column *columns, int have,
                 json_t *(*row)(const void *model, int number), const void *model, int rows);

/* ---- hand_back.c: what goes back to each student as a text, with FEEDBACK=1 */
#define MAIL_MARK "Subject: Grades of " /* what each has in it */
/* feedback/ID.txt, and for a class of Canvas's or GitHub's canvas/ and github/. */
void hand_back_texts(const struct context *c);
/* The name of a student's text in feedback/: "ID.txt", or the begin of a long one and a hash. */
char *mail_file(const char *id);
/* ---- mail.c */
/* A student's points and steps, what failed first. */
void put_results(FILE *f, const struct context *c, int student);
/* That below a head. Free it. */
char *mail_of(const struct context *c, int student);

/* ---- term.c: the runs of a term, joined: make report */
#define TERM_TITLE "Grades of the term"

/* Reads OUTS, OUT and COURSE from the environment (options.c) and writes OUT/gradebook.csv and
 * OUT/report.html. 0; dies of what cannot be read or would be replaced. */
int term_report(void);

#endif

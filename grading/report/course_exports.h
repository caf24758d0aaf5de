/* What goes back to a course system: Canvas, Moodle; and what was handed in, for all outputs. */
#ifndef COURSE_EXPORTS_H
#define COURSE_EXPORTS_H

#include "base/json_file.h"
#include "intake/late.h"
#include "judge/judge.h"

/* canvas.csv, where the roster is an export of Canvas's gradebook: its identifying columns and a
 * column for each lab, the assignment's own where one is called after the lab, scaled to its points
 * possible. Else the file is removed. */
void write_canvas(const struct context *c, const char *path);
/* moodle.csv, where the roster is a grading worksheet of Moodle's: the worksheet with grades,
 * scaled to its maximum grade, and a line of comment. Else the file is removed. */
void write_moodle(const struct context *c, const char *path);
/* submissions.csv: a row for each student and lab: file, hash, time, commit, what was passed
 * over. */
void write_submissions(const struct context *c, const char *path);
/* The same for results.json; null where nothing was handed in. */
json_t *handed_in_json(const struct context *c, int student, int lab);
/* "01_naive_gemv: ann/naive_gemv.cu (sha256 0123456789ab…), handed in …". Free it. */
char *handed_in_text(const struct context *c, int student, int lab);
/* Who is late, who has nothing to be graded, who handed in several files, on stdout. */
void report_handed_in(const struct context *c);

/* Of a student's lab, from the points before anything was taken off. */
struct lateness lateness_at(const struct context *c, int student, int lab);
/* "2 days late: 3.60 points off", "late"; "". Free it. */
char *lateness_text(const struct lateness *l);

#endif

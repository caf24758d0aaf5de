/* The pages. Each is one file that holds its data as JSON and the script that draws it (pages.js,
 * review.js), and asks nobody for anything. */
#ifndef PAGES_H
#define PAGES_H

#include <jansson.h>

#include "totals/totals.h"

/* A student's results: as in results.json; with what a reader needs besides; or with the text of
 * their files, and the points that were typed beside it. */
enum audience { FOR_PROGRAMS, FOR_READERS, FOR_REVIEW };
json_t *student_json(const struct context *c, int student, enum audience whose);
/* A page with this head, which pages.js calls its data ({kind: class, student, term or review; …}) and which it lets go of, and the students from `first` to before `end`. */
void page_write(const char *path, const char *title, json_t *head, const struct context *c,
                int first, int end);

/* "7", "7.5": points without noise. Good until four more are asked for. */
const char *points(double value);
const char *verdict_words(enum verdict v); /* "not attempted" */
/* As HTML and XML have it, in its lines: ids and messages come from students. Free it. */
char *escaped(const char *value);

/* What an instructor must look at before grades are handed out: [{what, who: [[student or -1,
 * text]], figures, advice}]. */
json_t *needs_you(const struct context *c);

void report_html(const struct context *c, const char *path);
void review_page(const struct context *c, const char *path);
/* The pages to hand back. */
void report_pages(const struct context *c);

#endif

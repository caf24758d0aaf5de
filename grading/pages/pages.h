/* The pages. Each is one file that holds its data as JSON and the script that draws it (pages.js,
 * review.js), and asks nobody for anything. */
#ifndef PAGES_H
#define PAGES_H

#include <jansson.h>

#include "totals/totals.h"

/* A student's results: as in results.json; with what a reader needs besides; or with the text of
 * their files, and the points that were typed beside it; or for exports.jq. */
enum audience { FOR_PROGRAMS, FOR_READERS, FOR_REVIEW, FOR_EXPORTS };
json_t *student_json(const struct context *c, int student, enum audience whose);
/* {head, "students": […]}, of those from `first` to before `end`: one by one, so that memory does
 * not grow with the class. Nothing in it ends a script. Lets go of `head`. */
void class_to_file(FILE *f, json_t *head, const struct context *c, int first, int end,
                   enum audience whose);
/* A page with this head, which pages.js calls its data ({kind: class, student, term or review; …})
 * and which it lets go of, and the students from `first` to before `end`. */
void page_write(const char *path, const char *title, json_t *head, const struct context *c,
                int first, int end);

/* A clean text as HTML has it: ids and messages come from students. Free it. */
char *escaped(const char *value);

/* All of them. `needs`: what an instructor must look at before grades are handed out, as exports.jq
 * has it. */
void report_pages(const struct context *c, json_t *needs);

#endif

/* Points that an instructor adds or takes away by hand: a CSV file, ADJUST=file.csv. */
#ifndef ADJUST_H
#define ADJUST_H

#include <jansson.h>

#include "context/context.h"

struct adjustment {
    int student, lab, step; /* of the context; step: its number, -1 for the lab as a whole */
    double points;          /* below 0: taken away */
    char *who, *why;
    int is_review; /* by review.csv */
};

/* Reads the file into the context. 0, or -1 with one line in `why` that names the file, the line
 * and the reason. A row of a lab that is not graded in this run is passed over. */
int adjust_read(struct context *c, const char *file, char *why, size_t size);
/* OUT/review.csv, which review.html saved, if it is there: both kinds of points. Rows without a
 * question are adjustments. As above. */
int review_read(struct context *c, const char *file, char *why, size_t size);
void adjust_forget(struct context *c);
/* Adds what belongs to a step to that step's points, once, when all is graded. What belongs to a
 * whole lab is in lab_points. */
void adjust_apply(const struct context *c);
/* The sum of what a student's lab got: of one step, or of the lab as a whole for step -1. */
double adjust_points(const struct context *c, int student, int lab, int step);
/* "+2 by Dr. Ito: the sign was a typing error", for each of one step or of the lab as a whole;
 * separated by semicolons, "" if there are none. Free it. */
char *adjust_text(const struct context *c, int student, int lab, int step);
/* Those of one lab, steps and whole, for results.json. */
json_t *adjust_json(const struct context *c, int student, int lab);

#endif

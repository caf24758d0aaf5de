/* Points that an instructor types: for written answers (ANSWERS=file.csv), and by hand
 * (ADJUST=file.csv); OUT/review.csv, which review.html saves, has both. */
#ifndef MARKS_H
#define MARKS_H

#include <jansson.h>

#include "context/context.h"

enum mark_file { ANSWERS_FILE, ADJUST_FILE, REVIEW_FILE };
struct mark {
    int student, lab;  /* of the context */
    int step;          /* its number; -1: the lab as a whole, or a question */
    char question[24]; /* "": points by hand, which may be below 0 */
    double points;
    char *who, *why; /* why: of a question, the comment */
    enum mark_file file;
};

/* Reads the file into the context. 0, or -1 with one line in `why` that names the file, the line
 * and the reason. A row of a lab or a step that is not graded in this run is passed over. */
int marks_read(struct context *c, enum mark_file kind, const char *file, char *why, size_t size);
void marks_forget(struct context *c);
/* How many are for questions, or by hand: of everybody. */
int marks_written(const struct context *c);
int marks_by_hand(const struct context *c);
/* Those of a student's lab, of all labs for -1, that are for questions. */
double answers_points(const struct context *c, int student, int lab);
/* What a student's lab got by hand: of one step, or of the lab as a whole for step -1. */
double adjust_points(const struct context *c, int student, int lab, int step);
/* Adds what belongs to a step to that step's points, once, when all is graded. What belongs to a
 * whole lab is in lab_points. */
void adjust_apply(const struct context *c);
/* "+2 by Dr. Ito: the sign was a typing error", for each of them, separated by semicolons; "" if
 * there are none. Free it. */
char *adjust_text(const struct context *c, int student, int lab, int step);
/* Of one lab those by hand, as results.json has them, or all, as review.html has them. */
json_t *marks_json(const struct context *c, int student, int lab, int all);
/* The question's text from the lab's page, NULL if the page has none of that number. Free it. */
char *answers_question(const struct context *c, int lab, const char *question);

#endif

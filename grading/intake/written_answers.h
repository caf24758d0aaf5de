/* Points that an instructor gives for written answers: a CSV file, ANSWERS=file.csv. */
#ifndef WRITTEN_ANSWERS_H
#define WRITTEN_ANSWERS_H

#include "context/context.h"

struct written {
    int student, lab; /* of the context */
    char question[24];
    double points;
    char *comment;
    int is_review; /* by review.csv */
};

/* Reads the file into the context. 0, or -1 with one line in `why` that names the file, the line
 * and the reason. A row of a lab that is not graded in this run is passed over. */
int answers_read(struct context *c, const char *file, char *why, size_t size);
void answers_forget(struct context *c);
/* Does a row give points for this question? */
int answers_have(const struct context *c, int student, int lab, const char *question);
/* The sum of a student's points in one lab, in all labs for lab -1. */
double answers_points(const struct context *c, int student, int lab);
/* "03", "3" or the whole name: the lab's index; -2 if it is a lab that is not graded now, -1 if
 * there is no such lab. */
int row_lab(const struct context *c, const char *name);
/* Digits with at most one point among them, and a sign: no exponents, no hexadecimals, no inf or
 * nan. */
int is_plain_number(const char *text);
/* The question's text from the lab's page, NULL if the page has none of that number. Free it. */
char *answers_question(const struct context *c, int lab, const char *question);

#endif

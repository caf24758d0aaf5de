/* Who belongs to the class: ROSTER=students.csv. Canvas's exported gradebook, Moodle's grading
 * worksheet, or any CSV file whose first line names columns: id, name, and others, which are kept.
 * Capital letters make no difference. */
#ifndef ROSTER_H
#define ROSTER_H

#include "base/words.h"
#include "context/context.h"

enum roster_kind { ROSTER_PLAIN, ROSTER_CANVAS, ROSTER_MOODLE };

struct roster_row {
    char **field; /* as many as there are columns */
    int person;   /* 0: a row that the system needs, like Canvas's points possible */
    int student;  /* of the context, whose results are this person's; -1 */
};

struct roster {
    enum roster_kind kind;
    int columns, rows, room;
    char **header;
    struct roster_row *row;
    /* columns; -1: there is none */
    int id, name, first, last, extension, late, submitted, role;
};

/* Reads c->roster_file and finds each student's row. Who has no row becomes one of c->strangers,
 * and who has handed in nothing a student without a folder. `strays`: names of files that are
 * nobody's, for a reason. Dies where the file cannot be read. */
void roster_join(struct context *c, const struct words *strays);
/* Once students are in their last order. */
void roster_number(struct context *c);
void roster_forget(struct context *c);
/* The field of a student's row in this column; NULL without row or column, or where it is empty. */
const char *roster_field(const struct context *c, const struct student *s, int column);
/* Does a report keep this column beside name and id? Not the course system's own grades. */
int roster_keeps(const struct roster *r, int column);

/* ---- match.c */
/* Does a column of this name tell who somebody is? */
int roster_is_id(const char *column);
struct keys; /* what people are known by */
struct keys *keys_of(const struct roster *r);
/* The row of a student, from 1; 0: none, or not clear. */
int keys_find(const struct keys *k, const struct roster *r, const struct student *s);
void keys_forget(struct keys *k);

#endif

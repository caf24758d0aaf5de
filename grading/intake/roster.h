/* Who belongs to the class: ROSTER=students.csv. Canvas's exported gradebook, Moodle's grading
 * worksheet, GitHub Classroom's list, or any CSV file whose first line names columns: id, name, and
 * others, which are kept. Capital letters make no difference. */
#ifndef ROSTER_H
#define ROSTER_H

#include "context/context.h"

enum roster_kind { ROSTER_PLAIN, ROSTER_CANVAS, ROSTER_MOODLE, ROSTER_GITHUB };

struct roster_row {
    char **field; /* as many as there are columns */
    int person;   /* 0: a row that the system needs, like Canvas's points possible */
    int student;  /* of the context, whose results are this person's; -1 */
};

struct roster {
    enum roster_kind kind;
    int columns, rows;
    char **header;
    struct roster_row *row;
    /* columns; -1: there is none */
    int id, name, first, last, extension, submitted, role, mail;
};

/* Columns that can tell who somebody is, in a class of plain folders. */
extern const char *const roster_ids[];

/* Reads c->roster_file; dies where that is impossible. */
void roster_read(struct context *c);
/* Everybody on it becomes a student, whose folder is not known yet. */
void roster_enlist(struct context *c);
/* The system that writes such a first line, or NULL. */
const char *roster_system(const struct roster *r);
int roster_has_column(const struct roster *r, const char *const *columns);
/* All names of columns, for a message. Free it. */
char *roster_header(const struct roster *r);
/* The row, from 1, that has this value in one of these columns: 0 if none has, -1 if several. */
int roster_find(const struct roster *r, const char *const *columns, const char *value);
/* Once students are in their last order. */
void roster_number(struct context *c);
void roster_forget(struct context *c);
/* The field of a student's row in this column; NULL without row or column, or where it is empty. */
const char *roster_field(const struct context *c, const struct student *s, int column);
/* Does a report keep this column beside name and id? Not the course system's own grades. */
int roster_keeps(const struct roster *r, int column);

#endif

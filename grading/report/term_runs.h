/* The results of a term's runs, joined (term_runs.c). */
#ifndef TERM_RUNS_H
#define TERM_RUNS_H

#include <jansson.h>

#include "base/json_file.h"
#include "totals/totals.h"

enum { MOST_RUNS = 64, MOST_LABS = 64 };

struct cell {
    enum lab_state state;
    int there; /* some run had the student */
    double points, written;
};

struct term {
    const char *out, *course;
    int runs, labs, students, written;
    struct term_run {
        char *folder, *backend, *date;
        int students, graded; /* graded: with a file of at least one lab */
        double mean;          /* share of the points, of all its students */
    } run[MOST_RUNS];
    char *lab[MOST_LABS];
    double max[MOST_LABS];
    int bonus[MOST_LABS]; /* in no maximum */
    json_t *number;       /* of a student, by person or id */
    struct person {
        char *id, *name; /* name: "" where the rosters give none */
        struct cell cell[MOST_LABS];
    } * person;
};

/* OUTS: folders with blanks between them. Dies of what cannot be read. */
void term_read(struct term *t, const char *outs);
void term_forget(struct term *t);

#endif

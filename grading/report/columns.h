/* A CSV file as a table of columns: what each is called, and where its value stands in a row, which
 * is JSON. */
#ifndef COLUMNS_H
#define COLUMNS_H

#include <jansson.h>

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

#endif

/* make bench's last part, shared: the results that were measured, and what to say about them. */
#ifndef BENCH_H
#define BENCH_H

#include <jansson.h>
#include <stdio.h>

#include "lab/lab_files.h"

enum {
    MAX_RESULTS = 64,
    ARITHMETIC_FROM = 20 /* operations per byte from which arithmetic is the ceiling */
};
#define QUIET_SPREAD 0.02 /* a short table names a spread from here on; docs/01 has the 2 %, too */

#define LAB_ID(lab, track) #lab,
static const char *const lab_ids[] = {LAB_LIST(LAB_ID)};
enum { LABS = sizeof lab_ids / sizeof *lab_ids };

/* One docs/results/LAB.json, or docs/results/CARD/LAB.json. */
struct result {
    char name[80], card[40];
    json_t *root;
};

extern struct result results[MAX_RESULTS];
extern int result_count;
/* The same of other cards: a column each in the tables of the first, and in no picture. */
extern struct result others[MAX_RESULTS];
extern int other_count;

/* Ends the program with status 1 and one line about what is wrong. */
__attribute__((format(printf, 1, 2), noreturn)) void die(const char *format, ...);

/* results.c. load: adds a file to `results` or, of another card, to `others`; or dies. */
void load(const char *file, int of_another);
int is_lab(const char *name);
const struct result *result_named(const char *name);  /* NULL if it was not measured */
const char *text_of(json_t *object, const char *key); /* "" if it is no string */
double number_of(json_t *object, const char *key);    /* NAN for null and for what is not there */
const char *size_of(const struct result *r, json_t *row);
const char *headline(const struct result *r); /* the size that the result is about */
double volume(const char *size);              /* m n k, or as many of them as the text names */
int is_kind(json_t *row, const char *kind);
int is_wrong(json_t *row);
int by_arithmetic(json_t *row);          /* is arithmetic, not bandwidth, the ceiling? */
json_t *typical(const struct result *r); /* its first solution step at the headline size, or NULL */
json_t *best_of(const struct result *r); /* its fastest right step, or NULL; r may be NULL */

/* pages.c. The page's text with its tables renewed; the caller frees it. Dies of markers that it
 * does not understand. */
char *rendered(const char *page, const char *text);
char *tables_of_card(const char *card); /* docs/results/CARD/tables.md; the caller frees it */
char *read_whole(const char *file);
void put(const char *file, const char *text); /* writes unless the file holds just that */

/* tables.c. whole_table: every row, size and column. short_table: at most seven columns, the last
 * of them another card's times; at_headline: the rows at the headline size alone. `folder`: from
 * the page to docs/. */
void whole_table(FILE *out, const struct result *r);
void short_table(FILE *out, const struct result *r, int at_headline, const char *folder);
/* A number: thousands apart, a dash for NAN; decimals -1: four digits. The same as a table's cell,
 * with its unit. A label, fit for a cell. */
void put_number(FILE *out, double value, int decimals);
void put_cell(FILE *out, double value, int decimals, const char *unit);
void put_label(FILE *out, const char *text);
void put_spread(FILE *out, const char *up_to, double share);              /* if it is large */
void put_card(FILE *out, const struct result *other, const char *folder); /* its name, a link */
/* The next result of another card for the same lab, from others[*i] on; NULL: no more. */
const struct result *same_of_another(const struct result *r, int *i);

/* plot.c. Writes build/plots/NAME.gp and lets gnuplot draw the SVG. `result` NULL: every lab's
 * best step. */
void draw(const struct result *result, const char *name);

/* sizes.c. For a result in binary operations at several sizes: its table, and the gnuplot scripts
 * (the caller frees them). */
int is_counted_at_sizes(const struct result *r);
/* folder NULL: with every column, or else as a short table does. */
void table_of_sizes(FILE *out, const struct result *r, const char *folder);
char *script_of_sizes(const struct result *r, const char *name);
char *script_of_roofline(const struct result *r, const char *name);

#endif

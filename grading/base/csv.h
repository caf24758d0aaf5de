/* Reads tables that a person made: CSV as RFC 4180 has it, with a line of names first. Spreadsheets
 * of some countries put semicolons in place of commas; if the first line has them and no comma, all
 * lines have. */
#ifndef CSV_H
#define CSV_H

#include <stddef.h>

struct csv {
    const char *file;
    char *text;
    const char *at;
    int line, next_line; /* of the record that was read last; of the one behind it */
    char separator;
    char **field; /* of the record that was read last */
    int fields, room;
    char *why; /* where complaints go: one line */
    size_t size;
};

/* 0, or -1 with a complaint that names the file and the reason. csv_close either way. */
int csv_open(struct csv *t, const char *file, char *why, size_t size);
void csv_close(struct csv *t);
/* The next record that is not empty, quotes taken off: 1, 0 at the end, -1 with a complaint. */
int csv_record(struct csv *t);
/* Puts down file, line and reason; returns -1, so that `return csv_complain(…)` ends a reader. */
int csv_complain(struct csv *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Digits with at most one point among them, and a sign: no exponents, no hexadecimals, no inf or
 * nan. */
int csv_is_number(const char *text);

#endif

/* Reading CSV as RFC 4180 has it, one record at a time. Spreadsheets of some countries
 * put semicolons or tabs in place of commas, and some save UTF-16: all are understood. */
#ifndef CSV_H
#define CSV_H

enum { CSV_COLUMNS = 8 };

struct csv {
    const char *setting, *file; /* for complaints: "ROSTER=", "students.csv" */
    char *text;
    const char *at;
    int line; /* of the record that was read last */
    int next_line;
    char separator; /* comma, semicolon or tab: what the first line has most */
    char **field;   /* of that record, quotes taken off */
    int fields;
    int column_at[CSV_COLUMNS]; /* csv_names: which field is the column, -1: none */
    int named, needed;          /* fields of the first line; those that a record must have */
};

/* Opens a file of at most 64 MiB. All of these die of a mistake in it. */
void csv_open(struct csv *csv, const char *setting, const char *file);
/* The next record that is no empty line; 0 at the end of the file. */
int csv_next(struct csv *csv);
/* Dies: "SETTING=FILE: line N: …". */
void csv_complain(const struct csv *csv, const char *format, ...)
    __attribute__((format(printf, 2, 3), noreturn));
void csv_close(struct csv *csv);

/* ---- a file whose first line names its columns, in any order and in capitals or not */
/* Reads that line. The first `needed` columns must be there; "id" is another name for the first. */
void csv_names(struct csv *csv, const char *const *names, int count, int needed);
/* csv_next, of records that lack no column and have no more fields than the first line. */
int csv_row(struct csv *csv);
/* What the record has in a column, "" where it has none. */
const char *csv_value(const struct csv *csv, int column);

#endif

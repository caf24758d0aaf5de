/* What every part of the grader uses: of the system, what stands here; the end, files, memory, and
 * texts that a terminal may see. */
#pragma once

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <math.h>
#include <nettle/sha2.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_LABS = 16, MAX_GPUS = 16 };
/* A file with nothing else is empty. */
#define BLANKS " \t\r\n\v\f"

/* We are at fault, or the machine: says so and ends this process with status 2. */
void die(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

/* In front of a declaration of one pointer or more: each is freed where its scope ends, on every
 * way out of it. OWNED char *path = text_of("%s/x", folder); what is returned or kept is not. */
#define OWNED __attribute__((cleanup(free_owned)))
static inline void free_owned(void *pointer)
{
    void *memory;
    memcpy(&memory, pointer, sizeof memory);
    free(memory);
}

/* ---- files.c */
void make_folders(const char *path);
void remove_tree(const char *path);
/* Copies a file or folder, for every user to read; links and pipes as what they are. 0, or -1 if
 * that takes more than a minute or fails. */
int copy_readable(const char *from, const char *to);
char *text_of_list(const char *format, va_list list) __attribute__((format(printf, 1, 0)));
char *text_of(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Puts more behind *text. */
void text_add(char **text, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* `count` elements of `size` bytes, all zeros; dies where there is no memory. Free it. */
void *zeros(size_t count, size_t size);
/* `list`, which grew one by one to `count` elements of `size` bytes, with room for one more; or
 * dies. */
void *one_more(void *list, int count, size_t size);
/* The whole file, NUL-terminated, at most `limit` bytes; NULL with errno set. No symbolic links.
 * Free it. */
char *read_file(const char *path, size_t limit, size_t *size);
/* Writing that is there whole or not at all: a temporary file that atomic_close renames. Failures
 * end the judge. */
FILE *atomic_open(const char *path);
/* A file of the scratch space. Dies where it cannot be written. */
void write_bytes(const char *path, const void *bytes, size_t size);
void atomic_close(FILE *f, const char *path);

/* ---- base.c: what students, compilers and programs wrote, before a terminal, a browser or a
 * spreadsheet reads it */
/* Puts a blank in place of a line break or tab, and a question mark in place of every other byte
 * that is no UTF-8, a control, a non-character or turns the text around. In place; returns the
 * text. */
char *clean_text(char *text);
/* A line of output, cleaned: it may hold a path from outside. */
void say_line(FILE *to, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Of UTF-16 with its mark, the same in UTF-8; of UTF-8 with a mark, without it; else the text
 * itself. Takes the text (malloc, zero behind
 * *size bytes), gives back one to free, and its size. */
char *utf8_text(char *text, size_t *size);
/* A file's text (read_file), so that all that read what was handed in read the same. */
char *read_source(const char *path, size_t limit, size_t *size);

/* ---- csv.c: Reading CSV as RFC 4180 has it, one record at a time. Spreadsheets of some countries
 * put semicolons or tabs in place of commas, and some save UTF-16: all are understood. */
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

/* ---- json_file.c: What is written as JSON, whoever writes it. */
enum { REPORT_DIGITS = 12 }; /* of a real number in a report */

/* null for what was not measured: NaN, infinite. */
json_t *json_figure(double value);
/* A text that may hold anything (a compiler's output, a folder's name), cleaned. */
json_t *json_text(const char *value);
/* A member's text, NULL where it is none; a member's number, 0 where it is none. */
const char *json_text_in(const json_t *object, const char *name);
double json_number_in(const json_t *object, const char *name);
/* Indented, members in order, reals with so many digits; whole or not at all. Gives root back; dies
 * of what fails. */
void json_to_file(json_t *root, const char *path, int digits);

/* ---- sha256.c: SHA-256, so that a result can be kept under the content that it came from. */
enum { HASH_TEXT = 2 * SHA256_DIGEST_SIZE + 1 }; /* hexadecimal digits and a NUL */

void hash_add(struct sha256_ctx *h, const void *data, size_t size);
/* The text with its length in front, so that "ab", "c" and "a", "bc" differ. */
void hash_add_text(struct sha256_ctx *h, const char *text);
/* The file's content with its length in front; a file that cannot be read counts as one that is not
 * there. */
void hash_add_file(struct sha256_ctx *h, const char *path);
void hash_end(struct sha256_ctx *h, char text[HASH_TEXT]);

/* What every part of the grader uses: its end, files, memory, and texts that a terminal may see. */
#ifndef BASE_H
#define BASE_H

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
/* `list` with room for `count` elements of `size` bytes; or dies. */
void *resized(void *list, int count, size_t size);
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

/* ---- encoding.c: text in other encodings */
/* Of UTF-16 with its mark, the same in UTF-8; of UTF-8 with a mark, without it; else the text
 * itself. Takes the text (malloc, zero behind
 * *size bytes), gives back one to free, and its size. */
char *utf8_text(char *text, size_t *size);
/* A file's text (read_file), so that all that read what was handed in read the same. */
char *read_source(const char *path, size_t limit, size_t *size);

#endif

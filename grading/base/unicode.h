/* Characters of UTF-8 text, as far as names and tables need to know them. */
#ifndef UNICODE_H
#define UNICODE_H

/* The character at `at`, which is not the end; a byte that begins none is itself. Returns what
 * follows. */
const char *next_character(const char *at, unsigned *character);
/* Nothing is seen of it: joiners, marks of direction, variation selectors, soft hyphens,
 * fillers. */
int is_invisible(unsigned character);
/* A blank of any width. */
int is_blank(unsigned character);
/* What a spreadsheet may take for the beginning of a formula: = + - @ | and the wide, small and
 * raised ones, and other signs that look like these. */
int begins_formula(unsigned character);

#endif

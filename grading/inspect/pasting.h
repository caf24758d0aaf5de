/* Macros that could put together words that are read nowhere (pasting.c). */
#ifndef PASTING_H
#define PASTING_H

#include <jansson.h>

#include "context/context.h"
#include "lexer.h"

/* Is it a name of CUDA's or of the compiler's that our headers use? */
int is_reserved(const char *word);

/* A macro that pastes, that uses other macros of the system's, or has half of an attribute could
 * hide a forbidden word in the lines of a header that comes later, where nobody looks for one. The
 * rest of its line. */
int hides_words(struct reader at);

/* Of one file: its macros that hide words, or use one that does. {0} is empty. */
struct pasting {
    json_t *macro;
    int known;
};
/* An #if with such a macro may ask what is read nowhere: __has_include in pieces. 0 if the rest of
 * its line has none; 1 with r set. */
int pasting_check(struct pasting *p, const char *text, const char *name, struct reader at, int line,
                  struct ruling *r);

#endif

/* Which submissions look alike: for an instructor to read, never a reason for a verdict. */
#ifndef SIMILAR_H
#define SIMILAR_H

#include <jansson.h>

#include "context/context.h"

/* A row for each group of a lab's files, in which each is alike to at least one other: {what,
 * figures, advice, who: [[student, ""] or [-1, "the reference solution"]]}. None where a tree is
 * graded. */
json_t *similar_files(const struct context *c);

/* A text as hashes of its runs of tokens, in order. Free `hash`. */
struct prints {
    uint64_t *hash;
    int count;
    uint64_t whole; /* of all tokens */
};
struct prints prints_of(const char *text);

#endif

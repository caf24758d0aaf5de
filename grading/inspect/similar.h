/* Which submissions look alike: for an instructor to read, never a reason for a verdict. */
#ifndef SIMILAR_H
#define SIMILAR_H

#include "context/context.h"

enum alikeness { ALIKE_BYTES, ALIKE_TOKENS, ALIKE_PARTS };

struct alike {
    int lab, one, other; /* students; other -1: the reference solution */
    double share;        /* of the smaller file's own text, 0 to 1 */
    int tokens;          /* of the smaller file, without what the stub holds */
    enum alikeness how;
};

/* Pairs of files that are alike, most alike first; their number. Of several that are the same only
 * the first is paired with each other one. Nothing where a tree is graded. Free the list. */
int similar_files(const struct context *c, struct alike **pairs);

/* A text as hashes of its runs of tokens, in order. Free `hash`. */
struct prints {
    uint64_t *hash;
    int count;
    uint64_t whole; /* of all tokens */
};
struct prints prints_of(const char *text);

#endif

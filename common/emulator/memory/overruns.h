/* Subscripts of shared and global arrays that lie outside of their rows (overruns.c). To go past
 * the end of a row may be meant, so none of them is a finding; messages name them. */
#ifndef EMU_OVERRUNS_H
#define EMU_OVERRUNS_H

#include "memory.h"

#include <stddef.h>

struct overrun {
    const void *pc;
    long long least, most; /* indices that were used there */
    long long count;       /* of elements, or rows, in what the index chooses from */
    unsigned dimensions;   /* of that: 1 is a row of elements */
};

void overruns_note(const void *pc, long long index, const char *type); /* type: 'float [4]' */
/* One of that line and of a row of elements, else any of that line; NULL: there is none. */
const struct overrun *overrun_at(const void *pc);
void overruns_forget(void); /* all of them */
/* "line 12 uses index 32 of a row with 32 elements: check it, or ", of either place; `of`: a row,
 * an array. Returns `text`, which is empty where there is no such thing. */
const char *overrun_said(char text[120], const void *pc, const void *other, const char *of);

/* ---- sums, differences, products and shifts of an int that have overflowed. That they wrap may be
 * meant, so none of them is a finding; messages name them ---- */

enum { OVERFLOW_TEXT = 100 };
struct source_place {
    const char *file;
    uint32_t line, column; /* of the operator */
};
struct overflow {
    const struct source_place *place;
    const void *who; /* the lane; NULL: host code */
    int32_t a, b;
    char sign[3];
};

void overflows_note(const struct overflow *o);
/* One of this lane's by which an index of elements of so many bytes came to `address`, though it
 * should have come to one that is allocated (and `may` be meant; NULL: any), else another lane's or
 * the host's; NULL: there is none. *missing: bytes that were lost. */
const struct overflow *overflow_before(const void *who, uint64_t address, unsigned bytes,
                                       int (*may)(const struct emu_area *), int64_t *missing);
/* "46517 * 46517 in line 12, column 20". */
const char *overflow_text(char text[OVERFLOW_TEXT], const struct overflow *o);
void overflows_begin_run(void); /* … of kernels are forgotten */
void overflows_forget(void);    /* all of them */

#endif

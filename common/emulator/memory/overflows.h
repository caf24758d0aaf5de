/* Sums, differences, products and shifts of an int that have overflowed (overflows.c). That they
 * wrap may be meant, so none of them is a finding; messages name them. */
#ifndef EMU_OVERFLOWS_H
#define EMU_OVERFLOWS_H

#include "memory.h"

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

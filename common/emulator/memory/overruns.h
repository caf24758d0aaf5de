/* Subscripts of shared and global arrays that lie outside of their rows (overruns.c). To go past
 * the end of a row may be meant, so none of them is a finding; messages name them. */
#ifndef EMU_OVERRUNS_H
#define EMU_OVERRUNS_H

#include <stddef.h>

struct overrun {
    const void *pc;
    long long least, most; /* indices that were used there */
    long long count;       /* of elements, or rows, in what the index chooses from */
    int dimensions;        /* of that: 1 is a row of elements */
};

void overruns_note(const void *pc, long long index, const char *type); /* type: 'float [4]' */
/* One of that line and of a row of elements, else any of that line; NULL: there is none. */
const struct overrun *overrun_at(const void *pc);
void overruns_forget(void); /* all of them */
/* "line 12 uses index 32 of a row with 32 elements: check it, or ", of either place; `of`: a row,
 * an array. Returns `text`, which is empty where there is no such thing. */
const char *overrun_said(char text[120], const void *pc, const void *other, const char *of);

#endif

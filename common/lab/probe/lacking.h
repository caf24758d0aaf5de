/* Elements that are not there: that a launch has not written, or to which it has added nothing; and
 * the blocks and threads that it had. */
#ifndef LAB_LACKING_H
#define LAB_LACKING_H

#include "probe.h"

static inline const char *lab_s(int several)
{
    return several ? "s" : "";
}

static inline void lab_say_launch(struct lab_probe *p)
{
    const unsigned *const block = p->launched.block, *const grid = p->launched.grid;
    if (block[0])
        lab_say(p, ". The launch had %u x %u block%s of %u x %u threads, %u x %u in all", grid[0],
                grid[1], lab_s(grid[0] * grid[1] != 1), block[0], block[1], grid[0] * block[0],
                grid[1] * block[1]);
    lab_say(p, ".");
}

/* Whole lines of direction d (0: rows) that are not there, if that is all: 1, and it is said. */
static inline int lab_say_lines(struct lab_probe *p, const signed char *there, const int length[2],
                                int d, const char *const what[2])
{
    const char *const lines = d ? "Column" : length[1] > 1 ? "Row" : "Element";
    signed char *lacks = (signed char *)calloc((size_t)length[d], 1);
    int whole = lacks != NULL, from = 0;
    char text[100];
    for (int i = 0; whole && i < length[0] * length[1]; i++)
        lacks[d ? i % length[1] : i / length[1]] |= !there[i];
    for (int i = 0; whole && i < length[0] * length[1]; i++)
        whole = there[i] == !lacks[d ? i % length[1] : i / length[1]];
    while (whole && !lacks[from])
        from++;
    if (whole) {
        const int members = lab_set_text(lacks, length[d], text, sizeof text);
        const char *const size = from == p->c.m ? " (= m)" : from == p->c.n ? " (= n)" : "";
        if (from + members == length[d]) {
            lab_say(p, "%ss from %d%s on %s", lines, from, size, what[1]);
            lab_say_launch(p);
        } else {
            lab_say(p, "%s%s %s %s.", lines, lab_s(members > 1), text, what[members > 1]);
        }
    }
    free(lacks);
    return whole;
}

/* `there`: which elements are. 1 if some are not, and that has been said; `what`: what is said of
 * one of them, and of several. */
static inline int lab_say_lacking(struct lab_probe *p, const signed char *there,
                                  const char *const what[2])
{
    const int count = p->rows * p->cols,
              length[2] = {p->s.in_place ? count : p->rows, p->s.in_place ? 1 : p->cols};
    signed char *lacks = (signed char *)calloc((size_t)length[1], 1);
    int lacking = 0, said = 0;
    for (int i = 0; i < count; i++)
        lacking += !there[i];
    if (lacks && lacking == count && p->any) /* another size may tell more */
        lab_say(p, "Nothing is written.");
    if (lacks && lacking && lacking < count && !lab_say_lines(p, there, length, 0, what) &&
        !lab_say_lines(p, there, length, 1, what)) {
        for (int row = 0; row < p->rows && said < 2; row++) {
            char text[100];
            for (int col = 0; col < p->cols; col++)
                lacks[col] = !there[row * p->cols + col];
            const int members = lab_set_text(lacks, p->cols, text, sizeof text);
            if (members && (!said || memcmp(there + row * p->cols, there + (row - 1) * p->cols,
                                            (size_t)p->cols)))
                lab_say(p, said++ ? "; of row %d, column%s %s" : "Of row %d, column%s %s %s", row,
                        lab_s(members > 1), text, what[members > 1]);
        }
        lab_say(p, "; %d of %d elements in all", lacking, count);
        lab_say_launch(p);
    }
    free(lacks);
    return lacking > 0;
}

static inline int lab_say_unwritten(struct lab_probe *p, const signed char *written)
{
    static const char *const never[] = {"is never written", "are never written"},
                             *const before[] = {"is as before", "are as before"};
    return lab_say_lacking(p, written, p->s.in_place ? before : never);
}

#endif

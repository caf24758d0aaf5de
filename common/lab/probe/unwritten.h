/* Elements that a launch has not written, or to which it has added nothing, by the blocks and
 * threads that it had. */
#ifndef LAB_UNWRITTEN_H
#define LAB_UNWRITTEN_H

#include "probe.h"

/* Rows (columns) from `written` on, of `length`, were not written; `other`: of the other direction.
 * What the launch has to do with it. */
static inline void lab_say_launch(struct lab_probe *p, unsigned written, unsigned length,
                                  unsigned other)
{
    const struct emu_grid *l = &p->launched;
    const unsigned *const block = l->block, *const grid = l->grid,
                          reach[2] = {block[0] * grid[0], block[1] * grid[1]};
    const int a = written != reach[0], flat = grid[1] == 1 && block[1] == 1;
    const char *const blocks = grid[0] == 1 ? "block" : "blocks";
    if (!block[0])
        lab_say(p, ": does the grid have a block for them, and does the index reach them?");
    else if (flat && p->cols > 1 && grid[0] == other)
        lab_say(p,
                written == block[0] && other > 1
                    ? ", as many as a block has threads: each must go on to the columns "
                      "blockDim.x further."
                    : ". The launch had %u %s of %u threads.",
                grid[0], blocks, block[0]);
    else if (flat && written == reach[0])
        lab_say(p,
                ": %u %s of %u threads reach %u. Round the number of blocks up: (%u - 1) / %u + 1.",
                grid[0], blocks, block[0], written, length, block[0]);
    else if (flat && p->cols == 1 && written * 32 == reach[0])
        lab_say(p,
                ": %u %s of %u threads are %u warps. If a warp makes each of them, launch enough "
                "blocks for %u warps.",
                grid[0], blocks, block[0], written, length);
    else if (flat && grid[0] > 1 && written == block[0])
        lab_say(p, ", though %u blocks of %u threads ran: is blockIdx.x in the index?", grid[0],
                block[0]);
    else if (written == reach[a] && grid[0] != grid[1] && block[a] * grid[1 - a] >= length &&
             (p->cols == 1 || block[1 - a] * grid[a] >= other))
        lab_say(p,
                ". The grid has %u x %u blocks: are its x and y exchanged, or those of blockIdx?",
                grid[0], grid[1]);
    else if (p->cols > 1 && block[1] == 1 && grid[1] > 1 && written == grid[1] &&
             !lab_is(p->c.problem, LAB_BITS_OUT))
        lab_say(p,
                ": a block has %u x 1 threads, and the grid %u x %u blocks. Has the block its "
                "second size, as in dim3(32, 32)?",
                block[0], grid[0], grid[1]);
    else
        lab_say(p, ". The launch had %u x %u blocks of %u x %u threads.", grid[0], grid[1],
                block[0], block[1]);
}

/* Is an element there just where row and column have the same part of their numbers? Said if so. */
static inline int lab_say_diagonal(struct lab_probe *p, const signed char *there, const char *lack)
{
    for (int tile = 4; tile <= 64 && p->cols > 1; tile *= 2)
        for (int number = 0; number < 2; number++) {
            int same = 1;
            for (int i = 0; i < p->rows * p->cols && same; i++) {
                const int row = i / p->cols, col = i % p->cols;
                same = there[i] == (number ? row / tile == col / tile : row % tile == col % tile);
            }
            if (!same)
                continue;
            lab_say(p,
                    "Elements %s but where row %c %d is column %c %d: row and column follow from "
                    "the same direction of %s.",
                    lack, "%/"[number], tile, "%/"[number], tile,
                    number ? "blockIdx" : "threadIdx");
            return 1;
        }
    return 0;
}

/* `there`: which elements are. 1 if some are not, and that has been said; `one`, `more`: what that
 * is called, of one of them and of several; `none`: of all. */
static inline int lab_say_lacking(struct lab_probe *p, const signed char *there, const char *one,
                                  const char *more, const char *none)
{
    const int count = p->rows * p->cols, length[2] = {p->rows, p->cols};
    signed char *lacks = (signed char *)calloc((size_t)(p->rows + p->cols), 1);
    int lacking = 0, whole[2] = {1, 1}, first = -1, said = 0, from[2];
    for (int i = 0; lacks && i < count; i++)
        if (!there[i]) {
            first = lacking++ ? first : i;
            lacks[i / p->cols] = lacks[p->rows + i % p->cols] = 1;
        }
    for (int i = 0; lacks && i < count; i++) {
        whole[0] &= !(lacks[i / p->cols] && there[i]);
        whole[1] &= !(lacks[p->rows + i % p->cols] && there[i]);
    }
    if (lacks && lacking == count && p->any) /* another size may tell more */
        lab_say(p, "%s", none);
    for (int d = 0; lacks && lacking && lacking < count && d < 2 && !said; d++) {
        const char *lines = d ? "Column" : p->cols > 1 ? "Row" : "Element";
        const signed char *set = lacks + d * p->rows;
        char text[100];
        const int members = lab_set_text(set, length[d], text, sizeof text);
        for (from[d] = 0; from[d] < length[d] && !set[from[d]]; from[d]++) {
        }
        if (!whole[d])
            continue;
        said = 1;
        if (from[d] + members == length[d]) {
            const char *size = from[d] == p->c.m ? " (= m)" : from[d] == p->c.n ? " (= n)" : "";
            lab_say(p, "%ss from %d%s on %s", lines, from[d], size, more);
            lab_say_launch(p, (unsigned)from[d], (unsigned)length[d], (unsigned)length[1 - d]);
        } else {
            lab_say(p, "%s%s %s %s.", lines, members > 1 ? "s" : "", text,
                    members > 1 ? more : one);
        }
    }
    int wide = 0, high = 0, inside = 0; /* a rectangle at the first corner? */
    while (wide < p->cols && there[wide])
        wide++;
    while (high < p->rows && there[high * p->cols])
        high++;
    for (int i = 0; i < high * wide; i++)
        inside += there[i / wide * p->cols + i % wide];
    if (lacks && lacking && !said && inside == high * wide && inside == count - lacking && inside)
        lab_say(p, "All but rows 0 to %d of columns 0 to %d %s.", high - 1, wide - 1, more);
    else if (lacks && lacking && lacking < count && !said && !lab_say_diagonal(p, there, more))
        lab_say(p, "%d of %d elements %s, the first is %s(%d, %d).", lacking, count, more,
                p->s.out.name, first / p->cols, first % p->cols);
    free(lacks);
    return lacking > 0;
}

static inline int lab_say_unwritten(struct lab_probe *p, const signed char *written)
{
    return lab_say_lacking(p, written, "is never written", "are never written",
                           "Nothing is written.");
}

#endif

/* Elements that a launch has not written, or to which it has added nothing, by the blocks and
 * threads that it had. */
#ifndef LAB_UNWRITTEN_H
#define LAB_UNWRITTEN_H

#include "probe.h"

/* Rows [0, rows) x columns [0, cols) were written, and nothing else. */
static inline int lab_is_rectangle(const struct lab_probe *p, const char *written, int *rows,
                                   int *cols)
{
    *rows = *cols = 0;
    while (*cols < p->cols && written[*cols])
        ++*cols;
    while (*rows < p->rows && written[(size_t)*rows * (size_t)p->cols])
        ++*rows;
    for (int row = 0; row < p->rows; row++)
        for (int col = 0; col < p->cols; col++)
            if (written[row * p->cols + col] != (row < *rows && col < *cols))
                return 0;
    return 1;
}

/* Whole lines were not written: which, and what the launch has to do with it. */
static inline void lab_say_lines(struct lab_probe *p, const char *lines, int written, int length,
                                 int other, const char *lack)
{
    const struct emu_grid *l = &p->launched;
    int axis = -1, whole = -1;
    for (int a = 0; a < (p->cols > 1 ? 2 : 1) && l->block[0]; a++) {
        axis = l->block[a] == (unsigned)written && l->grid[a] > 1 ? a : axis;
        whole = l->block[a] * l->grid[a] == (unsigned)written && written > 1 ? a : whole;
    }
    lab_say(p, "%s from %d on %s", lines, written, lack);
    if (whole >= 0 && l->grid[0] != l->grid[1] &&
        l->block[whole] * l->grid[1 - whole] >= (unsigned)length &&
        (p->cols == 1 || l->block[1 - whole] * l->grid[whole] >= (unsigned)other))
        lab_say(p,
                ". The grid has %u x %u blocks: are its x and y exchanged, or those of blockIdx?",
                l->grid[0], l->grid[1]);
    else if (whole >= 0 && p->cols > 1 && l->block[whole] == 1 && l->block[1 - whole] > 1)
        lab_say(
            p,
            ": a block has %u x %u threads, and the grid %u x %u blocks. Has the block its second "
            "size, as in dim3(32, 32)?",
            l->block[0], l->block[1], l->grid[0], l->grid[1]);
    else if (*lines == 'C' && (unsigned)written == l->block[0] && l->grid[1] == 1 &&
             l->grid[0] == (unsigned)other)
        lab_say(p, ", as many as a block has threads: each must go on to the columns blockDim.x "
                   "further.");
    else if (whole >= 0 && axis < 0)
        lab_say(p,
                ": %u block%s of %u thread%s reach %d. Round the number of blocks up: "
                "(%d - 1) / %u + 1.",
                l->grid[whole], l->grid[whole] == 1 ? "" : "s", l->block[whole],
                l->block[whole] == 1 ? "" : "s", written, length, l->block[whole]);
    else if (axis >= 0)
        lab_say(p,
                ", though %u blocks of %u threads ran: do all of them have the same elements? Is "
                "blockIdx.%c in the index?",
                l->grid[axis], l->block[axis], "xy"[axis]);
    else if (l->block[0] && (unsigned)written * 32 == l->block[0] * l->grid[0])
        lab_say(
            p,
            ": %u block%s of %u threads are %d warps. If a warp makes each of them, launch enough "
            "blocks for %d warps.",
            l->grid[0], l->grid[0] == 1 ? "" : "s", l->block[0], written, length);
    else if (l->block[0])
        lab_say(p, ". The launch had %u x %u blocks of %u x %u threads.", l->grid[0], l->grid[1],
                l->block[0], l->block[1]);
    else
        lab_say(p, ": does the grid have a block for them, and does the index reach them?");
}

/* Is an element written just where row and column have the same part of their numbers? */
static inline int lab_is_diagonal(const struct lab_probe *p, const char *written, int tile,
                                  int number)
{
    for (int row = 0; row < p->rows; row++)
        for (int col = 0; col < p->cols; col++)
            if (written[row * p->cols + col] !=
                (number ? row / tile == col / tile : row % tile == col % tile))
                return 0;
    return 1;
}

/* … and that has been said. */
static inline int lab_say_diagonal(struct lab_probe *p, const char *written, const char *lack)
{
    for (int tile = 4; tile <= 64 && p->cols > 1; tile *= 2)
        for (int number = 0; number < 2; number++)
            if (lab_is_diagonal(p, written, tile, number)) {
                lab_say(
                    p,
                    "Elements %s but where row %c %d is column %c %d: row and column follow from "
                    "the same %s.",
                    lack, "%/"[number], tile, "%/"[number], tile,
                    number ? "direction of blockIdx" : "direction of threadIdx");
                return 1;
            }
    return 0;
}

/* `written`: which elements were. 1 if some were not, and that has been said; `lacks`, `lack`: what
 * it lacks, what they lack, "are never written". */
static inline int lab_say_lacking(struct lab_probe *p, const char *written, const char *lacks,
                                  const char *lack)
{
    const struct lab_operand *o = &p->s.out;
    const char *lines = p->cols > 1 ? "Rows" : "Elements";
    const int count = p->rows * p->cols;
    char *missing = (char *)calloc((size_t)(p->rows + p->cols), 1), text[80];
    int rows, cols, unwritten = 0, whole_rows = 1, whole_cols = 1, first = -1;
    for (int i = 0; missing && i < count; i++)
        if (!written[i]) {
            first = unwritten++ ? first : i;
            missing[i / p->cols]++;
            missing[p->rows + i % p->cols] = 1;
        }
    if (!missing || !unwritten || (unwritten == count && !p->any)) {
        free(missing); /* of none, another size may tell more */
        return unwritten > 0;
    }
    for (int i = 0; i < count; i++) {
        whole_rows &= !(missing[i / p->cols] && written[i]);
        whole_cols &= !(missing[p->rows + i % p->cols] && written[i]);
    }
    if (unwritten == count)
        lab_say(p, "All elements %s.", lack);
    else if (lab_is_rectangle(p, written, &rows, &cols) && cols == p->cols)
        lab_say_lines(p, lines, rows, p->rows, p->cols, lack);
    else if (lab_is_rectangle(p, written, &rows, &cols) && rows == p->rows)
        lab_say_lines(p, "Columns", cols, p->cols, p->rows, lack);
    else if (lab_is_rectangle(p, written, &rows, &cols))
        lab_say(
            p,
            "All but rows 0 to %d of columns 0 to %d %s: does the grid have blocks for the others, "
            "and is blockIdx in both indices?",
            rows - 1, cols - 1, lack);
    else if (whole_rows && lab_set_text(missing, p->rows, text, sizeof text))
        lab_say(p, "%.*s %s %s.", (int)strlen(lines) - !strchr(text, ' '), lines, text,
                strchr(text, ' ') ? lack : lacks);
    else if (whole_cols && lab_set_text(missing + p->rows, p->cols, text, sizeof text))
        lab_say(p, "Column%s %s %s.", strchr(text, ' ') ? "s" : "", text,
                strchr(text, ' ') ? lack : lacks);
    else if (!lab_say_diagonal(p, written, lack))
        lab_say(p, "%d of %d elements %s, the first is %s(%d, %d).", unwritten, count, lack,
                o->name, first / p->cols, first % p->cols);
    free(missing);
    return 1;
}

static inline int lab_say_unwritten(struct lab_probe *p, const char *written)
{
    return lab_say_lacking(p, written, "is never written", "are never written");
}

#endif

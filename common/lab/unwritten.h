/* What the elements that no thread has written suggest. */
#ifndef LAB_UNWRITTEN_H
#define LAB_UNWRITTEN_H

#include "verdict.h"

/* Rows [0, rows) x columns [0, cols) of the output are what was written. */
struct lab_written {
    int rows, cols;
};

/* 1 if what was written is such a rectangle, and not all. `unwritten`: how many elements were
 * not. */
static inline int lab_written_rectangle(const struct lab_reference *r, const void *out,
                                        size_t unwritten, struct lab_written *w)
{
    const struct lab_operand *o = &r->shape.out;
    const double poison = lab_poison_value(&r->question, o->type);
    w->rows = w->cols = 0;
    while (w->cols < o->cols && !lab_same(lab_out(r, out, 0, w->cols), poison))
        w->cols++;
    while (w->rows < o->rows && !lab_same(lab_out(r, out, w->rows, 0), poison))
        w->rows++;
    return w->rows && w->cols &&
           (size_t)w->rows * (size_t)w->cols == (size_t)o->rows * (size_t)o->cols - unwritten;
}

static inline int lab_round_up(int n, int tile)
{
    return (n + tile - 1) / tile * tile;
}

/* Has the launch a block for each tile, in either order of the two directions? Also where it is not
 * known. */
static inline int lab_may_have_tiles(const struct emu_grid *l, int high, int wide)
{
    const unsigned rows = (unsigned)high, cols = (unsigned)wide;
    return !l->block[0] || (l->grid[0] == rows && l->grid[1] == cols) ||
           (l->grid[0] == cols && l->grid[1] == rows);
}

/* Would a grid with x and y exchanged have written just this rectangle? Where one direction has
 * but one tile, other mistakes look the same. */
static inline int lab_is_exchanged(const struct lab_reference *r, const struct lab_written *w)
{
    const struct lab_operand *o = &r->shape.out;
    for (int tile = 4; tile <= 128; tile *= 2) {
        int rows = lab_round_up(o->cols, tile), cols = lab_round_up(o->rows, tile);
        if (o->rows > tile && o->cols > tile && w->rows == (rows < o->rows ? rows : o->rows) &&
            w->cols == (cols < o->cols ? cols : o->cols) &&
            lab_may_have_tiles(&r->launched, cols / tile, rows / tile))
            return 1;
    }
    return 0;
}

/* Along which axis of the launch does one block have `written` threads (all: all blocks together)?
 * -1: none, or the launch is not known. */
static inline int lab_axis_of(const struct emu_grid *l, int written, int all)
{
    for (int axis = 0; axis < 2; axis++)
        if (l->block[axis] && (unsigned)written == l->block[axis] * (all ? l->grid[axis] : 1) &&
            (all || l->grid[axis] > 1))
            return axis;
    return -1;
}

/* `lines` ("rows") from number `written` of `length` on were not written: too few blocks, or do all
 * of them the same? */
static inline void lab_say_too_few(const struct lab_reference *r, const char *lines, int written,
                                   int length, char *text, size_t size)
{
    const struct emu_grid *l = &r->launched;
    const int one = lab_axis_of(l, written, 0), all = lab_axis_of(l, written, 1);
    const int other = *lines == 'c' ? r->shape.out.rows : r->shape.out.cols;
    char first[60];
    snprintf(first, sizeof first, written == 1 ? "%.*s 0 was" : "%.*ss 0 to %d were",
             (int)strlen(lines) - 1, lines, written - 1);
    const int per_row = *lines == 'c' && (unsigned)written == l->block[0] && l->grid[1] == 1 &&
                        l->grid[0] == (unsigned)r->shape.out.rows;
    if (per_row)
        snprintf(text, size,
                 "Only %s written, as many as a block has threads: each thread must go on to the "
                 "columns blockDim.x further.",
                 first);
    else if (one >= 0 && all < 0)
        snprintf(text, size,
                 "Only %s written, by one block's %u thread%s, though %u blocks ran: is blockIdx "
                 "missing from the index?",
                 first, l->block[one], l->block[one] == 1 ? "" : "s", l->grid[one]);
    else if (all >= 0 && r->shape.out.cols > 1 && l->grid[0] != l->grid[1] &&
             l->block[all] * l->grid[1 - all] >= (unsigned)length &&
             l->block[1 - all] * l->grid[all] >= (unsigned)other)
        snprintf(text, size,
                 "Only %s written; the grid has %u x %u blocks: are its x and y exchanged?", first,
                 l->grid[0], l->grid[1]);
    else if (all >= 0 && r->shape.out.cols > 1 && l->block[all] == 1 && l->block[1 - all] > 1)
        snprintf(text, size,
                 "Only %s written: a block has %u x %u threads, so a grid of %u x %u blocks has no "
                 "more. Has the block its second size, as in dim3(32, 32)?",
                 first, l->block[0], l->block[1], l->grid[0], l->grid[1]);
    else if (all >= 0)
        snprintf(text, size,
                 "No block is left for %s from %d on: %u threads a block and %u block%s make %d. "
                 "Round the number of blocks up: (%d - 1) / %u + 1.",
                 lines, written, l->block[all], l->grid[all], l->grid[all] == 1 ? "" : "s", written,
                 length, l->block[all]);
    else if (l->block[0] && (unsigned)written * 32 == l->block[0] * l->grid[0])
        snprintf(text, size,
                 "Only %s written: %u block%s of %u threads are %d warps. If a warp makes each of "
                 "them, launch enough blocks for %d warps.",
                 first, l->grid[0], l->grid[0] == 1 ? "" : "s", l->block[0], written, length);
    else if (!l->block[0] && written >= 4 && written <= 1024 && (written & (written - 1)) == 0 &&
             length >= 2 * written)
        snprintf(text, size,
                 "Only %s written, as many as one block may have: is blockIdx in the index, and "
                 "does the grid have a block for all others?",
                 first);
    else
        snprintf(text, size,
                 "Nothing was written to %s from %d on: does the index, or the loop, reach them?",
                 lines, written);
}

/* Is every row (column) of each `tile` from number `from` on unwritten, and all else written? */
static inline int lab_is_gap(const struct lab_reference *r, const void *out, int columns, int from,
                             int tile)
{
    const struct lab_operand *o = &r->shape.out;
    const double poison = lab_poison_value(&r->question, o->type);
    for (int row = 0; row < o->rows; row++)
        for (int col = 0; col < o->cols; col++)
            if (lab_same(lab_out(r, out, row, col), poison) !=
                ((columns ? col : row) % tile >= from))
                return 0;
    return 1;
}

/* The last rows or columns of every tile were not written, or the first elements of all. 1 if it is
 * so. */
static inline int lab_say_gaps(const struct lab_reference *r, const void *out,
                               const struct lab_region *region, char *text, size_t size)
{
    const struct lab_operand *o = &r->shape.out;
    for (int columns = 0; columns < 2 && !text[0]; columns++) {
        const int from = columns ? region->left : region->top;
        for (int tile = 2; tile <= 256 && !text[0]; tile *= 2)
            if (from > 0 && from < tile && (columns ? o->cols : o->rows) > tile &&
                lab_is_gap(r, out, columns, from, tile))
                snprintf(
                    text, size,
                    "Of every %d %s, those from number %d on were never written: does the loop "
                    "over the tile reach its end?",
                    tile,
                    columns       ? "columns"
                    : o->cols > 1 ? "rows"
                                  : "elements",
                    from);
    }
    if (!text[0] && o->cols == 1 && (size_t)region->bottom + 1 == region->count)
        snprintf(text, size, "Nothing was written before %s[%zu]: does the index start too far on?",
                 o->name, region->count);
    return text[0] != 0;
}

/* Does an element hold the poison that a sum would have changed? Where all that do are next to 0, a
 * kernel may have added to them: a sum below 2 vanishes in the poison. */
static inline int lab_is_surely_unwritten(const struct lab_reference *r, const void *out)
{
    const struct lab_operand *o = &r->shape.out;
    const double poison = lab_poison_value(&r->question, o->type);
    for (int row = 0; row < o->rows; row++)
        for (int col = 0; col < o->cols; col++)
            if (lab_same(lab_out(r, out, row, col), poison) &&
                !(r->value && fabs(r->value[(size_t)row * (size_t)o->cols + (size_t)col]) < 2))
                return 1;
    return 0;
}

/* The first element in memory that was not written; `count` where there is none. */
static inline size_t lab_first_unwritten(const struct lab_reference *r, const void *out)
{
    const struct lab_operand *o = &r->shape.out;
    const double poison = lab_poison_value(&r->question, o->type);
    size_t at = 0;
    while (at < r->count &&
           !lab_same(lab_out(r, out, (int)(at / (size_t)o->cols), (int)(at % (size_t)o->cols)),
                     poison))
        at++;
    return at;
}

/* A sentence about what was not written (`region`: where); empty if all, or nothing, was. */
static inline void lab_say_unwritten(const struct lab_reference *r, const void *out,
                                     const struct lab_region *region, char *text, size_t size)
{
    const struct lab_operand *o = &r->shape.out;
    struct lab_written w;
    text[0] = 0;
    if (region->count == 0 || region->count == r->count || !lab_is_surely_unwritten(r, out))
        return;
    if (!r->launched.block[0])
        lab_say_edge(r, region, "Never written", text, size);
    if (text[0])
        return;
    if (lab_written_rectangle(r, out, region->count, &w)) {
        if (o->cols > 1 && lab_is_exchanged(r, &w))
            snprintf(text, size,
                     "Only rows 0 to %d and columns 0 to %d were written, as if the grid's x and y "
                     "were exchanged: which of the two counts columns?",
                     w.rows - 1, w.cols - 1);
        else if (w.cols == o->cols)
            lab_say_too_few(r, o->cols > 1 ? "rows" : "elements", w.rows, o->rows, text, size);
        else if (w.rows == o->rows)
            lab_say_too_few(r, "columns", w.cols, o->cols, text, size);
        else
            snprintf(text, size,
                     "Only rows 0 to %d and columns 0 to %d were written: is blockIdx in both "
                     "indices, and is the grid large enough?",
                     w.rows - 1, w.cols - 1);
    } else if (!lab_say_gaps(r, out, region, text, size)) {
        const size_t first = lab_first_unwritten(r, out), cols = (size_t)o->cols;
        if (cols == 1)
            snprintf(text, size, "Elements never written: %zu of %zu, the first is %s[%zu].",
                     region->count, r->count, o->name, first);
        else
            snprintf(text, size,
                     "Elements never written: %zu of %zu, the first at row %zu, column %zu.",
                     region->count, r->count, first / cols, first % cols);
    }
}

#endif

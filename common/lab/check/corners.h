/* Cases of which only the corners count: shapes whose indices do not fit into an int. Of each
 * matrix so many rows and columns at either end are drawn, everything between is 0 (in lab 09: -1),
 * and of the output the same corners are looked at. So neither the host nor, in the emulator, the
 * device ever holds the rest. Included by unusual.h. */
#pragma once

enum { LAB_EDGE = 40 /* lines at either end: more than a warp is wide */ };

/* What stands for an element that need not have been written (LAB_PARTLY), byte by byte. */
static const unsigned char lab_missing_byte = 0x4d;

/* Of `size` lines there are more than the two ends. */
LAB_HD int lab_at_edge(int i, int size)
{
    return i < LAB_EDGE || i >= size - LAB_EDGE;
}

/* How many lines an operand has at either end of a direction; if it has few, all at its head. */
struct lab_ends {
    int head, tail;
};

/* `logical` lines of which each is `unit` of the operand's `size`; more than that is padding. */
static inline struct lab_ends lab_ends_of(int size, int logical, int unit)
{
    struct lab_ends e = {size, 0};
    if (logical > 2 * LAB_EDGE) {
        e.head = LAB_EDGE * unit;
        e.tail = size - (logical - LAB_EDGE) * unit;
    }
    return e;
}

static inline struct lab_ends lab_row_ends(const struct lab_operand *o)
{
    int packed = o->pack == LAB_LINES || o->pack == LAB_COUNTS;
    return o->pack == LAB_SIGN_COLS ? lab_ends_of(o->rows, binary_words(o->bits), BINARY_BITS)
           : o->pack == LAB_WORDS   ? lab_ends_of(o->rows, binary_words(o->bits), 1)
                                    : lab_ends_of(o->rows, packed ? o->lines : o->rows, 1);
}

static inline struct lab_ends lab_col_ends(const struct lab_operand *o)
{
    return o->pack == LAB_SIGN_ROWS ? lab_ends_of(o->cols, binary_words(o->bits), BINARY_BITS)
           : o->pack == LAB_LINES   ? lab_ends_of(o->cols, binary_words(o->bits), 1)
           : o->pack == LAB_WORDS   ? lab_ends_of(o->cols, o->lines, 1)
                                    : lab_ends_of(o->cols, o->cols, 1);
}

/* The index in an operand of `size` lines that index i among its corners is. */
static inline int lab_from_corner(struct lab_ends e, int i, int size)
{
    return i < e.head ? i : size - e.head - e.tail + i;
}

/* An operand's four corners, moved together, as the host holds them. */
static inline struct lab_operand lab_corners_of(const struct lab_operand *o)
{
    struct lab_operand c = *o;
    struct lab_ends rows = lab_row_ends(o), cols = lab_col_ends(o);
    c.rows = rows.head + rows.tail;
    c.cols = cols.head + cols.tail;
    c.ld = c.column_major ? c.rows : c.cols;
    return c;
}

/* Elements of the corners that lie side by side: in the operand from index `to` on, on the host
 * from `from` on. */
struct lab_piece {
    size_t to, from;
    int count;
};

/* Piece number `index`; 0 when there are no more. */
static inline int lab_piece_at(const struct lab_operand *o, int index, struct lab_piece *p)
{
    struct lab_ends outer = o->column_major ? lab_col_ends(o) : lab_row_ends(o),
                    inner = o->column_major ? lab_row_ends(o) : lab_col_ends(o);
    int lines = o->column_major ? o->cols : o->rows, line = o->column_major ? o->rows : o->cols,
        parts = inner.tail ? 2 : 1, i = index / parts, last = index % parts == 1;
    if (i >= outer.head + outer.tail)
        return 0;
    p->count = last ? inner.tail : inner.head;
    p->to = (size_t)lab_from_corner(outer, i, lines) * (size_t)o->ld +
            (last ? (size_t)(line - inner.tail) : 0);
    p->from = (size_t)i * (size_t)(inner.head + inner.tail) + (last ? (size_t)inner.head : 0);
    return 1;
}

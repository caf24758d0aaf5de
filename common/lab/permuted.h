/* Rows or columns of an output that hold what belongs into others. */
#ifndef LAB_PERMUTED_H
#define LAB_PERMUTED_H

#include "verdict.h"

/* What belongs at (row, col). */
typedef double lab_right_value(const struct lab_reference *r, int row, int col);
/* What was found there, in the same terms. */
typedef double lab_found_value(const struct lab_reference *r, const void *out, int row, int col);

enum { LAB_MOST_MOVED = 256 /* rows and columns that are looked at */ };

/* Right values and the output, as far as they are looked at; `down`: columns are looked for, else
 * rows. */
struct lab_moved_look {
    const struct lab_reference *r;
    const void *out;
    double *right, *is; /* rows x cols */
    int rows, cols, down;
};

static inline double lab_moved_right(const struct lab_moved_look *m, int line, int at)
{
    int row = m->down ? at : line, col = m->down ? line : at;
    return m->right[(size_t)row * (size_t)m->cols + (size_t)col];
}

/* Whole numbers are exact; sums of reals may be rounded. */
static inline int lab_is_value(const struct lab_reference *r, double is, double value)
{
    return r->question.data == LAB_REAL ? fabs(is - value) <= 1e-4 * (fabs(value) + 1e-2)
                                        : is == value;
}

/* Does line `line` of the output hold line `other`? */
static inline int lab_holds_line(const struct lab_moved_look *m, int line, int other)
{
    int length = m->down ? m->rows : m->cols, differ = 0;
    for (int at = 0; at < length; at++) {
        size_t row = (size_t)(m->down ? at : line), col = (size_t)(m->down ? line : at);
        double is = m->is[row * (size_t)m->cols + col];
        if (!lab_is_value(m->r, is, lab_moved_right(m, other, at)))
            return 0;
        differ += is != lab_moved_right(m, 0, at) || at == 0;
    }
    return differ > 0;
}

/* Every line that is wrong holds another one; the first of them goes to text. */
static inline int lab_say_lines(const struct lab_moved_look *m, char *text, size_t size)
{
    const char *name = m->down ? "column" : "row";
    int lines = m->down ? m->cols : m->rows, wrong = 0, unknown = 0, used = 0, shift = 0,
        same_shift = 1;
    for (int line = 0; line < lines; line++) {
        int other = 0;
        if (lab_holds_line(m, line, line))
            continue;
        while (other < lines && (other == line || !lab_holds_line(m, line, other)))
            other++;
        if (other == lines) { /* it may come from beyond the last one */
            if (++unknown * 3 > lines)
                return 0;
            continue;
        }
        if (wrong == 0)
            shift = other - line;
        same_shift &= other - line == shift;
        if (wrong++ < 3)
            used += snprintf(text + used, size - (size_t)used, "%s %d holds %s %d's values",
                             wrong > 1 ? "," : "", line, name, other);
    }
    if (!wrong || (unknown && wrong < 3))
        return 0;
    char first[200];
    snprintf(first, sizeof first, "%s", text);
    if (same_shift && wrong > 1)
        snprintf(text, size,
                 abs(shift) == 1 ? "Off by one %s: %s i of %s holds %s i %c %d."
                                 : "Off by several %ss: %s i of %s holds %s i %c %d.",
                 name, name, m->r->shape.out.name, name, shift > 0 ? '+' : '-', abs(shift));
    else
        snprintf(text, size, "The values are right, but in the wrong places: in %s, %s%s%s.",
                 m->r->shape.out.name, name, first, wrong > 3 ? ", …" : "");
    return 1;
}

/* A sentence if columns (or rows) of an output hold those of others, all of them whole. */
static inline void lab_say_permuted(const struct lab_reference *r, const void *out,
                                    lab_right_value *right, lab_found_value *found, char *text,
                                    size_t size)
{
    struct lab_moved_look m = {r, out, NULL, NULL, r->shape.out.rows, r->shape.out.cols, 1};
    if (m.rows > LAB_MOST_MOVED || m.cols > LAB_MOST_MOVED || m.rows * m.cols < 4 ||
        !(m.right = (double *)malloc(2 * sizeof *m.right * (size_t)m.rows * (size_t)m.cols)))
        return;
    m.is = m.right + (size_t)m.rows * (size_t)m.cols;
    for (int row = 0; row < m.rows; row++)
        for (int col = 0; col < m.cols; col++) {
            size_t at = (size_t)row * (size_t)m.cols + (size_t)col;
            m.right[at] = right(r, row, col);
            m.is[at] = found ? found(r, out, row, col) : lab_out(r, out, row, col);
        }
    for (m.down = 1; m.down >= 0 && !text[0]; m.down--)
        if ((m.down ? m.rows : m.cols) > 3 && !lab_say_lines(&m, text, size))
            text[0] = 0;
    free(m.right);
}

#endif

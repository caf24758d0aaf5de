/* What verifying gives, and what every family of problems needs for it. problem.h says
 * how; problems/ holds the families. */
#ifndef LAB_VERDICT_H
#define LAB_VERDICT_H

#include <math.h>
#include <stdlib.h>

#include "question.h"

/* The right answer in double, and for each element the sum of magnitudes that scales its rounding
 * error. */
struct lab_reference {
    struct lab_case question;
    struct lab_shape shape;
    size_t count;
    double *value, *scale; /* NULL where the family computes them when it looks at an output */
    double *low;           /* double outputs: what the reference has beyond `value` */
    float *input;          /* the case's x, or the array that is changed in place */
    void *matrix[2];       /* GEMM: A and B as they lie in memory */
};

struct lab_verdict {
    int ok;
    int untouched;     /* not one element was written; if that is ok, the case says nothing */
    double worst;      /* largest error over its bound (real data), 0 if exact */
    size_t wrong;      /* elements that are wrong, as far as they were counted */
    int explained;     /* the message says more than which element is wrong */
    char message[400]; /* one sentence or two; empty if ok */
};

static inline double lab_tolerance(const struct lab_case *c, int depth)
{
    const struct problem *p = lab_problem_of(c->problem);
    if (c->data == LAB_EXACT || c->data == LAB_SCALED || !(p->traits & LAB_ROUNDED))
        return 0;
    if (c->data == LAB_DOCUMENT)
        return 1.1e-4;
    return fmin(2 * sqrt(depth), 16) * ldexp(1, p->type == LAB_F64 ? -53 : -24);
}

static inline int lab_is_poison(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, 4);
    return bits == lab_poison;
}

/* Element (row, col) of an output as it lies in memory. */
static inline double lab_out(const struct lab_reference *r, const void *out, int row, int col)
{
    return lab_get(r->shape.out.type, out, (size_t)row * (size_t)r->shape.out.ld + (size_t)col);
}

/* Which rows and columns of an output nobody wrote, and which are wrong: the shape of a mistake.
 * Rectangles, so that "everything from row 96 on" can be told from a scatter. */
struct lab_region {
    size_t count;
    int top, left, bottom, right; /* the smallest rectangle that holds them all */
};

static inline void lab_region_add(struct lab_region *g, int row, int col)
{
    if (g->count++ == 0) {
        g->top = g->bottom = row;
        g->left = g->right = col;
    }
    g->top = row < g->top ? row : g->top;
    g->bottom = row > g->bottom ? row : g->bottom;
    g->left = col < g->left ? col : g->left;
    g->right = col > g->right ? col : g->right;
}

/* Is `edge` where the last, partial tile of some usual size begins? That size, or 0. */
static inline int lab_tile_edge(int edge, int length)
{
    for (int tile = 128; tile >= 4; tile /= 2)
        if (length % tile && length / tile * tile == edge)
            return tile;
    return 0;
}

/* A sentence about a region that is the ragged end of an output; empty if it is not. `what`: "was
 * never written", … */
static inline void lab_say_edge(const struct lab_reference *r, const struct lab_region *g,
                                const char *what, char *text, size_t size)
{
    const struct lab_operand *o = &r->shape.out;
    int row_tile = lab_tile_edge(g->top, o->rows), col_tile = lab_tile_edge(g->left, o->cols);
    text[0] = 0;
    if (g->count == 0 || (g->top == 0 && g->left == 0))
        return;
    if (row_tile && g->left == 0 && g->bottom == o->rows - 1)
        snprintf(text, size,
                 "Only the last, partial tile %s: rows %d to %d, which do not fill a tile of %d.",
                 what, g->top, g->bottom, row_tile);
    else if (col_tile && g->top == 0 && g->right == o->cols - 1)
        snprintf(text, size,
                 "Only the last, partial tile %s: columns %d to %d, which do not fill a tile of "
                 "%d.",
                 what, g->left, g->right, col_tile);
    else if (row_tile && col_tile)
        snprintf(text, size, "Only the corner where both last tiles are partial %s.", what);
}

/* The beginning of every message: which element, what it is, what it should be. Returns its
 * length. */
static inline int lab_say_element(const struct lab_reference *r, int row, int col, double is,
                                  double should, struct lab_verdict *v)
{
    char size[60], text[40];
    const struct lab_case *c = &r->question;
    const enum lab_type type = r->shape.out.type;
    const int digits = type == LAB_F64 ? 17 : 9;
    int used = snprintf(v->message, sizeof v->message, "%s[%d", r->shape.out.name, row);
    if (r->shape.out.cols > 1)
        used += snprintf(v->message + used, sizeof v->message - (size_t)used, "][%d", col);
    if (!r->shape.in_place && is == lab_poison_value(r->shape.out.type))
        used +=
            snprintf(v->message + used, sizeof v->message - (size_t)used, "] was never written,");
    else
        used += snprintf(v->message + used, sizeof v->message - (size_t)used, "] is %s,",
                         lab_value_text(type, is, digits, text));
    used += snprintf(v->message + used, sizeof v->message - (size_t)used,
                     " should be %s (%zu of %zu wrong; %s, %s). ",
                     lab_value_text(type, should, digits, text), v->wrong, r->count,
                     lab_size_text(c, size, sizeof size), lab_data_name(c->data));
    return used;
}

#endif

/* What only the engine asks: cases whose memory is unusual, shapes of which only the corners count,
 * elements that say where they came from, document 000's data. Included by inputs.h. */
#pragma once

/* What is unusual about the memory of a case. Operands are counted from 0, inputs first; LAB_INPUTS
 * is the output. */
enum lab_memory {
    LAB_SNUG,    /* nothing: operands begin at multiples of 256 bytes */
    LAB_SHIFTED, /* + operand: that one begins one element later */
    LAB_HALFWAY = LAB_SHIFTED + LAB_INPUTS + 1, /* all begin in the middle of 16 bytes */
    LAB_HUGE = 8,                               /* only its corners count (corners.h) */
    /* + operand: the same, and the lines of that one are 2^35 bytes apart, the first from the
     * last */
    LAB_STRETCHED,
    LAB_PARTLY = 0x10,  /* besides: not all blocks run, so what was not written may be missing */
    LAB_WATCHED = 0x20, /* besides: races are looked for, though only corners count */
    LAB_DENSE = 0x40,   /* besides: integers, too, have no gaps between their rows */
    /* besides: the operand that would begin late does not, but its lines are one element further
     * apart; of LAB_HALFWAY, all lines are a multiple of four elements apart; of LAB_STRETCHED, 16
     * times as far */
    LAB_APART = 0x80,
    LAB_BESIDES = LAB_PARTLY | LAB_WATCHED | LAB_DENSE | LAB_APART
};

static inline int lab_is_huge(const struct lab_case *c)
{
    return (c->memory & ~LAB_BESIDES) >= LAB_HUGE;
}

/* The operand that begins late, or whose lines lie far apart; -1: none. LAB_INPUTS + 1: all. */
static inline int lab_shifted(const struct lab_case *c)
{
    const int memory = c->memory & ~LAB_BESIDES;
    return memory >= LAB_SHIFTED && memory <= LAB_HALFWAY ? memory - LAB_SHIFTED : -1;
}

static inline int lab_stretched(const struct lab_case *c)
{
    const int memory = c->memory & ~LAB_BESIDES;
    return memory >= LAB_STRETCHED ? memory - LAB_STRETCHED : -1;
}

/* Lines so far apart that indices of elements exceed 32 bits, those of 16 bytes an int; 16 times as
 * far, where a line has as many bytes as an int counts, a step of eight lines exceeds an int, too.
 * Aligned lines stay aligned. */
static inline int lab_far_apart(const struct lab_operand *o, int farther)
{
    size_t lines = (size_t)(o->column_major ? o->cols : o->rows),
           ld = ((size_t)1 << (farther ? 39 : 35)) / lab_type_size(o->type) / (lines - 1) + 7,
           most = (1 << 29) + 4;
    return (int)((ld < most ? ld : most) / 4 * 4);
}

/* Lets the lines of operands lie as far apart as the case says. */
static inline void lab_stretch(const struct lab_case *c, struct lab_shape *s)
{
    const int apart = (c->memory & LAB_APART) != 0, shifted = lab_shifted(c);
    for (int i = 0; i <= LAB_INPUTS; i++) {
        struct lab_operand *o = i < LAB_INPUTS ? &s->in[i] : &s->out;
        if (i == lab_stretched(c))
            o->ld = lab_far_apart(o, apart);
        else if (apart && shifted > LAB_INPUTS && o->ld > 1)
            o->ld = (o->ld + 3) / 4 * 4;
        else if (apart && i == shifted)
            o->ld++;
    }
}

#include "lab/check/corners.h"
#include "lab/probe/probe_elements.h"

/* The index after i, up to `size`; where only the corners count, the next at an edge. */
static inline int lab_next(const struct lab_recipe *r, int i, int size)
{
    return r->huge && i + 1 == LAB_EDGE && size > 2 * LAB_EDGE ? size - LAB_EDGE : i + 1;
}

/* Uniform integer in [1, bound]. */
LAB_HD int lab_positive(uint64_t key, int row, int col, int bound)
{
    return 1 + (int)(((lab_random(key, row, col) >> 32) * (uint64_t)bound) >> 32);
}

/* An element of A (`of_a`) or of what it is multiplied by; `l` counts the terms. A term is a whole
 * number times 2^-60 (in double: 2^-100), so that no partial sum is rounded: but in some the one
 * factor is denormal and the other large, in some one is a zero. */
LAB_HD double lab_scaled(int whole, int l, int of_a, int negative, int wide)
{
    const int least = wide ? -1074 : -149, term = wide ? -100 : -60;
    int mine = term / 2;
    if (l % 8 == (of_a ? 1 : 3))
        mine = least;
    else if (l % 8 == (of_a ? 3 : 1))
        mine = term - least;
    else if (l % 8 == (of_a ? 5 : 7))
        return negative ? -0.0 : 0.0;
    return ldexp((double)whole, mine);
}

/* Document 000's matrix. Written as one division so that it rounds once everywhere. */
LAB_HD double lab_document_a(int row, int col)
{
    return (10.0 * (row + 1.0) - col) / 10.0;
}

/* Document 000's vector: log of the square root of i^2 - i + 2. Host only: log() is not the same
 * function on a device. */
static inline double lab_document_x(int i)
{
    return log(sqrt((double)i * i - i + 2));
}

/* Is an element not what inputs.h draws? Then *value is what it is. */
LAB_HD int lab_is_unusual(struct lab_recipe r, int row, int col, double *value)
{
    if (r.data == LAB_PROBE)
        *value = lab_probe_element(r, row, col);
    else if (r.huge && !(lab_at_edge(row, r.rows) && lab_at_edge(col, r.cols)))
        *value = 0;
    else if (r.type == LAB_U32 || r.type == LAB_B32)
        return 0;
    else if (r.data == LAB_SCALED)
        *value = !r.operand && row % 16 == 15
                     ? 0 /* so are all sums of this row */
                     : lab_scaled(lab_positive(r.key, row, col, r.bound), r.operand ? row : col,
                                  !r.operand, (r.operand ? col : row) % 2, r.type == LAB_F64);
    else if (r.huge && r.data == LAB_EXACT) /* no term can hide another */
        *value = lab_positive(r.key, row, col, r.bound);
    else if (r.data == LAB_DOCUMENT && r.operand == 0)
        *value = lab_document_a(row, col);
    else
        return 0;
    return 1;
}

/* Are the operand's elements integers or reals in float, or patterns of 32 bits, as most cases have
 * them? */
static inline int lab_is_common(const struct lab_recipe *r)
{
    return r->pack == LAB_PLAIN && !r->huge && r->data != LAB_PROBE &&
           (r->type == LAB_B32 ||
            (r->type == LAB_F32 && (r->data == LAB_EXACT || r->data == LAB_REAL)));
}

/* Elements [from, end) of such a row or column (number `i`), four bytes each: what lab_element
 * says, in a fraction of its time. */
static inline void lab_fill_common(const struct lab_recipe *r, int by_column, int i, int from,
                                   int end, void *to)
{
    float *value = (float *)to;
    uint32_t *bits = (uint32_t *)to;
    if (r->type == LAB_B32 && r->data == LAB_BITS)
        for (int j = from; j < end; j++)
            *bits++ = lab_bits(r->key, by_column ? j : i, by_column ? i : j, r->rows, r->cols);
    else if (r->type == LAB_B32)
        for (int j = from; j < end; j++)
            *bits++ = lab_pattern(r->key, by_column ? j : i, by_column ? i : j, r->cols);
    else if (r->data == LAB_EXACT)
        for (int j = from; j < end; j++)
            *value++ = (float)lab_integer(r->key, by_column ? j : i, by_column ? i : j, r->bound);
    else
        for (int j = from; j < end; j++)
            *value++ = (float)lab_real(r->key, by_column ? j : i, by_column ? i : j);
}

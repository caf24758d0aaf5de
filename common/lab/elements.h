/* What the elements of an operand are: any one of them, how it lies in memory, how it is printed,
 * and what an output holds before a step writes it. */
#ifndef LAB_ELEMENTS_H
#define LAB_ELEMENTS_H

#include "question.h"

static inline struct lab_recipe lab_recipe_of(const struct lab_case *c, int operand)
{
    struct lab_shape s = lab_shape_of(c);
    int bits = s.in[operand].type == LAB_F64 ? 53 : 24;
    struct lab_recipe r = {c->data,
                           s.in[operand].type,
                           operand,
                           lab_exact_bound(bits, s.depth),
                           s.in[operand].cols,
                           s.in[operand].pack,
                           s.in[operand].lines,
                           s.in[operand].bits,
                           c->data == LAB_PROBE
                               ? c->seed
                               : lab_key(c->seed, operand % 2), /* the counts are of A and B */
                           s.in[operand].rows,
                           lab_is_huge(c)};
    return r;
}

/* Element (row, col) of an operand. Exact in the operand's type but for document 000's data, which
 * the caller rounds to float once. Not for document 000's vector on a device: see inputs.h. */
LAB_HD double lab_element(struct lab_recipe r, int row, int col)
{
    if (r.pack != LAB_PLAIN)
        return lab_packed_element(r, row, col);
    if (r.data == LAB_PROBE)
        return lab_probe_element(r, row, col);
    if (r.huge && !(lab_at_edge(row, r.rows) && lab_at_edge(col, r.cols)))
        return 0;
    if (r.type == LAB_U32)
        return (double)(uint32_t)(lab_random(r.key, row, col) >> 32);
    if (r.type == LAB_B32)
        return r.data == LAB_BITS ? lab_bits(r.key, row, col, r.rows, r.cols)
                                  : lab_pattern(r.key, row, col, r.cols);
    if (r.data == LAB_SCALED)
        return lab_scaled(lab_positive(r.key, row, col, r.bound), r.operand ? row : col, !r.operand,
                          (r.operand ? col : row) % 2, r.type == LAB_F64);
    if (r.data == LAB_EXACT)
        return r.huge ? lab_positive(r.key, row, col, r.bound) /* no term can hide another */
                      : lab_integer(r.key, row, col, r.bound);
    if (r.data == LAB_DOCUMENT && r.operand == 0)
        return lab_document_a(row, col);
    return r.type == LAB_F64 ? lab_real_wide(r.key, row, col) : lab_real(r.key, row, col);
}

/* Stores a value in the operand's type at index `at`. */
LAB_HD void lab_put(enum lab_type type, void *to, size_t at, double value)
{
    if (type == LAB_F64)
        ((double *)to)[at] = value;
    else if (type == LAB_U32 || type == LAB_B32)
        ((uint32_t *)to)[at] = (uint32_t)value;
    else if (type == LAB_I32)
        ((int32_t *)to)[at] = (int32_t)value;
    else
        ((float *)to)[at] = (float)value;
}

LAB_HD double lab_get(enum lab_type type, const void *from, size_t at)
{
    return type == LAB_F64                      ? ((const double *)from)[at]
           : type == LAB_U32 || type == LAB_B32 ? (double)((const uint32_t *)from)[at]
           : type == LAB_I32                    ? (double)((const int32_t *)from)[at]
                                                : (double)((const float *)from)[at];
}

/* A value as it is printed: a 32-bit pattern in hexadecimal, a count whole, a real with so many
 * digits. */
static inline const char *lab_value_text(enum lab_type type, double value, int digits,
                                         char text[40])
{
    if (type == LAB_U32 || type == LAB_B32)
        snprintf(text, 40, "0x%08x", (unsigned)value);
    else if (type == LAB_I32)
        snprintf(text, 40, "%.0f", value);
    else
        snprintf(text, 40, "%.*g", digits,
                 isnan(value) ? fabs(value) : value); /* no "-nan", which says nothing more */
    return text;
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

/* Writes the operand as it lies in memory; padding is a quiet NaN, so that reading it shows;
 * where elements are asked about, 0. */
static inline void lab_fill_host(const struct lab_case *c, int operand, void *destination)
{
    struct lab_shape s = lab_shape_of(c);
    const struct lab_operand *o = &s.in[operand];
    struct lab_recipe r = lab_recipe_of(c, operand);
    const int common = lab_is_common(&r);
    int lines = o->column_major ? o->cols : o->rows, line = o->column_major ? o->rows : o->cols;
    for (int i = 0; i < lines; i++) {
        size_t at = (size_t)i * (size_t)o->ld;
        if (common)
            lab_fill_common(&r, o->column_major, i, 0, line, (float *)destination + at);
        for (int j = 0; j < line && !common; j++) {
            int row = o->column_major ? j : i, col = o->column_major ? i : j;
            lab_put(o->type, destination, at + (size_t)j,
                    c->data == LAB_DOCUMENT && operand == 1 ? lab_document_x(row)
                                                            : lab_element(r, row, col));
        }
        for (int j = line; j < o->ld && i + 1 < lines; j++)
            lab_put(o->type, destination, at + (size_t)j, c->data == LAB_PROBE ? 0 : NAN);
    }
}

/* What fills an output before a step writes it, byte by byte, so that a memset does: drawn with the
 * case. As a float it is far from most sums, yet small enough that adding to it changes it: an
 * element that still holds it was never written, one a little off was accumulated onto it. For half
 * of the reals it is a NaN, which no product takes away. No byte is one of padding (0), of all +1
 * (ff) or of what need not be written (lab_missing_byte). */
static inline unsigned char lab_poison_byte(const struct lab_case *c)
{
    static const unsigned char as_float[] = {0x4c, 0xcc, 0x4b, 0xcb, 0x4a, 0xca},
                               as_double[] = {0x43, 0xc3, 0x42, 0xc2},
                               as_integer[] = {0x4c, 0x35, 0x5a, 0x69, 0x96, 0xa6, 0xb3, 0xcc};
    const enum lab_type type = lab_problem_of(c->problem)->type;
    const uint64_t draw = c->data == LAB_PROBE ? 0 : lab_mix(c->seed ^ 0x706f69736f6eu);
    if (type != LAB_F32 && type != LAB_F64)
        return as_integer[draw % sizeof as_integer];
    if (c->data == LAB_REAL && draw >> 63)
        return 0xff;
    return type == LAB_F64 ? as_double[draw % sizeof as_double] : as_float[draw % sizeof as_float];
}

static inline double lab_poison_value(const struct lab_case *c, enum lab_type type)
{
    unsigned char poison[8];
    memset(poison, lab_poison_byte(c), sizeof poison);
    return lab_get(type, poison, 0);
}

/* The same bits: a NaN is equal to itself. */
static inline int lab_same(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

#endif

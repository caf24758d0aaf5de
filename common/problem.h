/* The problems that labs pose: shapes, sizes, inputs and what they cost at least. No CUDA here: the judge, which is C,
 * includes this to regenerate what a runner was asked. */
#ifndef LAB_PROBLEM_H
#define LAB_PROBLEM_H

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "inputs.h"

enum lab_problem { LAB_ADD_ONE, LAB_GEMV_ROW, LAB_GEMV_COL, LAB_GEMV_CONST, LAB_PROBLEMS };

enum {
    LAB_CONSTANT_FLOATS = 16384 /* 64 KiB: all the constant memory that a program can declare */
};

/* One question to a step: which sizes, which kind of data, which draw of it. */
struct lab_case {
    enum lab_problem problem;
    enum lab_data data;
    int m, n, k; /* rows, columns, depth; k is 1 where the problem has none */
    uint64_t seed;
};

enum lab_type { LAB_F32 };

struct lab_operand {
    const char *name;
    enum lab_type type;
    int rows, cols;
    int ld; /* elements from one row to the next (one column to the next if column_major) */
    int column_major;
};

struct lab_shape {
    int inputs;
    struct lab_operand in[2], out;
    int in_place;        /* the output starts as a copy of in[0] instead of poison */
    int depth;           /* terms of a sum: bounds the rounding error */
    double flops, bytes; /* useful operations; bytes that must cross DRAM at least once */
};

static inline size_t lab_type_size(enum lab_type type)
{
    (void)type;
    return 4;
}

/* Elements from the operand's first to its last, padding between rows included. */
static inline size_t lab_elements(const struct lab_operand *o)
{
    size_t lines = (size_t)(o->column_major ? o->cols : o->rows);
    size_t line = (size_t)(o->column_major ? o->rows : o->cols);
    return (lines - 1) * (size_t)o->ld + line;
}

static inline size_t lab_bytes(const struct lab_operand *o)
{
    return lab_elements(o) * lab_type_size(o->type);
}

static inline struct lab_operand lab_matrix(const char *name, int rows, int cols)
{
    struct lab_operand o = {name, LAB_F32, rows, cols, cols, 0};
    return o;
}

/* The operands of a case. Sizes must have passed lab_check_size. */
static inline struct lab_shape lab_shape_of(const struct lab_case *c)
{
    struct lab_shape s;
    memset(&s, 0, sizeof s);
    double m = c->m, n = c->n;
    switch (c->problem) {
    case LAB_ADD_ONE:
        s.inputs = 1;
        s.in[0] = s.out = lab_matrix("a", c->m, c->n);
        s.in_place = 1;
        s.depth = 2;
        s.flops = m * n;
        s.bytes = 8 * m * n;
        break;
    default: /* the GEMVs */
        s.inputs = 2;
        s.in[0] = lab_matrix("A", c->m, c->n);
        if (c->problem != LAB_GEMV_ROW) {
            s.in[0].column_major = 1;
            s.in[0].ld = c->m % 32 == 0 ? c->m /* columns begin on sectors: counts are round */
                         : c->m <= 2048 ? c->m + c->m % 7
                                        : (c->m + 3) / 4 * 4;
        }
        s.in[1] = lab_matrix("x", c->n, 1);
        s.out = lab_matrix("y", c->m, 1);
        s.depth = c->n;
        s.flops = 2 * m * n;
        s.bytes = 4 * (m * n + m + n);
        break;
    }
    return s;
}

/* 0, or -1 with one line in `message` that says which size is impossible and why. `memory`: bytes that the device can give. */
static inline int lab_check_size(const struct lab_case *c, double memory, char *message,
                                 size_t size)
{
    if (c->m < 1 || c->n < 1 || c->k < 1) {
        snprintf(message, size, "size %dx%d: every dimension must be at least 1", c->m, c->n);
        return -1;
    }
    if (c->problem == LAB_GEMV_CONST && c->n > LAB_CONSTANT_FLOATS) {
        snprintf(message, size,
                 "n = %d: this step keeps x in 64 KiB of constant memory, %d floats at most", c->n,
                 LAB_CONSTANT_FLOATS);
        return -1;
    }
    struct lab_shape s = lab_shape_of(c);
    double bytes = s.in_place ? 0 : 4.0 * s.out.rows * s.out.cols;
    for (int i = 0; i < s.inputs; i++)
        bytes += 4.0 * s.in[i].rows * s.in[i].cols;
    if (bytes > memory) {
        snprintf(
            message, size,
            "size %dx%d needs %.1f GB on the device, which has %.1f GB free: choose a smaller one",
            c->m, c->n, bytes / 1e9, memory / 1e9);
        return -1;
    }
    return 0;
}

/* What one operand's elements are made from; kept small so that a kernel can take it by value. */
struct lab_recipe {
    enum lab_data data;
    enum lab_problem problem;
    int operand, bound;
    uint64_t key;
};

static inline struct lab_recipe lab_recipe_of(const struct lab_case *c, int operand)
{
    struct lab_shape s = lab_shape_of(c);
    struct lab_recipe r = {c->data, c->problem, operand, lab_exact_bound(24, s.depth),
                           lab_key(c->seed, operand)};
    return r;
}

/* Element (row, col) of an operand. Exact in float but for document 000's data, which the caller rounds to float once.
 * Not for document 000's vector on a device: see inputs.h. */
LAB_HD double lab_element(struct lab_recipe r, int row, int col)
{
    if (r.data == LAB_EXACT)
        return lab_integer(r.key, row, col, r.bound);
    if (r.data == LAB_DOCUMENT && r.operand == 0)
        return lab_document_a(row, col);
    return lab_real(r.key, row, col);
}

/* Writes the operand as it lies in memory; padding is a quiet NaN, so that reading it shows. */
static inline void lab_fill_host(const struct lab_case *c, int operand, float *destination)
{
    struct lab_shape s = lab_shape_of(c);
    const struct lab_operand *o = &s.in[operand];
    struct lab_recipe r = lab_recipe_of(c, operand);
    int lines = o->column_major ? o->cols : o->rows, line = o->column_major ? o->rows : o->cols;
    for (int i = 0; i < lines; i++) {
        float *out = destination + (size_t)i * o->ld;
        for (int j = 0; j < line; j++) {
            int row = o->column_major ? j : i, col = o->column_major ? i : j;
            out[j] = c->data == LAB_DOCUMENT && operand == 1 ? (float)lab_document_x(row)
                                                             : (float)lab_element(r, row, col);
        }
        for (int j = line; j < o->ld && i + 1 < lines; j++)
            out[j] = NAN;
    }
}

/* Beyond every sum of exact integers (2^24), yet small enough that adding to it changes it: an element that still holds it was
 * never written, one a little off was accumulated onto it. Equal bytes, so that a memset writes it. */
static const uint32_t lab_poison = 0x4c4c4c4cu; /* 53,555,504 */

static inline const char *lab_data_name(enum lab_data data)
{
    static const char *const names[] = {"integers", "reals", "document 000's data",
                                        "no device memory left"};
    return names[data];
}

#endif

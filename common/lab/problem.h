/* The problems that labs pose: shapes, sizes, inputs and what they cost at least. No CUDA here: the
 * judge, which is C, includes this to regenerate what a runner was asked. */
#ifndef LAB_PROBLEM_H
#define LAB_PROBLEM_H

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "inputs.h"

/* Their contracts (what is handed to launch_…) stand in steps.h. */
enum lab_problem {
    LAB_ADD_ONE,
    LAB_GEMV_ROW,
    LAB_GEMV_COL,
    LAB_GEMV_CONST,
    LAB_TRANSPOSE,
    LAB_BRANCHES,
    LAB_GEMM,
    LAB_DGEMM,
    LAB_DGEMM_TENSOR,
    LAB_GEMM_TILE,
    LAB_PACK_A,
    LAB_PACK_B,
    LAB_PACK_BT,
    LAB_ONES,
    LAB_XNOR,
    LAB_XNOR_MMA,
    LAB_XNOR_HOPPER,
    LAB_SIGN,
    LAB_PROBLEMS
};

enum {
    LAB_INPUTS = 4,              /* operands that a problem has at most */
    LAB_CONSTANT_FLOATS = 16384, /* 64 KiB: all the constant memory that a program can declare */
    LAB_GRID_ROWS = 65535 * 8    /* a grid has 65535 blocks along y; the smallest tile has 8 rows */
};

/* What is unusual about the memory of a case. Operands are counted from 0, inputs first; LAB_INPUTS
 * is the output. */
enum lab_memory {
    LAB_SNUG,     /* nothing: operands begin at multiples of 256 bytes */
    LAB_SHIFTED,  /* + operand: that one begins one element later */
    LAB_HUGE = 8, /* only its corners count (corners.h) */
    /* + operand: the same, and the lines of that one are 2^35 bytes apart, the first from the
     * last */
    LAB_STRETCHED,
    LAB_PARTLY = 0x10 /* besides: not all blocks run, so what was not written may be missing */
};

/* One question to a step: which sizes, which kind of data, which draw of it. */
struct lab_case {
    enum lab_problem problem;
    enum lab_data data;
    int m, n, k; /* rows, columns, depth (for BRANCHES: ways); k is 1 where the problem has none */
    uint64_t seed;
    int memory; /* enum lab_memory */
};

static inline int lab_is_huge(const struct lab_case *c)
{
    return (c->memory & ~LAB_PARTLY) >= LAB_HUGE;
}

/* The operand that begins late, or whose lines lie far apart; -1: none. */
static inline int lab_shifted(const struct lab_case *c)
{
    return c->memory >= LAB_SHIFTED && c->memory <= LAB_SHIFTED + LAB_INPUTS
               ? c->memory - LAB_SHIFTED
               : -1;
}

static inline int lab_stretched(const struct lab_case *c)
{
    return (c->memory & ~LAB_PARTLY) >= LAB_STRETCHED ? (c->memory & ~LAB_PARTLY) - LAB_STRETCHED
                                                      : -1;
}

enum lab_type { LAB_F32, LAB_F64, LAB_U32, LAB_I32, LAB_B32 /* a float of which the bits count */ };

/* How an operand of lab 09 holds its lines (a line is a row of A, a column of B): one element of +1
 * or -1 after the other, in rows or in columns; packed, with a line's words side by side or with
 * the lines side by side; or only how many +1 each line has. */
enum lab_pack {
    LAB_PLAIN, /* all other labs */
    LAB_SIGN_ROWS,
    LAB_SIGN_COLS,
    LAB_LINES,
    LAB_WORDS,
    LAB_COUNTS
};

struct lab_operand {
    const char *name;
    enum lab_type type;
    int rows, cols;
    int ld; /* elements from one row to the next (one column to the next if column_major) */
    int column_major;
    enum lab_pack pack;
    int lines, bits; /* of a packed operand: lines that are none of its padding, elements in each */
};

struct lab_shape {
    int inputs;
    struct lab_operand in[LAB_INPUTS], out;
    int in_place;        /* the output starts as a copy of in[0] instead of poison */
    int depth;           /* terms of a sum: bounds the rounding error */
    double flops, bytes; /* useful operations; bytes that must cross DRAM at least once */
};

static inline size_t lab_type_size(enum lab_type type)
{
    return type == LAB_F64 ? 8 : 4;
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
    struct lab_operand o = {name, LAB_F32, rows, cols, cols, 0, LAB_PLAIN, 0, 0};
    return o;
}

static inline void lab_shape_add_one(const struct lab_case *c, struct lab_shape *s)
{
    s->inputs = 1;
    s->in[0] = s->out = lab_matrix("a", c->m, c->n);
    s->in_place = 1;
    s->depth = 2;
    s->flops = (double)c->m * c->n;
    s->bytes = 8 * s->flops;
}

static inline void lab_shape_gemv(const struct lab_case *c, struct lab_shape *s)
{
    double m = c->m, n = c->n;
    s->inputs = 2;
    s->in[0] = lab_matrix("A", c->m, c->n);
    if (c->problem != LAB_GEMV_ROW) {
        s->in[0].column_major = 1;
        s->in[0].ld = c->m % 32 == 0 || c->m > INT_MAX - 3
                          ? c->m /* columns begin on sectors: counts are round */
                      : c->m <= 2048 ? c->m + c->m % 7
                                     : (c->m + 3) / 4 * 4;
    }
    s->in[1] = lab_matrix("x", c->n, 1);
    s->out = lab_matrix("y", c->m, 1);
    s->depth = c->n;
    s->flops = 2 * m * n;
    s->bytes = 4 * (m * n + m + n);
}

static inline void lab_shape_transpose(const struct lab_case *c, struct lab_shape *s)
{
    s->inputs = 1;
    s->in[0] = lab_matrix("in", c->m, c->n);
    s->out = lab_matrix("out", c->n, c->m);
    s->in[0].type = s->out.type = LAB_B32;
    s->depth = 1;
    s->bytes = 8.0 * c->m * c->n;
}

static inline void lab_shape_branches(const struct lab_case *c, struct lab_shape *s)
{
    s->inputs = 1;
    s->in[0] = lab_matrix("in", c->m, c->n);
    s->out = lab_matrix("out", c->m, c->n);
    s->in[0].type = s->out.type = LAB_U32;
    s->depth = 1;
    s->bytes = 8.0 * c->m * c->n;
}

/* Is it computed in double? */
static inline int lab_is_double(enum lab_problem p)
{
    return p == LAB_DGEMM || p == LAB_DGEMM_TENSOR;
}

/* How much further apart rows are than they are long. Long rows of whole 32 bytes stay aligned to
 * 16, so that code which asks for that finds gaps, too. */
static inline int lab_gap(int cols, int otherwise)
{
    return cols % 8 == 0 ? 4 : otherwise;
}

/* The integers come in rows that are further apart than they are long, the reals (what is timed)
 * without gaps. */
static inline void lab_shape_gemm(const struct lab_case *c, struct lab_shape *s)
{
    double m = c->m, n = c->n, k = c->k;
    int gap = c->data == LAB_EXACT;
    s->inputs = 2;
    s->in[0] = lab_matrix("A", c->m, c->k);
    s->in[1] = lab_matrix("B", c->k, c->n);
    s->out = lab_matrix("C", c->m, c->n);
    s->in[0].ld += gap * lab_gap(c->k, 1 + c->k % 3);
    s->in[1].ld += gap * lab_gap(c->n, 1 + c->n % 5);
    s->out.ld += gap * (2 + c->n % 3);
    s->in[0].type = s->in[1].type = s->out.type = lab_is_double(c->problem) ? LAB_F64 : LAB_F32;
    s->depth = c->k;
    s->flops = 2 * m * n * k;
    s->bytes = (double)lab_type_size(s->out.type) * (m * k + k * n + m * n);
}

/* What one operand's elements are made from; kept small so that a kernel can take it by value. */
struct lab_recipe {
    enum lab_data data;
    enum lab_type type;
    int operand, bound, cols;
    enum lab_pack pack;
    int lines, bits;
    uint64_t key;
    int rows, huge; /* huge: all but the corners is 0 */
};

#include "binary.h"
#include "lab/check/corners.h"
#include "lab/problems/binary_shape.h"

/* Lines so far apart that indices of elements exceed 32 bits, those of 16 bytes an int. Aligned
 * lines stay aligned. */
static inline int lab_far_apart(const struct lab_operand *o)
{
    size_t lines = (size_t)(o->column_major ? o->cols : o->rows);
    return (int)((((size_t)1 << 35) / lab_type_size(o->type) / (lines - 1) + 7) / 4 * 4);
}

/* The operands of a case. Sizes must have passed lab_check_size. */
static inline struct lab_shape lab_shape_of(const struct lab_case *c)
{
    static void (*const shape[LAB_PROBLEMS])(const struct lab_case *, struct lab_shape *) = {
        lab_shape_add_one,  lab_shape_gemv, lab_shape_gemv, lab_shape_gemv, lab_shape_transpose,
        lab_shape_branches, lab_shape_gemm, lab_shape_gemm, lab_shape_gemm, lab_shape_gemm,
        lab_shape_pack,     lab_shape_pack, lab_shape_pack, lab_shape_pack, lab_shape_xnor,
        lab_shape_xnor,     lab_shape_xnor, lab_shape_xnor};
    struct lab_shape s;
    memset(&s, 0, sizeof s);
    shape[c->problem](c, &s);
    if (lab_stretched(c) >= 0) {
        struct lab_operand *o = lab_stretched(c) < LAB_INPUTS ? &s.in[lab_stretched(c)] : &s.out;
        o->ld = lab_far_apart(o);
    }
    return s;
}

/* Problems that ask the same question of the same data, perhaps laid out otherwise, stand in one
 * table. */
static inline enum lab_problem lab_family(enum lab_problem p)
{
    return p == LAB_GEMV_COL || p == LAB_GEMV_CONST    ? LAB_GEMV_ROW
           : p == LAB_DGEMM_TENSOR                     ? LAB_DGEMM
           : p == LAB_XNOR_MMA || p == LAB_XNOR_HOPPER ? LAB_XNOR
                                                       : p;
}

/* Steps of two labs that do the same job, so that one can be measured at the other's sizes. */
static inline int lab_same_job(enum lab_problem p, enum lab_problem q)
{
    return lab_family(p) == lab_family(q) || (p == LAB_GEMM && q == LAB_GEMM_TILE);
}

static inline int lab_has_depth(enum lab_problem p)
{
    return (p >= LAB_GEMM && p <= LAB_GEMM_TILE) || p >= LAB_XNOR;
}

/* "m x n" or "m x n x k", as a message or a table says it. */
static inline const char *lab_size_text(const struct lab_case *c, char *text, size_t size)
{
    if (lab_has_depth(c->problem))
        snprintf(text, size, "%dx%dx%d", c->m, c->n, c->k);
    else if (c->problem == LAB_BRANCHES)
        snprintf(text, size, "%dx%d, %d ways", c->m, c->n, c->k);
    else
        snprintf(text, size, "%dx%d", c->m, c->n);
    return text;
}

/* The most that m, n or k (direction 0, 1, 2) may be, as far as it is the problem that says so;
 * INT_MAX: it does not. A grid has 65535 blocks along y; the smallest tile that a step or a sweep
 * of it has is 8 or 4 rows high. */
static inline int lab_largest(enum lab_problem p, int direction)
{
    if (p < LAB_TRANSPOSE || p == LAB_BRANCHES)
        return p == LAB_GEMV_CONST && direction == 1 ? LAB_CONSTANT_FLOATS : INT_MAX;
    return (p >= LAB_PACK_A && direction < 2) || lab_is_double(p) ? (int)BINARY_LARGEST
                                                                  : (int)LAB_GRID_ROWS;
}

/* 0, or -1 with one line in `message` that says which size is impossible and why. `memory`: bytes
 * that the device can give. */
static inline int lab_check_size(const struct lab_case *c, double memory, char *message,
                                 size_t size)
{
    char text[60];
    double bytes;
    lab_size_text(c, text, sizeof text);
    if (c->m < 1 || c->n < 1 || c->k < 1) {
        snprintf(message, size, "size %s: every dimension must be at least 1", text);
        return -1;
    }
    if (c->problem == LAB_GEMV_CONST && c->n > LAB_CONSTANT_FLOATS) {
        snprintf(message, size,
                 "n = %d: this step keeps x in 64 KiB of constant memory, %d floats at most", c->n,
                 LAB_CONSTANT_FLOATS);
        return -1;
    }
    for (int d = 0; d < 3; d++) {
        int is = d == 0 ? c->m : d == 1 ? c->n : c->k, most = lab_largest(c->problem, d);
        if (is > most) {
            snprintf(message, size,
                     "size %s: %c is %d at most, 65535 blocks of %d along a grid's y", text,
                     "mnk"[d], most, most / 65535);
            return -1;
        }
    }
    if ((c->problem == LAB_BRANCHES || c->problem == LAB_ADD_ONE) &&
        (double)c->m * c->n > INT_MAX) {
        snprintf(message, size, "size %s: %d elements at most, their number is an int", text,
                 INT_MAX);
        return -1;
    }
    struct lab_shape s = lab_shape_of(c);
    double width = (double)lab_type_size(s.out.type);
    bytes = s.in_place ? 0 : width * s.out.rows * s.out.cols;
    for (int i = 0; i < s.inputs; i++)
        bytes += width * s.in[i].rows * s.in[i].cols;
    if (bytes > memory) {
        snprintf(
            message, size,
            "size %s needs %.1f GB on the device, which has %.1f GB free: choose a smaller one",
            text, bytes / 1e9, memory / 1e9);
        return -1;
    }
    return 0;
}

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
                           lab_key(c->seed, operand % 2), /* the counts are of A and B */
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

/* Writes the operand as it lies in memory; padding is a quiet NaN, so that reading it shows. */
static inline void lab_fill_host(const struct lab_case *c, int operand, void *destination)
{
    struct lab_shape s = lab_shape_of(c);
    const struct lab_operand *o = &s.in[operand];
    struct lab_recipe r = lab_recipe_of(c, operand);
    int lines = o->column_major ? o->cols : o->rows, line = o->column_major ? o->rows : o->cols;
    for (int i = 0; i < lines; i++) {
        size_t at = (size_t)i * (size_t)o->ld;
        for (int j = 0; j < line; j++) {
            int row = o->column_major ? j : i, col = o->column_major ? i : j;
            lab_put(o->type, destination, at + (size_t)j,
                    c->data == LAB_DOCUMENT && operand == 1 ? lab_document_x(row)
                                                            : lab_element(r, row, col));
        }
        for (int j = line; j < o->ld && i + 1 < lines; j++)
            lab_put(o->type, destination, at + (size_t)j, NAN);
    }
}

/* Beyond every sum of exact integers (2^24), yet small enough that adding to it changes it: an
 * element that still holds it was never written, one a little off was accumulated onto it. Equal
 * bytes, so that a memset writes it. */
static const uint32_t lab_poison = 0x4c4c4c4cu; /* 53,555,504 */
/* The same for double (beyond 2^53): each byte of 1.08e16. */
static const unsigned char lab_poison_wide = 0x43;

/* The byte that poisons an output of this type. */
static inline unsigned char lab_poison_byte(enum lab_type type)
{
    return type == LAB_F64 ? lab_poison_wide : (unsigned char)lab_poison;
}

static inline double lab_poison_value(enum lab_type type)
{
    union {
        unsigned char byte[8];
        float f;
        double d;
        uint32_t u;
    } poison;
    memset(poison.byte, lab_poison_byte(type), sizeof poison.byte);
    return type == LAB_F64 ? poison.d : type >= LAB_U32 ? (double)poison.u : (double)poison.f;
}

/* 1 where no GPU of this compute capability (for the emulator: of none) can do the problem; `why`
 * says why not. */
static inline int lab_unsupported(enum lab_problem problem, int major, int minor, int emulator,
                                  char *why, size_t size)
{
    why[0] = 0;
    if (problem == LAB_DGEMM_TENSOR && !emulator && !((major == 8 || major == 9) && !minor))
        snprintf(why, size,
                 "Of tensor cores worth the name in double only compute capabilities 8.0 and 9.0 "
                 "have any; this GPU has %d.%d.",
                 major, minor);
    else if ((problem == LAB_XNOR_HOPPER || problem == LAB_SIGN) && emulator)
        snprintf(why, size,
                 "The emulator has no warpgroups and no copy engine: this step needs a "
                 "Hopper GPU.");
    else if (problem == LAB_XNOR_HOPPER || problem == LAB_SIGN)
        snprintf(why, major * 10 + minor == 90 ? 0 : size,
                 "Warpgroups that multiply bits are Hopper's alone (compute capability 9.0); this "
                 "GPU has %d.%d.",
                 major, minor);
    else if (problem == LAB_XNOR_MMA && !emulator && major * 10 + minor < 75)
        snprintf(why, size,
                 "Binary tensor cores came with compute capability 7.5; this GPU has %d.%d.", major,
                 minor);
    else if (problem == LAB_XNOR_MMA && !emulator && major >= 10)
        snprintf(why, size,
                 "From compute capability 10.0 on (this GPU: %d.%d) tensor cores have no binary "
                 "instruction any more.",
                 major, minor);
    return why[0] != 0;
}

/* What of a step that passes was not tried, but on a GPU of compute capability 9.0: the TODOs
 * between #if HOPPER_KNOWN and #endif. Empty if there are none. The judge finds them in the text,
 * and a test compares. */
#define LAB_UNTRIED                                                                                \
    "TODO %d to %d were not tried: they need a GPU of compute capability 9.0 (BACKEND=gpu)."
static inline const char *lab_untried(const char *lab, int step, int major, int minor, int emulator,
                                      char *text, size_t size)
{
    text[0] = 0;
    if (strcmp(lab, "08_thread_tiled_gemm") == 0 && step == 7 &&
        (emulator || major * 10 + minor != 90))
        snprintf(text, size, LAB_UNTRIED, 26, 34);
    return text;
}

static inline const char *lab_data_name(enum lab_data data)
{
    static const char *const names[] = {"integers",
                                        "reals",
                                        "document 000's data",
                                        "no device memory left",
                                        "distinct bit patterns",
                                        "+1 and -1",
                                        "+1 and -1, some lines all alike",
                                        "bit patterns of all kinds",
                                        "whole numbers times powers of two"};
    return names[data];
}

#endif

/* What is asked: one case, its operands and their elements, and struct problem, which holds all
 * that is to be known of a problem. No CUDA here: the judge, which is C, includes this to
 * regenerate what a runner was asked. lab/problem.h adds the problems themselves. */
#ifndef LAB_QUESTION_H
#define LAB_QUESTION_H

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "inputs.h"
#include "lab/contracts.h"

enum {
    LAB_INPUTS = 4,              /* operands that a problem has at most */
    LAB_CONSTANT_FLOATS = 16384, /* 64 KiB: all the constant memory that a program can declare */
    LAB_GRID_ROWS = 65535 * 8,   /* a grid has 65535 blocks along y; the smallest tile has 8 rows */
    LAB_MANY_PARTS = 65535 * 64 + 65 /* columns, 64 of them to a block: 65537 parts */
};

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
    LAB_PARTLY = 0x10, /* besides: not all blocks run, so what was not written may be missing */
    LAB_WATCHED = 0x20 /* besides: races are looked for, though only corners count */
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
    return (c->memory & ~(LAB_PARTLY | LAB_WATCHED)) >= LAB_HUGE;
}

/* The operand that begins late, or whose lines lie far apart; -1: none. LAB_INPUTS + 1: all. */
static inline int lab_shifted(const struct lab_case *c)
{
    return c->memory >= LAB_SHIFTED && c->memory <= LAB_HALFWAY ? c->memory - LAB_SHIFTED : -1;
}

static inline int lab_stretched(const struct lab_case *c)
{
    const int memory = c->memory & ~(LAB_PARTLY | LAB_WATCHED);
    return memory >= LAB_STRETCHED ? memory - LAB_STRETCHED : -1;
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

struct lab_reference;
struct lab_verdict;

struct lab_size {
    int m, n, k;
};

struct lab_sizes {
    const struct lab_size *at;
    int count;
};

#define LAB_SIZES(table)                                                                           \
    {                                                                                              \
        table, (int)(sizeof(table) / sizeof *(table))                                              \
    }

/* What the third size says. */
enum lab_third {
    LAB_NO_THIRD, /* nothing: it is 1 */
    LAB_DEPTH,
    LAB_WAYS
};

enum lab_trait {
    LAB_WHOLE_PROGRAM = 1, /* a host program on an array in host memory: no buffers of ours */
    LAB_FLAT = 2,          /* the elements are counted by one int */
    LAB_ROUNDED = 4,       /* sums of reals, which may be rounded; all else is exact */
    LAB_BITS_OUT = 8,      /* each element of the output is 32 elements of a packed matrix */
    LAB_BINARY = 16,       /* a product of packed bits */
    LAB_FP32_PRODUCT = 32, /* C = A B in float, at whatever sizes: labs 07 and 08 */
    LAB_CONSTANT_X = 64,   /* x is kept in constant memory */
    LAB_STREAMS = 128      /* reads A once and computes little: a plain reader is its ceiling */
};

/* The unit whose peak a problem's arithmetic is held against. */
enum lab_peak { LAB_PEAK_FLOAT, LAB_PEAK_DOUBLE, LAB_PEAK_POPC, LAB_PEAK_BIT_TENSOR, LAB_PEAKS };

/* NVIDIA's call that does the same. */
enum lab_library {
    LAB_NO_LIBRARY,
    LAB_SGEMV_ROWS,
    LAB_SGEMV_COLUMNS,
    LAB_SGEAM,
    LAB_SGEMM,
    LAB_DGEMM_CALL,
    LAB_BINARY_FLOAT,
    LAB_BINARY_INT8
};

/* One more case, beside the sizes of a plan. */
struct lab_extra {
    enum lab_data data;
    struct lab_size emulator, gpu;
};

/* What a problem is checked with: each size with both kinds of data, or with one of them in turn
 * (alternating); then the extra cases; then those that follow from its shape (special_cases.h). */
struct lab_plan {
    struct lab_sizes small, large; /* large: on a GPU only */
    int alternating;
    enum lab_data data[2];
    const struct lab_extra *extra;
    int extras;
};

/* The sizes of special_cases.h. Zeros: there is no such case. */
struct lab_special {
    struct lab_size tiles;     /* whole tiles of any lab: an operand begins late */
    struct lab_size scaled[2]; /* terms that are far from 1 */
    struct lab_size few;       /* beside a direction that is as long as it may be */
    struct lab_size stretched; /* lines that lie far apart: more of them than a tile has */
    int walked;                /* directions, by bits, that a step walks element by element */
    int pitched;               /* operands, by bits, whose lines' distance a step is told */
    int divided;               /* columns, of more parts than a grid has blocks along y */
};

enum { LAB_HEADLINES = 7 };

/* What stands for the CPU is compiled as well as gcc can: sums in any order, so that loops over
 * them become vector instructions. */
#if defined(__GNUC__) && !defined(__clang__) && !defined(LAB_EMULATOR)
#define LAB_CPU_LOOPS                                                                              \
    __attribute__((optimize("O3", "associative-math", "no-signed-zeros", "no-trapping-math")))
#else
#define LAB_CPU_LOOPS
#endif

/* All that is to be known of one problem. contracts.h lists them and says what each hands to
 * launch_NAME; problems/ holds them. */
struct problem {
    const char *name;
    enum lab_problem family; /* same question, same data, perhaps laid out otherwise: one table */
    enum lab_problem layout; /* whose buffers serve it, too */
    unsigned traits;         /* enum lab_trait */
    enum lab_third third;
    enum lab_type type; /* that it is computed in */
    int most[3];        /* the most that m, n and k may be, as far as the problem says so */
    enum lab_peak peak;
    enum lab_library library;
    const char *library_name; /* NULL: there is none to compare with */
    /* Says why no GPU of this compute capability (the emulator) can do it; NULL: all can. */
    void (*needs)(int major, int minor, int emulator, char *why, size_t size);
    struct lab_special special;
    struct lab_plan plan;
    enum lab_data headline_data;
    struct lab_size headline[4], headline_gpu[LAB_HEADLINES]; /* as far as m is not 0 */
    struct lab_size
        timed; /* for points, on a large GPU (timed_size.h); zeros: the first of these */
    void (*shape)(const struct lab_case *c, struct lab_shape *s);
    /* Computes what verifying needs, -1 when memory is short; NULL: nothing. */
    int (*reference)(struct lab_reference *r);
    /* Compares an output as it lies in memory, padding included. */
    void (*verify)(const struct lab_reference *r, const void *out, struct lab_verdict *v);
    /* Looks at `count` elements, drawn with `key`; 1 if they are right. */
    int (*spot)(const struct lab_reference *r, const void *out, uint64_t key, int count);
    /* Element (row, col) of the right output of a case of which only the corners count. */
    double (*corner)(const struct lab_reference *r, int row, int col);
    /* The same in plain C on one core, on data without gaps; out: zeros. */
    void (*cpu)(const struct lab_case *c, void *const in[LAB_INPUTS], void *out);
};

/* Defined in lab/problem.h. */
static inline const struct problem *lab_problem_of(enum lab_problem problem);

static inline int lab_has_depth(enum lab_problem p)
{
    return lab_problem_of(p)->third == LAB_DEPTH;
}

static inline unsigned lab_is(enum lab_problem p, enum lab_trait trait)
{
    return lab_problem_of(p)->traits & trait;
}

static inline enum lab_problem lab_family(enum lab_problem p)
{
    return lab_problem_of(p)->family;
}

static inline enum lab_problem lab_layout(enum lab_problem p)
{
    return lab_problem_of(p)->layout;
}

/* Steps of two labs that do the same job, so that one can be measured at the other's sizes. */
static inline int lab_same_job(enum lab_problem p, enum lab_problem q)
{
    return lab_family(p) == lab_family(q) ||
           (lab_is(p, LAB_FP32_PRODUCT) && lab_is(q, LAB_FP32_PRODUCT));
}

/* Gives a case the size that was asked for. A depth that was left out (0) is n. */
static inline void lab_resize(struct lab_case *c, int m, int n, int k)
{
    const struct problem *p = lab_problem_of(c->problem);
    c->m = m;
    c->n = n;
    if (p->third == LAB_DEPTH)
        c->k = k ? k : n;
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

#include "binary/binary.h"
#include "lab/check/corners.h"
#include "lab/probe/probe_elements.h"
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
    struct lab_shape s;
    memset(&s, 0, sizeof s);
    lab_problem_of(c->problem)->shape(c, &s);
    if (lab_stretched(c) >= 0) {
        struct lab_operand *o = lab_stretched(c) < LAB_INPUTS ? &s.in[lab_stretched(c)] : &s.out;
        o->ld = lab_far_apart(o);
    }
    return s;
}

/* "m x n" or "m x n x k", as a message or a table says it. */
static inline const char *lab_size_text(const struct lab_case *c, char *text, size_t size)
{
    static const char *const formats[] = {"%dx%d", "%dx%dx%d", "%dx%d, %d ways"};
    const enum lab_third third = lab_problem_of(c->problem)->third;
    snprintf(text, size, third == LAB_WAYS && c->k == 1 ? "%dx%d, %d way" : formats[third], c->m,
             c->n, c->k);
    return text;
}

/* 0, or -1 with one line in `message` that says which size is impossible and why. `memory`: bytes
 * that the device can give. */
static inline int lab_check_size(const struct lab_case *c, double memory, char *message,
                                 size_t size)
{
    const struct problem *p = lab_problem_of(c->problem);
    char text[60];
    lab_size_text(c, text, sizeof text);
    if (c->m < 1 || c->n < 1 || c->k < 1) {
        snprintf(message, size, "size %s: every dimension must be at least 1", text);
        return -1;
    }
    if ((p->traits & LAB_CONSTANT_X) && c->n > p->most[1]) {
        snprintf(message, size,
                 "n = %d: this step keeps x in 64 KiB of constant memory, %d floats at most", c->n,
                 p->most[1]);
        return -1;
    }
    for (int d = 0; d < 3; d++)
        if ((d == 0 ? c->m : d == 1 ? c->n : c->k) > p->most[d]) {
            snprintf(message, size,
                     "size %s: %c is %d at most, 65535 blocks of %d along a grid's y", text,
                     "mnk"[d], p -> most[d], p -> most[d] / 65535);
            return -1;
        }
    if ((p->traits & LAB_FLAT) && (double)c->m * c->n > INT_MAX) {
        snprintf(message, size, "size %s: %d elements at most, their number is an int", text,
                 INT_MAX);
        return -1;
    }
    struct lab_shape s = lab_shape_of(c);
    double width = (double)lab_type_size(s.out.type);
    double bytes = s.in_place ? 0 : width * s.out.rows * s.out.cols;
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

/* 1 where no GPU of this compute capability (for the emulator: of none) can do the problem; `why`
 * says why not. */
static inline int lab_unsupported(enum lab_problem problem, int major, int minor, int emulator,
                                  char *why, size_t size)
{
    const struct problem *p = lab_problem_of(problem);
    why[0] = 0;
    if (p->needs)
        p->needs(major, minor, emulator, why, size);
    return why[0] != 0;
}

static inline const char *lab_data_name(enum lab_data data)
{
    static const char *const names[] = {"integers",
                                        "reals",
                                        "document 000's data",
                                        "no device memory left",
                                        "elements that all differ",
                                        "+1 and -1",
                                        "+1 and -1, some lines all alike",
                                        "zeros, denormals, infinities and NaNs",
                                        "whole numbers times powers of two",
                                        "a value of its own for each element"};
    return names[data];
}

#endif

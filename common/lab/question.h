/* What is asked of a step: a case, its operands, and struct problem. For a lab's file that is
 * compiled alone (plain.h), for the engine, and for the judge, which is C and knows no CUDA. */
#pragma once

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "binary/binary.h"
#include "lab/contracts.h"

#if defined(__CUDACC__) && !defined(LAB_EMULATOR)
#define LAB_HD static __host__ __device__ inline
#else
#define LAB_HD static inline
#endif
#ifdef LAB_EMULATOR
enum { LAB_ON_GPU = 0 };
#else
enum { LAB_ON_GPU = 1 }; /* of the judge, which has none, nothing */
#endif

enum lab_data {
    LAB_EXACT,    /* zero-mean integers small enough that every partial sum is exact */
    LAB_REAL,     /* zero-mean reals in [-1, 1), multiples of 2^-23 (in double: 2^-52) */
    LAB_DOCUMENT, /* document 000: a(i,j) = i - 0.1 j + 1, x(i) = log sqrt(i^2 - i + 2) */
    LAB_STARVED,  /* reals, but the device has no memory left: the step must return the error */
    LAB_PATTERNS, /* distinct bit patterns: what is only moved must arrive bit for bit */
    LAB_SIGNS,    /* +1 and -1 */
    /* the same, but the first line is all +1, the last all -1, and a quarter of the others like
     * either: sums reach k and -k */
    LAB_UNIFORM,
    /* bit patterns of all kinds: zeros of both signs, denormals, infinities, NaNs with a payload */
    LAB_BITS,
    /* whole numbers times powers of two, denormals among them; sums are exact, and only of terms
     * that are far from 1 */
    LAB_SCALED,
    LAB_PROBE /* elements that say where they came from (probe/) */
};

enum {
    LAB_INPUTS = 4,              /* operands that a problem has at most */
    LAB_CONSTANT_FLOATS = 16384, /* 64 KiB: all the constant memory that a program can declare */
    LAB_GRID_ROWS = 65535 * 8    /* a grid has 65535 blocks along y; the smallest tile has 8 rows */
};

/* One question to a step: which sizes, which kind of data, which draw of it. */
struct lab_case {
    enum lab_problem problem;
    enum lab_data data;
    int m, n, k; /* rows, columns, depth (for BRANCHES: ways); k is 1 where the problem has none */
    uint64_t seed;
    int memory; /* what is unusual about it: enum lab_memory (unusual.h); 0: nothing */
};

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
    /* a host program on an array in host memory: its output starts as a copy of in[0] */
    int in_place;
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

struct lab_size {
    int m, n, k;
};

struct lab_sizes {
    const struct lab_size *at;
    int count;
};

#define LAB_SIZES(table) table, (int)(sizeof(table) / sizeof *(table))

/* What the third size says. */
enum lab_third {
    LAB_NO_THIRD, /* nothing: it is 1 */
    LAB_DEPTH,
    LAB_WAYS
};

enum lab_trait {
    LAB_FLAT = 1,          /* the elements are counted by one int */
    LAB_ROUNDED = 2,       /* sums of reals, which may be rounded; all else is exact */
    LAB_BITS_OUT = 4,      /* each element of the output is 32 elements of a packed matrix */
    LAB_BINARY = 8,        /* a product of packed bits */
    LAB_FP32_PRODUCT = 16, /* C = A B in float, at whatever sizes: labs 07 and 08 */
    LAB_CONSTANT_X = 32,   /* x is kept in constant memory */
    LAB_STREAMS = 64       /* reads A once and computes little: a plain reader is its ceiling */
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

/* What not every GPU has. */
enum lab_needs { LAB_ANY_GPU, LAB_DOUBLE_TENSOR, LAB_COPY_ENGINE, LAB_BIT_TENSOR, LAB_WARPGROUPS };

/* What belongs at one place of an output: value + low (what a double cannot hold besides). scale:
 * the sum of magnitudes with which rounding errors grow. */
struct lab_right {
    double value, low, scale;
};

/* All that a step has to know of its problem, and whoever tries the step. contracts.h lists the
 * problems and says what each hands to launch_NAME; problems/ holds them. */
struct problem {
    enum lab_problem family; /* same question, same data, perhaps laid out otherwise: one table */
    enum lab_problem layout; /* whose buffers serve it, too */
    unsigned traits;         /* enum lab_trait */
    enum lab_third third;
    enum lab_type type; /* that it is computed in */
    int most[3];        /* the most that m, n and k may be, as far as the problem says so */
    enum lab_peak peak;
    enum lab_library library;
    const char *library_name; /* NULL: there is none to compare with */
    enum lab_needs needs;     /* of the GPU */
    struct lab_sizes sizes;   /* at which a step must be right, with these kinds of data */
    enum lab_data data[2];
    struct lab_size timed; /* for times, on a large GPU (sizes.h) */
    void (*shape)(const struct lab_case *c, struct lab_shape *s);
    struct lab_right (*right)(const struct lab_case *c, int row, int col);
};

static inline const struct problem *lab_problem_of(enum lab_problem problem); /* problems.h */

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

/* A text as a value: good until the end of the expression that it is made in. */
struct lab_text {
    char text[60];
};

/* "m x n" or "m x n x k", as a message or a table says it. */
static inline struct lab_text lab_size_text(const struct lab_case *c)
{
    struct lab_text size;
    static const char *const formats[] = {"%dx%d", "%dx%dx%d", "%dx%d, %d ways"};
    const enum lab_third third = lab_problem_of(c->problem)->third;
    snprintf(size.text, sizeof size.text,
             third == LAB_WAYS && c->k == 1 ? "%dx%d, %d way" : formats[third], c->m, c->n, c->k);
    return size;
}

/* 1 where no GPU of this compute capability (for the emulator: of none) can do the problem; `why`
 * says why not. */
static inline int lab_unsupported(enum lab_problem problem, int major, int minor, int emulator,
                                  char *why, size_t size)
{
    static const struct {
        int first, last, whole; /* compute capabilities, 90 for 9.0; whole: 8.0, but not 8.6 */
        const char *why, *emulator;
    } needs[] = {
        {0, INT_MAX, 0, "", NULL},
        {80, 90, 1, "Only compute capabilities 8.0 and 9.0 have tensor cores in double", NULL},
        {90, INT_MAX, 0, "Clusters and the copy engine came with compute capability 9.0",
         "The emulator has no clusters and no copy engine: this step needs a Hopper GPU."},
        {75, 99, 0, "Only compute capabilities 7.5 to 9.0 have binary tensor cores", NULL},
        {90, 90, 0, "Only a Hopper GPU (compute capability 9.0) has warpgroups that multiply bits",
         "The emulator has no warpgroups and no copy engine: this step needs a Hopper GPU."},
    };
    const enum lab_needs n = lab_problem_of(problem)->needs;
    const int capability = 10 * major + minor;
    why[0] = 0;
    if (emulator && needs[n].emulator)
        snprintf(why, size, "%s", needs[n].emulator);
    else if (!emulator && (capability < needs[n].first || capability > needs[n].last ||
                           (needs[n].whole && minor)))
        snprintf(why, size, "%s; this GPU has %d.%d.", needs[n].why, major, minor);
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

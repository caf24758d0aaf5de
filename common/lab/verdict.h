/* What verifying gives, and what every family of problems needs for it. problem.h says
 * how; problems/ holds the families. */
#pragma once

#include <stdarg.h>

#include "lab/problems/problems.h"
#include "emulator/emulator.h"

/* Adds to a text; what it has no room for is left out. */
__attribute__((format(printf, 3, 4))) static inline void lab_append(char *text, size_t size,
                                                                    const char *format, ...)
{
    const size_t used = strlen(text);
    va_list list;
    va_start(list, format);
    vsnprintf(text + used, size - used, format, list);
    va_end(list);
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

/* 0, or -1 with one line in `message` that says which size is impossible and why. `memory`: bytes
 * that the device can give. */
static inline int lab_check_size(const struct lab_case *c, double memory, char *message,
                                 size_t size)
{
    const struct problem *p = lab_problem_of(c->problem);
    const int side[] = {c->m, c->n, c->k};
    const struct lab_text said = lab_size_text(c);
    const char *const text = said.text;
    message[0] = 0;
    if (c->m < 1 || c->n < 1 || c->k < 1)
        snprintf(message, size, "size %s: every dimension must be at least 1", text);
    else if ((p->traits & LAB_CONSTANT_X) && c->n > p->most[1])
        snprintf(message, size,
                 "n = %d: this step keeps x in 64 KiB of constant memory, %d floats at most", c->n,
                 p->most[1]);
    else if ((p->traits & LAB_FLAT) && (double)c->m * c->n > INT_MAX)
        snprintf(message, size, "size %s: %d elements at most, their number is an int", text,
                 INT_MAX);
    for (int d = 0; d < 3 && !message[0]; d++)
        if (side[d] > p->most[d])
            snprintf(message, size,
                     "size %s: %c is %d at most: 65535 blocks along a grid's y, of %d at least",
                     text, "mnk"[d], p -> most[d], p -> most[d] / 65535);
    if (message[0])
        return -1;
    struct lab_shape s = lab_shape_of(c);
    double width = (double)lab_type_size(s.out.type);
    double bytes = s.in_place ? 0 : width * s.out.rows * s.out.cols;
    for (int i = 0; i < s.inputs; i++)
        bytes += width * s.in[i].rows * s.in[i].cols;
    if (bytes > memory)
        snprintf(
            message, size,
            "size %s needs %.1f GB on the device, which has %.1f GB free: choose a smaller one",
            text, bytes / 1e9, memory / 1e9);
    return bytes > memory ? -1 : 0;
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

/* The value of which each byte is this one. */
static inline double lab_value_of(enum lab_type type, unsigned char byte)
{
    uint64_t bytes;
    memset(&bytes, byte, sizeof bytes);
    return lab_get(type, &bytes, 0);
}

static inline double lab_poison_value(const struct lab_case *c, enum lab_type type)
{
    return lab_value_of(type, lab_poison_byte(c));
}

/* The same bits: a NaN is equal to itself. */
static inline int lab_same(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

/* ---- verdicts ---- */

/* What else to say of an error that CUDA reports by this name: a GPU does not say which side of a
 * grid or a block is at fault. */
static inline const char *lab_cuda_advice(const char *error)
{
    return strstr(error, "InvalidConfiguration") ? " Has the grid no blocks (round up: (count - 1) "
                                                   "/ threads + 1), or more than 65535 "
                                                   "along y, or a block more than 1024 threads?"
                                                 : "";
}

/* What an output is held against. */
struct lab_reference {
    struct lab_case question;
    struct lab_shape shape;
    size_t count;
    struct lab_right *right; /* row by row; NULL where rows are computed when an output is seen */
    /* As they lie in memory: A and B of a product, or their bits; x; what is changed in place. */
    void *matrix[2];
};

/* What a family of problems has to say of an output. Before: what rows are made from. Of a row:
 * what belongs in it. Of an output that is too large to compare all rows: which to compare. 0, or
 * -1 when memory is short. */
typedef int lab_prepare_rows(struct lab_reference *r);
typedef int lab_rights_of(const struct lab_reference *r, int row, struct lab_right *to);
typedef int lab_suspects(const struct lab_reference *r, const void *out, char *look);

enum {
    LAB_SUSPECTED = 1, /* a row that is wrong, but for the reason */
    LAB_DRAWN,
    LAB_ROWS_SAID = 8 /* suspected rows that are compared */
};

enum lab_fault {
    LAB_NO_FAULT,
    LAB_WRONG_VALUE,
    LAB_NOT_WRITTEN,
    LAB_NOT_VERIFIED /* there was no memory for it */
};

/* A verdict is data: what kind of fault, where, what was found there and what belongs there, and
 * what the shape of the mistake suggests. lab_verdict_text makes a sentence of it. */
struct lab_verdict {
    int ok;
    int untouched; /* not one element was written; if that is ok, the case says nothing */
    enum lab_fault fault;
    struct lab_case question;
    const char *operand; /* the place: its element (row, col); NULL: no single element */
    int row, col, bit;   /* col -1: it is a vector; bit -1: no bit of it */
    enum lab_type type;  /* of the element */
    double is, should;   /* the fact; whole elements where `bit` names one bit */
    size_t wrong, count; /* elements that are wrong, as far as they were counted, of how many */
    size_t unwritten;    /* of those; only where corners count */
    int beyond_int;      /* the guess is that an index needs more than an int */
    char guess[300];     /* sentences; empty: the shape suggests nothing */
};

/* Element (row, col) of an output as it lies in memory. */
static inline double lab_out(const struct lab_reference *r, const void *out, int row, int col)
{
    return lab_get(r->shape.out.type, out, (size_t)row * (size_t)r->shape.out.ld + (size_t)col);
}

/* Records the fault, the place and the fact: element (row, col) of the output, as it is and as it
 * should be. */
static inline void lab_accuse(const struct lab_reference *r, int row, int col, double is,
                              double should, struct lab_verdict *v)
{
    const struct lab_operand *o = &r->shape.out;
    v->fault = !r->shape.in_place && lab_same(is, lab_poison_value(&r->question, o->type))
                   ? LAB_NOT_WRITTEN
                   : LAB_WRONG_VALUE;
    v->operand = o->name;
    v->row = row;
    v->col = o->cols > 1 ? col : -1;
    v->bit = -1;
    if (lab_is(r->question.problem, LAB_BITS_OUT) && v->fault == LAB_WRONG_VALUE)
        v->bit = __builtin_ctz((uint32_t)is ^ (uint32_t)should);
    v->type = o->type;
    v->is = is;
    v->should = should;
    v->count = r->count;
}

/* A quick look at `count` elements of an output that may be large, the first, the last, and others
 * drawn with `key`: 1 if they are right. */
static inline int lab_spot_check(const struct lab_case *c, const void *out, uint64_t key, int count)
{
    const struct lab_operand o = lab_shape_of(c).out;
    const double tolerance = lab_tolerance(c, lab_shape_of(c).depth);
    const size_t cols = (size_t)o.cols, all = (size_t)o.rows * cols;
    int right = 1;
    for (int i = 0; i < count && right; i++) {
        const size_t at = i == 0   ? 0
                          : i == 1 ? all - 1
                                   : lab_random(key, i, 0) % all,
                     row = at / cols, col = at % cols;
        const struct lab_right should = lab_problem_of(c->problem)->right(c, (int)row, (int)col);
        right = lab_is_right(lab_get(o.type, out, row * (size_t)o.ld + col), &should, tolerance);
    }
    return right;
}

/* Sentences as a value: good until the end of the expression that they are made in. */
struct lab_sentences {
    char text[600];
};

/* "C[0][3] is 5, should be 7 (12 of 961 wrong; 31x31x29, integers).", of "y[8]" or "packed[2][5]
 * bit 3" alike. */
static inline void lab_add_fact(const struct lab_verdict *v, char *text, size_t size)
{
    const int digits = v->type == LAB_F64 ? 17 : 9;
    const struct lab_text is = lab_value_text(v->type, v->is, digits),
                          should = lab_value_text(v->type, v->should, digits);
    lab_append(text, size, v->col >= 0 ? "%s[%d][%d]" : "%s[%d]", v->operand, v->row, v->col);
    if (v->fault == LAB_NOT_WRITTEN)
        lab_append(text, size, " was never written, should be %s (", should.text);
    else if (v->bit >= 0)
        lab_append(text, size, " bit %d is %d, should be %d (%s instead of %s; ", v->bit,
                   (int)((uint32_t)v->is >> v->bit & 1), (int)((uint32_t)v->should >> v->bit & 1),
                   is.text, should.text);
    else
        lab_append(text, size, " is %s, should be %s (", is.text, should.text);
    lab_append(text, size, "%zu of %zu wrong; %s, %s).", v->wrong, v->count,
               lab_size_text(&v->question).text, lab_data_name(v->question.data));
}

/* A verdict for people; "" if it is ok. `guess`: what the shape of the mistake suggests, too, which
 * is idle where the reason is known. */
static inline struct lab_sentences lab_verdict_text(const struct lab_verdict *v, int guess)
{
    struct lab_sentences said = {""};
    const size_t size = sizeof said.text;
    if (v->operand)
        lab_add_fact(v, said.text, size);
    else if (v->fault == LAB_NOT_VERIFIED)
        lab_append(said.text, size, "No memory left to verify the output.");
    if (v->guess[0] && (guess || !said.text[0]))
        lab_append(said.text, size, "%s%s", said.text[0] ? " " : "", v->guess);
    return said;
}

/* ---- cases of which only the corners count (corners.h): each element that is looked at is
 * computed from the few that are not 0. All are exact. ---- */

/* What belongs at (row, col) of the output. */
static inline double lab_huge_right(const struct lab_reference *r, int row, int col)
{
    return lab_problem_of(r->question.problem)->right(&r->question, row, col).value;
}

/* What stands there before the launch: poison, or the element that is changed in place. */
static inline double lab_huge_before(const struct lab_case *c, const struct lab_shape *s, int row,
                                     int col)
{
    const struct lab_recipe in = lab_recipe_of(c, 0);
    return s->in_place ? lab_stored(&in, row, col) : lab_poison_value(c, s->out.type);
}

static inline int lab_is_missing(const struct lab_reference *r, double value)
{
    return (r->question.memory & LAB_PARTLY) &&
           value == lab_value_of(r->shape.out.type, lab_missing_byte);
}

/* What is large about a case: indices, or a side. */
static inline void lab_say_size(const struct lab_case *c, const struct lab_shape *whole,
                                int unwritten, struct lab_verdict *v)
{
    const int large = lab_bytes(&whole->in[0]) > INT_MAX || lab_bytes(&whole->out) > INT_MAX ||
                      lab_stretched(c) >= 0;
    v->beyond_int = large && !unwritten;
    snprintf(v->guess, sizeof v->guess,
             unwritten ? "Some elements are never written: does an index, such as the thread's "
                         "number, wrap at 32 bits, or is the number of blocks limited, or "
                         "computed in a float?"
             : large   ? "Some indices here, or bytes, exceed an int, and all that a float can "
                         "count: is each product in them a size_t?"
                       : "A side is longer than a float can count, or than a grid has blocks along "
                         "y: is each index an int, and has each part a block, once?");
}

/* `out`: the corners of the output (r->shape.out). */
static inline void lab_huge_verify(const struct lab_reference *r, const void *out,
                                   struct lab_verdict *v)
{
    const struct lab_shape whole = lab_shape_of(&r->question);
    struct lab_ends rows = lab_row_ends(&whole.out), cols = lab_col_ends(&whole.out);
    double is, should;
    size_t missing = 0;
    for (int i = 0; i < r->shape.out.rows; i++)
        for (int j = 0; j < r->shape.out.cols; j++) {
            int row = lab_from_corner(rows, i, whole.out.rows),
                col = lab_from_corner(cols, j, whole.out.cols);
            is = lab_out(r, out, i, j);
            missing += lab_is_missing(r, is) != 0;
            should = lab_huge_right(r, row, col);
            if (is == should || lab_is_missing(r, is))
                continue;
            v->unwritten += is == lab_huge_before(&r->question, &whole, row, col);
            if (v->wrong++ == 0)
                lab_accuse(r, row, col, is, should, v);
        }
    v->ok = v->wrong == 0;
    v->untouched = v->unwritten == r->count || missing == r->count;
    if (!v->ok)
        lab_say_size(&r->question, &whole, v->unwritten == v->wrong, v);
}

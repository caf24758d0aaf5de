/* What verifying gives, and what every family of problems needs for it. problem.h says
 * how; problems/ holds the families. */
#ifndef LAB_VERDICT_H
#define LAB_VERDICT_H

#include "elements.h"
#include "lab/problems/problems.h"
#include "emulator/emulator.h"

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
    float *input;            /* the case's x, or the array that is changed in place */
    void *matrix[2];         /* of a product: A and B as they lie in memory, or their bits */
    uint64_t *probe;         /* a large integer GEMM: see gemm_verify.h */
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
    LAB_PADDING_WRITTEN, /* what lies between the rows */
    LAB_NOT_VERIFIED     /* there was no memory for it */
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

/* "y[8]", "C[0][3]", "packed[2][5] bit 3". Returns its length. */
static inline int lab_place_text(const struct lab_verdict *v, char *text, size_t size)
{
    int used = snprintf(text, size, "%s[%d]", v->operand, v->row);
    if (v->col >= 0)
        used += snprintf(text + used, size - (size_t)used, "[%d]", v->col);
    if (v->bit >= 0)
        used += snprintf(text + used, size - (size_t)used, " bit %d", v->bit);
    return used;
}

/* What was found and what was expected, from " is …" or " was …" on. Returns its length. */
static inline int lab_fact_text(const struct lab_verdict *v, char *text, size_t size)
{
    const int digits = v->type == LAB_F64 ? 17 : 9;
    char is[40], should[40], extent[60];
    int used;
    lab_value_text(v->type, v->is, digits, is);
    lab_value_text(v->type, v->should, digits, should);
    if (v->fault == LAB_NOT_WRITTEN)
        used = snprintf(text, size, " was never written, should be %s (", should);
    else if (v->bit >= 0)
        used = snprintf(text, size, " is %d, should be %d (%s instead of %s; ",
                        (int)((uint32_t)v->is >> v->bit & 1),
                        (int)((uint32_t)v->should >> v->bit & 1), is, should);
    else
        used = snprintf(text, size, " is %s, should be %s (", is, should);
    return used + snprintf(text + used, size - (size_t)used, "%zu of %zu wrong; %s, %s).", v->wrong,
                           v->count, lab_size_text(&v->question, extent, sizeof extent),
                           lab_data_name(v->question.data));
}

enum { LAB_VERDICT_TEXT = 600 };

/* A verdict for people; "" if it is ok. `guess`: what the shape of the mistake suggests, too, which
 * is idle where the reason is known. */
static inline const char *lab_verdict_text(const struct lab_verdict *v, int guess,
                                           char text[LAB_VERDICT_TEXT])
{
    int used = 0;
    text[0] = 0;
    if (v->operand) {
        used = lab_place_text(v, text, LAB_VERDICT_TEXT);
        used += lab_fact_text(v, text + used, LAB_VERDICT_TEXT - (size_t)used);
    } else if (v->fault == LAB_NOT_VERIFIED) {
        used = snprintf(text, LAB_VERDICT_TEXT, "No memory left to verify the output.");
    }
    if (v->guess[0] && (guess || !used))
        snprintf(text + used, LAB_VERDICT_TEXT - (size_t)used, "%s%s", used ? " " : "", v->guess);
    return text;
}

#endif

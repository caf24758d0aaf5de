/* Names of elements for messages: "y[8]", "A[3][5]" where the program has named its arrays
 * (emu_name), else "element 8 of __shared__ tile" (operands.c). */
#pragma once

#include "memory.h"

enum { OPERAND_TEXT = 400 };

/* The element at `address`, which lies in `area`; `bytes` are accessed there, and are the element's
 * size where the array's type is not known. Returns `text`. */
const char *operand_element(char text[OPERAND_TEXT], const struct emu_area *area, uint64_t address,
                            unsigned bytes);
/* An element that lies outside of `area`, and how many elements that has: "y[1], past the end: y
 * has 1 element". `overrun`: the index that went too far there; NULL: not known. */
struct overrun;
const char *operand_outside(char text[OPERAND_TEXT], const struct emu_area *area, uint64_t address,
                            unsigned bytes, const struct overrun *overrun);
/* May an access be meant for it? It is there, and, of a store, no input. */
int operand_may_be(const struct emu_area *area, int stores);
/* The output that a store to this area, if it is an input, must have meant; or NULL. */
const struct emu_area *operand_output_for(const struct emu_area *input);
/* What a far address could be of named arrays that may be meant: "A[96000] or x[93952]". */
int operand_candidates(char text[OPERAND_TEXT], uint64_t address, int stores);
/* An index that overflowed an int (of lane `who`), by which `bytes` are accessed: what it should be
 * lies in an array that may be meant. Returns `text`, "A[-2131090504] instead of A[2163876792]: …";
 * or NULL: it was not that. */
const char *operand_overflowed(char text[OPERAND_TEXT], uint64_t address, unsigned bytes,
                               const void *who, int stores);
/* The array: "y", "__shared__ tile", "the array from cudaMalloc (naive_gemv.cu:30)". */
const char *operand_array(char text[OPERAND_TEXT], const struct emu_area *area);
/* What emu_name called it; NULL: nothing. */
const char *operand_name(const struct emu_area *area);
/* Bytes of one element of a named array; 0 where that is not known. */
unsigned operand_width(const struct emu_area *area);

/* ---- overruns.c: subscripts of shared and global arrays that lie outside of their rows. To go
 * past the end of a row may be meant, so none of them is a finding; messages name them ---- */

struct overrun {
    const void *pc;
    long long least, most; /* indices that were used there */
    long long count;       /* of elements, or rows, in what the index chooses from */
    unsigned dimensions;   /* of that: 1 is a row of elements */
};

void overruns_note(const void *pc, long long index, const char *type); /* type: 'float [4]' */
/* Of that line: at that column, else of a row of elements, else any; NULL: there is none. */
const struct overrun *overrun_at(const void *pc);
/* "line 12 uses index 32 of a row with 32 elements: check it, or ", of either place; `of`: a row,
 * an array. Returns `text`, which is empty where there is no such thing. */
const char *overrun_said(char text[120], const void *pc, const void *other, const char *of);

/* ---- sums, differences, products and shifts of an int that have overflowed. That they wrap may be
 * meant, so none of them is a finding; messages name them ---- */

enum { OVERFLOW_TEXT = 100 };
struct source_place {
    const char *file;
    uint32_t line, column; /* of the operator */
};
struct overflow {
    const struct source_place *place;
    const void *who; /* the lane; NULL: host code */
    int32_t a, b;
    const char *sign;
};

void overflows_note(const struct overflow *o);
/* One of this lane's by which an index of elements of so many bytes came to `address`, though it
 * should have come to one that may be meant, else another lane's or
 * the host's; NULL: there is none. *missing: bytes that were lost. */
const struct overflow *overflow_before(const void *who, uint64_t address, unsigned bytes,
                                       int stores, int64_t *missing);
/* "46517 * 46517 in line 12". */
const char *overflow_text(char text[OVERFLOW_TEXT], const struct overflow *o);
void overruns_begin_run(void); /* they, and overflows of kernels, are forgotten */
void overflows_forget(void);   /* all of them */

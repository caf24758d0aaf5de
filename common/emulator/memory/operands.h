/* Names of elements for messages: "y[8]", "A[3][5]" where the program has named its arrays
 * (emu_name), else "element 8 of __shared__ tile" (operands.c). */
#ifndef EMU_OPERANDS_H
#define EMU_OPERANDS_H

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
/* The elements of named arrays, of those that `may` be meant (NULL: any), that a far address could
 * be: "A[96000] or x[93952]". Returns how many. */
int operand_candidates(char text[OPERAND_TEXT], uint64_t address,
                       int (*may)(const struct emu_area *));
/* An index that overflowed an int (of lane `who`, overruns.h), by which `bytes` are accessed: what
 * it should be lies in an array, of one that `may` be meant (NULL: any). Returns `text`,
 * "A[-2131090504] instead of A[2163876792]: …"; or NULL: it was not that. */
const char *operand_overflowed(char text[OPERAND_TEXT], uint64_t address, unsigned bytes,
                               const void *who, int (*may)(const struct emu_area *));
/* The array: "y", "__shared__ tile", "the array from cudaMalloc (naive_gemv.cu:30)". */
const char *operand_array(char text[OPERAND_TEXT], const struct emu_area *area);
/* What emu_name called it; NULL: nothing. */
const char *operand_name(const struct emu_area *area);
/* Bytes of one element of a named array; 0 where that is not known. */
unsigned operand_width(const struct emu_area *area);

#endif

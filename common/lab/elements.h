/* Around a case, for the engine: is its size possible, and what its output holds before a step
 * writes it. */
#ifndef LAB_ELEMENTS_H
#define LAB_ELEMENTS_H

#include "inputs.h"

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

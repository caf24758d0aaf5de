/* What a GPU can do at most, and how much of it a time uses. One rule, for every table and report.
 * No CUDA here. */
#pragma once

#include "lab/problem.h"

struct lab_gpu {
    char name[256], bus[40]; /* bus: where it sits */
    char visible[64];        /* what CUDA_VISIBLE_DEVICES says where it alone is meant */
    int major, minor, count, sms, cores_per_sm, bus_bits; /* count: of GPUs like this one */
    double core_ghz, memory_ghz, l2_bytes, memory_bytes, free_bytes;
    double peak_gbytes; /* GB/s: memory clock x 2 (double data rate) x bus width in bytes */
    /* billions of operations a second, 0 where we do not know */
    double peak[LAB_PEAKS];
};

/* A problem that does many operations for each byte is held against the peak of its arithmetic, any
 * other against that of the memory. */
static inline int lab_is_arithmetic(const struct lab_shape *s)
{
    return s->flops > 16 * s->bytes;
}

/* Percent of the peak that a problem is held against, for one launch in `ms`; 0 where that peak is
 * not known. peak: billions of operations a second, by enum lab_peak. */
static inline double lab_percent_of_peak(const struct lab_case *c, double ms, double peak_gbytes,
                                         const double peak[LAB_PEAKS])
{
    const struct lab_shape s = lab_shape_of(c);
    const int arithmetic = lab_is_arithmetic(&s);
    double most = arithmetic ? peak[lab_problem_of(c->problem)->peak] : peak_gbytes;
    return ms > 0 && most > 0 ? 100 * (arithmetic ? s.flops : s.bytes) / ms / 1e6 / most : 0;
}

/* No launch can do a problem's operations in less, whatever units it uses; ms, 0 where no peak is
 * known. Binary tensor cores do 65,536 operations a cycle and SM (Hopper; no other does more), FP32
 * cores 256. */
static inline double lab_arithmetic_floor_ms(const struct lab_case *c, const double peak[LAB_PEAKS])
{
    double most = peak[LAB_PEAK_FLOAT] * (lab_is(c->problem, LAB_BINARY) ? 256 : 1);
    return most > 0 ? lab_shape_of(c).flops / most / 1e6 : 0;
}

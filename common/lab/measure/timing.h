/* Times and their statistics. Events around a batch of launches; the median of the batches, and how
 * far they scatter. */
#pragma once

#include <stdlib.h>
#include <time.h>

enum { LAB_SERIES = 64 /* times at most */ };

struct lab_series {
    int count;
    double ms[LAB_SERIES];
};

static inline int lab_ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static inline double lab_quantile(const struct lab_series *s, double q)
{
    double sorted[LAB_SERIES];
    if (s->count < 1)
        return 0;
    for (int i = 0; i < s->count; i++)
        sorted[i] = s->ms[i];
    qsort(sorted, (size_t)s->count, sizeof *sorted, lab_ascending);
    double at = q * (s->count - 1);
    int low = (int)at;
    return low + 1 < s->count ? sorted[low] + (at - low) * (sorted[low + 1] - sorted[low])
                              : sorted[low];
}

static inline double lab_median(const struct lab_series *s)
{
    return lab_quantile(s, 0.5);
}

/* The middle half of the times, as a share of the median: 0.02 means that half of them lie within 2
 * % of each other. */
static inline double lab_spread(const struct lab_series *s)
{
    double median = lab_median(s);
    return median > 0 ? (lab_quantile(s, 0.75) - lab_quantile(s, 0.25)) / median : 0;
}

static inline double lab_now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

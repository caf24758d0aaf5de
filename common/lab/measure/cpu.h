/* What the GPU replaces: each problem in plain C on one core (problems/one_core.h). */
#ifndef LAB_CPU_H
#define LAB_CPU_H

#include "lab/problem.h"
#include "timing.h"

#ifndef LAB_CPU_BUILT /* by `make run` */
#define LAB_CPU_BUILT "the options of this program"
#endif

/* How the CPU's row came about, for the line below it. */
static inline const char *lab_cpu_built(void)
{
    return "plain loops on one core, not blocked; compiler " __VERSION__ ", " LAB_CPU_BUILT;
}

/* Elements or multiply-adds beyond which nobody wants to wait for one core. */
static const double lab_cpu_limit = 1.1e9;

/* Milliseconds in which one core solves a case (on real data, which has no gaps between its rows);
 * 0 where it was not done: too large, or no memory. */
static inline double lab_cpu_ms(const struct lab_case *c)
{
    struct lab_shape s = lab_shape_of(c);
    void *in[LAB_INPUTS] = {NULL}, *out = NULL;
    double begin = 0, end = 0, ready = 1;
    if ((s.flops > s.bytes ? s.flops / 2 : s.bytes / 8) > lab_cpu_limit)
        return 0;
    out = calloc(lab_elements(&s.out), lab_type_size(s.out.type));
    for (int i = 0; i < s.inputs; i++) {
        in[i] = malloc(lab_bytes(&s.in[i]));
        if (in[i])
            lab_fill_host(c, i, in[i]);
        ready = ready && in[i];
    }
    if (out && ready) {
        begin = lab_now_ms();
        lab_trials_of(c->problem)->cpu(c, in, out);
        end = lab_now_ms();
    }
    volatile char keep = out ? *(char *)out : 0;
    (void)keep;
    for (int i = 0; i < s.inputs; i++)
        free(in[i]);
    free(out);
    return end - begin;
}

#endif

/* How long a launch would take (model.c). */
#ifndef EMU_MODEL_H
#define EMU_MODEL_H

struct launch_record;

/* Microseconds, modelled: what each resource alone would need, what the launch needs, and which of
 * them says so. */
struct model_times {
    double total, dram, l2, l1, latency, arithmetic;
    const char *bound;
};
struct model_times model_of(const struct launch_record *record);

#endif

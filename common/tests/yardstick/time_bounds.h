/* Times and what bounds them: the model's beside the measured ones. Nothing here is asserted,
 * since the model does not know what the hardware does between its counters; the tables say how
 * often it is right. */
#ifndef TIME_BOUNDS_H
#define TIME_BOUNDS_H

#include "records.h"

enum bound { DRAM, L2, SHARED, ARITHMETIC, LATENCY, BOUNDS };
static const char *const bound_name[BOUNDS] = {"DRAM", "L2", "L1/shared", "arithmetic", "latency"};

struct timed {
    const char *program, *kernel;
    double measured, modelled; /* microseconds */
    enum bound by_ncu;
    const char *model_says;
    enum bound by_model;
};

/* A unit that is busy less than this bounds nothing: the kernel waits. */
static const double BUSY_PERCENT = 60;

/* The busiest unit, or latency where none is busy. Percentages are ncu's of what the unit can
 * sustain. */
static enum bound measured_bound(const struct launch *ncu)
{
    static const struct {
        const char *name;
        enum bound bound;
    } units[] = {
        {"dram__throughput.avg.pct_of_peak_sustained_elapsed", DRAM},
        {"lts__throughput.avg.pct_of_peak_sustained_elapsed", L2},
        {"l1tex__throughput.avg.pct_of_peak_sustained_active", SHARED},
        {"l1tex__data_pipe_lsu_wavefronts.avg.pct_of_peak_sustained_elapsed", SHARED},
        {"sm__inst_executed_pipe_fma.avg.pct_of_peak_sustained_active", ARITHMETIC},
        {"smsp__issue_active.avg.pct_of_peak_sustained_active", ARITHMETIC},
    };
    enum bound bound = LATENCY;
    double most = BUSY_PERCENT;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        const double busy = number_of(ncu, units[i].name);
        if (busy >= most) {
            most = busy;
            bound = units[i].bound;
        }
    }
    return bound;
}

static enum bound bound_from(const char *text)
{
    static const struct {
        const char *part;
        enum bound bound;
    } words[] = {{"DRAM", DRAM},       {"dram", DRAM}, {"L2", L2},
                 {"shared", SHARED},   {"L1", SHARED}, {"arithmetic", ARITHMETIC},
                 {"issue", ARITHMETIC}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(text, words[i].part))
            return words[i].bound;
    return LATENCY;
}

static struct timed timed_launch(const char *program, const struct launch *ncu,
                                 const struct launch *emulator)
{
    struct timed t = {program, text_of(ncu, "kernel"), 0, 0, LATENCY, "", LATENCY};
    t.measured = number_of(ncu, "time_median_ns") / 1e3;
    t.modelled = number_of(emulator, "modelled.microseconds");
    t.by_ncu = measured_bound(ncu);
    t.model_says = text_of(emulator, "modelled.bound");
    t.by_model = bound_from(t.model_says);
    return t;
}

/* Two kernels whose measured times are closer than this have no order. */
static const double CLEARLY_SLOWER = 1.1;

/* The model's constants were set with the first record in view; these launches were recorded
 * later. */
static int is_held_out(const struct timed *t)
{
    return strcmp(t->program, "typical") == 0 || strcmp(t->program, "traffic") == 0;
}

struct agreement {
    size_t launches, bounds; /* … for which the bound agrees */
    size_t pairs, alike;     /* clearly ordered pairs; those that the model orders alike */
    size_t near, all_pairs, all_alike; /* times within a factor of 1.5; pairs among all programs */
};

static struct agreement agreement_of(const struct timed *timed, size_t count, int held_out)
{
    struct agreement a = {0};
    for (size_t i = 0; i < count; i++) {
        if (is_held_out(&timed[i]) != held_out)
            continue;
        const double ratio = timed[i].modelled / timed[i].measured;
        a.launches++;
        a.bounds += timed[i].by_ncu == timed[i].by_model;
        a.near += ratio < 1.5 && ratio > 1 / 1.5;
        for (size_t j = 0; j < count; j++) {
            if (is_held_out(&timed[j]) != held_out ||
                timed[i].measured <= CLEARLY_SLOWER * timed[j].measured)
                continue;
            const size_t alike = timed[i].modelled > timed[j].modelled;
            a.all_pairs++;
            a.all_alike += alike;
            if (strcmp(timed[i].program, timed[j].program) == 0) {
                a.pairs++;
                a.alike += alike;
            }
        }
    }
    return a;
}

static double share(size_t part, size_t whole)
{
    return whole ? 100.0 * (double)part / (double)whole : 0;
}

static void write_agreement(FILE *out, const char *which, struct agreement a)
{
    if (!a.launches)
        return;
    fprintf(
        out,
        "\n%s: the bound agrees for %zu of %zu launches, the time is within a factor of 1.5 for "
        "%zu. Of %zu pairs within a program that differ by more than 10 %%, the model orders "
        "%.0f %% as measured; of %zu pairs among all, %.0f %%.\n",
        which, a.bounds, a.launches, a.near, a.pairs, share(a.alike, a.pairs), a.all_pairs,
        share(a.all_alike, a.all_pairs));
}

static void write_times(FILE *out, const struct timed *timed, size_t count)
{
    fputs("\nModelled and measured, for one launch with cold caches. Times below about 3 µs are "
          "mostly those of a launch.\n\n| program | kernel | measured, µs | modelled, µs | bound "
          "measured | bound modelled |\n|---|---|---:|---:|---|---|\n",
          out);
    for (size_t i = 0; i < count; i++)
        fprintf(out, "| %s | `%s` | %.2f | %.2f | %s | %s%s |\n", timed[i].program, timed[i].kernel,
                timed[i].measured, timed[i].modelled, bound_name[timed[i].by_ncu],
                timed[i].model_says, timed[i].by_ncu == timed[i].by_model ? "" : " (!)");
    write_agreement(out, "Launches that the model's constants were set with",
                    agreement_of(timed, count, 0));
    write_agreement(out, "Launches recorded afterwards (`typical`, `traffic`)",
                    agreement_of(timed, count, 1));
}

#endif

/* The floors beside the measured times: no launch may be faster than its floor, and where the two
 * are close, the unit that sets the floor is the one that ncu saw busiest. */
#pragma once

#include "records.h"

enum unit { DRAM, L2, L1, ISSUE, OTHER };
static const char *const unit_name[] = {"DRAM", "L2", "L1/shared", "issue", "–"};

struct timed {
    const char *program, *kernel;
    double measured, floor; /* microseconds */
    const char *sets;       /* the floor's unit, as the emulator calls it */
    enum unit busiest, of_floor;
};

/* A measured time may be so much less than the floor: clocks and counters are not exact. */
static const double FLOOR_SLACK = 1.02;
/* Up to this many floors long, the unit that sets the floor should be the busiest. */
static const double FLOOR_NEAR = 1.5;

/* ncu's percentages of what a unit can sustain. */
static enum unit busiest_unit(const json_t *ncu)
{
    static const struct {
        const char *name;
        enum unit unit;
    } units[] = {
        {"dram__throughput.avg.pct_of_peak_sustained_elapsed", DRAM},
        {"lts__throughput.avg.pct_of_peak_sustained_elapsed", L2},
        {"l1tex__throughput.avg.pct_of_peak_sustained_active", L1},
        {"l1tex__data_pipe_lsu_wavefronts.avg.pct_of_peak_sustained_elapsed", L1},
        {"sm__inst_executed_pipe_fma.avg.pct_of_peak_sustained_active", ISSUE},
        {"smsp__issue_active.avg.pct_of_peak_sustained_active", ISSUE},
    };
    enum unit unit = OTHER;
    double most = 0;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        const double busy = number_of(ncu, units[i].name);
        if (busy > most) {
            most = busy;
            unit = units[i].unit;
        }
    }
    return unit;
}

static enum unit unit_from(const char *text)
{
    static const struct {
        const char *part;
        enum unit unit;
    } words[] = {{"DRAM", DRAM}, {"L2", L2}, {"shared", L1}, {"L1", L1}, {"issue", ISSUE}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(text, words[i].part))
            return words[i].unit;
    return OTHER;
}

static struct timed timed_launch(const char *program, const json_t *ncu, const json_t *emulator)
{
    struct timed t = {program, text_of(ncu, "kernel"), 0, 0, "", OTHER, OTHER};
    t.measured = number_of(ncu, "time_median_ns") / 1e3;
    t.floor = number_of(json_object_get(emulator, "floor"), "microseconds");
    t.busiest = busiest_unit(ncu);
    t.sets = text_of(json_object_get(emulator, "floor"), "unit");
    t.of_floor = unit_from(t.sets);
    return t;
}

/* Its unit counts: the time is near the floor, and ncu has a percentage for the unit. */
static int is_near(const struct timed *t)
{
    return t->measured < FLOOR_NEAR * t->floor && t->of_floor != OTHER;
}

static int is_bound(const struct timed *t)
{
    return t->floor <= FLOOR_SLACK * t->measured;
}

struct floor_sums {
    size_t launches, bounds, near, alike;
    double highest; /* floor over measured time */
};

static struct floor_sums floor_sums_of(const struct timed *timed, size_t count)
{
    struct floor_sums s = {0};
    for (size_t i = 0; i < count; i++) {
        const double ratio = timed[i].floor / timed[i].measured;
        s.launches++;
        s.bounds += is_bound(&timed[i]);
        s.highest = ratio > s.highest ? ratio : s.highest;
        if (!is_near(&timed[i]))
            continue;
        s.near++;
        s.alike += timed[i].busiest == timed[i].of_floor;
    }
    return s;
}

/* Those of all launches, or of those that are close to theirs. */
static void write_times_of(FILE *out, const struct timed *timed, size_t count, int close)
{
    fputs("| program | kernel | measured, µs | floor, µs | floor / measured | set by | busiest in "
          "ncu "
          "|\n|---|---|---:|---:|---:|---|---|\n",
          out);
    for (size_t i = 0; i < count; i++) {
        const struct timed *t = &timed[i];
        if (!close || t->measured < FLOOR_NEAR * t->floor)
            fprintf(out, "| %s | `%s` | %.2f | %.2f | %.2f | %s | %s%s |\n", t->program, t->kernel,
                    t->measured, t->floor, t->floor / t->measured, t->sets, unit_name[t->busiest],
                    is_near(t) && t->busiest != t->of_floor ? " (!)" : "");
    }
}

static void write_times(FILE *out, const struct timed *timed, size_t count)
{
    fputs("Floor and measured time of one launch with cold caches. A launch alone takes 2 to 3 "
          "µs.\n\n",
          out);
    write_times_of(out, timed, count, 0);
}

static void write_floors(FILE *out, const struct timed *timed, size_t count)
{
    const struct floor_sums s = floor_sums_of(timed, count);
    fprintf(out,
            "Floors hold for %zu of %zu launches; the highest is %.2f of the measured time. %zu "
            "launches take less than 1.5 floors; for %zu of these the unit is the one that ncu saw "
            "busiest.\n\n",
            s.bounds, s.launches, s.highest, s.near, s.alike);
    write_times_of(out, timed, count, 1);
}

/* Counters under Nsight Compute's names; what has none there begins with emu__. */
#include "metrics.h"
#include "record.h"

#include <math.h>

/* A bit for each space, and for each type. */
enum { GLOBAL = 1 << EMU_GLOBAL, SHARED = 1 << EMU_SHARED, CONSTANT = 1 << EMU_CONSTANT };
enum { LOADS = 1 << EV_READ, STORES = 1 << EV_WRITE, ATOMICS = 1 << EV_ATOMIC };
#define ANY_SPACE (GLOBAL | SHARED | CONSTANT)
#define ANY_TYPE  (LOADS | STORES | ATOMICS)

/* Fields of struct counts, in their order. */
#define FIELD(name, NAME) NAME,
enum field { EMU_FIELDS(FIELD) };

static double sum(const struct launch_record *record, unsigned spaces, unsigned types,
                  enum field field)
{
    uint64_t total = 0;
    for (size_t i = 0; i < record->places; i++) {
        const struct line_counts *place = &record->place[i];
        if (spaces >> place->space & 1 && types >> event_type(place->word) & 1)
            total += ((const uint64_t *)&place->count)[field];
    }
    return (double)total;
}

enum shape { SUM, DIFFERENCE, RATIO, PERCENT, OF_LAUNCH };
static const struct metric {
    const char *name;
    enum shape shape; /* of the two fields; SUM has one; OF_LAUNCH: not of accesses */
    unsigned spaces, types;
    enum field a, b;
} metrics[] = {
#define ROW(name, shape, spaces, types, a, b) {name, shape, spaces, types, a, b},
#define LAUNCH_ROW(name_, value)              {.name = name_, .shape = OF_LAUNCH},
    EMU_METRICS(ROW) EMU_LAUNCH_METRICS(LAUNCH_ROW)};
enum { METRICS = sizeof metrics / sizeof *metrics };

size_t metrics_count(void) IS(METRICS);

const char *metrics_name(size_t metric) IS(metrics[metric].name);

static double occupancy(const struct launch_record *record)
{
    const struct emu_occupancy o = record_occupancy(record);
    return 100.0 * o.warps / o.most_warps;
}

static double modelled(const struct launch_record *record, uint64_t value)
    IS(record->memory.known ? (double)value : NAN);

static double per_load(const struct launch_record *record, uint64_t sum)
{
    const uint64_t loads = record->waits.weight;
    return !record->waits.known ? NAN : loads ? (double)sum / (double)loads : 0;
}

static double launch_value(const struct launch_record *record, size_t metric)
{
    const double threads = (double)number_in(record->block),
                 blocks = (double)number_in(record->grid);
    const double values[] = {
#define VALUE(name, value) value,
        EMU_LAUNCH_METRICS(VALUE)};
    return values[metric - (METRICS - sizeof values / sizeof *values)];
}

/* The two sums that a metric is made of, for launches first … last. */
static double value_of(size_t metric, size_t first, size_t last)
{
    const struct metric *m = &metrics[metric];
    double a = 0, b = 0;
    for (size_t i = first; i <= last; i++) {
        const struct launch_record *record = &emu_records[i];
        a += m->shape == OF_LAUNCH ? launch_value(record, metric)
                                   : sum(record, m->spaces, m->types, m->a);
        b += m->shape == SUM ? 0 : sum(record, m->spaces, m->types, m->b);
    }
    if (m->shape == OF_LAUNCH && (strstr(m->name, ".ratio") || strstr(m->name, "_pct")))
        return a / (double)(last - first + 1); /* not a sum */
    if (m->shape == OF_LAUNCH || m->shape == SUM)
        return a;
    if (m->shape == DIFFERENCE)
        return a - b;
    return b == 0 ? 0 : (m->shape == PERCENT ? 100 : 1) * a / b;
}

double metrics_value(const struct launch_record *record, size_t metric)
{
    const size_t index = (size_t)(record - &emu_records[0]);
    return value_of(metric, index, index);
}

static int find(const char *name, size_t *metric)
{
    const size_t length = strlen(name);
    for (*metric = 0; *metric < metrics_count(); ++*metric) {
        const char *full = metrics_name(*metric);
        if (strncmp(full, name, length) == 0 &&
            (!full[length] || strcmp(full + length, ".sum") == 0))
            return 1;
    }
    return 0;
}

int metrics_counts(const char *name, const struct line_counts *place)
{
    size_t metric;
    return find(name, &metric) && metrics[metric].spaces >> place->space & 1 &&
           metrics[metric].types >> event_type(place->word) & 1;
}

double emu_metric(const char *name)
{
    size_t metric;
    if (!find(name, &metric))
        return NAN;
    return emu_record_count ? value_of(metric, 0, emu_record_count - 1) : 0;
}

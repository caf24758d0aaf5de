/* A step's result as JSON, with every digit, and back. */
#include <math.h>

#include "result_cache.h"

static double number_of(const json_t *object, const char *name)
{
    const json_t *value = json_object_get(object, name);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

#define FIGURE(name)                                                                               \
    {                                                                                              \
#name, offsetof(struct figures, name)                                                      \
    }
static const struct {
    const char *name;
    size_t at;
} figures[] = {FIGURE(ms),
               FIGURE(spread),
               FIGURE(gbytes_per_s),
               FIGURE(gflops),
               FIGURE(percent_of_peak),
               FIGURE(speedup_over_previous),
               FIGURE(speedup_over_reference),
               FIGURE(library_ratio),
               FIGURE(reference_over_previous),
               FIGURE(floor_ms)};
enum { FIGURES = sizeof figures / sizeof *figures };

static const char *const floor_units[] = {
    "", "DRAM", "L2", "L1", "shared memory", "constant cache", "issue", "arithmetic", NULL};

int floor_unit_of(const char *text)
{
    for (int i = 0; text && floor_units[i]; i++)
        if (strcmp(text, floor_units[i]) == 0)
            return i;
    return 0;
}

static const char *const nothing[] = {"", "no file", "empty file"};

json_t *keep_step_json(const struct context *c, int step, const struct step_result *r)
{
    const char *none = r->ruling.nothing ? nothing[r->ruling.nothing] : NULL;
    json_t *counters = json_object(),
           *object =
               json_pack("{s:i, s:s, s:o, s:s*, s:f, s:f}", "step", step, "verdict",
                         verdict_name(r->ruling.verdict), "message", json_text(r->ruling.message),
                         "nothing", none, "points", r->points, "max", r->max);
    for (int i = 0; i < FIGURES; i++)
        json_object_set_new(
            object, figures[i].name,
            json_figure(*(const double *)((const char *)&r->figures + figures[i].at)));
    json_object_set_new(object, "floor_unit",
                        *floor_units[r->floor_unit] ? json_string(floor_units[r->floor_unit])
                                                    : json_null());
    for (int m = 0; m < c->metrics; m++)
        if (!isnan(r->counter[m]))
            json_object_set_new(counters, c->metric[m], json_figure(r->counter[m]));
    json_object_set_new(object, "counters", counters);
    return object;
}

int keep_step_from(const struct context *c, int step, const json_t *object, struct step_result *r)
{
    const char *verdict = json_text_in(object, "verdict"),
               *message = json_text_in(object, "message"), *none = json_text_in(object, "nothing");
    const json_t *counters = json_object_get(object, "counters");
    if (number_of(object, "step") != step || !verdict || !message)
        return 0;
    memset(r, 0, sizeof *r);
    r->ruling.verdict = VERDICTS;
    for (int v = 0; v < VERDICTS; v++)
        if (strcmp(verdict, verdict_name((enum verdict)v)) == 0)
            r->ruling.verdict = (enum verdict)v;
    for (int n = NO_FILE; n <= EMPTY_FILE && none; n++)
        if (strcmp(none, nothing[n]) == 0)
            r->ruling.nothing = (enum nothing)n;
    snprintf(r->ruling.message, sizeof r->ruling.message, "%s", message);
    clean_text(r->ruling.message);
    r->points = number_of(object, "points");
    r->max = number_of(object, "max");
    for (int i = 0; i < FIGURES; i++)
        *(double *)((char *)&r->figures + figures[i].at) = number_of(object, figures[i].name);
    r->floor_unit = floor_unit_of(json_text_in(object, "floor_unit"));
    for (int m = 0; m < MAX_METRICS; m++)
        r->counter[m] = m < c->metrics ? number_of(counters, c->metric[m]) : NAN;
    return r->ruling.verdict != VERDICTS && !isnan(r->points) && !isnan(r->max);
}

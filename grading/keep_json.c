/* A step's result as JSON, with every digit, and back. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "keep.h"

static json_t *number(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static double number_of(const json_t *object, const char *name)
{
    const json_t *value = json_object_get(object, name);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

json_t *keep_text(const char *value)
{
    json_t *string = json_string(value);
    if (string)
        return string;
    char *copy = text_of("%s", value);
    for (char *at = copy; *at; at++)
        *at = (unsigned char)*at < 128 ? *at : '?';
    string = json_string(copy);
    free(copy);
    return string;
}

static const char *const figure_names[] = {"ms",
                                           "gbytes_per_s",
                                           "gflops",
                                           "percent_of_peak",
                                           "speedup_over_previous",
                                           "speedup_over_reference",
                                           "library_ratio"};
enum { FIGURES = sizeof figure_names / sizeof *figure_names };

static double *figure_at(struct figures *f, int i)
{
    double *all[FIGURES] = {&f->ms,
                            &f->gbytes_per_s,
                            &f->gflops,
                            &f->percent_of_peak,
                            &f->speedup_over_previous,
                            &f->speedup_over_reference,
                            &f->library_ratio};
    return all[i];
}

json_t *keep_step_json(const struct context *c, int step, struct step_result *r)
{
    json_t *object = json_object(), *counters = json_object();
    json_object_set_new(object, "step", json_integer(step));
    json_object_set_new(object, "verdict", json_string(verdict_name(r->ruling.verdict)));
    json_object_set_new(object, "message", keep_text(r->ruling.message));
    json_object_set_new(object, "points", json_real(r->points));
    json_object_set_new(object, "max", json_real(r->max));
    for (int i = 0; i < FIGURES; i++)
        json_object_set_new(object, figure_names[i], number(*figure_at(&r->figures, i)));
    for (int m = 0; m < c->metrics; m++)
        if (!isnan(r->counter[m]))
            json_object_set_new(counters, c->metric[m], number(r->counter[m]));
    json_object_set_new(object, "counters", counters);
    return object;
}

int keep_step_from(const struct context *c, int step, const json_t *object, struct step_result *r)
{
    const char *verdict = json_string_value(json_object_get(object, "verdict")),
               *message = json_string_value(json_object_get(object, "message"));
    const json_t *counters = json_object_get(object, "counters");
    if (number_of(object, "step") != step || !verdict || !message)
        return 0;
    memset(r, 0, sizeof *r);
    r->ruling.verdict = VERDICTS;
    for (int v = 0; v < VERDICTS; v++)
        if (strcmp(verdict, verdict_name((enum verdict)v)) == 0)
            r->ruling.verdict = (enum verdict)v;
    snprintf(r->ruling.message, sizeof r->ruling.message, "%s", message);
    r->points = number_of(object, "points");
    r->max = number_of(object, "max");
    for (int i = 0; i < FIGURES; i++)
        *figure_at(&r->figures, i) = number_of(object, figure_names[i]);
    for (int m = 0; m < MAX_METRICS; m++)
        r->counter[m] = m < c->metrics ? number_of(counters, c->metric[m]) : NAN;
    return r->ruling.verdict != VERDICTS && !isnan(r->points) && !isnan(r->max);
}

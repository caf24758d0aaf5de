/* Sums and ratios that all reports share. */
#include "standing.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* From all bytes of the id. */
static unsigned number_of(const char *id)
{
    uint64_t hash = 0;
    for (; *id; id++)
        hash = lab_mix(hash ^ (unsigned char)*id);
    return (unsigned)(hash & 0xffffff);
}

const char *student_name(const struct context *c, int student)
{
    static char name[sizeof c->student->id + 12], other[sizeof c->student->id];
    const char *id = c->student[student].id;
    snprintf(name, sizeof name, "%s", id);
    if (strcmp(clean_text(name), id) == 0)
        return id;
    for (int s = 0; s < c->students; s++) {
        snprintf(other, sizeof other, "%s", c->student[s].id);
        if (s != student && strcmp(clean_text(other), name) == 0) {
            snprintf(name + strlen(name), sizeof name - strlen(name), " ~%06x", number_of(id));
            break;
        }
    }
    return name;
}

int step_counts(const struct context *c, int lab, int i)
{
    return c->only_step < 0 || c->facts[c->first[lab] + i].step == c->only_step;
}

int step_is_left_out(const struct step_result *r)
{
    return r->ruling.verdict == SKIPPED && r->max == 0;
}

double lab_points(const struct context *c, int student, int lab, double *max)
{
    double sum = 0;
    *max = 0;
    for (int i = 0; i < c->steps[lab]; i++) {
        const struct step_result *r = result_of(c, student, slot_of(c, lab) + i);
        if (!step_counts(c, lab, i))
            continue;
        sum += r->points;
        *max += r->max;
    }
    return sum;
}

double student_points(const struct context *c, int student, double *max)
{
    double sum = 0, all = 0, of_lab;
    for (int l = 0; l < c->labs; l++) {
        sum += lab_points(c, student, l, &of_lab);
        all += of_lab;
    }
    *max = all;
    return sum;
}

int step_is_right(const struct step_result *r)
{
    return r->ruling.verdict == PASS || r->ruling.verdict == SLOW;
}

void count_step(const struct context *c, int student, int lab, int i, int *asked, int *right)
{
    const struct step_result *r = result_of(c, student, slot_of(c, lab) + i);
    if (!step_counts(c, lab, i) || step_is_left_out(r))
        return;
    ++*asked;
    *right += step_is_right(r);
}

static double counter_ratio(const struct context *c, const struct counter_rule *rule,
                            const struct step_result *r)
{
    double ratio = NAN, value = score_count(c, r, rule);
    if (isfinite(rule->at_most) && rule->at_most > 0)
        ratio = value / rule->at_most;
    if (rule->wanted > 0 && value < rule->wanted)
        ratio = fmax(ratio, rule->wanted / fmax(value, 1));
    return ratio;
}

double step_ratio(const struct context *c, int lab, int i, const struct step_result *r)
{
    const struct step_rubric *rubric =
        rubric_step(&c->rubric[lab], c->facts[c->first[lab] + i].step);
    double worst = NAN;
    if (!step_is_right(r))
        return NAN;
    if (r->figures.speedup_over_reference > 0)
        return 1 / r->figures.speedup_over_reference;
    if (c->backend == GPU)
        return NAN;
    for (int k = 0; k < rubric->rules; k++)
        worst = fmax(worst, counter_ratio(c, &rubric->rule[k], r));
    return worst;
}

char *message_shape(const char *message)
{
    char *shape = text_of("%s", message), *to = shape;
    for (const char *at = message; *at;) {
        if (!isdigit((unsigned char)*at)) {
            *to++ = *at++;
            continue;
        }
        while (isdigit((unsigned char)*at) || (*at == '.' && isdigit((unsigned char)at[1])))
            at++;
        *to++ = '#';
    }
    *to = 0;
    return shape;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double median_of(double *value, int count)
{
    if (!count)
        return NAN;
    qsort(value, (size_t)count, sizeof *value, by_value);
    return count % 2 ? value[count / 2] : (value[count / 2 - 1] + value[count / 2]) / 2;
}

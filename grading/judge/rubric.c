/* Reads a rubric. Every mistake in it is one line that names the file and the field, because an
 * instructor edits it. */
#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "emulator/counters/metrics.h"
#include "judge.h"

/* Where we are in the file, for messages: "steps[1].efficiency.counters[0]". */
struct place {
    const char *file;
    char path[200];
    char *why;
    size_t size;
    int bad;
};

static void complain(struct place *p, const char *field, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void complain(struct place *p, const char *field, const char *format, ...)
{
    char text[300];
    va_list list;
    if (p->bad)
        return; /* the first mistake is the one to mend */
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    snprintf(p->why, p->size, "%s: %s%s%s: %s", p->file, p->path, p->path[0] && field[0] ? "." : "",
             field, text);
    p->bad = 1;
}

/* A field that nobody reads is a misspelt one. */
static void only_known(struct place *p, json_t *object, const char *const *known)
{
    const char *key;
    json_t *value;
    json_object_foreach(object, key, value)
    {
        int found = key[0] == '_'; /* "_comment" */
        for (const char *const *k = known; *k; k++)
            found |= strcmp(*k, key) == 0;
        if (!found)
            complain(p, key, "no such field here");
    }
}

/* A number in [least, most], or `otherwise` where it is missing; a NAN `otherwise` means that it
 * must be there. */
static double number(struct place *p, json_t *object, const char *field, double least, double most,
                     double otherwise)
{
    json_t *value = json_object_get(object, field);
    if (!value && isnan(otherwise))
        complain(p, field, "is missing; it is a number");
    if (!value)
        return otherwise;
    if (!json_is_number(value))
        complain(p, field, "must be a number");
    else if (json_number_value(value) < least || json_number_value(value) > most)
        complain(p, field, "is %g, must be from %g to %g", json_number_value(value), least, most);
    return json_number_value(value);
}

static void string(struct place *p, json_t *object, const char *field, char *to, size_t size,
                   int required)
{
    json_t *value = json_object_get(object, field);
    to[0] = 0;
    if (!value && !required)
        return;
    if (!json_is_string(value))
        complain(p, field,
                 value ? "must be a text in quotes" : "is missing; it is a text in quotes");
    else if (strlen(json_string_value(value)) >= size)
        complain(p, field, "is longer than %zu characters", size - 1);
    else
        strcpy(to, json_string_value(value));
}

/* Does the emulator count that? It understands a name without its ".sum", too. */
static int is_counter(const char *name)
{
#define NAME(counter, ...) counter,
    static const char *const all[] = {EMU_METRICS(NAME) EMU_LAUNCH_METRICS(NAME)};
#undef NAME
    size_t length = strlen(name);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strncmp(all[i], name, length) == 0 &&
            (!all[i][length] || strcmp(all[i] + length, ".sum") == 0))
            return 1;
    return 0;
}

static void read_rule(struct place *p, json_t *o, struct counter_rule *r)
{
    static const char *const known[] = {"metric",  "what",   "hint",     "at_most",
                                        "none_at", "wanted", "at_least", NULL};
    if (!json_is_object(o)) {
        complain(p, "", "must be an object { }");
        return;
    }
    only_known(p, o, known);
    string(p, o, "metric", r->metric, sizeof r->metric, 1);
    string(p, o, "what", r->what, sizeof r->what, 1);
    string(p, o, "hint", r->hint, sizeof r->hint, 0);
    if (!is_counter(r->metric))
        complain(p, "metric", "'%s' is no counter: docs/emulator.md lists those that there are",
                 r->metric);
    r->at_most = number(p, o, "at_most", 0, 1e18, INFINITY);
    r->none_at = number(p, o, "none_at", 0, 1e18, isinf(r->at_most) ? INFINITY : 4 * r->at_most);
    r->wanted = number(p, o, "wanted", 0, 1e18, 0);
    r->at_least = number(p, o, "at_least", 0, 1e18, 0);
    if (r->none_at < r->at_most)
        complain(p, "none_at", "is less than at_most");
}

static void read_size(struct place *p, json_t *array, struct step_rubric *s)
{
    int *to[] = {&s->m, &s->n, &s->k};
    s->m = s->n = s->k = 1;
    if (!json_is_array(array) || json_array_size(array) < 2 || json_array_size(array) > 3) {
        complain(p, "size", "must be [rows, columns] or [rows, columns, depth]");
        return;
    }
    for (size_t i = 0; i < json_array_size(array); i++) {
        json_int_t value = json_integer_value(json_array_get(array, i));
        if (value < 1 || value > 4096)
            complain(p, "size", "must be whole numbers from 1 to 4096");
        *to[i] = (int)value;
    }
}

static void read_efficiency(struct place *p, json_t *o, struct step_rubric *s)
{
    static const char *const known[] = {"size", "counters", "time", NULL}, *const known_time[] = {
                                                                               "share", "full_at",
                                                                               "none_at", NULL};
    char outer[200];
    json_t *rules = json_object_get(o, "counters"), *time = json_object_get(o, "time"), *rule;
    size_t i;
    strcpy(outer, p->path);
    snprintf(p->path + strlen(p->path), sizeof p->path - strlen(p->path), ".efficiency");
    if (!json_is_object(o)) {
        complain(p, "", "must be an object { }");
        return;
    }
    only_known(p, o, known);
    if (!json_is_array(rules) || json_array_size(rules) < 1 || json_array_size(rules) > MAX_RULES)
        complain(p, "counters", "must be a list [ ] of 1 to %d rules", MAX_RULES);
    else
        read_size(p, json_object_get(o, "size"), s);
    json_array_foreach(rules, i, rule)
    {
        size_t length = strlen(p->path);
        if (p->bad)
            break;
        snprintf(p->path + length, sizeof p->path - length, ".counters[%zu]", i);
        read_rule(p, rule, &s->rule[s->rules++]);
        p->path[length] = 0;
    }
    if (time && !p->bad) {
        snprintf(p->path + strlen(p->path), sizeof p->path - strlen(p->path), ".time");
        if (!json_is_object(time))
            complain(p, "", "must be an object { }");
        only_known(p, time, known_time);
        s->time_share = number(p, time, "share", 0, 1, 0.5);
        s->full_at = number(p, time, "full_at", 0.1, 100, 1.2);
        s->none_at = number(p, time, "none_at", 0.1, 1000, 4);
        if (s->none_at <= s->full_at)
            complain(p, "none_at", "is %g, must be more than full_at, %g", s->none_at, s->full_at);
    }
    strcpy(p->path, outer);
}

/* Does the lab have this step? A lab that nobody knows has all. */
static int is_step(const char *lab, int step)
{
    const struct step_fact *facts;
    int count = catalogue(&facts), known = 0;
    for (int i = 0; i < count; i++) {
        known |= strcmp(facts[i].lab, lab) == 0;
        if (strcmp(facts[i].lab, lab) == 0 && facts[i].step == step)
            return 1;
    }
    return !known;
}

static void read_step(struct place *p, json_t *o, struct lab_rubric *r)
{
    static const char *const known[] = {"step", "points", "correctness", "efficiency", NULL};
    if (!json_is_object(o)) {
        complain(p, "", "must be an object { }");
        return;
    }
    only_known(p, o, known);
    struct step_rubric *s = &r->step[r->steps];
    json_t *efficiency = json_object_get(o, "efficiency");
    r->number[r->steps] = (int)number(p, o, "step", 0, 99, NAN);
    s->points = number(p, o, "points", 0, 1e6, NAN);
    s->correctness = number(p, o, "correctness", 0, 1, efficiency ? NAN : 1);
    if (efficiency)
        read_efficiency(p, efficiency, s);
    else if (s->correctness < 1)
        complain(p, "efficiency", "is missing, but correctness is worth less than all points");
    for (int i = 0; i < r->steps; i++)
        if (r->number[i] == r->number[r->steps])
            complain(p, "step", "%d is there twice", r->number[i]);
    if (!is_step(r->lab, r->number[r->steps]))
        complain(p, "step", "%d: this lab has no such step", r->number[r->steps]);
    r->steps++;
}

/* "late": { "per_day": 10, "unit": "percent", "grace_minutes": 15, "most": 50 } */
static void read_late(struct place *p, json_t *o, struct late_rule *late)
{
    static const char *const known[] = {"per_day", "unit", "grace_minutes", "most", NULL};
    char unit[16];
    late->most = NAN;
    if (!o)
        return;
    strcpy(p->path, "late");
    if (!json_is_object(o)) {
        complain(p, "", "must be an object { }");
        return;
    }
    only_known(p, o, known);
    string(p, o, "unit", unit, sizeof unit, 1);
    if (strcmp(unit, "percent") != 0 && strcmp(unit, "points") != 0)
        complain(p, "unit", "must be \"percent\" or \"points\"");
    late->percent = strcmp(unit, "percent") == 0;
    late->per_day = number(p, o, "per_day", 0, late->percent ? 100 : 1e6, NAN);
    late->grace = 60 * number(p, o, "grace_minutes", 0, 1e5, 0);
    if (json_object_get(o, "most"))
        late->most = number(p, o, "most", 0, late->percent ? 100 : 1e6, 0);
    p->path[0] = 0;
}

static void read_lab(struct place *p, json_t *root, struct lab_rubric *r)
{
    static const char *const known[] = {"lab", "late", "steps", NULL};
    json_t *steps = json_object_get(root, "steps"), *step;
    size_t i;
    const char *slash = strrchr(p->file, '/'), *name = slash ? slash + 1 : p->file;
    if (!json_is_object(root)) {
        complain(p, "", "must be an object { }");
        return;
    }
    only_known(p, root, known);
    string(p, root, "lab", r->lab, sizeof r->lab, 1);
    read_late(p, json_object_get(root, "late"), &r->late);
    if (!p->bad &&
        (strncmp(name, r->lab, strlen(r->lab)) != 0 || strcmp(name + strlen(r->lab), ".json") != 0))
        complain(p, "lab", "is \"%s\", but the file's name says otherwise", r->lab);
    if (!json_is_array(steps) || json_array_size(steps) < 1 || json_array_size(steps) > MAX_STEPS)
        complain(p, "steps", "must be a list [ ] of 1 to %d steps", MAX_STEPS);
    json_array_foreach(steps, i, step)
    {
        if (p->bad)
            break;
        snprintf(p->path, sizeof p->path, "steps[%zu]", i);
        read_step(p, step, r);
        p->path[0] = 0;
    }
}

int rubric_read(const char *file, struct lab_rubric *r, char *why, size_t size)
{
    struct place p = {file, "", why, size, 0};
    json_error_t error;
    memset(r, 0, sizeof *r);
    FILE *f = fopen(file, "re");
    if (!f) {
        snprintf(why, size,
                 "%s: cannot be read: %s; put it back, or leave its lab out of LAB=", file,
                 strerror(errno));
        return -1;
    }
    char mark[3]; /* an editor's, of UTF-8 */
    if (fread(mark, 1, sizeof mark, f) != sizeof mark || memcmp(mark, "\xef\xbb\xbf", 3) != 0)
        rewind(f);
    json_t *root = json_loadf(f, JSON_REJECT_DUPLICATES, &error);
    fclose(f);
    if (!root) {
        snprintf(why, size, "%s: line %d: %s", file, error.line, error.text);
        return -1;
    }
    read_lab(&p, root, r);
    json_decref(root);
    return p.bad ? -1 : 0;
}

const struct step_rubric *rubric_step(const struct lab_rubric *r, int step)
{
    for (int i = 0; i < r->steps; i++)
        if (r->number[i] == step)
            return &r->step[i];
    return NULL;
}

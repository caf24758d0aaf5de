/* Reads and checks the results, and answers questions about them. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

struct result results[MAX_RESULTS];
int result_count;
struct result others[MAX_RESULTS];
int other_count;

void die(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "render: ");
    vfprintf(stderr, format, arguments);
    fprintf(stderr, "\n");
    va_end(arguments);
    exit(1);
}

int is_lab(const char *name)
{
    for (int i = 0; i < LABS; i++)
        if (strcmp(lab_ids[i], name) == 0)
            return 1;
    return 0;
}

const char *text_of(json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

double number_of(json_t *object, const char *key)
{
    json_t *value = json_object_get(object, key);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

void load(const char *file, int of_another)
{
    json_error_t error;
    int *count = of_another ? &other_count : &result_count;
    struct result *r = (of_another ? others : results) + *count;
    const char *base = strrchr(file, '/') + 1;
    if (*count == MAX_RESULTS)
        die("more than %d results", MAX_RESULTS);
    r->root = json_load_file(file, JSON_REJECT_DUPLICATES, &error);
    if (!r->root)
        die("%s:%d: %s", file, error.line, error.text);
    if (number_of(r->root, "schema") != 1)
        die("%s: schema is not 1", file);
    snprintf(r->name, sizeof r->name, "%s", text_of(r->root, "lab"));
    if (of_another) {
        const char *card = file + strlen("docs/results/");
        snprintf(r->card, sizeof r->card, "%.*s", (int)strcspn(card, "/"), card);
    }
    if (strncmp(r->name, base, strlen(r->name)) != 0 ||
        strcmp(base + strlen(r->name), ".json") != 0)
        die("%s: its \"lab\" is '%s', which is not the file's name", file, r->name);
    if (!is_lab(r->name))
        die("%s: there is no lab '%s' in steps.h", file, r->name);
    if (strcmp(text_of(r->root, "backend"), "gpu") != 0)
        die("%s: backend '%s': only what a GPU measured goes into these tables", file,
            text_of(r->root, "backend"));
    if (!json_is_array(json_object_get(r->root, "rows")) ||
        !json_is_object(json_object_get(r->root, "device")))
        die("%s: rows or device is missing", file);
    ++*count;
}

const struct result *result_named(const char *name)
{
    for (int i = 0; i < result_count; i++)
        if (strcmp(results[i].name, name) == 0)
            return &results[i];
    return NULL;
}

const char *size_of(const struct result *r, json_t *row)
{
    const char *own = text_of(row, "size");
    return own[0] ? own : text_of(r->root, "size");
}

/* m n k, or as many of them as the text names. */
double volume(const char *size)
{
    double product = 1;
    for (char *end; *size; size = *end == 'x' ? end + 1 : "")
        product *= strtod(size, &end);
    return product;
}

/* The largest size at which a library was beside the steps, or else the one that the result
 * names. */
const char *headline(const struct result *r)
{
    const char *largest = text_of(r->root, "size");
    json_t *rows = json_object_get(r->root, "rows"), *row;
    double most = 0;
    size_t i;
    json_array_foreach(rows, i, row)
    {
        if (is_kind(row, "solution") && number_of(row, "library_ratio") > 0 &&
            volume(size_of(r, row)) > most) {
            largest = size_of(r, row);
            most = volume(largest);
        }
    }
    return largest;
}

int is_kind(json_t *row, const char *kind)
{
    return strcmp(text_of(row, "kind"), kind) == 0;
}

int is_wrong(json_t *row)
{
    return json_is_false(json_object_get(row, "pass"));
}

int by_arithmetic(json_t *row)
{
    return number_of(row, "gflops") / number_of(row, "gbytes_per_s") > ARITHMETIC_FROM;
}

/* Of the solution's steps at the headline size; step 0 only warms up. */
json_t *best_of(const struct result *r)
{
    json_t *row, *best = NULL;
    size_t i;
    json_array_foreach(r ? json_object_get(r->root, "rows") : NULL, i, row)
    {
        double ms = number_of(row, "ms");
        if (is_kind(row, "solution") && !is_wrong(row) && number_of(row, "step") >= 1 &&
            strcmp(size_of(r, row), headline(r)) == 0 && ms > 0 &&
            (!best || ms < number_of(best, "ms")))
            best = row;
    }
    return best;
}

json_t *typical(const struct result *r)
{
    json_t *row;
    size_t i;
    json_array_foreach(json_object_get(r->root, "rows"), i, row)
    {
        if (is_kind(row, "solution") && strcmp(size_of(r, row), headline(r)) == 0)
            return row;
    }
    return NULL;
}

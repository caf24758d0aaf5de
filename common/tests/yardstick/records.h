/* Readers for the two kinds of record that compare.c sets side by side: what Nsight Compute
 * counted (CSV, one row a launch, record.sh) and what the emulator counted (JSON, one object a
 * launch). Both become an array of objects, one a launch. Whatever cannot be read ends the
 * program: a comparison with half a record would be worse than none. */
#pragma once

#include <jansson.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline void die(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    exit(2);
}

/* A launch's counter, or whatever else it has under this name; NULL if there is none. */
static inline const json_t *value_of(const json_t *launch, const char *name)
{
    const json_t *value = json_object_get(launch, name);
    return value ? value : json_object_get(json_object_get(launch, "metrics"), name);
}

/* NaN if there is none of that name, or it is no number. */
static inline double number_of(const json_t *launch, const char *name)
{
    const json_t *value = value_of(launch, name);
    const char *text = json_string_value(value);
    char *end;
    if (!text)
        return json_is_number(value) ? json_number_value(value) : NAN;
    const double number = strtod(text, &end);
    return end == text || *end ? NAN : number;
}

/* "" if there is none of that name, or it is no text. */
static inline const char *text_of(const json_t *launch, const char *name)
{
    const char *text = json_string_value(value_of(launch, name));
    return text ? text : "";
}

/* The cell that begins at *at, in place, and past its comma. Quotes may enclose a cell with commas;
 * no cell holds a quote or a newline. */
static inline char *csv_cell(char **at)
{
    const int quoted = **at == '"';
    char *begin = *at + quoted, *end = begin + strcspn(begin, quoted ? "\"" : ",\n");
    *at = end + quoted;
    *at += **at != '\0';
    *end = '\0';
    return begin;
}

static inline json_t *read_csv(const char *path)
{
    enum { MOST_COLUMNS = 256 };
    json_t *record = json_array();
    FILE *file = fopen(path, "r");
    char *header = NULL, *line = NULL, *name[MOST_COLUMNS];
    size_t room = 0, columns = 0;
    if (!file || getline(&header, &room, file) < 0)
        die("%s: cannot be read", path);
    for (char *at = header; *at && columns < MOST_COLUMNS;)
        name[columns++] = csv_cell(&at);
    for (room = 0; getline(&line, &room, file) > 0;) {
        json_t *launch = json_object();
        char *at = line;
        for (size_t i = 0; i < columns; i++)
            json_object_set_new(launch, name[i], json_string(csv_cell(&at)));
        json_array_append_new(record, launch);
        if (*at)
            die("%s: launch %zu has more cells than the header", path, json_array_size(record));
    }
    fclose(file);
    free(header);
    free(line);
    return record;
}

static inline json_t *read_json(const char *path)
{
    json_error_t error;
    json_t *record = json_load_file(path, 0, &error);
    if (!json_is_array(record))
        die("%s: line %d: %s", path, error.line, record ? "no array" : error.text);
    return record;
}

/* Readers for the two kinds of record that compare.c sets side by side: what Nsight Compute
 * counted (CSV, one row a launch, record.sh) and what the emulator counted (JSON, one object a
 * launch). Both become a list of launches, each with named values. Whatever cannot be read ends
 * the program: a comparison with half a record would be worse than none. */
#ifndef RECORDS_H
#define RECORDS_H

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct value {
    char *name;
    char *text;    /* as written; for a string, its content */
    double number; /* NaN where the text is no number */
};

struct launch {
    struct value *values;
    size_t count;
};

struct record {
    struct launch *launches;
    size_t count;
};

static inline void die(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    exit(2);
}

static inline void *grown(void *memory, size_t bytes)
{
    memory = realloc(memory, bytes);
    if (!memory)
        die("no memory");
    return memory;
}

static inline char *copied(const char *text, size_t length)
{
    char *copy = (char *)grown(NULL, length + 1);
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

static inline struct launch *add_launch(struct record *record)
{
    record->launches = grown(record->launches, (record->count + 1) * sizeof *record->launches);
    memset(&record->launches[record->count], 0, sizeof *record->launches);
    return &record->launches[record->count++];
}

/* Takes both strings over. */
static inline void add_value(struct launch *launch, char *name, char *text)
{
    char *end;
    launch->values = grown(launch->values, (launch->count + 1) * sizeof *launch->values);
    struct value *value = &launch->values[launch->count++];
    value->name = name;
    value->text = text;
    value->number = strtod(text, &end);
    if (end == text || *end)
        value->number = NAN;
}

static inline const struct value *find_value(const struct launch *launch, const char *name)
{
    for (size_t i = 0; i < launch->count; i++)
        if (strcmp(launch->values[i].name, name) == 0)
            return &launch->values[i];
    return NULL;
}

/* NaN if there is none of that name. */
static inline double number_of(const struct launch *launch, const char *name)
{
    const struct value *value = find_value(launch, name);
    return value ? value->number : NAN;
}

static inline const char *text_of(const struct launch *launch, const char *name)
{
    const struct value *value = find_value(launch, name);
    return value ? value->text : "";
}

static inline char *whole_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        die("%s: cannot be opened", path);
    char *text = NULL;
    size_t length = 0, got;
    do {
        text = (char *)grown(text, length + 65537);
        got = fread(text + length, 1, 65536, file);
        length += got;
    } while (got);
    text[length] = '\0';
    fclose(file);
    return text;
}

/* ---- CSV: quotes may enclose a cell with commas; no cell holds a quote or a newline */

static inline char *csv_cell(const char **at)
{
    const int quoted = **at == '"';
    const char *begin = *at + quoted, *end = begin + strcspn(begin, quoted ? "\"" : ",\n");
    *at = end + quoted;
    if (**at == ',')
        ++*at;
    return copied(begin, (size_t)(end - begin));
}

static inline struct record read_csv(const char *path)
{
    struct record record = {0};
    struct launch header = {0};
    char *text = whole_file(path);
    const char *at = text;
    while (*at && *at != '\n')
        add_value(&header, csv_cell(&at), copied("", 0));
    while (*at == '\n' && at[1]) {
        at++;
        struct launch *launch = add_launch(&record);
        for (size_t i = 0; i < header.count; i++)
            add_value(launch, copied(header.values[i].name, strlen(header.values[i].name)),
                      csv_cell(&at));
        if (*at && *at != '\n')
            die("%s: launch %zu has more cells than the header", path, record.count);
    }
    free(text);
    return record;
}

/* ---- JSON: an array of objects. Nested names are joined by dots: "grid.0",
 * "metrics.dram__bytes_read.sum". */

struct json {
    const char *path, *begin, *at;
};

static inline void json_skip(struct json *json)
{
    json->at += strspn(json->at, " \t\r\n");
}

static inline void json_expect(struct json *json, char c)
{
    json_skip(json);
    if (*json->at != c)
        die("%s: byte %zu: '%c' expected", json->path, (size_t)(json->at - json->begin), c);
    json->at++;
}

/* The next thing is `c`: goes past it. */
static inline int json_meets(struct json *json, char c)
{
    json_skip(json);
    if (*json->at != c)
        return 0;
    json->at++;
    return 1;
}

static inline char *json_string(struct json *json)
{
    json_expect(json, '"');
    const char *begin = json->at;
    while (*json->at && *json->at != '"')
        json->at += *json->at == '\\' && json->at[1] ? 2 : 1;
    char *text = copied(begin, (size_t)(json->at - begin));
    json_expect(json, '"');
    return text;
}

static inline char *joined(const char *prefix, const char *name)
{
    const size_t room = strlen(prefix) + strlen(name) + 2;
    char *path = (char *)grown(NULL, room);
    snprintf(path, room, "%s%s%s", prefix, *prefix ? "." : "", name);
    return path;
}

static inline void json_value(struct json *json, struct launch *launch, const char *path);

static inline void json_members(struct json *json, struct launch *launch, const char *path,
                                char end)
{
    for (size_t i = 0; !json_meets(json, end); i++) {
        char number[24], *name = number;
        if (i)
            json_expect(json, ',');
        if (end == '}') {
            name = json_string(json);
            json_expect(json, ':');
        } else {
            snprintf(number, sizeof number, "%zu", i);
        }
        char *inner = joined(strcmp(path, "metrics") == 0 ? "" : path, name);
        json_value(json, launch, inner);
        free(inner);
        if (name != number)
            free(name);
    }
}

static inline void json_value(struct json *json, struct launch *launch, const char *path)
{
    if (json_meets(json, '{')) {
        json_members(json, launch, path, '}');
    } else if (json_meets(json, '[')) {
        json_members(json, launch, path, ']');
    } else if (*json->at == '"') {
        add_value(launch, copied(path, strlen(path)), json_string(json));
    } else {
        const size_t length = strcspn(json->at, ",]} \t\r\n");
        if (!length)
            die("%s: byte %zu: a value expected", json->path, (size_t)(json->at - json->begin));
        add_value(launch, copied(path, strlen(path)), copied(json->at, length));
        json->at += length;
    }
}

static inline struct record read_json(const char *path)
{
    struct record record = {0};
    char *text = whole_file(path);
    struct json json = {path, text, text};
    json_expect(&json, '[');
    while (!json_meets(&json, ']')) {
        if (record.count)
            json_expect(&json, ',');
        json_value(&json, add_launch(&record), "");
    }
    free(text);
    return record;
}

static inline void free_record(struct record *record)
{
    for (size_t i = 0; i < record->count; i++) {
        for (size_t j = 0; j < record->launches[i].count; j++) {
            free(record->launches[i].values[j].name);
            free(record->launches[i].values[j].text);
        }
        free(record->launches[i].values);
    }
    free(record->launches);
}

#endif

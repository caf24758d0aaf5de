#include "report.h"
#include "base/base.h"
#include "base/csv.h"
#include "base/json_file.h"

json_t *table_cell(const char *name, json_t *value)
{
    return json_pack("{s:s, s:o}", "name", name, "value", value);
}

static const json_t *value_at(const json_t *from, const char *path)
{
    OWNED char *copy = text_of("%s", path);
    char *rest = copy;
    for (char *name; (name = strsep(&rest, "/"));)
        from = json_object_get(from, name);
    return from;
}

static void put_value(FILE *f, const json_t *value, const char *otherwise)
{
    if (json_is_real(value))
        fprintf(f, "%.2f", json_real_value(value));
    else if (json_is_integer(value))
        fprintf(f, "%lld", (long long)json_integer_value(value));
    else if (json_is_boolean(value))
        fputs(json_is_true(value) ? "yes" : "no", f);
    else if (json_is_string(value))
        csv_cell(f, json_string_value(value));
    else
        fputs(otherwise ? otherwise : "", f);
}

/* "%s written": the text around is ours, the name may be a roster's. */
static void put_heading(FILE *f, const char *heading, const json_t *part)
{
    const char *at = strstr(heading, "%s"), *name = json_text_in(part, "name");
    OWNED char *text = at && name ? text_of("%.*s%s%s", (int)(at - heading), heading, name, at + 2)
                                  : text_of("%s", heading);
    csv_cell(f, text);
}

static void put_line(FILE *f, const struct column *columns, int have, const json_t *row, int head)
{
    int cells = 0;
    for (const struct column *k = columns; k->heading; k++) {
        const json_t *list = k->each ? json_object_get(row, k->each) : NULL;
        const size_t count = (have & k->only) != k->only ? 0 : k->each ? json_array_size(list) : 1;
        for (size_t i = 0; i < count; i++) {
            const json_t *part = k->each ? json_array_get(list, i) : row;
            fputs(cells++ ? "," : "", f);
            if (head)
                put_heading(f, k->heading, part);
            else
                put_value(f, value_at(part, k->path), k->otherwise);
        }
    }
    fputs("\r\n", f);
}

void table_write(const char *path, const struct column *columns, int have,
                 json_t *(*row)(const void *model, int number), const void *model, int rows)
{
    FILE *f = atomic_open(path);
    int lines = 0;
    for (int i = 0; i < rows; i++) {
        json_auto_t *one = row(model, i);
        if (one && !lines++)
            put_line(f, columns, have, one, 1);
        if (one)
            put_line(f, columns, have, one, 0);
    }
    if (!lines)
        put_line(f, columns, have, NULL, 1);
    atomic_close(f, path);
}

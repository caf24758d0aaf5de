/* CSV, record by record (base.h). */

#include <strings.h>

#include "base.h"

enum { LARGEST = 64 << 20 };
static const char separators[] = ",;\t"; /* between cells: by the spreadsheet's country */

void csv_complain(const struct csv *csv, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    OWNED char *text = text_of_list(format, list);
    va_end(list);
    die("%s%s: line %d: %s", csv->setting, csv->file, csv->line, text);
}

/* Of comma, semicolon and tab the one that the first line has most often outside quotes. */
static void find_separator(struct csv *csv)
{
    size_t line = strcspn(csv->at, "\r\n");
    int count[sizeof separators] = {0}, quoted = 0, best = 0;
    for (size_t i = 0; i < line; i++) {
        const char *is = quoted || !csv->at[i] ? NULL : strchr(separators, csv->at[i]);
        quoted ^= csv->at[i] == '"';
        if (is && ++count[is - separators] > count[best])
            best = (int)(is - separators);
    }
    csv->separator = separators[best];
}

void csv_open(struct csv *csv, const char *setting, const char *file)
{
    size_t bytes;
    *csv = (struct csv){.setting = setting, .file = file, .line = 1, .next_line = 1};
    csv->text = read_source(file, LARGEST, &bytes);
    if (!csv->text)
        die("%s%s: %s", setting, file,
            errno == EINVAL ? "it is a folder or a device: give a CSV file" : strerror(errno));
    csv->at = csv->text;
    if (strlen(csv->text) != bytes)
        csv_complain(csv, "it has zero bytes: is it a CSV file?");
    find_separator(csv);
}

static void drop_fields(struct csv *csv)
{
    for (int i = 0; i < csv->fields; i++)
        free(csv->field[i]);
    csv->fields = 0;
}

void csv_close(struct csv *csv)
{
    drop_fields(csv);
    free(csv->field);
    free(csv->text);
    csv->field = NULL;
    csv->text = NULL;
}

/* One field, quotes taken off. */
static char *read_field(struct csv *csv)
{
    const char stop[] = {csv->separator, '\r', '\n', 0};
    size_t length = strcspn(csv->at, stop), used = 0;
    if (*csv->at != '"') {
        char *plain = text_of("%.*s", (int)length, csv->at);
        csv->at += length;
        return plain;
    }
    const char *end = csv->at;
    while ((end = strchr(end + 1, '"')) && end[1] == '"')
        end++;
    if (!end++)
        csv_complain(csv, "a quote is opened and never closed");
    char *field = text_of("%.*s", (int)(end - csv->at), csv->at);
    for (const char *at = csv->at + 1; at < end - 1; at++) {
        csv->next_line += *at == '\n';
        at += *at == '"';
        field[used++] = *at;
    }
    field[used] = 0;
    csv->at = end;
    if (*end && !strchr(stop, *end))
        csv_complain(csv, "there is more after a closing quote: '%.10s'", end);
    return field;
}

int csv_next(struct csv *csv)
{
    drop_fields(csv);
    while (*csv->at == '\n' || *csv->at == '\r') {
        csv->next_line += *csv->at == '\n';
        csv->at++;
    }
    csv->line = csv->next_line;
    if (!*csv->at)
        return 0;
    for (;;) {
        csv->field = one_more(csv->field, csv->fields, sizeof *csv->field);
        csv->field[csv->fields++] = read_field(csv);
        if (*csv->at != csv->separator)
            return 1;
        csv->at++;
    }
}

void csv_names(struct csv *csv, const char *const *names, int count, int needed)
{
    csv_next(csv);
    OWNED char *all = text_of("%s", names[0]);
    for (int k = 1; k < count; k++)
        text_add(&all, ",%s", names[k]);
    memset(csv->column_at, -1, sizeof csv->column_at);
    for (int i = 0; i < csv->fields; i++) {
        int is = strcasecmp(csv->field[i], "id") == 0 ? 0 : -1;
        for (int k = 0; k < count; k++)
            if (strcasecmp(csv->field[i], names[k]) == 0)
                is = k;
        if (is >= 0)
            csv->column_at[is] = i;
        else if (*csv->field[i])
            csv_complain(csv, "'%s' is none of the columns %s", csv->field[i], all);
    }
    for (int k = 0; k < count; k++) {
        if (csv->column_at[k] < 0 && k < needed)
            csv_complain(csv, "must name its columns, of %s; there is no '%s'", all, names[k]);
        if (k < needed && csv->column_at[k] >= csv->needed)
            csv->needed = csv->column_at[k] + 1;
    }
    csv->named = csv->fields;
}

int csv_row(struct csv *csv)
{
    int got = csv_next(csv);
    if (got && (csv->fields < csv->needed || csv->fields > csv->named))
        csv_complain(csv, "has %d fields, the first line has %d%s", csv->fields, csv->named,
                     csv->fields < csv->needed ? ""
                                               : ": put a text or number with a comma in "
                                                 "it between quotes");
    return got;
}

const char *csv_value(const struct csv *csv, int column)
{
    int at = csv->column_at[column];
    return at >= 0 && at < csv->fields ? csv->field[at] : "";
}

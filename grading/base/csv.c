/* A record at a time. Time grows with the text, memory with its longest record. */
#include "csv.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "judge/judge.h"

enum { LARGEST = 64 << 20 };

int csv_complain(struct csv *t, const char *format, ...)
{
    char text[500];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    snprintf(t->why, t->size, "%s: line %d: %s", t->file, t->line, text);
    return -1;
}

static void drop_fields(struct csv *t)
{
    for (int i = 0; i < t->fields; i++)
        free(t->field[i]);
    t->fields = 0;
}

void csv_close(struct csv *t)
{
    drop_fields(t);
    free(t->field);
    free(t->text);
}

int csv_open(struct csv *t, const char *file, char *why, size_t size)
{
    size_t bytes, line;
    *t = (struct csv){.file = file, .line = 1, .next_line = 1, .why = why, .size = size};
    t->text = read_file(file, LARGEST, &bytes);
    if (!t->text) {
        snprintf(why, size, "%s: %s", file,
                 errno == EINVAL ? "it is a folder or a device: give a CSV file" : strerror(errno));
        return -1;
    }
    if (strlen(t->text) != bytes)
        return csv_complain(t, "it has zero bytes: is it a CSV file?");
    t->at = t->text + (strncmp(t->text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0); /* a spreadsheet's mark */
    line = strcspn(t->at, "\r\n");
    t->separator = memchr(t->at, ';', line) && !memchr(t->at, ',', line) ? ';' : ',';
    return 0;
}

/* Behind the quote that ends a field whose own begins at `at`; NULL if none does. */
static const char *end_of_quoted(const char *at)
{
    while ((at = strchr(at + 1, '"')) && at[1] == '"')
        at++;
    return at ? at + 1 : NULL;
}

/* One field, quotes taken off. 0, or -1 with a complaint. */
static int read_field(struct csv *t, char **field)
{
    const char stop[] = {t->separator, '\r', '\n', 0};
    size_t length = strcspn(t->at, stop), used = 0;
    if (*t->at != '"') {
        *field = text_of("%.*s", (int)length, t->at);
        t->at += length;
        return 0;
    }
    const char *end = end_of_quoted(t->at);
    if (!end)
        return csv_complain(t, "a quote is opened and never closed");
    char *to = *field = text_of("%.*s", (int)(end - t->at), t->at);
    for (const char *at = t->at + 1; at < end - 1; at++) {
        t->next_line += *at == '\n';
        at += *at == '"';
        to[used++] = *at;
    }
    to[used] = 0;
    t->at = end;
    if (*t->at && !strchr(stop, *t->at))
        return csv_complain(t, "there is more after a closing quote: '%.10s'", t->at);
    return 0;
}

static void make_room(struct csv *t)
{
    if (t->fields < t->room)
        return;
    t->room = 2 * t->room + 8;
    t->field = realloc(t->field, (size_t)t->room * sizeof *t->field);
    if (!t->field)
        die("no memory left to read %s", t->file);
}

int csv_record(struct csv *t)
{
    drop_fields(t);
    while (*t->at == '\n' || *t->at == '\r') {
        t->next_line += *t->at == '\n';
        t->at++;
    }
    t->line = t->next_line;
    if (!*t->at)
        return 0;
    for (;; t->at++) {
        make_room(t);
        t->field[t->fields] = NULL;
        int bad = read_field(t, &t->field[t->fields]);
        t->fields++;
        if (bad)
            return -1;
        if (*t->at != t->separator)
            return 1;
    }
}

int csv_is_number(const char *text)
{
    const char *at = text + (*text == '-' || *text == '+');
    size_t whole = strspn(at, "0123456789"), rest = 0;
    at += whole;
    if (*at == '.')
        at += 1 + (rest = strspn(at + 1, "0123456789"));
    return whole + rest > 0 && !*at;
}

/* Gradescope's submission_metadata.yml, as its export of submissions has it: for each folder its
 * submitters, with names and numbers, and when it was handed in. Of YAML only what that file uses
 * is read, line by line:
 *
 *   submission_111:
 *     :submitters:
 *     - :name: Ann Lee
 *       :sid: '1234567'
 *       :email: ann@example.edu
 *     :created_at: 2026-11-20 13:45:01.123456789 Z
 */
#include <stdlib.h>
#include <string.h>

#include "handed_in.h"
#include "late.h"
#include "names/names.h"
#include "base/encoding.h"

enum { LARGEST = 64 << 20, MOST_SUBMITTERS = 99 };

struct reader {
    struct context *c;
    int first;      /* student of the present folder, -1: it is none of SUBMISSIONS' */
    int student;    /* of the present submitter */
    int indent;     /* of a submission's own keys; -1: not seen yet */
    int submitters; /* are we in their list? */
    int count;      /* submitters of this folder so far */
    int known;      /* students there before */
};

/* What a backslash of a double-quoted text stands for, \x, \u and \U with so many digits; others
 * for the character behind. Moves `from` to its last character; returns what follows in `to`. */
static char *put_escaped(const char **from, char *to)
{
    static const char codes[] = "xuU";
    static const int lengths[] = {2, 4, 8};
    const char *is = strchr(codes, *++*from);
    int length = is ? lengths[is - codes] : 0;
    char digits[9];
    snprintf(digits, sizeof digits, "%.*s", length, *from + 1);
    if (!length || strspn(digits, "0123456789abcdefABCDEF") != (size_t)length) {
        *to++ = **from;
        return to;
    }
    *from += length;
    return put_character(to, (unsigned)strtoul(digits, NULL, 16));
}

/* The value behind "key:", its quotes taken off; NULL if the line has another key. In place. */
static char *value_of(char *line, const char *key)
{
    size_t length = strlen(key);
    if (strncmp(line, key, length) != 0)
        return NULL;
    char *at = line + length + strspn(line + length, " "), quote = *at, *to = at;
    size_t end = strlen(at);
    while (end && strchr(" \r", at[end - 1]))
        at[--end] = 0;
    if ((quote != '"' && quote != '\'') || end < 2 || at[end - 1] != quote)
        return at;
    at[--end] = 0;
    for (const char *from = at + 1; *from; from++) {
        from += quote == '\'' && from[0] == quote && from[1] == quote;
        if (quote == '"' && from[0] == '\\' && from[1])
            to = put_escaped(&from, to);
        else
            *to++ = *from;
    }
    *to = 0;
    return at;
}

static void begin_folder(struct reader *r, char *line)
{
    int low = 0, high = r->known; /* these are in order */
    line[strcspn(line, ":")] = 0;
    while (low < high) {
        int middle = (low + high) / 2;
        if (strcmp(r->c->student[middle].id, line) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    r->first = low < r->known && strcmp(r->c->student[low].id, line) == 0 ? low : -1;
    r->student = r->first;
    r->indent = -1;
    r->submitters = r->count = 0;
}

/* The first is the folder's own student; others get its folder and a number. */
static void begin_submitter(struct reader *r)
{
    char id[sizeof r->c->student->id];
    if (++r->count == 1)
        return;
    const char *folder = r->c->student[r->first].folder;
    if (r->count > MOST_SUBMITTERS) {
        r->count = MOST_SUBMITTERS;
        return;
    }
    snprintf(id, sizeof id, "%.240s-%d", r->c->student[r->first].id, r->count);
    add_student(r->c, id, folder);
    r->student = r->c->students - 1;
    r->c->student[r->student].when = r->c->student[r->first].when;
    r->c->student[r->student].source = r->c->student[r->first].source;
}

static void set_text(char **to, const char *value)
{
    if (*to || !value || !*value)
        return;
    *to = clean_text(text_of("%.200s", value));
}

static void read_submitter(struct reader *r, char *line)
{
    struct student *s = &r->c->student[r->student];
    set_text(&s->name, value_of(line, ":name:"));
    set_text(&s->sid, value_of(line, ":sid:"));
    set_text(&s->email, value_of(line, ":email:"));
}

static void set_time(struct student *s, time_t when)
{
    s->when = when;
    s->source = "submission_metadata.yml";
}

/* For all submitters so far, and by begin_submitter for those to come. */
static void read_time(struct reader *r, const char *value)
{
    long offset = 0;
    time_t when;
    if (!value || !instant_of(value, &offset, &when))
        return;
    set_time(&r->c->student[r->first], when);
    for (int s = r->count > 1 ? r->c->students - r->count + 1 : r->c->students; s < r->c->students;
         s++)
        set_time(&r->c->student[s], when);
}

static void read_line(struct reader *r, char *line)
{
    int indent = (int)strspn(line, " ");
    if (!line[indent] || line[indent] == '#')
        return;
    if (indent == 0 && *line != '-') {
        begin_folder(r, line);
        return;
    }
    if (r->first < 0)
        return;
    int item = strncmp(line + indent, "- ", 2) == 0;
    if (r->indent < 0)
        r->indent = indent;
    if (indent == r->indent && !item) {
        r->submitters = strncmp(line + indent, ":submitters:", 12) == 0;
        read_time(r, value_of(line + indent, ":created_at:"));
    } else if (r->submitters) {
        if (item)
            begin_submitter(r);
        line += indent + (item ? 2 : 0);
        read_submitter(r, line + strspn(line, " "));
    }
}

void metadata_read(struct context *c, const char *file)
{
    size_t size;
    char *text = read_file(file, LARGEST, &size), *rest;
    struct reader r = {c, -1, -1, -1, 0, 0, c->students};
    if (!text)
        return;
    rest = text = utf8_text(text, &size);
    for (char *line; (line = strsep(&rest, "\n"));)
        read_line(&r, line);
    free(text);
}

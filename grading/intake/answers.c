/* Reads the points for written answers: CSV (csv.h), with a line of names first:
 * student,lab,question,points,comment, of which the last may be missing. */
#include "answers.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/csv.h"
#include "whom.h"

enum { FIELDS = 5 };
static const char *const field_name[FIELDS] = {"student", "lab", "question", "points", "comment"};

struct reader {
    struct csv csv;
    int names;   /* in the first line: 4, or 5 with the comment */
    int *newest; /* of each student, its row that was read last; -1: none */
};

static const char *field(const struct reader *r, int i)
{
    return r->csv.field[i];
}

/* One record. 1, 0 at the end of the file, -1 with a complaint. */
static int read_record(struct reader *r)
{
    int got = csv_next(&r->csv);
    if (got > 0 && r->csv.fields > r->names)
        return csv_complain(&r->csv, "has more than the %d fields of the first line%s", r->names,
                            r->names == FIELDS ? "" : ", which names no comment");
    return got;
}

static int read_names(struct reader *r)
{
    if (read_record(r) < 0)
        return -1;
    for (int i = 0; i < FIELDS; i++)
        if (i >= r->csv.fields ? i < FIELDS - 1 : strcasecmp(field(r, i), field_name[i]) != 0)
            return csv_complain(&r->csv,
                                "must be student,lab,question,points,comment; '%s' is '%s'",
                                field_name[i], i < r->csv.fields ? field(r, i) : "missing");
    r->names = r->csv.fields;
    return 0;
}

int row_lab(const struct context *c, const char *name)
{
    const struct lab_file *files;
    int count = lab_files(&files), known = 0;
    for (int l = 0; l < c->labs; l++)
        if (lab_is_called(name, c->lab[l]))
            return l;
    for (int i = 0; i < count; i++)
        known |= lab_is_called(name, files[i].lab);
    return known ? -2 : -1;
}

/* Rows of one student are a chain, whose newest is w->before. */
static int is_there(const struct context *c, const struct written *w)
{
    for (int i = w->before; i >= 0; i = c->written[i].before)
        if (c->written[i].lab == w->lab && strcmp(c->written[i].question, w->question) == 0)
            return 1;
    return 0;
}

int is_plain_number(const char *text)
{
    const char *at = text + (*text == '-' || *text == '+');
    size_t whole = strspn(at, "0123456789"), rest = 0;
    at += whole;
    if (*at == '.')
        at += 1 + (rest = strspn(at + 1, "0123456789"));
    return whole + rest > 0 && !*at;
}

/* A decimal comma outside quotes: "ann,01,2,2,5" has its points in two fields. */
static int is_split(const struct reader *r)
{
    const char *comment = r->csv.fields == FIELDS ? field(r, 4) : "";
    return r->csv.separator == ',' && !strchr(field(r, 3), '.') && *comment &&
           comment[strspn(comment, "0123456789")] == 0;
}

static int read_points(struct reader *r, double *points)
{
    const char *text = field(r, 3);
    if (!is_plain_number(text))
        return csv_complain(&r->csv, "points '%s': not a number like 2 or 2.5%s", text,
                            strchr(text, ',') ? "; it takes a point, not a comma" : "");
    if (is_split(r))
        return csv_complain(
            &r->csv,
            "points '%s', comment '%s': a number takes a point, not a comma; if the "
            "comment is that number, write a word beside it",
            text, field(r, 4));
    *points = strtod(text, NULL);
    if (*points < 0 || *points > 1e6)
        return csv_complain(&r->csv, "points %s: must be from 0 to 1000000", text);
    return 0;
}

/* Fills one from the record. 1 if it counts, 0 if it is of a lab that is not graded now, -1 with a
 * complaint. */
static int read_answer(struct reader *r, const struct context *c, struct written *w)
{
    if (r->csv.fields < 4)
        return csv_complain(&r->csv, "has %d fields; student,lab,question,points are needed",
                            r->csv.fields);
    if ((w->lab = row_lab(c, field(r, 1))) == -1)
        return csv_complain(&r->csv, "there is no lab '%s'", field(r, 1));
    if ((w->student = whom_of_row(&r->csv, c, field(r, 0))) < 0)
        return -1;
    if (!field(r, 2)[0] || strlen(field(r, 2)) >= sizeof w->question)
        return csv_complain(&r->csv, "question '%s': give its number on the lab's page",
                            field(r, 2));
    strcpy(w->question, field(r, 2));
    if (read_points(r, &w->points))
        return -1;
    if (w->lab < 0)
        return 0;
    OWNED char *text = answers_question(c, w->lab, w->question);
    int unknown = !text && w->question[strspn(w->question, "0123456789")] == 0;
    if (unknown)
        return csv_complain(&r->csv, "docs/%s.md has no question %s", c->lab[w->lab], w->question);
    w->before = r->newest[w->student];
    if (is_there(c, w))
        return csv_complain(&r->csv, "question %s of lab %s is there twice for '%s'", w->question,
                            c->lab[w->lab], field(r, 0));
    return 1;
}

static int read_rows(struct reader *r, struct context *c)
{
    int got, counts;
    while ((got = read_record(r)) > 0) {
        struct written w = {0};
        if ((counts = read_answer(r, c, &w)) < 0)
            return -1;
        if (!counts)
            continue;
        c->written = resized(c->written, c->written_count + 1, sizeof *c->written);
        r->newest[w.student] = c->written_count;
        w.comment = text_of("%s", r->csv.fields == FIELDS ? field(r, 4) : "");
        c->written[c->written_count++] = w;
    }
    return got;
}

int answers_read(struct context *c, const char *file, char *why, size_t size)
{
    struct reader r = {.names = FIELDS};
    int bad = csv_open(&r.csv, file, why, size);
    r.newest = resized(NULL, c->students + 1, sizeof *r.newest);
    for (int s = 0; s < c->students; s++)
        r.newest[s] = -1;
    bad = bad || read_names(&r) ? -1 : read_rows(&r, c);
    free(r.newest);
    csv_close(&r.csv);
    return bad;
}

void answers_forget(struct context *c)
{
    for (int i = 0; i < c->written_count; i++)
        free(c->written[i].comment);
    free(c->written);
    c->written = NULL;
    c->written_count = 0;
}

double answers_points(const struct context *c, int student, int lab)
{
    double sum = 0;
    for (int i = 0; i < c->written_count; i++)
        if (c->written[i].student == student && (lab < 0 || c->written[i].lab == lab))
            sum += c->written[i].points;
    return sum;
}

/* ---- the questions of a lab's page: a paragraph that begins with **Question 7.** */

/* Takes the marks of Markdown out of a paragraph: back quotes, [text](link), ends of lines. */
static void plain_text(char *text)
{
    char *to = text;
    int code = 0;
    for (const char *at = text; *at; at++) {
        if (*at == '`')
            code = !code;
        else if (*at == '\n')
            *to++ = ' ';
        else if (!code && at[0] == ']' && at[1] == '(' && strchr(at, ')'))
            at = strchr(at, ')');
        else if (code || *at != '[')
            *to++ = *at;
    }
    *to = 0;
}

char *answers_question(const struct context *c, int lab, const char *question)
{
    OWNED char *path = text_of("%s/docs/%s.md", c->root, c->lab[lab]),
               *mark = text_of("\n**Question %s.** ", question),
               *page = read_file(path, 1 << 22, NULL);
    char *found = NULL;
    const char *begin = page ? strstr(page, mark) : NULL;
    if (begin) {
        begin += strlen(mark);
        const char *end = strstr(begin, "\n\n");
        found = text_of("%.*s", (int)(end ? (size_t)(end - begin) : strlen(begin)), begin);
        plain_text(found);
    }
    return found;
}

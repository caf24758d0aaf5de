/* Reads the points for written answers: CSV (csv.h) with the columns student (or id), lab,
 * question, points, and comment if wanted. */
#include "written_answers.h"

#include <stdlib.h>
#include <string.h>

#include "base/csv.h"
#include "whom.h"

enum column { STUDENT, WHICH_LAB, QUESTION, POINTS, COMMENT, COLUMNS };
static const char *const column_name[COLUMNS] = {"student", "lab", "question", "points", "comment"};

struct reader {
    struct csv csv;
    int *newest; /* of each student, its row that was read last; -1: none */
};

static const char *value(const struct reader *r, enum column k)
{
    return csv_value(&r->csv, k);
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
    const char *comment = value(r, COMMENT);
    return r->csv.separator == ',' && !strchr(value(r, POINTS), '.') && *comment &&
           comment[strspn(comment, "0123456789")] == 0;
}

static int read_points(struct reader *r, double *points)
{
    const char *text = value(r, POINTS);
    if (!is_plain_number(text))
        return csv_complain(&r->csv, "points '%s': not a number like 2 or 2.5%s", text,
                            strchr(text, ',') ? "; it takes a point, not a comma" : "");
    if (is_split(r))
        return csv_complain(
            &r->csv,
            "points '%s', comment '%s': a number takes a point, not a comma; if the "
            "comment is that number, write a word beside it",
            text, value(r, COMMENT));
    *points = strtod(text, NULL);
    if (*points < 0 || *points > 1e6)
        return csv_complain(&r->csv, "points %s: must be from 0 to 1000000", text);
    return 0;
}

/* Fills one from the record. 1 if it counts, 0 if it is of a lab that is not graded now, -1 with a
 * complaint. */
static int read_answer(struct reader *r, const struct context *c, struct written *w)
{
    if ((w->lab = row_lab(c, value(r, WHICH_LAB))) == -1)
        return csv_complain(&r->csv, "there is no lab '%s'", value(r, WHICH_LAB));
    if ((w->student = whom_of_row(&r->csv, c, value(r, STUDENT))) < 0)
        return -1;
    if (!value(r, QUESTION)[0] || strlen(value(r, QUESTION)) >= sizeof w->question)
        return csv_complain(&r->csv, "question '%s': give its number on the lab's page",
                            value(r, QUESTION));
    strcpy(w->question, value(r, QUESTION));
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
                            c->lab[w->lab], value(r, STUDENT));
    return 1;
}

static int read_rows(struct reader *r, struct context *c)
{
    int got, counts;
    while ((got = csv_row(&r->csv)) > 0) {
        struct written w = {0};
        if ((counts = read_answer(r, c, &w)) < 0)
            return -1;
        if (!counts)
            continue;
        c->written = one_more(c->written, c->written_count, sizeof *c->written);
        r->newest[w.student] = c->written_count;
        w.comment = text_of("%s", value(r, COMMENT));
        c->written[c->written_count++] = w;
    }
    return got;
}

int answers_read(struct context *c, const char *file, char *why, size_t size)
{
    struct reader r;
    int bad = csv_open(&r.csv, file, why, size) || csv_names(&r.csv, column_name, COLUMNS, COMMENT);
    r.newest = resized(NULL, c->students + 1, sizeof *r.newest);
    for (int s = 0; s < c->students; s++)
        r.newest[s] = -1;
    bad = bad ? -1 : read_rows(&r, c);
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

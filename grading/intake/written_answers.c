/* Reads the points for written answers: CSV (csv.h) with the columns student (or id), lab,
 * question, points, and comment if wanted. */
#include "written_answers.h"

#include <stdlib.h>
#include <string.h>

#include "base/csv.h"
#include "whom.h"

enum column { STUDENT, WHICH_LAB, QUESTION, POINTS, COMMENT, COLUMNS };
static const char *const column_name[COLUMNS] = {"student", "lab", "question", "points", "comment"};

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

int answers_have(const struct context *c, int student, int lab, const char *question)
{
    for (int i = 0; i < c->written_count; i++)
        if (c->written[i].student == student && c->written[i].lab == lab &&
            strcmp(c->written[i].question, question) == 0)
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
static int is_split(const struct csv *t)
{
    const char *comment = csv_value(t, COMMENT);
    return t->separator == ',' && !strchr(csv_value(t, POINTS), '.') && *comment &&
           comment[strspn(comment, "0123456789")] == 0;
}

static int read_points(struct csv *t, double *points)
{
    const char *text = csv_value(t, POINTS);
    if (!is_plain_number(text))
        return csv_complain(t, "points '%s': not a number like 2 or 2.5%s", text,
                            strchr(text, ',') ? "; it takes a point, not a comma" : "");
    if (is_split(t))
        return csv_complain(
            t,
            "points '%s', comment '%s': a number takes a point, not a comma; if the "
            "comment is that number, write a word beside it",
            text, csv_value(t, COMMENT));
    *points = strtod(text, NULL);
    if (*points < 0 || *points > 1e6)
        return csv_complain(t, "points %s: must be from 0 to 1000000", text);
    return 0;
}

/* Fills one from the record. 1 if it counts, 0 if it is of a lab that is not graded now, -1 with a
 * complaint. */
static int read_answer(struct csv *t, const struct context *c, struct written *w)
{
    if ((w->lab = row_lab(c, csv_value(t, WHICH_LAB))) == -1)
        return csv_complain(t, "there is no lab '%s'", csv_value(t, WHICH_LAB));
    if ((w->student = whom_of_row(t, c, csv_value(t, STUDENT))) < 0)
        return -1;
    if (!csv_value(t, QUESTION)[0] || strlen(csv_value(t, QUESTION)) >= sizeof w->question)
        return csv_complain(t, "question '%s': give its number on the lab's page",
                            csv_value(t, QUESTION));
    strcpy(w->question, csv_value(t, QUESTION));
    if (read_points(t, &w->points))
        return -1;
    if (w->lab < 0)
        return 0;
    OWNED char *text = answers_question(c, w->lab, w->question);
    int unknown = !text && w->question[strspn(w->question, "0123456789")] == 0;
    if (unknown)
        return csv_complain(t, "docs/%s.md has no question %s", c->lab[w->lab], w->question);
    if (answers_have(c, w->student, w->lab, w->question))
        return csv_complain(t, "question %s of lab %s is there twice for '%s'", w->question,
                            c->lab[w->lab], csv_value(t, STUDENT));
    return 1;
}

int answers_read(struct context *c, const char *file, char *why, size_t size)
{
    struct csv t;
    int bad = csv_open(&t, file, why, size) || csv_names(&t, column_name, COLUMNS, COMMENT),
        got = 0;
    while (!bad && (got = csv_row(&t)) > 0) {
        struct written w = {0};
        const int counts = read_answer(&t, c, &w);
        bad = counts < 0;
        if (counts <= 0)
            continue;
        w.comment = text_of("%s", csv_value(&t, COMMENT));
        c->written = one_more(c->written, c->written_count, sizeof *c->written);
        c->written[c->written_count++] = w;
    }
    csv_close(&t);
    return bad || got < 0 ? -1 : 0;
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

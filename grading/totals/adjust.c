/* The columns student (or id), lab, points, who, why, and step if wanted, in any order; of
 * review.csv also question. */
#include "adjust.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/csv.h"
#include "base/json_file.h"
#include "intake/written_answers.h"
#include "intake/whom.h"

enum column { STUDENT, WHICH_LAB, STEP, POINTS, WHO, WHY, COLUMNS, QUESTION = COLUMNS };
static const char *const column_name[] = {"student", "lab", "step",    "points",
                                          "who",     "why", "question"};

/* The step's number, -1 for none. 0, 1 if it is not graded now, -1 with a complaint. */
static int read_step(struct csv *t, const struct context *c, struct adjustment *a)
{
    const char *text = csv_value(t, STEP);
    char *end;
    a->step = -1;
    if (!*text)
        return 0;
    const long number = strtol(text, &end, 10);
    for (int i = 0; i < c->steps[a->lab] && !*end; i++)
        if (c->facts[c->first[a->lab] + i].step == number) {
            a->step = (int)number;
            return c->only_step >= 0 && c->only_step != a->step;
        }
    return csv_complain(t, "step '%s': lab %s has no such step; leave it empty for the lab", text,
                        c->lab[a->lab]);
}

static int read_points(struct csv *t, struct adjustment *a)
{
    const char *text = csv_value(t, POINTS);
    if (!is_plain_number(text))
        return csv_complain(t, "points '%s': not a number like 2, -1.5 or +3", text);
    a->points = strtod(text, NULL);
    if (a->points < -1e6 || a->points > 1e6)
        return csv_complain(t, "points %s: must be from -1000000 to 1000000", text);
    return 0;
}

/* 1 if the row counts, 0 if it is of what is not graded now, -1 with a complaint. */
static int read_row(struct csv *t, const struct context *c, struct adjustment *a)
{
    if ((a->lab = row_lab(c, csv_value(t, WHICH_LAB))) == -1)
        return csv_complain(t, "there is no lab '%s'", csv_value(t, WHICH_LAB));
    if ((a->student = whom_of_row(t, c, csv_value(t, STUDENT))) < 0)
        return -1;
    if (read_points(t, a))
        return -1;
    if (!*csv_value(t, QUESTION) && (!*csv_value(t, WHO) || !*csv_value(t, WHY)))
        return csv_complain(t, "'%s' is empty: say who decided and why, the student reads it",
                            *csv_value(t, WHO) ? "why" : "who");
    int step = a->lab < 0 ? 1 : read_step(t, c, a);
    return step < 0 ? -1 : !step;
}

static void add(struct context *c, struct adjustment *a, const char *who, const char *why)
{
    c->adjusted = one_more(c->adjusted, c->adjusted_count, sizeof *c->adjusted);
    a->who = clean_text(text_of("%s", who));
    a->why = clean_text(text_of("%s", why));
    c->adjusted[c->adjusted_count++] = *a;
}

/* A row of review.csv with a question. 0, or -1 with a complaint. */
static int add_answer(struct csv *t, struct context *c, const struct adjustment *a)
{
    struct written w = {a->student, a->lab, "", a->points, NULL, 1};
    snprintf(w.question, sizeof w.question, "%s", csv_value(t, QUESTION));
    OWNED char *text = answers_question(c, a->lab, w.question);
    if (!text && !json_object_get(c->rubric[a->lab].questions, w.question))
        return csv_complain(t, "lab %s has no question %s", c->lab[a->lab], w.question);
    if (answers_have(c, w.student, w.lab, w.question))
        return csv_complain(t, "question %s of lab %s has points already, here or in ANSWERS",
                            w.question, c->lab[w.lab]);
    w.comment = clean_text(text_of("%s", csv_value(t, WHY)));
    c->written = one_more(c->written, c->written_count, sizeof *c->written);
    c->written[c->written_count++] = w;
    return 0;
}

static int read_file_of(struct context *c, const char *file, int is_review, char *why, size_t size)
{
    struct csv t;
    int bad =
            csv_open(&t, file, why, size) || csv_names(&t, column_name, COLUMNS + is_review, STEP),
        got = 0;
    while (!bad && (got = csv_row(&t)) > 0) {
        struct adjustment a = {.is_review = is_review};
        const int counts = read_row(&t, c, &a);
        bad = counts < 0;
        if (counts > 0 && *csv_value(&t, QUESTION))
            bad = add_answer(&t, c, &a);
        else if (counts > 0)
            add(c, &a, csv_value(&t, WHO), csv_value(&t, WHY));
    }
    csv_close(&t);
    return bad || got < 0 ? -1 : 0;
}

int review_read(struct context *c, const char *file, char *why, size_t size)
{
    return access(file, F_OK) ? 0 : read_file_of(c, file, 1, why, size);
}

int adjust_read(struct context *c, const char *file, char *why, size_t size)
{
    return read_file_of(c, file, 0, why, size);
}

void adjust_forget(struct context *c)
{
    for (int i = 0; i < c->adjusted_count; i++) {
        free(c->adjusted[i].who);
        free(c->adjusted[i].why);
    }
    free(c->adjusted);
    c->adjusted = NULL;
    c->adjusted_count = 0;
}

static int is_of(const struct adjustment *a, int student, int lab, int step)
{
    return a->student == student && a->lab == lab && a->step == step;
}

double adjust_points(const struct context *c, int student, int lab, int step)
{
    double sum = 0;
    for (int i = 0; i < c->adjusted_count; i++)
        if (is_of(&c->adjusted[i], student, lab, step))
            sum += c->adjusted[i].points;
    return sum;
}

void adjust_apply(const struct context *c)
{
    for (int k = 0; k < c->adjusted_count; k++) {
        const struct adjustment *a = &c->adjusted[k];
        for (int i = 0; i < c->steps[a->lab]; i++)
            if (c->facts[c->first[a->lab] + i].step == a->step)
                result_of(c, a->student, slot_of(c, a->lab) + i)->points += a->points;
    }
}

char *adjust_text(const struct context *c, int student, int lab, int step)
{
    char *text = text_of("%s", "");
    for (int i = 0; i < c->adjusted_count; i++) {
        const struct adjustment *a = &c->adjusted[i];
        if (is_of(a, student, lab, step))
            text_add(&text, "%s%+.4g by %s: %s", *text ? "; " : "", a->points, a->who, a->why);
    }
    return text;
}

json_t *adjust_json(const struct context *c, int student, int lab)
{
    json_t *list = json_array();
    for (int i = 0; i < c->adjusted_count; i++) {
        const struct adjustment *a = &c->adjusted[i];
        if (a->student != student || a->lab != lab)
            continue;
        json_array_append_new(list, json_pack("{s:o, s:f, s:o, s:o}", "step",
                                              a->step < 0 ? json_null() : json_integer(a->step),
                                              "points", a->points, "who", json_text(a->who), "why",
                                              json_text(a->why)));
    }
    return list;
}

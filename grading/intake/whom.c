/* Whom an instructor means (intake.h). */
#include "intake.h"
#include "base/csv.h"

/* Is it the gradebook's name of this student: cleaned, and apostrophes before what a spreadsheet
 * would take for a formula? */
static int is_in_gradebook(const struct context *c, int student, const char *name)
{
    OWNED char *text = csv_text(student_name(c, student));
    return strcmp(text, name) == 0;
}

/* -2: of two students. */
static int by_name(const struct context *c, const char *text)
{
    int found = -1;
    for (int s = 0; s < c->students; s++)
        if (c->student[s].name && strcmp(c->student[s].name, text) == 0)
            found = found == -1 ? s : -2;
    return found;
}

static int by_roster(const struct context *c, const char *text)
{
    int row = c->roster && *text ? roster_find(c->roster, roster_ids, text) : 0;
    return row < 0 ? -2 : row ? c->roster->row[row - 1].student : by_name(c, text);
}

/* -1: nobody; -2: two have this name. */
static int whom(const struct context *c, const char *text)
{
    for (int s = 0; s < c->students; s++)
        if (strcmp(c->student[s].id, text) == 0)
            return s;
    for (int s = 0; s < c->students; s++)
        if (strcmp(student_name(c, s), text) == 0 || is_in_gradebook(c, s, text))
            return s;
    return by_roster(c, text);
}

static const char *advice(const struct context *c, int found)
{
    return found == -2 ? "; two have this name: give an id, as in gradebook.csv's column student"
           : c->roster ? "; give an id, a number, a login or a name as in the roster"
                       : "; give the name of the student's folder";
}

int whom_of_row(struct csv *t, const struct context *c, const char *text)
{
    const int student = whom(c, text);
    if (student < 0)
        csv_complain(t, "there is no student '%s' among those graded%s", text, advice(c, student));
    return student;
}

int whom_asked(struct context *c)
{
    const int student = whom(c, c->student_id);
    if (student < 0)
        die("STUDENT=%s: there is nobody of that name%s", c->student_id, advice(c, student));
    c->student_id = c->student[student].id;
    return student;
}

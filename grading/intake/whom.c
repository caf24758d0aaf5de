/* Whom an instructor means (whom.h). */
#include "whom.h"

#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "roster.h"
#include "base/csv.h"

/* Is it the gradebook's name of this student: cleaned, and apostrophes before what a spreadsheet
 * would take for a formula? */
static int is_in_gradebook(const struct context *c, int student, const char *name)
{
    OWNED char *text = csv_text(student_name(c, student));
    int is = strcmp(text, name) == 0;
    return is;
}

/* The student of the roster's row that this names, or -1. */
static int by_roster(const struct context *c, const char *text)
{
    struct student named = {0};
    if (!c->roster || !*text)
        return -1;
    snprintf(named.id, sizeof named.id, "%s", text);
    struct keys *keys = keys_of(c->roster);
    int row = keys_find(keys, c->roster, &named);
    if (!row && c->roster->kind == ROSTER_MOODLE) { /* as it is in the folder's name */
        snprintf(named.id, sizeof named.id, "Participant %s", text);
        row = keys_find(keys, c->roster, &named);
    }
    keys_forget(keys);
    for (int s = 0; row && s < c->students; s++)
        if (c->student[s].row == row)
            return s;
    return -1;
}

/* -1: nobody, or not clear. */
static int whom(const struct context *c, const char *text)
{
    static int last;
    if (last < c->students && strcmp(c->student[last].id, text) == 0)
        return last;
    for (last = 0; last < c->students; last++)
        if (strcmp(c->student[last].id, text) == 0)
            return last;
    for (last = 0; last < c->students; last++)
        if (strcmp(student_name(c, last), text) == 0 || is_in_gradebook(c, last, text))
            return last;
    last = 0;
    return by_roster(c, text);
}

/* Of the names that hold this text, as 'Ann Lee' holds 'ann': "; did you mean 'Ann Lee'?", with
 * some of them. "" if there are none, or it is short. Free it. */
static char *names_with(const struct context *c, const char *text)
{
    enum { SHORTEST = 2, NAMED = 3 };
    char *names = text_of("%s", "");
    int count = 0;
    for (int s = 0; s < c->students && strlen(text) >= SHORTEST; s++) {
        const char *name = student_name(c, s), *known = c->student[s].name;
        if ((strcasestr(name, text) || (known && strcasestr(known, text))) && count++ < NAMED)
            text_add(&names, "%s'%s'", count == 1 ? "; did you mean " : " or ",
                     known ? known : name);
    }
    if (count)
        text_add(&names, "%s?", count > NAMED ? " or another" : "");
    return names;
}

/* "; did you mean 'ann'?", or where to look. */
static char *advice(const struct context *c, const char *text)
{
    struct nearest near = nearest_to(text);
    for (int s = 0; s < c->students; s++) {
        nearest_try(&near, c->student[s].id);
        if (c->student[s].name)
            nearest_try(&near, c->student[s].name);
    }
    if (near.best && strcmp(near.best, text) == 0)
        return text_of("%s", "; two have this name: give the folder's name or a number");
    if (near.best)
        return text_of("; did you mean '%s'?", near.best);
    char *names = names_with(c, text);
    if (*names)
        return names;
    free(names);
    return text_of("%s", c->roster ? "; give a name or a number as in the roster"
                                   : "; give the name of the student's folder");
}

int whom_of_row(struct csv *t, const struct context *c, const char *text)
{
    const int student = whom(c, text);
    if (student < 0) {
        OWNED char *more = advice(c, text);
        csv_complain(t, "there is no student '%s' among those graded%s", text, more);
    }
    return student;
}

int whom_asked(struct context *c)
{
    const int student = whom(c, c->student_id);
    if (student < 0)
        die("STUDENT=%s: there is nobody of that name%s", c->student_id, advice(c, c->student_id));
    c->student_id = c->student[student].id;
    return student;
}

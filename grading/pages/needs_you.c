/* What an instructor must look at before grades are handed out, first of all on the class page: a
 * row for each matter, with whom it concerns and what to do. */
#include "base/json_file.h"
#include "inspect/inspect.h"
#include "intake/intake.h"
#include "pages.h"
#include "totals/totals.h"

enum { MOST_ROWS = 100 };

/* The row of this matter, which is new where there is none yet. */
static json_t *row_of(json_t *rows, const char *what, const char *advice)
{
    json_t *row;
    size_t i;
    json_array_foreach(rows, i, row)
    {
        if (strcmp(json_text_in(row, "what"), what) == 0)
            return row;
    }
    row = json_pack("{s:o, s:s, s:[]}", "what", json_text(what), "advice", advice, "who");
    json_array_append_new(rows, row);
    return row;
}

/* One more whom a row concerns: a student, or for -1 a name alone. */
static void concerns(json_t *row, int student, const char *format, ...)
{
    char text[8192];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    json_array_append_new(json_object_get(row, "who"),
                          json_pack("[i, o]", student, json_text(text)));
}

/* ---- what was handed in, and what was not */

static int has_handed_in(const struct context *c, int student)
{
    int labs = 0;
    for (int l = 0; l < c->labs; l++)
        labs += lab_state(c, student, l) < LAB_NO_FILE;
    return labs > 0;
}

static void nothing_row(const struct context *c, json_t *rows, int s, int l)
{
    if (l || has_handed_in(c, s))
        return;
    const char *others = find_others(c, s, 0);
    concerns(row_of(rows, "No file of any lab",
                    "Ask them, or put the file in its place, and grade again."),
             s, *others ? " (there: %s)" : "", others);
}

/* Who has another lab's file, and for this one something that is not opened or read as it is:
 * "(unpack it)". */
static void unread_row(const struct context *c, json_t *rows, int s, int l)
{
    if (!has_handed_in(c, s) || lab_state(c, s, l) != LAB_NO_FILE)
        return;
    const char *others = find_others(c, s, l);
    if (strstr(others, "unpack it)"))
        concerns(row_of(rows, "A lab's file is missing, and this was not read",
                        "The lab's file may be there: look, and grade again."),
                 s, " (%s: %s)", c->lab[l], others);
}

static void empty_row(const struct context *c, json_t *rows, int s, int l)
{
    if (lab_state(c, s, l) == LAB_EMPTY_FILE)
        concerns(row_of(rows, "Empty file", "An upload may have failed: ask for the file again."),
                 s, " (%s)", c->lab[l]);
}

/* Several files of one lab. */
static void several_row(const struct context *c, json_t *rows, int s, int l)
{
    const struct handed_in *h = handed_in(c, s, l);
    if (h && h->file.file && !h->conflict && *h->passed_over)
        concerns(row_of(rows, "Several files, one of them graded",
                        "Remove the others where the wrong one was graded, and grade again."),
                 s, " (%s; passed over: %s)", h->file.shown, h->passed_over);
}

/* What could not be graded: a row for each reason. */
static void fault_row(const struct context *c, json_t *rows, int s, int l)
{
    const struct step_result *first = result_of(c, s, l, 0);
    for (int i = 0; i < c->steps[l]; i++) {
        const struct ruling *r = &first[i].ruling;
        if (r->verdict != GRADER_ERROR || json_array_size(rows) >= MOST_ROWS)
            continue;
        OWNED char *what = clean_text(text_of("Not graded: %s", r->message));
        json_t *row = row_of(rows, what,
                             "No fault of theirs. Do what the message says, then grade again: only "
                             "these are tried."),
               *who = json_object_get(row, "who"),
               *last = json_array_get(who, json_array_size(who) - 1);
        if (!last || json_integer_value(json_array_get(last, 0)) != s)
            concerns(row, s, "%s", "");
    }
}

json_t *needs_you(const struct context *c)
{
    static void (*const matters[])(const struct context *, json_t *, int, int) = {
        nothing_row, unread_row, empty_row, several_row, fault_row};
    json_t *rows = json_array(), *alike = similar_files(c);
    if (c->unused && *c->unused)
        concerns(row_of(rows, "Not used", "Not of the course system's form: nobody's work."), -1,
                 "%s", c->unused);
    if (c->strangers && *c->strangers)
        concerns(row_of(rows, "Not on the roster, not graded",
                        "Mend the roster, and grade again, or leave them out."),
                 -1, "%s", c->strangers);
    for (size_t m = 0; m < sizeof matters / sizeof *matters; m++)
        for (int i = 0; i < c->students * c->labs; i++)
            matters[m](c, rows, i / c->labs, i % c->labs);
    json_array_extend(rows, alike);
    json_decref(alike);
    return rows;
}

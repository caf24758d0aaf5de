/* `make report OUTS="week1 week2"`: the runs of a term joined into one gradebook and one page. What
 * it knows is each run's results.json. Students are joined by their ids, and where a course system
 * gives new ones each week, by a name that is one student's in each run. A lab that is in several
 * runs counts as in the last of them that has the student's file. */
#include "term.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "columns.h"
#include "term_runs.h"
#include "pages/pages.h"

/* ---- sums */

static double total_of(const struct term *t, int student)
{
    double sum = 0;
    for (int l = 0; l < t->labs; l++)
        sum += t->person[student].cell[l].points + t->person[student].cell[l].written;
    return sum;
}

/* ---- a person: of the gradebook a row, and what pages.js calls a person */

static json_t *person_json(const void *model, int student)
{
    const struct term *t = model;
    json_t *cells = json_array(), *labs = json_array();
    double written = 0;
    for (int l = 0; l < t->labs; l++) {
        const struct cell *cell = &t->person[student].cell[l];
        enum lab_state state = cell->there ? cell->state : LAB_NO_FILE;
        json_array_append_new(
            cells, json_pack("[i, f, b]", (int)state, cell->points, state != LAB_NO_FILE));
        json_array_append_new(labs,
                              json_pack("{s:s, s:f}", "name", t->lab[l], "points", cell->points));
        written += cell->written;
    }
    return json_pack("{s:o, s:o, s:o, s:o, s:f, s:f}", "id", json_text(t->person[student].id),
                     "name", json_text(t->person[student].name), "labs", labs, "cells", cells,
                     "written", written, "total", total_of(t, student));
}

enum { PEOPLE = 1, WRITTEN = 2 };

static const struct column gradebook[] = {
    {.heading = "student", .path = "id"},
    {.heading = "name", .path = "name", .only = PEOPLE},
    {.heading = "%s", .path = "points", .each = "labs"},
    {.heading = "written", .path = "written", .only = WRITTEN},
    {.heading = "total", .path = "total"},
    {0}};

static void write_term_csv(const struct term *t, const char *path)
{
    int have = t->written ? WRITTEN : 0;
    for (int s = 0; s < t->students; s++)
        have |= *t->person[s].name ? PEOPLE : 0;
    table_write(path, gradebook, have, person_json, t, t->students);
}

/* ---- the page */

static void write_term_page(const struct term *t, const char *path)
{
    json_t *runs = json_array(), *labs = json_array(), *people = json_array();
    for (int i = 0; i < t->runs; i++)
        json_array_append_new(runs,
                              json_pack("{s:o, s:s, s:s, s:i, s:i, s:f}", "folder",
                                        json_text(t->run[i].folder), "date", t->run[i].date,
                                        "backend", t->run[i].backend, "graded", t->run[i].graded,
                                        "students", t->run[i].students, "mean", t->run[i].mean));
    for (int l = 0; l < t->labs; l++)
        json_array_append_new(labs, json_pack("{s:o, s:f, s:b}", "lab", json_text(t->lab[l]), "max",
                                              t->max[l], "bonus", t->bonus[l]));
    for (int s = 0; s < t->students; s++)
        json_array_append_new(people, person_json(t, s));
    page_write(path, TERM_TITLE,
               json_pack("{s:s, s:o, s:o, s:o, s:o}", "kind", "term", "course",
                         json_text(t->course), "runs", runs, "labs", labs, "people", people),
               NULL, 0, 0);
}

/* OUT may hold an earlier page of ours, and nothing that this one would replace. */
static void check_term_out(const struct term *t, const char *page)
{
    OWNED char *kept = text_of("%s/kept", t->out), *book = text_of("%s/gradebook.csv", t->out),
               *text = read_file(page, 1 << 28, NULL);
    int ours = text && strstr(text, "<title>" TERM_TITLE "</title>");
    if (access(kept, F_OK) == 0)
        die("OUT=%s holds the results of a run: choose another folder for the term", t->out);
    if (!ours && (access(page, F_OK) == 0 || access(book, F_OK) == 0))
        die("OUT=%s holds a report.html or gradebook.csv that is not the term's: choose another "
            "folder",
            t->out);
}

int term_report(void)
{
    static struct term t;
    const char *outs = getenv("OUTS"), *out = getenv("OUT"), *course = getenv("COURSE");
    t = (struct term){.out = out && *out ? out : "build/report", .course = course ? course : ""};
    OWNED char *page = text_of("%s/report.html", t.out), *book = text_of("%s/gradebook.csv", t.out);
    check_term_out(&t, page);
    term_read(&t, outs ? outs : "");
    make_folders(t.out);
    write_term_csv(&t, book);
    write_term_page(&t, page);
    printf("%d run%s, %d labs, %d students. Reports: %s, %s.\n", t.runs, t.runs == 1 ? "" : "s",
           t.labs, t.students, page, book);
    term_forget(&t);
    return 0;
}

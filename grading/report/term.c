/* `make report OUTS="week1 week2"`: the runs of a term joined into one gradebook and one page. What
 * it knows is each run's results.json. Students are joined by what the roster knows them by in
 * every week, else by their ids, never by a name. A lab that is in several runs counts as in the
 * last of them that has the student's file. */
#include "report.h"

#include <errno.h>
#include <math.h>
#include <unistd.h>

#include "base/json_file.h"
#include "pages/pages.h"

struct term {
    const char *out, *course;
    json_t *runs;   /* as pages.js has them */
    json_t *labs;   /* by name: {lab, max, bonus} */
    json_t *people; /* by person or id: {id, name, cells: {lab: [state, points, there, written]}} */
};

static const char *text_in(const json_t *object, const char *name)
{
    const char *text = json_text_in(object, name);
    return text ? text : "";
}

/* A member of this name, which is `otherwise` where there is none yet. */
static json_t *member(json_t *object, const char *name, json_t *otherwise)
{
    if (!json_object_get(object, name))
        json_object_set(object, name, otherwise);
    json_decref(otherwise);
    return json_object_get(object, name);
}

/* ---- the results of a run */

static enum lab_state state_in(const json_t *lab)
{
    const json_t *step;
    size_t i;
    enum lab_state state = LAB_UNTOUCHED;
    if (strcmp(text_in(lab, "absent"), "excused") == 0)
        return LAB_EXCUSED;
    json_array_foreach(json_object_get(lab, "steps"), i, step)
    {
        const char *nothing = text_in(step, "nothing");
        if (strcmp(text_in(step, "verdict"), "not_attempted") != 0 &&
            json_number_in(step, "max") > 0)
            return LAB_GRADED;
        state = strcmp(nothing, "no file") == 0      ? LAB_NO_FILE
                : strcmp(nothing, "empty file") == 0 ? LAB_EMPTY_FILE
                                                     : state;
    }
    return state;
}

static double written_in(const json_t *lab)
{
    const json_t *one;
    double sum = 0;
    size_t i;
    json_array_foreach(json_object_get(lab, "written"), i, one) sum +=
        json_number_in(one, "points");
    return sum;
}

/* The share of the points; *graded: is there a file of at least one lab? */
static double read_student(struct term *t, const json_t *student, int *graded)
{
    const char *known = json_text_in(student, "person"), *id = text_in(student, "id");
    json_t *person = member(t->people, known ? known : id,
                            json_pack("{s:s, s:s, s:{}}", "id", known ? known : id, "name",
                                      text_in(student, "name"), "cells")),
           *cells = json_object_get(person, "cells"), *lab;
    double have = 0, all = 0;
    size_t i;
    *graded = 0;
    json_array_foreach(json_object_get(student, "labs"), i, lab)
    {
        const char *name = text_in(lab, "lab");
        const enum lab_state state = state_in(lab);
        const double points = json_number_in(lab, "points"), max = json_number_in(lab, "max");
        json_t *about = member(t->labs, name, json_pack("{s:s, s:f}", "lab", name, "max", 0.0)),
               *bonus = json_object_get(lab, "bonus");
        json_object_set_new(about, "max", json_real(fmax(max, json_number_in(about, "max"))));
        json_object_set_new(about, "bonus", json_boolean(json_is_true(bonus)));
        *graded |= state < LAB_NO_FILE;
        have += points;
        all += json_is_true(bonus) ? 0 : max;
        if (!json_object_get(cells, name) || state != LAB_NO_FILE || points != 0)
            json_object_set_new(cells, name,
                                json_pack("[i, f, b, f]", (int)state, points, state != LAB_NO_FILE,
                                          written_in(lab)));
    }
    return all > 0 ? have / all : 0;
}

static void read_run(struct term *t, const char *folder)
{
    OWNED char *path = text_of("%s/results.json", folder), *beside = text_of("%s/run.json", folder);
    json_error_t error;
    json_auto_t *root = json_load_file(path, 0, &error), *about = json_load_file(beside, 0, NULL);
    json_t *students = json_object_get(root, "students"), *student;
    double shares = 0;
    int graded = 0, is;
    size_t i;
    if (!root && access(path, R_OK))
        die("OUTS: %s: %s; give folders that `make grade OUT=…` has filled, with blanks between "
            "them",
            path, strerror(errno));
    if (!root || json_number_in(root, "schema") != 1 || !json_is_array(students))
        die("OUTS: %s holds no results of this version (%s): grade into that folder again", path,
            root ? "another schema" : error.text);
    json_array_foreach(students, i, student)
    {
        shares += read_student(t, student, &is);
        graded += is;
    }
    OWNED char *date = text_of("%.10s", text_in(about, "finished"));
    json_array_append_new(t->runs, json_pack("{s:o, s:s, s:s, s:i, s:i, s:f}", "folder",
                                             json_text(folder), "date", date, "backend",
                                             text_in(root, "backend"), "graded", graded, "students",
                                             (int)i, "mean", i ? shares / (double)i : 0));
}

static void read_runs(struct term *t, const char *outs)
{
    OWNED char *copy = text_of("%s", outs);
    char *rest = copy;
    for (char *folder; (folder = strsep(&rest, " \t\n"));)
        if (*folder)
            read_run(t, folder);
    if (!json_array_size(t->runs))
        die("OUTS is empty: give the OUT folders of your runs, with blanks between them, like "
            "OUTS=\"week1 week2\"");
}

/* ---- a person: of the gradebook a row, and what pages.js calls a person */

static json_t *person_json(const struct term *t, json_t *person)
{
    json_t *cells = json_array(), *labs = json_array(), *about;
    double written = 0, total = 0;
    const char *name;
    json_object_foreach(t->labs, name, about)
    {
        json_t *cell = json_object_get(json_object_get(person, "cells"), name);
        const double points = json_number_value(json_array_get(cell, 1));
        total += points;
        written += json_number_value(json_array_get(cell, 3));
        if (cell)
            json_array_append(cells, cell);
        else
            json_array_append_new(cells, json_pack("[i, f, b]", (int)LAB_NO_FILE, 0.0, 0));
        json_array_append_new(labs, json_pack("{s:s, s:f}", "name", name, "points", points));
    }
    return json_pack("{s:O, s:O, s:o, s:o, s:f, s:f}", "id", json_object_get(person, "id"), "name",
                     json_object_get(person, "name"), "labs", labs, "cells", cells, "written",
                     written, "total", total + written);
}

static json_t *row_of(const void *people, int number)
{
    return json_incref(json_array_get(people, (size_t)number));
}

enum { PEOPLE = 1, WRITTEN = 2 };

static const struct column gradebook[] = {
    {.heading = "student", .path = "id"},
    {.heading = "name", .path = "name", .only = PEOPLE},
    {.heading = "%s", .path = "points", .each = "labs"},
    {.heading = "written", .path = "written", .only = WRITTEN},
    {.heading = "total", .path = "total"},
    {0}};

/* OUT may hold an earlier page of ours, and nothing that this one would replace. */
static void check_term_out(const char *out, const char *page, const char *book)
{
    OWNED char *kept = text_of("%s/kept", out), *text = read_file(page, 1 << 28, NULL);
    int ours = text && strstr(text, "<title>" TERM_TITLE "</title>");
    if (access(kept, F_OK) == 0)
        die("OUT=%s holds the results of a run: choose another folder for the term", out);
    if (!ours && (access(page, F_OK) == 0 || access(book, F_OK) == 0))
        die("OUT=%s holds a report.html or gradebook.csv that is not the term's: choose another "
            "folder",
            out);
}

int term_report(void)
{
    const char *outs = getenv("OUTS"), *out = getenv("OUT"), *course = getenv("COURSE"), *name;
    struct term t = {out && *out ? out : "build/report", course ? course : "", json_array(),
                     json_object(), json_object()};
    OWNED char *page = text_of("%s/report.html", t.out), *book = text_of("%s/gradebook.csv", t.out);
    json_t *labs = json_array(), *people = json_array(), *one;
    int have = 0;
    check_term_out(t.out, page, book);
    read_runs(&t, outs ? outs : "");
    json_object_foreach(t.labs, name, one) json_array_append(labs, one);
    json_object_foreach(t.people, name, one)
    {
        json_t *row = person_json(&t, one);
        json_array_append_new(people, row);
        have |= (*text_in(row, "name") ? PEOPLE : 0) |
                (json_number_in(row, "written") != 0 ? WRITTEN : 0);
    }
    const int runs = (int)json_array_size(t.runs), students = (int)json_array_size(people);
    make_folders(t.out);
    table_write(book, gradebook, have, row_of, people, students);
    printf("%d run%s, %d labs, %d students. Reports: %s, %s.\n", runs, runs == 1 ? "" : "s",
           (int)json_array_size(labs), students, page, book);
    page_write(page, TERM_TITLE,
               json_pack("{s:s, s:o, s:o, s:o, s:o}", "kind", "term", "course", json_text(t.course),
                         "runs", t.runs, "labs", labs, "people", people),
               NULL, 0, 0);
    json_decref(t.labs);
    json_decref(t.people);
    return 0;
}

/* `make report OUTS="week1 week2"`: the runs of a term joined into one gradebook and one page. What
 * it knows is each run's results.json. Students are joined by their ids, and where a course system
 * gives new ones each week, by a name that is one student's in each run. A lab that is in several
 * runs counts as in the last of them that has the student's file. */
#include "term.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "exports.h"
#include "pages/html.h"
#include "totals/totals.h"
#include "base/csv.h"

enum { MOST_RUNS = 64, MOST_LABS = 64 };

struct cell {
    enum lab_state state;
    int there; /* some run had the student */
    double points, written;
};

struct term {
    const char *out, *course;
    int runs, labs, students, room, written;
    struct term_run {
        char *folder, *backend, *date;
        int students, graded; /* graded: with a file of at least one lab */
        double mean;          /* share of the points, of all its students */
    } run[MOST_RUNS];
    char *lab[MOST_LABS];
    double max[MOST_LABS];
    int bonus[MOST_LABS]; /* in no maximum */
    json_t *number;       /* of a student, by id */
    json_t *named;        /* the same by name */
    char **id, **name;    /* name: "" where the rosters give none */
    struct cell *cell;    /* [student * MOST_LABS + lab] */
};

static const char *text_in(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));
    return text ? text : "";
}

static double number_in(const json_t *object, const char *name)
{
    return json_number_value(json_object_get(object, name));
}

/* ---- reading */

static int new_student(struct term *t, const char *id, const char *name)
{
    if (t->students == t->room) {
        t->room = 2 * t->room + 64;
        t->id = realloc(t->id, (size_t)t->room * sizeof *t->id);
        t->name = realloc(t->name, (size_t)t->room * sizeof *t->name);
        t->cell = realloc(t->cell, (size_t)t->room * MOST_LABS * sizeof *t->cell);
        if (!t->id || !t->name || !t->cell)
            die("no memory left for %d students", t->room);
    }
    memset(&t->cell[t->students * MOST_LABS], 0, MOST_LABS * sizeof *t->cell);
    t->id[t->students] = text_of("%s", id);
    t->name[t->students] = text_of("%s", name);
    return t->students++;
}

/* `name`: "" where there is none, or two have it. */
static int student_number(struct term *t, const char *id, const char *name)
{
    const json_t *known = json_object_get(t->number, id);
    if (!known && *name)
        known = json_object_get(t->named, name);
    const int number = known ? (int)json_integer_value(known) : new_student(t, id, name);
    json_object_set_new(t->number, id, json_integer(number));
    if (*name && !json_object_get(t->named, name))
        json_object_set_new(t->named, name, json_integer(number));
    return number;
}

/* How many of a run's students have each name. */
static json_t *count_names(const json_t *students)
{
    json_t *count = json_object();
    const json_t *student;
    size_t i;
    json_array_foreach(students, i, student)
    {
        const char *name = text_in(student, "name");
        json_object_set_new(count, name, json_integer((json_int_t)number_in(count, name) + 1));
    }
    return count;
}

static int lab_number(struct term *t, const char *lab)
{
    for (int l = 0; l < t->labs; l++)
        if (strcmp(t->lab[l], lab) == 0)
            return l;
    if (t->labs == MOST_LABS)
        die("OUTS: there are more than %d labs in these runs", MOST_LABS);
    t->lab[t->labs] = text_of("%s", lab);
    return t->labs++;
}

static enum lab_state state_in(const json_t *lab)
{
    const json_t *step;
    size_t i;
    enum lab_state state = LAB_UNTOUCHED;
    json_array_foreach(json_object_get(lab, "steps"), i, step)
    {
        const char *nothing = text_in(step, "nothing");
        if (strcmp(text_in(step, "verdict"), "not_attempted") != 0 && number_in(step, "max") > 0)
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
    json_array_foreach(json_object_get(lab, "written"), i, one) sum += number_in(one, "points");
    return sum;
}

static void read_student(struct term *t, struct term_run *run, const json_t *student,
                         const json_t *names)
{
    const char *name = text_in(student, "name");
    int number = student_number(t, text_in(student, "id"), number_in(names, name) == 1 ? name : ""),
        files = 0;
    const json_t *lab;
    double have = 0, max = 0;
    size_t i;
    json_array_foreach(json_object_get(student, "labs"), i, lab)
    {
        int l = lab_number(t, text_in(lab, "lab"));
        struct cell *cell = &t->cell[number * MOST_LABS + l],
                    now = {state_in(lab), 1, number_in(lab, "points"), written_in(lab)};
        t->max[l] = fmax(t->max[l], number_in(lab, "max"));
        t->written |= now.written != 0;
        files += now.state != LAB_NO_FILE;
        have += now.points;
        t->bonus[l] = json_is_true(json_object_get(lab, "bonus"));
        max += t->bonus[l] ? 0 : number_in(lab, "max");
        if (!cell->there || now.state != LAB_NO_FILE || now.points != 0)
            *cell = now;
    }
    run->students++;
    run->graded += files > 0;
    run->mean += max > 0 ? have / max : 0;
}

static void read_run(struct term *t, const char *folder)
{
    struct term_run *run = &t->run[t->runs];
    char *path = text_of("%s/results.json", folder), *beside = text_of("%s/run.json", folder);
    json_error_t error;
    json_t *root = json_load_file(path, 0, &error), *about = json_load_file(beside, 0, NULL),
           *students = json_object_get(root, "students"), *student;
    size_t i;
    if (!root && access(path, R_OK))
        die("OUTS: %s: %s; give folders that `make grade OUT=…` has filled, with blanks between "
            "them",
            path, strerror(errno));
    if (!root || number_in(root, "schema") != 1 || !json_is_array(students))
        die("OUTS: %s holds no results of this version (%s): grade into that folder again", path,
            root ? "another schema" : error.text);
    run->folder = text_of("%s", folder);
    run->backend = text_of("%s", text_in(root, "backend"));
    run->date = text_of("%.10s", text_in(about, "finished"));
    json_t *names = count_names(students);
    json_array_foreach(students, i, student) read_student(t, run, student, names);
    json_decref(names);
    run->mean /= run->students ? run->students : 1;
    t->runs++;
    json_decref(about);
    json_decref(root);
    free(path);
    free(beside);
}

static void read_runs(struct term *t, const char *outs)
{
    char *copy = text_of("%s", outs), *rest = copy;
    t->number = json_object();
    t->named = json_object();
    for (char *folder; (folder = strsep(&rest, " \t\n"));) {
        if (!*folder)
            continue;
        if (t->runs == MOST_RUNS)
            die("OUTS: there are more than %d folders", MOST_RUNS);
        read_run(t, folder);
    }
    free(copy);
    if (!t->runs)
        die("OUTS is empty: give the OUT folders of your runs, with blanks between them, like "
            "OUTS=\"week1 week2\"");
}

static void forget(struct term *t)
{
    for (int i = 0; i < t->runs; i++) {
        free(t->run[i].folder);
        free(t->run[i].backend);
        free(t->run[i].date);
    }
    for (int l = 0; l < t->labs; l++)
        free(t->lab[l]);
    for (int s = 0; s < t->students; s++) {
        free(t->id[s]);
        free(t->name[s]);
    }
    free(t->id);
    free(t->name);
    free(t->cell);
    json_decref(t->number);
    json_decref(t->named);
}

/* ---- sums */

static const struct cell *cell_of(const struct term *t, int student, int lab)
{
    return &t->cell[student * MOST_LABS + lab];
}

static double total_of(const struct term *t, int student)
{
    double sum = 0;
    for (int l = 0; l < t->labs; l++)
        sum += cell_of(t, student, l)->points + cell_of(t, student, l)->written;
    return sum;
}

static int files_of(const struct term *t, int student)
{
    int files = 0;
    for (int l = 0; l < t->labs; l++)
        files += cell_of(t, student, l)->there && cell_of(t, student, l)->state != LAB_NO_FILE;
    return files;
}

/* ---- the gradebook: as one run's (exports.c) */

static void write_term_csv(const struct term *t, const char *path)
{
    FILE *f = atomic_open(path);
    fputs("student", f);
    for (int l = 0; l < t->labs; l++) {
        fputc(',', f);
        csv_cell(f, t->lab[l]);
    }
    fprintf(f, "%s,total\r\n", t->written ? ",written" : "");
    for (int s = 0; s < t->students; s++) {
        double written = 0;
        csv_cell(f, t->id[s]);
        for (int l = 0; l < t->labs; l++) {
            fprintf(f, ",%.2f", cell_of(t, s, l)->points);
            written += cell_of(t, s, l)->written;
        }
        if (t->written)
            fprintf(f, ",%.2f", written);
        fprintf(f, ",%.2f\r\n", total_of(t, s));
    }
    atomic_close(f, path);
}

/* ---- the page */

static void runs_table(FILE *f, const struct term *t)
{
    fputs("<section id=\"runs\"><h2>Runs</h2>\n<table><thead><tr><th>folder</th><th>graded on</th>"
          "<th>backend</th><th class=\"n\">students with a file</th><th class=\"n\">mean share of "
          "the "
          "points</th></tr></thead><tbody>\n",
          f);
    for (int i = 0; i < t->runs; i++)
        html(f,
             "<tr><th scope=\"row\" class=\"m\">%s</th><td>%s</td><td>%s</td><td class=\"n\" "
             "data-lab=\"with a file\">%d of %d</td><td class=\"n\" data-lab=\"mean\">%.0f "
             "%%</td></tr>\n",
             t->run[i].folder, t->run[i].date, t->run[i].backend, t->run[i].graded,
             t->run[i].students, 100 * t->run[i].mean);
    fputs("</tbody></table></section>\n", f);
}

static void progress_plot(FILE *f, const struct term *t)
{
    double *share = zeros((size_t)t->students * t->labs, sizeof *share);
    int *count = zeros((size_t)t->labs, sizeof *count);
    for (int l = 0; l < t->labs; l++)
        for (int s = 0; s < t->students; s++) {
            const struct cell *cell = cell_of(t, s, l);
            if (cell->there && cell->state != LAB_NO_FILE && t->max[l] > 0)
                share[(size_t)l * t->students + count[l]++] = cell->points / t->max[l];
        }
    fputs("<section id=\"progress\"><h2>The class over the term</h2>\n", f);
    plot_progress(f, (const char *const *)t->lab, share, count, t->labs, t->students);
    fputs("</section>\n", f);
    free(count);
    free(share);
}

static void term_row(FILE *f, const struct term *t, int student, double max)
{
    double written = 0;
    html(f, "<tr><th scope=\"row\"><bdi>%s</bdi></th>",
         *t->name[student] ? t->name[student] : t->id[student]);
    for (int l = 0; l < t->labs; l++) {
        const struct cell *cell = cell_of(t, student, l);
        state_cell(f, cell->there ? cell->state : LAB_NO_FILE, t->lab[l], cell->points, t->max[l]);
        written += cell->written;
    }
    html(f, "<td class=\"n\" data-lab=\"labs\">%d</td>", files_of(t, student));
    if (t->written) {
        html(f, "<td class=\"n\" data-v=\"%.4f\" data-lab=\"written\">", written);
        points(f, written);
        fputs("</td>", f);
    }
    double have = total_of(t, student);
    html(f, "<td class=\"n share total\" data-v=\"%.4f\" style=\"--p:%.3f\">", have,
         max > 0 ? fmin(1, fmax(0, have / max)) : 0);
    points(f, have);
    fputs("</td></tr>\n", f);
}

static void term_students(FILE *f, const struct term *t)
{
    double max = 0;
    fputs("<section id=\"students\"><h2>Students</h2>\n<table class=\"sortable cards\"><thead><tr>"
          "<th>student</th>",
          f);
    for (int l = 0; l < t->labs; l++) {
        html(f, "<th class=\"n\">%s <span class=\"of\">/&nbsp;%g%s</span></th>",
             lab_words(t->lab[l]), t->max[l], t->bonus[l] ? ", a bonus" : "");
        max += t->bonus[l] ? 0 : t->max[l];
    }
    html(f, "<th class=\"n\">labs</th>");
    fputs(t->written ? "<th class=\"n\">written</th>" : "", f);
    html(f, "<th class=\"n\">points <span class=\"of\">/&nbsp;%g</span></th>", max);
    fputs("</tr></thead><tbody>\n", f);
    for (int s = 0; s < t->students; s++)
        term_row(f, t, s, max);
    fputs("</tbody></table></section>\n", f);
}

static void write_term_page(const struct term *t, const char *path)
{
    FILE *f = atomic_open(path);
    int mixed = 0;
    for (int i = 1; i < t->runs; i++)
        mixed |= strcmp(t->run[i].backend, t->run[0].backend) != 0;
    page_begin(f, TERM_TITLE, 1);
    html(f,
         "<header class=\"top\"><h1>%s</h1>\n<p class=\"lead\">The term: %d run%s, %d students"
         "</p>\n",
         *t->course ? t->course : "Grades", t->runs, t->runs == 1 ? "" : "s", t->students);
    if (mixed)
        fputs("<p class=\"loud\"><strong>Graded on different backends.</strong> The times of some "
              "runs decide on points that counters decide on in others.</p>\n",
              f);
    tool_bar(f);
    fputs("</header>\n<main>\n", f);
    runs_table(f, t);
    term_students(f, t);
    progress_plot(f, t);
    fputs("</main>\n", f);
    page_end(f, 1);
    atomic_close(f, path);
}

/* OUT may hold an earlier page of ours, and nothing that this one would replace. */
static void check_term_out(const struct term *t, const char *page)
{
    char *kept = text_of("%s/kept", t->out), *book = text_of("%s/gradebook.csv", t->out),
         *text = read_file(page, 1 << 28, NULL);
    int ours = text && strstr(text, "<title>" TERM_TITLE "</title>");
    if (access(kept, F_OK) == 0)
        die("OUT=%s holds the results of a run: choose another folder for the term", t->out);
    if (!ours && (access(page, F_OK) == 0 || access(book, F_OK) == 0))
        die("OUT=%s holds a report.html or gradebook.csv that is not the term's: choose another "
            "folder",
            t->out);
    free(text);
    free(book);
    free(kept);
}

int term_report(void)
{
    static struct term t;
    const char *outs = getenv("OUTS"), *out = getenv("OUT"), *course = getenv("COURSE");
    t = (struct term){.out = out && *out ? out : "build/report", .course = course ? course : ""};
    char *page = text_of("%s/report.html", t.out), *book = text_of("%s/gradebook.csv", t.out);
    check_term_out(&t, page);
    read_runs(&t, outs ? outs : "");
    make_folders(t.out);
    write_term_csv(&t, book);
    write_term_page(&t, page);
    printf("%d run%s, %d labs, %d students. Reports: %s, %s.\n", t.runs, t.runs == 1 ? "" : "s",
           t.labs, t.students, page, book);
    forget(&t);
    free(page);
    free(book);
    return 0;
}

/* What Canvas and Moodle take back. Their rules, as far as they matter here, are those of Canvas's
 * gradebook importer (lib/gradebook_importer.rb of canvas-lms) and of Moodle's offline grading
 * worksheet (mod/assign/feedback/offline/importgradeslib.php); grading/tests/systems_test.sh names
 * them one by one. */
#include <math.h>
#include <strings.h>

#include "report.h"
#include "intake/intake.h"
#include "totals/totals.h"
#include "base/json_file.h"

static int has_fault(const struct context *c, int student, int lab)
{
    for (int i = 0; i < c->steps[lab]; i++)
        if (result_of(c, student, lab, i)->ruling.verdict == GRADER_ERROR)
            return 1;
    return 0;
}

/* ---- Canvas */

#define POSSIBLE "Points Possible"

/* The row of points possible; NULL where the export has none. */
static const struct roster_row *possible_row(const struct roster *r)
{
    for (int i = 0; i < r->rows; i++) {
        const char *name = r->row[i].field[0];
        if (strcmp(name + strspn(name, " "), POSSIBLE) == 0)
            return &r->row[i];
    }
    return NULL;
}

static int column_called(const struct roster *r, const char *name)
{
    return roster_column(r, (const char *const[]){name, NULL});
}

/* "Lab 1 (123)", "01_naive_gemv (123)", "Naive GEMV": the lab's? Canvas puts its number behind. */
static int is_column_of(const char *title, const char *lab)
{
    const char *number = strrchr(title, '(');
    size_t length = number && number > title ? (size_t)(number - title) : strlen(title);
    while (length && title[length - 1] == ' ')
        length--;
    OWNED char *name = text_of("%.*s", (int)length, title);
    int is = strncasecmp(name, "lab ", 4) == 0 && lab_is_called(name + 4, lab);
    for (char *at = name; *at; at++)
        *at = *at == ' ' ? '_' : *at;
    return is || strcasecmp(name, lab) == 0 || strcasecmp(name, lab_file_of(lab)->name) == 0;
}

static int column_of_lab(const struct roster *r, const char *lab)
{
    for (int i = column_called(r, "Section") + 1; i < r->columns; i++)
        if (is_column_of(r->header[i], lab))
            return i;
    return -1;
}

struct scale {
    int column;  /* of the export; -1: a new one */
    double from; /* a lab's points */
    double to;   /* points possible */
};

/* A number of the export; some languages write 12,5. */
static double number_of(const char *text)
{
    OWNED char *plain = text_of("%s", text);
    char *comma = strchr(plain, ',');
    if (comma && comma[1 + strspn(comma + 1, "0123456789")] == 0)
        *comma = '.';
    return atof(plain);
}

static struct scale scale_of(const struct context *c, int lab)
{
    struct scale s = {column_of_lab(c->roster, c->lab[lab]), 0, 0};
    const struct roster_row *row = possible_row(c->roster);
    if (c->students)
        total_points(c, 0, lab, &s.from, &s.to);
    s.to = s.column >= 0 && row ? number_of(row->field[s.column]) : 0;
    if (s.to <= 0)
        s.to = s.from;
    return s;
}

static double scaled(double points, double from, double to)
{
    return from > 0 ? points * to / from : points;
}

/* A grade, or what was there before: where we failed, and for whom Canvas excuses. */
static json_t *canvas_grade(const struct context *c, const struct roster_row *row, int lab,
                            const struct scale *s)
{
    const int student = row->student;
    const char *absence = student < 0 ? NULL : lab_absence(c, student, lab);
    double max, most;
    if (student < 0 || has_fault(c, student, lab) || absence)
        return json_string(absence && *absence == 'e' ? "EX"
                           : s->column >= 0           ? row->field[s->column]
                                                      : "");
    return json_real(scaled(total_points(c, student, lab, &max, &most), s->from, s->to));
}

static void say_column(const struct context *c, int lab, const struct scale *s)
{
    OWNED char *name = s->column >= 0 ? text_of("%s", c->roster->header[s->column]) : NULL;
    printf("canvas.csv: %s goes to %s%s, %g points%s", c->lab[lab],
           name ? "the column " : "a new assignment", name ? clean_text(name) : "", s->to,
           s->to != s->from ? "" : ".\n");
    if (s->to != s->from)
        printf(" (scaled from %g).\n", s->from);
}

struct canvas {
    const struct context *c;
    struct scale scale[MAX_LABS];
};

/* Points possible, then a row for each person. */
static json_t *canvas_json(const void *model, int number)
{
    const struct canvas *v = model;
    const struct roster *r = v->c->roster;
    const struct roster_row *row = number ? &r->row[number - 1] : NULL;
    if (row && !row->person)
        return NULL;
    json_t *kept = json_array(), *labs = json_array();
    for (int i = 0; i <= column_called(r, "Section"); i++)
        json_array_append_new(kept, table_cell(r->header[i], json_string(row ? row->field[i]
                                                                         : i ? ""
                                                                             : "    " POSSIBLE)));
    for (int l = 0; l < v->c->labs; l++) {
        const struct scale *s = &v->scale[l];
        json_array_append_new(
            labs, table_cell(s->column >= 0 ? r->header[s->column] : v->c->lab[l],
                             row ? canvas_grade(v->c, row, l, s) : json_sprintf("%g", s->to)));
    }
    return json_pack("{s:o, s:o}", "kept", kept, "labs", labs);
}

void write_canvas(const struct context *c, const char *path)
{
    static const struct column columns[] = {{.heading = "%s", .path = "value", .each = "kept"},
                                            {.heading = "%s", .path = "value", .each = "labs"},
                                            {0}};
    struct canvas v = {.c = c};
    for (int l = 0; l < c->labs; l++) {
        v.scale[l] = scale_of(c, l);
        say_column(c, l, &v.scale[l]);
    }
    table_write(path, columns, 0, canvas_json, &v, 1 + c->roster->rows);
}

/* ---- Moodle */

/* "01_naive_gemv: 16.40 of 20 (1 day late: 2.00 points off)": one line, no markup. */
static char *comment_of(const struct context *c, int student)
{
    char *text = text_of("%s", "");
    double max, most;
    for (int l = 0; l < c->labs; l++) {
        const char *absence = lab_absence(c, student, l);
        double points = total_points(c, student, l, &max, &most);
        struct lateness lateness = lateness_at(c, student, l);
        OWNED char *late = lateness_text(&lateness);
        OWNED char *capped = capped_text(most, points),
                   *sum = absence
                              ? text_of("%s", absence)
                              : text_of("%.2f of %g%s%s", points, max, bonus_words(c, l), capped);
        text_add(&text, "%s%s: %s%s%s%s", l ? "; " : "", c->lab[l], sum, *late ? " (" : "", late,
                 *late ? ")" : "");
    }
    OWNED char *why = why_nothing(c, student);
    text_add(&text, "%s%s", *why ? ". " : "", why);
    return text;
}

/* The worksheet's row, with grade and comment where there is no fault of ours. A hyphen alone is
 * Moodle's "never", and no formula: null. */
static json_t *moodle_json(const void *model, int number)
{
    const struct context *c = model;
    const struct roster *r = c->roster;
    const struct roster_row *row = &r->row[number];
    if (!row->person)
        return NULL;
    int grade = column_called(r, "Grade"), most = column_called(r, "Maximum grade"),
        comment = column_called(r, "Feedback comments"), fault = row->student < 0, absent = 0;
    double max = 0, reached, points = fault ? 0 : total_points(c, row->student, -1, &max, &reached);
    json_t *all = json_array();
    for (int l = 0; l < c->labs && !fault; l++) {
        fault = has_fault(c, row->student, l);
        absent += lab_absence(c, row->student, l) != NULL;
    }
    double to = most >= 0 && number_of(row->field[most]) > 0 ? number_of(row->field[most]) : max;
    for (int i = 0; i < r->columns; i++) {
        OWNED char *text = i == comment && !fault ? comment_of(c, row->student) : NULL;
        json_array_append_new(
            all, table_cell(r->header[i], i == grade && !fault && absent < c->labs
                                              ? json_real(fmin(to, scaled(points, max, to)))
                                          : text ? json_text(text)
                                          : strcmp(row->field[i], "-") == 0
                                              ? json_null()
                                              : json_string(row->field[i])));
    }
    return json_pack("{s:o}", "all", all);
}

void write_moodle(const struct context *c, const char *path)
{
    static const struct column columns[] = {
        {.heading = "%s", .path = "value", .each = "all", .otherwise = "-"}, {0}};
    table_write(path, columns, 0, moodle_json, c, c->roster->rows);
}

/* The roster: its columns, its rows, and who is in which (intake.h). */
#include "intake.h"

#include <strings.h>

#include "names/names.h"

/* ---- columns */

int roster_column(const struct roster *r, const char *const *names)
{
    for (; names && *names; names++)
        for (int i = 0; i < r->columns; i++)
            if (strcasecmp(r->header[i], *names) == 0)
                return i;
    return -1;
}

#define COLUMN(r, ...) roster_column(r, (const char *const[]){__VA_ARGS__, NULL})

static void trim(char *text)
{
    size_t begin = strspn(text, " \t"), length = strlen(text);
    while (length > begin && strchr(" \t", text[length - 1]))
        length--;
    memmove(text, text + begin, length - begin);
    text[length - begin] = 0;
}

static void read_header(struct context *c, struct csv *csv)
{
    struct roster *r = c->roster;
    r->columns = csv->fields;
    r->header = zeros((size_t)csv->fields, sizeof *r->header);
    for (int i = 0; i < csv->fields; i++) {
        r->header[i] = text_of("%s", csv->field[i]);
        trim(r->header[i]);
    }
    r->name = COLUMN(r, "name", "full name", "student name", "student");
    r->first = COLUMN(r, "first name", "firstname", "given name");
    r->last = COLUMN(r, "last name", "lastname", "surname", "family name");
    r->extension = COLUMN(r, "extension");
    r->role = COLUMN(r, "role");
    r->submitted = COLUMN(r, "Last modified (submission)", "submission_timestamp", "submitted");
    r->mail = COLUMN(r, "email", "email address", "e-mail", "mail");
    r->excused = COLUMN(r, "excused");
    r->number = -1;
    if (r->columns > 2 && strstr(r->header[0], "Student") && strcmp(r->header[1], "ID") == 0 &&
        COLUMN(r, "Section") > 1) {
        r->system = "canvas";
        r->name = 0;
        r->id = 1;
    } else if (COLUMN(r, "Identifier") >= 0 && COLUMN(r, "Grade") >= 0) {
        r->system = "moodle";
        r->id = r->number = COLUMN(r, "Identifier");
    } else {
        r->system = COLUMN(r, "github_username") >= 0                       ? "github"
                    : COLUMN(r, "SID") >= 0 && r->mail >= 0 && r->role >= 0 ? "gradescope"
                                                                            : NULL;
        r->id = roster_column(r, roster_ids);
        r->id = r->id == r->name ? -1 : r->id;
    }
    if (r->id < 0 && r->name < 0 && (r->first < 0 || r->last < 0))
        die("ROSTER=%s: its first line names no column that says who: it needs one called id, and "
            "name beside it",
            csv->file);
}

const char *const roster_ids[] = {"id",          "student id",    "sid",        "student number",
                                  "id number",   "username",      "login",      "github_username",
                                  "email",       "email address", "identifier", "roster_identifier",
                                  "sis user id", "sis login id",  "github",     "name",
                                  "full name",   "student name",  "student",    NULL};

/* What stays the same from week to week, the best first. */
static const char *const lasting_ids[] = {
    "sis user id",    "id number",     "sid",        "student id",
    "student number", "sis login id",  "identifier", "roster_identifier",
    "username",       "login",         "id",         "github_username",
    "email",          "email address", NULL};

/* ---- rows */

static const char *cell(const struct roster_row *row, int column)
{
    return column >= 0 ? row->field[column] : "";
}

static int is_in(const char *const *names, const char *name)
{
    while (names && *names && strcasecmp(*names, name) != 0)
        names++;
    return names && *names;
}

/* What the row's person is known by; "": by nothing but a name. Who has not accepted an assignment
 * has a number in GitHub's roster, and no name there. */
static const char *row_id(const struct roster *r, const struct roster_row *row)
{
    const char *id = cell(row, r->id);
    for (int i = 0; i < r->columns && !*id; i++)
        if (is_in(roster_ids, r->header[i]) && i != r->name)
            id = row->field[i];
    return id;
}

/* Canvas has rows that are nobody's: points possible, what is posted by hand, its test student. So
 * has Gradescope: its staff's. */
static int is_person(const struct roster *r, const struct roster_row *row)
{
    static const char *const staff[] = {"instructor", "ta", "reader", "observer", NULL};
    const char *name = cell(row, r->name);
    if (r->system && strcmp(r->system, "canvas") == 0)
        return *cell(row, r->id) && strcmp(name, "Student, Test") != 0 &&
               strcmp(name + strspn(name, " "), "Points Possible") != 0;
    return !is_in(staff, cell(row, r->role)) &&
           (*row_id(r, row) || *name || *cell(row, r->first) || *cell(row, r->last));
}

static void add_row(struct roster *r, const struct csv *csv)
{
    r->row = one_more(r->row, r->rows, sizeof *r->row);
    char **field = zeros((size_t)r->columns, sizeof *field);
    for (int i = 0; i < r->columns; i++)
        field[i] = text_of("%s", i < csv->fields ? csv->field[i] : "");
    struct roster_row *row = &r->row[r->rows++];
    *row = (struct roster_row){field, 0, -1};
    row->person = is_person(r, row);
    for (int i = 0; i < r->columns && row->person; i++)
        if (is_in(roster_ids, r->header[i]))
            trim(field[i]);
}

void roster_read(struct context *c)
{
    struct csv csv;
    csv_open(&csv, "ROSTER=", c->roster_file);
    json_auto_t *text = json_string(csv.text); /* NULL: no UTF-8 */
    if (!text)
        die("ROSTER=%s is no UTF-8: save it as CSV UTF-8", c->roster_file);
    if (!csv_next(&csv))
        die("ROSTER=%s is empty: its first line names the columns: id, name", c->roster_file);
    c->roster = zeros(1, sizeof *c->roster);
    read_header(c, &csv);
    while (csv_next(&csv))
        add_row(c->roster, &csv);
    csv_close(&csv);
}

const char *roster_field(const struct context *c, const struct student *s, int column)
{
    return c->roster && s->row ? cell(&c->roster->row[s->row - 1], column) : "";
}

/* ---- who is in it */

/* "501001" of Moodle's "Participant 501001". */
static const char *number_in(const char *text)
{
    const char *blank = strrchr(text, ' ');
    return blank ? blank + 1 : text;
}

int roster_find(const struct roster *r, const char *const *columns, const char *value)
{
    int found = 0;
    for (int column = 0; column < r->columns && *value; column++)
        for (int i = 0; i < r->rows && is_in(columns, r->header[column]); i++) {
            const char *cell = r->row[i].field[column];
            if (column == r->number)
                cell = number_in(cell);
            if (r->row[i].person && strcasecmp(cell, value) == 0)
                found = found && found != i + 1 ? -1 : i + 1;
        }
    return found;
}

/* A folder's name: no path, and nobody else's. */
static void make_id(const struct context *c, const struct roster_row *row, int number, char *id,
                    size_t size)
{
    const struct roster *r = c->roster;
    const char *known_by = row_id(r, row), *name = cell(row, r->name),
               *is = *known_by ? known_by
                     : *name   ? name
                               : "somebody";
    const int moodle = r->number >= 0;
    int same = 0;
    snprintf(id, size, "%.180s", moodle ? name : is);
    for (char *at = id; *at; at++)
        if (*at == '/' || (unsigned char)*at < ' ' || (moodle && *at == '_')) {
            *at = moodle ? ' ' : '_';
            same |= !moodle;
        }
    if (moodle) /* as it calls a folder, for its feedback files: the number behind the first "_" */
        snprintf(id + strlen(id), size - strlen(id), "_%.30s_assignsubmission_file_",
                 number_in(is));
    if (*id == '.') {
        *id = '_';
        same = 1;
    }
    for (int s = 0; s < c->students && !same; s++)
        same = strcmp(c->student[s].id, id) == 0;
    if (same)
        snprintf(id + strlen(id), size - strlen(id), " (row %d)", number);
}

static void set_name(const struct roster *r, struct student *s)
{
    const struct roster_row *row = &r->row[s->row - 1];
    const char *excused = cell(row, r->excused);
    if (*cell(row, r->name))
        s->name = clean_text(text_of("%s", cell(row, r->name)));
    else if (r->first >= 0 && r->last >= 0)
        s->name = clean_text(text_of("%s %s", cell(row, r->first), cell(row, r->last)));
    s->excused = *excused && strcasecmp(excused, "no") != 0;
    if (*cell(row, r->mail))
        s->email = text_of("%s", cell(row, r->mail));
}

static void set_time(const struct context *c, struct student *s)
{
    const char *when = roster_field(c, s, c->roster->submitted);
    time_t about;
    if (!*when || strcmp(when, "-") == 0)
        return;
    if (moodle_time(when, 0, &about) && moodle_time(when, late_offset(c, about), &s->when))
        s->source = "the roster";
    else if (c->late)
        die("ROSTER=%s: row of %s: %s '%s' is no time that is understood, and with a DEADLINE it "
            "decides: have the file exported in English, or write it like 2026-11-20T23:59",
            c->roster_file, s->id, c->roster->header[c->roster->submitted], when);
}

void roster_enlist(struct context *c)
{
    struct roster *r = c->roster;
    for (int i = 0; i < r->rows; i++) {
        char id[sizeof c->student->id];
        if (!r->row[i].person)
            continue;
        make_id(c, &r->row[i], i + 2, id, sizeof id);
        r->row[i].student = c->students;
        struct student *s = add_student(c, id);
        s->row = i + 1;
        set_name(r, s);
        set_time(c, s);
        for (const char *const *name = lasting_ids; *name && !s->person; name++) {
            const int column = COLUMN(r, *name);
            const char *value = column == r->number ? "" /* of this assignment alone */
                                                    : cell(&r->row[i], column);
            s->person = *value ? clean_text(text_of("%s", value)) : NULL;
        }
    }
}

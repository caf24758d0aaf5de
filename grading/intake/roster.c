/* The roster: its columns, its rows, and who has none (roster.h). */
#include "roster.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/csv.h"
#include "handed_in.h"
#include "late.h"
#include "names/names.h"

enum { NAMED = 12 };

/* ---- columns */

static int column_of(const struct roster *r, const char *const *names)
{
    for (; *names; names++)
        for (int i = 0; i < r->columns; i++)
            if (strcasecmp(r->header[i], *names) == 0)
                return i;
    return -1;
}

#define COLUMN(r, ...) column_of(r, (const char *const[]){__VA_ARGS__, NULL})

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
    r->id = COLUMN(r, "id", "student id", "sid", "student number", "id number", "username", "login",
                   "github_username", "email", "email address", "identifier");
    r->name = COLUMN(r, "name", "full name", "student name", "student");
    r->first = COLUMN(r, "first name", "firstname", "given name");
    r->last = COLUMN(r, "last name", "lastname", "surname", "family name");
    r->extension = COLUMN(r, "extension");
    r->late = COLUMN(r, "late");
    r->role = COLUMN(r, "role");
    r->submitted = COLUMN(r, "Last modified (submission)", "submitted");
    if (r->columns > 2 && strstr(r->header[0], "Student") && strcmp(r->header[1], "ID") == 0 &&
        COLUMN(r, "Section") > 1) {
        r->kind = ROSTER_CANVAS;
        r->name = 0;
        r->id = 1;
    } else if (COLUMN(r, "Identifier") >= 0 && COLUMN(r, "Grade") >= 0) {
        r->kind = ROSTER_MOODLE;
        r->id = COLUMN(r, "Identifier");
    }
    if (r->id < 0 && r->name < 0 && (r->first < 0 || r->last < 0))
        die("ROSTER=%s: its first line names no column that says who: it needs one called id, and "
            "name beside it",
            csv->file);
}

int roster_keeps(const struct roster *r, int column)
{
    static const char *const canvas[] = {"ID", "SIS User ID", "SIS Login ID", "Section", NULL},
                             *const moodle[] = {"Identifier", "ID number", "Email address", NULL};
    const char *const *names = r->kind == ROSTER_CANVAS ? canvas : moodle;
    if (r->kind == ROSTER_PLAIN)
        return column != r->name;
    for (; *names; names++)
        if (strcasecmp(r->header[column], *names) == 0)
            return 1;
    return column == r->extension || column == r->late;
}

/* ---- rows */

/* By Gradescope's roster, which lists its staff as well. */
static int is_staff(const struct roster *r, const struct roster_row *row)
{
    static const char *const roles[] = {"instructor", "teacher", "ta",       "teaching assistant",
                                        "reader",     "grader",  "observer", "staff"};
    for (size_t i = 0; i < sizeof roles / sizeof *roles && r->role >= 0; i++)
        if (strcasecmp(row->field[r->role], roles[i]) == 0)
            return 1;
    return 0;
}

/* What the row's person is known by; "": by nothing but a name. Who has not accepted an assignment
 * has a number in GitHub's roster, and no name there. */
static const char *row_id(const struct roster *r, const struct roster_row *row)
{
    const char *id = r->id >= 0 ? row->field[r->id] : "";
    for (int i = 0; i < r->columns && !*id; i++)
        if (roster_is_id(r->header[i]))
            id = row->field[i];
    return id;
}

/* Canvas has rows that are nobody's: points possible, what is posted by hand, its test student. */
static int is_person(const struct roster *r, const struct roster_row *row)
{
    const char *name = r->name >= 0 ? row->field[r->name] : "",
               *id = r->id >= 0 ? row->field[r->id] : "";
    if (r->kind == ROSTER_CANVAS)
        return *id && strcmp(name, "Student, Test") != 0 &&
               strcmp(name + strspn(name, " "), "Points Possible") != 0;
    return !is_staff(r, row) &&
           (*row_id(r, row) || *name || (r->first >= 0 && *row->field[r->first]) ||
            (r->last >= 0 && *row->field[r->last]));
}

static void add_row(struct roster *r, const struct csv *csv)
{
    r->row = one_more(r->row, r->rows, &r->room, sizeof *r->row);
    char **field = zeros((size_t)r->columns, sizeof *field);
    for (int i = 0; i < r->columns; i++)
        field[i] = text_of("%s", i < csv->fields ? csv->field[i] : "");
    struct roster_row *row = &r->row[r->rows++];
    *row = (struct roster_row){field, 0, -1};
    row->person = is_person(r, row);
    if (row->person && r->id >= 0)
        trim(field[r->id]);
}

/* Two rows of one id: which is right? */
static void check_ids(const struct roster *r, const char *file)
{
    struct words ids = {0};
    for (int i = 0; i < r->rows; i++)
        if (r->row[i].person && r->id >= 0)
            words_add(&ids, r->row[i].field[r->id]);
    words_sort(&ids);
    for (int i = 1; i < ids.count; i++)
        if (*ids.word[i] && strcmp(ids.word[i], ids.word[i - 1]) == 0)
            die("ROSTER=%s: '%s' is there twice in the column %s: leave one of the rows", file,
                ids.word[i], r->header[r->id]);
    words_free(&ids);
}

static void read_roster(struct context *c)
{
    struct csv csv;
    char why[700];
    int got = csv_open(&csv, c->roster_file, why, sizeof why);
    if (!got) {
        csv_decode(&csv);
        got = csv_next(&csv);
    }
    if (got == 0)
        die("ROSTER=%s is empty: its first line names the columns: id, name", c->roster_file);
    c->roster = zeros(1, sizeof *c->roster);
    if (got > 0)
        read_header(c, &csv);
    while (got > 0 && (got = csv_next(&csv)) > 0)
        add_row(c->roster, &csv);
    if (got < 0)
        die("ROSTER=%s", why);
    check_ids(c->roster, c->roster_file);
    csv_close(&csv);
}

void roster_forget(struct context *c)
{
    struct roster *r = c->roster;
    for (int i = 0; r && i < r->rows; i++) {
        for (int k = 0; k < r->columns; k++)
            free(r->row[i].field[k]);
        free(r->row[i].field);
    }
    for (int k = 0; r && k < r->columns; k++)
        free(r->header[k]);
    if (r) {
        free(r->header);
        free(r->row);
    }
    free(r);
    c->roster = NULL;
}

const char *roster_field(const struct context *c, const struct student *s, int column)
{
    const char *value =
        c->roster && s->row && column >= 0 ? c->roster->row[s->row - 1].field[column] : NULL;
    return value && *value ? value : NULL;
}

/* ---- the class and its roster */

/* A folder's name for who has none: no path, and nobody else's. `known`: students who are there
 * already, in order. */
static void make_id(const struct context *c, const struct roster_row *row, int number, int known,
                    char *id, size_t size)
{
    const struct roster *r = c->roster;
    const char *known_by = row_id(r, row), *name = r->name >= 0 ? row->field[r->name] : "",
               *is = *known_by ? known_by
                     : *name   ? name
                               : "somebody";
    int is_unique = r->id >= 0 && is == row->field[r->id]; /* check_ids */
    snprintf(id, size, "%.200s", is);
    for (char *at = id; *at; at++)
        if (*at == '/' || (unsigned char)*at < ' ')
            *at = '_';
    if (*id == '.')
        *id = '_';
    int same = strcmp(id, is) != 0 || has_student(c, known, id);
    for (int s = known; s < c->students && !is_unique && !same; s++)
        same = strcmp(c->student[s].id, id) == 0;
    if (same)
        snprintf(id + strlen(id), size - strlen(id), " (row %d)", number);
}

static void set_name(const struct roster *r, struct student *s)
{
    const struct roster_row *row = &r->row[s->row - 1];
    if (r->name >= 0 && *row->field[r->name])
        s->name = text_of("%s", row->field[r->name]);
    else if (r->first >= 0 && r->last >= 0)
        s->name = text_of("%s %s", row->field[r->first], row->field[r->last]);
    if (s->name)
        clean_text(s->name);
}

static void join_one(struct context *c, struct student *s)
{
    const char *when;
    time_t about;
    if (!s->name)
        set_name(c->roster, s);
    when = roster_field(c, s, c->roster->submitted);
    if (s->when || !when || strcmp(when, "-") == 0)
        return;
    if (moodle_time(when, 0, &about) && moodle_time(when, late_offset(c, about), &s->when))
        s->source = "the roster";
    else if (c->late)
        die("ROSTER=%s: row of %s: %s '%s' is no time that is understood, and with a DEADLINE it "
            "decides: have the file exported in English, or write it like 2026-11-20T23:59",
            c->roster_file, s->id, c->roster->header[c->roster->submitted], when);
}

/* A file that is nobody's, by the course system's form of its name, of the person of this row. */
static char *reason_of(const struct words *strays, const int *whose, int row)
{
    struct listing files = {NULL, 0};
    for (int i = 0; i < strays->count; i++)
        if (whose[i] == row)
            listing_add(&files, strays->word[i], S_IFREG);
    if (!files.count)
        return text_of("%s", "Nothing was handed in.");
    int texts = 1;
    for (int i = 0; i < strays->count; i++)
        texts &= whose[i] != row || name_is_online_text(strays->word[i]);
    OWNED char *names = listing_end(&files, 3);
    char *reason = texts ? text_of("%s", ONLINE_TEXT)
                         : text_of("Only what is no lab's file was handed in: %s.", names);
    return reason;
}

/* The row of each stray, 0: nobody's. */
static int *owners_of(const struct context *c, const struct keys *k, const struct words *strays)
{
    int *whose = zeros((size_t)strays->count, sizeof *whose);
    for (int i = 0; i < strays->count; i++) {
        struct student s = {.row = 0};
        if (name_owner(strays->word[i], s.id, sizeof s.id))
            whose[i] = keys_find(k, c->roster, &s);
    }
    return whose;
}

static void add_missing(struct context *c, const struct keys *k, const struct words *strays)
{
    struct roster *r = c->roster;
    OWNED unsigned char *seen = zeros((size_t)r->rows + 2, 1);
    OWNED int *whose = owners_of(c, k, strays);
    int known = c->students;
    for (int s = 0; s < c->students; s++)
        seen[c->student[s].row] = 1;
    for (int i = 0; i < r->rows; i++) {
        char id[sizeof c->student->id];
        if (!r->row[i].person || seen[i + 1])
            continue;
        make_id(c, &r->row[i], i + 2, known, id, sizeof id);
        struct student *s = add_student(c, id, NULL);
        s->row = i + 1;
        s->note = reason_of(strays, whose, i + 1);
        join_one(c, s);
    }
}

void roster_join(struct context *c, const struct words *strays)
{
    struct listing strangers = {NULL, 0};
    read_roster(c);
    struct keys *k = keys_of(c->roster);
    for (int s = 0; s < c->students; s++) {
        c->student[s].row = keys_find(k, c->roster, &c->student[s]);
        if (c->student[s].row)
            join_one(c, &c->student[s]);
        else
            listing_add(&strangers, c->student[s].id, S_IFREG);
    }
    add_missing(c, k, strays);
    keys_forget(k);
    c->strangers = listing_end(&strangers, NAMED);
}

/* Of two folders of one person's the one with more files counts, then the first. */
static int is_better(const struct context *c, int student, int other)
{
    int files = 0;
    for (int l = 0; l < c->labs && c->handed; l++)
        files += (handed_in(c, student, l)->file != NULL) - (handed_in(c, other, l)->file != NULL);
    return files > 0;
}

void roster_number(struct context *c)
{
    struct listing doubles = {NULL, 0};
    if (!c->roster)
        return;
    for (int s = 0; s < c->students; s++) {
        struct roster_row *row = c->student[s].row ? &c->roster->row[c->student[s].row - 1] : NULL;
        if (!row)
            continue;
        if (row->student >= 0) {
            OWNED char *pair = text_of("%s = %s", c->student[row->student].id, c->student[s].id);
            listing_add(&doubles, pair, S_IFREG);
        }
        if (row->student < 0 || is_better(c, s, row->student))
            row->student = s;
    }
    c->doubles = listing_end(&doubles, NAMED);
}

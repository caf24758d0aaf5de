/* Points typed by an instructor, from CSV (csv.c). A row with a question gives points for a written
 * answer, every other one by hand. */
#include "intake.h"

/* ---- whom an instructor means: by the folder's name, by what reports and gradebook make of it,
 * or by what the roster alone knows: a number, a login, an address, a name that is nobody else's */

/* Is it the gradebook's name of this student: with apostrophes before what a spreadsheet would take
 * for a formula, at the begin or behind a separator (totals.jq)? */
static int is_in_gradebook(const struct context *c, int student, const char *name)
{
    const char *begin = student_name(c, student), *at = begin;
    for (; *name; name++)
        if ((at != begin && !strchr(",;\t", at[-1])) || *name != '\'' ||
            (*at == '\'' && name[1] != '\''))
            if (*name != *at++)
                return 0;
    return !*at;
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

int whom_asked(struct context *c)
{
    const int student = whom(c, c->student_id);
    if (student < 0)
        die("STUDENT=%s: there is nobody of that name%s", c->student_id, advice(c, student));
    c->student_id = c->student[student].id;
    return student;
}

/* ---- a file's rows */

/* The columns that a file may have, those first that it must. */
enum { STUDENT, LAB, POINTS, QUESTION, STEP, WHO, WHY, COMMENT, COLUMNS, NEEDED = QUESTION };
static const char *const columns[COLUMNS] = {"student", "lab", "points", "question",
                                             "step",    "who", "why",    "comment"};

struct row {
    struct csv csv;
    const struct context *c;
    enum mark_file kind;
};

static const char *why_of(const struct row *r)
{
    return *csv_value(&r->csv, WHY) ? csv_value(&r->csv, WHY) : csv_value(&r->csv, COMMENT);
}

/* "03", "3" or the whole name: the lab's index; -2 if it is a lab that is not graded now, -1 if
 * there is no such lab. */
static int row_lab(const struct context *c, const char *name)
{
    const struct lab_file *labs;
    int count = lab_files(&labs), known = 0;
    for (int l = 0; l < c->labs; l++)
        if (lab_is_called(name, c->lab[l]))
            return l;
    for (int i = 0; i < count; i++)
        known |= lab_is_called(name, labs[i].lab);
    return known ? -2 : -1;
}

/* Digits with at most one point among them, and a sign: no exponents, no hexadecimals, no inf or
 * nan. */
static int is_plain_number(const char *text)
{
    const char *at = text + (*text == '-' || *text == '+');
    size_t whole = strspn(at, "0123456789"), rest = 0;
    at += whole;
    if (*at == '.')
        at += 1 + (rest = strspn(at + 1, "0123456789"));
    return whole + rest > 0 && !*at;
}

static void read_points(struct row *r, struct mark *m)
{
    const char *text = csv_value(&r->csv, POINTS), *comment = csv_value(&r->csv, COMMENT);
    const double least = *m->question ? 0 : -1e6;
    if (!is_plain_number(text))
        csv_complain(&r->csv, "points '%s': not a number like 2 or %s%s", text,
                     *m->question ? "2.5" : "-1.5",
                     strchr(text, ',') ? "; it takes a point, not a comma" : "");
    /* a decimal comma outside quotes: "ann,01,2,2,5" has its points in two fields */
    if (r->csv.separator == ',' && !strchr(text, '.') && *comment &&
        comment[strspn(comment, "0123456789")] == 0)
        csv_complain(&r->csv,
                     "points '%s', comment '%s': a number takes a point, not a comma; if "
                     "the comment is that number, write a word beside it",
                     text, why_of(r));
    m->points = strtod(text, NULL);
    if (m->points < least || m->points > 1e6)
        csv_complain(&r->csv, "points %s: must be from %.0f to 1000000", text, least);
}

/* Does the row count, or is its step not graded now? */
static int read_step(struct row *r, struct mark *m)
{
    const struct context *c = r->c;
    const char *text = csv_value(&r->csv, STEP);
    char *end;
    if (!*text)
        return 1;
    const long number = strtol(text, &end, 10);
    for (int i = 0; i < c->steps[m->lab] && !*end; i++)
        if (fact_of(c, m->lab, i)->step == number) {
            m->step = (int)number;
            return c->only_step < 0 || c->only_step == m->step;
        }
    csv_complain(&r->csv, "step '%s': lab %s has no such step; leave it empty for the lab", text,
                 c->lab[m->lab]);
}

static void check_question(struct row *r, const struct mark *m)
{
    const struct context *c = r->c;
    OWNED char *text = answers_question(c, m->lab, m->question);
    if (!text && !json_object_get(c->rubric[m->lab].questions, m->question) &&
        m->question[strspn(m->question, "0123456789")] == 0)
        csv_complain(&r->csv, "docs/%s.md has no question %s", c->lab[m->lab], m->question);
    for (int i = 0; i < c->marks; i++)
        if (c->mark[i].student == m->student && c->mark[i].lab == m->lab &&
            strcmp(c->mark[i].question, m->question) == 0)
            csv_complain(&r->csv, "question %s of lab %s has points already for '%s'", m->question,
                         c->lab[m->lab], csv_value(&r->csv, STUDENT));
}

/* Fills one from the record. 1 if it counts, 0 if it is of what is not graded now. */
static int read_mark(struct row *r, struct mark *m)
{
    const char *question = csv_value(&r->csv, QUESTION);
    m->step = -1;
    if ((m->lab = row_lab(r->c, csv_value(&r->csv, LAB))) == -1)
        csv_complain(&r->csv, "there is no lab '%s'", csv_value(&r->csv, LAB));
    m->student = whom(r->c, csv_value(&r->csv, STUDENT));
    if (m->student < 0)
        csv_complain(&r->csv, "there is no student '%s' among those graded%s",
                     csv_value(&r->csv, STUDENT), advice(r->c, m->student));
    if ((r->kind == ANSWERS_FILE && !*question) || strlen(question) >= sizeof m->question)
        csv_complain(&r->csv, "question '%s': give its number on the lab's page", question);
    strcpy(m->question, question);
    read_points(r, m);
    if (!*question && (!*csv_value(&r->csv, WHO) || !*why_of(r)))
        csv_complain(&r->csv, "'%s' is empty: say who decided and why, the student reads it",
                     *csv_value(&r->csv, WHO) ? "why" : "who");
    if (m->lab >= 0 && *question)
        check_question(r, m);
    return m->lab >= 0 && (*question || read_step(r, m));
}

void marks_read(struct context *c, enum mark_file kind, const char *file)
{
    struct row r = {.c = c, .kind = kind};
    csv_open(&r.csv,
             kind == ANSWERS_FILE  ? "ANSWERS="
             : kind == ADJUST_FILE ? "ADJUST="
                                   : "",
             file);
    csv_names(&r.csv, columns, COLUMNS, NEEDED);
    while (csv_row(&r.csv)) {
        struct mark m = {.file = kind};
        if (!read_mark(&r, &m))
            continue;
        m.who = clean_text(text_of("%s", csv_value(&r.csv, WHO)));
        m.why = clean_text(text_of("%s", why_of(&r)));
        c->mark = one_more(c->mark, c->marks, sizeof *c->mark);
        c->mark[c->marks++] = m;
    }
    csv_close(&r.csv);
}

/* ---- the questions of a lab's page: a paragraph that begins with **Question 7.** */

char *answers_question(const struct context *c, int lab, const char *question)
{
    OWNED char *path = text_of("%s/docs/%s.md", c->root, c->lab[lab]),
               *mark = text_of("\n**Question %s.** ", question),
               *page = read_file(path, 1 << 22, NULL);
    char *found = NULL;
    const char *begin = page ? strstr(page, mark) : NULL;
    if (begin) {
        begin += strlen(mark);
        const char *end = strstr(begin, "\n\n");
        found = text_of("%.*s", (int)(end ? (size_t)(end - begin) : strlen(begin)), begin);
    }
    return found;
}

/* What an instructor must look at before grades are handed out, first of all on the class page: a
 * row for each matter, with whom it concerns and what to do. */
#include <stdlib.h>
#include <string.h>

#include "html.h"
#include "inspect/similar.h"
#include "intake/handed_in.h"
#include "totals/totals.h"
#include "totals/handed_in_report.h"

enum { MOST_GROUPS = 100 };

struct matters {
    FILE *f;
    const struct context *c;
    int rows, who; /* who: how many the open row concerns so far */
};

/* The first row begins the table. What follows is whom it concerns. */
static void begin_row(struct matters *m, const char *what)
{
    if (!m->rows++)
        fputs("<table><thead><tr><th>what</th><th>who</th><th>what to do</th></tr></thead>"
              "<tbody>\n",
              m->f);
    html(m->f, "<tr><th scope=\"row\">%s</th><td class=\"m\">", what);
}

/* One more whom the row concerns; the first begins it. */
static void add_student_to(struct matters *m, const char *what, int student)
{
    if (!m->who++)
        begin_row(m, what);
    else
        fputs(", ", m->f);
    student_link(m->f, m->c, student);
}

static void end_row(struct matters *m, const char *advice)
{
    html(m->f, "</td><td class=\"m\">%s</td></tr>\n", advice);
    m->who = 0;
}

static void text_row(struct matters *m, const char *what, const char *who, const char *advice)
{
    if (!who || !*who)
        return;
    begin_row(m, what);
    html(m->f, "%s", who);
    end_row(m, advice);
}

/* ---- what was handed in, and what was not */

static int labs_handed_in(const struct context *c, int student)
{
    int labs = 0;
    for (int l = 0; l < c->labs; l++)
        labs += lab_state(c, student, l) < LAB_NO_FILE;
    return labs;
}

int students_graded(const struct context *c)
{
    int graded = 0;
    for (int s = 0; s < c->students; s++)
        graded += labs_handed_in(c, s) > 0;
    return graded;
}

/* What lies in the student's folder and is for no lab; "" without a folder. Free it. */
static char *others_of(const struct context *c, int student, int lab)
{
    return find_others(c, &c->student[student], c->lab[lab]);
}

static void nothing_row(struct matters *m)
{
    for (int s = 0; s < m->c->students; s++) {
        if (labs_handed_in(m->c, s))
            continue;
        OWNED char *others = others_of(m->c, s, 0);
        add_student_to(m, "No file of any lab", s);
        if (*others)
            html(m->f, " (there: %s)", others);
    }
    if (m->who)
        end_row(m, "Ask them, or put the file in its place, and grade again.");
}

/* Who has another lab's file, and for this one something that is not opened or read as it is:
 * "(unpack it)", "(rename it to naive_gemv.cu)". */
static void unread_row(struct matters *m)
{
    for (int s = 0; s < m->c->students; s++)
        for (int l = 0; l < m->c->labs && labs_handed_in(m->c, s); l++) {
            if (lab_state(m->c, s, l) != LAB_NO_FILE)
                continue;
            OWNED char *others = others_of(m->c, s, l);
            if (!strstr(others, "unpack it)") && !strstr(others, "(rename it"))
                continue;
            add_student_to(m, "A lab's file is missing, and this was not read", s);
            html(m->f, " (%s: %s)", m->c->lab[l], others);
        }
    if (m->who)
        end_row(m, "The lab's file may be there: look, and grade again.");
}

static void empty_row(struct matters *m)
{
    for (int s = 0; s < m->c->students; s++)
        for (int l = 0; l < m->c->labs; l++)
            if (lab_state(m->c, s, l) == LAB_EMPTY_FILE) {
                add_student_to(m, "Empty file", s);
                html(m->f, " (%s)", m->c->lab[l]);
            }
    if (m->who)
        end_row(m, "An upload may have failed: ask for the file again.");
}

static void late_row(struct matters *m)
{
    for (int s = 0; s < m->c->students; s++)
        for (int l = 0; l < m->c->labs; l++) {
            struct lateness late = lateness_at(m->c, s, l);
            if (!late.late)
                continue;
            add_student_to(m, "Late", s);
            html(m->f, " (%s", m->c->lab[l]);
            if (late.penalty > 0)
                html(m->f, ", %d day%s: %.4g points off", late.days, late.days == 1 ? "" : "s",
                     late.penalty);
            fputs(")", m->f);
        }
    if (m->who)
        end_row(m, "An extension in the roster, or points by hand, change what it costs.");
}

/* Several files of one lab. */
static void several_row(struct matters *m)
{
    for (int s = 0; s < m->c->students; s++)
        for (int l = 0; l < m->c->labs; l++) {
            const struct handed_in *h = handed_in(m->c, s, l);
            if (!h || !h->options || h->conflict || !*h->passed_over)
                continue;
            add_student_to(m, "Several files, one of them graded", s);
            html(m->f, " (%s; passed over: %s)", handed_file(m->c, s, l)->shown, h->passed_over);
        }
    if (m->who)
        end_row(m, "Remove the others where the wrong one was graded, and grade again.");
}

/* ---- what could not be graded: a row for each reason */

static int is_reason(const struct context *c, int student, const char *message)
{
    for (int i = 0; i < c->slots; i++) {
        const struct ruling *r = &result_of(c, student, i)->ruling;
        if (r->verdict == GRADER_ERROR && strcmp(r->message, message) == 0)
            return 1;
    }
    return 0;
}

/* Was this reason met before, with an earlier student or step? */
static int is_known(const struct context *c, int student, int slot, const char *message)
{
    for (int i = 0; i < slot; i++) {
        const struct ruling *r = &result_of(c, student, i)->ruling;
        if (r->verdict == GRADER_ERROR && strcmp(r->message, message) == 0)
            return 1;
    }
    for (int s = 0; s < student; s++)
        if (is_reason(c, s, message))
            return 1;
    return 0;
}

static void fault_row(struct matters *m, int student, const char *message)
{
    OWNED char *what = text_of("Not graded: %s", message);
    for (int s = student; s < m->c->students; s++)
        if (is_reason(m->c, s, message))
            add_student_to(m, what, s);
    end_row(m, "No fault of theirs. Do what the message says, then grade again: only these are "
               "tried.");
}

static void fault_rows(struct matters *m)
{
    for (int s = 0, rows = 0; s < m->c->students && rows < MOST_GROUPS; s++)
        for (int i = 0; i < m->c->slots; i++) {
            const struct ruling *r = &result_of(m->c, s, i)->ruling;
            if (r->verdict == GRADER_ERROR && !is_known(m->c, s, i, r->message)) {
                fault_row(m, s, r->message);
                rows++;
            }
        }
}

/* ---- files that are alike: a row for each group of one lab */

/* Whose group a file's is; the reference solution's number is behind the last student's. */
static int group_in(int *of, int file)
{
    while (of[file] != file)
        file = of[file] = of[of[file]];
    return file;
}

static void alike_row(struct matters *m, int lab, const int *member, int count,
                      const struct alike *least)
{
    OWNED char *what = text_of("%d files alike: %s", count, m->c->lab[lab]);
    begin_row(m, what);
    for (int i = 0; i < count; i++) {
        fputs(i ? ", " : "", m->f);
        if (member[i] < m->c->students)
            student_link(m->f, m->c, member[i]);
        else
            fputs("the reference solution", m->f);
    }
    html(m->f, "<span class=\"figures\">%s",
         least->how == ALIKE_BYTES    ? "byte for byte"
         : least->how == ALIKE_TOKENS ? "but for names, comments and white space"
                                      : "in part");
    if (least->how != ALIKE_PARTS)
        html(m->f, ", %d tokens</span>", least->tokens);
    else
        html(m->f, "; at least %.0f %% shared, of %d tokens</span>", 100 * least->share,
             least->tokens);
    end_row(m, "Compare them yourself: nothing was judged by it, and honest files of short steps "
               "are alike, too.");
}

/* The pairs of one lab, joined. */
static void alike_groups(struct matters *m, int lab, const struct alike *pair, int pairs)
{
    int files = m->c->students + 1;
    OWNED int *of = zeros((size_t)files, sizeof *of),
              *member = zeros((size_t)files, sizeof *member);
    const struct alike **least = zeros((size_t)files, sizeof *least);
    for (int i = 0; i < files; i++)
        of[i] = i;
    for (int i = 0; i < pairs; i++)
        if (pair[i].lab == lab)
            of[group_in(of, pair[i].other < 0 ? files - 1 : pair[i].other)] =
                group_in(of, pair[i].one);
    for (int i = 0; i < pairs; i++) /* the most alike come first */
        if (pair[i].lab == lab)
            least[group_in(of, pair[i].one)] = &pair[i];
    for (int g = 0, rows = 0; g < files && rows < MOST_GROUPS; g++) {
        int count = 0;
        for (int i = 0; i < files && least[g]; i++)
            if (group_in(of, i) == g)
                member[count++] = i;
        if (count > 1) {
            alike_row(m, lab, member, count, least[g]);
            rows++;
        }
    }
    free(least);
}

static void alike_rows(struct matters *m)
{
    struct alike *pair;
    int pairs = similar_files(m->c, &pair);
    for (int l = 0; l < m->c->labs && pairs; l++)
        alike_groups(m, l, pair, pairs);
    free(pair);
}

void needs_you(FILE *f, const struct context *c)
{
    struct matters m = {f, c, 0, 0};
    fputs("<section id=\"needs\"><h2>Needs you</h2>\n", f);
    text_row(&m, "Not used", c->unused, "Not of the course system's form: nobody's work.");
    text_row(&m, "Not on the roster, not graded", c->strangers,
             "Mend the roster, and grade again, or leave them out.");
    nothing_row(&m);
    unread_row(&m);
    empty_row(&m);
    late_row(&m);
    several_row(&m);
    fault_rows(&m);
    alike_rows(&m);
    fputs(m.rows ? "</tbody></table>\n" : "<p>Nothing: every file was used and graded.</p>\n", f);
    fputs("</section>\n", f);
}

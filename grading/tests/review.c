/* Points typed in review.html, totals that never pass their maximum, and what nothing handed in is
 * called. */
#include <math.h>

#include "intake/intake.h"
#include "report/report.h"
#include "tests.h"

static const struct {
    const char *row, *says; /* NULL: it counts */
    int answers, adjusted;
} rows[] = {
    {"\"student016\",\"01_naive_gemv\",\"1\",\"\",\"-1.5\",\"Ito\",\"a, \"\"b\"\"\"", NULL, 0, 1},
    {"student016,01,,,2,Ito,why", NULL, 0, 1},
    {"student016,01,,,2,,why", "'who' is empty", 0, 0},
    {"student016,01,,,2,Ito,", "'why' is empty", 0, 0},
    {"student016,01,,2,2.5,Ito,right", NULL, 1, 0},
    {"student016,01,,2,2.5,,\nstudent016,01,,3,1,,\nstudent017,01,0,,1,Ito,why", NULL, 2, 1},
    {"student016,02,,2,2.5,Ito,not graded now", NULL, 0, 0},
    {"student016,01,,99,1,Ito,x", "docs/01_naive_gemv.md has no question 99", 0, 0},
    {"student016,01,,2,1,,\nstudent016,01,,2,1,,", "has points already", 0, 0},
    {"nobody,01,,2,1,,", "there is no student 'nobody'", 0, 0},
    {"student016,01,9,,1,Ito,why", "has no such step", 0, 0},
    {"student016,01,1,,\"2,5\",Ito,why", "not a number", 0, 0}};

static void test_rows(struct context *c, const char *file)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char why[700] = "";
        OWNED char *text =
            text_of("student,lab,step,question,points,who,why\r\n%s\r\n", rows[i].row);
        write_text(file, text);
        int bad = bad_marks(c, REVIEW_FILE, file, why, sizeof why), answers = 0;
        for (int m = 0; m < c->marks; m++)
            answers += *c->mark[m].question != 0;
        expect(rows[i].says
                   ? bad && strstr(why, rows[i].says)
                   : !bad && answers == rows[i].answers && c->marks - answers == rows[i].adjusted,
               "review: '%s': %d answers, %d adjustments; %s", rows[i].row, answers,
               c->marks - answers, why);
        c->marks = 0;
    }
}

/* Nothing is above its maximum, in no place, and no place says another sum. */
static void test_most(struct context *c, const char *out, const char *file)
{
    char why[700];
    double all, reached;
    write_text(file, "student,lab,step,question,points,who,why\n"
                     "student016,01,,2,500,Ito,<b>splendid</b></script>\n");
    expect(!bad_marks(c, REVIEW_FILE, file, why, sizeof why), "review: %s", why);
    reached = points_found(c, 16, -1, &all) + 500;
    for (int rubric = 3; rubric >= 0; rubric -= 3) {
        c->rubric[0].written_max = rubric;
        free(reported(c));
        const double total = number_at(out, "student016", -1, "total"),
                     most = number_at(out, "student016", -1, "total_max");
        OWNED char *scope = contents(out, "gradescope/student016/results.json"),
                   *data = page_data(out, "students/student016/feedback.html"),
                   *capped = text_of("(%.2f were reached; no more than %.2f counts)", reached,
                                     all + rubric);
        json_auto_t *graded = json_loads(scope, 0, NULL);
        expect(fabs(most - all - rubric) < 1e-9 && fabs(total - most) < 1e-9 &&
                   fabs(json_number_in(graded, "score") - total) < 1e-9 && strstr(data, capped),
               "review: %g of %g, Gradescope's %g; not %s", total, most,
               json_number_in(graded, "score"), capped);
    }
    OWNED char *page = contents(out, "review.html");
    expect(strstr(page, "\\u003c/script>") && times_in(page, "</script>") == 2,
           "review: a comment ends the page's script");
    c->marks = 0;
}

static void test_absence(struct context *c, const char *out)
{
    for (int s = 18; s < 20; s++)
        for (int i = 0; i < slots_of(c); i++) {
            struct step_result *r = result_of(c, s, 0, i);
            err(&r->ruling, NOT_ATTEMPTED, "There is no file.");
            r->ruling.nothing = NO_FILE;
            r->points = 0;
        }
    c->student[19].excused = 1;
    c->submissions = "build";
    free(reported(c));
    expect(number_at(out, "student019", -1, "total_max") == 0,
           "review: who is excused has a maximum of %g",
           number_at(out, "student019", -1, "total_max"));
    OWNED char *book = contents(out, "gradebook.csv"), *xml = contents(out, "junit.xml");
    expect(strstr(book, "\nstudent018,missing,missing,missing,0.00") &&
               strstr(book, "\nstudent019,excused,excused,excused,0.00"),
           "review: the gradebook has a 0 for what is missing");
    expect(strstr(xml, "<skipped message=\"There is no file.\"/>") != NULL,
           "review: junit.xml has a failure for what is missing");
    c->submissions = NULL;
}

void test_review(void)
{
    static struct context c;
    OWNED char *out = scratch("review"), *file = text_of("%s/review.csv", out);
    make_class(&c, 20, EMULATOR, out);
    test_rows(&c, file);
    test_most(&c, out, file);
    test_absence(&c, out);
}

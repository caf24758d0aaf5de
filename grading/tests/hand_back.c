/* Tests of what goes back: points by hand, mails, the term. On the made-up class
 * of reports.c. */
#include <jansson.h>
#include <math.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "intake/intake.h"
#include "results/result_cache.h"
#include "report/report.h"
#include "tests.h"

static const struct {
    const char *row, *says; /* NULL: it counts, or is passed over */
    int step;               /* of lab 01; -1: the lab; -2: passed over */
    double points;
} rows[] = {{"student016,01,0,2,Ito,typing error", NULL, 0, 2},
            {"student016,1,,-3.5,Ito,late by agreement", NULL, -1, -3.5},
            {"student016,01_naive_gemv,1,+.5,Ito,\"neat, and short\"", NULL, 1, 0.5},
            {"???desrever,01,,1,Ito,a cleaned name", NULL, -1, 1},
            {"student016,02,,7,Ito,not graded now", NULL, -2, 0},
            {"nobody,01,,1,Ito,why", "line 2: there is no student 'nobody'", 0, 0},
            {"student016,77,,1,Ito,why", "line 2: there is no lab '77'", 0, 0},
            {"student016,01,9,1,Ito,why", "step '9': lab 01_naive_gemv has no such step", 0, 0},
            {"student016,01,x,1,Ito,why", "step 'x': lab 01_naive_gemv has no such step", 0, 0},
            {"student016,01,1,\"2,5\",Ito,why", "points '2,5': not a number", 0, 0},
            {"student016,01,1,nan,Ito,why", "points 'nan': not a number", 0, 0},
            {"student016,01,1,1e3,Ito,why", "points '1e3': not a number", 0, 0},
            {"student016,01,1,-1000001,Ito,why", "must be from -1000000", 0, 0},
            {"student016,01,1,1,,why", "'who' is empty", 0, 0},
            {"student016,01,1,1,Ito,", "'why' is empty", 0, 0},
            {"student016,01,1,1,Ito", "'why' is empty", 0, 0},
            {"student016,01,1", "has 3 fields, the first line has 6", 0, 0},
            {"student016,01,1,1,5,Ito,why", "has 7 fields, the first line has 6: put", 0, 0},
            {"student016,01,4294967297,1,Ito,why", "has no such step", 0, 0},
            {"student016,01,1,1,Ito,\"open", "a quote is opened and never closed", 0, 0}};

static void test_rows(struct context *c, const char *file)
{
    char why[700];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        OWNED char *text = text_of("Student,lab,step,points,who,why\n%s\n", rows[i].row);
        write_text(file, text);
        why[0] = 0;
        int bad = bad_marks(c, ADJUST_FILE, file, why, sizeof why);
        const struct mark *a = c->marks ? c->mark : NULL;
        if (rows[i].says)
            expect(bad && strstr(why, rows[i].says), "adjust: '%s' says '%s'", rows[i].row, why);
        else if (rows[i].step == -2)
            expect(!bad && !a, "adjust: '%s' is not passed over: %s", rows[i].row, why);
        else
            expect(!bad && a && a->step == rows[i].step && a->points == rows[i].points,
                   "adjust: '%s' is read otherwise: %s", rows[i].row, why);
        c->marks = 0;
    }
    write_text(file, "lab,why,who,points,id\n06,because,Ito,2,student016\n");
    expect(bad_marks(c, ADJUST_FILE, file, why, sizeof why) == 0 && c->marks == 1 &&
               c->mark[0].lab == 1 && c->mark[0].step == -1,
           "adjust: other columns in another order: %s", why);
    c->marks = 0;
    write_text(file, "student,lab,step,points,who\nstudent016,01,1,1,Ito\n");
    expect(bad_marks(c, ADJUST_FILE, file, why, sizeof why) && strstr(why, "'why' is empty"),
           "adjust: without a column: %s", why);
}

/* Points by hand reach every export and page, once. */
static void test_adjust(void)
{
    static struct context c;
    OWNED char *out = scratch("adjust"), *file = text_of("%s/adjust.csv", out);
    char why[700];
    double max, before[2];
    make_class(&c, 20, EMULATOR, out);
    test_rows(&c, file);
    before[0] = points_found(&c, 16, 0, &max);
    before[1] = points_found(&c, 16, -1, &max);
    write_text(file, "student,lab,step,points,who,why\nstudent016,01,1,2.25,Ito,a typing error\n"
                     "student016,01,,-1,<b>Ito</b>,late\n"
                     "student016,01,,-0.5,Ito,\"<script>alert(1)</script>\"\n");
    expect(bad_marks(&c, ADJUST_FILE, file, why, sizeof why) == 0, "adjust: %s", why);
    free(reported(&c));
    check_exports(out, &c, 16);
    OWNED char *results = text_of("%s/results.json", out);
    json_auto_t *root = json_load_file(results, 0, NULL);
    expect(fabs(json_number_in(step_of(root, "student016", 1), "points") -
                result_of(&c, 16, 0, 1)->points - 2.25) < 1e-9,
           "adjust: the step has other points");
    expect(fabs(number_at(out, "student016", 0, "points") - before[0] - 0.75) < 1e-9 &&
               fabs(number_at(out, "student016", -1, "points") - before[1] - 0.75) < 1e-9,
           "adjust: the lab has %g points", number_at(out, "student016", 0, "points"));
    static const char *const pages[] = {"report.html", "students/student016/feedback.html",
                                        "gradescope/student016/results.json", "results.json"};
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        OWNED char *text = contents(out, pages[i]);
        expect(strstr(text, "a typing error") && strstr(text, "late"),
               "adjust: %s does not say why", pages[i]);
        expect(!strstr(pages[i], "html") || !strstr(text, "<b>Ito"), "adjust: %s holds markup",
               pages[i]);
    }
    check_page(out, "students/student016/feedback.html");
    check_page(out, "report.html");
    c.marks = 0;
}

/* ---- mails */

static int is_file(const char *out, const char *folder, const char *name)
{
    OWNED char *path = text_of("%s/%s/%s", out, folder, name);
    struct stat s;
    int there = lstat(path, &s) == 0;
    return there;
}

static void test_mails(void)
{
    static struct context c;
    OWNED char *out = scratch("mails"), *own = text_of("%s/feedback", out);
    make_class(&c, 20, EMULATOR, out);
    c.feedback = "1";
    c.course = "One\nBcc: all@example.com";
    free(reported(&c));
    for (int s = 0; s < c.students; s++) {
        OWNED char *name = mail_name(c.student[s].id), *path = text_of("feedback/%s.txt", name),
                   *text = contents(out, path);
        char total[40];
        double max, have = points_found(&c, s, -1, &max);
        expect_clean(path, text, "\n");
        expect(strncmp(text, "Subject: Grades of One Bcc: all@example.com\n\n", 45) == 0,
               "mails: %s begins with %.60s", path, text);
        snprintf(total, sizeof total, "%.*f of ", fmod(round(10 * have), 10) != 0, have);
        expect(strstr(text, total) != NULL, "mails: %s does not say %s", path, total);
        char *failed = strstr(text, "\nWhat failed\n"), *right = strstr(text, "\nWhat is right\n");
        int failures = 0;
        for (int i = 0; i < slots_of(&c); i++)
            switch (result_of(&c, s, 0, i)->ruling.verdict) {
            case PASS:
            case SLOW:
            case NOT_ATTEMPTED:
            case SKIPPED:
                break;
            default:
                failures++;
            }
        expect(!failures == !failed && (!failed || !right || failed < right),
               "mails: %s: %d failures are not what comes first", path, failures);
    }
    hand_in_file(own, "notes.txt", "mine");
    hand_in_file(own, "student050.txt", MAIL_MARK "x\n");
    free(reported(&c));
    expect(is_file(out, "feedback", "notes.txt") && is_file(out, "feedback", "student016.txt") &&
               !is_file(out, "feedback", "student050.txt"),
           "mails: what is no mail is gone, or one to nobody stays");
    c.feedback = NULL;
    free(reported(&c));
    expect(is_file(out, "feedback", "notes.txt") && !is_file(out, "feedback", "student016.txt"),
           "mails: not asked for, and there");
}

/* ---- a term */

/* `make report` in a process of its own; its exit status. */
static int join(const char *outs, const char *out)
{
    int status;
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        setenv("OUTS", outs, 1);
        setenv("OUT", out, 1);
        setenv("COURSE", "Term <i>", 1);
        if (!freopen("build/grading/tests/term.log", "w", stdout) ||
            !freopen("build/grading/tests/term.log", "a", stderr))
            _exit(9);
        execl("grading/report/term.sh", "term.sh", NULL);
        _exit(9);
    }
    return waitpid(pid, &status, 0) == pid && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static double csv_number(const char *text, const char *id, int column)
{
    OWNED char *row = text_of("\n%s,", id);
    const char *at = strstr(text, row);
    at = at ? at + 1 : "";
    for (int i = 0; i < column && at; i++)
        at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL;
    return at ? strtod(at, NULL) : NAN;
}

static void test_term(void)
{
    static const char head[] =
        "student,name,01_naive_gemv,06_tiled_transpose,07_tiled_gemm,total\r\n";
    static struct context c;
    OWNED char *week1 = scratch("week1"), *week2 = scratch("week2"), *out = scratch("term"),
               *both = text_of("%s  %s", week1, week2);
    static char name[] = "Ann Lee", shared[] = "Kim Park", person[] = "student016";
    double points[2][3], max; /* of student016 and student017 in each lab */
    make_class(&c, 20, EMULATOR, week1);
    c.student[16].name = name;
    c.student[16].person = person;
    c.student[13].name = c.student[14].name = shared;
    c.labs = 2; /* 01 and 06 */
    for (int s = 0; s < 2; s++)
        for (int l = 0; l < 2; l++)
            points[s][l] = points_found(&c, 16 + s, l, &max);
    free(reported(&c));
    make_class(&c, 18, EMULATOR, week2);    /* student018 and 019 have left */
    strcpy(c.student[16].id, "Ann Lee_77"); /* as Moodle has it, which counts anew each week */
    c.student[16].name = name;
    c.student[16].person = person;
    c.student[13].name = c.student[14].name = shared;
    for (int i = 0; i < slots_of(&c); i++) {
        result_of(&c, 16, 0, i)->points = result_of(&c, 16, 0, i)->max;
        result_of(&c, 16, 0, i)->ruling.verdict = PASS;
    }
    for (int i = 0; i < c.steps[1]; i++) { /* no file of lab 06 in this run */
        struct step_result *r = result_of(&c, 17, 1, i);
        r->points = 0;
        err(&r->ruling, NOT_ATTEMPTED, "There is no file.");
        r->ruling.nothing = NO_FILE;
    }
    points[0][0] = points_found(&c, 16, 0, &max);
    points[0][1] = points_found(&c, 16, 1, &max);
    points[1][0] = points_found(&c, 17, 0, &max);
    points[0][2] = points_found(&c, 16, 2, &max);
    points[1][2] = points_found(&c, 17, 2, &max);
    free(reported(&c));
    expect(join(both, out) == 0, "term: it does not join: see build/grading/tests/term.log");
    check_page(out, "report.html");
    OWNED char *text = contents(out, "gradebook.csv"), *page = page_data(out, "report.html");
    expect(strncmp(text, head, strlen(head)) == 0, "term: the gradebook begins with %.70s", text);
    expect(times_in(text, "\r\n") == 21, "term: %d lines", times_in(text, "\r\n"));
    for (int s = 0; s < 2; s++) {
        double sum = 0;
        for (int l = 0; l < 3; l++) {
            double have = csv_number(text, s ? "student017" : "student016", 2 + l);
            expect(fabs(have - points[s][l]) < 0.006, "term: student %d has %g in lab %d, not %g",
                   16 + s, have, l, points[s][l]);
            sum += points[s][l];
        }
        expect(fabs(csv_number(text, s ? "student017" : "student016", 5) - sum) < 0.02,
               "term: another sum than %g", sum);
    }
    expect(strstr(text, "\nstudent016,Ann Lee,") && strstr(text, "\nstudent017,,"),
           "term: the gradebook has no names");
    expect(csv_number(text, "student019", 4) == 0, "term: who has left has points");
    expect(strstr(page, "\"course\":\"Term \\u003ci>\"") && times_in(page, "\"folder\":") == 2 &&
               times_in(page, "\"cells\":") == 20 && strstr(page, "week1\"") &&
               strstr(page, "\"graded\":18,\"students\":18"),
           "term: the page lacks its head");
    expect(times_in(text, ",Kim Park,") == 2 && times_in(page, "\"name\":\"Kim Park\"") == 2,
           "term: two people of one name are one, or none");
    expect(join(week1, out) == 0, "term: its own page is in its way");
    expect(join(both, week1) != 0, "term: it writes over a run");
    expect(join("", out) != 0 && join("build/nothing-here", out) != 0, "term: nothing is joined");
    OWNED char *log = read_file("build/grading/tests/term.log", 1 << 16, NULL);
    expect(log && strstr(log, "build/nothing-here/results.json: No such file"), "term: it says %s",
           log);
}

void test_hand_back(void)
{
    expect_solution("hand_back", "01");
    test_adjust();
    test_mails();
    test_review();
    test_term();
}

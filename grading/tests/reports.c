/* Tests of the reports: a class of made-up results, with names and messages that try to be more
 * than text, goes through every writer; then the points for written answers, and files that are
 * alike. What a browser makes of the pages: browser_test.sh. */
#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

#include "intake/intake.h"
#include "tests.h"
#include "lab/measure/timing.h"
#include "report/report.h"

static void test_class_of(int students, int backend, const char *name)
{
    static struct context c;
    OWNED char *out = scratch(name);
    double begin = lab_now_ms();
    make_class(&c, students, backend, out);
    make_peculiar(&c);
    free(reported(&c));
    double seconds = (lab_now_ms() - begin) / 1e3;
    expect(seconds < 30, "reports: %d students take %.1f s", students, seconds);
    check_page(out, "report.html");
    for (int s = 0; s < HOSTILE + 2 && s < students; s++) {
        OWNED char *page = text_of("students/%s/feedback.html", c.student[s].id);
        check_page(out, page);
        check_gradescope(out, &c, s);
    }
    check_accepted("gradescope", out, "gradescope");
    check_accepted("csv", out, "gradebook.csv");
    check_xml(out, &c);
    check_gradebook(out, &c);
    check_characters(&c);
    check_terminal(&c);
    check_peculiar(&c);
    for (int s = 31; s < 34; s++)
        free(c.student[s].folder);
    printf("grader, reports: %d students in %.1f s\n", students, seconds);
}

/* ---- what an earlier run left in OUT, and a step that nothing here can grade */

static int is_there(const char *out, const char *name)
{
    OWNED char *path = text_of("%s/%s", out, name);
    struct stat s;
    int there = lstat(path, &s) == 0;
    return there;
}

static void put(const char *out, const char *folder, const char *file, const char *text)
{
    OWNED char *path = text_of("%s/%s", out, folder);
    hand_in_file(path, file, text);
}

static void test_stale(void)
{
    static const struct {
        const char *name;
        int stays;
    } table[] = {{"students/student016/feedback.html", 1},
                 {"gradescope/student016/results.json", 1},
                 {"students/student018", 0},
                 {"gradescope/student018", 0},
                 {"students/student019/notes.txt", 1},
                 {"students/student019/feedback.html", 0},
                 {"students/own/feedback.html", 1},
                 {"gradescope/own/results.json", 1},
                 {"students/link", 1},
                 {"students/student017/feedback.html", 1},
                 {"students/empty", 1},
                 {"students/read me", 1}};
    static struct context c;
    OWNED char *out = scratch("stale"), *link = text_of("%s/students/link", out);
    make_class(&c, HOSTILE + 5, EMULATOR, out);
    free(reported(&c));
    expect(is_there(out, "students/student018/feedback.html"),
           "stale: a page is missing from the start");
    put(out, "students/student019", "notes.txt", "mine");
    put(out, "students/own", "feedback.html", "<title>My own</title>");
    put(out, "gradescope/own", "results.json", "{}");
    put(out, "students/empty", "x", "");
    put(out, "students", "read me", "Grades of last week");
    expect(symlink("student017", link) == 0, "stale: no link");
    c.students = HOSTILE + 3; /* two have left */
    free(reported(&c));
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        expect(is_there(out, table[i].name) == table[i].stays, "stale: %s %s", table[i].name,
               table[i].stays ? "is gone" : "is still there");
}

static void test_left_out(void)
{
    static struct context c;
    OWNED char *out = scratch("left-out");
    double max, have;
    make_class(&c, HOSTILE + 5, EMULATOR, out);
    struct step_result *r = result_of(&c, 16, 0, 0);
    have = points_found(&c, 16, -1, &max) - r->points;
    err(&r->ruling, SKIPPED, "It needs another GPU.");
    max -= r->max;
    r->points = r->max = 0;
    free(reported(&c));
    expect(fabs(number_at(out, "student016", -1, "points") - have) < 1e-9 &&
               fabs(number_at(out, "student016", -1, "max") - max) < 1e-9,
           "left out: %g points instead of %g", number_at(out, "student016", -1, "points"), have);
    check_gradescope(out, &c, 16);
    check_xml(out, &c);
    check_gradebook(out, &c);
    check_accepted("gradescope", out, "gradescope");
    OWNED char *text = contents(out, "gradescope/student016/results.json");
    expect(times_in(text, "\"status\":") == slots_of(&c) - 1 && strstr(text, "skipped: It needs"),
           "left out: it passes or fails in Gradescope's file");
}

/* ---- points for written answers */

static void test_answers(void)
{
#define HEAD "student,lab,question,points,comment\n"
    static const struct {
        const char *text, *says; /* NULL: it is fine */
        double sum;
    } table[] = {
        {HEAD, NULL, 0},
        {HEAD "student016,01,1,2.5,good\r\nstudent016,01_naive_gemv,2,1,\n", NULL, 3.5},
        {"\xef\xbb\xbf" HEAD "student016,1,3,2,\"a \"\"quoted\"\"\nremark, of two lines\"\n", NULL,
         2},
        {"student;lab;question;points;comment\nstudent016;6;1;0.5;well, yes\n", NULL, 0.5},
        {HEAD "student016,02,1,7,not graded now\n", NULL, 0},
        {HEAD "'=HYPERLINK(\"x\",\"grade\"),1,1,1,\n", "there is more after a closing quote", 0},
        {HEAD "\"'=HYPERLINK(\"\"x\"\",\"\"grade\"\")\",1,1,1,\n", NULL, 1},
        {HEAD "-2,7,1,1,\n'-2,7,2,1\n", NULL, 2},
        {"", "line 1: must name its columns, of student,lab,points", 0},
        {"name,lab,question,points,comment\n", "line 1: 'name' is none of the columns", 0},
        {HEAD "nobody,01,1,1,\n", "line 2: there is no student 'nobody'", 0},
        {HEAD "student016,77,1,1,\n", "line 2: there is no lab '77'", 0},
        {HEAD "student016,01,99,1,\n", "line 2: docs/01_naive_gemv.md has no question 99", 0},
        {HEAD "student016,01,,1,\n", "line 2: question ''", 0},
        {HEAD "student016,01,1,good,\n", "line 2: points 'good': not a number", 0},
        {HEAD "student016,01,1,\"2,5\",\n", "a point, not a comma", 0},
        {HEAD "student016,01,1,-1,\n", "line 2: points -1: must be from 0", 0},
        {HEAD "student016,01,1,nan,\n", "line 2: points 'nan'", 0},
        {HEAD "student016,01,1,inf,\n", "line 2: points 'inf'", 0},
        {HEAD "student016,01,1,0x10,\n", "line 2: points '0x10': not a number like 2", 0},
        {HEAD "student016,01,1,1e1,\n", "line 2: points '1e1'", 0},
        {HEAD "student016,01,1, 1,\n", "line 2: points ' 1'", 0},
        {HEAD "student016,01,1,.,\n", "line 2: points '.'", 0},
        {HEAD "student016,01,1,,\n", "line 2: points ''", 0},
        {HEAD "student016,01,1,1.,\nstudent016,01,2,.5,\nstudent016,01,3,+2,\n", NULL, 3.5},
        {HEAD "student016,01,1,2,5\n", "line 2: points '2', comment '5': a number takes a point",
         0},
        {HEAD "student016,01,1,2,5,\n", "line 2: has 6 fields, the first line has 5: put", 0},
        {"Student,Lab,QUESTION,Points,Comment\nstudent016,01,1,2,\n", NULL, 2},
        {"student,lab,question,points\nstudent016,01,1,2.5\n", NULL, 2.5},
        {"Student;Lab;Question;Points\nstudent016;01;1;2.5\n", NULL, 2.5},
        {"student,lab,question,points\nstudent016,01,1,2,5\n",
         "has 5 fields, the first line has 4: put", 0},
        {"student,lab,question\n", "there is no 'points'", 0},
        {"points,comment,ID,question,lab,\n2.5,good,student016,1,01,\n", NULL, 2.5},
        {"student,lab,question,points,remark\n", "'remark' is none of", 0},
        {HEAD "???desrever,01,1,1,\n?? no UTF-8,01,1,1,\n", NULL, 2},
        {HEAD "student016,01,1\n", "line 2: has 3 fields", 0},
        {HEAD "\n\nstudent016,01,1,1,\"open\n", "line 4: a quote is opened", 0},
        {HEAD "student016,01,1,1,\"a\"b\n", "line 2: there is more after a closing quote", 0},
        {HEAD "student016,01,1,1,\"one\ntwo\"\nstudent016,01,1,2,\n",
         "line 4: question 1 of lab 01_naive_gemv has points already", 0},
    };
    static struct context c;
    OWNED char *out = scratch("answers"), *file = text_of("%s/answers.csv", out);
    char why[700];
    make_class(&c, HOSTILE + 5, EMULATOR, out);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        write_text(file, table[i].text);
        why[0] = 0;
        int bad = bad_marks(&c, ANSWERS_FILE, file, why, sizeof why);
        double sum = 0;
        for (int s = 0; s < c.students; s++)
            sum += answers_found(&c, s);
        if (table[i].says)
            expect(bad && strstr(why, table[i].says) && strstr(why, "answers.csv: line "),
                   "answers %zu: says '%s' instead of '%s'", i, why, table[i].says);
        else
            expect(!bad && sum == table[i].sum, "answers %zu: %g points, '%s'", i, sum, why);
        c.marks = 0;
    }
    expect(bad_marks(&c, ANSWERS_FILE, "no/such.csv", why, sizeof why) &&
               strstr(why, "no/such.csv: No such"),
           "answers: no file: %s", why);
    char number[12] = "", *question = NULL; /* one whose text would be markup */
    for (int i = 1; i < 40 && !(question && strstr(question, "<<<")); i++) {
        free(question);
        snprintf(number, sizeof number, "%d", i);
        question = answers_question(&c, 0, number);
    }
    expect(question != NULL, "answers: no question of lab 01 shows a launch");
    free(question);
    OWNED char *row =
        text_of(HEAD "student016,01,%s,2.25,<script>alert(1)</script> the stream\n", number);
    write_text(file, row);
    expect(bad_marks(&c, ANSWERS_FILE, file, why, sizeof why) == 0, "answers: %s", why);
    free(reported(&c));
    check_page(out, "report.html");
    check_gradebook(out, &c);
    check_gradescope(out, &c, 16);
    OWNED char *text = page_data(out, "students/student016/feedback.html");
    expect(strstr(text, "\\u003c\\u003c\\u003cgrid, block") &&
               strstr(text, "alert(1)\\u003c/script> the stream"),
           "answers: question and comment are not on the student's page");
    c.marks = 0;
}

void test_reports(void)
{
    test_class_of(40, GPU, "reports-gpu");
    test_class_of(60, EMULATOR, "reports-emulator");
    test_class_of(200, EMULATOR, "reports-large");
    test_stale();
    test_left_out();
    test_answers();
    test_similar();
}

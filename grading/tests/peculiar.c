/* A class with all that needs its instructor, and what the pages must say of it. */
#include <stdlib.h>
#include <string.h>

#include "totals/totals.h"
#include "tests.h"

static const char hostile[] =
    "<script>document.title='owned'</script>\"><img src=x onerror=1> \x1b[31m \xe2\x80\xaegnp.x";

/* Who has no file for lab 01, or for none, and something in a folder. */
static void make_unread(struct context *c, int student, int steps, const char *file)
{
    struct student *s = &c->student[student];
    s->folder = text_of("build/grading/tests/unread-class/s%d", student);
    hand_in_file(s->folder, file, "int a;\n");
    for (int i = 0; i < steps; i++) {
        struct step_result *r = result_of(c, student, i);
        r->points = 0;
        err(&r->ruling, NOT_ATTEMPTED, "There is no file naive_gemv.cu.");
        r->ruling.nothing = NO_FILE;
    }
}

/* Students 19 to 29 and 31 to 33 of a class: a file that is not read, no file, an empty one, a
 * stub; errors of ours; one bug at three addresses; files that are alike, and points by hand. */
void make_peculiar(struct context *c)
{
    static char unused[400];
    snprintf(unused, sizeof unused, "bob.zip (unpack it), %s.cu", hostile);
    c->unused = clean_text(unused);
    c->course = "GPU <b>programming</b>";
    for (int i = 0; i < c->slots; i++) {
        struct step_result *r = result_of(c, 21, i);
        r->points = 0;
        err(&r->ruling, NOT_ATTEMPTED, "There is no file naive_gemv.cu; there are: %s", hostile);
        r->ruling.nothing = NO_FILE;
    }
    make_unread(c, 19, c->steps[0], "naive_gemv.cpp");
    make_unread(c, 20, c->steps[0], "notes.txt");
    make_unread(c, 21, c->slots, "labs<b>.rar");
    for (int i = 0; i < c->steps[0]; i++) {
        struct step_result *empty = result_of(c, 22, i), *stub = result_of(c, 23, i);
        empty->points = stub->points = 0;
        err(&empty->ruling, NOT_ATTEMPTED, "naive_gemv.cu is empty.");
        empty->ruling.nothing = EMPTY_FILE;
        err(&stub->ruling, NOT_ATTEMPTED, "Nothing was written: the TODOs are still to do.");
    }
    for (int s = 24; s < 30; s++) {
        struct step_result *r = result_of(c, s, s < 27 ? 0 : 1);
        r->points = 0;
        if (s < 27)
            err(&r->ruling, GRADER_ERROR, "The disk is full: make room, then grade again.");
        else
            err(&r->ruling, WRONG, "naive_gemv.cu:7: reads 4 bytes at 0x7f0c5a2b40%02x: see line 7",
                16 * s);
    }
    for (int s = 31; s < 34; s++) {
        c->student[s].folder = text_of("build/grading/tests/alike-class/s%d", s);
        hand_in_file(
            c->student[s].folder, "tiled_transpose.cu",
            "__global__ void a(int *b) { for (int i = 0; i < 9; i++) b[i] += i * 3 + b[1]; "
            "if (b[2] > 7) b[3] = b[4] * b[5] - b[6] / 2; while (b[8]) b[8]--; }\n"
            "void c(int *d) { for (int k = 4; k > 0; k--) d[k] = k % 3 ? d[k] : d[0]; }\n");
    }
}

/* The part of the page from one mark to the next. Free it. */
static char *part_of(const char *page, const char *from, const char *to)
{
    const char *begin = strstr(page, from), *end = begin ? strstr(begin, to) : NULL;
    expect(end != NULL, "pages: there is nothing from %s to %s", from, to);
    return text_of("%.*s", end ? (int)(end - begin) : 0, begin ? begin : "");
}

/* The head, and the parts of the page in their order. */
static void check_head(const struct context *c, const char *page)
{
    static const char *const order[] = {
        "<h1>",        "id=\"needs\"",  "id=\"students\"", "id=\"failures\"",
        "id=\"labs\"", "id=\"details\""};
    const char *at = page;
    OWNED char *graded = text_of("%d of %d graded", c->students - 1, c->students);
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        const char *next = strstr(at, order[i]);
        expect(next != NULL, "pages: %s does not come after what comes before it", order[i]);
        at = next ? next : at;
    }
    expect(strstr(page, "<h1>GPU &#60;b&#62;programming") != NULL, "pages: the course's name");
    expect(strstr(page, graded) && strstr(page, c->submissions), "pages: no '%s', or no folder",
           graded);
}

static void check_needs(const char *page)
{
    static const struct {
        const char *text;
        int times;
    } needs[] = {{"bob.zip (unpack it)", 1},
                 {"No file of any lab", 1},
                 {"href=\"#s21\"", 1},
                 {"Empty file", 1},
                 {"href=\"#s22\"", 1},
                 {"The disk is full", 1},
                 {"href=\"#s24\"", 1},
                 {"href=\"#s26\"", 1},
                 {"3 files alike", 1},
                 {"href=\"#s33\"", 1},
                 {"byte for byte", 1},
                 {"href=\"#s19\"", 1},
                 {"href=\"#s20\"", 0},
                 {"was not read", 1},
                 {"(01_naive_gemv: naive_gemv.cpp (rename it to naive_gemv.cu))", 1},
                 {"(there: labs&#60;b&#62;.rar (unpack it))", 1}};
    OWNED char *part = part_of(page, "id=\"needs\"", "</section>");
    for (size_t i = 0; i < sizeof needs / sizeof *needs; i++)
        expect(times_in(part, needs[i].text) == needs[i].times, "pages: needs you: %s %d times",
               needs[i].text, times_in(part, needs[i].text));
}

static void check_tables(const struct context *c, const char *page)
{
    OWNED char *part = part_of(page, "id=\"students\"", "</section>"),
               *row = part_of(page, "reads 4 bytes at 0x…", "</tr>");
    expect(times_in(part, ">missing<") == c->labs + 2 && times_in(part, ">empty file<") == 1 &&
               strstr(part, ">untouched<"),
           "pages: no file, an empty one and a stub look the same");
    expect(strstr(part, "/&nbsp;20</span>") && strstr(part, "/&nbsp;90</span>"),
           "pages: no maxima in the header");
    expect(strstr(row, "#s27") && strstr(row, "#s28") && strstr(row, "#s29"),
           "pages: one bug at three addresses is not one row");
    expect(!strstr(page, "0x7f0c"), "pages: an address is on the page");
}

static void check_legend(const char *page)
{
    static const char *const shown[] = {"pass",          "slow",    "wrong",       "refused",
                                        "not_attempted", "no_file", "grader_error"};
    OWNED char *part = part_of(page, "class=\"legend\"", "</p>");
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
        OWNED char *legend = text_of("<i class=\"%s\"></i>", shown[i]),
                   *bar = text_of("<i class=\"%s\" style", shown[i]);
        expect(strstr(part, legend) && strstr(page, bar), "pages: %s: legend or bars lack it",
               shown[i]);
    }
}

/* On a student's own page what failed comes before what is right. */
static void check_own(const struct context *c, int student)
{
    static const char *const failed[] = {"v wrong\"", "v crash\"", "v timeout\"", "v refused\"",
                                         "v compile_error\""};
    OWNED char *name = text_of("students/%s/feedback.html", c->student[student].id);
    OWNED char *own = contents(c->out, name);
    char *right = strstr(own, "class=\"v pass\""), *last = NULL;
    for (size_t i = 0; i < sizeof failed / sizeof *failed; i++)
        for (char *next = own; (next = strstr(next, failed[i])); next++)
            last = next > last ? next : last;
    expect(!right || !last || last < right, "pages: %s: a failure after a pass", name);
}

void check_peculiar(const struct context *c)
{
    OWNED char *page = contents(c->out, "report.html");
    check_head(c, page);
    check_needs(page);
    check_tables(c, page);
    check_legend(page);
    for (int s = 0; s < c->students; s++)
        check_own(c, s);
}

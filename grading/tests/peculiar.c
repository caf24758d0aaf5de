/* A class with all that needs its instructor, and what the pages must say of it. */
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
        struct step_result *r = result_of(c, student, 0, i);
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
    for (int i = 0; i < slots_of(c); i++) {
        struct step_result *r = result_of(c, 21, 0, i);
        r->points = 0;
        err(&r->ruling, NOT_ATTEMPTED, "There is no file naive_gemv.cu; there are: %s", hostile);
        r->ruling.nothing = NO_FILE;
    }
    make_unread(c, 19, c->steps[0], "naive_gemv.rar");
    make_unread(c, 20, c->steps[0], "notes.txt");
    make_unread(c, 21, slots_of(c), "labs<b>.rar");
    for (int i = 0; i < c->steps[0]; i++) {
        struct step_result *empty = result_of(c, 22, 0, i), *stub = result_of(c, 23, 0, i);
        empty->points = stub->points = 0;
        err(&empty->ruling, NOT_ATTEMPTED, "naive_gemv.cu is empty.");
        empty->ruling.nothing = EMPTY_FILE;
        err(&stub->ruling, NOT_ATTEMPTED,
            "Nothing was written: is a TODO still to do, or is no kernel launched?");
    }
    for (int s = 24; s < 30; s++) {
        struct step_result *r = result_of(c, s, 0, s < 27 ? 0 : 1);
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
    collect_files(c);
}

/* What needs the instructor; how it is drawn, browser.js looks at. */
static void check_needs(const char *data)
{
    static const struct {
        const char *text;
        int times;
    } needs[] = {{"\"what\":\"No file of any lab\"", 1},
                 {"[21,\" (there: labs\\u003cb>.rar (unpack it))\"]", 1},
                 {"\"what\":\"Empty file\"", 1},
                 {"[22,\" (01_naive_gemv)\"]", 1},
                 {"\"what\":\"Not graded: The disk is full", 1},
                 {"[[24,\"\"],[25,\"\"],[26,\"\"]]", 1},
                 {"\"what\":\"3 files alike: 06_tiled_transpose\"", 1},
                 {"[[31,\"\"],[32,\"\"],[33,\"\"]]", 1},
                 {"\"figures\":\"byte for byte", 1},
                 {"was not read\"", 1},
                 {"[[19,\" (01_naive_gemv: naive_gemv.rar (unpack it))\"]]", 1},
                 {"[20,", 0}};
    const char *begin = strstr(data, "\"needs\":["), *end = strstr(data, "\"students\":[");
    OWNED char *part = text_of("%.*s", begin && end ? (int)(end - begin) : 0, begin ? begin : "");
    for (size_t i = 0; i < sizeof needs / sizeof *needs; i++)
        expect(times_in(part, needs[i].text) == needs[i].times, "pages: needs you: %s %d times",
               needs[i].text, times_in(part, needs[i].text));
    expect(times_in(part, "bob.zip (unpack it)") == 1, "pages: what was not used is not said");
}

void check_peculiar(const struct context *c)
{
    OWNED char *data = page_data(c->out, "report.html");
    check_needs(data);
    expect(strstr(data, "\"course\":\"GPU \\u003cb>programming\\u003c/b>\"") &&
               strstr(data, c->submissions),
           "pages: no course, or no folder");
    expect(!strstr(data, "0x7f0c"), "pages: an address is on the page");
}

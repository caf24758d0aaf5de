/* Names of students: how reports keep them apart, and that none becomes a formula
 * in a spreadsheet. */
#include "report/report.h"
#include "tests.h"
#include "intake/intake.h"

/* Whatever becomes the same once it is cleaned, and whoever has taken the name that would be
 * given. */
static void test_kept_apart(void)
{
    static struct student list[8] = {{.id = "a?b"},
                                     {.id = "a\x01"
                                            "b"},
                                     {.id = "a\x02"
                                            "b"},
                                     {.id = "a\x1b"
                                            "b"},
                                     {.id = "c\x01"},
                                     {.id = "c\n"}};
    static struct context c = {.student = list, .students = 6};
    char *name[8];
    snprintf(list[6].id, sizeof list[6].id, "%s", student_name(&c, 1));
    snprintf(list[7].id, sizeof list[7].id, "%s", student_name(&c, 2));
    c.students = 8;
    for (int s = 0; s < 8; s++)
        name[s] = text_of("%s", student_name(&c, s));
    for (int s = 0; s < 8; s++)
        for (int other = 0; other < s; other++)
            expect(strcmp(name[s], name[other]) != 0, "names: '%s' twice", name[s]);
    expect(strcmp(name[0], "a?b") == 0 && strcmp(name[4], "c?") == 0,
           "names: what is clean does not stay: '%s', '%s'", name[0], name[4]);
    for (int s = 0; s < 8; s++)
        free(name[s]);
}

static const char *const starts[] = {"",
                                     " ",
                                     "x;",
                                     "x,",
                                     "x\t",
                                     "x; ",
                                     ";;",
                                     "\xc2\xa0",
                                     "\xe2\x80\x8b",
                                     "\xe3\x80\x80",
                                     "x;\xe2\x80\x8b",
                                     "\"",
                                     "x;\"",
                                     "'",
                                     "x,'"},
                         *const signs[] = {"=",
                                           "+",
                                           "-",
                                           "@",
                                           "|",
                                           "\xef\xbc\x9d",
                                           "\xef\xbc\x8b",
                                           "\xef\xbc\x8d",
                                           "\xef\xbc\xa0",
                                           "\xef\xb9\xa6",
                                           "\xef\xb9\xa2",
                                           "\xef\xb9\xa3",
                                           "\xef\xb9\xab",
                                           "\xe2\x88\x92",
                                           "\xe2\x80\x93",
                                           "\xe2\x81\xba"};

/* Behind one of these signs or starts; NULL if the text begins with none. */
static const char *behind(const char *text, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (*list[i] && strncmp(text, list[i], strlen(list[i])) == 0)
            return text + strlen(list[i]);
    return NULL;
}

/* The cells that a spreadsheet sees whose separator is this one, quotes respected or not. */
static int has_formula(const char *line, char separator, int quotes)
{
    static const char *const unseen[] = {" ", "\xc2\xa0", "\xe2\x80\x8b", "\xe3\x80\x80"};
    int begins = 1, quoted = 0;
    for (const char *at = line, *next; *at; at = next) {
        next = at + 1;
        if (quotes && *at == '"' && (begins || quoted)) {
            quoted = !quoted;
            continue;
        }
        if (begins && behind(at, signs, sizeof signs / sizeof *signs))
            return 1;
        const char *blank = begins ? behind(at, unseen, sizeof unseen / sizeof *unseen) : NULL;
        next = blank ? blank : next;
        begins = blank || (!quoted && *at == separator);
    }
    return 0;
}

/* What the reports make of names: {text, again, cell} of each. */
static json_t *cells_of(json_t *names)
{
    OWNED char *file = text_of("build/grading/tests/names.json"),
               *command = text_of("jq -c -L grading/report 'include \"totals\"; map({text: "
                                  "no_formula, again: (no_formula | no_formula), cell: cell})' %s",
                                  file);
    json_to_file(names, file, REPORT_DIGITS);
    fflush(NULL);
    FILE *f = popen(command, "r");
    json_t *made = json_loadf(f, 0, NULL);
    pclose(f);
    expect(made != NULL, "names: no cells");
    return made;
}

static void test_cells(void)
{
    static const char *const harmless[] = {"Ann",      "Ann-Marie", "x=y",        "O'Hara",
                                           "'t Hooft", "a@b",       "Zo\xc3\xab", ""};
    enum { STARTS = sizeof starts / sizeof *starts, SIGNS = sizeof signs / sizeof *signs };
    json_t *names = json_array();
    for (size_t i = 0; i < STARTS * SIGNS; i++) {
        OWNED char *name = text_of("%s%sSUM(1)", starts[i / SIGNS], signs[i % SIGNS]);
        json_array_append_new(names, json_string(name));
    }
    for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
        json_array_append_new(names, json_string(harmless[i]));
    json_incref(names);
    json_auto_t *cells = cells_of(names);
    for (size_t i = 0; i < json_array_size(cells); i++) {
        const json_t *made = json_array_get(cells, i);
        const char *name = json_string_value(json_array_get(names, i)),
                   *text = json_text_in(made, "text"), *again = json_text_in(made, "again"),
                   *cell = json_text_in(made, "cell");
        OWNED char *line = text_of("%s,1.00,2.00", cell);
        int formulas = 0;
        for (const char *separator = ",;\t"; *separator; separator++)
            for (int quotes = 0; quotes < 2; quotes++)
                formulas += has_formula(line, *separator, quotes);
        if (i >= STARTS * SIGNS)
            expect(strcmp(cell, name) == 0, "names: '%s' becomes '%s'", name, cell);
        else
            expect(!formulas && (strcmp(text, again) != 0 || strcmp(text, name) == 0),
                   "names: '%s' becomes %s, a formula, or that of another name", name, cell);
    }
    json_decref(names);
}

void test_naming(void)
{
    test_kept_apart();
    test_cells();
}

/* Names of students: how reports keep them apart, and that none becomes a formula
 * in a spreadsheet. */
#include "report/report.h"
#include "tests.h"
#include "intake/intake.h"
#include "base/csv.h"

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

static void test_cells(void)
{
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        int formulas = 0, same = 0;
        for (size_t k = 0; k < sizeof signs / sizeof *signs; k++) {
            OWNED char *name = text_of("%s%sSUM(1)", starts[i], signs[k]);
            char *line = NULL;
            OWNED char *cell = csv_text(name);
            size_t size = 0;
            FILE *f = open_memstream(&line, &size);
            csv_cell(f, name);
            fputs(",1.00,2.00", f);
            fclose(f);
            for (const char *separator = ",;\t"; *separator; separator++)
                for (int quotes = 0; quotes < 2; quotes++)
                    if (has_formula(line, *separator, quotes) && ++formulas)
                        printf("a formula for '%c', quotes %d: %s\n", *separator, quotes, line);
            OWNED char *again = csv_text(cell);
            if (strcmp(again, cell) == 0 && strcmp(cell, name) != 0 && ++same)
                printf("'%s' and '%s' are one in the gradebook\n", name, cell);
            free(line);
        }
        expect(!formulas, "names: %d cells that begin as the %zu. does are formulas", formulas, i);
        expect(!same, "names: %d such cells are those of other names", same);
    }
    static const char *const harmless[] = {"Ann",      "Ann-Marie", "x=y",        "O'Hara",
                                           "'t Hooft", "a@b",       "Zo\xc3\xab", ""};
    for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++) {
        OWNED char *cell = csv_text(harmless[i]);
        expect(strcmp(cell, harmless[i]) == 0, "names: '%s' becomes '%s'", harmless[i], cell);
    }
}

void test_naming(void)
{
    test_kept_apart();
    test_cells();
}

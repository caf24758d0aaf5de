/* Files that are alike. */
#include "inspect/inspect.h"
#include "tests.h"
#include "lab/measure/timing.h"

/* ---- files that are alike */

static void hand_in_as(const char *class, int number, const char *text)
{
    OWNED char *folder = text_of("%s/s%03d", class, number),
               *path = text_of("%s/tiled_transpose.cu", folder);
    make_folders(folder);
    write_text(path, text);
}

/* The text with other names, comments and white space: what a copyist does first. */
static char *disguised(const char *text)
{
    OWNED char *one = edited(text, "#include \"lab.h\"", "#include \"lab.h\"\n/* all mine */\n");
    char *to = malloc(3 * strlen(one) + 1), *start = to;
    for (const char *at = one; *at;) {
        if (strncmp(at, "row", 3) == 0) {
            to += sprintf(to, "zeile_");
            at += 3;
        } else if (strncmp(at, ", ", 2) == 0) {
            to += sprintf(to, " ,\n  ");
            at += 2;
        } else {
            *to++ = *at++;
        }
    }
    *to = 0;
    return start;
}

/* A text of its own: other statements in another order, nothing of which the others have. */
static char *unlike_others(const char *stub, int number)
{
    static const char *const parts[] = {"if (a > %d) b = c[%d];\n", "for (;;) b += %d * %d;\n",
                                        "while (b -- < %d) c[b] ^= %d;\n", "b = b ? %d : ~%d;\n",
                                        "do { c[%d] = b / a; } while (a %% %d);\n"};
    char *text = text_of("%s\n", stub);
    uint64_t dice = (uint64_t)number;
    for (int i = 0; i < 40; i++) {
        dice = lab_mix(dice + 1);
        text_add(&text, parts[dice % 5], (int)(dice >> 8 & 1023), (int)(dice >> 20 & 1023));
    }
    return text;
}

/* The group of exactly these, -1: the reference solution; what its figures begin with. */
static void expect_group(const json_t *rows, const char *figures, const char *members)
{
    const json_t *row, *one;
    size_t i, k;
    int found = 0;
    json_array_foreach(rows, i, row)
    {
        OWNED char *is = text_of("%s", "");
        json_array_foreach(json_object_get(row, "who"), k, one)
            text_add(&is, " %d", (int)json_integer_value(json_array_get(one, 0)));
        found |= strcmp(is + 1, members) == 0 &&
                 strncmp(json_text_in(row, "figures"), figures, strlen(figures)) == 0;
    }
    expect(found, "alike: no group of %s, %s", members, figures);
}

static void make_files(const char *class, int students)
{
    OWNED char *solution =
                   read_file("solutions/06_tiled_transpose/tiled_transpose.cu", 1 << 20, NULL),
               *stub = read_file("labs/06_tiled_transpose/tiled_transpose.cu", 1 << 20, NULL);
    for (int s = 10; s < students; s++) {
        OWNED char *text = unlike_others(stub, s);
        hand_in_as(class, s, text);
    }
    OWNED char *tenth = unlike_others(stub, 10), *eleventh = unlike_others(stub, 11),
               *disguise = disguised(eleventh),
               *longer = text_of("%s\nint one_more(int a) { return a * 5 + 3; }\n", eleventh),
               *solved = disguised(solution),
               *marked = text_of("\xef\xbb\xbf%s", solution); /* as some editors save it */
    const char *const files[] = {tenth, disguise, longer, stub, stub, solved, marked};
    for (size_t s = 0; s < sizeof files / sizeof *files; s++)
        hand_in_as(class, (int)s, files[s]);
    OWNED char *wide = text_of("%s/s007/tiled_transpose.cu", class);
    hand_in_as(class, 7, "");
    write_wide(wide, tenth); /* as other editors do */
    OWNED char *near = text_of("%s\nint one_more(int a) { return a * 5 + 3; }\n", solution);
    hand_in_as(class, 8, near);
    hand_in_as(class, 9, "");
}

void test_similar(void)
{
    enum { STUDENTS = 200 };
    static struct context c;
    OWNED char *class = scratch("alike");
    struct prints p = {0};
    const uint64_t a = prints_add(
                       &p, "int x = y + 1; /* sum */ if (x < 2) { x++; } return f(x, 3);", 0),
                   b = prints_add(&p, "int sum=total\n+1;// x\nif(sum<2){sum++;}return g(sum,3);",
                                  0),
                   d = prints_add(&p, "int sum=total\n-1;// x\nif(sum<2){sum++;}return g(sum,3);",
                                  0);
    expect(p.count > 0 && a == b && a != d,
           "alike: names, comments and white space count, or signs do not");
    free(p.at);
    make_class(&c, STUDENTS, EMULATOR, class);
    for (int s = 0; s < STUDENTS; s++)
        c.student[s].folder = text_of("%s/s%03d", class, s);
    make_files(class, STUDENTS);
    collect_files(&c);
    double begin = lab_now_ms();
    json_auto_t *rows = similar_files(&c);
    double seconds = (lab_now_ms() - begin) / 1e3;
    expect_group(rows, "byte for byte", "0 7 10");           /* 7: in UTF-16 */
    expect_group(rows, "in part; at least 100", "1 2 11");   /* a line more, and in disguise */
    expect_group(rows, "in part; at least 100", "5 6 8 -1"); /* the solution, and near it */
    expect(json_array_size(rows) == 3, "alike: %zu groups instead of 3", json_array_size(rows));
    expect(seconds < 5, "alike: %d files take %.1f s", STUDENTS, seconds);
    printf("grader, alike: %d files in %.2f s\n", STUDENTS, seconds);
    for (int s = 0; s < STUDENTS; s++)
        free(c.student[s].folder);
}

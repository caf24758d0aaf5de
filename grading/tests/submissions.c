/* Which file is whose, and which of several counts. */
#include <fcntl.h>
#include <linux/capability.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "intake/intake.h"
#include "names/names.h"
#include "judge/judge.h"
#include "tests.h"

void place_file(const char *folder, const char *name, const char *text)
{
    OWNED char *path = text_of("%s/%s", folder, name), *above = text_of("%s", path);
    *strrchr(above, '/') = 0;
    make_folders(above);
    write_text(path, text);
}

/* What is found for lab 01 in the folder of a class's only student. */
static const struct handed_in *handed_of(struct context *c, struct student *s)
{
    c->root = ".";
    c->submissions = c->submissions ? c->submissions : "build";
    c->student = s;
    c->lab[0] = "01_naive_gemv";
    c->students = c->labs = 1;
    collect_files(c);
    return handed_in(c, 0, 0);
}

static const char *file_of(struct context *c, struct student *s)
{
    return handed_of(c, s)->file.file;
}

/* The shallowest of several files with the right name, however old; neither links nor other
 * names. */
static void test_find(void)
{
    static struct context c;
    OWNED char *folder = scratch("find");
    struct student s = {.id = "ann", .folder = folder};
    struct timespec old[2] = {{1000, 0}, {1000, 0}}, recent[2] = {{2000, 0}, {2000, 5}};
    expect(!file_of(&c, &s), "find: a file in an empty folder");
    OWNED char *deep = text_of("%s/week 1/final final", folder),
               *a = text_of("%s/naive_gemv.cu", folder), *b = text_of("%s/naive_gemv.cu", deep);
    OWNED char *other = text_of("%s/my_naive_gemv.cu", folder),
               *aside = text_of("%s/aside", folder), *link = text_of("%s/naive_gemv.cu", aside);
    make_folders(deep);
    make_folders(aside);
    write_text(a, "a");
    write_text(b, "b");
    write_text(other, "c");
    utimensat(AT_FDCWD, a, old, 0);
    utimensat(AT_FDCWD, b, recent, 0);
    expect(symlink("/etc/passwd", link) == 0, "find: cannot make a link");
    const char *found = file_of(&c, &s);
    expect(found && strcmp(found, a) == 0, "find: %s instead of the shallowest, %s",
           found ? found : "nothing", a);
}

/* Of two files the one with something of the student's own in it. */
static void test_work_first(void)
{
    static struct context c;
    size_t size;
    OWNED char *folder = scratch("work_first"),
               *stub = read_file("labs/01_naive_gemv/naive_gemv.cu", 1 << 20, &size),
               *exact = text_of("%s/naive_gemv.cu", folder),
               *mine = text_of("%s/deep/naive_gemv.cu", folder), *half = text_of("%s", stub),
               *wide = text_of("\n %s\r\n", stub), *more = text_of("%s\nint mine;\n", stub);
    half[size / 2] = 0;
    const struct {
        const char *what, *exact, *mine;
        int is_mine;
    } table[] = {{"both are work", "a", "b", 0},
                 {"the stub", stub, "b", 1},
                 {"the stub with other blanks", wide, "b", 1},
                 {"more than the stub", more, "b", 0},
                 {"less than the stub", half, "b", 0},
                 {"nothing", "", "b", 1},
                 {"blanks", "\r\n\t \f", "b", 1},
                 {"the stub twice", stub, stub, 0},
                 {"nothing, and the stub", "", stub, 0}};
    struct student s = {.id = "ann", .folder = folder};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        write_text(exact, table[i].exact);
        place_file(folder, "deep/naive_gemv.cu", table[i].mine);
        const char *found = file_of(&c, &s);
        expect(found && strcmp(found, table[i].is_mine ? mine : exact) == 0, "find: beside %s: %s",
               table[i].what, found ? found : "nothing");
    }
}

/* Where the lab's file is missing: what is there. */
static void test_others(void)
{
    static const char *const files[] = {
        "main.cu",           "src/main.cu",   "hw.zip",   "notes.txt",       ".hidden.cu",
        "coalesced_gemv.cu", "__MACOSX/x.cu", "more.pdf", "unrolled_gemv.c", "coalesced_gemv.cpp"};
    static struct context c;
    OWNED char *folder = scratch("others");
    struct student s = {.id = "ann", .folder = folder};
    OWNED char *none = text_of("%s", handed_of(&c, &s)->others);
    expect(strcmp(none, "") == 0, "others: '%s' in an empty folder", none);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        place_file(folder, files[i], files[i]);
    OWNED char *text = text_of("%s", handed_of(&c, &s)->others);
    expect(strcmp(text, "hw.zip (unpack it), main.cu, coalesced_gemv.cpp and 3 more") == 0,
           "others: '%s'", text);
    place_file(folder, "NAIVE_gemv-2.cpp", "");
    place_file(folder, "naive_gemv.h", "");
    OWNED char *more = text_of("%s", handed_of(&c, &s)->others);
    expect(strcmp(more, "hw.zip (unpack it), main.cu, NAIVE_gemv-2.cpp and 5 more") == 0,
           "others: '%s'", more);
}

/* Root may read everything, unless it gives that up for a while. */
static void set_privileges(int on)
{
    struct __user_cap_header_struct head = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct data[2];
    if (syscall(SYS_capget, &head, data) == 0) {
        for (int i = 0; i < 2; i++)
            data[i].effective = on ? data[i].permitted : 0;
        syscall(SYS_capset, &head, data);
    }
}

/* A folder or file that the judge may not read is no fault of the student's. */
static void test_unreadable(void)
{
    static const char *const locked[] = {"", "/week 1", "/naive_gemv.cu"};
    static struct context c;
    struct built steps[MAX_STEPS];
    OWNED char *class = scratch("unreadable"), *work = scratch("unreadable-work"),
               *folder = text_of("%s/ann", class);
    struct student s = {.id = "ann", .folder = folder};
    place_file(class, "ann/week 1/naive_gemv.cu", "a");
    place_file(class, "ann/naive_gemv.cu", "b");
    c.submissions = class;
    c.steps[0] = 1;
    set_privileges(0);
    for (size_t i = 0; i < sizeof locked / sizeof *locked; i++) {
        OWNED char *path = text_of("%s%s", s.folder, locked[i]);
        OWNED char *says = text_of("ann%s cannot be read (Permission denied): make it", locked[i]);
        chmod(path, 0);
        if (faccessat(AT_FDCWD, path, R_OK, AT_EACCESS) == 0) {
            printf("skipped: this machine lets us read what has no permissions\n");
        } else {
            const char *found = file_of(&c, &s);
            expect(found && strcmp(found, path) == 0, "unreadable: %s instead of %s",
                   found ? found : "nothing", path);
            build_file(&c, EMULATOR, 0, found ? found : path, work, 0, steps);
            expect(steps[0].ruling.verdict == GRADER_ERROR &&
                       strncmp(steps[0].ruling.message, says, strlen(says)) == 0,
                   "unreadable: %s '%s'", verdict_name(steps[0].ruling.verdict),
                   steps[0].ruling.message);
            built_free(steps, 1);
        }
        chmod(path, 0755);
    }
    set_privileges(1);
}

void test_submissions(void)
{
    test_find();
    test_work_first();
    test_others();
    test_unreadable();
}

/* Which file is whose, and which of several counts. */
#include <fcntl.h>
#include <linux/capability.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "intake/handed_in.h"
#include "names/names.h"
#include "judge/stage.h"
#include "tests.h"

/* The shallowest of several files with the right name, however old; neither links nor other
 * names. */
static void test_find(void)
{
    static struct context c;
    OWNED char *folder = scratch("find");
    struct student s = {.id = "ann", .folder = folder};
    struct timespec old[2] = {{1000, 0}, {1000, 0}}, recent[2] = {{2000, 0}, {2000, 5}};
    expect(find_file(&c, &s, "01_naive_gemv") == NULL, "find: a file in an empty folder");
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
    OWNED char *found = find_file(&c, &s, "01_naive_gemv");
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
               *mine = text_of("%s/naive_gemv v2.cu", folder), *half = text_of("%s", stub),
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
        write_text(mine, table[i].mine);
        OWNED char *found = find_file(&c, &s, "01_naive_gemv");
        expect(found && strcmp(found, table[i].is_mine ? mine : exact) == 0, "find: beside %s: %s",
               table[i].what, found ? found : "nothing");
    }
}

/* What names say: (name, lab) to student, or NULL where it is no loose file of that lab; and how
 * new it says to be. */
static void test_names(void)
{
    static const struct {
        const char *name, *lab, *student;
    } loose[] = {
        {"ann_03.cu", "03_constant_gemv", "ann"},
        {"ann_3.cu", "03_constant_gemv", "ann"},
        {"ann_03.cu", "02_coalesced_gemv", NULL},
        {"ann_lab03_20261120T134500.cu", "03_constant_gemv", "ann"},
        {"ann_lab_03_2026-11-20_13-45-00.cu", "03_constant_gemv", "ann"},
        {"ann_03_constant_gemv.cu", "03_constant_gemv", "ann"},
        {"ann_03_constant_gemv_1763640000.cu", "03_constant_gemv", "ann"},
        {"van_der_berg_01_20261120.cu", "01_naive_gemv", "van_der_berg"},
        {"ann_naive_gemv.cu", "01_naive_gemv", "ann"},
        {"ann_LATE_12345_67890_naive_gemv-2.cu", "01_naive_gemv", "ann_12345"},
        {"ann_12345_67891_naive_gemv (1).cu", "01_naive_gemv", "ann_12345"},
        {"ann_LATE_12345_67890_lab03.cu", "03_constant_gemv", "ann_12345"},
        {"ann_12345_67890_01_naive_gemv.cu", "01_naive_gemv", "ann_12345"},
        {"ann_12345_67890_1_naive_gemv.cu", "01_naive_gemv", "ann_12345"},
        {"ann_2031_1225_naive_gemv.cu", "01_naive_gemv", "ann_2031"},
        {"ann_12345_naive_gemv.cu", "01_naive_gemv", "ann"},
        {"ann_01_12345_naive_gemv.cu", "01_naive_gemv", "ann"},
        {"ann_20261120_134500_naive_gemv.cu", "01_naive_gemv", "ann"},
        {"ann_2026-11-20_13-45-00_naive_gemv.cu", "01_naive_gemv", "ann"},
        {"ann_naive_gemv_20261120_134500.cu", "01_naive_gemv", "ann"},
        {"ann_1763640000_12345_naive_gemv.cu", "01_naive_gemv", "ann"},
        {"ann_naive_gemv_2.cu", "01_naive_gemv", "ann"},
        {"ann_naive_gemv_2.cu", "02_coalesced_gemv", NULL},
        {"ann_naive_gemv - Copy.cu", "01_naive_gemv", "ann"},
        {"ann_thread_tiled_gemm.cu", "08_thread_tiled_gemm", "ann"},
        {"ann_thread_tiled_gemm.cu", "07_tiled_gemm", NULL},
        {"thread_tiled_gemm.cu", "07_tiled_gemm", NULL},
        {"dora-naive_gemv.cu", "01_naive_gemv", "dora"},
        {"dora - naive_gemv.cu", "01_naive_gemv", "dora"},
        {"Emil Zola naive_gemv.cu", "01_naive_gemv", "Emil Zola"},
        {"Copy of naive_gemv.cu", "01_naive_gemv", NULL},
        {"1234567_naive_gemv.cu", "01_naive_gemv", "1234567"},
        {"01_1234567_naive_gemv.cu", "01_naive_gemv", "1234567"},
        {"1234567_20261120_naive_gemv.cu", "01_naive_gemv", "1234567"},
        {"1234567_01.cu", "01_naive_gemv", "1234567"},
        {"12345_67890_naive_gemv.cu", "01_naive_gemv", NULL},
        {"20261120_naive_gemv.cu", "01_naive_gemv", NULL},
        {"2026-11-20_naive_gemv.cu", "01_naive_gemv", NULL},
        {"1763640000_naive_gemv.cu", "01_naive_gemv", NULL},
        {"01_naive_gemv.cu", "01_naive_gemv", NULL},
        {"._ann_naive_gemv.cu", "01_naive_gemv", NULL},
        {"ann_naive_gemv.c", "01_naive_gemv", NULL},
        {"ann_naive_gemv.cu.txt", "01_naive_gemv", "ann"},
        {"naive_gemv.cu", "01_naive_gemv", NULL},
        {"notes.cu", "01_naive_gemv", NULL},
        {"_01.cu", "01_naive_gemv", NULL},
    };
    static const struct {
        const char *name;
        time_t when; /* 0: says none */
    } times[] = {{"ann_01_20261120.cu", 1795132800},
                 {"ann_01_20261120T134501.cu", 1795182301},
                 {"2026-11-20 13:45", 1795182300},
                 {"2026-11-20_13-45-01", 1795182301},
                 {"1763640000", 1763640000},
                 {"ann_12345678_naive_gemv.cu", 0},
                 {"ann_2026_01.cu", 0},
                 {"ann_2031_1225_naive_gemv.cu", 0},
                 {"naive_gemv.cu", 0}};
    static const struct {
        const char *name;
        int is, copy;
    } files[] = {{"naive_gemv.cu", 2, 0},
                 {"naive_gemv-2.cu", 2, 2},
                 {"naive_gemv (3).cu", 2, 3},
                 {"12345_naive_gemv.cu", 2, 0},
                 {"LATE_7_naive_gemv-1.cu", 2, 1},
                 {"Naive_GEMV.cu", 2, 0},
                 {"Copy of naive_gemv.cu", 2, 0},
                 {"my_naive_gemv.cu", 1, 0},
                 {"naive_gemv_1.cu", 1, 1},
                 {"naive_gemv copy.cu", 1, 0},
                 {"naive_gemv copy 2.cu", 1, 0},
                 {"naive_gemv - Copy.cu", 1, 0},
                 {"naive_gemv - Copy (2).cu", 1, 2},
                 {"ann_12_13_naive_gemv.cu", 1, 0},
                 {"naive_gemv.cu.orig", 0, 0},
                 {"naive_gemv.cu.txt", 1, 0},
                 {"12_naive_gemv-2.cu.txt", 1, 2},
                 {"naive_gemv.txt", 0, 0},
                 {"naive_gemv_tests.cu", 0, 0},
                 {"thread_tiled_gemm.cu", 0, 0},
                 {"anaive_gemv.cu", 0, 0}};
    for (size_t i = 0; i < sizeof loose / sizeof *loose; i++) {
        char who[64] = "";
        int is = name_split(loose[i].name, loose[i].lab, who, sizeof who);
        expect(loose[i].student ? is && strcmp(who, loose[i].student) == 0 : !is,
               "names: %s is %s's for %s", loose[i].name, is ? who : "nobody", loose[i].lab);
    }
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        time_t when = 0;
        int is = name_time(times[i].name, &when);
        expect(is == (times[i].when != 0) && when == times[i].when, "names: %s says %lld",
               times[i].name, (long long)when);
    }
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        expect(name_is_file(files[i].name, "01_naive_gemv") == files[i].is &&
                   name_copy(files[i].name) == files[i].copy,
               "names: %s: %d, copy %d", files[i].name,
               name_is_file(files[i].name, "01_naive_gemv"), name_copy(files[i].name));
}

/* A file whose content is its own name, last modified at that time. */
/* ---- what is not used, and what cannot be */

/* What nobody is graded by is named; what is for another lab, or hidden, is not. */
static void test_unused(void)
{
    static const char *const files[] = {"ann/naive_gemv.cu",
                                        "bob.zip",
                                        "carl_naive_gemv.zip",
                                        "dora_12_13_main.cu",
                                        "loose.cu",
                                        "naive_gemv.cu",
                                        "bad\x1b[31m.txt",
                                        "zoe_coalesced_gemv.cu",
                                        "coalesced_gemv.cu",
                                        ".hidden.zip",
                                        "yve_lab02.cu",
                                        "more1.txt",
                                        "more2.txt",
                                        "more3.txt",
                                        "uwe_naive_gemv.cu",
                                        "x_thread_tiled_gemm.cu",
                                        "__MACOSX/._naive_gemv.cu"};
    static const char says[] = "bob.zip (unpack it), carl_naive_gemv.zip (unpack it), "
                               "dora_12_13_main.cu, loose.cu, naive_gemv.cu, "
                               "pipe.cu (no file), bad?[31m.txt, link (a link) and 3 more";
    static struct context c;
    OWNED char *folder = scratch("unused"), *link = text_of("%s/link", folder),
               *loose = text_of("%s/liz_naive_gemv.cu", folder),
               *pipe = text_of("%s/pipe.cu", folder);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        place_file(folder, files[i], 1000);
    expect(symlink("ann", link) == 0, "unused: cannot make a link");
    expect(mkfifo(pipe, 0600) == 0, "unused: cannot make a pipe");
    find_in(&c, folder);
    expect(c.students == 2 && strcmp(c.student[0].id, "ann") == 0 &&
               strcmp(c.student[1].id, "uwe") == 0,
           "unused: %d students, the first is %s", c.students, c.student[0].id);
    expect(strcmp(c.unused, says) == 0, "unused: %s", c.unused);
    forget_found(&c);
    expect(symlink("ann/naive_gemv.cu", loose) == 0, "unused: cannot make a link");
    find_in(&c, folder);
    expect(c.students == 2 && strstr(c.unused, "liz_naive_gemv.cu (a link)"),
           "unused: %d students; %s", c.students, c.unused);
    forget_found(&c);
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
    OWNED char *none = find_others(&c, &s, "01_naive_gemv");
    expect(strcmp(none, "") == 0, "others: '%s' in an empty folder", none);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        place_file(folder, files[i], 1000);
    OWNED char *text = find_others(&c, &s, "01_naive_gemv");
    expect(strcmp(text, "hw.zip (unpack it), main.cu, more.pdf and 2 more") == 0, "others: '%s'",
           text);
    place_file(folder, "NAIVE_gemv 2.cpp", 1000);
    place_file(folder, "naive_gemv.h", 1000);
    OWNED char *more = find_others(&c, &s, "01_naive_gemv");
    expect(strcmp(more, "NAIVE_gemv 2.cpp (rename it to naive_gemv.cu), hw.zip (unpack it), "
                        "main.cu and 4 more") == 0,
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
    place_file(class, "ann/week 1/naive_gemv.cu", 2000);
    place_file(class, "ann/naive_gemv.cu", 1000);
    memset(&c, 0, sizeof c);
    c.root = ".";
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
            OWNED char *found = find_file(&c, &s, "01_naive_gemv");
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
    test_names();
    test_newest();
    test_unused();
    test_others();
    test_unreadable();
}

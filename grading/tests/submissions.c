/* Which file is whose, and which of several counts. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "names.h"
#include "tests.h"

/* The newest of several files with the right name; neither links nor other names. */
static void test_find(void)
{
    static struct context c;
    char *folder = scratch("find");
    struct student s = {"ann", folder};
    struct timespec old[2] = {{1000, 0}, {1000, 0}}, recent[2] = {{2000, 0}, {2000, 5}};
    expect(find_file(&c, &s, "01_naive_gemv") == NULL, "find: a file in an empty folder");
    char *deep = text_of("%s/week 1/final final", folder), *a = text_of("%s/naive_gemv.cu", folder),
         *b = text_of("%s/naive_gemv.cu", deep);
    char *other = text_of("%s/my_naive_gemv.cu", folder), *aside = text_of("%s/aside", folder),
         *link = text_of("%s/naive_gemv.cu", aside);
    make_folders(deep);
    make_folders(aside);
    write_text(a, "a");
    write_text(b, "b");
    write_text(other, "c");
    utimensat(AT_FDCWD, a, old, 0);
    utimensat(AT_FDCWD, b, recent, 0);
    expect(symlink("/etc/passwd", link) == 0, "find: cannot make a link");
    char *found = find_file(&c, &s, "01_naive_gemv");
    expect(found && strcmp(found, b) == 0, "find: %s instead of the newest, %s",
           found ? found : "nothing", b);
    free(found);
    free(deep);
    free(a);
    free(b);
    free(other);
    free(aside);
    free(link);
    free(folder);
}

/* What names say: (name, lab) to student, or NULL where it is no loose file of that lab; and how new it says to be. */
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
        {"ann_LATE_12345_67890_naive_gemv-2.cu", "01_naive_gemv", "ann"},
        {"ann_12345_67890_naive_gemv (1).cu", "01_naive_gemv", "ann"},
        {"ann_naive_gemv.c", "01_naive_gemv", NULL},
        {"naive_gemv.cu", "01_naive_gemv", NULL},
        {"12345_naive_gemv.cu", "01_naive_gemv", NULL},
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
                 {"naive_gemv.cu", 0}};
    static const struct {
        const char *name;
        int is, copy;
    } files[] = {{"naive_gemv.cu", 1, 0},          {"naive_gemv-2.cu", 1, 2},
                 {"naive_gemv (3).cu", 1, 3},      {"12345_naive_gemv.cu", 1, 0},
                 {"LATE_7_naive_gemv-1.cu", 1, 1}, {"my_naive_gemv.cu", 0, 0},
                 {"naive_gemv.cu.orig", 0, 0},     {"anaive_gemv.cu", 0, 0}};
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

/* Which of several wins, in a class of folders and loose files. Each file's content is its own name. */
static void test_newest(void)
{
    static const struct {
        const char *path;
        long modified;
    } files[] = {
        {"ann/naive_gemv.cu", 5000},
        {"ann/naive_gemv-1.cu", 4000},
        {"ann_01_20261120.cu", 1}, /* says that it is newer than its time of modification */
        {"bob/2026-11-19/naive_gemv.cu", 9000},
        {"bob/2026-11-20/naive_gemv.cu", 1000},
        {"bob/2026-11-20/naive_gemv-2.cu", 1000},
        {"cyd/lab01/kernel.cu", 3000},
        {"cyd/lab01/old.cu", 2000},
        {"cyd/lab02/kernel.cu", 9000},
        {"dan/01/other.cu", 9000},
        {"dan/naive_gemv.cu", 1000},
        {"eve_1_naive_gemv.cu", 1000},
        {"eve_2_naive_gemv-1.cu", 1000},
        {"fay/02/kernel.cu", 1000}};
    static const struct {
        const char *who, *file;
    } want[] = {{"ann", "ann_01_20261120.cu"},    {"bob", "bob/2026-11-20/naive_gemv-2.cu"},
                {"cyd", "cyd/lab01/kernel.cu"},   {"dan", "dan/naive_gemv.cu"},
                {"eve", "eve_2_naive_gemv-1.cu"}, {"fay", NULL}};
    static struct context c;
    char *folder = scratch("newest");
    memset(&c, 0, sizeof c);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct timespec times[2] = {{files[i].modified, 0}, {files[i].modified, 0}};
        char *path = text_of("%s/%s", folder, files[i].path), *above = text_of("%s", path);
        *strrchr(above, '/') = 0;
        make_folders(above);
        write_text(path, files[i].path);
        utimensat(AT_FDCWD, path, times, 0);
        free(path);
        free(above);
    }
    c.submissions = folder;
    c.labs = 1;
    c.lab[0] = "01_naive_gemv";
    find_students(&c);
    expect(c.students == (int)(sizeof want / sizeof *want), "newest: %d students", c.students);
    for (int i = 0; i < c.students; i++) {
        char *found = find_file(&c, &c.student[i], c.lab[0]);
        const char *file = found ? found + strlen(folder) + 1 : NULL;
        expect(strcmp(c.student[i].id, want[i].who) == 0 &&
                   (file && want[i].file ? strcmp(file, want[i].file) == 0 : file == want[i].file),
               "newest: %s has %s instead of %s", c.student[i].id, file ? file : "none",
               want[i].file ? want[i].file : "none");
        free(found);
        free(c.student[i].folder);
    }
    free(c.student);
    free(folder);
}

void test_submissions(void)
{
    test_find();
    test_names();
    test_newest();
}

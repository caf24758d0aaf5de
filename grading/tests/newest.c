/* Which of several files is the newest. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "intake/handed_in.h"
#include "tests.h"

void place_file(const char *folder, const char *name, long modified)
{
    struct timespec times[2] = {{modified, 0}, {modified, 0}};
    OWNED char *path = text_of("%s/%s", folder, name), *above = text_of("%s", path);
    *strrchr(above, '/') = 0;
    make_folders(above);
    write_text(path, name);
    utimensat(AT_FDCWD, path, times, 0);
}

/* The students of lab 01 there. */
void find_in(struct context *c, const char *folder)
{
    memset(c, 0, sizeof *c);
    c->submissions = folder;
    c->labs = 1;
    c->lab[0] = "01_naive_gemv";
    find_students(c);
}

void forget_found(struct context *c)
{
    find_forget(c);
}

/* Which of several wins, in a class of folders and loose files. */
void test_newest(void)
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
        {"fay/02/kernel.cu", 1000},
        {"gus/naive_gemv.cu", 1000}, /* what macOS and archives add is newer */
        {"gus/._naive_gemv.cu", 9000},
        {"gus/__MACOSX/naive_gemv.cu", 9000},
        {"gus/week 1/.Trash-1000/files/naive_gemv.cu", 9000},
        {"__MACOSX/gus/naive_gemv.cu", 9000},
        {".Trash-1000/naive_gemv.cu", 9000},
        {"._gus_naive_gemv.cu", 9000},
        {"hal/labs/01_naive_gemv/naive_gemv.cu", 1000}, /* clones of the project */
        {"hal/solutions/01_naive_gemv/naive_gemv.cu", 9000},
        {"ian/clone/labs/01_naive_gemv/naive_gemv.cu", 1000},
        {"ian/clone/solutions/01_naive_gemv/naive_gemv.cu", 9000},
        {"ian/clone/grading/tests/01_naive_gemv/naive_gemv.cu", 9000},
        {"ian/clone/build/naive_gemv.cu", 9000},
        {"jan/solutions/naive_gemv.cu", 1000},          /* and no clone */
        {"leo/labs/01_naive_gemv/naive_gemv.cu", 1000}, /* its place */
        {"leo/old/naive_gemv.cu", 9000},
        {"leo/naive_gemv.cu", 9000},
        {"leo/old/labs/01_naive_gemv/naive_gemv.cu", 9000},
        {"pia/01_naive_gemv/naive_gemv.cu", 1000},
        {"pia/naive_gemv-2.cu", 9000},
        {"quy/naive gemv.cu", 9000}, /* blanks for underscores, if need be */
        {"ray/naive gemv.cu", 9000},
        {"ray/later/naive_gemv.cu", 1000},
        {"uma_LATE_naive-gemv.cu", 1000},
        {"Vic Ng_77_assignsubmission_file_naive_gemv.cu", 1000}, /* Moodle's, without folders */
        {"LATE_anon_Zk9Qp_naive_gemv.cu", 1000},
        {"kim/naive_gemv_1.cu", 1000},
        {"kim/naive_gemv_2.cu", 1000},
        {"kim/lab01/other.cu", 9000},
        {"lea/my_naive_gemv.cu", 9000},
        {"lea/Naive_GEMV.cu", 1000},
        {"mia_111_801_naive_gemv.cu", 1000},
        {"mia_LATE_111_803_naive_gemv-1.cu", 2000},
        {"mia_222_802_naive_gemv.cu", 1000},
        {"1234567_naive_gemv.cu", 1000},
        {"ned_thread_tiled_gemm.cu", 1000}};
    static const struct {
        const char *who, *file;
    } want[] = {
        {"1234567", "1234567_naive_gemv.cu"},
        {"Vic Ng_77_assignsubmission_file_", "Vic Ng_77_assignsubmission_file_naive_gemv.cu"},
        {"ann", "ann_01_20261120.cu"},
        {"anon_Zk9Qp", "LATE_anon_Zk9Qp_naive_gemv.cu"},
        {"bob", "bob/2026-11-20/naive_gemv-2.cu"},
        {"cyd", "cyd/lab01/kernel.cu"},
        {"dan", "dan/naive_gemv.cu"},
        {"eve", "eve_2_naive_gemv-1.cu"},
        {"fay", NULL},
        {"gus", "gus/naive_gemv.cu"},
        {"hal", "hal/labs/01_naive_gemv/naive_gemv.cu"},
        {"ian", "ian/clone/labs/01_naive_gemv/naive_gemv.cu"},
        {"jan", "jan/solutions/naive_gemv.cu"},
        {"kim", "kim/naive_gemv_2.cu"},
        {"lea", "lea/Naive_GEMV.cu"},
        {"leo", "leo/labs/01_naive_gemv/naive_gemv.cu"},
        {"mia_111", "mia_LATE_111_803_naive_gemv-1.cu"},
        {"mia_222", "mia_222_802_naive_gemv.cu"},
        {"pia", "pia/01_naive_gemv/naive_gemv.cu"},
        {"quy", "quy/naive gemv.cu"},
        {"ray", "ray/later/naive_gemv.cu"},
        {"uma", "uma_LATE_naive-gemv.cu"}};
    static struct context c;
    OWNED char *folder = scratch("newest");
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        place_file(folder, files[i].path, files[i].modified);
    find_in(&c, folder);
    expect(c.students == (int)(sizeof want / sizeof *want), "newest: %d students", c.students);
    expect(c.unused && !*c.unused, "newest: not used: %s", c.unused);
    for (int i = 0; i < c.students && i < (int)(sizeof want / sizeof *want); i++) {
        OWNED char *found = find_file(&c, &c.student[i], c.lab[0]);
        const char *file = found ? found + strlen(folder) + 1 : NULL;
        expect(strcmp(c.student[i].id, want[i].who) == 0 &&
                   (file && want[i].file ? strcmp(file, want[i].file) == 0 : file == want[i].file),
               "newest: %s has %s instead of %s", c.student[i].id, file ? file : "none",
               want[i].file ? want[i].file : "none");
    }
    forget_found(&c);
}

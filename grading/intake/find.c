/* Who is graded, and which file is theirs (search.c). SUBMISSIONS may hold, side by side,
 *
 *   STUDENT/…/FILE.cu          a folder for each student, the lab's file anywhere below it
 *                                ("naive_gemv.cu" for lab 01);
 *   STUDENT/…/NAME_FILE_1.cu   or, where there is none, one with that name and more:
 *                                ann_naive_gemv.cu, naive_gemv_1.cu,
 *                              "naive_gemv - Copy (2).cu";
 *   STUDENT/…/LAB/any.cu       or one in a folder named after the lab (03, lab03,
 *                                03_constant_gemv),
 *   STUDENT/…/LAB.cu           or named after it itself;
 *   STUDENT_LAB[_TIME].cu      loose files (ann_03.cu, ann_lab03_20261120T134500.cu);
 *   STUDENT_[…_]FILE[-2].cu    loose files with the lab's own file name at the end
 *                                (ann_naive_gemv.cu, "Ann Lee naive_gemv.cu",
 *                              1234567_naive_gemv.cu), as course systems export them, too: of
 *                              Canvas's two numbers the first is the
 *                              user's and the second the upload's, so
 *                              smithjohn_LATE_111_801_naive_gemv-2.cu is smithjohn_111's.
 *
 * FILE may have times and numbers in front, and the number of a repeated upload behind:
 * 12345_naive_gemv.cu, naive_gemv-2.cu, "naive_gemv (2).cu"; capital letters are as good as small
 * ones. A name that ends in several labs' files is for the longest: ann_thread_tiled_gemm.cu is no
 * tiled_gemm.cu of ann_thread's. A folder and loose files of one name belong to one student.
 *
 * Nobody's are: what is hidden (.git, ._naive_gemv.cu) and __MACOSX; links, which are not followed;
 * and in a student's clone of this project, which is a folder that holds one called "labs", the
 * folders "solutions", "grading" and "build" beside it.
 *
 * Of several files the newest wins: by the time that its name says, or the name of the nearest
 * folder that says one, else by its time of modification; among equals the highest number of an
 * upload, then the first in the alphabet. */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "judge/judge.h"
#include "unused_files.h"
#include "names.h"

enum { NAMED = 8 };

static int by_id(const void *a, const void *b)
{
    return strcmp(((const struct student *)a)->id, ((const struct student *)b)->id);
}

static void add_student(struct context *c, const char *id, const char *folder)
{
    struct student *more = realloc(c->student, (size_t)(c->students + 1) * sizeof *more);
    if (!more)
        die("no memory left for %d students", c->students + 1);
    c->student = more;
    struct student *s = &c->student[c->students++];
    memset(s, 0, sizeof *s);
    snprintf(s->id, sizeof s->id, "%s", id);
    s->folder = folder ? text_of("%s", folder) : NULL;
}

static int is_known(const struct context *c, const char *id)
{
    for (int i = 0; i < c->students; i++)
        if (strcmp(c->student[i].id, id) == 0)
            return 1;
    return 0;
}

/* The student of a loose file, whichever lab it is for. 1 if it is one. */
static int owner(const struct context *c, const char *name, char *id, size_t size)
{
    for (int l = 0; l < c->labs; l++)
        if (name_split(name, c->lab[l], id, size))
            return 1;
    return 0;
}

/* Is it a file for a lab, and for none of those that are graded? */
static int is_for_another(const struct context *c, const char *name)
{
    const char *lab = name_lab(name);
    const struct lab_step *fact;
    char id[sizeof c->student->id];
    for (int l = 0; l < c->labs && lab; l++)
        if (strcmp(c->lab[l], lab) == 0)
            return 0;
    for (int i = lab_all_steps(&fact) - 1; i >= 0 && !lab; i--)
        lab = name_split(name, fact[i].lab, id, sizeof id) ? fact[i].lab : NULL;
    return lab != NULL;
}

/* One thing that lies in SUBMISSIONS. */
static void take(struct context *c, const char *name, struct listing *unused)
{
    struct stat s;
    char *path = text_of("%s/%s", c->submissions, name), id[sizeof c->student->id];
    if (lstat(path, &s))
        die("%s: %s", path, strerror(errno));
    if (S_ISDIR(s.st_mode))
        add_student(c, name, path);
    else if (S_ISREG(s.st_mode) && owner(c, name, id, sizeof id))
        c->loose++;
    else if (!S_ISREG(s.st_mode) || !is_for_another(c, name))
        listing_add(unused, name, s.st_mode);
    free(path);
}

static int is_file(const struct context *c, const char *name)
{
    struct stat s;
    char *path = text_of("%s/%s", c->submissions, name);
    int is = lstat(path, &s) == 0 && S_ISREG(s.st_mode);
    free(path);
    return is;
}

/* Those who have loose files and no folder. */
static void add_owners(struct context *c, DIR *d)
{
    struct dirent *e;
    char id[sizeof c->student->id];
    rewinddir(d);
    while (c->loose && (e = readdir(d)))
        if (owner(c, e->d_name, id, sizeof id) && is_file(c, e->d_name) && !is_known(c, id))
            add_student(c, id, NULL);
}

void find_students(struct context *c)
{
    if (!c->submissions) {
        add_student(c, c->tree, NULL);
        return;
    }
    DIR *d = opendir(c->submissions);
    struct dirent *e;
    struct listing unused = {NULL, 0};
    if (!d)
        die("SUBMISSIONS=%s: %s%s", c->submissions, strerror(errno),
            errno != ENOTDIR                  ? ""
            : name_is_archive(c->submissions) ? "; unpack it"
                                              : "; give the folder that the submissions are in");
    while ((e = readdir(d)))
        if (!name_is_ignored(e->d_name))
            take(c, e->d_name, &unused);
    add_owners(c, d);
    closedir(d);
    c->unused = listing_end(&unused, NAMED);
    if (!c->students)
        die("SUBMISSIONS=%s has no folders: it needs one for each student%s%s%s", c->submissions,
            *c->unused ? " (not used: " : "", c->unused, *c->unused ? ")" : "");
    qsort(c->student, (size_t)c->students, sizeof *c->student, by_id);
    c->alike = alike_names(c);
}

/* Who is graded, and which file is theirs. SUBMISSIONS may hold, side by side,
 *
 *   STUDENT/…/FILE.cu          a folder for each student, the lab's file anywhere below it ("naive_gemv.cu" for lab 01);
 *   STUDENT/…/LAB/any.cu       or, where there is no file of that name, one in a folder named after the lab (03, lab03,
 *   STUDENT/…/LAB.cu           03_constant_gemv), or named after it itself;
 *   STUDENT_LAB[_TIME].cu      loose files (ann_03.cu, ann_lab03_20261120T134500.cu);
 *   STUDENT_[…_]FILE[-2].cu    loose files with the lab's own file name at the end, as course systems export them
 *                              (ann_LATE_12345_67890_naive_gemv-2.cu is a file of ann's).
 *
 * FILE may have times and numbers in front, and the number of a repeated upload behind: 12345_naive_gemv.cu, naive_gemv-2.cu,
 * "naive_gemv (2).cu". A folder and loose files of one name belong to one student. Links are not followed.
 *
 * Of several files the newest wins: by the time that its name says, or the name of the nearest folder that says one, else by its time of
 * modification; among equals the highest number of an upload, then the first in the alphabet. */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "judge.h"
#include "names.h"

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

static void add_owners(struct context *c, DIR *d)
{
    struct dirent *e;
    char id[sizeof c->student->id];
    rewinddir(d);
    while ((e = readdir(d)))
        if (e->d_name[0] != '.' && owner(c, e->d_name, id, sizeof id) && ++c->loose &&
            !is_known(c, id))
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
    if (!d)
        die("SUBMISSIONS=%s: %s", c->submissions, strerror(errno));
    while ((e = readdir(d))) {
        struct stat s;
        if (e->d_name[0] == '.')
            continue;
        char *folder = text_of("%s/%s", c->submissions, e->d_name);
        if (stat(folder, &s) == 0 && S_ISDIR(s.st_mode))
            add_student(c, e->d_name, folder);
        free(folder);
    }
    add_owners(c, d);
    closedir(d);
    if (!c->students)
        die("SUBMISSIONS=%s has no folders: it needs one for each student", c->submissions);
    qsort(c->student, (size_t)c->students, sizeof *c->student, by_id);
}

struct newest {
    const char *lab;
    char *path; /* NULL: none so far */
    int exact;  /* it has the lab's own file name */
    int copy;
    struct timespec time;
};

static int compare_times(const struct timespec *a, const struct timespec *b)
{
    return a->tv_sec != b->tv_sec ? (a->tv_sec > b->tv_sec ? 1 : -1)
                                  : (a->tv_nsec > b->tv_nsec) - (a->tv_nsec < b->tv_nsec);
}

/* `when`: what the folders above say, NULL if nothing. */
static void consider(struct newest *best, const char *path, const struct stat *s, int exact,
                     const time_t *when)
{
    const char *name = strrchr(path, '/') + 1;
    struct timespec time = s->st_mtim;
    time_t said;
    int copy = name_copy(name), better = 1;
    if (name_time(name, &said))
        time = (struct timespec){said, 0};
    else if (when)
        time = (struct timespec){*when, 0};
    if (best->path) {
        int later = compare_times(&time, &best->time);
        better = exact != best->exact ? exact - best->exact
                 : later              ? later
                 : copy != best->copy ? copy - best->copy
                                      : strcmp(best->path, path);
    }
    if (better <= 0)
        return;
    free(best->path);
    *best = (struct newest){best->lab, text_of("%s", path), exact, copy, time};
}

/* Is this file, in a folder of this name (NULL: the student's own), one for the lab? 2 if it has the lab's file name. */
static int is_candidate(const char *name, const char *folder, const char *lab)
{
    size_t length = strlen(name);
    if (name_is_file(name, lab))
        return 2;
    if (length < 4 || strcmp(name + length - 3, ".cu") != 0)
        return 0;
    char *stem = text_of("%.*s", (int)length - 3, name);
    int is = name_is_lab(stem, lab) || (folder && name_is_lab(folder, lab));
    free(stem);
    return is;
}

/* Walks a folder, without following links (one could point at somebody else's file) and not deeper than 16. `name`: its own, NULL
 * for the student's; `when`: the time that it or a folder above it says. */
static void search(const char *folder, const char *name, const time_t *when, int depth,
                   struct newest *best)
{
    DIR *d = depth < 16 ? opendir(folder) : NULL;
    struct dirent *e;
    while (d && (e = readdir(d))) {
        struct stat s;
        char *path = text_of("%s/%s", folder, e->d_name);
        int known = strcmp(e->d_name, ".") && strcmp(e->d_name, "..") && lstat(path, &s) == 0, is;
        time_t said;
        if (known && S_ISDIR(s.st_mode))
            search(path, e->d_name, name_time(e->d_name, &said) ? &said : when, depth + 1, best);
        else if (known && S_ISREG(s.st_mode) && (is = is_candidate(e->d_name, name, best->lab)))
            consider(best, path, &s, is == 2, when);
        free(path);
    }
    if (d)
        closedir(d);
}

static void search_loose(const struct context *c, const char *id, struct newest *best)
{
    DIR *d = c->loose ? opendir(c->submissions) : NULL;
    struct dirent *e;
    char whose[sizeof c->student->id];
    while (d && (e = readdir(d))) {
        struct stat s;
        char *path = text_of("%s/%s", c->submissions, e->d_name);
        if (name_split(e->d_name, best->lab, whose, sizeof whose) && strcmp(whose, id) == 0 &&
            lstat(path, &s) == 0 && S_ISREG(s.st_mode))
            consider(best, path, &s, 1, NULL);
        free(path);
    }
    if (d)
        closedir(d);
}

char *find_file(const struct context *c, const struct student *s, const char *lab)
{
    char name[128];
    struct stat status;
    if (s->folder || c->submissions) {
        struct newest best = {lab, NULL, 0, 0, {0, 0}};
        if (s->folder)
            search(s->folder, NULL, NULL, 0, &best);
        search_loose(c, s->id, &best);
        return best.path;
    }
    lab_file_name(lab, name, sizeof name);
    char *path = text_of("%s/%s/%s/%s", c->root, c->tree, lab, name);
    if (stat(path, &status) == 0)
        return path;
    free(path);
    return NULL;
}

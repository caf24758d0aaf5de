/* Who is graded, and which file is theirs. */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "judge.h"

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
    closedir(d);
    if (!c->students)
        die("SUBMISSIONS=%s has no folders: it needs one for each student", c->submissions);
    qsort(c->student, (size_t)c->students, sizeof *c->student, by_id);
}

struct newest {
    const char *name;
    char *path;
    struct timespec time;
};

static int is_newer(const struct timespec *a, const struct timespec *b)
{
    return a->tv_sec != b->tv_sec ? a->tv_sec > b->tv_sec : a->tv_nsec > b->tv_nsec;
}

/* Walks `folder`, without following links (one could point at somebody else's file) and not deeper than 16. */
static void search(const char *folder, int depth, struct newest *best)
{
    DIR *d = depth < 16 ? opendir(folder) : NULL;
    struct dirent *e;
    while (d && (e = readdir(d))) {
        struct stat s;
        char *path = text_of("%s/%s", folder, e->d_name);
        int known = strcmp(e->d_name, ".") && strcmp(e->d_name, "..") && lstat(path, &s) == 0;
        if (known && S_ISDIR(s.st_mode)) {
            search(path, depth + 1, best);
        } else if (known && S_ISREG(s.st_mode) && strcmp(e->d_name, best->name) == 0) {
            int newer = !best->path || is_newer(&s.st_mtim, &best->time);
            int equal = best->path && !newer && !is_newer(&best->time, &s.st_mtim);
            if (newer || (equal && strcmp(path, best->path) < 0)) {
                free(best->path);
                best->path = text_of("%s", path);
                best->time = s.st_mtim;
            }
        }
        free(path);
    }
    if (d)
        closedir(d);
}

char *find_file(const struct context *c, const struct student *s, const char *lab)
{
    char name[128];
    struct stat status;
    lab_file_name(lab, name, sizeof name);
    if (s->folder) {
        struct newest best = {name, NULL, {0, 0}};
        search(s->folder, 0, &best);
        return best.path;
    }
    char *path = text_of("%s/%s/%s/%s", c->root, c->tree, lab, name);
    if (stat(path, &status) == 0)
        return path;
    free(path);
    return NULL;
}

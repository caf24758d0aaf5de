/* Which of a student's files is the lab's; find.c has the conventions. */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "judge/judge.h"
#include "unused_files.h"
#include "names.h"

enum { DEEPEST = 16, NAMED = 3 };

/* What a file's name says: the higher, the better. */
enum rank { NO_CANDIDATE, NAMED_AFTER_LAB, NAMED_LIKE_FILE, NAMED_AS_FILE };

struct search {
    const char *lab;
    struct newest {
        char *path; /* NULL: none so far */
        enum rank rank;
        int copy;
        struct timespec time;
    } best;
    char *unreadable;      /* the first path that could not be read, or NULL */
    struct listing others; /* what is there for no lab */
};

static int compare_times(const struct timespec *a, const struct timespec *b)
{
    return a->tv_sec != b->tv_sec ? (a->tv_sec > b->tv_sec ? 1 : -1)
                                  : (a->tv_nsec > b->tv_nsec) - (a->tv_nsec < b->tv_nsec);
}

/* `when`: what the folders above say, NULL if nothing. */
static void consider(struct newest *best, const char *path, const struct stat *s, enum rank rank,
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
        better = rank != best->rank   ? (int)rank - (int)best->rank
                 : later              ? later
                 : copy != best->copy ? copy - best->copy
                                      : strcmp(best->path, path);
    }
    if (better <= 0)
        return;
    free(best->path);
    *best = (struct newest){text_of("%s", path), rank, copy, time};
}

/* Of a file in a folder of this name (NULL: the student's own). */
static enum rank rank_of(const char *name, const char *folder, const char *lab)
{
    size_t length = strlen(name);
    int is = name_is_file(name, lab);
    if (is)
        return is == 2 ? NAMED_AS_FILE : NAMED_LIKE_FILE;
    if (length < 4 || strcmp(name + length - 3, ".cu") != 0)
        return NO_CANDIDATE;
    char *stem = text_of("%.*s", (int)length - 3, name);
    is = name_is_lab(stem, lab) || (folder && name_is_lab(folder, lab));
    free(stem);
    return is ? NAMED_AFTER_LAB : NO_CANDIDATE;
}

/* The first in the alphabet: a folder's order is none. */
static void note_unreadable(struct search *x, const char *path)
{
    if (x->unreadable && strcmp(x->unreadable, path) <= 0)
        return;
    free(x->unreadable);
    x->unreadable = text_of("%s", path);
}

static int holds_folder(const char *folder, const char *name)
{
    struct stat s;
    char *path = text_of("%s/%s", folder, name);
    int holds = lstat(path, &s) == 0 && S_ISDIR(s.st_mode);
    free(path);
    return holds;
}

/* Whoever hands in a clone of this project hands in its labs/, and not what came with it. */
static int came_with_clone(const char *folder, const char *name)
{
    return (strcmp(name, "solutions") == 0 || strcmp(name, "grading") == 0 ||
            strcmp(name, "build") == 0) &&
           holds_folder(folder, "labs");
}

static void take(struct search *x, const char *path, const struct stat *s, const char *folder,
                 const time_t *when)
{
    const char *name = strrchr(path, '/') + 1;
    enum rank rank = S_ISREG(s->st_mode) ? rank_of(name, folder, x->lab) : NO_CANDIDATE;
    const char *its = name_lab(name);
    if (rank)
        consider(&x->best, path, s, rank, when);
    else if (!its || strcmp(its, x->lab) == 0)
        listing_add(&x->others, name, s->st_mode);
}

/* Walks a folder, without following links (one could point at somebody else's file). `name`: its
 * own, NULL for the student's; `when`: the time that it or a folder above it says. */
static void search(struct search *x, const char *folder, const char *name, const time_t *when,
                   int depth)
{
    DIR *d = depth < DEEPEST ? opendir(folder) : NULL;
    struct dirent *e;
    if (!d && depth < DEEPEST && errno != ENOENT)
        note_unreadable(x, folder);
    while (d && (e = readdir(d))) {
        struct stat s;
        time_t said;
        if (name_is_ignored(e->d_name))
            continue;
        char *path = text_of("%s/%s", folder, e->d_name);
        int gone = lstat(path, &s);
        if (gone && errno != ENOENT)
            note_unreadable(x, path);
        else if (!gone && !S_ISDIR(s.st_mode))
            take(x, path, &s, name, when);
        else if (!gone && !came_with_clone(folder, e->d_name))
            search(x, path, e->d_name, name_time(e->d_name, &said) ? &said : when, depth + 1);
        free(path);
    }
    if (d)
        closedir(d);
}

static void search_loose(const struct context *c, const char *id, struct search *x)
{
    DIR *d = c->loose ? opendir(c->submissions) : NULL;
    struct dirent *e;
    char whose[sizeof c->student->id];
    while (d && (e = readdir(d))) {
        struct stat s;
        char *path = text_of("%s/%s", c->submissions, e->d_name);
        if (name_split(e->d_name, x->lab, whose, sizeof whose) && strcmp(whose, id) == 0 &&
            lstat(path, &s) == 0 && S_ISREG(s.st_mode))
            consider(&x->best, path, &s, NAMED_AS_FILE, NULL);
        free(path);
    }
    if (d)
        closedir(d);
}

/* The whole search; `others` is the caller's to end. */
static char *find(const struct context *c, const struct student *s, const char *lab,
                  struct listing *others)
{
    struct search x = {lab, {NULL, NO_CANDIDATE, 0, {0, 0}}, NULL, {NULL, 0}};
    if (s->folder)
        search(&x, s->folder, NULL, NULL, 0);
    search_loose(c, s->id, &x);
    *others = x.others;
    if (!x.unreadable)
        return x.best.path;
    free(x.best.path); /* who knows whether it is the newest */
    return x.unreadable;
}

char *find_file(const struct context *c, const struct student *s, const char *lab)
{
    char name[128];
    struct stat status;
    struct listing others;
    if (s->folder || c->submissions) {
        char *path = find(c, s, lab, &others);
        free(listing_end(&others, 0));
        return path;
    }
    lab_file_name(lab, name, sizeof name);
    char *path = text_of("%s/%s/%s/%s", c->root, c->tree, lab, name);
    if (lstat(path, &status) == 0)
        return path;
    free(path);
    return NULL;
}

char *find_others(const struct context *c, const struct student *s, const char *lab)
{
    struct listing others = {NULL, 0};
    if (s->folder)
        free(find(c, s, lab, &others));
    return listing_end(&others, NAMED);
}

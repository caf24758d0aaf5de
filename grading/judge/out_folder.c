/* Where the judge writes: nothing of anybody else's may lie there. */
#include <dirent.h>
#include <unistd.h>

#include "judge.h"

/* The absolute path that a folder has or, if it is not there yet, would have. Free it. */
static char *path_to_be(const char *path)
{
    OWNED char *whole = text_of("%s%s", *path == '/' ? "" : "./", path);
    char *above, *full;
    size_t end = strlen(whole);
    for (;; free(above)) {
        above = text_of("%.*s", end ? (int)end : 1, whole);
        full = realpath(above, NULL);
        if (full || !end)
            break;
        while (end && whole[--end] != '/')
            ;
    }
    char *to_be = text_of("%s%s", full && strcmp(full, "/") != 0 ? full : "", whole + end);
    free(above);
    free(full);
    return to_be;
}

static int is_inside(const char *path, const char *folder)
{
    size_t length = strlen(folder);
    return strncmp(path, folder, length) == 0 && (!path[length] || path[length] == '/');
}

void out_check_places(const struct context *c, const char *out)
{
    static const char *const own[] = {"kept", "work", "students", "gradescope", "slurm"};
    OWNED char *place = path_to_be(out);
    if (is_inside(place, c->submissions))
        die("OUT=%s lies in SUBMISSIONS=%s, where each folder is a student's: choose an OUT "
            "outside of it",
            out, c->submissions);
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        OWNED char *folder = text_of("%s/%s", place, own[i]);
        if (is_inside(c->submissions, folder))
            die("SUBMISSIONS=%s lies in OUT/%s, where the grader writes: choose an OUT elsewhere",
                c->submissions, own[i]);
    }
}

static int holds(const char *folder, const char *name)
{
    OWNED char *path = text_of("%s/%s", folder, name);
    return access(path, F_OK) == 0;
}

void out_check(const char *out)
{
    DIR *d = opendir(out);
    struct dirent *e;
    while (d && (e = readdir(d))) /* another judge may begin here, too: `kept` is made first */
        if (e->d_name[0] != '.' && !holds(out, "kept") && !holds(out, "lock"))
            die("OUT=%s has things in it that are not the grader's, like %s: choose a folder that "
                "is empty or not there yet",
                out, e->d_name);
    if (d)
        closedir(d);
}

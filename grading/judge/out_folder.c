/* Where the judge writes: nothing of anybody else's may lie there. */
#include <dirent.h>
#include <unistd.h>

#include "judge.h"

static int is_inside(const char *path, const char *folder)
{
    size_t length = strlen(folder);
    return strncmp(path, folder, length) == 0 && (!path[length] || path[length] == '/');
}

void out_check_places(const struct context *c)
{
    if (c->submissions && is_inside(c->out, c->submissions)) {
        OWNED char *made = text_of("%s", c->out); /* just now, if nothing is in it */
        while (strlen(made) > strlen(c->submissions) && rmdir(made) == 0)
            *strrchr(made, '/') = 0;
        die("OUT=%s lies in SUBMISSIONS=%s, where each folder is a student's: choose an OUT "
            "outside of it",
            c->out, c->submissions);
    }
    if (c->submissions && is_inside(c->submissions, c->out))
        die("SUBMISSIONS=%s lies in OUT=%s, where the grader writes: choose an OUT elsewhere",
            c->submissions, c->out);
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

/* What the system's own programs take out of what a student packed: run in the sandbox, in a folder
 * where nothing else is, as a shell script that leaves out/ or ends with a reason's number. What
 * came out lies under a number of all that it depends on, and so does the reason why nothing did:
 * both are found again. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "handed_in.h"
#include "lab/measure/timing.h"
#include "sandbox/sandbox.h"

/* An index of the reasons. */
static int run(const struct opening *o, const char *folder)
{
    static const char *const env[] = {"PATH=/usr/bin:/bin",      "LC_ALL=C",
                                      "HOME=/nonexistent",       "GIT_CONFIG_NOSYSTEM=1",
                                      "GIT_ALLOW_PROTOCOL=x",    "GIT_OPTIONAL_LOCKS=0",
                                      "GIT_NO_LAZY_FETCH=1",     "GIT_NO_REPLACE_OBJECTS=1",
                                      "GIT_LITERAL_PATHSPECS=1", NULL};
    const char *argv[] = {"/bin/sh", "-c", o->script, "sh", o->visible, o->argument, NULL};
    struct job job = {argv,         env,      folder, o->visible, 1,      0,
                      {-1, -1, -1}, *o->left, 64,     1e9,        2 << 20};
    struct sandboxed box;
    const double begin = lab_now_ms();
    if (*o->left < 1)
        return OPENING_LASTED;
    sandbox_adopt();
    sandbox_run(&box, &job);
    *o->left -= (lab_now_ms() - begin) / 1e3;
    if (box.ending != ENDED)
        return OPENING_LASTED;
    const int status = WIFEXITED(box.status) ? WEXITSTATUS(box.status) : OPENING_FAILED;
    return status < OPENING_REASONS && (!status || o->reason[status]) ? status : OPENING_FAILED;
}

/* A copy, so that no name from outside reaches a program. */
static int copy_to(const char *file, const char *folder)
{
    size_t size;
    OWNED char *bytes = read_file(file, 64 << 20, &size), *path = text_of("%s/archive", folder);
    if (!bytes)
        return errno == EFBIG ? OPENING_LARGE : OPENING_UNREAD;
    FILE *f = fopen(path, "we");
    if (!f || fwrite(bytes, 1, size, f) != size || fclose(f))
        die("cannot write %s: %s", path, strerror(errno));
    return 0;
}

/* Leaves `place` with what came out, or with the reason's number as a file. */
static void fill(const struct context *c, const struct opening *o, const char *place)
{
    OWNED char *folder = text_of("%s/open-%d", c->work, (int)getpid()),
               *out = text_of("%s/out", folder);
    remove_tree(folder);
    make_folders(folder);
    int why = o->file ? copy_to(o->file, folder) : 0;
    why = why ? why : run(o, folder);
    if (why) {
        FILE *f = atomic_open(place);
        fprintf(f, "%d\n", why);
        atomic_close(f, place);
    } else if (rename(out, place) && access(place, X_OK)) { /* another judge was first: good */
        die("cannot make %s: %s", place, strerror(errno));
    }
    remove_tree(folder);
}

char *opened(const struct context *c, const struct opening *o, const char *shelf, struct hash *key,
             const char **why)
{
    struct stat s;
    char number[HASH_TEXT];
    hash_end(key, number);
    make_folders(shelf);
    OWNED char *place = text_of("%s/%.32s", shelf, number);
    if (lstat(place, &s))
        fill(c, o, place);
    if (lstat(place, &s) == 0 && S_ISDIR(s.st_mode))
        return text_of("%s", place);
    OWNED char *text = read_file(place, 10, NULL);
    const int is = text ? atoi(text) : OPENING_FAILED;
    *why = o->reason[is > 0 && is < OPENING_REASONS && o->reason[is] ? is : OPENING_FAILED];
    return NULL;
}

/* What the system's own programs take out of what a student packed: run in the sandbox, in a folder
 * where nothing else is, as a shell script that leaves out/ or ends with a reason's number. What
 * came out lies under a number of all that it depends on, and so does the reason why nothing did:
 * both are found again. */
#include <errno.h>
#include <strings.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "intake.h"
#include "lab/measure/timing.h"
#include "sandbox/sandbox.h"

/* An index of the reasons. */
static int run(const struct opening *o, const char *visible, const char *folder)
{
    static const char *const env[] = {"PATH=/usr/bin:/bin",      "LC_ALL=C",
                                      "HOME=/nonexistent",       "GIT_CONFIG_NOSYSTEM=1",
                                      "GIT_ALLOW_PROTOCOL=x",    "GIT_OPTIONAL_LOCKS=0",
                                      "GIT_NO_LAZY_FETCH=1",     "GIT_NO_REPLACE_OBJECTS=1",
                                      "GIT_LITERAL_PATHSPECS=1", NULL};
    const char *argv[] = {"/bin/sh", "-c", o->script, "sh", visible, o->argument, NULL};
    struct job job = {argv, env, folder, visible, 1, 0, {-1, -1, -1}, *o->left, 64, 1e9, 2 << 20};
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
               *out = text_of("%s/out", folder), *git = text_of("%s/.git", o->visible),
               *clone = text_of("%s/clone", folder), *copy = text_of("%s/.git", clone);
    const int out_of_reach = c->as_user && *o->visible; /* it may lie where no other user may go */
    remove_tree(folder);
    make_folders(folder);
    int why = o->file ? copy_to(o->file, folder) : 0;
    if (out_of_reach && copy_readable(git, copy))
        why = OPENING_UNREAD;
    why = why ? why : run(o, out_of_reach ? clone : o->visible, folder);
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

/* ---- archives: unzip and tar take the .cu files out of a copy. Their limits: so many bytes
 * of an archive, so many files, two megabytes each, so many seconds for all of a student's. Links,
 * devices and all other files stay inside; a name that leads elsewhere is cut or refused by these
 * programs, and there is nothing else to be reached. What came out lies in OUT/kept/unpacked, under
 * a number of path, size and times; an archive in an archive stays shut, and the hidden file SHUT
 * says that there is one. */
#define MOST_FILES_TEXT "64"
#define SHUT            ".shut"

/* No text from outside is in these: the archive is called "archive". Of the endings wanted only
 * those that occur are asked for: both programs take one without a file for an error. Exit status
 * 3: too many files; 4: none; 9: none, but another archive. */
#define COUNTED(LIST, LIST_ALL)                                                                    \
    "names() { " LIST " \"$1\" 2>/dev/null | head -n 99; }; set --; "                              \
    "for wanted in '*.cu' '*.cu.txt'; do "                                                         \
    "[ -z \"$(names \"$wanted\")\" ] || set -- \"$@\" \"$wanted\"; done; "                         \
    "count=$(for wanted; do names \"$wanted\"; done | wc -l); "                                    \
    "others=$(" LIST_ALL " 2>/dev/null"                                                            \
    " | grep -ciE '\\.(zip|tar|tgz|gz|bz2|xz|7z|rar)$') && none=9 || none=4; "                     \
    "[ \"$count\" -gt 0 ] || exit $none; [ \"$count\" -le " MOST_FILES_TEXT " ] || exit 3; "       \
    "mkdir out; "
#define SETTLED                                                                                    \
    " \"$@\" >/dev/null 2>&1; status=$?; chmod -R u+rwX out; "                                     \
    "find out ! -type f ! -type d -delete; "                                                       \
    "[ $status -le 1 ] || exit 5; [ -n \"$(find out -type f | head -n 1)\" ] || exit $none; "      \
    "[ $none = 4 ] || : >out/" SHUT "; rm -f archive"
static const char unzip[] = COUNTED(
    "unzip -Z1 -C archive", "unzip -Z1 archive") "unzip -qq -o -C -P '' -d out archive" SETTLED;
#define WANTED                                                                                     \
    "--wildcards --wildcards-match-slash --exclude='../*' --exclude='*/../*' --ignore-case"
static const char untar[] = COUNTED(
    "tar -tf archive " WANTED,
    "tar -tf archive") "tar -xf archive -C out --no-same-owner --no-same-permissions " WANTED
    SETTLED;

static const char *const reasons[OPENING_REASONS] = {
    [OPENING_FAILED] = "cannot be unpacked",
    [3] = "holds more than " MOST_FILES_TEXT " .cu files",
    [4] = "holds no .cu file that can be unpacked",
    [5] = "cannot be unpacked",
    [OPENING_LASTED] = "takes too long to unpack, with those before it",
    [OPENING_LARGE] = "has more than 64 MiB",
    [OPENING_UNREAD] = "cannot be read",
    [9] = "holds another archive and no .cu file: unpack it",
};

int unpacked_all(const char *folder)
{
    OWNED char *path = text_of("%s/" SHUT, folder);
    return access(path, F_OK) != 0;
}

char *unpack(const struct context *c, const char *archive, double *left, const char **why)
{
    const size_t length = strlen(archive);
    const int zip = length > 4 && strcasecmp(archive + length - 4, ".zip") == 0;
    const struct opening o = {zip ? unzip : untar, "", "", archive, reasons, left};
    OWNED char *shelf = text_of("%s/kept/unpacked", c->out);
    struct stat s = {0};
    struct hash h;
    lstat(archive, &s);
    hash_begin(&h);
    hash_add_text(&h, archive);
    hash_add(&h, &s.st_size, sizeof s.st_size);
    hash_add(&h, &s.st_mtim, sizeof s.st_mtim);
    hash_add(&h, &s.st_ctim, sizeof s.st_ctim);
    return opened(c, &o, shelf, &h, why);
}

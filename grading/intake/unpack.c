/* Archives: the system's own programs take the .cu files out of a copy, in the sandbox, in a folder
 * where nothing else is. Their limits: so many bytes of an archive, so many files, two megabytes
 * each, so many seconds for all of a student's. Links, devices and all other files stay inside; a
 * name that leads elsewhere is cut or refused by these programs, and there is nothing else to be
 * reached. What came out lies in OUT/kept/unpacked, under a number of path, size and times; an
 * archive in an archive stays shut, and the hidden file SHUT says that there is one. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "handed_in.h"
#include "lab/measure/timing.h"
#include "sandbox/sandbox.h"

enum { LARGEST = 64 << 20, LARGEST_FILE = 2 << 20, LEAST_SECONDS = 1 };
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

static const char *const reasons[] = {
    [0] = "",
    [1] = "cannot be unpacked",
    [3] = "holds more than " MOST_FILES_TEXT " .cu files",
    [4] = "holds no .cu file that can be unpacked",
    [5] = "cannot be unpacked",
    [6] = "takes too long to unpack, with those before it",
    [7] = "has more than 64 MiB",
    [8] = "cannot be read",
    [9] = "holds another archive and no .cu file: unpack it",
};
enum { REASONS = sizeof reasons / sizeof *reasons };

/* Runs the program in `folder`, where the copy lies, for at most the seconds that are left. An
 * index of reasons. */
static int run(const char *folder, const char *script, double *left)
{
    const char *argv[] = {"/bin/sh", "-c", script, NULL},
               *env[] = {"PATH=/usr/bin:/bin", "LC_ALL=C", "HOME=/nonexistent", NULL};
    struct job job = {argv, env, folder, "", 1, 0, {-1, -1, -1}, *left, 16, 1e9, LARGEST_FILE};
    struct sandboxed box;
    const double begin = lab_now_ms();
    if (*left < LEAST_SECONDS)
        return 6;
    sandbox_adopt();
    sandbox_run(&box, &job);
    *left -= (lab_now_ms() - begin) / 1e3;
    if (box.ending != ENDED)
        return 6;
    int status = WIFEXITED(box.status) ? WEXITSTATUS(box.status) : 1;
    return status >= 0 && status < REASONS && reasons[status] ? status : 1;
}

/* A copy, so that no name from outside reaches a program. */
static int copy_to(const char *archive, const char *folder)
{
    size_t size;
    OWNED char *bytes = read_file(archive, LARGEST, &size);
    char *path;
    if (!bytes)
        return errno == EFBIG ? 7 : 8;
    path = text_of("%s/archive", folder);
    FILE *f = fopen(path, "we");
    if (!f || fwrite(bytes, 1, size, f) != size || fclose(f))
        die("cannot write %s: %s", path, strerror(errno));
    free(path);
    return 0;
}

static char *place_of(const struct context *c, const char *archive)
{
    struct stat s = {0};
    struct hash h;
    char key[HASH_TEXT];
    lstat(archive, &s);
    hash_begin(&h);
    hash_add_text(&h, archive);
    hash_add(&h, &s.st_size, sizeof s.st_size);
    hash_add(&h, &s.st_mtim, sizeof s.st_mtim);
    hash_add(&h, &s.st_ctim, sizeof s.st_ctim);
    hash_end(&h, key);
    return text_of("%s/kept/unpacked/%.32s", c->out, key);
}

/* Leaves `place` with what came out, or with the reason's number as a file. */
static void fill(const struct context *c, const char *archive, const char *place, double *left)
{
    OWNED char *folder = text_of("%s/unpack-%d", c->work, (int)getpid()),
               *out = text_of("%s/out", folder), *shelf = text_of("%s/kept/unpacked", c->out);
    make_folders(shelf);
    remove_tree(folder);
    make_folders(folder);
    size_t length = strlen(archive);
    int zip = length > 4 && strcasecmp(archive + length - 4, ".zip") == 0,
        why = copy_to(archive, folder);
    if (!why)
        why = run(folder, zip ? unzip : untar, left);
    if (why) {
        FILE *f = atomic_open(place);
        fprintf(f, "%d\n", why);
        atomic_close(f, place);
    } else if (rename(out, place) && access(place, X_OK)) { /* another judge was first: good */
        die("cannot make %s: %s", place, strerror(errno));
    }
    remove_tree(folder);
}

int unpacked_all(const char *folder)
{
    OWNED char *path = text_of("%s/" SHUT, folder);
    return access(path, F_OK) != 0;
}

char *unpack(const struct context *c, const char *archive, double *left, const char **why)
{
    struct stat s;
    char *place = place_of(c, archive), *text;
    if (lstat(place, &s))
        fill(c, archive, place, left);
    if (lstat(place, &s) == 0 && S_ISDIR(s.st_mode))
        return place;
    text = read_file(place, 10, NULL);
    int number = text ? atoi(text) : 1;
    free(text);
    free(place);
    *why = reasons[number >= 1 && number < REASONS && reasons[number] ? number : 1];
    return NULL;
}

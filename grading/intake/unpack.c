/* Archives: unzip and tar take the .cu files out of a copy (opened.c). Their limits: so many bytes
 * of an archive, so many files, two megabytes each, so many seconds for all of a student's. Links,
 * devices and all other files stay inside; a name that leads elsewhere is cut or refused by these
 * programs, and there is nothing else to be reached. What came out lies in OUT/kept/unpacked, under
 * a number of path, size and times; an archive in an archive stays shut, and the hidden file SHUT
 * says that there is one. */
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "handed_in.h"

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

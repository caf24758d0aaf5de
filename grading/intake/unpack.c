/* What the system's own programs take out of what a student packed: run in the sandbox, in a folder
 * where nothing else is, as a shell script that leaves out/, or a reason in the file `why`. What
 * came out lies under a number of all that it depends on, and so does the reason why nothing did:
 * both are found again. */
#include <strings.h>
#include <sys/wait.h>

#include "intake.h"
#include "lab/measure/timing.h"
#include "sandbox/sandbox.h"

struct opening {
    const char *script;             /* no text from outside is in it */
    const char *visible, *argument; /* $1, which it may read, and $2 */
    const char *file;               /* NULL, or what it finds as "archive" */
    const char *failed, *lasted;    /* reasons that no script gives */
    double *left;                   /* seconds that it may take, and takes */
};

/* NULL, or the reason why not. Free it. */
static char *run(const struct opening *o, const char *visible, const char *folder)
{
    static const char *const env[] = {"PATH=/usr/bin:/bin",      "LC_ALL=C",
                                      "HOME=/nonexistent",       "GIT_CONFIG_NOSYSTEM=1",
                                      "GIT_ALLOW_PROTOCOL=x",    "GIT_OPTIONAL_LOCKS=0",
                                      "GIT_NO_LAZY_FETCH=1",     "GIT_NO_REPLACE_OBJECTS=1",
                                      "GIT_LITERAL_PATHSPECS=1", NULL};
    const char *argv[] = {"/bin/sh", "-c", o->script, "sh", visible, o->argument, NULL};
    struct job job = {argv, env, folder, visible, 1, 0, {-1, -1, -1}, *o->left, 64, 1e9, 2 << 20};
    struct sandboxed box = {.ending = OUT_OF_TIME};
    const double begin = lab_now_ms();
    sandbox_adopt();
    if (*o->left >= 1)
        sandbox_run(&box, &job);
    *o->left -= (lab_now_ms() - begin) / 1e3;
    if (box.ending == ENDED && WIFEXITED(box.status) && WEXITSTATUS(box.status) == 0)
        return NULL;
    OWNED char *path = text_of("%s/why", folder);
    char *why = box.ending == ENDED ? read_file(path, 100, NULL) : NULL;
    return why ? why : text_of("%s", box.ending == ENDED ? o->failed : o->lasted);
}

/* A copy, so that no name from outside reaches a program. */
static char *copy_to(const char *file, const char *folder)
{
    size_t size;
    OWNED char *bytes = read_file(file, 64 << 20, &size), *path = text_of("%s/archive", folder);
    if (!bytes)
        return text_of(errno == EFBIG ? "has more than 64 MiB" : "cannot be read");
    write_bytes(path, bytes, size);
    return NULL;
}

/* Leaves `place` with what came out, or with the reason as a file. */
static void fill(const struct context *c, const struct opening *o, const char *place)
{
    OWNED char *folder = text_of("%s/open-%d", c->work, (int)getpid()),
               *out = text_of("%s/out", folder), *git = text_of("%s/.git", o->visible),
               *clone = text_of("%s/clone", folder), *copy = text_of("%s/.git", clone);
    const int out_of_reach = c->as_user && *o->visible; /* it may lie where no other user may go */
    remove_tree(folder);
    make_folders(folder);
    OWNED char *why = o->file                                    ? copy_to(o->file, folder)
                      : out_of_reach && copy_readable(git, copy) ? text_of("%s", o->failed)
                                                                 : NULL;
    why = why ? why : run(o, out_of_reach ? clone : o->visible, folder);
    if (why) {
        FILE *f = atomic_open(place);
        fputs(why, f);
        atomic_close(f, place);
    } else if (rename(out, place) && access(place, X_OK)) { /* another judge was first: good */
        die("cannot make %s: %s", place, strerror(errno));
    }
    remove_tree(folder);
}

/* The folder with what came out, made once for each key; NULL: `why` says why not. Free both. */
static char *opened(const struct context *c, const struct opening *o, const char *shelf,
                    struct sha256_ctx *key, char **why)
{
    struct stat s;
    char number[HASH_TEXT];
    hash_end(key, number);
    make_folders(shelf);
    OWNED char *place = text_of("%s/%.32s", shelf, number);
    if (lstat(place, &s))
        fill(c, o, place);
    *why = read_file(place, 100, NULL);
    return *why ? NULL : text_of("%s", place);
}

#define NO "no() { printf %s \"$1\" >why; exit 1; }; "

/* ---- archives: unzip and tar take the .cu files out of a copy. Their limits: so many bytes
 * of an archive, so many files, two megabytes each, so many seconds for all of a student's. Links,
 * devices and all other files stay inside; a name that leads elsewhere is cut or refused by these
 * programs, and there is nothing else to be reached. What came out lies in OUT/kept/archives, under
 * a number of path, size and times; an archive in an archive stays shut, and the hidden file SHUT
 * says that there is one. */
#define SHUT ".shut"

/* No text from outside is in these: the archive is called "archive". Of the endings wanted only
 * those that occur are asked for: both programs take one without a file for an error. */
#define COUNTED(LIST, LIST_ALL)                                                                    \
    NO "names() { " LIST " \"$1\" 2>/dev/null | head -n 99; }; set --; "                           \
       "for wanted in '*.cu' '*.cu.txt'; do "                                                      \
       "[ -z \"$(names \"$wanted\")\" ] || set -- \"$@\" \"$wanted\"; done; "                      \
       "count=$(for wanted; do names \"$wanted\"; done | wc -l); "                                 \
       "others=$(" LIST_ALL " 2>/dev/null | grep -iE '\\.(zip|tar|tgz|gz|bz2|xz|7z|rar)$'); "      \
       "none='holds no .cu file that can be unpacked'; "                                           \
       "[ -z \"$others\" ] || none='holds another archive and no .cu file: unpack it'; "           \
       "[ \"$count\" -gt 0 ] || no \"$none\"; "                                                    \
       "[ \"$count\" -le 64 ] || no 'holds more than 64 .cu files'; mkdir out; "
#define SETTLED                                                                                    \
    " \"$@\" >/dev/null 2>&1; status=$?; chmod -R u+rwX out; "                                     \
    "find out ! -type f ! -type d -delete; "                                                       \
    "[ $status -le 1 ] || exit 1; [ -n \"$(find out -type f | head -n 1)\" ] || no \"$none\"; "    \
    "[ -z \"$others\" ] || : >out/" SHUT "; rm -f archive"
static const char unzip[] = COUNTED(
    "unzip -Z1 -C archive", "unzip -Z1 archive") "unzip -qq -o -C -P '' -d out archive" SETTLED;
#define WANTED                                                                                     \
    "--wildcards --wildcards-match-slash --exclude='../*' --exclude='*/../*' --ignore-case"
static const char untar[] = COUNTED(
    "tar -tf archive " WANTED,
    "tar -tf archive") "tar -xf archive -C out --no-same-owner --no-same-permissions " WANTED
    SETTLED;

int unpacked_all(const char *folder)
{
    OWNED char *path = text_of("%s/" SHUT, folder);
    return access(path, F_OK) != 0;
}

char *unpack(const struct context *c, const char *archive, double *left, char **why)
{
    const size_t length = strlen(archive);
    const int zip = length > 4 && strcasecmp(archive + length - 4, ".zip") == 0;
    const struct opening o = {zip ? unzip : untar,
                              "",
                              "",
                              archive,
                              "cannot be unpacked",
                              "takes too long to unpack, with those before it",
                              left};
    OWNED char *shelf = text_of("%s/kept/archives", c->out);
    struct stat s = {0};
    struct sha256_ctx h;
    lstat(archive, &s);
    sha256_init(&h);
    hash_add_text(&h, archive);
    hash_add(&h, &s.st_size, sizeof s.st_size);
    hash_add(&h, &s.st_mtim, sizeof s.st_mtim);
    hash_add(&h, &s.st_ctim, sizeof s.st_ctim);
    return opened(c, &o, shelf, &h, why);
}

/* ---- a student's clone from GitHub, as it was committed: the .cu files of one commit, and for
 * each the last commit that touched it. Its .git is the student's own: git reads its objects in
 * the sandbox, from a repository of ours, so that none of its settings, filters and attributes
 * counts; what is no file or folder in it is refused, and nothing is fetched. */
/* $1: the clone; $2: the last second that counts, or nothing. Leaves out/PATH for each file, and
 * lines "COMMIT SECONDS PATH" in out/.commits, the clone's last commit in the first. */
static const char clone_script[] = NO
    "G=$1/.git; [ -z \"$(find \"$G\" ! -type f ! -type d -print -quit 2>&1)\" ] || "
    "no 'its .git holds what is no file'; "
    "head=$(git --git-dir=\"$G\" -c safe.directory='*' rev-parse -q --verify 'HEAD^{commit}') || "
    "no 'it has no commit'; "
    "git init -q --bare --template= g && cp \"$G/shallow\" g/ 2>/dev/null; "
    "export GIT_DIR=\"$PWD/g\" GIT_ALTERNATE_OBJECT_DIRECTORIES=\"$G/objects\"; "
    "at=$(git rev-list -1 ${2:+--before=$2} \"$head\") && [ \"$at\" ] || "
    "no 'it has no commit before the deadline'; "
    "mkdir out; echo \"$head 0 \" >out/.commits; "
    "skip='^$'; [ -z \"$(git ls-tree \"$at\" labs)\" ] || "
    "skip='\t(common|solutions|grading|build|docs)/'; "
    "git -c core.quotePath=false ls-tree -r --full-tree \"$at\" | "
    "grep -iE '^100(644|755) blob [0-9a-f]+\t[^\"].*\\.cu(\\.txt)?$' | grep -vE \"$skip\" >list; "
    "[ \"$(wc -l <list)\" -le 200 ] || no 'it has more than 200 .cu files'; "
    "while IFS= read -r line; do path=${line#*\t}; blob=${line%%\t*}; "
    "case /$path/ in */../*|*/./*|*//*|*/.git/*) continue;; esac; "
    "mkdir -p \"out/$(dirname \"$path\")\" && git cat-file blob \"${blob##* }\" >\"out/$path\"; "
    "echo \"$(git log -1 --format='%H %ct' \"$at\" -- \"$path\") $path\" >>out/.commits; "
    "done <list; exit 0";

char *git_state(const struct context *c, const struct student *s, char **why)
{
    const int at_deadline = c->late && c->at && strcmp(c->at, "deadline") == 0;
    OWNED char *before =
                   at_deadline ? text_of("@%lld", (long long)late_due(c, s)) : text_of("%s", ""),
               *shelf = text_of("%s/states", c->work);
    double left = 10;
    const struct opening o = {clone_script,
                              s->folder,
                              before,
                              NULL,
                              "its commits cannot be read",
                              "its commits take too long to read",
                              &left};
    struct sha256_ctx h;
    sha256_init(&h);
    hash_add_text(&h, s->id);
    hash_add_text(&h, s->folder);
    return opened(c, &o, shelf, &h, why);
}

int git_commit(const char *state, const char *within, char commit[HASH_TEXT], time_t *when)
{
    OWNED char *path = text_of("%s/.commits", state), *text = read_file(path, 1 << 20, NULL);
    char *rest = text, head[HASH_TEXT] = "";
    commit[0] = 0;
    for (char *line; rest && (line = strsep(&rest, "\n"));) {
        char *first = strchr(line, ' '), *second = first ? strchr(first + 1, ' ') : NULL;
        if (!second || first - line >= HASH_TEXT)
            continue;
        *first = 0;
        if (!*head)
            snprintf(head, sizeof head, "%s", line);
        else if (strcmp(second + 1, within) == 0) {
            snprintf(commit, HASH_TEXT, "%s", line);
            *when = (time_t)strtoll(first + 1, NULL, 10);
        }
    }
    return *commit && strcmp(commit, head) == 0;
}

/* A student's clone from GitHub, as it was committed: the .cu files of one commit, and for each the
 * last commit that touched it. Its .git is the student's own: git reads its objects in the sandbox,
 * from a repository of ours, so that none of its settings, filters and attributes counts; what is
 * no file or folder in it is refused, and nothing is fetched. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "handed_in.h"
#include "late.h"
#include "sandbox/sandbox.h"

enum { SECONDS = 10 };

/* $1: the clone; $2: the last second that counts, or nothing. Leaves out/PATH for each file, and
 * lines "COMMIT SECONDS PATH" in out/.commits, the clone's last commit in the first. */
static const char script[] =
    "G=$1/.git; [ -z \"$(find \"$G\" ! -type f ! -type d -print -quit 2>&1)\" ] || exit 3; "
    "head=$(git --git-dir=\"$G\" -c safe.directory='*' rev-parse -q --verify 'HEAD^{commit}') || "
    "exit 4; "
    "git init -q --bare --template= g && cp \"$G/shallow\" g/ 2>/dev/null; "
    "export GIT_DIR=\"$PWD/g\" GIT_ALTERNATE_OBJECT_DIRECTORIES=\"$G/objects\"; "
    "at=$(git rev-list -1 ${2:+--before=$2} \"$head\") && [ \"$at\" ] || exit 5; "
    "mkdir out; echo \"$head 0 \" >out/.commits; "
    "skip='^$'; [ -z \"$(git ls-tree \"$at\" labs)\" ] || "
    "skip='\t(common|solutions|grading|build|docs)/'; "
    "git -c core.quotePath=false ls-tree -r --full-tree \"$at\" | "
    "grep -iE '^100(644|755) blob [0-9a-f]+\t[^\"].*\\.cu(\\.txt)?$' | grep -vE \"$skip\" >list; "
    "[ \"$(wc -l <list)\" -le 200 ] || exit 6; "
    "while IFS= read -r line; do path=${line#*\t}; blob=${line%%\t*}; "
    "case /$path/ in */../*|*/./*|*//*|*/.git/*) continue;; esac; "
    "mkdir -p \"out/$(dirname \"$path\")\" && git cat-file blob \"${blob##* }\" >\"out/$path\"; "
    "echo \"$(git log -1 --format='%H %ct' \"$at\" -- \"$path\") $path\" >>out/.commits; "
    "done <list; exit 0";

static const char *const reasons[] = {
    [0] = "its commits take too long to read",    [1] = "its commits cannot be read",
    [3] = "its .git holds what is no file",       [4] = "it has no commit",
    [5] = "it has no commit before the deadline", [6] = "it has more than 200 .cu files",
};
enum { REASONS = sizeof reasons / sizeof *reasons };

/* 0, or an index of reasons. */
static int ask_git(const char *folder, const char *clone, const char *before)
{
    const char *argv[] = {"/bin/sh", "-c", script, "sh", clone, before, NULL},
               *env[] = {"PATH=/usr/bin:/bin",      "LC_ALL=C",
                         "HOME=/nonexistent",       "GIT_CONFIG_NOSYSTEM=1",
                         "GIT_ALLOW_PROTOCOL=x",    "GIT_OPTIONAL_LOCKS=0",
                         "GIT_NO_LAZY_FETCH=1",     "GIT_NO_REPLACE_OBJECTS=1",
                         "GIT_LITERAL_PATHSPECS=1", NULL};
    struct job job = {argv, env, folder, clone, 1, 0, {-1, -1, -1}, SECONDS, 64, 1e9, 2 << 20};
    struct sandboxed box;
    sandbox_adopt();
    sandbox_run(&box, &job);
    int status = box.ending != ENDED ? 7 : WIFEXITED(box.status) ? WEXITSTATUS(box.status) : 1;
    return status == 7 ? -1 : status && (status >= REASONS || !reasons[status]) ? 1 : status;
}

/* Leaves `place` with the files, or as a file with the reason's number. */
static void fill(const struct context *c, const struct student *s, const char *place)
{
    int at_deadline = c->late && c->at && strcmp(c->at, "deadline") == 0;
    OWNED char *folder = text_of("%s/git-%d", c->work, (int)getpid()),
               *out = text_of("%s/out", folder), *shelf = text_of("%s/states", c->work),
               *git = text_of("%s/.git", s->folder), *copy = text_of("%s/clone/.git", folder),
               *clone =
                   text_of("%s%s", c->as_user ? folder : s->folder, c->as_user ? "/clone" : ""),
               *before =
                   at_deadline ? text_of("@%lld", (long long)late_due(c, s)) : text_of("%s", "");
    make_folders(shelf);
    remove_tree(folder);
    make_folders(folder);
    /* another user may not reach the clone */
    int why = c->as_user && copy_readable(git, copy) ? 1 : ask_git(folder, clone, before);
    if (why) {
        FILE *f = atomic_open(place);
        fprintf(f, "%d\n", why < 0 ? 0 : why);
        atomic_close(f, place);
    } else if (rename(out, place) && access(place, X_OK)) {
        die("cannot make %s", place);
    }
    remove_tree(folder);
}

char *git_state(const struct context *c, const struct student *s, const char **why)
{
    struct stat is;
    struct hash h;
    char key[HASH_TEXT];
    hash_begin(&h);
    hash_add_text(&h, s->id);
    hash_add_text(&h, s->folder);
    hash_end(&h, key);
    char *place = text_of("%s/states/%.32s", c->work, key);
    if (lstat(place, &is))
        fill(c, s, place);
    if (lstat(place, &is) == 0 && S_ISDIR(is.st_mode))
        return place;
    OWNED char *text = read_file(place, 10, NULL);
    *why = reasons[text ? atoi(text) : 1];
    free(place);
    return NULL;
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

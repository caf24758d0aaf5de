/* A student's clone from GitHub, as it was committed: the .cu files of one commit, and for each the
 * last commit that touched it. Its .git is the student's own: git reads its objects in the sandbox,
 * from a repository of ours, so that none of its settings, filters and attributes counts; what is
 * no file or folder in it is refused, and nothing is fetched. */
#include "intake.h"

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
    "[ \"$(wc -l <list)\" -le 200 ] || exit 9; "
    "while IFS= read -r line; do path=${line#*\t}; blob=${line%%\t*}; "
    "case /$path/ in */../*|*/./*|*//*|*/.git/*) continue;; esac; "
    "mkdir -p \"out/$(dirname \"$path\")\" && git cat-file blob \"${blob##* }\" >\"out/$path\"; "
    "echo \"$(git log -1 --format='%H %ct' \"$at\" -- \"$path\") $path\" >>out/.commits; "
    "done <list; exit 0";

static const char *const reasons[OPENING_REASONS] = {
    [OPENING_FAILED] = "its commits cannot be read",
    [3] = "its .git holds what is no file",
    [4] = "it has no commit",
    [5] = "it has no commit before the deadline",
    [OPENING_LASTED] = "its commits take too long to read",
    [9] = "it has more than 200 .cu files",
};

char *git_state(const struct context *c, const struct student *s, const char **why)
{
    const int at_deadline = c->late && c->at && strcmp(c->at, "deadline") == 0;
    OWNED char *before =
                   at_deadline ? text_of("@%lld", (long long)late_due(c, s)) : text_of("%s", ""),
               *shelf = text_of("%s/states", c->work);
    double left = SECONDS;
    const struct opening o = {script, s->folder, before, NULL, reasons, &left};
    struct hash h;
    hash_begin(&h);
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

/* What another user must reach, where one runs the jobs: in the project, compilers' headers and
 * parts, and the scratch space. All of it lies in a folder of its own in TMPDIR or /var/tmp, so
 * that the project may lie where only root can read. */
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "judge.h"

char *reach_of(const struct context *c, const char *path)
{
    const size_t length = strlen(c->root);
    const int ours = c->reach && strncmp(path, c->root, length) == 0 && path[length] == '/';
    return text_of("%s%s", ours ? c->reach : "", path + (ours ? length : 0));
}

/* Files and folders of a colon-separated list, as far as they lie in the project. */
static void copy_parts(const struct context *c, const char *list)
{
    OWNED char *copy = text_of("%s", list ? list : "");
    char *rest = copy;
    for (char *path; (path = strsep(&rest, ":"));) {
        OWNED char *to = reach_of(c, path);
        if (strcmp(to, path) == 0 || access(to, F_OK) == 0 || access(path, F_OK))
            continue;
        if (copy_readable(path, to))
            die("cannot copy %s to %s", path, to);
    }
}

static char *note_of(const struct context *c)
{
    return text_of("%s/kept/reach-%d", c->out, c->task);
}

/* The folder of a run that was killed; its name is kept in OUT. */
static void remove_former(const char *note)
{
    char former[4096];
    const ssize_t length = readlink(note, former, sizeof former - 1);
    if (length > 0) {
        former[length] = 0;
        remove_tree(former);
    }
    unlink(note);
}

void reach_make(struct context *c)
{
    OWNED char *note = note_of(c);
    char *folder = text_of("%s/cuda-labs-XXXXXX", sandbox_temporary());
    remove_former(note);
    if (!mkdtemp(folder) || symlink(folder, note))
        die("cannot make a folder in %s that other users can reach: %s", sandbox_temporary(),
            strerror(errno));
    c->reach = folder;
    const mode_t mask = umask(022);
    for (int b = 0; b < BACKENDS; b++)
        copy_parts(c, tool(b, "VISIBLE"));
    free((char *)c->work);
    c->work = text_of("%s/work", folder);
    make_folders(c->work);
    umask(mask);
    if (chmod(folder, 0711) || chmod(c->work, 0711))
        die("cannot make %s readable", folder);
}

const char *reach_open_to_all(const struct context *c)
{
    const char *const places[] = {c->root, c->out, c->submissions};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        int open = places[i] != NULL;
        OWNED char *path = text_of("%s", open ? places[i] : "");
        for (char *end = path + strlen(path); open && end > path; *(end = strrchr(path, '/')) = 0) {
            struct stat s;
            open = stat(path, &s) || (s.st_mode & S_IXOTH);
        }
        if (open)
            return places[i];
    }
    return NULL;
}

void reach_forget(struct context *c)
{
    OWNED char *note = note_of(c);
    if (!c->reach)
        return;
    remove_former(note);
    free(c->reach);
    c->reach = NULL;
}

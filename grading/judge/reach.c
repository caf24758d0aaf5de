/* What another user must reach, where one runs the jobs: in the project, compilers' headers and
 * parts, and the scratch space. All of it lies in a folder of its own in TMPDIR or /var/tmp, so
 * that the project may lie where only root can read. */

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

void reach_make(struct context *c)
{
    /* One for each OUT and task, so that what a run leaves that is killed, the next one removes. */
    c->reach =
        text_of("%s/cuda-labs-%016llx-%d", sandbox_temporary(), number_of_id(c->out), c->task);
    struct stat former;
    if (lstat(c->reach, &former) == 0 && former.st_uid == geteuid()) /* nobody else's */
        remove_tree(c->reach);
    const mode_t mask = umask(022);
    if (mkdir(c->reach, 0711))
        die("cannot make %s, which other users must reach: %s", c->reach, strerror(errno));
    for (int b = 0; b < BACKENDS; b++)
        copy_parts(c, tool(b, "VISIBLE"));
    free((char *)c->work);
    c->work = text_of("%s/work", c->reach);
    make_folders(c->work);
    umask(mask);
    if (chmod(c->reach, 0711) || chmod(c->work, 0711))
        die("cannot make %s readable", c->reach);
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
    if (c->reach)
        remove_tree(c->reach);
    free(c->reach);
    c->reach = NULL;
}

/* The files that a person handed in, and the lab of each, by the rules of docs/instructor.md (Which
 * file is graded). Archives are opened as if they were folders; a clone from GitHub is read as it
 * was committed. */
#include <dirent.h>

#include "base/base.h"
#include "intake.h"
#include "names/names.h"

enum { DEEPEST = 16, MOST_CANDIDATES = 1000, MOST_ARCHIVES = 4, LARGEST = 1 << 20 };

/* Where the walk is. */
struct place {
    const char *path, *shown;
    const char *name; /* of this folder; NULL: the student's own */
    int depth, in_labs;
    const struct arrival *loose; /* the file that it came from, or NULL */
};

/* ---- which lab */

/* The lab that LAB_MAIN(…) in a file names; NULL if there is none of this name. */
static const struct lab_file *main_of(const char *path)
{
    size_t size;
    OWNED char *text = read_source(path, LARGEST, &size);
    const char *at = text, *found = NULL;
    const struct lab_file *f = NULL;
    while (at && (at = strstr(at, "LAB_MAIN(")))
        found = at += strlen("LAB_MAIN(");
    if (found) { /* the last one: a comment may hold the word, too */
        OWNED char *lab = text_of("%.*s", (int)strcspn(found, ") \t\r\n"), found);
        f = lab_file_of(lab);
    }
    return f;
}

static const char *lab_of(const char *path, const char *name, const char *folder)
{
    const struct lab_file *files, *is = NULL, *main;
    int count = lab_files(&files), same = 0;
    if (!name_is(name, SOURCE))
        return NULL;
    for (int i = 0; i < count; i++)
        if (name_is_file(name, files[i].lab)) {
            int here = folder && strcmp(folder, files[i].folder) == 0;
            is = !same++ || here ? &files[i] : is;
        }
    if (same == 1)
        return is->lab;
    main = main_of(path);
    if (main && (!same || strcmp(main->name, is->name) == 0))
        is = main;
    return is ? is->lab : NULL;
}

int is_untouched(const struct context *c, const char *path, const char *lab)
{
    size_t size;
    OWNED char *stub_path = lab_path(c->root ? c->root : ".", "labs", lab),
               *stub = read_file(stub_path, LARGEST, NULL),
               *text = read_source(path, LARGEST, &size);
    const char *at = text, *of = stub;
    int same = text != NULL, any = 0;
    for (; same; at++, of += of != NULL) {
        at += strspn(at, BLANKS);
        of += of ? strspn(of, BLANKS) : 0;
        if (!*at)
            break;
        same = of && *at == *of;
        any = 1;
    }
    return same && (!any || !*of);
}

/* ---- the walk */

static void add_candidate(struct search *x, const char *lab, const char *path, const char *shown,
                          const struct place *at)
{
    const char *folder = lab_file_of(lab)->folder;
    int is_place = at->name && strcmp(at->name, folder) == 0;
    if (x->count == MOST_CANDIDATES)
        return;
    x->candidate = one_more(x->candidate, x->count, sizeof *x->candidate);
    x->candidate[x->count++] =
        (struct candidate){.lab = lab,
                           .path = text_of("%s", path),
                           .shown = text_of("%s", shown),
                           .within = x->state ? text_of("%s", path + strlen(x->state) + 1) : NULL,
                           .depth = at->depth - is_place - (is_place && at->in_labs),
                           .order = at->loose ? at->loose->order : 0,
                           .marked_late = at->loose && at->loose->is_late};
}

/* The first in the alphabet: a folder's order is none. */
static void note_unreadable(struct search *x, const char *path)
{
    if (x->unreadable && strcmp(x->unreadable, path) <= 0)
        return;
    free(x->unreadable);
    x->unreadable = text_of("%s", path);
}

static int came_with_clone(const char *folder, const char *name)
{
    struct stat s;
    OWNED char *labs = text_of("%s/labs", folder);
    return (strcmp(name, "solutions") == 0 || strcmp(name, "grading") == 0 ||
            strcmp(name, "build") == 0) &&
           lstat(labs, &s) == 0 && S_ISDIR(s.st_mode);
}

static void walk(struct search *x, const struct place *at);

/* An archive is as deep as a folder of its name. */
static void open_archive(struct search *x, const char *path, const char *name, const char *shown,
                         const struct place *at)
{
    OWNED char *why = NULL, *inside = NULL;
    if (++x->archives <= MOST_ARCHIVES)
        inside = unpack(x->c, path, &x->left, &why);
    if (!inside || !unpacked_all(inside)) {
        OWNED char *text = text_of("%s (%s)", name,
                                   inside ? "holds another archive: unpack it"
                                   : why  ? why
                                          : "one of more archives than are opened");
        listing_add(&x->others, text, S_IFREG);
    }
    struct place place = {inside, shown, NULL, at->depth + 1, 0, at->loose};
    if (inside)
        walk(x, &place);
}

/* A file of this name. */
static void take(struct search *x, const char *path, const char *name, const char *shown,
                 mode_t mode, const struct place *at)
{
    const char *lab = S_ISREG(mode) ? lab_of(path, name, at->name) : NULL;
    if (lab)
        add_candidate(x, lab, path, shown, at);
    else if (S_ISREG(mode) && name_is(name, UNPACKABLE) && x->c->out)
        open_archive(x, path, name, shown, at);
    else
        listing_add(&x->others, name, mode);
}

/* Walks a folder, without following links (one could point at somebody else's file). */
static void walk(struct search *x, const struct place *at)
{
    DIR *d = at->depth < DEEPEST ? opendir(at->path) : NULL;
    struct dirent *e;
    if (!d && at->depth < DEEPEST && errno != ENOENT)
        note_unreadable(x, at->path);
    while (d && (e = readdir(d))) {
        struct stat s;
        if (name_is_ignored(e->d_name))
            continue;
        OWNED char *path = text_of("%s/%s", at->path, e->d_name),
                   *shown = text_of("%s/%s", at->shown, e->d_name);
        int gone = lstat(path, &s);
        if (gone && errno != ENOENT)
            note_unreadable(x, path);
        else if (!gone && !S_ISDIR(s.st_mode))
            take(x, path, e->d_name, shown, s.st_mode, at);
        else if (!gone && !came_with_clone(at->path, e->d_name))
            walk(x, &(struct place){path, shown, e->d_name, at->depth + 1,
                                    at->name && strcmp(at->name, "labs") == 0, at->loose});
    }
    if (d)
        closedir(d);
}

static void search_folder(struct search *x, const struct student *s)
{
    const char *name = strrchr(s->folder, '/');
    OWNED char *why = NULL;
    struct place top = {s->folder, name ? name + 1 : "", NULL, 0, 0, NULL};
    if (system_is(x->c, "github")) {
        top.path = x->state = git_state(x->c, s, &why);
        if (!top.path) {
            listing_add(&x->others, why, S_IFREG);
            return;
        }
    }
    walk(x, &top);
}

static void search_loose(struct search *x, const struct student *who)
{
    const char *folder = x->c->submissions;
    for (int i = 0; i < who->files; i++) {
        const struct arrival *l = &who->file[i];
        const struct place top = {folder, "", NULL, 0, 0, l};
        struct stat s;
        OWNED char *path = text_of("%s/%s", folder, l->name);
        if (lstat(path, &s) == 0)
            take(x, path, l->name + l->own, l->name, s.st_mode, &top);
    }
}

struct search search_for(const struct context *c, const struct student *s)
{
    struct search x = {.c = c, .left = UNPACK_SECONDS};
    if (s->folder)
        search_folder(&x, s);
    search_loose(&x, s);
    return x;
}

void search_end(struct search *x)
{
    for (int i = 0; i < x->count; i++) {
        free(x->candidate[i].path);
        free(x->candidate[i].shown);
        free(x->candidate[i].within);
    }
    free(x->candidate);
    free(x->unreadable);
    free(x->state);
    free(listing_end(&x->others, 0));
}
